"""Is the hot streak real? A verdict on one player's games in order.

The null hypothesis is one constant, unknown strength all season; X
gives the answer, :mod:`tprstats.streaks.calibration` tells how often it is wrong.
"""

from tprstats.streaks.results import StreakVerdict
from tprstats.streaks.spells import Forecast, SpellPrior, forecast
from tprstats.streaks.verdict import streak

__all__ = ["Forecast", "SpellPrior", "StreakVerdict", "forecast", "streak"]
