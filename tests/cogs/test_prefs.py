"""`/prefs`: a person's own pictures, panel and reminders."""

from __future__ import annotations

from typing import Any

import pytest

from bot.app import CardRoom
from bot.host.messages.display import Display
from bot.show.pages.choices import CHOICES, FRONT, PAGES
from bot.store import Work, direct_messages, prefs
from bot.store.prefs import Chosen
from bot.table import clock
from card_art.scene import CardChoices

from .conftest import PIXEL
from .server import Server, hand, labels, said, seat_of
from .test_cardroom import fill


@pytest.fixture
def styles(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The style of every picture that is drawn, with whether it is a panel's."""
    seen: list[Any] = []

    def draw(picture: Any) -> bytes:
        if isinstance(picture, CardChoices):  # what is chosen from is in every style
            return PIXEL
        table = picture[0] if isinstance(picture, tuple) else picture
        seen.append((isinstance(picture, tuple), table.style.four_colour, table.style.compact))
        return PIXEL

    monkeypatch.setattr("tests.drawing.drawn_by", draw)
    return seen


async def test_a_deck_of_ones_own_shows_on_the_panel_at_once(server: Server, styles: list[Any]) -> None:
    ana = server.person("ana")
    session = await server.hearts(ana, cut="off")
    styles.clear()
    answer = await server.slash(ana, "prefs", deck="two colours", cards="compact faces")
    assert "Deck: two colours\nCards: compact faces" in answer
    assert styles == [(True, False, True)]  # the panel alone: everybody's picture is the server's
    assert session.table.posted.panels[ana.id][1] == ana.user.dm_channel.history()[0].id
    assert "Deck: as the server has it" in await server.slash(ana, "prefs", deck="as the server has it")
    assert styles[-1] == (True, True, True)


async def test_the_servers_choice_is_the_tables_picture(server: Server, styles: list[Any]) -> None:
    ana, mia = server.person("ana"), server.manager("mia")
    session = await server.hearts(ana, cut="off")
    assert (
        "drawn in two colours"
        in (await fill(server, mia, "House players and cards…", four_colour="no")).response.content
    )
    await server.slash(ana, "prefs", deck="four colours")
    styles.clear()
    await server.slash(ana, "pass", cards=" ".join(hand(session, seat_of(session, ana))[:3]))
    assert {four for private, four, _ in styles if private} == {True}
    assert {four for private, four, _ in styles if not private} == {False}


async def test_a_hand_on_the_table_and_back_in_direct_messages(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo, cut="off")
    assert len(ana.user.dm_channel.history()) == 1
    answer = await server.slash(ana, "prefs", hands="on the table")
    assert "Your hand: on the table, behind **My hand** and `/hand`" in answer
    assert ana.user.dm_channel.history() == []
    assert ana.id not in session.table.posted.panels and bo.id in session.table.posted.panels
    await server.slash(ana, "prefs", hands="by direct message")
    await server.env.settle()
    assert len(ana.user.dm_channel.history()) == 1
    assert session.table.posted.panels[ana.id][1] == ana.user.dm_channel.history()[0].id


async def test_direct_messages_that_were_closed_once_are_tried_again(server: Server) -> None:
    ana = server.person("ana")
    await server.store.commit(Work().do(direct_messages.set_dm, ana.id, None, flagged=True))
    session = await server.hearts(ana)
    assert session.table.posted.panels == {}
    await server.slash(ana, "prefs", hands="by direct message")
    assert session.table.posted.panels[ana.id][1] == ana.user.dm_channel.history()[0].id


async def test_reminded_at_once_or_never(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    reminded: list[int] = []

    def remind(self: Display, session: Any, seat: int) -> None:
        reminded.append(seat)

    monkeypatch.setattr(Display, "remind", remind)
    monkeypatch.setattr(clock, "ABSORBED_MS", 0)  # as if nobody had done anything at the table
    ana, bo = server.person("ana"), server.person("bo")
    await server.slash(ana, "prefs", reminders="at once")
    assert "never" in await server.slash(bo, "prefs", reminders="never")
    session = await server.red_dog(ana, bo, cut="off")
    table_clock = server.bot.room._clocks[session.id]
    for seat, user in ((0, ana.id), (1, bo.id)):
        assert table_clock._reminds_after(user, 60_000) == (60_000 if seat else 0)
    for _ in range(2):
        (better,) = session.table.turns
        await server.slash([ana, bo][better], "bet", amount="min")
        await server.env.settle()
    assert 0 in reminded and 1 not in reminded


async def shown_to(person: Any, *where: Any) -> Any:
    """The panel."""
    return (await person.slash(*where, "prefs")).response


async def of(server: Server, person: Any) -> Chosen:
    return await server.store.read(prefs.of_person, person.id)


@pytest.mark.parametrize("by_message", [False, True])
async def test_everything_is_chosen_from_the_panel(server: Server, by_message: bool) -> None:
    ana = server.person("ana")
    person, where = (ana.user, ()) if by_message else (ana, (server.channel,))
    shown = await shown_to(person, *where)
    before, stands = shown.id, list[str]()
    assert {name for page in PAGES.values() for name in page} == {*CHOICES}
    for title, page in PAGES.items():
        if title != FRONT:
            shown = (await person.click(shown, label=f"{title}…")).response
        for name in page:
            for value in CHOICES[name].values:
                shown = (await person.select(shown, values=[value.typed], custom_id=f"cm:prefs:0:@{name}:")).response
                assert (
                    shown.id == before
                    and value.sets.items() <= {"four_colour": None, "compact": None, **await of(server, ana)}.items()
                )
                assert len(shown.attachments) == (1 if title == FRONT else 0)
        stands += [option["label"] for menu in menus(shown) for option in menu["options"] if option.get("default")]
    assert shown.content == (
        "**Your choices** hold at once, on every server.\nYou are asked before you go all-in: never"
    )
    assert stands == [
        "Deck: as the server has it",
        "Cards: as the server has it",
        "Your hand: on the table",
        "Moves that are new to you: not told",
        "Reminders of your turn: never",
        "Reminders of nights: never",
        "Asked before all-in: never",
    ]
    shown = (await person.click(shown, label=f"{FRONT}…")).response
    assert len(shown.attachments) == 1 and "Reminders…" in labels(shown), "and back"


async def test_where_reminders_of_nights_go_is_typed_as_well(server: Server) -> None:
    ana, room = server.person("ana"), server.bot.room
    answer = await server.slash(ana, "prefs", nights="by direct message")
    assert answer.endswith("You are reminded of nights: by direct message")
    assert (await of(server, ana)) == {"nights": "dm"} and room.builder.prefs[ana.id].nights == "dm"
    await server.slash(ana, "prefs", nights="in the channel", deck="two colours")
    assert room.builder.prefs[ana.id].nights == "channel"
    shown = (await ana.slash(server.channel, "prefs", nights="never")).response
    assert [menu["custom_id"] for menu in menus(shown)] == ["cm:prefs:0:@reminders:", "cm:prefs:0:@nights:"]


def menus(shown: Any) -> list[Any]:
    rows = [c for row in shown.components for c in getattr(row, "children", None) or row["components"]]
    found = [each if isinstance(each, dict) else each.to_dict() for each in rows]
    return [each for each in found if each["type"] == 3]


async def test_the_picture_shows_what_is_chosen(server: Server) -> None:
    ana = server.person("ana")
    shown = await shown_to(ana, server.channel)
    told = "The same cards side by side: Four colours, chosen; Two colours; Full faces, chosen; Compact faces."
    assert shown.attachments[0].description == told
    shown = (await ana.select(shown, values=["two colours"], custom_id="cm:prefs:0:@deck:")).response
    shown = (await ana.select(shown, values=["compact faces"], custom_id="cm:prefs:0:@cards:")).response
    told = "The same cards side by side: Four colours; Two colours, chosen; Full faces; Compact faces, chosen."
    assert shown.attachments[0].description == told
    assert shown.content.endswith("\nCards: compact faces")


async def test_a_choice_of_the_panel_shows_on_the_table_at_once(server: Server, styles: list[Any]) -> None:
    ana = server.person("ana")
    session = await server.hearts(ana, cut="off")
    shown = await shown_to(ana, server.channel)
    styles.clear()
    await ana.select(shown, values=["two colours"], custom_id="cm:prefs:0:@deck:")
    assert styles == [(True, False, False)]
    await ana.select(shown, values=["on the table"], custom_id="cm:prefs:0:@hands:")
    assert ana.id not in session.table.posted.panels


async def test_managers_are_led_to_the_servers_settings(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    shown = await shown_to(boss, server.channel)
    assert labels(shown) == ["Reminders…", "Betting…", "This server's settings"]
    assert said(await boss.click(shown, label="This server's settings")) == await server.slash(boss, "cardroom show")
    role = server.guild.create_role("keepers")
    await server.slash(boss, "cardroom role", may="manage the card room", role=role, allowed=True)
    keeper = server.person("kay", roles=[role])
    assert "This server's settings" in labels(await shown_to(keeper, server.channel))
    assert "This server's settings" not in labels(await shown_to(ana, server.channel))
    assert "This server's settings" not in labels(await shown_to(boss.user)), "a direct message is of no server"


async def test_an_old_panel_answers_after_a_restart_and_an_unknown_value_in_a_sentence(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    shown, managers = await shown_to(ana, server.channel), await shown_to(boss, server.channel)
    server.bot = CardRoom(server.bot.database, shards=1)
    await server.env.restart_bot(server.bot)
    await server.env.settle()
    shown = (await ana.select(shown, values=["compact faces"], custom_id="cm:prefs:0:@cards:")).response
    assert "Cards: compact faces" in shown.content
    assert (await of(server, ana)) == {"compact": True}
    assert said(await boss.click(managers, label="This server's settings")).startswith("**This server's card room**")


async def test_sizes_of_bets_are_typed_into_a_form_or_the_command(server: Server) -> None:
    ana = server.person("ana")
    shown = await shown_to(ana, server.channel)
    shown = (await ana.click(shown, label="Betting…")).response
    assert "before the flop the usual ones; after it the usual ones" in shown.content
    form = await ana.click(shown, label="Sizes of bets…")
    shown = (await ana.submit_modal(form, {"sizes_before": "2,5x 3× pot", "sizes_after": ""})).response
    assert "Your bets at poker: before the flop 2.5x 3x pot; after it the usual ones" in shown.content
    assert await of(server, ana) == {"sizes_before": "2.5x 3x pot"}
    form = await ana.click(shown, label="Sizes of bets…")
    assert form.modal["components"][0]["component"]["value"] == "2.5x 3x pot"
    no = await ana.submit_modal(form, {"sizes_before": "12", "sizes_after": ""})
    assert said(no) == "“12” is no size; write some like 2.5x, 3bb, 33%, 1/2, pot or all."
    assert await of(server, ana) == {"sizes_before": "2.5x 3x pot"}, "and nothing has changed"
    told = await server.slash(ana, "prefs", after_flop="33% pot all in", before_flop="usual")
    assert "before the flop the usual ones; after it 33% pot all" in told
    assert await of(server, ana) == {"sizes_after": "33% pot all"}
