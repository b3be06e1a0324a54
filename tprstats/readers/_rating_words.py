"""Headings of ratings: whose rating a column holds, in whatever order and language it is said."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from tprstats.readers._folded import folded

__all__ = ["is_rating_change", "rating_role", "speaks_of_rating"]

# Whose a rating is.
WHOSE: dict[str, str] = {
    "opponent_rating": "opponents opponent opps opp op their his her rivals rival against vs"
    " gegnerische gegnerischer gegnerin gegners gegner gegn geg adversaires adversaire adversarios"
    " adversario adversaria advers adv oponentes oponente opon avversario avversari avversaria avv"
    " tegenstanders tegenstander tegenst tegen motstanders motstandaren motstandare motstander"
    " motst contrincante contrario modstanders modstander przeciwnika przeciwnik przec soupere"
    " souper ellenfel rakip соперника соперник противника противник",
    "own_rating": "own my mine me players player eigenes eigener eigene eig meine mein"
    " propio perso ich propia mio mia mon moi mijn eigen moj moje wlasny vlastni sajat мой свой",
    "white_rating": "whites white weisse weiss blancs blanc blancas bianco brancas wit hvid biale"
    " белых белые",
    "black_rating": "blacks black schwarze schwarz noirs noir negras nero pretas zwart svart sort"
    " czarne черных черные",
}
RATING = (
    "ratings rating rtg rat elorating elozahl elopunkte elo dwz nwz ekn wertungszahl wertung"
    " рейтинг рейт эло"
)
# What may stand beside: articles, and the list that the rating is of.
BESIDE = "of the des del della dell de der du do da d l s fide national nat int intl uscf ecf"
LONGEST = 40


def _any(words: str) -> str:
    """A pattern for one of some words, folded; of two that begin alike the longer one first."""
    return "(?:" + "|".join(sorted(map(folded, words.split()), key=len, reverse=True)) + ")"


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """Compiled when a list is read: it takes as long as reading a small TRF."""
    fill, rating = _any(BESIDE) + "{0,3}", _any(RATING)
    return {
        role: re.compile(
            f"{fill}{_any(words)}{fill}{rating}{fill}|{fill}{rating}{fill}{_any(words)}"
        )
        for role, words in WHOSE.items()
    }


@cache
def _speaks() -> re.Pattern[str]:
    plain = _any("rating rtg elo dwz nwz wertung рейтинг")
    return re.compile(f"{plain}.*|.*{plain}")


WORD = re.compile(r"[^\W\d_]+")
CAMEL = re.compile(r"(?<=[a-zа-я])(?=[A-ZА-Я])")
# What a rating changed by, or was played like, is nobody's rating.
CHANGE = re.compile(r"diff|chang|\+/?-|±|[Δδ]|delta|nderung|gain|perf|leistung", re.I)


@lru_cache(maxsize=1 << 12)
def rating_role(plain: str) -> str:
    """The role of a folded heading that says whose rating it is; empty for any other.

    Examples
    --------
    >>> [rating_role(x) for x in ("gegnelo", "ratingoftheopponent", "eloadv", "myelo", "elo")]
    ['opponent_rating', 'opponent_rating', 'opponent_rating', 'own_rating', '']
    """
    if len(plain) > LONGEST:
        return ""
    return next((role for role, words in _patterns().items() if words.fullmatch(plain)), "")


def is_rating_change(heading: str) -> bool:
    """Whether a heading names what a rating changed by, or what one was played like.

    Examples
    --------
    >>> is_rating_change("Rtg +/-"), is_rating_change("Rtg")
    (True, False)
    """
    return CHANGE.search(heading) is not None


def speaks_of_rating(heading: str) -> bool:
    """Whether a heading has a word for a rating in it, that of a change or a performance apart.

    Examples
    --------
    >>> [speaks_of_rating(x) for x in ("Elo Partner", "HansElo", "Live-DWZ", "Elo +/-", "Rate")]
    [True, True, True, False, False]
    """
    if is_rating_change(heading):
        return False
    words = WORD.findall(CAMEL.sub(" ", heading))
    return any(_speaks().fullmatch(folded(word)) for word in words)
