"""The API twin of ``tprstats norm``."""

from __future__ import annotations

from collections.abc import Callable

from tprstats.cells import counted
from tprstats.errors import TprstatsError
from tprstats.norms.chances import player_strength
from tprstats.norms.check import LEAST_GAMES, best_choice
from tprstats.norms.counting import norm_record
from tprstats.norms.exemptions import exemption
from tprstats.norms.future import future_luck
from tprstats.norms.luck import norm_luck
from tprstats.norms.outlook import is_short, pending
from tprstats.norms.results import NormResult
from tprstats.norms.thresholds import MOST_EXACT
from tprstats.norms.titles import UNRATED, get_title
from tprstats.norms.verdicts import Verdict
from tprstats.outcomes import EloDavidson, OutcomeModel
from tprstats.records import Event, Record
from tprstats.simulation import future_design

__all__ = ["find_record", "model_of", "norm"]


def norm(
    subject: Record | Event,
    title: str,
    *,
    player: str | int | None = None,
    event: Event | None = None,
    minimum: int = LEAST_GAMES,
    pairing: str | None = None,
    exempt: str | None = None,
    host: str | None = None,
    federation: str | None = None,
    luck: bool = True,
    strength: float | None = None,
    strength_sd: float = 0.0,
    posterior: bool = False,
    attempts: int = 1,
    draw_share: float | None = None,
    white_advantage: float | None = None,
    unrated: float = UNRATED,
    future: str | None = None,
    events: int = 2000,
    seed: int = 1,
    progress: Callable[[int], None] | None = None,
) -> NormResult:
    """Hold a player's event against FIDE's title regulations (B.01, 1 January 2024).

    Parameters
    ----------
    subject
        The event with ``player``, or the player's record (with ``event`` for what only the whole
        field tells).
    title
        ``"GM"``, ``"IM"``, ``"WGM"`` or ``"WIM"``.
    minimum
        Least number of games: 9, or 7 and 8 in some team events and the World Cup (1.4.1b).
    pairing
        ``"swiss"``, ``"round-robin"`` or ``"double-round-robin"`` where the file does not tell.
    exempt, host
        ``"a"``, ``"b"`` or ``"c"`` of 1.4.3, and the federation that registered the event.
    federation
        The player's, where the file does not tell.
    luck
        False leaves out the chance against the same opponents.
    strength, strength_sd
        The player's strength, Elo; None takes the own rating as exact.
    posterior
        Take what was known before (that strength and SD, or the usual SD of a rating) and what
        these games say of it.
    attempts
        Events like this.
    draw_share, white_advantage
        Of the games; None goes by the level of the players.
    unrated
        Strength of unrated opponents, Elo (they count 1400 whatever they play like).
    future
        ``"swiss"`` or ``"round-robin"``: simulate an event of this field to come.
    events, seed, progress
        Of that simulation.

    Raises
    ------
    TprstatsError
        For a title without norms, a record without each game, or games of several events.

    Examples
    --------
    >>> import tprstats as tpr
    >>> record = tpr.Record.from_results([2500] * 9, [1, 1, 0.5, 0.5, 0.5, 0.5, 1, 0.5, 0.5])
    >>> found = tpr.norm(record, "GM", strength=2500)
    >>> str(found.verdict), found.choice.figures.performance, found.choice.figures.average
    ('cannot be told', 2625, 2500)
    """
    wanted = get_title(title)
    record, event = find_record(subject, player, event)
    rounds = norm_record(record, event, pairing=pairing, federation=federation, host=host)
    waiver = exemption(rounds, event, kind=exempt, host=host)
    choice = best_choice(rounds, wanted, waiver, minimum=minimum)
    model = model_of(draw_share, white_advantage)
    known = strength is not None or record.own_before is not None
    own = player_strength(record, strength, strength_sd, posterior, draw_share) if known else None
    found = coming = None
    # Fewer known opponents than a norm takes have no chance to speak of.
    short = is_short(rounds, minimum)
    enough = rounds.any_rating and not short and not rounds.unpaired
    if luck and own is not None and enough and len(rounds.games) <= MOST_EXACT:
        found = norm_luck(
            rounds,
            wanted,
            waiver,
            own,
            minimum=minimum,
            attempts=attempts,
            model=model,
            unrated=unrated,
        )
    elif strength is not None and len(rounds.games) > MOST_EXACT:
        raise TprstatsError(
            f"{counted(len(rounds.games), 'game')}: the exact chance is computed for up to "
            f"{MOST_EXACT}"
        )
    if future is not None:
        if event is None:
            raise TprstatsError("an event to come takes the field of an event: give its file")
        own = own or player_strength(record, strength, strength_sd)
        design, place = future_design(event, record, own.mean, kind=future, model=model)
        coming = future_luck(
            design,
            wanted,
            place,
            strength=own,
            events=events,
            seed=seed,
            attempts=attempts,
            foreigners=waiver.verdict is not Verdict.MET,
            least=minimum,
            # In a Swiss it is another one, but not far away.
            even=own.mean if found is None or found.even is None else found.even,
            progress=progress,
        )
    rest = pending(rounds, wanted, waiver, own, model, minimum=minimum, unrated=unrated)
    return NormResult(rounds, wanted, choice, waiver, found, coming, rest, short)


def find_record(
    subject: Record | Event, player: str | int | None, event: Event | None
) -> tuple[Record, Event | None]:
    """The record, and the event it comes from where there is one."""
    if isinstance(subject, Record):
        if player is not None:
            raise TprstatsError("player chooses from an event; this is one player's record")
        return subject, event
    if not isinstance(subject, Event):
        raise TprstatsError(f"give a record or an event, not {type(subject).__name__}")
    if player is None:
        if len(subject) != 1:
            raise TprstatsError(f"{counted(len(subject), 'player')}: choose one with player=")
        return subject.records[0], subject
    return subject.record(player), subject


def model_of(draw_share: float | None, white_advantage: float | None) -> OutcomeModel:
    """The default outcome model; None goes by the level."""
    return EloDavidson(draw_share, white_advantage)
