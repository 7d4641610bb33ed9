"""Who may open tables, announce nights, sit down, and manage a card room; and the audit log of that."""

from __future__ import annotations

from typing import Any

import pytest

from bot.app import CardRoom
from bot.store import Work, bars
from bot.store import nights as stored_nights
from bot.store import settings as stored_settings
from bot.table.names import escaped
from bot.table.state import CLOSED

from .server import Server, labels, said, seat_of
from .test_cardroom import fill
from .test_night_coming import announced
from .test_people_menus import INVITE
from .test_table import play_on_both

MANAGERS = "Only somebody who manages this server can do that."


def role(server: Server, name: str) -> Any:
    return server.guild.create_role(name)


async def who_may(server: Server, boss: Any) -> Any:
    """The page of the panel that says who may do what."""
    shown = (await boss.slash(server.channel, "cardroom show")).response
    return (await boss.click(shown, label="Who may…")).response


async def choose(server: Server, boss: Any, menu: str, *roles: Any) -> Any:
    return await boss.select(await who_may(server, boss), values=[*roles], custom_id=f"cm:cardroom:0:@{menu}:")


async def audit(server: Server, boss: Any, page: int = 1) -> list[str]:
    """What was decided, the newest first, without when."""
    lines = (await server.slash(boss, "cardroom audit", page=page)).splitlines()[1:]
    return [line.split("> ", 1)[1].replace(f"<@{boss.id}> ", "") for line in lines]


# ---- roles -----------------------------------------------------------------------------------


async def test_tables_are_opened_by_those_who_have_a_role(server: Server) -> None:
    players = role(server, "players")
    ana, bo, boss = server.person("ana"), server.person("bo", roles=[players]), server.manager("boss")
    answer = await choose(server, boss, "open", players)
    assert f"Tables are opened by <@&{players.id}>." in answer.response.content
    sentence = f"Tables are opened by <@&{players.id}> on this server."
    before = await server.books()
    for command in ("hearts", "night start"):
        assert await server.slash(ana, command) == sentence
    assert await server.books() == before
    assert (await server.slash(bo, "red-dog")).startswith("Your Red Dog table is open")
    await ana.click(server.board, label="Join")
    assert seat_of(server.table, ana) == 1, "anybody sits down"
    assert (await server.slash(boss, "hearts")).startswith("Your Hearts table is open")
    await choose(server, boss, "open")
    assert (await server.slash(ana, "hearts")).startswith("Your Hearts table is open")


async def test_a_role_that_is_merely_unknown_keeps_its_rule(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server may have been read without some of its roles."""
    players = role(server, "players")
    ana, boss = server.person("ana"), server.manager("boss")
    await choose(server, boss, "open", players)
    monkeypatch.setattr("discord.Guild.get_role", lambda *_: None)
    sentence = f"Tables are opened by <@&{players.id}> on this server."
    assert await server.slash(ana, "hearts") == sentence


async def test_nights_are_announced_by_those_who_have_a_role(server: Server) -> None:
    hosts = role(server, "hosts")
    ana, bo, boss = server.person("ana"), server.person("bo", roles=[hosts]), server.manager("boss")
    answer = await server.slash(boss, "cardroom role", may="announce nights", role=hosts, allowed=True)
    assert f"Nights are announced by <@&{hosts.id}>." in answer
    answer = await server.slash(ana, "night schedule", when="in 2 hours")
    assert answer == f"Nights are announced by <@&{hosts.id}> on this server."
    assert await server.store.read(stored_nights.nights, server.guild.id, "announced") == []
    await server.slash(boss, "cardroom role", may="open tables", role=role(server, "nobody"), allowed=True)
    await announced(server, bo)
    assert "is open" in await server.slash(bo, "night start"), "whoever may announce a night begins it"


async def test_a_role_below_manages_the_card_room_and_not_who_manages_it(server: Server) -> None:
    dealers, others = role(server, "dealers"), role(server, "others")
    ana, bo, boss = server.person("ana", roles=[dealers]), server.person("bo"), server.manager("boss")
    for command, options in (
        ("cardroom show", {}), ("cardroom audit", {}), ("bank grant", {"member": bo, "amount": "5", "reason": "x"}),
        ("season start", {"name": "Spring"}),
        ("records server", {}),
    ):  # fmt: skip
        assert await server.slash(ana, command, **options) == MANAGERS
    await choose(server, boss, "managers", dealers)
    assert "This server's card room" in await server.slash(ana, "cardroom show")
    assert await server.slash(ana, "bank grant", member=bo, amount="5", reason="x") != MANAGERS
    sentence = "Only somebody who manages this server says who manages its card room."
    assert said(await choose(server, ana, "managers", dealers, others)) == sentence
    answer = await server.slash(ana, "cardroom role", may="manage the card room", role=others, allowed=True)
    assert answer == sentence
    server.bot = CardRoom(server.bot.database, shards=1)
    await server.env.restart_bot(server.bot)
    await server.env.settle()
    assert "This server's card room" in await server.slash(ana, "cardroom show"), "after a restart, too"
    await choose(server, boss, "managers")
    assert await server.slash(ana, "cardroom show") == MANAGERS


def _paths(server: Server) -> set[str]:
    return {command.qualified_name for command in server.bot.tree.walk_commands()}


def test_commands_of_managers_are_registered_for_everybody_and_groups_are_not_too_large(server: Server) -> None:
    for command in server.bot.tree.get_commands():
        assert command.default_permissions is None, command.name
        assert len(getattr(command, "commands", ())) <= 25
    assert "bank audit" not in _paths(server) and "cardroom audit" in _paths(server)


async def test_a_role_that_is_deleted_takes_its_rule_along(server: Server) -> None:
    players = role(server, "players")
    ana, boss = server.person("ana"), server.manager("boss")
    await choose(server, boss, "open", players)
    server.env.backend.delete_role(server.guild.id, players.id)
    await server.env.settle()
    assert (await server.slash(ana, "hearts")).startswith("Your Hearts table is open")
    told = (await who_may(server, boss)).content
    lost = f"{escaped('@players')}, named here before, has been deleted, and the rule has gone with it."
    assert f"Tables are opened by everybody. {lost}" in told


# ---- channels that are deleted ---------------------------------------------------------------


async def test_the_only_channel_that_is_allowed_is_deleted_and_the_rule_with_it(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    den = server.guild.create_text_channel("den_1")
    await server.slash(boss, "cardroom channel", channel=den, allowed=True)
    assert await server.slash(ana, "hearts") == f"Tables are opened in <#{den.id}> on this server."
    server.env.backend.delete_channel(den.id)
    await server.env.settle()
    assert (await server.slash(ana, "hearts")).startswith("Your Hearts table is open")
    told = await server.slash(boss, "cardroom show")
    lost = f"{escaped('#den_1')}, named here before, has been deleted, and the rule has gone with it."
    assert f"Tables are opened everywhere. {lost}" in told
    attic = server.guild.create_text_channel("attic")
    told = await server.slash(boss, "cardroom channel", channel=attic, allowed=True)
    assert "deleted" not in told, "a new rule has lost nothing"
    decided = await audit(server, boss)
    assert [line.startswith("set where tables are opened to <#") for line in decided] == [True, True], decided


async def test_where_others_are_left_the_refusal_says_what_happened(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    den, attic = server.guild.create_text_channel("den"), server.guild.create_text_channel("attic")
    for channel in (den, attic):
        await server.slash(boss, "cardroom channel", channel=channel, allowed=True)
    server.env.backend.delete_channel(den.id)
    await server.env.settle()
    answer = await server.slash(ana, "hearts")
    assert answer.startswith(f"Tables are opened in <#{attic.id}> on this server. ")
    assert answer.endswith("den, named here before, has been deleted.")


async def test_a_channel_that_was_deleted_while_the_bot_was_away(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    await server.store.commit(Work().do(stored_settings.set_setting, server.guild.id, "channels", [10**18]))
    assert (await server.slash(ana, "hearts")).startswith("Your Hearts table is open")
    assert "a channel, named here before, has been deleted" in await server.slash(boss, "cardroom show")


async def test_a_channel_of_which_discord_does_not_answer_is_still_there(server: Server) -> None:
    ana = server.person("ana")
    await server.store.commit(Work().do(stored_settings.set_setting, server.guild.id, "channels", [10**18]))
    server.env.inject_error("GET", "/channels/*", status=403, times=None)
    assert await server.slash(ana, "hearts") == f"Tables are opened in <#{10**18}> on this server."


# ---- nights ----------------------------------------------------------------------------------


async def test_nobody_fills_the_calendar(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    for n in (2, 3):
        await server.announced(ana, f"in {n} hours")
    few = "You may have 2 nights announced here at a time; `/night cancel` calls one off."
    for n in range(4, 15):
        assert await server.slash(ana, "night schedule", when=f"in {n} hours") == few
    nights = await server.store.read(stored_nights.nights, server.guild.id, "announced")
    assert len(nights) == 2
    made = [r for r in server.env.http_requests if r.method == "POST" and r.path.endswith("/scheduled-events")]
    assert len(made) == 2
    assert sum("is announced" in m.content or "Maybe" in labels(m) for m in server.channel.history()) == 2
    for night in nights:
        await server.slash(ana, "night cancel", announced=night.id)
    answer = await server.slash(ana, "night schedule", when="in 9 hours")
    assert answer.startswith("You have announced 2 nights within the last hour; you may announce the next one <t:")
    for n in range(3):
        await server.announced(boss, f"in {n + 2} hours")
    assert len(await server.store.read(stored_nights.nights, server.guild.id, "announced")) == 3, (
        "managers as many as they like"
    )
    await server.env.advance_time(3601)
    await announced_by(server, ana)


async def announced_by(server: Server, person: Any) -> None:
    before = len(await server.store.read(stored_nights.nights, server.guild.id, "announced"))
    await server.announced(person, "in 20 hours")
    assert len(await server.store.read(stored_nights.nights, server.guild.id, "announced")) == before + 1


async def test_how_nights_are_announced_is_set_in_a_form(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    answer = await fill(server, boss, "Nights…", nights_most="0")
    assert "A member may have none announced at a time" in answer.response.content
    answer = await server.slash(ana, "night schedule", when="in 2 hours")
    assert answer == "Nights are announced here by managers alone."
    refused = await fill(server, boss, "Nights…", nights_most="99")
    assert said(refused) == "Nights that a member may announce: a whole number from 0 to 25."


async def test_a_manager_turns_reminders_pings_and_series_off(server: Server) -> None:
    boss = server.manager("boss")
    answer = await fill(server, boss, "Nights…", night_opens_minutes="15", night_reminders="no", night_pings="no")
    assert "The lobby of an announced night opens 15 minutes before its time." in answer.response.content
    assert "Nobody is reminded of nights, and nobody is pinged. Nights may come again" in answer.response.content
    answer = await fill(server, boss, "Nights…", night_series="no")
    assert "The lobby of an announced night opens at its time." in answer.response.content
    assert "People are reminded of their nights, and those who come are pinged." in answer.response.content
    assert "Nights are announced one by one." in answer.response.content
    settings = await server.bot.room.settings.of(server.guild.id)
    assert (settings.night_opens_minutes, settings.night_series, settings.night_pings) == (0, False, True)
    told = await audit(server, boss) + await audit(server, boss, 2)
    assert {"set the reminders of nights to off", "set the pings of nights to off",
            "set how many minutes before its time a night's lobby opens to 15",
            "set whether nights may come again to no"} < {*told}  # fmt: skip


# ---- bars ------------------------------------------------------------------------------------


async def test_whoever_is_barred_gets_up_and_sits_down_nowhere(server: Server) -> None:
    ana, bo, boss = server.person("ana"), server.person("bo"), server.manager("boss")
    session = await server.red_dog(ana, bo)
    _, night = await announced(server, ana)
    answer = await server.slash(boss, "cardroom bar", member=bo, length="a day", reason="loud")
    assert answer.startswith(f"<@{bo.id}> may not sit down at this server's tables until <t:")
    assert session.table.chairs[1].leaving
    no = "You may not sit down at this server's tables until <t:"
    for answer in (
        await server.slash(bo, "table leave"), await server.slash(bo, "table join", table=session.id),
        await server.slash(bo, "hearts"), await server.slash(bo, "night schedule", when="in 5 hours"),
    ):  # fmt: skip
        assert answer.startswith(no) or answer == "You sit at this table already.", answer
    assert session.table.chairs[1].leaving, "what was said is not taken back"
    await play_on_both(server, session, ana, bo)
    assert session.table.seat_of(bo.id) is None
    assert said(await bo.click(server.board, label="Join")).startswith(no)
    announcement = next(m for m in server.channel.history() if m.id == night.announcement)
    assert said(await bo.click(announcement, label="In")).startswith(no)
    answer = said(await ana.context_menu(server.channel, INVITE, bo))
    assert answer == f"<@{bo.id}> may not sit down at this server's tables now."
    assert f"Barred from the tables: <@{bo.id}> until <t:" in (await who_may(server, boss)).content
    await server.slash(boss, "cardroom unbar", member=bo, reason="sorry")
    await bo.click(server.board, label="Join")
    assert session.table.seat_of(bo.id) is not None
    assert await server.slash(boss, "cardroom unbar", member=bo) == f"<@{bo.id}> is not barred from the tables."


async def test_a_table_closes_with_the_only_person_who_is_barred(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    bo, boss = server.person("bo"), server.manager("boss")
    await server.slash(bo, "hearts")
    await server.slash(boss, "cardroom bar", member=bo, length="an hour")
    await server.env.settle()
    assert not server.bot.room.sessions or server.table.table.phase == CLOSED
    assert "could not get up" not in caplog.text


async def test_a_bar_outlives_the_erasure_of_its_member(server: Server) -> None:
    bo, boss = server.person("bo"), server.manager("boss")
    await server.slash(bo, "bank balance")
    await server.slash(boss, "cardroom bar", member=bo, length="an hour")
    asked = (await bo.slash(server.channel, "records erase")).response
    sure = (await bo.click(asked, label="Erase my data")).response
    await bo.click(sure, label="Yes, erase it for good")
    assert str(bo.id) not in str(await server.store.read(bars.barred, server.guild.id, 0))
    assert (await server.slash(bo, "hearts")).startswith("You may not sit down")
    await server.env.advance_time(3601)
    assert (await server.slash(bo, "hearts")).startswith("Your Hearts table is open")


async def test_who_is_in_the_queue_and_barred_waits_no_more(server: Server) -> None:
    ana, bo, boss = server.person("ana"), server.person("bo"), server.manager("boss")
    session = await server.pass_three(ana)
    await bo.click(server.board, label="Take a seat from the next hand")
    await server.slash(boss, "cardroom bar", member=bo, length="an hour")
    assert session.table.queue == []
    assert said(await bo.click(server.board, label="Take a seat from the next hand")).startswith("You may not sit down")


async def test_who_cannot_be_barred(server: Server) -> None:
    boss = server.manager("boss")
    assert await server.slash(boss, "cardroom bar", member=boss, length="a day") == "You cannot bar yourself."
    ana = server.person("ana")
    for command in ("cardroom bar", "cardroom unbar"):
        options = {"length": "a day"} if command == "cardroom bar" else {}
        assert await server.slash(ana, command, member=boss, **options) == MANAGERS


# ---- what is written down --------------------------------------------------------------------


async def test_the_audit_tells_who_did_what_and_why(server: Server) -> None:
    ana, bo, cleo = (server.person(name) for name in ("ana", "bo", "cleo"))
    boss = server.manager("boss")
    session = await server.red_dog(ana, bo, cleo)
    where = f"Red Dog in <#{server.channel.id}>"
    asked = (await boss.slash(server.channel, "cardroom void", table=session.id, reason="a *bad* deal")).response
    await boss.click(asked, label="Void this deal")
    await server.slash(boss, "table remove", table=session.id, seat=3)
    asked = (await boss.slash(server.channel, "cardroom close", table=session.id, reason="late")).response
    await boss.click(asked, label="Close table")
    await server.slash(boss, "cardroom bar", member=bo, length="a day", reason="loud")
    await server.slash(boss, "cardroom channel", channel=server.channel, allowed=True)
    await server.slash(boss, "cardroom game", game="hearts", allowed=False)
    await server.slash(boss, "bank grant", member=ana, amount="5", reason="a prize")
    told = await audit(server, boss) + await audit(server, boss, 2)
    assert told[0] == f"gave <@{ana.id}> 5: a prize"
    assert told[1].startswith("set the games that may be played to ") and "Hearts" not in told[1]
    assert told[2] == f"set where tables are opened to <#{server.channel.id}>"
    assert told[3].startswith(f"barred <@{bo.id}> from the tables until <t:") and told[3].endswith(": loud")
    assert told[4:] == [
        f"closed a table: {where}: late", f"removed <@{cleo.id}> from a table: {where}",
        f"made a deal void: {where}: a \\*bad\\* deal",
    ]  # fmt: skip


async def test_what_a_host_does_at_their_own_table_is_no_decision_of_managers(server: Server) -> None:
    ana, bo, boss = server.manager("ana"), server.person("bo"), server.manager("boss")
    await server.red_dog(ana, bo, start=False)
    await server.slash(ana, "table remove", seat=2)
    await ana.click((await ana.slash(server.channel, "table close")).response, label="Close table")
    assert await server.slash(boss, "cardroom audit") == "Nothing is written there yet."


async def test_the_audit_is_turned_by_buttons_and_old_ones_say_so(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    for n in range(7):
        await server.slash(boss, "bank grant", member=ana, amount="5", reason=f"no. {n}")
    shown = (await boss.slash(server.channel, "cardroom audit")).response
    turned = await boss.click(shown, label="Older")
    assert "page 2 of 2" in turned.response.content and len(turned.response.content.splitlines()) == 3
    assert max(len(line) for line in turned.response.content.splitlines()) < 300


@pytest.mark.parametrize("name", ["open_roles", "night_roles"])
async def test_a_rule_of_roles_survives_a_restart_and_is_erased_with_nothing(server: Server, name: str) -> None:
    players = role(server, "players")
    await server.store.commit(Work().do(stored_settings.set_setting, server.guild.id, name, [players.id]))
    settings = await server.bot.room.settings.of(server.guild.id)
    assert getattr(settings, name) == (players.id,) and settings.manager_roles == ()
