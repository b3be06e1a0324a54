"""Writing a file leaves what was there whole, and what is no file alone."""

from __future__ import annotations

import os
import stat
import threading

import pytest

from tprstats.errors import InputError
from tprstats.files import check_folder, make_folder, write_whole


def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()), daemon=True)
    reader.start()
    write_whole(pipe, "text")
    # A reader that nobody writes to would wait for ever.
    reader.join(timeout=10)
    assert got == ["text"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    file = tmp_path / "elsewhere" / "file"
    file.write_text("old")
    link = tmp_path / "link"
    link.symlink_to(file)
    write_whole(link, "new")
    assert link.is_symlink()
    assert file.read_text() == "new"


def test_a_folder_and_a_missing_one_are_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for folder in (tmp_path, "", "."):
        with pytest.raises(InputError, match="a folder, not a file"):
            write_whole(folder, "x")
    with pytest.raises(InputError, match=r"there/file: no such folder"):
        write_whole(tmp_path / "there" / "file", "x")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no such device")
def test_a_full_device_is_named():
    with pytest.raises(OSError, match="No space left") as caught:
        write_whole("/dev/full", "x")
    assert caught.value.filename == "/dev/full"
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


@pytest.mark.parametrize("name", ["file", "file/below", "file/far/below"])
def test_no_folder_where_a_file_is(tmp_path, name):
    (tmp_path / "file").write_text("kept")
    for refuse in (check_folder, make_folder):
        with pytest.raises(
            InputError, match=r"is a file, not a folder|: a file, not a folder"
        ) as e:
            refuse(tmp_path / name)
        assert "give the name of a new folder" in str(e.value)
    assert (tmp_path / "file").read_text() == "kept"


def test_a_folder_is_made_once_and_checked_without_being_made(tmp_path):
    check_folder(tmp_path / "a" / "b")
    assert not (tmp_path / "a").exists()
    for _ in range(2):
        assert make_folder(tmp_path / "a" / "b").is_dir()
