"""What the tests look at in a page."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser

HEADINGS = ("h1", "h2", "h3", "h4")
VOID = {"meta", "link", "br", "hr", "img", "input"}


class Page(HTMLParser):
    """Ids, references, cells, headings and whether every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.references: list[str] = []
        self.cells: list[str] = []
        self.tags: Counter[str] = Counter()
        self.open: list[str] = []
        self.headings: list[int] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags[tag] += 1
        if tag not in VOID:
            self.open.append(tag)
        if tag in HEADINGS:
            self.headings.append(int(tag[1]))
        self.elements.append((tag, dict(attrs)))
        self._look(attrs)

    def handle_startendtag(self, tag, attrs):
        self.tags[tag] += 1
        self._look(attrs)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def _look(self, attrs):
        for name, value in attrs:
            if name == "id":
                self.ids[value] += 1
            if name in ("href", "src", "xlink:href", "action", "data"):
                self.references.append(value)

    def handle_data(self, data):
        if self.open and self.open[-1] in ("td", "th"):
            self.cells.append(data)
