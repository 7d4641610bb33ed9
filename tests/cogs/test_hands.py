"""`/hands`: one's last hands by presses, what they show to whom, and figures of how one plays."""

from __future__ import annotations

import json
import time
import tomllib
from typing import Any

import pytest

from bot.host.controls import data_export
from bot.show.pages import hands as pages
from bot.store import NotedHand, Work, hands
from bot.store.hands import Wanted
from bot.table import hosting
from bot.table.errors import Rejected
from bot.table.session import Session

from .server import Server, labels, said, seat_of, turn
from .test_night import opened

pytestmark = pytest.mark.usefixtures("without_moments")


async def played(server: Server, session: Session, *people: Any, folds: bool = False, then: bool = False) -> None:
    """The deal to its end: a player who owes something calls, or folds; then the next begins."""
    who = {seat_of(session, person): person for person in people}
    while session.table.deal is not None and session.table.turns:
        seat = turn(session)
        kinds = {o.kind.__name__.lower() for o in session.table.deal.offers(seat) if o}
        await server.slash(who[seat], "fold" if folds and "fold" in kinds else "check" if "check" in kinds else "call")
    if then:
        await server.slash(people[0], "table next")


def cards_of(session: Session, person: Any) -> list[str]:
    deal = session.table.shown
    assert deal is not None
    order = [c for one in deal.table.orders for c in one]
    return [str(order[at]) for at, zone in deal.table.dealt if zone == f"seat:{seat_of(session, person)}"]


def signs(card: str) -> str:
    return card[:-1] + {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[card[-1]]


async def listed(server: Server, person: Any, **options: Any) -> Any:
    result = await person.slash(server.channel, "hands", **options)
    return result.response or result.followups[-1]


async def attached(message: Any) -> str:
    (file,) = message.attachments
    return (await file.read()).decode()


def answer(result: Any) -> Any:
    """The private message that a press has brought."""
    return [m for m in (result.response, *result.followups) if m is not None and m.ephemeral][-1]


async def test_a_list_of_ones_hands_and_nobody_elses(server: Server) -> None:
    ana, bo, cy = (server.person(name) for name in ("ana", "bo", "cy"))
    assert (await server.slash(ana, "hands")).startswith("You have no hands here yet.")
    session = await server.started("poker", ana, bo, cy, run_twice="no")
    await played(server, session, ana, bo, cy)
    message = await listed(server, ana)
    assert message.ephemeral and message.content.startswith("**Your hands** · 1\n**Hold'em, no limit**\n`1` ")
    deal = session.table.shown
    assert deal is not None
    for card in cards_of(session, ana):
        assert signs(card) in message.content
    for other in (bo, cy):
        assert not any(signs(card) in message.content for card in cards_of(session, other))
    assert "pot 6 (3 bb) · " in message.content and "at showdown · <t:" in message.content
    assert labels(message) == ["Replay", "PHH", "Share…", "PHH of the table", "Big pots", "Showdowns", "How I play"]


async def test_folded_cards_are_in_nothing_that_others_get(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.started("poker", ana, bo, run_twice="no")
    await played(server, session, ana, bo, folds=True)
    anas, bos = cards_of(session, ana), cards_of(session, bo)
    message = await listed(server, ana)
    assert ["folded" in one.content for one in (message, await listed(server, bo))].count(True) == 1
    replay = answer(await ana.click(message, label="Replay"))
    for _ in range(3):
        text = replay.content + replay.attachments[0].description
        assert not any(signs(card) in text for card in bos)
        replay = (await ana.click(replay, label="▶")).response or replay if "▶" in labels(replay) else replay
    assert "Open all hands" not in labels(replay)
    told = tomllib.loads(await attached(answer(await ana.click(message, label="PHH"))))
    dealt = [action[-4:] for action in told["actions"] if " dh " in action]
    assert sorted(dealt, key=lambda c: "?" in c)[1] == "????" and dealt.count("????") == 1
    question = answer(await ana.click(message, label="Share…"))
    mine = f"With my cards, {' '.join(map(signs, sorted_high(anas)))}"
    assert labels(question) == ["As everybody saw it", mine]
    before = len([*server.channel.history()])
    await ana.click(question, label="As everybody saw it")
    posted = newest(server)
    assert len([*server.channel.history()]) == before + 1
    text = posted.content + posted.attachments[0].description
    assert text.startswith("**ana** shares a hand of Hold'em, no limit: **")
    assert not any(signs(card) in text for card in (*anas, *bos))
    question = answer(await ana.click(message, label="Share…"))
    await ana.click(question, label=mine)
    posted = newest(server)
    assert all(signs(card) in posted.content for card in anas)
    assert not any(signs(card) in posted.content + posted.attachments[0].description for card in bos)


def newest(server: Server) -> Any:
    """What everybody in the channel has read last."""
    return max(server.channel.history(), key=lambda m: m.id)


def menu(message: Any) -> list[Any]:
    """The options of the menu on a private message."""
    (found,) = message.components[0]["components"]
    return found["options"]


def sorted_high(cards: list[str]) -> list[str]:
    return sorted(cards, key=lambda c: ("23456789TJQKA".index(c[0].replace("1", "T")), c[-1]), reverse=True)


async def test_somebody_elses_hand_cannot_be_pressed_for(server: Server) -> None:
    ana, bo, cy = (server.person(name) for name in ("ana", "bo", "cy"))
    session = await server.started("poker", ana, bo, run_twice="no")
    await played(server, session, ana, bo)
    for person in (cy, server.person("di")):
        with pytest.raises(Rejected, match="That hand is not there any more"):
            await pages.kept(server.store, server.guild.id, person.id, f"{session.id}-d1")
    with pytest.raises(Rejected):
        await pages.kept(server.store, 1, ana.id, f"{session.id}-d1")


async def noted(server: Server, user: int, n: int) -> None:
    """Hands as they are kept, the oldest first."""
    made = [
        NotedHand(
            user, 1_780_000_000_000 + 60_000 * k, f"tabxxxx-d{k + 1}", "tabxxxx", "poker", 0, "Hold'em, no limit",
            ("early", "middle", "late", "blinds")[k % 4], "AS KS", "2C 3C 4C", 400 * (k % 30 + 1), 200,
            100 if k % 2 else -100, ("", "won", "lost")[k % 3],  # type: ignore[arg-type]
            {"hands": 1, **({"in by choice": 1} if k % 4 == 0 else {}), **({"raised": 1} if k % 8 == 0 else {})},
        )
        for k in range(n)
    ]  # fmt: skip
    await server.store.commit(Work().do(hands.note, server.guild.id, made))


async def test_pages_and_filters(server: Server) -> None:
    ana = server.person("ana")
    await noted(server, ana.id, 32)
    message = await listed(server, ana)
    assert message.content.startswith("**Your hands** · 32\n") and "`5`" in message.content
    assert "Older ▶" in labels(message) and "◀ Newer" not in labels(message)
    await ana.click(message, label="Older ▶")
    assert "`6`" in message.content and "`10`" in message.content and "`5`" not in message.content
    await ana.click(message, label="Big pots")
    assert message.content.startswith("**Your hands** · 21 · pots from 20 big blinds on\n")
    await ana.click(message, label="Showdowns")
    assert " · pots from 20 big blinds on · at showdown\n" in message.content
    options = menu(message)
    assert [option["label"][:4] for option in options] == [f"{n} · " for n in range(1, 6)]
    await ana.select(message, values=[options[2]["value"]])
    assert [one["value"] for one in menu(message) if one.get("default")] == [options[2]["value"]]
    await ana.click(message, label="Big pots")
    message = await listed(server, ana, pot=60, showdown="lost")
    assert message.content.startswith("**Your hands** · 1 · pots from 60 big blinds on · lost at showdown\n")
    message = await listed(server, ana, pot=1000)
    assert "None of your hands is like that." in message.content
    assert labels(message) == ["Big pots", "Showdowns", "How I play"]


async def test_figures_stand_from_fifty_hands_on(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await noted(server, ana.id, 49)
    assert await server.slash(ana, "hands", show="figures") == (
        "Figures stand from 50 hands on. You have played 49 hands in this server that count for them;"
        " 1 hand is missing."
    )
    await noted(server, ana.id, 80)
    message = await listed(server, ana, show="figures")
    assert message.content.startswith("**How you play** · 80 hands in this server, 0 chips\n")
    told = message.attachments[0].description
    assert "VPIP 25 %" in told and "PFR 12 %" in told and "+0.0" in told
    assert labels(message) == ["The last table"]
    await ana.click(message, label="The last table")
    assert message.content.startswith("**How you play** · 80 hands at one table")
    with_bo = await server.slash(bo, "hands", player=ana)
    assert with_bo.startswith("Figures stand from 50 hands on. ana has played 0 hands with you in this server")
    await noted(server, bo.id, 60)
    message = await listed(server, bo, player=ana)
    assert message.content.startswith("**How ana plays** · hands that you played, too · 60 hands")
    assert "A♠" not in json.dumps([message.content, message.attachments[0].description])


async def test_a_hand_of_a_night_and_all_of_them_in_one_file(server: Server) -> None:
    """What PHH has no words for is left out and counted, and other games too."""
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo)
    for person, options in ((ana, "holdem"), (bo, "omaha, limit: no"), (ana, "omaha")):
        typed = f"variant: {options}, hands: 1, run_twice: no, cut: off"
        await server.slash(person, "night pick", game="poker", options=typed)
        assert session.table.phase == "deal"
        await played(server, session, ana, bo)
        assert session.table.phase == "pick"
    message = await listed(server, ana)
    heads = [line for line in message.content.splitlines() if "limit" in line]
    assert heads == ["**Omaha, pot limit**", "**Omaha, no limit**", "**Hold'em, no limit**"]
    pressed = answer(await ana.click(message, label="PHH of the night"))
    assert (
        pressed.content.startswith("2 hands in PHH") and "Left out: 1 hand that it has no words for" in pressed.content
    )
    told = tomllib.loads(await attached(pressed))
    assert [told[n]["variant"] for n in ("1", "2")] == ["NT", "PO"]
    await ana.select(message, values=[menu(message)[1]["value"]])
    refused = said(await ana.click(message, label="PHH"))
    assert refused.startswith("PHH has no words for that hand: it knows Hold'em")


async def test_hands_are_there_after_a_restart_and_gone_after_erasing(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.started("poker", ana, bo, run_twice="no")
    await played(server, session, ana, bo)
    before = (await listed(server, ana)).content
    await hosting.close(session)
    server.bot.room.sessions.clear()
    assert (await listed(server, ana)).content == before, "of a table that is closed, too"
    await data_export.erase(server.bot.room, server.guild.id, ana.id)
    assert (await server.slash(ana, "hands")).startswith("You have no hands here yet.")
    text = (await listed(server, bo)).content
    assert text.startswith("**Your hands** · 1\n")


async def test_two_thousand_hands_are_listed_and_summed_up_at_once(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await noted(server, ana.id, 2000)
    await noted(server, bo.id, 2000)
    store, guild = server.store, server.guild.id
    for work in (
        lambda: pages.listed(store, guild, ana.id, pages.State(300, Wanted(20, "any"))),
        lambda: pages.summary(store, guild, ana.id, pages.Asked(), "ana"),
        lambda: pages.summary(store, guild, bo.id, pages.Asked("tabxxxx", ana.id), "ana"),
    ):
        took: list[float] = []
        for _ in range(3):
            began = time.process_time()
            await work()
            took.append(time.process_time() - began)
        assert min(took) < 0.2
