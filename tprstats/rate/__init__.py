"""One record, or every record of an event, by every rule."""

from tprstats.rate.calculate import rate, rate_event, rate_records
from tprstats.rate.ranking import EventRating
from tprstats.rate.results import Assumptions, Estimate, IntervalEnds, RateResult

__all__ = [
    "Assumptions",
    "Estimate",
    "EventRating",
    "IntervalEnds",
    "RateResult",
    "rate",
    "rate_event",
    "rate_records",
]
