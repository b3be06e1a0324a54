"""One game seen from one side, and the words for what a round can be."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from tprstats.cells import counted
from tprstats.errors import InputError

__all__ = [
    "UNNAMED",
    "Adjustment",
    "Colour",
    "Game",
    "GameKind",
    "LeftOut",
    "Player",
    "RatingKind",
    "RatingStatus",
    "check_rating",
    "parse_colour",
    "parse_score",
    "rating_list",
]

UNNAMED = "the player"
"""Who played games that name nobody."""

RATING_MIN, RATING_MAX = 1.0, 4000.0


class RatingKind(StrEnum):
    """Which list a rating stands in. Numbers of different kinds are not comparable."""

    FIDE = "fide"
    FIDE_RAPID = "fide-rapid"
    FIDE_BLITZ = "fide-blitz"
    NATIONAL = "national"
    LICHESS = "lichess"
    CHESSCOM = "chess.com"
    ONLINE = "online"
    UNKNOWN = "unknown"

    @property
    def over_the_board(self) -> bool:
        """True where the level rule for draws (statistics A.3) was fitted: classical, FIDE-like."""
        return self in (RatingKind.FIDE, RatingKind.NATIONAL)

    @property
    def fast(self) -> bool:
        """True for FIDE's lists of rapid and blitz."""
        return self in (RatingKind.FIDE_RAPID, RatingKind.FIDE_BLITZ)

    @property
    def online(self) -> bool:
        return self in (RatingKind.LICHESS, RatingKind.CHESSCOM, RatingKind.ONLINE)


class RatingStatus(StrEnum):
    """Whether a number is a real rating."""

    RATED = "rated"
    PROVISIONAL = "provisional"
    UNRATED = "unrated"


class GameKind(StrEnum):
    """What a round was. Only PLAYED counts for a performance rating (B.02 5.1, C.07 10.1)."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    BYE = "pairing-allocated bye"
    HALF_BYE = "half-point bye"
    ZERO_BYE = "zero-point bye"
    UNPAIRED = "unpaired"
    UNFINISHED = "no result yet"
    SHORT = "over in less than one move"
    TIEBREAK = "tie-break at a faster rate"
    ABORTED = "aborted"


class Colour(IntEnum):
    """The player's colour; its number is the sign of the white advantage."""

    WHITE = 1
    NONE = 0
    BLACK = -1


@dataclass(frozen=True)
class Adjustment:
    """Something a reader changed, left out or guessed."""

    what: str
    where: str = ""
    line: int | None = None

    def __str__(self) -> str:
        line = f"line {self.line}" if self.line is not None else ""
        where = ", ".join(part for part in (self.where, line) if part)
        return f"{where}: {self.what}" if where else self.what


@dataclass(frozen=True)
class LeftOut:
    """A round that did not enter the calculation, and why."""

    round: int | None
    reason: str
    opponent: str = ""

    def __str__(self) -> str:
        head = f"round {self.round}" if self.round is not None else "a game"
        against = f" against {self.opponent}" if self.opponent else ""
        return f"{head}{against}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Game:
    """One round of one player, seen from the player's side.

    Parameters
    ----------
    opponent
        Name of the opponent; empty where there was none.
    opponent_rating
        Elo, or None for an unrated opponent.
    half_points
        2 win, 1 draw, 0 loss; what the round gave, also for byes and forfeits.
    kind, colour
        See :class:`GameKind` and :class:`Colour`.
    round
        Round number, from 1.
    opponent_number
        The opponent's start number in the event.
    status, rating_kind
        What the opponent's rating is.
    own_rating
        The player's own rating at the time.
    speed
        ``standard``, ``rapid``, ``blitz``, ``bullet`` ... as the platform or the file calls it.
    plies
        Half-moves played, where the file tells.
    variant
        Of chess; empty for chess by the Laws.
    casual
        True where the platform did not rate the game.
    year
        Where the file tells no more than that; None beside a full date.
    """

    opponent_rating: float | None
    half_points: int
    opponent: str = ""
    kind: GameKind = GameKind.PLAYED
    colour: Colour = Colour.NONE
    round: int | None = None
    opponent_number: int | None = None
    status: RatingStatus = RatingStatus.RATED
    rating_kind: RatingKind = RatingKind.UNKNOWN
    own_rating: float | None = None
    date: dt.date | None = None
    opponent_title: str = ""
    opponent_federation: str = ""
    opponent_id: str = ""
    event: str = ""
    board: int | None = None
    eco: str = ""
    speed: str = ""
    plies: int | None = None
    variant: str = ""
    casual: bool = False
    year: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "opponent", printable(self.opponent))
        if self.half_points not in (0, 1, 2):
            raise InputError(f"a game gives 0, 1 or 2 half points, not {self.half_points!r}")
        if self.opponent_rating is None and self.status is not RatingStatus.UNRATED:
            object.__setattr__(self, "status", RatingStatus.UNRATED)
        if self.opponent_rating is not None:
            object.__setattr__(self, "opponent_rating", check_rating(self.opponent_rating))

    @property
    def rated(self) -> bool:
        """Whether the opponent has a rating (a casual game counts too, unless it is left out)."""
        return self.opponent_rating is not None

    @property
    def against_program(self) -> bool:
        """Whether the opponent is a program, by the title that lichess gives."""
        return self.opponent_title.upper() == "BOT"

    def why_left_out(self, *, unrated_counts: bool = False) -> str:
        """Why the round enters no performance rating; empty where it does."""
        if self.kind is not GameKind.PLAYED:
            return f"{self.kind.value}: not counted"
        return "" if self.rated or unrated_counts else "unrated opponent"

    @property
    def person(self) -> int | str:
        """What tells the opponent from others: start number, or name where there is none."""
        return self.opponent if self.opponent_number is None else self.opponent_number

    @property
    def list(self) -> str:
        """The list that the ratings stand in, see :func:`rating_list`."""
        return rating_list(self.rating_kind, self.speed, self.variant)


def rating_list(kind: RatingKind, speed: str, variant: str) -> str:
    """The list that ratings stand in: online, each speed and each variant has its own.

    Examples
    --------
    >>> rating_list(RatingKind.LICHESS, "blitz", ""), rating_list(RatingKind.FIDE, "blitz", "")
    ('lichess blitz', 'fide')
    """
    own = (variant or speed) if kind.online else ""
    return f"{kind.value} {own}" if own else kind.value


def printable(name: str) -> str:
    """A name without control and direction characters, which could rewrite a terminal or a page.

    Examples
    --------
    >>> printable("Zo\\x1b[31mRed")
    'Zo\\ufffd[31mRed'
    """
    if name.isprintable():
        return name
    return "".join(c if c.isprintable() else " " if c.isspace() else "\ufffd" for c in name)


def check_rating(value: float, what: str = "rating") -> float:
    """Return the rating as a float, or say why it cannot be one."""
    rating = float(value)
    if not RATING_MIN <= rating < RATING_MAX:
        raise InputError(
            f"{what} {value:g} is not a rating (between {RATING_MIN:g} and {RATING_MAX:g}); "
            "write '-' for an unrated player"
        )
    return rating


@dataclass(frozen=True)
class Player:
    """Who plays: name, start number and what the file says of them."""

    name: str
    number: int | None = None
    rating: float | None = None
    status: RatingStatus = RatingStatus.RATED
    rating_kind: RatingKind = RatingKind.UNKNOWN
    national_rating: float | None = None
    title: str = ""
    federation: str = ""
    id: str = ""
    sex: str = ""
    birth: str = ""
    team: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", printable(self.name))
        if self.rating is not None:
            object.__setattr__(self, "rating", check_rating(self.rating))
        elif self.status is RatingStatus.RATED:
            object.__setattr__(self, "status", RatingStatus.UNRATED)


COLOUR_WORDS = {
    "w": Colour.WHITE,
    "white": Colour.WHITE,
    "b": Colour.BLACK,
    "black": Colour.BLACK,
    "-": Colour.NONE,
    "": Colour.NONE,
}


def parse_colour(value: str | Colour) -> Colour:
    """A colour from ``w``, ``white``, ``b``, ``black`` or ``-``, in any case."""
    if isinstance(value, Colour):
        return value
    try:
        return COLOUR_WORDS[value.strip().lower()]
    except KeyError:
        raise InputError(f"colour {value!r}: write w, b or -") from None


def parse_score(score: float, top: int = 1) -> int:
    """Half points from a score in points, at most ``top`` points."""
    s2 = 2.0 * float(score)
    if not (s2 == s2 and 0 <= s2 <= 2 * top and s2 == int(s2)):
        raise InputError(f"score {score:g} is not possible in {counted(top, 'game')}")
    return int(s2)
