"""Small studies for the tests."""

from __future__ import annotations

from typing import Any

import pytest

from tprstats.study import StudySpec


@pytest.fixture
def make_spec():
    """Build a study of one Monte Carlo record scenario; keywords replace its keys."""

    def build(**changes: Any) -> StudySpec:
        values: dict[str, Any] = {
            "title": "test",
            "seed": 7,
            "estimand": "event",
            "batch": 50,
            "methods": ["fide", "firth", "per-opponent"],
            "intervals": ["midp", "score"],
            "measures": ["bias", "rmse", "undefined", "coverage", "width"],
            "pairs": [("firth", "fide"), ("midp", "score")],
            "scenario": {"kind": "record", "engine": "monte-carlo", "advantage": 200.0},
            "scale": {"full": {"replicates": 400}, "quick": {"replicates": 100}},
        }
        return StudySpec.model_validate({**values, **changes})

    return build
