"""Real files against their manifest, python-chess and the FIDE TEC tie-break engine.

Most of these files may not be copied into the project: give their folder by ``--real-files``.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import re
from collections import Counter
from pathlib import Path

import chess.pgn
import pytest

from tprstats.errors import InputError
from tprstats.readers import read
from tprstats.records import Event, GameKind

# Files made to be refused, or in a form that no reader here takes, and why.
REFUSED_TRF = {
    "invalid_2p.trf": "start number",
    "trfx_broken_lines_13p.trf": "round 2: '1 w ù'",
}
# No score in the manifest; the file numbers its games 1 to 317.
LOG_GAMES = {"niemann_otb_2021_22.csv": 317}
# Owners under two spellings: kept apart by the reader, one player in the manifest.
OWNERS = {
    "carlsen_otb_online.pgn": ["Carlsen,M", "Carlsen,Magnus"],
    "polgar_j_career.pgn": ["Polgar, Judit", "Polgar,Ju"],
}


def manifest(folder: Path, kinds: str) -> list[dict[str, str]]:
    with (folder / "manifest.csv").open(encoding="utf-8") as file:
        rows = [r for r in csv.DictReader(file) if r["kind"] in kinds.split()]
    found = [r for r in rows if (folder / r["file"]).exists()]
    assert found
    return found


def test_players_and_rounds_of_every_trf(real_files):
    """Counts of the manifest: 001 lines and columns of rounds, by another program."""
    for row in manifest(real_files, "trf"):
        path = real_files / row["file"]
        if words := REFUSED_TRF.get(path.name):
            with pytest.raises(InputError, match=words):
                read(path)
            continue
        event = read(path)
        assert (len(event), event.rounds) == (int(row["players"]), int(row["rounds"])), path.name


def test_points_equal_the_points_column_or_the_difference_is_listed(real_files):
    checked = 0
    for row in manifest(real_files, "trf"):
        path = real_files / row["file"]
        if path.name in REFUSED_TRF:
            continue
        event = read(path)
        other_system = any("points column not compared" in a.what for a in event.adjustments)
        for record in event:
            if record.points is None or other_system:
                continue
            total = sum(g.half_points for g in record.games) / 2
            noted = any("points column says" in a.what for a in record.adjustments)
            assert (total != record.points) == noted, (path.name, record.player)
            checked += 1
    assert checked > 2000


def test_points_and_average_opponents_of_the_fide_engine(real_files):
    """FIDE's engine lists points (byes included) and ARO of about 2,100 players.

    Its ARO takes games over the board only, unrated opponents at a stated rating, and rounds
    half up (Handbook C.07 10.1).
    """
    cases = json.loads((real_files / "peer_engine_tbs.json").read_text())["cases"]
    compared = 0
    for case in cases:
        event = read(real_files / case["file"])
        unrated = case["unrated_set_to"]
        for number, expected in case["expected"].items():
            record = event.record(int(number))
            points = sum(g.half_points for g in record.games) / 2
            assert points == expected["PTS"], (case["id"], number)
            ratings = [
                unrated if g.opponent_rating is None else int(g.opponent_rating)
                for g in record.played()
            ]
            if expected["ARO"] is not None and None not in ratings and ratings:
                n = len(ratings)
                assert (2 * sum(ratings) + n) // (2 * n) == expected["ARO"], (case["id"], number)
                compared += 1
    assert compared > 1900


def by_gacrux(path: Path) -> set[tuple[int, int, int, int]] | None:
    """(Round, White, Black, White's half points) of games over the board.

    None for a file that gacrux refuses, and for a team event, whose first tournament is the teams.
    """
    gacrux = pytest.importorskip("gacrux.trf2json")
    from gacrux.gacruxexeptions import GacruxInputError

    data = path.read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252")
    file = gacrux.trf2json()
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            file.parse_file(text.replace("\r\n", "\n").replace("\r", "\n"), 0)
    except (GacruxInputError, KeyError, ValueError):
        return None
    points = {"W": 2, "D": 1, "L": 0}
    tournament = file.get_tournament(1)
    if tournament["teamTournament"]:
        return None
    games = tournament["gameList"]
    played = [g for g in games if g["played"] and g["black"] and g["white"].get("result") in points]
    return {
        (g["round"], g["white"]["cid"], g["black"]["cid"], points[g["white"]["result"]])
        for g in played
    }


def test_the_games_of_every_trf_against_gacrux(real_files):
    """gacrux refuses about ten of these files (mostly for points that do not add up)."""
    compared = games = 0
    for row in manifest(real_files, "trf"):
        path = real_files / row["file"]
        theirs = None if path.name in REFUSED_TRF else by_gacrux(path)
        if theirs is None:
            continue
        event = read(path)
        if any("own line is used" in a.what for a in event.adjustments):
            continue
        ours = {
            (g.round, r.player.number, g.opponent_number, g.half_points)
            for r in event
            for g in r.played()
            if g.colour > 0
        }
        assert ours == theirs, path.name
        compared += 1
        games += len(ours)
    assert compared >= 39
    assert games > 8_000


def test_each_game_of_a_trf_is_played_by_two(real_files):
    """Where no difference is listed, wins and losses and the two colours balance."""
    balanced = 0
    for row in manifest(real_files, "trf"):
        path = real_files / row["file"]
        if path.name in REFUSED_TRF:
            continue
        event = read(path)
        if any("own line is used" in a.what for a in event.adjustments):
            continue
        games = [g for r in event for g in r.played()]
        assert sum(g.half_points for g in games) == len(games), path.name
        assert sum(g.colour for g in games) == 0, path.name
        balanced += 1
    assert balanced > 40


def both_sides(event: Event) -> Counter[tuple[object, ...]]:
    """Each game as White sees it: names, Elos and result."""
    return Counter(
        (r.player.name, g.opponent, g.own_rating, g.opponent_rating, g.half_points)
        for r in event
        for g in r.games
        if g.colour > 0
    )


RESULTS = {"1-0": 2, "0-1": 0, "1/2-1/2": 1, "*": 0}


def by_python_chess(path: Path) -> Counter[tuple[object, ...]]:
    def elo(text: str) -> float | None:
        return float(text) if text.isdigit() and int(text) else None

    games: Counter[tuple[object, ...]] = Counter()
    with path.open(encoding="utf-8-sig", errors="surrogateescape") as file:
        while (h := chess.pgn.read_headers(file)) is not None:
            white, black = (" ".join(h[side].split()) for side in ("White", "Black"))
            elos = elo(h.get("WhiteElo", "")), elo(h.get("BlackElo", ""))
            black = "" if black in ("?", "NN") else black
            games[(white, black, *elos, RESULTS[h["Result"]])] += 1
    return games


def test_every_pgn_against_python_chess(real_files):
    total = 0
    for row in manifest(real_files, "event_pgn log_pgn"):
        path = real_files / row["file"]
        ours, theirs = both_sides(read(path)), by_python_chess(path)
        # A side without a name has no record: the game is there from the other side.
        theirs = Counter({g: n for g, n in theirs.items() if g[0] not in ("?", "NN")})
        assert ours == theirs, path.name
        total += theirs.total()
    assert total > 10_000


def test_scores_and_averages_of_the_complete_events(real_files):
    """``peer/events_tpr.csv``: games, score and rounded ARO by another implementation."""
    with (real_files / "peer" / "events_tpr.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    events = {
        name: read(real_files / "events" / f"{name}.pgn") for name in {r["event"] for r in rows}
    }
    for row in rows:
        record = events[row["event"]].record(row["player"])
        ratings = [int(g.opponent_rating) for g in record.rated()]
        n = len(ratings)
        assert n == int(row["games_rated"])
        assert record.half_points == 2 * float(row["score"])
        assert (2 * sum(ratings) + n) // (2 * n) == int(row["ARO"])


def test_armageddon_games_are_not_counted(real_files):
    """Norway Chess: 10 players once, or 6 twice, in classical games."""
    for name, classical in (("norway_2022", 45), ("norway_2024", 30), ("norway_2025", 30)):
        event = read(real_files / "events" / f"{name}.pgn")
        games = [g for r in event for g in r.games]
        assert sum(g.kind is GameKind.PLAYED for g in games) == 2 * classical
        assert sum(g.kind is GameKind.TIEBREAK for g in games) == len(games) - 2 * classical


def test_crosstables(real_files):
    """Points columns agree with the cells in all 220 + 108 lines; Sinquefield as published."""
    for name, players, rounds in (
        ("events/moscow_open_2018_A.csv", 220, 9),
        ("events/sinquefield_2014.csv", 6, 10),
        ("crosstable/chessresults_british2026_final_semicolon_cp1252.csv", 108, 9),
    ):
        event = read(real_files / name)
        assert (len(event), event.rounds) == (players, rounds)
        assert not any("points column" in a.what for a in event.adjustments)
        assert not any("own line is used" in a.what for a in event.adjustments)
    caruana = read(real_files / "events" / "sinquefield_2014.csv").record("Caruana")
    assert (caruana.half_points, len(caruana.rated())) == (17, 10)
    with pytest.raises(InputError, match="more than 1 point in a game"):
        read(real_files / "events" / "altibox_2019_noratings.csv")


def test_a_crosstable_and_its_trf_agree(real_files):
    """The same event by two readers (the TRF was written by another program)."""
    table = read(real_files / "crosstable/chessresults_british2026_final_semicolon_cp1252.csv")
    trf = read(real_files / "peer" / "british2026_champ_final_from_html.trf")
    for ours, theirs in zip(table, trf, strict=True):
        one, two = (
            [(g.opponent_number, g.half_points, g.colour) for g in r.played()]
            for r in (ours, theirs)
        )
        assert one == two, ours.player


def test_logs(real_files):
    """Games, score and opponents' range of each log's owner, counted by another program."""
    stated = re.compile(r"(\d+) games, score ([\d.]+), opponents (\d+)\.\.(\d+) mean (\d+)")
    for row in manifest(real_files, "log_csv log_pgn"):
        path = real_files / row["file"]
        match = stated.search(f"{row['check']} {row['note']}")
        event = read(path)
        owners = OWNERS.get(path.name, [event.records[0].player.name])
        games = [g for name in owners for g in event.record(name).played()]
        if match is None:
            assert len(games) == LOG_GAMES[path.name]
            continue
        ratings = [int(g.opponent_rating) for g in games if g.rated]
        n, score, low, high, mean = map(float, match.groups())
        assert len(games) == n, path.name
        assert sum(g.half_points for g in games) == 2 * score, path.name
        assert (min(ratings), max(ratings)) == (low, high), path.name
        assert abs(sum(ratings) / len(ratings) - mean) <= 0.5, path.name


def games_of(event: Event) -> list[list[tuple[object, ...]]]:
    """Who met whom with what result: what two forms of one event must agree on."""
    return [
        [(g.round, g.opponent_number, g.half_points, g.colour) for g in r.played()] for r in event
    ]


def test_the_forms_of_a_crosstable_agree(real_files):
    """Page, workbook and the TRF that another program made of the page."""
    folder = real_files / "crosstable"
    trf = read(real_files / "peer" / "frome2026_open_from_html.trf")
    for name in ("chessresults_frome2026_open_crosstable.html", "chessresults_frome2026_open.xlsx"):
        event = read(folder / name)
        assert (len(event), event.rounds, event.name) == (38, 5, "Frome Chess Congress 2026 - Open")
        assert games_of(event) == games_of(trf)
        assert [p.rating for p in event.players] == [p.rating for p in trf.players]
        assert [r.points for r in event] == [r.points for r in trf]
        assert not any("points column" in a.what for a in event.adjustments)
    trf = read(real_files / "peer" / "british2026_champ_final_from_html.trf")
    for name in ("crosstable_final", "crosstable_final_norating"):
        event = read(folder / f"chessresults_british2026_champ_{name}.html")
        assert games_of(event) == games_of(trf)
        unrated = {p.rating is None for p in event.players}
        assert unrated == {name.endswith("norating")}


def test_pages_of_running_events(real_files):
    jeddah = read(real_files / "crosstable" / "chessresults_jeddah2026_crosstable.html")
    assert (len(jeddah), jeddah.rounds) == (32, 2)
    second = [g.kind for r in jeddah for g in r.games if g.round == 2]
    assert set(second) <= {GameKind.UNFINISHED, GameKind.UNPAIRED, GameKind.BYE, GameKind.HALF_BYE}
    paired = read(real_files / "crosstable" / "chessresults_british2026_champ_r6_midround.html")
    champ = read(real_files / "crosstable" / "chessresults_british2026_champ_crosstable_final.html")
    assert (len(paired), paired.rounds) == (108, 6)
    # The pairings page of round 6 and the crosstable of round 8: the same games (of grandmasters,
    # whose names were not replaced), with more results.
    # The crosstable leaves the comma of a name out.
    by_name = {r.player.name: r for r in champ}
    same = 0
    for record in paired:
        (game,) = record.games
        known = by_name.get(record.player.name.replace(",", ""))
        if known is not None and game.kind is GameKind.PLAYED:
            other = next(g for g in known.games if g.round == 6)
            assert (other.half_points, other.colour) == (game.half_points, game.colour)
            assert other.opponent_rating == game.opponent_rating
            same += 1
    assert same >= 5


def test_swiss_perfect(real_files):
    """Points columns of the text exports agree with the cells; players as the files have lines."""
    for name, players, rounds in (
        ("LimerickClubChampionship09.txt", 18, 7),
        ("gonzaga_challengers_2010.txt", 56, 6),
    ):
        event = read(real_files / "swissperfect" / name)
        assert (len(event), event.rounds) == (players, rounds)
        assert not any("points column" in a.what for a in event.adjustments)
        games = [g for r in event for g in r.played()]
        assert sum(g.half_points for g in games) == len(games)


def test_swiss_perfect_files(real_files):
    """The .trn with its .sco against the text export of the same event by Swiss Perfect."""
    folder = real_files / "swissperfect"
    own = read(folder / "gonzaga_challengers_2010.trn")
    text = read(folder / "gonzaga_challengers_2010.txt")
    games = {p.number: g for p, g in zip(text.players, games_of(text), strict=True)}
    assert len(own) == 56
    for record in own:
        ours = [(g.round, g.opponent_number, g.half_points) for g in record.played()]
        assert ours == [row[:3] for row in games[record.player.number]]
    assert own.name == "Gonzaga Chess Classic 2010 Challengers Section"
    ncc = read(folder / "ncc.trn")
    assert (len(ncc), ncc.rounds) == (77, 4)
    assert any("two lists mixed" in a.what for a in ncc.adjustments)


def test_us_chess_standings(real_files):
    """Scores of the answers equal the outcomes; the counts are those of the manifest."""
    for name, players, rounds, games in (
        ("rockville-u1500", 20, 4, 33),
        ("dmv-extra-games", 8, 3, 4),
        ("acc-may-2026", 116, 5, 129),
    ):
        event = read(real_files / "crosstable" / f"uscf_api_standings_{name}.json")
        assert (len(event), event.rounds) == (players, rounds)
        assert sum(len(r.played()) for r in event) == 2 * games
        assert not any("points column" in a.what for a in event.adjustments)
        assert not any("own line is used" in a.what for a in event.adjustments)


def test_the_page_of_outcomes_has_every_file(real_files):
    """``docs/files.md`` is written by ``make docs-files``."""
    page = (Path(__file__).parents[3] / "docs" / "files.md").read_text(encoding="utf-8")
    with (real_files / "manifest.csv").open(encoding="utf-8") as file:
        names = [r["file"] for r in csv.DictReader(file)]
    there = [n for n in names if (real_files / n).exists() and not n.startswith("pairing/")]
    assert [n for n in there if f"| {n} |" not in page] == []


def test_reports_of_games_abroad(real_files):
    event = read(real_files / "swissperfect" / "icu_foreign_valid.csv")
    assert (event.name, event.kind, len(event)) == ("Isle of Man Masters, 2007", "log", 2)
    assert [(r.points, len(r.played()), len(r.rated())) for r in event] == [(4, 8, 8), (3, 9, 8)]
    assert event.adjustments == ()
    event = read(real_files / "swissperfect" / "icu_foreign_latin-1.csv")
    assert [(r.points, r.games[0].opponent_rating) for r in event] == [(1.0, 2800.0)]


# Files that no reader here takes, and the words that say why.
REFUSED = {
    "chessresults_british2026_champ_startingrank.html": "a list of players, no results",
    "chessresults_ru_september_2025.json": "JSON",
    "LimerickClubChampionship09.sco": "give the .trn",
    "uscf_TDEXPORT.DBF": "dBase",
    "uscf_THEXPORT.DBF": "dBase",
    "uscf_TSEXPORT.DBF": "dBase",
    "candidates_2026_open.json": "JSON",
    "altibox_2019_noratings.csv": "more than 1 point in a game",
    "LimerickClubChampionship09.ini": "Swiss Perfect",
    "gonzaga_challengers_2010.ini": "Swiss Perfect",
    "ncc.ini": "Swiss Perfect",
}


def test_files_that_are_refused_say_why(real_files):
    for path in sorted(real_files.rglob("*")):
        if words := REFUSED.get(path.name):
            with pytest.raises(InputError, match=words) as caught:
                read(path)
            assert "\n" not in str(caught.value)
