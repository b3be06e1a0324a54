"""Random events before a round, made without any pairing engine, and as TRF text.

Rounds are paired at random: no rematch, no forbidden pair, at most one bye a player, no third game
in a row with one colour and no colour difference beyond 2. So a history is one that some arbiter
could have had, and has far more floats and odd groups than a Swiss event.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from tprstats.pairing.history import Cell, History, Points

FOOTBALL = Points(
    win=3, draw=1, loss=0, pab=3, forfeit_win=3, forfeit_loss=0, full_bye=3, half_bye=1, absent=0
)


@dataclass(frozen=True)
class Odds:
    """Probabilities of what happens besides games."""

    forfeit: float = 0.04
    bye: float = 0.06  # half-point, zero-point or full-point, asked for
    late: float = 0.08  # a player enters after round 1
    withdrawn: float = 0.05
    forbidden: float = 0.2  # the event has forbidden pairs
    accelerated: float = 0.2
    football: float = 0.15  # 3-1-0
    small_pab: float = 0.1  # the pairing-allocated bye is worth a draw
    last_round: float = 0.4
    draw: float = 0.3


CLEAN = Odds(0, 0, 0, 0, 0, 0, 0, 0)


def random_history(
    rng: np.random.Generator,
    players: tuple[int, int] = (2, 12),
    rounds: tuple[int, int] = (1, 8),
    odds: Odds | None = None,
) -> History:
    """A history of ``players`` (least, most) in an event of ``rounds`` (least, most)."""
    odds = odds or Odds()
    n = int(rng.integers(players[0], players[1] + 1))
    total = int(rng.integers(rounds[0], rounds[1] + 1))
    before = total - 1 if rng.random() < odds.last_round else int(rng.integers(0, total, 2).max())
    event = _Event(rng, n, odds)
    for r in range(before):
        if not event.play(r):
            break
    return event.history(total, before)


class _Event:
    """The rounds as they are made."""

    def __init__(self, rng: np.random.Generator, n: int, odds: Odds) -> None:
        self.rng, self.n, self.odds = rng, n, odds
        points = FOOTBALL if rng.random() < odds.football else Points()
        self.points = replace(points, pab=1) if rng.random() < odds.small_pab else points
        self.enters = np.where(rng.random(n) < odds.late, rng.integers(1, 4, n), 0)
        self.leaves = np.where(rng.random(n) < odds.withdrawn, rng.integers(1, 8, n), 99)
        self.forbidden = np.zeros((n, n), dtype=bool)
        if rng.random() < odds.forbidden:
            for _ in range(int(rng.integers(1, n))):
                a, b = rng.choice(n, 2, replace=False)
                self.forbidden[a, b] = self.forbidden[b, a] = True
        self.no = self.forbidden | np.eye(n, dtype=bool)
        self.colours: list[list[int]] = [[] for _ in range(n)]
        self.byes = np.zeros(n, dtype=bool)
        self.rounds: list[tuple[np.ndarray, ...]] = []

    def _there(self, r: int) -> np.ndarray:
        return (self.enters <= r) & (r < self.leaves)

    def play(self, r: int) -> bool:
        """Pair and play one round; False where no pairing was found."""
        rng, n, points = self.rng, self.n, self.points
        opponents, colours = np.full(n, -1), np.zeros(n, dtype=int)
        cells, scores = np.full(n, int(Cell.ABSENT)), np.zeros(n, dtype=int)
        there = self._there(r)
        for p in np.flatnonzero(there & (rng.random(n) < self.odds.bye)):
            kind = rng.choice([Cell.HALF_BYE, Cell.ABSENT, Cell.FULL_BYE], p=[0.5, 0.35, 0.15])
            there[p] = False
            cells[p], scores[p] = kind, _worth(points, kind)
            self.byes[p] |= kind == Cell.FULL_BYE
        order = [int(p) for p in self._order(np.flatnonzero(there))]
        games = _match(order, self._may_meet, self.byes)
        if not games:
            return False
        for a, b in games:
            if b is None:
                cells[a], scores[a], self.byes[a] = Cell.PAB, points.pab, True
                continue
            forfeit = rng.random() < self.odds.forfeit
            colour = self._colour(a, b)
            opponents[a], opponents[b] = b, a
            colours[a], colours[b] = colour, -colour
            cells[a] = cells[b] = Cell.FORFEIT if forfeit else Cell.PLAYED
            if forfeit:
                won = rng.choice([(1, 0), (0, 1), (0, 0)], p=[0.45, 0.45, 0.1])
                for p, w in zip((a, b), won, strict=True):
                    scores[p] = points.forfeit_win if w else points.forfeit_loss
                    self.byes[p] |= bool(w)
                continue
            self.no[a, b] = self.no[b, a] = True
            self.colours[a].append(colour)
            self.colours[b].append(-colour)
            scores[a], scores[b] = self._result()
        self.rounds.append((opponents, colours, cells, scores))
        return True

    def _order(self, present: np.ndarray) -> np.ndarray:
        """By score, more or less: so that scores of opponents are near, but floats are many."""
        totals = np.zeros(self.n) + sum(r[3] for r in self.rounds)
        return present[np.argsort(-totals[present] - self.rng.normal(0, 1.5, len(present)))]

    def _may_meet(self, a: int, b: int) -> bool:
        return not self.no[a, b] and self._colour_choices(a, b) != []

    def _colour_choices(self, a: int, b: int) -> list[int]:
        return [
            c for c in (1, -1) if _allowed(self.colours[a], c) and _allowed(self.colours[b], -c)
        ]

    def _colour(self, a: int, b: int) -> int:
        choices = self._colour_choices(a, b)
        due = sum(self.colours[b]) - sum(self.colours[a])
        fair = [c for c in choices if c * due > 0]
        return fair[0] if fair and self.rng.random() < 0.8 else int(self.rng.choice(choices))

    def _result(self) -> tuple[int, int]:
        u, p = self.rng.random(), self.points
        if u < self.odds.draw:
            return p.draw, p.draw
        return (p.win, p.loss) if u < (1 + self.odds.draw) / 2 else (p.loss, p.win)

    def history(self, total: int, before: int) -> History:
        n, done = self.n, len(self.rounds)
        # Where the event got stuck it is taken as that much shorter.
        total -= before - done
        columns = [np.array([r[k] for r in self.rounds]).reshape(done, n).T for k in range(4)]
        opponents, colours, cells, scores = columns
        present = self._there(done) & (self.rng.random(n) >= self.odds.bye)
        accelerated = self.rng.random() < self.odds.accelerated
        return History(
            rounds=total,
            opponents=opponents.astype(np.int16),
            colours=colours.astype(np.int8),
            cells=cells.astype(np.uint8),
            scores=scores.astype(np.int16),
            present=present,
            initial_colour=int(self.rng.choice([1, -1])),
            virtual=self._virtual(done, total) if accelerated else None,
            forbidden=self.forbidden if self.forbidden.any() else None,
            points=self.points,
        )

    def _virtual(self, done: int, total: int) -> np.ndarray:
        """The upper half begins with a win more, then half of it; or any group in any rounds."""
        group = np.arange(self.n) < (self.n + 1) // 2
        if self.rng.random() < 0.3:
            group = self.rng.random(self.n) < 0.5
        rounds = np.arange(done + 1)
        full, half = (total + 3) // 4, (total + 1) // 2
        worth = np.where(rounds < full, self.points.win, np.where(rounds < half, 1, 0))
        return (group[:, None] * worth[None, :]).astype(np.int16)


def _allowed(colours: list[int], colour: int) -> bool:
    return colours[-2:] != [colour, colour] and abs(sum(colours) + colour) <= 2


def _worth(points: Points, kind: int) -> int:
    return {
        int(Cell.HALF_BYE): points.half_bye,
        int(Cell.FULL_BYE): points.full_bye,
        int(Cell.ABSENT): points.absent,
    }[int(kind)]


def _match(
    order: list[int],
    may_meet: Callable[[int, int], bool],
    byes: np.ndarray,
    budget: list[int] | None = None,
) -> list[tuple[int, int | None]] | None:
    """Pair the list from the top, by backtracking with a bounded number of tries."""
    budget = [2000] if budget is None else budget
    if not order:
        return []
    budget[0] -= 1
    if budget[0] < 0:
        return None
    first, others = order[0], order[1:]
    for k, b in enumerate(others):
        if may_meet(first, b):
            rest = _match(others[:k] + others[k + 1 :], may_meet, byes, budget)
            if rest is not None:
                return [(first, b), *rest]
    if len(order) % 2 and not byes[first]:
        rest = _match(others, may_meet, byes, budget)
        if rest is not None:
            return [(first, None), *rest]
    return None


def trf_of(history: History) -> str:
    """The history as TRF26, as far as bbpPairings reads it."""
    n, r, points = history.players, history.played_rounds, history.points
    unit = 0.5 if points.win == 2 else 1.0
    lines = ["012 Random event", f"142 {history.rounds}"]
    lines.append(f"152 {'W' if history.initial_colour > 0 else 'B'}")
    values = {"W": points.win, "D": points.draw, "L": points.loss, "P": points.pab}
    lines.append("162  " + "    ".join(f"{k}{v * unit:4.1f}" for k, v in values.items()))
    lines += [_player(history, p, unit) for p in range(n)]
    for p in range(n):
        for k in range(r + 1):
            if history.virtual is not None and history.virtual[p, k]:
                worth = history.virtual[p, k] * unit
                span = f"{k + 1:3d} {k + 1:3d} {p + 1:4d} {p + 1:4d}"
                lines.append(f"250      {worth:4.1f} {span}")
    if history.forbidden is not None:
        for a, b in zip(*np.nonzero(np.triu(history.forbidden)), strict=True):
            lines.append(f"260   1 {history.rounds:3d} {a + 1:4d} {b + 1:4d}")
    absent = np.flatnonzero(~history.present)
    if len(absent):
        lines.append(f"240 Z {r + 1:3d} " + " ".join(f"{p + 1:4d}" for p in absent))
    return "\n".join(lines) + "\n"


BYES = {Cell.PAB: "U", Cell.FULL_BYE: "F", Cell.HALF_BYE: "H", Cell.ABSENT: "Z"}


def _player(history: History, p: int, unit: float) -> str:
    cells = []
    for k in range(history.played_rounds):
        cell, score = Cell(history.cells[p, k]), history.scores[p, k]
        if cell in BYES:
            cells.append(f"0000 - {BYES[cell]}")
            continue
        points = history.points
        if cell == Cell.PLAYED:
            result = {points.win: "1", points.draw: "=", points.loss: "0"}[int(score)]
        else:
            result = "+" if score == points.forfeit_win else "-"
        colour = "w" if history.colours[p, k] > 0 else "b"
        cells.append(f"{history.opponents[p, k] + 1:4d} {colour} {result}")
    total = history.scores[p].sum() * unit
    head = f"001 {p + 1:4d}      {'Player ' + str(p + 1):<33} {2400 - 10 * p:4d}"
    return f"{head:<80}{total:4.1f} {p + 1:4d}  " + "  ".join(cells)
