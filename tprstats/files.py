"""Files written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Write beside the target and rename, so that a full disk or a stop leaves the old file.

    Parameters
    ----------
    path
        Target.
    content
        Text (written as UTF-8) or bytes.
    """
    target = Path(path)
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    data = content.encode() if isinstance(content, str) else content
    try:
        temporary.write_bytes(data)
        os.replace(temporary, target)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        # The name the user gave, not that of the helper file.
        raise OSError(error.errno, error.strerror, str(target)) from None
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
