"""The application: pages, interface, and how errors are told."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from tprstats.errors import fault_words
from tprstats.web import pages
from tprstats.web.api import router
from tprstats.web.errors import BROKEN, RefusedError
from tprstats.web.security import HEADERS, Guard
from tprstats.web.settings import Settings
from tprstats.web.state import running

__all__ = ["create_app"]

ABOUT = """Everything that the page of `tprstats serve` does. A file is sent once and named by its
token afterwards. Errors are one line in `error`."""


def create_app(
    settings: Settings | None = None, *, clock: Callable[[], float] = time.monotonic
) -> FastAPI:
    """The application of one server.

    Parameters
    ----------
    settings
        Limits; the defaults are those of ``tprstats serve``.
    clock
        Seconds, by which files expire.

    Examples
    --------
    >>> sorted(create_app().openapi()["paths"])[:2]
    ['/api/data/{token}', '/api/data/{token}/parts']
    """
    chosen = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with running(chosen, clock) as state:
            app.state.tprstats = state
            yield

    app = FastAPI(
        title="tprstats",
        version="1",
        description=ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    pages.mount(app)
    app.include_router(router)
    app.add_exception_handler(RefusedError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _no_such)
    app.add_exception_handler(Exception, _broken)
    app.add_middleware(Guard, settings=chosen)
    return app


def _problem(status: int, error: str, line: int | None = None, **more: Any) -> Response:
    return JSONResponse({"error": error, "line": line}, status, **more)


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    if pages.is_page(request):
        return pages.refused_page(error)
    return _problem(error.status, error.error, error.line)


def _invalid(request: Request, error: Exception) -> Response:
    """The first thing that is wrong, without what was sent."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    # What is wrong in the body is told by its name there; JSON that is none has a place in it.
    inside = [str(x) for x in first["loc"][1:] if isinstance(x, str) and not x.startswith("func")]
    where = f"{' '.join(inside)}: " if inside and first["type"] != "json_invalid" else ""
    return _problem(422, f"{where}{fault_words(first, value=False)}")


def _no_such(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        found = RefusedError(404, "there is nothing at this address; start at the first page")
        if pages.is_page(request):
            return pages.refused_page(found)
        return _problem(404, found.error)
    said = "this cannot be done here" if error.status_code == 405 else "this was not understood"
    return _problem(error.status_code, said, headers=error.headers)


def _broken(request: Request, error: Exception) -> Response:
    # This answer is sent outside the guard, which is inside the handler of last resort.
    return _problem(500, BROKEN, headers=dict(HEADERS))
