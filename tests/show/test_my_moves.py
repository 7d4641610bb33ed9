"""**My moves**: pages of every game whose decisions are weighed tell no more than the person could know, and fit."""

from __future__ import annotations

import json
from functools import cache
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from bot.engine import codec
from bot.engine.worlds import Worlds
from bot.games.catalog import GAMES
from bot.house.judging import judged, judges, luck
from bot.show.pages import my_moves as pages
from bot.show.pages.my_moves import Place, Played
from bot.store.reviews import Review
from bot.table import reviewing
from bot.table.restore import rebuilt
from card_art import scene as art
from card_art.render_process import paint
from cogs.games import every_word
from tests.conformance.play import Chance
from tests.host.test_reviews import case

pytestmark = pytest.mark.usefixtures("without_thinking")
WEIGHED = [slug for slug, game in GAMES.items() if judges(game, game.options())]
MATCHES, DECISIONS = 20, 2
"""In how many matches decisions are looked for, and how many of each are looked at: two will do."""


@cache
def looked_at(number: int, slug: str) -> tuple[reviewing.Case, Review]:
    """A match of a deal whose first player has always done what costs most."""
    of = case(number, slug)
    ((stored, _),) = of.deals
    options = codec.load_options(GAMES[slug], json.loads(of.options))
    deal, decisions = rebuilt(GAMES[slug], options, stored), list[dict[str, Any]]()
    seat = number % deal.table.seats
    for each in islice(judged(deal, seat), DECISIONS):
        worst, worth = each.worths[-1]
        worse = each._replace(played=worst, cost=each.worths[0][1] - worth, as_the_club=False)
        decisions.append(json.loads(json.dumps(reviewing.plain(deal, seat, worse))))
    found = {"deal": 1, "seat": seat, "decisions": decisions, "luck": luck(deal, seat)}
    return of, reviewing.summed_up(of, [found])


def played(number: int, slug: str, page: int = 0, most: int = DECISIONS) -> Played:
    """The same as its player looks back on it, or on what cost most."""
    of, review = looked_at(number, slug)
    dear = reviewing.dearest(review)[:most]
    review = review._replace(found=review.found | {"decisions": dear})
    options = codec.load_options(GAMES[slug], json.loads(of.options))
    deals, words = {1: of.deals[0][0]}, every_word()[slug]
    return Played("t", Place(1, page), GAMES[slug], options, words, art.Style(), review, deals, [1])


@pytest.mark.parametrize("slug", WEIGHED)
def test_pages_fit_and_say_what_was_better(slug: str) -> None:
    shown = 0
    for number in range(MATCHES):
        first = pages.summary(played(number, slug))
        assert len(first.text) <= 2000 and first.bare
        for page, _ in enumerate(reviewing.dearest(played(number, slug).review), 1):
            of = played(number, slug, page)
            content = pages.decision(of)
            count = min(len(reviewing.dearest(of.review)[page - 1]["worths"]), pages.MOST_OPTIONS)
            tried = [pages.decision(of, n) for n in range(count)]
            assert "You chose **" in content.text and "Better was **" in content.text
            assert all(len(each.text) <= 2000 and len(each.alt) <= 1024 for each in (content, *tried))
            assert tried[0].text.endswith("there was nothing better.") and "worth about" in tried[-1].text
            (menu,), _ = content.rows
            assert 2 <= len(menu.options) <= 25 and all(0 < len(one.label) <= 100 for one in menu.options)  # type: ignore[union-attr]
            assert paint(content.picture)
            shown += 1
        if shown >= DECISIONS:
            return
    assert shown


@pytest.mark.parametrize("slug", WEIGHED)
def test_other_hidden_cards_change_nothing(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    swapped = 0
    for number in range(MATCHES):
        of = played(number, slug, 1, most=1)
        for each in reviewing.dearest(of.review):
            there = rebuilt(of.game, of.options, of.deals[1]).as_it_was(each["row"])
            if (world := Worlds(there, each["seat"]).draw(Chance("my moves", number))) is None:
                continue
            true = pages.summary(of), pages.decision(of), pages.decision(of, 1)
            with monkeypatch.context() as other:
                other.setattr(pages, "rebuilt", lambda *_, world=world: SimpleNamespace(as_it_was=lambda _: world))
                assert (pages.summary(of), pages.decision(of), pages.decision(of, 1)) == true
            swapped += 1
        if swapped >= DECISIONS:
            return
    assert swapped
