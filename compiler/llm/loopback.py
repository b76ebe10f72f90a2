"""Which addresses are this machine: the only ones the compiler talks to unless it is told otherwise."""

from __future__ import annotations

import re
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urlsplit, urlunsplit

from compiler.errors import EndpointError

if TYPE_CHECKING:
    from urllib.request import Request


# A host that every reader of URLs takes for the same: no escapes, no backslash, no name and password before it.
_AUTHORITY = re.compile(r"(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d+)?", re.I)


def base_url(text: str) -> str:
    """An endpoint as people write it (`localhost:1234`, `http://127.0.0.1:8080/v1/`) as the base URL of its API."""
    url = _parts(text.strip() if "://" in text else f"http://{text.strip()}")
    if url is None:
        raise EndpointError(
            f"`{text.rpartition('@')[2]}` is not an endpoint; give a URL such as http://127.0.0.1:1234/v1 (a key goes "
            "under `api_key`)."
        )
    path = url.path.rstrip("/").removesuffix("/chat/completions") or "/v1"
    return urlunsplit((url.scheme, url.netloc, path, "", ""))


def _parts(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:  # a port or an address that cannot be
        return None
    return parts if fits and _AUTHORITY.fullmatch(parts.netloc) else None


def is_loopback(url: str) -> bool:
    """Judged by the address as written; no name is looked up, since that alone would leave the machine. A URL that
    others might read otherwise is none of this machine's."""
    parts = _parts(url)
    host = (parts.hostname or "").rstrip(".").lower() if parts else ""
    if host == "localhost":
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)


def require_local(url: str, *, allow_remote: bool) -> None:
    """EndpointError for an address elsewhere, unless the person allowed it."""
    if not allow_remote and not is_loopback(url):
        host = urlsplit(url).hostname
        raise EndpointError(
            f"{host} is not this machine: excerpts of your conversations, up to 8,000 characters of each, would be "
            "sent there. Use an address on 127.0.0.1, or permit it with `allow_remote = true` under [llm]."
        )


def opened(request: Request, seconds: float) -> Any:
    """Open a request so that what is meant for an endpoint stays there: no redirect elsewhere, on loopback no proxy of
    the environment's. Raises OSError, of which HTTPError is one."""
    from urllib.request import HTTPRedirectHandler, ProxyHandler, build_opener

    class Stay(HTTPRedirectHandler):
        def redirect_request(self, *_: Any) -> None:
            return None

    handlers: list[Any] = [Stay, ProxyHandler({})] if is_loopback(request.full_url) else [Stay]
    return build_opener(*handlers).open(request, timeout=seconds)
