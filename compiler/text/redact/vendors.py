"""Tokens that say themselves who made them: a fixed prefix and a body of known alphabet and length.

A full-length match needs no entropy floor (issuers do hand out dull-looking keys); only visible masks are spared. The
prefixes are public facts, gathered from issuers' documentation and from the rule lists of gitleaks, secretlint and
trufflehog.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from compiler.text.redact.shape import WORD, Finding, at_edge, is_masked, shape
from compiler.text.redact.values import is_random

_A, _W, _H = "[A-Za-z0-9]", "[A-Za-z0-9_-]", "[a-fA-F0-9]"
_B64 = "[A-Za-z0-9+/=_-]"
_UUID = rf"{_H}{{8}}-{_H}{{4}}-{_H}{{4}}-{_H}{{4}}-{_H}{{12}}"


class Vendor(NamedTuple):
    """`prefix` is searched for literally; `body` must match right after it; `lead` right before it, and is included.
    `public`: the prefix is no part of the secret (a webhook's host). `guessed`: the shape is nobody's in particular, so
    the body must look made up."""

    kind: str
    prefix: str
    body: str
    lead: str = ""
    public: bool = False
    guessed: bool = False


def _same(kind: str, prefixes: str, body: str) -> list[Vendor]:
    return [Vendor(kind, prefix, body) for prefix in prefixes.split()]


VENDORS: tuple[Vendor, ...] = (
    # code hosting, packages, build services
    *_same("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", rf"{_A}{{36,255}}"),
    Vendor("github-token", "github_pat_", r"[A-Za-z0-9_]{36,255}"),
    *_same(
        "gitlab-token",
        "glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glffct- glsoat- glrtr-",
        rf"{_W}{{18,300}}(?:\.[0-9a-z]{{2}}\.[0-9a-z]{{7,9}})?",
    ),
    Vendor("gitlab-token", "GR1348941", rf"{_W}{{20,64}}"),
    *_same("bitbucket-token", "ATBB", rf"{_A}{{24,64}}"),
    *_same("atlassian-token", "ATATT3 ATCTT3 ATSTT3", r"[A-Za-z0-9_=.-]{60,400}"),
    Vendor("npm-token", "npm_", rf"{_A}{{36,64}}"),
    Vendor("pypi-token", "pypi-", rf"{_W}{{50,400}}"),
    Vendor("rubygems-token", "rubygems_", rf"{_H}{{48}}"),
    Vendor("nuget-key", "oy2", r"[a-z0-9]{43}"),
    Vendor("crates-token", "cio", rf"{_A}{{32}}"),
    Vendor("clojars-token", "CLOJARS_", rf"{_A}{{60}}"),
    *_same("docker-token", "dckr_pat_ dckr_oat_", rf"{_W}{{24,64}}"),
    *_same("artifactory-key", "AKCp", rf"{_A}{{40,100}}"),
    Vendor("artifactory-key", "cmVmdGtuO", rf"{_A}{{40,80}}"),
    *_same("circleci-token", "CCIPAT_ CCIPRJ_", rf"{_A}{{16,40}}_{_A}{{40}}"),
    *_same("buildkite-token", "bkua_ bkct_ bkpat_ bkaj_", rf"{_A}{{40,64}}"),
    *_same("sonar-token", "sqp_ squ_ sqa_", rf"{_A}{{40}}"),
    Vendor("sourcegraph-token", "sgp_", rf"(?:{_A}{{16}}_|local_)?{_H}{{40}}"),
    *_same("sentry-token", "sntrys_ sntryu_ sntrya_ sntryi_", r"[A-Za-z0-9+/=_-]{40,400}"),
    Vendor("codecov-token", "codecov_", rf"{_A}{{30,64}}"),
    *_same("snyk-token", "snyk_uat. snyk_sat.", r"[A-Za-z0-9_.-]{20,200}"),
    # clouds, hosting, networks
    *_same("aws-access-key", "AKIA ASIA ABIA ACCA", r"[A-Z0-9]{16}"),
    Vendor("aws-access-key", "A3T", r"[A-Z0-9]{17}"),
    Vendor("aws-bedrock-key", "ABSK", r"[A-Za-z0-9+/=]{60,300}"),
    Vendor("aws-bedrock-key", "bedrock-api-key-", r"[A-Za-z0-9+/=_-]{20,}"),
    Vendor("google-api-key", "AIza", rf"{_W}{{35,45}}"),
    Vendor("google-oauth-secret", "GOCSPX-", rf"{_W}{{24,40}}"),
    Vendor("google-oauth-token", "ya29.", r"[A-Za-z0-9_.-]{20,}"),
    Vendor("google-oauth-code", "4/0A", rf"{_W}{{40,200}}"),
    Vendor("google-oauth-token", "1//0", rf"{_W}{{40,200}}"),
    *(Vendor("azure-secret", mark, r"[A-Za-z0-9_~.-]{31,36}", r"[A-Za-z0-9_~.]{3}") for mark in ("7Q~", "8Q~", "9Q~")),
    Vendor("azure-key", "JQQJ99", rf"{_A}{{20,60}}", rf"{_A}{{20,60}}"),
    *(
        Vendor("azure-key", sign, r"[A-Za-z0-9+/]{4,12}={0,2}", r"[A-Za-z0-9+/]{36,80}")
        for sign in ("+ASt", "AzSe", "AzFu", "+ACR", "AIoT", "ACDb", "+AEh", "+ASb", "+ABa", "+AMC")
    ),
    *_same("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", rf"{_H}{{64}}"),
    Vendor("heroku-key", "HRKU-", r"[A-Za-z0-9_-]{36,80}"),
    Vendor("fly-token", "fo1_", rf"{_W}{{40,60}}"),
    *_same("fly-token", "fm1a_ fm1r_ fm2_", r"[A-Za-z0-9+/=_-]{40,}(?:,fm[12][ar]?_[A-Za-z0-9+/=_-]{40,})?"),
    *_same("vercel-token", "vcp_ vci_ vca_ vcr_ vck_", rf"{_A}{{24,80}}"),
    Vendor("vercel-token", "vercel_blob_rw_", r"[A-Za-z0-9_]{24,100}"),
    *_same("netlify-token", "nfp_ nfc_ nfo_ nfu_ nfb_", rf"{_A}{{30,64}}"),
    *_same("supabase-key", "sbp_ sbp_v0_", rf"{_H}{{40}}"),
    Vendor("supabase-key", "sb_secret_", rf"{_W}{{20,64}}"),
    *_same("planetscale-token", "pscale_tkn_ pscale_oauth_ pscale_pw_", r"[A-Za-z0-9_=.-]{32,64}"),
    Vendor("neon-key", "napi_", rf"{_A}{{40,80}}"),
    Vendor("render-key", "rnd_", rf"{_A}{{24,64}}"),
    *_same("cloudflare-token", "cfk_ cfat_ cfut_ cfoat_", rf"{_W}{{36,80}}"),
    Vendor("cloudflare-token", "v1.0-", rf"{_H}{{24}}-{_H}{{146}}"),
    *_same("vault-token", "hvs. hvb. hvr.", rf"{_W}{{20,300}}"),
    Vendor("terraform-token", ".atlasv1.", r"[A-Za-z0-9_=-]{60,80}", rf"{_A}{{14}}"),
    *_same("doppler-token", "dp.pt. dp.ct. dp.sa. dp.said. dp.scim. dp.audit.", rf"{_A}{{40,44}}"),
    Vendor("doppler-token", "dp.st.", r"(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}"),
    Vendor("pulumi-token", "pul-", rf"{_H}{{40}}"),
    Vendor("tailscale-key", "tskey-", r"[A-Za-z0-9]{1,12}-[A-Za-z0-9-]{10,80}"),
    Vendor("openshift-token", "sha256~", rf"{_W}{{43}}"),
    Vendor("linode-token", "lin_pat_", rf"{_A}{{40,80}}"),
    Vendor("scalingo-token", "tk-us-", rf"{_W}{{48}}"),
    Vendor("fastly-token", "fastly_", rf"{_W}{{32,64}}"),
    *_same("alibaba-key", "LTAI", rf"{_A}{{16,30}}"),
    Vendor("tencent-key", "AKID", rf"{_A}{{32,40}}"),
    *_same("yandex-key", "AQVN t1.9eu y0_A", r"[A-Za-z0-9_=.-]{35,300}"),
    *_same("databricks-token", "dapi dkea dose", rf"{_H}{{32}}(?:-[0-9])?"),
    *_same("dbt-token", "dbtc_ dbtu_", rf"{_W}{{30,80}}"),
    Vendor("prefect-key", "pnu_", rf"{_A}{{36}}"),
    Vendor("cockroach-key", "CCDB1_", rf"{_A}{{20,30}}_{_A}{{40}}"),
    Vendor("mongodb-key", "mdb_sa_sk_", rf"{_W}{{30,60}}"),
    Vendor("planetscale-token", "mysql_pscale_", rf"{_A}{{32,64}}"),
    Vendor("1password-token", "ops_eyJ", rf"{_B64}{{60,}}"),
    Vendor("1password-key", "A3-", r"[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}"),
    # models and their tools
    Vendor("openai-key", "sk-proj-", rf"{_W}{{20,300}}"),
    *_same("openai-key", "sk-svcacct- sk-admin- sk-None-", rf"{_W}{{20,300}}"),
    Vendor("anthropic-key", "sk-ant-", rf"{_W}{{24,300}}"),
    Vendor("openrouter-key", "sk-or-", rf"{_W}{{32,120}}"),
    Vendor("langfuse-key", "sk-lf-", _UUID),
    Vendor("api-key", "sk-", rf"{_A}{{32,128}}"),
    Vendor("langsmith-key", "lsv2_", rf"(?:pt|sk)_{_H}{{32}}_{_H}{{10}}"),
    Vendor("perplexity-key", "pplx-", rf"{_A}{{32,80}}"),
    Vendor("groq-key", "gsk_", rf"{_A}{{40,80}}"),
    Vendor("xai-key", "xai-", rf"{_A}{{60,120}}"),
    Vendor("replicate-token", "r8_", rf"{_A}{{37,40}}"),
    *_same("huggingface-token", "hf_ api_org_", rf"{_A}{{30,64}}"),
    Vendor("together-key", "tgp_v1_", rf"{_W}{{36,64}}"),
    Vendor("fireworks-key", "fw_", rf"{_A}{{20,48}}"),
    Vendor("nvidia-key", "nvapi-", rf"{_W}{{40,100}}"),
    Vendor("voyage-key", "pa-", rf"{_W}{{43}}"),
    Vendor("cerebras-key", "csk-", rf"{_A}{{40,64}}"),
    Vendor("jina-key", "jina_", rf"{_W}{{40,80}}"),
    Vendor("tavily-key", "tvly-", rf"{_W}{{24,64}}"),
    Vendor("firecrawl-key", "fc-", rf"{_H}{{32}}"),
    Vendor("e2b-key", "e2b_", rf"{_H}{{40}}"),
    Vendor("pinecone-key", "pcsk_", rf"{_W}{{40,100}}"),
    Vendor("elevenlabs-key", "sk_", rf"{_H}{{48}}"),
    Vendor("kaggle-token", "KGAT_", rf"{_H}{{32}}"),
    Vendor("wandb-key", "wandb_v1_", rf"{_W}{{40,120}}"),
    # payment, mail, messages
    *_same("stripe-key", "sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_", rf"{_A}{{10,255}}"),
    Vendor("webhook-secret", "whsec_", r"[A-Za-z0-9+/=_]{24,90}"),
    Vendor("square-token", "sq0atp-", rf"{_W}{{22}}"),
    Vendor("square-token", "sq0csp-", rf"{_W}{{40,46}}"),
    Vendor("square-token", "EAAA", rf"{_W}{{56,120}}"),
    Vendor("braintree-token", "access_token$", r"(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}"),
    *_same("shopify-token", "shpat_ shpca_ shppa_ shpss_ shptka_", rf"{_H}{{32}}"),
    *_same("plaid-token", "access-sandbox- access-production- access-development-", _UUID),
    Vendor("flutterwave-key", "FLWSECK", r"(?:_TEST|_LIVE)?-[A-Za-z0-9]{12,40}(?:-X)?"),
    *_same("razorpay-key", "rzp_live_ rzp_test_", rf"{_A}{{14,32}}"),
    *_same("easypost-key", "EZAK EZTK", rf"{_A}{{54}}"),
    *_same("shippo-token", "shippo_live_ shippo_test_", rf"{_A}{{40}}"),
    *_same("duffel-token", "duffel_live_ duffel_test_", r"[A-Za-z0-9_=-]{40,46}"),
    *_same("slack-token", "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxe. xoxc- xoxd-", r"[A-Za-z0-9%.-]{12,300}"),
    Vendor("slack-token", "xapp-", r"[0-9]-[A-Za-z0-9]{8,16}-[0-9]{8,16}-[a-fA-F0-9]{32,80}"),
    *(
        Vendor("slack-webhook", f"hooks.slack.com/{path}/", r"[A-Za-z0-9+/]{20,100}", public=True)
        for path in ("services", "workflows", "triggers")
    ),
    Vendor("discord-webhook", "/api/webhooks/", rf"[0-9]{{10,22}}/{_W}{{40,100}}", public=True),
    Vendor("teams-webhook", ".webhook.office.com/", r"[A-Za-z0-9@/_-]{40,300}", public=True),
    *(
        Vendor("teams-webhook", f"outlook.{host}.com/webhook/", r"[A-Za-z0-9@/_-]{40,300}", public=True)
        for host in ("office", "office365")
    ),
    Vendor("zapier-webhook", "hooks.zapier.com/hooks/catch/", rf"{_A}{{5,20}}/{_A}{{5,20}}", public=True),
    Vendor("discord-bot-token", ".", rf"{_W}{{6}}\.{_W}{{27,40}}", rf"[MNO]{_W}{{23,25}}"),
    Vendor("firebase-key", ":APA91b", rf"{_W}{{120,180}}", r"AAAA[A-Za-z0-9_-]{7}"),
    Vendor("dropbox-token", "sl.", r"[A-Za-z0-9_=-]{100,}"),
    Vendor("asana-token", "1/1", r"[0-9]{10,18}:[0-9a-f]{32}"),
    Vendor("telegram-bot-token", ":A", rf"{_W}{{34}}", r"[0-9]{8,10}"),
    Vendor("twilio-key", "SK", r"[0-9a-f]{32}"),
    Vendor("sendgrid-key", "SG.", rf"{_W}{{16,32}}\.{_W}{{16,64}}"),
    Vendor("mailgun-key", "key-", r"[0-9a-f]{32}"),
    Vendor("mailchimp-key", "-us", r"[0-9]{1,2}", r"[0-9a-f]{32}"),
    *_same("brevo-key", "xkeysib- xsmtpsib-", rf"{_H}{{64}}-{_A}{{16}}"),
    Vendor("mailersend-key", "mlsn.", rf"{_H}{{64}}"),
    Vendor("resend-key", "re_", rf"{_A}{{8}}_{_A}{{22,28}}"),
    Vendor("onesignal-key", "os_v2_", r"(?:app|org)_[a-z0-9]{60,120}"),
    *_same("facebook-token", "EAA", rf"{_A}{{80,400}}"),
    Vendor("instagram-token", "IGQV", rf"{_W}{{80,300}}"),
    Vendor("twitter-token", "AAAAAAAAAAAAAAAAAAAAA", r"[A-Za-z0-9%]{60,120}"),
    # work tools, watching, everything else
    *_same("linear-key", "lin_api_ lin_oauth_", rf"{_A}{{40,64}}"),
    Vendor("notion-token", "ntn_", rf"{_A}{{40,60}}"),
    Vendor("notion-token", "secret_", rf"{_A}{{43}}"),
    Vendor("airtable-token", "pat", rf"{_A}{{14}}\.{_H}{{64}}"),
    *_same("figma-token", "figd_ figo_ figor_ figu_ figur_ figoh_", rf"{_W}{{36,64}}"),
    Vendor("trello-token", "ATTA", rf"{_H}{{64}}"),
    Vendor("clickup-token", "pk_", r"[0-9]{5,10}_[A-Z0-9]{32}"),
    *_same("hubspot-token", "pat-na1- pat-na2- pat-eu1- pat-ap1-", _UUID),
    Vendor("contentful-token", "CFPAT-", rf"{_W}{{43}}"),
    Vendor("typeform-token", "tfp_", r"[A-Za-z0-9_.=-]{40,80}"),
    Vendor("readme-key", "rdme_", rf"{_A}{{70}}"),
    Vendor("postman-key", "PMAK-", rf"{_H}{{24}}-{_H}{{34}}"),
    *_same("newrelic-key", "NRAK- NRAA- NRII- NRJS- NRBR- NRRA- NRSP- NRIQ-", rf"{_W}{{19,64}}"),
    Vendor("newrelic-key", "NRAL", "", rf"{_H}{{36}}"),
    *_same("grafana-token", "glc_", r"[A-Za-z0-9+/]{32,400}={0,3}"),
    Vendor("grafana-token", "glsa_", rf"{_A}{{32}}_{_H}{{8}}"),
    Vendor("dynatrace-token", "dt0", r"[a-z][0-9]{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    *_same("honeycomb-key", "hcaik_ hcamk_ hcbik_", rf"{_A}{{26,80}}"),
    Vendor("posthog-key", "phx_", rf"{_A}{{40,60}}"),
    *_same("launchdarkly-key", "sdk- api- mob-", _UUID),
    *_same("adafruit-key", "aio_", rf"{_A}{{28}}"),
    Vendor("adobe-secret", "p8e-", rf"{_A}{{32}}"),
    Vendor("mapbox-token", "sk.eyJ", r"[A-Za-z0-9_-]{20,200}\.[A-Za-z0-9_-]{20,60}"),
    Vendor("riot-key", "RGAPI-", _UUID),
    Vendor("octopus-key", "API-", r"[A-Z0-9]{26,40}"),
    Vendor("frameio-token", "fio-u-", r"[A-Za-z0-9_=-]{64}"),
    Vendor("infracost-key", "ico-", rf"{_A}{{32}}"),
    *_same("intra42-secret", "s-s4t2ud- s-s4t2af-", rf"{_H}{{64}}"),
    Vendor("maxmind-key", "_mmk", "", rf"{_A}{{6}}_{_A}{{29}}"),
    *_same("settlemint-token", "sm_aat_ sm_pat_ sm_sat_", rf"{_A}{{16}}"),
    Vendor("harness-key", "pat.", rf"{_A}{{22}}\.{_A}{{24}}\.{_A}{{20}}"),
    Vendor("defined-token", "dnkey-", rf"{_W}{{20,100}}"),
    Vendor("alchemy-key", "alcht_", rf"{_A}{{30}}"),
    Vendor("inngest-key", "signkey-", r"[a-z]{2,12}-[a-f0-9]{32,80}"),
    *_same("trigger-key", "tr_dev_ tr_prod_ tr_stg_", rf"{_A}{{18,40}}"),
    Vendor("stytch-secret", "secret-live-", r"[A-Za-z0-9_=-]{30,60}"),
    Vendor("stytch-secret", "secret-test-", r"[A-Za-z0-9_=-]{30,60}"),
    Vendor("django-secret-key", "django-insecure-", r"[A-Za-z0-9!@#$%^&*(=+)_-]{30,90}"),
    Vendor("age-key", "AGE-SECRET-KEY-1", r"[0-9A-Za-z]{50,64}"),
    *_same("extended-private-key", "xprv yprv zprv tprv", rf"{_A}{{90,120}}"),
    Vendor("jwt", "eyJ", rf"{_W}{{8,}}\.{_W}{{8,}}(?:\.{_W}*)?(?:\.{_W}*)?(?:\.{_W}*)?"),
    *(
        Vendor("api-key", middle, rf"{_W}{{20,200}}", r"[a-z][a-z0-9]{1,11}", guessed=True)
        for middle in ("_live_", "_prod_", "_secret_", "_sk_", "_pat_", "_api_", "_token_")
    ),
    *(
        Vendor("private-key", start, r"[A-Za-z0-9+/]{20,}={0,2}")
        for start in (
            "MIIEvQIBADANBg",
            "MIIEvAIBADANBg",
            "MIIEvgIBADANBg",
            "MIIEowIBAAKCA",
            "MIIEpAIBAAKCA",
            "MIIEpQIBAAKCA",
            "MIIJKQIBAAKCA",
            "MIIJKAIBAAKCA",
            "MIIJQgIBADANBg",
            "MHcCAQEEI",
            "MIGHAgEAMBMG",
            "MC4CAQAwBQYDK2Vw",
            "b3BlbnNzaC1rZXktdjE",
        )
    ),
)

_BODIES: tuple[re.Pattern[str], ...] = tuple(shape(f"vendor {vendor.prefix}", vendor.body) for vendor in VENDORS)
_LEADS: tuple[re.Pattern[str] | None, ...] = tuple(
    shape(f"vendor lead {vendor.prefix}", f"(?:{vendor.lead})$") if vendor.lead else None for vendor in VENDORS
)
_EXACT_LENGTH = frozenset({"aws-access-key", "twilio-key", "mailgun-key", "mailchimp-key"})
"""What is longer is something else: part of base64 or of a longer hash."""
_DOC_KEYS = ("EXAMPLE", "EXAMPLEKEY")
LITERALS: tuple[str, ...] = tuple(vendor.prefix for vendor in VENDORS)


def find_vendor(text: str, index: int, pos: int) -> Iterator[Finding]:
    """The token of `VENDORS[index]` whose prefix stands at `pos`, if its body is there in full."""
    vendor = VENDORS[index]
    after = pos + len(vendor.prefix)
    if vendor.lead and _BODIES[index].match(text, after) is None:
        return  # the lead is dearer to look for
    start = _start(text, index, pos)
    if start is None or (body := _BODIES[index].match(text, after)) is None:
        return
    if vendor.public:
        start = body.start()
    if vendor.kind in _EXACT_LENGTH and text[body.end() : body.end() + 1] in WORD:
        return
    value = text[start : body.end()].rstrip(".")
    if (vendor.kind == "jwt" and len(value) < 60) or (vendor.guessed and not _is_guess(value, body.group())):
        return
    if is_masked(value) or (vendor.kind == "aws-access-key" and value.endswith(_DOC_KEYS)):
        return
    yield Finding(vendor.kind, start, start + len(value))


def _is_guess(value: str, body: str) -> bool:
    return is_random(body) and not value.startswith(("pk_", "pub"))


def _start(text: str, index: int, pos: int) -> int | None:
    """Where the token whose prefix stands at `pos` begins, None if no token can begin there."""
    if (lead := _LEADS[index]) is not None:
        before = text[max(0, pos - 120) : pos]
        led = None if before.endswith("\n") else lead.search(before)
        return None if led is None else pos - (len(before) - led.start())
    if VENDORS[index].prefix[0].isalnum() and not at_edge(text, pos):
        return None
    if VENDORS[index].kind == "jwt" and pos > 1 and text[pos - 1] in "-_" and text[pos - 2] != "\n":
        return None
    return pos
