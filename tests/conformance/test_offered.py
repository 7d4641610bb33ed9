"""In every game, whatever is drawn bright can be pressed: nothing that cannot be done is offered.

What somebody may try in vain, since greying it would tell the others or take a part of the play away, is in `SILENT`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from bot import house
from bot.engine.deal import Deal, Illegal
from bot.engine.game import Game
from bot.engine.match import Match
from bot.engine.offers import Move, Offer, verb
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.catalog import GAMES
from bot.games.poker.variants import VARIANTS
from bot.show.controls.components import NAMED, Button, Control, Menu
from bot.show.controls.control_id import ASKS, read
from bot.show.controls.offer_controls import everybodys
from bot.show.controls.selection import NO_DRAFT
from bot.show.words.game import Words
from bot.show.words.sentences import Who
from cogs.games import every_word

from ..show.pressing import Panel
from .play import BUY_IN, Chance, Watch, play_match

SILENT = {
    ("farmer", "hit"): "nobody is told of a bust",
    ("cribbage", "count"): "to find what counts is the player's art",
    ("cribbage", "muggins"): "so is to find what was overlooked",
    ("switch", "last-card"): "nobody is told which play is to be called",
    ("switch", "draw"): "where who can play must, nobody is told who can",
    ("switch", "pass"): "where who can play must, nobody is told who can",
    ("neosho-rapids", "draw"): "who can lay must, and nobody is told who can",
    ("neosho-rapids", "pass"): "who can lay must, and nobody is told who can",
    ("poker", "bet"): "nobody is told who holds no openers",
}
"""By game and move, and why it says nothing. Never green."""


def whoever(deal: Deal, viewer: Seat = SPECTATOR) -> Who:
    return Who(tuple(f"Player {n}" for n in range(deal.state.seats)), viewer=viewer)


def panel(deal: Deal, seat: Seat, words: Words) -> Panel:
    return Panel(deal.offers(seat), words, view(deal, seat), whoever(deal, seat))


class Looked:
    """What has been pressed, and what of it was refused though it was bright."""

    def __init__(self, words: Words) -> None:
        self.words, self.pressed, self.refused = words, 0, set[str]()

    def at(self, deal: Deal, whims: Chance) -> None:
        assert deal.ask is not None
        deal.table.pressed = deal.table.now  # races are judged by when it was pressed
        for seat in deal.ask.offers:
            self._a_panel(panel(deal, seat, self.words), whims)
        self._the_table(deal)

    def _a_panel(self, p: Panel, whims: Chance) -> None:
        """A few choices are made one after the other, and at each step whatever can be pressed is."""
        for _ in range(4):
            draft = p.draft
            for button in bright(p.controls):
                self._press(button, [p])
                p.draft = draft
            menus = p.menus
            if not menus:
                return
            menu = whims.choice(menus)
            values = [o.value for o in menu.options]
            most = 1 + whims.below(min(menu.most, len(values)))
            some = {values[whims.below(len(values))] for _ in range(max(menu.least, most))}
            if menu.least <= len(some) and self._chosen(p, menu, [v for v in values if v in some]):
                p.draft = NO_DRAFT

    def _chosen(self, p: Panel, menu: Menu, values: list[str]) -> bool:
        """Whether a choice is a move on its own; it may be one of too many cards at once."""
        try:
            return p.take(menu, values) is not None
        except Illegal:
            return False

    def _the_table(self, deal: Deal) -> None:
        """A button that several share is good where one of them can press it."""
        seats = [*range(deal.state.seats)]
        drawn = everybodys("ab12", deal, view(deal, SPECTATOR), self.words, whoever(deal), seats, ())
        panels = [panel(deal, seat, self.words) for seat in seats if deal.offers(seat)]
        for button in bright(drawn):
            self._press(button, panels)

    def _press(self, button: Button, by: list[Panel]) -> None:
        self.pressed += 1
        answers = [refusal(p, button) for p in by]
        if None in answers:
            return
        name = read(button.id).verb
        if button.style == "success" or (self.words.game.slug, name) not in SILENT:
            self.refused.add(f"{button.label} ({button.style}): {answers}")


def bright(controls: Sequence[Control]) -> Iterator[Button]:
    return (b for b in controls if isinstance(b, Button) and not b.disabled)


def refusal(p: Panel, button: Button) -> str | None:
    """Why this button does nothing for them now; None if it does what it says."""
    found = read(button.id)
    mine = [o for o in p.offers if verb(o.kind) == found.verb]
    if not mine:
        return "It is not theirs."
    if found.mark == ASKS:
        return None if mine[0] else "Nothing can be typed there."
    if found.arg.startswith(NAMED):
        return _named(p, mine[0], found.arg.removeprefix(NAMED))
    made = p.push(button)
    return made if isinstance(made, str) else made and judged(p, made)


def judged(p: Panel, move: Move) -> str | None:
    answers = [o.refusal(move) for o in p.offers if o.kind is type(move)]
    return None if None in answers else answers[0]


def _named(p: Panel, offer: Offer, word: str) -> str | None:
    amount = p.words.amounts(p.seen, offer).get(word)
    return "There is no such amount." if amount is None else offer.refusal(offer.kind(amount))


EVERY, MOST, MATCHES, FEWEST = 4, 1500, 3, 20
"""One state in this many is looked at, until this many buttons were pressed or this many matches are over."""
HANDS, TURNS = 4, 60
"""How many further hands are played by house players, and for how many turns: by chance alone nobody comes to knock."""
EACH = [slug for slug, game in sorted(GAMES.items()) if not game.real_time]


def played(slug: str, options: Any = None) -> Looked:
    """Some matches with these options, or with any, each control looked at."""
    looked, whims = Looked(every_word()[slug]), Chance("offered", slug, options)

    def watch(deal: Deal) -> None:
        if deal.ask is not None and looked.pressed < MOST and not whims.below(EVERY):
            looked.at(deal, whims)

    for seed in range(MATCHES):
        play_match(GAMES[slug], ("offered", seed), watch, options)
    if options is None:
        for seed in range(HANDS):
            a_hand_by_the_house(GAMES[slug], seed, watch)
    return looked


def a_hand_by_the_house(game: Game, seed: int, watch: Watch) -> None:
    options, rng = game.options(), Random(seed)
    stack = BUY_IN if game.for_chips(options) else 0
    match = Match(game, options, opening(min(game.seats_for(options), key=lambda n: abs(n - 3)), stack), "house")
    deal = match.begin(match.sealed(bytes([seed] * 32)), 0)
    for _ in range(TURNS):
        if deal.ask is None:
            return
        watch(deal)
        seat = next(iter(deal.ask.waits_for), None)
        move = None if seat is None else house.choose(view(deal, seat), deal.offers(seat), rng)
        if seat is not None and isinstance(move, Move):
            deal.submit(seat, move, deal.table.now)
        elif deal.ask.timer is not None:
            deal.tick(max(deal.ask.timer[0], deal.table.now))
        elif seat is not None:
            deal.lapse(seat, deal.table.now)


@pytest.mark.parametrize("slug", EACH)
def test_what_is_bright_can_be_pressed(slug: str) -> None:
    looked = played(slug)
    assert not looked.refused, sorted(looked.refused)
    assert looked.pressed > FEWEST


@pytest.mark.parametrize("variant", VARIANTS)
def test_so_in_each_variant_of_poker(variant: str) -> None:
    looked = played("poker", GAMES["poker"].options(variant=variant, hands=6))
    assert not looked.refused, sorted(looked.refused)
    assert looked.pressed > FEWEST
