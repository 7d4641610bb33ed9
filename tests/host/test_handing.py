"""Two processes on one database: what Ana presses in direct messages is heard by the first one, and answered by the one
that has her table."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.host import handing
from bot.host.calls.server_names import LEFT
from bot.host.handing import AWAY
from bot.host.members import NO_MEMBER
from bot.store import Store, Work, handed, settings
from bot.store.connection import Connection
from bot.table.session import Session
from tests.host.here import eventually
from tests.host.several import Several, several

JSON = dict[str, Any]
SENTENCE, THINKING, DEFERRED, EDITED, FORM = 4, 5, 6, 7, 9
"""Discord's types of a first answer."""
SEVERAL = "You sit at several tables; say with `table:` which one you mean."


@pytest_asyncio.fixture
async def both(postgres_database: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Several]:
    """Nothing that identifies a press, and can be used by others, is ever in the log."""
    caplog.set_level(logging.DEBUG, "bot")
    async with several(postgres_database, tmp_path) as made:
        await made.start(0, 1)
        yield made
        tokens = [*made.local.interactions.by_token]
        assert tokens and not any(token in line for token in tokens for line in caplog.messages)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """An owner that is not there is given up soon."""
    monkeypatch.setattr(handing, "AGAIN_SECONDS", 0.05)


def own(both: Several, number: int) -> Session:
    """The only table of this process."""
    (session,) = both.rooms[number].room.sessions.values()
    return session


async def play(both: Several, number: int, game: str = "poker") -> JSON:
    """Ana plays at a table of this process; her panel in her direct messages."""
    known = {id for room in both.ana.messages.values() for id in room}
    await both.table(number, game)
    where = (await both.ana.dm())["id"]
    return await both.ana.message(lambda m: m["channel_id"] == where and m["id"] not in known and bool(m["components"]))


async def says(both: Several, text: str) -> JSON:
    """What Ana is told with these words."""
    return await both.ana.message(lambda m: text in m["content"])


async def quiet(both: Several) -> None:
    """Until nobody has anything to write."""
    for _ in range(2):
        await asyncio.sleep(0.2)
        for room in both.rooms.values():
            await room.room.display.idle()


async def at_once(both: Several, number: int) -> None:
    """House players of this process's server move at once."""
    store, guild = both.rooms[number].room.store, both.servers[number]
    await store.commit(Work().do(settings.set_setting, guild, "house_pace_ms", 0))


def rows(both: Several) -> int:
    deal = own(both, 1).table.deal
    return -1 if deal is None else len(deal.rows)


def controls(message: JSON) -> list[JSON]:
    return [control for row in message["components"] for control in row["components"]]


def which(message: JSON, wanted: Callable[[JSON], bool]) -> str:
    """The id of a control."""
    return next(c["custom_id"] for c in controls(message) if wanted(c) and not c.get("disabled"))


def labelled(label: str) -> Callable[[JSON], bool]:
    return lambda control: str(control.get("label", "")).startswith(label)


async def their_turn(both: Several, panel: JSON) -> JSON:
    """The panel once Ana may bet."""
    await both.ana.update(panel, lambda m: any(labelled("Min")(c) for c in controls(m)))
    await quiet(both)
    return both.ana.current(panel)


def busy(both: Several, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """The owner comes to what is handed over after this time only."""
    handing_ = both.rooms[1]._handing
    assert handing_ is not None
    take = handing_._take

    async def later(id: int) -> None:
        await asyncio.sleep(seconds)
        await take(id)

    monkeypatch.setattr(handing_, "_take", later)


async def kept(store: Store) -> list[tuple[str, str]]:
    """What the records have of it: states, and what Discord has sent."""

    def of(db: Connection) -> list[tuple[str, str]]:
        return db.execute("SELECT state, sent FROM handed ORDER BY interaction").fetchall()

    return await store.read(of)


# ---- what is pressed -----------------------------------------------------------------------------


async def test_a_press_is_played_where_the_table_is(both: Several) -> None:
    await at_once(both, 1)
    panel = await their_turn(both, await play(both, 1))
    before = rows(both)
    pressed = await both.ana.press(panel, which(panel, labelled("Min")))
    assert pressed.type == EDITED, "the panel that was pressed is the answer"
    await eventually(lambda: rows(both) != before)
    assert await kept(both.rooms[0].room.store) == [(handed.TAKEN, "")]
    assert both.rooms[0].room.sessions == {}


async def test_a_form_is_opened_and_sent_off(both: Several) -> None:
    await at_once(both, 1)
    panel = await their_turn(both, await play(both, 1))
    opened = await both.ana.press(panel, which(panel, labelled("Other")))
    assert opened.type == FORM and opened.modal is not None
    before = rows(both)
    await both.ana.submit(opened.modal, amount="10")
    await eventually(lambda: rows(both) != before)
    assert [state for state, _ in await kept(both.rooms[0].room.store)] == [handed.TAKEN] * 2


async def test_a_menu_is_chosen_from(both: Several) -> None:
    panel = await play(both, 1, "hearts")
    panel = await both.ana.update(panel, lambda m: any(c["type"] == 3 for c in controls(m)))
    menu = next(c for c in controls(panel) if c["type"] == 3)
    await both.ana.choose(panel, menu["custom_id"], [each["value"] for each in menu["options"][: menu["min_values"]]])
    after = await both.ana.update(panel, lambda m: controls(m) != controls(panel))
    assert [state for state, _ in await kept(both.rooms[0].room.store)] == [handed.TAKEN]
    assert after["id"] == panel["id"]


async def test_a_command_about_the_own_hand_is_answered(both: Several) -> None:
    await play(both, 1, "hearts")
    await both.ana.slash("@dm", "hand")
    shown = await both.ana.message(lambda m: bool(m["flags"] & 64) and bool(m["attachments"]))
    assert "Hearts" in shown["content"]


async def test_a_refusal_comes_from_the_table(both: Several) -> None:
    await play(both, 1, "hearts")
    before = rows(both)
    await both.ana.slash("@dm", "play", move="rubbish")
    await says(both, "“rubbish” is not a card")
    assert rows(both) == before


async def test_who_has_left_the_server_is_refused(both: Several) -> None:
    await play(both, 1, "hearts")
    both.local.world.leave(str(both.servers[1]), both.ana.id)
    both.rooms[1].room.members._known.clear()  # as a minute later
    await both.ana.slash("@dm", "hand")
    await says(both, NO_MEMBER)
    assert both.rooms[0].room.members._known == {}, "who does not know the server asks nobody"


async def test_the_same_interaction_is_carried_out_once(both: Several) -> None:
    await at_once(both, 1)
    panel = await their_turn(both, await play(both, 1))
    heard = list[JSON]()
    both.local.world.listeners.append(lambda e: heard.append(e.d) if e.t == "INTERACTION_CREATE" else None)
    await both.ana.press(panel, which(panel, labelled("Min")))
    await quiet(both)
    before = rows(both), own(both, 1).table.deals_begun
    for _ in range(2):
        both.local.world.emit("INTERACTION_CREATE", heard[0], to=both.local.world.bot_id)
        await asyncio.sleep(0.2)
        both.rooms[0]._known.clear()  # as after a restart
    await quiet(both)
    assert (rows(both), own(both, 1).table.deals_begun) == before
    assert len(await kept(both.rooms[0].room.store)) == 1


# ---- owners that are busy or gone ----------------------------------------------------------------


async def test_a_busy_owner_finds_it_acknowledged(both: Several, monkeypatch: pytest.MonkeyPatch) -> None:
    await at_once(both, 1)
    panel = await their_turn(both, await play(both, 1))
    before = rows(both)
    busy(both, monkeypatch, 1.3)
    pressed = await both.ana.press(panel, which(panel, labelled("Min")))
    assert pressed.type == DEFERRED and rows(both) == before
    await eventually(lambda: rows(both) != before)
    await both.ana.update(panel, lambda m: not any(labelled("Min")(c) for c in controls(m)))
    await both.ana.slash("@dm", "table pause")
    await says(both, "paused")
    assert [state for state, _ in await kept(both.rooms[0].room.store)] == [handed.TAKEN] * 2


async def test_a_busy_owner_cannot_open_a_form_any_more(both: Several, monkeypatch: pytest.MonkeyPatch) -> None:
    await at_once(both, 1)
    panel = await their_turn(both, await play(both, 1))
    busy(both, monkeypatch, 1.3)
    pressed = await both.ana.press(panel, which(panel, labelled("Other")))
    assert pressed.type == DEFERRED
    await says(both, "press again")


@pytest.mark.usefixtures("impatient")
async def test_an_owner_that_is_gone_carries_nothing_out_when_it_comes_back(both: Several) -> None:
    await at_once(both, 1)
    panel = await their_turn(both, await play(both, 1))
    before, deals = rows(both), own(both, 1).table.deals_begun
    await both.stop(1)
    pressed = await both.ana.press(panel, which(panel, labelled("Min")))
    assert pressed.type == DEFERRED
    await says(both, AWAY)
    assert await kept(both.rooms[0].room.store) == [(handed.GIVEN_UP, "")]
    await both.start(1)
    await eventually(lambda: both.rooms[1].room.uptime.all_back)
    await quiet(both)
    assert (rows(both), own(both, 1).table.deals_begun) == (before, deals)
    panel = await their_turn(both, panel)
    await both.ana.press(panel, which(panel, labelled("Min")))
    await eventually(lambda: rows(both) != before)


@pytest.mark.usefixtures("impatient")
async def test_what_was_given_up_is_taken_by_nobody(both: Several, monkeypatch: pytest.MonkeyPatch) -> None:
    await at_once(both, 1)
    panel = await their_turn(both, await play(both, 1))
    before = rows(both)
    busy(both, monkeypatch, 3)
    await both.ana.press(panel, which(panel, labelled("Min")))
    await says(both, AWAY)
    await asyncio.sleep(2)
    assert rows(both) == before and await kept(both.rooms[0].room.store) == [(handed.GIVEN_UP, "")]


async def test_an_owner_that_begins_meanwhile_carries_it_out(both: Several) -> None:
    await at_once(both, 1)
    panel = await their_turn(both, await play(both, 1))
    before = rows(both)
    await both.stop(1)
    pressing = asyncio.create_task(both.ana.press(panel, which(panel, labelled("Min"))))
    await both.start(1)
    assert (await pressing).type in (DEFERRED, EDITED)
    await eventually(lambda: both.rooms[1].room.sessions and rows(both) != before)


async def test_without_the_first_process_servers_go_on(both: Several) -> None:
    await at_once(both, 1)
    await play(both, 1)
    await both.stop(0)
    board = await both.ana.message(lambda m: any(labelled("Min")(c) for c in controls(m)), channel=both.channel(1))
    before = rows(both)
    await quiet(both)
    await both.ana.press(board, which(both.ana.current(board), labelled("Min")))
    await eventually(lambda: rows(both) != before)


# ---- several tables ------------------------------------------------------------------------------


async def test_between_tables_of_two_processes_nothing_is_guessed(both: Several) -> None:
    for number in range(2):
        await play(both, number, "hearts")
    await both.ana.slash("@dm", "hand")
    await says(both, SEVERAL)
    listed = {each["value"]: each["name"] for each in await both.ana.autocomplete("@dm", "hand", "table", "")}
    assert listed.keys() == {own(both, number).id for number in range(2)}
    assert all(name.startswith("Hearts") for name in listed.values())
    for number in range(2):
        await both.ana.slash("@dm", "hand", table=own(both, number).id)
        await both.ana.message(lambda m: bool(m["flags"] & 64) and bool(m["attachments"]))
    assert [state for state, _ in await kept(both.rooms[0].room.store)] == [handed.TAKEN]


async def test_all_tables_are_told(both: Several) -> None:
    for number in range(2):
        await play(both, number, "hearts")
    await both.ana.slash("@dm", "help")
    front = await both.ana.message(lambda m: any(labelled("My tables")(c) for c in controls(m)))
    await both.ana.press(front, "My tables")
    await says(both, "You sit at 2 tables")


# ---- what is not about a table -------------------------------------------------------------------


async def test_records_are_erased_by_the_process_that_has_the_server(both: Several) -> None:
    await both.ana.slash(both.channel(1), "red-dog")
    await both.ana.dm()
    await both.ana.slash("@dm", "table close")
    await both.ana.press(await says(both, "Close the table?"), "Close table")
    await eventually(lambda: not both.rooms[1].room.sessions)
    await both.ana.slash("@dm", "records mine")
    name = both.local.world.guilds[str(both.servers[1])]["name"]
    told = await says(both, f"This is all that is kept about you in {name}.")
    assert json.loads(await both.ana.picture(told))["presses handed over"]
    await both.ana.slash("@dm", "records erase")
    asked = await says(both, f"**{name}**")
    await both.ana.press(asked, "Erase my data")
    await both.ana.press(asked, "Yes, erase it for good")
    await both.ana.update(asked, lambda m: m["content"] == "Your data is erased.")
    await both.ana.slash("@dm", "records mine")
    await says(both, "Nothing is kept about you in any server")


async def test_servers_of_all_processes_are_listed_by_their_names(both: Several) -> None:
    for number in range(2):
        await both.ana.slash(both.channel(number), "red-dog")
    await both.ana.dm()
    listed = {
        int(one["value"]): one["name"] for one in await both.ana.autocomplete("@dm", "records mine", "server", "")
    }
    assert listed == {id: both.local.world.guilds[str(id)]["name"] for id in both.servers.values()}
    both.local.world.leave(str(both.servers[1]), both.local.world.bot_id)
    both.rooms[0].room.server_names._told.clear()
    gone = await both.ana.autocomplete("@dm", "records mine", "server", str(both.servers[1]))
    assert [one["name"] for one in gone] == [LEFT.format(both.servers[1])]


async def test_what_is_written_there_buries_panels_of_all_processes(both: Several) -> None:
    panel = await play(both, 1, "hearts")
    channel = panel["channel_id"]
    for n in range(3):
        await both.ana.say(channel, f"Hm {n}")
    shown = both.rooms[1].room.display.panels.sent(own(both, 1), int(both.ana.id))
    assert shown is not None
    await eventually(lambda: shown.buried == 3)
