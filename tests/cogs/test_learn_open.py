"""The hands of house players at a teaching table: open to the learner alone, and to nothing that advises them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from bot.engine.facts import HAND
from bot.engine.piles import SPECTATOR
from bot.engine.view import open_hands, view
from bot.games.catalog import GAMES
from bot.show.messages.alt import alt
from bot.show.words.sentences import cards_text
from bot.table import hints, play
from card_art import scene as art

from .server import Server, seat_of
from .test_learn import lesson, move, on_turn

pytestmark = pytest.mark.usefixtures("without_moments")

HANDS = [slug for slug in GAMES if slug not in ("backhand", "blackjack", "canfield", "farmer", "in-between", "war")]
"""Games in which players hold cards of their own."""


def strips(picture: Any) -> Sequence[art.OpenHand]:
    scene = picture[0] if isinstance(picture, tuple) else picture
    return scene.opened if isinstance(scene, art.Scene) else ()


@pytest.mark.parametrize("game", GAMES)
async def test_they_lie_open_to_the_learner_and_to_nobody_else(server: Server, game: str) -> None:
    ana = server.person("ana")
    session = await lesson(server, ana, game)
    mine, rng, open_ = seat_of(session, ana), random.Random(3), 0
    for _ in range(3):
        if session.table.game.real_time or not await on_turn(server, session, ana):
            break
        shown = server.bot.room.builder.snapshot(session.table)
        deal = session.table.playable()
        held = {s: deal.table.piles.get(HAND.of(s), ()) for s in range(deal.table.seats) if s != mine}
        theirs = {s: cards for s, cards in held.items() if cards and None not in view(deal, s).pile(HAND.of(s))}
        found = strips(shown.private[ana.id].picture)
        assert [sorted(one.cards) for one in found] == [sorted(cards) for cards in theirs.values()]
        assert not strips(shown.public.picture)
        for one in found:
            assert cards_text(one.cards) in alt(shown.private[ana.id].picture, "")
        open_ += len(found)
        await move(session, ana, rng)
    assert open_ or game not in HANDS or session.table.game.real_time


async def test_they_follow_the_learner_whoever_is_the_host(server: Server) -> None:
    ana = server.person("ana")
    session = await lesson(server, ana, "jubilee")
    async with session.commits.changing() as (table, work):
        table.host = server.manager("mo").id
        play.void_deal(table, work)
        table.chairs.reverse()
        play.begin_deal(table, work)
    mine = seat_of(session, ana)
    assert mine == session.table.playable().state.open_to != 0
    assert strips(server.bot.room.builder.snapshot(session.table).private[ana.id].picture)


async def test_a_hint_goes_by_what_any_player_would_see(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, looked = server.person("ana"), list[Any]()
    session = await lesson(server, ana, "canasta")
    await on_turn(server, session, ana)
    advise = hints.house.advise
    monkeypatch.setattr(hints.house, "advise", lambda seen, offers: looked.append(seen) or advise(seen, offers))
    await ana.click((await ana.slash(server.channel, "hand")).response, label="Hint")
    mine = seat_of(session, ana)
    assert looked and all(not seen.faces(HAND.of(s)) for seen in looked for s in range(4) if s != mine)


async def test_at_any_other_table_hands_stay_shut(server: Server) -> None:
    ana = server.person("ana")
    session = await server.hearts(ana)
    deal = session.table.playable()
    assert not any(open_hands(deal, seat) for seat in (SPECTATOR, *range(4)))
