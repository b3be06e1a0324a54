"""Begin a study: a folder with a study file and a protocol to fill in."""

from __future__ import annotations

import re
from pathlib import Path

from tprstats.errors import InputError, TprstatsError
from tprstats.files import make_folder, write_whole

__all__ = ["template"]

_STUDY = """title = "{name}: how far can nine games be trusted?"
question = "Bias and RMSE of two rules, and coverage of two intervals, in nine games."
seed = 1
estimand = "event"            # strength in the event; or "long-run", "published"
batch = 100                   # replicates a batch: part of the study's hash

methods = ["fide", "firth"]   # `tprstats methods` lists them
intervals = ["midp", {{ id = "score", draw_prior = "true" }}]
measures = ["bias", "rmse", "undefined", "coverage", "width"]
pairs = [["firth", "fide"]]   # differences with their paired error

[scenario]                    # held fixed; `kind` is record, swiss, round-robin, ...
kind = "record"
games = 9
draw_share = 0.3
engine = "monte-carlo"        # "exact" lists every outcome instead

[grid]                        # crossed with each other
advantage = [0, 200, 400]
spread = [0, 200]

[scale.full]
replicates = 20000
[scale.quick]
replicates = 500

[[tables]]                    # what `tprstats study show` prints where it fits 80 columns
name = "bias"
caption = "Bias of the rules"
rows = ["spread", "advantage"]
columns = ["name"]
where = {{ measure = "bias", kind_of = "method" }}

[[tables]]
name = "coverage"
caption = "Coverage of the intervals"
rows = ["spread", "advantage"]
columns = ["name"]
where = {{ measure = "coverage" }}

[[figures]]
name = "bias"
kind = "lollipop"
measure = "bias"
panels = "spread"
y = "advantage"
"""

_PROTOCOL = """# {name}

## Aims
What the study is to find out, and for whom.

## Data-generating mechanisms
Kind of event, field, outcome model, and every factor of the grid; why these values.

## Estimands
Strength in the event, long-run strength, or the published rating: which, and why.

## Methods
Rules and intervals, with what each assumes.

## Performance measures
Which, with their Monte Carlo standard errors; how many replicates and why that many.
"""


def template(name: str, folder: str | Path = "experiments") -> Path:
    """Write ``<folder>/<name>/study.toml`` and ``protocol.md``; refuses to overwrite.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     print(template("nine-games", folder).name)
    study.toml
    """
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", name):
        raise TprstatsError(f"a study's name has small letters, digits and hyphens, not {name!r}")
    where = Path(folder) / name
    if where.exists():
        raise InputError("is there already; choose another name", source=str(where))
    make_folder(where)
    write_whole(where / "protocol.md", _PROTOCOL.format(name=name))
    write_whole(where / "study.toml", _STUDY.format(name=name))
    return where / "study.toml"
