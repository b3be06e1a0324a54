"""Orders and ranges that papers and pages claim of the rules, held against the published tables."""

from __future__ import annotations

import pytest

from tprstats.estimators import RULES

SWISS = ({"players": 64}, {"players": 40}, {"sd": 300})
OTHERS = (
    {"kind": "round-robin", "sd": 200}, {"kind": "round-robin", "sd": 60},
    {"kind": "double-round-robin"}, {"kind": "team"},
)  # fmt: skip
FROM_THE_EVENT = ("recursive", "elostat", "equilibrium")
EACH = ("per-opponent", "per-opponent-normal", "firth", "firth-draws", "fide-ptp", "dwz")


def compared(tables, event):
    """Kendall's tau of every rule with one, in one kind of event, ratings wrong by 60."""
    where = {"kind": "swiss", "rating_noise": 60, "group": "all", "measure": "kendall", **event}
    rows = tables["estimator-comparison"].select(where, "kendall").dropna(subset=["value"])
    return {k: v for k, v in zip(rows["name"], rows["value"], strict=True) if k in RULES}


def without_own_rating(tau):
    return {k: v for k, v in tau.items() if not {"own", "prior"} & RULES[k].needs}


@pytest.mark.parametrize("event", [*SWISS, *OTHERS])
def test_bayes_orders_players_best(tables, event):
    tau = compared(tables, event)
    assert len(tau) >= 24
    assert max(tau, key=tau.get) == "bayes"


@pytest.mark.parametrize("event", SWISS)
def test_two_that_take_numbers_from_the_event_lead_those_without_the_own_rating(tables, event):
    """Behind them averages, before the rules that look at each opponent's published rating."""
    tau = without_own_rating(compared(tables, event))
    assert set(sorted(tau, key=tau.get)[-2:]) == {"recursive", "elostat"}
    averages = [v for k, v in tau.items() if not RULES[k].needs]
    assert len(averages) >= 8
    assert min(averages) > max(tau[k] for k in EACH)


def test_to_take_the_numbers_from_the_event_is_not_enough(tables):
    tau = compared(tables, {"sd": 300})
    assert tau["equilibrium"] < tau["recursive"] < tau["ecf-grade"]
    assert tau["equilibrium"] < tau["lichess-arena"]


def test_orders_in_a_round_robin(tables, said, printed):
    *single, low, high = said(
        "estimator-comparison",
        "the players nearly alike (# to # with SD 200: it is the score), those that take the "
        "numbers from the event better (# to #).",
    )
    tau = without_own_rating(compared(tables, OTHERS[0]))
    rest = [v for k, v in tau.items() if k not in FROM_THE_EVENT]
    event = [tau[k] for k in FROM_THE_EVENT]
    assert [printed(f(rest), x) for f, x in zip((min, max), single, strict=True)] == single
    assert [printed(min(event), low), printed(max(event), high)] == [low, high]


def test_the_winners_excess_has_the_ends_that_are_named(value):
    excess = {
        k: value(
            "swiss-drift", kind="swiss", players=64, rounds=9, system="dutch", acceleration="none",
            after=9, group="winner (selection)", measure="bias", name=k,
        )
        for k in RULES if k != "fide-initial"
    }  # fmt: skip
    order = sorted(excess, key=excess.get)
    assert excess[order[0]] > 0.0
    assert order[:2] == ["bayes", "iecg"]
    assert order[-3:] == ["elostat", "recursive", "equilibrium"]


def test_which_rules_foretell_the_next_event_best_and_worst(tables):
    rows = tables["real-form/published/results.csv"].select(
        {
            "group": "elite career, classical", "table": "next: points",
            "measure": "gain over rating", "method": list(set(RULES) - set(FROM_THE_EVENT)),
        },
        "next event",
    )  # fmt: skip
    order = list(rows.sort_values("value")["method"])
    assert len(order) == len(RULES) - len(FROM_THE_EVENT)
    assert order[-3:] == ["firth", "iecg", "bayes"]
    assert order[:4] == ["fide-initial", "lichess-arena", "shortcut-500", "us-chess"]


@pytest.mark.parametrize("advantage", [0, 200])
@pytest.mark.parametrize("games", [5, 9, 15, 30, 60])
def test_form_and_a_shift_of_the_same_size_harm_alike(value, games, advantage):
    """From nine games on within two points; errors of single ratings do little."""

    def cover(**disturbed):
        none = {"rating_noise": 0, "form": 0, "rating_shift": 0}
        at = {"name": "midp", "measure": "coverage", "games": games, "advantage": advantage}
        return value("rating-noise", **at, **(none | disturbed))

    if games >= 9:
        assert abs(cover(form=50) - cover(rating_shift=50)) <= 0.02
    assert cover() - cover(rating_noise=50) <= 0.0035  # printed: at most 0.3 points
    assert cover() - cover(rating_noise=100) <= 0.0125  # printed: at most 1.2 points


def test_firth_is_closer_than_the_plain_likelihood_in_every_kind_of_event(tables):
    """On the players for whom both have a number, ratings right and wrong."""
    where = {"name": "per-opponent - firth", "measure": "rmse", "group": "all"}
    rows = tables["estimator-comparison"].select(where, "paired")
    assert len(rows) == 2 * len([*SWISS, *OTHERS])
    assert (rows["value"] > 3.0 * rows["mcse"]).all()
