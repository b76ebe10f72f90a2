"""What a name says of its value. A name counts when it *ends* in a word for a secret (`db_password`,
`tokenSecretProd`), not when it merely holds one (`tokenizer`, `password_hash`, `secretName`)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from compiler.text.redact.shape import shape

Meaning = Literal["password", "secret", "token", "api-key", "some-key"]
"""The kind of secret a name stands for; `some-key` for `…_KEY` in capitals, which may be anything."""

_WHICH = (
    r"(?:id|value|plain|plaintext|text|prod|production|dev|staging|test|live|old|new|default|string|env|base64|b64|hex"
    r"|current|previous|base|confirm|confirmation|again|[0-9]{1,3}){0,2}"
)
_PASSWORD = shape(
    "name of a password",
    r"[a-z0-9.$]{0,100}(?:password|passwd|passphrase|passcode|passwort|kennwort|contraseña|contrasena|senha|pwd|pw|psk|pass"
    rf"|motdepasse){_WHICH}",
)
_TOKEN = shape(
    "name of a token",
    r"[a-z0-9.$]{0,100}(?:secret|token|credentials?|(?:api|app|access|secret|private|encryption|encrypt|signing|sign|master"
    r"|account|auth|service|role|admin|license|webhook|shared|storage|primary|secondary|subscription|integration|deploy"
    r"|consumer|client|session|hmac|jwt|aes|cipher|crypto|server|read|write|ingest|project|bot|user|instrumentation|sas"
    r"|root|seed|functions|management|org|fernet)key|(?:azure|openai|google|gemini|anthropic|claude|mistral|groq|stripe|mailgun"
    r"|sendgrid|twilio|algolia|datadog|newrelic|github|gitlab|slack|discord|cloudflare|supabase|firebase|pinecone|elastic"
    rf"|weather|maps|cosmos|search|speech|vision|translator)[a-z]{{0,12}}key){_WHICH}",
)
_BARE_KEY = shape("upper-case name ending in KEY", r"[A-Z0-9_]{2,60}_KEY(?:_[A-Z0-9]{1,12})?")
_NOT_SECRET = shape(
    "name of something public",
    r".{0,100}(?:public|pubkey|publishable|primarykey$|foreign|cachekey|sortkey|partition|idempoten|pagetoken|nexttoken"
    r"|continuation|synctoken|maxtoken|numtoken|totaltoken|prompttoken|stoptoken|padtoken|eostoken|bostoken|unktoken"
    r"|septoken|clstoken|masktoken|secretname).{0,100}",
)


@lru_cache(maxsize=4096)
def meaning(name: str) -> Meaning | None:
    flat = name.lower().replace("_", "").replace("-", "")
    if _NOT_SECRET.fullmatch(flat):
        return None
    if _PASSWORD.fullmatch(flat):
        return None if name in ("PASS", "Pass") else "password"
    if _TOKEN.fullmatch(flat):
        return "secret" if "secret" in flat else "token" if "token" in flat else "api-key"
    return "some-key" if _BARE_KEY.fullmatch(name) else None
