"""Where secrets stand besides a name, a sign and a value: commands, pipes, calls, answers, pairs."""

from __future__ import annotations

import json

import pytest

from compiler.text.redact import redact

PASSWORD = "Maple!" + "harbor" + "61"
TOKEN = "q7" + "WbT2mZx9KfR4vLs8NdYc3HjP6gQa1E"
PLACES = {
    "login pair before the word": "admin:{} でログインできます",
    "login pair, Chinese": "用 admin / {} 登录",
    "login pair, Korean": "admin / {} 로 로그인하세요",
    "login pair, English": "use admin / {} to log in",
    "typed into a form": "「{}」と入力してログイン",
    "asked for, value first": "just type {} when it asks for the password",
    "asked for, value last": "when asked for the password, enter {}",
    "asked for, German": "gib {} ein, wenn nach dem Passwort gefragt wird",
    "at the prompt": "at the password prompt enter {}",
    "answer to a question": "what's the password?\n\n{}",
    "answer in a block": "the password is:\n```\n{}\n```",
    "prompt with a remark": "Password (temporary): {}",
    "beside a user's name": "user bob password {}",
    "rclone": "rclone config create nas webdav user bob pass {}",
    "wifi": "nmcli dev wifi connect HomeNet password {}",
    "Windows account": "net user bob {} /add",
    "keychain": "security add-generic-password -a bob -s svc -w {}",
    "registry": "skopeo copy --dest-creds bob:{} a b",
    "HTTP client": "http --auth bob:{} https://x.acme.io",
    "Oracle": "sqlplus system/{}@orcl",
    "redis": "127.0.0.1:6379> AUTH default {}",
    "SQL": "CREATE USER bob IDENTIFIED BY {};",
    "pipe": "echo -n '{}' | gh secret set DB_PASSWORD",
    "pipe, twice": "printf '{}\\n{}\\n' | passwd bob",
    "here-string": "sudo -S ls <<< '{}'",
    "expect": 'expect "word:"; send "{}\\r"',
    "flags": "gh secret set DB_PASSWORD --body '{}'",
    "login call": 'smtp.login("bob@acme.io", "{}")',
    "new account": "User.objects.create_superuser('admin', 'a@acme.io', '{}')",
    "field of a page": "page.getByLabel('Password').fill('{}')",
    "hash": "bcrypt.hash('{}', 10)",
    "signature": "jwt.sign(payload, '{}')",
    "HTML": "&quot;password&quot;:&quot;{}&quot;",
    "XML": '<string name="password">{}</string>',
}


@pytest.mark.parametrize("place", PLACES)
def test_a_password_goes_from_its_place(place: str) -> None:
    """The password alone: what stands around it stays."""
    text = PLACES[place].replace("{}", PASSWORD)
    assert redact(text).text == PLACES[place].replace("{}", "[redacted:password]")


TOKENS = {
    "cookie flag at the start": ("-b 'sessionid={}' https://x.acme.io", "cookie"),
    "cookie flag without a blank": ("curl x -b'theme=dark; sid={}'", "cookie"),
    "cookies as a mapping": ("cookies = {'theme': 'dark', 'sessionid': '{}'}", "cookie"),
    "login command": ("vault login {}", "token"),
    "cell of a table": ("| API key | `{}` |", "api-key"),
    "function's key": ("x-functions-key: {}", "api-key"),
    "code of a callback": ("https://x.acme.io/cb?code={}&state=1", "api-key"),
    "link to a new password": ("https://x.acme.io/reset-password/{}", "url-token"),
}


@pytest.mark.parametrize("place", TOKENS)
def test_a_token_goes_from_its_place(place: str) -> None:
    """What a machine made up, known by where it stands."""
    frame, kind = TOKENS[place]
    assert redact(frame.replace("{}", TOKEN)).text == frame.replace("{}", f"[redacted:{kind}]")


LISTINGS = {"numbered": "{n:6}\t", "diff": "+", "quoted": "> "}
BELOW = {
    "manifest": "- name: DB_PASSWORD\n  value: {}\nend",
    "block scalar": "password: |\n  {}\nend",
    "answer": "what's the password?\n{}\nend",
    "netrc": "machine x login ci\n  password {}\nend",
}


@pytest.mark.parametrize("listing", LISTINGS)
@pytest.mark.parametrize("frame", BELOW)
def test_a_value_on_the_next_line_goes_from_a_listing(listing: str, frame: str) -> None:
    """Though the tool that shows the lines puts something before each."""
    lines = [LISTINGS[listing].format(n=n) + line for n, line in enumerate(BELOW[frame].split("\n"), 1)]
    text = "\n".join(lines)
    assert redact(text.replace("{}", PASSWORD)).text == text.replace("{}", "[redacted:password]")


@pytest.mark.parametrize("frame", BELOW)
def test_a_value_on_the_next_line_goes_from_a_tools_input(frame: str) -> None:
    """Where JSON has made two characters of the line's end."""
    text = json.dumps({"content": BELOW[frame]})
    assert redact(text.replace("{}", PASSWORD)).text == text.replace("{}", "[redacted:password]")


def test_a_pair_before_the_word_goes_though_another_seems_to_follow() -> None:
    """What comes after the word for logging in may have a name and a colon too."""
    text = json.dumps({"note": "admin:{} でログインできます", "description": "run"}, ensure_ascii=False)
    assert redact(text.replace("{}", PASSWORD)).text == text.replace("{}", "[redacted:password]")


def test_the_secret_beside_an_aws_key_id_goes() -> None:
    """As in the file of credentials that the console hands out."""
    key_id, secret = "AK" + "IA" + "QWERTYUIOPASDF23", "wJ4rXUtn" + "bPxR/iCY7MDENG+K3zQ9vT1hL6sAeFoB"
    text = f"Access key ID,Secret access key\n{key_id},{secret}\n"
    clean = "Access key ID,Secret access key\n[redacted:aws-access-key],[redacted:aws-secret-key]\n"
    assert redact(text).text == clean


def test_recovery_codes_go() -> None:
    """All of a list, up to the first line that is none."""
    text = "recovery codes:\n3f9a-71bc\n82d4-09ee\nKeep them safe."
    assert redact(text).text == "recovery codes:\n[redacted:recovery-code]\n[redacted:recovery-code]\nKeep them safe."


HARMLESS = [
    "visit /settings/user2 to log in",
    "admin / user2 ロールでログインできます",
    "when prompted for the password, press Enter",
    "use argon2id when it asks for a password hash",
    "system prompt: use gpt-4o-2024-08-06",
    "unrar x foo-p2.rar",
    "az webapp create -g rg -p myPlan1 -n app",
    "ssh login host -p 2222",
    "AUTH PLAIN LOGIN CRAM-MD5 SCRAM-SHA-256",
    "cat <<< 'hello2world'",
    "git checkout -b 'user=branch2'",
    'cookies = {"theme": "dark", "lang": "ja"}',
    "?code=SAVE20NOW",
    'login("page2", "Title of the page 3")',
    "jwt.verify(token, process.env.JWT_SECRET2)",
    "backup code: see page 2",
    "Forgot your password?\nSee page 12",
    '<string name="password">Passwort</string>',
]


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_stands_in_such_a_place_stays(text: str) -> None:
    """Roles, pages, versions, ports, plans, branches."""
    assert redact(text).text == text
