"""Names that may be one player: suggested, never merged."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from itertools import combinations

from tprstats.readers._words import TITLES
from tprstats.records.filters import folded

__all__ = ["alike", "same_players"]

# A word in more names than this (a frequent first name) tells nothing.
FREQUENT = 50
SHORTEST_TYPO = 4
RATING = re.compile(r"\(\d{3,4}\)")


def same_players(counts: Mapping[str, int], met: Collection[frozenset[str]]) -> list[list[str]]:
    """Groups of names that may be one player each, the group with the most games first.

    Names are alike if, in any order, each word of one is the beginning of a word of the other or
    differs by one letter, and one word is the same. Who played each other are two.

    Parameters
    ----------
    counts
        Games of each name.
    met
        Pairs of names that played each other.

    Examples
    --------
    >>> names = {"Carlsen,M": 9, "Magnus Carlsen": 7, "Carlsen, Henrik": 2, "Aronian,L": 5}
    >>> same_players(names, [])
    [['Carlsen,M', 'Magnus Carlsen']]
    """
    words = {name: _words(name) for name in counts}
    holders: dict[str, list[str]] = {}
    for name, parts in words.items():
        for word in {w for w in parts if len(w) > 2}:
            holders.setdefault(word, []).append(name)
    apart = set(met)
    found: dict[str, set[str]] = {}
    for names in holders.values():
        if not 1 < len(names) <= FREQUENT:
            continue
        for a, b in combinations(names, 2):
            if frozenset((a, b)) not in apart and _alike(words[a], words[b]):
                found.setdefault(a, set()).add(b)
                found.setdefault(b, set()).add(a)
    groups: list[list[str]] = []
    for name in sorted(found, key=lambda n: -counts[n]):
        # The name with the most games gathers those that are like it; "Polgar,S" stays with one.
        group = [name, *sorted(found[name], key=lambda n: -counts[n])]
        if not any(set(group) & set(other) for other in groups):
            groups.append(group)
    return groups


def alike(a: str, b: str) -> bool:
    """Whether two names may be one player's.

    Examples
    --------
    >>> alike("GM Kasparov, Gary", "Kasparov,Garry"), alike("Polgar, J", "Polgar, Sofia")
    (True, False)
    """
    return _alike(_words(a), _words(b))


def _words(name: str) -> list[str]:
    plain = folded(RATING.sub(" ", name)).replace(".", " ").replace("-", " ")
    words = plain.split()
    return sorted(w for w in words if w not in TITLES) or words


def _alike(one: list[str], two: list[str]) -> bool:
    if len(one) != len(two) or not Counter(one) & Counter(two):
        return False
    left = sorted((Counter(one) - Counter(two)).elements())
    right = sorted((Counter(two) - Counter(one)).elements())
    return all(
        x.isalpha() and y.isalpha() and (_starts(x, y) or _one_letter_apart(x, y))
        for x, y in zip(left, right, strict=True)
    )


def _starts(a: str, b: str) -> bool:
    return a.startswith(b) or b.startswith(a)


def _one_letter_apart(a: str, b: str) -> bool:
    """Whether one letter was added, left out or changed."""
    short, long = sorted((a, b), key=len)
    if len(short) < SHORTEST_TYPO or len(long) - len(short) > 1:
        return False
    start = next((k for k, (x, y) in enumerate(zip(short, long, strict=False)) if x != y), None)
    if start is None:
        return True
    rest = start if len(short) < len(long) else start + 1
    return short[rest:] == long[start + 1 :]
