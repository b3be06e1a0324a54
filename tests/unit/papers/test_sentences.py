"""Numbers that the pages of the studies print are those of the published tables.

The manuscripts take theirs from the tables by themselves; those of ``experiments/*/README.md`` are
typed.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from paperkit import making
from scipy.stats import chi2

import tprstats as tpr
from tprstats.estimators import RULES
from tprstats.exact import game_chances, outcome_batch
from tprstats.intervals import interval
from tprstats.intervals.coverage import spread_schedule
from tprstats.outcomes import EloDavidson
from tprstats.scores import score_draws_pmf

EXPERIMENTS = Path(__file__).parents[3] / "experiments"

SWISS = {"kind": "swiss", "players": 64}
WIDE = {"kind": "swiss", "sd": 300}
NOISY = {"rating_noise": 60, "group": "all"}
FIFTH = {"rating_noise": 60, "group": "quintile 5", "measure": "bias"}
NEAR = {**NOISY, "kind": "round-robin", "sd": 60, "measure": "rmse"}
LONG = {"games": 200, "spread": 200, "measure": "bias"}
WINNER = {
    "kind": "swiss", "players": 64, "rounds": 9, "system": "dutch", "acceleration": "none",
    "after": 9, "group": "winner (selection)", "measure": "bias",
}  # fmt: skip
NORM = {
    "mean": 2450, "draw_share": 0.4, "group": "near 2500", "name": "GM norm", "measure": "norm",
}  # fmt: skip
NEXT = {
    "group": "elite career, classical", "table": "next: points", "measure": "gain over rating",
}  # fmt: skip


def named(where, *names, key="name"):
    return [{**where, key: n} for n in names]


@pytest.mark.parametrize(
    ("page", "sentence", "scale", "rows"),
    [
        (
            "swiss-drift",
            ("above his strength by # by `firth`, # by FIDE's rule, # by `per-opponent`, and by "
            "every other rule too (least by `bayes`, #, and `iecg`, #; most by those that take the "
            "opponents' numbers from the event, `elostat` #, `recursive` #, `equilibrium` #)."), 1,
            named(WINNER, "firth", "fide", "per-opponent", "bayes", "iecg", "elostat", "recursive",
                  "equilibrium"),
        ),
        (
            "real-form",
            ("published rating: # a game by `iecg`, # by `firth`, # by FIDE's rule, # by "
            "`per-opponent`, # by `lichess-arena`."), -1,
            named(NEXT, "iecg", "firth", "fide", "per-opponent", "lichess-arena", key="method"),
        ),
        (
            "uneven-opposition",
            ("loses # points by FIDE's rule, # by the capped average and # by `shortcut`, one who "
            "is 400 better #, # and #, however"), -1,
            [r for a in (200, 400)
             for r in named({**LONG, "advantage": a}, "fide", "average-capped", "shortcut")],
        ),
        (
            "uneven-opposition",
            "`us-chess`, a straight line for each opponent, does by # and #.", -1,
            [{**LONG, "advantage": a, "name": "us-chess"} for a in (200, 400)],
        ),
        (
            "swiss-drift",
            ("FIDE #, capped average #, `firth` #, `shortcut` #, `per-opponent` +#. Not so where a "
             "rule shrinks (`iecg` #) or stretches the field: 500 a unit (`lichess-arena` +#), or "
             "the opponents' numbers taken from the event (`elostat` +#, `recursive` +#, "
             "`equilibrium` +#)."), 1,
            named({**WINNER, "group": "quintile 5"}, "fide", "average-capped", "firth", "shortcut",
                  "per-opponent", "iecg", "lichess-arena", "elostat", "recursive", "equilibrium"),
        ),
        (
            "norm-luck",
            ("in one event in six or seven: # % (0.2) of nine-round Swiss tournaments, # % (0.2) "
             "with eleven rounds, # % (0.4) of round robins with ten players,"), 100,
            [{**NORM, "kind": "swiss", "rounds": 9}, {**NORM, "kind": "swiss", "rounds": 11},
             {**NORM, "kind": "round-robin", "players": 10}],
        ),
        (
            "estimator-comparison",
            ("FIDE rates the strongest fifth # too low and the capped average #, with a field of "
            "SD 300 # and #."), -1,
            [r for e in (SWISS, WIDE) for r in named({**FIFTH, **e}, "fide", "average-capped")],
        ),
        (
            "estimator-comparison",
            "`iecg` (RMSE #) and `firth` (#) against # for FIDE and # for `per-opponent`;", 1,
            named(NEAR, "iecg", "firth", "fide", "per-opponent"),
        ),
        (
            "estimator-comparison",
            "(Kendall's tau # (.002) in the Swiss of 64).", 1,
            named({**NOISY, **SWISS, "measure": "kendall"}, "bayes"),
        ),
        (
            "estimator-comparison",
            ("come first in all three Swiss (# and # (.003) in that of 64; the next that is made "
            "for one record, `lichess-arena`, # (.001), `firth` # (.001))."), 1,
            named({**NOISY, **SWISS, "measure": "kendall"}, "recursive", "elostat",
                  "lichess-arena", "firth"),
        ),
        (
            "estimator-comparison",
            ("with SD 300 `equilibrium` has # (.004), `recursive` # (.002), `ecf-grade`, which "
            "knows the own rating, # (.001)."), 1,
            named({**NOISY, **WIDE, "measure": "kendall"}, "equilibrium", "recursive", "ecf-grade"),
        ),
        (
            "estimator-comparison",
            "has no number in # % of the Swiss events of 64, # % of those of SD 300", 100,
            [r for e in (SWISS, WIDE)
             for r in named({**NOISY, **e, "measure": "undefined"}, "equilibrium")],
        ),
    ],
)  # fmt: skip
def test_a_sentence_has_the_published_numbers(value, said, printed, page, sentence, scale, rows):
    source = f"{page}/published/results.csv" if page == "real-form" else page
    found = said(page, sentence)
    known = [scale * value(source, **row) for row in rows]
    assert tuple(printed(x, like) for x, like in zip(known, found, strict=True)) == found


def test_level_under_a_shift_is_above_the_true_opponents(value, said, printed):
    """Recomputed without the study's code: level as published, as in the table, and truly level."""
    found = said(
        "rating-noise", "is covered in #, # and # % (9, 30, 60 games; 25 too high: #, #, #)"
    )
    cases = [(shift, games) for shift in (50, 25) for games in (9, 30, 60)]
    for (shift, games), text in zip(cases, found, strict=True):
        shown = spread_schedule(games, 100.0, 2000.0)
        records, s2, draws = outcome_batch(shown, draws=True)
        ends = interval(records, "midp", draw_share=0.3)
        true = shown.with_opponents(shown.opponents - shift)

        def cover(strength, true=true, s2=s2, draws=draws, ends=ends):
            win, draw, loss = game_chances(true, strength, EloDavidson(0.3, 0.0))
            chance = score_draws_pmf(win, draw, loss)[0, s2, draws]
            return float(chance[(ends.low <= strength) & (strength <= ends.high)].sum())

        published = value(
            "rating-noise", name="midp", measure="coverage", games=games, advantage=0,
            form=0, rating_noise=0, rating_shift=shift,
        )  # fmt: skip
        assert cover(2000.0) == pytest.approx(published, abs=1e-6)
        assert printed(100.0 * cover(2000.0 - shift), text) == text


def test_coverage_on_cells_that_were_not_chosen_on(tables, said, printed):
    held, least = said(
        "interval-coverage",
        "had no part in the choice its least coverage is # %; on the schedules of the choice, "
        "between those advantages, # % (5 games, SD 200, 95 above or below, nobody draws).",
    )
    same = {"name": "midp", "measure": "coverage", "slope": 1, "rating_noise": 0}
    table = tables["interval-coverage"]
    out = table.select({**same, "games": [6, 8, 13, 20], "spread": [100, 300]}, "held out")
    assert printed(100.0 * out["value"].min(), held) == held
    grid = table.select({**same, "games": [5, 7, 9, 11, 30], "spread": [0, 200]}, "grid")
    row = grid.loc[grid["value"].idxmin()]
    assert printed(100.0 * row["value"], least) == least
    assert (row["games"], row["spread"], row["advantage"], row["draw_share"]) == (5, 200, 95, 0)


def test_exact_norm_chances_beside_those_of_the_swiss(value, said, printed):
    nine, eleven, swiss9, swiss11, share, level9, level11 = said(
        "norm-luck",
        "with the draw share of 0.4 it is # %, against eleven # %, where the Swiss tournaments "
        "have # and #. They are not the same quantity: in a Swiss the opponents follow the "
        "results, and published ratings there have errors. (Without `--draw-share` the program "
        "takes the share of the level, #: # and # %.)",
    )

    def exact(games, draws):
        record = tpr.Record.from_results([2450] * games, [0.5] * games, own=2500)
        return 100.0 * tpr.norm(record, "GM", strength=2500, draw_share=draws).luck.chance

    cases = [(9, 0.4, nine), (11, 0.4, eleven), (9, None, level9), (11, None, level11)]
    for games, draws, text in cases:
        assert printed(exact(games, draws), text) == text
    # The share as printed: more draws, less luck.
    assert exact(9, float(share) + 0.0005) <= exact(9, None) <= exact(9, float(share) - 0.0005)
    for rounds, text in ((9, swiss9), (11, swiss11)):
        found = value("norm-luck", **NORM, kind="swiss", rounds=rounds)
        assert printed(100.0 * found, text) == text


def test_the_list_of_studies_has_the_range_of_norm_chances(tables):
    """One event in six to eight, ten events with 75 to 86 %, over all four kinds of event."""
    once = tables["norm-luck"].select(NORM, "one event")["value"]
    ten = tables["norm-luck"].select({**NORM, "measure": "norm-in:10"}, "ten events")["value"]
    assert len(once) == len(ten) == 4
    words = {6: "six", 8: "eight"}
    often, seldom = (words[round(1.0 / x)] for x in (once.max(), once.min()))
    said = f"one event in {often} to {seldom} gives a norm, and ten events give at least one with "
    assert f"{said}{100.0 * ten.min():.0f} to {100.0 * ten.max():.0f} %" in whole_list()


def whole_list():
    """``experiments/README.md`` on one line."""
    return " ".join((EXPERIMENTS / "README.md").read_text(encoding="utf-8").split())


def test_how_far_the_rules_part_at_a_perfect_score(tables, said):
    found = said(
        "rule-disagreement",
        "At an ordinary score the rules lie within # Elo of each other, at a perfect one up to # "
        "apart.** 6.5 of 9 against 2300 is # to # by the rules in use; 9 of 9 is # to #,",
    )
    table = tables["rule-disagreement/published/examples.csv"]
    ends = {}
    for record in ("6.5 of 9", "9 of 9"):
        rows = table.select({"record": record}, record)
        values = rows[rows["name"].isin(list(RULES))]["value"].dropna()
        ends[record] = (values.min(), values.max())
    apart = (np.ptp(ends["6.5 of 9"]), np.ptp(ends["9 of 9"]))
    assert found == tuple(f"{x:.0f}" for x in (*apart, *ends["6.5 of 9"], *ends["9 of 9"]))
    ordinary, perfect, *_ = found
    assert f"up to {ordinary} Elo apart at an ordinary score and up to {perfect} at" in whole_list()


def test_surplus_of_the_fifths(tables, said, printed):
    groups, beyond, expected, furthest = said(
        "swiss-drift",
        "of # groups (fifths of the field, events and rounds looked at) # lie more than 1.96 "
        "standard errors from it, where chance alone gives #, the furthest #.",
    )
    rows = tables["swiss-drift"].rows
    rows = rows[(rows["measure"] == "surplus") & rows["group"].str.startswith("quintile")]
    z = (rows["value"] / rows["mcse"]).abs()
    far = rows[z > 1.96]
    assert (len(z), len(far)) == (int(groups), int(beyond))
    assert printed(0.05 * len(z), expected) == expected
    assert printed(z.max(), furthest) == furthest
    assert set(far["kind"]) == {"replayed-swiss"}
    assert set(far["group"]) == {"quintile 1"}
    assert sorted(far["after"]) == [3, 6, 9]


def test_how_many_tests_a_search_is_worth(value, said):
    some, more = said(
        "look-elsewhere", "in a season of 30, # % more in one of 60, and # % more in one of 200 or"
    )
    for games, text in ((30, "0"), (60, some), (200, more), (500, more)):
        tests = value(
            "look-elsewhere/published/best-window.csv",
            games=games, draw_share=0.35, strength="refitted", measure="tests", at=0.001,
        )  # fmt: skip
        assert round(100.0 * (tests / games - 1.0)) == int(text)
    assert f"{more} % more in seasons of 200 and of 500" in whole_list()


def test_ranks_of_the_forecast(tables, value, said, printed):
    """All published lengths are quoted; none is beyond the 95 % point that the paper names."""
    found = said(
        "streaks-power",
        "chi-squared on 19 degrees of freedom is #, # and # for 30, 60 and 100 games "
        "(p = #, # and #):",
    )
    *rang, c30, c60, c100 = said(
        "streaks-power", "Of the #, # and # seasons that rang it held the truth in #, # and #:"
    )
    for games, count, held in zip((30, 60, 100), rang, (c30, c60, c100), strict=True):
        table = f"streaks-power/published/forecast-{games}.json"
        share = value(table, figure="seasons that rang")
        cover = value(table, figure="95 % interval covers, among seasons that rang")
        number = share * value(table, figure="seasons")
        assert (round(number), round(cover * number)) == (int(count), int(held))
    paper = making.load("hot-streaks")
    point = float(paper.constants["df.95"]["value"])
    assert point == pytest.approx(chi2.ppf(0.95, 19), abs=0.05)
    files = (EXPERIMENTS / "streaks-power" / "published").glob("forecast-*.json")
    assert {f.stem for f in files} == {"forecast-30", "forecast-60", "forecast-100"}
    for games, square, p in zip((30, 60, 100), found[:3], found[3:], strict=True):
        table = f"streaks-power/published/forecast-{games}.json"
        known = value(table, figure="chi-squared of the ranks, 19 degrees of freedom")
        count = tables[table].select({"figure": "rank histogram"}, "ranks")["value"]
        assert known == pytest.approx(((count - count.mean()) ** 2 / count.mean()).sum())
        assert (printed(known, square), printed(chi2.sf(known, 19), p)) == (square, p)
        assert known < point
        stem = "cast" if games == 60 else f"cast.{games}"
        assert f'#val("{stem}.square")' in paper.text
        assert paper.text.count(f'#num("{stem}.cover.rang")') == 2  # abstract and results


def test_a_season_stronger_throughout_rings_as_without_a_streak(tables, said, printed):
    low, high, *errors = said("streaks-power", "rings in # to # % (# to #), as without one.")
    rows = tables["streaks-power/published/cells.csv"].select({"length": 60}, "whole season")
    for column, ends in (
        ("verdict p <= 0.05", (low, high)), ("MCSE of verdict p <= 0.05", errors),
    ):  # fmt: skip
        shares = 100.0 * rows[column].astype(float)
        assert tuple(printed(f(shares), x) for f, x in zip((min, max), ends, strict=True)) == tuple(
            ends
        )
