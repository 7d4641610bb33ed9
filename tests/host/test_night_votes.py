"""A night's game that drags is ended after its hand, by the host or by most of those who sit there."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.places import points
from bot.engine.state import ranked
from bot.games.catalog import GAMES
from bot.show.controls.components import Menu
from bot.store import escrow, ledger, records
from bot.table import hosting, night, picking, starting, wishes
from bot.table.errors import Rejected
from bot.table.night_state import CHOICES
from bot.table.session import Session
from bot.table.state import BETWEEN, DEAL, PICK

from .tables import ANN, BOB, CLEO, DAN, GUILD, Tables, memory
from .test_night import deal_of, opened, play_on, told
from .test_night_places import dealt, stacks

pytestmark = pytest.mark.usefixtures("on_either")


async def balanced(s: Session, tables: Tables) -> None:
    """All chips of the night are where the books have them."""
    async with s.commits.changing():  # as nobody is stood in for any more
        pass
    assert sum(net.amount for net in night.nets(s.table)) + night.lying(s.table) == 0
    assert sum(stacks(s).values()) + night.lying(s.table) == await tables.at_table("friday")
    assert await tables.store.read(ledger.audit) == []
    assert memory(await tables.as_stored(s)) == memory(s)


async def test_the_host_ends_it_after_the_hand_and_the_pot_is_shared(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO)
    assert '"votes"' not in s.table.stored().state, "as earlier versions have it"
    await deal_of(s, "farmer", deals=50)
    assert await wishes.vote_to_end(s, ANN, wanted=True) == "Farmer ends when this hand is over."
    s = await tables.again(s)
    assert "Farmer ends when this hand is over." in told(s, tables) and s.table.phase == DEAL
    await play_on(s, tables)
    s = await tables.again(s)
    assert (
        s.table.phase == PICK
        and s.table.match is not None
        and s.table.match.state.pot == 0
        and night.of(s.table).votes == []
    )
    assert "Farmer is ended here" in told(s, tables)
    await balanced(s, tables)
    for user in (ANN, BOB, CLEO):
        found = (await tables.store.read(records.stats, GUILD, user)).overall
        assert found.net == stacks(s)[str(user)] - 10_000
        assert (found.wins, found.losses) == (int(found.net > 0), int(found.net < 0))
    assert night.of(s.table).dealer == s.table.seat_of(BOB)


async def test_a_button_that_is_pressed_twice_at_once_says_it_once_and_an_old_one_nothing(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO)
    await deal_of(s, "blackjack", rounds=50)
    async with s.commits.lock:  # both wait for the table
        pressed = [asyncio.create_task(wishes.vote_to_end(s, BOB, wanted=True, match=1)) for _ in range(2)]
        await asyncio.sleep(0)
    first, second = await asyncio.gather(*pressed, return_exceptions=True)
    assert str(first).startswith("You would end Blackjack") and str(second) == "That is said already."
    assert night.of(s.table).votes == [BOB]
    with pytest.raises(Rejected, match="That game is over already"):
        await wishes.vote_to_end(s, CLEO, wanted=True, match=0)
    with pytest.raises(Rejected, match="That deal is over already"):
        await hosting.void(s, ANN, deal=s.table.deals_begun - 1)
    assert night.of(s.table).votes == [BOB] and s.table.phase == DEAL


async def test_most_of_those_who_are_here_end_it_and_one_may_think_better_of_it(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO, DAN, houses=1)
    await deal_of(s, "blackjack", rounds=50)
    assert await wishes.vote_to_end(s, BOB, wanted=True) == "You would end Blackjack; it takes 3 of you, or the host."
    await wishes.vote_to_end(s, CLEO, wanted=True)
    assert "Would end Blackjack after this hand: Bob, Cleo (2 of 3)." in told(s, tables)
    assert await wishes.vote_to_end(s, BOB, wanted=False) == "Blackjack goes on, as far as you are concerned."
    await hosting.void(s)
    assert s.table.phase == BETWEEN
    s = await tables.again(s)
    assert night.of(s.table).votes == [CLEO]
    await wishes.vote_to_end(s, BOB, wanted=True)
    assert await wishes.vote_to_end(s, DAN, wanted=True) == "Blackjack is ended."
    assert s.table.phase == PICK
    await balanced(s, tables)
    with pytest.raises(Rejected, match="No game is on"):
        await wishes.vote_to_end(s, DAN, wanted=True)


@pytest.mark.parametrize("slug", ["jubilee", "hearts"])
async def test_places_are_paid_as_they_stand(tables: Tables, slug: str) -> None:
    s = await opened(tables, ANN, BOB, CLEO, DAN)
    options: dict[str, Any] = {"deals": 12} if slug == "jubilee" else {"limit": "100"}
    await dealt(s, slug, **options)
    await play_on(s, tables)
    assert s.table.phase == BETWEEN and s.table.match is not None
    before, scores = stacks(s), dict(enumerate(s.table.match.state.scores))
    await wishes.vote_to_end(s, ANN, wanted=True)
    assert s.table.phase == PICK
    due = points(ranked(scores, lowest_wins=GAMES[slug].lowest_wins))
    for seat, ahead in due.items():
        account = s.table.chairs[seat].account
        assert stacks(s)[account] == before[account] + 200 * ahead
    assert "places are paid as they stand: " in told(s, tables)
    await balanced(s, tables)


async def test_a_void_hand_is_over_too(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    await deal_of(s, "red-dog")
    await wishes.vote_to_end(s, ANN, wanted=True)
    await hosting.void(s)
    assert s.table.phase == PICK and stacks(s) == {str(ANN): 10_000, str(BOB): 10_000}
    await balanced(s, tables)
    assert (await tables.store.read(records.stats, GUILD, ANN)).overall.matches == 0, "nothing of it was played"


async def test_whoever_cannot_pay_their_place_pays_what_they_have(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    await dealt(s, "jubilee", deals=12, point="50")
    await play_on(s, tables)
    assert s.table.match is not None and s.table.phase == BETWEEN
    scores = s.table.match.state.scores
    low = min((0, 1), key=lambda n: scores[n])
    s.table.match.state = replace(s.table.match.state, stacks=tuple(300 if n == low else 19_700 for n in (0, 1)))
    async with s.commits.changing() as (table, work):
        postings = [(escrow(table.id, table.chairs[n].account), -9_700 if n == low else 9_700) for n in (0, 1)]
        work.do(ledger.transfer, "poor", GUILD, postings, "deal", table.time.now())
    await wishes.vote_to_end(s, ANN, wanted=True)
    if scores[0] != scores[1]:
        assert s.table.stack_of(low) == 0 and s.table.stack_of(1 - low) == 20_000
    await balanced(s, tables)


@pytest.mark.parametrize("slug", CHOICES)
async def test_how_long_a_game_is_is_told_before_it_is_named(tables: Tables, slug: str) -> None:
    people = [ANN, BOB, CLEO, DAN]
    s = await opened(tables, *people)
    snap = tables.builder.snapshot(s.table)
    menu = next(c for row in snap.public.rows for c in row if isinstance(c, Menu))
    (line,) = [o.description for o in menu.options if o.value == slug]
    length = line.partition(": ")[0]
    assert re.search(r"\d min( a \w+)?$", length), line
    game = GAMES[slug]
    if game.chips and game.length:
        options = picking.tonight(s.table, game, 4)
        assert getattr(options, game.length) == 4 * game.rounds
        assert str(4 * game.rounds) in length


@pytest.mark.parametrize("slug", ["red-dog", "three-five-seven", "in-between"])
async def test_a_game_for_a_pot_ends_after_everybody_has_dealt_twice(tables: Tables, slug: str) -> None:
    s = await opened(tables, ANN, BOB)
    await deal_of(s, slug)
    hands = 0
    while s.table.phase != PICK:
        if s.table.phase == BETWEEN:
            await starting.next_deal(s, ANN)
        await play_on(s, tables)
        hands += 1
    assert hands <= 4 and s.table.match is not None and s.table.match.state.pot == 0
    await balanced(s, tables)
