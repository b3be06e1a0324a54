"""A score becomes a rating: every rule in use, one family a file, one registry.

Importing this package fills :data:`RULES` in the order of the design's table.
"""

from tprstats.estimators import average as _average

# isort: off  (the order of these lines is the order of the registry)
from tprstats.estimators import fide as _fide
from tprstats.estimators import firth as _firth
from tprstats.estimators import linear as _linear
from tprstats.estimators import per_opponent as _per_opponent
from tprstats.estimators.registry import RULES, Rule, estimate, get_rule, rule

# isort: on

__all__ = ["RULES", "Rule", "estimate", "get_rule", "rule"]

del _fide, _average, _linear, _per_opponent, _firth
