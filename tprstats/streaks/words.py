"""The verdict in words: the scale, its thresholds, and what they cost."""

from __future__ import annotations

__all__ = ["FALSE_ALARMS", "LOOKING_AGAIN", "MISSED", "THRESHOLDS", "WORDS", "word_of"]

WORDS = ("cannot be told from luck", "weak evidence", "moderate evidence", "strong evidence")
"""The scale, from nothing up."""

THRESHOLDS = ((0.05, 1.0), (0.01, 1.3), (0.002, 1.8))
"""Largest p and least Bayes factor (the least favourable of the three boosts) of each word above
the first. Chosen from simulated seasons of 60 games of which one in ten hides +200 for 15 games:
the shares of false alarms are in ``experiments/streaks-power``."""


FALSE_ALARMS = ((0.9, 0.9), (0.51, 0.54), (0.31, 0.38), (0.05, 0.24))
"""Share of streak-free seasons among those with each word or a stronger one, where one season of
60 games in ten hides +200 for 15 games, and its upper 97.5 % limit
(``experiments/streaks-power/published``)."""

MISSED = 0.84
"""Share of seasons of 60 games with +200 over ten of them that are not told from luck (the same
place)."""


LOOKING_AGAIN = 0.17
"""Share of streak-free seasons of 60 games that ring at 5 % at some look where one looks every ten
games and does not pay for it (``experiments/streaks-null/published/looks.json``)."""


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
