"""Files that were sent: kept under names of our own, for a while."""

from __future__ import annotations

import hashlib
import secrets
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

from tprstats.records.games import printable
from tprstats.web.errors import GONE, RefusedError
from tprstats.web.settings import Settings
from tprstats.web.subject import Given, Typed

__all__ = ["Upload", "Uploads", "label_of"]

LONGEST_LABEL = 80


@dataclass
class Upload:
    """One file or list, and which windows of it were judged."""

    given: Given
    used: float
    looks: dict[object, set[tuple[int, int]]] = field(default_factory=dict)


def label_of(name: str) -> str:
    """A file's name for print: without folders, control characters, and not too long.

    Examples
    --------
    >>> label_of("C:\\\\games\\\\open.trf"), label_of("../../etc/passwd"), label_of("")
    ('open.trf', 'passwd', 'a file')
    """
    bare = printable(name.replace("\\", "/").rpartition("/")[2]).strip()
    return bare[:LONGEST_LABEL] or "a file"


class Uploads:
    """The store: bounded in number and size, emptied by time.

    A token is all that leads to a file; it is drawn at random and never listed. Content lies in a
    folder that only this user can read, which goes with the server.
    """

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings, self._clock = settings, clock
        self._folder = tempfile.TemporaryDirectory(prefix="tprstats-serve-")
        self._kept: dict[str, Upload] = {}

    def __len__(self) -> int:
        return len(self._kept)

    async def receive(self, blocks: AsyncIterator[bytes], name: str) -> Given:
        """Keep a file as it arrives; one that is too large is dropped at once."""
        self._room()
        token = secrets.token_urlsafe(24)
        path = Path(self._folder.name) / secrets.token_hex(16)
        digest, size = hashlib.sha256(), 0
        try:
            with path.open("xb") as file:
                async for block in blocks:
                    size += len(block)
                    if size > self._settings.upload_bytes:
                        raise RefusedError(413, self._too_large())
                    digest.update(block)
                    file.write(block)
            if not size:
                raise RefusedError(422, "the file is empty; choose another")
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        given = Given(token, label_of(name), digest.hexdigest(), path=path)
        self._kept[token] = Upload(given, self._clock())
        return given

    def typed(self, typed: Typed) -> Given:
        """Keep games or totals that were typed."""
        self._room()
        token = secrets.token_urlsafe(24)
        digest = hashlib.sha256(repr(typed).encode()).hexdigest()
        given = Given(token, "", digest, typed=typed)
        self._kept[token] = Upload(given, self._clock())
        return given

    def get(self, token: str) -> Upload:
        """What a token leads to; using it keeps it longer."""
        self.expire()
        found = self._kept.get(token)
        if found is None:
            raise RefusedError(404, GONE)
        found.used = self._clock()
        return found

    def look(self, token: str, whose: object, window: tuple[int, int]) -> int:
        """Count a window that is judged by name: how many different ones so far.

        The same content sent again keeps its count as long as an earlier copy is here.
        """
        found = self.get(token)
        digest = found.given.digest
        same = [u for u in self._kept.values() if u.given.digest == digest]
        found.looks.setdefault(whose, set()).add(window)
        return len(set().union(*(u.looks.get(whose, set()) for u in same)))

    def drop(self, token: str) -> bool:
        """Delete a file now."""
        found = self._kept.pop(token, None)
        if found is not None and found.given.path is not None:
            found.given.path.unlink(missing_ok=True)
        return found is not None

    def expire(self) -> list[str]:
        """Delete what was not used for too long."""
        oldest = self._clock() - self._settings.keep_seconds
        gone = [token for token, u in self._kept.items() if u.used <= oldest]
        for token in gone:
            self.drop(token)
        return gone

    def close(self) -> None:
        """Delete everything."""
        self._kept.clear()
        self._folder.cleanup()

    def _room(self) -> None:
        self.expire()
        if len(self._kept) >= self._settings.uploads:
            raise RefusedError(
                503, "too many files are kept at the moment; close some, or wait until they expire"
            )

    def _too_large(self) -> str:
        most = self._settings.upload_bytes / 2**20
        return f"the file is larger than {most:g} MB; split it, or use tprstats report"
