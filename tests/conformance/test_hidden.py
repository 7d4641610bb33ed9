"""Nothing hidden is shown: exchanged cards, words of unseen cards, and the pinned table of who sees what."""

from collections.abc import Sequence

import pytest

from bot.engine.asks import Script, ask
from bot.engine.cards import Card
from bot.engine.deal import Deal
from bot.engine.events import Event
from bot.engine.facts import Fact, PileName
from bot.engine.game import Game
from bot.engine.offers import Move, OneOf, Only
from bot.engine.piles import SPECTATOR
from bot.engine.table import DealTable
from bot.games.catalog import GAMES
from tests.engine.toys import begun, simple

from . import shown as sight
from .hidden import exchange_choices, permute, words_of_unseen_cards
from .play import Chance, play_match
from .who_sees_what import PAGES, page

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def permuted(game: Game, seed: object, deals: Sequence[Deal] = ()) -> tuple[int, int]:
    """Places compared in all deals of a match, each as one viewer sees it, and places that there were."""
    compared = places = 0
    for n, deal in enumerate(deals or play_match(game, seed).deals):
        chance = Chance("permute", game.slug, seed, n)
        compared += permute(deal, chance.choice([SPECTATOR, *range(deal.state.seats)]), chance)
        places += len(deal.rows) + 1
    return compared, places


def nothing_unseen_is_told(deals: Sequence[Deal]) -> None:
    for deal in deals:
        assert words_of_unseen_cards(deal) == []


@EVERY_GAME
@pytest.mark.seeds(8, soak=1000, at_once=20)
def test_unseen_cards_change_nothing_that_is_shown_and_nobody_is_told_of_them(game: Game, seeds: range) -> None:
    compared = places = 0
    for seed in seeds:
        deals = play_match(game, seed).deals
        nothing_unseen_is_told(deals if seeds[0] else deals[:2])
        here, there = permuted(game, seed, deals)
        compared, places = compared + here, places + there
    assert compared > places / 10, "the comparison must not end before it has begun"


def test_whether_a_count_of_cribbage_goes_on_is_told() -> None:
    """Found by a long hunt: who was asked next showed what one held."""
    permuted(GAMES["cribbage"], 52)


@EVERY_GAME
@pytest.mark.seeds(4, soak=100, at_once=24)
def test_what_is_chosen_in_secret_changes_nothing_that_others_are_shown(game: Game, seeds: range) -> None:
    found = 0
    for seed in seeds:
        chance = Chance("choices", game.slug, seed)
        found += sum(exchange_choices(deal, chance) for deal in play_match(game, f"choices/{seed}").deals[:3])
    assert found or game.slug not in ("hearts", "three-five-seven", "cash")


@EVERY_GAME
def test_who_sees_what_is_as_it_was(game: Game) -> None:
    """Read what has changed before `python -m tests.conformance.who_sees_what` pins it anew."""
    assert page(game) == (PAGES / f"{game.slug}.txt").read_text(encoding="utf-8")


# ---- the suite finds what it is there to find ------------------------------------------------


class Lay(Move):
    card: Card


class Nod(Move):
    pass


class Dealt(Event):
    card: Card


def leaking(how: str) -> Deal:
    """A deal of three cards each that gives something away."""

    def script(t: DealTable) -> Script:
        hands, secret = t.hands(), t.pile(PileName("secret"), seen_by={0, SPECTATOR} if how == "pile" else ())
        stock = t.stock()
        t.deal(stock, 3, *hands.values())
        secret.lay(stock.draw())
        if how == "fact":
            t.note(Fact("low"), secret.top.rank < 7)
        if how == "event":
            t.tell(Dealt(secret.top))
        offers = [Only(Nod())] if how == "offer" and secret.top.rank % 2 else []
        yield from ask(1, OneOf(Lay, hands[1]), *offers, default=Lay(hands[1][0]))

    deal = begun(simple(script, Lay, Nod), seats=2)
    deal.lapse(1, 0)
    return deal


@pytest.mark.parametrize(("how", "viewer"), [("fact", 0), ("offer", 1)])
def test_a_leak_is_found_by_exchanging_cards(how: str, viewer: int) -> None:
    with pytest.raises(AssertionError, match="is shown where"):
        for seed in range(300):
            permute(leaking(how), viewer, Chance(seed))


def test_an_honest_game_is_not_blamed() -> None:
    assert all(permute(leaking("nothing"), seat, Chance(seed)) for seed in range(50) for seat in (SPECTATOR, 0, 1))
    assert words_of_unseen_cards(leaking("nothing")) == []


def test_a_leak_in_an_event_is_found() -> None:
    found = words_of_unseen_cards(leaking("event"))
    assert [line[:6] for line in found[:3]] == ["seat -", "seat 0", "seat 1"]


def test_a_hole_card_that_shows_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def hole(deal: Deal, viewer: int) -> tuple[Card, ...]:
        return tuple(deal.table.piles.get(PileName("dealer"), ()))

    monkeypatch.setattr(sight, "SHOWN", [*sight.SHOWN, hole])
    with pytest.raises(AssertionError, match="of the pack"):
        for seed in range(50):
            permuted(GAMES["blackjack"], seed)


def test_a_secret_choice_that_shows_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "SHOWN", [*sight.SHOWN, lambda deal, viewer: deal.table.facts.get("choice of 0")])
    with pytest.raises(AssertionError, match="has chosen"):
        for seed in range(20):
            for deal in play_match(GAMES["three-five-seven"], seed).deals:
                exchange_choices(deal, Chance(seed))
