"""`/bank`: gifts, history, refills, limits, and what managers decide."""

from __future__ import annotations

from typing import Any

import pytest

from bot.host.calls.reply import Reply
from bot.host.controls import banking
from bot.store import Work, ledger, member, mint

from .server import Server, said
from .test_cardroom import fill


async def test_the_first_visit_brings_the_grant(server: Server) -> None:
    ana = server.person("ana")
    assert await server.slash(ana, "bank balance") == "You have 1,000 play chips in the bank."
    assert await server.slash(ana, "bank balance") == "You have 1,000 play chips in the bank."
    await server.red_dog(ana, start=False)
    assert await server.slash(ana, "bank balance") == "You have 900 play chips in the bank, and 100 at tables."
    assert await server.store.read(ledger.audit) == []


async def test_a_refill_a_day_for_whoever_has_less_than_a_buy_in(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = server.person("ana")
    guild = server.guild.id
    await server.slash(ana, "bank balance")
    before = await server.books()
    assert await server.slash(ana, "bank refill") == "You still have enough chips for a buy-in."
    assert await server.books() == before

    async def spend(key: str, amount: int) -> None:
        postings = [(member(guild, ana.id), -amount), (mint(guild), amount)]
        await server.store.commit(Work().do(ledger.transfer, key, guild, postings, "spent", 0))

    await spend("a", 95_000)
    answer = "You get 1,000 play chips. You have 1,050 play chips in the bank."
    assert await server.slash(ana, "bank refill") == answer
    await spend("b", 100_000)
    assert await server.slash(ana, "bank refill") == "You have had your refill for today."
    tomorrow = server.bot.room.now() + 24 * 3_600_000
    monkeypatch.setattr(server.bot.room, "now", lambda: tomorrow)
    assert await server.slash(ana, "bank refill") == answer
    assert await server.store.read(ledger.audit) == []


async def test_a_gift_moves_chips_once(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    result = await ana.slash(server.channel, "bank give", member=bo, amount="2½")
    assert result.response.content == f"<@{ana.id}> gives <@{bo.id}> 2½ play chips."
    assert not result.response.ephemeral, "whoever gets them reads it too"
    assert said(result) == "You have 997½ play chips in the bank."
    assert await server.slash(bo, "bank balance") == "You have 1,002½ play chips in the bank."
    assert await server.store.read(ledger.audit) == []


async def test_a_gift_that_took_long_is_told_to_everybody_all_the_same(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    replies: list[Reply] = []
    give = banking.give

    async def slowly(*args: Any) -> int:
        await replies[-1].acknowledge()  # as it does on its own after a while
        return await give(*args)

    monkeypatch.setattr(Reply, "watch", lambda self, **_: replies.append(self))
    monkeypatch.setattr(banking, "give", slowly)
    ana, bo = server.person("ana"), server.person("bo")
    await ana.slash(server.channel, "bank give", member=bo, amount="2½")
    assert server.channel.history()[0].content == f"<@{ana.id}> gives <@{bo.id}> 2½ play chips."


@pytest.mark.parametrize("amount, sentence", [
    ("0", "The amount must be more than nothing."),
    ("-5", "The amount must be more than nothing."),
    ("0.3", "The smallest chip is a yellow, ½."),
    ("lots", "“lots” is not an amount; write 5, 2.5 or 2½."),
    ("201", "A gift here is at most 200 chips."),
])  # fmt: skip
async def test_gifts_that_cannot_be(server: Server, amount: str, sentence: str) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.slash(ana, "bank balance")
    before = await server.books()
    assert await server.slash(ana, "bank give", member=bo, amount=amount) == sentence
    assert await server.books() == before


async def test_gifts_to_those_who_cannot_take_them(server: Server) -> None:
    ana = server.person("ana")
    await server.slash(ana, "bank balance")
    before = await server.books()
    assert await server.slash(ana, "bank give", member=ana, amount="5") == "You cannot give yourself chips."
    robot = server.guild.add_member(server.env.create_user("robot", bot=True))
    assert await server.slash(ana, "bank give", member=robot, amount="5") == "robot is a bot and has no account."
    assert await server.books() == before


async def test_gifts_of_more_than_one_has_or_may_give_in_a_day(server: Server) -> None:
    ana, bo, boss = server.person("ana"), server.person("bo"), server.manager("boss")
    await server.slash(boss, "bank limits", gift="900", gifts_a_day="1500")
    for _ in range(2):
        await server.slash(ana, "bank give", member=bo, amount="450")
    sentence = "That takes 101 chips, and there are only 100."
    assert await server.slash(ana, "bank give", member=bo, amount="101") == sentence
    await server.slash(boss, "bank grant", member=ana, amount="800", reason="to see the limit")
    sentence = "Gifts here are at most 1,500 chips a day; you may give 600 more today."
    assert await server.slash(ana, "bank give", member=bo, amount="601") == sentence
    assert "You may give 600 now." in await server.slash(ana, "bank limits")


async def test_history_in_words_page_by_page(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.red_dog(ana, start=False)
    await server.slash(ana, "table leave")
    for _ in range(9):
        await server.slash(ana, "bank give", member=bo, amount="10")
    asked = await ana.slash(server.channel, "bank history")
    lines = said(asked).splitlines()
    assert lines[0] == "**Your account** · page 1 of 2"
    assert [line.split(">", 1)[1] for line in lines[1:3]] == [
        " **−10** gift to bo → 910", " **−10** gift to bo → 920",
    ]  # fmt: skip
    assert lines[-1].endswith("**+100** cashed out at Red Dog → 1,000")
    older = await ana.click(asked.response, label="Older")
    lines = said_on(older)
    assert lines[0] == "**Your account** · page 2 of 2"
    assert lines[1].endswith("**−100** buy-in at Red Dog → 900")
    assert lines[2].endswith("**+1,000** for your first visit → 1,000")
    assert await server.slash(ana, "bank history", page=3) == "There is no page 3; there are 2."
    assert "**+10** gift from ana → 1,090" in await server.slash(bo, "bank history")


async def test_grants_and_credit_leave_a_trail(server: Server) -> None:
    ana, bo, boss = server.person("ana"), server.person("bo"), server.manager("boss")
    answer = await server.slash(boss, "bank grant", member=ana, amount="50", reason="won the quiz")
    assert answer == "ana gets 50 play chips and has 1,050 now."
    answer = await server.slash(boss, "bank grant", member=ana, amount="-1000", reason="by mistake")
    assert answer == "ana gives back 1,000 play chips and has 50 now."
    assert await server.slash(boss, "bank credit", amount="20", member=ana, reason="a friend") == (
        "ana's balance may go down to −20 now."
    )
    await server.slash(ana, "bank give", member=bo, amount="60")
    assert await server.slash(ana, "bank balance") == "You owe the bank 10 play chips. Your credit is 20."
    answer = await server.slash(boss, "bank credit", amount="5", member=ana)
    assert answer == f"<@{ana.id}> owes 10 chips already, so the limit cannot be lower than that."
    await server.slash(boss, "bank credit", amount="300")
    assert "may go down to −300" in await server.slash(bo, "bank limits")
    answer = await server.slash(boss, "bank credit", amount="server", member=ana)
    assert answer == "ana has the server's credit again: 300."
    trail = (await server.slash(boss, "cardroom audit")).splitlines()
    assert [line.split("> ", 1)[1] for line in trail[1:]] == [
        f"<@{boss.id}> set the credit of <@{ana.id}> to the server's",
        f"<@{boss.id}> set the credit of everybody to 300",
        f"<@{boss.id}> set the credit of <@{ana.id}> to 20: a friend",
        f"<@{boss.id}> took from <@{ana.id}> 1,000: by mistake",
        f"<@{boss.id}> gave <@{ana.id}> 50: won the quiz",
    ]
    assert "**−1,000** from the managers: by mistake → 50" in await server.slash(ana, "bank history")


async def test_what_is_brought_to_tables_in_a_day_is_limited(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    answer = await server.slash(boss, "bank limits", buy_ins_a_day="50")
    assert answer == "What may be brought to the tables in a day must be at least one buy-in (100)."
    answer = await server.slash(boss, "bank limits", gifts_a_day="100")
    assert answer == "What may be given in a day must be at least one gift's limit."
    await server.slash(boss, "bank limits", buy_ins_a_day="150")
    answer = said(await fill(server, boss, "Chips…", buy_in="200", buy_ins_day="150"))
    assert answer == "What may be brought to the tables in a day must be at least one buy-in (200)."
    await server.red_dog(ana, start=False)
    before = await server.books()
    sentence = "Here you may bring at most 150 chips to the tables in a day; play on with what you have."
    assert await server.slash(ana, "red-dog") == sentence
    assert await server.books() == before


@pytest.mark.parametrize("command, options", [
    ("bank grant", {"amount": "5", "reason": "me"}),
    ("bank credit", {"amount": "5"}),
    ("bank limits", {"gift": "5"}),
])  # fmt: skip
async def test_what_only_managers_may(server: Server, command: str, options: dict[str, Any]) -> None:
    ana = server.person("ana")
    who = {"member": ana} if command in ("bank grant", "bank credit") else {}
    before = await server.books()
    answer = await server.slash(ana, command, **who, **options)
    assert answer == "Only somebody who manages this server can do that."
    assert await server.books() == before


def said_on(pressed: Any) -> list[str]:
    """The lines of the message on which a button was pressed, as they are now."""
    return pressed.response.content.splitlines()
