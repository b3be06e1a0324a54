"""Title norms: the check, the luck, and what is needed (FIDE B.01; US Chess norms)."""

from tprstats.norms.batch import levels_by_rating, norm_scores
from tprstats.norms.calculate import norm
from tprstats.norms.chances import Strength
from tprstats.norms.everybody import EventNorms, event_norms
from tprstats.norms.future import FutureLuck, future_luck
from tprstats.norms.luck import NormLuck
from tprstats.norms.observed import observed_norms
from tprstats.norms.observed_result import ObservedNorms
from tprstats.norms.results import NormResult
from tprstats.norms.target import target
from tprstats.norms.target_result import TargetResult
from tprstats.norms.titles import TITLES, get_title, least_average, least_half_points
from tprstats.norms.us_chess import us_chess_norms
from tprstats.norms.verdicts import Clause, Verdict

__all__ = [
    "TITLES",
    "Clause",
    "EventNorms",
    "FutureLuck",
    "NormLuck",
    "NormResult",
    "ObservedNorms",
    "Strength",
    "TargetResult",
    "Verdict",
    "event_norms",
    "future_luck",
    "get_title",
    "least_average",
    "least_half_points",
    "levels_by_rating",
    "norm",
    "norm_scores",
    "observed_norms",
    "target",
    "us_chess_norms",
]
