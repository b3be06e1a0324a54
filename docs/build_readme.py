"""Put the real output below every ``$ tprstats ...`` and ``>>> ...`` of the README.

Run by ``make docs`` from the project's folder; a test compares the README with what is printed.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tprstats.cli import main

README = Path(__file__).parent.parent / "README.md"


def printed(call: Callable[[], object]) -> str:
    """What a call prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        call()
    return out.getvalue()


def console(block: re.Match[str]) -> str:
    commands = [x for x in block[1].splitlines() if x.startswith("$ ")]
    outputs = [printed(lambda c=c: main(shlex.split(c)[2:])) for c in commands]
    inner = "".join(f"{c}\n{out}" for c, out in zip(commands, outputs, strict=True))
    return f"```console\n{inner}```"


def python(block: re.Match[str]) -> str:
    names: dict[str, Any] = {}
    inner = []
    for example in doctest.DocTestParser().get_examples(block[1]):
        first, *rest = example.source.splitlines()
        inner += [f">>> {first}", *(f"... {line}" for line in rest)]
        code = compile(example.source, "README.md", "single")
        inner += printed(lambda code=code: exec(code, names)).splitlines()
    return "\n".join(["```pycon", *inner, "```"])


if __name__ == "__main__":
    text = README.read_text(encoding="utf-8")
    text = re.sub(r"```console\n(.*?)```", console, text, flags=re.DOTALL)
    text = re.sub(r"```pycon\n(.*?)```", python, text, flags=re.DOTALL)
    README.write_text(text, encoding="utf-8")
