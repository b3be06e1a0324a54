"""Debian's Chromium without a window, and the server that it asks."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from serving import Served, serving

# Two busy cores, and the first use of compiled code on a machine.
expect.set_options(timeout=60_000)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("no chromium: apt-get install chromium")
        pytest.skip("needs Chromium: apt-get install chromium")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=found, args=["--no-sandbox"] if root else []
        )
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    with serving(seasons=1000) as found:
        yield found


@pytest.fixture
def opened(browser: Browser, served: Served) -> Iterator[Callable[..., Page]]:
    """Opens pages, each in a profile of its own unless one is given; looks at what they ask and
    say."""
    contexts: list[BrowserContext] = []
    said: list[str] = []

    def open_(path: str = "/", *, context: BrowserContext | None = None, **options: Any) -> Page:
        if context is None:
            context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
            contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: said.append(str(error)))
        # A status of 4xx is told in the console too; the tests look at what the page makes of it.
        page.on(
            "console",
            lambda m: (
                said.append(m.text)
                if m.type in ("error", "warning") and "Failed to load resource" not in m.text
                else None
            ),
        )
        page.on(
            "request",
            lambda r: (
                None
                if r.url.startswith((served.url, "blob:", "file:"))
                else said.append(f"asked {r.url}")
            ),
        )
        page.goto(f"{served.url}{path}" if path.startswith("/") else path)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert said == []


@pytest.fixture(scope="session")
def faults() -> Callable[[Page], list[str]]:
    """Serious faults that axe-core finds on a page."""
    axe = Axe()

    def find(page: Page) -> list[str]:
        found = axe.run(page).response["violations"]
        return [
            f"{v['id']}: {v['nodes'][0]['html'][:200]}"
            for v in found
            if v["impact"] in ("serious", "critical")
        ]

    return find
