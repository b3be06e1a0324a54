"""The pages around the interface: HTML from templates, styles and scripts as files."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from fastapi import FastAPI, Request
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from tprstats.records import RatingKind
from tprstats.report.page import stylesheet
from tprstats.web.errors import RefusedError

__all__ = ["is_page", "mount", "refused_page"]

KINDS = {
    RatingKind.UNKNOWN: "not known",
    RatingKind.FIDE: "FIDE standard",
    RatingKind.FIDE_RAPID: "FIDE rapid",
    RatingKind.FIDE_BLITZ: "FIDE blitz",
    RatingKind.NATIONAL: "national",
    RatingKind.LICHESS: "lichess",
    RatingKind.CHESSCOM: "chess.com",
    RatingKind.ONLINE: "another site",
}


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("tprstats.web"), autoescape=True, undefined=StrictUndefined
    )


def _page(name: str, status: int = 200, **values: Any) -> HTMLResponse:
    return HTMLResponse(_templates().get_template(name).render(values), status)


def refused_page(error: RefusedError) -> Response:
    """An error for a person."""
    return _page("refused.html", error.status, error=error.error)


def is_page(request: Request) -> bool:
    """Whether a person asked, rather than a program."""
    path = request.url.path
    return not path.startswith(("/api/", "/static/", "/openapi"))


def mount(app: FastAPI) -> None:
    """Add the pages and their files to the application."""
    static = files("tprstats.web") / "static"
    app.mount("/static", StaticFiles(directory=str(static)), name="static")
    hidden: dict[str, Any] = {"include_in_schema": False}

    @app.get("/", **hidden)
    async def start() -> Response:
        return _page("start.html", kinds=KINDS)

    @app.get("/data/{token}", **hidden)
    async def data(request: Request, token: str) -> Response:
        request.app.state.tprstats.uploads.get(token)
        return _page("data.html", token=token)

    @app.get("/interface", **hidden)
    async def interface() -> Response:
        return _page("interface.html")

    @app.get("/styles/report.css", **hidden)
    async def styles() -> Response:
        return Response(stylesheet(), media_type="text/css")
