"""The fast scanner against the careful one, and in bounded memory."""

from __future__ import annotations

import bz2
import gzip
import random
import tracemalloc

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from tprstats.errors import InputError
from tprstats.readers import read
from tprstats.readers._notes import Notes
from tprstats.readers._pgn_games import GAME_END, GAME_START, scan_games
from tprstats.readers._pgn_scan import scan_headers
from tprstats.readers._source import open_source
from tprstats.readers.pgn import scan_pgn

FRAGMENTS = [
    '[Event "A"]\n', '[Event "B"]\n', '[Site "x"]\n', '[White "W"]\n', '[Black "B"]\n',
    '[Result "1-0"]\n', '[ECO "B01"]\n', '\n', '\n', '\n', '1. e4 e5 1-0\n', '1-0\n', '*\n',
    '{ a comment } ', '{', '}', '; rest [Event "x"]\n', '% line\n', '%[Event "y"]\n',
    '{\n[Event "z"]\n}', '\n\n[Event "in a comment?"]\n\n', ' [Event "blank"]\n', '\t[Site "t"]\n',
    '[ Event "inner"]\n', '[\tSite "inner"]\n', '[Event "quote"s"]\n', '[Event "esc \\" \\\\"]\n',
    '[Site "back\\\\slash\\\\"]\n', '[Site "one\\x"]\n', '[Event]\n', '[Event "open\n',
    '[White "W"]', '[Event  "two blanks"]\n', '[Event"none"]\n', '[foo-bar "x"]\n',
    '[1st "x"]\n', '[_under "x"]\n',
    '[Event ""]\n', '[%clk 0:01:00]\n', '[Event "A"] 1. e4 *\n', '[Event "tail"] \n', '"', '\\',
    '(1. d4 [ {a (} )', '[Élan "é"]\n', '[White "Müller"]\n', 'x', '[', ']', '[E "]\n',
]  # fmt: skip


def fast(text, pieces=None):
    notes = Notes()
    with open_source(text.encode()) as source:
        found = list(scan_games(pieces or source.pieces(GAME_END, GAME_START), notes))
    return [(g.line, g.tags, g.opening, g.ending) for g in found], notes


def careful(text):
    notes = Notes()
    return [(g.line, g.tags, g.opening, g.ending) for g in scan_headers(text, notes)], notes


def same(text):
    ours, our_notes = fast(text)
    theirs, their_notes = careful(text)
    assert [(line, tags) for line, tags, *_ in ours] == [(line, tags) for line, tags, *_ in theirs]
    # The end of the file may lack its line feed, so the first letters of the ends may differ.
    assert [e.split()[-1:] for *_, e in ours] == [e.split()[-1:] for *_, e in theirs]
    # What stands in the moves of a plain game is not looked at: an open comment changes nothing.
    kinds = [
        {a.what for a in notes.event()} - {"comment without an end: read as moves"}
        for notes in (our_notes, their_notes)
    ]
    assert kinds[0] == kinds[1]


@given(st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=25).map("".join))
def test_the_same_games_as_the_careful_scanner(text):
    if text.strip():
        same(text)


@pytest.mark.parametrize("seed", range(4))
def test_the_same_games_in_long_mixtures(seed):
    rng = random.Random(seed)
    whole = '[Event "A"]\n[White "W"]\n[Result "*"]\n\n1. e4 {x} *\n\n'
    for _ in range(100):
        parts = [whole if rng.random() < 0.7 else rng.choice(FRAGMENTS) for _ in range(60)]
        same("".join(parts))


def test_the_same_games_of_a_real_file(data):
    text = (data / "pgn" / "candidates_2013_london.pgn").read_text()
    assert len(fast(text)[0]) == 56
    same(text)
    same(text.rstrip("\n"))


@pytest.mark.parametrize("block", [200, 1000, 4096])
def test_where_the_blocks_end_changes_nothing(block, data, monkeypatch):
    text = (data / "pgn" / "candidates_2013_london.pgn").read_text()
    whole = fast(text)[0]
    monkeypatch.setattr("tprstats.readers._source.HEAD", block)
    monkeypatch.setattr("tprstats.readers._source.BLOCK", block)
    for ends in ("\n", "\r\n", "\r"):
        assert fast(text.replace("\n", ends))[0] == whole


def test_files_put_together_keep_their_games():
    """A byte order mark in the middle, and two encodings."""
    one = '[Event "A"]\n[White "Müller"]\n\n1-0\n\n'
    both = one.encode("utf-8-sig") + one.encode("utf-8-sig") + one.encode("cp1252")
    notes = Notes()
    games = list(scan_games([both], notes))
    assert [g.tags["White"] for g in games] == ["Müller"] * 3
    assert [(a.what.split(":")[0], a.line) for a in notes.event()] == [("not UTF-8", 11)]


@pytest.mark.parametrize(
    "pack", [bytes, gzip.compress, bz2.compress, zstandard.ZstdCompressor().compress]
)
def test_scanning_takes_a_few_megabytes_of_memory(pack):
    game = (
        '[Event "A"]\n[White "W"]\n[Black "B"]\n[Result "1-0"]\n\n' + "1. e4 e5 " * 150 + "1-0\n\n"
    )
    packed = pack(game.encode() * 12_000)
    tracemalloc.start()
    count = sum(game["White"] == "W" for game in scan_pgn(packed))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 12_000
    assert peak < 12_000_000, f"{peak:,} bytes for a file of 16 MB"


def test_a_game_without_end_is_refused_by_a_limit_that_can_be_raised():
    game = '[Event "A"]\n[White "W"]\n[Black "B"]\n[Result "1-0"]\n\n' + "1. e4 " * 400_000
    with pytest.raises(InputError, match="longer than 1,000,000 bytes; raise the limit"):
        read(game.encode(), max_line=1_000_000)
    assert len(read(game.encode(), max_line=3_000_000)) == 2
