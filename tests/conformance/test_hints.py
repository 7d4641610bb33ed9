"""Hints, in every game: each decision has one, it can be pressed, it is short, its figures are what it went by, and it
follows from nothing that the player does not see."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from bot import house
from bot.engine.amounts import whites
from bot.engine.deal import Deal
from bot.engine.events import Reason
from bot.engine.game import Game
from bot.engine.moments import stands
from bot.engine.piles import Seat
from bot.engine.view import view
from bot.engine.worlds import Worlds
from bot.games.catalog import GAMES
from bot.house import Advice
from bot.show.controls import hints
from bot.show.controls.components import Button, as_rows
from bot.show.controls.offer_controls import for_offers
from bot.show.controls.selection import NO_DRAFT
from bot.show.words.sentences import Who
from cogs.games import every_word

from .play import Chance, play_match, rebuilt

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
WORDS = every_word()
LONGEST = 100
"""Characters of a reason."""
MOST_NUMBERS = 2
SWAPS = 4
"""How often two hidden cards change places where no shuffle of them fits."""
_CARD = re.compile(r"(10|[2-9AJQK])[♣♦♥♠]|\b(10|[2-9AJQK])(?:-(10|[2-9AJQK]))+\b")
_NUMBER = re.compile(r"[−+]?(?:\d+(?:,\d{3})*(?:\.\d)?½?|½)")


def deciding(deal: Deal) -> list[Seat]:
    """Who is asked something now."""
    if deal.ask is None or stands(deal.ask):
        return []
    return [s for s in deal.ask.waits_for or (deal.ask.offers if deal.game.real_time else ()) if any(deal.offers(s))]


def advised(deal: Deal, seat: Seat) -> Advice | None:
    return house.advise(view(deal, seat), deal.offers(seat))


def figures(why: Reason) -> set[str]:
    """Its fields as a sentence may have them."""
    found: set[str] = set()
    for value in tuple(why):  # type: ignore[arg-type]  # it is a named tuple
        if isinstance(value, int | float):
            halves = f"{int(value) // 2 or ''}{'½' * (int(value) % 2)}"
            found |= {
                halves,
                f"{value:,}",
                f"{abs(value):,}",
                f"{value:.1f}",
                f"{abs(value):.1f}",
                whites(round(value)),
                f"{value:+,}".replace("-", "−"),
            }
    return found


def law_of_sentences(game: Game, why: Reason, who: Who) -> None:
    """One sentence's rest: worded, short, with two numbers at most, and none that is not one of its fields."""
    said = WORDS[game.slug].why(why, who)
    numbers = [n.replace("−", "-").lstrip("+") for n in _NUMBER.findall(_CARD.sub("", said))]
    known = {n.replace("−", "-").lstrip("+") for n in figures(why)}
    assert said and len(said) <= LONGEST and not said.endswith("."), said
    assert "None" not in said and "  " not in said and "{" not in said, said
    assert len(numbers) <= MOST_NUMBERS and known.issuperset(numbers), (said, why)


def law_of_controls(deal: Deal, seat: Seat, advice: Advice) -> None:
    """What does it can be pressed, or chosen, and nothing else stands out."""
    words, seen, offers = WORDS[deal.game.slug], view(deal, seat), deal.offers(seat)
    if words.live is not None:
        return
    who = Who(tuple(f"P{n}" for n in range(deal.state.seats)), viewer=seat)
    rows = as_rows(for_offers("abcdefg", deal.number, offers, seen, words, who, private=True))
    framed = hints.framed(rows, advice.move, offers, words, seen, NO_DRAFT)
    assert framed != rows or not rows, f"{advice.move} does not stand out"
    bright = [b.label for row in framed for b in row if isinstance(b, Button) and b.style in ("primary", "success")]
    assert all(label.startswith(hints.MARK) for label in bright), bright


def look(game: Game, seed: int, one_in: int, see: Callable[[Deal, Seat, Chance], None]) -> int:
    """Some of the decisions of a random match, one in this many, are looked at. Returns how many."""
    chance, seen = Chance("hints", game.slug, seed), 0

    def watch(deal: Deal) -> None:
        nonlocal seen
        for seat in deciding(deal):
            if not chance.below(one_in):
                seen += 1
                see(deal, seat, chance)

    play_match(game, f"hints/{seed}", watch)
    return seen


@EVERY_GAME
@pytest.mark.seeds(1, soak=100, at_once=10)
def test_every_decision_has_a_hint_that_can_be_pressed(game: Game, seeds: range) -> None:
    def see(deal: Deal, seat: Seat, chance: Chance) -> None:
        assert deal.ask is not None
        advice = advised(deal, seat)
        if advice is None:
            assert seat not in deal.ask.waits_for
            return
        assert deal.ask.refusal(seat, advice.move) is None
        assert advised(deal, seat) == advice, "the same position has the same hint"
        law_of_controls(deal, seat, advice)
        if advice.why is not None:
            law_of_sentences(game, advice.why, Who(tuple(f"P{n}" for n in range(deal.state.seats)), viewer=seat))

    for seed in seeds:
        look(game, seed, 6, see)


@EVERY_GAME
@pytest.mark.seeds(1, soak=100, at_once=10)
def test_hidden_cards_change_no_hint(game: Game, seeds: range) -> None:
    """All that a player has not seen lies otherwise, and a house player says the same."""

    def see(deal: Deal, seat: Seat, chance: Chance) -> None:
        other = Worlds(deal, seat).draw(chance, SWAPS)
        if other is not None:
            same = rebuilt(deal, order=deal.table.orders)  # without its proof, as the other
            assert advised(other, seat) == advised(same, seat), f"seat {seat} after {len(deal.rows)} rows"

    for seed in seeds:
        look(game, seed, 40, see)


@EVERY_GAME
def test_each_reason_is_worded(game: Game) -> None:
    for kind in Reason.__subclasses__():
        if kind.__module__.split(".")[:3] in (["bot", "house", game.module], ["bot", "games", game.module]):
            assert kind in WORDS[game.slug].reasons or kind.says, kind


def test_reasons_of_several_games_say_themselves() -> None:
    shared = [kind for kind in Reason.__subclasses__() if kind.__module__ == "bot.house.advice"]
    assert shared and all(kind.says for kind in shared)
