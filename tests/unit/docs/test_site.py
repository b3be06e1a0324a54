"""The site builds without a warning, and every link in it leads somewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote, urldefrag

import tprstats
from tprstats.estimators import RULES
from tprstats.intervals import INTERVALS

ROOT = Path(__file__).parents[3]
SECONDS = 300  # some 40 of CPU, in two processes


class Links(HTMLParser):
    """Targets and anchors of a page, and what it loads."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if name := found.get("id"):
            self.anchors.add(name)
        if tag == "a" and (href := found.get("href")):
            self.targets.append(href)
        elif tag in ("script", "img", "iframe", "source") and (src := found.get("src")):
            self.loaded.append(src)
        elif tag == "link" and (href := found.get("href")):
            self.loaded.append(href)


def read(page: Path) -> Links:
    links = Links()
    links.feed(page.read_text(encoding="utf-8"))
    return links


def build(folder: Path) -> Path:
    """What ``make docs`` does after what it generates, into another folder."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (options,) = re.findall(r"^SPHINX := (.*)$", makefile, re.MULTILINE)
    words = options.replace("docs/_build", str(folder)).split()
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *words, ".", str(folder / "html")],
        cwd=ROOT, capture_output=True, text=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, ""), done.stderr[-4000:]
    return folder / "html"


def broken(site: Path, pages: dict[Path, Links]) -> list[str]:
    """Links to a page, file or anchor that is not there, and everything loaded from elsewhere."""
    wrong = []
    for page, links in pages.items():
        name = page.relative_to(site)
        wrong += [
            f"{name} loads {target}"
            for target in links.loaded
            if re.match(r"[a-z]+:|//", target) and not target.startswith("data:")
        ]
        for target in links.targets + links.loaded:
            path, anchor = urldefrag(target)
            if re.match(r"[a-z]+:|//", target):
                continue
            file = (page.parent / unquote(path.partition("?")[0])).resolve() if path else page
            if not file.exists():
                wrong.append(f"{name} -> {target}")
            elif anchor and file in pages and unquote(anchor) not in pages[file].anchors:
                wrong.append(f"{name} -> {target}: no such anchor")
    return wrong


def test_the_site_builds_and_its_links_lead_somewhere(tmp_path):
    site = build(tmp_path)
    pages = {page.resolve(): read(page) for page in site.rglob("*.html")}
    assert len(pages) > 100
    assert broken(site.resolve(), pages) == []
    loaded = re.compile(r"""url\(\s*['"]?(https?:)?//|@import""")
    assert [f.name for f in site.rglob("*.css") if loaded.search(f.read_text("utf-8"))] == []
    docs = site / "docs"
    assert {p.stem for p in (docs / "rules").glob("*.html")} == set(RULES)
    assert {p.stem for p in (docs / "intervals").glob("*.html")} == {"README", *INTERVALS}
    studies = {p.parent.name for p in ROOT.glob("experiments/*/README.md")}
    assert {p.parent.name for p in site.glob("experiments/*/README.html")} == studies
    # Each public name is linked from the first page of the API to where it is described.
    api = (docs / "api" / "README.html").read_text(encoding="utf-8")
    for name in set(tprstats.__all__) - {"__version__", "study"}:
        assert re.search(rf'href="[^"]+#tprstats\.[\w.]*\b{name}"', api), name
    # Formulas are MathML, the pictures of the studies are there.
    assert "<math" in (docs / "rules" / "fide.html").read_text(encoding="utf-8")
    assert re.search(r"<img[^>]+\.png", (site / "experiments/swiss-drift/README.html").read_text())


def test_a_broken_link_is_found(tmp_path):
    (tmp_path / "a.html").write_text(
        '<p id="here"><a href="#here">x</a><a href="#gone">x</a><a href="b.html">x</a>'
        '<script src="https://example.org/x.js"></script>'
    )
    pages = {tmp_path / "a.html": read(tmp_path / "a.html")}
    assert [w.split(" ", 1)[1] for w in broken(tmp_path, pages)] == [
        "loads https://example.org/x.js",
        "-> #gone: no such anchor",
        "-> b.html",
    ]


def test_pages_that_are_not_there_yet_are_taken_when_they_come(script):
    conf = script("conf")
    without = SimpleNamespace(env=SimpleNamespace(found_docs={"docs/index", "docs/notebooks"}))
    some = SimpleNamespace(
        env=SimpleNamespace(found_docs={"docs/index", "docs/page", "notebooks/01-tour"})
    )
    for app, shown in ((without, False), (some, True)):
        index, notebooks = [""], [""]
        conf.add_navigation(app, "docs/index", index)
        conf.add_navigation(app, "docs/notebooks", notebooks)
        assert ("/docs/page" in index[0], "/notebooks/01-tour" in notebooks[0]) == (shown, shown)
    page = ["<!-- papers -->"]
    conf.list_papers(None, "docs/papers", page)
    assert len(re.findall(r"\.pdf\)", page[0])) == len(list(ROOT.glob("papers/**/*.pdf")))
