"""Nobody else uses the server, nothing stays, nothing leaks, nobody waits for another."""

from __future__ import annotations

import gzip
import re
import socket
import sys
import time

import httpx
import pytest
from serving import long_pgn, serving

from tprstats.web.app import create_app
from tprstats.web.security import HEADERS
from tprstats.web.settings import Settings

EVIL = '<img src=x onerror="alert(1)"><script>alert(2)</script>'
LEAKS = re.compile(r"Traceback|\.py\b|/tmp|/root|/home|site-packages|\b\d+\.\d+\.\d+\b")


def test_it_listens_on_this_computer_alone():
    import inspect

    from tprstats.cli.serve import serve_command

    assert inspect.signature(serve_command).parameters["host"].default == "127.0.0.1"
    assert Settings().host == "127.0.0.1"


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "evil.example:80"},
        {"host": "localhost.evil.example"},
        {"host": "127.0.0.1:1"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "https://localhost"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/"), ("POST", "/api/games"), ("GET", "/openapi.json")]
)
def test_other_sites_are_turned_away(served, headers, method, path):
    answer = served.client.request(method, path, headers=headers)
    assert answer.status_code == 403
    assert set(answer.json()) == {"error", "line"}
    assert not [h for h in answer.headers if h.startswith("access-control")]


def test_its_own_names_are_let_in(served):
    port = served.settings.port
    for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"LOCALHOST:{port}"):
        headers = {
            "host": host,
            "origin": f"http://{host.lower()}",
            "sec-fetch-site": "same-origin",
        }
        assert served.client.get("/", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/interface", "/static/data.js", "/openapi.json", "/nowhere"]
)
def test_every_answer_has_the_headers(served, path):
    answer = served.client.get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert "server" not in answer.headers


def test_a_downloaded_page_runs_nothing(served, sent):
    answer = served.client.get(f"/api/data/{sent}/report.html")
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("sandbox;")
    assert "script-src" not in policy
    assert "default-src 'none'" in policy


def test_files_are_limited_and_lie_under_names_of_our_own(served):
    before = set(served.folder.iterdir())
    found = served.send(b"rating,result\n2300,1\n", "../../../etc/cron.d/evil.csv")
    assert found["label"] == "evil.csv"
    (fresh,) = set(served.folder.iterdir()) - before
    assert re.fullmatch(r"[0-9a-f]{32}", fresh.name)
    assert served.folder.stat().st_mode & 0o077 == 0
    assert re.fullmatch(r"[A-Za-z0-9_-]{32}", found["token"])
    assert fresh.name not in found["token"]


def test_too_large_with_or_without_saying_so():
    with serving(upload_bytes=10_000, workers=1) as small:
        answer = small.client.post("/api/files", content=b"x" * 10_001)
        assert answer.status_code == 413
        assert "split it" in answer.json()["error"]
        answer = small.client.post("/api/files", content=(b"x" * 1000 for _ in range(50)))
        assert answer.status_code == 413
        assert list(small.folder.iterdir()) == []


def test_a_bomb_is_not_unpacked():
    bomb = gzip.compress(b"rating,result\n" + b"2300,1\n" * 3_000_000)
    assert len(bomb) < 100_000
    with serving(unpacked_bytes=2**20, workers=1) as small:
        answer = small.client.post("/api/files", content=bomb)
        assert answer.status_code == 422
        assert "larger than 1,048,576 bytes" in answer.json()["error"]
        assert list(small.folder.iterdir()) == []


def test_a_file_that_does_not_arrive_is_given_up():
    with serving(upload_seconds=0.3, workers=1) as hasty:
        with socket.create_connection(("127.0.0.1", hasty.settings.port)) as slow:
            host = f"127.0.0.1:{hasty.settings.port}"
            head = f"POST /api/files HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000\r\n\r\nabc"
            slow.sendall(head.encode())
            slow.settimeout(20.0)
            assert b" 408 " in slow.recv(4000).split(b"\r\n")[0]
        assert list(hasty.folder.iterdir()) == []


def test_gone_half_an_hour_after_the_last_use():
    with serving(workers=1) as quiet:
        token = quiet.send(b"rating,result\n2300,1\n2200,0\n")["token"]
        assert quiet.settings.keep_seconds == 30 * 60
        quiet.clock.ahead += 29 * 60
        assert quiet.client.get(f"/api/data/{token}").status_code == 200
        quiet.clock.ahead += 31 * 60
        state = quiet.app.state.tprstats
        state.sweep()
        assert list(quiet.folder.iterdir()) == []
        for path in (f"/api/data/{token}", f"/data/{token}", f"/api/data/{token}/report.html"):
            answer = quiet.client.get(path)
            assert answer.status_code == 404
            assert "choose it again" in answer.text.lower()
        folder = quiet.folder
    assert not folder.exists()


def test_deleted_when_asked(served, trf):
    token = served.send(trf)["token"]
    before = len(list(served.folder.iterdir()))
    assert served.client.delete(f"/api/data/{token}").json() == {"deleted": True}
    assert len(list(served.folder.iterdir())) == before - 1
    assert served.parts(token, ["answer"]).status_code == 404
    assert served.client.delete(f"/api/data/{token}").status_code == 404


def test_a_file_that_cannot_be_read_is_not_kept(served):
    before = set(served.folder.iterdir())
    answer = served.client.post("/api/files", content=b"\0\1\2 nothing")
    assert answer.status_code == 422
    assert set(served.folder.iterdir()) == before


def test_only_so_many_files():
    with serving(uploads=2, workers=1) as small:
        for _ in range(2):
            small.send(b"rating,result\n2300,1\n")
        answer = small.client.post("/api/files", content=b"rating,result\n2300,1\n")
        assert answer.status_code == 503
        assert "wait until they expire" in answer.json()["error"]


def _place(served, token, search):
    found = served.client.get(f"/api/data/{token}/players", params={"search": search}).json()
    return found["players"][0]["player"]


def test_names_with_html_in_them_stay_text(served):
    rows = [f'"{EVIL.replace(chr(34), chr(34) * 2)}",Bo,2100,2000,1-0', "Bo,Cy,2000,1900,1-0"]
    text = "White,Black,WhiteElo,BlackElo,Result\n" + "\n".join(rows)
    found = served.send(text.encode(), f"{EVIL}.csv")
    token = found["token"]
    player = _place(served, token, "img")
    names = ["header", "answer", "rules", "games", "notes"]
    shown = served.parts(token, names, player=player).json()
    for html in shown["parts"].values():
        assert "<script" not in html
        assert "<img" not in html
    assert "&lt;img" in shown["parts"]["header"]
    page = served.client.get(f"/api/data/{token}/report.html", params={"player": player})
    assert "<script" not in page.text
    assert "<img" not in page.text
    assert re.fullmatch(r'attachment; filename="[a-z0-9.-]+"', page.headers["content-disposition"])


def test_no_cell_is_a_formula(served):
    text = 'White,Black,WhiteElo,BlackElo,Result\n"=cmd()",Bo,2100,2000,1-0\nBo,Cy,2000,1900,1-0'
    token = served.send(text.encode())["token"]
    answer = served.client.get(
        f"/api/data/{token}/rules.csv", params={"player": _place(served, token, "cmd")}
    )
    assert "\n'=cmd()," in answer.text


@pytest.mark.parametrize(
    ("method", "path", "content"),
    [
        ("POST", "/api/files", b""),
        ("POST", "/api/files", b"%PDF-1.4 nothing"),
        ("POST", "/api/files", b"White,Black\nA,B\n"),
        ("POST", "/api/files", b"PK\x03\x04 broken"),
        ("POST", "/api/games", b"{"),
        ("POST", "/api/games", b'{"text": "x y z"}'),
        ("GET", "/api/data/nothing-like-it", b""),
        ("GET", "/api/data/%2e%2e%2f%2e%2e%2fetc%2fpasswd", b""),
        ("GET", "/static/../app.py", b""),
        ("GET", "/static/%2e%2e/app.py", b""),
        ("PUT", "/api/games", b""),
        ("GET", "/api/nothing", b""),
    ],
)
def test_errors_tell_nothing_of_the_inside(served, method, path, content):
    answer = served.client.request(method, path, content=content)
    assert 400 <= answer.status_code < 500
    assert not LEAKS.search(answer.text)
    if path.startswith("/api"):
        assert set(answer.json()) == {"error", "line"}
        assert "\n" not in answer.json()["error"]


def test_what_breaks_inside_is_told_without_its_inside(served, monkeypatch):
    def broken(*args):
        raise RuntimeError("/home/somebody/secret.py 1.2.3")

    monkeypatch.setattr(served.app.state.tprstats.uploads, "typed", broken)
    answer = served.client.post("/api/games", json={"text": "2300 1"})
    assert answer.status_code == 500
    assert not LEAKS.search(answer.text)
    assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]


def test_heavy_work_does_not_hold_up_the_rest(served, sent):
    """Two long simulations for two workers: one is kept free of them."""
    wanted = {"question": {"player": 12}, "events": 20_000}
    path = f"/api/data/{sent}/simulations"
    ids = [served.client.post(path, json=wanted).json()["id"] for _ in range(2)]
    try:
        for _ in range(1200):
            if served.client.get(f"{path}/{ids[0]}").json()["done"]:
                break
            time.sleep(0.05)
        for _ in range(3):
            assert served.parts(sent, ["answer", "rules"], quick=True, player=2).status_code == 200
        assert served.client.get("/").status_code == 200
        states = [served.client.get(f"{path}/{k}").json()["state"] for k in ids]
        assert states == ["running", "waiting"]
    finally:
        for k in ids:
            served.client.delete(f"{path}/{k}")


def test_too_many_simulations_are_turned_away(trf):
    with serving(simulations=1, workers=2) as small:
        token = small.send(trf)["token"]
        path, wanted = f"/api/data/{token}/simulations", {"events": 20_000}
        first = small.client.post(path, json=wanted)
        assert first.status_code == 202
        second = small.client.post(path, json=wanted)
        assert second.status_code == 503
        assert "cancel one, or wait" in second.json()["error"]
        small.client.delete(f"{path}/{first.json()['id']}")
        assert small.client.post(path, json={"events": 100}).status_code == 202
        assert small.client.post(path, json={"events": 10**6}).status_code == 422


def test_what_takes_too_long_is_stopped():
    with serving(short_seconds=60.0, long_seconds=0.05, workers=2) as hasty:
        token = hasty.send(long_pgn(2000), "me.pgn")["token"]
        owner = hasty.client.get(f"/api/data/{token}").json()["owner"]
        answer = hasty.parts(token, ["streak"], player=owner)
        assert answer.status_code == 504
        assert "choose fewer" in answer.json()["error"]
        # Its process is gone, and another answers.
        assert hasty.parts(token, ["answer"], quick=True, player=owner).status_code == 200


def test_what_nobody_waits_for_ends():
    """A verdict that is no longer wanted gives its place to the next."""
    with serving(workers=2, seasons=200_000) as served:
        token = served.send(long_pgn(3000), "me.pgn")["token"]
        owner = served.client.get(f"/api/data/{token}").json()["owner"]
        pool = served.app.state.tprstats.pool
        wanted = {"question": {"player": owner}, "parts": ["streak"], "sizes": ["narrow"]}
        with pytest.raises(httpx.ReadTimeout):
            served.client.post(f"/api/data/{token}/parts", json=wanted, timeout=1.0)
        for _ in range(100):
            if pool._tasks == 0:
                break
            time.sleep(0.1)
        assert pool._tasks == 0
        # Two minutes of work are gone, and the place is free.
        short = served.client.post("/api/games", json={"text": "2300 1\n2200 0.5"}).json()
        assert served.parts(short["token"], ["streak", "answer"]).status_code == 200


def test_a_queue_has_an_end():
    with serving(waiting=1, workers=1) as small:
        from concurrent.futures import ThreadPoolExecutor

        body = {"text": "2300 1\n2200 0.5"}

        def one(_):
            return small.client.post("/api/games", json=body).status_code

        with ThreadPoolExecutor(8) as threads:
            codes = set(threads.map(one, range(8)))
        assert codes == {201, 503}


def test_fifty_at_once(served, sent):
    from concurrent.futures import ThreadPoolExecutor

    def one(k):
        return served.parts(sent, ["answer", "rules"], quick=True, player=1 + k % 34).status_code

    with ThreadPoolExecutor(50) as threads:
        assert set(threads.map(one, range(50))) == {200}


def test_it_says_what_is_missing(monkeypatch, capsys):
    from tprstats.cli import main

    for name in [m for m in sys.modules if m.startswith("tprstats.web.app")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["serve", "--no-browser"]) == 2
    assert "pip install 'tprstats[web]'" in capsys.readouterr().err


def test_a_port_that_is_taken(served, capsys):
    from tprstats.cli import main

    assert main(["serve", "--no-browser", "--port", str(served.settings.port)]) == 2
    assert "give another --port" in capsys.readouterr().err


def test_the_description_names_every_refusal():
    for operations in create_app().openapi()["paths"].values():
        for operation in operations.values():
            assert {"403", "422", "500", "503", "504"} <= set(operation["responses"])
