"""What a viewer may think of a deal: other cards where they have not looked, and the very same view."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.engine.cards import Card
from bot.engine.deal import Deal
from bot.engine.facts import CHOSEN, HAND, STOCK
from bot.engine.game import Game
from bot.engine.match import Match
from bot.engine.piles import SPECTATOR
from bot.engine.state import opening
from bot.engine.view import view
from bot.engine.worlds import Worlds
from bot.games.catalog import GAMES
from bot.games.hearts import TrickTaken
from bot.games.three_five_seven import IN, OUT, Declare
from tests.games.three_five_seven_table import deal as three_five_seven

from .play import Chance, cards_of, play_match, rebuilt
from .shown import shown


def some_way_in(deal: Deal, chance: Chance) -> Deal:
    """The deal after any number of its rows."""
    return rebuilt(deal, rows=chance.below(len(deal.rows) + 1))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.seeds(3, soak=60, at_once=20)
def test_a_world_shows_its_viewer_the_very_same_view(game: Game, seeds: range) -> None:
    found = 0
    for seed in seeds:
        for n, whole in enumerate(play_match(game, f"worlds/{seed}").deals[:4]):
            chance = Chance("worlds", game.slug, seed, n)
            deal = some_way_in(whole, chance)
            viewer = chance.choice([SPECTATOR, *range(deal.state.seats)])
            world = Worlds(deal, viewer).draw(chance, swaps=8)
            if world is not None:
                assert shown(world, viewer) == shown(deal, viewer)
                assert cards_of(world) == cards_of(deal)
                found += 1
    assert found


def test_what_nobody_has_seen_may_be_anything() -> None:
    """The ten that the other holds at Gin, and the card on top of the stock."""
    deal = begun(GAMES["gin-rummy"], 2)
    assert deal.ask
    (me,) = deal.ask.waits_for
    worlds, chance, tops, held = Worlds(deal, me), Chance(1), Counter[Card](), Counter[Card]()
    for _ in range(400):
        world = worlds.draw(chance)
        assert world is not None
        tops[world.table.piles[STOCK].top] += 1
        held.update(world.table.piles[HAND.of(1 - me)])
    unseen = 52 - 11
    assert len(tops) == len(held) == unseen
    assert max(tops.values()) < 30 and all(60 < n < 140 for n in held.values())


def test_a_suit_that_somebody_could_not_follow_is_not_in_their_hand() -> None:
    """At Hearts a card that is thrown away tells that its player had none of the suit led."""
    checked = 0
    for seed in range(12):
        deal = rebuilt(play_match(GAMES["hearts"], f"void/{seed}").deals[0], rows=40)
        world = Worlds(deal, 0).draw(Chance(seed))
        if world is None:
            continue
        for trick in view(deal, 0).events_of(TrickTaken):
            for n, card in enumerate(trick.cards):
                led, seat = trick.cards[0].suit, (trick.leader + n) % 4
                if card.suit != led and seat:
                    checked += 1
                    assert all(c.suit != led for c in world.table.piles[HAND.of(seat)])
    assert checked > 20


def test_a_choice_that_is_not_out_yet_may_be_any() -> None:
    deal = three_five_seven(seats=4)
    deal.submit(1, Declare(IN))
    worlds, chance = Worlds(deal, 2), Chance(1)
    chosen = Counter(world.table.fact(CHOSEN.of(1)) for _ in range(60) if (world := worlds.draw(chance)))
    assert min(chosen[Declare(IN)], chosen[Declare(OUT)]) > 15
    own = Worlds(deal, 1)
    known = {world.table.fact(CHOSEN.of(1)) for _ in range(5) if (world := own.draw(chance))}
    assert known == {Declare(IN)}


def test_what_is_left_to_chance_is_drawn_anew() -> None:
    deal = begun(GAMES["gin-rummy"], 2)
    chance = Chance(1)
    worlds = [world for _ in range(5) if (world := Worlds(deal, 0).draw(chance))]
    assert len({world.table.stream("later").below(2**32) for world in worlds}) == 5


def begun(game: Game, seats: int) -> Deal:
    match = Match(game, game.options(cut="off"), opening(seats, 10_000), "worlds")
    return match.begin(match.sealed(bytes(32)), at=0)
