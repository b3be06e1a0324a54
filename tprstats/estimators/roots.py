"""Roots of many increasing functions at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

__all__ = ["increasing_root"]

Array = NDArray[np.float64]
Rows = NDArray[np.int64]


def increasing_root(
    f: Callable[[Array, Rows], Array],
    low: Array,
    high: Array,
    *,
    tolerance: float = 1e-14,
    expand: bool = False,
) -> Array:
    """Root of an increasing function of each row, by Chandrupatla's method.

    ``scipy.optimize.elementwise.find_root`` does the same; importing it takes longer than rating
    a tournament, and its bookkeeping longer than the evaluations (a test compares the two).

    Parameters
    ----------
    f
        ``f(x, rows)`` gives the function of the given rows at ``x``; each row on its own.
    low, high
        Bracket of each row. Where ``f(low) >= 0`` the answer is ``low``, where ``f(high) <= 0``
        it is ``high``.
    tolerance
        Width at which a row is finished, relative to ``1 + |x|``.
    expand
        Move an end outward (doubling) until the signs differ, up to 60 times.

    Returns
    -------
    ndarray
        The roots, same shape as ``low``.

    References
    ----------
    T. R. Chandrupatla (1997), Advances in Engineering Software 28, 145-149.
    """
    rows = np.arange(low.size)
    a, b = np.array(high, dtype=np.float64), np.array(low, dtype=np.float64)
    # Both ends in one call: for few rows a call costs more than what it computes.
    fa, fb = np.split(f(np.concatenate([a, b]), np.concatenate([rows, rows])), 2)
    if expand:
        for _ in range(60):
            short_a, short_b = fa < 0.0, fb > 0.0
            if not (short_a.any() or short_b.any()):
                break
            span = a - b
            a, b = np.where(short_a, a + span, a), np.where(short_b, b - span, b)
            fa = np.where(short_a, f(a, rows), fa)
            fb = np.where(short_b, f(b, rows), fb)
    root = np.where(fb >= 0.0, b, np.where(fa <= 0.0, a, np.nan))
    i = np.flatnonzero(np.isnan(root))
    a, b, fa, fb = a[i], b[i], fa[i], fb[i]
    c, fc = a.copy(), fa.copy()
    t = np.full(i.size, 0.5)
    for _ in range(200):
        if i.size == 0:
            break
        x = a + t * (b - a)
        fx = f(x, i)
        same = (fx < 0.0) == (fa < 0.0)
        c, fc = np.where(same, a, b), np.where(same, fa, fb)
        b, fb = np.where(same, b, a), np.where(same, fb, fa)
        a, fa = x, fx
        best = np.where(np.abs(fa) < np.abs(fb), a, b)
        slack = tolerance * (1.0 + np.abs(best)) / np.maximum(np.abs(b - a), 1e-300)
        done = (slack > 0.5) | (fx == 0.0)
        if done.any():
            root[i[done]] = np.where(fx == 0.0, x, best)[done]
            keep = ~done
            i = i[keep]
            a, b, c, fa, fb, fc = a[keep], b[keep], c[keep], fa[keep], fb[keep], fc[keep]
            slack = slack[keep]
        # Inverse quadratic interpolation where it is safe, halving elsewhere.
        with np.errstate(divide="ignore", invalid="ignore"):
            xi = (a - b) / (c - b)
            phi = (fa - fb) / (fc - fb)
            iqi = fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (
                fc - fb
            )
        safe = (phi**2 < xi) & ((1.0 - phi) ** 2 < 1.0 - xi) & np.isfinite(iqi)
        t = np.clip(np.where(safe, iqi, 0.5), slack, 1.0 - slack)
    root[i] = 0.5 * (a + b)
    return root
