"""`python -m bot simulate GAME`: house players against each other, many matches in a row."""

from __future__ import annotations

import json
import math
import multiprocessing
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from bot import house
from bot.engine.amounts import YELLOW, whites
from bot.engine.asks import LogEntry
from bot.engine.codec import dump_options
from bot.engine.deal import Deal
from bot.engine.game import Game
from bot.engine.match import Match
from bot.engine.offers import Move, Offer, random_choices
from bot.engine.options import BadOption, changed, read_options
from bot.engine.piles import Seat
from bot.engine.randomness import Stream
from bot.engine.state import State, opening
from bot.engine.traits import HouseDeals
from bot.engine.view import View, view
from bot.games import catalog

LAPSES = 0.003
"""How often somebody who plays at random lets the turn clock run out: so that they come to an end, too."""
BUY_IN = 10_000
"""What everybody sits down with in a game for chips, in hundredths of a white."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", help="hearts, red-dog, …")
    parser.add_argument("--matches", type=int, default=100, help="how many (100)")
    parser.add_argument("--seats", type=int, help="how many play; the fewest that the game takes, but four if it can")
    parser.add_argument("--seed", default="1", help="the same seed gives the same matches (1)")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="amounts in hundredths")
    parser.add_argument("--max-deals", type=int, default=1000, help="a match is stopped after this many (1000)")
    parser.add_argument("--random", type=int, action="append", default=[], metavar="SEAT", help="plays at random")
    parser.add_argument("--stack", type=int, default=BUY_IN, help="what everybody sits down with, in hundredths")
    parser.add_argument(
        "--jobs", type=int, default=1, help="processes that share the work (1); the figures are the same"
    )
    parser.add_argument("--json", action="store_true", help="for programs; amounts in hundredths")


@dataclass
class Tally:
    """What a seat has to show for all its matches."""

    outcomes: Counter[str] = field(default_factory=Counter)
    places: Counter[int] = field(default_factory=Counter)
    score: int = 0
    net: int = 0
    """Hundredths of a white, over all matches."""
    counts: Counter[str] = field(default_factory=Counter)


@dataclass
class Bank:
    """What a house that deals has won, deal by deal: sums, in hundredths of a white, of first wagers and of gains."""

    wagered: int = 0
    won: int = 0
    wagered_squared: int = 0
    won_squared: int = 0
    both: int = 0
    """Of the products."""

    def add(self, wagered: int, won: int) -> None:
        self.wagered += wagered
        self.won += won
        self.wagered_squared += wagered * wagered
        self.won_squared += won * won
        self.both += wagered * won

    @property
    def edge(self) -> float:
        """What the house wins of each first wager."""
        return self.won / self.wagered

    @property
    def error(self) -> float:
        """The edge's standard error. Hands of one deal share the dealer's cards, so deals are what is independent."""
        edge = self.edge
        return math.sqrt(self.won_squared - 2 * edge * self.both + edge**2 * self.wagered_squared) / self.wagered


@dataclass
class Figures:
    """The result of a number of matches."""

    tallies: list[Tally]
    matches: int = 0
    stopped: int = 0
    """Matches that `max_deals` stopped."""
    deals: int = 0
    moves: int = 0
    bank: Bank = field(default_factory=Bank)

    def add(self, other: Figures) -> None:
        """What came of other matches between the same seats."""
        for mine, more in zip(self.tallies, other.tallies, strict=True):
            for name in ("outcomes", "places", "counts"):
                getattr(mine, name).update(getattr(more, name))
            mine.score, mine.net = mine.score + more.score, mine.net + more.net
        for whole, part in ((self, other), (self.bank, other.bank)):
            for name, n in vars(part).items():
                if isinstance(n, int):
                    setattr(whole, name, getattr(whole, name) + n)


class Unplayable(Exception):
    """The text is the sentence that the reader gets."""


def run(args: Namespace) -> int:
    """0 and the figures; 2 and a sentence if there is nothing to play."""
    try:
        game, options, seats = _asked(args)
    except (LookupError, BadOption, Unplayable) as why:
        print(why.args[0], file=sys.stderr)
        return 2
    start = perf_counter()
    figures = _shared(args, options, seats)
    seconds = perf_counter() - start
    if args.json:
        print(json.dumps(_plain(game, options, args, figures, seconds), indent=2))
    else:
        print("\n".join(_table(game, options, args, figures, seconds)))
    return 0


def _asked(args: Namespace) -> tuple[Game, object, int]:
    game = catalog.game(args.game)
    given = dict(pair.partition("=")[::2] for pair in args.set)
    if bare := next((pair for pair in args.set if "=" not in pair), None):
        raise Unplayable(f"Write --set option=value, not “{bare}”.")
    options = read_options(game.options, given, in_whites=False)
    seats = min(max(4, min(game.seats)), max(game.seats)) if args.seats is None else args.seats
    if seats not in game.seats:
        least, most = min(game.seats), max(game.seats)
        raise Unplayable(f"{game.title} is for {least if least == most else f'{least} to {most}'} seats.")
    if any(seat not in range(seats) for seat in args.random):
        raise Unplayable(f"The seats are 0 to {seats - 1}.")
    if args.matches < 1 or args.max_deals < 1 or args.jobs < 1:
        raise Unplayable("Play one match and one deal at least, in one process at least.")
    if args.stack < 1 or args.stack % YELLOW:
        raise Unplayable(f"A stack is a multiple of {YELLOW} hundredths.")
    return game, options, seats


def _shared(args: Namespace, options: object, seats: int) -> Figures:
    """The matches, shared out among this many processes."""
    jobs = min(args.jobs, args.matches)
    parts = [(args, options, seats, range(job, args.matches, jobs)) for job in range(jobs)]
    if jobs == 1:
        return _part(*parts[0])
    figures = Figures([Tally() for _ in range(seats)])
    with multiprocessing.Pool(jobs) as pool:
        for part in pool.starmap(_part, parts):
            figures.add(part)
    return figures


def _part(args: Namespace, options: object, seats: int, matches: Collection[int]) -> Figures:
    stack, game = args.stack, catalog.game(args.game)
    return simulate(game, options, seats, matches, args.seed, args.max_deals, args.random, stack)


def simulate(
    game: Game, options: object, seats: int, matches: Collection[int] | int, seed: str, max_deals: int = 1000,
    at_random: Collection[Seat] = (), stack: int = BUY_IN,
) -> Figures:  # fmt: skip
    """Matches between house players, this many or with these numbers; the seats in `at_random` play any legal move."""
    figures = Figures([Tally() for _ in range(seats)])
    for n in range(matches) if isinstance(matches, int) else matches:
        chance = Random(f"{seed}/{n}")
        match = Match(game, options, opening(seats, stack if game.for_chips(options) else 0), f"{seed}/{n}")
        while not match.state.over and match.state.number < max_deals:
            deal = match.begin(match.sealed(chance.randbytes(32)) if match.fresh else None, at=0)
            now = 0
            while deal.ask:
                if game.real_time:
                    now = _live_step(deal, now, chance, at_random)
                else:
                    _play_one(deal, chance, at_random)
            figures.moves += len(deal.rows)
            before, after = match.state, match.settle()
            if game.has(HouseDeals) and (wagered := _wagered(after) - _wagered(before)):
                figures.bank.add(wagered, after.house - before.house)
        figures.matches += 1
        figures.stopped += not match.state.over
        figures.deals += match.state.number
        _count(figures.tallies, match.state, stack if game.for_chips(options) else 0)
    return figures


def _wagered(state: State) -> int:
    """First wagers of all seats so far: doubles, splits and side wagers do not count."""
    return sum(n for counts in state.counts for name, n in counts if name == "wagered")


def _play_one(deal: Deal, chance: Random, at_random: Collection[Seat]) -> Sequence[LogEntry]:
    """Those who may act unasked are heard first, then somebody whom the table waits for."""
    assert deal.ask
    waiting = deal.ask.waits_for
    for seat in (*(s for s in deal.ask.offers if s not in waiting), *waiting):
        # a choice that has been made could be changed, but a house player has no second thoughts
        offers = [o for o in deal.offers(seat) if seat in waiting or (o and o.optional)]
        if not offers:
            continue
        if seat in at_random and seat in waiting and chance.random() < LAPSES:
            return deal.lapse(seat, deal.table.now)
        move = random_move(offers, chance) if seat in at_random else house.choose(view(deal, seat), offers, chance)
        if isinstance(move, Move):
            return deal.submit(seat, move, deal.table.now)
    if deal.ask.timer:
        return deal.tick(deal.ask.timer[0])
    raise RuntimeError(f"nobody goes on with this deal of {deal.game.slug}")


def _live_step(deal: Deal, now: int, chance: Random, at_random: Collection[Seat]) -> int:
    """Players who want to act now do; otherwise time passes until somebody wants to, or the clock runs out. Returns
    that time."""
    assert deal.ask
    if deal.ask.timer and deal.ask.timer[0] <= now:  # first, as at a table: nobody decides by what is no more
        deal.tick(now)
        return now
    choosers = dict.fromkeys(at_random, _now_and_then)
    found = house.next_move(deal, range(deal.table.seats), now, chance, choosers)
    if isinstance(found, tuple):
        deal.submit(*found, now)
        return now
    due = [at for at in (found, deal.ask.timer and deal.ask.timer[0]) if at is not None]
    if not due:
        raise RuntimeError(f"nobody goes on with this deal of {deal.game.slug}")
    deal.tick(max(now, min(due)))
    return max(now, min(due))


def _now_and_then(seen: View, offers: Sequence[Offer], chance: Random) -> Move | house.AskAgainAt | None:
    """Anything, every few seconds."""
    if chance.random() < 0.1:
        return random_move(offers, chance)
    return house.AskAgainAt(seen.now + chance.randrange(500, 4000))


def random_move(offers: Sequence[Offer], chance: Random) -> Move | None:
    """Any move that is on offer and not optional."""
    stream = Stream(chance.randbytes(8), "whim")
    standing = random_choices(o for o in offers if o and not o.optional)
    while standing:  # of what is blind there may be nothing
        if (move := (offer := chance.choice(standing)).sample(stream)) is not None:
            return move
        standing.remove(offer)
    return None


def _count(tallies: list[Tally], state: State, stack: int) -> None:
    for place in state.standings or ():
        tallies[place.seat].outcomes[place.outcome] += 1
        tallies[place.seat].places[place.place] += 1
    for seat, tally in enumerate(tallies):
        tally.score += state.scores[seat]
        tally.net += state.stacks[seat] - stack
        tally.counts.update(state.counted(seat))


def _plain(game: Game, options: object, args: Namespace, f: Figures, seconds: float) -> dict[str, object]:
    return {
        "game": game.slug, "options": dump_options(options), "seed": args.seed, "matches": f.matches,
        "stopped": f.stopped, "deals": f.deals, "moves": f.moves, "seconds": round(seconds, 3),
        "moves_per_second": round(f.moves / seconds),
        **({"house_edge": f.bank.edge, "standard_error": f.bank.error} if f.bank.wagered else {}),
        "seats": [
            {
                "seat": seat, "player": "random" if seat in args.random else "house",
                "won": t.outcomes["W"], "drawn": t.outcomes["D"], "lost": t.outcomes["L"],
                "places": {str(place): n for place, n in sorted(t.places.items())},
                "score": t.score, "net_chips": t.net, "counts": dict(sorted(t.counts.items())),
            }
            for seat, t in enumerate(f.tallies)
        ],
    }  # fmt: skip


def _table(game: Game, options: object, args: Namespace, f: Figures, seconds: float) -> list[str]:
    """Scores, chips and counts are means over the matches."""
    names, chips = sorted({name for t in f.tallies for name in t.counts}), game.for_chips(options)
    head = ["seat", "player", "won", "drawn", "lost", "place", "chips" if chips else "score", *names]
    rows = [head]
    for seat, t in enumerate(f.tallies):
        ended = sum(t.places.values())
        place = f"{sum(p * n for p, n in t.places.items()) / ended:.2f}" if ended else "–"
        worth = whites(round(t.net / f.matches)) if chips else f"{t.score / f.matches:.1f}"
        counts = [f"{t.counts[name] / f.matches:.2f}" for name in names]
        player = "random" if seat in args.random else "house"
        rows.append([str(seat), player, *(str(t.outcomes[o]) for o in "WDL"), place, worth, *counts])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    told = ", ".join([f"{len(f.tallies)} seats", *changed(options)])
    return [
        f"{game.title} ({told}), seed {args.seed}: {f.matches:,} matches, {f.deals:,} deals, {f.moves:,} moves, "
        f"{f.moves / seconds:,.0f} moves a second.",
        f"{f.stopped:,} matches were stopped after {args.max_deals:,} deals.",
        *(
            [f"House edge {f.bank.edge:.3%} of the first wager, standard error {f.bank.error:.3%}."]
            if f.bank.wagered
            else []
        ),
        *("  ".join(cell.rjust(w) for cell, w in zip(row, widths, strict=True)) for row in rows),
        "Place, chips, score and counts are means over the matches.",
    ]
