"""Whatever is sent, the interface answers as it says it does."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

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


@pytest.fixture(scope="module")
def api_schema(served):
    return schemathesis.openapi.from_url(f"{served.url}/openapi.json")


schema = schemathesis.pytest.from_fixture("api_schema")


@schema.parametrize()
@settings(
    max_examples=15,
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
def test_any_request(case, sent):
    if "token" in (case.path_parameters or {}) and case.method != "DELETE":
        case.path_parameters["token"] = sent
    case.call_and_validate(checks=CHECKS, timeout=60)
