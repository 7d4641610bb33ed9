"""The searcher that policies are held against finds what is wrong, and lets be what is right."""

from __future__ import annotations

import random
from collections.abc import Sequence

from bot.engine.offers import Move, Offer
from bot.engine.view import View
from bot.games.catalog import GAMES
from bot.games.farmer import Hit
from bot.house import AskAgainAt, choose
from tests.bench.policies import judged


def test_farmers_who_never_stay_are_found_out() -> None:
    def draws(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
        more = [offer for offer in offers if offer and offer.kind is Hit]
        return next(more[0].moves()) if more else choose(seen, offers, rng)

    found = [each for _, each in judged(GAMES["farmer"], 4, range(2), policy=draws) if each]
    assert any(each.sure for each in found)


def test_the_house_player_of_blackjack_is_not_blamed() -> None:
    found = [each for _, each in judged(GAMES["blackjack"], 1, range(4)) if each]
    assert found and not any(each.sure for each in found)
