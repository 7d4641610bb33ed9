"""A replay with all hands open, in every game: each card of each hand is there in the game's order, in the picture and
in words; as it was seen none is."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.deal import Deal
from bot.engine.facts import HAND
from bot.engine.piles import SPECTATOR
from bot.engine.view import view
from bot.games.catalog import GAMES
from bot.show.messages import cutting
from bot.show.messages.alt import alt
from bot.show.pages import replays
from bot.show.words.sentences import Who, cards_text
from cogs.games import every_word

from .play import play_match

WORDS = every_word()
NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jane")
APART = 7
"""How many moves lie between two that are looked at."""


CASES = [
    *((slug, GAMES[slug].options()) for slug in GAMES),
    *(("poker", GAMES["poker"].options(variant=variant)) for variant in ("indian", "night-baseball", "stud", "omaha")),
]


@pytest.mark.parametrize(("slug", "options"), CASES, ids=[f"{slug} {n}" for n, (slug, _) in enumerate(CASES)])
def test_every_card_of_every_hand_is_there_and_in_words(slug: str, options: Any) -> None:
    words = WORDS[slug]
    order = words.order if callable(words.order) else next(iter(words.order.values()))
    held: list[int] = []

    def looks(deal: Deal) -> None:
        if len(deal.rows) % APART or deal.after is not None or cutting.cutting(view(deal)):
            return
        who = Who(NAMES[: deal.table.seats], ((),) * deal.table.seats, SPECTATOR)
        shut = words.scene(view(deal), who, later=True)
        assert shut.opened == () and "Open hand" not in alt(shut)
        hands = replays.open_hands(deal, words, who)
        told, seats = (
            alt(replace(shut, opened=hands)),
            [s for s in range(deal.table.seats) if deal.table.piles.get(HAND.of(s))],
        )
        assert [one.name for one in hands] == [NAMES[seat] for seat in seats]
        for seat, one in zip(seats, hands, strict=True):
            assert Counter(one.cards) == Counter(deal.table.piles[HAND.of(seat)])
            places = [order(view(deal, seat), card) for card in one.cards]
            assert places == sorted(places)
            assert f"Open hand of {one.name}: {cards_text(one.cards)}." in told
        held.append(len(hands))

    for seed in range(2):
        play_match(GAMES[slug], f"open {seed}", looks, options)
    assert sum(held) or not words.holds(options)
