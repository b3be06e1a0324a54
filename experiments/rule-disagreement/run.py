"""What every rule makes of the same records: exact, nothing simulated.

    python experiments/rule-disagreement/run.py [--out DIR]

Writes ``published/scores.csv`` (every score of nine games against three fields) and
``published/examples.csv`` (records at which rules part).
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tprstats.estimators import RULES, estimate
from tprstats.files import write_whole
from tprstats.intervals import interval
from tprstats.records import RecordBatch

HERE = Path(__file__).parent
LEVEL = 2000.0
GAMES = 9
SPREADS = (0.0, 100.0, 200.0)
OPTIONS: dict[str, dict[str, Any]] = {"firth-draws": {"draw_share": 0.35}}

# Own rating, opponents and half points. The second of a pair is the first and one game more.
EXAMPLES: dict[str, tuple[float, list[float], list[int]]] = {
    "6.5 of 9": (2300.0, [2300.0] * 9, [2] * 5 + [1] * 3 + [0]),
    "9 of 9": (2300.0, [2300.0] * 9, [2] * 9),
    "8.5 of 9": (2300.0, [2300.0] * 9, [2] * 8 + [1]),
    "6 of 6": (2300.0, [2300.0] * 6, [2] * 6),
    "5.5 of 6": (2300.0, [2300.0] * 6, [2] * 5 + [1]),
    "before the win": (2400.0, [2400.0] * 5, [2] * 4 + [1]),
    "after the win": (2400.0, [2400.0] * 5 + [1500.0], [2] * 4 + [1, 2]),
    "one far below": (2000.0, [2000.0] * 8 + [800.0], [2] * 4 + [0] * 4 + [2]),
}


def spaced(spread: float) -> list[float]:
    """Nine opponents, evenly spaced with this SD."""
    steps = np.arange(GAMES) - (GAMES - 1) / 2.0
    return list(LEVEL + spread * steps / steps.std())


def rules() -> list[str]:
    """Those that one record is enough for, the rating alone apart."""
    return [k for k, r in RULES.items() if not r.event_level and k not in ("bayes", "fide-initial")]


def numbers(batch: RecordBatch) -> dict[str, np.ndarray[Any, Any]]:
    return {k: np.asarray(estimate(batch, k, **OPTIONS.get(k, {})).values) for k in rules()}


def scores() -> pd.DataFrame:
    rows = []
    for spread in SPREADS:
        results = [[2] * (s // 2) + [1] * (s % 2) + [0] * (GAMES - s // 2 - s % 2)
                   for s in range(2 * GAMES + 1)]  # fmt: skip
        batch = RecordBatch.from_arrays(
            [spaced(spread)] * len(results), results, own=[LEVEL] * len(results)
        )
        for name, values in numbers(batch).items():
            rows += [
                {"spread": spread, "score": s / 2.0, "name": name, "value": v - LEVEL}
                for s, v in enumerate(values)
            ]
    return pd.DataFrame(rows)


def examples() -> pd.DataFrame:
    rows = []
    for record, (own, opponents, results) in EXAMPLES.items():
        batch = RecordBatch.from_arrays([opponents], [results], own=[own])
        found = {k: float(v[0]) for k, v in numbers(batch).items()}
        ends = interval(batch, "midp", draw_share=0.35)
        found |= {"midp low": float(ends.low[0]), "midp high": float(ends.high[0])}
        rows += [{"record": record, "name": k, "value": v} for k, v in found.items()]
    return pd.DataFrame(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=HERE / "published")
    wish = parser.parse_args()
    wish.out.mkdir(parents=True, exist_ok=True)
    for name, table in (("scores", scores()), ("examples", examples())):
        text = table.to_csv(index=False, float_format="%.6g", lineterminator="\n")
        write_whole(wish.out / f"{name}.csv", text)


if __name__ == "__main__":
    main()
