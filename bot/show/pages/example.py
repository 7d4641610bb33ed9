"""A table as it may look in play, for a reader of the rules or a person who looks for a game: house players have dealt
and played a little."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache

from bot import house
from bot.engine.deal import Deal
from bot.engine.match import Match
from bot.engine.offers import Move
from bot.engine.piles import SPECTATOR
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.catalog import GAMES
from bot.table.chairs import HOUSE_NAMES
from card_art import scene as art
from card_art.scene import Style

from ..messages.alt import Picture
from ..messages.panel import hand_of
from ..words.game import Words
from ..words.sentences import Who

_SECRET = bytes(range(32))
_PLAYERS, _MOVES, _ENOUGH = 4, 9, 60
"""How many sit at the example, and how many moves have been made; many more if it is never the reader's turn."""
_STACK = 10_000
"""In hundredths of a white."""


def picture(words: Words, options: object) -> Picture:
    """The table of this game with these options, as its first seat sees it."""
    deal = _in_play(words.game.slug, options)
    others = HOUSE_NAMES[: deal.table.seats - 1]
    who = Who(("You", *others), viewer=0, avatars=("", *map(art.house_face, others)))
    seen = view(deal, 0, deal.table.now)
    return words.scene(seen, who), hand_of(seen, deal.offers(0), words)


def at_play(words: Words, style: Style) -> art.Scene:
    """The table of this game in the middle of a deal, as everybody in the channel would see it."""
    deal = _so_far(words.game.slug, words.sample_move_count)
    names = HOUSE_NAMES[: deal.table.seats]
    who = Who(names, style=style, avatars=tuple(map(art.house_face, names)))
    return words.scene(view(deal, SPECTATOR, deal.table.now), who)


@lru_cache(maxsize=32)
def _in_play(slug: str, options: object) -> Deal:
    return _first(_match(slug, options), _played)


@lru_cache(maxsize=32)
def _so_far(slug: str, moves: int) -> Deal:
    """A deal of the game with default options, after this many moves, or as many as it has."""
    return _first(_match(slug, GAMES[slug].options()), lambda match: _moves_on(match, moves))


def _match(slug: str, options: object) -> Match:
    game = GAMES[slug]
    allowed = game.seats_for(options)
    seats = min((n for n in allowed if game.unfit(options, n) is None), key=lambda n: abs(n - _PLAYERS))
    return Match(game, options, opening(seats, _STACK if game.for_chips(options) else 0), "example")


def _first(match: Match, played: Callable[[Match], Deal]) -> Deal:
    """The first deal that is worth seeing."""
    deal = played(match)
    if deal.after is not None and deal.after.standings is None and len(deal.rows) < _MOVES:
        match.settle()  # it only said who deals, and nobody had to play
        deal = played(match)
    return deal


def _moves_on(match: Match, moves: int) -> Deal:
    """The next deal, this many moves on."""
    deal, rng = match.begin(match.sealed(_SECRET), 0), random.Random(3)
    while deal.ask is not None and len(deal.rows) < moves:
        _play_one(deal, rng)
    return deal


def _played(match: Match) -> Deal:
    """The next deal, some moves on."""
    deal = match.begin(match.sealed(_SECRET), 0)
    rng, before, mine = random.Random(3), 0, 0
    while deal.ask is not None and (len(deal.rows) < _MOVES or 0 not in deal.ask.waits_for):
        before = len(deal.rows)
        if 0 in deal.ask.waits_for:
            mine = before
        _play_one(deal, rng)
        if len(deal.rows) > _ENOUGH:
            break
    if deal.ask is not None or len(deal.rows) < _MOVES:
        return deal
    return Deal(match.game, deal.state, match.options, deal.seal, 0, deal.rows[: mine or before], deal.numbers)


def _play_one(deal: Deal, rng: random.Random) -> None:
    ask = deal.ask
    assert ask is not None
    waiting = [*ask.waits_for]
    for seat in waiting:
        move = house.choose(view(deal, seat, deal.table.now), deal.offers(seat), rng)
        if isinstance(move, Move):
            deal.submit(seat, move, deal.table.now)
            return
    if ask.timer is not None:
        deal.tick(max(ask.timer[0], deal.table.now))
    elif waiting:
        deal.lapse(waiting[0], deal.table.now)
