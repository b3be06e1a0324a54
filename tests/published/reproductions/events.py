"""Rules over a whole event."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np

import tprstats as tpr
from tprstats.estimators import estimate
from tprstats.records import Event, RecordBatch

DATA = Path(__file__).parents[2] / "data"
RESULTS = {2: "1-0", 1: "1/2-1/2", 0: "0-1"}


def palma_2017() -> Event:
    return tpr.read(DATA / "palma_grand_prix_2017.csv")


def by_name(event: Event, numbers: np.ndarray) -> dict[str, float]:
    return {p.name: float(v) for p, v in zip(event.players, numbers, strict=True)}


def palma_2017_equilibrium() -> dict[str, float]:
    event = palma_2017()
    return by_name(event, estimate(event, "equilibrium").values)


def palma_2017_performance() -> dict[str, float]:
    event = palma_2017()
    return by_name(event, estimate(RecordBatch.from_records(event.records), "fide").values)


def of_games(games: Iterable[tuple[str, str, int]]) -> Event:
    """An event without ratings from (one, other, half points of the one)."""
    lines = [f"{one},{other},{RESULTS[s2]}" for one, other, s2 in games]
    return tpr.read("\n".join(["white,black,result", *lines, ""]).encode())


# Points of the final table. Rubinetti, printed with 5, had 6: a round robin of 24 gives 276.
PALMA_1970 = {
    "Fischer": 18.5, "Larsen": 15, "Geller": 15, "Huebner": 15, "Taimanov": 14, "Uhlmann": 14,
    "Portisch": 13.5, "Smyslov": 13.5, "Polugaevsky": 13, "Gligoric": 13, "Panno": 12.5,
    "Mecking": 12.5, "Hort": 11.5, "Ivkov": 10.5, "Suttles": 10, "Minic": 10, "Reshevsky": 9.5,
    "Matulovic": 9, "Addison": 9, "Filip": 8.5, "Naranja": 8.5, "Ujtumen": 8.5,
    "Rubinetti": 6, "Jimenez": 5.5,
}  # fmt: skip


def round_robin_with(totals: list[int]) -> np.ndarray:
    """Results of a round robin that give these half points: all draws, then half points moved."""
    m = len(totals)
    scores = np.ones((m, m), dtype=int)
    np.fill_diagonal(scores, 0)
    while (short := scores.sum(axis=1) - totals).any():
        first = int(np.argmin(short))
        came: dict[int, int | None] = {first: None}
        queue = [first]
        for one in queue:
            if short[one] > 0:
                break
            for other in range(m):
                if other != one and other not in came and scores[one, other] < 2:
                    came[other] = one
                    queue.append(other)
        while (gains := came[one]) is not None:
            scores[gains, one] += 1
            scores[one, gains] -= 1
            one = gains
    return scores


def palma_1970() -> dict[str, float]:
    """In a round robin the points alone fix the equilibrium: any results with them will do."""
    names = list(PALMA_1970)
    scores = round_robin_with([int(2 * p) for p in PALMA_1970.values()])
    games = [(a, names[j], int(scores[i, j])) for i, a in enumerate(names) for j in range(i)]
    event = of_games(games)
    return by_name(event, estimate(event, "equilibrium", start=2557.0).values)


# Wins, draws and losses of the first against the second.
LASKOS = {
    ("Houdini", "Strelka"): (18, 9, 3),
    ("Strelka", "Komodo"): (18, 9, 3),
    ("Houdini", "Komodo"): (24, 6, 0),
}


def laskos_elostat() -> dict[str, float]:
    event = of_games(
        (one, other, s2)
        for (one, other), counts in LASKOS.items()
        for s2, times in zip((2, 1, 0), counts, strict=True)
        for _ in range(times)
    )
    pool = by_name(event, estimate(event, "elostat", level=0.0).values)
    likely = by_name(event, estimate(event, "equilibrium", start=0.0).values)
    return {f"EloStat, {name}": x for name, x in pool.items()} | {
        f"correct, {name}": x for name, x in likely.items()
    }
