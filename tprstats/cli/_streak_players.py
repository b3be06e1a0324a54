"""The verdicts of ``tprstats streak`` on one or more players, of whom some may have none."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from tprstats.cells import counted
from tprstats.cli._output import Format, as_json, harmless, printed, remark, say
from tprstats.cli._progress import Reporter, progress
from tprstats.errors import TprstatsError

if TYPE_CHECKING:
    from tprstats.records import Record
    from tprstats.streaks import StreakVerdict

__all__ = ["SOME_MISSING", "looked_at", "print_some", "verdicts"]

SOME_MISSING = 2
"""Exit status where some of several players have no verdict."""


def verdicts(
    records: Sequence[Record], options: dict[str, Any]
) -> tuple[list[StreakVerdict], list[TprstatsError]]:
    """The verdicts there are, at least one, and why the other players have none."""
    from tprstats.streaks import streak

    each = options["seasons"] * (1 + len(options["looks"]))
    found: list[StreakVerdict] = []
    failed: list[TprstatsError] = []
    with progress("seasons of luck", len(records) * each) as report:
        for k, record in enumerate(records):
            told = partial(_told, report, k * each)
            try:
                found.append(streak(record, progress=told, **options))
            except TprstatsError as error:
                if len(records) == 1:
                    raise
                failed.append(_of_player(record.player.name, error))
    if not found:
        for other in failed[1:]:
            remark(str(other))
        raise failed[0]
    return found, failed


def _told(report: Reporter, before: int, done: int) -> None:
    """Progress with one player, after those who came before."""
    report(before + done)


def looked_at(records: int, players: int | None) -> int:
    """Players that the verdicts are paid for: at least those of this call."""
    if records == 1:
        return 1 if players is None else players
    if players is None:
        remark(
            f"each verdict is paid for the {counted(records, 'player')} of this call; --players N "
            "if you looked at more"
        )
        return records
    if players < records:
        raise TprstatsError(
            f"--players {players}: {counted(records, 'player')} are looked at in this call"
        )
    return players


def _of_player(name: str, error: TprstatsError) -> TprstatsError:
    """What is wrong, with the player that it is about."""
    return error if name in str(error) else TprstatsError(f"{name}: {error}")


def print_some(found: list[StreakVerdict], failed: list[TprstatsError], form: Format) -> None:
    """The verdicts that there are, a list in JSON as for all, and a line for each other player."""
    is_json = form is Format.JSON
    print(harmless(as_json([v.to_json() for v in found]) if is_json else printed(found, form)))
    sys.stdout.flush()
    for error in failed:
        say(" ".join(str(error).split()))
