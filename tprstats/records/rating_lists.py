"""Ratings whose list a file does not tell, taken for those of one that is given."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from tprstats.records.games import Game, Player, RatingKind

__all__ = ["game_for", "list_open", "taken_for"]

Rated = TypeVar("Rated", Game, Player)


def list_open(kind: RatingKind, game: Game) -> bool:
    """Whether a game's ratings may be of that list, for all that the file says."""
    some_fide = game.rating_kind is RatingKind.FIDE and not game.speed
    fide = kind is RatingKind.FIDE or kind.fast
    return game.rating_kind is RatingKind.UNKNOWN or (some_fide and fide)


def game_for(kind: RatingKind, game: Game) -> Game:
    """The game with its ratings taken for those of a list, where they may be."""
    fide = kind is RatingKind.FIDE or kind.fast
    if not list_open(kind, game) or not fide:
        return taken_for(kind, game)
    speed = {RatingKind.FIDE_RAPID: "rapid", RatingKind.FIDE_BLITZ: "blitz"}.get(kind, "standard")
    return replace(game, rating_kind=kind, speed=game.speed or speed)


def taken_for(kind: RatingKind, rated: Rated) -> Rated:
    """A game or a player with a rating of an unknown list taken for one of this."""
    known = rated.rating_kind is not RatingKind.UNKNOWN
    return rated if known else replace(rated, rating_kind=kind)
