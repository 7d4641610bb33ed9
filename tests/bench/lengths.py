"""How long a match takes, worked out: house players play it on a virtual clock, at the pace of people.

Each seat that is waited for thinks for a while from when it is asked, all at once where all are asked at once, and
then makes the move that its house player makes. A person takes `CHOICE_MS` to choose a card or an amount, `PRESS_MS`
for what is only pressed (draw, pass, call, the next card) or is the only one there is; a house player as long as at a
table. Moments, timers and results stand as long as they do there. One person against house players and people alone
are the two ends of what `/games` says (`Game.lengths`).
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain
from random import Random
from statistics import mean
from typing import NamedTuple

from bot import house
from bot.engine.deal import Deal
from bot.engine.game import Game
from bot.engine.match import Match
from bot.engine.offers import Move
from bot.engine.options import read_options
from bot.engine.piles import Seat
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.catalog import GAMES
from bot.simulate import BUY_IN
from bot.table.settings import Settings
from tests.bench import Setting, bench

CHOICE_MS, PRESS_MS = 7000, 2000
"""How long a person takes who knows the game and does other things beside."""
HOUSE_MS = Settings.house_pace_ms
RESULT_MS = Settings.next_deal_seconds * 1000
MOST_DEALS = 200


class Took(NamedTuple):
    """Minutes of one person against house players, and of people alone."""

    match: tuple[float, float]
    deal: tuple[float, float]


def took(game: Game, options: object, seeds: int = 3) -> Took:
    """The means of some matches of the usual number of players. Raises RuntimeError if nobody goes on with one."""
    seats = usual_seats(game, options)
    match, deal = [], []
    for people in ([0], range(seats)):
        played = [_played(game, options, seats, people, f"{n}") for n in range(seeds)]
        match.append(mean(sum(deals) for deals in played))
        deal.append(mean(chain.from_iterable(played)))
    return Took(tuple(match), tuple(deal))


def _played(game: Game, options: object, seats: int, people: Collection[Seat], seed: str) -> list[float]:
    """How long each deal of a match takes, in minutes."""
    chance = Random(seed)
    match = Match(game, options, opening(seats, BUY_IN if game.for_chips(options) else 0), seed)
    deals = list[float]()
    while not match.state.over and match.state.number < MOST_DEALS:
        deal = match.begin(match.sealed(chance.randbytes(32)) if match.fresh else None, at=0)
        deals.append((_live(deal, chance) if game.real_time else _in_turns(deal, people, chance) + RESULT_MS) / 60_000)
        match.settle()
    assert match.state.over, "what has no end of its own has been given one"
    return deals


def _in_turns(deal: Deal, people: Collection[Seat], chance: Random) -> int:
    """How long this deal takes, in ms."""
    now, ready = 0, dict[Seat, int]()
    while deal.ask is not None:
        waiting = [s for s in deal.ask.waits_for if deal.offers(s)]
        ready = {s: ready[s] if s in ready else now + _thinks(deal, s, s in people, chance) for s in waiting}
        seat = min(ready, key=lambda s: ready[s], default=None)
        timer = deal.ask.timer
        unasked = [s for s in deal.ask.offers if s not in waiting and any(o and o.optional for o in deal.offers(s))]
        if isinstance(made := house.next_move(deal, unasked, now, chance), tuple):
            deal.submit(*made, now)
        elif timer is not None and (seat is None or timer[0] <= ready[seat]):
            now = max(now, timer[0])
            deal.tick(now)
        elif seat is not None:
            now = max(now, ready.pop(seat))
            deal.submit(seat, _move(deal, seat, chance), now)
        else:
            raise RuntimeError(f"nobody goes on with this deal of {deal.game.slug}")
    return now


def _move(deal: Deal, seat: Seat, chance: Random) -> Move:
    move = house.choose(view(deal, seat), deal.offers(seat), chance)
    assert isinstance(move, Move), "a seat that is waited for always moves"
    return move


def _thinks(deal: Deal, seat: Seat, person: bool, chance: Random) -> int:
    """How long it takes over what it is asked now, in ms."""
    if not person:
        return HOUSE_MS
    move = _move(deal, seat, chance)
    others = [o for o in deal.offers(seat) if type(move) is o.kind and len(o.next(())) > 1]
    return CHOICE_MS if move.parts and others else PRESS_MS


def _live(deal: Deal, chance: Random) -> int:
    """The same, where all play at once: house players say themselves when they move."""
    now = 0
    while deal.ask is not None:
        timer = deal.ask.timer[0] if deal.ask.timer else None
        if timer is not None and timer <= now:
            deal.tick(now)
            continue
        found = house.next_move(deal, range(deal.table.seats), now, chance)
        if isinstance(found, tuple):
            deal.submit(*found, now)
            continue
        due = [at for at in (found, timer) if at is not None]
        if not due:
            raise RuntimeError(f"nobody goes on with this deal of {deal.game.slug}")
        now = max(now, min(due))
        deal.tick(now)
    return now


def usual_seats(game: Game, options: object) -> int:
    """Four, or the number next to it that fits."""
    fits = [n for n in game.seats_for(options) if game.unfit(options, n) is None]
    return next((n for n in fits if n >= 4), fits[-1])


def _shown(game: Game) -> dict[str, float]:
    figures = dict[str, float]()
    for name, length in game.lengths.items():
        played = took(game, read_options(game.options, length.options)) if length.minutes else None
        for who, value in zip(("alone", "people"), played.match if played else (), strict=False):
            figures[f"{game.slug}, {name}, {who}"] = value
    return figures


@bench("how long a match takes", unit="min", aim="within a factor of two of what the game says")
def lengths(_: Setting) -> dict[str, float]:
    return {name: value for game in GAMES.values() for name, value in _shown(game).items()}
