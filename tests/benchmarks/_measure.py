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
    """One measurement against a named peer in the same run, or against a limit.

    Parameters
    ----------
    ours, peer
        Seconds, or what ``unit`` says; no peer where the goal is a limit in that unit.
    goal
        ``("<=", 3.0)``: ours / peer is to be at most 3 (without a peer: ours at most 3);
        ``(">=", 80.0)``: peer / ours at least 80.
    how
        How it was measured.
    unit
        Of ours and peer; empty for a pure number.
    """

    name: str
    ours: float
    peer: float | None
    goal: tuple[str, float]
    how: str
    unit: str = "s"

    @property
    def ratio(self) -> float | None:
        if self.peer is None:
            return None
        return self.ours / self.peer if self.goal[0] == "<=" else self.peer / self.ours

    @property
    def met(self) -> bool:
        figure = self.ours if self.ratio is None else self.ratio
        return figure <= self.goal[1] if self.goal[0] == "<=" else figure >= self.goal[1]

    def cells(self) -> tuple[str, ...]:
        """Name, ours, peer, ratio, goal and verdict for print."""
        limit = f" {self.unit}" if self.peer is None else ""
        return (
            self.name,
            self._amount(self.ours),
            "-" if self.peer is None else self._amount(self.peer),
            "-" if self.ratio is None else f"{self.ratio:,.2f}",
            f"{self.goal[0]} {self.goal[1]:g}{limit}".rstrip(),
            "met" if self.met else "missed",
        )

    def _amount(self, value: float) -> str:
        if self.unit == "s":
            return f"{value:,.2f} s" if value >= 1.0 else f"{value * 1e3:,.1f} ms"
        return f"{value:,.0f} {self.unit}" if self.unit else f"{value:.2f}"

    def __str__(self) -> str:
        name, ours, peer, ratio, goal, verdict = self.cells()
        return f"{name}: ours {ours}, peer {peer}, ratio {ratio} (goal {goal}: {verdict})"


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
