"""The errors that tprstats raises on purpose, all of one family."""

from __future__ import annotations

__all__ = ["InputError", "TprstatsError", "UnknownNameError"]

FEW = 15  # names that one line can list


class TprstatsError(ValueError):
    """Something that the caller can put right; the message says what, where and how.

    The command line prints it as one line and exits with status 2.
    """


class InputError(TprstatsError):
    """A file, list or number that cannot be used.

    Parameters
    ----------
    what
        What is wrong, and what to do about it.
    source
        The file it is in, where there is one.
    line
        The line (counted from 1), where it is known.
    """

    def __init__(self, what: str, *, source: str | None = None, line: int | None = None) -> None:
        where = "" if source is None else f"{source}: " if line is None else f"{source}:{line}: "
        super().__init__(f"{where}{what}")
        self.what, self.source, self.line = what, source, line


class UnknownNameError(TprstatsError):
    """An id or a player that is not there; names the nearest that are, or all of a few."""

    def __init__(self, kind: str, name: str, known: list[str]) -> None:
        import difflib

        # Callers from Python may give anything, such as None for "no interval".
        wanted = str(name).casefold()
        folded = {k.casefold(): k for k in known}
        near = difflib.get_close_matches(wanted, list(folded), n=3, cutoff=0.5)
        near += [k for k in folded if wanted in k and k not in near][: 3 - len(near)]
        hint = f"; nearest: {', '.join(folded[k] for k in near)}" if near else ""
        if not near and 0 < len(known) <= FEW:
            hint = f"; there are: {', '.join(known)}"
        super().__init__(f"no {kind} {name!r}{hint}")
        self.kind, self.name = kind, name
