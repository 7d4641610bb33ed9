"""What stands under any message fits there: five rows, each of five buttons or one menu of at most 25 options. And what
all see holds no card that a spectator may not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from bot.engine.controls import kind_of
from bot.engine.deal import Deal
from bot.engine.game import Game
from bot.engine.match import Match
from bot.engine.offers import verb
from bot.engine.piles import SPECTATOR
from bot.engine.state import opening
from bot.engine.view import view
from bot.engine.worlds import cards_in
from bot.games.cash import CASH
from bot.games.cash import moves as m
from bot.games.catalog import GAMES
from bot.show.controls.components import Button, Menu, Rows
from bot.show.controls.selection import Draft
from bot.show.messages.builder import MessageBuilder
from bot.table import state, undo
from bot.table.chairs import Chair
from bot.table.posted import Posted
from bot.table.session import Session
from bot.table.settings import Settings
from bot.table.state import BETWEEN, DEAL, OVER
from tests.conformance.play import BUY_IN, Chance, come_and_go, random_options, step
from tests.games.table import fact

from .tables import ANN, CHANNEL, GUILD, Tables

MOVES = 400
"""As many are made in a deal at most: a board of Canfield goes on for ever."""


def faults(rows: Rows) -> Iterator[str]:
    """What Discord would refuse of these controls."""
    if len(rows) > 5:
        yield f"{len(rows)} rows"
    ids = [one.id for row in rows for one in row]
    if len({*ids}) < len(ids):
        yield "two controls with one id"
    for row in rows:
        if not 1 <= len(row) <= (1 if any(isinstance(one, Menu) for one in row) else 5):
            yield f"{len(row)} in a row"
        for one in row:
            if len(one.id) > 100:
                yield f"an id of {len(one.id)} characters"
            if isinstance(one, Button):
                if not (one.label or one.emoji):
                    yield "a button without a label"
                continue
            assert isinstance(one, Menu), "a table has no menu of channels"
            values = [option.value for option in one.options]
            if not 1 <= len(values) <= 25 or len({*values}) < len(values):
                yield f"{len(values)} options in a menu"
            if not 0 <= one.least <= one.most <= max(1, len(values)):
                yield f"{one.least} to {one.most} of {len(values)} options"


class Onlooker:
    """Looks at the table message and at every panel of a deal, as at a table where everybody is a person."""

    def __init__(self, tables: Tables, game: Game, options: Any) -> None:
        self.builder: MessageBuilder = tables.builder
        begun = state.TableState("t" * 8, GUILD, ANN, game, options, posted=Posted(CHANNEL))
        self.session = Session.of(tables.services, begun, Settings())
        self.stages: set[Any] = set()

    def look(self, deal: Deal, match: Match, chance: Chance) -> None:
        s = self.session
        s.table.match, s.table.shown, s.table.turns = match, deal, {}
        s.table.phase = DEAL if deal.ask else OVER if match.state.over else BETWEEN
        s.table.deals_begun, s.table.next_at, s.table.paused = (
            deal.state.number + 1,
            None if deal.ask else s.table.now(),
            None,
        )
        away = match.state.away
        s.table.chairs = [
            Chair(None if n in away else ANN + n, f"Somebody of {n}", leaving=not chance.below(9), bought=BUY_IN)
            for n in range(match.state.seats)
        ]
        s.table.set_clocks()
        s.table.undo = None
        if (
            deal.ask
            and deal.rows
            and not (s.table.game.real_time or undo.has_its_own(s.table.game))
            and chance.below(2)
        ):
            s.table.undo = state.Proposal(chance.below(deal.state.seats), 0, s.table.now())
        for seat in range(deal.state.seats):
            self.choose(deal, seat, chance)
        s.table.paused = None if chance.below(20) else "A moment, please."
        made = self.builder.snapshot(s.table)
        for of, face in (("the table", made.public), *made.private.items()):
            said = [*faults(face.rows)]
            assert not said, f"{s.table.game.slug} {s.table.options}, {s.table.phase}, {of}: {said}"
        known, told = {*cards_in(view(deal, SPECTATOR, s.table.now()))}, {*cards_in(made.public)}
        of_rank = Counter(c.rank for c in told)
        assert known >= {c for c in told if of_rank[c.rank] < 4}, "a rank that is wild is told whole, and nobody's card"
        self.stages.add((s.table.phase, fact(deal, "stage")))

    def choose(self, deal: Deal, seat: int, chance: Chance) -> None:
        """A draft of some decision that has several parts, as far as it goes."""
        offers = [o for o in deal.offers(seat) if o and not o.free_text and kind_of(o, 0) not in ("amount", "number")]
        if not offers or chance.below(3):
            return
        offer, parts = chance.choice(offers), []
        while (more := [*offer.next(parts)]) and len(parts) < getattr(offer, "most", 3) and chance.below(4):
            parts.append(chance.choice(more))
        self.builder.drafts.keep(self.session.table, seat, Draft(verb(offer.kind), tuple(parts)))


def played(
    tables: Tables, game: Game, options: Any, seats: int, seed: Any, deals: int, every: int,
    step: Callable[[Deal, Chance], None] = step,
) -> set[Any]:  # fmt: skip
    """A match of random moves, looked at whenever a stage is new and after one move of `every`: at which stages."""
    chance = Chance(game.slug, seats, seed)
    match = Match(game, options, opening(seats, BUY_IN if game.for_chips(options) else 0), f"r/{seed}")
    onlooker = Onlooker(tables, game, options)
    for _ in range(deals):
        if match.state.number and not game.fixed:
            come_and_go(match, chance)
        deal = match.begin(match.sealed(bytes(chance.below(256) for _ in range(32))) if match.fresh else None, at=0)
        onlooker.look(deal, match, chance)
        moves = 0
        while deal.ask and moves < MOVES:
            moves += 1
            step(deal, chance)
            if deal.ask and ((DEAL, fact(deal, "stage")) not in onlooker.stages or not chance.below(every)):
                onlooker.look(deal, match, chance)
        if deal.ask:
            break
        match.settle()
        onlooker.look(deal, match, chance)
        if match.state.over:
            break
    return onlooker.stages


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_played_the_controls_fit(tables: Tables, slug: str, seed: int) -> None:
    game, chance = GAMES[slug], Chance("rows", slug, seed)
    for n in range(2):
        options = random_options(game, chance)
        seats = chance.choice([*game.seats_for(options)])
        stages = played(tables, game, options, seats, (seed, n), deals=3, every=5)
        assert DEAL in {phase for phase, _ in stages}


def on_with_it(deal: Deal, chance: Chance) -> None:
    """Somebody at a table of Cash does anything but call, or the clock goes on; late in a hand they call, too."""
    assert deal.ask
    timer, now = deal.ask.timer, deal.table.now
    agreeing = fact(deal, "stage") == "agreement"
    if timer and not chance.below(30 if agreeing else 3):
        deal.tick(max(timer[0], now))
        return
    seat = chance.below(deal.state.seats)
    offers = [o for o in deal.offers(seat) if o and (o.kind not in (m.Cash, m.Counter) or len(deal.rows) > 120)]
    if offers and (move := chance.choice(offers).sample(chance)):
        deal.submit(seat, move, now)


@pytest.mark.parametrize("seats", CASH.seats)
@pytest.mark.parametrize("counter", ["any", "named"])
@pytest.mark.parametrize("signals", ["gestures", "free"])
def test_the_controls_of_cash_fit_whatever_its_options(tables: Tables, seats: int, counter: str, signals: str) -> None:
    chance, stages = Chance("cash", seats, counter, signals), set[Any]()
    for teams, letters in product(("random", "chosen", "cards"), (True, False)):
        others = random_options(CASH, chance)
        options = replace(others, counter=counter, signals=signals, teams=teams, letters=letters)
        stages |= played(tables, CASH, options, seats, (teams, letters), deals=1, every=30, step=on_with_it)
    assert {(DEAL, "agreement"), (DEAL, "countdown"), (DEAL, "open")} <= stages
    assert {phase for phase, _ in stages} & {BETWEEN, OVER}
