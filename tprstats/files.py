"""Files written whole or not at all, and the folders they go to."""

from __future__ import annotations

import os
from pathlib import Path

from tprstats.errors import InputError

__all__ = ["check_folder", "make_folder", "write_whole"]


def check_folder(path: str | Path) -> None:
    """Refuse a place where no folder can be, before the work whose files go there.

    Raises
    ------
    InputError
        Where a file has the name of the folder, or of one above it.
    """
    target = Path(path)
    there = next((p for p in (target, *target.parents) if p.exists()), target)
    if there.exists() and not there.is_dir():
        what = "a file, not a folder" if there == target else f"{there} is a file, not a folder"
        raise InputError(
            f"{what}; give the name of a new folder, or of one that is there", source=str(path)
        )


def make_folder(path: str | Path) -> Path:
    """The folder, made (with those above it) where it is not there.

    Raises
    ------
    InputError
        As :func:`check_folder`.
    OSError
        Where the system refuses.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as there:
    ...     make_folder(Path(there) / "new" / "folder").is_dir()
    True
    """
    check_folder(path)
    target = Path(path)
    target.mkdir(parents=True, exist_ok=True)
    return target


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Write beside the target and rename, so that a full disk or a stop leaves the old file.

    A link stays a link: the file that it names is replaced. A device or a pipe (``/dev/stdout``)
    is written to, since a rename would put a plain file in its place.

    Parameters
    ----------
    path
        Target.
    content
        Text (written as UTF-8) or bytes.

    Raises
    ------
    InputError
        Where the target is a folder, or lies in none.
    OSError
        Where the system refuses; with the target's name.
    """
    target = Path(path)
    data = content.encode() if isinstance(content, str) else content
    if target.is_dir():
        raise InputError("a folder, not a file; name a file in it", source=str(path))
    if target.exists() and not target.is_file():
        try:
            target.write_bytes(data)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(target)) from None
        return
    place = target.resolve()
    if not place.parent.is_dir():
        raise InputError("no such folder; make it first, or check the path", source=str(path))
    temporary = place.with_name(f".{place.name}.{os.getpid()}.tmp")
    try:
        temporary.write_bytes(data)
        os.replace(temporary, place)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        # The name the user gave, not that of the helper file.
        raise OSError(error.errno, error.strerror, str(target)) from None
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
