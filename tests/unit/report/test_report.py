"""The report about one player: what it holds, and that everybody can read its page."""

from __future__ import annotations

import datetime as dt
import html
import json
import math
import re
from dataclasses import replace
from itertools import pairwise

import pytest
from html_page import Page

import tprstats as tpr
from tprstats.errors import InputError, TprstatsError
from tprstats.rate import rate_records
from tprstats.records import Adjustment, Game, GameKind, Player
from tprstats.report.differences import steps
from tprstats.report.everybody import event_reports
from tprstats.report.games import MOST_SHOWN, games_table
from tprstats.report.norms import norms_of

NASTY = '<script>alert("1")</script>'
DAY = dt.date(2024, 1, 1)


def season(games: int = 24, **game) -> tpr.Record:
    """A record with dates, colours and openings, two rounds of which do not count."""
    rows = [
        Game(
            2300.0 + 10 * (k % 7), (2, 1, 0)[k % 3] if k < games - 8 else 2,
            opponent=f"Opponent {k}", colour=tpr.Colour(1 - 2 * (k % 2)), round=k + 1,
            date=DAY + dt.timedelta(days=9 * k), eco=("B90", "C42")[k % 4 // 2], own_rating=2310.0,
            **game,
        )
        for k in range(games)
    ]  # fmt: skip
    bye = Game(None, 2, kind=GameKind.BYE, round=games + 1, date=DAY + dt.timedelta(days=999))
    new = Game(None, 2, opponent="New", round=games + 2, date=DAY + dt.timedelta(days=999))
    return tpr.Record(Player("Ann", rating=2310.0), (*rows, bye, new))


@pytest.fixture(scope="module")
def short(example_event):
    return tpr.report(example_event, player="Dreskakgp")


@pytest.fixture(scope="module")
def full():
    return tpr.report(season(), seasons=300)


@pytest.fixture(scope="module", params=["short", "full", "list", "totals", "perfect"])
def page(request, short, full):
    if request.param == "list":
        record = tpr.Record.from_results([2300, None, 2400], [1, 1, 0.5], own=2350)
        return tpr.report(record).to_html()
    if request.param == "totals":
        return tpr.report(tpr.Record.from_totals(2300, 9, 6.5)).to_html()
    if request.param == "perfect":
        return tpr.report(tpr.Record.from_results([2300] * 5, [1] * 5)).to_html()
    return {"short": short, "full": full}[request.param].to_html()


# What it holds


def test_the_numbers_are_those_of_rate(short, example_event):
    record = example_event.record("Dreskakgp")
    alone = tpr.rate(record, method=["fide", "firth", "average"])
    for method in ("fide", "firth", "average"):
        assert short.rating.estimate(method).rating == alone.estimate(method).rating
    assert (short.rating.strength.low, short.rating.strength.high) == (
        alone.strength.low, alone.strength.high,
    )  # fmt: skip
    cells = Page(short.to_html()).cells
    assert f"{alone.estimate('firth').rating:.1f}" in cells
    assert cells.count(str(alone.strength)) >= 3


def test_steps_against_closed_forms():
    # 6.5/9 against equal opponents: average is AOR + 400 log10(13/5), the shortcut AOR + 800/4.5.
    record = tpr.Record.from_results([2300] * 9, [1] * 4 + [0.5] * 5)
    found = {(s.first, s.second): s for s in steps(tpr.rate(record))}
    curve = 400.0 * math.log10(13 / 5)
    assert found["average", "shortcut"].elo == pytest.approx(800 * (6.5 / 9 - 0.5) - curve)
    assert found["average", "fide"].elo == pytest.approx(166 - curve)  # dp(.72) = 166
    assert found["average", "per-opponent"].elo == pytest.approx(0.0, abs=1e-6)
    assert str(found["average", "per-opponent"]) == "per-opponent agrees with average here."
    assert "below per-opponent" in str(found["per-opponent", "firth"])  # it draws back to 2300
    apart = [abs(s.elo) for s in steps(tpr.rate(record))]
    assert apart == sorted(apart, reverse=True)


def test_steps_need_both_numbers():
    perfect = tpr.Record.from_results([2300, 2200], [1, 1])  # average has no number
    assert not any("average" in (s.first, s.second) for s in steps(tpr.rate(perfect)))


def test_games_and_what_was_left_out(full):
    table = games_table(full.rounds)
    assert len(full.rounds) == len(table.rows) - 1 == 26
    assert [r.left_out for r in full.rounds[-2:]] == [
        "pairing-allocated bye: not counted", "unrated opponent",
    ]  # fmt: skip
    assert full.rounds[0].expected == pytest.approx(1 / (1 + 10 ** ((2300 - 2310) / 400)))
    expected = sum(1 / (1 + 10 ** ((2300 + 10 * (k % 7) - 2310) / 400)) for k in range(24))
    last = dict(zip(table.columns, table.rows[-1], strict=True))
    assert (last["result"], last["expected"]) == (f"{full.rating.score:g}", f"{expected:.1f}")
    assert last["counts"] == "24"
    text = html.unescape(full.to_html())
    for said in ("1 round: pairing-allocated bye", "1 round: unrated opponent", "no: unrated"):
        assert said in text


def test_unrated_opponents_that_count_are_not_left_out():
    found = tpr.report(season(), unrated=1800.0, seasons=300)
    assert [r.left_out for r in found.rounds[-2:]] == ["pairing-allocated bye: not counted", ""]


def test_a_sum_of_some_expectations_stands_beside_no_score():
    record = tpr.Record(
        Player("Ann"), (Game(2300.0, 2, own_rating=2300.0), Game(2300.0, 2, own_rating=None))
    )
    table = games_table(tpr.report(record).rounds)
    assert dict(zip(table.columns, table.rows[-1], strict=True))["expected"] == ""


def test_the_streak_is_that_of_streak(full):
    assert full.streak.to_json() == tpr.streak(season(), segments=True, seasons=300).to_json()
    assert full.streak.words()[0] in html.unescape(full.to_html())


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (tpr.Record.from_results([2300] * 9, [1, 0, 1] * 3), "takes at least 10 games"),
        (tpr.Record.from_totals(2300, 30, 20), "Totals do not tell"),
    ],
    ids=["few", "totals"],
)
def test_no_verdict_and_why(record, why):
    found = tpr.report(record, seasons=300)
    assert found.streak is None
    assert why in found.no_streak
    assert found.no_streak in html.unescape(found.to_html())


def test_no_rule_that_lies_far_off_goes_without_a_word(example_event):
    """Every rule of every player, event-level ones too."""
    seen = set()
    for found in rate_records(example_event.records, event=example_event):
        main = found.estimate("firth")
        told = {s.second for s in steps(found)}
        for e in found.estimates:
            if None not in (e.rating, main.rating) and abs(e.rating - main.rating) > 100.0:
                assert e.method in told, (found.player, e.method)
                seen.add(e.method)
    assert seen >= {"equilibrium", "recursive"}


def test_a_convention_far_off_is_told_in_the_words_of_its_rule():
    perfect = tpr.rate(tpr.Record.from_results([2300] * 5, [1] * 5))
    said = {s.second: s.why for s in steps(perfect)}
    main = perfect.estimate("firth").rating
    far = [e.method for e in perfect.estimates if e.rating and abs(e.rating - main) > 100.0]
    assert set(far) <= set(said)
    assert "for a score of 5/5: " in said["fide"]


def test_rules_over_the_whole_event_rest_on_the_games_of_others(example_event):
    """What the words claim: another player's result moves them, and no other rule."""
    first, *others = example_event.records
    met = {g.opponent_number for g in first.games}
    third = next(r for r in others if r.player.number in met)
    k, game = next(
        (k, g) for k, g in enumerate(third.games)
        if g.half_points == 2 and g.opponent_number not in (None, first.player.number)
    )  # fmt: skip
    number, j = third.player.number, game.opponent_number
    records = []
    for record in example_event.records:
        games = list(record.games)
        if record.player.number == number:
            games[k] = replace(games[k], half_points=0)
        elif record.player.number == j:
            games = [
                replace(g, half_points=2) if g.opponent_number == number and g.round == game.round
                else g for g in games
            ]  # fmt: skip
        records.append(replace(record, games=tuple(games)))
    changed = replace(example_event, records=tuple(records))
    before, after = (rate_records(e.records[:1], event=e)[0] for e in (example_event, changed))
    moved = {
        a.method for a, b in zip(before.estimates, after.estimates, strict=True)
        if a.rating != b.rating
    }  # fmt: skip
    assert moved == {"equilibrium", "elostat", "recursive"}
    said = {s.second: s.why for s in steps(before)}
    assert all("results of this event" in said[m] for m in moved)


def test_of_several_rating_lists_the_streak_is_that_of_streak():
    """The most frequent list, or the one that is chosen; what is left out is told."""
    games = tuple(
        replace(
            g, rating_kind=tpr.RatingKind.LICHESS, speed="bullet" if k % 2 or k > 20 else "blitz"
        )
        for k, g in enumerate(season().games)
    )
    record = replace(season(), games=games)
    for wanted, fewer in ((None, "lichess blitz"), ("lichess blitz", "lichess bullet")):
        found = tpr.report(record, seasons=300, rating_list=wanted)
        alone = tpr.streak(record, segments=True, seasons=300, rating_list=wanted)
        assert found.streak is not None
        assert found.streak.to_json() == alone.to_json()
        note = next(n for n in alone.season.notes if n.startswith("looked at: "))
        assert fewer in note.partition("left out")[2]
        assert note in html.unescape(found.to_html())
    with pytest.raises(TprstatsError, match="no rating list 'fide'"):
        tpr.report(record, seasons=300, rating_list="fide")


def test_white_and_draws_count_in_the_streak_as_in_the_parts_and_in_streak():
    """Left out of the ratings; between games of one player the usual, unless a value is given."""
    record = season()
    usual, asked = (
        tpr.report(record, seasons=300, white_advantage=w, draw_share="level") for w in (0.0, 20.0)
    )
    assert usual.rating.assumptions.white_advantage == 0.0
    alone = tpr.streak(record, segments=True, seasons=300, draw_share="level")
    assert usual.streak.to_json() == alone.to_json()
    assert usual.streak.season.advantage > 25.0
    assert asked.streak.season.advantage == asked.rating.assumptions.white_advantage == 20.0
    assert "White is worth is taken off" in usual.to_html().replace("\n", " ")
    assert "White worth 20 Elo (given)" in asked.to_html()
    few = replace(record, games=record.games[:9])
    (part,) = {p.whole.assumptions.white_advantage for p in tpr.report(few).parts}
    assert part == tpr.streak(few, window=(3, 5)).season.advantage


def test_only_games_of_the_list_looked_at_need_a_place_in_order():
    games = tuple(
        replace(g, rating_kind=tpr.RatingKind.LICHESS, speed="blitz" if k < 6 else "bullet",
                date=None if k < 6 else g.date)
        for k, g in enumerate(season().games)
    )  # fmt: skip
    assert tpr.report(replace(season(), games=games), seasons=300).streak is not None


def test_where_nothing_tells_the_order_report_and_streak_say_the_same_condition_first():
    games = tuple(replace(g, date=None, event=f"E{k % 2}") for k, g in enumerate(season().games))
    found = tpr.report(replace(season(), games=games), seasons=300)
    alone = tpr.streak(replace(season(), games=games), segments=True, seasons=300)
    assert found.streak.to_json() == alone.to_json()
    assert alone.words()[0].startswith("If the games stand in the order of play, which neither")
    assert found.to_json()["streak"]["order_of_play_known"] is False
    page = html.unescape(found.to_html())
    assert page.count("If the games stand in the order of play") >= 2  # the answer, the verdict
    assert "if in the order of play" in page  # the figure's heading


def test_what_does_not_count_needs_no_place():
    undated = tuple(replace(g, date=None) for g in season().games)
    record = replace(season(), games=(*undated[:-1], replace(undated[-1], round=None)))
    assert undated[-1] not in record.rated()
    assert tpr.report(record, seasons=300).streak is not None


def test_parts_are_tested_where_there_is_a_verdict_else_shown(full, short):
    assert full.parts == ()
    assert {s.label for s in full.streak.segments} >= {"White", "Black", "ECO B", "ECO C"}
    assert [p.by for p in short.parts] == ["colour"]
    assert short.parts[0].whole.assumptions.white_advantage > 0.0  # taken off
    games = [r.games for r in short.parts[0].results]
    assert sum(games) == short.rating.games


def test_norms_where_they_apply(example_event):
    lichess = tpr.Record.from_results([2400] * 9, [1] * 9, rating_kind=tpr.RatingKind.LICHESS)
    assert "lichess ratings" in norms_of(lichess, None).reason
    grandmaster = tpr.Record(Player("G", rating=2600.0, title="GM"), season().games)
    assert "holds the title GM" in norms_of(grandmaster, None).reason
    assert "needs each game" in norms_of(tpr.Record.from_totals(2400, 9, 7), None).reason
    nine = replace(season(), games=season().games[:9])
    woman = replace(nine, player=Player("W", rating=2200.0, sex="f"))
    assert [r.title.name for r in norms_of(woman, None).results] == ["GM", "IM", "WGM", "WIM"]
    master = replace(nine, player=Player("M", rating=2400.0, title="IM"))
    assert [r.title.name for r in norms_of(master, None).results] == ["GM"]
    far = norms_of(example_event.record("Dreskakgp"), example_event)
    assert far.results == ()
    assert "Too few games for a norm: 6 games count" in far.reason
    own = tuple(replace(g, own_rating=1500.0) for g in nine.games)
    weak = norms_of(replace(nine, games=own, player=Player("X", rating=1500.0)), None)
    assert weak.within_reach == ()
    assert len(weak.results) == 2


def test_a_norm_in_progress_has_the_chance_from_here():
    games = tuple(
        replace(g, opponent=f"O{k}", rating_kind=tpr.RatingKind.FIDE)
        for k, g in enumerate(tpr.Record.from_results([2400] * 9, [1] * 6 + [0] * 3).games)
    )
    last = replace(games[8], kind=tpr.GameKind.UNFINISHED)
    record = tpr.Record(Player("Y", rating=2300.0), (*games[:8], last))
    norms = norms_of(record, None)
    found = {r.title.name: r for r in norms.results}["IM"]
    (row,) = (r for r in norms.table.rows if r[0] == "IM")
    assert row[1] == "not yet"
    assert row[5] == f"{found.pending.needed:g}"
    assert row[6].endswith(" from here")
    assert found.words()[0] in html.unescape(tpr.report(record).to_html())


def test_a_norm_that_was_made_is_within_reach():
    record = tpr.Record.from_results(
        [2500] * 9, [1, 1, 1, 0.5, 0.5, 0.5, 1, 1, 0.5], own=2300, rating_kind=tpr.RatingKind.FIDE
    )
    near = norms_of(record, None).within_reach
    assert [r.title.name for r in near] == ["GM", "IM"]  # open: titles are not known
    assert all(r.words()[0] in html.unescape(tpr.report(record).to_html()) for r in near)


def test_every_remark_of_the_reader_is_there_once(example_event):
    notes = (Adjustment("odd", line=3), Adjustment("odd", line=3), Adjustment("other"))
    event = replace(example_event, adjustments=notes)
    text = tpr.report(event, player=12).to_html()
    assert "line 3: odd (2 times)" in text
    assert "<li>other</li>" in text


def test_a_remark_on_the_player_is_one_though_event_and_record_have_it():
    event = tpr.read(
        b"Player;Own rating;Opponent;Rating;Result\nAnn;2000;A;2100;1\nAnn;2010;B;0;1\n"
    )
    (own,) = [a for a in event.record("Ann").adjustments if "rating changes" in a.what]
    assert own in event.adjustments
    found = tpr.report(event, player="Ann")
    assert found.notes.count(own) == 1
    text = found.to_html()
    assert "rating changes during the whole file" in text
    assert "times)" not in text


def test_provenance_names_the_file_without_its_folder(example_event):
    event = replace(example_event, source="/home/ann/secret/open.trf")
    found = tpr.report(event, player=12, digest="abc123")
    assert dict(found.provenance)["File"] == "open.trf"
    for part in (found.to_html(), json.dumps(found.to_json())):
        assert "secret" not in part
        assert "abc123" in part


def test_nobody_to_rate():
    with pytest.raises(InputError, match="no game against a rated opponent"):
        tpr.report(tpr.Record.from_results([None, None], [1, 0]))


def test_json_is_plain_and_whole(full):
    found = json.loads(json.dumps(full.to_json(), allow_nan=False))
    assert found["streak"]["verdict"] == full.streak.word
    assert len(found["games"]) == 26
    assert found["games"][-1]["left_out"] == "unrated opponent"
    assert len(full.to_dataframe()) == 26


# The page


def test_it_is_one_file_that_needs_no_other(page):
    found = Page(page)
    assert found.open == []
    for tag in ("script", "img", "link", "iframe", "object", "form"):
        assert found.tags[tag] == 0
    assert all(x.startswith("#") for x in found.references)
    assert {x[1:] for x in found.references} <= set(found.ids)
    assert [x for x, n in found.ids.items() if n > 1] == []
    for outside in ("url(http", "@import", "//cdn", "src="):
        assert outside not in page
    assert len(page.encode()) < 2_000_000


def test_headings_landmarks_and_labels(page):
    found = Page(page)
    levels = found.headings
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))
    for tag in ("main", "header", "footer", "nav"):
        assert found.tags[tag] == 1
    for tag, attrs in found.elements:
        for id_ in attrs.get("aria-labelledby", "").split():
            assert id_ in found.ids
        if tag == "svg":
            assert attrs["role"] == "img"
            assert len(attrs["aria-label"]) > 20
        if tag == "section":
            assert attrs["aria-labelledby"]
        if tag == "th":
            assert attrs["scope"] in ("col", "row")
        if "tabindex" in attrs:  # what scrolls can be reached and has a name
            assert attrs["tabindex"] == "0"
            assert attrs["role"] == "region"
            assert attrs["aria-labelledby"]
    links = [a["href"] for t, a in found.elements if t == "a"]
    assert links[0] == "#answer"  # past the contents, for who cannot see the page
    assert '<html lang="en">' in page


def test_every_section_is_there_even_where_it_has_nothing(page):
    sections = "answer rules streak parts games norms assumed notes provenance glossary"
    assert set(sections.split()) <= set(Page(page).ids)


def test_a_p_is_never_shown_without_its_meaning(page, full):
    body = html.unescape(re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL))
    assert "p < 0.05" not in body
    assert "significant" not in body.casefold()
    first = re.search(r"\bp (=|<|>|\()", body[body.index('id="streak"') :])
    assert first is not None  # the words explain p on every page
    if 'id="rests"' in body:
        rests = body[body.index('id="rests"') :]
        shown = re.search(r"\bp (=|<=)", rests)
        assert rests.index("p is a share of luck") < shown.start()
    assert "How often luck alone" in body


def test_names_from_a_file_are_text_not_markup():
    record = season(opponent_title="")
    games = tuple(replace(g, opponent=NASTY, event=NASTY, eco=NASTY) for g in record.games)
    nasty = replace(
        record,
        player=replace(record.player, name=NASTY, title=NASTY, federation=NASTY),
        games=games,
        event=NASTY,
        adjustments=(Adjustment(NASTY),),
    )
    event = tpr.Event(NASTY, (nasty,), kind="log", source=f"{NASTY}.pgn")
    page = tpr.report(event, seasons=300).to_html()
    assert "<script" not in page.casefold()
    assert page.count("&lt;script&gt;") > len(games)
    assert Page(page).open == []


def test_the_same_games_give_the_same_bytes(full):
    assert tpr.report(season(), seasons=300).to_html() == full.to_html()


def test_a_long_log_stays_below_2_mb():
    record = season(games=3000)
    days = tuple(replace(g, date=DAY + dt.timedelta(hours=k)) for k, g in enumerate(record.games))
    found = tpr.report(replace(record, games=days), seasons=100)
    page = found.to_html()
    assert len(page.encode()) < 2_000_000
    assert f"The latest {MOST_SHOWN} of 3002 rounds" in page
    assert len(found.to_json()["games"]) == 3002


# A whole event


def test_a_folder_with_an_index(example_event, tmp_path):
    few = replace(example_event, records=example_event.records[:3])
    found = event_reports(few)
    done: list[int] = []
    index = found.save(tmp_path / "out", progress=done.append)
    assert index == tmp_path / "out" / "index.html"
    assert done == [1, 2, 3]
    page = Page(index.read_text(encoding="utf-8"))
    links = [x for x in page.references if not x.startswith("#")]
    assert sorted(links) == sorted(p.name for p in index.parent.iterdir() if p != index)
    for link, one in zip(links, found, strict=True):  # best first, both
        text = (index.parent / link).read_text(encoding="utf-8")
        assert f"<h1>{html.escape(one.player)}</h1>" in text
        assert 'href="index.html"' in text
        alone = tpr.report(few, player=one.rating.number)
        assert one.to_json() == alone.to_json()


def test_a_run_that_was_stopped_leaves_no_index(example_event, tmp_path):
    def stop(done: int) -> None:
        raise KeyboardInterrupt

    few = replace(example_event, records=example_event.records[:3])
    with pytest.raises(KeyboardInterrupt):
        event_reports(few).save(tmp_path, progress=stop)
    assert len(list(tmp_path.iterdir())) == 1
    assert not (tmp_path / "index.html").exists()


def test_who_cannot_be_rated_has_no_page():
    records = (
        tpr.Record.from_results([2300, 2300], [1, 0], name="<b>A</b>"),
        tpr.Record.from_results([None], [1], name="B"),
    )
    found = event_reports(tpr.Event("club", records, kind="log"))
    assert found.pages == ("player-0001.html", None)
    assert [r.player for r in found] == ["<b>A</b>"]


def test_pages_are_named_by_number_never_by_name(example_event):
    records = tuple(
        replace(r, player=replace(r.player, name="../../x")) for r in example_event.records[:2]
    )
    found = event_reports(replace(example_event, records=records))
    assert all(re.fullmatch(r"player-\d{4}\.html", page) for page in found.pages)
    twice = tuple(replace(r, player=replace(r.player, number=7)) for r in records)
    pages = event_reports(replace(example_event, records=twice)).pages
    assert len(set(pages)) == 2


def test_it_says_which_number_to_quote(full):
    text = " ".join(html.unescape(full.to_html()).split())
    assert "Which number to quote: <b>fide</b> wherever FIDE's performance rating is meant" in text
