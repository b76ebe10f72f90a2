"""Passwords among the arguments of a command: `sshpass -p …`, `curl -u user:…`, `echo … | sudo -S`."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.text.redact.shape import Finding, is_masked, shape
from compiler.text.redact.values import is_stand_in, may_be_password, trimmed

_ARGS = r"[^\n|;&]{0,160}?"
_COMMANDS: dict[str, str] = {
    "sshpass": rf"sshpass{_ARGS}[ ]-p[ ]?",
    "mysql": rf"mysql(?:dump|admin|import|sh)?{_ARGS}[ ]-p",
    "mariadb": rf"mariadb(?:-dump)?{_ARGS}[ ]-p",
    "redis-cli": rf"redis-cli[ ]{_ARGS}(?:-a|--pass)[ ]",
    "curl": r"curl[ ][^\n]{0,200}?(?:-u|--user|--proxy-user|-U)[ =]?[\"'\\]{0,4}[A-Za-z0-9_.@%+-]{1,100}:",
    "docker login": rf"docker login{_ARGS}[ ]-p[ ]?",
    "podman login": rf"podman login{_ARGS}[ ]-p[ ]?",
    "registry login": rf"registry login{_ARGS}[ ]-p[ ]?",
    "oc login": rf"oc login{_ARGS}[ ]-p[ ]?",
    "az login": rf"az login{_ARGS}[ ]-p[ ]?",
    "ldap": rf"ldap(?:search|modify|add|whoami)[ ]{_ARGS}[ ]-w[ ]?",
    "mongo": rf"mongo(?:sh|dump|restore|export|import)?[ ]{_ARGS}[ ]-p[ ]",
    "sqlcmd": rf"sqlcmd[ ]{_ARGS}[ ]-P[ ]?",
    "bcp ": rf"bcp[ ]{_ARGS}[ ]-P[ ]?",
    "smbclient": rf"smbclient[ ]{_ARGS}-U[ ]?[\"'\\]{{0,4}}[A-Za-z0-9_.\\/@-]{{1,80}}%",
    "zip -": rf"zip[ ]-{_ARGS}-?P[ ]",
    "7z ": rf"7z[ ]{_ARGS}[ ]-p",
    "openssl": r"openssl[ ][^\n]{0,160}?pass:",
    "-storepass": r"-storepass[ ]",
    "-keypass": r"-keypass[ ]",
    "htpasswd": r"htpasswd[ ]-[a-zA-Z]{0,5}b[a-zA-Z]{0,5}[ ][^ \n]{1,100}[ ][^ \n]{1,80}[ ]",
    "xfreerdp": rf"xfreerdp[ ]{_ARGS}/p:",
    "net use": rf"net use[ ]{_ARGS}/user:[^ \n]{{1,80}}[ ]",
    "ipmitool": rf"ipmitool[ ]{_ARGS}[ ]-P[ ]",
    "rabbitmqctl": r"rabbitmqctl (?:add_user|change_password)[ ][^ \n]{1,80}[ ]",
    "requirepass": r"requirepass[ ]",
    "masterauth": r"masterauth[ ]",
    "ConvertTo-SecureString": r"ConvertTo-SecureString[ ](?:-String[ ])?",
    "IDENTIFIED BY": r"IDENTIFIED BY[ ](?:PASSWORD[ ])?[\"'\\]",
    "identified by": r"identified by[ ](?:password[ ])?[\"'\\]",
}
_SHAPES = {word: shape(f"command {word}", rf"{args}(?:\\{{0,16}}[\"'])?") for word, args in _COMMANDS.items()}
WORDS = tuple(_COMMANDS)
_LOOSE = frozenset({"mysql", "mariadb", "7z "})
"""Commands whose flag clings to the password, so that `-port` or `-print` could be meant."""
_ARGUMENT = shape("argument", r"[^\x00-\x20\"'`\\]{1,200}")
_PIPED = shape(
    "password piped into a command",
    r"(?:echo|printf)[ ]{1,4}(?:-[ne]{1,2}[ ])?(?:\\{0,8}[\"'])?([^\"'\\\n|]{4,100})(?:\\{0,8}[\"'])?[ ]{0,4}\|[ ]{0,4}"
    r"(?:sudo (?:-[A-Za-z]{1,4} ){0,3}-S|[^\n|]{0,100}--password-stdin|(?:sudo )?chpasswd"
    r"|gpg[^\n|]{0,100}--passphrase-fd)",
)


def find_command(text: str, word: str, pos: int) -> Iterator[Finding]:
    """The password argument of the command whose name stands at `pos`."""
    match = _SHAPES[word].match(text, pos)
    if match is None or (argument := _ARGUMENT.match(text, match.end())) is None:
        return
    if (value := trimmed(text, argument.start(), argument.end())) is None:
        return
    written = text[value.start : value.end]
    if written.startswith(("-", "/", "$", "{", "<", "%")) or is_masked(written) or is_stand_in(written):
        return
    surely = word not in _LOOSE or match.group()[-1] in "'\""
    if may_be_password(written, quoted=True, assigned=surely) or (surely and len(written) >= 4):
        yield Finding("password", value.start, value.end)


def find_piped(text: str, pos: int) -> Iterator[Finding]:
    """`echo 'secret' | sudo -S …`, `| docker login --password-stdin`, `| chpasswd`."""
    match = _PIPED.match(text, pos)
    if match is None:
        return
    start, written = match.start(1), match.group(1).rstrip()
    end = start + len(written)
    if "chpasswd" in match.group() and ":" in written:
        start += written.index(":") + 1
    if not written.startswith("$") and not is_stand_in(written):
        yield Finding("password", start, end)
