"""Every kind of secret once as it must go, and several times as it must stay. No key stands here whole: each is put
together when the test runs."""

from __future__ import annotations

import base64

import pytest

from compiler.text.redact import redact

ALPHABET = "Qm7Zt4Lc9Xw2Vb6Nk3Rp8Hs5Jd1Gf0"
LOWER = "c3f9a1e7b2d8406593ad"
UPPER = "K7QW2MZX5RTB4NVC6LJD"


def body(alphabet: str, length: int) -> str:
    return (alphabet * (length // len(alphabet) + 1))[:length]


def key(prefix: str, length: int, alphabet: str = ALPHABET) -> str:
    return prefix + body(alphabet, length)


VENDORS = [
    ("github-token", key("gh" + "p_", 36), ["ghp_short", "ghp_" + "x" * 36, "ghp_[A-Za-z0-9]{36}"]),
    ("github-token", key("github" + "_pat_", 82), ["github_pat_", "github_pat_<yours>"]),
    ("gitlab-token", key("gl" + "pat-", 20), ["glpat-", "glpat-...", "xglpat-abc"]),
    ("openai-key", key("sk-" + "proj-", 120), ["sk-proj-...", "sk-proj-" + "x" * 24, "sk-project-one"]),
    ("anthropic-key", key("sk-" + "ant-api03-", 95), ["sk-ant-", "sk-ant-api03-...", "sk-antelope"]),
    ("api-key", key("sk" + "-", 48), ["sk-your-key-here", "task-list-for-the-whole-coming-quarter", "sk-1234"]),
    ("aws-access-key", key("AK" + "IA", 16, UPPER), ["AKIA", "AKIAIOSFODNN7EXAMPLE", "AKIA...", "MAKIAVELLI"]),
    ("google-api-key", key("AI" + "za", 35), ["AIza", "AIza...", "aiza" + "x" * 35]),
    ("slack-token", "xox" + "b-" + "2" * 12 + "-" + body(ALPHABET, 24), ["xoxb-", "xoxb-...", "xoxb-your-token"]),
    ("stripe-key", key("sk_" + "live_", 24), ["sk_live_", "sk_live_" + "x" * 24, "pk_live_" + body(ALPHABET, 24)]),
    ("npm-token", key("npm" + "_", 36), ["npm_config_registry", "npm_lifecycle_event", "npm_package_name_version"]),
    ("huggingface-token", key("hf" + "_", 34), ["hf_hub_download", "hf_transfer"]),
    ("jwt", f"eyJ{body(ALPHABET, 33)}.eyJ{body(ALPHABET, 60)}.{body(ALPHABET, 43)}", ["eyJ", "eyJhbGci..."]),
    ("telegram-bot-token", "12345" + "67890:AA" + body(ALPHABET, 33), ["1234567890:AA", "12:34:56", "10:AAPL"]),
    ("sendgrid-key", "SG" + "." + body(ALPHABET, 22) + "." + body(ALPHABET, 43), ["SG.UTF8", "SG.x.y"]),
    ("twilio-key", key("S" + "K", 32, LOWER), ["SKU-1234", "SKIP", "SK" + body(LOWER, 40)]),
    ("digitalocean-token", key("dop_" + "v1_", 64, LOWER), ["dop_v1_", "dop_v2"]),
    ("vault-token", key("hv" + "s.", 90), ["hvs.abc", "hvs.placeholder"]),
    ("age-key", key("AGE-" + "SECRET-KEY-1", 58, UPPER), ["AGE-SECRET-KEY-1", "age1qyqszqgpqyqszqgp"]),
    ("tailscale-key", f"tskey-{'auth'}-{body(ALPHABET, 12)}-{body(ALPHABET, 32)}", ["tskey-auth-", "tskey"]),
]


@pytest.mark.parametrize(("kind", "secret", "harmless"), VENDORS, ids=[f"{v[0]}-{i}" for i, v in enumerate(VENDORS)])
def test_a_vendors_token_goes_and_what_merely_looks_like_it_stays(kind: str, secret: str, harmless: list[str]) -> None:
    """A full-length token is replaced by its kind; a bare prefix, a mask, a longer word are not."""
    assert redact(f"use {secret} for now").text == f"use [redacted:{kind}] for now"
    for text in harmless:
        assert redact(f"see {text} here").text == f"see {text} here"


def test_a_dull_looking_token_goes_too() -> None:
    """A full-length vendor shape needs no randomness."""
    assert redact("rk_" + "live_" + "C" * 24).text == "[redacted:stripe-key]"


PASSWORD = "Maple!" + "harbor" + "61"
RANDOM = body(ALPHABET, 32)
STRUCTURES = [
    ("url-password", f"postgres://app:{PASSWORD}@db.acme.net:5432/x", PASSWORD),
    ("url-password", f"redis://:{PASSWORD}@cache:6379/0", PASSWORD),
    ("url-password", f"app:{PASSWORD}@tcp(db:3306)/shop", PASSWORD),
    ("url-token", f"https://{RANDOM}@git.acme.io/x.git", RANDOM),
    ("authorization", f"Authorization: Bearer {RANDOM}", RANDOM),
    ("authorization", "authorization: Basic " + base64.b64encode(f"bob:{PASSWORD}".encode()).decode(), None),
    ("cookie", f"Set-Cookie: session={RANDOM}; Path=/; HttpOnly", RANDOM),
    ("cookie", f"Cookie: theme=dark; JSESSIONID={RANDOM}; lang=ja", RANDOM),
    ("password", f"sshpass -p '{PASSWORD}' ssh deploy@10.0.0.5", PASSWORD),
    ("password", f"mysql -u root -p{PASSWORD} shop", PASSWORD),
    ("password", f"curl -u admin:{PASSWORD} https://x.acme.io", PASSWORD),
    ("password", f"echo '{PASSWORD}' | sudo -S reboot", PASSWORD),
    ("password", f"machine git.acme.io\n  login ci\n  password {PASSWORD}\n", PASSWORD),
    ("password", f"db.acme.net:5432:shop:app:{PASSWORD}", PASSWORD),
    ("kubernetes-secret", "kind: Secret\ndata:\n  user: Ym9iYm9i\ntype: Opaque\n", "Ym9iYm9i"),
    ("slack-webhook", f"https://hooks.slack.com/services/T00000000/B00000000/{body(ALPHABET, 24)}", body(ALPHABET, 24)),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "text", "secret"), STRUCTURES, ids=[f"{s[0]}-{i}" for i, s in enumerate(STRUCTURES)])
def test_a_secret_known_by_its_place_goes(kind: str, text: str, secret: str | None) -> None:
    """The value alone is replaced; host, flag and names stay."""
    clean = redact(text).text
    assert f"[redacted:{kind}]" in clean
    assert secret is None or secret not in clean
    assert clean[:4] == text[:4]


NAMED = [
    f"DB_PASSWORD={PASSWORD}\nPORT=8080",
    f'export API_KEY="{RANDOM}"',
    f'{{"user": "bob", "password": "{PASSWORD}"}}',
    f'{{\\"clientSecret\\": \\"{RANDOM}\\"}}',
    f'{{\\\\\\"token\\\\\\": \\\\\\"{RANDOM}\\\\\\"}}',
    f"  apiKey: '{RANDOM}',",
    f"deploy --token {RANDOM} --region eu",
    f"| DB_PASSWORD | {PASSWORD} |",
    f"<password>{PASSWORD}</password>",
    f"- name: DB_PASSWORD\n  value: {PASSWORD}\n",
    f"\x1b[1mAPI_TOKEN\x1b[0m=\x1b[33m{RANDOM}\x1b[0m",
    f"PATH=/bin\\nAPI_SECRET={RANDOM}\\nHOME=/root",
    f"$env:DB_PASSWORD = '{PASSWORD}'",
    f"password: str = '{PASSWORD}'",
    f"GET /geo?lang=ja&key={RANDOM}&q=1",
    f"ALTER ROLE app PASSWORD '{PASSWORD}'",
    f"const p = process.env.DB_PASSWORD || '{PASSWORD}'",
    f"| 3 | +SECRET_KEY = '{RANDOM}'",
]


@pytest.mark.parametrize("text", NAMED)
def test_a_named_value_goes(text: str) -> None:
    """The name stays, the value goes, whatever the notation."""
    clean = redact(text).text
    assert PASSWORD not in clean
    assert RANDOM not in clean
    assert clean.count("[redacted:") == 1


SAID = [
    f"the admin password is {PASSWORD} btw",
    f"my wifi password: {PASSWORD} , router at 192.168.1.1",
    f"log in as root with password {PASSWORD} please",
    f"パスワードは{PASSWORD}です。",
    f"管理画面のパスワード：{PASSWORD}",
    f"das Passwort lautet {PASSWORD}",
    f"le mot de passe est {PASSWORD}",
    f"la contraseña es {PASSWORD}",
    f"密码是{PASSWORD}，请保密",
    f"비밀번호는 {PASSWORD} 입니다",
    f"пароль: {PASSWORD}",
]


@pytest.mark.parametrize("text", SAID)
def test_a_password_told_in_a_sentence_goes(text: str) -> None:
    """In several languages, with or without blanks between words."""
    assert redact(text).text == text.replace(PASSWORD, "[redacted:password]")


HARMLESS = [
    "commit c3cbab4b30411cdea992bc97f454deb81b06978d (HEAD -> main)",
    '{"sessionId": "317babe7-4997-6f9e-d72a-bd46d4e3724a", "parentUuid": null}',
    '"integrity":"sha512-' + base64.b64encode(bytes(range(64))).decode() + '"',
    "![x](data:image/png;base64," + base64.b64encode(bytes(range(200))).decode() + ")",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5" + body(ALPHABET, 44) + " dev@laptop",
    "Digest: sha256:" + body(LOWER, 64),
    "password = getpass.getpass('Password: ')",
    "def login(username: str, password: str) -> Token:",
    'token = os.environ["API_TOKEN"]',
    "token: ${{ secrets.NPM_TOKEN }}",
    "Authorization: Bearer ${token}",
    "Authorization: Bearer <YOUR_TOKEN>",
    "API_KEY=your_api_key_here",
    "password: ********",
    "postgres://user:${DB_PASSWORD}@db/app",
    "postgres://username:password@localhost/app",
    "--- PASS: TestTruncateAtUUID/at_u0 (0.00s)",
    "    file.go:88: case *T.TokenAuth:",
    '{"prompt_tokens": 1234, "completion_tokens": 567}',
    "CREATE TABLE u (password_hash VARCHAR(255), api_token_id UUID)",
    '{"password":"Mot de passe","token_expired":"Le jeton a expiré"}',
    "pod/auth-token-service-24eacfe104-jfvqf 1/1 Running",
    "arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/db-KmTEMP",
    "cache_key = f'session:{session_id}:messages'",
    "next_page_token: " + RANDOM,
    "public_key: " + RANDOM,
    "Password must be at least 8 characters",
    "パスワードは8文字以上にしてください",
    "トークン数は 4096 です",
    "The key is to iterate quickly2.",
    "mysql -h db -P 3306 -u root -p shop",
    "docker run -p 8080:80 nginx",
    "git@github.com:acme/x.git and npm i @acme/pkg@1.2.3",
    "token=[redacted:token]&x=1",
]


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_no_secret_stays(text: str) -> None:
    """Hashes, ids, placeholders, expressions, identifiers and talk about passwords."""
    assert redact(text).text == text
    assert not redact(text).counts


BLOCK = [body("MIIEow" + ALPHABET + "+/", 64)[i:] + body(ALPHABET, i) for i in range(6)] + ["k9Q2=="]
BEGIN, END = "-----BEGIN RSA " + "PRIVATE KEY-----", "-----END RSA " + "PRIVATE KEY-----"
LAYOUTS = {
    "plain": "\n".join([BEGIN, *BLOCK, END]),
    "indented": "\n".join("    " + line for line in [BEGIN, *BLOCK, END]),
    "numbered": "\n".join(f"{n:6}\t{line}" for n, line in enumerate([BEGIN, *BLOCK, END], 1)),
    "added": "\n".join("+" + line for line in [BEGIN, *BLOCK, END]),
    "escaped": "\\n".join([BEGIN, *BLOCK, END]),
    "twice escaped": "\\\\n".join([BEGIN, *BLOCK, END]),
    "cut at the end": "\n".join([BEGIN, *BLOCK[:4]]),
    "cut at the start": "\n".join([*BLOCK[2:], END]),
    "in pieces of code": " +\n".join(f"'{line}\\n'" for line in [BEGIN, *BLOCK, END]),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_line_of_a_private_key_goes(layout: str) -> None:
    """However the block was printed, none of its lines is left, and what stands around it is."""
    clean = redact(f"$ cat key\n{LAYOUTS[layout]}\n$ ls -la\ntotal 24").text
    assert not [line for line in BLOCK if line in clean]
    assert clean.startswith("$ cat key\n")
    assert clean.endswith("\n$ ls -la\ntotal 24")


def test_a_column_of_passwords_goes() -> None:
    """The heading of a table names what stands below it; the other columns stay."""
    head = ["| user | Password | since |", "|---|---|---|"]
    rows = [f"| bob | {PASSWORD} | 2024 |", f"| eve | `{PASSWORD}` | 2025 |"]
    text = "\n".join([*head, *rows, "", "end"])
    assert redact(text).text == text.replace(PASSWORD, "[redacted:password]")


def test_a_certificate_stays() -> None:
    """It is public."""
    text = "\n".join(["-----BEGIN CERTIFICATE-----", *BLOCK, "-----END CERTIFICATE-----"])
    assert redact(text).text == text


def test_a_token_wrapped_by_a_terminal_goes() -> None:
    """Both halves, and the line break between them."""
    secret = key("gh" + "p_", 36)
    assert redact(f"token\n{secret[:17]}\n{secret[17:]}\n$ ls").text == "token\n[redacted:github-token]\n$ ls"
