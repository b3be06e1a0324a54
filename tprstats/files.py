"""Files written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from tprstats.errors import InputError

__all__ = ["write_whole"]


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
