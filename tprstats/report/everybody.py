"""Reports about a whole event: a folder with an index and one page a player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tprstats.errors import InputError
from tprstats.files import make_folder, write_whole
from tprstats.rate import EventRating, ranking, rate_records
from tprstats.records import Event, Record
from tprstats.report.making import report_of
from tprstats.report.results import Report

__all__ = ["EventReports", "event_reports"]

INDEX = "index.html"
RANKED_BY = "firth"


@dataclass(frozen=True)
class EventReports:
    """The ranking of an event, and the report of everybody in it who can be rated.

    Parameters
    ----------
    event, rating
        The event, and everybody ranked.
    records
        Those of the ranking, in its order.
    options
        What each report is made with.
    """

    event: Event
    rating: EventRating
    records: tuple[Record, ...]
    options: dict[str, Any]

    @property
    def pages(self) -> tuple[str | None, ...]:
        """File names in the order of the ranking: by start number, never by name."""
        numbers = [r.number for r in self.rating.results]
        if None in numbers or len(set(numbers)) < len(numbers):
            numbers = [k for k, _ in enumerate(numbers, 1)]
        return tuple(
            f"player-{number:04d}.html" if r.games and number is not None else None
            for number, r in zip(numbers, self.rating.results, strict=True)
        )

    def __len__(self) -> int:
        return sum(page is not None for page in self.pages)

    def __iter__(self) -> Iterator[Report]:
        """The reports, best first, each made when it is asked for."""
        for record, result in zip(self.records, self.rating.results, strict=True):
            if result.games:
                yield report_of(record, result, self.event, **self.options)

    def save(self, folder: str | Path, progress: Callable[[int], None] | None = None) -> Path:
        """Write one page a player, then the index that leads to them.

        Parameters
        ----------
        folder
            Made where it is not there. A run that was stopped leaves no index.
        progress
            Called with the number of pages written.

        Returns
        -------
        Path
            Of the index.
        """
        from tprstats.report.page import event_page
        from tprstats.report.player import player_page

        target = make_folder(folder)
        names: Sequence[str] = [page for page in self.pages if page is not None]
        for k, (name, found) in enumerate(zip(names, self, strict=True), 1):
            write_whole(target / name, player_page(found, back=INDEX))
            if progress is not None:
                progress(k)
        page = event_page(self.rating, self.event.adjustments, self.pages)
        write_whole(target / INDEX, page)
        return target / INDEX

    def to_json(self) -> dict[str, Any]:
        """Plain values: the name of the event and every report."""
        return {"event": self.rating.event, "reports": [r.to_json() for r in self]}


def event_reports(
    event: Event,
    *,
    interval: str = "midp",
    level: float = 0.95,
    draw_share: float | str = "auto",
    white_advantage: float | str = 0.0,
    unrated: float | None = None,
    **options: Any,
) -> EventReports:
    """Rate everybody once, and be ready to report on each.

    Parameters
    ----------
    event
        An event or a log of games.
    interval, level, draw_share, white_advantage, unrated
        As in :func:`tprstats.rate`.
    **options
        ``direction``, ``seasons``, ``seed`` and ``digest`` of :func:`tprstats.report`.

    Examples
    --------
    >>> import tprstats as tpr
    >>> from tprstats.data import example_path
    >>> found = event_reports(tpr.read(example_path()))
    >>> len(found), next(iter(found)).player, found.pages[0]
    (34, 'Nunal, Bisoin', 'player-0004.html')
    """
    rating_options: dict[str, Any] = {
        "interval": interval,
        "level": level,
        "draw_share": draw_share,
        "white_advantage": white_advantage,
        "prior": None,
        "unrated": unrated,
    }
    # Rules for whole events need everybody's games, which a log lacks.
    whole = None if event.kind == "log" else event
    results = rate_records(event.records, event=whole, **rating_options)
    if not any(r.games for r in results):
        raise InputError(
            "nobody has a game against a rated opponent; --unrated ELO counts unrated opponents "
            "at a rating",
            source=event.source or None,
        )
    order = ranking(results, RANKED_BY)
    return EventReports(
        event,
        EventRating(event.name, RANKED_BY, tuple(results[k] for k in order), log=event.log_words),
        tuple(event.records[k] for k in order),
        {"options": rating_options, **options},
    )
