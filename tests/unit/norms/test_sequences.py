"""The exact chance over sequences against brute force: every sequence, judged by the check."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from tprstats.norms.check import best_choice
from tprstats.norms.games import NormGame, NormRecord
from tprstats.norms.sequences import norm_by_score
from tprstats.norms.thresholds import Rules, needs_of
from tprstats.norms.titles import get_title
from tprstats.norms.verdicts import Clause, Verdict
from tprstats.records import Player, RatingKind, Record

EXEMPT = Clause("1.4.3d", "", Verdict.NOT_MET)
WAIVED = Clause("1.4.3d", "", Verdict.MET)


def record_of(games, *, pairing="swiss", federation="ENG"):
    player = Player("X", rating=2400, rating_kind=RatingKind.FIDE, federation=federation, sex="f")
    return NormRecord(Record(player, ()), tuple(games), (), len(games), pairing)


def brute(games, title, minimum, exempt, chances, pairing):
    """Chance by score: each of 3^n sequences held against the clauses."""
    n = len(games)
    score, norm = np.zeros(2 * n + 1), np.zeros(2 * n + 1)
    for results in product((0, 1, 2), repeat=n):
        played = [replace(g, half_points=r) for g, r in zip(games, results, strict=True)]
        chance = np.prod([chances[r][j] for j, r in enumerate(results)])
        found = best_choice(record_of(played, pairing=pairing), title, exempt, minimum=minimum)
        score[sum(results)] += chance
        norm[sum(results)] += chance * (found.verdict is Verdict.MET)
    return score, norm


# Opponents: rating, level of the title, federation.
SCHEDULES = {
    # All eight: Ra 2380, 6.5 needed. Without one of the weak ones Ra 2442, 5 of 7.
    "two weak ones": [
        (2482, 5, "FRA"), (1940, 0, "SCO"), (2482, 5, "FRA"), (2482, 5, "GER"),
        (1950, 1, "ENG"), (2482, 4, "IRL"), (2482, 5, "USA"), (2482, 5, "FRA"),
    ],
    # Five of eight from the own federation are too many, four of seven are not.
    "one too many of the own federation": [
        (None, 0, "ENG"), (2540, 5, "ENG"), (2410, 5, "ENG"), (2440, 4, "SCO"),
        (2380, 5, "ENG"), (2520, 1, "FRA"), (2440, 5, "ENG"), (2300, 5, ""),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", SCHEDULES)
@pytest.mark.parametrize("pairing", ["swiss", "round-robin"])
@pytest.mark.parametrize("waived", [False, True])
def test_the_dynamic_programme_is_the_enumeration(name, pairing, waived, monkeypatch):
    # Eight games of which seven are enough (1.4.1b): 6561 sequences.
    rows = SCHEDULES[name]
    games = [NormGame(k, r, None, f"P{k}", k, lv, f) for k, (r, lv, f) in enumerate(rows, 1)]
    title = get_title("GM")
    rng = np.random.default_rng(3)
    chances = rng.dirichlet([2, 3, 4], size=len(games)).T  # loss, draw, win
    exempt = WAIVED if waived else EXEMPT
    score, norm = brute(games, title, 7, exempt, chances, pairing)
    rules = Rules(
        title, 7, predetermined=pairing == "round-robin", foreigners=not waived, federation="ENG"
    )
    loss, draw, win = (c[None, :] for c in chances)
    needs = needs_of(games, rules)
    if name == "two weak ones" or (pairing == "swiss" and not waived):
        assert needs.tracked  # else leaving out wins would not be tried
    found_score, found = norm_by_score(needs, win, draw, loss)
    np.testing.assert_allclose(found_score[0], score, rtol=0, atol=1e-14)
    np.testing.assert_allclose(found[0], norm, rtol=0, atol=1e-14)
    impossible = name != "two weak ones" and pairing == "round-robin" and not waived
    assert (norm.sum() > 0.001) != impossible  # 1.4.1f: the whole mix forbids it
