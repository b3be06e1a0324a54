"""``tprstats study``: simulation studies from a file, with everything that makes them citable."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tprstats.cells import counted
from tprstats.cli import _options as o
from tprstats.cli._output import as_json, say
from tprstats.cli._progress import progress
from tprstats.cli._study_place import results_of, study_file
from tprstats.errors import InputError, TprstatsError

if TYPE_CHECKING:
    from tprstats.study import StudyResult, StudySpec

__all__ = ["study_app"]

study_app = typer.Typer(
    help="Simulation studies: begin, run, resume, show, replay and verify.",
    rich_markup_mode=None,
)


class Scale(StrEnum):
    """How large a run is."""

    FULL = "full"
    QUICK = "quick"


Name = Annotated[
    str, typer.Argument(metavar="STUDY", help="A name under experiments/, a folder or a file.")
]
ScaleOption = Annotated[Scale, typer.Option(help="full or quick.")]
ScaleThere = Annotated[
    Scale | None,
    typer.Option(help="full or quick.", show_default="full, or what the folder holds"),
]
Folder = Annotated[
    Path | None,
    typer.Option("-o", "--output", metavar="DIR", help="Batches and results; beside the study."),
]
Workers = Annotated[int, typer.Option(help="Processes; they change no number.")]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Dask scheduler tcp://host:port, or local."),
]
Chunk = Annotated[int, typer.Option(help="Batches a task; changes no number.")]
Publish = Annotated[
    bool, typer.Option("--publish", help="Also write tables and figures to published/.")
]


@study_app.command("new")
def new_command(
    name: Annotated[str, typer.Argument(help="Small letters, digits and hyphens.")],
    folder: Annotated[Path, typer.Option(help="Where studies are.")] = Path("experiments"),
) -> str:
    """Begin a study: a study file and a protocol to fill in."""
    from tprstats.study import template

    return f"{template(name, folder)}; `tprstats study run` runs it"


@study_app.command("list")
def list_command(
    folder: Annotated[Path, typer.Option(help="Where studies are.")] = Path("experiments"),
    json_: o.Json = False,
) -> str:
    """The studies in a folder: question, size, and whether results are published."""
    from tprstats.study.catalogue import catalogue

    found = catalogue(folder)
    if json_:
        return as_json({"schema": 1, "studies": [e.to_json() for e in found.entries]})
    return str(found)


@study_app.command("run")
def run_command(
    study: Name,
    scale: ScaleOption = Scale.FULL,
    output: Folder = None,
    workers: Workers = 1,
    cluster: Cluster = None,
    chunk: Chunk = 1,
    publish: Publish = False,
    json_: o.Json = False,
) -> str:
    """Run a study from its file."""
    path = study_file(study)
    return _run(path, study, scale, output, workers, cluster, chunk, publish, json_, resume=False)


@study_app.command("resume")
def resume_command(
    study: Name,
    scale: ScaleThere = None,
    output: Folder = None,
    workers: Workers = 1,
    cluster: Cluster = None,
    chunk: Chunk = 1,
    publish: Publish = False,
    json_: o.Json = False,
) -> str:
    """Go on with a study that was stopped; finished batches are kept.

    STUDY may be the folder of the results.
    """
    found = results_of(study, output, scale)
    where = found.file, study, Scale(found.scale), found.folder
    return _run(*where, workers, cluster, chunk, publish, json_, resume=True)


def _run(
    path: Path,
    study: str,
    scale: Scale,
    output: Path | None,
    workers: int,
    cluster: str | None,
    chunk: int,
    publish: bool,
    json_: bool,
    *,
    resume: bool,
) -> str:
    from tprstats.study import Progress, load_spec, run

    spec = load_spec(path)  # a wrong file is refused before the display begins
    if publish:
        _may_replace(path, scale)
        _may_publish(spec, path, scale)
    try:
        with progress(f"{path.parent.name}", 1) as show:

            def report(p: Progress) -> None:
                note = f"{p.scenario[:40]}  {p.worst}" if p.worst else p.scenario[:40]
                show(p.done, total=p.planned, note=note)

            found = run(
                path,
                scale=scale.value,
                folder=output,
                workers=workers,
                cluster=cluster,
                chunk=chunk,
                resume=resume,
                report=report,
            )
    except KeyboardInterrupt:
        again = f"{study} --scale {scale.value}" + (f" -o {output}" if output else "")
        say(f"stopped; finished batches are kept, `tprstats study resume {again}` goes on")
        raise
    return _finished(found, path, publish, json_)


def _may_replace(path: Path, scale: Scale) -> None:
    """A quick run does not take the place of published results of the full scale."""
    from tprstats.study.store import read_json
    from tprstats.study.verify import published_folder

    made = published_folder(path) / "provenance.json"
    if scale is Scale.QUICK and made.exists() and read_json(made, dict).get("scale") == "full":
        raise InputError(
            "holds results of the full scale, which a quick run would replace: remove it first, or "
            "leave --publish out",
            source=str(made.parent),
        )


def _may_publish(spec: StudySpec, path: Path, scale: Scale) -> None:
    """Figures that a scale leaves empty are refused before the run, not after it."""
    from tprstats.study.shown import check_shown_at

    try:
        check_shown_at(spec, scale.value, figures=True)
    except TprstatsError as error:
        raise InputError(str(error), source=str(path)) from None


def _finished(found: StudyResult, path: Path, publish: bool, json_: bool) -> str:
    from tprstats.report.study_output import publish as write
    from tprstats.report.study_output import summary
    from tprstats.study.verify import published_folder

    if found.failures:
        say(
            f"{counted(len(found.failures), 'replicate')} failed; `tprstats study replay` runs one "
            "alone"
        )
    where = published_folder(path)
    written = write(found, where) if publish else []
    if json_:
        return as_json(_as_json(found, written))
    said = summary(found)
    if written:
        said += f"\n\n{counted(len(written), 'file')} in {where}"
    return said


def _as_json(found: StudyResult, written: list[Path]) -> dict[str, Any]:
    def plain(value: Any) -> Any:
        if isinstance(value, float):
            return value if abs(value) < float("inf") else None
        return value

    return {
        "schema": 1,
        "title": found.spec.title,
        "scale": found.scale,
        "seed": found.spec.seed,
        "estimand": found.spec.estimand,
        "hash": found.hash,
        "folder": str(found.folder),
        "failures": [list(f) for f in found.failures],
        "measures": [{k: plain(v) for k, v in row.items()} for row in found.rows],
        "written": [str(p) for p in written],
    }


@study_app.command("show")
def show_command(
    study: Name,
    scale: ScaleThere = None,
    output: Folder = None,
    publish: Publish = False,
    json_: o.Json = False,
) -> str:
    """Tables of a finished run; nothing is simulated. --publish writes them again.

    STUDY may be the folder of the results, or one that holds a single such folder.
    """
    from tprstats.study import load

    where = results_of(study, output, scale)
    size = Scale(where.scale)
    if publish:
        _may_replace(where.file, size)
    found = load(where.file, scale=size.value, folder=where.folder)
    return _finished(found, where.file, publish, json_)


@study_app.command("replay")
def replay_command(
    study: Name,
    scenario: Annotated[
        str, typer.Option(metavar="N|FACTOR=VALUE,...", help="Which scenario.")
    ] = "0",
    replicate: Annotated[int, typer.Option(help="Number of the replicate, from 0.")] = 0,
    scale: ScaleOption = Scale.FULL,
    trf: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the event as a TRF.")
    ] = None,
    json_: o.Json = False,
) -> str:
    """Run one replicate alone: the very one that the study has."""
    from tprstats.files import write_whole
    from tprstats.study import replay

    found = replay(
        study_file(study),
        scenario=scenario,
        replicate=replicate,
        scale=scale.value,
    )
    if trf is not None:
        write_whole(trf, found.to_trf())
    return as_json(found.to_json()) if json_ else str(found)


@study_app.command("verify")
def verify_command(
    study: Name,
    seed: Annotated[int | None, typer.Option(help="Another seed; the study's plus 1.")] = None,
    workers: Workers = 1,
    json_: o.Json = False,
) -> Any:
    """Run the quick scale under another seed and compare with the published figures.

    Exit status 1 where some disagree.
    """
    from tprstats.study import verify

    path = study_file(study)
    with progress(f"verifying {path.parent.name}", 1) as show:
        found = verify(
            path,
            seed=seed,
            workers=workers,
            report=lambda p: show(p.done, total=p.planned, note=p.scenario[:40]),
        )
    print(as_json(found.to_json()) if json_ else str(found))
    return 1 if found.disagree else 0
