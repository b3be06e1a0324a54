"""One value as the text of a cell: rounded to what it can promise, safe for a spreadsheet."""

from __future__ import annotations

import math
import re

__all__ = [
    "chance_text", "counted", "level_text", "plain_cell", "rating_text", "safe_cell", "ten_text",
    "tens",
]  # fmt: skip


def counted(n: float, noun: str, plural: str = "", *, spec: str = "") -> str:
    """A number with its noun, in the singular after 1 alone.

    Parameters
    ----------
    n
        How many.
    noun
        In the singular.
    plural
        Where it is not the noun with an s.
    spec
        Format of the number; without one, all its digits and no zeros behind them.

    Examples
    --------
    >>> counted(1, "game"), counted(0, "game"), counted(0.5, "point")
    ('1 game', '0 games', '0.5 points')
    >>> counted(1, "game counts", "games count"), counted(3, "game counts", "games count")
    ('1 game counts', '3 games count')
    >>> counted(2000, "season", spec=",")
    '2,000 seasons'
    """
    number = f"{n:{spec}}" if spec or isinstance(n, int) else f"{n:.15g}"
    return f"{number} {noun if n == 1 else plural or noun + 's'}"


def tens(value: float) -> float:
    """To tens, a half up as in every rating here: more digits would promise too much.

    Examples
    --------
    >>> tens(2125.0), tens(2124.9)
    (2130.0, 2120.0)
    """
    return 10.0 * math.floor(value / 10.0 + 0.5) if math.isfinite(value) else value


def ten_text(value: float) -> str:
    """:func:`tens` for print."""
    return f"{tens(value):.0f}"


def level_text(level: float) -> str:
    """A confidence level for print, with all its digits.

    Examples
    --------
    >>> level_text(0.95), level_text(0.995)
    ('95%', '99.5%')
    """
    return f"{100.0 * level:.10g}%"


def rating_text(value: float | None, decimals: int = 0) -> str:
    """A rating for print: a dash where there is none, a word for an open end.

    A half goes up, as FIDE rounds (B.01 1.4.7, C.07 10.1): what is printed is what a rule that
    rounds used.

    Examples
    --------
    >>> rating_text(2466.02, 1), rating_text(None), rating_text(float("inf"))
    ('2466.0', '-', 'open')
    >>> rating_text(2400.5), rating_text(2401.5), rating_text(2466.25, 1)
    ('2401', '2402', '2466.3')
    """
    if value is None or value != value:
        return "-"
    if value in (float("inf"), float("-inf")):
        return "open"
    scale = 10**decimals
    return f"{math.floor(value * scale + 0.5) / scale:.{decimals}f}"


FORMULA = re.compile(r"'*[=+\-@\t\r＝＋－＠].", re.DOTALL)
SIGNED = re.compile(r"[+-]?\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?")


def safe_cell(text: str) -> str:
    """A cell of CSV that no spreadsheet takes for a formula: an apostrophe goes before one.

    Source: OWASP, "CSV Injection". Signed numbers and a lone sign stay as they are.

    Examples
    --------
    >>> safe_cell("=HYPERLINK(1)"), safe_cell("-12.5"), safe_cell("O'Neil")
    ("'=HYPERLINK(1)", '-12.5', "O'Neil")
    """
    return f"'{text}" if FORMULA.match(text) and not SIGNED.fullmatch(text) else text


def plain_cell(text: str) -> str:
    """What :func:`safe_cell` was given.

    Examples
    --------
    >>> plain_cell("'=HYPERLINK(1)")
    '=HYPERLINK(1)'
    """
    return text[1:] if text.startswith("'") and FORMULA.match(text[1:]) else text


def chance_text(chance: float | None) -> str:
    """A probability for print, in two digits: more would promise what no model holds.

    Examples
    --------
    >>> [chance_text(p) for p in (0.0, 0.00002, 0.0347, 0.5, 0.97512, 0.99999, 1.0, None)]
    ['0', 'below 0.001', '0.035', '0.50', '0.975', 'above 0.999', '1', '-']
    """
    if chance is None or chance != chance:
        return "-"
    # Sums of chances miss 0 and 1 by rounding.
    if chance < 1e-12 or chance > 1.0 - 1e-12:
        return f"{round(chance)}"
    if chance < 0.001:
        return "below 0.001"
    if chance > 0.999:
        return "above 0.999"
    return f"{chance:.3f}" if chance < 0.1 or chance > 0.9 else f"{chance:.2f}"
