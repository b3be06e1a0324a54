"""Compact tables of real games as arrays: single games, and one player's games of one event.

A folder holds ``index.csv`` (table, group, sides) and one CSV a table, as
``experiments/real-form/build_data.py`` writes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tprstats.errors import InputError
from tprstats.records import RecordBatch

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FEWEST_GAMES", "Games", "Records", "games_of", "load_tables", "records_of"]

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]

FEWEST_GAMES = 5
"""Rated games from which an event counts as a record: fewer say next to nothing."""

INDEX_COLUMNS = ("table", "group", "sides")
TABLE_COLUMNS = (
    "event", "date", "speed", "online", "player", "rating", "opponent", "opponent_rating",
    "half_points", "colour", "seen",
)  # fmt: skip


@dataclass(frozen=True)
class Games:
    """Single games of one group, each counted once.

    Parameters
    ----------
    difference
        Own rating minus the opponent's, Elo, ``(n,)``.
    level
        Mean rating of the two, Elo.
    colour
        +1 White, -1 Black, 0 unknown.
    half_points
        0, 1 or 2.
    cluster
        Number of the cluster (an event, a player, or a player's quarter), from 0.
    owner
        1 where the side is the owner of a file, 0 where it is White: an owner's rating may be
        off on the average, White's may not.
    """

    difference: Array
    level: Array
    colour: Array
    half_points: Array
    cluster: Numbers
    owner: Array

    def __len__(self) -> int:
        return int(self.difference.size)

    @property
    def clusters(self) -> int:
        return int(self.cluster.max(initial=-1)) + 1

    def take(self, rows: NDArray[Any]) -> Games:
        """Some of the games; clusters are numbered anew."""
        _, cluster = np.unique(self.cluster[rows], return_inverse=True)
        return Games(
            self.difference[rows],
            self.level[rows],
            self.colour[rows],
            self.half_points[rows],
            np.asarray(cluster, dtype=np.int64),
            self.owner[rows],
        )


@dataclass(frozen=True)
class Records:
    """Players' events of one group, sorted by player and time.

    Parameters
    ----------
    batch
        One record an event; ``own`` is the published rating at its first game.
    player, cluster
        Numbers, ``(m,)``.
    day
        When it began, in days; only differences are used.
    owner
        As in :class:`Games`.
    following
        Index of the same player's next event within ``longest`` days, or -1; -1 also where the
        day of either is unknown.
    """

    batch: RecordBatch
    player: Numbers
    cluster: Numbers
    day: Array
    owner: Array
    following: Numbers

    def __len__(self) -> int:
        return len(self.batch)

    def take(self, rows: Numbers) -> Records:
        """Some of the records; a next event that is not among them is none."""
        place = np.full(len(self) + 1, -1, dtype=np.int64)
        place[rows] = np.arange(rows.size)
        _, cluster = np.unique(self.cluster[rows], return_inverse=True)
        return Records(
            self.batch.take(rows),
            self.player[rows],
            np.asarray(cluster, dtype=np.int64),
            self.day[rows],
            self.owner[rows],
            place[self.following[rows]],
        )


def load_tables(folder: Path) -> pd.DataFrame:
    """All games of a folder, with what the other functions here need.

    Columns added to those of the tables: ``table``, ``kind`` and ``sides`` of the index, ``group``
    (kind and speed), ``day``, and whether player and opponent own a file.

    Raises
    ------
    InputError
        Where the index or a table is missing or lacks a column.
    """
    import pandas as pd

    def table(path: Path, columns: tuple[str, ...]) -> pd.DataFrame:
        if not path.is_file():
            raise InputError("no such table; make it with build_data.py", source=str(path))
        found = pd.read_csv(path, dtype={"date": "string"})
        missing = [c for c in columns if c not in found]
        if missing:
            raise InputError(f"column {missing[0]!r} is missing", source=str(path), line=1)
        return found

    index = table(folder / "index.csv", INDEX_COLUMNS)
    parts = []
    rows = (index[c].astype(str).tolist() for c in INDEX_COLUMNS)
    for name, group, sides in zip(*rows, strict=True):
        part = table(folder / f"{name}.csv", TABLE_COLUMNS)
        bad = part.index[~part["half_points"].isin([0, 1, 2])]
        if len(bad):
            raise InputError(
                f"half points {part['half_points'][bad[0]]}: 0, 1 or 2",
                source=f"{folder / name}.csv",
                line=int(bad[0]) + 2,
            )
        parts.append(part.assign(table=name, kind=group, sides=sides))
    games = pd.concat(parts, ignore_index=True)
    speed = np.where(games["speed"] == "classical", "classical", "fast")
    speed = np.where(games["online"] == 1, "online", speed)
    games["group"] = games["kind"] + ", " + speed
    games.loc[games["kind"] == "online log", "group"] = "online log"
    owners = games.loc[games["sides"] == "one", "player"].unique()
    for side in ("player", "opponent"):
        games[f"{side}_owns"] = games[side].isin(owners)
    games["day"] = _days(games["date"])
    return games


def _days(date: pd.Series[str]) -> pd.Series[float]:
    """Days from ISO dates; the middle of the year where only that is known."""
    import pandas as pd

    known = pd.to_datetime(date.where(date.str.len() == 10), format="%Y-%m-%d", errors="coerce")
    year = pd.to_numeric(date.str[:4], errors="coerce")
    day = (known - pd.Timestamp("1970-01-01")).dt.days.astype(float)
    return day.fillna((year.astype(float) - 1970.0) * 365.25 + 182.0)


def _clusters(games: pd.DataFrame) -> Numbers:
    """Event where both sides are known; owner where one is; an owner's quarter online.

    Ten owners speak for players of their kind; the owners of online logs are too few for that.
    """
    import pandas as pd

    quarter = np.floor(games["day"] / 91.3125).astype("Int64").astype(str)
    owner = games["player"].astype(str)
    event = games["table"] + ":" + games["event"].astype(str)
    label = np.where(games["sides"] == "both", event, owner)
    label = np.where(games["group"] == "online log", owner + ":" + quarter, label)
    return np.asarray(pd.factorize(label)[0], dtype=np.int64)


def games_of(games: pd.DataFrame) -> Games:
    """Single games, those already in another table left out."""
    once = games[games["seen"] == 0]
    return Games(
        difference=(once["rating"] - once["opponent_rating"]).to_numpy(dtype=np.float64),
        level=((once["rating"] + once["opponent_rating"]) / 2.0).to_numpy(dtype=np.float64),
        colour=once["colour"].to_numpy(dtype=np.float64),
        half_points=once["half_points"].to_numpy(dtype=np.float64),
        cluster=_clusters(once),
        owner=np.asarray(once["sides"] == "one", dtype=np.float64),
    )


def _both_sides(games: pd.DataFrame) -> pd.DataFrame:
    """The games from every side whose record is complete, one row a side.

    A player with a file of his own is left out of the crosstables: his file has those games.
    """
    import pandas as pd

    both = games[games["sides"] == "both"]
    mirrored = both.rename(
        columns={
            "player": "opponent",
            "opponent": "player",
            "rating": "opponent_rating",
            "opponent_rating": "rating",
            "player_owns": "opponent_owns",
            "opponent_owns": "player_owns",
        }
    )
    mirrored = mirrored.assign(half_points=2 - both["half_points"], colour=-both["colour"])
    sides = pd.concat([both, mirrored], ignore_index=True)
    sides = sides[~sides["player_owns"]]
    return pd.concat([games[games["sides"] == "one"], sides], ignore_index=True)


def records_of(games: pd.DataFrame, *, longest: float = 366.0) -> Records:
    """One record for each player and event with at least :data:`FEWEST_GAMES` rated games.

    Parameters
    ----------
    games
        Rows of :func:`load_tables`, of one group.
    longest
        Days after which the next event is no longer called the next.
    """
    import pandas as pd

    sides = _both_sides(games)
    keys = ["player", "table", "event"]
    sides = sides.assign(cluster=_clusters(sides))
    size = sides.groupby(keys)["day"].transform("size")
    sides = sides[size >= FEWEST_GAMES]
    start = sides.groupby(keys)["day"].transform("min")
    sides = sides.assign(start=start).sort_values(
        ["player", "start", "table", "event", "day"], kind="stable"
    )
    number = pd.factorize(pd.MultiIndex.from_frame(sides[keys]))[0]
    first = np.flatnonzero(np.diff(number, prepend=-1))
    counts = np.diff(np.r_[first, len(sides)])
    column = np.arange(len(sides)) - np.repeat(first, counts)
    shape = (first.size, int(counts.max(initial=0)))

    def packed(name: str, empty: float) -> Array:
        array = np.full(shape, empty)
        array[number, column] = sides[name].to_numpy(dtype=np.float64)
        return array

    head = sides.iloc[first]
    player, day = head["player"].to_numpy(), head["start"].to_numpy(dtype=np.float64)
    following = np.full(first.size, -1, dtype=np.int64)
    # Without the day it is not known which of two events of a year came first.
    dated = head["date"].str.len().to_numpy() == 10
    near = (player[1:] == player[:-1]) & (day[1:] - day[:-1] <= longest) & dated[1:] & dated[:-1]
    following[:-1][near] = np.flatnonzero(near) + 1
    return Records(
        batch=RecordBatch.from_arrays(
            packed("opponent_rating", np.nan),
            packed("half_points", 0.0).astype(np.int8),
            counts,
            colours=packed("colour", 0.0),
            own=head["rating"].to_numpy(dtype=np.float64),
        ),
        player=np.asarray(player, dtype=np.int64),
        cluster=np.asarray(pd.factorize(head["cluster"])[0], dtype=np.int64),
        day=day,
        owner=np.asarray(head["sides"] == "one", dtype=np.float64),
        following=following,
    )
