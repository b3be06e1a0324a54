"""What is still needed for a norm, or for a rating by any rule: the API twin of ``target``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tprstats.cells import counted
from tprstats.errors import TprstatsError
from tprstats.norms.calculate import find_record, model_of
from tprstats.norms.chances import Chances, Strength, player_strength
from tprstats.norms.check import LEAST_GAMES, check_minimum
from tprstats.norms.counting import norm_record
from tprstats.norms.event_facts import open_rounds, titles_known
from tprstats.norms.exemptions import exemption
from tprstats.norms.games import NormGame, NormRecord
from tprstats.norms.goals import Goal, norm_goal, rating_goal
from tprstats.norms.outlook import enough, is_short, look
from tprstats.norms.target_result import NextGame, TargetResult
from tprstats.norms.titles import UNRATED, UNTOLD, get_title
from tprstats.outcomes import OutcomeModel
from tprstats.records import Event, Game, GameKind, Record, check_rating

__all__ = ["target"]

LONGEST = 200
"""Games of a target: a season, not a career."""

RESULTS = ((2, "win"), (1, "draw"), (0, "loss"))


def target(
    subject: Record | Event,
    *,
    title: str | None = None,
    rating: float | None = None,
    method: str = "fide",
    player: str | int | None = None,
    event: Event | None = None,
    remaining: Sequence[Game | float | None] = (),
    minimum: int = LEAST_GAMES,
    pairing: str | None = None,
    exempt: str | None = None,
    host: str | None = None,
    federation: str | None = None,
    strength: float | None = None,
    strength_sd: float = 0.0,
    draw_share: float | None = None,
    white_advantage: float | None = None,
    unrated: float = UNRATED,
) -> TargetResult:
    """The score still needed, and how likely it is.

    Parameters
    ----------
    subject
        The event with ``player``, or a record. Games without a result are to come; before the
        event that is all of them.
    title
        A norm for this title ...
    rating, method
        ... or a rating of at least so much by this rule (one that goes by the score).
    remaining
        Opponents of rounds to come that are not in the record: games, or just ratings (None for
        an unrated one). A title of ``""`` is not told, ``"-"`` is none.
    minimum, pairing, exempt, host, federation
        As for :func:`~tprstats.norms.norm`.
    strength, strength_sd, draw_share, white_advantage, unrated
        As for :func:`~tprstats.norms.norm`; without a strength and an own rating there are no
        chances.

    Examples
    --------
    >>> from tprstats.records import Record
    >>> found = target(Record.from_results([], []), rating=2600, remaining=[2400] * 9)
    >>> found.needed  # 7/9 is 78 %: 2400 + 220
    7.0
    """
    if (title is None) == (rating is None):
        raise TprstatsError("give a title or a rating to aim at, one of the two")
    check_minimum(minimum)
    record, event = find_record(subject, player, event)
    left = open_rounds(record, event)
    paired = any(g.kind is GameKind.UNFINISHED for g in record.games)
    further = _further(len(remaining), len(left), paired) if event is not None else ()
    # Titles named for opponents to come tell nothing of the others.
    titles = titles_known(record, event)
    record = replace(record, games=(*record.games, *_to_come(record, remaining, left)))
    if len(record.games) > LONGEST:
        raise TprstatsError(f"{counted(len(record.games), 'game')}: at most {LONGEST}")
    notes = further
    if title is not None:
        rounds = norm_record(
            record, event, pairing=pairing, federation=federation, host=host, titles=titles
        )
        waiver = exemption(rounds, event, kind=exempt, host=host)
        if event is not None and is_short(rounds, minimum):
            raise TprstatsError(_too_few(rounds, minimum))
        goal = norm_goal(rounds, get_title(title), waiver, minimum=minimum)
        notes = (*further, *rounds.adjustments)
    else:
        goal = rating_goal(record, check_rating(rating or 0.0, "target"), method)
        if open_ := left[len(remaining) :]:
            lacking = counted(len(open_), "round without an opponent", "rounds without an opponent")
            notes += (f"{lacking} left out: name whom you expect (--remaining)",)
    if not goal.games:
        raise TprstatsError("no game counts and none is to come: nothing to aim with")
    known = strength is not None or record.own_before is not None
    own = player_strength(record, strength, strength_sd) if known else None
    model = model_of(draw_share, white_advantage)
    return _answer(goal, record.player.name, own, model, unrated, notes)


def _answer(
    goal: Goal,
    player: str,
    own: Strength | None,
    model: OutcomeModel,
    unrated: float,
    notes: tuple[str, ...],
) -> TargetResult:
    games = goal.games
    rest = [k for k, g in enumerate(games) if g.half_points is None]
    won = sum(g.half_points or 0 for g in games)
    outlooks, chance = look(goal, games, own, model, unrated)
    following = []
    for s2, name in RESULTS if rest else ():
        played = list(games)
        played[rest[0]] = replace(games[rest[0]], half_points=s2)
        after, then = look(goal, tuple(played), own, model, unrated)
        needed = enough(after)
        more = None if needed is None else needed - won / 2.0 - s2 / 2.0
        following.append(NextGame(name, more, any(o.reached != "no" for o in after), then))
    return TargetResult(
        player=player,
        goal=goal.words,
        number=goal.number,
        played=len(games) - len(rest),
        points=won / 2.0,
        to_come=len(rest),
        strength=own,
        outlooks=outlooks,
        needed=enough(outlooks),
        chance=chance,
        against=() if any(o.reached != "no" for o in outlooks) else goal.against,
        opponent=games[rest[0]].opponent if rest else "",
        following=tuple(following),
        assumptions=(*_assumed(own, games, model, unrated), *goal.notes, *notes),
    )


def _assumed(
    own: Strength | None, games: tuple[NormGame, ...], model: OutcomeModel, unrated: float
) -> tuple[str, ...]:
    """Nothing is assumed where no chance is computed."""
    return () if own is None else Chances(games, model, unrated=unrated).assumptions


def _further(remaining: int, left: int, paired: bool) -> tuple[str, ...]:
    """What is assumed of opponents for whom the event has no round left."""
    if remaining <= left:
        return ()
    has = "no other round to come" if paired else "no round to come"
    has = f"{counted(left, 'round')} without an opponent" if left else has
    more = counted(remaining - left, "further round is", "further rounds are")
    return (f"the file has {has}: {more} taken as part of the event",)


def _too_few(record: NormRecord, minimum: int) -> str:
    games, rest = len(record.played), record.rest
    come = counted(rest, "game is", "games are") if rest else "none is"
    return (
        f"{counted(games, 'game counts', 'games count')} and {come} to come by the file; a norm "
        f"takes {minimum}, so this event makes none unless it has further rounds (--remaining)"
    )


def _to_come(
    record: Record, remaining: Sequence[Game | float | None], left: Sequence[int]
) -> list[Game]:
    """The games to come: in the rounds that are left, then in further ones."""
    last = max([len(record.games), *(g.round or 0 for g in record.games), *left])
    further = range(last + 1, last + 1 + len(remaining))
    found = []
    for k, g in zip((*left, *further), remaining, strict=False):
        game = g if isinstance(g, Game) else Game(g, 0)
        found.append(
            replace(
                game,
                kind=GameKind.UNFINISHED,
                round=k,
                opponent=game.opponent or f"opponent of round {k}",
                opponent_title=game.opponent_title or UNTOLD,
                half_points=0,
            )
        )
    return found
