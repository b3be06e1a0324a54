"""What a benchmark gives, and how times are taken."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Row", "alternating", "peak_megabytes"]


@dataclass(frozen=True)
class Row:
    """One comparison: our time, the peer's time in the same run, and the goal for their ratio.

    Parameters
    ----------
    ours, peer
        Seconds.
    goal
        ``("<=", 3.0)``: ours / peer is to be at most 3; ``(">=", 80.0)``: peer / ours at least 80.
    """

    name: str
    ours: float
    peer: float
    goal: tuple[str, float]
    how: str

    @property
    def ratio(self) -> float:
        return self.ours / self.peer if self.goal[0] == "<=" else self.peer / self.ours

    @property
    def met(self) -> bool:
        return self.ratio <= self.goal[1] if self.goal[0] == "<=" else self.ratio >= self.goal[1]

    def __str__(self) -> str:
        wanted = f"{self.goal[0]} {self.goal[1]:g}"
        verdict = "met" if self.met else "MISSED"
        return (
            f"{self.name}: ratio {self.ratio:.2f} (goal {wanted}: {verdict}); "
            f"ours {self.ours:.4g} s, peer {self.peer:.4g} s"
        )


def peak_megabytes() -> float:
    """Peak resident memory of this process, MB.

    What ``getrusage`` says is handed on from the parent when a process is started (exec keeps the
    greatest so far), so that a small child of a large benchmark looks large.
    """
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return float(line.split()[1]) / 1024
    raise RuntimeError("no VmHWM: memory is measured on Linux alone")


def alternating(
    ours: Callable[[], object], peer: Callable[[], object], times: int
) -> tuple[float, float]:
    """Medians of both, run in turn, so that a busy machine slows both alike."""
    ours(), peer()  # warm caches
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(times):
        for call, seconds in zip((ours, peer), taken, strict=True):
            start = time.perf_counter()
            call()
            seconds.append(time.perf_counter() - start)
    return statistics.median(taken[0]), statistics.median(taken[1])
