"""Publish runs of the streak calibration, and write the error rates that a verdict prints.

``python docs/publish_streak_rates.py FOLDER`` takes what ``python -m tprstats.streaks.calibration
STUDY FOLDER/STUDY SEASONS`` has written for every study, copies the tables to
``experiments/streaks-*/published`` and puts the rates into ``tprstats/streaks/error_rates.py``.
"""

from __future__ import annotations

import argparse
import csv
import re
import shutil
from pathlib import Path

from scipy.stats import beta

from tprstats.streaks.calibration import LENGTHS_MEASURED
from tprstats.streaks.words import WORDS

ROOT = Path(__file__).parents[1]
RATES = ROOT / "tprstats" / "streaks" / "error_rates.py"
TABLES = {
    "null": ("streaks-null", "cells.csv"),
    "slumps": ("streaks-null", "slumps.csv"),
    "looks": ("streaks-null", "looks.csv"),
    "named-null": ("streaks-null", "named.csv"),
    "power": ("streaks-power", "cells.csv"),
    "named-power": ("streaks-power", "named.csv"),
    "words": ("streaks-power", "words.csv"),
    "errors": ("streaks-power", "errors.csv"),
    "forecast": ("streaks-power", "forecast.csv"),
    "departures": ("streaks-power", "departures.csv"),
}

Rows = dict[str, dict[str, str]]


def _table(study: str) -> Rows:
    where, name = TABLES[study]
    text = (ROOT / "experiments" / where / "published" / name).read_text(encoding="utf-8")
    return {row["name"]: row for row in csv.DictReader(text.splitlines())}


def _alarms(without: dict[str, str], with_: dict[str, str]) -> str:
    """Share of false alarms of each word and its upper 97.5 % limit."""
    seasons, found = int(without["seasons"]), []
    for word in WORDS[1:]:
        alarm, hit = (float(row[f"{word} or more"]) for row in (without, with_))
        count = round(alarm * seasons)
        most = float(beta.ppf(0.975, count + 1, seasons - count))
        shares = (0.9 * a / max(0.9 * a + 0.1 * hit, 1e-12) for a in (alarm, most))
        found.append("({})".format(", ".join(f"{share:.2f}" for share in shares)))
    return ", ".join(found)


def _search() -> str:
    null, errors, words, looks = (_table(t) for t in ("null", "errors", "words", "looks"))
    lines = []
    for n in LENGTHS_MEASURED:
        pair = [null[f"games-{n}"], errors[f"errors-{n}-games-hot-15"]]
        if n == 60:
            pair = list(words.values())
        missed = 1.0 - float(errors[f"errors-{n}-games-hot-10"]["weak evidence or more"])
        again = float(looks[f"looks-{n}-games"]["rings at some look, not paid for"])
        lines.append(f"    SearchRates({n}, ({_alarms(*pair)}), {missed:.2f}, {again:.2f}),\n")
    return "SEARCH = (\n" + "".join(lines) + ")\n"


def _named(table: str, figure: str) -> str:
    null, power = _table("named-null"), _table("named-power")
    lines = []
    for games in (60, 120):
        for length in (5, 10, 20, 30):
            name = f"named-{length}-of-{games}"
            rings = ", ".join(
                f"{float(null[f'{name}-rating-{e:+g}'][figure]):.3f}" for e in (0.0, -50.0, 50.0)
            )
            missed = 1.0 - float(power[f"{name}-boost-200"][figure])
            lines.append(f"    NamedRates({games}, {length}, ({rings}), {missed:.2f}),\n")
    return f"{table} = (\n" + "".join(lines) + ")\n"


def main(folder: Path) -> None:
    for study, (where, name) in TABLES.items():
        run = folder / study / "cells.csv"
        if run.exists():  # what was not run anew stays as it is
            shutil.copy(run, ROOT / "experiments" / where / "published" / name)
    for file in (folder / "forecast").glob("forecast-*.json"):
        shutil.copy(file, ROOT / "experiments" / "streaks-power" / "published")
    text = RATES.read_text(encoding="utf-8")
    sides = {"NAMED": "exact p <= 0.05", "EITHER": "exact p, either side <= 0.05"}
    for new in (_search(), *(_named(*side) for side in sides.items())):
        head = new.partition("\n")[0]
        text = re.sub(rf"^{re.escape(head)}\n.*?^\)\n", new, text, flags=re.M | re.S)
    RATES.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    main(parser.parse_args().folder)
