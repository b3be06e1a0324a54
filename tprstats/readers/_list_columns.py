"""Where the columns of a list of games are, and whose rating a column of ratings holds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tprstats.errors import InputError, UnknownColumnError
from tprstats.readers._columns import ASIDE
from tprstats.readers._notes import Notes
from tprstats.readers._rating_words import speaks_of_rating
from tprstats.readers._results import parse_own_result, parse_pair_result
from tprstats.readers._table import Table
from tprstats.readers._values import parse_rating, shortened
from tprstats.readers._words import TITLES, column_role, folded

__all__ = ["list_columns"]

UNUSED = frozenset(("points", "number", "rank", "termination"))
OF_ONE_PLAYER = frozenset(("name", "opponent", "opponent_rating", "own_rating", "colour"))
OF_BOTH_SIDES = frozenset(("white_rating", "black_rating", "white_result", "black_result"))
BARE = ("rating", "national_rating")
INTERNATIONAL = frozenset(("rtgi", "elofide", "fideelo", "fiderating", "eloint"))
Columns = dict[str, int]


def list_columns(table: Table, source: str, notes: Notes) -> Columns:
    """Where each role's column is, once the headings that mean several things are settled.

    Raises
    ------
    InputError
        Where a column that is needed is not there, or may be one of two.
    """
    if not table.heading:
        return _without_heading(table, source, notes)
    columns: Columns = {}
    line, heading = table.heading_line, table.heading
    roles = [column_role(words) for words in heading]
    bare = [k for k, role in enumerate(roles) if role in BARE]
    for k, role in enumerate(roles):
        if role and k not in bare:
            columns.setdefault(role, k)
    if "white" in columns and "black" in columns:
        _of_both_sides(table, columns, bare)
        found = "result" in columns or "white_result" in columns
    else:
        if "opponent" not in columns and "name" in columns:
            columns["opponent"] = columns.pop("name")
            words = shortened(heading[columns["opponent"]])
            notes.add(f"column {words} taken for the opponent", "", line)
        try:
            _of_one_player(heading, columns, bare, line, notes)
        except UnknownColumnError as error:
            raise UnknownColumnError(error.what, source=source, line=line) from None
        if "result" not in columns and "points" in columns:
            columns["result"] = columns.pop("points")
            words = shortened(heading[columns["result"]])
            notes.add(f"column {words} taken for the result", "", line)
        found = "result" in columns and ("opponent" in columns or "opponent_rating" in columns)
    names = any(role == "name" for role in roles)
    if not found and names and not columns.keys() & {"result", "white", "points"}:
        raise InputError(
            "a list of players, no results in it; give the crosstable", source=source, line=line
        )
    if not found:
        shown = shortened(", ".join(h for h in heading if h), 120)
        raise UnknownColumnError(
            f"columns {shown}: none is known for {_missing(columns)}; needed are rating (or "
            "opponent) and result, or white, black and result",
            source=source,
            line=line,
        )
    unused = [h for k, h in enumerate(heading) if h and k not in columns.values()]
    idle = UNUSED | (OF_ONE_PLAYER if "white" in columns else OF_BOTH_SIDES)
    unused += [heading[k] for role, k in columns.items() if role in idle]
    if unused:
        notes.add("columns not read", shortened(", ".join(unused), 120), line)
    return columns


def _of_both_sides(table: Table, columns: Columns, bare: Sequence[int]) -> None:
    """Titles and ratings of White and of Black, under headings that do not say whose they are."""
    heading = table.heading
    for side in ("white", "black"):
        k = columns[side] - 1
        cells = {c.casefold() for c in table.column(k)} - {""} if k >= 0 else set()
        # chess-results writes titles before the names, under no heading.
        if not heading[k] and cells and cells <= TITLES:
            columns.setdefault(f"{side}_title", k)
    for wanted in BARE:
        pair = [k for k in bare if column_role(heading[k]) == wanted]
        if len(pair) == 2 and "white_rating" not in columns:
            columns["white_rating"], columns["black_rating"] = pair


def _of_one_player(
    heading: Sequence[str], columns: Columns, bare: Sequence[int], line: int, notes: Notes
) -> None:
    """Give columns of ratings that do not say whose they are to the opponent or to the player.

    A rating after the name of one of the two is theirs. Else it is the opponent's, unless another
    column may be that as well.
    """
    own, other = list(bare), []
    if "opponent_rating" not in columns:
        own = [k for k in bare if _behind(k, columns, "name", "opponent")]
        other = [k for k in bare if k not in own]
        # A rating behind one name leaves none for the other that stands before both.
        if own and any(not _behind(k, columns, "opponent", "name") for k in other):
            raise _either(heading[other[0]], heading[own[0]])
    for role, candidates, whose in (
        ("opponent_rating", other, "opponent's rating"),
        ("own_rating", own, "own rating"),
    ):
        if role in columns or not candidates:
            continue
        k = next((k for k in candidates if column_role(heading[k]) == "rating"), candidates[0])
        if role == "opponent_rating" and (rival := _rival(heading, columns, candidates, k)):
            raise _either(heading[k], rival)
        columns[role] = k
        notes.add(f"column {shortened(heading[k])} taken for the {whose}", "", line)


def _behind(k: int, columns: Columns, name: str, other: str) -> bool:
    """Whether a column stands behind one name, and the other name not between them."""
    at, rival = columns.get(name, k), columns.get(other, k)
    return at < k and not at < rival < k


def _rival(
    heading: Sequence[str], columns: Columns, candidates: Sequence[int], chosen: int
) -> str | None:
    """The heading of another column that may hold the opponents' ratings."""
    if not _one_players(heading, candidates):
        return next(heading[k] for k in candidates if k != chosen)
    left = (words for k, words in enumerate(heading) if k not in columns.values())
    unknown = (w for w in left if not column_role(w) and not w.startswith(ASIDE))
    return next(filter(speaks_of_rating, unknown), None)


def _either(one: str, two: str) -> UnknownColumnError:
    alike = one.casefold() == two.casefold()
    one, two = shortened(one), shortened(two)
    both = f"two columns {one}" if alike else f"columns {one} and {two}"
    return UnknownColumnError(
        f"{both}: either may hold the opponents' ratings; call that one opponent rating"
    )


def _one_players(heading: Sequence[str], candidates: Sequence[int]) -> bool:
    """Whether columns side by side are ratings of one player in several lists (RtgI, RtgN)."""
    lists = {_list(heading[k]) for k in candidates}
    beside = candidates[-1] - candidates[0] == len(candidates) - 1
    return beside and len(lists) == len(candidates)


def _list(words: str) -> str:
    plain = folded(words)
    return "international" if plain in INTERNATIONAL else column_role(words)


def _missing(columns: Columns) -> str:
    """What no heading was found for."""
    lacks = [] if "result" in columns else ["the result"]
    if "white" in columns or "black" in columns:
        lacks = [f"{side.title()}" for side in ("white", "black") if side not in columns] + lacks
    elif not columns.keys() & {"opponent", "opponent_rating"}:
        lacks = ["the opponent's rating", *lacks]
    return " and ".join(lacks)


def _without_heading(table: Table, source: str, notes: Notes) -> Columns:
    at, cells = table.rows[0]
    layouts = {2: ("opponent_rating", "result"), 3: ("white", "black", "result")}
    roles = layouts.get(len(cells), ())
    try:
        if len(roles) == 2:
            parse_rating(cells[0])
            parse_own_result(cells[1])
        elif len(roles) == 3:
            parse_pair_result(cells[2])
    except ValueError:
        roles = ()
    if not roles:
        if re.match(r"\s*(?:012|001)\s", " ".join(cells)):
            what = (
                "looks like a TRF whose lines are moved: its codes (001, 012) belong in column 1; "
                "take out the blanks before them"
            )
        else:
            what = (
                "no heading with known columns; name them, as in rating,result; or write one game "
                "a line, as in 2300 1 w"
            )
        raise InputError(what, source=source, line=at)
    notes.add(f"no heading: columns taken for {', '.join(roles)}", line=at)
    return {role: k for k, role in enumerate(roles)}
