"""The interface: everything that the page does, as JSON."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from dataclasses import replace
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Path, Query, Request, Response

from tprstats.cells import counted
from tprstats.data import example_path
from tprstats.readers.hand import is_hand
from tprstats.web.downloads import FORMS, file_name
from tprstats.web.errors import RefusedError
from tprstats.web.models import (
    Contents,
    Deleted,
    Found,
    PartsReply,
    PartsWanted,
    Problem,
    Question,
    SameNames,
    Simulation,
    SimulationWanted,
    TypedGames,
)  # fmt: skip
from tprstats.web.security import DOWNLOAD_POLICY
from tprstats.web.state import State
from tprstats.web.subject import Given

__all__ = ["router"]

T = TypeVar("T")
Token = Annotated[str, Path(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Form = Literal[
    "report.html", "report.json", "rules.csv", "games.csv", "rules.svg", "streak.svg"
]  # fmt: skip

_WHY: dict[int | str, str] = {
    403: "Asked by another site, or under a name that is not this server's.",
    404: "The file is no longer kept.",
    408: "The file did not arrive in time.",
    413: "The file is too large.",
    422: "What was sent cannot be used; `error` says why and what to do.",
    500: "Something went wrong inside the program.",
    503: "Too much is being done at the moment.",
    504: "This takes too long.",
}


def _problems(*also: int) -> dict[int | str, dict[str, Any]]:
    """What an endpoint may answer besides its result."""
    codes = (403, 422, 500, 503, 504, *also)
    return {c: {"model": Problem, "description": _WHY[c]} for c in sorted(codes)}


router = APIRouter(prefix="/api", tags=["tprstats"])


WATCH = 0.3
"""Seconds between two looks whether somebody still waits for an answer."""


async def _while_wanted(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of something long, which ends when nobody waits for it any more."""
    task = asyncio.ensure_future(work)
    try:
        while not (await asyncio.wait({task}, timeout=WATCH))[0]:
            if await request.is_disconnected():
                raise RefusedError(503, "nobody waits for this any more")
        return task.result()
    finally:
        task.cancel()


def _state(request: Request) -> State:
    state: State = request.app.state.tprstats
    return state


async def _described(state: State, given: Given) -> dict[str, Any]:
    """What was sent; dropped again where it cannot be read."""
    try:
        found: dict[str, Any] = await state.work("describe", given.token)
    except BaseException:
        state.uploads.drop(given.token)
        raise
    return {"token": given.token, "seconds": state.settings.keep_seconds, **found}


@router.post(
    "/files",
    status_code=201,
    responses=_problems(408, 413),
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/octet-stream": {"schema": {"type": "string"}}},
        }
    },
)
async def send_file(request: Request, name: Annotated[str, Query(max_length=300)] = "") -> Contents:
    """Send a file as it is, as the body of the request; `name` is for print alone."""
    if unknown := sorted(set(request.query_params) - {"name"}):
        raise RefusedError(
            422,
            f"{unknown[0]}: no such field; a file is sent with its name alone, and what is asked "
            "of it follows with the token",
        )
    state = _state(request)
    try:
        async with asyncio.timeout(state.settings.upload_seconds):
            given = await state.uploads.receive(_blocks(request), name)
    except TimeoutError:
        raise RefusedError(408, "the file did not arrive in time; send it again") from None
    return Contents(**await _described(state, given))


async def _blocks(request: Request) -> AsyncIterator[bytes]:
    async for block in request.stream():
        yield block


async def _text(content: str) -> AsyncIterator[bytes]:
    yield content.encode()


@router.post("/games", status_code=201, responses=_problems(413))
async def send_games(request: Request, wanted: TypedGames) -> Contents:
    """Give games in lines, the text of a file, or totals."""
    state = _state(request)
    if not wanted.text.strip() or is_hand(wanted.text):
        given = state.uploads.typed(wanted.typed())
        return Contents(**await _described(state, given))
    given = await state.uploads.receive(_text(wanted.text), "pasted text")
    beside = replace(wanted.typed(), text="")
    given = state.uploads.get(given.token).given = replace(given, typed=beside)
    return Contents(**await _described(state, given))


@router.post("/example", status_code=201, responses=_problems())
async def example(request: Request) -> Contents:
    """Take the tournament that comes with the program."""
    state = _state(request)
    path = example_path()
    given = await state.uploads.receive(_text(path.read_text(encoding="utf-8")), path.name)
    return Contents(**await _described(state, given))


@router.get("/data/{token}", responses=_problems(404))
async def contents(request: Request, token: Token) -> Contents:
    """What a file holds."""
    state = _state(request)
    found = await state.work("describe", token)
    return Contents(token=token, seconds=state.settings.keep_seconds, **found)


@router.delete("/data/{token}", responses=_problems(404))
async def delete(request: Request, token: Token) -> Deleted:
    """Delete a file now."""
    state = _state(request)
    state.uploads.get(token)
    state.drop([token])
    return Deleted(deleted=True)


@router.put("/data/{token}/same", responses=_problems(404))
async def same(request: Request, token: Token, wanted: SameNames) -> Contents:
    """Take some names of the file for others: one player under two names."""
    state = _state(request)
    upload = state.uploads.get(token)
    given = replace(upload.given, same=tuple(wanted.names.items()))
    # Kept only where it can be done.
    found = await state.work("describe", token, given=given)
    upload.given = given
    return Contents(token=token, seconds=state.settings.keep_seconds, **found)


@router.get("/data/{token}/players", responses=_problems(404))
async def players(
    request: Request, token: Token, search: Annotated[str, Query(max_length=200)] = ""
) -> Found:
    """Players whose names hold some letters, without case and accents; or by start number."""
    return Found(**await _state(request).work("players", token, search=search))


@router.post("/data/{token}/parts", responses=_problems(404))
async def parts(request: Request, token: Token, wanted: PartsWanted) -> PartsReply:
    """Parts of the report about a player, as HTML.

    A window (`first`, `last`) that was not asked for before counts as a look, and the verdict is
    paid for all looks so far.
    """
    state = _state(request)
    asked = wanted.question.asked()
    work = state.work(
        "parts",
        token,
        long=not wanted.quick,
        asked=asked,
        windows=state.looks(token, asked),
        seasons=state.settings.seasons,
        names=list(dict.fromkeys(wanted.parts)),
        sizes=list(dict.fromkeys(wanted.sizes)),
        quick=wanted.quick,
    )
    # What is quick is not worth the end of a process.
    found = await (work if wanted.quick else _while_wanted(request, work))
    return PartsReply(**found)


@router.get(
    "/data/{token}/{form}",
    responses={
        200: {"content": {kind.partition(";")[0]: {} for kind in FORMS.values()}},
        **_problems(404),
    },
    response_class=Response,
)
async def write(
    request: Request, token: Token, form: Form, question: Annotated[Question, Query()]
) -> Response:
    """The whole report as a file: HTML, JSON, CSV of rules or games, figures as SVG."""
    state = _state(request)
    asked = question.asked()
    work = state.work(
        "write",
        token,
        long=True,
        asked=asked,
        windows=state.looks(token, asked),
        seasons=state.settings.seasons,
        form=form,
    )
    player, text = await _while_wanted(request, work)
    name = file_name(player, form)
    headers = {
        "content-disposition": f'attachment; filename="{name}"',
        "content-security-policy": DOWNLOAD_POLICY,
    }
    return Response(text, media_type=FORMS[form], headers=headers)


@router.post("/data/{token}/simulations", status_code=202, responses=_problems(404))
async def simulate(request: Request, token: Token, wanted: SimulationWanted) -> Simulation:
    """Start a simulation of events of the same field."""
    state = _state(request)
    upload = state.uploads.get(token)
    most = state.settings.most_events
    if wanted.events > most:
        raise RefusedError(
            422, f"{counted(wanted.events, 'event')}: at most {most} here; tprstats norm takes more"
        )
    found = state.simulations.start(
        token,
        wanted.events,
        given=upload.given,
        unpacked_bytes=state.settings.unpacked_bytes,
        asked=wanted.question.asked(),
        strength=wanted.strength,
        kind=wanted.kind,
        goal=wanted.goal,
        seed=wanted.seed,
    )
    return Simulation(**found.shown())


@router.get("/data/{token}/simulations/{id}", responses=_problems(404))
async def simulation(request: Request, token: Token, id: Token) -> Simulation:
    """How far a simulation is, and its result."""
    state = _state(request)
    state.uploads.get(token)
    return Simulation(**state.simulations.get(token, id).shown())


@router.delete("/data/{token}/simulations/{id}", responses=_problems(404))
async def cancel(request: Request, token: Token, id: Token) -> Simulation:
    """Cancel a simulation."""
    state = _state(request)
    return Simulation(**state.simulations.cancel(token, id).shown())
