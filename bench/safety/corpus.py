"""Texts with planted secrets: vendors' shapes × surroundings, key blocks × layouts, sentences × languages.

Everything is made at run time from a seed; no literal here is a whole key.
"""

from __future__ import annotations

import json
import random
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass

A, D, H = string.ascii_letters + string.digits, string.digits, "0123456789abcdef"
W, U, L = A + "_-", string.ascii_uppercase + string.digits, string.ascii_lowercase + string.digits
B = A + "+/"


@dataclass(frozen=True, slots=True)
class Planted:
    """A text, what must vanish from it, what must stay."""

    name: str
    text: str
    secrets: tuple[str, ...]
    keep: tuple[str, ...] = ()


def uuid(r: random.Random) -> str:
    """Like a UUID of version 4, from the seed."""
    return "-".join("".join(r.choices(H, k=n)) for n in (8, 4, 4, 4, 12))


def _of(*parts: str | tuple[str, int]) -> Callable[[random.Random], str]:
    """A shape: fixed pieces and (alphabet, length) pieces."""
    return lambda r: "".join(p if isinstance(p, str) else "".join(r.choices(p[0], k=p[1])) for p in parts)


SHAPES: dict[str, tuple[str, Callable[[random.Random], str]]] = {
    "github classic": ("GITHUB_TOKEN", _of("ghp_", (A, 36))),
    "github oauth": ("GH_TOKEN", _of("gho_", (A, 36))),
    "github app": ("GITHUB_TOKEN", _of("ghs_", (A, 36))),
    "github fine": ("GITHUB_PAT", _of("github_pat_", (A, 22), "_", (A, 59))),
    "gitlab": ("GITLAB_TOKEN", _of("glpat-", (W, 20))),
    "gitlab routable": ("GITLAB_TOKEN", _of("glpat-", (W, 27), ".01.", (L, 9))),
    "gitlab runner": ("CI_RUNNER", _of("glrt-", (W, 20))),
    "npm": ("NPM_TOKEN", _of("npm_", (A, 36))),
    "pypi": ("PYPI_TOKEN", _of("pypi-AgEIcHlwaS5vcmc", (W, 100))),
    "rubygems": ("GEM_HOST", _of("rubygems_", (H, 48))),
    "docker": ("DOCKER_PAT", _of("dckr_pat_", (W, 27))),
    "openai project": ("OPENAI_API_KEY", _of("sk-proj-", (W, 74), "T3BlbkFJ", (W, 74))),
    "openai old": ("OPENAI_API_KEY", _of("sk-", (A, 20), "T3BlbkFJ", (A, 20))),
    "deepseek": ("DEEPSEEK", _of("sk-", (H, 32))),
    "anthropic": ("ANTHROPIC_API_KEY", _of("sk-ant-api03-", (W, 93), "AA")),
    "anthropic oauth": ("CLAUDE_TOKEN", _of("sk-ant-oat01-", (W, 93), "AA")),
    "openrouter": ("OPENROUTER", _of("sk-or-v1-", (H, 64))),
    "groq": ("GROQ", _of("gsk_", (A, 52))),
    "xai": ("XAI", _of("xai-", (A, 80))),
    "perplexity": ("PPLX", _of("pplx-", (A, 48))),
    "replicate": ("REPLICATE", _of("r8_", (A, 37))),
    "huggingface": ("HF", _of("hf_", (string.ascii_letters, 34))),
    "nvidia": ("NV", _of("nvapi-", (W, 64))),
    "langsmith": ("LANGSMITH", _of("lsv2_pt_", (H, 32), "_", (H, 10))),
    "tavily": ("TAVILY", _of("tvly-", (A, 32))),
    "pinecone": ("PINECONE", _of("pcsk_", (W, 70))),
    "google": ("GOOGLE", _of("AIza", (W, 35))),
    "google secret": ("GOOGLE", _of("GOCSPX-", (W, 28))),
    "google token": ("GCLOUD", _of("ya29.", (W, 120))),
    "aws id": ("AWS_ACCESS_KEY_ID", _of("AKIA", (string.ascii_uppercase + "234567", 16))),
    "aws temporary": ("AWS_ACCESS_KEY_ID", _of("ASIA", (string.ascii_uppercase + "234567", 16))),
    "azure ad": ("AZURE", _of((A, 3), "8Q~", (A, 34))),
    "digitalocean": ("DO", _of("dop_v1_", (H, 64))),
    "heroku": ("HEROKU", lambda r: "HRKU-" + uuid(r)),
    "fly": ("FLY", _of("fo1_", (W, 43))),
    "vercel": ("VERCEL", _of("vcp_", (A, 56))),
    "netlify": ("NETLIFY", _of("nfp_", (A, 36))),
    "supabase": ("SUPABASE", _of("sbp_", (H, 40))),
    "supabase secret": ("SUPABASE", _of("sb_secret_", (W, 31))),
    "planetscale": ("PSCALE", _of("pscale_tkn_", (W, 43))),
    "cloudflare": ("CF", _of("cfat_", (A, 48))),
    "vault": ("VAULT", _of("hvs.", (W, 90))),
    "terraform": ("TFC", _of((A, 14), ".atlasv1.", (W, 66))),
    "doppler": ("DOPPLER", _of("dp.pt.", (A, 43))),
    "doppler service": ("DOPPLER", _of("dp.st.prd.", (A, 43))),
    "pulumi": ("PULUMI", _of("pul-", (H, 40))),
    "tailscale": ("TS", _of("tskey-auth-", (A, 12), "-", (A, 32))),
    "alibaba": ("ALI", _of("LTAI", (A, 20))),
    "databricks": ("DBX", _of("dapi", (H, 32))),
    "stripe live": ("STRIPE", _of("sk_live_", (A, 24))),
    "stripe restricted": ("STRIPE", _of("rk_live_", (A, 99))),
    "webhook": ("HOOK", _of("whsec_", (B, 32))),
    "square": ("SQ", _of("sq0atp-", (W, 22))),
    "shopify": ("SHOP", _of("shpat_", (H, 32))),
    "plaid": ("PLAID", lambda r: "access-sandbox-" + uuid(r)),
    "slack bot": ("SLACK", _of("xoxb-", (D, 12), "-", (D, 13), "-", (A, 24))),
    "slack user": ("SLACK", _of("xoxp-", (D, 12), "-", (D, 12), "-", (D, 12), "-", (H, 32))),
    "slack app": ("SLACK", _of("xapp-1-A", (U, 10), "-", (D, 13), "-", (H, 64))),
    "slack hook": ("SLACK", _of("https://hooks.slack.com/services/T", (U, 10), "/B", (U, 10), "/", (A, 24))),
    "discord hook": ("DC", _of("https://discord.com/api/webhooks/", (D, 18), "/", (W, 68))),
    "discord bot": ("DC", _of("MT", (A, 24), ".", (A, 6), ".", (W, 38))),
    "telegram": ("TG", _of((D, 10), ":AA", (W, 33))),
    "twilio": ("TW", _of("SK", (H, 32))),
    "sendgrid": ("SG", _of("SG.", (W, 22), ".", (W, 43))),
    "mailgun": ("MG", _of("key-", (H, 32))),
    "mailchimp": ("MC", _of((H, 32), "-us12")),
    "brevo": ("BREVO", _of("xkeysib-", (H, 64), "-", (A, 16))),
    "resend": ("RESEND", _of("re_", (A, 8), "_", (A, 24))),
    "facebook": ("FB", _of("EAAG", (A, 150))),
    "linear": ("LINEAR", _of("lin_api_", (A, 40))),
    "notion": ("NOTION", _of("ntn_", (A, 46))),
    "airtable": ("AIRTABLE", _of("pat", (A, 14), ".", (H, 64))),
    "figma": ("FIGMA", _of("figd_", (W, 40))),
    "atlassian": ("JIRA", _of("ATATT3xFfGF0", (W, 160), "=", (U, 8))),
    "hubspot": ("HUB", lambda r: "pat-na1-" + uuid(r)),
    "postman": ("PM", _of("PMAK-", (H, 24), "-", (H, 34))),
    "newrelic": ("NR", _of("NRAK-", (U, 27))),
    "grafana": ("GRAFANA", _of("glsa_", (A, 32), "_", (H, 8))),
    "sentry": ("SENTRY", _of("sntryu_", (H, 64))),
    "sonar": ("SONAR", _of("squ_", (H, 40))),
    "dynatrace": ("DT", _of("dt0c01.", (U, 24), ".", (U, 64))),
    "easypost": ("EP", _of("EZAK", (A, 54))),
    "age": ("AGE", _of("AGE-SECRET-KEY-1", (U, 58))),
    "jwt": ("JWT", _of("eyJhbGciOiJIUzI1NiJ9.eyJ", (W, 60), ".", (W, 43))),
    "onepassword": ("OP", _of("ops_eyJ", (A, 300))),
    "mapbox": ("MAPBOX", _of("sk.eyJ", (A, 70), ".", (W, 22))),
    "artifactory": ("ART", _of("AKCp", (A, 69))),
    "buildkite": ("BK", _of("bkua_", (H, 40))),
}

SURROUNDINGS: dict[str, Callable[[str, str], str]] = {
    "dotenv": lambda n, v: f"PORT=8080\n{n}={v}\nLOG_LEVEL=debug\n",
    "export": lambda n, v: f'export {n}="{v}"\nnpm run dev',
    "curl": lambda n, v: f"curl -H 'Authorization: Bearer {v}' https://api.acme.io/v1 | jq",
    "json": lambda n, v: json.dumps({"a": 1, n.lower(): v, "b": True}),
    "json in json": lambda n, v: json.dumps({"out": json.dumps({n: v, "HOME": "/h"}), "code": 0}),
    "three deep": lambda n, v: json.dumps({"o": json.dumps({"i": json.dumps({n: v})})}),
    "cat -n": lambda n, v: f'     1\timport os\n     2\t{n} = "{v}"\n     3\tmain()\n',
    "arrow numbers": lambda n, v: f"    12→{n} = '{v}'\n    13→x = 1\n",
    "diff": lambda n, v: f"@@ -1 +1 @@\n-{n} = env\n+{n} = '{v}'\n",
    "diff bare": lambda n, v: f"@@ -1 +1 @@\n-{v}\n+new\n",
    "traceback": lambda n, v: f"  File \"a.py\", line 8\n    post(u, headers={{'Authorization': 'Bearer {v}'}})\nError",
    "prose": lambda n, v: f"ok here is the key: {v} and then rerun the migration.",
    "prose end": lambda n, v: f"Use {v}.",
    "quoted prose": lambda n, v: f"the value was “{v}”, I think",
    "parentheses": lambda n, v: f"I rotated it ({v}), sorry",
    "ansi": lambda n, v: f"\x1b[1m{n}\x1b[0m=\x1b[33m{v}\x1b[0m done",
    "ansi literal": lambda n, v: f"\\u001b[33m{v}\\u001b[0m done",
    "yaml": lambda n, v: f"environment:\n  {n}: {v}\n  TZ: Asia/Tokyo\n",
    "literal newline": lambda n, v: f'{{"c":"A=1\\n{v}\\nSHELL=/bin/zsh"}}',
    "literal tab": lambda n, v: f"name\\t{v}\\tok\\r\\n",
    "literal crlf": lambda n, v: f"x\\r\\n{v}\\r\\ny",
    "powershell": lambda n, v: f'$env:{n} = "{v}"; ./run.ps1',
    "docker -e": lambda n, v: f"docker run --rm -e {n}={v} -p 80:80 acme/web",
    "toml": lambda n, v: f'[auth]\n{n.lower()} = "{v}"\n',
    "keyword argument": lambda n, v: f'Client(token="{v}", timeout=3)',
    "camelCase js": lambda n, v: f"const c = {{ apiKey: '{v}', region: 'eu' }};",
    "template literal": lambda n, v: f"const k = `{v}`;",
    "http": lambda n, v: f"> GET / HTTP/1.1\r\n> X-Api-Key: {v}\r\n> Accept: */*\r\n",
    "table": lambda n, v: f"| name | value |\n|---|---|\n| {n} | `{v}` |\n| a | {v} |\n",
    "box table": lambda n, v: f"│ {n} │{v}│ ok │\n",
    "actions": lambda n, v: f"2026-01-02T03:04:05.1234567Z   {n}: {v}\n##[endgroup]",
    "japanese": lambda n, v: f"キーは{v}です。よろしく",
    "japanese comma": lambda n, v: f"環境変数に「{v}」、設定済み",
    "flag": lambda n, v: f"deploy --token {v} --region eu",
    "flag equals": lambda n, v: f"deploy --api-key={v} --region eu",
    "name and value": lambda n, v: f'{{\\"name\\":\\"{n}\\",\\"value\\":\\"{v}\\"}}',
    "query": lambda n, v: f"GET https://x.acme.io/a?lang=ja&key={v.removeprefix('https://')}&q=1 200",
    "xml": lambda n, v: f'<add key="{n}" value="{v}"/><t>{v}</t>',
    "comment": lambda n, v: f"x = 1  # {v}\n// {v}\n/*{v}*/",
    "log": lambda n, v: f"[2026-01-02 03:04:05] INFO auth token={v},user=7",
    "python repr": lambda n, v: f"Settings({n.lower()}='{v}', debug=False) b'{v}'",
    "csv": lambda n, v: f"id,{n},x\n1,{v},2\n",
    "html": lambda n, v: f"<code>{v}</code><br>&quot;{v}&quot;",
    "percent": lambda n, v: f"next=%2Fa%3Dtoken%3D{v}%26x",
    "list": lambda n, v: f"- {v}\n* {v}\n1. {v}",
    "bare": lambda n, v: v,
    "wrapped": lambda n, v: f"$ echo\n{v[: len(v) // 2]}\n{v[len(v) // 2 :]}\n$ ls",
}


def vendor_cross(seed: int) -> Iterator[Planted]:
    """Every shape in every surrounding."""
    r = random.Random(seed)
    for shape, (name, make) in SHAPES.items():
        for surrounding, place in SURROUNDINGS.items():
            value = make(r)
            text = place(name, value)
            secret = value.removeprefix("https://hooks.slack.com/services/")
            secret = secret.removeprefix("https://discord.com/api/webhooks/")
            if surrounding == "wrapped":
                halves = (value[: len(value) // 2], value[len(value) // 2 :])
                yield Planted(f"{shape} / {surrounding}", text, halves, ("$ ls",))
            else:
                yield Planted(f"{shape} / {surrounding}", text, (secret,))


def _key_lines(r: random.Random) -> list[str]:
    count = r.randint(9, 26)
    return ["".join(r.choices(B, k=64)) for _ in range(count)] + ["".join(r.choices(B, k=r.randint(5, 40))) + "=="]


LAYOUTS: dict[str, Callable[[str, list[str], str], str]] = {
    "plain": lambda b, x, e: "\n".join(["$ cat key", b, *x, e, "$ ls -la"]),
    "indented": lambda b, x, e: "key: |\n" + "\n".join("    " + y for y in [b, *x, e]) + "\nnext: 1",
    "numbered": lambda b, x, e: "\n".join(f"{i:6}\t{y}" for i, y in enumerate([b, *x, e], 1)) + "\n    99\tend",
    "arrows": lambda b, x, e: "\n".join(f"{i:5}→{y}" for i, y in enumerate([b, *x, e], 1)),
    "added": lambda b, x, e: "@@ -0,0 @@\n" + "\n".join("+" + y for y in [b, *x, e]) + "\n context",
    "removed": lambda b, x, e: "@@ -0,0 @@\n" + "\n".join("-" + y for y in [b, *x, e]) + "\n context",
    "escaped": lambda b, x, e: json.dumps({"content": "\n".join([b, *x, e]), "n": 1}),
    "twice escaped": lambda b, x, e: json.dumps({"o": json.dumps({"k": "\n".join([b, *x, e]) + "\n"})}),
    "crlf": lambda b, x, e: "\r\n".join([b, *x, e]) + "\r\n",
    "cut end": lambda b, x, e: "\n".join([b, *x[:8]]) + "\n... (truncated)",
    "cut start": lambda b, x, e: "$ tail key\n" + "\n".join([*x[-6:], e]) + "\ndone",
    "quoted mail": lambda b, x, e: "\n".join("> " + y for y in [b, *x, e]),
    "string pieces": lambda b, x, e: "k = (\n" + "\n".join(f'    "{y}\\n"' for y in [b, *x, e]) + "\n)",
    "js pieces": lambda b, x, e: "const k = " + " +\n".join(f"'{y}\\n'" for y in [b, *x, e]) + ";",
    "comment": lambda b, x, e: "\n".join("# " + y for y in [b, *x, e]),
    "grep": lambda b, x, e: "\n".join(f"{i}:{y}" for i, y in enumerate([b, *x, e], 1)),
    "one line": lambda b, x, e: " ".join([b, *x, e]) + " tail",
    "dotenv": lambda b, x, e: 'KEY="' + "\\n".join([b, *x, e]) + '"\nA=1',
    "headers": lambda b, x, e: "\n".join([b, "Proc-Type: 4,ENCRYPTED", "DEK-Info: AES-128-CBC,00FF", "", *x, e]),
    "colour": lambda b, x, e: "\n".join(f"\x1b[32m{y}\x1b[0m" for y in [b, *x, e]),
    "bar": lambda b, x, e: "\n".join(f"│ {y} │" for y in [b, *x, e]),
    "four deep": lambda b, x, e: json.dumps(json.dumps(json.dumps(json.dumps("\n".join([b, *x, e]))))),
}


def key_blocks(seed: int) -> Iterator[Planted]:
    """Every kind of private key block in every layout; each body line is a secret of its own."""
    r = random.Random(seed)
    for kind in ("RSA ", "EC ", "", "OPENSSH ", "ENCRYPTED ", "DSA "):
        for layout, place in LAYOUTS.items():
            lines = _key_lines(r)
            text = place(f"-----BEGIN {kind}PRIVATE KEY-----", lines, f"-----END {kind}PRIVATE KEY-----")
            yield Planted(f"{kind or 'PKCS8 '}/ {layout}", text, tuple(y for y in lines if y in text))


SENTENCES: dict[str, tuple[str, ...]] = {
    "en": (
        "the admin password is {} btw, don't commit it.",
        "my wifi password: {} , router is at 192.168.1.1",
        "Password for the staging box is {}",
        "log in as root with password {} and check",
        "You can log in with alice / {} on staging",
        "I changed the db password to {} yesterday",
        "pw: {}",
        "the passphrase was `{}`",
        "credentials: admin / {}",
        "use {} as the password",
        "username: bob password: {}",
        "here's the login: bob:{}",
        "The root password was changed from hunter to {}.",
        "password's {} fyi",
    ),
    "ja": (
        "パスワードは{}です。",
        "管理画面のパスワード：{}",
        "パスワードを{}に変更しました",
        "ログインは admin / {} でお願いします",
        "DBのパスワードが{}なので注意",
        "パスワード「{}」で入れます",
        "新しいパスワードは {} です",
        "合言葉は{}だよ",
        "ユーザー名: admin パスワード: {}",
    ),
    "de": (
        "Das Passwort lautet {}",
        "Passwort: {}",
        "das Kennwort für den Server ist {}.",
        "mein WLAN-Passwort ist {}",
        "Ich habe das Passwort auf {} geändert",
    ),
    "fr": ("le mot de passe est {}", "Mot de passe : {}", "le mot de passe du serveur est « {} »", "mdp : {}"),
    "es": ("la contraseña es {}", "Contraseña: {}", "la contraseña del servidor es {}", "mi clave es {}"),
    "zh": ("密码是{}", "密码：{}", "数据库密码为 {}，请保密", "服务器的密码改成了{}"),
    "ko": ("비밀번호는 {} 입니다", "비밀번호: {}"),
    "pt": ("a senha é {}", "Senha: {}"),
    "ru": ("пароль: {}", "пароль от сервера — {}"),
    "it": ("la password è {}",),
    "nl": ("het wachtwoord is {}",),
}
_WORDS = ("Tiger", "harbor", "Kestrel", "Maple", "quartz", "nine", "Copper", "blue", "Orbit", "Nova")


def password(r: random.Random) -> str:
    """What a person would type: two words, a symbol, digits."""
    shape = r.randrange(4)
    if shape == 0:
        first, second = r.choice(_WORDS), r.choice(_WORDS)
        return first + r.choice("-!#%*_^") + second + str(r.randint(10, 9999)) + r.choice(["", "!", "?", "$"])
    if shape == 1:
        return r.choice(_WORDS) + r.choice(_WORDS) + str(r.randint(10, 9999))
    if shape == 2:
        return "".join(r.choices(A, k=5)) + "".join(r.choices(A + "!@#$%^&*", k=6)) + str(r.randint(0, 9))
    return r.choice(_WORDS).lower() + "-" + r.choice(_WORDS).lower() + "-" + str(r.randint(10, 99))


def sentences(seed: int) -> Iterator[Planted]:
    """Passwords told in sentences of several languages."""
    r = random.Random(seed)
    for language, frames in SENTENCES.items():
        for frame in frames:
            for _ in range(6):
                value = password(r)
                yield Planted(f"{language} / {frame}", frame.format(value), (value,))
