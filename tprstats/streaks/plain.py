"""A verdict as plain values."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from tprstats._version import __version__
from tprstats.streaks.spells import BOOST_SDS

if TYPE_CHECKING:
    from tprstats.streaks.results import StreakVerdict

__all__ = ["plain_values"]

SCHEMA = 1


def plain_values(v: StreakVerdict) -> dict[str, Any]:
    """Everything that a verdict holds, as JSON has it."""

    def plain(part: Any) -> dict[str, Any] | None:
        return None if part is None else _finite(asdict(part))

    f, j, withheld = v.forecast, v.judgement, v.season.drifted
    best = plain(v.best)
    if best is not None and v.best is not None:
        best["effective_looks"] = _finite(v.best.looks)
    found = {
        "schema": SCHEMA,
        "player": v.season.player,
        "games": len(v.season),
        "score": float(v.season.score.sum()),
        "average": v.season.centre,
        "rating": v.season.rating,
        "direction": v.direction,
        "family": v.family,
        "verdict": v.word,
        "fits_one_constant_strength": not withheld,
        "order_of_play_known": v.season.ordered,
        "p": v.p,
        "p_mcse": v.mcse,
        "p_unpaid": v.one_player_p,
        "p_paid_for_players": v.players_p,
        "p_paid_for_players_and_windows": v.paid_p,
        "p_if_chosen_after_looking": v.chosen_p,
        "players": v.players,
        "windows_judged": v.windows,
        "p_stopping_at_the_first_that_rings": v.stopping_p if v.windows > 1 else None,
        "named_after_looking": v.looked,
        "game_numbers": v.season.numbers.tolist(),
        "games_listed": v.season.last_number,
        "looks_after_games": None if j is None else [int(v.season.numbers[k - 1]) for k in j.looks],
        "p_best_window": None if j is None else j.scan_p,
        "p_all_windows": None if j is None else j.windows_p,
        "p_stretches": None if j is None else j.stretch_p,
        "p_paid_for_lenses_and_looks": None if j is None else j.joint_p,
        "side_is_the_one_asked_for": None if j is None else j.right_side,
        "p_change": None if j is None else j.change_p,
        "constant_strength": {
            "strength": v.baseline.strength(v.season),
            "slope": v.baseline.slope,
            "draw_share": v.baseline.draw_share,
            "draw_share_given": v.baseline.draws_given,
            "draw_prior": v.season.draw_prior,
            "draw_prior_origin": v.season.draw_origin,
            "white_advantage": v.season.advantage,
            "white_advantage_origin": v.season.advantage_origin,
        },
        "named_window": plain(v.named),
        "best_window": best,
        "change": plain(v.change),
        "bayes_factors": {f"{sd:g}": _finite(b) for sd, b in zip(BOOST_SDS, v.bayes, strict=True)},
        "forecast": {
            "games_ahead": f.prior.horizon,
            "mean": None if withheld else f.mean,
            "level": v.level,
            "low": None if withheld else f.quantile((1.0 - v.level) / 2.0),
            "high": None if withheld else f.quantile((1.0 + v.level) / 2.0),
            "prior": asdict(f.prior),
            "chance_hot_spell": f.any_hot,
            "chance_cold_spell": f.any_cold,
            "chance_hot_spell_still_on": f.hot_on,
            "chance_cold_spell_still_on": f.cold_on,
            "chance_hot_by_game": f.hot.tolist(),
            "chance_cold_by_game": f.cold.tolist(),
        },
        "would_prove": None if withheld else {"points": _finite(v.prove[0]), "games": v.prove[1]},
        "longest": [asdict(x) for x in v.longest],
        "secondary": {
            "p_serial_correlation": v.lag_p,
            "p_runs": v.runs_p,
            "p_by_shuffling": v.shuffled_p,
        },
        "against_published_rating": plain(v.against_rating),
        "segments": [asdict(s) for s in v.segments],
        "seasons_of_luck": v.seasons,
        "seed": v.seed,
        "notes": list(v.season.notes),
        "words": list(v.words()),
        "version": __version__,
    }
    # Ends that are open, in segments too, have no number in JSON.
    return {name: _finite(value) for name, value in found.items()}


def _finite(value: Any) -> Any:
    """The value with None for what JSON has not."""
    if isinstance(value, dict):
        return {k: _finite(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(v) for v in value]
    if isinstance(value, float) and not np.isfinite(value):
        return None
    return value
