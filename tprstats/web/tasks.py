"""What workers do: read a file, show parts of a report, write it, simulate."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tprstats.cells import rating_text
from tprstats.errors import InputError
from tprstats.rate import RateResult, rate_records
from tprstats.rate.calculate import pooled_ratings
from tprstats.readers import read
from tprstats.records import Event, Record
from tprstats.records.filters import folded
from tprstats.records.order import playing_order
from tprstats.report import Report
from tprstats.report.making import find_streak, report_of
from tprstats.report.player import player_parts
from tprstats.results import Ratings
from tprstats.streaks import StreakVerdict
from tprstats.streaks.verdict import with_window
from tprstats.web.downloads import download
from tprstats.web.errors import GONE, RefusedError
from tprstats.web.subject import Asked, Given

__all__ = ["FORGET", "TASKS", "warm_up"]

Progress = Callable[[int], None]
Verdict = tuple[StreakVerdict | None, str]

KEPT = 8
"""Files that a worker has read and keeps."""
MOST_VERDICTS = 8
MOST_FOUND = 50
"""Players that a search shows."""

INSIDE = ("verdict", "season", "rests")
"""What lies in the part on streaks, where there is a verdict."""

FORM = "as in 2300 1 w"
LATER = "It is being computed."


@dataclass
class _Held:
    """A file that was read, and what was computed from it once."""

    event: Event | None
    records: tuple[Record, ...]
    same: tuple[tuple[str, str], ...] = ()
    pooled: dict[str, Ratings] | None = None
    verdicts: OrderedDict[object, Verdict] = field(default_factory=OrderedDict)

    @property
    def whole(self) -> Event | None:
        """The event, where rules over a whole event have one."""
        return self.event if self.event is not None and self.event.kind != "log" else None

    def record(self, asked: Asked) -> Record:
        """The games that are asked for."""
        if not 1 <= asked.player <= len(self.records):
            raise RefusedError(
                422, f"player {asked.player}: choose one of 1 to {len(self.records)}"
            )
        record = self.records[asked.player - 1]
        if not asked.only.words:
            return record
        if self.whole is not None:
            raise RefusedError(422, "only games of a log can be chosen; this is a tournament")
        chosen = record.where(asked.only)
        if not chosen.games:
            there = asked.only.there(record.games)
            raise RefusedError(422, f"no games {asked.only.words}; {there or 'choose more'}")
        return chosen


_held: OrderedDict[str, _Held] = OrderedDict()


def FORGET(tokens: frozenset[str]) -> None:  # noqa: N802
    """Drop what is kept of some files."""
    for token in tokens:
        _held.pop(token, None)


def _of(given: Given, unpacked_bytes: int) -> _Held:
    found = _held.get(given.token)
    if found is None or found.same != given.same:
        found = _read(given, unpacked_bytes)
        _held[given.token] = found
        while len(_held) > KEPT:
            _held.popitem(last=False)
    _held.move_to_end(given.token)
    return found


def _read(given: Given, unpacked_bytes: int) -> _Held:
    if given.path is None:
        assert given.typed is not None
        if given.same:
            raise RefusedError(422, "games by hand are one player's: there are no names to join")
        return _Held(None, (given.typed.record(),))
    try:
        data = given.path.read_bytes()
    except OSError:
        raise RefusedError(404, GONE) from None
    try:
        event = read(data, max_bytes=unpacked_bytes)
    except InputError as error:
        if given.typed is None or FORM in error.what:
            raise
        # Pasted text may have been meant as games by hand.
        raise InputError(
            f"{error.what}; games by hand go one a line, {FORM}", line=error.line
        ) from None
    event = replace(event, source=given.label)
    if not len(event):
        raise InputError("no player in it; choose a file with games")
    if given.typed is not None:
        event = given.typed.told_of(event)
    if given.same:
        event = event.merged(dict(given.same))
    return _Held(event, event.records, given.same)


def describe(*, given: Given, unpacked_bytes: int, progress: Progress) -> dict[str, Any]:
    """What a file holds."""
    held = _of(given, unpacked_bytes)
    event = held.event
    owner = event.details.get("owner") if event is not None else None
    owner = dict(given.same).get(owner or "", owner)
    names = [r.player.name for r in held.records]
    # Of a single player's log the owner is the one to look at.
    chosen = 1 if len(names) == 1 else names.index(owner) + 1 if owner in names else None
    return {
        "name": (event.name if event is not None else "") or given.label or "games given by hand",
        "label": given.label,
        "kind": event.kind if event is not None else "list",
        "players": len(names),
        "rounds": event.rounds if event is not None else len(held.records[0].games),
        "owner": chosen,
        "notes": [str(n) for n in event.adjustments][:20] if event is not None else [],
        "speeds": _speeds(held) if held.whole is None else [],
        "same": dict(given.same),
    }


def _speeds(held: _Held) -> list[str]:
    return sorted({g.speed for r in held.records for g in r.games if g.speed})


def players(
    *, given: Given, unpacked_bytes: int, search: str, progress: Progress
) -> dict[str, Any]:
    """Players whose names hold some letters, in the order of the file."""
    held = _of(given, unpacked_bytes)
    wanted = folded(search)
    number = int(search) if search.strip().isdecimal() else None
    hits = [
        (k, r.player)
        for k, r in enumerate(held.records, 1)
        if wanted in folded(r.player.name) or (number is not None and r.player.number == number)
    ]
    return {
        "found": len(hits),
        "players": [
            {
                "player": k,
                "name": p.name,
                "number": p.number,
                "rating": p.rating,
                "title": p.title,
                "federation": p.federation,
            }
            for k, p in hits[:MOST_FOUND]
        ],
    }


def parts(
    *,
    given: Given,
    unpacked_bytes: int,
    asked: Asked,
    windows: int,
    seasons: int,
    names: Sequence[str],
    sizes: Sequence[str],
    quick: bool,
    progress: Progress,
) -> dict[str, Any]:
    """Parts of a report as HTML, and the settings that they rest on.

    With ``quick`` what takes long is left out unless it is kept from before: rules over the whole
    event, the verdict on streaks and parts of the record; ``complete`` says whether it was.
    """
    held = _of(given, unpacked_bytes)
    found, complete = _report(held, given, asked, windows, seasons, quick=quick)
    if found.streak is None:
        names = [n for n in names if n not in INSIDE]
    if quick and not complete:
        names = [n for n in names if n not in ("streak", "answer_streak", "parts", *INSIDE)]
    a = found.rating.assumptions
    shown = player_parts(found, names, sizes=sizes)
    return {
        "player": found.player,
        "parts": shown,
        "complete": complete,
        "summary": found.rating.words()[0],
        "verdict": found.streak is not None,
        "windows": windows,
        "settings": {
            "level": a.level,
            "draw_share": a.draw_share,
            "white_advantage": a.white_advantage,
            "prior_mean": a.prior_mean,
            "prior_sd": a.prior_sd,
            "own_rating": found.rating.own_rating,
            "performance": _performance(found.rating),
            "games": found.rating.games,
            "unrated_opponents": sum(r.left_out == "unrated opponent" for r in found.rounds),
            "totals": a.equal_opponents,
            "lists": list(found.rating.kinds),
            "labels": _labels(held.record(asked)) if "header" in names else [],
        },
    }


def _performance(rating: RateResult) -> float | None:
    found = rating.estimate("fide")
    return None if found is None else found.rating


def _labels(record: Record) -> list[str]:
    """Each game in the order of play, as the table of games numbers them: the ends of a window."""
    games = () if record.totals else [record.games[k] for k in playing_order(record)]
    return [
        ", ".join(
            part
            for part in (
                g.date.isoformat() if g.date else f"round {g.round}" if g.round else "",
                g.opponent or rating_text(g.opponent_rating),
                "" if not g.why_left_out() else "does not count",
            )
            if part
        )
        for g in games
    ]


def _report(
    held: _Held, given: Given, asked: Asked, windows: int, seasons: int, *, quick: bool
) -> tuple[Report, bool]:
    record, event, options = held.record(asked), held.whole, asked.rated
    if not record.rated() and asked.unrated is None:
        raise RefusedError(
            422,
            f"{record.player.name} has no game against a rated opponent; choose another player, "
            "or say at which rating unrated opponents count",
        )
    if event is not None and held.pooled is None and not quick:
        held.pooled = pooled_ratings(event)
    whole = event if held.pooled is not None else None
    rating = rate_records([record], event=whole, pooled=held.pooled, **options)[0]
    known = not quick or asked.season in held.verdicts
    verdict: Verdict = (None, LATER)
    if known:
        verdict = _verdict(held, record, asked, windows, seasons)
    found = report_of(
        record, rating, held.event, options=options, verdict=verdict, digest=given.digest,
        parts=known,
    )  # fmt: skip
    return found, known and (event is None or whole is not None)


def _verdict(held: _Held, record: Record, asked: Asked, windows: int, seasons: int) -> Verdict:
    """The verdict on the season, kept, and on a window of it."""
    common: dict[str, Any] = {
        "level": asked.level,
        "draw_share": asked.draw_share,
        "white_advantage": asked.white_advantage,
        "direction": asked.direction,
        "rating_list": asked.rating_list,
        "seasons": seasons,
    }
    kept = held.verdicts.get(asked.season)
    if kept is None:
        kept = find_streak(record, **common)
        held.verdicts[asked.season] = kept
        while len(held.verdicts) > MOST_VERDICTS:
            held.verdicts.popitem(last=False)
    if asked.window is None:
        return kept
    if kept[0] is None:
        return find_streak(record, window=asked.window, windows=windows, **common)
    return with_window(kept[0], asked.window, windows=windows, looked=not asked.named), ""


def write(
    *,
    given: Given,
    unpacked_bytes: int,
    asked: Asked,
    windows: int,
    seasons: int,
    form: str,
    progress: Progress,
) -> tuple[str, str]:
    """The whole report as a file, after the player's name."""
    held = _of(given, unpacked_bytes)
    found, _ = _report(held, given, asked, windows, seasons, quick=False)
    return found.player, download(found, form)


def simulate(
    *,
    given: Given,
    unpacked_bytes: int,
    asked: Asked,
    strength: float | None,
    kind: str,
    goal: float | None,
    events: int,
    seed: int,
    progress: Progress,
) -> dict[str, Any]:
    """Events of the same field to come."""
    from tprstats.report.what_if import what_if_part
    from tprstats.simulation import what_if

    held = _of(given, unpacked_bytes)
    if held.whole is None:
        raise RefusedError(
            422,
            "only a tournament with all its players can be simulated; this is one player's games",
        )
    found = what_if(
        held.whole, held.record(asked), strength=strength, kind=kind, goal=goal, events=events,
        seed=seed, progress=progress,
    )  # fmt: skip
    return {"result": found.to_json(), "html": what_if_part(found)}


def warm_up() -> None:
    """Import and compile what a first report needs."""
    record = Record.from_results([2300, 2250, 2400, 2350], [1, 0.5, 0, 1], own=2300)
    rating = rate_records([record])[0]
    found = report_of(record, rating, None, options=Asked().rated)
    player_parts(found, ["header", "answer", "rules", "games", "norms"])


TASKS: dict[str, Callable[..., Any]] = {
    f.__name__: f for f in (describe, players, parts, write, simulate)
}
