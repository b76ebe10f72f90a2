"""Passwords among the arguments of a command: `sshpass -p …`, `curl -u user:…`, `net user bob … /add`."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.text.redact.shape import Finding, is_masked, shape
from compiler.text.redact.values import is_random, is_stand_in, may_be_password, trimmed

_ARGS = r"[^\n|;&]{0,160}?"
_USER = r"[\"'\\]{0,4}[A-Za-z0-9_.@%+-]{1,100}"
_COMMANDS: dict[str, str] = {
    # machines, shares, remote desktops
    "sshpass": rf"sshpass{_ARGS}[ ]-p[ ]?",
    " -pw ": r"[ ]-pw[ ]",
    "smbclient": rf"smbclient[ ]{_ARGS}-U[ ]?[\"'\\]{{0,4}}[A-Za-z0-9_.\\/@-]{{1,80}}%",
    "net use": rf"net use[ ](?:{_ARGS}/user:[^ \n]{{1,80}}[ ]|[^ \n]{{1,10}}[ ]\\\\[^ \n]{{1,80}}[ ])",
    "net user": r"net user[ ][A-Za-z0-9_.\\-]{1,40}[ ]",
    "xfreerdp": rf"xfreerdp[ ]{_ARGS}/p:",
    "rdesktop": rf"rdesktop[ ]{_ARGS}-p[ ]",
    "x11vnc": rf"x11vnc[ ]{_ARGS}-passwd[ ]",
    "sexec": rf"sexec(?:64)?(?:\.exe)?[ ]{_ARGS}-p[ ]",
    "winrs": rf"winrs[ ]{_ARGS}-p(?:assword)?:",
    "schtasks": rf"schtasks[ ]{_ARGS}/rp[ ]",
    "lftp": rf"lftp[ ]{_ARGS}-u[ ]{_USER},",
    "impacket-": rf"impacket-[a-zA-Z]{{2,20}}[ ]{_ARGS}{_USER}:",
    "ipmitool": rf"ipmitool[ ]{_ARGS}[ ]-P[ ]",
    "snmp": rf"snmp(?:walk|get|set|bulkwalk|status)[ ]{_ARGS}[ ]-[AXc][ ]",
    "nmcli": rf"nmcli[ ]{_ARGS}[ ]password[ ]",
    "wpa_passphrase": r"wpa_passphrase[ ](?:\"[^\"\n]{1,40}\"|'[^'\n]{1,40}'|[^ =\"'\n]{1,40})[ ]",
    "keyMaterial=": r"keyMaterial=",
    "hydra": rf"hydra[ ]{_ARGS}[ ]-p[ ]",
    "evil-winrm": rf"evil-winrm[ ]{_ARGS}[ ]-p[ ]",
    "crackmapexec": rf"crackmapexec[ ]{_ARGS}[ ]-p[ ]",
    "netexec": rf"netexec[ ]{_ARGS}[ ]-p[ ]",
    # databases and queues
    "mysql": rf"mysql(?:dump|admin|import|sh)?{_ARGS}[ ]-p",
    "mysqladmin": rf"mysqladmin[ ]{_ARGS}[ ]password[ ]",
    "mariadb": rf"mariadb(?:-dump)?{_ARGS}[ ]-p",
    "redis-cli": rf"redis-cli[ ]{_ARGS}(?:-a|--pass)[ ]",
    "mongo": rf"mongo(?:sh|dump|restore|export|import)?[ ]{_ARGS}[ ]-p[ ]",
    "sqlcmd": rf"sqlcmd[ ]{_ARGS}[ ]-P[ ]?",
    "osql": rf"osql[ ]{_ARGS}[ ]-P[ ]?",
    "bcp ": rf"bcp[ ]{_ARGS}[ ]-P[ ]?",
    "mosquitto_": rf"mosquitto_[a-z]{{2,4}}[ ]{_ARGS}[ ]-P[ ]",
    "ldap": rf"ldap(?:search|modify|add|whoami|passwd)[ ]{_ARGS}[ ]-w[ ]?",
    "rabbitmqctl": r"rabbitmqctl (?:add_user|change_password)[ ][^ \n]{1,80}[ ]",
    **{tool: rf"{tool}{_ARGS}{_USER}/" for tool in ("sqlplus ", "expdp ", "impdp ", "sqlldr ")},
    "requirepass": r"requirepass[ ]",
    "masterauth": r"masterauth[ ]",
    "ACL SETUSER": r"ACL SETUSER[ ][^\n]{0,120}?[ ]>",
    "IDENTIFIED ": r"IDENTIFIED (?:WITH [a-z0-9_'\"`]{1,40} )?(?:BY|AS)[ ](?:PASSWORD[ ]|VALUES[ ])?",
    "identified by": r"identified by[ ](?:password[ ])?[\"'\\]",
    # registries, clouds, HTTP
    "curl": rf"curl[ ][^\n]{{0,200}}?(?:-u|--user|--proxy-user|-U)[ =]?{_USER}:",
    "--auth": rf"--auth[ =]{_USER}:",
    "http -a": rf"http -a[ ]{_USER}:",
    "creds": rf"creds[ =]{_USER}:",
    **{f"{tool} login": rf"{tool} login{_ARGS}[ ]-p[ ]?"
       for tool in ("docker", "podman", "registry", "oc", "nerdctl", "buildah", "skopeo", "oras", "crane auth")},
    "az ": rf"az (?:login|sql|mysql|postgres|vm|ad|acr)[ ]{_ARGS}[ ]-p[ ]",
    "bundle config": rf"bundle config[ ](?:set[ ])?(?:--[a-z]{{1,10}}[ ])?[^ \n]{{1,80}}[ ]{_USER}:",
    "http-basic.": r"http-basic\.[^ \n]{1,80}[ ][^ \n]{1,60}[ ]",
    "rclone ": rf"rclone (?:obscure[ ]|config (?:create|update|password)[ ]{_ARGS}[ ](?:pass|password2?|key"
    r"|token|bearer_token|client_secret|secret_access_key)[ =])",
    # files, keys, accounts
    "zip -": rf"zip[ ]-{_ARGS}-?P[ ]",
    "7z ": rf"7z[ ]{_ARGS}[ ]-p",
    "rar ": rf"rar[ ][a-z]{{1,2}}(?:[ ]{_ARGS})?[ ]-h?p",
    "openssl": r"openssl[ ][^\n]{0,160}?pass:",
    "openssl passwd": r"openssl passwd[ ](?:-[A-Za-z0-9]{1,12}[ ]){0,3}",
    "-storepass": r"-storepass[ ]",
    "-keypass": r"-keypass[ ]",
    "htpasswd": r"htpasswd[ ](?:-(?:n[bBCdmsp]{1,3}|[bBCdmsp]{1,3}n[bBCdmsp]{0,2})[ ]|-[A-Za-z]{0,5}b[A-Za-z]{0,5}[ ]"
    r"[^ \n]{1,100}[ ])[^ \n]{1,80}[ ]",
    "mkpasswd": r"mkpasswd[ ](?:-m[ ][a-z0-9-]{2,20}[ ]|--method=[a-z0-9-]{2,20}[ ]|-s[ ]){0,3}",
    "--plaintext": r"--plaintext[ =]",
    "usermod": rf"usermod[ ]{_ARGS}-p[ ]",
    "useradd": rf"useradd[ ]{_ARGS}-p[ ]",
    "security ": rf"security (?:add-generic-password|add-internet-password|unlock-keychain|create-keychain|import)[ ]"
    rf"{_ARGS}-[wpP][ ]",
    "ConvertTo-SecureString": r"ConvertTo-SecureString[ ](?:-String[ ])?",
}  # fmt: skip
_TOKEN_COMMANDS: dict[str, str] = {
    **{f"{tool} login": rf"{tool} login[ ](?:--?[a-z]{{1,12}}[ ]){{0,2}}"
       for tool in ("vault", "cargo", "wandb", "railway", "expo", "huggingface-cli")},
    "snyk auth": r"snyk auth[ ]",
    "auth init": r"auth init[ ](?:-t|--access-token)[ ]",
    "nuget push": rf"nuget push[ ]{_ARGS}[ ]-k[ ]",
    "gem push": rf"gem push[ ]{_ARGS}--key[ ]",
    "server key": r"server key[ ](?:[0-9][ ])?",
    "server community": r"server community[ ]",
}  # fmt: skip
"""Commands that take what a machine made up."""
_COMMANDS |= _TOKEN_COMMANDS
_SHAPES = {word: shape(f"command {word}", rf"{args}(?:\\{{0,16}}[\"'])?") for word, args in _COMMANDS.items()}
WORDS = tuple(_COMMANDS)
_CLINGING = frozenset({"mysql", "mariadb", "7z ", "rar "})
"""Commands whose flag clings to the password, so that `-port` or `-print` could be meant."""
_LOOSE = frozenset(
    {"net user", "snmp", "hydra", "nmcli", "--auth", "creds", "az ", "bundle config", "openssl passwd", "mkpasswd",
     "--plaintext", " -pw ", "rclone ", "IDENTIFIED "}
)  # fmt: skip
"""Words after which anything may stand: the value must hold a digit and something else."""
_BEFORE_HOST = frozenset({"sqlplus ", "expdp ", "impdp ", "sqlldr ", "impacket-"})
"""Commands that take `user/password@host`."""
_ARGUMENT = shape("argument", r"[^\x00-\x20\"'`\\]{1,200}")


def find_command(text: str, word: str, pos: int) -> Iterator[Finding]:
    """The password argument of the command whose name stands at `pos`."""
    match = _SHAPES[word].match(text, pos)
    if match is None or (argument := _ARGUMENT.match(text, match.end())) is None:
        return
    end = argument.end()
    if word in _BEFORE_HOST and (host := text.rfind("@", argument.start(), end)) >= 0:
        end = host
    if (value := trimmed(text, argument.start(), end)) is None:
        return
    written = text[value.start : value.end]
    if written.startswith(("-", "/", "$", "{", "<", "%")) or is_masked(written) or is_stand_in(written):
        return
    if word in _TOKEN_COMMANDS:
        if len(written) >= 12 and is_random(written):
            yield Finding("token", value.start, value.end)
        return
    quoted = match.group()[-1] in "'\""
    if word in _LOOSE and not quoted and not (any(map(str.isdigit, written)) and not written.isdigit()):
        return
    surely = word not in _CLINGING or quoted
    if may_be_password(written, quoted=True, assigned=surely) or (surely and len(written) >= 4):
        yield Finding("password", value.start, value.end)
