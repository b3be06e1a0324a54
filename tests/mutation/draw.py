"""Draw a random sample of mutants: small changes of the code that some test should notice.

Needs cosmic-ray (https://cosmic-ray.readthedocs.io), whose operators make the changes; it is not
among the project's own requirements, `make mutants` puts it into an environment of its own.

A mutant's place in the sample is a hash of the seed and of where and what it changes, so that the
first 300 are a simple random sample, the first 100 of them too, and an edit elsewhere in the code
moves hardly any other mutant in or out of it. Two kinds are left out, as they would only flatter
the tests or blame them: an operator of arithmetic replaced by one on bits (a float has none, so any
call fails) or the other way round, and annotations, which nothing reads at run time.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

TARGETS = (
    "tprstats/estimators",
    "tprstats/intervals",
    "tprstats/exact.py",
    "tprstats/fide_tables.py",
)
# Operators are replaced within these families.
FAMILIES = (
    {"Add", "Sub", "Mul", "Div", "FloorDiv", "Mod", "Pow"},
    {"BitAnd", "BitOr", "BitXor"},
    {"LShift", "RShift"},
)
Mutant = dict[str, Any]
Place = tuple[int, int]  # line from 1, column from 0


def files(root: Path) -> list[Path]:
    found = [
        path
        for target in TARGETS
        for path in ([root / target] if target.endswith(".py") else (root / target).glob("*.py"))
    ]
    return sorted(found)


def annotations(source: str) -> list[tuple[Place, Place]]:
    """Where the annotations of a module stand."""
    nodes: list[ast.expr | None] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.arg | ast.AnnAssign):
            nodes.append(node.annotation)
        elif isinstance(node, ast.FunctionDef):
            nodes.append(node.returns)
    # ast counts columns in bytes; the code is ASCII wherever it has annotations.
    return [
        ((n.lineno, n.col_offset), (n.end_lineno or 0, n.end_col_offset or 0))
        for n in nodes
        if n is not None
    ]


def worth_drawing(operator: str) -> bool:
    _, found, pair = operator.partition("ReplaceBinaryOperator_")
    return not found or any(set(pair.split("_")) <= family for family in FAMILIES)


def mutants_of(path: Path, root: Path, seed: int) -> Iterator[Mutant]:
    """Every mutant of one file, without its code."""
    source = path.read_text(encoding="utf-8")
    tree, skipped, lines = get_ast(source), annotations(source), source.splitlines()
    name = path.relative_to(root).as_posix()
    seen: Counter[str] = Counter()
    for operator in operator_names():
        cls = get_operator(operator)
        # Operators with arguments replace names that the caller lists; there is no list.
        if cls.arguments() or not worth_drawing(operator):
            continue
        positions = (p for node in ast_nodes(tree) for p in cls().mutation_positions(node))
        for occurrence, (start, _) in enumerate(positions):
            if any(low <= start < high for low, high in skipped):
                continue
            line = lines[start[0] - 1].strip()
            what = f"{name}|{operator}|{line}"
            seen[what] += 1
            key = hashlib.sha256(f"{seed}|{what}|{seen[what]}".encode()).hexdigest()
            yield {
                "key": key[:12],
                "path": name,
                "line": start[0],
                "operator": operator.removeprefix("core/"),
                "occurrence": occurrence,
                "before": line,
            }


def mutated(mutant: Mutant, root: Path) -> str | None:
    """The code of a mutant; None where it is no program, or the same one."""
    source = (root / mutant["path"]).read_text(encoding="utf-8")
    operator = get_operator("core/" + mutant["operator"])()
    code = mutate_code(source, operator, mutant["occurrence"])
    try:
        same = ast.dump(ast.parse(code)) == ast.dump(ast.parse(source))
    except SyntaxError:
        return None
    return None if same else code


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("-o", "--output", type=Path, default=Path("mutants/sample.json"))
    args = parser.parse_args()
    root = Path(__file__).parents[2]
    every = [m for path in files(root) for m in mutants_of(path, root, args.seed)]
    every.sort(key=lambda m: m["key"])
    sample: list[Mutant] = []
    for mutant in every:
        if len(sample) == args.count:
            break
        code = mutated(mutant, root)
        if code is not None:
            after = code.splitlines()[mutant["line"] - 1].strip()
            sample.append({"number": len(sample) + 1, **mutant, "after": after, "code": code})
    args.output.parent.mkdir(parents=True, exist_ok=True)
    args.output.write_text(
        json.dumps({"seed": args.seed, "population": len(every), "mutants": sample}, indent=1),
        encoding="utf-8",
    )
    print(f"{len(sample)} of {len(every)} mutants, seed {args.seed}: {args.output}")


if __name__ == "__main__":
    main()
