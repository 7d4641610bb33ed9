"""Whether a board is stuck, and which moves there are, compared with plain search; random play keeps every card."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bot.engine.cards import Card, pack
from bot.engine.match import Match
from bot.engine.state import opening
from bot.games.canfield import CANFIELD, Options
from bot.games.canfield.moves import Finished, Move, Resign, Stuck
from bot.games.canfield.position import Position, card_moves, to_come, wanted

RED = "DH"


def lies_on(c: Card, on: Card) -> bool:
    return (c.suit in RED) != (on.suit in RED) and (c.rank, on.rank) in [(n, n % 13 + 1) for n in range(1, 14)]


def plainly(p: Position) -> set[tuple[str, str, int]]:
    """Every card move, found by trying all there could be."""
    found: set[tuple[str, str, int]] = set()
    columns = {f"T{n}": [*c] for n, c in enumerate(p.columns, 1)}
    runs = {("R", 1): p.reserve, ("W", 1): p.waste}
    runs |= {(name, n): c[-n] for name, c in columns.items() for n in range(1, len(c) + 1)}
    for (source, n), c in runs.items():
        if c is None:
            continue
        if n == 1 and c == p.next_home(c.suit):
            found.add((source, "F", 1))
        for target, column in columns.items():
            if column and source != target and lies_on(c, column[-1]):
                found.add((source, target, n))
            if not column and p.reserve is None and (source[0] != "T" or n < len(columns[source])) and source != "R":
                found.add((source, target, n))
    return found


def stuck_by_search(p: Position, waste: list[Card], stock: list[Card], draw: int, redeals: int) -> bool:
    """Draw and redeal as far as it goes, looking at each available card."""
    seen: set[tuple[int, int]] = set()
    while True:
        if plainly(p._replace(waste=waste[-1] if waste else None)):
            return False
        if stock:
            waste, stock = [*waste, *stock[:draw]], stock[draw:]
        elif waste and redeals:
            waste, stock, redeals = [], waste, redeals - 1
            if (len(stock), -1) in seen:
                return True
            seen.add((len(stock), -1))
        else:
            return True


def random_position(chance: Random) -> tuple[Position, list[Card], list[Card]]:
    """A board that may not be reachable, but obeys the rules of columns and foundations."""
    rest = pack()
    chance.shuffle(rest)
    base = chance.randrange(1, 14)
    homes = {suit: chance.choice((0, 0, 1, 3, 9)) for suit in "CDHS"}
    for suit, n in homes.items():
        for i in range(n):
            rest.remove(Card((base - 1 + i) % 13 + 1, suit))
    columns: list[list[Card]] = []
    for longer in (0.5, 0.5, 0.5, chance.choice((0.5, 0.97))):
        column = [rest.pop()] if chance.random() < 0.95 else []
        while column and chance.random() < longer:
            fitting = [c for c in rest if lies_on(c, column[-1])]
            if not fitting:
                break
            column.append(chance.choice(fitting))
            rest.remove(column[-1])
        columns.append(column)
    reserve = rest.pop() if all(columns) and rest and chance.random() < 0.7 else None
    size = chance.randrange(len(rest) + 1) if chance.random() < 0.3 else chance.randrange(7)
    rest = rest[:size]
    cut = chance.randrange(len(rest) + 1)
    waste, stock = rest[:cut], rest[cut:]
    return Position(reserve, waste[-1] if waste else None, columns, homes, base), waste, stock


@pytest.mark.parametrize("seed", range(4))
def test_card_moves_and_stuck_agree_with_plain_search(seed: int) -> None:
    stuck = 0
    for n in range(1000):
        chance = Random(f"{seed}/{n}")
        p, waste, stock = random_position(chance)
        assert {*card_moves(p)} == plainly(p)
        draw, redeals = chance.choice((1, 3)), chance.choice((0, 1, 2, 99))
        coming = to_come(waste, stock, draw, redeals > 0)
        said = not card_moves(p) and wanted(p).isdisjoint(coming)
        assert said == stuck_by_search(p, waste, stock, draw, redeals), (p, waste, stock, draw, redeals)
        stuck += said
    assert stuck > 10


@pytest.mark.parametrize(("draw", "redeals"), [(1, "unlimited"), (3, "unlimited"), (1, 1), (3, 0)])
def test_random_play_keeps_every_card_and_ends_where_nothing_can_move(draw: int, redeals: str | int) -> None:
    whole = Counter(pack())
    for seed in range(6):
        chance = Random(f"{draw}/{redeals}/{seed}")
        match = Match(CANFIELD, Options(cut="off", draw=draw, redeals=redeals, undo=False), opening(1), "r")  # type: ignore[arg-type]
        deal = match.begin(match.sealed(chance.randbytes(32)), 0)
        for _ in range(250):
            if not deal.ask:
                break
            offer = chance.choice([o for o in deal.offers(0) if o and o.kind.__name__ not in ("Resign", "Hint")])
            found = [*offer.moves()]
            assert all(m in found for m in found if offer.refusal(m) is None)
            deal.submit(0, chance.choice(found))
            assert Counter(c for pile in deal.table.piles.values() for c in pile) == whole
        if deal.ask:
            deal.submit(0, Resign())
        (end,) = [e for e, _ in deal.table.events if isinstance(e, Finished)]
        assert (end.how == "stuck") == any(isinstance(e, Stuck) for e, _ in deal.table.events)
        assert all(isinstance(m, Move) for m in [Move("R", "F")])
