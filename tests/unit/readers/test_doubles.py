"""The same game twice in one file: left out where it is certain, noted where it is likely."""

from __future__ import annotations

import json

import pytest

from tprstats.readers import read

MOVES = (
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 "
    "10. d4 Nbd7 11. Nbd2 Bb7"
)


def pgn(site="https://lichess.org/AbCd1234", time="18:00:01", white="Ann", result="1-0",
        moves=MOVES, date="2026.05.01", event="rated game", round_="-", extra=""):  # fmt: skip
    black = "Joan" if white == "Ann" else "Ann"
    clock = f'[UTCDate "{date}"]\n[UTCTime "{time}"]\n' if time else ""
    return (
        f'[Event "{event}"]\n[Site "{site}"]\n[Date "{date}"]\n[Round "{round_}"]\n'
        f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n{clock}'
        f'[WhiteElo "1800"]\n[BlackElo "1750"]\n{extra}\n{moves} {result}\n\n'
    )


def read_all(*games, **options):
    """How many games are counted, and the notes on doubles."""
    data = "".join(games).encode()
    event = read(data, **options)
    notes = [str(a) for a in event.adjustments if "twice" in a.what or "like one" in a.what]
    return len(event.record("Ann").games), notes


class TestCertain:
    def test_two_exports_of_lichess_joined(self):
        other = pgn("https://lichess.org/EfGh5678", "18:09:00", white="Joan")
        found, (note,) = read_all(pgn(), other, pgn(moves="1. e4 { [%clk 0:03:00] } *"))
        assert found == 2
        assert "Ann against Joan (2026-05-01)" in note
        assert "1 game is in the file twice" in note
        assert "counted once" in note

    def test_the_score_is_that_of_one_game_each(self):
        event = read((pgn() * 3 + pgn("https://lichess.org/EfGh5678", "19:00:00")).encode())
        assert event.record("Ann").half_points == 4
        assert any("2 games are in the file twice" in a.what for a in event.adjustments)

    def test_chess_com(self):
        link = '[Link "https://www.chess.com/game/live/71234567890"]\n'
        game = pgn("Chess.com", extra=link)
        assert read_all(game, game)[0] == 1

    def test_equal_in_all_tags_and_the_time(self):
        game = pgn("Club server", moves="")
        assert read_all(game, game)[0] == 1

    def test_equal_in_all_tags_and_the_moves(self):
        game = pgn("Vienna AUT", "", event="Club open", round_="3")
        assert read_all(game, game)[0] == 1

    def test_line_ends_and_wrapping_do_not_matter(self):
        game = pgn("Vienna AUT", "", event="Club open", round_="3")
        wrapped = game.replace(" 5.", "\n5.").replace("\n", "\r\n")
        assert read_all(game, wrapped)[0] == 1

    def test_json_of_both_servers(self):
        players = {"white": {"user": {"name": "Ann"}, "rating": 1800},
                   "black": {"user": {"name": "Joan"}, "rating": 1700}}  # fmt: skip
        game = {"id": "AbCd1234", "rated": True, "variant": "standard", "speed": "blitz",
                "createdAt": 1667513819000, "status": "mate", "players": players,
                "winner": "white"}  # fmt: skip
        line = json.dumps(game) + "\n"
        assert read_all(line, line)[0] == 1
        assert read_all(line, line.replace("AbCd1234", "EfGh5678"))[0] == 2
        sides = {"white": {"username": "Ann", "rating": 1800, "result": "win"},
                 "black": {"username": "Joan", "rating": 1700, "result": "resigned"}}  # fmt: skip
        one = {"url": "https://www.chess.com/game/live/71234567890", "time_class": "blitz",
               "rules": "chess", "end_time": 1667513819, **sides}  # fmt: skip
        assert read_all(json.dumps({"games": [one, one]}))[0] == 1
        hidden = {**one, "url": "https://www.chess.com/game/live/0"}
        assert read_all(json.dumps({"games": [hidden, hidden]}))[0] == 2

    def test_a_table_with_addresses(self):
        table = (
            "Date,White,Black,White Elo,Black Elo,Result,Site\n"
            + "2026-05-01,Ann,Joan,1800,1750,1-0,https://lichess.org/AbCd1234\n" * 2
        )
        assert read_all(table)[0] == 1


class TestOtherGames:
    """Games of one day between the same two that are alike, and not the same."""

    @pytest.mark.parametrize(
        "other",
        [
            pgn("https://lichess.org/EfGh5678", "18:09:00"),
            pgn("https://lichess.org", "18:09:00"),
            pgn("Club", "", moves=MOVES.replace("Bb5", "Bc4"), event="Blitz night"),
            pgn("Club", "", round_="2", event="Double round robin"),
            pgn("Club", "", date="2026.05.08", event="Double round robin"),
            pgn("Club", "", white="Joan"),
            pgn("Club", "", result="1/2-1/2"),
        ],
    )
    def test_of_a_session(self, other):
        first = pgn(*(("https://lichess.org", "18:00:01") if "UTC" in other else ("Club", "")))
        assert read_all(first, other) == (2, [])

    def test_addresses_that_hide_the_game(self):
        games = [pgn("https://lichess.org/xxxxxxxx", f"18:0{k}:00") for k in range(4)]
        assert read_all(*games) == (4, [])

    def test_the_two_games_of_a_table(self):
        table = "Date;Gegner;Elo;Farbe;Ergebnis\n" + "".join(
            f"2026-05-01;Joan;1750;{colour};{result}\n"
            for colour, result in (("w", 1), ("s", 1), ("w", 0), ("s", 0.5))
        )
        event = read(table.encode())
        assert len(event.records[0].games) == 4
        assert not any("like one" in a.what for a in event.adjustments)

    def test_lines_that_tell_no_day_and_no_round(self):
        event = read(b"Gegner;Elo;Ergebnis\nJoan;1750;1\nJoan;1750;1\n")
        assert len(event.records[0].games) == 2
        assert not any("like one" in a.what for a in event.adjustments)


class TestLikely:
    def test_a_line_repeated(self):
        table = b"Nr;Date;Gegner;Elo;Farbe;Ergebnis;Runde\n" + b"".join(
            b"%d;2026-05-01;Joan;1750;w;1;2\n" % k for k in (1, 2)
        )
        event = read(table)
        assert len(event.records[0].games) == 2
        (note,) = [a for a in event.adjustments if "like one before" in a.what]
        assert note.what.startswith("1 game looks")
        assert note.line == 3
        assert "Joan (2026-05-01)" in note.where

    def test_games_without_moves_and_time(self):
        game = pgn("Moscow RUS", "", moves="", event="World Blitz", round_="30")
        found, (note,) = read_all(game, game)
        assert found == 2
        assert "may be the same: counted" in note
        assert read_all(game, game.replace("World Blitz", "Armageddon")) == (2, [])

    def test_the_same_moves_under_other_tags(self):
        game = pgn("Vienna AUT", "", event="Club open", round_="3")
        found, notes = read_all(game, game.replace("Club open", "Vienna Open 2026"))
        assert (found, len(notes)) == (2, 1)
