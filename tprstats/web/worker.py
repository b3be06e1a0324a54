"""A process that calculates: it does one task after the other until its pipe is closed."""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from tprstats.errors import TprstatsError
from tprstats.web.errors import RefusedError, refused_by

__all__ = ["work"]

PAUSE = 0.1
"""Seconds between two reports of progress."""


def work(connection: Connection) -> None:
    """Do what comes through a pipe, and send back ``(kind, value)``.

    The kinds are ``ready``, ``progress``, ``result``, ``refused`` (with the error) and ``failed``
    (with what Python says, for the server's own log).
    """
    # Ctrl-C ends the server, which ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from tprstats.web.tasks import FORGET, TASKS, warm_up

    warm_up()
    connection.send(("ready", None))
    while True:
        try:
            name, options = connection.recv()
        except (EOFError, OSError):
            return
        if name == "forget":
            FORGET(options)
            continue
        answer: tuple[str, Any]
        try:
            answer = "result", TASKS[name](**options, progress=_reporter(connection))
        except RefusedError as error:
            answer = "refused", error
        except TprstatsError as error:
            answer = "refused", refused_by(error)
        except Exception:
            answer = "failed", traceback.format_exc()
        try:
            connection.send(answer)
        except OSError:
            return


def _reporter(connection: Connection) -> Callable[[int], None]:
    last = 0.0

    def report(done: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= PAUSE:
            last = now
            connection.send(("progress", done))

    return report
