"""Outcome models inside compiled loops, and thresholds for models of any kind.

A game's word ``x`` (32 bits) stands for ``u = (x + 1/2) / 2**32``; the lower start number wins
where ``u < W`` and does not lose where ``u < W + D`` (inverse distribution function). Both
comparisons are made in whole numbers: ``x < ceil(W 2**32 - 1/2)``.
"""

# numba finds the types of compiled functions.
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from tprstats.compiled import kernel
from tprstats.elo import LOGIT_PER_ELO, SIGMA_FIDE
from tprstats.errors import TprstatsError
from tprstats.outcomes import (
    WHITE_LEVELS,
    ConstantDraws,
    EloDavidson,
    Milvang,
    NoDraws,
    OutcomeModel,
    RaoKupper,
)

__all__ = ["chances", "encode", "threshold_table", "thresholds"]

_DAVIDSON, _CONSTANT, _RAO_KUPPER, _MILVANG = 0, 1, 2, 3
_SCALE = 4294967296.0  # 2**32
_LOWEST, _HIGHEST = WHITE_LEVELS
_MILVANG_SCALE = math.log(10.0) / 370.0


def encode(model: OutcomeModel) -> NDArray[np.float64] | None:
    """A model as numbers for :func:`chances`; None for a model that only Python knows.

    The first number says which model, the others are its parameters (NaN: by level).
    """
    if isinstance(model, NoDraws):
        return np.array([_DAVIDSON, 0.0, model.white_advantage])
    if isinstance(model, EloDavidson):
        share = np.nan if model.draw_share is None else model.draw_share
        white = np.nan if model.white_advantage is None else model.white_advantage
        if np.ndim(share) or np.ndim(white):
            raise TprstatsError("a simulation takes one draw share and one white advantage")
        return np.array([_DAVIDSON, share, white])
    if isinstance(model, ConstantDraws):
        normal = float(model.curve == "normal")
        return np.array([_CONSTANT, model.draw_share, model.white_advantage, normal])
    if isinstance(model, RaoKupper):
        return np.array([_RAO_KUPPER, model.draw_elo, model.white_advantage])
    if isinstance(model, Milvang):
        return np.array([_MILVANG])
    return None


@kernel
def _expit(x):
    if x >= 0.0:
        return 1.0 / (1.0 + math.exp(-x))
    z = math.exp(x)
    return z / (1.0 + z)


@kernel
def _milvang_white(difference, level):
    w = 96.0 + 0.0986 * (level - 2000.0)
    b = -150.0 - 0.157 * (level - 2000.0)
    win = _expit(_MILVANG_SCALE * (difference - w))
    loss = _expit(_MILVANG_SCALE * (-difference + b))
    total = max(win + loss, 1.0)
    return win / total, loss / total


@kernel
def _davidson(share, white, difference, level, colour):
    if math.isnan(share):
        share = _expit(-0.653 + 0.400 * (level - 2000.0) / 400.0)
    if math.isnan(white):
        win, loss = _milvang_white(0.0, min(max(level, _LOWEST), _HIGHEST))
        score = 0.5 * (1.0 + win - loss)
        white = math.log(score / (1.0 - score)) / LOGIT_PER_ELO
    x = LOGIT_PER_ELO * (difference + white * colour)
    e, q = _expit(x), _expit(-x)
    if share == 0.0:
        return e, q
    small = min(e, q)
    nu2 = (2.0 * share / (1.0 - share)) ** 2
    pq = small * (1.0 - small)
    root = math.sqrt(nu2 * (nu2 * (small - 0.5) ** 2 + 4.0 * pq))
    d = min(2.0 * nu2 * pq / (nu2 / 2.0 + root), 2.0 * small)
    return max(e - d / 2.0, 0.0), max(q - d / 2.0, 0.0)


@kernel
def chances(model, difference, level, colour):
    """Win and loss chance of the player; ``tprstats.outcomes`` is the readable reference.

    Parameters
    ----------
    model
        From :func:`encode`.
    difference, level, colour
        As in :meth:`tprstats.outcomes.OutcomeModel.wdl`.
    """
    kind = int(model[0])
    if kind == _DAVIDSON:
        return _davidson(model[1], model[2], difference, level, colour)
    if kind == _CONSTANT:
        d = difference + model[2] * colour
        if model[3] == 1.0:
            e = 0.5 * math.erfc(-d / SIGMA_FIDE / math.sqrt(2.0))
        else:
            e = _expit(LOGIT_PER_ELO * d)
        draw = min(model[1], 2.0 * min(e, 1.0 - e))
        return max(e - draw / 2.0, 0.0), max(1.0 - e - draw / 2.0, 0.0)
    if kind == _RAO_KUPPER:
        d = difference + model[2] * colour
        win = _expit(LOGIT_PER_ELO * (d - model[1]))
        return win, _expit(LOGIT_PER_ELO * (-d - model[1]))
    win, loss = _milvang_white(difference, level)
    other_loss, other_win = _milvang_white(-difference, level)
    weight = (1.0 + colour) / 2.0
    return (
        weight * win + (1.0 - weight) * other_win,
        weight * loss + (1.0 - weight) * other_loss,
    )


@kernel
def thresholds(win, loss):
    """Whole-number bounds of a game's word: below the first a win, below the second no loss."""
    first = math.ceil(win * _SCALE - 0.5)
    second = math.ceil((1.0 - loss) * _SCALE - 0.5)
    return np.uint64(max(first, 0.0)), np.uint64(max(second, 0.0))


def threshold_table(model: OutcomeModel, strength: NDArray[np.float64]) -> NDArray[np.uint64]:
    """Bounds of every pair and colour, for a field whose strengths never change.

    Parameters
    ----------
    model
        Any model.
    strength
        Elo in the order of start numbers, ``(n,)``.

    Returns
    -------
    ndarray
        uint64 ``(n, n, 3, 2)``: from the first player's side; Black (0), no colour (1) or White
        (2); win bound and no-loss bound.
    """
    a, b = strength[:, None, None], strength[None, :, None]
    colour = np.array([-1.0, 0.0, 1.0])
    win, _, loss = model.wdl(a - b, (a + b) / 2.0, colour)
    bounds = np.stack([win, 1.0 - loss], axis=-1)
    return np.maximum(np.ceil(bounds * _SCALE - 0.5), 0.0).astype(np.uint64)
