"""The project's own CSV, as earlier versions wrote it."""

import csv
import io

import tprstats as tpr
from tprstats.data import example_path
from tprstats.readers.tidy import write_tidy


def test_files_from_before_ranks_were_kept_are_read(tmp_path):
    rows = list(csv.reader(io.StringIO(write_tidy(tpr.read(example_path())))))
    place = rows[0].index("player_rank")
    text = "\n".join(",".join(f'"{c}"' for k, c in enumerate(r) if k != place) for r in rows[1:])
    heading = ",".join(c for c in rows[0] if c != "player_rank")
    (tmp_path / "earlier.csv").write_text(f"{heading}\n{text}\n", encoding="utf-8")
    event = tpr.read(tmp_path / "earlier.csv")
    assert [r.player.name for r in event.records] == list(
        dict.fromkeys(r[rows[0].index("player")] for r in rows[1:])
    )
    assert all(r.rank is None for r in event.records)
