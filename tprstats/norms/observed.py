"""Norm-level scores in real events: how many there were, and how many chance foretells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tprstats.cells import counted
from tprstats.errors import TprstatsError
from tprstats.mcse import mean_of_events, two_sided_p
from tprstats.norms.batch import norm_scores
from tprstats.norms.chances import Chances
from tprstats.norms.check import LEAST_GAMES
from tprstats.norms.counting import norm_record
from tprstats.norms.games import NormGame
from tprstats.norms.known import rules_of
from tprstats.norms.observed_result import EventCount, ObservedNorms
from tprstats.norms.sequences import norm_by_score, norm_made
from tprstats.norms.thresholds import MOST_EXACT, NEVER, Needs, Rules, needs_of
from tprstats.norms.titles import Title, get_title
from tprstats.outcomes import EloDavidson, OutcomeModel
from tprstats.records import Event, GameKind, Record
from tprstats.results import check_level
from tprstats.rng import Key, Purpose, make_key, uniforms
from tprstats.simulation import Fixed, Swiss, design_of
from tprstats.simulation import simulate as simulate_events

__all__ = ["observed_norms"]

AWAY = (GameKind.ZERO_BYE, GameKind.HALF_BYE, GameKind.UNPAIRED, GameKind.UNFINISHED)

Whole = NDArray[np.int64]


def observed_norms(
    events: Iterable[Event],
    title: str | Title,
    *,
    level: float = 0.95,
    minimum: int = LEAST_GAMES,
    model: OutcomeModel | None = None,
    replicates: int = 4000,
    simulate: int = 0,
    seed: int = 1,
) -> ObservedNorms:
    """Count norm-level scores, and compare with their exact chances at published ratings.

    A norm-level score is a title performance (1.4.6 to 1.4.9, the best choice of games of
    1.4.1e, f), whoever made it and whatever the mix of opponents. Players of one event share
    opponents and form of the day, so the event is the unit.

    Replayed chances take the games really played as given. In a Swiss these follow the results:
    who met opponents strong enough for a norm had scored well, and replaying that schedule
    foretells fewer norm-level scores than there are. ``simulate`` pairs anew, with whoever was away
    in a round away again.

    Each event has a Monte Carlo p-value against either: its players share games, so that neither a
    binomial law nor independence holds, but the simulated events have the same dependence. Holm's
    correction over the events says in which of them the model fails.

    Parameters
    ----------
    events
        Tournaments with FIDE ratings.
    title
        Title.
    level
        Of the interval.
    minimum
        Least number of games.
    model
        What one game gives in the replay; by default draws and white advantage by the level.
    replicates
        How often the games really played are replayed, for the p-values.
    simulate, seed
        Simulate so many events of each field too (a Swiss under the Dutch system). A p-value is at
        least ``2 / (simulate + 1)``, so with m events Holm's correction takes ``40 m`` for 5 %.

    Examples
    --------
    >>> import tprstats as tpr
    >>> from tprstats.data import example_path
    >>> found = observed_norms([tpr.read(example_path())], "IM", minimum=5)
    >>> len(found.events), found.excess is None
    (1, True)
    """
    check_level(level)
    if replicates < 100:
        raise TprstatsError(f"{counted(replicates, 'replicate')}: give at least 100 for a p-value")
    wanted = get_title(title)
    counts = []
    for event in events:
        found = _replayed(event, wanted, minimum, model, replicates, seed)
        if simulate and found.players:
            found = _simulated(found, event, wanted, minimum, model, simulate, seed)
        counts.append(found)
    kept = tuple(c for c in counts if c.players)
    return ObservedNorms(wanted.name, level, kept, replicates, simulate)


def _replayed(
    event: Event,
    title: Title,
    minimum: int,
    model: OutcomeModel | None,
    replicates: int,
    seed: int,
) -> EventCount:
    """Observed number, its exact expectation, and the law of the number by Monte Carlo."""
    luck = _Luck(event, make_key(seed, {"replayed": event.name}), replicates)
    chances, made = [], 0
    law = np.zeros(replicates, dtype=np.int64)
    for place, r in enumerate(event.records):
        rounds = norm_record(r, event)
        games = rounds.played
        if r.player.rating is None or len(games) > MOST_EXACT:
            continue
        rules = rules_of(rounds, title, minimum=minimum)
        bare = Rules(title, rules.least, rules.predetermined, rules.double, False, False)
        needs = needs_of(games, bare)
        if needs.half_points.min(initial=NEVER) > 2 * len(games):
            continue
        wdl = Chances(games, model).at(np.array([r.player.rating]))
        chances.append(float(norm_by_score(needs, *wdl)[1].sum()))
        made += _made(needs, games)
        results = [
            luck.half_points(place, r, g, float(win), float(draw))
            for g, win, draw in zip(games, wdl[0][0], wdl[1][0], strict=True)
        ]
        law += norm_made(needs, np.stack(results, axis=1))
    p = np.array(chances)
    return EventCount(
        event=event.name,
        players=p.size,
        observed=made,
        predicted=float(p.sum()),
        sd=float(law.std()),
        p_replayed=two_sided_p(law, made),
    )


def _made(needs: Needs, games: tuple[NormGame, ...]) -> int:
    return int(norm_made(needs, np.array([[g.half_points for g in games]]))[0])


class _Luck:
    """Results of an event's games, drawn once for both players of each."""

    def __init__(self, event: Event, key: Key, replicates: int) -> None:
        self._event, self._key = event, key
        self._replicates = np.arange(replicates)
        self._drawn: dict[tuple[int, int | str, int], tuple[int, Whole]] = {}

    def half_points(
        self, place: int, record: Record, game: NormGame, win: float, draw: float
    ) -> Whole:
        """Of the player in a place, ``(replicates,)``; the chances are theirs."""
        played = next(
            g for k, g in enumerate(record.games, 1) if (g.round or k) == game.round
            and g.person == game.person
        )  # fmt: skip
        other = self._event.place_of(played)
        # An opponent without a record here has no other side.
        pair = (place, game.person) if other is None else (min(place, other), max(place, other))
        name = (*pair, game.round)
        if name not in self._drawn:
            u = uniforms(self._key, self._replicates, Purpose.GAME, len(self._drawn))
            drawn = (u < win).astype(np.int64) + (u < win + draw)
            self._drawn[name] = (place, drawn)
        owner, found = self._drawn[name]
        return found if owner == place else 2 - found


def _simulated(
    found: EventCount,
    event: Event,
    title: Title,
    minimum: int,
    model: OutcomeModel | None,
    events: int,
    seed: int,
) -> EventCount:
    """With the number of norm-level scores in simulated events of the same field."""
    law = EloDavidson(None, None) if model is None else model
    design = replace(design_of(event), model=law)
    robin = isinstance(design, Fixed)
    if isinstance(design, Swiss):
        rated = [r for r in event.records if r.player.rating is not None]
        design = replace(design, away=_away(rated, design.rounds))
    parts = [
        norm_scores(batch, title, least=minimum, predetermined=robin)[batch.stopped == 0].sum(
            axis=1
        )
        for batch in simulate_events(design, events=events, seed=seed)
    ]
    counts = np.concatenate(parts)
    return replace(
        found,
        simulated=mean_of_events(counts),
        simulated_sd=float(counts.std()),
        p_simulated=two_sided_p(counts, found.observed),
    )


def _away(records: list[Record], rounds: int) -> tuple[tuple[int, int, int], ...]:
    """Who was away when, for how many half points: byes asked for, lost forfeits, withdrawals."""
    found = []
    for k, r in enumerate(records):
        rows = {g.round or j: g for j, g in enumerate(r.games, 1)}
        for round_ in range(1, rounds + 1):
            g = rows.get(round_)
            lost = g is not None and g.kind is GameKind.FORFEIT and g.half_points == 0
            if g is None or g.kind in AWAY or lost:
                half = g is not None and g.kind is GameKind.HALF_BYE
                found.append((k, round_, int(half)))
    return tuple(found)
