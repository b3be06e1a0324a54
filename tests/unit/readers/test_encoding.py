"""Code pages told apart by letters and federations."""

from __future__ import annotations

import random

import pytest

from tprstats.readers import read
from tprstats.readers._encoding import guessed_encoding

NAMES = {
    "cp1252": ["Müller, Jürgen", "Peña, José", "Østergård, Åse", "Lefèvre, Noël", "Größe, Paß"],
    "cp1250": ["Wałęsa, Michał", "Żuk, Łukasz", "Kądziołka, Beata", "Śliwa, Paweł"],
    "cp1251": ["Каспаров, Гарри", "Ботвинник, Михаил", "Ёлкин, Пётр", "Спасский, Борис"],
    "cp1253": ["Μαστροβασίλης, Δημήτρης", "Παπαϊωάννου, Ιωάννης", "Κοτρωνιάς, Βασίλειος"],
    "koi8-r": ["Каспаров, Гарри", "Ботвинник, Михаил", "Таль, Михаил"],
    "cp866": ["Каспаров, Гарри", "Ботвинник, Михаил", "Таль, Михаил"],
}


@pytest.mark.parametrize("encoding", NAMES)
def test_letters(encoding):
    text = "Name;Rtg;1.Rd\n" + "\n".join(f"{n};2400;" for n in NAMES[encoding])
    assert guessed_encoding(text.encode(encoding)) == encoding


def test_federations_tell_czech_and_turkish_from_western_letters():
    czech = "Dvořáček, Jiří;CZE\nNěmec, Pavel;CZE\nSmith, John;ENG\n"
    assert guessed_encoding(czech.encode("cp1250")) == "cp1250"
    turkish = "Yılmaz, Işık;TUR\nGöçoğlu, Şahin;TUR\n"
    assert guessed_encoding(turkish.encode("cp1254")) == "cp1254"


def test_a_table_in_cp1250_is_read_and_the_guess_noted():
    table = "No;Name;Rtg;1.Rd\n1;Wałęsa, Michał;2400;2w1\n2;Żuk, Łukasz;2300;1b0\n"
    event = read(table.encode("cp1250"))
    assert event.record(1).player.name == "Wałęsa, Michał"
    assert any("read as cp1250" in a.what for a in event.adjustments)


def test_any_bytes_can_be_decoded_by_the_guess():
    rng = random.Random(1)
    for _ in range(300):
        data = bytes(rng.choice(b"AbcE \n\x81\x8d\x98\xb3\xc3\xe9\xff\xfd") for _ in range(30))
        data.decode(guessed_encoding(data))
