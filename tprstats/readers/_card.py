"""A player's card, as chess-results shows it: two columns of facts above the player's games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tprstats.readers._values import parse_number, parse_rating
from tprstats.readers._words import folded

__all__ = ["Card", "card_field", "read_card"]

FIELDS: dict[str, str] = {
    "name": "name nom nombre nome naam имя фио",
    "number": "startingrank startrang startnr startingno numerodedepart numeroinicial"
    " rankinginicial ranking стартовыйномер стартовоеместо startnummer",
    "rating": "rating elo wertung wertungszahl рейтинг classement punteggioelo",
    "national": "ratingnational nationalrating nationalerelo elonational elonacional"
    " нацрейтинг национальныйрейтинг ratingnazionale",
    "international": "ratinginternational internationalrating eloint elointernational"
    " elointernacional междунрейтинг международныйрейтинг ratinginternazionale",
    "points": "points punkte puntos punti pontos punten очки",
    "performance": "performancerating performance leistung eloperformance ratingperformance"
    " рейтинговыйперфоманс перфоманс rp",
    "federation": "federation foderation federacion federazione land federacao федерация",
    "id": "fideid codigofide codfide кодfide idfide",
    "title": "title titel titre titulo titolo звание",
}
BY_WORD = {folded(word): field for field, words in FIELDS.items() for word in words.split()}


@dataclass(frozen=True)
class Card:
    """What the lines above a player's games say of the player."""

    name: str = ""
    number: int | None = None
    rating: float | None = None
    points: float | None = None
    title: str = ""
    federation: str = ""
    id: str = ""


def card_field(words: str) -> str:
    """What a line of a card holds, by its first cell; empty where that is not known.

    Examples
    --------
    >>> card_field("Starting rank"), card_field("Elo international"), card_field("Organizer(s)")
    ('number', 'international', '')
    """
    return BY_WORD.get(folded(words), "")


def read_card(lines: Iterable[Sequence[str]]) -> Card:
    """The card in the lines above a table; fields that are not there or no numbers stay empty.

    The international rating counts before the plain and the national one, as chess-results does
    for performance ratings.
    """
    found: dict[str, str] = {}
    for line in lines:
        cells = [cell for cell in line if cell]
        if len(cells) == 2 and (field := card_field(cells[0])):
            found.setdefault(field, cells[1])
    number = found.get("number", "")
    ratings = (_rating(found.get(key, "")) for key in ("international", "rating", "national"))
    return Card(
        name=found.get("name", ""),
        number=int(number) if number.isdecimal() and len(number) <= 5 else None,
        rating=next((r for r in ratings if r is not None), None),
        points=_number(found.get("points", "")),
        title=found.get("title", "").upper()[:3],
        federation=found.get("federation", "")[:3],
        id=found.get("id", ""),
    )


def _rating(text: str) -> float | None:
    try:
        return parse_rating(text)[0]
    except ValueError:
        return None


def _number(text: str) -> float | None:
    try:
        return parse_number(text)
    except ValueError:
        return None
