"""Write the tables of the streak pages from ``experiments/streaks-*/published``.

``python docs/build_streak_tables.py`` replaces what stands between ``<!-- table: NAME -->`` and
``<!-- table: end -->`` in the pages below; a test repeats it.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path

from tprstats.streaks.error_rates import SEARCH
from tprstats.tables import Table

ROOT = Path(__file__).parents[1]
EXPERIMENTS = ROOT / "experiments"
PAGES = (
    ROOT / "docs" / "streaks.md",
    EXPERIMENTS / "streaks-null" / "README.md",
    EXPERIMENTS / "streaks-power" / "README.md",
)
BOOSTS = (50, 100, 150, 200, 300)
DEPARTURES = {
    "none": "as the prior",
    "no-spells": "no spells",
    "twice-the-boost": "boosts of SD 300",
    "twice-the-length": "spells of 30 games on average",
    "spell-certain": "a spell in every season",
    "drifting-form": "strength drifts by SD 10 a game",
    "own-rating-K40": "opponents by own rating, K = 40",
    "draws-0.2": "draw share 0.2",
    "draws-0.6": "draw share 0.6",
    "rating-100-low": "rating 100 too low",
    "rating-100-high": "rating 100 too high",
}

Row = dict[str, str]


def rows(study: str, table: str) -> list[Row]:
    path = EXPERIMENTS / f"streaks-{study}" / "published" / f"{table}.csv"
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def with_error(row: Row, figure: str, factor: float = 100.0, *, sign: str = "") -> str:
    value, error = (factor * float(row[name]) for name in (figure, f"MCSE of {figure}"))
    return f"{value:{sign}.1f} +- {error:.1f}"


def power() -> Table:
    """Verdict and ideal test, by length and boost."""
    cells = {(int(r["length"]), float(r["boost"])): r for r in rows("power", "cells")}
    found = [
        (
            str(length),
            *(
                " / ".join(
                    f"{float(cells[length, boost][figure]):.2f}"
                    for figure in ("verdict p <= 0.05", "ideal test that knows the spell")
                )
                for boost in BOOSTS
            ),
        )
        for length in sorted({length for length, _ in cells})
    ]
    return Table(("games", *(f"+{b}" for b in BOOSTS)), found, "r" * 6)


def named(figure: str = "exact p <= 0.05") -> Table:
    """Windows named in advance: power by boost, and size."""
    boosted = {r["name"]: r for r in rows("power", "named")}
    plain = {r["name"]: r for r in rows("null", "named")}
    found = []
    for games in (60, 120):
        for length in (5, 10, 20, 30):
            name = f"named-{length}-of-{games}"
            power_ = (f"{float(boosted[f'{name}-boost-{b}'][figure]):.2f}" for b in BOOSTS)
            size = (f"{float(plain[f'{name}-rating-{e:+d}'][figure]):.3f}" for e in (0, -50, 50))
            found.append((str(length), str(games), *power_, ", ".join(size)))
    heads = ("games", "of", *(f"+{b}" for b in BOOSTS))
    return Table((*heads, "no boost: rating right, 50 low, 50 high"), found, "r" * 8)


def either() -> Table:
    """The same where no side is asked for."""
    return named("exact p, either side <= 0.05")


def words() -> Table:
    """What the words cost, by games of the season, per cent."""
    found = [
        (
            str(r.games),
            *(f"{100 * share:.0f} (at most {100 * most:.0f})" for share, most in r.false_alarms),
            f"{100 * r.missed:.0f}",
            f"{100 * r.looking_again:.0f}",
        )
        for r in SEARCH
    ]
    heads = ("games", "weak", "moderate", "strong", "+200 over ten games missed")
    return Table((*heads, "looking every ten games"), found, "r" * 6)


def _cast(first: str, label: Callable[[Row], str], cells: list[Row]) -> Table:
    heads = ("covers, %", "rang, %", "covers among these, %", "forecast minus truth, Elo")
    covers = "95 % interval covers"
    found = [
        (
            label(r),
            with_error(r, covers),
            f"{100 * float(r['seasons that rang']):.1f}",
            with_error(r, f"{covers}, among seasons that rang"),
            with_error(r, "forecast minus truth, Elo", 1.0, sign="+"),
        )
        for r in cells
    ]
    return Table((first, *heads), found, "lrrrr")


def forecast() -> Table:
    """Coverage of the forecast under its own prior."""
    return _cast("games", lambda r: r["games"], rows("power", "forecast"))


def departures() -> Table:
    """Coverage of the forecast where its prior is wrong."""
    return _cast("seasons of 60 games", _departure, rows("power", "departures"))


def _departure(row: Row) -> str:
    return DEPARTURES[row["name"].removeprefix("departure-")]


TABLES = {t.__name__: t for t in (power, named, either, words, forecast, departures)}
_BLOCK = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- table: end -->)", re.DOTALL)


def renewed(text: str) -> str:
    """The page with every table written anew."""
    return _BLOCK.sub(lambda m: f"{m[1]}{TABLES[m[2]]().to_markdown()}\n{m[3]}", text)


def main() -> None:
    for page in PAGES:
        page.write_text(renewed(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
