"""What one server holds: its workers, files and simulations."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from tprstats.web.pool import Pool
from tprstats.web.settings import Settings
from tprstats.web.simulations import Simulations
from tprstats.web.subject import Asked, Given
from tprstats.web.uploads import Uploads

__all__ = ["State", "running"]

SWEEP = 30.0
"""Seconds between two looks for files to delete."""


@dataclass
class State:
    """The parts of a running server."""

    settings: Settings
    pool: Pool
    uploads: Uploads
    simulations: Simulations

    async def work(
        self,
        task: str,
        token: str,
        *,
        long: bool = False,
        given: Given | None = None,
        **options: Any,
    ) -> Any:
        """Have a task done with the file behind a token, see :data:`tprstats.web.tasks.TASKS`.

        With ``given`` the file is seen as that says, and not as it is kept.
        """
        kept = self.uploads.get(token).given
        return await self.pool.run(
            task,
            token=token,
            seconds=self.settings.long_seconds if long else self.settings.short_seconds,
            long=long,
            given=given or kept,
            unpacked_bytes=self.settings.unpacked_bytes,
            **options,
        )

    def looks(self, token: str, asked: Asked) -> int:
        """Windows judged by name so far, the one asked for included; 1 where none is."""
        if asked.window is None:
            return 1
        same = self.uploads.get(token).given.same
        return self.uploads.look(token, (same, asked.whose), asked.window)

    def drop(self, tokens: list[str]) -> None:
        """Delete files, and what is kept of them anywhere."""
        for token in tokens:
            self.uploads.drop(token)
        self.simulations.drop(tokens)
        self.pool.forget(tokens)

    def sweep(self) -> None:
        """Delete the files that were not used for too long."""
        self.drop(self.uploads.expire())


@asynccontextmanager
async def running(settings: Settings, clock: Callable[[], float]) -> AsyncIterator[State]:
    """Start everything, and end it."""
    pool = Pool(settings.workers, settings.waiting)
    state = State(settings, pool, Uploads(settings, clock), Simulations(pool, settings))
    pool.start()
    sweeper = asyncio.get_running_loop().create_task(_sweep(state))
    try:
        yield state
    finally:
        sweeper.cancel()
        await pool.stop()
        state.uploads.close()


async def _sweep(state: State) -> None:
    while True:
        await asyncio.sleep(min(SWEEP, state.settings.keep_seconds / 4))
        state.sweep()
