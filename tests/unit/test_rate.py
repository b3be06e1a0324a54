"""What `tprstats.rate` puts together: the issue's worked examples, the contract, the words."""

import datetime as dt
import json
import re
from itertools import product

import numpy as np
import pytest

import tprstats as tpr
from tprstats.estimators import RULES, estimate
from tprstats.intervals import INTERVALS, interval
from tprstats.outcomes import EloDavidson, draw_share_at_level
from tprstats.rate import rate_event, rate_groups, rate_records
from tprstats.records import Event, Game, GameKind, Player, RatingKind, RatingStatus, Record

SINQUEFIELD = [2772, 2768, 2877, 2805, 2787] * 2


@pytest.fixture
def caruana():
    """2014 Sinquefield Cup, 8.5/10 (statistics E.4)."""
    return tpr.Record.from_results(
        SINQUEFIELD, [1] * 7 + [0.5] * 3, own=2801, name="Caruana", rating_kind=tpr.RatingKind.FIDE
    )


@pytest.fixture
def small_event():
    """Three players, a round robin with one forfeit."""

    def player(k, name, rating, games):
        rows = tuple(
            Game(r, s, opponent=o, opponent_number=j, round=i, kind=kind)
            for i, (j, o, r, s, kind) in enumerate(games, 1)
        )
        return Record(Player(name, number=k, rating=rating), rows)

    played, forfeit = GameKind.PLAYED, GameKind.FORFEIT
    a = player(1, "Ada", 2400, [(2, "Bo", 2300, 2, played), (3, "Cy", 2200, 1, played)])
    b = player(2, "Bo", 2300, [(1, "Ada", 2400, 0, played), (3, "Cy", 2200, 2, forfeit)])
    c = player(3, "Cy", 2200, [(1, "Ada", 2400, 1, played), (2, "Bo", 2300, 0, forfeit)])
    return Event("Small", (a, b, c), rounds=2)


def test_sinquefield_cup_prints_as_stated(caruana):
    result = tpr.rate(caruana)
    printed = {"fide": 3098, "average": 3103.1, "per-opponent": 3106.4, "shortcut": 3081.8}
    printed["firth"] = 3066.6
    for method, value in printed.items():
        assert round(result.estimate(method).rating, 1) == value
        assert str(value) in str(result)
    assert max(map(len, str(result).splitlines())) <= 80


@pytest.mark.parametrize(
    ("average", "games", "score", "method", "printed"),
    [
        (2300, 9, 6.5, "fide", 2466),
        (2300, 9, 6.5, "shortcut", 2477.8),
        (2200, 5, 5, "fide", 3000),
        (2200, 5, 5, "shortcut", 2600),
        (1800, 5, 3.5, "average", 1947.2),
        (1800, 7, 5, "average", 1959.2),
        (1700, 5, 5, "average-capped", 2100),
    ],
)
def test_seed_examples(average, games, score, method, printed):
    record = tpr.Record.from_totals(average, games, score)
    assert round(tpr.rate(record, method=method).rating, 1) == printed


def test_json_keeps_the_contract(caruana):
    data = json.loads(json.dumps(tpr.rate(caruana).to_json(), allow_nan=False))
    assert {"player", "games", "score", "left_out", "assumptions", "estimates", "version"} <= set(
        data
    )
    assert data["schema"] == 1
    for e in data["estimates"]:
        assert {"method", "rating", "reason", "interval"} <= set(e)
        assert e["rating"] is not None or e["reason"]
    assert [e["method"] for e in data["estimates"]] == [
        r.id for r in RULES.values() if not r.event_level
    ]


def test_rating_several_is_rating_each_alone(caruana):
    other = tpr.Record.from_results([2300, 2250, None, 2401], [1, 0.5, 1, 0], own=2350)
    together = rate_records([caruana, other])
    for record, result in zip([caruana, other], together, strict=True):
        alone = tpr.rate(record)
        assert alone.to_json() == result.to_json()


def test_the_strength_interval_stands_beside_strength_estimates_alone(caruana):
    result = tpr.rate(caruana, draw_share=0.35)
    ends = interval(caruana.batch(), "midp", draw_share=0.35)
    for e in result.estimates:
        if e.method == "bayes":
            assert (e.interval.method, e.interval.target) == ("bayes", "player")
        elif RULES[e.method].strength:
            assert (e.interval.low, e.interval.high) == (ends.low[0], ends.high[0])
        else:
            assert e.interval is None


def test_a_game_bootstrap_names_its_target_and_what_it_resampled(caruana):
    found = tpr.rate(
        caruana, method="fide", interval="bootstrap-percentile", resampling={"n_resamples": 199}
    )
    assert found.interval.target == "fide"
    assert found.interval.resampled == "games"
    assert found.interval.low <= found.rating <= found.interval.high


def test_draw_share_comes_from_level_platform_or_caution():
    opponents, results = [2300] * 9, [1] * 3 + [0.5] * 3 + [0] * 3
    for kind, prior, word in [
        (tpr.RatingKind.FIDE, float(draw_share_at_level(2300)), "level of the opponents"),
        (tpr.RatingKind.LICHESS, 0.05, "online"),
        (tpr.RatingKind.UNKNOWN, 0.05, "cautious"),
    ]:
        record = tpr.Record.from_results(opponents, results, rating_kind=kind)
        found = tpr.rate(record).assumptions
        # Equal opponents at 50 %: the equation is linear, (draws + 6 prior) / (9 + 6).
        assert found.draw_share == pytest.approx((3 + 6 * prior) / 15, abs=1e-9)
        assert word in found.draw_share_origin
    perfect = tpr.rate(tpr.Record.from_results(opponents, [1] * 9))
    assert perfect.assumptions.draw_share == 0.0
    assert "cautious" in perfect.assumptions.draw_share_origin
    given = tpr.rate(tpr.Record.from_results(opponents, results), draw_share=0.4)
    assert given.assumptions.draw_share == 0.4


def test_totals_use_the_prior_share_and_refuse_per_opponent_rules():
    result = tpr.rate(tpr.Record.from_totals(2300, 9, 6.5))
    assert result.estimate("per-opponent").rating is None
    assert "average" in result.estimate("per-opponent").reason
    assert result.assumptions.equal_opponents
    assert result.assumptions.draw_share == 0.05
    assert np.isfinite([result.strength.low, result.strength.high]).all()
    assert "totals" in str(result)


def test_white_advantage_moves_strength_estimates_only():
    white = tpr.Record.from_results([2300] * 5, [1, 1, 0.5, 0, 1], colours="wwwww")
    plain, moved = tpr.rate(white), tpr.rate(white, white_advantage=35)
    assert moved.estimate("fide").rating == plain.estimate("fide").rating
    # Five Whites: every opponent counts 35 less, and so does the estimate.
    gap = plain.estimate("firth").rating - moved.estimate("firth").rating
    assert gap == pytest.approx(35, abs=1e-9)


def test_unrated_opponents_are_listed_or_counted():
    record = tpr.Record.from_results([2300, None, 2400], [1, 1, 0.5])
    result = tpr.rate(record)
    assert (result.games, result.score) == (2, 1.5)
    assert [(x.round, x.reason) for x in result.left_out] == [(2, "unrated opponent")]
    counted = tpr.rate(record, unrated=1400)
    assert (counted.games, counted.score, counted.left_out) == (3, 2.5, ())
    assert counted.average == pytest.approx((2300 + 1400 + 2400) / 3)


def test_event_is_ranked_and_warns(small_event):
    found = tpr.rate(small_event)
    # Cy drew a 2400: 2400. Ada made 1.5/2 against 2250 on average: about 2250 + D(2/3) = 2370.
    assert [r.player for r in found.results] == ["Cy", "Ada", "Bo"]
    assert "luck" in str(found)
    assert found.results[2].left_out[0].reason.startswith("forfeit")
    assert json.loads(json.dumps(found.to_json(), allow_nan=False))["ranked_by"] == "firth"
    by_fide = rate_event(small_event, rank_by="fide", methods=["average"])
    ratings = [r.estimate("fide").rating for r in by_fide.results]
    assert ratings == sorted(ratings, reverse=True)


def test_event_rules_need_an_event(small_event):
    event_rules = [r.id for r in RULES.values() if r.event_level]
    for method in event_rules:
        with pytest.raises(tpr.TprstatsError, match="whole event"):
            tpr.rate(small_event.records[0], method=method)
        assert rate_event(small_event, rank_by=method).ranked_by == method


@pytest.mark.parametrize(
    ("results", "says"),
    [
        ([1] * 5, "sets only a lower limit"),
        ([0] * 5, "sets only an upper limit"),
        ([1, 0, 0.5], "say little"),
    ],
)
def test_words_warn_where_one_is_due(results, says):
    record = tpr.Record.from_results([2200] * len(results), results)
    assert says in " ".join(tpr.rate(record).words())


def test_words_explain_an_uneven_field():
    # 4.5/5 against 1200..2400: average-based rules lie 300 under (rules, section 6).
    record = tpr.Record.from_results([1200, 1500, 1800, 2100, 2400], [1, 1, 1, 1, 0.5])
    assert "uneven" in " ".join(tpr.rate(record).words())


def test_words_say_when_there_is_nothing_to_rate():
    record = tpr.Record.from_results([None, None], [1, 0])
    result = tpr.rate(record)
    assert "nothing to rate" in result.words()[0]
    assert all(e.rating is None for e in result.estimates)
    json.dumps(result.to_json(), allow_nan=False)


def test_results_print_as_table_html_latex_and_frame(caruana):
    result = tpr.rate(caruana)
    assert result.to_html().count("<tr>") == len(result.estimates) + 1
    assert r"\toprule" in result.to_latex()
    assert len(result.to_dataframe()) == len(result.estimates)
    hostile = tpr.Record.from_results([2300], [1], name="<script>alert(1)</script> & Co_%")
    assert "<script>" not in tpr.rate(hostile).to_html()


@pytest.mark.parametrize(
    "options",
    [
        {"method": "fied"},
        {"interval": "midpoint"},
        {"level": 1.5},
        {"draw_share": 1.2},
        {"draw_share": "lots"},
        {"white_advantage": "much"},
        {"prior": (2300, -5)},
    ],
)
def test_bad_options_are_one_clear_error(caruana, options):
    with pytest.raises(tpr.TprstatsError) as caught:
        tpr.rate(caruana, **options)
    assert "\n" not in str(caught.value)


def test_estimates_equal_the_rules_themselves(caruana):
    result = tpr.rate(caruana)
    for method in ("fide", "average", "papi", "swiss-master", "cpr"):
        assert result.estimate(method).rating == estimate(caruana.batch(), method).values[0]


def said(record, **options):
    return " ".join(tpr.rate(record, **options).words())


def test_a_posterior_is_never_called_the_strength_in_these_games(caruana):
    result = tpr.rate(caruana, interval="bayes")
    assert result.strength.method == "midp"
    beside = {e.method: e.interval for e in result.estimates if e.interval}
    assert beside["bayes"].target == "player"
    assert beside["firth"].method == "midp"
    assert beside["firth"].low < result.estimate("firth").rating < beside["firth"].high


def test_words_claim_no_more_than_the_level_holds():
    record = tpr.Record.from_results([2000] * 9, [1] * 6 + [0.5] + [0] * 2, own=1700)
    assert "fewer than 1 event of 1000" in said(record, draw_share=0.35)
    low = said(record, draw_share=0.35, level=0.3)
    assert "30% confidence" in low
    assert "luck" not in low
    assert "99.5%" in said(record, level=0.995)
    assert "next event" in low


def test_the_chance_at_the_own_rating_is_that_of_every_sequence_of_results():
    ratings, results, own, share = [2000, 2100, 1900, 2050], [1, 0.5, 1, 1], 1850, 0.3
    found = tpr.rate(
        tpr.Record.from_results(ratings, results, own=own), draw_share=share, white_advantage=0
    )
    chances = [EloDavidson(share).wdl(own - r) for r in ratings]
    low = high = 0.0
    for outcome in product((0, 1, 2), repeat=4):  # win, draw, loss
        chance = np.prod([c[k] for c, k in zip(chances, outcome, strict=True)])
        half_points = sum(2 - k for k in outcome)
        low += chance * (half_points <= 7)
        high += chance * (half_points >= 7)
    assert found.at_own is not None
    assert (found.at_own.as_low, found.at_own.as_high) == pytest.approx((low, high), rel=1e-12)
    assert found.to_json()["chances_at_own_rating"]["rating"] == own


def test_a_score_just_outside_the_interval_is_as_rare_as_the_words_say():
    # Mid-p leaves half of the score's own chance out: 5/5 has the lower end 2327, and yet
    # somebody of 2320 makes it in E(20)^5 = .0413 without draws, not in 1 event of 40.
    record = tpr.Record.from_results([2300] * 5, [1] * 5, own=2320)
    assert pytest.approx(0.0413, abs=5e-5) == (1 / (1 + 10 ** (-20 / 400))) ** 5
    assert "about 1 event of 24" in said(record, draw_share=0)


@pytest.mark.parametrize("kind", [tpr.RatingKind.UNKNOWN, tpr.RatingKind.FIDE])
@pytest.mark.parametrize("own", [2150, 2300, 2450])
def test_a_better_score_is_never_likelier(kind, own):
    """Half a point more is a part of what is as good; the interval's share of draws is 0 at the
    ends, which made 9/9 likelier than 8.5/9. What the words print counts: 1 of 1000 and more."""
    for n in (3, 5, 9, 12):
        chances = []
        for s2 in range(2 * n + 1):
            results = [1.0] * (s2 // 2) + [0.5] * (s2 % 2)
            record = tpr.Record.from_results(
                [2300] * n, [*results, *[0.0] * (n - len(results))], own=own, rating_kind=kind
            )
            found = tpr.rate(record, method=["firth"]).at_own
            chances.append((found.as_high, -found.as_low))
        for side in zip(*chances, strict=True):
            shown = [x for x in side if abs(x) > 1e-3]
            assert shown == sorted(shown, reverse=True)


def test_the_chance_of_a_perfect_score_names_its_share_of_draws():
    record = tpr.Record.from_results([2300] * 3, [1] * 3, own=2000, rating_kind=tpr.RatingKind.FIDE)
    share = tpr.rate(record, method=["firth"]).at_own.draw_share
    words = said(record)
    assert f"exactly right and {100 * share:.0f} % of games between equals are drawn" in words
    assert "of games between equals" not in said(record, draw_share=0.3)


def test_a_posterior_mean_stands_beside_its_own_interval():
    """2190 after a rating of 2050 and 8/9 against 2300; these games alone begin at 2380."""
    record = tpr.Record.from_results([2300] * 9, [1] * 8 + [0], own=2050)
    result = tpr.rate(record, method=["bayes"])
    (ends,) = [e.interval for e in result.estimates]
    (words,) = [w for w in result.words() if w.startswith("Best estimate")]
    assert "what was known before them (a rating of 2050)" in words
    low, high = (round(x / 10) * 10 for x in (ends.low, ends.high))
    assert f"between {low} and {high}. These games alone" in words
    assert low < result.estimate("bayes").rating < high < result.strength.low
    # Beside other rules the games alone come first, as ever.
    assert "shown in these games: about" in said(record, method=["bayes", "firth"])


def test_no_other_interval_in_place_of_the_one_asked_for():
    record = tpr.Record.from_results([2300, 2250, 2401, 2350, 1900], [1, 0.5, 1, 0, 1], own=2280)
    options = {"interval": "bootstrap-studentized", "resampling": {"seed": 1, "n_resamples": 199}}
    result = tpr.rate(record, method=["per-opponent", "firth", "fide"], **options)
    beside = {e.method: e.interval for e in result.estimates}
    assert beside["per-opponent"].reason == ""
    assert "per-opponent alone" in beside["firth"].reason
    assert beside["fide"] is None
    assert "none for firth: this bootstrap is made for per-opponent alone" in " ".join(
        str(result).split()
    )
    with pytest.raises(tpr.TprstatsError, match="it serves per-opponent"):
        tpr.rate(record, method=["firth"], **options)
    with pytest.raises(tpr.TprstatsError, match="ask for bayes too"):
        tpr.rate(record, method=["firth"], interval="bayes")
    totals = tpr.Record.from_totals(2300, 9, 6.5)
    words = str(tpr.rate(totals, method=["average", "firth"], interval="bootstrap-bca"))
    assert "draws the games again" not in " ".join(words.split())
    assert "Warning: an interval by" not in words


@pytest.mark.parametrize("method", INTERVALS)
def test_an_interval_that_falls_far_short_says_so(method):
    """Those that statistics B.2 finds below 50 % somewhere, at 95 % nominal."""
    weak = method.startswith("wald") or method in (
        "bootstrap-percentile", "bootstrap-basic", "bootstrap-bca", "bootstrap-studentized"
    )  # fmt: skip
    record = tpr.Record.from_results([2300, 2250, 2401, 2350, 2200], [1, 1, 1, 0.5, 0])
    text = said(record, method=["per-opponent", "bayes"], interval=method)
    assert (f"Warning: an interval by {method} is for comparison only" in text) == weak


def test_words_compare_the_own_rating_with_the_ends_they_print():
    record = tpr.Record.from_results([2000] * 9, [1] * 6 + [0.5] + [0] * 2)
    low = tpr.rate(record, draw_share=0.35).strength.low
    shown = round(low, -1)
    # An own rating between the end and its rounded print is inside what the reader sees.
    between = tpr.Record.from_results(
        [2000] * 9, [1] * 6 + [0.5] + [0] * 2, own=max(low, shown) - abs(low - shown) / 2
    )
    outside = "below that range" in said(between, draw_share=0.35)
    assert outside == (between.player.rating < shown)


def test_words_keep_a_rules_number_apart_from_the_strength_interval():
    record = tpr.Record.from_results([1200, 1500, 1800, 2100, 2400], [1, 1, 1, 1, 0.5])
    words = said(record, method=None)
    assert "Best estimate of the strength" in words
    alone = " ".join(rate_records([record], methods=["fide"])[0].words())
    assert alone.startswith("By fide: about 2170. As to the strength")


def test_words_blame_uneven_opponents_only_where_they_are_the_cause():
    even = tpr.Record.from_results([2000] * 9, [1] * 8 + [0.5])
    assert "uneven" not in said(even)
    assert "1 game says little" in said(tpr.Record.from_results([2000], [0.5]))


def test_a_bootstrap_in_the_table_is_named(caruana):
    result = tpr.rate(
        caruana, interval="bootstrap-percentile", resampling={"n_resamples": 199, "seed": 4}
    )
    assert "bootstrap-percentile in the table draws the games again" in " ".join(
        str(result).split()
    )
    found = result.to_json()["estimates"][0]["interval"]
    assert found["resampled"] == "games"


@pytest.mark.parametrize(
    ("kind", "advantage"),
    [
        (RatingKind.FIDE, 34.1),
        (RatingKind.FIDE_BLITZ, 34.1),
        (RatingKind.LICHESS, 12.0),
        (RatingKind.CHESSCOM, 12.0),
        (RatingKind.UNKNOWN, 34.1),
    ],
)
def test_white_is_worth_what_the_platform_says(kind, advantage):
    """Statistics A.4: 34 Elo at 2600-2700 over the board, 12.0 in 2 million chess.com games."""
    record = Record.from_results([2650] * 4, [1, 0, 0.5, 1], colours="wbwb", rating_kind=kind)
    (result,) = rate_records([record], methods=["firth"], white_advantage="auto")
    assert result.assumptions.white_advantage == pytest.approx(advantage, abs=0.6)


def a_log(*, own=(2300.0, 2300.0), years=(2023, 2023), speeds=("rapid", "rapid"), wins=20):
    """Forty games of two years at two speeds, the own rating moving from one value to another."""
    games = [
        Game(
            2300.0, 2 if k < wins else 0, round=k + 1, own_rating=own[k >= 20],
            speed=speeds[k % 2], date=dt.date(years[k >= 20], 1, 1 + k % 20),
        )
        for k in range(40)
    ]  # fmt: skip
    return Record(Player("Ann", rating=sum(own) / 2), tuple(games))


@pytest.mark.parametrize(
    ("options", "said", "unsaid"),
    [
        ({"own": (421.0, 1280.0)}, ["own ratings of 421 to 1280", "--since", "--by year"], "speed"),
        ({"own": (2100.0, 2301.0)}, ["own ratings of 2100 to 2301"], "several speeds"),
        ({"speeds": ("bullet", "blitz")}, ["20 bullet, 20 blitz", "--by speed"], "--since"),
        ({"years": (2019, 2023)}, ["of the years 2019 to 2023", "--until"], "own ratings of"),
    ],
)
def test_what_one_number_does_not_describe_is_said_first(options, said, unsaid):
    words = tpr.rate(a_log(**options)).words()
    assert words[0].startswith("Warning: one strength is taken for games ")
    assert all(part in words[0] for part in said)
    assert unsaid not in words[0]
    assert words[0] in " ".join(tpr.report(a_log(**options), seasons=100).words())


def test_a_season_and_new_year_are_no_pool():
    words = tpr.rate(a_log(own=(2200.0, 2400.0), years=(2022, 2023))).words()
    assert not any("one strength is taken" in w for w in words)


def test_the_own_rating_compared_is_the_one_before_the_games():
    """35 of 40 against 2300: some 2640; 2450 lies below, the middle of the ratings above it."""
    words = " ".join(tpr.rate(a_log(own=(2450.0, 2640.0), wins=35)).words())
    assert "own rating at the first of these games, 2450, lies below" in words
    assert "about 1 record of 120" in words  # 35/40 with the share of draws assumed: .0086
    assert "event that was picked" not in words
    one = " ".join(tpr.rate(a_log(own=(2450.0, 2450.0), wins=35)).words())
    assert "own rating of 2450 lies below" in one
    assert "about 1 event of 120" in one


@pytest.mark.parametrize("rating", [1287.0, 1300.0, 2296.0, 2303.0])
@pytest.mark.parametrize("won", [0, 1])
@pytest.mark.parametrize("n", [1, 2, 3, 5, 9])
def test_a_single_limit_is_one_number_in_table_and_sentence(rating, won, n):
    text = " ".join(str(tpr.rate(Record.from_results([rating] * n, [won] * n))).split())
    kind = "at least" if won else "at most"
    found = re.findall(rf"(?<=confidence it was ){kind} (\d+)|{kind} (\d+)", text)
    numbers = {one or other for one, other in found}
    assert len(numbers) == 1
    assert any(one for one, _ in found)


def test_an_own_rating_on_either_side_of_a_single_limit():
    """Beside the very number that is printed, "inside" and "below" agree with it."""
    low = tpr.rate(Record.from_results([2303.0] * 5, [1] * 5)).strength.low
    for own in (round(low) - 1, round(low), round(low) + 1):
        words = " ".join(tpr.rate(Record.from_results([2303.0] * 5, [1] * 5, own=own)).words())
        assert f"at least {round(low)}." in words
        assert ("lies below" in words) == (own < round(low))


def test_casual_games_programs_and_provisional_ratings_are_counted_and_told():
    """They count, as the documentation says: how many, and what leaves them out."""
    mark = {
        0: {"casual": True},
        1: {"casual": True, "opponent_title": "BOT"},
        2: {"status": RatingStatus.PROVISIONAL},
        3: {"status": RatingStatus.PROVISIONAL},
    }
    games = [Game(2300.0, k % 2 * 2, round=k + 1, **mark.get(k, {})) for k in range(9)]
    # One that does not count is not told either.
    games.append(Game(None, 2, round=10, casual=True))
    record = Record(Player("Ann"), tuple(games))
    result = tpr.rate(record)
    said = (
        "Among the 9 games that count are 2 casual (--rated-only leaves them out), 1 against a "
        "program (--no-bots leaves it out) and 2 against provisional ratings (--established "
        "leaves them out)."
    )
    assert said in result.words()
    assert said in " ".join(str(result).split())
    assert said in tpr.report(record, seasons=100).words()
    assert said in rate_groups(record, "colour").words()
    assert result.to_json()["marked_games"] == {"casual": 2, "programs": 1, "provisional": 2}
    left = tpr.rate(record.where(casual=False, bots=False, provisional=False))
    assert left.games == 5
    assert not any("Among" in w for w in left.words())
