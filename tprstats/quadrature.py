"""Posterior mean and quantiles by quadrature, for many records at once.

Panels of Gauss-Legendre nodes on a sinh grid: fine around the centre, wide in the tails, which
for a flat prior fall off only like ``exp(-C |R| / 2)``.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

__all__ = ["Posterior", "posterior"]

Array = NDArray[np.float64]

_PANELS = 96
_BLOCK = 512  # records at a time: bounds the memory
_REACH = 5.5  # sinh(5.5) = 122 scales on either side
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(5)


def _integrals() -> Array:
    """Coefficients of the integrals from -1 of the Lagrange polynomials on the nodes."""
    rows = []
    for j, node in enumerate(_NODES):
        others = np.delete(_NODES, j)
        lagrange = np.polynomial.Polynomial.fromroots(others) / np.prod(node - others)
        rows.append(lagrange.integ(lbnd=-1.0).coef)
    return np.array(rows)


_INTEGRALS = _integrals()


class Posterior:
    """A normalised density of each record; see :func:`posterior`."""

    def __init__(self, centre: Array, scale: Array, step: float, start: float, mass: Array) -> None:
        self._centre, self._scale = centre, scale
        self._step, self._start = step, start  # panel width and left end, in t
        self._mass = mass  # (m, panels, nodes), adds up to 1

    def _strength(self, t: Array) -> Array:
        return np.asarray(self._centre + self._scale * np.sinh(t))

    def nodes(self) -> tuple[Array, Array]:
        """Strengths of the nodes, Elo, and their masses, which add up to 1, ``(m, g)`` each."""
        left = self._start + self._step * np.arange(_PANELS)
        t = (left[:, None] + 0.5 * self._step * (1.0 + _NODES)).ravel()
        x = self._centre[:, None] + self._scale[:, None] * np.sinh(t)
        return np.asarray(x), self._mass.reshape(self._mass.shape[0], -1)

    def mean(self) -> Array:
        """Posterior mean, Elo, ``(m,)``."""
        left = self._start + self._step * np.arange(_PANELS)
        t = left[:, None] + 0.5 * self._step * (1.0 + _NODES)
        away = (np.sinh(t) * self._mass).sum(axis=(1, 2))
        return np.asarray(self._centre + self._scale * away)

    def quantile(self, q: float) -> Array:
        """Posterior quantile, Elo, ``(m,)``.

        The panel is found from the panels' masses; inside it the density is the polynomial
        through its nodes, and its integral is inverted by bisection.
        """
        panels = self._mass.sum(axis=2)
        upper = np.cumsum(panels, axis=1)
        k = np.minimum((upper < q).sum(axis=1), _PANELS - 1)
        i = np.arange(k.size)
        need = q - (upper[i, k] - panels[i, k])
        # Masses are density x weight: divide to get the density at the nodes.
        density = self._mass[i, k] / _WEIGHTS
        # Term by term, not as a matrix product: its bits depend on the number of rows.
        coefficients = np.zeros((k.size, _INTEGRALS.shape[1]))
        for node, integral in enumerate(_INTEGRALS):
            coefficients += density[:, node, None] * integral
        low, high = np.full(k.size, -1.0), np.full(k.size, 1.0)
        for _ in range(50):
            u = 0.5 * (low + high)
            value = np.zeros(k.size)
            for c in coefficients.T[::-1]:
                value = value * u + c
            low, high = np.where(value < need, u, low), np.where(value < need, high, u)
        t = self._start + self._step * (k + 0.5 * (1.0 + 0.5 * (low + high)))
        return self._strength(t)


def posterior(
    log_density: Callable[[Array, NDArray[np.int64]], Array],
    centre: Array,
    scale: Array,
    *,
    reach: float = _REACH,
) -> Posterior:
    """Normalise a log density known up to a constant.

    Parameters
    ----------
    log_density
        Gives ``(m, g)`` for strengths ``(m, g)``, Elo.
    centre, scale
        Where the mass is and how wide, Elo, ``(m,)``.
    reach
        The grid runs to ``sinh(reach)`` scales on either side.
    """
    step = 2.0 * reach / _PANELS
    t = (-reach + step * np.arange(_PANELS)[:, None] + 0.5 * step * (1.0 + _NODES)).ravel()
    weight = np.tile(_WEIGHTS, _PANELS) * np.cosh(t)
    mass = np.empty((centre.size, t.size))
    for first in range(0, centre.size, _BLOCK):
        rows = np.arange(first, min(first + _BLOCK, centre.size))
        x = centre[rows, None] + scale[rows, None] * np.sinh(t)
        # Row after row in memory, whatever came back: a sum's bits depend on the layout.
        log_f = np.ascontiguousarray(log_density(x, rows))
        part = np.exp(log_f - log_f.max(axis=1, keepdims=True)) * weight
        mass[rows] = part / part.sum(axis=1, keepdims=True)
    return Posterior(centre, scale, step, -reach, mass.reshape(-1, _PANELS, _NODES.size))
