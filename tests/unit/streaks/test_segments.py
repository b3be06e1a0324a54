"""Two parts that make up a season are one comparison."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import tprstats as tpr
from tprstats.records import Record
from tprstats.streaks.named import score_tails
from tprstats.streaks.playing_order import season_of
from tprstats.streaks.season import constant_strength
from tprstats.streaks.segments import adjusted, segments_of
from tprstats.streaks.spells import SpellPrior

RESULTS = [1, 0, 1, 0.5, 1, 0, 1, 1, 0.5, 0] * 4
COLOURS = list("wbwwbwbbwb") * 3 + list("wwwbwwbwww")  # White in 22 of 40


def a_record(ecos: tuple[str, ...] = ("",)) -> Record:
    record = Record.from_results([2300] * 40, RESULTS, own=2300, colours=COLOURS, name="Ann")
    return record.with_games(
        [replace(g, eco=ecos[k % len(ecos)]) for k, g in enumerate(record.games)]
    )


def test_white_and_black_have_one_p_counted_once():
    season = season_of(a_record(("B90", "C42", "D37")))
    found = segments_of(season, constant_strength(season))
    white, black = (next(s for s in found if s.label == x) for x in ("White", "Black"))
    assert white.p == black.p
    assert white.comparison == black.comparison
    assert (white.holm, white.benjamini_hochberg) == (black.holm, black.benjamini_hochberg)
    # The p of the smaller part, by itself.
    prior = SpellPrior(level=season.centre, level_sd=350.0)
    inside = season.colours < 0
    tails = score_tails(season, constant_strength(season), inside, prior)
    assert inside.sum() < 20
    assert white.p == tails.mid_p("either")
    # Four comparisons (colour, three openings) are paid for, not five.
    one_each = {s.comparison: s for s in found}
    assert sorted(one_each) == [0, 1, 2, 3]
    holm, bh = adjusted(np.array([one_each[k].p for k in range(4)]))
    assert [one_each[k].holm for k in range(4)] == holm.tolist()
    assert [one_each[k].benjamini_hochberg for k in range(4)] == bh.tolist()


def test_openings_played_with_one_colour_each_are_the_same_comparison_again():
    record = a_record()
    games = [replace(g, eco="B90" if g.colour < 0 else "D37") for g in record.games]
    season = season_of(record.with_games(games))
    found = segments_of(season, constant_strength(season))
    assert {s.kind for s in found} == {"colour", "opening"}
    assert len({(s.comparison, s.p, s.holm) for s in found}) == 1
    assert found[0].holm == pytest.approx(found[0].p)


def test_the_sentence_counts_comparisons():
    found = tpr.streak(a_record(), segments=True, seasons=200)
    assert "2 parts in 1 comparison: after Holm" in " ".join(found.words())
