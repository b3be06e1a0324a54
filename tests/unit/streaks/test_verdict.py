"""The verdict as a whole: what it says, what is paid for, what it refuses."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import replace

import numpy as np
import pytest

import tprstats as tpr
from tprstats.cells import tens
from tprstats.errors import InputError, TprstatsError
from tprstats.outcomes import draw_share_at_level
from tprstats.records import Colour, Game, Player, RatingKind, Record
from tprstats.records.order import order_known
from tprstats.streaks.headline import p_text
from tprstats.streaks.named import score_tails
from tprstats.streaks.playing_order import season_of
from tprstats.streaks.season import constant_strength
from tprstats.streaks.segments import adjusted, segments_of
from tprstats.streaks.spans import inside_of
from tprstats.streaks.spells import SpellPrior
from tprstats.streaks.verdict import with_window
from tprstats.streaks.words import THRESHOLDS, WORDS, word_of

FAST = {"seasons": 400}
SEASONS = 600  # of luck, for the size of a rule


def a_record(n: int = 40, hot: int = 0, *, own: float | None = 2310.0, seed: int = 5) -> Record:
    rng = np.random.default_rng([n, seed])
    results = rng.integers(0, 3, n) / 2.0
    results[n - hot :] = 1.0
    opponents = np.round(2300 + 90 * rng.standard_normal(n))
    colours = ["w" if k % 2 else "b" for k in range(n)]
    return Record.from_results(
        opponents.tolist(), results.tolist(), own=own, colours=colours, name="Ann Bo"
    )


HOT = tpr.streak(a_record(60, 20), seasons=2000)
PLAIN = tpr.streak(a_record(60), seasons=2000)


def test_a_streak_and_none():
    assert HOT.word == "strong evidence"
    assert HOT.best.span.last >= 58
    assert PLAIN.word == WORDS[0]
    assert "does not say that there is none" in str(PLAIN).replace("\n  ", " ")
    assert "there is none" not in str(HOT).replace("\n  ", " ")


def test_everything_is_reported():
    said = " ".join(str(HOT).split())
    for part in (
        "local", "global", "looks", "Bayes factors", "change of strength", "wins in a row",
        "serial correlation (weak)", "comparison only", "Regression to the mean", "like",
        "What would change it", "How often this errs", "false alarms", "is missed", "prior",
        "published 2310", "25 or 50 too low", "Monte Carlo error",
    ):  # fmt: skip
        assert part.lower() in said.lower(), part
    assert max(map(len, str(HOT).splitlines())) <= 80


def test_no_error_rate_for_windows_that_were_not_measured():
    """Windows of 5 to 30 games were."""
    record = Record.from_results([2300.0] * 70, [1.0, 0.0] * 35, own=2300)
    for last, told in ((2, False), (5, True), (58, True), (62, False)):
        said = " ".join(str(tpr.streak(record, window=(1, last), **FAST)).split())
        assert ("streak-free ones ring" in said) == told, last
        assert ("How often this errs was not measured" in said) == (not told), last


def test_open_ends_of_segments_are_plain_too():
    """White won every game and Black none: both strengths have an open end."""
    results = [1.0, 0.0] * 8
    record = Record.from_results([2300] * 16, results, colours=["w", "b"] * 8, own=2300)
    found = tpr.streak(record, segments=True, **FAST)
    assert len(found.segments) == 2
    rows = json.loads(json.dumps(found.to_json(), allow_nan=False))["segments"]
    ends = {r["label"]: (r["low"] is None, r["high"] is None) for r in rows}
    assert ends == {"White": (False, True), "Black": (True, False)}


def test_json_is_plain_and_complete():
    found = json.loads(json.dumps(HOT.to_json(), allow_nan=False))
    assert found["schema"] == 1
    assert found["verdict"] == HOT.word
    assert found["best_window"]["effective_looks"] is None  # luck alone is too seldom as good
    looks = PLAIN.to_json()["best_window"]["effective_looks"]
    assert looks == PLAIN.best.looks > 1.0
    assert found["forecast"]["prior"]["chance"] == 0.2
    assert found["p_paid_for_lenses_and_looks"] == HOT.judgement.joint_p
    assert len(found["forecast"]["chance_hot_by_game"]) == 60
    assert list(found["bayes_factors"]) == ["50", "150", "300"]
    frame = HOT.to_dataframe()
    assert frame.score.sum() == HOT.season.score.sum()
    assert "<table>" in HOT.to_html()
    assert HOT.to_latex().count("tabular") == 2


def test_the_least_favourable_bayes_factor_counts():
    assert HOT.bayes_factor == min(HOT.bayes)
    (p1, b1), (p2, b2), (p3, b3) = THRESHOLDS
    assert word_of(p1, b1) == 1
    assert word_of(p1, b1 - 0.01) == 0
    assert word_of(p2, b2 - 0.01) == 1
    assert word_of(p3, b3) == 3
    assert word_of(0.5, 1e6) == 0


def test_players_and_looks_are_paid_for():
    one = tpr.streak(a_record(60, 8), **FAST)
    many = tpr.streak(a_record(60, 8), players=20, **FAST)
    assert many.p == pytest.approx(1 - (1 - one.p) ** 20)
    # Twenty players at 5 %: 64 % ring (the figure).
    assert pytest.approx(0.64, abs=0.005) == 1 - 0.95**20
    looked = tpr.streak(a_record(60, 8), looks=range(10, 60, 10), **FAST)
    assert looked.judgement.looks == (10, 20, 30, 40, 50, 60)
    assert looked.judgement.scan_p == one.judgement.scan_p
    assert looked.p >= one.p
    assert "20 players" in " ".join(many.words())
    assert "5 earlier looks" in " ".join(looked.words())


def test_windows_moved_by_hand_are_looks():
    found = tpr.streak(a_record(60, 8), **FAST)
    named = tpr.streak(a_record(60, 8), window=(50, 60), windows=4, **FAST)
    again = with_window(found, (50, 60), windows=4)
    assert again.to_json() == named.to_json()
    assert named.p == pytest.approx(1 - (1 - named.named.p) ** 4)
    late = with_window(found, (50, 60), windows=4, looked=True)
    assert (
        late.to_json()
        == tpr.streak(a_record(60, 8), window=(50, 60), windows=4, looked=True, **FAST).to_json()
    )
    assert late.p == max(named.p, late.named.if_chosen_p) > named.p
    assert late.mcse > 0.0 == named.mcse
    assert late.bayes == found.bayes
    assert "had been seen before" in " ".join(late.words())
    assert "in advance" not in str(late.table)
    assert "paid for the 4 windows judged so far" in " ".join(named.words())
    assert "paid for 4 windows judged" in str(named.table)
    # Four windows that do not overlap, at 5 % each, in streak-free seasons: more than twice the
    # share that one rings in; paid for, no more than 5 %, up to the Monte Carlo error.
    rang = paid = 0
    rng = np.random.default_rng(7)
    for _ in range(SEASONS):
        scores = rng.choice([0.0, 0.5, 1.0], size=40, p=[0.325, 0.35, 0.325])
        record = Record.from_results([2300] * 40, scores, own=2300)
        season = season_of(record)
        baseline = constant_strength(season, draw_share=0.35)
        ps = [
            score_tails(
                season, baseline, inside_of(season, (k, k + 9)), SpellPrior(), strength=2300
            ).p("hot")
            for k in (1, 11, 21, 31)
        ]
        rang += min(ps) <= 0.05
        paid += 1 - (1 - min(ps)) ** 4 <= 0.05
    assert rang / SEASONS > 0.05 + 3 * np.sqrt(0.05 * 0.95 / SEASONS)
    assert paid / SEASONS <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / SEASONS)


def test_a_named_window_is_exact_and_warns():
    found = tpr.streak(a_record(60, 15), window=(46, 60), **FAST)
    assert found.mcse == 0.0
    assert found.p == found.named.p
    assert found.named.mid_p < found.named.p
    assert found.named.if_chosen_p > found.named.p
    assert "chosen after looking" in " ".join(found.words())


def test_a_short_season_can_still_have_a_named_window():
    record = Record.from_results([2700] * 6, [1] * 6, own=2760)
    found = tpr.streak(record, window=(1, 6), **FAST)
    assert found.judgement is None
    assert found.best is None
    assert 0.0 < found.p < 0.2
    assert "the rating" in " ".join(found.words())
    assert found.to_json()["best_window"] is None
    with pytest.raises(InputError, match=r"6 games that count.*at least 10"):
        tpr.streak(record, **FAST)


def dated(n: int = 24) -> Record:
    day = dt.date(2024, 1, 1)
    games = tuple(
        replace(
            g, date=day + dt.timedelta(days=7 * k), event=f"Open {k // 6}",
            eco=("B90", "D37", "C42")[k % 3], speed="standard",
        )
        for k, g in enumerate(a_record(n).games)
    )  # fmt: skip
    return Record(Player("Ann Bo", rating=2310.0), games)


def test_windows_by_date_and_event():
    record = dated()
    by_event = tpr.streak(record, window="Open 2", **FAST)
    by_date = tpr.streak(record, window=(dt.date(2024, 3, 20), dt.date(2024, 4, 30)), **FAST)
    assert (by_event.named.span.first, by_event.named.span.last) == (13, 18)
    assert by_date.named == by_event.named
    assert by_event.named.span.dates == ("2024-03-25", "2024-04-29")
    events = tpr.streak(record, events=True, **FAST)
    assert events.best.looked_at == 4
    assert events.family == "events of 5 to 20 games"
    assert events.best.span.first % 6 == 1


def test_the_order_is_that_of_the_dates():
    record = dated()
    shuffled = replace(record, games=record.games[::-1])
    found, again = tpr.streak(record, **FAST), tpr.streak(shuffled, **FAST)
    assert again.judgement.joint_p == found.judgement.joint_p
    assert any("sorted" in n for n in again.season.notes)
    undated = replace(record, games=(replace(record.games[0], date=None), *record.games[1:]))
    notes = season_of(undated).notes
    assert any("23 of 24 games have a date" in n and "taken for granted" in n for n in notes)


def test_rounds_of_one_event_tell_the_order_too():
    games = a_record(24).games
    assert order_known(games)
    assert not any("no game has a date" in n for n in season_of(a_record()).notes)
    back = tpr.streak(Record(Player("Ann"), games[::-1]), **FAST)
    assert back.season.games == games
    assert any("order of their rounds: sorted" in n for n in back.season.notes)
    assert not back.words()[0].startswith("If")


@pytest.mark.parametrize(
    "change",
    [{"round": None}, {"round": 2}, {"event": "Another"}],
    ids=["no round", "one round twice", "two events"],
)
@pytest.mark.parametrize("hot", [0, 20])
def test_an_order_that_nothing_tells_is_the_first_condition(change, hot):
    record = a_record(60, hot)
    games = (*record.games[:-1], replace(record.games[-1], **change))
    found = tpr.streak(record.with_games(games), **FAST)
    said = "If the games stand in the order of play, which neither dates nor rounds tell: Ann Bo"
    assert found.words()[0].startswith(said)
    assert found.short == f"{found.word} (if in the order of play)"
    assert found.to_json()["order_of_play_known"] is False
    known = tpr.streak(record, **FAST)
    assert known.short == known.word
    assert known.p == found.p


def test_ratings_that_contain_the_streak_are_noticed():
    games = tuple(replace(g, own_rating=2310.0 + 2.0 * k) for k, g in enumerate(a_record(40).games))
    season = season_of(Record(Player("Ann", rating=2350.0), games))
    assert season.rating == 2310.0
    assert any("from 2310 to 2388" in n and "already contain" in n for n in season.notes)
    assert any("if it is from later" in n for n in season_of(a_record()).notes)


@pytest.mark.parametrize(("last", "forecast"), [(2400.0, True), (2600.0, False)])
def test_no_forecast_where_no_one_strength_fits(last, forecast):
    own = np.linspace(2350.0, last, 40)
    record = a_record()
    games = tuple(replace(g, own_rating=o) for g, o in zip(record.games, own, strict=False))
    found = tpr.streak(record.with_games(games), seasons=200)
    said = " ".join(found.words())
    assert ("expect a mean strength" in said) is forecast
    assert ("What would change it" in said) is forecast
    assert ("No forecast: the own rating lay between 2350 and " in said) is not forecast
    # Table and JSON hold back what the words do.
    assert any(row[0].startswith("mean strength") for row in found.table.rows) is forecast
    plain = found.to_json()
    assert (plain["forecast"]["mean"] is not None) is forecast
    assert (plain["forecast"]["low"] is not None) is forecast
    assert (plain["would_prove"] is not None) is forecast
    # The headline says so before any word of the scale.
    first = "The verdict does not fit these games, for the own rating lay between 2350 and 2600"
    assert found.words()[0].startswith(first) is not forecast
    assert ("does not fit" in found.short) is not forecast
    assert plain["fits_one_constant_strength"] is forecast
    # Also where the rating before is given by hand.
    given = season_of(record.with_games(games), rating=2350.0)
    assert any("one constant strength" in n for n in given.notes) is not forecast


def test_who_stops_at_the_first_window_that_rings_is_told_what_it_costs():
    """The shares of the level, 1 / (k (k + 1)), sum to 1 - 1 / (K + 1): never beyond the level."""
    found = tpr.streak(a_record(60, 8), window=(50, 60), windows=4, **FAST)
    assert found.stopping_p == pytest.approx(min(1.0, 20 * found.named.p), rel=1e-12)
    assert found.stopping_p > found.paid_p
    assert "until one rings has to take" in " ".join(found.words())
    assert any("stop at the first" in row[1] for row in found.table.rows)
    alone = tpr.streak(a_record(60, 8), window=(50, 60), **FAST)
    assert not any("stop at the first" in row[1] for row in alone.table.rows)
    for most in (3, 12, 100):
        spent = sum(1.0 / (k * (k + 1)) for k in range(1, most + 1))
        assert spent == pytest.approx(1.0 - 1.0 / (most + 1))


def test_games_of_another_list_are_left_out_and_said():
    games = list(a_record(30).games)
    games[3] = replace(games[3], rating_kind=RatingKind.LICHESS)
    season = season_of(Record(Player("Ann"), tuple(games)))
    assert len(season) == 29
    assert any("1 of lichess" in n for n in season.notes)


def test_without_any_rating_the_gap_is_named():
    found = tpr.streak(a_record(40, own=None), **FAST)
    assert found.against_rating is None
    assert found.forecast.prior.level_sd == 350.0
    assert "SD 350" in " ".join(str(found).split())


@pytest.mark.parametrize(
    ("record", "options", "says"),
    [
        (a_record(4), {}, "4 games that count"),
        (Record.from_results([None] * 20, [1] * 20), {}, "no game that counts"),
        (Record.from_totals(2300, 20, 12), {}, "one by one"),
        (a_record(), {"direction": "warm"}, "hot, cold or either"),
        (a_record(), {"lengths": (20, 5)}, "shortest"),
        (a_record(), {"players": 0}, "0 players"),
        (a_record(), {"windows": 0}, "0 windows"),
        (a_record(), {"windows": 3}, "give the window too"),
        (a_record(), {"last": 0}, "last 0"),
        (a_record(), {"last": 7}, "7 games that count"),
        (a_record(), {"seasons": 5}, "5 seasons"),
        (a_record(), {"level": 95}, "level"),
        (a_record(), {"draw_share": 1.5}, "draw share"),
        (a_record(), {"draw_share": "some"}, "draw share 'some'"),
        (a_record(), {"looks": [5]}, "a look after game 5"),
        (a_record(), {"window": (30, 50)}, "the games are 1 to 40"),
        (a_record(), {"window": "Linares"}, "no event 'Linares'"),
        (a_record(), {"window": (dt.date(2020, 1, 1), dt.date(2021, 1, 1))}, "no game that counts"),
        (a_record(), {"events": True, "lengths": (5, 12)}, "no event of 5 to 12"),
        (a_record(), {"rating": -3.0}, "rating -3"),
    ],
)
def test_what_cannot_be_answered_is_one_clear_line(record, options, says):
    with pytest.raises(TprstatsError, match=says) as error:
        tpr.streak(record, **{"seasons": 200, **options})
    assert "\n" not in str(error.value)


def test_an_interrupted_event_is_no_window():
    games = [
        replace(g, event="A" if k in (3, 4, 9) else "B") for k, g in enumerate(a_record().games)
    ]
    with pytest.raises(InputError, match="not one run of games"):
        tpr.streak(Record(Player("Ann"), tuple(games)), window="A", **FAST)


@pytest.mark.parametrize("result", [1.0, 0.5, 0.0])
def test_seasons_of_one_result(result):
    found = tpr.streak(Record.from_results([2300] * 30, [result] * 30, own=2300), **FAST)
    assert found.word == WORDS[0]
    assert np.isfinite(found.forecast.mean)


def test_cold_is_hot_in_the_mirror():
    record = a_record(60, 12)
    mirror = Record.from_results(
        [4620 - g.opponent_rating for g in record.games],
        [1 - g.half_points / 2 for g in record.games],
        own=2310, colours=["b" if g.colour is Colour.WHITE else "w" for g in record.games],
    )  # fmt: skip
    hot = tpr.streak(record, white_advantage=30.0, **FAST)
    cold = tpr.streak(mirror, white_advantage=30.0, direction="cold", **FAST)
    assert (cold.best.span.first, cold.best.span.last) == (hot.best.span.first, hot.best.span.last)
    assert cold.best.z == pytest.approx(-hot.best.z, rel=1e-6)
    # Other random numbers: the same p up to their error.
    error = np.sqrt(0.25 / 400)
    assert abs(cold.p - hot.p) <= 4 * np.sqrt(2) * error
    assert cold.bayes == pytest.approx(hot.bayes, rel=1e-5)


def a_slump(direction: str) -> tpr.StreakVerdict:
    """Twelve losses at the end against equals; nine of ten points before."""
    results = [1, 1, 0.5, 1, 1] * 9 + [0] * 12
    record = Record.from_results([2300] * 57, results, own=2450)
    return tpr.streak(record, direction=direction, seasons=2000)


def test_a_slump_rings_for_cold_and_not_for_hot():
    hot, cold = a_slump("hot"), a_slump("cold")
    assert not hot.judgement.right_side
    assert (hot.p, hot.word) == (1.0, WORDS[0])
    assert "rather like a cold spell" in hot.words()[0]
    assert cold.judgement.right_side
    assert cold.word == "strong evidence"
    assert cold.p == cold.judgement.joint_p
    either = a_slump("either")
    assert either.judgement.right_side
    assert either.word == "strong evidence"
    assert hot.words()[1].startswith("It rests on p put at 1 rather than counted: a cold")
    assert f"p would be {p_text(hot.judgement.joint_p)}, the share" in hot.words()[1]
    said = " ".join(cold.words())
    assert "have one as bad" in said
    assert "A real -200 over ten games" in said
    assert "the worst window has p" in said
    assert hot.to_json()["side_is_the_one_asked_for"] is False


def test_a_run_of_losses_is_never_called_a_hot_streak():
    found = tpr.streak(Record.from_results([2300] * 30, [0.0] * 30, own=2300), **FAST)
    said = " ".join(found.words())
    assert "this hot streak" not in said
    assert "None of" in found.words()[0]
    assert "was better than the rest" in found.words()[0]


def test_against_the_rating_either_side_counts():
    """Far below the rating: no hot streak above it, but one of either kind."""
    record = Record.from_results([2300] * 40, [0, 0.5] * 20, own=2500)
    p = {
        d: tpr.streak(record, direction=d, **FAST).against_rating.p
        for d in ("hot", "cold", "either")
    }
    assert p["hot"] > 0.5
    assert p["cold"] <= p["either"] < 0.01


def test_a_cold_streak_is_proved_by_few_points():
    found = tpr.streak(a_record(60, 0), direction="cold", **FAST)
    assert found.prove[0] < 0.5 * found.prove[1]
    assert "points or less would" in " ".join(found.words())


def test_a_rating_list_is_chosen():
    games = [
        replace(g, rating_kind=RatingKind.LICHESS, speed="blitz" if k % 3 else "bullet")
        for k, g in enumerate(a_record(60).games)
    ]
    record = Record(Player("Ann"), tuple(games))
    most = season_of(record)
    assert len(most) == 40
    assert any("20 of lichess bullet" in note for note in most.notes)
    assert len(season_of(record, rating_list="Lichess Bullet")) == 20
    with pytest.raises(TprstatsError, match="no rating list"):
        season_of(record, rating_list="fide")


def test_progress_ends_with_all_seasons_of_every_look():
    told: list[int] = []
    found = tpr.streak(a_record(40), looks=(20,), seasons=3500, progress=told.append)
    assert told == [1600, 3200, 3500, 5100, 6700, 7000]
    assert found.to_json() == tpr.streak(a_record(40), looks=(20,), seasons=3500).to_json()


def test_the_same_seed_gives_the_same_verdict():
    first, again = (tpr.streak(a_record(), seed=3, **FAST) for _ in range(2))
    assert first.to_json() == again.to_json()
    other = tpr.streak(a_record(), seed=4, **FAST)
    assert other.judgement.joint_p != first.judgement.joint_p


def test_holm_and_benjamini_hochberg():
    # Benjamini and Hochberg (1995), section 4.1: at 5 % Bonferroni and Holm reject three of the
    # fifteen, their procedure four.
    p = np.array(
        [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
         0.5719, 0.6528, 0.7590, 1.0]
    )  # fmt: skip
    holm, bh = adjusted(p[::-1])
    assert (holm <= 0.05).sum() == 3
    assert (bh <= 0.05).sum() == 4
    assert np.all(np.diff(holm[::-1]) >= 0)


def test_segments():
    season = season_of(dated(48), white_advantage=30.0)
    found = segments_of(season, constant_strength(season))
    kinds = {s.kind for s in found}
    assert kinds >= {"colour", "opening", "opponents"}
    white = next(s for s in found if s.label == "White")
    black = next(s for s in found if s.label == "Black")
    assert white.games + black.games == 48
    assert white.score + black.score == season.score.sum()
    assert all(s.holm >= s.benjamini_hochberg >= s.p for s in found)
    assert white.low < white.strength < white.high


def test_colours_are_corrected_for_the_white_advantage():
    """All wins with White and all losses with Black against equals look alike once White is
    worth enough; uncorrected they are a difference."""
    results = [1, 0] * 15
    record = Record.from_results([2300] * 30, results, own=2300, colours=["w", "b"] * 15)
    p = {}
    for h in (0.0, 500.0):
        season = season_of(record, white_advantage=h)
        p[h] = segments_of(season, constant_strength(season))[0].p
    assert p[0.0] < 0.001
    assert p[500.0] > 0.05


def test_unsearched_segments_need_games():
    season = season_of(a_record(12))
    assert all(
        min(s.games, 12 - s.games) >= 5 for s in segments_of(season, constant_strength(season))
    )


@pytest.mark.parametrize(
    ("p", "text"), [(0.2, "0.20"), (0.05, "0.05"), (0.0499, "0.05"), (0.0014, "0.0014"), (1, "1.0")]
)
def test_digits_of_p(p, text):
    assert p_text(p) == text


def test_a_record_of_one_game_kind_only():
    game = Game(2300.0, 2)
    assert season_of(Record(Player("A"), (game,))).score.tolist() == [1.0]


def test_dates_that_do_not_rise_are_told_where_some_are_missing():
    days = [dt.date(2024, 1, 30 - k) if k % 3 else None for k in range(20)]
    record = a_record(20)
    games = [replace(g, date=d) for g, d in zip(record.games, days, strict=True)]
    falling = season_of(record.with_games(games)).notes
    assert any("do not rise" in note for note in falling)
    rising = season_of(record.with_games(games[::-1])).notes
    assert any("only 13 of 20 games have a date" in note for note in rising)
    assert not any("do not rise" in note for note in rising)


def test_white_and_draws_as_rate_takes_them():
    record = a_record(20)
    online = record.with_games([replace(g, rating_kind=RatingKind.LICHESS) for g in record.games])
    assert season_of(online).advantage == 12.0
    board = record.with_games([replace(g, rating_kind=RatingKind.FIDE) for g in record.games])
    level = season_of(board, white_advantage="level").advantage
    assert season_of(board).advantage == season_of(record).advantage == level > 20.0
    said = {
        "(the games, shrunk towards 0.05: level and platform unknown: the cautious value)": record,
        "(the opponents' level)": record,
        "(the games, shrunk towards 0.05: online games)": online,
        "(online games)": online,
        ": the level of the opponents); White": board,
    }
    for words, games in said.items():
        page = " ".join(str(tpr.streak(games, window=(3, 9), seasons=200)).split())
        assert words in page
    given = str(tpr.streak(record, window=(3, 9), draw_share=0.3, white_advantage=5, seasons=200))
    assert "draw share between equals 0.30 (given)" in " ".join(given.split())
    assert "White worth 5 Elo (given)" in " ".join(given.split())
    with pytest.raises(TprstatsError, match="white advantage 'much'"):
        season_of(record, white_advantage="much")
    level = tpr.streak(record, draw_share="level", **FAST).baseline.draw_share
    centre = float(np.mean([g.opponent_rating for g in record.games]))
    assert level == pytest.approx(float(draw_share_at_level(centre)), rel=1e-12)


def test_a_career_is_told_that_it_is_no_season():
    record = a_record(20)

    def notes(gain: float) -> str:
        rising = [replace(g, own_rating=2000 + gain * k / 19) for k, g in enumerate(record.games)]
        return " ".join(season_of(record.with_games(rising)).notes)

    assert "one constant strength cannot describe" in notes(201.0)
    assert "one constant strength cannot describe" not in notes(200.0)


def test_a_window_its_season_and_the_forecast_stand_side_by_side():
    """Each in tens of Elo; what the forecast weighs is said, and no share of it is the window's."""
    for results, direction in (
        ([0, 0.5, 1, 0.5] * 8 + [1] * 16, "hot"),
        ([0, 0.5, 1, 0.5] * 8 + [0] * 16, "cold"),
    ):
        record = Record.from_results([2300] * len(results), results, own=2300)
        found = tpr.streak(record, direction=direction, **FAST)
        (said,) = (w for w in found.words() if w.startswith("Regression to the mean"))
        season = tens(found.baseline.strength(found.season))
        shown, ahead = tens(found.best.span.strength), tens(found.forecast.mean)
        assert f"{shown:.0f}, in all {len(results)} that of {season:.0f}" in said
        assert f"about {ahead:.0f} over the next" in said
        assert "weighs the rating before, all the games, and the chance of a spell" in said
        assert "season's level" not in said


@pytest.mark.parametrize(("chances", "nearly"), [((0.07, 0.08), True), ((0.04, 0.38), False)])
def test_a_side_that_is_no_likelier_is_not_called_the_less_likely(chances, nearly):
    """Chances of 0.07 and 0.08 say nothing of a side; p is put at 1, and said to be put."""
    found = tpr.streak(a_record(60), **FAST)
    forecast = replace(found.forecast, any_hot=chances[0], any_cold=chances[1])
    vars(found.judgement.spells)["forecast"] = forecast  # in place of the computed one
    found = replace(found, forecast=forecast)
    assert found.p == 1.0
    said = found.words()[1]
    assert said.startswith("It rests on p put at 1 rather than counted: ")
    assert (
        "a hot spell is no likelier here than a cold one (chances 0.07 and 0.08)" in said
    ) == nearly
    assert (
        "a cold spell is likelier here than a hot one (chances 0.38 and 0.04)" in said
    ) != nearly
    assert f"p would be {p_text(found.judgement.joint_p)}, the share of" in said
    assert "p = 1.0" not in str(found)


@pytest.mark.parametrize(("last", "long"), [(2003, True), (2002, False)])
def test_years_too_long_for_one_strength_are_said_first(last, long):
    """As ``rate`` warns; with the order not told as well, both stand before the verdict."""
    made = tpr.Record.from_results([2300] * 30, [1, 0, 0.5] * 10, own=2310)
    games = [
        replace(g, year=2001 if k < 15 else last, round=None) for k, g in enumerate(made.games)
    ]
    said = tpr.streak(made.with_games(games), seasons=200)
    assert said.words()[0].startswith("These games are of the years 2001 to 2003") == long
    assert ("; if the games stand" if long else "If the games stand") in said.words()[0]
    assert "no game has a full date" in " ".join(said.season.notes)


UNRATED_BEFORE = Record.from_results(
    [1900, 1900, None, None, None, *[1900] * 12],
    [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0.5, 0, 1, 0, 0],
    own=1800,
)


def test_games_keep_the_numbers_of_the_list_where_some_do_not_count():
    """Games 6-10 of the list are five wins: typed, found and printed by these numbers."""
    named = tpr.streak(UNRATED_BEFORE, window=(6, 10), seasons=500)
    assert (named.named.span.score, named.named.span.games) == (5.0, 5)
    assert (named.best.span.first, named.best.span.last) == (6, 10)
    assert named.to_json()["best_window"]["span"]["first"] == 6
    assert named.to_dataframe()["game"].tolist() == [1, 2, *range(6, 18)]
    assert "games 6-10 (5/5)" in named.words()[0]
    assert with_window(named, (5, 10)).named.span == replace(named.named.span, first=5)
    wider = tpr.streak(UNRATED_BEFORE, window=(5, 10), seasons=500)
    assert str(wider.named.span) == "games 5-10 (5/5 without 1 not counted)"
    with pytest.raises(InputError, match="window 3-5: none of these games counts"):
        tpr.streak(UNRATED_BEFORE, window=(3, 5), seasons=500)
    assert tpr.streak(UNRATED_BEFORE, looks=[13], seasons=500).to_json()["looks_after_games"] == [
        13,
        17,
    ]


def test_the_report_numbers_its_games_in_the_same_way_and_in_the_order_of_play():
    from tprstats.report.games import games_table, rounds_of

    table = games_table(rounds_of(UNRATED_BEFORE))
    at = {row[0]: row for row in table.rows}
    result = table.columns.index("result")
    assert table.columns[0] == "game"
    assert [at[str(k)][result] for k in range(6, 11)] == ["1"] * 5
    dates = (dt.date(2013, 6, 19), dt.date(2013, 6, 12))
    games = tuple(Game(2700, k, date=d, round=9 - k) for k, d in enumerate(dates))
    record = Record(Player("Svidler"), games)
    assert [r.game.date for r in rounds_of(record)] == sorted(dates)
    assert season_of(record).games == tuple(r.game for r in rounds_of(record))


def test_the_last_games_keep_their_numbers():
    whole = a_record()
    found = tpr.streak(whole, last=20, seasons=500)
    n = len(whole.games)
    assert found.season.numbers.tolist() == list(range(n - 19, n + 1))
    assert found.best.span.first > n - 20
