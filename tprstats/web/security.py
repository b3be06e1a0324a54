"""Who may ask, and what a browser may do with the answer."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tprstats.web.settings import Settings

__all__ = ["DOWNLOAD_POLICY", "HEADERS", "Guard", "refusal"]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
DOWNLOAD_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""Of a report that is sent as a file: its styles are inside, and nothing in it may run."""

HEADERS: Mapping[str, str] = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cache-control": "no-store",
}
"""Of every answer, where it does not set its own."""


def refusal(headers: Headers, settings: Settings) -> str:
    """Why a request is not answered; empty where it is.

    The ``Host`` must be this server's (a site that points its own name at this computer sends
    that name), and a browser must not ask on behalf of another site. Programs send neither
    ``Origin`` nor ``Sec-Fetch-Site`` and are let through.

    Examples
    --------
    >>> refusal(Headers({"host": "127.0.0.1:8765"}), Settings())
    ''
    >>> refusal(Headers({"host": "evil.example:8765"}), Settings())
    'this server answers to its own address alone; open http://127.0.0.1:8765/'
    """
    if headers.get("host", "").lower() not in settings.hosts:
        return f"this server answers to its own address alone; open {settings.address}"
    origin = headers.get("origin")
    if origin is not None and origin.lower() not in settings.origins:
        return "another site may not use this server; open its page in a window of its own"
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        return f"another site may not lead here; type {settings.address} into the address line"
    return ""


class Guard:
    """Turns strangers away and gives every answer its headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        why = refusal(Headers(scope=scope), self.settings)
        answer = JSONResponse({"error": why, "line": None}, 403) if why else self.app
        await answer(scope, receive, guarded)
