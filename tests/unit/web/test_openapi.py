"""Whatever is sent, the interface answers as it says it does."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import booleans

from tprstats.web.app import create_app

pytest.importorskip("schemathesis")
import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

CHECKS = [
    not_a_server_error, content_type_conformance, response_schema_conformance,
    status_code_conformance,
]  # fmt: skip


OPERATIONS = sorted(
    (path, method)
    for path, methods in create_app().openapi()["paths"].items()
    for method in methods
)


@pytest.fixture(scope="module")
def schema(served):
    return schemathesis.openapi.from_url(f"{served.url}/openapi.json")


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_any_request(schema, sent, path, method):
    """Half of the requests that name a file name one that is there."""
    operation = schema[path][method.upper()]

    @given(case=operation.as_strategy(), there=booleans())
    @settings(
        max_examples=12,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    def check(case, there):
        if there and "token" in (case.path_parameters or {}) and method != "delete":
            case.path_parameters["token"] = sent
        case.call_and_validate(checks=CHECKS, timeout=60)

    check()
