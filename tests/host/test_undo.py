"""Taking a move back by consent."""

from __future__ import annotations

import random

import pytest

from bot.engine.asks import CLOCK, LogEntry, TellReady
from bot.engine.betting import Bet, Check, Fold
from bot.engine.deal import Rewind, digest
from bot.engine.facts import HAND
from bot.engine.moments import GoOn
from bot.engine.proof import verify
from bot.games.catalog import GAMES
from bot.show.controls.components import Button
from bot.show.messages import proofs
from bot.table import hosting, starting, undo
from bot.table.errors import Rejected
from bot.table.session import Session
from bot.table.state import DEAL

from .tables import ANN, BOB, CLEO, DAN, Tables, memory, play_deal, play_one

PEOPLE = (ANN, BOB, CLEO, DAN)


async def led(tables: Tables, *people: int) -> tuple[Session, int]:
    """Hearts in which the first card has just been led, and the seat that led it."""
    s = await tables.started("hearts", *people, house_players=4 - len(people), cut="off")
    rng = random.Random(3)
    while s.table.deal is not None and len(s.table.deal.played) < 5:  # four passes and a lead
        await play_one(s, rng)
    assert s.table.deal is not None
    return s, s.table.deal.played[-1].seat


async def test_all_agree_and_the_move_is_taken_back(tables: Tables) -> None:
    s, leader = await led(tables, *PEOPLE)
    user = s.table.chairs[leader].user
    assert user is not None and s.table.deal is not None
    others = [u for u in PEOPLE if u != user]
    card = s.table.deal.played[-1].move.parts[0]
    assert card not in s.table.deal.table.piles[HAND.of(leader)]
    names = " and ".join(c.name for c in s.table.chairs if c.user != user)
    assert await undo.propose(s, user) == f"You ask to take your last move back; {names} must agree."
    assert f"{s.table.chairs[leader].name} asks to take the last move back" in tables.shown[-1].public.text
    assert [b.label for row in tables.shown[-1].public.rows for b in row if isinstance(b, Button)][-2:] == [
        "Let them take it back",
        "Play on",
    ]
    for n, other in enumerate(others):
        said = await undo.answer(s, other, agree=True)
        assert said.endswith("is taken back.") == (n == 2), said
    assert s.table.undo is None and [*s.table.turns] == [leader]
    assert card in s.table.deal.table.piles[HAND.of(leader)]
    assert s.table.deal.rows[-1].seat == CLOCK and s.table.deal.rows[-1].move == Rewind(4)
    assert "has taken a move back" in tables.shown[-1].public.text
    again = await tables.again(s)
    assert (
        again.table.deal is not None
        and digest(again.table.deal) == digest(s.table.deal)
        and again.table.deal.rows == s.table.deal.rows
    )


async def test_a_deal_with_a_move_taken_back_is_proved_like_any_other(tables: Tables) -> None:
    s, leader = await led(tables, *PEOPLE)
    await undo.propose(s, s.table.chairs[leader].user or 0)
    for other in [c.user for n, c in enumerate(s.table.chairs) if n != leader and c.user]:
        await undo.answer(s, other, agree=True)
    await play_deal(s)
    await hosting.close_after_hand(s, ANN)
    (proof,) = await proofs.of_table(tables.store, s.id)
    assert proof.file is not None and b"rewind" in proof.file.data
    assert verify(proof.file.data, GAMES).commit == proof.commit


async def test_one_who_refuses_is_enough(tables: Tables) -> None:
    s, leader = await led(tables, *PEOPLE)
    user = s.table.chairs[leader].user or 0
    other = next(c for c in s.table.chairs if c.user != user)
    assert s.table.deal is not None
    before = digest(s.table.deal)
    await undo.propose(s, user)
    with pytest.raises(Rejected, match="The others must agree to it"):
        await undo.answer(s, user, agree=True)
    assert await undo.answer(s, other.user or 0, agree=False) == "Play goes on."
    assert s.table.undo is None and digest(s.table.deal) == before
    assert f"{other.name} would rather play on." in tables.shown[-1].public.text
    with pytest.raises(Rejected, match="Nobody asks to take a move back now"):
        await undo.answer(s, other.user or 0, agree=True)


async def test_it_lapses_with_the_next_move(tables: Tables) -> None:
    s, leader = await led(tables, *PEOPLE)
    await undo.propose(s, s.table.chairs[leader].user or 0)
    await play_one(s, random.Random(4))
    assert s.table.undo is None
    with pytest.raises(Rejected, match="Cards have been shown since"):
        await undo.propose(s, s.table.chairs[leader].user or 0)


async def test_house_players_agree_and_wait_for_the_others(tables: Tables) -> None:
    s, leader = await led(tables, ANN, BOB)
    clock = tables.clock(s)
    while s.table.chairs[leader].house and s.table.phase == DEAL:  # until Ann or Bob has just played
        await play_one(s, random.Random(5))
        assert s.table.deal is not None
        leader = s.table.deal.played[-1].seat
    chair = s.table.chairs[leader]
    other = BOB if chair.user == ANN else ANN
    await undo.propose(s, chair.user or 0)
    assert undo.missing(s.table) == [s.table.seat_of(other)]
    assert s.table.deal is not None
    known, waiting = len(s.table.deal.rows), [*s.table.turns]
    await tables.pass_time(clock, 20)
    assert s.table.undo is not None and len(s.table.deal.rows) == known
    restored = await tables.again(s)
    assert memory(restored) == memory(s) and restored.table.undo == s.table.undo
    await tables.pass_time(clock, 12)
    assert s.table.undo is None
    if s.table.chairs[waiting[0]].house:
        assert len(s.table.deal.rows) > known


async def test_alone_among_house_players_it_is_done_at_once(tables: Tables) -> None:
    s, leader = await led(tables, ANN)
    while s.table.chairs[leader].house:
        await play_one(s, random.Random(6))
        assert s.table.deal is not None
        leader = s.table.deal.played[-1].seat
    assert await undo.propose(s, ANN) == "Your last move is taken back."
    assert [*s.table.turns] == [0]


FINAL = "A house player has moved since; that cannot be taken back."


async def bets(tables: Tables, *people: int) -> Session:
    """Seven Twenty-Seven in which Ann has just bet, and somebody must answer."""
    s = await tables.started("seven-twenty-seven", *people, house_players=4 - len(people))
    assert s.table.deal is not None
    while 0 not in s.table.turns:
        (seat,) = s.table.turns
        await s.act(seat, Check())
    await s.act(0, Bet(100))
    assert 0 not in s.table.turns
    return s


async def test_what_a_house_player_answers_is_not_found_out_by_taking_it_back(tables: Tables) -> None:
    s = await bets(tables, ANN)
    clock = tables.clock(s)
    assert s.table.deal is not None
    mine = len(s.table.deal.rows)
    while len(s.table.deal.rows) == mine:
        tables.time += max(0, await clock._step())
    assert s.table.deal.rows[-1].seat != 0
    before = digest(s.table.deal)
    with pytest.raises(Rejected, match=FINAL):
        await undo.propose(s, ANN)
    again = await tables.again(s)
    with pytest.raises(Rejected, match=FINAL):
        await undo.propose(again, ANN)
    assert s.table.undo is None and digest(s.table.deal) == before


async def test_before_a_house_player_has_answered_it_is_taken_back(tables: Tables) -> None:
    s = await bets(tables, ANN)
    assert await undo.propose(s, ANN) == "Your last move is taken back."


async def test_what_a_stand_in_has_answered_stands_when_its_owner_is_back(tables: Tables) -> None:
    s = await bets(tables, *PEOPLE)
    (seat,) = s.table.turns
    s.table.chairs[seat].stand_in = True
    clock = tables.clock(s)
    assert s.table.deal is not None
    mine = len(s.table.deal.rows)
    while len(s.table.deal.rows) == mine:
        tables.time += max(0, await clock._step())
    await s.back(seat)
    assert not s.table.chairs[seat].automatic
    with pytest.raises(Rejected, match=FINAL):
        await undo.propose(s, ANN)
    again = await tables.again(s)
    with pytest.raises(Rejected, match=FINAL):
        await undo.propose(again, ANN)


@pytest.mark.parametrize("gone", ["leaving", "stand_in"])
async def test_whoever_has_answered_must_agree_even_if_they_are_gone(tables: Tables, gone: str) -> None:
    s = await bets(tables, *PEOPLE)
    (seat,) = s.table.turns
    await s.act(seat, Fold())
    setattr(s.table.chairs[seat], gone, True)
    await undo.propose(s, ANN)
    for other in {1, 2, 3} - {seat}:
        await undo.answer(s, s.table.chairs[other].user or 0, agree=True)
    assert s.table.undo is not None and undo.missing(s.table) == [seat]
    await undo.answer(s, s.table.chairs[seat].user or 0, agree=True)
    assert s.table.undo is None and [*s.table.turns] == [0]


async def test_what_cannot_be_taken_back(tables: Tables) -> None:
    s = await tables.started("hearts", *PEOPLE, cut="off")
    with pytest.raises(Rejected, match="You have made no move in this deal"):
        await undo.propose(s, ANN)
    await play_one(s, random.Random(1))
    passed = next(c.user for n, c in enumerate(s.table.chairs) if n not in s.table.turns)
    with pytest.raises(Rejected, match="You may still change your choice"):
        await undo.propose(s, passed or 0)
    with pytest.raises(Rejected, match="You do not sit at this table"):
        await undo.propose(s, 999)
    for _ in range(3):
        await play_one(s, random.Random(1))
    with pytest.raises(Rejected, match="Cards have been shown since"):  # the passed cards have been looked at
        await undo.propose(s, ANN)


async def test_a_card_turned_up_cannot_be_turned_down(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB, CLEO, cut="off")
    (better,) = s.table.turns
    await play_one(s, random.Random(1))
    with pytest.raises(Rejected, match="Cards have been shown since"):
        await undo.propose(s, s.table.chairs[better].user or 0)


async def test_the_host_hands_on_the_part(tables: Tables) -> None:
    s = await tables.open("red-dog", ANN, BOB)
    with pytest.raises(Rejected, match="Only the host"):
        await hosting.hand_over(s, BOB, BOB)
    with pytest.raises(Rejected, match="Only somebody who sits at this table"):
        await hosting.hand_over(s, ANN, CLEO)
    with pytest.raises(Rejected, match="Ann is the host already"):
        await hosting.hand_over(s, ANN, ANN)
    assert await hosting.hand_over(s, ANN, BOB) == "Bob"
    await starting.start(s, BOB)
    assert s.table.match is not None and s.table.match.state.host == s.table.seat_of(BOB) == 1


# ---- the button -----------------------------------------------------------------------------------


def undo_on(tables: Tables, user: int | None) -> list[Button]:
    """The button that takes a move back, on somebody's panel, or on the table message."""
    snap = tables.shown[-1]
    rows = snap.public.rows if user is None else snap.private[user].rows
    return [b for row in rows for b in row if isinstance(b, Button) and b.label == "Undo"]


async def test_who_has_just_moved_has_the_button_and_nobody_else(tables: Tables) -> None:
    s, leader = await led(tables, *PEOPLE)
    user = s.table.chairs[leader].user or 0
    (button,) = undo_on(tables, user)
    assert not any(undo_on(tables, other) for other in PEOPLE if other != user)
    assert not undo_on(tables, None), "there are panels"
    assert button.id.endswith(":@undo:4")
    await undo.propose(s, user, 4)
    assert s.table.undo is not None and s.table.undo.to == 4


async def test_the_button_is_gone_after_a_few_seconds(tables: Tables) -> None:
    s, leader = await led(tables, *PEOPLE)
    user = s.table.chairs[leader].user or 0
    tables.time += undo.AT_HAND_MS + 1
    async with s.commits.changing():
        pass
    assert not undo_on(tables, user)


async def test_the_button_is_gone_with_the_next_move(tables: Tables) -> None:
    s, leader = await led(tables, *PEOPLE)
    await play_one(s, random.Random(3))
    assert not undo_on(tables, s.table.chairs[leader].user)


async def test_a_press_on_it_that_comes_too_late_changes_nothing(tables: Tables) -> None:
    s, leader = await led(tables, *PEOPLE)
    user = s.table.chairs[leader].user or 0
    while (s.table.deal is not None and s.table.deal.played[-1].seat != leader) or (
        s.table.deal is not None and len(s.table.deal.played) < 6
    ):
        await play_one(s, random.Random(3))
    before = memory(s)
    with pytest.raises(Rejected, match=r"^(That was not your last move|Cards have been shown since)"):
        await undo.propose(s, user, 4)
    assert memory(s) == before


async def test_the_button_goes_from_a_panel_beside_the_table_when_it_is_too_late(tables: Tables) -> None:
    s, leader = await led(tables, *PEOPLE)
    user, before = s.table.chairs[leader].user or 0, tables.shown[-1]
    assert before.hands[user].undo
    await play_one(s, random.Random(1))
    after = tables.shown[-1]
    assert after.concerns(user, before, beside=True) and not after.concerns(user, before)
    assert not undo_on(tables, user)


async def test_a_move_that_has_shown_a_card_has_no_button(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB, CLEO, cut="off")
    (better,) = s.table.turns
    await play_one(s, random.Random(1))
    assert not undo_on(tables, s.table.chairs[better].user) and not undo_on(tables, None)


async def test_a_cut_that_ran_out_is_no_reason_against_it(tables: Tables) -> None:
    s = await tables.started("hearts", *PEOPLE, cut="offer")
    await tables.pass_time(tables.clock(s), 12)
    assert s.table.deal is not None and s.table.deal.played[0].seat == CLOCK
    while len(s.table.deal.played) < 6:
        await play_one(s, random.Random(3))
    leader = s.table.deal.played[-1].seat
    user = s.table.chairs[leader].user or 0
    assert len(undo_on(tables, user)) == 1
    assert (await undo.propose(s, user)).startswith("You ask to take your last move back")


async def test_a_moment_is_no_reason_against_it_but_what_it_has_shown(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    s, leader = await led(tables, *PEOPLE)
    assert s.table.deal is not None
    s.table.deal.played.append(LogEntry(CLOCK, GoOn(), s.table.deal.table.now))
    assert undo._may_at_all(s.table.deal, leader) is None
    s.table.deal.played[-1] = LogEntry(CLOCK, TellReady(), s.table.deal.table.now)
    with pytest.raises(Rejected, match="Moves cannot be taken back at Hearts"):
        undo._may_at_all(s.table.deal, leader)


async def test_where_nobody_has_a_panel_it_stands_on_the_table(tables: Tables) -> None:
    s = await tables.started("backhand", ANN, BOB, CLEO)
    rng, found = random.Random(2), 0
    for _ in range(30):
        if s.table.deal is None or not await play_one(s, rng):
            break
        takeable = s.table.deal is not None and undo.at_hand(s.table) is not None
        assert len(undo_on(tables, None)) == takeable
        found += takeable
    assert found
