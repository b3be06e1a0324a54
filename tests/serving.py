"""The server of ``tprstats serve`` on a free port, for tests that ask it as a browser would."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from tprstats.web.app import create_app
from tprstats.web.settings import Settings

__all__ = ["Clock", "Served", "long_pgn", "serving"]


class Clock:
    """Seconds that a test can let pass."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.ahead


@dataclass(frozen=True)
class Served:
    """A running server."""

    settings: Settings
    app: Any
    clock: Clock
    client: httpx.Client

    @property
    def url(self) -> str:
        return self.settings.address.rstrip("/")

    @property
    def folder(self) -> Path:
        """Where its files lie."""
        return Path(self.app.state.tprstats.uploads._folder.name)

    def send(self, content: bytes, name: str = "open.trf") -> dict[str, Any]:
        """Send a file that is read."""
        answer = self.client.post("/api/files", params={"name": name}, content=content)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def parts(self, token: str, names: list[str], *, quick: bool = False, **question: Any):
        """Parts of a report."""
        wanted = {"question": question, "parts": names, "sizes": ["narrow"], "quick": quick}
        return self.client.post(f"/api/data/{token}/parts", json=wanted)


@contextmanager
def serving(**limits: Any) -> Iterator[Served]:
    """Serve until the end of the block."""
    listening = socket.create_server(("127.0.0.1", 0))
    settings = Settings(port=listening.getsockname()[1], **{"workers": 2, "seasons": 500, **limits})
    clock = Clock()
    app = create_app(settings, clock=clock)
    config = uvicorn.Config(
        app, log_level="critical", access_log=False, server_header=False, date_header=False,
        ws="none", timeout_graceful_shutdown=3,
    )  # fmt: skip
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.01)
    with httpx.Client(base_url=settings.address, timeout=120.0, trust_env=False) as client:
        yield Served(settings, app, clock, client)
    server.should_exit = True
    thread.join(30.0)
    assert not thread.is_alive()


def long_pgn(games: int, **more: Callable[[int], str]) -> bytes:
    """A log of one player's games, a day each, against rated opponents; ``more`` tags by game."""
    rows = []
    for k in range(games):
        white = k % 2 == 0
        result = ("1-0", "0-1", "1/2-1/2")[(k * 7 + k // 3) % 3]
        names = ("Me", f"Other {k % 300}") if white else (f"Other {k % 300}", "Me")
        ratings = (2200, 2100 + k % 200) if white else (2100 + k % 200, 2200)
        day = f"{2000 + k // 336}.{1 + k // 28 % 12:02d}.{1 + k % 28:02d}"
        tags = {
            "Event": f"Open {k // 9}", "Date": day, "White": names[0], "Black": names[1],
            "WhiteElo": ratings[0], "BlackElo": ratings[1], "Result": result,
        } | {tag: of(k) for tag, of in more.items()}  # fmt: skip
        rows.append("".join(f'[{t} "{v}"]\n' for t, v in tags.items()) + f"\n1. e4 e5 {result}\n\n")
    return "".join(rows).encode()
