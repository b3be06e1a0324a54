"""``tprstats convert``: a file in another format."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tprstats.cells import counted
from tprstats.cli import _filters as f
from tprstats.cli import _options as o
from tprstats.cli._output import remark
from tprstats.cli._source import Source
from tprstats.cli._subject import read_event
from tprstats.errors import TprstatsError

__all__ = ["convert_command"]

BY_ENDING = {".csv": "csv", ".json": "json", ".trf": "trf26", ".trfx": "trf26"}

To = Annotated[
    str | None,
    typer.Option("--to", metavar="FORMAT", callback=o.plain_id, help="csv, json, trf16 or trf26."),
]
Output = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to FILE.")
]


def convert_command(
    file: o.File = None,
    to: To = None,
    output: Output = None,
    column: o.Columns = None,
    same: f.Same = None,
    encoding: Annotated[
        str | None, typer.Option(metavar="NAME", help="Encoding of the text: cp1250, koi8-r ...")
    ] = None,
    kind: o.Kind = None,
    json_: Annotated[bool, typer.Option("--json", help="Short for --to json.")] = False,
) -> str:
    """Write the event of a file as tidy CSV, JSON or TRF; what is lost is listed.

    --to may be left out where the ending of -o says it; --json is short for --to json.
    """
    from tprstats.files import write_whole
    from tprstats.readers import convert

    if file is None:
        raise TprstatsError("nothing to convert; give a file (- reads standard input)")
    if json_ and to not in (None, "json"):
        raise TprstatsError(f"--json and --to {to} contradict each other; give one")
    form = "json" if json_ else to
    if form is None:
        ending = "" if output is None else output.suffix.lower()
        if ending not in BY_ENDING:
            raise TprstatsError("to which format? give --to csv, json, trf16 or trf26")
        form = BY_ENDING[ending]
    source = Source(
        file, kind=kind, same=f.same_names(same), columns=o.columns_of(column), encoding=encoding
    )
    event = read_event(source, file)
    converted = convert(event, form)
    for note in event.adjustments if form != "json" else ():
        remark(f"{event.source}: note: {note}")
    for note in converted.lost:
        remark(f"{event.source}: {note}")
    if output is None:
        return converted.text.rstrip("\n")
    write_whole(output, converted.text)
    return f"{output}: {counted(len(event), 'player')} as {form}"
