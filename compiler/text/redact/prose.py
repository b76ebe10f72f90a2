"""Passwords told in a sentence: "the admin password is …", 「パスワードは…です」, „das Passwort lautet …"."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.text.redact.shape import LINE, SPACE, Finding, shape
from compiler.text.redact.values import is_random
from compiler.text.redact.words import password_at, word_at

ASCII_ANCHORS = (
    "pass", "pwd", "pw", "mdp", "pin", "kennwort", "contrase", "clave", "senha", "wachtwoord", "haslo", "heslo",
    "parola", "lozinka", "sandi", "token", "secret", "key",
)  # fmt: skip
_WIDE_NAMES = (
    "パスワード", "パスコード", "パスフレーズ", "暗証番号", "合言葉", "トークン", "シークレット", "キー",
    "密码", "密碼", "口令", "令牌", "密钥", "비밀번호", "비번", "암호", "пароль", "пароля", "ключ", "токен", "hasło",
    "clé api", "lösenord", "κωδικός", "كلمة المرور", "كلمة السر", "mật khẩu", "şifre", "contraseña",
)  # fmt: skip
WIDE_ANCHORS = (
    *_WIDE_NAMES, "pwは", "pwが", "pw：", "pw は", "pw が", "passは", "passが", "pass は", "pass が",
)  # fmt: skip

_MARK = r"[`\"'*“„«「『（(\[]"
_TYPED = (
    r"(?:pass(?:word|[ ]?phrase|code|wort|wd|e)?s?|pwd|pw|mdp|kennwort|pin(?:[ -]?code)?|contrase(?:ñ|n)a|clave|senha"
    r"|wachtwoord|haslo|heslo|parola|lozinka|sandi)"
)
_MADE = r"(?:token|secret(?: key)?|key)"
_OF = (
    r"(?:[ ](?:for|of|to|on|für|fuer|von|vom|zum|pour|de|del|da|do|para|du|la|le|el|per|van|voor|des|der|am|beim)"
    r"[ ][^\n.:;=?!]{1,60}?)?"
)
_SINCE = r"(?:[ ](?:temporal|actual|nueva|provisional|temporaire|provisoire|actuel|nouveau|tempor[aä]r|atual|nova))?"
_IS = (
    r"(?:is|was|=|are|will be|should be|ist|lautet|war|est|es|é|è|era|será|sera|jest|adalah|zijn|är|auf|to|as|su|in|a"
    r"|en)"
)
_NOW = (
    r"(?:[ ](?:now|always|still|just|currently|jetzt|nun|noch|maintenant|toujours|ahora|agora|again|simply|also"
    r"|actually))?"
)
_CHANGED = (
    r"(?:[ ](?:was|is|has been|got|now))?[ ](?:changed|set|reset|updated|rotated|switched)"
    r"(?:[ ]from[ ][^ \n]{1,60})?[ ](?:to|as)"
)
_WHICH = r"(?:[ ][(\[][^()\[\]\n]{1,40}[)\]]|[ ]for[ ]'[^'\n]{1,100}')?"
"""`Password (temporary):`, `root password [none]:`, git's `Password for 'https://…':`."""
_BELOW = rf"(?:(?:\n{LINE}?[ ]?|\\{{1,4}}n){{1,2}}(?:```[a-z]{{0,8}}(?:\n{LINE}?|\\{{1,4}}n))?[ \t]{{0,8}})"
_SAID = shape(
    "password in a sentence",
    rf"(?:{_TYPED}|{_MADE})[`\"'*_)]{{0,3}}{_SINCE}(?:{_CHANGED}[ ]|{_OF}{_WHICH}{SPACE}"
    rf"(?::(?:[`\"'*_ ]|{_BELOW})|[ ](?:=|[=-]{{1,2}}>)[ ]|→|[ ]{_IS}{_NOW}(?:[ ]?:|[ ]|{_BELOW}|{_MARK})|'s[ ]))"
    rf"{SPACE}{_BELOW}?{_MARK}{{0,3}}[ {chr(0xA0)}]?",
)
_ANSWERED = shape("answer below a question", rf"{_TYPED}(?:\?[\"'”]?(?:[ ]|{_BELOW})|\*\*:?{_BELOW}){_MARK}{{0,2}}")
_SEED = shape(
    "seed phrase",
    r"(?:seed|mnemonic|recovery)(?:[ _]?(?:phrase|words))?(?:[ ](?:is|was))?[ ]?[:=]?[ \n\"'`]{1,4}"
    r"((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})",
)
_CODES = shape("recovery codes", r"(?:recovery|backup) codes?(?:[ ](?:are|is))?:?(?:[ \n]|\\n){1,3}")
_CODE = shape(
    "recovery code",
    rf"{LINE}?"
    + r"[ \t*-]{0,6}([0-9a-zA-Z]{4,12}(?:-[0-9a-zA-Z]{4,12}){0,4})(?:[ ]*(?:,[ ]?|\r?\n|\\n|\"|$)|[ ]{1,4})",
)
_TOKEN_BESIDE = shape("token beside its name", r"(?:[Tt]oken|[Kk]ey|[Ss]ecret)[ ][`\"']?([A-Za-z0-9_]{24,200})")
_BESIDE = shape("password beside its name", rf"{_TYPED}[ ]{{1,2}}{_MARK}{{0,2}}")
_KEYS = (
    "api ", "fernet ", "account ", "storage ", "subscription ", "access ", "secret ", "license ", "encryption ",
    "private ", "master ", "signing ", "my ", "this ", "wifi ", "wi-fi ", "wlan ", "wpa ", "wpa2 ",
)  # fmt: skip
"""What makes a key, in a sentence, one that opens something."""
_WITH = (
    "with ", "my ", "le ", "la ", "el ", "das ", "using ", "and ", "the ", "mit ", "avec ", "con ", ", ", "/ ", "user ",
    "new ",
)  # fmt: skip
_SAID_WIDE = shape(
    "password in a sentence of another script",
    rf"(?:{'|'.join(_WIDE_NAMES)}|pw|pass)(?:[^\n.:;=。、：!-~]{{0,16}}|[^\n.:;=。：?]{{1,40}}?[ ])"
    r"(?:は|が|を|に|：|:|=|＝|是|为|為|改成|设为|是：|는|은|이|가|를|을|—|-|–|это|теперь|jest|to|är|είναι|هي|là|es|)"
    rf"(?:今|現在|今は|現在は|теперь|сейчас)?[ 　:：、,\n]{{0,4}}{_MARK}{{0,3}}",
)
_SAID_BEFORE = shape(
    "value said before its name",
    r"[ `\"'“]([!#-&(-;=?-Z^-_a-{}~]{6,60})[`\"'”]{0,2}[ ](?:as|for|is)[ ]"
    r"(?:(?:the|my|your|our|its|a)[ ])?(?:[a-z]{1,12}[ ])?$",
)
_NAMED = shape(
    "name before a password",
    r"(?:^|[^a-z])(?:user(?:name)?|login|account|id|todo|remove|rotate)[ :=]{1,2}(?:[a-z0-9_.@-]{1,40}[ ,]{1,2})?$"
    rf"|(?:^|\n|\\n|[\"'])(?:{LINE})?[ \t]{{0,12}}(?:#|//|--|;|/\*)[ ]?$",
)
"""`user bob password …`, `# password …`."""
_ISSUED = ("clé", "key", "token", "secret", "キー", "トークン", "シークレット", "ключ", "токен", "令牌", "密钥")
_TYPED_NAMES = ("passw", "passp", "passc", "pwd", "pw ", "pw.")
_AS = shape("as", r" (?:as|for|is) ")


def find_said(text: str, low: str, pos: int) -> Iterator[Finding]:
    """What the sentence around the name at `pos` says its value is."""
    if not _begins(text, low, pos):
        return
    if (match := _SAID.match(low, pos)) is not None:
        quoted = match.group().rstrip()[-1:] in "`\"'*“„«「"
        yield from _password_at(text, match.end(), match.group(), quoted=quoted)
    elif (match := _ANSWERED.match(low, pos)) is not None:
        yield from password_at(text, match.end())
    elif (match := _BESIDE.match(low, pos)) is not None:
        for finding in password_at(text, match.end()):
            if _is_named(low, pos):
                yield finding
    elif (match := _TOKEN_BESIDE.match(text, pos)) is not None and is_random(match.group(1)):
        yield Finding("token", *match.span(1))
    if low.startswith(_TYPED_NAMES, pos) and _AS.search(low, max(0, pos - 32), pos) is not None:
        offset = max(0, pos - 90)
        if (match := _SAID_BEFORE.search(text[offset:pos])) is not None:
            yield from password_at(text, offset + match.start(1))


def _is_named(low: str, pos: int) -> bool:
    """Whether what stands before a name makes the word beside it its value."""
    return low.endswith(_WITH, max(0, pos - 8), pos) or _NAMED.search(low[max(0, pos - 60) : pos]) is not None


def _begins(text: str, low: str, pos: int) -> bool:
    """Whether the word at `pos` can be the subject of such a sentence, and not a test's `PASS`, a part of an identifier
    or of another word, or just any key."""
    if low.endswith("[redacted:", 0, pos) and "]" in low[pos : pos + 40]:
        return False
    inside = pos > 0 and text[pos - 1].isascii() and text[pos - 1].isalnum()
    if inside and not low.endswith(("admin", "wifi", "wlan", "root", "user"), max(0, pos - 8), pos):
        return False
    if text.startswith("PASS", pos):
        return text[pos + 4 : pos + 5].isalpha()
    if low.startswith("key", pos):
        return low.endswith(_KEYS, 0, pos)
    if low.startswith("pass", pos) and not low[pos + 4 : pos + 5].isalpha():
        return low.startswith((":", " :", " =", " is ", " was ", " phrase"), pos + 4)
    return not (low.startswith(("token", "secret"), pos) and pos > 0 and text[pos - 1] in "_-.\"'")


def find_seed(text: str, low: str, pos: int) -> Iterator[Finding]:
    """The twelve to twenty-four words that a wallet is restored from; `pos` is the place of `seed`, `mnemonic`,
    `recovery`."""
    if (match := _SEED.match(low, pos)) is not None:
        yield Finding("seed-phrase", *match.span(1))


def find_codes(text: str, low: str, pos: int) -> Iterator[Finding]:
    """The codes that let a person in without their second factor, one or a list of them."""
    match = _CODES.match(low, pos)
    at = match.end() if match else 0
    for _ in range(24 if match else 0):
        if (code := _CODE.match(text, at)) is None:
            return
        value = code.group(1)
        if len(value) < 8 or sum(map(str.isdigit, value)) < 2:
            return
        yield Finding("recovery-code", *code.span(1))
        at = code.end()


def find_said_wide(text: str, low: str, pos: int) -> Iterator[Finding]:
    """The same in scripts without capital letters or blanks between words."""
    if (match := _SAID_WIDE.match(low, pos)) is not None:
        yield from _password_at(text, match.end(), match.group(), quoted=match.group()[-1:] in "`\"'*“„«「『（([")


def _password_at(text: str, pos: int, said: str, *, quoted: bool) -> Iterator[Finding]:
    value = word_at(text, pos)
    if value and _fits(value, said, quoted):
        yield Finding("password", pos, pos + len(value))


def _fits(value: str, said: str, quoted: bool) -> bool:
    """Whether a word of a sentence can be the password that the sentence tells."""
    digits = sum(c.isdigit() for c in value)
    letters = sum(c.isalpha() for c in value)
    symbols = sum(not c.isalnum() for c in value[:-1])
    if said.startswith(_ISSUED):
        return len(value) >= 12 and is_random(value)
    if digits and (letters or symbols):
        return (len(value) >= 6 and not value[0].isdigit()) or (letters >= 3 and len(value) >= 8)
    if digits:
        pin = "pin" in said or "暗証" in said
        return (pin and 4 <= len(value) <= 8) or len(value) >= 6
    inner = any(not c.isalnum() and c not in "'-_/." for c in value[1:-1])
    mixed = quoted and value[1:] != value[1:].lower() and len(value) >= 8 and '":' not in said and "':" not in said
    return mixed or (inner and letters >= 4 and len(value) >= 6)
