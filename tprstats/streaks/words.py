"""The scale of the verdict and its thresholds; :mod:`.error_rates` has what they cost."""

from __future__ import annotations

__all__ = ["THRESHOLDS", "WORDS", "word_of"]

WORDS = ("cannot be told from luck", "weak evidence", "moderate evidence", "strong evidence")
"""The scale, from nothing up."""

THRESHOLDS = ((0.05, 1.0), (0.01, 1.3), (0.002, 1.8))
"""Largest p and least Bayes factor (the least favourable of the three boosts) of each word above
the first. Chosen from simulated seasons of 60 games of which one in ten hides +200 for 15 games:
the shares of false alarms are in ``experiments/streaks-power``."""


def word_of(p: float, bayes_factor: float) -> int:
    """Place on the scale.

    Examples
    --------
    >>> [WORDS[word_of(p, b)] for p, b in ((0.3, 0.9), (0.03, 1.2), (0.001, 2.0))]
    ['cannot be told from luck', 'weak evidence', 'strong evidence']
    """
    reached = [
        i for i, (most, least) in enumerate(THRESHOLDS, 1) if p <= most and bayes_factor >= least
    ]
    return max(reached, default=0)
