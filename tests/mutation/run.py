"""Run the tests against each drawn mutant (``draw.py``): does any of them notice?

Each mutant is written into a copy of the project, one at a time, and the tests run on it in a
child of this process, which has the big libraries loaded already: first the tests nearest to its
file, then all others of the packages that are mutated, until one fails. Tests that take five times
as long as all of them do without a change are stopped, and the mutant counts as killed. Mutants
judged equivalent by reading (``equivalent.json``: key and reason) are not run. Results go to one
JSON line each, as they come: a run that was stopped goes on where it was.

    python tests/mutation/run.py mutants/sample.json               # those not yet run
    python tests/mutation/run.py mutants/sample.json --only 17 40  # these again
    python tests/mutation/run.py mutants/sample.json --survivors   # those that survived, again
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import shutil
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

Mutant = dict[str, Any]

HERE = Path(__file__).parent
ESTIMATORS = ["tests/unit/estimators", "tests/property/test_rules.py"]
INTERVALS = ["tests/unit/intervals", "tests/property/test_intervals.py"]
TABLES = ["tests/unit/test_fide_tables.py"]
EXACT = ["tests/unit/test_exact.py"]
CALLERS = ["tests/unit/test_rate.py", "tests/unit/test_compare.py", "tests/unit/test_plan.py"]
MODULES = ["estimators", "intervals", "exact.py", "fide_tables.py"]
EVERY = [*(f"tprstats/{m}" for m in MODULES), *ESTIMATORS, *INTERVALS, *TABLES, *EXACT, *CALLERS]

# Where to look first: most mutants do not live long.
FIRST = {
    "test_roots.py": ["roots", "per_opponent"],
    "test_firth.py": ["firth"],
    "test_bayes.py": ["bayes", "likelihood", "_worth"],
    "test_fide.py": ["fide", "first_rating", "rating_change", "norm_opponents"],
    "test_event_rules.py": [
        *("_pool_level", "elostat", "equilibrium", "event_graph", "fide_event", "ireland"),
        "recursive",
    ],
}


def kind(path: str) -> str:
    return path.split("/")[1]


def stages(path: str) -> list[list[str]]:
    """A file's own examples and tests, then the tests of its package, then all others."""
    name = Path(path).stem
    if kind(path) == "intervals":
        own, near = ["tests/unit/intervals/test_definitions.py"], INTERVALS
    elif kind(path) == "estimators":
        own = [f"tests/unit/estimators/{t}" for t, names in FIRST.items() if name in names]
        own, near = own or ["tests/unit/estimators/test_national.py"], ESTIMATORS
    else:
        own, near = EXACT if name == "exact" else TABLES, ESTIMATORS
    return [[path, *own], near, [tests for tests in EVERY if tests not in (*own, *near)]]


def child(copy: Path, tests: list[str], log: Path) -> None:
    """Run some tests on the copy; the exit code is pytest's."""
    with log.open("w", encoding="utf-8") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    os.chdir(copy)
    sys.path.insert(0, str(copy))
    import pytest

    import tprstats

    assert Path(tprstats.__file__).is_relative_to(copy), tprstats.__file__
    code = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "--no-header", *tests])
    sys.stdout.flush()
    os._exit(int(code))


def run(copy: Path, tests: list[str], log: Path, limit: float | None) -> str:
    """``passed``, ``failed`` or ``timeout``."""
    process = multiprocessing.get_context("fork").Process(target=child, args=(copy, tests, log))
    process.start()
    process.join(limit)
    if process.is_alive():
        process.kill()
        process.join()
        return "timeout"
    return "passed" if process.exitcode == 0 else "failed"


def killer(log: Path) -> str:
    """The first test that failed, as pytest names it."""
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        if line.startswith(("FAILED ", "ERROR ")):
            return line.split(" ", 1)[1].split(" - ")[0]
    return "import"


def judge(mutant: Mutant, copy: Path, log: Path, usual: float) -> Mutant:
    """Whether a test notices, and which."""
    path = copy / mutant["path"]
    original, stamp = path.read_text(encoding="utf-8"), path.stat()
    found, by, start = "survived", "", time.perf_counter()
    try:
        path.write_text(mutant["code"], encoding="utf-8")
        # A file's own tests take far less than a fifth of all.
        limits = (usual, 5.0 * usual, 5.0 * usual)
        for tests, limit in zip(stages(mutant["path"]), limits, strict=True):
            outcome = run(copy, tests, log, limit)
            if outcome != "passed":
                found = "killed"
                by = killer(log) if outcome == "failed" else "timeout"
                break
    finally:
        path.write_text(original, encoding="utf-8")
        os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))  # its compiled form stays valid
    shown = {k: v for k, v in mutant.items() if k not in ("code", "occurrence")}
    return {**shown, "result": found, "by": by, "seconds": round(time.perf_counter() - start, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sample", type=Path)
    parser.add_argument("--only", type=int, nargs="*", help="numbers of mutants to run again")
    parser.add_argument("--survivors", action="store_true", help="run the survivors again")
    args = parser.parse_args()
    folder = args.sample.resolve().parent
    root, copy, log = HERE.parents[1], folder / "copy", folder / "pytest.log"
    results_path = folder / "results.jsonl"
    mutants: list[Mutant] = json.loads(args.sample.read_text(encoding="utf-8"))["mutants"]
    equivalent = json.loads((HERE / "equivalent.json").read_text(encoding="utf-8"))
    results: dict[str, Mutant] = {}
    if results_path.exists():
        lines = results_path.read_text(encoding="utf-8").splitlines()
        results = {r["key"]: r for r in map(json.loads, lines)}
    if args.only:
        todo = [m for m in mutants if m["number"] in args.only]
    elif args.survivors:
        todo = [m for m in mutants if results.get(m["key"], {}).get("result") == "survived"]
    else:
        todo = [m for m in mutants if m["key"] not in results.keys() | equivalent.keys()]
    if todo:
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(
            root, copy, ignore=shutil.ignore_patterns(".*", "__pycache__", "*.nb?", folder.name)
        )
        # Loaded once, here: the children start with them, and without plugins they don't need.
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        import hypothesis.internal.conjecture.engine
        import matplotlib
        import pandas
        import scipy.optimize
        import scipy.stats

        del hypothesis, matplotlib, pandas, scipy
        start = time.perf_counter()
        if run(copy, EVERY, log, None) != "passed":
            sys.exit(f"the tests fail without any change: {log}")
        usual = time.perf_counter() - start
        sys.dont_write_bytecode = True
        for mutant in todo:
            result = judge(mutant, copy, log, usual)
            results[mutant["key"]] = result
            with results_path.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps(result) + "\n")
            print(f"{result['number']:4} {result['result']:9} {result['path']}:{result['line']}")
            if result["result"] == "survived":
                print(f"       {result['before']}\n    -> {result['after']}", flush=True)
    summary(
        mutants,
        {key: r["result"] for key, r in results.items()} | dict.fromkeys(equivalent, "equivalent"),
    )


def summary(mutants: list[Mutant], results: dict[str, str]) -> None:
    """A table by package, in Markdown."""
    kinds = ("killed", "equivalent", "survived")
    counts: dict[str, Counter[str]] = {}
    for mutant in mutants:
        if mutant["key"] in results:
            for row in (mutant["path"], "all"):
                counts.setdefault(row, Counter())[results[mutant["key"]]] += 1
    print("| file | mutants |", " | ".join(kinds), "|\n|:--|--:|--:|--:|--:|")
    for row in sorted(counts, key=lambda r: (r == "all", r)):
        found = counts[row]
        print(f"| {row} | {found.total()} |", " | ".join(str(found[k]) for k in kinds), "|")


if __name__ == "__main__":
    main()
