"""The page in a real browser: from a file to the report that is taken away."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from _event import swiss_trf
from playwright.sync_api import Page, expect
from serving import long_pgn

from tprstats.data import example_path

DROP = """([text, name]) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], name));
  const event = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: carried });
  document.getElementById("drop").dispatchEvent(event);
}"""


def drop(page: Page, content: str, name: str) -> None:
    """Let a file fall on the page, as a hand would."""
    page.evaluate(DROP, [content, name])


def choose(page: Page, search: str) -> None:
    """Find a player and open the report."""
    page.get_by_label("Search by name or start number").fill(search)
    button = page.locator("#players button").filter(has_text=search)
    button.first.click()
    settled(page)


def settled(page: Page, seconds: float = 60.0) -> None:
    """Wait until everything is there."""
    expect(page.locator("#report h1")).to_be_visible()
    expect(page.locator("#report [aria-busy]")).to_have_count(0, timeout=1000.0 * seconds)


def press(page: Page, label: str, key: str, times: int = 1) -> None:
    """Move a slider by the keyboard."""
    slider = page.get_by_label(label, exact=True)
    slider.focus()
    for _ in range(times):
        page.keyboard.press(key)


def event_pgn() -> str:
    """A round robin of four with a name that is no HTML."""
    names = ("<b>Ann</b> & Co", "Bo", "Cy", "Di")
    ratings = (2400, 2350, 2300, 2250)
    games = []
    for k, (i, j) in enumerate([(0, 3), (1, 2), (3, 2), (0, 1), (1, 3), (2, 0)]):
        tags = {
            "Event": "Club", "Site": "Home", "Date": f"2024.01.0{k // 2 + 1}", "Round": k // 2 + 1,
            "White": names[i], "Black": names[j], "WhiteElo": ratings[i], "BlackElo": ratings[j],
            "Result": ("1-0", "1/2-1/2", "0-1")[k % 3],
        }  # fmt: skip
        games.append("".join(f'[{t} "{v}"]\n' for t, v in tags.items()) + f"\n{tags['Result']}\n")
    return "\n".join(games)


FILES = {
    "a TRF": (example_path().read_text(encoding="utf-8"), "open.trf", "Dreskakgp, Coap-Cpab"),
    "a PGN": (event_pgn(), "club.pgn", "<b>Ann</b> & Co"),
}


@pytest.mark.parametrize("what", FILES)
def test_from_a_dropped_file_to_the_report(opened, tmp_path, what):
    content, name, player = FILES[what]
    page = opened()
    drop(page, content, name)
    page.wait_for_url("**/data/*")
    choose(page, player)
    expect(page.get_by_role("heading", level=1)).to_have_text(player)
    figure = page.locator('[data-part="rules"] svg')
    expect(figure).to_have_count(1)
    before = page.locator('[data-part="answer"]').inner_text()
    assert "with 95% confidence" in before
    # The keyboard moves what is assumed, and everything follows.
    press(page, "Confidence level", "ArrowLeft", 15)
    expect(page.locator('[data-part="answer"]')).to_contain_text("with 80% confidence")
    expect(page.locator('[data-part="rules"]')).to_contain_text("80% interval")
    press(page, "Draw share between equals", "End")
    expect(page.locator('[data-part="assumed"]')).to_contain_text("equals 0.90 (given)")
    settled(page)
    # What is taken away says the same.
    with page.expect_download() as waiting:
        page.get_by_role("link", name="The report, one file (HTML)").click()
    report = tmp_path / "report.html"
    waiting.value.save_as(report)
    assert waiting.value.suggested_filename.endswith("-report.html")
    answer = page.locator('[data-part="answer"]').inner_text()
    alone = opened(report.as_uri(), java_script_enabled=False)
    expect(alone.get_by_role("heading", level=1)).to_have_text(player)
    assert alone.locator('[data-part="answer"]').inner_text() == answer
    for form, kept in (("Everything (JSON)", "x.json"), ("The games (CSV)", "x.csv")):
        with page.expect_download() as waiting:
            page.get_by_role("link", name=form).click()
        waiting.value.save_as(tmp_path / kept)
    assert json.loads((tmp_path / "x.json").read_text())["player"] == player
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Figure of the rules (SVG)").click()
    waiting.value.save_as(tmp_path / "x.svg")
    assert "<svg" in (tmp_path / "x.svg").read_text()


@pytest.mark.parametrize(
    ("content", "name", "says"),
    [
        ("", "empty.trf", "The file is empty; choose another"),
        ("%PDF-1.4 something", "page.pdf", "A PDF file"),
        ("all work and no play", "story.txt", ""),
        ("White,Black\nAnn,Bo\n", "half.csv", ""),
    ],
)
def test_wrong_files_are_told_and_the_next_one_works(opened, content, name, says):
    page = opened()
    drop(page, content, name)
    problem = page.get_by_role("alert")
    expect(problem).not_to_be_empty()
    expect(problem).to_contain_text(says)
    assert page.url.endswith("/")
    page.set_input_files("#file", example_path())
    page.wait_for_url("**/data/*")


def test_wrong_games_by_hand(opened):
    page = opened()
    page.get_by_label("One game a line").fill("2300 1\n2250 1.5")
    page.get_by_role("button", name="Show the report").click()
    expect(page.get_by_role("alert")).to_contain_text("(line 2)")
    page.get_by_label("One game a line").fill("2300 1 w\n2250 0.5 b\n- 1\n2400 0")
    page.get_by_label("Own rating").fill("2280")
    page.get_by_role("button", name="Show the report").click()
    settled(page)
    expect(page.locator('[data-part="header"]')).to_contain_text("1.5/3 against")
    # One opponent has no rating: it can be said what they count as.
    page.get_by_label("Unrated opponents count as").fill("2000")
    page.get_by_label("Unrated opponents count as").press("Tab")
    expect(page.locator('[data-part="answer"]')).to_contain_text("strength")


def test_totals_alone(opened):
    page = opened()
    page.get_by_label("Totals only").check()
    page.get_by_label("Average of the opponents").fill("2300")
    page.get_by_label("Games", exact=True).fill("9")
    page.get_by_label("Score").fill("6.5")
    page.get_by_role("button", name="Show the report").click()
    settled(page)
    expect(page.locator('[data-part="header"]')).to_contain_text("6.5/9 against")


def test_five_thousand_games(opened, tmp_path):
    file = tmp_path / "me.pgn"
    file.write_bytes(long_pgn(5000))
    page = opened()
    page.set_input_files("#file", file)
    page.wait_for_url("**/data/*")
    # The owner's report opens by itself, and what is quick does not wait for what is not.
    expect(page.get_by_role("heading", level=1)).to_have_text("Me")
    expect(page.locator('[data-part="streak"]')).to_have_attribute("aria-busy", "true")
    press(page, "White is worth", "ArrowRight", 20)
    expect(page.locator('[data-part="answer"]')).to_contain_text("strength")
    # Some 20 seconds of work; the machine may have other things to do.
    settled(page, 300.0)
    expect(page.locator('[data-part="season"] svg')).to_be_visible()
    expect(page.locator('[data-part="games"] tbody tr')).to_have_count(301)


def test_the_list_in_which_a_streak_is_judged(opened, tmp_path):
    file = tmp_path / "me.pgn"
    file.write_bytes(
        long_pgn(
            45,
            Site=lambda k: f"https://lichess.org/abcd{k:04d}",
            TimeControl=lambda k: "180+0" if k % 3 else "60+0",
        )
    )
    page = opened()
    page.set_input_files("#file", file)
    page.wait_for_url("**/data/*")
    settled(page)
    assumed = page.locator('[data-part="assumed"]')
    expect(assumed).to_contain_text("30 games with lichess blitz ratings, the most frequent list")
    page.get_by_label("In games with ratings of").select_option("lichess bullet")
    expect(assumed).to_contain_text("15 games with lichess bullet ratings; left out: 30")
    # All games of the record keep their numbers, those of the other list among them.
    expect(page.get_by_label("Last game", exact=True)).to_have_attribute("max", "45")


def test_two_tabs_at_once(opened, browser):
    context = browser.new_context()
    try:
        one, two = opened(context=context), opened(context=context)
        drop(one, FILES["a TRF"][0], "one.trf")
        drop(two, FILES["a PGN"][0], "two.pgn")
        one.wait_for_url("**/data/*")
        two.wait_for_url("**/data/*")
        assert one.url != two.url
        choose(one, "Dreskakgp")
        choose(two, "Cy")
        press(one, "Confidence level", "ArrowLeft", 5)
        press(two, "Confidence level", "ArrowLeft", 25)
        expect(one.locator('[data-part="answer"]')).to_contain_text("90% confidence")
        expect(two.locator('[data-part="answer"]')).to_contain_text("70% confidence")
        for page, name in ((one, "Dreskakgp, Coap-Cpab"), (two, "Cy")):
            settled(page)
            expect(page.get_by_role("heading", level=1)).to_have_text(name)
    finally:
        context.close()


def test_by_keyboard_alone(opened):
    page = opened()
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.textContent") == "To the content"
    page.keyboard.press("Enter")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.id") == "example":
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/data/*")
    # Nothing is chosen yet: the search is where one is.
    expect(page.get_by_label("Search by name or start number")).to_be_focused()
    page.keyboard.type("dreska")
    expect(page.locator("#players button")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Dreskakgp, Coap-Cpab")
    expect(heading).to_be_focused()
    expect(page.locator("#said")).to_contain_text("Best estimate")
    settled(page)
    for label in ("Confidence level", "Draw share between equals", "White is worth"):
        page.get_by_label(label, exact=True).focus()
        outline = page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none"


SEASON = "\n".join(f"{2250 + 7 * (k % 13)} {1 if k > 28 else (k % 3) / 2:g}" for k in range(40))


def with_a_season(opened, **options) -> Page:
    page = opened(**options)
    page.get_by_label("One game a line").fill(SEASON)
    page.get_by_label("Own rating").fill("2290")
    page.get_by_role("button", name="Show the report").click()
    settled(page)
    return page


def test_a_window_is_seen_at_once_and_each_one_counts(opened):
    page = with_a_season(opened)
    expect(page.locator('[data-part="season"] svg')).to_have_count(1)
    page.get_by_label("judge a window of games").check()
    frame = page.locator('[data-part="season"] .chosen')
    expect(frame).to_have_count(1)
    expect(page.locator('[data-part="verdict"]')).to_contain_text("games 31-40")
    before = frame.bounding_box()["x"]
    press(page, "First game", "ArrowLeft", 3)
    expect(page.locator('[data-part="verdict"]')).to_contain_text("games 28-40")
    assert frame.bounding_box()["x"] < before
    expect(page.locator("#looks")).to_contain_text("windows judged so far")
    expect(page.locator('[data-part="rests"]')).to_contain_text("paid for the 3 windows judged")
    settled(page)
    expect(page.locator('[data-part="streak"]')).to_contain_text("paid for the 3 windows judged")


def test_a_simulation_shows_its_progress_and_can_be_cancelled(opened):
    page = opened()
    drop(page, swiss_trf(), "swiss.trf")
    page.wait_for_url("**/data/*")
    choose(page, "Player 12")
    page.locator("#events").select_option("500")
    page.get_by_role("button", name="Simulate").click()
    expect(page.locator("#simulated svg").first).to_be_visible()
    expect(page.locator("#simulated")).to_contain_text("Monte Carlo standard error")
    page.locator("#events").select_option("10000")
    page.get_by_role("button", name="Simulate").click()
    expect(page.locator("#progress")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#simulation-status")).to_have_text("Cancelled.")
    expect(page.get_by_role("button", name="Simulate")).to_be_focused()


def test_a_file_that_is_gone(opened, served):
    page = opened()
    page.get_by_role("button", name="Try it with a real tournament").click()
    page.wait_for_url("**/data/*")
    expect(page.locator("#players button")).to_have_count(34)
    served.client.delete(f"/api/data/{page.url.rpartition('/')[2]}")
    page.locator("#players button").first.click()
    expect(page.get_by_role("alert")).to_contain_text("choose it again")
    page.get_by_role("link", name="Choose it again").click()
    page.wait_for_url(served.settings.address)


def test_two_names_of_one_player(opened):
    page = opened()
    file = "White,Black,Result,WhiteElo,BlackElo\n" + "".join(
        f"{('Tal', 'Tal M')[k % 2]},Foe {k},1-0,2400,{2300 + k}\n" for k in range(12)
    )
    drop(page, file, "tal.csv")
    page.wait_for_url("**/data/*")
    shown = page.locator("#players button").filter(has_text="Tal")
    expect(shown).to_have_count(2)
    page.get_by_text("One player under two names?").click()
    page.get_by_label("This name").fill("Tall")
    page.get_by_label("is the same player as").fill("Tal")
    page.get_by_role("button", name="Take both as one").click()
    expect(page.get_by_role("alert")).to_contain_text("No player 'Tall'")
    page.get_by_label("This name").fill("Tal M")
    page.get_by_role("button", name="Take both as one").click()
    expect(shown).to_have_count(1)
    page.get_by_text("One player under two names?").click()
    expect(page.locator("#same-said")).to_have_text("Tal M is taken for Tal.")
    page.get_by_role("button", name="Take all apart again").click()
    expect(shown).to_have_count(2)


def test_forgotten_when_asked(opened, served):
    page = with_a_season(opened)
    token = page.url.rpartition("/")[2].partition("?")[0]
    page.get_by_role("button", name="Delete the file now").click()
    page.wait_for_url(served.settings.address)
    assert served.client.get(f"/api/data/{token}").status_code == 404


def test_colours_are_kept(opened):
    page = opened()
    page.get_by_label("Colours").select_option("dark")
    page.reload()
    assert page.evaluate("() => document.documentElement.dataset.theme") == "dark"
    paper = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    assert paper == "rgb(20, 24, 28)"


@pytest.mark.parametrize("width", [360, 768, 1920])
def test_it_fits(opened, width):
    page = with_a_season(opened, viewport={"width": width, "height": 800})
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= width
    shown = page.locator('[data-part="rules"] svg')
    expect(shown).to_have_count(1)
    expect(shown).to_be_visible()
    assert shown.bounding_box()["width"] > 0.5 * min(width, 768)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(opened, faults, tmp_path, scheme):
    """Every view; the report and the index of an event by themselves too."""
    for path in ("/", "/interface", "/nowhere"):
        page = opened(path, color_scheme=scheme)
        if path == "/interface":
            expect(page.locator("#operations table").first).to_be_visible()
        assert faults(page) == [], path
    page = with_a_season(opened, color_scheme=scheme)
    page.get_by_label("judge a window of games").check()
    expect(page.locator('[data-part="verdict"]')).to_contain_text("games 31-40")
    settled(page)
    assert faults(page) == []
    page = opened(color_scheme=scheme)
    drop(page, "nothing", "x.txt")
    expect(page.get_by_role("alert")).not_to_be_empty()
    assert faults(page) == []
    page.get_by_role("button", name="Try it with a real tournament").click()
    page.wait_for_url("**/data/*")
    choose(page, "Dreskakgp")
    page.locator("#events").select_option("500")
    page.get_by_role("button", name="Simulate").click()
    expect(page.locator("#simulated svg").first).to_be_visible()
    assert faults(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_on_the_report_by_itself(opened, faults, tmp_path, scheme):
    import tprstats as tpr
    from tprstats.report.everybody import event_reports

    rows = [line.split() for line in SEASON.splitlines()]
    record = tpr.Record.from_results(
        [float(r) for r, _ in rows], [float(s) for _, s in rows], own=2290
    )
    tpr.report(record, seasons=300).save(tmp_path / "season.html")
    tpr.report(tpr.read(example_path()), player=12).save(tmp_path / "event.html")
    small = tpr.read(event_pgn().encode())
    event_reports(small).save(tmp_path / "all")
    for file in ("season.html", "event.html", "all/index.html"):
        for width in (1280, 360):
            page = opened(
                Path(tmp_path / file).as_uri(), color_scheme=scheme,
                viewport={"width": width, "height": 900},
            )  # fmt: skip
            assert faults(page) == [], file
            assert page.evaluate("() => document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(
    ("own", "low", "high"), [(3222, "800", "3222"), (623, "623", "2900"), (2100, "800", "2900")]
)
def test_a_slider_reaches_to_the_rating_that_it_shows(opened, own, low, high):
    """Beyond the usual ends too: cut there it would state another rating."""
    tags = {"Event": "Club", "Result": "1-0", "White": "Ann", "WhiteElo": own, "BlackElo": own - 50}
    games = [
        "".join(
            f'[{t} "{v}"]\n'
            for t, v in (tags | {"Black": f"P{k}", "Date": f"2024.01.0{k}", "Round": k}).items()
        )
        + "\n1-0\n"
        for k in (1, 2, 3)
    ]
    page = opened()
    drop(page, "\n".join(games), "club.pgn")
    page.wait_for_url("**/data/*")
    choose(page, "Ann")
    slider = page.locator("#prior_mean")
    expect(page.locator("#prior_mean-out")).to_have_text(str(own))
    expect(slider).to_have_value(str(own))
    assert (slider.get_attribute("min"), slider.get_attribute("max")) == (low, high)
