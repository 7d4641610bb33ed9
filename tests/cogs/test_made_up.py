"""Presses that Discord would not send: made-up tables, verbs and arguments, and those of another server."""

from __future__ import annotations

from typing import Any

import pytest
from simcord import actors

from bot.show.controls.control_id import button_id, menu_id
from bot.store import ledger

from .server import Server, said
from .test_bad_input import as_it_is

ARGS = ("", "x", "-1", "0", "9" * 30, "1.2", "1.1.1.x", "1.1.1.1", "²", "a.b.c.d", "?", "hearts.x", "999.1.0.0")
VERBS = {
    "bank": ("@history", "@x"), "games": ("@page", "@back", "@rules", "@x"), "mine": ("@x", "@keep"),
    "invite": ("@to",), "night": ("@in", "@x"), "cardroom": ("@form", "@game", "@audit", "@x"),
}  # fmt: skip
OF_A_TABLE = (
    "@replay", "@join", "@options", "@sort", "@undo", "@deal", "@variant", "@rebuy", "@leave", "@nothing", "bet",
    "?bet", "<bet", "^bet", "!bet", "!@leave", "@more", "@hand", "@stay", "@close", "@end", "@unwatch",
)  # fmt: skip


async def press(server: Server, person: Any, message: Any, id: str, values: list[str] | None = None) -> Any:
    """A press on a control of this id, on a message of ours that has been made up to have it."""
    seen = as_it_is(server, message)
    kind = 2 if values is None else 3
    look = (
        {"label": "Made up", "style": 1} if values is None else {"options": [{"label": v, "value": v} for v in values]}
    )
    seen.components = [{"type": 1, "components": [{"type": kind, "custom_id": id, **look}]}]
    data: Any = {"custom_id": id, "component_type": kind} | ({"values": values} if values is not None else {})
    return await actors._component_interaction(person, seen, data)


@pytest.mark.parametrize("desk", VERBS)
async def test_a_made_up_argument_is_answered_in_a_sentence(
    server: Server, caplog: pytest.LogCaptureFixture, desk: str
) -> None:
    boss = server.manager("boss")
    await server.red_dog(boss, start=False)
    books = await server.books()
    for verb in VERBS[desk]:
        for arg in ARGS:
            result = await press(server, boss, server.board, button_id(desk, 0, verb, arg))
            assert result.response is not None or result.followups or result.modal, (verb, arg)
    assert await server.books() == books
    assert not [r.getMessage() for r in caplog.records if r.levelname == "ERROR"]


async def test_made_up_controls_of_a_table_are_answered_in_a_sentence(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session, cy = await server.red_dog(ana, bo), server.person("cy")
    for verb in OF_A_TABLE:
        for arg in ARGS:
            await press(server, cy, server.board, button_id(session.id, 0, verb, arg))
    for verb in ("@family", "@variant", "@game", "@players", "bet", "@x"):
        for value in ARGS[1:]:
            await press(server, ana, server.board, menu_id(session.id, 0, verb), [value])
    assert not [r.getMessage() for r in caplog.records if r.levelname == "ERROR"]
    assert await server.store.read(ledger.audit) == []


async def test_a_press_from_another_server_reaches_no_table(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    elsewhere = server.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("cards")
    stranger = elsewhere.add_member(server.env.create_user("stranger"))
    await stranger.slash(channel, "red-dog")
    theirs = channel.history()[-1] if channel.history()[-1].components else channel.history()[0]
    books = await server.books()
    for verb in ("@join", "@more", "@hand", "@leave", "@replay", "bet"):
        arg = "1.1.0.0" if verb == "@replay" else "100"
        result = await press(server, stranger, theirs, button_id(session.id, 0, verb, arg))
        assert said(result) == "There is no such table here.", verb
    assert await server.books() == books and session.table.seat_of(stranger.id) is None
    refused = await stranger.slash(channel, "score", table=session.id)
    assert said(refused) == "There is no such table here; choose one from the list."
