"""Simulated events on disk: numbered Parquet parts that can be resumed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tprstats._version import __version__
from tprstats.cells import counted
from tprstats.errors import InputError, TprstatsError
from tprstats.simulation.batch import EventBatch
from tprstats.simulation.designs import Design, design_factors
from tprstats.simulation.run import chunk_size, simulate_range

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["batch_table", "store_events"]

MANIFEST = "manifest.json"


def batch_table(batch: EventBatch) -> pa.Table:
    """A batch as an Arrow table, one row a player and event.

    Columns: ``replicate``, ``player`` (start number, from 1), ``strength``, ``true``,
    ``published`` (null: unrated), ``stopped``, and for every round r ``opponent_r`` (start
    number, 0 for none), ``colour_r``, ``half_points_r`` and ``cell_r``
    (:class:`~tprstats.pairing.history.Cell`).
    """
    import pyarrow as pa

    e, n, rounds = batch.results.shape
    published = batch.players.published.ravel()
    columns: dict[str, Any] = {
        "replicate": np.repeat(batch.replicates, n),
        "player": np.tile(np.arange(1, n + 1, dtype=np.int16), e),
        "strength": batch.players.strength.ravel(),
        "true": batch.players.true.ravel(),
        "published": pa.array(published, mask=np.isnan(published)),
        "stopped": np.repeat(batch.stopped, n),
    }
    for r in range(rounds):
        columns[f"opponent_{r + 1}"] = (batch.opponents[:, :, r] + 1).ravel()
        columns[f"colour_{r + 1}"] = batch.colours[:, :, r].ravel()
        columns[f"half_points_{r + 1}"] = batch.results[:, :, r].ravel()
        columns[f"cell_{r + 1}"] = batch.cells[:, :, r].ravel()
    return pa.table(columns)


def store_events(
    design: Design,
    folder: str | Path,
    *,
    events: int,
    seed: int,
    chunk: int | None = None,
    resume: bool = False,
    progress: Callable[[int], None] | None = None,
    each: Callable[[EventBatch], None] | None = None,
) -> Path:
    """Simulate into a folder, one Parquet part a chunk.

    A part is written under another name first and then renamed, so that a part that is there is
    whole: stopped at any moment, the rest can be made with ``resume``.

    Parameters
    ----------
    design, events, seed
        What to simulate.
    folder
        Made where it is missing; it must be empty, or hold the same simulation and ``resume``.
    chunk
        Events a part.
    resume
        Go on with what is there.
    progress
        Called with the number of events done.
    each
        Called with every batch that was simulated now.

    Returns
    -------
    Path
        The folder.
    """
    import pyarrow.parquet as pq

    size = chunk or chunk_size(design)
    if events < 1 or size < 1:
        raise TprstatsError(
            f"{counted(events, 'event')} in chunks of {size}: at least one of either"
        )
    target = Path(folder)
    wanted = {
        "design": design_factors(design),
        "events": events,
        "seed": seed,
        "chunk": size,
        "version": __version__,
    }
    _prepare(target, wanted, resume)
    for k, first in enumerate(range(0, events, size)):
        count = min(size, events - first)
        part = target / f"part-{k:05d}.parquet"
        if not (resume and part.exists()):
            batch = simulate_range(design, first, count, seed)
            temporary = part.with_suffix(".tmp")
            pq.write_table(batch_table(batch), temporary)
            os.replace(temporary, part)
            if each is not None:
                each(batch)
        if progress is not None:
            progress(first + count)
    return target


def _prepare(target: Path, wanted: dict[str, Any], resume: bool) -> None:
    """Write the manifest, or compare it with the one that is there."""
    manifest = target / MANIFEST
    if manifest.exists():
        if not resume:
            raise InputError(
                "holds a simulation already; --resume goes on with it", source=str(target)
            )
        before = json.loads(manifest.read_text())
        plain = json.loads(json.dumps(wanted))
        differ = [k for k in wanted if before.get(k) != plain[k]]
        if differ:
            said = ", ".join(f"{k} {before.get(k)!r} there, {plain[k]!r} asked for" for k in differ)
            raise InputError(f"holds another simulation: {said}", source=str(target))
        return
    if target.exists() and any(target.iterdir()):
        raise InputError("is not empty; choose a new folder", source=str(target))
    target.mkdir(parents=True, exist_ok=True)
    temporary = target / f".{MANIFEST}.tmp"
    temporary.write_text(json.dumps(wanted, indent=2) + "\n")
    os.replace(temporary, manifest)
