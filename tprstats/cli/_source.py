"""What the user gave: files, lists or totals; and the record that typed games make."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from tprstats.errors import TprstatsError, UnknownNameError

if TYPE_CHECKING:
    from tprstats.records import GameFilter, RatingKind, Record

__all__ = [
    "Source", "kind_of", "list_of", "name_of", "own_of", "record_of_lists", "record_of_totals",
]  # fmt: skip

T = TypeVar("T")

SLOW = re.compile(r"(?<=fide)[- ](standard|classical|std)$")  # FIDE's list without a word
DECIMAL_COMMA = re.compile(r"(?<=\b\d),(?=5\b)")


@dataclass(frozen=True)
class Source:
    """What the user gave: a file with a choice of players, several of one player's games, lists, or
    totals."""

    file: str | Sequence[str] | None = None
    players: tuple[str, ...] = ()
    everybody: bool = False
    opponents: str | None = None
    results: str | None = None
    own: float | None = None
    colours: str | None = None
    average: float | None = None
    games: int | None = None
    score: float | None = None
    kind: str | None = None
    name: str | None = None
    only: GameFilter | None = None
    same: Mapping[str, str] = field(default_factory=dict)
    columns: Mapping[str, str] = field(default_factory=dict)
    max_bytes: int | None = None
    encoding: str | None = None
    # What the command has options for, so that no message advises one that it lacks.
    takes_all: bool = False
    takes_totals: bool = False

    @property
    def files(self) -> tuple[str, ...]:
        """All files given."""
        return (self.file,) if isinstance(self.file, str) else tuple(self.file or ())


def record_of_lists(source: Source) -> Record:
    from tprstats.readers.typed import opponent_rating, own_result
    from tprstats.records import UNNAMED, Record, parse_colour

    if source.opponents is None or source.results is None:
        missing = "--results" if source.results is None else "--opponents"
        raise TprstatsError(f"{missing} is missing: one for each game")
    _refuse(source, "average", "games", "score")
    opponents = list_of("--opponents", source.opponents, opponent_rating)
    results = list_of("--results", source.results, own_result)
    colours = None if source.colours is None else list_of("--colours", source.colours, parse_colour)
    return Record.from_results(
        opponents, results, own=own_of(source), colours=colours, rating_kind=kind_of(source),
        name=name_of(source) or UNNAMED,
    )  # fmt: skip


def record_of_totals(source: Source) -> Record:
    from tprstats.records import UNNAMED, Record, check_rating

    if source.average is None or source.games is None or source.score is None:
        raise TprstatsError("--average, --games and --score belong together; give all three")
    if source.colours is not None:
        raise TprstatsError("--colours need each game: give --opponents and --results")
    average = check_rating(source.average, "--average")
    return Record.from_totals(
        average, source.games, source.score, own=own_of(source), rating_kind=kind_of(source),
        name=name_of(source) or UNNAMED,
    )  # fmt: skip


def name_of(source: Source) -> str | None:
    if source.name is None:
        return None
    if not source.name.strip():
        raise TprstatsError("--name is empty: give the player's name")
    return source.name.strip()


def own_of(source: Source) -> float | None:
    from tprstats.records import check_rating

    return None if source.own is None else check_rating(source.own, "--own")


def _refuse(source: Source, *names: str) -> None:
    wrong = [f"--{name}" for name in names if getattr(source, name) is not None]
    if wrong:
        raise TprstatsError(f"{', '.join(wrong)} and --opponents contradict each other")


def kind_of(source: Source) -> RatingKind:
    from tprstats.records import RatingKind

    if source.kind is None:
        return RatingKind.UNKNOWN
    try:
        return RatingKind(SLOW.sub("", source.kind.strip().lower()))
    except ValueError:
        known = [k.value for k in RatingKind]
        said = str(UnknownNameError("rating kind", source.kind, known))
        every = "" if "there are" in said else f"; there are: {', '.join(known)}"
        raise TprstatsError(said + every) from None


def list_of(option: str, text: str, parse: Callable[[str], T]) -> list[T]:
    """The items of a list with commas, or semicolons; an error says which item is wrong."""
    plain = text.strip()
    if ";" in plain:
        # Semicolons leave the comma to be the decimal one that it is in many countries.
        plain = DECIMAL_COMMA.sub(".", plain)
    items = re.split(r"\s*[,;]\s*|\s+", plain)
    parsed = []
    for k, item in enumerate(items, 1):
        try:
            parsed.append(parse(item))
        except ValueError as error:
            raise TprstatsError(f"{option}, game {k}: {error}") from None
    return parsed
