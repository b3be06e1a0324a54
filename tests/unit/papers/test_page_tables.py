"""Tables that are typed into the pages of the studies hold the published figures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

EXPERIMENTS = Path(__file__).parents[3] / "experiments"


def cells_of(line: str) -> list[str]:
    return [c.strip() for c in line.strip("|").split("|")]


def table(page: str, first: str) -> dict[str, list[str]]:
    """Rows of the table whose first head is ``first``: label without backticks, and cells."""
    lines = (EXPERIMENTS / page / "README.md").read_text(encoding="utf-8").splitlines()
    heads = (i - 1 for i, line in enumerate(lines) if line.startswith("|-"))
    (start,) = (i for i in heads if cells_of(lines[i])[0] == first)
    rows = {}
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        label, *cells = cells_of(line)
        rows[label.replace("`", "")] = cells
    return rows


RMSE = {"rating_noise": 60, "group": "all", "measure": "rmse"}
KINDS = (
    {"kind": "swiss", "players": 64}, {"kind": "swiss", "players": 40},
    {"kind": "swiss", "sd": 300}, {"kind": "round-robin", "sd": 200},
    {"kind": "round-robin", "sd": 60}, {"kind": "double-round-robin"}, {"kind": "team"},
)  # fmt: skip


def test_errors_of_the_rules_compared(value, printed):
    rows = table("estimator-comparison", "rule")
    assert len(rows) == 8
    for label, cells in rows.items():
        name = label.removesuffix(" (own rating)")
        known = [value("estimator-comparison", **RMSE, **k, name=name) for k in KINDS]
        assert [printed(x, c) for x, c in zip(known, cells, strict=True)] == cells, label


def test_coverage_under_disturbances(value, printed):
    rows = table("rating-noise", "disturbance")
    assert len(rows) == 9
    columns = {"rating errors": "rating_noise", "form": "form", "pool": "rating_shift"}
    for label, cells in rows.items():
        disturbed = {"rating_noise": 0, "form": 0, "rating_shift": 0}
        if label != "none":
            words, size = re.match(r"([a-z ]+?) (\d+)", label).groups()
            disturbed[columns[words]] = int(size)
        known = [
            100.0 * value("rating-noise", name="midp", measure="coverage", games=n, advantage=a,
                          **disturbed)
            for a in (0, 200) for n in (9, 30, 60)
        ]  # fmt: skip
        assert [printed(x, c) for x, c in zip(known, cells, strict=True)] == cells, label


INTERVALS = {
    "midp, level unknown (prior .05)": "midp", "midp, prior .35": "midp prior .35",
    "midp, prior true": "midp prior true", "score, prior true": "score prior true",
    "exact, no draws assumed": "exact D=0", "exact, draws known": "exact draws known",
    "wald, no draws assumed": "wald D=0",
}  # fmt: skip


def test_coverage_of_the_intervals(tables, printed):
    rows = table("interval-coverage", "interval")
    assert set(rows) == set(INTERVALS)
    source = tables["interval-coverage"]
    grid = {"games": [5, 7, 9, 11, 30], "spread": [0, 200]}
    chosen = {**grid, "advantage": [0, 200, 400]}
    held = {"games": [6, 8, 13, 20], "spread": [100, 300]}

    def values(name, where, measure="coverage"):
        same = {"name": name, "slope": 1, "rating_noise": 0, "measure": measure}
        return source.select({**same, **where}, name)["value"]

    for label, cells in rows.items():
        name = INTERVALS[label]
        shares = (
            values(name, chosen).mean(), values(name, chosen).min(), values(name, grid).min(),
            values(name, held).mean(), values(name, held).min(),
        )  # fmt: skip
        known = [*(100.0 * s for s in shares), values(name, chosen, "width").mean()]
        for figure, cell in zip(known, cells, strict=True):
            assert cell in ("-", printed(figure, cell)), (label, cell)


DUTCH = {"players": 64, "rounds": 9, "system": "dutch", "acceleration": "none", "after": 9}
EVENTS = (
    {"kind": "swiss", **DUTCH}, {"kind": "replayed-swiss", **DUTCH},
    {"kind": "swiss", **DUTCH, "system": "fold"},
    {"kind": "swiss", **DUTCH, "acceleration": "baku"},
    {"kind": "swiss", **DUTCH, "system": "random-in-score-group"},
)  # fmt: skip
DRIFT = {
    "score and average: correlation": {"group": "all", "measure": "score-average-corr"},
    "average, Elo a point of score": {"group": "all", "measure": "average-slope"},
    "bias, top fifth: fide": {"group": "quintile 5", "measure": "bias", "name": "fide"},
    **{
        name: {"group": "quintile 5", "measure": "bias", "name": name}
        for name in ("average-capped", "firth", "per-opponent")
    },
    "winner's excess: firth": {
        "group": "winner (selection)", "measure": "bias", "name": "firth",
    },
}  # fmt: skip


def test_drift_by_pairing_system(value, printed):
    rows = table("swiss-drift", "")
    assert set(rows) == set(DRIFT)
    for label, cells in rows.items():
        for event, cell in zip(EVENTS, cells, strict=True):
            figure, *_ = cell.split(" (")
            assert printed(value("swiss-drift", **event, **DRIFT[label]), figure) == figure, label


@pytest.mark.parametrize("name", ["fide", "firth"])
def test_treatments_of_unrated_opponents(value, printed, name):
    page = (EXPERIMENTS / "unrated-opponents" / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\.\d+) \| (\w+) \| (.+) \|$", page, re.MULTILINE)
    assert len(rows) == 12
    for share, treatment, cells in rows:
        found = [c.split(" (")[0] for c in cells.split(" | ")]
        mine = found[:2] if name == "fide" else found[2:]
        for measure, figure in zip(("bias", "rmse"), mine, strict=True):
            known = value(
                "unrated-opponents", group="rated", unrated=float(share),
                name=f"{name}, {treatment}", measure=measure,
            )  # fmt: skip
            assert printed(known, figure) == figure, (share, treatment)


def test_bias_and_error_against_uneven_opponents(value, printed):
    rows = table("uneven-opposition", "SD, adv.")
    names = ("fide", "average-capped", "shortcut", "per-opponent", "firth", "swiss-master")
    assert len(rows) == 5
    for label, cells in rows.items():
        spread, advantage = (int(x) for x in label.split(", "))
        at = {"games": 9, "outlier": "", "spread": spread, "advantage": advantage}
        for name, cell in zip(names, cells, strict=True):
            bias, rmse = (
                value("uneven-opposition", **at, name=name, measure=m) for m in ("bias", "rmse")
            )
            assert f"{round(bias) or 0} / {round(rmse)}" == cell, (label, name)


def test_scatter_by_games_and_draws(value, printed):
    page = (EXPERIMENTS / "tpr-variance" / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (\S+) \| (\d+) \| (\d+) \| (\d+) \|$", page, re.MULTILINE)
    assert len(rows) == 7
    for games, draws, *cells in rows:
        at = {"games": int(games), "draw_share": float(draws), "advantage": 0, "spread": 0}
        known = (
            value("tpr-variance", **at, name="fide", measure="emp-se"),
            value("tpr-variance", **at, name="firth", measure="emp-se"),
            value("tpr-variance", **at, name="midp", measure="width") / 2.0,
        )
        assert [printed(x, c) for x, c in zip(known, cells, strict=True)] == cells, (games, draws)
