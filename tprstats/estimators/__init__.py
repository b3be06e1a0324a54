"""A score becomes a rating: every rule in use, one family a file, one registry.

Importing this package fills :data:`RULES` in the order of the design's table. Functions that are
no rule of one record or one event (rating change, norm opponents, APRO and APPO, single steps of
a rule) are imported from their modules.
"""

# The order of these lines is the order of the registry.
# isort: off
from tprstats.estimators import fide as _fide
from tprstats.estimators import first_rating as _first_rating
from tprstats.estimators import average as _average
from tprstats.estimators import linear as _linear
from tprstats.estimators import per_opponent as _per_opponent
from tprstats.estimators import firth as _firth
from tprstats.estimators import bayes as _bayes
from tprstats.estimators import swiss_master as _swiss_master
from tprstats.estimators import papi as _papi
from tprstats.estimators import dwz as _dwz
from tprstats.estimators import england as _england
from tprstats.estimators import us_chess as _us_chess
from tprstats.estimators import ireland as _ireland
from tprstats.estimators import correspondence as _correspondence
from tprstats.estimators import ismail as _ismail
from tprstats.estimators import equilibrium as _equilibrium
from tprstats.estimators import elostat as _elostat
from tprstats.estimators import recursive as _recursive
from tprstats.estimators.registry import RULES, Rule, estimate, get_rule, rule

# isort: on

__all__ = ["RULES", "Rule", "estimate", "get_rule", "rule"]

del _fide, _first_rating, _average, _linear, _per_opponent, _firth, _bayes
del _swiss_master, _papi, _dwz, _england, _us_chess, _ireland, _correspondence
del _ismail, _equilibrium, _elostat, _recursive
