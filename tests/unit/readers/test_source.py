"""Bytes to text: limits, encodings, and what is no text."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tprstats.errors import InputError, UnknownNameError
from tprstats.readers import READERS, read

LIST = "opponent,rating,result\nMüller,2300,1\nØsterby,2250,0.5\n"


def names(event):
    return [g.opponent for g in event.records[0].games]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_an_encoding_that_the_file_states_needs_no_note(encoding):
    event = read(LIST.encode(encoding))
    assert names(event) == ["Müller", "Østerby"]
    assert not any("read as" in a.what for a in event.adjustments)


def test_a_guessed_encoding_is_noted_with_its_line():
    event = read(LIST.encode("cp1252"))
    assert names(event) == ["Müller", "Østerby"]
    assert event.adjustments[0].line == 2
    assert "cp1252" in event.adjustments[0].what


def test_a_given_encoding_is_used():
    assert names(read(LIST.encode("cp850"), encoding="cp850")) == ["Müller", "Østerby"]
    with pytest.raises(InputError, match="not in the encoding ascii"):
        read(LIST.encode(), encoding="ascii")
    with pytest.raises(InputError, match="no encoding 'klingon'"):
        read(LIST.encode(), encoding="klingon")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end):
    assert names(read(LIST.replace("\n", end).encode())) == ["Müller", "Østerby"]


@pytest.mark.parametrize("content", [b"", b"\n \r\n\t", b"\xef\xbb\xbf", b"\x1a"])
def test_empty(content):
    with pytest.raises(InputError, match="empty"):
        read(content)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"PK\x03\x04rest", "Excel"),
        (b"\x1f\x8brest", "gzip"),
        (b"%PDF-1.7", "PDF"),
        (b"rating,result\n2300,1\n\0\0", "binary"),
        (bytes(range(1, 32)) * 4, "binary"),
    ],
)
def test_binary(content, what):
    with pytest.raises(InputError, match=what):
        read(content)


def test_a_binary_file_names_its_line():
    with pytest.raises(InputError) as caught:
        read(b"rating,result\n2300,1\n\0\0")
    assert (caught.value.source, caught.value.line) == ("bytes", 3)


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        read(tmp_path / "nothing.trf")
    with pytest.raises(InputError, match="folder"):
        read(tmp_path)


def test_a_large_file_is_refused_before_it_is_parsed(tmp_path):
    path = tmp_path / "large.csv"
    path.write_text(LIST)
    size = path.stat().st_size
    assert len(read(path, max_bytes=size)) == 3
    with pytest.raises(InputError, match="larger than"):
        read(path, max_bytes=size - 1)


def test_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(LIST.encode())))
    event = read("-")
    assert event.source == "stdin"
    assert names(event) == ["Müller", "Østerby"]


def test_the_extension_says_nothing(tmp_path, data):
    path = tmp_path / "event.csv"
    path.write_bytes((data / "trf" / "irl_bom_2p.trf").read_bytes())
    assert len(read(path)) == 2


def test_an_unknown_format_says_what_was_looked_for():
    with pytest.raises(InputError) as caught:
        read(b"Dear arbiter,\nplease find no results below.\nYours\n")
    message = str(caught.value)
    assert message.startswith("bytes: unknown format")
    assert all(reader.name in message for reader in READERS.values())


@pytest.mark.parametrize(
    ("content", "what"),
    [(b"<!DOCTYPE html><table>", "HTML"), (b"<?xml?><a/>", "XML"), (b'{"players": []}', "JSON")],
)
def test_formats_that_are_known_but_not_read(content, what):
    with pytest.raises(InputError, match=what):
        read(content)


def test_a_format_can_be_given():
    with pytest.raises(InputError, match="no player lines"):
        read(LIST.encode(), kind="trf")
    with pytest.raises(UnknownNameError, match="nearest: pgn"):
        read(LIST.encode(), kind="png")


def test_reading_imports_nothing_heavy():
    import subprocess
    import sys

    code = (
        "import sys; from tprstats.readers import read; read(b'rating,result\\n2300,1\\n'); "
        "bad = {'pandas', 'numba', 'matplotlib', 'openpyxl', 'lxml'} & set(sys.modules); "
        "sys.exit(str(bad) if bad else 0)"
    )
    root = Path(__file__).parents[3]
    subprocess.run([sys.executable, "-c", code], check=True, cwd=root)
