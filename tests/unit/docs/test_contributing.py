"""The toy rule of CONTRIBUTING.md, added to a copy of the package as the page says."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package and the tests of cases, with the steps of the page done."""
    ignored = shutil.ignore_patterns("__pycache__", "*.nbi", "*.nbc")
    shutil.copytree(ROOT / "tprstats", tmp_path / "tprstats", ignore=ignored)
    shutil.copytree(ROOT / "tests" / "cases", tmp_path / "tests" / "cases")
    (tmp_path / "tests" / "unit" / "estimators").mkdir(parents=True)
    for file in ("conftest.py", "test_cases.py"):
        shutil.copy(
            ROOT / "tests/unit/estimators" / file, tmp_path / "tests/unit/estimators" / file
        )
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    toy = page.partition("### In ten minutes\n")[2].partition("\n## ")[0]
    rule, line = re.findall(r"^```python\n(.*?)^```", toy, re.MULTILINE | re.DOTALL)
    (case,) = re.findall(r"^```json\n(.*?)^```", toy, re.MULTILINE | re.DOTALL)
    file, registry, cases = re.findall(r"`(t[\w/]+\.(?:py|json))`", toy)
    (tmp_path / file).write_text(rule, encoding="utf-8")
    (tmp_path / cases).write_text(case, encoding="utf-8")
    text = (tmp_path / registry).read_text(encoding="utf-8")
    below = "from tprstats.estimators import linear as _linear\n"
    assert below in text
    text = text.replace(below, below + line).rstrip("\n") + ", _median\n"
    (tmp_path / registry).write_text(text, encoding="utf-8")
    return tmp_path


def run(copy: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=copy, capture_output=True, text=True, timeout=120, check=False,
        env={"PYTHONPATH": str(copy), "PATH": "/usr/bin:/bin", "HOME": str(copy)},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_a_rule_is_added_as_the_page_says(copy):
    said = run(
        copy, "tprstats", "rate", "--opponents", "2000,2100,2600", "--results", "1,1,0",
        "--method", "median", "--method", "fide",
    )  # fmt: skip
    assert re.search(r"^median +2233\.3$", said, re.MULTILINE)
    assert "median opponent + 400" in run(copy, "tprstats", "methods", "median")
    tested = run(
        copy, "pytest", "-q", "-p", "no:cacheprovider", "--doctest-modules",
        "--import-mode=importlib", "tests/unit/estimators/test_cases.py",
        "tprstats/estimators/median.py", "-k", "median",
    )  # fmt: skip
    assert re.search(r"^[2-9] passed", tested, re.MULTILINE)
