"""The errors that tprstats raises on purpose, all of one family."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = [
    "InputError", "TprstatsError", "UnknownColumnError", "UnknownNameError", "fault_words",
]  # fmt: skip

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


class UnknownColumnError(InputError):
    """A table without a known heading for something that is needed; ``columns`` can name one."""


class UnknownNameError(TprstatsError):
    """An id or a player that is not there; names those meant, the nearest, or all of a few."""

    def __init__(
        self,
        kind: str,
        name: str,
        known: list[str],
        *,
        meant: tuple[str, ...] = (),
        advice: str = "",
    ) -> None:
        import difflib

        # Callers from Python may give anything, such as None for "no interval".
        wanted = str(name).casefold()
        folded = {k.casefold(): k for k in known}
        near = difflib.get_close_matches(wanted, list(folded), n=3, cutoff=0.5)
        near += [k for k in folded if wanted in k and k not in near][: 3 - len(near)]
        hint = f"; nearest: {_list([folded[k] for k in near])}" if near else ""
        if not near and 0 < len(known) <= FEW:
            hint = f"; there are: {_list(known)}"
        elif not near and advice:
            hint = f"; {advice}"
        if meant:
            hint = f"; perhaps {' or '.join(meant)}"
        super().__init__(f"no {kind} {name!r}{hint}")
        self.kind, self.name = kind, name


def _list(names: list[str]) -> str:
    """Names in a row, in quotes where a comma stands in one of them."""
    quoted = any("," in n for n in names)
    return ", ".join(repr(n) if quoted else n for n in names)


# What pydantic found, by the first words of its type, as what to write instead.
FAULTS = {
    "missing": "is missing",
    "extra_forbidden": "no such field",
    "int_parsing_size": "give a smaller number",
    "int_": "give a whole number",
    "float_": "give a number",
    "finite_number": "give a finite number",
    "greater_than_equal": "give {ge} or more",
    "greater_than": "give more than {gt}",
    "less_than_equal": "give {le} or less",
    "less_than": "give less than {lt}",
    "bool_": "give true or false",
    "literal_error": "give {expected}",
    "enum": "give {expected}",
    "union_tag_invalid": "give {expected_tags}",
    "union_tag_not_found": "is missing",
    "string_too_long": "give at most {max_length} letters",
    "string_too_short": "give at least {min_length} letters",
    "string_pattern_mismatch": "has letters that do not belong there",
    "string_": "give text in quotation marks",
    "date_": "give a day as 2024-01-31",
    "list_type": "give a list",
    "tuple_type": "give a list",
    "too_long": "give at most {max_length}",
    "too_short": "give at least {min_length}",
    "dict_": "give named values in braces",
    "model_": "give named values in braces",
    "json_invalid": "this is not JSON ({error})",
}
UNSAID = ("missing", "extra_forbidden", "value_error", "json_invalid", "union_tag_not_found")
"""Faults beside which the value says nothing."""

LONGEST_VALUE = 60


def fault_words(fault: Mapping[str, Any], *, value: bool = True) -> str:
    """What is wrong with a value, in words that say what to write instead.

    Parameters
    ----------
    fault
        One of pydantic's ``ValidationError.errors()``.
    value
        Whether to repeat the value.

    Examples
    --------
    >>> fault_words({"type": "int_parsing", "msg": "Input should be ...", "input": "x"})
    "give a whole number, not 'x'"
    >>> fault_words({"type": "less_than", "ctx": {"lt": 1}, "msg": "...", "input": 2}, value=False)
    'give less than 1'
    """
    kind, context = str(fault["type"]), fault.get("ctx") or {}
    found = next((words for start, words in FAULTS.items() if kind.startswith(start)), None)
    if found is None:
        said = str(fault["msg"]).removeprefix("Value error, ").rstrip(".")
        return said if kind == "value_error" else f"{said[:1].lower()}{said[1:]}"
    said = found.format(**context)
    given = fault.get("input")
    plain = isinstance(given, str | int | float)
    if not value or kind in UNSAID or not plain:
        return said
    shown = repr(given)
    return f"{said}, not {shown if len(shown) <= LONGEST_VALUE else shown[:LONGEST_VALUE] + ' ...'}"
