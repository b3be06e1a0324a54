"""How far can a chess performance rating be trusted?

The public names; see the README for a page of examples.
"""

import importlib
from types import ModuleType

from tprstats._version import __version__
from tprstats.compare import compare
from tprstats.errors import InputError, TprstatsError
from tprstats.estimators import RULES
from tprstats.intervals import INTERVALS
from tprstats.norms import norm, target
from tprstats.plan import plan
from tprstats.rate import rate, rate_groups
from tprstats.readers import convert, join, read
from tprstats.records import (
    Colour,
    Event,
    Game,
    GameFilter,
    GameKind,
    Player,
    RatingKind,
    Record,
    RecordBatch,
)
from tprstats.report import Report, report
from tprstats.simulation import Field, Replay, RoundRobin, Swiss, simulate
from tprstats.streaks import SpellPrior, StreakVerdict, streak

__all__ = [
    "INTERVALS",
    "RULES",
    "Colour",
    "Event",
    "Field",
    "Game",
    "GameFilter",
    "GameKind",
    "InputError",
    "Player",
    "RatingKind",
    "Record",
    "RecordBatch",
    "Replay",
    "Report",
    "RoundRobin",
    "SpellPrior",
    "StreakVerdict",
    "Swiss",
    "TprstatsError",
    "__version__",
    "compare",
    "convert",
    "join",
    "norm",
    "plan",
    "rate",
    "rate_groups",
    "read",
    "report",
    "simulate",
    "streak",
    "study",
    "target",
]


def __getattr__(name: str) -> ModuleType:
    """``tprstats.study`` is loaded when it is first used: it brings pydantic and scipy.stats."""
    if name == "study":
        return importlib.import_module("tprstats.study")
    raise AttributeError(f"module 'tprstats' has no attribute {name!r}")
