"""Secrets known by where they stand: passwords in URLs, headers, cookies, command lines, password files."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator

from compiler.text.redact.shape import ANSI, SPACE, Finding, is_masked, shape
from compiler.text.redact.values import (
    is_expression,
    is_random,
    is_stand_in,
    is_wordy,
    may_be_password,
    trimmed,
)

# --- user:password@host -------------------------------------------------------------------------------------------
_USERINFO = shape("password in a URL", r"([^\x00-\x20\"'`<>\\/?#@:]{0,200}):([^\x00-\x20\"'`<>\\/?#]{1,200})@[A-Za-z0-9\[_*{$%]")
_USERINFO_ODD = shape("password in a URL, unescaped", r"([^\x00-\x20\"'`<>\\/?#@:]{1,200}):([^\x00-\x20\"'`<>\\@:]{1,100})@[A-Za-z0-9._-]{1,100}(?::[0-9]{2,5})?[/\"'` \n?]")
_USER_TOKEN = shape("token in a URL", r"([A-Za-z0-9_~.-]{20,200})@[A-Za-z0-9]")


def find_userinfo(text: str, pos: int) -> Iterator[Finding]:
    at = pos + 3
    match = _USERINFO.match(text, at) or _USERINFO_ODD.match(text, at)
    if match is not None:
        value = match.group(2)
        if not is_masked(value) and not _is_variable(value) and value.strip("*xX.-") and not _is_template(text, match.end(), value):
            yield Finding("url-password", match.start(2), match.end(2))
        return
    match = _USER_TOKEN.match(text, at)
    if match is not None and is_random(match.group(1)):
        yield Finding("url-token", match.start(1), match.end(1))


_VARIABLE = shape("variable", r"\$[A-Za-z_{(]|%[sdr(]|[{][A-Za-z_.0-9 ]{0,60}[}]|%[A-Z_]{2,40}%|:[a-z]|#\{")


def _is_variable(value: str) -> bool:
    return _VARIABLE.match(value) is not None and not (value.startswith("$") and any(c.isdigit() for c in value[1:]) and "}" not in value)


def _is_template(text: str, host: int, value: str) -> bool:
    """`user:password@host`, `your_user:your_password@…`."""
    return value.lower().startswith(("your", "<your")) or text[host - 1 : host + 8].lower().startswith(("host:", "host/", "hostname", "your"))


# --- headers ------------------------------------------------------------------------------------------------------
_HEADER = shape(
    "authorization header",
    rf"uthorization(?:\\{{0,16}}[\"'`])?\]?{SPACE}(?:=>|:=|[:=,|]|%3[aA]){{1,2}}{SPACE}(?:\\{{0,16}}[\"'`])?(?:%20|[ ]){{0,2}}(?:(?:[Bb]earer|BEARER|[Bb]asic|BASIC|[Tt]oken|[Aa]pi[Kk]ey|[Bb]ot|SSWS|[Dd]igest|[Nn]egotiate|NTLM|GenieKey|Splunk|OAuth|Snowflake Token|SharedKey [a-z0-9]{{1,30}}|FlyV1|Key|DPoP)(?:%20|[ :]){{1,3}})?(?:token=|Token=|key=)?",
)
_SCHEME = shape("authorization scheme", rf"(?:earer|asic|EARER|ASIC)(?:%20|[ ]|{ANSI}){{1,4}}(?:\\{{0,16}}[\"'`])?")
_CREDENTIAL = shape("header credential", r"[A-Za-z0-9_.~+/=:%-]{1,4000}")


def find_authorization(text: str, low: str, pos: int) -> Iterator[Finding]:
    match = _HEADER.match(text, pos)
    if match is None or (body := _CREDENTIAL.match(text, match.end())) is None:
        return
    value = body.group().rstrip(".:")
    if "AWS4-HMAC" in value or ("=" in value.rstrip("=") and "," in text[body.end() : body.end() + 1]):
        return
    scheme = text[pos : match.end()].lower()
    strict = "bearer" not in scheme and "basic" not in scheme and "token" not in scheme
    if _is_credential(value, strict=strict):
        yield Finding("authorization", body.start(), body.start() + len(value))


def find_scheme(text: str, low: str, pos: int) -> Iterator[Finding]:
    """`Bearer …` and `Basic …` by themselves; `pos` is the place of `earer ` or `asic `."""
    match = _SCHEME.match(text, pos)
    if match is None or pos == 0 or text[pos - 1] not in "Bb":
        return
    if (body := _CREDENTIAL.match(text, match.end())) is None:
        return
    value = body.group().rstrip(".:")
    basic = text[pos : pos + 4].lower() == "asic"
    if (_is_userpass(value) if basic else len(value) >= 16 and is_random(value)):
        yield Finding("authorization", body.start(), body.start() + len(value))


def _is_credential(value: str, *, strict: bool) -> bool:
    if len(value) < 8 or is_stand_in(value):
        return False
    return is_random(value) or _is_userpass(value) or (not strict and any(map(str.isdigit, value)) and not is_wordy(value))


def _is_userpass(value: str) -> bool:
    """Base64 of `user:password`."""
    if len(value) < 8 or is_masked(value):
        return False
    try:
        plain = base64.b64decode(value + "=" * (-len(value) % 4), altchars=b"-_" if "-" in value or "_" in value else None)
    except (binascii.Error, ValueError):
        return False
    return b":" in plain and all(32 <= byte < 127 or byte >= 0xC2 for byte in plain) and not plain.startswith(b"http")


_COOKIE = shape("cookie header", rf"ookie2?(?:\\{{0,16}}[\"'`])?{SPACE}(?:=>|[:=,]){SPACE}(?:\\{{0,16}}[\"'`])?")
_CRUMB = shape("cookie", r"[ ;]{0,4}([A-Za-z0-9_.$%-]{1,80})=([A-Za-z0-9_.~+/=:%!|*@-]{0,4000})")
_CRUMB_NAMES = ("sess", "sid", "auth", "token", "jwt", "csrf", "xsrf", "login", "remember", "identity", "secret", "key", "user", "account", "cf_clearance", "refresh", "access")
_CRUMB_PUBLIC = frozenset({"theme", "lang", "locale", "tz", "path", "domain", "expires", "max-age", "samesite", "_ga", "_gid", "_fbp", "priority", "version"})


def find_cookies(text: str, low: str, pos: int) -> Iterator[Finding]:
    match = _COOKIE.match(text, pos)
    at = match.end() if match else -1
    for _ in range(60):
        if at < 0 or (crumb := _CRUMB.match(text, at)) is None:
            return
        name, value = crumb.group(1).lower(), crumb.group(2)
        known = any(word in name for word in _CRUMB_NAMES)
        if name not in _CRUMB_PUBLIC and not name.startswith("_ga") and not is_masked(value) and not is_stand_in(value) and (
            (known and len(value) >= 8 and not value.isalpha()) or (len(value) >= 20 and is_random(value))
        ):
            yield Finding("cookie", crumb.start(2), crumb.end(2))
        at = crumb.end()


# --- command lines ------------------------------------------------------------------------------------------------
_ARG = r"[^\n]{0,300}?"
_QUOTED_ARG = r"(?:\\{0,16}[\"'])?"
COMMANDS: dict[str, str] = {
    "sshpass": rf"sshpass{_ARG}[ ]-p[ ]?",
    "mysql": r"(?:mysql|mysqldump|mysqladmin|mysqlimport|mysqlsh)[ ][^\n|;&]{0,200}?-p",
    "mariadb": r"mariadb(?:-dump)?[ ][^\n|;&]{0,200}?-p",
    "redis-cli": r"redis-cli[ ][^\n|;&]{0,200}?(?:-a|--pass)[ ]",
    "curl": r"curl[ ][^\n]{0,400}?(?:-u|--user|--proxy-user|-U)[ =]?[\"'\\]{0,4}[A-Za-z0-9_.@%+-]{1,100}:",
    "wget": r"wget[ ][^\n]{0,200}?--(?:http-|ftp-|proxy-)?password[= ]",
    "docker login": r"docker login[^\n|;&]{0,200}?[ ]-p[ ]?",
    "podman login": r"podman login[^\n|;&]{0,200}?[ ]-p[ ]?",
    "helm registry login": r"helm registry login[^\n|;&]{0,200}?[ ]-p[ ]?",
    "oc login": r"oc login[^\n|;&]{0,200}?[ ]-p[ ]?",
    "az login": r"az login[^\n|;&]{0,200}?[ ]-p[ ]?",
    "ldapsearch": r"ldap(?:search|modify|add|whoami)[ ][^\n|;&]{0,200}?[ ]-w[ ]?",
    "mongo": r"mongo(?:sh|dump|restore|export|import)?[ ][^\n|;&]{0,200}?[ ]-p[ ]",
    "sqlcmd": r"sqlcmd[ ][^\n|;&]{0,200}?[ ]-P[ ]?",
    "bcp ": r"bcp[ ][^\n|;&]{0,200}?[ ]-P[ ]?",
    "smbclient": r"smbclient[ ][^\n|;&]{0,200}?-U[ ]?[\"'\\]{0,4}[A-Za-z0-9_.\\/@-]{1,80}%",
    "zip -": r"zip[ ]-[^\n|;&]{0,100}?-?P[ ]",
    "7z ": r"7z[ ][^\n|;&]{0,200}?[ ]-p",
    "openssl": r"openssl[ ][^\n]{0,300}?pass:",
    "keytool": r"keytool[ ][^\n]{0,300}?-(?:storepass|keypass|srcstorepass|deststorepass)[ ]",
    "-storepass": r"-storepass[ ]",
    "htpasswd": r"htpasswd[ ]-[a-zA-Z]{0,5}b[a-zA-Z]{0,5}[ ][^ \n]{1,100}[ ][^ \n]{1,80}[ ]",
    "chpasswd": r"",
    "xfreerdp": r"xfreerdp[ ][^\n]{0,200}?/p:",
    "net use": r"net use[ ][^\n]{0,200}?/user:[^ \n]{1,80}[ ]",
    "ipmitool": r"ipmitool[ ][^\n]{0,200}?[ ]-P[ ]",
    "rabbitmqctl": r"rabbitmqctl (?:add_user|change_password)[ ][^ \n]{1,80}[ ]",
    "--requirepass": r"--requirepass[ ]",
    "requirepass": r"requirepass[ ]",
    "masterauth": r"masterauth[ ]",
    "ConvertTo-SecureString": r"ConvertTo-SecureString[ ](?:-String[ ])?",
    "IDENTIFIED BY": r"IDENTIFIED BY[ ](?:PASSWORD[ ])?[\"'\\]",
    "identified by": r"identified by[ ](?:password[ ])?[\"'\\]",
}
_COMMANDS = {word: shape(f"command {word}", pattern + _QUOTED_ARG) for word, pattern in COMMANDS.items() if pattern}
_SUDO = shape("password into sudo", r"(?:echo|printf|<<<)[ ]{1,4}(?:-[ne]{1,2}[ ])?(\\{0,8}[\"']?)([^\"'\\\n|]{4,100})\1?".replace(r"\1?", r"(?:\\{0,8}[\"'])?")
              + r"[ ]{0,4}\|[ ]{0,4}(?:sudo (?:-[A-Za-z]{1,4} ){0,3}-S|[^\n|]{0,100}--password-stdin|(?:sudo )?chpasswd|gpg[^\n|]{0,100}--passphrase-fd)")
_ARGUMENT = shape("argument", r"[^\x00-\x20\"'`\\]{1,200}")
COMMAND_WORDS = tuple(_COMMANDS)


def find_command(text: str, word: str, pos: int) -> Iterator[Finding]:
    match = _COMMANDS[word].match(text, pos)
    if match is None or (argument := _ARGUMENT.match(text, match.end())) is None:
        return
    value = trimmed(text, argument.start(), argument.end())
    if value is None or value.start == match.start():
        return
    written = text[value.start : value.end]
    strict = word in ("mysql", "mariadb", "7z ") and not match.group().endswith(("'", '"'))
    if written.startswith(("-", "/", "$", "{", "<", "%")) or is_masked(written):
        return
    if may_be_password(written, quoted=True, assigned=not strict) or (not strict and len(written) >= 4 and not is_stand_in(written)):
        yield Finding("password", value.start, value.end)


def find_piped(text: str, pos: int) -> Iterator[Finding]:
    """`echo 'secret' | sudo -S …`, `| docker login --password-stdin`, `| chpasswd`."""
    match = _SUDO.match(text, pos)
    if match is not None:
        start, end = match.span(2)
        written = text[start:end].rstrip()
        if "chpasswd" in match.group() and ":" in written:
            start += written.index(":") + 1
        if not written.startswith("$") and not is_stand_in(written):
            yield Finding("password", start, start + len(text[start:end].rstrip()))


# --- password files -----------------------------------------------------------------------------------------------
_NETRC = shape("netrc", r"(?:login|user|account)[ \t]{1,8}[^ \t\n\\]{1,100}(?:[ \t\r\n]|\\[nrt]){1,12}password[ \t]{1,8}([^\x00-\x20\\\"'`]{1,200})")
_PGPASS = shape("pgpass", r":(?:[0-9]{4,5}|\*):(?:[A-Za-z][A-Za-z0-9_-]{0,60}|\*):([A-Za-z_][A-Za-z0-9_.-]{0,60}|\*):([^\x00-\x20:\\\"'`]{4,200})")
_HOST_BEFORE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.*")
_SHADOW = shape("password hash", r"\$(?:6|5|1|y|apr1|2[aby]|argon2id?|pbkdf2-sha256|7)\$[A-Za-z0-9./$=,+-]{20,300}")


def find_netrc(text: str, pos: int) -> Iterator[Finding]:
    match = _NETRC.match(text, pos)
    if match is not None and not is_stand_in(match.group(1)):
        yield Finding("password", match.start(1), match.end(1))


def find_pgpass(text: str, pos: int) -> Iterator[Finding]:
    """`host:port:database:user:password`; `pos` is the colon before the port."""
    match = _PGPASS.match(text, pos)
    if match is None or pos == 0 or text[pos - 1] not in _HOST_BEFORE:
        return
    value = match.group(2)
    if "/" not in text[max(0, pos - 1) : pos] and may_be_password(value, quoted=False, assigned=True) and not is_expression(value):
        yield Finding("password", match.start(2), match.end(2))


_SECRET_MANIFEST = shape("kind: Secret", r"kind[\"']?:[ ]?[\"']?Secret[\"']?[ \t]{0,8}(?:\r?\n|\\{1,8}n|,)")
_DATA = shape("data of a manifest", r"(?:^|\n|\\n|[{,])[ \t]{0,8}[\"']?(?:data|stringData)[\"']?:[ ]?\{?(?:\r?\n|\\{1,8}n)?")
_ENTRY = shape("entry of a manifest", r"(?:[ \t]{1,12}|,?[ ]?)[\"']?([A-Za-z0-9_.-]{1,80})[\"']?:[ ]?[\"']?([^\x00-\x20\"'`\\,{}|>]{1,4000})[\"']?[ \t]{0,4}(?:\r?\n|\\{1,8}n|,|$|\})?")


def find_manifest(text: str, pos: int) -> Iterator[Finding]:
    """The values below `data:` and `stringData:` of a Kubernetes Secret."""
    if _SECRET_MANIFEST.match(text, pos) is None:
        return
    window_start, window_end = max(0, pos - 2000), min(len(text), pos + 6000)
    if (cut := text.find("\n---", pos, window_end)) >= 0:
        window_end = cut
    if (cut := text.rfind("\n---", window_start, pos)) >= 0:
        window_start = cut
    for data in _DATA.finditer(text, window_start, window_end):
        at = data.end()
        while (entry := _ENTRY.match(text, at, window_end)) is not None and entry.end() > at:
            if not is_stand_in(entry.group(2)) and not _is_variable(entry.group(2)) and len(entry.group(2)) >= 4:
                yield Finding("kubernetes-secret", entry.start(2), entry.end(2))
            at = entry.end()


_ENCODED_KEY = shape("base64 of a PEM block", r"LS0tLS1CRUdJTi[A-Za-z0-9+/=_-]{20,40000}")


def find_encoded_key(text: str, pos: int) -> Iterator[Finding]:
    match = _ENCODED_KEY.match(text, pos)
    if match is not None:
        head = match.group()[:80]
        plain = base64.b64decode(head[: len(head) // 4 * 4].replace("-", "+").replace("_", "/"))
        if b"PRIVATE KEY" in plain:
            yield Finding("private-key", match.start(), match.end())


_DISCORD = shape("discord token", r"\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}")
_DISCORD_ID = shape("discord id", r"[MNO][A-Za-z0-9_-]{23,25}$")


def find_discord(text: str, pos: int) -> Iterator[Finding]:
    """A bot token: base64 of a user id, time, signature; `pos` is the first dot."""
    if pos + 36 < len(text) and text[pos + 7 : pos + 8] == "." and (match := _DISCORD.match(text, pos)) is not None:
        head = text[max(0, pos - 26) : pos]
        if (lead := _DISCORD_ID.search(head)) is not None and is_random(match.group()[8:]):
            yield Finding("discord-bot-token", pos - len(head) + lead.start(), match.end())


