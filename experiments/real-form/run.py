"""Results and figures of the experiment.

    python experiments/real-form/run.py [--data DIR] [--out DIR] [--seed 1] [--group NAME] [--quick]

Without options: the tables that come with it, into `published/`. Figures show `results.csv` and,
where it lies beside it, `results_all.csv` (made with `--name results_all` from tables that may not
be passed on) in place of the groups that both have.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import pandas as pd

from tprstats.files import write_whole
from tprstats.report.real_form_figures import save_figures
from tprstats.study.real_form import analyse

HERE = Path(__file__).parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=HERE / "data")
    parser.add_argument("--out", type=Path, default=HERE / "published")
    parser.add_argument("--name", default="results", help="name of the CSV file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--group", action="append", help="only this group (may be repeated)")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--no-figures", action="store_true")
    parser.add_argument("--figures-only", action="store_true")
    wish = parser.parse_args()

    def told(what: str, done: int, total: int) -> None:
        print(f"{done:4d}/{total}  {what}", flush=True)

    if not wish.figures_only:
        results = analyse(
            wish.data, seed=wish.seed, quick=wish.quick, progress=told, groups=wish.group
        )
        wish.out.mkdir(parents=True, exist_ok=True)
        table = results.to_csv(index=False, float_format="%.10g", lineterminator="\n")
        write_whole(wish.out / f"{wish.name}.csv", table)
    if not wish.no_figures:
        files = [wish.out / f"{name}.csv" for name in ("results_all", "results")]
        shown = pd.concat([pd.read_csv(f).assign(file=f.stem) for f in files if f.exists()])
        first = shown.groupby("group")["file"].transform("first")
        shown = shown[shown["file"] == first].sort_values("group", kind="stable")
        for path in save_figures(shown, wish.out):
            print(path)


if __name__ == "__main__":
    main()
