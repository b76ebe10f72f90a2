"""Passwords that a program reads: from a pipe, a here-string, a script that types, a line of a protocol."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.text.redact.shape import Finding, shape
from compiler.text.redact.values import is_stand_in, may_be_password

_QUOTE = r"(?:\\{0,8}[\"'])"
_READS = (
    r"(?:sudo (?:-[A-Za-z]{1,4} ){0,3}-S|[^\n|]{0,100}--(?:password-stdin|with-token)"
    r"|[^\n|]{0,100}secrets? (?:set|put|create|add)"
    r"|(?:sudo )?(?:chpasswd|passwd|smbpasswd|kinit|vncpasswd|cryptsetup|keyctl|argon2|openssl passwd|pass insert)"
    r"|htpasswd -[A-Za-z]{0,4}i|gpg[^\n|]{0,100}--passphrase-fd)"
)
_PIPED = shape(
    "password piped into a command",
    rf"(?:echo|printf)[ ]{{1,4}}(?:-[ne]{{1,2}}[ ])?{_QUOTE}?([^\"'\\\n|]{{4,100}})"
    rf"(?:\\{{1,4}}n[^\"'\n|]{{0,210}})?{_QUOTE}?[ ]{{0,4}}\|[ ]{{0,4}}{_READS}",
)
_HERE = shape("here-string", rf"<<<[ ]?{_QUOTE}?([^\x00-\x20\"'\\|]{{4,200}})")
_READER = shape(
    "command that reads a password",
    r"passwd|sudo[^\n|]{0,60} -S|kinit|secrets? (?:set|put|create|add)|password|cryptsetup|argon2|passphrase|login",
)
_SENT = shape("line that expect types", rf"send (?:--[ ])?{_QUOTE}([^\x00-\x20\"'\\]{{6,100}})\\{{1,4}}[rn]{_QUOTE}")


def find_piped(text: str, pos: int) -> Iterator[Finding]:
    """`echo 'secret' | sudo -S …`, `| docker login --password-stdin`, `| chpasswd`, `| gh secret set …`."""
    match = _PIPED.match(text, pos)
    if match is None:
        return
    start, written = match.start(1), match.group(1).rstrip()
    end = start + len(written)
    if "chpasswd" in match.group() and ":" in written:
        start += written.index(":") + 1
    if written.startswith("$") or is_stand_in(written):
        return
    yield Finding("password", start, end)
    if (again := text.find(text[start:end], end, match.end())) >= 0:
        yield Finding("password", again, again + end - start)


def find_here(text: str, pos: int) -> Iterator[Finding]:
    """`passwd <<< 'secret'`; `pos` is the place of `<<<`."""
    line = text[max(0, pos - 120, text.rfind("\n", 0, pos) + 1) : pos]
    if _READER.search(line) is None and "sudo -S" not in line:
        return
    match = _HERE.match(text, pos)
    if match is not None and may_be_password(match.group(1), quoted=True, assigned=True):
        yield Finding("password", *match.span(1))


def find_sent(text: str, pos: int) -> Iterator[Finding]:
    """`send "secret\\r"` of an expect script; `pos` is the place of `send`."""
    match = _SENT.match(text, pos)
    if match is None or match.group(1).isdigit() or not any(map(str.isdigit, match.group(1))):
        return
    if may_be_password(match.group(1), quoted=True, assigned=True):
        yield Finding("password", *match.span(1))


_AUTH = shape("AUTH", r"AUTH[ ](?:[A-Za-z0-9_.-]{1,40}[ ])?([^\x00-\x20\"'`\\]{6,400})(?:[\"'`\\\r\n]|$)")
_MECHANISMS = ("SCRAM", "CRAM", "DIGEST", "NTLM", "PLAIN", "LOGIN", "XOAUTH", "GSSAPI")


def find_auth(text: str, pos: int) -> Iterator[Finding]:
    """`AUTH …` as redis and mail servers read it, at the start of a line or after a prompt."""
    before = text[max(0, pos - 2) : pos].rstrip(" ")
    if before and before[-1] not in "\n\t>+→\"'`" and not before.endswith("\\n"):
        return
    match = _AUTH.match(text, pos)
    if match is None or match.group(1).startswith(_MECHANISMS):
        return
    mixed = any(map(str.isdigit, match.group(1))) and any(map(str.isalpha, match.group(1)))
    if mixed and may_be_password(match.group(1), quoted=True, assigned=True):
        yield Finding("password", *match.span(1))
