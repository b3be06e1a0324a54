"""One record, or every record of an event, by every rule."""

from tprstats.rate.calculate import ranking, rate, rate_event, rate_records
from tprstats.rate.estimate import Assumptions, AtOwnRating, Estimate, IntervalEnds
from tprstats.rate.groups import GroupRating, rate_groups
from tprstats.rate.pooled import Pooled
from tprstats.rate.ranking import EventRating
from tprstats.rate.results import RateResult

__all__ = [
    "Assumptions",
    "AtOwnRating",
    "Estimate",
    "EventRating",
    "GroupRating",
    "IntervalEnds",
    "Pooled",
    "RateResult",
    "ranking",
    "rate",
    "rate_event",
    "rate_groups",
    "rate_records",
]
