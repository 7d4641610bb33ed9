"""Buying more chips by the buttons and commands that people have for it."""

from __future__ import annotations

from typing import Any

from bot.store import Work, house, ledger, member

from ..host.test_buying import ruin
from .server import Server, labels, said, turn


async def test_in_mid_hand_by_command_and_behind_more(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    assert await server.slash(ana, "table rebuy") == "You buy 100 play chips when this hand is over."
    more = await server.more(bo)
    await bo.click(more, label="Buy chips")
    assert more.content == "You buy 100 play chips when this hand is over." and "Buy chips" not in labels(more)
    assert [chair.buys for chair in session.table.chairs] == [True, True]
    assert await server.slash(ana, "table rebuy") == "You get 100 more when this hand is over already."
    for person in (bo, ana):
        await server.slash(person, "bet", amount="min")
    await server.env.settle()
    assert session.table.phase == "between"
    await server.slash(ana, "table next")
    assert [await server.store.read(ledger.balance, server.guild.id, p.id) for p in (ana, bo)] == [80_000, 80_000]
    assert (
        session.table.match is not None
        and sum(session.table.match.state.stacks) + session.table.match.state.pot == 40_000
    )
    assert await server.store.read(ledger.audit) == []


async def test_at_a_night_by_its_command(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.slash(ana, "night start")
    session = server.table
    await server.slash(bo, "night join")
    await ana.click(server.board, label="Start")
    await server.slash(ana, "night pick", game="red-dog", options="cut: off")
    assert await server.slash(ana, "night rebuy") == "You buy 100 play chips when this hand is over."
    await server.slash(ana, "end")
    await server.slash(bo, "agree")
    assert session.table.phase == "pick" and session.table.night is not None
    await server.slash(bo, "night pick", game="blackjack", options="cut: off")
    assert await server.store.read(ledger.balance, server.guild.id, ana.id) == 90_000, (
        "the pot was shared: nothing is missing"
    )


# ---- tables to which people bring what they like -------------------------------------------------


def form(asked: Any) -> dict[str, Any]:
    """The fields of a form that has been opened, by their names."""
    found = {}
    for label in asked.modal["components"]:
        field = label["component"]
        found[field["custom_id"]] = {**field, "help": label.get("description", "")}
    return found


async def test_join_with_an_amount_by_the_button_beside_join(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.started("poker", ana, start=False)
    assert "buy-in 40–200 (20–100 blinds), usually 100" in server.board.content
    assert labels(server.board)[-3:] == ["Join", "Join with…", "More…"]
    asked = await bo.click(server.board, label="Join with…")
    field = form(asked)["brought"]
    assert field["help"] == "From 40 to 200; you have 1,000." and field["value"] == "100"
    refused = await bo.submit_modal(asked, {"brought": "250"})
    assert said(refused) == "A buy-in here is 40 to 200." and session.table.seat_of(bo.id) is None
    again = await bo.click(refused.response, label="Correct it…")
    assert form(again)["brought"]["value"] == "250"
    assert said(await bo.submit_modal(again, {"brought": "150"})) == "You sit down with 150."
    assert session.table.chairs[1].bought == 15_000
    with_join = server.person("cleo")
    await with_join.click(server.board, label="Join")
    assert session.table.chairs[2].bought == 10_000
    assert await server.slash(server.person("dan"), "table join", buy_in="max") == "You sit down with 200."


async def test_who_cannot_pay_the_least_is_told_so_by_every_way_in(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.slash(bo, "bank balance")
    await server.started("poker", ana, start=False)
    postings = [(member(server.guild.id, bo.id), -97_500), (house(server.guild.id), 97_500)]
    await server.store.commit(Work().do(ledger.transfer, "spent", server.guild.id, postings, "deal", 1))
    poor = "The least buy-in here is 40; you have 25. `/bank refill` brings new chips once a day."
    before = await server.books()
    for label in ("Join", "Join with…"):
        assert said(await bo.click(server.board, label=label)) == poor
    assert await server.slash(bo, "table join") == poor
    assert await server.books() == before


async def test_top_up_by_the_form_and_typed(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.started("poker", ana, bo)
    more = await server.more(bo)
    assert {"Top up…", "Top up after each hand"} <= {*labels(more)} and "Buy chips" not in labels(more)
    asked = await bo.click(more, label="Top up…")
    assert form(asked)["more"]["help"].startswith("1 to 10") and "in the bank" in form(asked)["more"]["help"]
    result = await bo.submit_modal(asked, {"more": "30", "after": ""})
    assert said(result) == "You buy 30 play chips when this hand is over."
    assert await server.slash(ana, "table rebuy", amount="20") == "You buy 20 play chips when this hand is over."
    assert await server.slash(ana, "table rebuy", amount="0") == "You buy no chips when this hand is over."
    refused = await server.slash(ana, "table rebuy", amount="lots")
    assert "is not an amount" in refused
    assert await server.slash(ana, "table rebuy", after_each_hand="on") == (
        "Your stack comes up to 100 after each hand, as far as the bank gives it."
    )
    assert [chair.buys_amount for chair in session.table.chairs] == [0, 3000]
    assert [chair.tops_up for chair in session.table.chairs] == [10_000, 0]


async def test_topped_up_after_each_hand_by_one_press_on_and_off(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.started("poker", ana, bo)
    more = await server.more(bo)
    await bo.click(more, label="Top up after each hand")
    assert more.content == "Your stack comes up to 100 after each hand, as far as the bank gives it."
    assert session.table.chairs[1].tops_up == 10_000
    await bo.click(more, label="No more top-ups")
    assert more.content == "Your stack is not topped up after hands." and session.table.chairs[1].tops_up == 0
    asked = await bo.click(more, label="Top up…")
    await bo.submit_modal(asked, {"more": "", "after": "150"})
    assert session.table.chairs[1].tops_up == 15_000
    assert "`ana`" not in server.board.content and "stack comes up to 150 after each hand" in server.board.content


async def test_who_has_lost_all_buys_in_again_from_the_panel_right_at_the_result(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.started("poker", ana, bo)
    while (deal := session.table.deal) is not None and deal.ask is not None:
        if session.table.turns:
            await session.act(turn(session), deal.ask.default[turn(session)])
        else:  # the result stands for a moment
            await server.env.advance_time(2)
    assert session.table.phase == "between"
    await ruin(session, bo.id)
    await server.env.settle()
    broke = bo
    panel = (await broke.slash(server.channel, "hand")).response
    assert {"Buy in again 100", "Another amount…"} <= {*labels(panel)}
    assert "Buy in again 100" in labels(server.board) and "Another amount…" not in labels(server.board)
    asked = await broke.click(panel, label="Another amount…")
    assert form(asked)["more"]["value"] == "100" and form(asked)["more"]["help"].startswith("40 to 200")
    await broke.submit_modal(asked, {"more": "60", "after": ""})
    assert session.table.stack_of(session.table.seat_of(broke.id) or 0) == 6000
    assert await server.store.read(ledger.audit) == []


async def test_two_have_the_form_open_and_send_it_off_one_after_the_other(server: Server) -> None:
    ana, bo, cleo = (server.person(name) for name in ("ana", "bo", "cleo"))
    session = await server.started("poker", ana, start=False)
    late, *asked = [await person.click(server.board, label="Join with…") for person in (bo, bo, cleo)]
    for person, opened, amount in zip((bo, cleo), asked, ("60", "180"), strict=True):
        await person.submit_modal(opened, {"brought": amount})
    assert sorted(chair.bought for chair in session.table.chairs) == [6000, 10_000, 18_000]
    assert said(await bo.submit_modal(late, {"brought": "60"})) == "You sit at this table already."


async def test_who_is_all_in_is_offered_no_other_chips_before_the_hand_is_lost(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.started("poker", ana, bo, run_twice="no")
    first, second = (ana, bo) if session.table.seat_of(ana.id) == turn(session) else (bo, ana)
    label = next(label for label in labels(server.board) if label.startswith("All in"))
    await first.click((await first.click(server.board, label=label)).response, label="Yes")
    panel = (await first.slash(server.channel, "hand")).response
    assert session.table.in_front(session.table.seat_of(first.id) or 0) == 0
    assert "Buy in again 100" not in labels(panel) and "Buy in again 100" not in labels(await server.more(first))
    asked = (await second.slash(server.channel, "hand")).response
    assert "**Call or fold?**" in asked.content
