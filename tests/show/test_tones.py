"""Buttons of single choices: each in a style of its own, and what may not be chosen now greyed beside them."""

from __future__ import annotations

from bot.engine.asks import Script, ask
from bot.engine.cards import Card, card, cards
from bot.engine.deal import Deal
from bot.engine.facts import HAND
from bot.engine.offers import Move, OneOf
from bot.engine.table import DealTable
from bot.engine.view import view
from bot.show.controls.components import Button, what_to_press
from bot.show.controls.offer_controls import for_offers
from bot.show.words.game import Words
from bot.show.words.layout import Layout, Outcome
from bot.show.words.sentences import Who
from bot.show.words.verbs import Choice, Verb

from ..engine.toys import begun, simple

HELD = cards("2C 3D 4H")


class Lay(Move):
    """A card."""

    card: Card


def lays(t: DealTable) -> Script:
    """Seat 1 may lay two of three cards."""
    t.pile(HAND.of(1), HELD, {1})
    yield from ask(1, OneOf(Lay, HELD[:2], "That is too high."), default=Lay(HELD[0]))


def buttons(deal: Deal, lay: Verb) -> list[Button]:
    words = Words(
        simple(lays, Lay), {Lay: lay}, lambda seen, who: Layout(), lambda seen, before, who: Outcome(), "", ()
    )
    made = for_offers("t", 1, deal.offers(1), view(deal, 1), words, Who(("Ana", "Bo")), private=True)
    return [b for b in made if isinstance(b, Button)]


def test_choices_have_styles_of_their_own() -> None:
    deal = begun(simple(lays, Lay), seats=2)
    made = buttons(deal, Verb("{}", "primary", named=lambda seen: {card("3D"): Choice(style="danger")}))
    assert [(b.label, b.style, b.disabled) for b in made] == [("2♣", "primary", False), ("3♦", "danger", False)]


def test_the_rest_of_a_hand_is_greyed() -> None:
    deal = begun(simple(lays, Lay), seats=2)
    made = buttons(deal, Verb("{}", "primary", named=lambda seen: dict.fromkeys(seen.hand, Choice(stays=True))))
    assert [(b.label, b.disabled) for b in made] == [("2♣", False), ("3♦", False), ("4♥", True)]
    assert len({b.id for b in made}) == 3
    assert what_to_press(made) == "Now press **2♣** or **3♦**."
