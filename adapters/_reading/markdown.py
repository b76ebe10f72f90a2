"""Markdown made from what a source holds as data: links to web pages, code blocks."""

from __future__ import annotations

import re

_TRACKING = re.compile(r"(?:[?&]utm_source=chatgpt\.com(?![\w.%&-])|(?<=[?&])utm_source=chatgpt\.com&)")


def web_link(url: str, title: str = "") -> str:
    """`[title](url)`, titled by the host where there is no title; "" for what is no web address."""
    url = untracked(url.strip())
    if not url.startswith(("http://", "https://")):
        return ""
    title = " ".join(title.replace("[", "(").replace("]", ")").split()) or url.split("/")[2]
    return f"[{title}]({url.replace(' ', '%20').replace('(', '%28').replace(')', '%29')})"


def untracked(text: str) -> str:
    """Without the tracking parameter that ChatGPT adds to links."""
    return _TRACKING.sub("", text) if "utm_source=chatgpt.com" in text else text


def fenced(text: str, language: str = "") -> str:
    """A code block whose fence is longer than any run of backticks inside."""
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * max(3, longest + 1)
    language = language if re.fullmatch(r"[\w+#.-]{1,20}", language) and language != "unknown" else ""
    return f"{fence}{language}\n{text}\n{fence}"
