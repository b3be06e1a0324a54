"""Methods side by side on the same records."""

from tprstats.compare.calculate import DEFAULT_METHODS, compare
from tprstats.compare.results import Comparison
from tprstats.compare.rows import Agreement, Difference, MethodRow

__all__ = ["DEFAULT_METHODS", "Agreement", "Comparison", "Difference", "MethodRow", "compare"]
