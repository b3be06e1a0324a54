"""The project's own CSV, as earlier versions wrote it."""

import csv
import io

import pytest

import tprstats as tpr
from tprstats.data import example_path
from tprstats.readers.tidy import write_tidy


@pytest.mark.parametrize("later", [["event_owner"], ["event_owner", "player_rank"]])
def test_files_from_before_a_column_was_there_are_read(tmp_path, later):
    rows = list(csv.reader(io.StringIO(write_tidy(tpr.read(example_path())))))
    places = [rows[0].index(c) for c in later]
    text = "\n".join(
        ",".join(f'"{c}"' for k, c in enumerate(r) if k not in places) for r in rows[1:]
    )
    heading = ",".join(c for c in rows[0] if c not in later)
    (tmp_path / "earlier.csv").write_text(f"{heading}\n{text}\n", encoding="utf-8")
    event = tpr.read(tmp_path / "earlier.csv")
    assert [r.player.name for r in event.records] == list(
        dict.fromkeys(r[rows[0].index("player")] for r in rows[1:])
    )
    assert any(r.rank is None for r in event.records) == ("player_rank" in later)


LOGS = {
    "pgn": b"".join(
        b'[Event "?"]\n[White "Ann"]\n[Black "%b"]\n[WhiteElo "2100"]\n[BlackElo "2000"]\n'
        b'[Result "1-0"]\n\n1. e4 1-0\n\n' % name
        for name in (b"Joan", b"Eve", b"Dee")
    ),
    "lichess": b"".join(
        b'{"id":"%d","rated":true,"variant":"standard","speed":"blitz","createdAt":1700000000000,'
        b'"status":"mate","players":{"white":{"user":{"name":"Ann"},"rating":1500},'
        b'"black":{"user":{"name":"B%d"},"rating":1600}},"winner":"white"}\n' % (k, k)
        for k in (1, 2, 3)
    ),
    "list": b"opponent,rating,result\nJoan,2000,1\nEve,2100,0\n",
}


@pytest.mark.parametrize("log", LOGS.values(), ids=LOGS)
def test_whose_log_it_is_is_kept(log):
    before = tpr.read(log)
    done = tpr.convert(before, "csv")
    after = tpr.read(done.text.encode())
    assert after.details == {"owner": before.details["owner"]}
    assert not any("owner" in str(x) for x in done.lost)


def test_the_owner_keeps_the_file_under_another_name():
    event = tpr.read(LOGS["pgn"]).merged({"Ann": "Anna"})
    assert event.details["owner"] == "Anna"
    assert tpr.read(tpr.convert(event, "csv").text.encode()).details["owner"] == "Anna"
