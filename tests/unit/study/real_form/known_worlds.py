"""Players' events drawn by plain numpy from known form, slope, white advantage and draw share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

C = np.log(10.0) / 400.0
"""One Elo in logits, written out anew: the tests do not use the package's."""


@dataclass(frozen=True)
class World:
    """What the simulated games follow."""

    slope: float = 1.0
    white: float = 0.0
    offset: float = 0.0
    draw_share: float = 0.35
    lasting: float = 0.0
    form: float = 0.0


def results(rng: np.random.Generator, expected: np.ndarray, draw_share: float) -> np.ndarray:
    """Half points: D solves D**2 = nu**2 W L by bisection, W = E - D/2."""
    nu2 = (2.0 * draw_share / (1.0 - draw_share)) ** 2
    low, high = np.zeros_like(expected), 2.0 * np.minimum(expected, 1.0 - expected)
    for _ in range(60):
        d = 0.5 * (low + high)
        small = d * d < nu2 * (expected - d / 2.0) * (1.0 - expected - d / 2.0)
        low, high = np.where(small, d, low), np.where(small, high, d)
    u = rng.random(expected.shape)
    return np.where(u < expected - d / 2.0, 2, np.where(u < expected + d / 2.0, 1, 0))


def career_table(
    world: World, *, players: int, events: int, games: int, seed: int, per_year: int = 8
) -> pd.DataFrame:
    """Owners' games in the columns of a compact table."""
    rng = np.random.default_rng(seed)
    parts = []
    for player in range(players):
        lasting = world.lasting * rng.standard_normal()
        for event in range(events):
            own = 2500.0
            opponents = np.round(own + 120.0 * rng.standard_normal(games))
            colour = np.where(rng.permutation(games) % 2 == 0, 1, -1)
            shown = world.offset + lasting + world.form * rng.standard_normal()
            x = world.slope * (own - opponents) + world.white * colour + shown
            day = np.datetime64("1990-01-01") + int(event * 365 / per_year)
            parts.append(
                pd.DataFrame(
                    {
                        "event": event + 1 + player * events,
                        "date": str(day),
                        "speed": "classical",
                        "online": 0,
                        "player": player + 1,
                        "rating": own,
                        "opponent": 1000 + np.arange(games),
                        "opponent_rating": opponents,
                        "half_points": results(rng, 1 / (1 + np.exp(-C * x)), world.draw_share),
                        "colour": colour,
                        "seen": 0,
                    }
                )
            )
    return pd.concat(parts, ignore_index=True)


def write_tables(
    folder: Path, tables: dict[str, pd.DataFrame], group: str = "elite career", sides: str = "one"
) -> Path:
    """A folder as ``build_data.py`` writes it."""
    index = pd.DataFrame({"table": list(tables), "group": group, "sides": sides})
    index.to_csv(folder / "index.csv", index=False)
    for name, table in tables.items():
        table.to_csv(folder / f"{name}.csv", index=False)
    return folder
