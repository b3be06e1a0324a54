"""Bytes to text: limits, encodings, and what is no text."""

from __future__ import annotations

import bz2
import gzip
import io
import tracemalloc
import zipfile
from pathlib import Path

import pytest
import zstandard

from tprstats.errors import InputError, UnknownNameError
from tprstats.readers import READERS, read
from tprstats.readers._source import open_source

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
        (b"PK\x03\x04rest", "zip file that cannot be unpacked"),
        (b"\x1f\x8brest", "damaged or cut off"),
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
    assert all(reader.name.partition(" (")[0] in message for reader in READERS.values())


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


def zipped(**files):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return held.getvalue()


PACKERS = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "zstd": zstandard.ZstdCompressor().compress,
    "zip": lambda data: zipped(list=data),
}


@pytest.mark.parametrize("packer", PACKERS)
@pytest.mark.parametrize("way", ["bytes", "file", "stdin"])
def test_compressed_files_are_unpacked(packer, way, tmp_path, monkeypatch):
    packed = PACKERS[packer](LIST.encode())
    if way == "file":
        path = tmp_path / "list"
        path.write_bytes(packed)
        assert names(read(path)) == ["Müller", "Østerby"]
    elif way == "stdin":
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(packed)))
        assert names(read("-")) == ["Müller", "Østerby"]
    else:
        assert names(read(packed)) == ["Müller", "Østerby"]


@pytest.mark.parametrize("packer", PACKERS)
def test_a_bomb_stops_at_the_limit(packer):
    """A hundred megabytes in a small file: no more than the limit is unpacked."""
    bomb = PACKERS[packer](LIST.encode() + b"\n" * 100_000_000)
    assert len(bomb) < 1_000_000
    tracemalloc.start()
    with pytest.raises(InputError, match="larger than 1,000,000 bytes"):
        read(bomb, max_bytes=1_000_000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000_000


@pytest.mark.parametrize("packer", PACKERS)
def test_a_file_cut_off_is_refused_in_one_line(packer):
    packed = PACKERS[packer](LIST.encode() + bytes(range(97, 123)) * 500)
    for end in range(5, len(packed), max(1, len(packed) // 40)):
        with pytest.raises(InputError) as caught:
            read(packed[:end])
        assert "\n" not in str(caught.value)


def test_several_members_one_after_the_other_are_one_file():
    head, tail = LIST[:20].encode(), LIST[20:].encode()
    for packer in ("gzip", "bzip2", "zstd"):
        assert names(read(PACKERS[packer](head) + PACKERS[packer](tail))) == ["Müller", "Østerby"]


def test_a_zip_of_several_files_and_a_nest_of_files_are_refused():
    with pytest.raises(InputError, match="zip of 2 files"):
        read(zipped(a=LIST, b=LIST))
    nest = LIST.encode()
    for _ in range(5):
        nest = gzip.compress(nest)
    with pytest.raises(InputError, match="again and again"):
        read(nest)


def test_a_long_line_is_refused_by_a_limit_that_can_be_raised():
    long = LIST + "x" * 3000 + ",2100,1\n"
    with pytest.raises(InputError, match="longer than 2,000 bytes; raise") as caught:
        read(long.encode(), max_line=2000)
    assert caught.value.line == 4
    assert len(names(read(long.encode(), max_line=4000))) == 3


def test_the_pieces_are_the_text_and_stop_at_borders():
    content = "a\r\nb\rc\r\n\r\n" * 300_000
    with open_source(content.encode()) as source:
        pieces = list(source.pieces(b"\n", b"c"))
    plain = content.replace("\r\n", "\n").replace("\r", "\n")
    assert b"".join(pieces) == plain.encode()
    assert all(piece[:1] == b"c" and piece[-2:] == b"b\n" for piece in pieces[1:-1])
    assert len(pieces) > 2
    with open_source(LIST.encode("utf-16")) as source:
        assert b"".join(source.pieces(b"\n")) == LIST.encode()


@pytest.mark.parametrize("part", range(1, 8))
def test_a_border_across_two_reads(part, monkeypatch):
    monkeypatch.setattr("tprstats.readers._source.HEAD", 1)
    monkeypatch.setattr("tprstats.readers._source.BLOCK", part)
    with open_source(b"abXYcdXYeXYf") as source:
        pieces = list(source.pieces(b"X", b"Y"))
    assert b"".join(pieces) == b"abXYcdXYeXYf"
    assert all(piece.startswith(b"Y") for piece in pieces[1:])
    assert all(piece.endswith(b"X") for piece in pieces[:-1])
    assert len(pieces) == 4 or part > 2


def test_what_has_no_border_is_refused_with_its_line():
    with (
        open_source(b"a\nb\n" + b"c" * 3_000_000, max_line=1_000_000) as source,
        pytest.raises(InputError, match="longer than 1,000,000 bytes") as caught,
    ):
        list(source.pieces(b"\n"))
    assert caught.value.line == 3
