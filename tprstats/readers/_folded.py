"""Words compared without what people write differently: case, accents, blanks, punctuation."""

from __future__ import annotations

import unicodedata

__all__ = ["folded"]


def folded(text: str) -> str:
    """A heading without case, accents, blanks and punctuation.

    Examples
    --------
    >>> folded("Résultat (1.)")
    'resultat1'
    """
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l").replace("ø", "o"))
    return "".join(c for c in plain if c.isalnum())
