"""Published figures against the quick scale under another seed."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

from tprstats.mcse import holm
from tprstats.study import run, verify
from tprstats.study.verify import _compared

FILE = """
title = "small"
seed = 3
estimand = "event"
batch = 100
methods = ["fide", "firth"]
intervals = ["score"]
measures = ["bias", "rmse", "coverage"]
pairs = [["firth", "fide"]]
[[scenario]]
kind = "record"
engine = "monte-carlo"
[[scenario]]
kind = "record"
games = 5
[grid]
advantage = [0, 200]
[scale.full]
replicates = 2000
[scale.quick]
replicates = 400
only = { advantage = [200] }
"""


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    folder = tmp_path_factory.mktemp("study")
    (folder / "study.toml").write_text(FILE)
    found = run(folder / "study.toml")
    (folder / "published").mkdir()
    found.to_dataframe().to_csv(folder / "published" / "measures.csv", index=False)
    return folder


def test_holm_by_hand():
    p = np.array([0.04, 0.01, 0.03, 0.5])
    order = np.sort(p)
    by_hand = np.maximum.accumulate([min(1, v * (4 - k)) for k, v in enumerate(order)])
    assert np.allclose(np.sort(holm(p)), by_hand)
    assert holm(p).argmin() == 1


def test_honest_figures_agree(published):
    found = verify(published / "study.toml")
    assert not found.disagree
    assert found.seed == 4
    assert len(found.rows) * 2 == len(found.rows) + found.missing
    assert "agree" in str(found)


@pytest.mark.parametrize(
    ("measure", "name", "games", "change"),
    [("bias", "firth", "9", 40.0), ("coverage", "score", "9", -0.08), ("rmse", "fide", "5", 0.01)],
)
def test_moved_figure_is_found(published, tmp_path, measure, name, games, change):
    """A simulated figure moved by many errors, and an exact one by a hundredth."""
    table = pd.read_csv(published / "published" / "measures.csv")
    at = (table["measure"] == measure) & (table["name"] == name) & (table["advantage"] == 200)
    at &= table["games"] == float(games)
    assert at.sum() == 1
    table.loc[at, "value"] += change
    table.to_csv(tmp_path / "measures.csv", index=False)
    found = verify(published / "study.toml", published=tmp_path)
    (wrong,) = found.disagree
    assert measure in wrong["what"]
    assert name in wrong["what"]


def _share(hits, runs):
    p = hits / runs
    return {"measure": "norm", "value": p, "mcse": np.sqrt(p * (1 - p) / runs), "replicates": runs}


def _rejected(p, q, runs, again, level):
    """Chance that shares p and q of two runs are told apart, over every pair of counts."""
    total = 0.0
    first, second = (
        [(k, w) for k in range(n + 1) if (w := binom.pmf(k, n, x)) > 1e-9]
        for n, x in ((runs, p), (again, q))
    )
    for k, w in first:
        for j, v in second:
            found = _compared(_share(k, runs), _share(j, again), [])
            total += w * v * (found["p"] < level)
    return total


@pytest.mark.parametrize("p", [0.005, 0.05, 0.15, 0.5])
@pytest.mark.parametrize("level", [0.05, 1e-4])
def test_a_share_raises_no_more_false_alarms_than_it_may(p, level):
    """By enumeration: Holm asks for p-values of 1e-4, where few successes have a small error."""
    assert _rejected(p, p, 500, 143, level) <= level


def test_a_share_that_has_moved_is_found():
    assert _rejected(0.05, 0.25, 500, 143, 1e-4) > 0.9
