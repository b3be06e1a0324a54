"""Simulations that run in the background: started, watched, cancelled."""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass
from typing import Any

from tprstats.web.errors import BROKEN, RefusedError
from tprstats.web.pool import Pool
from tprstats.web.settings import Settings

__all__ = ["Running", "Simulations"]

KEPT = 100
ENDED = ("done", "cancelled", "failed")


@dataclass
class Running:
    """One simulation."""

    id: str
    token: str
    events: int
    began: float
    state: str = "waiting"
    done: int = 0
    error: str | None = None
    result: dict[str, Any] | None = None
    html: str | None = None
    task: asyncio.Task[None] | None = None

    def shown(self) -> dict[str, Any]:
        """What a browser is told."""
        names = ("id", "state", "done", "events", "error", "result", "html")
        return {name: getattr(self, name) for name in names}


class Simulations:
    """All simulations, a few of which run at once."""

    def __init__(self, pool: Pool, settings: Settings) -> None:
        self._pool, self._settings = pool, settings
        self._all: dict[str, Running] = {}

    def start(self, token: str, events: int, **options: Any) -> Running:
        """Start one; refused where too many run."""
        if sum(r.state not in ENDED for r in self._all.values()) >= self._settings.simulations:
            raise RefusedError(503, "other simulations are running; cancel one, or wait")
        found = Running(secrets.token_urlsafe(16), token, events, time.monotonic())
        found.task = asyncio.get_running_loop().create_task(self._run(found, options))
        self._all[found.id] = found
        while len(self._all) > KEPT:
            first = next((k for k, r in self._all.items() if r.state in ENDED), None)
            if first is None:
                break
            del self._all[first]
        return found

    def get(self, token: str, id_: str) -> Running:
        """One that belongs to a file."""
        found = self._all.get(id_)
        if found is None or found.token != token:
            raise RefusedError(404, "no such simulation; start another")
        return found

    def cancel(self, token: str, id_: str) -> Running:
        """Stop one; its process ends at once."""
        found = self.get(token, id_)
        if found.state not in ENDED and found.task is not None:
            found.task.cancel()
            found.state = "cancelled"
        return found

    def drop(self, tokens: list[str]) -> None:
        """Stop and forget those of some files."""
        for id_ in [k for k, r in self._all.items() if r.token in tokens]:
            self.cancel(self._all[id_].token, id_)
            del self._all[id_]

    async def _run(self, found: Running, options: dict[str, Any]) -> None:
        def report(done: int) -> None:
            found.state, found.done = "running", done

        try:
            answer = await self._pool.run(
                "simulate",
                token=found.token,
                long=True,
                seconds=self._settings.long_seconds,
                progress=report,
                events=found.events,
                **options,
            )
        except RefusedError as error:
            found.state, found.error = "failed", error.error
        except asyncio.CancelledError:
            found.state = "cancelled"
            raise
        except Exception:
            found.state, found.error = "failed", BROKEN
            raise
        else:
            found.result, found.html = answer["result"], answer["html"]
            found.state, found.done = "done", found.events
