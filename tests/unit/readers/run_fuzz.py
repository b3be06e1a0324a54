"""``make fuzz``: each reader against mutated files for some CPU minutes, within a memory limit.

A file that breaks a promise is kept in ``fuzz-found/`` with the reader's name. Exit status 1 then.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import random
import resource
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from fuzzing import BrokenPromiseError, mutated, originals, tried

from tprstats.readers import READERS

DATA = Path(__file__).parents[2] / "data"
FOUND = Path("fuzz-found")
MEMORY = 2 << 30


def fuzz(task: tuple[str, float, int, list[Path]]) -> tuple[str, int, int, list[str]]:
    """The reader's id, files tried, files read, and what went wrong (at most ten things)."""
    id_, seconds, seed, folders = task
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    files = originals(folders)[id_]
    rng = random.Random(f"{id_} {seed}")
    count = read = 0
    wrong: list[str] = []
    end = time.process_time() + seconds
    while time.process_time() < end and len(wrong) < 10:
        content = mutated(rng.choice(files), rng)
        kind = rng.choice((id_, id_, None))
        count += 1
        try:
            read += tried(content, kind)
        except (BrokenPromiseError, MemoryError) as error:
            FOUND.mkdir(exist_ok=True)
            name = f"{id_}-{hashlib.sha256(content).hexdigest()[:12]}"
            (FOUND / name).write_bytes(content)
            wrong.append(f"{FOUND / name} (kind {kind}): {error!r}"[:300])
    return id_, count, read, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600, help="CPU seconds for each reader")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--real-files", type=Path, help="a folder of more originals")
    parser.add_argument("readers", nargs="*", help="ids; all where left out")
    given = parser.parse_args()
    folders = [DATA / "trf", DATA / "pgn"] + ([given.real_files] if given.real_files else [])
    tasks = [(id_, given.seconds, given.seed, folders) for id_ in given.readers or READERS]
    print(f"seed {given.seed}, {given.seconds:g} CPU seconds a reader", flush=True)
    failed = 0
    with multiprocessing.get_context("spawn").Pool(given.workers, maxtasksperchild=1) as pool:
        for id_, count, read, wrong in pool.imap_unordered(fuzz, tasks):
            print(f"{id_}: {count:,} files, {read:,} read, {len(wrong)} failures", flush=True)
            print(*(f"  {line}" for line in wrong), sep="\n", end="\n" * bool(wrong), flush=True)
            failed += len(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
