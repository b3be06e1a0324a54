"""Which study a name, a folder or a file stands for, and where its results lie."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tprstats.errors import InputError, TprstatsError

__all__ = ["Results", "results_of", "study_file"]

STUDIES = Path("experiments")
MANIFEST = "study.json"


@dataclass(frozen=True)
class Results:
    """A study file, the folder of a run (None: beside the file) and the scale of the run."""

    file: Path
    folder: Path | None
    scale: str


def study_file(name: str) -> Path:
    """The study file that a name, a folder or a path stands for.

    A folder without a study of its own stands for the one study that is in it.
    """
    given = Path(name)
    places = [given] if given.suffix == ".toml" else []
    places += [given / "study.toml", STUDIES / name / "study.toml"]
    places = list(dict.fromkeys(places))
    for place in places:
        if place.is_file():
            return place
    if given.is_file():
        raise InputError("is no study file: its name ends in .toml", source=name)
    for folder in (given, STUDIES / name):
        if (folder / "run.py").is_file():
            raise TprstatsError(
                f"{folder.name} analyses data and simulates nothing: run python {folder / 'run.py'}"
            )
    inside = sorted({*given.glob("*.toml"), *given.glob("*/study.toml")}) if given.is_dir() else []
    if inside:
        return _only(name, inside)
    if (given / MANIFEST).is_file():
        raise InputError(
            "holds the results of a study: `tprstats study show` shows them, `study resume` goes "
            "on with them; everything else takes the study's name or file",
            source=name,
        )
    raise TprstatsError(
        f"no study {name!r}: looked for {', '.join(str(p) for p in places)}; "
        "`tprstats study list` lists them"
    )


def results_of(name: str, folder: Path | None, scale: str | None) -> Results:
    """The run that is meant: a study with its folder, or a folder of results alone.

    Parameters
    ----------
    name
        A study, as for :func:`study_file`; a folder of results; or one that such a folder is in.
    folder, scale
        As the user gave them; a folder of results knows its study and its scale.
    """
    given = Path(name)
    if folder is None and given.is_dir() and not (given / "study.toml").is_file():
        runs = [p for p in (given, *sorted(given.iterdir())) if (p / MANIFEST).is_file()]
        if runs:
            folder = _only(name, runs[:1] if runs[0] == given else runs)
            manifest = _manifest(folder)
            return Results(_file(folder, manifest), folder, _agreed(folder, scale, manifest))
    file = study_file(name)
    if folder is not None and (folder / MANIFEST).is_file():
        scale = _agreed(folder, scale, _manifest(folder))
    return Results(file, folder, scale or "full")


def _only(name: str, found: list[Path]) -> Path:
    if len(found) == 1:
        return found[0]
    listed = ", ".join(str(p) for p in found[:8]) + (" ..." if len(found) > 8 else "")
    raise InputError(f"holds {len(found)} studies; give one: {listed}", source=name)


def _manifest(folder: Path) -> dict[str, Any]:
    from tprstats.study.store import read_json

    found: dict[str, Any] = read_json(folder / MANIFEST, dict)
    return found


def _agreed(folder: Path, asked: str | None, manifest: dict[str, Any]) -> str:
    """The scale of the results, which the user may have named as well."""
    study = manifest.get("study", {})
    scale = study.get("scale", {}) if isinstance(study, dict) else {}
    there = "quick" if isinstance(scale, dict) and scale.get("name") == "quick" else "full"
    if asked not in (None, there):
        raise InputError(
            f"holds the {there} scale, not the {asked} scale: leave --scale out", source=str(folder)
        )
    return there


def _file(folder: Path, manifest: dict[str, Any]) -> Path:
    """The study file that the results are of."""
    file = manifest.get("file")
    if not isinstance(file, str) or not Path(file).is_file():
        gone = f"({file}) is not there any more" if isinstance(file, str) else "is not named there"
        raise InputError(
            f"holds the results of a study whose file {gone}: give the study, and -o {folder}",
            source=str(folder),
        )
    return Path(file)
