"""How sure: every interval method, one family a file, one registry.

Importing this package fills :data:`INTERVALS`, in the order of the design's list.
"""

from tprstats.estimators.bayes import default_prior_sd
from tprstats.intervals import bayesian as _bayesian
from tprstats.intervals import bootstrap as _bootstrap
from tprstats.intervals import likelihood as _likelihood
from tprstats.intervals import normal as _normal
from tprstats.intervals import parametric as _parametric
from tprstats.intervals import tails as _tails
from tprstats.intervals.draws import draw_prior, plug_in_draw_share
from tprstats.intervals.registry import INTERVALS, IntervalMethod, get_interval, interval

__all__ = [
    "INTERVALS",
    "IntervalMethod",
    "default_prior_sd",
    "draw_prior",
    "get_interval",
    "interval",
    "plug_in_draw_share",
]

_FIRST = ("midp", "exact", "score", "profile", "firth", "jeffreys", "wald", "wald-sandwich")

# Families share files, so the order of imports is not that of the list: recommended ones first.
for _id in (*_FIRST, *(id for id in tuple(INTERVALS) if id not in _FIRST)):
    INTERVALS[_id] = INTERVALS.pop(_id)

del _id, _tails, _normal, _likelihood, _bayesian, _bootstrap, _parametric
