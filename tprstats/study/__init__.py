"""Simulation studies: a file says what is simulated and judged, the engine does it reproducibly.

The order of things is that of Morris, White and Crowther (2019): a study file and its protocol,
an *estimates data set* a scenario, and a table of performance measures, each with its Monte Carlo
standard error.
"""

from tprstats.study.estimates import Estimates
from tprstats.study.finished import StudyResult
from tprstats.study.new import template
from tprstats.study.replay import replay
from tprstats.study.run import Progress, load, resume, run
from tprstats.study.spec import StudySpec, load_spec
from tprstats.study.verify import verify

__all__ = [
    "Estimates",
    "Progress",
    "StudyResult",
    "StudySpec",
    "load",
    "load_spec",
    "replay",
    "resume",
    "run",
    "template",
    "verify",
]
