"""How sure: every interval method, one family a file, one registry."""

from tprstats.estimators.bayes import default_prior_sd
from tprstats.intervals import bayesian as _bayesian
from tprstats.intervals import likelihood as _likelihood
from tprstats.intervals import normal as _normal
from tprstats.intervals import parametric as _parametric

# isort: off  (the order of these lines is the order of the registry)
from tprstats.intervals import tails as _tails
from tprstats.intervals.draws import draw_prior, plug_in_draw_share
from tprstats.intervals.registry import INTERVALS, IntervalMethod, get_interval, interval

# isort: on

__all__ = [
    "INTERVALS",
    "IntervalMethod",
    "default_prior_sd",
    "draw_prior",
    "get_interval",
    "interval",
    "plug_in_draw_share",
]

del _tails, _normal, _likelihood, _bayesian, _parametric
