"""Processes that calculate: a few, each of which can be stopped at any time."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from tprstats.web.errors import BROKEN, RefusedError
from tprstats.web.worker import work

__all__ = ["Pool"]

BUSY = "the computer is busy with other requests; try again in a moment"
TOO_LONG = "this takes too long; choose fewer games or events"
STOPPED = "the calculation stopped, perhaps for want of memory; choose fewer games"

log = logging.getLogger("tprstats.web")


@dataclass(eq=False)
class _Worker:
    process: BaseProcess
    connection: Connection
    known: set[str] = field(default_factory=set)
    latest: str = ""


class Pool:
    """Workers, and who waits for them.

    A library's pool cannot stop one task without all others; here a task that takes too long, or
    that nobody waits for any more, ends with its process, and a new one takes its place.

    Parameters
    ----------
    size
        Number of processes. Long tasks never take the last one.
    waiting
        Tasks that wait or run at most.
    """

    def __init__(self, size: int, waiting: int) -> None:
        self._size, self._most = size, waiting
        self._context = multiprocessing.get_context("spawn")
        self._free = asyncio.Semaphore(0)
        self._long = asyncio.Semaphore(max(1, size - 1))
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(2 * size + 2, "tprstats-pool")
        self._tasks = 0

    def start(self) -> None:
        """Start the processes; tasks wait until one is ready."""
        for _ in range(self._size):
            self._start_one()

    async def run(
        self,
        task: str,
        *,
        token: str = "",
        seconds: float,
        long: bool = False,
        progress: Callable[[int], None] | None = None,
        **options: Any,
    ) -> Any:
        """Have a worker do a task of :data:`tprstats.web.worker.TASKS`.

        Parameters
        ----------
        task
            Its name.
        token
            A worker that knows the file behind it is preferred.
        seconds
            Time for it, waiting included.
        long
            Whether it may take long: one worker is kept free of such tasks.
        progress
            Called with numbers that the task reports.
        **options
            Of the task.

        Raises
        ------
        RefusedError
            What the task says, or 503 where too many wait, 504 where it takes too long.
        """
        if self._tasks >= self._most:
            raise RefusedError(503, BUSY)
        self._tasks += 1
        try:
            async with asyncio.timeout(seconds):
                if not long:
                    return await self._in_turn(task, token, False, progress, options)
                async with self._long:
                    return await self._in_turn(task, token, True, progress, options)
        except TimeoutError:
            raise RefusedError(504, TOO_LONG) from None
        except ConnectionError:
            raise RefusedError(500, STOPPED) from None
        finally:
            self._tasks -= 1

    def forget(self, tokens: Iterable[str]) -> None:
        """Have all workers drop what they keep of some files."""
        gone = frozenset(tokens)
        if not gone:
            return
        for worker in self._all:
            worker.known -= gone
            self._tell(worker, ("forget", gone))

    async def stop(self) -> None:
        """End all processes."""
        for task in list(self._starting):
            task.cancel()
        for worker in list(self._all):
            self._end(worker)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _in_turn(
        self,
        task: str,
        token: str,
        long: bool,
        progress: Callable[[int], None] | None,
        options: dict[str, Any],
    ) -> Any:
        await self._free.acquire()
        # Who did the last thing with a file keeps most of what was computed from it.
        worker = max(self._idle, key=lambda w: (token == w.latest, token in w.known))
        self._idle.remove(worker)
        try:
            result = await self._talk(worker, task, progress, options)
        except RefusedError:
            self._back(worker)
            raise
        except BaseException:
            # Nobody waits for it any more, or it died: another process takes its place.
            self._end(worker)
            self._start_one()
            raise
        if token:
            worker.known.add(token)
            worker.latest = token if long else worker.latest
        self._back(worker)
        return result

    async def _talk(
        self,
        worker: _Worker,
        task: str,
        progress: Callable[[int], None] | None,
        options: dict[str, Any],
    ) -> Any:
        if not self._tell(worker, (task, options)):
            raise ConnectionError(STOPPED)
        while True:
            kind, value = await self._next(worker)
            if kind == "progress":
                if progress is not None:
                    progress(value)
            elif kind == "refused":
                raise value
            elif kind == "failed":
                log.error("%s failed\n%s", task, value)
                raise RefusedError(500, BROKEN)
            else:
                return value

    async def _next(self, worker: _Worker) -> tuple[str, Any]:
        loop = asyncio.get_running_loop()
        try:
            message: tuple[str, Any] = await loop.run_in_executor(
                self._threads, worker.connection.recv
            )
        except (EOFError, OSError):
            raise ConnectionError(STOPPED) from None
        return message

    def _tell(self, worker: _Worker, message: tuple[str, Any]) -> bool:
        try:
            worker.connection.send(message)
        except OSError:
            return False
        return True

    def _back(self, worker: _Worker) -> None:
        self._idle.append(worker)
        self._free.release()

    def _start_one(self) -> None:
        starting = asyncio.get_running_loop().create_task(self._started())
        self._starting.add(starting)
        starting.add_done_callback(self._starting.discard)

    async def _started(self) -> None:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=work, args=(theirs,), daemon=True)
        await asyncio.get_running_loop().run_in_executor(self._threads, process.start)
        theirs.close()
        worker = _Worker(process, ours)
        self._all.add(worker)
        try:
            await self._next(worker)
        except ConnectionError:
            self._all.discard(worker)
            log.error("a worker did not start")
            return
        self._back(worker)

    def _end(self, worker: _Worker) -> None:
        self._all.discard(worker)
        worker.process.kill()
        worker.connection.close()
