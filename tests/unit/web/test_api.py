"""The interface gives what the library gives."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import time

import pytest
from serving import long_pgn

import tprstats as tpr
from tprstats.report.player import player_parts
from tprstats.simulation import what_if
from tprstats.web.errors import RefusedError
from tprstats.web.models import PartsWanted, Question, SimulationWanted, TypedGames

SOON = ["header", "answer", "rules", "games", "norms", "assumed", "notes", "provenance"]
LISTS = "2300 1 w\n2250, 0,5\n- 1 b\n2400\t0\n"


@pytest.fixture(scope="module")
def event(trf):
    from dataclasses import replace

    return replace(tpr.read(trf), source="bunratty.trf")


@pytest.fixture(scope="module")
def season(served):
    """A record long enough for a verdict on streaks."""
    text = "\n".join(f"{2250 + 7 * (k % 13)} {1 if k > 20 else (k % 3) / 2:g}" for k in range(30))
    answer = served.client.post("/api/games", json={"text": text, "own": 2280})
    return answer.json()["token"]


def test_what_a_file_holds(served, sent):
    found = served.client.get(f"/api/data/{sent}").json()
    assert (found["name"], found["label"]) == ("Bunratty Masters 2011", "bunratty.trf")
    assert (found["players"], found["rounds"], found["owner"]) == (34, 6, None)


def test_players_are_searched_as_everywhere(served, sent):
    def search(text):
        return served.client.get(f"/api/data/{sent}/players", params={"search": text}).json()

    assert search("")["found"] == 34
    assert [p["number"] for p in search("DRESKA")["players"]] == [12]
    assert 12 in [p["number"] for p in search("12")["players"]]
    assert search("nobody at all") == {"found": 0, "players": []}


def test_parts_are_those_of_the_report(served, sent, event):
    answer = served.parts(sent, [*SOON, "streak", "parts"], player=12, level=0.9).json()
    digest = hashlib.sha256(_example()).hexdigest()
    found = tpr.report(event, player=12, level=0.9, seasons=500, digest=digest)
    wanted = player_parts(found, [*SOON, "streak", "parts"], sizes=["narrow"])
    assert answer["complete"] is True
    assert answer["parts"] == wanted


def _example() -> bytes:
    from tprstats.data import example_path

    return example_path().read_bytes()


def test_quick_leaves_out_what_takes_long_and_nothing_else(served, trf):
    token = served.send(trf + b"\n")["token"]
    quick = served.parts(token, [*SOON, "streak", "parts"], quick=True, player=12).json()
    assert quick["complete"] is False
    assert set(quick["parts"]) == set(SOON)
    assert "equilibrium" not in quick["parts"]["rules"]
    assert "firth" in quick["parts"]["rules"]


@pytest.mark.parametrize("form", ["report.html", "report.json", "rules.csv", "games.csv"])
def test_downloads(served, sent, event, form):
    query = {"player": 12, "level": 0.8, "draw_share": 0.4, "white_advantage": 30}
    answer = served.client.get(f"/api/data/{sent}/{form}", params=query)
    assert answer.status_code == 200
    name = f"dreskakgp-coap-cpab-{form}"
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
    found = tpr.report(
        event, player=12, level=0.8, draw_share=0.4, white_advantage=30.0, seasons=500,
        digest=hashlib.sha256(_example()).hexdigest(),
    )  # fmt: skip
    if form == "report.html":
        assert answer.text == found.to_html()
    elif form == "report.json":
        assert answer.json() == json.loads(json.dumps(found.to_json()))
    else:
        rows = list(csv.DictReader(io.StringIO(answer.text)))
        count = len(found.rating.estimates) if form == "rules.csv" else len(found.rounds)
        assert len(rows) == count
        assert {r["player"] for r in rows} == {found.player}


def test_figures_to_take_away(served, season):
    for form in ("rules.svg", "streak.svg"):
        answer = served.client.get(f"/api/data/{season}/{form}")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert "<svg" in answer.text


def test_games_and_totals_by_hand(served):
    answer = served.client.post("/api/games", json={"text": LISTS, "own": 2280, "name": "Ann"})
    found = served.parts(answer.json()["token"], ["header", "answer"]).json()
    record = tpr.Record.from_results(
        [2300, 2250, None, 2400], [1, 0.5, 1, 0], own=2280, colours=["w", "-", "b", "-"],
        name="Ann",
    )  # fmt: skip
    assert found["summary"] == tpr.rate(record).words()[0]
    totals = {"average": 2300, "games": 9, "score": 6.5}
    answer = served.client.post("/api/games", json=totals)
    found = served.parts(answer.json()["token"], ["answer"]).json()
    assert found["summary"] == tpr.rate(tpr.Record.from_totals(2300, 9, 6.5)).words()[0]
    assert found["settings"]["totals"] is True


@pytest.mark.parametrize(
    "text",
    [
        "2310 1 w\n2254 0.5 b\n2400 0 w",
        "2310 win\n2254 draw\n2400 loss",
        "2310,1\n2254,½-½\n2400,0",
        "rating,result\n2310,1\n2254,0.5\n2400,0",
        "Opponent;Opponent rating;Result;Colour\nX;2310;1;White\nY;2254;½-½;Black\nZ;2400;0;White",
    ],
)
def test_own_rating_name_and_list_go_with_every_form_of_text(served, text):
    given = {"text": text, "own": 2200, "kind": "fide", "name": "Anna"}
    sent = served.client.post("/api/games", json=given).json()
    found = served.parts(sent["token"], ["header"], player=sent["owner"]).json()
    assert found["player"] == "Anna"
    assert "2200" in found["parts"]["header"]
    assert found["settings"]["lists"] == ["fide"]
    assert found["settings"]["games"] == 3


def test_what_the_text_tells_itself_is_not_taken_from_beside_it(served, trf):
    own = served.client.post("/api/games", json={"text": trf.decode(), "own": 2200})
    assert own.status_code == 422
    assert "one player's, and this text has the games of 34" in own.json()["error"]
    text = "player,own rating,opponent,opponent rating,result\n" + "".join(
        f"Tal,2500,X{k},2310,1\n" for k in range(4)
    )
    for given, words in (({"own": 2400}, "gives an own rating"), ({"name": "X"}, "Tal")):
        answer = served.client.post("/api/games", json={"text": text, **given})
        assert answer.status_code == 422
        assert words in answer.json()["error"]


SAME = "# spring\nSmith 1900 + w\n2000 0-1 b\n- 1\n2100 = w\n2200 * b\n"


def test_games_are_read_as_in_a_file(served):
    """Comments, forfeits, names, games not ended: what `rate` takes the page takes too."""
    sent = served.client.post("/api/games", json={"text": SAME, "own": 1950}).json()
    found = served.parts(sent["token"], ["answer", "notes"]).json()
    (record,) = [r for r in tpr.read(SAME.encode()).records if r.player.name == "the player"]
    assert record.games[0].kind.value == "forfeit"
    assert found["settings"]["games"] == len(record.rated())
    assert "1-0 and 0-1 are read with White first" in found["parts"]["notes"]


def test_a_whole_file_can_be_pasted(served, trf):
    answer = served.client.post("/api/games", json={"text": trf.decode()}).json()
    assert (answer["players"], answer["label"]) == (34, "pasted text")


def test_a_log_opens_with_its_owner_and_takes_some_games(served):
    found = served.send(long_pgn(40), "me.pgn")
    assert found["kind"] == "log"
    assert found["owner"] is not None
    token = found["token"]
    every = served.parts(token, ["answer"], quick=True, player=found["owner"]).json()
    some = served.parts(
        token, ["answer"], quick=True, player=found["owner"], until="2000-01-10"
    ).json()
    assert (every["player"], every["settings"]["games"]) == ("Me", 40)
    assert some["settings"]["games"] == 10


def test_a_streak_is_judged_in_the_games_of_one_rating_list(served):
    """Two of three games are blitz: the most frequent list unless another is chosen."""
    log = long_pgn(
        45,
        Site=lambda k: f"https://lichess.org/abcd{k:04d}",
        TimeControl=lambda k: "180+0" if k % 3 else "60+0",
    )
    token = served.send(log, "me.pgn")["token"]
    names = ["header", "streak", "assumed"]
    for wanted, chosen in (
        (None, "30 games with lichess blitz"),
        ("lichess bullet", "15 games with lichess bullet"),
    ):
        found = served.parts(token, names, player=1, rating_list=wanted).json()
        assert found["verdict"] is True
        assert found["settings"]["lists"] == ["lichess blitz", "lichess bullet"]
        labels = found["settings"]["labels"]
        assert len(labels) == 45  # games keep their numbers, whichever list is judged
        assert f"looked at: {chosen}" in found["parts"]["assumed"]
    answer = served.parts(token, names, player=1, rating_list="fide")
    assert answer.status_code == 422
    assert "no rating list" in answer.json()["error"]


def test_each_window_judged_is_a_look(served, season):
    def judge(first, last, token=season):
        return served.parts(token, ["verdict", "rests"], player=1, first=first, last=last).json()

    one, two = judge(22, 30), judge(18, 30)
    assert (one["windows"], two["windows"]) == (1, 2)
    assert "paid for the 2 windows judged so far" in two["parts"]["rests"]
    assert judge(22, 30)["windows"] == 2
    # The same games sent again do not start the count anew.
    text = "\n".join(f"{2250 + 7 * (k % 13)} {1 if k > 20 else (k % 3) / 2:g}" for k in range(30))
    again = served.client.post("/api/games", json={"text": text, "own": 2280}).json()["token"]
    assert judge(5, 12, again)["windows"] == 3
    record = tpr.Record.from_results(
        [2250 + 7 * (k % 13) for k in range(30)],
        [1.0 if k > 20 else (k % 3) / 2 for k in range(30)],
        own=2280,
    )
    exact = tpr.streak(record, window=(5, 12), windows=3, seasons=500)
    path, window = f"/api/data/{again}/report.json", {"first": 5, "last": 12}
    whole = served.client.get(path, params={**window, "named": True})
    assert whole.json()["streak"]["windows_judged"] == 3
    assert whole.json()["streak"]["p"] == pytest.approx(exact.p, rel=1e-12)
    # The figure shows the games: without being told so, nobody named a window in advance.
    seen = tpr.streak(record, window=(5, 12), windows=3, looked=True, seasons=500)
    whole = served.client.get(path, params=window)
    assert whole.json()["streak"]["p"] == pytest.approx(seen.p, rel=1e-12)
    assert seen.p > exact.p


def test_settings_that_follow_are_quick_and_complete_once_known(served, season):
    served.parts(season, ["streak"], level=0.9)
    quick = served.parts(season, ["verdict", "rests"], quick=True, level=0.9, first=3, last=9)
    assert quick.json()["complete"] is True
    assert set(quick.json()["parts"]) == {"verdict", "rests"}


def _watch(served, token, id_, until=("done", "failed", "cancelled")):
    for _ in range(2400):
        found = served.client.get(f"/api/data/{token}/simulations/{id_}").json()
        if found["state"] in until:
            return found
        time.sleep(0.05)
    raise AssertionError(found)


def test_a_simulation_is_that_of_the_library(served, sent, event):
    wanted = {"question": {"player": 12}, "events": 200, "goal": 2400, "seed": 7}
    began = served.client.post(f"/api/data/{sent}/simulations", json=wanted)
    assert began.status_code == 202
    found = _watch(served, sent, began.json()["id"])
    assert found["state"] == "done", found
    exact = what_if(event, event.record(12), events=200, goal=2400.0, seed=7)
    assert found["result"] == json.loads(json.dumps(exact.to_json()))
    assert 'role="img"' in found["html"]


def test_a_simulation_can_be_cancelled_and_its_process_ends(served, sent):
    wanted = {"question": {"player": 12}, "events": 20000}
    id_ = served.client.post(f"/api/data/{sent}/simulations", json=wanted).json()["id"]
    _watch(served, sent, id_, until=("running", "done"))
    assert (
        served.client.delete(f"/api/data/{sent}/simulations/{id_}").json()["state"] == "cancelled"
    )
    # The next one has a worker.
    assert served.parts(sent, ["answer"], player=3).status_code == 200
    assert _watch(served, sent, id_)["state"] == "cancelled"


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ({"player": 35}, "player 35: choose one of 1 to 34"),
        ({"level": 2}, "level: give 0.999 or less"),
        ({"first": 3}, "give both"),
        ({"first": 9, "last": 3}, "ends before it begins"),
        ({"player": 12, "first": 3, "last": 99}, "the games are 1 to 6"),
        ({"player": 12, "speed": "blitz"}, "this is a tournament"),
        ({"colour": "red"}, "colour: no such field"),
    ],
)
def test_bad_questions_are_one_line(served, sent, question, says):
    answer = served.parts(sent, ["streak"], **question)
    assert answer.status_code == 422
    assert says in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({}, "give games, or all of"),
        ({"text": "2300 1", "average": 2300}, "not both"),
        ({"text": "2300 1\nfoo"}, "write rating, result, colour"),
        ({"text": "2300 1\n2300 2"}, "write 1, 0.5 or 0"),
        ({"text": "9000 1"}, "is not a rating"),
        ({"average": 2300, "games": 3, "score": 7}, "not possible in 3 games"),
        ({"text": "hello"}, "one a line, as in 2300 1 w"),
        ({"text": "2300 1", "kind": "moon"}, "kind: "),
    ],
)
def test_bad_games_say_what_to_do(served, body, says):
    answer = served.client.post("/api/games", json=body)
    assert answer.status_code == 422
    assert says in answer.json()["error"]


def test_nobody_to_rate(served):
    token = served.client.post("/api/games", json={"text": "- 1\n- 0"}).json()["token"]
    answer = served.parts(token, ["answer"])
    assert "say at which rating unrated opponents count" in answer.json()["error"]
    assert served.parts(token, ["answer"], unrated=2000).status_code == 200


WRONG = ["x", -1, 1e9, 1.5, True, [], {}, ["x"], {"x": 1}]
MODELS = [
    ("/api/games", TypedGames, {"text": "2300 1"}),
    ("/api/data/{token}/parts", PartsWanted, {"parts": ["answer"], "quick": True}),
    ("/api/data/{token}/simulations", SimulationWanted, {"events": 100}),
]


@pytest.mark.parametrize(
    ("path", "model", "good"), MODELS, ids=lambda x: getattr(x, "__name__", "")
)
def test_a_wrong_value_is_told_in_our_words(served, sent, path, model, good):
    """Whatever stands in a field of a request: it is taken, or refused without jargon."""
    bodies = [{**good, name: value} for name in model.model_fields for value in WRONG]
    if "question" in model.model_fields:
        bodies = [
            {**good, "question": {"player": 12, name: value}}
            for name in Question.model_fields
            for value in WRONG
        ] + [{**good, "question": value} for value in WRONG]
    refused = 0
    for body in [*bodies, [], "x", 1]:
        with pytest.MonkeyPatch.context() as patch:
            # Only what is refused is of interest: nothing is computed for the rest.
            patch.setattr(served.app.state.tprstats, "work", nothing)
            patch.setattr(served.app.state.tprstats.simulations, "start", no_room)
            answer = served.client.post(path.format(token=sent), json=body)
        if answer.status_code != 422:
            continue
        refused += 1
        said = answer.json()["error"]
        assert set(answer.json()) == {"error", "line"}
        assert "\n" not in said
        for words in ("nput should", "unable to", "alue error", "valid ", "extra inputs"):
            assert words not in said, (body, said)
    assert refused > len(WRONG)


async def nothing(*_: object, **__: object) -> None:
    raise RefusedError(503, "not now")


def no_room(*_: object, **__: object) -> None:
    raise RefusedError(503, "not now")


@pytest.mark.parametrize("body", [b"", b"{", b"nonsense", b"\xff\xfe", b"[1, 2"])
def test_what_is_no_json_is_told_so(served, body):
    answer = served.client.post(
        "/api/games", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code in (400, 422)
    said = answer.json()["error"]
    assert "JSON" in said or "missing" in said or "not understood" in said, said


TWO_NAMES = b"White,Black,Result,WhiteElo,BlackElo\n" + b"".join(
    b"%s,Foe %d,1-0,2400,23%02d\n" % (name, k, k)
    for k, name in enumerate([b"Tal"] * 6 + [b"Tal M"] * 6)
)


def place_of(served, token, name):
    found = served.client.get(f"/api/data/{token}/players", params={"search": name}).json()
    return {p["name"]: p["player"] for p in found["players"]}


def test_two_names_are_taken_as_one_and_apart_again(served):
    sent = served.send(TWO_NAMES, "tal.csv")
    token = sent["token"]
    path = f"/api/data/{token}/same"
    assert (sent["players"], sent["same"]) == (14, {})
    before = served.parts(
        token, ["answer"], quick=True, player=place_of(served, token, "Tal")["Tal"]
    )
    joined = served.client.put(path, json={"names": {"Tal M": " Tal "}}).json()
    assert (joined["players"], joined["same"]) == (13, {"Tal M": "Tal"})
    assert "Tal M taken for Tal, as asked" in joined["notes"]
    assert served.client.get(f"/api/data/{token}").json() == joined
    there = place_of(served, token, "Tal")
    assert list(there) == ["Tal"]
    after = served.parts(token, ["answer"], quick=True, player=there["Tal"]).json()
    assert (before.json()["settings"]["games"], after["settings"]["games"]) == (6, 12)
    event = tpr.read(TWO_NAMES).merged({"Tal M": "Tal"})
    assert after["summary"] == tpr.rate(event.record("Tal")).words()[0]
    assert served.client.put(path, json={"names": {}}).json()["players"] == 14


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ({"Botvinnik": "Tal"}, "no player 'Botvinnik'"),
        ({"Tal": "Foe 1"}, "they are two players"),
        ({"Tal": " "}, "write both names"),
        ({"Tal": 1}, "give text"),
        ("Tal", "names: give named values"),
    ],
)
def test_names_that_cannot_be_joined_leave_all_as_it_was(served, names, says):
    token = served.send(TWO_NAMES, "tal.csv")["token"]
    before = served.client.get(f"/api/data/{token}").json()
    answer = served.client.put(f"/api/data/{token}/same", json={"names": names})
    assert answer.status_code == 422
    assert says in answer.json()["error"]
    assert served.client.get(f"/api/data/{token}").json() == before


def test_the_owner_of_a_log_keeps_it_under_another_name(served):
    found = served.send(long_pgn(12), "me.pgn")
    joined = served.client.put(
        f"/api/data/{found['token']}/same", json={"names": {"Me": "Myself"}}
    ).json()
    assert joined["owner"] is not None
    assert place_of(served, found["token"], "Myself")["Myself"] == joined["owner"]


def test_games_by_hand_have_no_names(served):
    token = served.client.post("/api/games", json={"text": LISTS}).json()["token"]
    answer = served.client.put(f"/api/data/{token}/same", json={"names": {"a": "b"}})
    assert answer.status_code == 422
    assert "no names to join" in answer.json()["error"]


def test_a_file_is_not_sent_with_what_would_be_dropped(served):
    answer = served.client.post("/api/files?name=a.txt&own=2200", content=b"2300 1 w\n2300 0 b\n")
    assert answer.status_code == 422
    assert "own: no such field" in answer.json()["error"]
