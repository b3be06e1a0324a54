"""``tprstats simulate``: whole events, summed up or written to files."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tprstats.cells import counted
from tprstats.cli import _options as o
from tprstats.cli._idle import refuse_idle
from tprstats.cli._output import as_json
from tprstats.cli._progress import progress
from tprstats.errors import TprstatsError
from tprstats.files import make_folder

if TYPE_CHECKING:
    from tprstats.outcomes import OutcomeModel
    from tprstats.simulation import Design, EventBatch, Field

__all__ = ["simulate_command"]


class Kind(StrEnum):
    """What is simulated."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    REPLAY = "replay"


class Model(StrEnum):
    """What one game gives."""

    DAVIDSON = "davidson"
    MILVANG = "milvang"
    RAO_KUPPER = "rao-kupper"
    CONSTANT = "constant"


def _elo(text: str) -> typer.models.OptionInfo:
    return typer.Option(metavar="ELO", help=text)  # type: ignore[no-any-return]


KindArgument = Annotated[Kind, typer.Argument(help="swiss, round-robin or replay.")]
FieldFile = Annotated[
    str | None,
    typer.Option("--field", metavar="FILE", help="Field (replay: pairings too) of a real event."),
]


def simulate_command(
    context: typer.Context,
    kind: KindArgument,
    players: Annotated[int | None, typer.Option(help="Number of players.")] = None,
    rounds: Annotated[int, typer.Option(help="Rounds of a Swiss.")] = 9,
    events: Annotated[int, typer.Option(help="Number of events.")] = 1000,
    seed: Annotated[int, typer.Option(help="Seed, a whole number from 0.")] = 1,
    field: FieldFile = None,
    mean: Annotated[float, _elo("Mean strength.")] = 2000.0,
    sd: Annotated[float, _elo("SD of strength.")] = 200.0,
    shape: Annotated[str, typer.Option(help="normal or uniform.")] = "normal",
    fixed: Annotated[bool, typer.Option("--fixed", help="The same strengths every time.")] = False,
    rating_noise: Annotated[float, _elo("SD of rating minus strength.")] = 0.0,
    rating_shift: Annotated[float, _elo("All ratings this much above strength.")] = 0.0,
    form: Annotated[float, _elo("SD of form in an event.")] = 0.0,
    unrated: Annotated[float, typer.Option(help="Share of players without a rating.")] = 0.0,
    model: Annotated[Model, typer.Option(help="Outcome model.")] = Model.DAVIDSON,
    draw_share: Annotated[
        str, typer.Option(metavar="SHARE", help="Draw share between equals: level or a number.")
    ] = "0.3",
    white_advantage: Annotated[
        str, typer.Option(metavar="ELO", help="Elo that White is worth: a number or level.")
    ] = "0",
    system: Annotated[
        str,
        typer.Option(
            callback=o.plain_id, help="Pairing: dutch, fold, monrad, random-in-score-group."
        ),
    ] = "dutch",
    acceleration: Annotated[str | None, typer.Option(help="baku")] = None,
    double: Annotated[bool, typer.Option("--double", help="Double round robin.")] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="DIR", help="Parquet parts.")
    ] = None,
    chunk: Annotated[int | None, typer.Option(help="Events a part.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with what DIR holds.")] = False,
    trf: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write every event as a TRF26 file.")
    ] = None,
    json_: o.Json = False,
) -> str:
    """Simulate Swiss or round-robin events.

    Prints how far ratings and rankings can be trusted in such events; -o keeps the events as
    numbered Parquet parts, --trf as files for a tournament manager.
    """
    shape_of_field = ("mean", "sd", "shape", "fixed")
    refuse_idle(
        context,
        (output is None, "it goes on with a folder: give -o DIR too", ("resume",)),
        (
            kind is Kind.REPLAY,
            "a replay takes players and pairings from its file",
            ("players", "rounds", *shape_of_field, "unrated", "system", "acceleration", "double"),
        ),
        (kind is Kind.ROUND_ROBIN, "that is for a Swiss", ("rounds", "system", "acceleration")),
        (kind is Kind.SWISS, "that is for a round robin", ("double",)),
        (field is not None, "--field tells it", shape_of_field),
        (
            model in (Model.MILVANG, Model.RAO_KUPPER),
            f"{model.value} has its own",
            ("draw_share", "white_advantage"),
        ),
    )
    law = _model(model, draw_share, white_advantage)
    options = {"rating_noise": rating_noise, "rating_shift": rating_shift, "form": form}
    if kind is Kind.REPLAY:
        design = _replay(field, law, options)
    else:
        entrants = _field(field, players, mean, sd, shape, fixed, options, unrated)
        design = _design(kind, entrants, law, rounds, system, acceleration, double)
    if system.startswith("dutch") and kind is Kind.SWISS:
        _say_compiling()
    if output is not None or trf is not None:
        return _to_files(design, events, seed, output, chunk, resume, trf, json_)
    return _summary(design, events, seed, chunk, json_)


def _model(model: Model, draw_share: str, white_advantage: str) -> OutcomeModel:
    from tprstats.outcomes import ConstantDraws, EloDavidson, Milvang, RaoKupper

    share = o.level_or_number("--draw-share", draw_share)
    white = o.level_or_number("--white-advantage", white_advantage)
    if model is Model.DAVIDSON:
        return EloDavidson(share, white)
    if model is Model.MILVANG:
        return Milvang()
    if model is Model.RAO_KUPPER:
        return RaoKupper()
    if share is None or white is None:
        raise TprstatsError("constant draws take numbers for --draw-share and --white-advantage")
    return ConstantDraws(share, white)


def _field(
    file: str | None,
    players: int | None,
    mean: float,
    sd: float,
    shape: str,
    fixed: bool,
    options: dict[str, Any],
    unrated: float,
) -> Field:
    from tprstats.readers import read
    from tprstats.simulation import Field

    if file is not None:
        return Field.from_event(read(file), players, unrated=unrated, **options)
    if players is None:
        raise TprstatsError("give --players N, or --field FILE for the field of a real event")
    if shape not in ("normal", "uniform"):
        raise TprstatsError(f"--shape {shape}: normal or uniform")
    return Field(players, shape=shape, mean=mean, sd=sd, fixed=fixed, unrated=unrated, **options)


def _replay(file: str | None, law: OutcomeModel, options: dict[str, Any]) -> Design:
    from tprstats.readers import read
    from tprstats.simulation import Replay

    if file is None:
        raise TprstatsError("a replay takes the pairings of a real event: give --field FILE")
    return Replay.of(read(file), law, **options)


def _design(
    kind: Kind,
    entrants: Field,
    law: OutcomeModel,
    rounds: int,
    system: str,
    acceleration: str | None,
    double: bool,
) -> Design:
    from tprstats.simulation import RoundRobin, Swiss

    if kind is Kind.ROUND_ROBIN:
        return RoundRobin(entrants, law, double=double)
    # As pairings names them: dutch+baku.
    base, _, accelerated = system.partition("+")
    return Swiss(
        entrants, law, rounds=rounds, system=base, acceleration=accelerated or acceleration
    )


def _say_compiling() -> None:
    """The Dutch engine is compiled at its first use on a machine."""
    import sys

    if sys.stderr.isatty():
        sys.stderr.write("the Dutch engine is compiled once on a machine (some 30 s)\r")


def _to_files(
    design: Design,
    events: int,
    seed: int,
    output: Path | None,
    chunk: int | None,
    resume: bool,
    trf: Path | None,
    json_: bool,
) -> str:
    from tprstats.simulation import simulate, store_events

    write = _trf_writer(design, trf)
    with progress("simulating", events) as report:
        if output is not None:
            store_events(
                design,
                output,
                events=events,
                seed=seed,
                chunk=chunk,
                resume=resume,
                progress=report,
                each=write,
            )
        else:
            done = 0
            for batch in simulate(design, events=events, seed=seed, chunk=chunk):
                write(batch)
                done += batch.events
                report(done)
    where = {"events": events, "parquet": str(output) if output else None}
    where["trf"] = str(trf) if trf else None
    if json_:
        return as_json({"schema": 1, **where})
    kept = " and ".join(str(p) for p in (output, trf) if p)
    return f"{counted(events, 'event')} in {kept}"


def _trf_writer(design: Design, folder: Path | None) -> _Writer:
    return _Writer(design, folder)


class _Writer:
    """Writes the events of a batch as TRF files, each whole or not at all."""

    def __init__(self, design: Design, folder: Path | None) -> None:
        self.design, self.folder = design, folder
        if folder is not None:
            make_folder(folder)

    def __call__(self, batch: EventBatch) -> None:
        if self.folder is None:
            return
        import os

        from tprstats.readers.write_trf import write_trf
        from tprstats.simulation import to_event

        for k in range(batch.events):
            path = self.folder / f"event-{int(batch.replicates[k]):07d}.trf"
            temporary = path.with_suffix(".tmp")
            temporary.write_text(write_trf(to_event(batch, k, self.design)), encoding="utf-8")
            os.replace(temporary, path)


def _summary(design: Design, events: int, seed: int, chunk: int | None, json_: bool) -> str:
    from tprstats.simulation.summary import summarise

    with progress("simulating", events) as report:
        found = summarise(design, events=events, seed=seed, chunk=chunk, progress=report)
    return as_json(found.to_json()) if json_ else str(found)
