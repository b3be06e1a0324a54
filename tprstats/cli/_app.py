"""The program ``tprstats``: its commands, what they print, and how they fail.

A command returns the text it wants printed. Everything that can be put right by the user becomes
one line on standard error and exit status 2. What is to be said of the input (notes of its reader)
follows the result, or the error, on standard error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from tprstats._version import __version__
from tprstats.cli._output import forget_remarks, harmless, say, say_remarks
from tprstats.cli.compare import compare_command
from tprstats.cli.convert import convert_command
from tprstats.cli.demo import demo_command
from tprstats.cli.methods import methods_command
from tprstats.cli.norm import norm_command
from tprstats.cli.pairings import pairings_command
from tprstats.cli.plan import plan_command
from tprstats.cli.rate import rate_command
from tprstats.cli.report import report_command
from tprstats.cli.serve import serve_command
from tprstats.cli.simulate import simulate_command
from tprstats.cli.streak import streak_command
from tprstats.cli.study import study_app
from tprstats.cli.target import target_command
from tprstats.errors import TprstatsError, UnknownNameError, fault_words

__all__ = ["app", "main"]

BAD_INPUT = 2
BESIDE_ERROR = 2
"""Notes of the input after an error: it is the error that matters."""

# What a shell reports for a program that a signal ended: 128 + SIGINT, 128 + SIGPIPE.
INTERRUPTED, BROKEN_PIPE = 130, 141

app = typer.Typer(
    help="How far can a chess performance rating be trusted?",
    epilog="tprstats COMMAND --help tells more. Exit status: 0, 1 where a check found differences, "
    "2 for input to put right.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("rate")(rate_command)
app.command("compare")(compare_command)
app.command("methods")(methods_command)
app.command("plan")(plan_command)
app.command("simulate")(simulate_command)
app.add_typer(study_app, name="study")
app.command("streak")(streak_command)
app.command("pairings")(pairings_command)
app.command("convert")(convert_command)
app.command("norm")(norm_command)
app.command("target")(target_command)
app.command("report")(report_command)
app.command("serve")(serve_command)
app.command("demo")(demo_command)


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> str:
    """How far can a chess performance rating be trusted?"""
    if version:
        return f"tprstats {__version__}"
    return "" if context.invoked_subcommand else context.get_help()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; the exit status is 0, 2 for input to put right, 130 after Ctrl-C."""
    # A closed standard stream (>&-) is None in Python: write to nowhere instead.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        # A terminal without UTF-8 shows a question mark where it lacks a letter.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    forget_remarks()
    try:
        _run(sys.argv[1:] if arguments is None else list(arguments))
    except BrokenPipeError:
        # The reader (head, less) has enough; at exit Python flushes what is left: to nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except typer.Exit as stop:
        say_remarks()
        return stop.exit_code
    except UnknownNameError as error:
        where = {"method": "methods", "interval": "methods --intervals"}.get(error.kind)
        return _fail(f"{error}; tprstats {where} lists them" if where else str(error))
    except (TprstatsError, UnicodeError) as error:
        return _fail(str(error))
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _fail(f"{where}{error.strerror or error}")
    except Exception as error:
        # What typer raises for bad usage is of a private class; its message is not.
        if not hasattr(error, "format_message"):
            raise
        command = getattr(getattr(error, "ctx", None), "command_path", "tprstats")
        return _fail(f"{_usage_words(error)}; see {command} --help")
    return 0


def _usage_words(error: Any) -> str:
    """What is wrong with the options, in one line; a wrong value in our words, not pydantic's."""
    faults = getattr(error.__cause__, "errors", None)
    option = getattr(error, "param", None)
    if faults is None or option is None:
        said: str = " ".join(error.format_message().split()).rstrip(".")
        return said
    return f"{max(option.opts, key=len)}: {fault_words(faults()[0])}"


def _run(arguments: list[str]) -> None:
    printed = typer.main.get_command(app).main(
        arguments, prog_name="tprstats", standalone_mode=False
    )
    if isinstance(printed, int) and printed:
        raise typer.Exit(printed)
    if isinstance(printed, str) and printed:
        print(harmless(printed))
    sys.stdout.flush()
    say_remarks()


def _fail(message: str) -> int:
    say(" ".join(message.split()))
    say_remarks(BESIDE_ERROR)
    return BAD_INPUT
