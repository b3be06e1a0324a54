"""What one cell of a file means: ratings, colours, dates, speeds.

Each function raises ``ValueError`` with what is wrong; the reader adds the file and the line.
"""

from __future__ import annotations

import datetime as dt
import re
from functools import lru_cache

from tprstats.readers._months import named_date
from tprstats.records import Colour, RatingStatus, check_rating

__all__ = [
    "clock_speed",
    "colour_letters",
    "named_speed",
    "parse_date",
    "parse_number",
    "parse_rating",
    "plain_control_speed",
    "quoted",
    "shortened",
    "time_control_speed",
    "variant_name",
]

UNRATED = frozenset(("", "-", "--", "–", "?", "u", "unr", "unr.", "unrated", "nr", "none", "n/a"))
# Below this a number in a rating column is a slip (a score, or 2.801 for 2801).
SMALLEST = 10.0
LONGEST = 40
# The same few texts stand in every game of a large file.
remembered = lru_cache(maxsize=1 << 14)
NUMBER = re.compile(r"[+-]?\d{1,9}(?:[.,]\d{1,9})?")
PROVISIONAL = re.compile(r"(\d{1,4})(?:\?|[pP]\d{1,2})")


def quoted(text: str) -> str:
    """A cell as it stands in a message: quoted, and cut where it is long."""
    return repr(shortened(text))


def shortened(text: str, length: int = LONGEST) -> str:
    """The text, cut where it is long."""
    plain = text.strip()
    return plain if len(plain) <= length else plain[: length - 3] + "..."


def parse_number(text: str) -> float:
    """A number with a decimal point or comma; ``½`` may stand for the half."""
    plain = text.strip()
    if plain.endswith("½"):
        plain = (plain[:-1].strip() or "0") + ".5"
    if not NUMBER.fullmatch(plain):
        raise ValueError(f"{quoted(text)} is not a number")
    return float(plain.replace(",", "."))


@remembered
def parse_rating(text: str) -> tuple[float | None, RatingStatus]:
    """A rating and its status; blank, ``-``, ``?`` and 0 are unrated, ``1500?`` provisional.

    Examples
    --------
    >>> parse_rating("2801")
    (2801.0, <RatingStatus.RATED: 'rated'>)
    >>> parse_rating("1641P17")
    (1641.0, <RatingStatus.PROVISIONAL: 'provisional'>)
    """
    plain = text.strip()
    if plain.casefold() in UNRATED:
        return None, RatingStatus.UNRATED
    status = RatingStatus.RATED
    if match := PROVISIONAL.fullmatch(plain):
        plain, status = match.group(1), RatingStatus.PROVISIONAL
    try:
        value = parse_number(plain)
    except ValueError:
        raise ValueError(
            f"rating {quoted(plain)} is not a number; write '-' for an unrated player"
        ) from None
    if value == 0:
        return None, RatingStatus.UNRATED
    if 0 < value < SMALLEST:
        raise ValueError(f"rating {plain} is too small; write whole numbers, '-' for unrated")
    return check_rating(value), status


# White and Black in English, German, Dutch, Romance languages, Polish, Czech, Nordic, Russian.
COLOUR_PAIRS = [
    ("w", "b"),
    ("w", "s"),
    ("w", "z"),
    ("w", "n"),
    ("b", "n"),
    ("b", "p"),
    ("b", "c"),
    ("b", "č"),
    ("b", "z"),
    ("v", "s"),
    ("б", "ч"),
]


def colour_letters(letters: set[str]) -> dict[str, Colour]:
    """What each colour letter of a file means.

    ``b`` is Black beside ``w`` (English), White beside ``n`` (blanc, negras).

    Examples
    --------
    >>> colour_letters({"b", "n"})["b"]
    <Colour.WHITE: 1>
    """
    for white, black in COLOUR_PAIRS:
        if letters == {white, black}:
            return {white: Colour.WHITE, black: Colour.BLACK}
    if len(letters) == 1 and letters <= set("wbsznбч"):
        (letter,) = letters
        return {letter: Colour.WHITE if letter in "wб" else Colour.BLACK}
    shown = ", ".join(sorted(letters))
    raise ValueError(f"colour letters {shown}: write w and b")


DATE = re.compile(r"(\d{1,4})\s*[-./]\s*(\d{1,2})\s*[-./]\s*(\d{1,4})(?!\d)")


@remembered
def parse_rank(text: str) -> int | None:
    """A place in the final order (``3``, ``3.``); None where there is none."""
    plain = text.strip().rstrip(".")
    return int(plain) or None if plain.isascii() and plain.isdigit() and len(plain) < 7 else None


@remembered
def parse_date(text: str, *, month_first: bool = False, year_last: bool = False) -> dt.date | None:
    """A full date, year first (``2022.06.17``) or last (``28. 07. 2005``); None if it is not one.

    The month may be a name, in several languages (``5 Nov 2026``).

    A two-digit year is the first number, as the TRF writes it (``22/06/17``), or the last.
    """
    plain = text.strip()
    if match := DATE.match(plain):
        a, b, c = match.groups()
        if len(a) == 4 or (len(c) <= 2 and not year_last):
            year, month, day = int(a), int(b), int(c)
        else:
            day, month, year = int(a), int(b), int(c)
            if month_first or month > 12:
                day, month = month, day
    elif named := named_date(plain):
        year, month, day = named
    else:
        return None
    if year < 100:
        year += 2000 if year < 70 else 1900
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


SPEED_WORDS = (
    ("armageddon", ("armageddon",)),
    ("bullet", ("bullet",)),
    ("blitz", ("blitz", "lightning", "blits", "блиц")),
    ("rapid", ("rapid", "rapide", "schnellschach", "rápid", "рапид", "быстрые", "quick", "active")),
)


@remembered
def named_speed(*texts: str) -> str:
    """The speed that a name states ("World Blitz"), or nothing."""
    joined = " ".join(texts).casefold()
    for speed, words in SPEED_WORDS:
        if any(word in joined for word in words):
            return speed
    return ""


PERIOD = re.compile(r"(?:\d{1,3}/)?(\d{1,6})(?:\+(\d{1,4}))?")


@remembered
def time_control_speed(text: str, *, online: bool) -> str:
    """The speed of a PGN time control in seconds (``5400+30``, ``40/6000+30:900+30``).

    Over the board by the FIDE Laws (appendices A.1, B.1): time for 60 moves, at most ten minutes
    blitz, under an hour rapid. Online by lichess' classes: base plus 40 increments.
    """
    base = increment = 0
    for period in text.strip().split(":"):
        match = PERIOD.fullmatch(period.strip())
        if not match:
            return ""
        base += int(match.group(1))
        increment = max(increment, int(match.group(2) or 0))
    if online:
        seconds = base + 40 * increment
        limits = ((180, "bullet"), (480, "blitz"), (1500, "rapid"))
        return next((name for limit, name in limits if seconds < limit), "standard")
    seconds = base + 60 * increment
    return "blitz" if seconds <= 600 else "rapid" if seconds < 3600 else "standard"


# One period, the minutes of a game and the seconds of a move: 90 min + 30 sec, 90'+30''.
MINUTES, SECONDS = (
    r"(?:['\u2032\u2019]|min(?:ute)?s?\.?)",
    r"(?:''|[\"\u2033\u201d]|sec(?:ond)?s?\.?)",
)
PLAIN_CONTROL = re.compile(
    rf"(?:all moves in )?(\d{{1,3}}) ?{MINUTES}(?: (?:per|a) player)?(?: per game)?"
    rf"(?:,? ?(?:\+|plus|and)? ?(\d{{1,3}}) ?{SECONDS})?"
    r"(?: ?(?:(?:per|a|/) ?move|increment|from move 1|per move from move 1))?\.?"
)
LEAST_SECONDS = 600
"""A base that is no number of minutes: nobody has ten hours."""


def plain_control_speed(text: str, *, online: bool) -> str:
    """The speed of a time control in words of one period, or in seconds; nothing for others.

    Bare numbers below ten minutes in seconds may be minutes, and several periods are written in
    too many ways: neither is guessed at.

    Examples
    --------
    >>> [plain_control_speed(x, online=False) for x in ("90 min + 30 sec", "12'+3\\"", "5400+30")]
    ['standard', 'rapid', 'standard']
    >>> [plain_control_speed(x, online=False) for x in ("120", "90+30", "40/120, 60")]
    ['', '', '']
    """
    said = " ".join(text.casefold().split())
    if match := PLAIN_CONTROL.fullmatch(said):
        said = f"{60 * int(match[1])}+{match[2] or 0}"
    elif not (match := PERIOD.match(said)) or int(match[1]) < LEAST_SECONDS:
        return ""
    return time_control_speed(said, online=online)


CLOCK = re.compile(r"\[%clk\s+(\d{1,2}):(\d{2}):(\d{2})")


def clock_speed(moves: str) -> str:
    """The speed that the clock after the first move shows, over the board.

    Under ten minutes is blitz, under 50 minutes rapid: a base time is at least what is left.
    """
    match = CLOCK.search(moves)
    if not match:
        return ""
    hours, minutes, _ = (int(x) for x in match.groups())
    left = 60 * hours + minutes
    return "blitz" if left < 10 else "rapid" if left < 50 else "standard"


STANDARD_CHESS = frozenset(("", "standard", "normal", "chess", "from position", "fromposition"))


@remembered
def variant_name(text: str) -> str:
    """The variant, in lower case without blanks; nothing for chess by the Laws.

    Examples
    --------
    >>> variant_name("Standard"), variant_name("Crazyhouse"), variant_name("Chess 960")
    ('', 'crazyhouse', 'chess960')
    """
    plain = text.strip().casefold()
    return "" if plain in STANDARD_CHESS else plain.replace(" ", "")
