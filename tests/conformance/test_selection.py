"""In every game, what is legal can be pressed on a private panel."""

from __future__ import annotations

import pytest

from bot.engine.deal import Deal
from bot.engine.view import view
from bot.games.catalog import GAMES
from bot.show.words.sentences import Who
from cogs.games import every_word

from ..show.pressing import Panel
from .play import Chance, play_match

EVERY = 12
"""One move in this many is looked at."""


@pytest.mark.parametrize("slug", sorted(slug for slug, game in GAMES.items() if not game.real_time))
def test_what_is_legal_can_be_pressed(slug: str) -> None:
    words, whims = every_word()[slug], Chance("trays", slug)
    looked = 0

    def watch(deal: Deal) -> None:
        nonlocal looked
        if deal.ask is None or whims.below(EVERY) or looked >= 60:
            return
        for seat in deal.ask.waits_for:
            offers = deal.offers(seat)
            who = Who(tuple(f"Player {n}" for n in range(deal.state.seats)), viewer=seat)
            for offer in offers:
                if not offer or words.verb(offer.kind) is None or (move := offer.sample(whims)) is None:
                    continue
                looked += 1
                assert Panel(offers, words, view(deal, seat), who).reaches(offer, move), f"{move} of {offer.kind}"

    for seed in range(3):
        play_match(GAMES[slug], ("trays", seed), watch)
    assert looked > 3
