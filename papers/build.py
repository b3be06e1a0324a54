"""Set the papers: ``python papers/build.py [PAPER ...] [--figure NAME] [--check]``.

Numbers, tables and figures come from ``experiments/*/published``; nothing is downloaded. What is
made lies in ``papers/_build/PAPER``. See ``papers/README.md``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from paperkit.figures import FIGURES
from paperkit.making import PAPERS, load, make, uncited

from tprstats.errors import TprstatsError
from tprstats.report.drawing import save

HERE = Path(__file__).resolve().parent


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("paper", nargs="*", help=f"{' or '.join(PAPERS)}; by default both")
    parser.add_argument("--figure", help="draw only this figure of the paper, as SVG and PNG")
    parser.add_argument("--number", help="say where this number of the paper comes from")
    parser.add_argument("--check", action="store_true", help="only look for faults")
    wish = parser.parse_args()
    try:
        missing, spare = uncited()
        if missing or spare:
            raise TprstatsError(
                f"references.bib: cited and not listed {sorted(missing)}, listed and not cited "
                f"{sorted(spare)}"
            )
        papers = wish.paper or PAPERS
        if wish.number:
            say_origin(papers, wish.number)
            return 0
        for name in papers:
            one(name, wish)
    except TprstatsError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def say_origin(papers: Sequence[str], number: str) -> None:
    """Where a number comes from: every field that it has, in each paper that prints it."""
    found = {name: n for name in papers if (n := load(name).numbers.get(number)) is not None}
    if not found:
        files = " or ".join(f"{name}/numbers.toml" for name in papers)
        raise TprstatsError(f"no number {number!r} in {files}")
    for name, origin in found.items():
        print(f"{'paper':12} {name}")
        for key, value in origin.to_json().items():
            if value not in ("", None):
                print(f"{key:12} {value}")


def one(name: str, wish: argparse.Namespace) -> None:
    """What was asked of one paper."""
    if not (wish.figure or wish.check):
        print(make(name))
        return
    paper = load(name)
    if wish.check:
        faults = paper.faults()
        if faults:
            raise TprstatsError("\n  ".join([f"{name}: {len(faults)} faults", *faults]))
        print(f"{name}: no faults, {len(paper.numbers)} numbers, {len(paper.tables)} tables")
    if wish.figure:
        drawn = paper.figures(wish.figure)
        if not drawn:
            raise TprstatsError(f"{name} has no figure {wish.figure!r}: {', '.join(FIGURES[name])}")
        target = HERE / "_build" / name / "figures"
        target.mkdir(parents=True, exist_ok=True)
        for ending in ("svg", "png"):
            save(drawn[wish.figure].figure, target / f"{wish.figure}.{ending}")
            print(target / f"{wish.figure}.{ending}")


if __name__ == "__main__":
    sys.exit(main())
