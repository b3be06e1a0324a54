"""Who gets which colour: article 5 of C.04.3 (2026)."""

from __future__ import annotations

from tprstats.pairing.dutch_reference_players import Participant, Strength

__all__ = ["colour_of"]


def colour_of(a: Participant, b: Participant, initial: int) -> int:
    """Colour of ``a`` against ``b``: +1 White, -1 Black; the first rule that decides (5.2).

    Parameters
    ----------
    a, b
        The two players of a pair.
    initial
        The colour drawn by lot before round 1 (5.1).
    """
    rules = (_both_preferences, _stronger_preference, _alternate)
    colour = next((c for rule in rules if (c := rule(a, b))), 0)
    if colour:
        return colour
    return _by_rank(a, initial) if _higher(a, b) else -_by_rank(b, initial)


def _both_preferences(a: Participant, b: Participant) -> int:
    """5.2.1: grant both; a player without a preference takes what is left."""
    if a.preference == b.preference:
        return 0
    return a.preference or -b.preference


def _stronger_preference(a: Participant, b: Participant) -> int:
    """5.2.2: grant the stronger one; of two absolute ones that of the wider difference."""
    if a.strength != b.strength:
        return a.preference if a.strength > b.strength else -b.preference
    wide_a, wide_b = abs(a.difference), abs(b.difference)
    if a.strength == Strength.ABSOLUTE and wide_a != wide_b:
        return a.preference if wide_a > wide_b else -b.preference
    return 0


def _alternate(a: Participant, b: Participant) -> int:
    """5.2.3: the other colour than in the latest round in which one had White, the other Black.

    Unplayed rounds stand in front (C.04.2 3.4), so the games are compared from the latest back.
    """
    for own, other in zip(reversed(a.colours), reversed(b.colours), strict=False):
        if own != other:
            return -own
    return 0


def _by_rank(higher: Participant, initial: int) -> int:
    """5.2.4: what the higher ranked prefers; 5.2.5: the initial colour for an odd number."""
    if higher.preference:
        return higher.preference
    return initial if higher.tpn % 2 else -initial


def _higher(a: Participant, b: Participant) -> bool:
    return (-a.score, a.tpn) < (-b.score, b.tpn)
