"""**My moves**: pages of every game whose decisions are weighed tell no more than the person could know, and fit."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from bot.engine import codec
from bot.engine.worlds import Worlds
from bot.games.catalog import GAMES
from bot.house.judging import judges
from bot.show.pages import my_moves as pages
from bot.show.pages.my_moves import Place, Played
from bot.table import reviewing
from card_art import scene as art
from card_art.render_process import paint
from cogs.games import every_word
from tests.conformance.play import Chance
from tests.host.test_reviews import case

WEIGHED = [slug for slug, game in GAMES.items() if judges(game, game.options())]
MATCHES = 6


def played(number: int, slug: str, page: int = 0) -> Played:
    """A match of a deal as its first player looks back on it, who has done what costs most."""
    of = case(number, slug)
    ((stored, _),) = of.deals
    deals = json.loads(json.dumps([*reviewing.looked_at(of)]))
    for each in deals[0]["decisions"]:
        worst, worth = each["worths"][-1]
        each |= {"played": worst, "cost": round(each["worths"][0][1] - worth, 4), "club": False}
    options = codec.load_options(GAMES[slug], json.loads(of.options))
    review = reviewing.summed_up(of, deals)
    return Played(
        "t", Place(1, page), GAMES[slug], options, every_word()[slug], art.Style(), review, {1: stored}, [1]
    )  # fmt: skip


@pytest.mark.parametrize("slug", WEIGHED)
def test_pages_fit_and_say_what_was_better(slug: str) -> None:
    shown = 0
    for number in range(MATCHES):
        first = pages.summary(played(number, slug))
        assert len(first.text) <= 2000 and first.bare
        for page, _ in enumerate(reviewing.dearest(played(number, slug).review), 1):
            of = played(number, slug, page)
            content = pages.decision(of)
            tried = [pages.decision(of, n) for n in range(len(reviewing.dearest(of.review)[page - 1]["worths"]))]
            assert "You played **" in content.text and "Better was **" in content.text
            assert all(len(each.text) <= 2000 and len(each.alt) <= 1024 for each in (content, *tried))
            assert tried[0].text.endswith("there was nothing better.") and tried[-1].text.count("worth about") >= 2
            (menu,), _ = content.rows
            assert 2 <= len(menu.options) <= 25 and all(0 < len(one.label) <= 100 for one in menu.options)  # type: ignore[union-attr]
            assert paint(content.picture)
            shown += 1
    assert shown


@pytest.mark.parametrize("slug", WEIGHED)
def test_other_hidden_cards_change_nothing(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    swapped, rebuilt = 0, pages.rebuilt
    for number in range(MATCHES):
        of = played(number, slug, 1)
        for each in reviewing.dearest(of.review)[:1]:
            there = rebuilt(of.game, of.options, of.deals[1]).as_it_was(each["row"])
            if (world := Worlds(there, each["seat"]).draw(Chance("my moves", number))) is None:
                continue
            true = pages.summary(of), pages.decision(of), pages.decision(of, 1)
            with monkeypatch.context() as other:
                other.setattr(pages, "rebuilt", lambda *_, world=world: SimpleNamespace(as_it_was=lambda _: world))
                assert (pages.summary(of), pages.decision(of), pages.decision(of, 1)) == true
            swapped += 1
    assert swapped
