"""Bad input: one clear sentence, seen only by the person who asked; nothing changes."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import discord
import pytest
from simcord import actors

from bot.engine.amounts import whites
from bot.show.words.sentences import in_signs
from bot.store import Work, ledger, member, mint

from .server import Server, hand, said, seat_of, turn


async def refused(server: Server, person: Any, command: str, sentence: str, /, **options: Any) -> None:
    """The command answers with the sentence, to this person alone, and changes nothing."""
    before, posts = await server.books(), len(server.channel.history())
    result = await person.slash(server.channel, command, **options)
    assert said(result) == in_signs(sentence)
    assert await server.books() == before
    assert len(server.channel.history()) == posts


async def two_at_red_dog(server: Server) -> tuple[Any, Any]:
    """The player who is to bet, and the other one."""
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    return (ana, bo) if turn(session) == seat_of(session, ana) else (bo, ana)


@pytest.mark.parametrize("typed, sentence", [
    ("abc", "“abc” is not an amount; write 5, 2.5 or 2½."),
    ("-5", "The amount must be more than nothing."),
    ("0", "The amount must be more than nothing."),
    ("1e99", "There are not that many chips."),
    ("0.75", "The smallest chip is a yellow, ½."),
    ("3 5", "“3 5” is not an amount; write 5, 2.5 or 2½."),
])  # fmt: skip
async def test_an_amount_that_is_none(server: Server, typed: str, sentence: str) -> None:
    better, _ = await two_at_red_dog(server)
    await refused(server, better, "bet", sentence, amount=typed)
    await refused(server, better, "play", sentence, move=f"bet {typed}")
    await refused(server, better, "play", sentence, move=typed)


@pytest.mark.parametrize("typed", ["1e9", "2.5", "1,000"])
async def test_an_amount_that_is_too_much(server: Server, typed: str) -> None:
    better, _ = await two_at_red_dog(server)
    before = await server.books()
    assert await server.slash(better, "bet", amount=typed) == "Bet between ½ and 2."
    assert await server.books() == before


@pytest.mark.parametrize("typed", ["{9}", "{0}", "bet {0}", "{", "{}", "{name}", "%s", "{0.name}"])
async def test_what_is_typed_is_never_read_as_a_template(server: Server, typed: str) -> None:
    better, _ = await two_at_red_dog(server)
    shown = typed.removeprefix("bet ")
    await refused(server, better, "play", f"“{shown}” is not an amount; write 5, 2.5 or 2½.", move=typed)
    await refused(server, better, "bet", f"“{shown}” is not an amount; write 5, 2.5 or 2½.", amount=shown)


@pytest.mark.parametrize("typed", ["{0}", "{9}"])
async def test_a_card_that_is_typed_is_never_read_as_a_template(server: Server, typed: str) -> None:
    ana = server.person("ana")
    await server.pass_three(ana)
    answer = await server.slash(ana, "play", move=typed)
    assert "ana" not in answer and (typed in answer or answer == "It is not your turn.")


async def test_a_long_text_is_refused_at_once(server: Server) -> None:
    better, _ = await two_at_red_dog(server)
    answer = await server.slash(better, "bet", amount="a" * 5000)
    assert answer.endswith("is not an amount; write 5, 2.5 or 2½.") and len(answer) < 200


async def test_a_card_that_is_not_held(server: Server) -> None:
    ana = server.person("ana")
    session = await server.hearts(ana)
    absent = next(c for c in ("2C", "3C", "4C", "5C") if c not in hand(session, 0))
    mine = hand(session, 0)
    await refused(server, ana, "pass", f"You do not hold {absent}.", cards=f"{mine[0]} {mine[1]} {absent}")


async def test_too_few_and_too_many_cards(server: Server) -> None:
    ana = server.person("ana")
    session = await server.hearts(ana)
    mine = hand(session, 0)
    await refused(server, ana, "pass", "Choose 1 more card.", cards=" ".join(mine[:2]))
    await refused(server, ana, "pass", "That is one card too many.", cards=" ".join(mine[:4]))
    await refused(server, ana, "pass", f"You have chosen {mine[0]} already.", cards=f"{mine[0]} {mine[0]} {mine[1]}")


async def test_a_card_that_may_not_be_played(server: Server) -> None:
    ana = server.person("ana")
    session = await server.pass_three(ana)
    assert session.table.deal is not None
    while True:
        (offer,) = session.table.deal.offers(0)
        illegal = [c for c in hand(session, 0) if c not in {str(k) for k in offer.next(())}]
        if illegal:
            break
        await server.slash(ana, "play", move=hand(session, 0)[0])
    before = await server.books()
    answer = await server.slash(ana, "play", move=illegal[0])
    assert answer.endswith(".")
    assert not answer.startswith("✓")
    assert await server.books() == before


async def test_a_move_that_is_no_card(server: Server) -> None:
    ana = server.person("ana")
    session = await server.pass_three(ana)
    assert turn(session) == 0
    before = await server.books()
    for typed in ("banana", "1X", "QS KS", "bet 5", "propose-end", "🂡"):
        answer = await server.slash(ana, "play", move=typed)
        assert not answer.startswith("✓"), typed
        assert answer.endswith((".", "!", "?")), answer
    assert await server.books() == before


async def test_anothers_turn(server: Server) -> None:
    _, waiting = await two_at_red_dog(server)
    await refused(server, waiting, "bet", "It is not your turn.", amount="1")
    await refused(server, waiting, "play", "It is not your turn.", move="1")
    await refused(server, waiting, "play", "It is not your turn.", move="bet 1")


async def test_a_control_that_is_anothers(server: Server) -> None:
    _, waiting = await two_at_red_dog(server)
    before = await server.books()
    result = await waiting.click(server.board, label="Min ½")
    assert said(result) == "It is not your turn."
    assert await server.books() == before


async def test_a_control_of_an_older_decision(server: Server) -> None:
    better, other = await two_at_red_dog(server)
    old = as_it_is(server, server.board)
    await better.click(server.board, label="Min ½")
    await other.click(server.board, label="Min ½")
    before = await server.books()
    assert said(await press(better, old, "Min ½")) == "No cards are in play at this table now."
    await server.slash(better, "table next")
    session = server.table
    if turn(session) != seat_of(session, better):
        await server.slash(other, "bet", amount="min")
    before = await server.books()
    assert said(await press(better, old, "Min ½")) == "That turn is over."
    assert said(await press(other, old, "Min ½")) in ("That turn is over.", "It is not your turn.")
    assert await server.books() == before


def as_it_is(server: Server, message: Any) -> Any:
    """A message as somebody has it before their eyes, whatever becomes of it."""
    return deepcopy(server.env.backend.get_message(message.channel.id, message.id))


async def press(person: Any, seen: Any, label: str) -> Any:
    """A press on a control that has gone since: the message was written again while the finger came down."""
    button = next(c for row in seen.components for c in row["components"] if c.get("label") == label)
    data = {"custom_id": button["custom_id"], "component_type": 2}
    return await actors._component_interaction(person, seen, data)


async def test_joining_twice(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo, start=False)
    await refused(server, bo, "table join", "You sit at this table already.", table=session.id)
    before = await server.books()
    assert said(await bo.click(server.board, label="Join")) == "You sit at this table already."
    assert await server.books() == before


async def test_a_full_table_has_a_queue(server: Server) -> None:
    people = [server.person(name) for name in ("ana", "bo", "cy", "dee", "eve", "flo")]
    session = await server.hearts(*people[:4], start=False)
    assert session.table.humans == [0, 1, 2, 3]
    answer = await server.slash(people[4], "table join")
    assert answer == "The table is full; you are number 1 in the queue for the next seat."
    pressed = await people[5].click(server.board, label="Queue up")
    assert said(pressed) == "The table is full; you are number 2 in the queue for the next seat."
    assert "In the queue: eve, flo." in server.board.content
    await refused(server, people[5], "table join", "You are in the queue already, as number 2.")
    await server.slash(people[1], "table leave", table=session.id)
    assert session.table.seat_of(people[4].id) == 1
    assert session.table.queue == [(people[5].id, "flo")]
    assert await server.slash(people[5], "table leave", table=session.id) == "You have left the queue."
    assert session.table.queue == []


async def test_leaving_in_the_middle_of_a_hand(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    chips = session.table.chairs[1].bought
    assert await server.slash(bo, "table leave") == "You leave after this hand."
    assert await server.slash(bo, "table leave") == "You stay."
    assert await server.slash(bo, "table leave") == "You leave after this hand."
    if session.table.phase == "deal":
        await server.slash(ana, "bet", amount="min")
    assert session.table.seat_of(bo.id) is None
    books = await server.store.read(ledger.balances, server.guild.id)
    assert books[member(server.guild.id, bo.id)] <= 100_000
    assert books[member(server.guild.id, bo.id)] >= 100_000 - chips
    assert not [a for a in books if a.kind == "escrow" and a.owner == str(bo.id)]
    assert await server.store.read(ledger.audit) == []


async def test_a_buy_in_above_the_balance(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, start=False)
    guild = server.guild.id
    await server.store.commit(
        Work()
        .do(ledger.ensure_member, guild, bo.id, "bo", 100_000, 0)
        .do(ledger.transfer, "spent", guild, [(member(guild, bo.id), -95_000), (mint(guild), 95_000)], "spent", 0)
    )
    sentence = f"The buy-in is {whites(session.table.settings.buy_in)}, and you do not have that much."
    await refused(server, bo, "table join", sentence)
    before = await server.books()
    assert said(await bo.click(server.board, label="Join")) == sentence
    assert await server.books() == before


async def test_commands_where_there_is_no_table(server: Server) -> None:
    ana = server.person("ana")
    for command, options in (
        ("play", {"move": "QS"}), ("bet", {"amount": "1"}), ("hand", {}), ("moves", {}), ("score", {}), ("odds", {}),
        ("rules", {}), ("table leave", {}), ("table start", {}), ("table show", {}), ("table proof", {}),
    ):  # fmt: skip
        sentence = "You sit at no table here; open one with a game's command, or join one."
        assert await server.slash(ana, command, **options) == sentence, command
    assert await server.slash(ana, "table join") == "There is no table here; open one with a game's command."
    assert await server.slash(ana, "hand", table="zzz") == "There is no such table here; choose one from the list."


async def test_commands_of_somebody_who_does_not_sit_there(server: Server) -> None:
    ana, cleo = server.person("ana"), server.person("cleo")
    session = await server.hearts(ana)
    for command, options in (
        ("play", {"move": "QS"}), ("pass", {"cards": "QS"}), ("hand", {}), ("moves", {}), ("odds", {}),
        ("table leave", {}), ("table rebuy", {}), ("table sit-out", {}),
    ):  # fmt: skip
        await refused(server, cleo, command, "You do not sit at this table.", **options)
    assert server.bot.room.sessions == {session.id: session}


async def test_a_game_that_there_is_not(server: Server) -> None:
    ana = server.person("ana")
    sentence = f"There is no game “whist”; there are: {', '.join(server.bot.room.words)}."
    for command in ("rules", "leaderboard", "stats"):
        await refused(server, ana, command, sentence, game="whist")


async def test_options_that_are_none(server: Server) -> None:
    ana = server.person("ana")
    before = await server.books()
    answer = await server.slash(ana, "red-dog", ante="abc")
    assert answer == "ante: “abc” is not an amount; write 5, 2.5 or 2½."
    assert (await server.slash(ana, "red-dog", ante="0.75")).endswith("The smallest chip is a yellow, ½.")
    assert await server.books() == before
    assert not server.bot.room.sessions


async def test_a_missing_permission(server: Server) -> None:
    ana = server.person("ana")
    closed = server.guild.create_text_channel(
        "closed", overwrites={server.guild.default_role: discord.PermissionOverwrite(attach_files=False)}
    )
    answer = said(await ana.slash(closed, "hearts"))
    assert answer == "I cannot open a table here: I need the permission to attach files."
    assert not server.bot.room.sessions


async def test_a_control_of_a_closed_table(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.red_dog(ana, bo)
    old = as_it_is(server, server.board)
    boss = server.manager("boss")
    await server.sure(boss, "table void")
    await server.sure(boss, "table close")
    before = await server.books()
    for label in ("My hand", "Min ½"):
        assert said(await press(bo, old, label)) == "This table is closed."
    assert await server.books() == before
    assert await server.store.read(ledger.audit) == []


async def test_a_menu_of_cards_that_have_gone(server: Server) -> None:
    ana = server.person("ana")
    session = await server.hearts(ana)
    old = as_it_is(server, ana.user.dm_channel.last_message)
    three = hand(session, 0)[:3]
    await server.slash(ana, "pass", cards=" ".join(three))
    before = await server.books()
    menu = next(c for row in old.components for c in row["components"] if c["type"] == 3)
    data = {"custom_id": menu["custom_id"], "component_type": 3, "values": three}
    result = await actors._component_interaction(ana.user, old, data)
    assert said(result) in ("You cannot do that now.", "It is not your turn.", "That turn is over.")
    assert await server.books() == before
