"""Passwords told in a sentence: "the admin password is …", 「パスワードは…です」, „das Passwort lautet …"."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.text.redact.shape import SPACE, Finding, shape
from compiler.text.redact.values import is_expression, is_random, is_stand_in

ASCII_ANCHORS = ("pass", "pwd", "kennwort", "pin", "contrase", "senha", "login", "creds", "credential", "token", "secret", "key",
                 "wachtwoord", "haslo", "heslo", "parola", "lozinka", "sandi")
WIDE_ANCHORS = ("パスワード", "パスコード", "暗証番号", "合言葉", "パスフレーズ", "トークン", "シークレット", "キー", "密码", "密碼", "口令", "令牌", "密钥",
                "비밀번호", "암호", "пароль", "пароля", "hasło", "lösenord", "κωδικός", "كلمة", "mật khẩu", "şifre", "contraseña", "ключ", "токен")

_NAME = (
    r"(?:pass(?:word|phrase|code|wort|wd|e)?s?|pwd|pw|kennwort|pin(?:[ -]?code)?|contrase(?:ñ|n)a|senha|api[ _-]?key|(?:access |auth |api |bearer |deploy )?token"
    r"|(?:client |shared |api )?secret(?: key)?|(?:access|license|encryption|private|secret|master) key|mot de passe|wachtwoord|haslo|heslo|parola|lozinka|sandi|creds|credentials|login|key)"
)
_LINKS = (
    r"(?:is|was|=|:|to|are|will be|should be|->|→|ist|lautet|war|es|est|é|è|era|será|sera|será|jest|adalah|zijn|är|auf|por|a|en|em|vers|naar|na|su|in|as)"
)
_SAID = shape(
    "password in a sentence",
    rf"{_NAME}(?:[`\"'*_)]{{0,3}})(?:[ ](?:for|of|to|on|für|fuer|von|vom|zum|pour|de|del|da|do|para|du|la|le|el|per|van|voor|des|der|am|beim)[ ][^\n.:;=?!]{{1,60}}?)?{SPACE}"
    rf"(?::[`\"'*_ \n]|[ ](?:=|-{{1,2}}>)[ ]|→|[ ]{_LINKS}(?:[ ](?:now|still|just|currently|jetzt|nun|noch|maintenant|toujours|ahora|agora|again|simply|also|actually|probably))?(?:[ ]?:|[ ]|[`\"'*“„«「]))"
    rf"(?:{SPACE}|[ ]?\n[ ]{{0,8}})[`\"'*“„«「]{{0,3}}",
)
_SAID_WIDE = shape(
    "password in a sentence of another script",
    r"(?:パスワード|パスコード|暗証番号|合言葉|パスフレーズ|トークン|シークレット|キー|密码|密碼|口令|令牌|密钥|비밀번호|암호|пароль|пароля|hasło|lösenord|κωδικός|كلمة (?:المرور|السر)|mật khẩu|şifre|contraseña|ключ|токен)"
    r"(?:[^\n.:;=。、：=!-~]{0,16}|[^\n.:;=。：=?]{1,40}?[ ])"
    r"(?:は|が|を|に|：|:|=|＝|是|为|為|改成|设为|是：|는|은|이|가|를|을|—|-|–|это|теперь|jest|to|är|είναι|هي|là|es|)(?:今|現在|今は|現在は|теперь|сейчас)?[ 　:：、,\n]{0,4}[`\"'*“„«「『（(\[]{0,3}",
)
_WORD = shape("word of a sentence", r"[!#-&(-;=?-Z^-_a-{}~]{4,120}")


def find_said(text: str, low: str, pos: int) -> Iterator[Finding]:
    if pos and (text[pos - 1].isascii() and text[pos - 1].isalnum()) and not text[pos - 1].isupper():
        before = low[max(0, pos - 8) : pos]
        if not before.endswith(("admin", "wifi", "wlan", "root", "user")):
            return
    match = _SAID.match(low, pos)
    if match is not None and not text.startswith("PASS", pos):
        yield from _password_at(text, match.end(), quoted=match.group()[-1:] in "`\"'*“„«「", word=match.group())


def find_said_wide(text: str, pos: int) -> Iterator[Finding]:
    match = _SAID_WIDE.match(text, pos)
    if match is not None:
        yield from _password_at(text, match.end(), quoted=match.group()[-1:] in "`\"'*“„«「『（([", word=match.group())


def _password_at(text: str, pos: int, *, quoted: bool, word: str) -> Iterator[Finding]:
    if (found := _WORD.match(text, pos)) is None:
        return
    end = found.end()
    while end > pos and text[end - 1] in ",;:.)]}":
        end -= 1
    value = text[pos:end]
    if len(value) < 4 or is_stand_in(value) or is_expression(value):
        return
    digits = sum(c.isdigit() for c in value)
    letters = sum(c.isalpha() for c in value)
    symbols = sum(not c.isalnum() for c in value[:-1])
    pin = "pin" in word.lower() or "暗証" in word
    if "key" in word or "token" in word or "キー" in word or "トークン" in word or "login" in word or "cred" in word:
        fits = len(value) >= 12 and is_random(value)
    elif digits and (letters or symbols):
        fits = (len(value) >= 6 and not value[0].isdigit()) or (letters >= 3 and len(value) >= 8)
    elif digits:
        fits = (pin and 4 <= len(value) <= 8) or (quoted and len(value) >= 6) or len(value) >= 6
    else:
        inner = any(not c.isalnum() and c not in "'-_/." for c in value[1:-1])
        fits = (inner and letters >= 4 and len(value) >= 6) or (quoted and value[1:] != value[1:].lower() and len(value) >= 8)
    if fits:
        yield Finding("password", pos, end)


