"""What holds for the pictures of all games while house players play them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bot import house
from bot.engine.deal import Deal
from bot.engine.game import Game
from bot.engine.match import Match
from bot.engine.offers import Move
from bot.engine.piles import SPECTATOR
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.catalog import GAMES
from bot.show.words.sentences import Who, second
from card_art import scene as art
from card_art.ink.sizes import LINE
from card_art.ink.text import fits
from card_art.scene.pieces import Seat
from card_art.tables import seat_plate, whole_table
from cogs.games import every_word

NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jane")
WORDS = every_word()
MOVES = 90
"""How many of a match are looked at."""


def people(seats: int, viewer: int = SPECTATOR) -> Who:
    return Who(NAMES[:seats], viewer=viewer)


def played(game: Game, seats: int, moves: int = MOVES) -> Iterator[Deal]:
    """The deal after each move of house players, over as many deals as that takes."""
    options, rng = game.options(), random.Random(f"{game.title} {seats}")
    match = Match(game, options, opening(seats, 100_00 if game.for_chips(options) else 0), "in play")
    while moves > 0:
        deal = match.begin(match.sealed(rng.randbytes(32)), 0)
        while deal.ask is not None and moves > 0:
            yield deal
            moves -= 1
            _go_on(deal, rng)
        if deal.after is None or deal.after.over:
            return
        match.settle()


def _go_on(deal: Deal, rng: random.Random) -> None:
    assert deal.ask is not None
    for seat in deal.ask.waits_for:
        move = house.choose(view(deal, seat, deal.table.now), deal.offers(seat), rng)
        if isinstance(move, Move):
            deal.submit(seat, move, deal.table.now)
            return
    if deal.ask.timer is not None:
        deal.tick(max(deal.ask.timer[0], deal.table.now))
    else:
        deal.lapse(next(iter(deal.ask.waits_for)), deal.table.now)


def seats_of(game: Game) -> list[int]:
    """The least, the usual and the most players."""
    options = game.options()
    able = [n for n in game.seats_for(options) if game.unfit(options, n) is None]
    return sorted({min(able), min(able, key=lambda n: abs(n - 4)), max(able)})


TABLES = [pytest.param(slug, n, id=f"{slug}-{n}") for slug, game in GAMES.items() for n in seats_of(game)]


@pytest.mark.parametrize("slug", GAMES)
def test_the_mover_is_told_what_you_do(slug: str) -> None:
    game, seen = GAMES[slug], 0
    seats = seats_of(game)[0]
    for deal in played(game, seats):
        for seat in range(seats):
            scene = WORDS[slug].scene(view(deal, seat, deal.table.now), people(seats, seat), later=True)
            for move in (p for p in scene.felt if isinstance(p, art.LastMove) and p.by.name == "You"):
                seen += 1
                for said in filter(None, (move.said, move.before)):
                    verb = next(word for word in said.split(" ") if word != "alone")
                    assert verb == second(verb) or verb in _PLAIN, f"You {said}"
    assert seen or slug in _QUIET


_PLAIN = {"pass"}
_QUIET = {"cash", "jubilee", "neosho-rapids", "twos", "war"}
"""No last move is told apart there, or it is slow to come."""


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_nothing_on_a_plate_is_cut(slug: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    cut = set[tuple[str, int]]()
    told_on = seat_plate.told_on

    def noted(seat: Seat, room: int) -> seat_plate.Told:
        told = told_on(seat, room)
        if not fits(told.line, LINE, room):
            cut.add((told.line, room))
        return told

    monkeypatch.setattr(seat_plate, "told_on", noted)
    words = WORDS[slug]
    for n, deal in enumerate(played(GAMES[slug], seats)):
        if n % 3 == 0:
            whole_table.compose(words.scene(view(deal, SPECTATOR, deal.table.now), people(seats)))
    assert not cut


def test_a_table_without_turns_says_that_anyone_may_act() -> None:
    scenes = [WORDS["cash"].scene(view(deal, SPECTATOR), people(4)) for deal in played(GAMES["cash"], 4, 30)]
    told = ["Anyone may act" in scene.corner for scene in scenes]
    assert any(told) and all(
        any(isinstance(p, art.CardRow) for p in s.centre) for s, t in zip(scenes, told, strict=True) if t
    )
