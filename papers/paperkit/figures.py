"""The figures of the papers by name: functions of the published tables."""

from __future__ import annotations

from collections.abc import Callable

from paperkit import figures_reliability, figures_streaks
from paperkit.drawing import Drawn
from paperkit.sources import Published

__all__ = ["FIGURES", "Drawn"]

FIGURES: dict[str, dict[str, Callable[[Published], Drawn]]] = {
    "tpr-reliability": {
        "rules": figures_reliability.rules,
        "precision": figures_reliability.precision,
        "shrinkage": figures_reliability.shrinkage,
        "coverage": figures_reliability.coverage,
        "drift": figures_reliability.drift,
        "form": figures_reliability.form,
        "next": figures_reliability.next_event,
    },
    "hot-streaks": {
        "elsewhere": figures_streaks.elsewhere,
        "size": figures_streaks.size,
        "power": figures_streaks.power,
        "forecast": figures_streaks.forecast,
        "seasons": figures_streaks.seasons,
    },
}
