"""Which code page a text that is not UTF-8 is in, by its letters and its federations."""

from __future__ import annotations

import re
from collections import Counter

__all__ = ["guessed_encoding"]

SAMPLE = 1 << 20
WORD = re.compile(rb"[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*")
FOREIGN = re.compile(rb"[\x80-\xff]{3,}")
# Capital and small letters of whole words, by code page.
CAPITALISED = {
    "cp1251": re.compile(rb"[\xc0-\xdf\xa8][\xe0-\xff\xb8]+"),
    "koi8-r": re.compile(rb"[\xe0-\xff\xb3][\xc0-\xdf\xa3]+"),
    "cp866": re.compile(rb"[\x80-\x9f\xf0][\xa0-\xaf\xe0-\xef\xf1]+"),
    # Small Greek vowels with an accent lie among the Cyrillic capitals.
    "cp1253": re.compile(rb"[\xc1-\xd9\xb8-\xbf\xa2][\xdc-\xfe]*[\xdc-\xdf\xfc-\xfe][\xdc-\xfe]*"),
}
FEDERATION = re.compile(rb"\b[A-Z]{3}\b")
CENTRAL = frozenset(b"POL CZE SVK HUN ROU CRO SLO BIH SRB MNE ALB".split())
TURKISH = frozenset((b"TUR", b"AZE"))


def guessed_encoding(data: bytes) -> str:
    """UTF-8 where the bytes are; else the likeliest Windows code page.

    Words of foreign letters alone are Cyrillic or Greek. Latin text is Western (cp1252), unless a
    letter stands where cp1252 has a sign (``ł``, ``ą``, ``ź``), or most federations in the text are
    of Central Europe (cp1250) or Turkey (cp1254).

    Examples
    --------
    >>> guessed_encoding("Müller, Jürgen".encode("cp1252"))
    'cp1252'
    >>> guessed_encoding("Wałęsa, Michał".encode("cp1250"))
    'cp1250'
    >>> guessed_encoding("Каспаров, Гарри".encode("cp1251"))
    'cp1251'
    """
    try:
        data.decode()
    except UnicodeDecodeError:
        guess = _code_page(data[:SAMPLE]) or _code_page(data)
        return next(name for name in (guess, "cp1252", "latin-1") if name and _holds(data, name))
    return "utf-8"


def _holds(data: bytes, encoding: str) -> bool:
    """Whether every byte is a character there."""
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _code_page(sample: bytes) -> str:
    words = WORD.findall(sample)
    if not words:
        return ""
    foreign = [w for w in words if FOREIGN.fullmatch(w)]
    if 2 * len(foreign) > len(words):
        fits = {name: sum(map(bool, map(p.fullmatch, foreign))) for name, p in CAPITALISED.items()}
        if any(fits.values()):
            return max(fits, key=lambda name: fits[name])
    counts = Counter(FEDERATION.findall(sample))
    central = sum(n for code, n in counts.items() if code in CENTRAL)
    turkish = sum(n for code, n in counts.items() if code in TURKISH)
    named = max(counts.total(), 1)
    if _letters(words, "cp1250") > _letters(words, "cp1252") or 2 * central > named:
        return "cp1250"
    if 2 * turkish > named:
        return "cp1254"
    return "cp1252"


def _letters(words: list[bytes], encoding: str) -> int:
    """How many of the words are letters throughout."""
    return sum(word.decode(encoding, "replace").isalpha() for word in words)
