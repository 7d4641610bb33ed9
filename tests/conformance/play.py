"""Random matches of any game, needing nothing but what a game declares.

`python -m tests.conformance.play FIRST COUNT GAME…` prints one digest of COUNT matches of each game: the replay tests
call it under several hash seeds.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, replace
from hashlib import sha256
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from bot.engine.amounts import YELLOW
from bot.engine.cards import Card
from bot.engine.codec import dump_row, dump_state
from bot.engine.deal import Deal, digest
from bot.engine.game import Game
from bot.engine.match import Match
from bot.engine.offers import Move, Offer, random_choices, verb
from bot.engine.options import read_options, suggestions
from bot.engine.randomness import Stream, canonical
from bot.engine.state import State, opening
from bot.engine.traits import InAdvance, Variants
from bot.games.catalog import GAMES
from bot.games.parts.suspense import TurnCard

MAX_DEALS = 60
"""A match that goes on for longer is stopped: chance alone may feed a pot for ever."""
SHORT, BOUND = 8, 6
"""The most deals of matches that might go on for ever: random ones, and those that are looked at."""
WINS = 2
"""How many hands somebody must win, if only that ends a match."""
ENOUGH = 8
"""After this many deals people would rather share the pot and stop, if they may."""
TURNS = 40
"""The most turns of a hand that might go on for ever because its options set no limit."""
ENDS = ("propose-end", "agree")
REACHING: Mapping[str, Mapping[str, Any]] = {
    "gin-rummy": {"big_gin": True, "around": True, "knock_rule": "oklahoma"},
    "poker": {"format": "freezeout", "rebuys": 1, "add_on": "stack", "level_hands": 2},
}
"""Options for moves that random ones hardly reach."""
BUY_IN = 10_000

Watch = Callable[[Deal], None]


class Match_(NamedTuple):
    """A match that has been played."""

    game: Game
    deals: list[Deal]
    ended: bool


class Chance(Stream):
    """A stream of whims, quicker than those that have to be proved."""

    def __init__(self, *seed: Any) -> None:
        self._random = Random("/".join(map(str, seed))).random

    def below(self, n: int) -> int:
        return int(self._random() * n)


def bounded(game: Game, options: Any) -> Any:
    """The same options with an end to the match that is not far off."""
    most = {game.length: BOUND, "target": BOUND, "turn_limit": TURNS}
    if by_wins(game):
        most["wins"] = WINS
    ends = [f.name for f in fields(options) if f.name in most]
    return replace(options, **{name: min(getattr(options, name) or most[name], most[name]) for name in ends})


def by_wins(game: Game) -> bool:
    """Whether only a number of hands won ends a match: many sit there to win them."""
    names = {f.name for f in fields(game.options)}
    return "wins" in names and not names & {game.length, "target"}


def moves_made(game: Game) -> set[type[Move]]:
    """The types of its moves, but for those that are only wished for ahead of a turn, and for what was a move of deals
    that were begun before there were moments."""
    ahead = game.trait(InAdvance)
    return {kind for kind in game.moves if kind is not TurnCard and verb(kind) not in (ahead.typed if ahead else ())}


def rather(game: Game, seed: int) -> Any:
    """Options for every fifth match, with which moves are reached that are hardly reached with others; None for any."""
    return None if seed % 5 or game.slug not in REACHING else game.options(**REACHING[game.slug])


def random_options(game: Game, chance: Chance) -> Any:
    """Every option at its default half the time, otherwise any allowed value."""
    variants = game.trait(Variants)
    while True:
        given: dict[str, Any] = {}
        nearer: dict[str, Any] = {}  # than any of the ends that people may choose
        for f in fields(game.options):
            meta = f.metadata
            if f.name == "turn_limit":
                nearer[f.name] = 1 + chance.below(TURNS)
                continue
            if f.name == "wins" and by_wins(game):
                given["wins"] = 1 + chance.below(WINS)
                continue
            if f.name in (game.length, "target") and chance.below(12):
                (nearer if meta["kind"] == "choice" else given)[f.name] = 1 + chance.below(SHORT)
                continue
            if chance.below(2) and f.default is not MISSING and (variants is None or f.name != variants.option):
                continue
            match meta["kind"]:
                case "choice":
                    given[f.name] = chance.choice(meta["choices"])
                case "flag":
                    given[f.name] = bool(chance.below(2))
                case "text":
                    # Of many an empty field lists only those that are played most; those that are no value do not fit.
                    values = [f.default, *(meta["words"] or (value for _, value in suggestions(f, "")))]
                    given = those_that_fit(game, given)
                    given[f.name] = chance.choice([v for v in values if fits(game, {**given, f.name: v})])
                case "amount":
                    steps = (min(meta["most"], 20 * max(meta["least"], YELLOW)) - meta["least"]) // YELLOW
                    given[f.name] = meta["least"] + chance.below(steps + 1) * YELLOW
                case _:
                    given[f.name] = meta["least"] + chance.below(meta["most"] - meta["least"] + 1)
        if game.has(Variants) and not fits(game, given):
            given = those_that_fit(game, given)
        if fits(game, given):
            return replace(read_options(game.options, given, in_whites=False), **nearer)


def fits(game: Game, given: Mapping[str, Any]) -> bool:
    """Whether these options do not contradict each other."""
    try:
        read_options(game.options, given, in_whites=False)
    except ValueError:
        return False
    return True


def those_that_fit(game: Game, given: Mapping[str, Any]) -> dict[str, Any]:
    """Of these options each that fits those before it: where much depends on one of them, chance seldom finds all."""
    kept: dict[str, Any] = {}
    for name, value in given.items():
        if fits(game, {**kept, name: value}):
            kept[name] = value
    return kept


def random_seats(game: Game, options: Any, chance: Chance) -> int:
    """A number of players that the game, or this variant of it, allows."""
    return chance.choice(game.seats_for(options) if game.has(Variants) else game.seats)


def play_match(game: Game, seed: Any, watch: Watch | None = None, options: Any = None) -> Match_:
    """A match of random moves: random options and seats, lapses, second thoughts, people who come and go.

    `watch` is called with every deal as it begins and after every move.
    """
    chance = Chance(game.slug, seed)
    options = options or random_options(game, chance)
    seats = random_seats(game, options, chance)
    match = Match(game, options, first_state(game, options, seats, seed), f"c/{seed}", numbers=chance.below(9))
    deals: list[Deal] = []
    while not match.state.over and len(deals) < MAX_DEALS:
        if deals and not game.fixed:
            come_and_go(match, chance)
        secret = b"".join(chance.below(256).to_bytes(1, "big") for _ in range(32))
        deal = match.begin(match.sealed(secret) if match.fresh else None, at=chance.below(1000))
        deals.append(deal)
        if watch:
            watch(deal)
        while deal.ask:
            known = len(deal.rows)
            step(deal, chance)
            if watch and len(deal.rows) > known:
                watch(deal)
        match.settle()
    return Match_(game, deals, match.state.over)


def first_state(game: Game, options: Any, seats: int, seed: Any) -> State:
    """With a buy-in each where chips are played for. Of all other matches every second is played for places, from
    stacks of which some are too short for the last one."""
    if game.for_chips(options):
        return opening(seats, BUY_IN)
    chance = Chance("places", game.slug, seed)
    if chance.below(2):
        return opening(seats, 0)
    stacks = tuple(YELLOW * chance.choice((0, 1, 7, 20, 200)) for _ in range(seats))
    return replace(opening(seats, 0), stacks=stacks, place_point=YELLOW * chance.choice((1, 4, 10)))


def step(deal: Deal, chance: Chance) -> None:
    """One random thing that may happen at a table."""
    ask = deal.ask
    assert ask
    now = deal.table.now + chance.below(50)
    waiting, rng = [*ask.waits_for], chance.below(100)
    patience = 97 if waiting and ask.clock is None else 90
    if ask.timer and ask.timer[0] <= now:  # before anything else is looked at
        deal.tick(ask.timer[0])
    elif ask.timer and (rng >= patience or not any(map(any, ask.offers.values()))):
        deal.tick(max(ask.timer[0], now))
    elif rng < 2 and waiting:
        deal.lapse(chance.choice(waiting), now)
    else:
        ending = [s for s in ask.offers if deal.state.number >= ENOUGH and any(map(ends, deal.offers(s)))]
        if ending and rng < 60:
            seat = chance.choice(ending)
            if move := next(filter(ends, deal.offers(seat))).sample(chance):
                deal.submit(seat, move, now)
            return
        among = waiting if waiting and rng < 95 else [s for s, offers in ask.offers.items() if any(offers)]
        seat = chance.choice(among)
        if move := random_move(deal.offers(seat), chance):
            deal.submit(seat, move, now)


def ends(offer: Offer) -> bool:
    """Whether it is an offer to share the pot and stop, or to agree to that."""
    return bool(offer) and verb(offer.kind) in ENDS


def random_move(offers: Sequence[Offer], chance: Chance) -> Move | None:
    """Any legal move; optional ones rarely, and a last resort only if there is nothing else."""
    standing = random_choices(o for o in offers if o and (not o.optional or not chance.below(20)))
    return chance.choice(standing).sample(chance) if standing else None


def come_and_go(match: Match, chance: Chance) -> None:
    """Between two deals: somebody buys chips, stands up, sits down or sits one out."""
    state, game, chips = match.state, match.game, match.game.for_chips(match.options)
    most = max(game.seats_for(match.options) if game.has(Variants) else game.seats)
    closed = match.stays_in  # nobody joins such a match, or buys more chips
    for seat in range(state.seats):
        if chips and not closed and seat not in state.away and not state.stacks[seat] and not chance.below(8):
            match.rebuy(seat, BUY_IN)
    here = [s for s in range(state.seats) if s not in state.away]
    rng, stack = chance.below(12), BUY_IN if chips else 0
    if rng == 0 and len(here) > min(game.seats):
        match.stand(chance.choice(here))
    elif rng == 1 and len(here) > min(game.seats):
        match.sit_out(chance.choice(here), True)
    elif rng == 2 and state.away:
        match.sit_out(chance.choice(sorted(state.away)), False)
    elif rng == 3 and not closed and state.seats < most:
        match.sit(state.seats, stack)


def rebuilt(deal: Deal, rows: int | None = None, order: Sequence[Sequence[Card]] | None = None) -> Deal:
    """The deal from its beginning and a number of its rows; perhaps from other orders of its packs."""
    return Deal(
        deal.game, deal.state, deal.options, deal.seal, deal.began,
        deal.rows if rows is None else deal.rows[:rows], deal.numbers, order or None,
    )  # fmt: skip


def cards_of(deal: Deal) -> Counter[Card]:
    return Counter(chain.from_iterable(deal.table.piles.values()))


def digest_of(game: Game, first: int, count: int) -> str:
    """One digest of everything that happens in this many matches."""
    whole = sha256()
    for seed in range(first, first + count):
        played = play_match(game, seed, lambda deal: whole.update(digest(deal).encode()))
        for deal in played.deals:
            assert deal.after
            whole.update(canonical([dump_state(deal.after), *map(dump_row, deal.rows)]))
    return whole.hexdigest()


if __name__ == "__main__":
    for slug in sys.argv[3:]:
        print(slug, digest_of(GAMES[slug], int(sys.argv[1]), int(sys.argv[2])))
