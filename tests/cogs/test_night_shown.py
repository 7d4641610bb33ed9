"""An announcement says how its night is, whatever comes between."""

from __future__ import annotations

import asyncio

import pytest

from bot.host.calls.reply import Reply

from .ahead import HOUR_MS, MINUTE_MS, answers, until
from .server import Server


async def test_an_answer_that_was_stored_and_not_shown_is_shown_after_a_moment(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night = await server.announced(ana)

    async def killed(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as away:
        away.setattr("bot.host.nights.planner.Planner.show", killed)
        away.setattr(Reply, "change", killed)
        await answers(server, night, "In", bo)
        assert f"<@{bo.id}>" not in (await server.announcement(night)).content
    await server.env.advance_time(120)
    assert f"**In** (1): <@{bo.id}>" in (await server.announcement(night)).content


async def test_an_old_announcement_is_edited_twice_an_hour_at_most(server: Server) -> None:
    ana, bo, cleo = (server.person(name) for name in ("ana", "bo", "cleo"))
    night = await server.announced(ana, "in 5 hours")
    await until(server, night, -3 * HOUR_MS)
    assert night.event is not None
    await bo.subscribe_event(night.event)
    await server.env.advance_time(60)
    assert f"<@{bo.id}>" in (await server.announcement(night)).content, "the first"
    await cleo.subscribe_event(night.event)
    await server.env.advance_time(60)
    assert f"<@{cleo.id}>" not in (await server.announcement(night)).content, "the second is for what matters"
    await server.slash(ana, "night cancel", announced=night.id)
    await server.env.advance_time(60)
    now = (await server.announcement(night)).content
    assert now.startswith("**Friday** is called off.") and f"<@{cleo.id}>" in now


async def test_what_had_to_wait_is_shown_an_hour_later(server: Server) -> None:
    ana, bo, cleo = (server.person(name) for name in ("ana", "bo", "cleo"))
    night = await server.announced(ana, "in 5 hours")
    await until(server, night, -3 * HOUR_MS)
    assert night.event is not None
    for person in (bo, cleo):
        await person.subscribe_event(night.event)
        await server.env.advance_time(60)
    await until(server, night, -2 * HOUR_MS + 3 * MINUTE_MS)
    assert f"<@{cleo.id}>" in (await server.announcement(night)).content
