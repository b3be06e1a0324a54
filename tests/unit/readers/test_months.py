"""Dates with the month in letters."""

from __future__ import annotations

import calendar
import datetime as dt
import time

import pytest

from tprstats.readers import read
from tprstats.readers._months import beginnings
from tprstats.readers._values import parse_date

# Wide and abbreviated forms in a date, as Unicode's CLDR has them.
WRITTEN = [
    "January February March April May June July August September October November December",
    "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "ene feb mar abr may jun jul ago sept oct nov dic",
    "januari februari maart april mei juni juli augustus september oktober november december",
    "jan feb mrt apr mei jun jul aug sep okt nov dec",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "gen feb mar apr mag giu lug ago set ott nov dic",
]
NAMES = [(month, word) for words in WRITTEN for month, word in enumerate(words.split(), 1)]


@pytest.mark.parametrize(("month", "word"), NAMES)
def test_months_of_six_languages(month, word):
    expected = dt.date(2026, month, 5)
    for text in (f"5 {word} 2026", f"5. {word} 2026", f"{word} 5, 2026", f"05-{word}-2026",
                 f"5 {word.upper()} 2026", f"2026 {word} 5"):  # fmt: skip
        assert parse_date(text) == expected, text


@pytest.mark.parametrize(
    "text",
    [
        "5 Nov 2026", "Nov 5, 2026", "November 5th, 2026", "5. November 2026", "5-Nov-26",
        "Thu, 5 Nov 2026", "Donnerstag, den 5. November 2026", "5 de noviembre de 2026",
        "jueves 5 de noviembre de 2026", "Thursday, November 5, 2026", "5th of November 2026",
        "5. Nov. 2026 18:30", "5/Nov/2026",
    ],
)  # fmt: skip
def test_ways_to_write_a_day(text):
    assert parse_date(text) == dt.date(2026, 11, 5)


@pytest.mark.parametrize(
    "text", ["5 Nov", "November 2026", "31 Feb 2026", "5 jui 2026", "5 Foo 2026", "Round 5 2026",
             "0 Nov 2026", "5 Nov 20266"],
)  # fmt: skip
def test_what_is_no_day(text):
    assert parse_date(text) is None


def test_no_word_means_two_months():
    english = {name.casefold(): k for k, name in enumerate(calendar.month_name) if name}
    assert {word: beginnings()[word] for word in english} == english
    assert "jui" not in beginnings()


def test_hostile_texts_take_no_time():
    start = time.process_time()
    for text in ("5" + " " * 50_000, "a" * 50_000, "5 de " * 10_000, "Nov 5" + "," * 50_000):
        assert parse_date(text) is None
    assert time.process_time() - start < 1.0


def test_a_list_with_such_dates():
    rows = b"5. November 2026;A;2100;1\n12. Dez 2026;B;2150;0\n"
    event = read(b"Datum;Gegner;Elo;Ergebnis\n" + rows)
    games = event.records[0].games
    assert [str(g.date) for g in games] == ["2026-11-05", "2026-12-12"]


def test_a_date_that_is_not_understood_costs_no_game():
    event = read(b"Date;Opponent;Rating;Result\nsoon;A;2100;1\n2026-11-05;B;2150;0\n")
    games = event.records[0].games
    assert (len(games), games[0].date) == (2, None)
    (note,) = [a for a in event.adjustments if "date" in a.what]
    assert note.what == "date not understood: the game counts, without a date"
    assert (note.where, note.line) == ("soon", 2)
