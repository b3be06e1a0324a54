"""Every clause of B.01 1.4: met, not met, and what cannot be told from the data."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

import tprstats as tpr
from tprstats.errors import InputError, TprstatsError
from tprstats.records import Event, Game, GameKind, Player, RatingKind, RatingStatus, Record
from tprstats.report.norms import norms_of

MET, NOT, UNKNOWN = "met", "not met", "cannot be told"
NOT_YET, TOO_FEW = "not yet", "too few games"

FIDE = RatingKind.FIDE

# A norm with little to spare: 9 opponents of 2450 (Ra 2450, 6.5 needed for GM), 5 titled of
# which 3 GM, 5 from the own federation, 2 others.
TITLES = ("GM", "GM", "GM", "IM", "FM", "CM", "", "", "")
FLAGS = ("ENG", "ENG", "ENG", "ENG", "ENG", "FRA", "FRA", "GER", "GER")
RESULTS = (2, 2, 2, 2, 1, 1, 1, 1, 1)


def games(n=9, *, ratings=None, titles=TITLES, flags=FLAGS, results=RESULTS, kind=FIDE):
    """Games of rounds 1 to n."""
    return tuple(
        Game(
            opponent_rating=2450 if ratings is None else ratings[k],
            half_points=results[k],
            opponent=f"P{k + 1}",
            opponent_number=k + 2,
            round=k + 1,
            rating_kind=kind,
            opponent_title=titles[k],
            opponent_federation=flags[k],
        )
        for k in range(n)
    )


def record(rows, *, federation="ENG", sex="m", rating=2450):
    player = Player("X", 1, rating, rating_kind=FIDE, federation=federation, sex=sex)
    return Record(player, tuple(rows), event="Test Open")


def event(own, others=(), *, kind="Individual: Swiss-System", rounds=9, host=""):
    """An event of a record and of players who only fill the field."""
    details = {"type": kind, "rounds": str(rounds)}
    if host:
        details["federation"] = host
    return Event("Test Open", (own, *others), rounds=rounds, details=details)


def bystander(number, *, federation, title="", rating=2300, kinds=(), rounds=9):
    """A player of the field who plays nobody of interest."""
    kinds = dict(kinds)
    rows = tuple(
        Game(2300, 1, f"Q{number}", kinds.get(k, GameKind.PLAYED), round=k, rating_kind=FIDE)
        for k in range(1, rounds + 1)
    )
    who = Player(f"B{number}", number, rating, title=title, federation=federation)
    return Record(who, rows)


def unplayed(game, kind, half_points=2):
    return replace(game, kind=kind, half_points=half_points)


SWISS, ROUND_ROBIN = "Individual: Swiss-System", "Individual: Round-Robin"


def check(own, others=(), *, title="GM", kind=SWISS, rounds=9, host="", **more):
    """The norm of a record in an event, without the luck."""
    field = event(own, others, kind=kind, rounds=rounds, host=host)
    return tpr.norm(own, title, event=field, luck=False, **more)


def answers(found, number):
    return [c.verdict for c in found.choice.clauses if c.number == number]


def test_a_norm_with_nothing_to_spare_is_met():
    found = check(record(games()))
    assert found.verdict == MET
    assert {c.verdict for c in found.choice.clauses} == {MET}
    # 6.5/9 = 72 %: 2450 + 166.
    assert found.choice.figures.performance == 2616
    assert found.choice.worth == 9


# --- 1.4.1: games -------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "answer"), [(9, MET), (8, NOT)])
def test_1_4_1a_nine_games(n, answer):
    assert answers(check(record(games(n)), rounds=n), "1.4.1a") == [answer]


@pytest.mark.parametrize(("n", "answer"), [(7, MET), (6, NOT)])
def test_1_4_1b_seven_games_in_team_events(n, answer):
    found = check(record(games(n, titles=["GM"] * 9)), rounds=n, minimum=7)
    assert answers(found, "1.4.1b") == [answer]


@pytest.mark.parametrize(
    ("kind", "half_points", "verdict"),
    [
        (GameKind.BYE, 2, MET),
        (GameKind.FORFEIT, 2, MET),
        (GameKind.FORFEIT, 0, TOO_FEW),
        (GameKind.HALF_BYE, 1, TOO_FEW),
        (GameKind.ZERO_BYE, 0, TOO_FEW),
    ],
)
def test_1_4_1c_eight_games_and_a_forfeit_win_or_bye(kind, half_points, verdict):
    rows = list(games(results=(2, 2, 2, 2, 1, 1, 1, 1, 2)))
    rows[3] = unplayed(rows[3], kind, half_points)
    found = check(record(rows))
    assert found.verdict == verdict
    # The shares are those of eight games: 4 titled and 4 of the own federation are right.
    assert found.choice.worth == (9 if verdict == MET else 0)
    assert bool(answers(found, "1.4.1c")) == (verdict == MET)


def test_1_4_1c_holds_in_nine_rounds_only():
    rows = list(games(results=(2, 2, 2, 2, 1, 1, 1, 1, 2)))
    rows[3] = unplayed(rows[3], GameKind.BYE)
    rows.append(unplayed(replace(rows[0], round=10), GameKind.ZERO_BYE, 0))
    assert check(record(rows), rounds=10).verdict == TOO_FEW


def to_come(row):
    return replace(row, kind=GameKind.UNFINISHED, half_points=0)


def test_a_norm_in_progress_says_what_target_says():
    """8 of 9 rounds: whatever is still possible is no "not met"."""
    for points in range(6, 16):
        half = [min(2, max(0, points - 2 * k)) for k in range(8)]
        rows = [*games(results=[*half, 0])[:8], to_come(games()[8])]
        found = check(record(rows))
        same = tpr.target(record(rows), title="GM", event=event(record(rows)))
        possible = any(o.reached != "no" for o in same.outlooks)
        assert found.verdict == (NOT_YET if possible else NOT)
        assert (found.pending.needed, found.pending.chance) == (same.needed, same.chance)
        said = found.words()[0]
        assert "1 round to come" in said
        assert ("not yet" in said) == possible
        if same.needed is not None:
            assert f"{same.needed:g} of 9 are enough" in said
        assert found.choice.worth == 0


def test_made_in_a_swiss_stays_made_whatever_is_to_come():
    rows = [*games(), to_come(replace(games()[0], round=10))]
    assert check(record(rows), rounds=10).verdict == MET
    # In a round robin all rounds count.
    assert check(record(rows), rounds=10, kind=ROUND_ROBIN).verdict in (NOT_YET, NOT)


def test_rounds_without_a_pairing_are_to_come():
    """6 of 9 rounds in the file: whom the player will meet is not known."""
    found = check(record(games(6)))
    assert found.verdict == NOT_YET
    assert (found.pending.rounds, found.pending.games, found.pending.met) == (3, 9, False)
    assert "3 rounds to come; who will be met is not known" in found.words()[0]
    assert answers(found, "1.4.1a") == [NOT_YET]
    assert any("target with --remaining" in w for w in found.words())
    (row,) = tpr.norms.event_norms(event(record(games(6))), "GM").table.rows
    assert "not yet" in row
    assert "3 to come" in row


def test_the_opponent_of_the_next_round_is_named():
    rows = [*games(6), to_come(replace(games()[6], opponent="Tal", opponent_rating=2705.0))]
    found = check(record(rows))
    said = found.words()[0]
    assert "3 rounds to come, round 7 against Tal (2705); the opponents after that" in said
    assert found.to_json()["to_come"]["paired"] == [
        {"round": 7, "opponent": "Tal", "rating": 2705.0}
    ]


def test_too_few_games_for_any_norm():
    """With nothing to come there is no score to ask for and no chance."""
    own = Record.from_results([2400, 2450, None], [1, 1, 0.5], own=2400)
    found = tpr.norm(own, "IM")
    assert found.verdict == TOO_FEW
    assert found.luck is None
    assert found.to_json()["needed_score"] is None
    said = " ".join(found.words())
    assert "Too few games for an IM norm: 3 games count" in said
    assert "takes 2" not in said
    assert "even chance" not in said
    # A rating has two games here: the third opponent is unrated.
    assert "1 game of these 3" in said


def test_a_bye_helps_a_norm_in_progress_too():
    """7 games, a bye and a round to come: 8 of 9 can do (1.4.1c)."""
    rows = list(games(results=(2, 2, 2, 2, 1, 1, 1, 1, 2)))
    rows[3] = unplayed(rows[3], GameKind.BYE)
    rows[8] = to_come(rows[8])
    found = check(record(rows))
    assert found.verdict == NOT_YET
    assert found.pending.games == 8


def test_1_4_1d_each_point_above_counts_as_a_game():
    # 8.5/9 where 6.5 is needed: two full points, 11 games.
    results = (2, 2, 2, 2, 2, 2, 2, 2, 1)
    assert check(record(games(results=results))).choice.worth == 11


def eleven(results, **more):
    more = {"titles": (*TITLES, "GM", "GM"), "flags": (*FLAGS, "GER", "FRA")} | more
    return games(11, results=results, **more)


def test_1_4_1e_later_rounds_left_out():
    """6.5/9 and two losses: the norm of the first nine rounds stands, not one of eleven."""
    rows = eleven((*RESULTS, 0, 0))
    found = check(record(rows), rounds=11)
    assert found.verdict == MET
    assert [g.round for g in found.choice.later] == [10, 11]
    assert answers(found, "1.4.1e") == [MET]


def test_1_4_1e_not_with_predetermined_pairings():
    found = check(record(eleven((*RESULTS, 0, 0))), kind=ROUND_ROBIN, rounds=11)
    assert found.verdict == NOT


def test_1_4_1e_cannot_be_told_without_the_pairing_system():
    found = tpr.norm(record(eleven((*RESULTS, 0, 0))), "GM", exempt="c", luck=False)
    assert found.verdict == UNKNOWN
    assert answers(found, "1.4.1e") == [UNKNOWN]


def two_weak_ones(**more):
    """Eleven games, two wins over weak opponents: Ra 2382, 8.5/11 is 77 %: 2593.

    Without one of them Ra 2425, 7.5/10 is 75 %: 2618. Half of ten hold a title and four of them
    are GM, which of eleven is not enough.
    """
    given = {
        "titles": ("GM", "GM", "GM", "GM", "FM", "", "", "", "", "", ""),
        "flags": (*FLAGS[:8], "IRL", "IRL", "USA"),
        "ratings": [2450] * 8 + [1950, 1940, 2450],
        "results": (2,) * 4 + (1,) * 4 + (2, 2, 1),
    }
    return games(11, **(given | more))


def test_1_4_1f_a_win_left_out():
    found = check(record(two_weak_ones()), rounds=11)
    assert found.verdict == MET
    assert len(found.choice.wins) == 1
    assert found.choice.wins[0].round in (9, 10)
    assert found.choice.figures.performance == 2618
    assert answers(found, "1.4.1f") == [MET]


def test_1_4_1f_no_loss_is_left_out():
    """Without the two losses it would be 7/9 against 2450: 2670."""
    results = (2,) * 4 + (1,) * 4 + (0, 0, 2)
    assert check(record(two_weak_ones(results=results)), rounds=11).verdict == NOT


def test_1_4_1f_leaves_the_minimum_of_games():
    """With nine games nothing can be left out."""
    rows = games(ratings=[2450] * 8 + [1900], results=(2,) * 3 + (1,) * 5 + (2,))
    assert check(record(rows)).verdict == NOT


def test_1_4_1f_in_a_round_robin_the_whole_mix_must_allow_it():
    assert check(record(two_weak_ones()), kind=ROUND_ROBIN, rounds=11).verdict == NOT
    enough = ("GM", "GM", "GM", "GM", "FM", "", "", "", "", "", "FM")
    found = check(record(two_weak_ones(titles=enough)), kind=ROUND_ROBIN, rounds=11)
    assert found.verdict == MET
    assert len(found.choice.wins) == 1


def test_the_longest_choice_is_taken():
    """All eleven rounds make the norm, so none is left out though nine would too."""
    found = check(record(eleven((*RESULTS, 2, 2))), rounds=11)
    assert found.choice.figures.games == 11
    assert not found.choice.later


def test_more_than_thirteen_rounds_count_as_thirteen():
    n = 14
    rows = games(n, titles=["GM"] * n, flags=["FRA", "GER"] * 7, results=[2] * 12 + [1, 1])
    assert check(record(rows), rounds=14).choice.worth == 13


# --- 1.4.2: games that do not count ------------------------------------------------------------


def test_1_4_2a_no_fide_federation():
    flags = ("NON", *FLAGS[1:])
    found = check(record(games(flags=flags)))
    assert [x.reason for x in found.record.left_out] == ["no FIDE federation (1.4.2a)"]
    assert answers(found, "1.4.1a") == [NOT]


def test_1_4_2a_the_fide_flag_counts_as_a_game_but_not_as_a_federation():
    own = record(games(flags=("ENG",) * 5 + ("FRA",) + ("FID",) * 3))
    found = check(own)
    assert found.choice.figures.games == 9
    assert answers(found, "1.4.3") == [NOT]
    # Nor can it be the one federation with more than two thirds.
    mostly = check(record(games(flags=("FID",) * 7 + ("FRA", "GER"))))
    assert mostly.verdict == MET


def unrated_opponent(half_points_against_rated):
    """Opponent P9 of a round robin: unrated, with these results against rated players."""
    rows = tuple(
        replace(g, half_points=h, opponent=f"R{k}")
        for k, (g, h) in enumerate(zip(games(), half_points_against_rated, strict=False))
    )
    player = replace(
        record(()).player, name="P9", number=10, rating=None, status=RatingStatus.UNRATED
    )
    return tpr.Record(player, rows)


@pytest.mark.parametrize(
    ("scores", "kind", "left_out"),
    [
        ((0, 0, 0, 0), ROUND_ROBIN, 1),
        ((0, 1, 0, 0), ROUND_ROBIN, 0),
        ((0, 0, 0, 0), SWISS, 0),
    ],
)
def test_1_4_2b_unrated_without_a_point_in_a_round_robin(scores, kind, left_out):
    rows = games(ratings=[2450] * 8 + [None], results=RESULTS)
    found = check(record(rows), [unrated_opponent(scores)], kind=kind)
    assert len(found.record.left_out) == left_out


def running_round_robin(own, opponent, to_play):
    """The round robin in which the unrated opponent has so many games to come."""
    rest = tuple(to_come(replace(games()[k], round=9 + k)) for k in range(to_play))
    return check(own, [replace(opponent, games=(*opponent.games, *rest))], kind=ROUND_ROBIN)


@pytest.mark.parametrize(
    ("scores", "to_play", "verdict"),
    [
        ((0, 0, 0, 0), 0, TOO_FEW),  # over, without a point: 8 games count
        ((0, 0, 0, 0), 1, NOT_YET),
        ((), 2, NOT_YET),
        ((0, 1, 0, 0), 1, MET),
    ],
)
def test_1_4_2b_is_open_while_the_unrated_opponent_has_games_to_come(scores, to_play, verdict):
    own = record(games(ratings=[2450] * 8 + [None], results=(2, 2, 2, 2, 2, 2, 1, 1, 1)))
    found = running_round_robin(own, unrated_opponent(scores), to_play)
    assert found.verdict == verdict
    hangs = "round 9 (P9, unrated) counts only if that opponent scores" in found.words()[0]
    assert hangs == (verdict == NOT_YET)
    assert answers(found, "1.4.2b") == ([NOT_YET] if verdict == NOT_YET else [])


def test_1_4_2b_open_may_be_what_makes_the_norm():
    """Ten games, one against 1400: with it Ra and score are too low, without it 6.5/9 at 2450."""
    rows = games(
        10,
        ratings=[2450] * 9 + [None],
        titles=(*TITLES, ""),
        flags=(*FLAGS, "GER"),
        results=(*RESULTS, 0),
    )
    weak = replace(
        unrated_opponent((0, 0)), player=replace(unrated_opponent(()).player, name="P10", number=11)
    )
    found = running_round_robin(record(rows), weak, 1)
    assert found.verdict == NOT_YET
    assert found.choice.figures.performance == 2616
    assert check(record(rows), [weak], kind=ROUND_ROBIN).verdict == MET


def test_1_4_2b_open_stops_no_target():
    rows = [*games(8, ratings=[2450] * 7 + [None] + [2450], results=RESULTS), to_come(games()[8])]
    rows[7] = replace(rows[7], opponent="P9", opponent_number=10)
    weak = unrated_opponent((0, 0))
    weak = replace(weak, games=(*weak.games, to_come(games()[8])))
    field = event(record(rows), [weak], kind=ROUND_ROBIN)
    found = tpr.target(record(rows), title="IM", event=field)
    assert found.played + found.to_come == 9
    assert any("counts only if" in x for x in found.assumptions)


def test_1_4_2c_last_round_forfeited_counts_as_a_loss_where_it_is_needed():
    """Eleven rounds, one missed, the last forfeited to the player, 9 games needed: 7/8 + loss."""
    rows = list(games(11, titles=["GM"] * 11, flags=["FRA", "GER"] * 5 + ["FRA"], results=[2] * 11))
    rows[0] = unplayed(rows[0], GameKind.ZERO_BYE, 0)
    rows[1] = unplayed(rows[1], GameKind.ZERO_BYE, 0)
    rows[10] = unplayed(rows[10], GameKind.FORFEIT)
    found = check(record(rows), rounds=11)
    assert answers(found, "1.4.2c") == [MET]
    assert found.choice.figures.half_points == 16
    assert found.choice.figures.games == 9
    # Whoever cannot afford the loss has no norm: 6/9 at 2450 is 67 %, 2575.
    poor = [replace(g, half_points=1) if 4 <= g.round <= 7 else g for g in rows]
    assert check(record(poor), rounds=11).verdict == NOT


def test_1_4_2_cannot_be_told_without_federations():
    found = check(record(games(flags=("",) * 9)))
    assert answers(found, "1.4.2") == [UNKNOWN]


# --- 1.4.3 and 1.4.4: federations ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("flags", "answer"),
    [
        (("ENG",) * 5 + ("FRA",) * 2 + ("GER",) * 2, MET),
        (("ENG",) * 5 + ("FRA",) * 4, NOT),
        (("ENG",) * 5 + ("FRA",) * 3 + ("",), UNKNOWN),
    ],
)
def test_1_4_3_two_foreign_federations(flags, answer):
    assert answers(check(record(games(flags=flags))), "1.4.3") == [answer]


@pytest.mark.parametrize(
    ("flags", "answer"),
    [
        (("ENG",) * 5 + ("FRA",) * 2 + ("GER",) * 2, MET),
        (("ENG",) * 6 + ("FRA",) * 2 + ("GER",) * 1, NOT),
        (("ENG",) * 5 + ("FRA",) * 2 + ("GER", ""), UNKNOWN),
    ],
)
def test_1_4_4_three_fifths_from_the_own(flags, answer):
    assert answers(check(record(games(flags=flags))), "1.4.4")[0] == answer


@pytest.mark.parametrize(
    ("flags", "answer"),
    [
        (("FRA",) * 6 + ("GER",) * 3, MET),
        (("FRA",) * 7 + ("GER",) * 2, NOT),
        (("FRA",) * 6 + ("GER",) * 2 + ("",), UNKNOWN),
    ],
)
def test_1_4_4_two_thirds_from_one(flags, answer):
    assert answers(check(record(games(flags=flags))), "1.4.4")[1] == answer


def test_without_federations_nothing_is_counted():
    found = check(record(games(flags=("",) * 9)))
    figures = {c.figures for c in found.choice.clauses if c.number in ("1.4.3", "1.4.4")}
    assert figures == {"no federations in the data"}


def test_without_the_own_federation():
    """Two federations met: one may be the own. Three met: two are foreign whatever the own is."""
    two = check(record(games(flags=("FRA",) * 5 + ("GER",) * 4), federation=""))
    assert answers(two, "1.4.3") == [UNKNOWN]
    three = check(record(games(), federation=""))
    assert answers(three, "1.4.3") == [MET]
    given = check(record(games(), federation=""), federation="ENG")
    assert given.verdict == MET


LONE = ("ENG",) * 9


@pytest.mark.parametrize(
    ("exempt", "host", "own", "verdict"),
    [
        ("a", "ENG", "ENG", MET),
        ("b", "ENG", "ENG", MET),
        ("a", "FRA", "ENG", NOT),  # for players of the host federation only
        ("a", "", "ENG", UNKNOWN),
        ("c", "", "ENG", MET),
        (None, "ENG", "ENG", NOT),
    ],
)
def test_1_4_3_exemptions_waive_both_clauses(exempt, host, own, verdict):
    found = check(record(games(flags=LONE), federation=own), host=host, exempt=exempt)
    assert found.verdict == verdict


def field(n=20, *, titled=10, federations=("FRA", "GER", "ESP"), **more):
    return [
        bystander(
            100 + k,
            federation=federations[k % len(federations)],
            title="WIM" if k < titled else "FM",
            **more,
        )
        for k in range(n)
    ]


@pytest.mark.parametrize(
    ("others", "verdict"),
    [
        (field(), MET),
        (field(19), NOT),
        (field(titled=9), NOT),
        (field(federations=("FRA", "GER")), NOT),
        (field(federations=("FRA", "GER", "FID")), NOT),
        (field(rating=None), NOT),
        # A pairing-allocated bye is no absence; two half-point byes are.
        (field(kinds={3: GameKind.BYE, 4: GameKind.BYE}), MET),
        (field(kinds={3: GameKind.HALF_BYE, 4: GameKind.HALF_BYE}), NOT),
        # One absence each in the same round leaves that round empty.
        (field(kinds={3: GameKind.HALF_BYE}), NOT),
    ],
)
def test_1_4_3d_a_large_swiss(others, verdict):
    found = check(record(games(flags=LONE)), others, host="ENG")
    assert found.verdict == verdict
    assert (found.exempt.verdict == MET) == (verdict == MET)


def test_1_4_3d_depends_on_the_host():
    """Seven players of each of three federations: enough unless one of them is the host."""
    others = field(21, titled=21)
    found = check(record(games(flags=LONE)), others)
    assert found.exempt.verdict == UNKNOWN
    assert found.verdict == UNKNOWN
    assert check(record(games(flags=LONE)), others, host="FRA").verdict == NOT


def test_1_4_3d_is_for_swiss_events():
    found = check(record(games(flags=LONE)), field(), kind=ROUND_ROBIN, host="ENG")
    assert found.verdict == NOT


# --- 1.4.5: titles ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("titles", "answer"),
    [
        (("GM", "GM", "GM", "IM", "WFM", "CM", "WCM", "", ""), MET),
        (("GM", "GM", "GM", "IM", "CM", "CM", "WCM", "", ""), NOT),
        (("gm", "gm", "gm", "im", "fm", "", "", "", ""), MET),  # lower case is a title too
        (("",) * 9, UNKNOWN),
    ],
)
def test_1_4_5a_half_hold_a_title(titles, answer):
    assert answers(check(record(games(titles=titles))), "1.4.5a") == [answer]


@pytest.mark.parametrize(
    ("title", "clause", "enough", "too_low"),
    [
        ("GM", "1.4.5b", ("GM",), "IM"),
        ("IM", "1.4.5c", ("IM", "GM"), "WGM"),
        ("WGM", "1.4.5d", ("WGM", "IM", "GM"), "WIM"),
        ("WIM", "1.4.5e", ("WIM", "WGM", "IM", "GM"), "FM"),
    ],
)
def test_1_4_5_a_third_hold_the_title(title, clause, enough, too_low):
    rest = (too_low,) * 6
    for one in enough:
        found = check(record(games(titles=(one,) * 3 + rest), sex="w"), title=title)
        assert answers(found, clause) == [MET]
    found = check(record(games(titles=(enough[0],) * 2 + (too_low,) * 7), sex="w"), title=title)
    assert answers(found, clause) == [NOT]
    found = check(record(games(titles=("",) * 9), sex="w"), title=title)
    assert answers(found, clause) == [UNKNOWN]


@pytest.mark.parametrize(("gms", "verdict"), [(3, MET), (2, NOT)])
def test_1_4_5f_double_round_robin(gms, verdict):
    """Six players, each met twice: of five opponents half, rounded up, hold the title."""
    titles = [("GM" if k < gms else "IM") for k in range(5)] * 2
    rows = games(
        10, titles=titles, flags=["FRA", "GER", "ESP", "ITA", "FRA"] * 2, results=[2] * 5 + [1] * 5
    )
    rows = [replace(g, opponent=f"P{k % 5}", opponent_number=2 + k % 5) for k, g in enumerate(rows)]
    found = check(record(rows), kind="Individual: Double Round-Robin", rounds=10)
    assert answers(found, "1.4.5b") == [verdict]
    assert answers(found, "1.4.5f") == [MET]
    (figures,) = [c.figures for c in found.choice.clauses if c.number == "1.4.5f"]
    assert figures == "6 players: 10 rounds"
    assert found.verdict == verdict


# --- 1.4.6 to 1.4.9: ratings, score, performance ------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        (RatingKind.FIDE, MET),
        (RatingKind.FIDE_RAPID, NOT),
        (RatingKind.NATIONAL, NOT),
        (RatingKind.LICHESS, NOT),
        (RatingKind.UNKNOWN, UNKNOWN),
    ],
)
def test_1_4_6a_the_rating_list(kind, answer):
    found = check(record(games(kind=kind)))
    assert answers(found, "1.4.6a") == [answer]
    assert found.verdict == answer


@pytest.mark.parametrize(("rating", "answer"), [(2380, MET), (2379, NOT)])
def test_1_4_8a_least_average(rating, answer):
    found = check(record(games(ratings=[rating] * 9, results=[2] * 8 + [1])))
    assert answers(found, "1.4.8a") == [answer]
    assert found.verdict == answer


def test_1_4_8a_unrated_opponent_lifted_to_the_floor_is_not_enough():
    """Eight of 2400 and one unrated: (8 x 2400 + 2200) / 9 = 2378, below 2380 at any score."""
    found = check(record(games(ratings=[2400] * 8 + [None], results=[2] * 9)))
    assert found.choice.figures.average == 2378
    assert found.verdict == NOT


@pytest.mark.parametrize(
    ("results", "answer"), [((1,) * 7 + (0,) * 2, MET), ((1,) * 6 + (0,) * 3, NOT)]
)
def test_1_4_8b_thirty_five_per_cent(results, answer):
    """3.5/9 is 38.9 %, 3/9 is 33.3 %: not enough even against 2800."""
    found = check(record(games(ratings=[2800] * 9, results=results)))
    assert answers(found, "1.4.8b") == [answer]
    assert found.verdict == answer


@pytest.mark.parametrize(("rating", "answer"), [(2434, MET), (2433, NOT)])
def test_1_4_8_performance(rating, answer):
    """6.5/9 is worth 166: 2434 makes 2600, 2433 does not."""
    found = check(record(games(ratings=[rating] * 9)))
    assert answers(found, "1.4.8") == [answer]


# --- women's titles, and what is no norm ---------------------------------------------------------


@pytest.mark.parametrize(("sex", "answer"), [("w", MET), ("f", MET), ("m", NOT), ("", UNKNOWN)])
def test_womens_titles(sex, answer):
    found = check(record(games(), sex=sex), title="WGM")
    assert answers(found, "0.3") == [answer]
    assert found.verdict == answer


@pytest.mark.parametrize(
    ("title", "text"),
    [("FM", "2300"), ("cm", "2200"), ("WFM", "2100"), ("WCM", "2000"), ("SGM", "GM, IM, WGM")],
)
def test_there_is_no_such_norm(title, text):
    with pytest.raises(TprstatsError, match=text):
        tpr.norm(record(games()), title)


def test_one_event_at_a_time():
    rows = [replace(g, event=f"Open {g.round % 2}") for g in games()]
    with pytest.raises(InputError, match="2 events"):
        tpr.norm(record(rows), "GM")


def test_totals_are_not_enough():
    with pytest.raises(TprstatsError, match="each game"):
        tpr.norm(tpr.Record.from_totals(2450, 9, 6.5), "GM")


def test_fewer_than_seven_games_are_never_enough():
    with pytest.raises(TprstatsError, match="7"):
        tpr.norm(record(games()), "GM", minimum=6)


# --- what a file does not say --------------------------------------------------------------------


def written(own, *, dates=("2025/10/01", "2025/10/09"), control=""):
    """The record's event as a TRF file has it, read again."""
    details = {"type": SWISS, "rounds": "9", "start": dates[0], "end": dates[1]}
    details |= {"encoded time control": control} if control else {}
    others = [
        Record(
            Player(g.opponent, g.opponent_number, g.opponent_rating, rating_kind=FIDE,
                   title=g.opponent_title, federation=g.opponent_federation),
            (replace(g, opponent="X", opponent_number=1, opponent_rating=own.player.rating,
                     half_points=2 - g.half_points, colour=-g.colour),),
        )
        for g in own.games
    ]  # fmt: skip
    field = Event("Test Open", (own, *others), rounds=9, details=details)
    return tpr.read(tpr.convert(field, "trf26").text.encode())


def coloured(**more):
    return record([replace(g, colour=tpr.Colour.WHITE) for g in games(**more)])


@pytest.mark.parametrize(
    ("control", "answer"), [("", UNKNOWN), ("5400+30", MET), ("900+10", NOT), ("180+2", NOT)]
)
def test_1_4_6a_of_a_file_takes_its_time_control(control, answer):
    """FIDE's own file has one rating column for three lists."""
    found = tpr.norm(written(coloured(), control=control), "GM", player=1, luck=False)
    assert answers(found, "1.4.6a") == [answer]


def test_1_4_6a_standard_ratings_as_asked():
    told = written(coloured()).with_rating_kind(FIDE)
    assert answers(tpr.norm(told, "GM", player=1, luck=False), "1.4.6a") == [MET]
    told = written(coloured()).with_rating_kind(RatingKind.FIDE_RAPID)
    assert answers(tpr.norm(told, "GM", player=1, luck=False), "1.4.6a") == [NOT]


def test_a_file_without_ratings_tells_no_performance():
    own = coloured(ratings=[None] * 9)
    own = replace(own, player=replace(own.player, rating=None))
    found = tpr.norm(written(own), "GM", player=1, strength=2500.0)
    for number in ("1.4.6a", "1.4.6b-d", "1.4.8a", "1.4.8"):
        assert answers(found, number) == [UNKNOWN]
    assert answers(found, "1.4.8b") == [MET]
    assert found.luck is None
    assert found.to_json()["performance"] is None
    assert "performance" not in found.words()[0]


@pytest.mark.parametrize(
    ("last", "answer"), [("2025/10/05", []), ("2025/10/04", [NOT]), ("2025/10/01", [NOT])]
)
def test_1_1_two_rounds_a_day(last, answer):
    """Nine rounds take five days."""
    found = tpr.norm(written(coloured(), dates=("2025/10/01", last)), "GM", player=1, luck=False)
    assert answers(found, "1.1") == answer


def dated(days, kinds=()):
    """A record with so many rounds on each day, from the 1st."""
    day = [d for d, n in enumerate(days, 1) for _ in range(n)]
    rows = games(
        len(day),
        titles=["GM"] * 17,
        flags=["FRA", "GER"] * 9,
        results=[2] * 17,
        ratings=[2450] * 17,
    )
    return record(
        replace(g, date=dt.date(2026, 1, d), kind=dict(kinds).get(k, g.kind))
        for k, (g, d) in enumerate(zip(rows, day, strict=True))
    )


@pytest.mark.parametrize(
    ("days", "kinds", "answer"),
    [
        ((2, 2, 2, 2, 1), (), []),
        ((3, 1, 1, 1, 1, 1, 1), (), [NOT]),  # two a day on average and less
        ((1,) * 8 + (8,), (), [NOT]),
        ((1,) * 8 + (3,), ((9, GameKind.TIEBREAK), (10, GameKind.TIEBREAK)), []),
        ((3, 2, 2, 2, 1), ((0, GameKind.ZERO_BYE),), [NOT]),  # a bye is a round of the day
    ],
)
def test_1_1_looks_at_each_day(days, kinds, answer):
    own = dated(days, kinds)
    found = check(own, rounds=len(own.games))
    assert answers(found, "1.1") == answer
    assert (found.verdict == NOT) == bool(answer)


def test_1_1_dates_that_run_against_the_rounds_tell_nothing():
    """Three rounds on the second day; with one of them dated before the first, who knows."""
    own = dated((1, 3, 1, 1, 1, 1, 1))
    assert answers(check(own), "1.1") == [NOT]
    astray = [replace(g, date=dt.date(2025, 12, 31)) if k == 5 else g
              for k, g in enumerate(own.games)]  # fmt: skip
    found = check(replace(own, games=tuple(astray)))
    assert answers(found, "1.1") == [UNKNOWN]
    assert found.verdict == UNKNOWN


# --- letters that are no federation or title of FIDE's -------------------------------------------


def test_letters_that_are_no_federation_cannot_be_told():
    """A club code and a typing error are no foreign federations; they are named."""
    flags = ("ENG",) * 5 + ("KIL", "KIL", "FRN", "FRN")
    found = check(record(games(flags=flags)))
    for number in ("1.4.2", "1.4.3"):
        assert answers(found, number) == [UNKNOWN]
    said = next(c.figures for c in found.choice.clauses if c.number == "1.4.3")
    assert "not FIDE federations: FRN, KIL" in said
    # Two known ones are enough, whatever the others are.
    known = ("ENG",) * 5 + ("FRA", "GER", "KIL", "KIL")
    assert answers(check(record(games(flags=known))), "1.4.3") == [MET]


def test_own_letters_that_are_no_federation():
    """With eight of nine from England, 1.4.4 hangs on where the player is from."""
    found = check(record(games(flags=("ENG",) * 6 + ("FRA",) * 3), federation="KIL"))
    assert answers(found, "1.4.4")[0] == UNKNOWN


@pytest.mark.parametrize("option", ["host", "federation"])
def test_no_such_federation_is_refused(option):
    with pytest.raises(TprstatsError, match="no FIDE federation 'XYZ'"):
        tpr.norm(record(games()), "GM", luck=False, **{option: "XYZ"})


@pytest.mark.parametrize(("strangers", "answer"), [(5, UNKNOWN), (1, NOT)])
def test_1_4_3d_with_strange_letters(strangers, answer):
    """18 rated foreigners: the strangers decide, or cannot."""
    titled = ("IM",) * 10 + ("",) * 8
    others = [
        bystander(k + 20, federation=("FRA", "GER", "ITA")[k % 3], title=t)
        for k, t in enumerate(titled)
    ]
    others += [bystander(60 + k, federation="KIL") for k in range(strangers)]
    others += [bystander(80 + k, federation="ENG") for k in range(10)]
    found = check(record(games()), others, host="ENG")
    assert found.exempt.verdict == answer


def test_a_title_that_is_not_of_fide_is_named():
    titles = (*TITLES[:-1], "XX")
    found = check(record(games(titles=titles)))
    said = next(c.figures for c in found.choice.clauses if c.number == "1.4.5a")
    assert said == "no titles of FIDE: XX; 5 of 9, at least 5"


def test_1_4_1c_holds_where_another_clause_fails():
    """Eight games and a bye count as nine; only the score is too low."""
    flags = ("ENG",) * 4 + ("FRA",) * 2 + ("GER",) * 2
    rows = (*games(8, results=(1,) * 8, flags=flags), unplayed(games()[8], GameKind.BYE))
    found = check(record(rows))
    assert found.verdict == NOT
    assert answers(found, "1.4.1c") == [MET]
    assert answers(found, "1.4.1a") == []
    assert found.words()[0].startswith("No GM norm (1.4.8):")
    # Without the bye nothing makes up for the ninth game, which may be to come.
    found = check(record(games(8, results=(1,) * 8, flags=flags)))
    assert answers(found, "1.4.1a") == ["not yet"]


@pytest.mark.parametrize("flags", [("UKR",) * 9, FLAGS])
def test_an_exemption_that_does_not_apply_is_said(flags):
    """Whether it is needed or not; and it is not advised again."""
    found = tpr.norm(
        record(games(flags=flags), federation="UKR"), "GM", exempt="a", host="ENG", luck=False
    )
    said = " ".join(found.words())
    assert "1.4.3a (final of a national championship), as given, does not apply" in said
    assert "holds for players of ENG only; the player is from UKR" in said
    assert "--exempt a, b or c" not in said
    assert found.to_json()["exemption"]["verdict"] == NOT
    home = tpr.norm(
        record(games(flags=flags), federation="ENG"), "GM", exempt="a", host="ENG", luck=False
    )
    assert "does not apply" not in " ".join(home.words())


@pytest.mark.parametrize("title", ["WGM", "WCM"])
def test_a_womans_title_tells_the_sex(title):
    own = record(games(ratings=[2300] * 9), sex="", rating=2300)
    own = replace(own, player=replace(own.player, title=title))
    assert answers(check(own, title="WGM"), "0.3") == [MET]
    for other in ("GM", ""):
        own = replace(own, player=replace(own.player, title=other))
        assert answers(check(own, title="WGM"), "0.3") == [UNKNOWN]


@pytest.mark.parametrize(
    ("kind", "points", "why"),
    [
        (GameKind.BYE, 2, "pairing-allocated bye"),
        (GameKind.HALF_BYE, 1, "half-point bye"),
        (GameKind.FORFEIT, 2, "won by forfeit"),
        (GameKind.FORFEIT, 0, "forfeited"),
    ],
)
def test_1_4_2_says_why_a_round_is_left_out(kind, points, why):
    rows = (unplayed(games()[0], kind, points), *games()[1:])
    (said,) = [c.figures for c in check(record(rows)).choice.clauses if c.number == "1.4.2"]
    assert said == f"round 1 ({why}) left out"


# --- events that are not over -------------------------------------------------------------------


@pytest.mark.parametrize("played", [5, 6, 7])
def test_1_4_1c_holds_before_the_last_rounds_are_paired(played):
    """Who has a forfeit win and can still have eight games makes no event of too few games."""
    rows = list(games(results=(2, 2, 2, 2, 1, 1, 1, 1, 2)))
    rows[3] = unplayed(rows[3], GameKind.FORFEIT)
    found = check(record(rows[: played + 1]))
    assert found.verdict == NOT_YET
    assert found.pending.games == 8
    assert answers(found, "1.4.1c") == [NOT_YET]
    assert answers(found, "1.4.1a") == []
    # The same with the opponents named: target answers, as it does once the round is paired.
    rest = [replace(g, round=None) for g in rows[played + 1 :]]
    own = record(rows[: played + 1])
    same = tpr.target(own, title="GM", event=event(own), remaining=rest)
    paired = tpr.target(
        record([*rows[: played + 1], *map(to_come, rows[played + 1 :])]),
        title="GM",
        event=event(own),
    )
    assert (same.needed, same.chance) == (paired.needed, paired.chance)


@pytest.mark.parametrize(("flag", "answer"), [("NON", NOT), ("FID", NOT), ("ESP", MET)])
def test_1_4_3d_players_of_no_federation_are_no_foreigners(flag, answer):
    """20 rated foreigners of two federations; the third is one only if it is a federation."""
    titled = ("IM",) * 10 + ("",) * 10
    others = [
        bystander(k + 20, federation=("FRA", "GER")[k % 2], title=t) for k, t in enumerate(titled)
    ]
    others += [bystander(60, federation=flag)]
    others += [bystander(80 + k, federation="ENG") for k in range(10)]
    found = check(record(games()), others, host="ENG")
    assert found.exempt.verdict == answer


@pytest.mark.parametrize("played", [1, 4])
def test_1_1_rounds_without_a_date_are_on_no_day(played):
    """One game a day so far; when the others are is not known, whatever the dates there are."""
    rows = [replace(g, date=dt.date(2026, 10, 1 + k)) for k, g in enumerate(games())]
    coming = [replace(to_come(g), date=None) for g in rows[played:]]
    found = check(record([*rows[:played], *coming]))
    assert answers(found, "1.1") == []
    assert found.pending.possible
    ahead = tpr.target(record(rows[:played]), title="GM", remaining=[2450] * (9 - played))
    assert ahead.needed is not None


def test_a_norm_out_of_reach_has_no_score_and_no_chance_in_a_report():
    rows = [*games(results=(0,) * 9)[:8], to_come(games()[8])]
    own = record(rows)
    (row, *_) = norms_of(own, event(own)).table.rows
    assert row[1].startswith("out of reach: ")
    assert row[5:7] == ("-", "-")


def test_a_title_named_for_one_opponent_to_come_tells_nothing_of_the_others():
    """One of nine opponents is said to be an IM: that makes the others no players without one."""
    own = Record.from_results(
        [2400, 2420, 2500, 2510, 2390, 2450, 2480],
        [1, 1, 1, 0.5, 0.5, 0.5, 0],
        own=2400,
        rating_kind=FIDE,
    )
    chances = {}
    for title in ("", "IM", "-"):
        rest = [Game(2410, 0, opponent_title=title), Game(2380, 0)]
        found = tpr.target(own, title="IM", remaining=rest)
        chances[title] = found.chance
        assert found.needed == 5
        assert ("titles of 8 of 9 opponents" in " ".join(found.assumptions)) == (title != "")
    assert len(set(chances.values())) == 1


def test_a_rating_counts_the_games_that_a_norm_leaves_out():
    """An opponent without a FIDE federation (1.4.2a), and one unrated, which is said."""
    rows = games(4, flags=("NON", "FRA", "FRA", "FRA"), ratings=[2450, 2450, 2450, None])
    own = record(rows)
    found = tpr.target(own, rating=2500, event=event(own), remaining=[2450])
    assert found.played == 3
    assert any("unrated opponents left out (1)" in a for a in found.assumptions)


def test_games_that_are_too_few_are_the_last_way_to_count():
    """Eight games of ten rounds and a forfeit win in the last: nine with it as a loss (1.4.2c).

    Nine games fail more clauses here (the average too), but eight make no norm at any score.
    """
    ratings = [2380.0] * 8 + [2000.0, 1900.0]
    flags = ("ENG",) * 4 + ("FRA",) * 3 + ("GER",) * 2
    rows = games(9, results=(1,) * 9, ratings=ratings, flags=flags)
    last = unplayed(replace(rows[8], round=10), GameKind.FORFEIT)
    away = unplayed(replace(rows[8], round=9), GameKind.ZERO_BYE, 0)
    found = check(record([*rows[:8], away, last]), rounds=10)
    (said, *_) = found.words()
    assert found.verdict == NOT
    assert answers(found, "1.4.1a") in ([], [MET])
    assert answers(found, "1.4.2c") == [MET]
    assert "4 of 9" in said
    assert "of 8" not in said


def test_a_rating_to_aim_at_tells_of_rounds_without_an_opponent():
    """Six games, one paired and two rounds that are not: the chance is not that of the event."""
    own = record([*games(6), to_come(games()[6])])
    said = tpr.target(own, rating=2500, event=event(own)).assumptions
    assert any("2 rounds without an opponent left out" in a for a in said)
    named = tpr.target(own, rating=2500, event=event(own), remaining=[2450, 2450]).assumptions
    assert not any("left out" in a for a in named)


def test_further_rounds_of_an_event_whose_rounds_are_all_paired():
    own = record([*games(8), to_come(games()[8])])
    said = tpr.target(own, rating=2500, event=event(own), remaining=[2450]).assumptions
    assert any("the file has no other round to come: 1 further round" in a for a in said)


def test_1_4_1c_says_how_many_rounds_were_played():
    rows = list(games(results=(2, 2, 2, 2, 1, 1, 1, 1, 2)))
    rows[3] = unplayed(rows[3], GameKind.FORFEIT)
    for n, words in ((7, "6 of 9 rounds played, 2 to come"), (9, "8 of 9 rounds played, a")):
        found = check(record(rows[:n]))
        (said,) = [c.figures for c in found.choice.clauses if c.number == "1.4.1c"]
        assert said.startswith(words)
