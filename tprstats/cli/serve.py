"""``tprstats serve``: the coach's page, on this computer."""

from __future__ import annotations

import errno
import os
import socket
from typing import Annotated

import typer

from tprstats.cli._output import say
from tprstats.errors import TprstatsError

__all__ = ["serve_command"]

LOOPBACK = ("127.0.0.1", "::1", "localhost")


def serve_command(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port; 0 takes one that is free.")
    ] = 8765,
    host: Annotated[
        str, typer.Option(help="Address to listen on; other computers reach all but this one.")
    ] = "127.0.0.1",
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Another name that browsers may use for it; repeat."),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes that calculate.")] = 3,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")
    ] = True,
) -> str:
    """Open a page for coaches on this computer.

    Drop a file, choose a player, see the report, move what it assumes, simulate events, take the
    report away. Nothing leaves this computer; files are deleted 30 minutes after their last use.
    Ctrl-C ends it.
    """
    try:
        import uvicorn

        from tprstats.web.app import create_app
        from tprstats.web.settings import Settings
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("fastapi", "starlette", "uvicorn"):
            raise
        raise TprstatsError(
            f"tprstats serve needs {error.name}: pip install 'tprstats[web]'"
        ) from None
    listening = _listen(host, port)
    settings = Settings(
        host=host, port=listening.getsockname()[1], names=tuple(name or ()), workers=workers
    )
    if host not in LOOPBACK:
        say("other computers can reach this page, and there is no password")
    say(f"the page is at {settings.address} (Ctrl-C ends it)")
    if browser:
        import webbrowser

        webbrowser.open(settings.address)
    config = uvicorn.Config(
        create_app(settings), log_level="warning", access_log=False, server_header=False,
        date_header=False, timeout_graceful_shutdown=3, ws="none",
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[listening])
    return ""


def _listen(host: str, port: int) -> socket.socket:
    """A socket before anything else is started, so that a taken port is told at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        # create_server forgets that a name was not found.
        socket.getaddrinfo(host, port, family)
        return socket.create_server((host, port), family=family)
    except (OSError, UnicodeError) as error:
        raise TprstatsError(f"cannot listen on {host}, port {port}: {_why(error)}") from None


def _why(error: Exception) -> str:
    """What the system refused, and which option puts it right."""
    addresses = (
        "leave --host out for this computer alone, or give one of its own addresses (0.0.0.0 for "
        "all of them)"
    )
    if isinstance(error, UnicodeError | socket.gaierror):
        return f"no such name or address; {addresses}"
    number = error.errno if isinstance(error, OSError) else None
    if number in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
        return f"not an address of this computer; {addresses}"
    if number == errno.EADDRINUSE:
        return "another program listens there; give another --port (0 for a free one)"
    if number == errno.EACCES:
        return "not allowed; give a --port from 1024 (0 for a free one)"
    return os.strerror(number) if number else str(error)
