"""What a request is refused with, and how a worker tells of it."""

from __future__ import annotations

from dataclasses import dataclass

from tprstats.errors import InputError, TprstatsError

__all__ = ["BROKEN", "GONE", "RefusedError", "refused_by"]

BROKEN = (
    "something went wrong inside the program, and its window says more; try other settings, or "
    "tell the makers"
)
GONE = (
    "this file is no longer kept (files are deleted some time after their last use); choose it "
    "again"
)


@dataclass
class RefusedError(Exception):
    """An answer that is none: a line for the user, and a status for the program.

    Parameters
    ----------
    status
        Of HTTP.
    error
        What is wrong and what to do, in one line, without any path of this computer.
    line
        Of the file, where known.
    """

    status: int
    error: str
    line: int | None = None

    def __reduce__(self) -> tuple[type[RefusedError], tuple[int, str, int | None]]:
        return RefusedError, (self.status, self.error, self.line)


def refused_by(error: TprstatsError) -> RefusedError:
    """What the library says, as an answer; where it says it from stays out."""
    if isinstance(error, InputError):
        return RefusedError(422, " ".join(error.what.split()), error.line)
    return RefusedError(422, " ".join(str(error).split()))
