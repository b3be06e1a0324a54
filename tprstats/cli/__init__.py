"""The command line: one file a command, each with a twin in the API."""

from tprstats.cli._app import main

__all__ = ["main"]
