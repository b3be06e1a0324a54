"""Write ``docs/cli.md``: what ``tprstats COMMAND --help`` prints, for every command.

Run by ``make docs``; a test compares.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from tprstats.cli._app import app

PAGE = Path(__file__).parent / "cli.md"
WIDTH = 80
HEAD = """\
<!-- Written by docs/build_cli_page.py: change the command's help. -->

# Commands

What `tprstats COMMAND --help` prints. Every command has a twin in Python
([the API](api/README.md)), takes `--json` ([its fields](json.md)), prints text that fits 80
columns, and fails in one line that says what to put right. Exit status: 0; 1 where a check found
differences (`pairings --check`, `study verify`); 2 for input to put right.
"""


def commands(command: Any, words: tuple[str, ...], above: Any = None) -> Iterator[tuple[str, str]]:
    """Every command below this one, with its help."""
    context = command.make_context(
        words[-1], [], parent=above, resilient_parsing=True, max_content_width=WIDTH
    )
    context.terminal_width = WIDTH
    context.info_name = words[-1]
    yield " ".join(words), command.get_help(context)
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, (*words, name), context)


def page() -> str:
    parts = [HEAD]
    for name, text in commands(typer.main.get_command(app), ("tprstats",)):
        lines = "\n".join(line.rstrip() for line in text.splitlines())
        parts.append(f"## `{name}`\n\n```text\n{lines}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
