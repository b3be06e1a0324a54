"""How an event's opponents were found: what its file says, or who met whom."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tprstats.records.event import Event

__all__ = ["meetings", "stated_system"]

SWISS = ("swiss", "dutch", "dubov", "burstein")
"""Words of a TRF's lines 092 and 192 (for 192 the codes of FIDE's table ETT26)."""

FEWEST = 3
"""Players of a round robin: two always meet."""


def stated_system(event: Event) -> str:
    """``"round-robin"``, ``"double-round-robin"`` or ``"swiss"``; empty where the file is silent.

    Examples
    --------
    >>> import tprstats as tpr
    >>> from tprstats.data import example_path
    >>> stated_system(tpr.read(example_path()))
    'swiss'
    """
    details = event.details
    said = f"{details.get('type', '')} {details.get('pairing system', '')}".casefold()
    if "robin" in said:
        return "double-round-robin" if "double" in said else "round-robin"
    return "swiss" if any(word in said for word in SWISS) else ""


def meetings(event: Event) -> int:
    """How often each player met each other one, where all of them met equally often; else 0.

    Examples
    --------
    >>> from tprstats import read
    >>> meetings(read(b"White,Black,Result\\nA,B,1-0\\nC,A,1-0\\nB,C,1-0\\n"))
    1
    """
    n = len(event)
    if n < FEWEST:
        return 0
    met = [Counter(g.person for g in r.games if g.opponent) for r in event.records]
    times = {k for m in met for k in m.values()}
    return times.pop() if len(times) == 1 and all(len(m) == n - 1 for m in met) else 0
