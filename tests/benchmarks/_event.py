"""A TRF of an invented Swiss event, the same at every call."""

from __future__ import annotations

import random

__all__ = ["swiss_trf"]


def swiss_trf(players: int = 100, rounds: int = 9, seed: int = 4) -> str:
    """Neighbours in the standings who have not met play; results follow the Elo curve.

    With this seed every rule gives every player a number, the event-level ones too.
    """
    rng = random.Random(seed)
    ratings = sorted((round(rng.gauss(2050, 180)) for _ in range(players)), reverse=True)
    half_points = [0] * players
    met: list[set[int]] = [set() for _ in range(players)]
    cells: list[list[str]] = [[] for _ in range(players)]
    for _ in range(rounds):
        waiting = sorted(range(players), key=lambda i: (-half_points[i], rng.random()))
        while waiting:
            a = waiting.pop(0)
            b = next((x for x in waiting if x not in met[a]), waiting[0])
            waiting.remove(b)
            met[a].add(b)
            met[b].add(a)
            won = _half_points(ratings[a] - ratings[b], rng)
            for i, j, colour, s2 in ((a, b, "w", won), (b, a, "b", 2 - won)):
                half_points[i] += s2
                cells[i].append(f"{j + 1:>4} {colour} {'0=1'[s2]}")
    lines = ["012 An invented event", f"062 {players}", "092 Individual: Swiss-System"]
    for i in range(players):
        head = f"001 {i + 1:>4}      {f'Player {i + 1}':<33} {ratings[i]:>4}"
        body = f"{half_points[i] / 2:>4} {i + 1:>4}"
        lines.append(f"{head:<80}{body}  " + "  ".join(cells[i]))
    return "\n".join(lines) + "\n"


def _half_points(difference: float, rng: random.Random) -> int:
    expected = 1.0 / (1.0 + 10.0 ** (-difference / 400.0))
    draw = 0.7 * min(expected, 1.0 - expected)
    x = rng.random()
    return 1 if x < draw else 2 if x < draw + expected - draw / 2.0 else 0
