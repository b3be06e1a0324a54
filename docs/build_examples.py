"""Put the real output below every ``$ tprstats ...`` and ``>>> ...`` of the README and the pages.

Run by ``make docs`` from the project's folder, or with the names of pages; a test compares.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tprstats.cli import main

ROOT = Path(__file__).parent.parent
DIFFERENCES = 1  # exit status of a check that found some


def pages() -> list[Path]:
    """The README, CONTRIBUTING and every page of the documentation."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]


def printed(call: Callable[[], object]) -> str:
    """What a call prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        call()
    return out.getvalue()


def run(command: str) -> None:
    """Run ``$ tprstats ...``; a page shows no command that fails."""
    prompt, name, *arguments = shlex.split(command)
    if (prompt, name) != ("$", "tprstats") or main(arguments) not in (0, DIFFERENCES):
        raise SystemExit(f"{command}: does not run")


def console(block: re.Match[str]) -> str:
    commands = [x for x in block[1].splitlines() if x.startswith("$ ")]
    outputs = [printed(lambda c=c: run(c)) for c in commands]
    inner = "".join(f"{c}\n{out}" for c, out in zip(commands, outputs, strict=True))
    return f"```console\n{inner}```"


def python(block: re.Match[str], names: dict[str, Any]) -> str:
    inner = []
    for example in doctest.DocTestParser().get_examples(block[1]):
        first, *rest = example.source.splitlines()
        inner += [f">>> {first}", *(f"... {line}" for line in rest)]
        code = compile(example.source, "page", "single")
        inner += printed(lambda code=code: exec(code, names)).splitlines()
    return "\n".join(["```pycon", *inner, "```"])


def with_outputs(text: str) -> str:
    """The page with what its examples print; the Python of a page shares its names."""
    names: dict[str, Any] = {}
    text = re.sub(r"^```console\n(.*?)^```", console, text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(
        r"^```pycon\n(.*?)^```",
        lambda block: python(block, names),
        text,
        flags=re.DOTALL | re.MULTILINE,
    )


if __name__ == "__main__":
    os.chdir(ROOT)
    for page in [Path(x).resolve() for x in sys.argv[1:]] or pages():
        text = page.read_text(encoding="utf-8")
        page.write_text(with_outputs(text), encoding="utf-8")
