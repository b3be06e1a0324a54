"""The compiled norms of simulated events against the readable clauses, record by record."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import tprstats as tpr
from tprstats.norms import Strength, Verdict, future_luck, get_title, levels_by_rating, norm_scores
from tprstats.norms.check import best_choice
from tprstats.norms.counting import norm_record
from tprstats.norms.luck import norm_luck
from tprstats.norms.verdicts import Clause
from tprstats.outcomes import EloDavidson
from tprstats.simulation import Field, RoundRobin, Swiss, simulate, to_event

FLAGS = ("ENG", "FRA", "GER", "ENG", "FID", "ENG", "ENG", "USA")
WAIVED, ASKED = (Clause("1.4.3d", "", v) for v in (Verdict.MET, Verdict.NOT_MET))


def field(players, *, low, high, titled):
    strengths = np.linspace(high, low, players)
    names = ("GM", "IM", "GM", "FM", "GM", "", "CM", "GM")
    return Field.of(
        strengths,
        titles=tuple(names[k % 8] if k < titled else "" for k in range(players)),
        federations=tuple(FLAGS[k % 8] for k in range(players)),
    )


DESIGNS = {
    "swiss 11 rounds": Swiss(
        field(30, low=2150, high=2600, titled=24),
        EloDavidson(0.3),
        rounds=11,
        system="fold",
        half_byes=0.03,
        forfeits=0.02,
    ),
    "swiss 9 rounds": Swiss(
        field(31, low=2200, high=2650, titled=26),
        EloDavidson(0.3),
        rounds=9,
        system="fold",
        forfeits=0.05,
    ),
    "round robin": RoundRobin(field(12, low=2150, high=2620, titled=11), EloDavidson(0.3)),
    "double round robin": RoundRobin(
        field(6, low=2380, high=2620, titled=6), EloDavidson(0.3), double=True
    ),
}


def reference(event, title, *, pairing, titles, flags):
    """The check of every player; clauses that are not asked for do not count."""
    made = []
    for r in event.records:
        rounds = norm_record(r, event, pairing=pairing)
        exempt = ASKED if flags else WAIVED
        rounds = rounds if titles else _titled(rounds)
        # 1.4.2c is no part of the simulated check: in it a forfeit is no game.
        found = best_choice(replace(rounds, last_forfeit=None), title, exempt)
        bad = {
            c.verdict for c in found.clauses if c.number not in ("0.3", "1.4.2", "1.4.6a", "1.4.5f")
        }
        made.append(bad == {Verdict.MET})
    return made


def _titled(rounds):
    """Everybody a grandmaster: 1.4.5 asks for nothing then."""
    return replace(rounds, games=tuple(replace(g, level=5) for g in rounds.games))


@pytest.mark.parametrize("name", DESIGNS)
@pytest.mark.parametrize("title", ["GM", "IM"])
@pytest.mark.parametrize(("titles", "flags"), [(True, True), (True, False), (False, False)])
def test_the_compiled_check_is_the_readable_one(name, title, titles, flags):
    design = DESIGNS[name]
    batch = next(simulate(design, events=12, seed=5))
    double = name == "double round robin"
    robin = isinstance(design, RoundRobin)
    found = norm_scores(
        batch,
        title,
        titles=design.field.titles if titles else None,
        federations=design.field.federations if flags else None,
        predetermined=robin,
        double=double,
    )
    pairing = "double-round-robin" if double else "round-robin" if robin else "swiss"
    seen = 0
    for k in range(batch.events):
        event = to_event(batch, k, design)
        expected = reference(event, get_title(title), pairing=pairing, titles=titles, flags=flags)
        assert found[k].tolist() == expected
        seen += sum(expected)
    assert seen > 0 or (titles and flags)  # some norms, else it would say nothing


def test_a_round_robin_to_come_is_the_exact_chance():
    """In a round robin the opponents are given: the simulation must find the exact chance."""
    design = RoundRobin(field(10, low=2350, high=2550, titled=10), EloDavidson(0.3, 20.0))
    events = 20_000
    found = future_luck(design, "GM", 2, events=events, seed=3, foreigners=False)
    event = to_event(next(simulate(design, events=1, seed=1)), 0, design)
    # Start numbers go by rating, as the field does.
    rounds = norm_record(event.records[2], event)
    exact = norm_luck(
        rounds,
        get_title("GM"),
        WAIVED,
        Strength(design.field.strengths[2]),
        model=EloDavidson(0.3, 20.0),
    )
    assert exact.norm is not None
    assert found.norm is not None
    for chance, seen in ((exact.norm, found.norm), (exact.performance, found.performance)):
        # Four standard errors of the exact chance.
        assert abs(seen.value - chance) < 4 * np.sqrt(chance * (1 - chance) / events)
    assert exact.norm > 0.01


def test_titles_by_rating_follow_the_seeding():
    design = RoundRobin(Field(12, mean=2450, sd=80, rating_noise=40))
    batch = next(simulate(design, events=50, seed=1))
    levels = levels_by_rating(batch.players.published)
    assert levels.shape == (50, 12)
    with_titles = norm_scores(batch, "GM", titles=levels, predetermined=True)
    without = norm_scores(batch, "GM", predetermined=True)
    assert not (with_titles & ~without).any()
    assert without.sum() > with_titles.sum() > 0


@pytest.mark.parametrize("titles", [("GM",) * 3, np.zeros((2, 12), dtype=np.int64)])
def test_titles_of_another_shape_are_refused(titles):
    batch = next(simulate(RoundRobin(Field(12)), events=3, seed=1))
    with pytest.raises(tpr.TprstatsError, match="titles or federations"):
        norm_scores(batch, "GM", titles=titles)
