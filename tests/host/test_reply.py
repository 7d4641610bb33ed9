"""One interaction: acknowledged in time, answered once, and nothing that it is to say is lost."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui

from bot.host import reply as replies
from bot.host.presses import answered
from bot.host.reply import Reply

from .test_posts import trouble

COMMAND, PRESS, FORM = (
    discord.InteractionType.application_command, discord.InteractionType.component,
    discord.InteractionType.modal_submit,
)  # fmt: skip


class Client:
    """All that answering asks of a client."""

    def __init__(self) -> None:
        self._known: set[int] = set()

    def is_new(self, interaction: int) -> bool:
        new = interaction not in self._known
        self._known.add(interaction)
        return new


class Interaction:
    """An interaction on a Discord that takes its time: the first answer counts when it arrives, and is known later."""

    def __init__(self, kind: discord.InteractionType, message: int | None = 900) -> None:
        self.type, self.user, self.guild_id = kind, SimpleNamespace(id=1), 7
        flags = SimpleNamespace(ephemeral=False)
        self.message = None if message is None else SimpleNamespace(id=message, flags=flags, attachments=[])
        self.id, self.client = 1, Client()
        self.response, self.followup = self, self
        self.slow = asyncio.Event()
        self.slow.set()
        self.refused: Exception | None = None
        self.first: str | None = None
        self.calls: list[str] = []
        self._known = False

    def is_done(self) -> bool:
        return self._known

    async def _answer(self, what: str) -> Any:
        if self.first is not None:
            self.calls.append("once too often")
            raise trouble(400, 40060)
        self.calls.append(what)
        if self.refused is not None:
            raise self.refused
        self.first = what
        await self.slow.wait()
        self._known = True
        return SimpleNamespace(message_id=1)

    async def defer(self, *, ephemeral: bool = False, thinking: bool = False) -> None:
        if self.message is None and not thinking:
            self.calls.append("nothing to update")
            raise trouble(400, 50035)
        await self._answer("thinking" if thinking else "later")

    async def send_message(self, text: str, **_: Any) -> Any:
        return await self._answer(text)

    async def send_modal(self, form: ui.Modal) -> None:
        await self._answer(form.title)

    async def send(self, text: str, **_: Any) -> Any:
        assert self._known, "there is nothing yet that it could follow"
        self.calls.append(text)
        return SimpleNamespace(id=2)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replies, "ACKNOWLEDGE_AFTER", 0)


async def a_few_turns() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.mark.parametrize("kind", [COMMAND, PRESS])
async def test_an_acknowledgement_on_its_way_is_not_stopped(kind: discord.InteractionType) -> None:
    asked = Interaction(kind)
    asked.slow.clear()
    reply = Reply(asked)  # type: ignore[arg-type]  # all of an interaction that a reply needs
    reply.watch()
    await a_few_turns()
    assert len(asked.calls) == 1
    settled = asyncio.create_task(reply.settle("All is well."))
    await a_few_turns()
    asked.slow.set()
    await settled
    assert asked.calls == (["thinking", "All is well."] if kind is COMMAND else ["later"])


async def test_a_sentence_is_said_though_the_acknowledgement_is_on_its_way() -> None:
    asked = Interaction(PRESS)
    asked.slow.clear()

    async def work(reply: Reply) -> None:
        await a_few_turns()
        reply.unwatch()
        await reply.say("You cannot do that now.")

    running = asyncio.create_task(answered(asked, work))  # type: ignore[arg-type]
    await a_few_turns()
    await a_few_turns()
    asked.slow.set()
    await running
    assert asked.calls == ["later", "You cannot do that now."]


async def test_an_acknowledgement_that_has_come_though_nobody_knew_is_one() -> None:
    asked = Interaction(PRESS)
    asked.first, asked._known = "later", False
    reply = Reply(asked)  # type: ignore[arg-type]
    await reply.acknowledge()
    asked._known = True  # of the webhook, which knows no better
    await reply.say("You cannot do that now.")
    assert asked.calls == ["once too often", "You cannot do that now."]


@pytest.mark.parametrize("slow", [False, True])
async def test_a_form_whose_message_is_gone_is_answered(slow: bool) -> None:
    asked = Interaction(FORM, message=None)

    async def work(_: Reply) -> None:
        if slow:
            await a_few_turns()

    await answered(asked, work)  # type: ignore[arg-type]
    assert asked.calls == (["thinking", "Done."] if slow else ["Done."])


async def test_a_press_whose_message_went_meanwhile_is_answered() -> None:
    asked = Interaction(PRESS)
    asked.refused = trouble(404, 10008)

    async def work(_: Reply) -> None:
        await a_few_turns()
        asked.refused = None
        asked.message = None

    await answered(asked, work)  # type: ignore[arg-type]
    assert asked.calls == ["later", "Done."]


async def test_a_form_is_asked_for_once_and_never_too_late() -> None:
    asked = Interaction(PRESS)
    asked.slow.clear()
    reply = Reply(asked)  # type: ignore[arg-type]
    reply.watch()
    await a_few_turns()
    form = asyncio.create_task(reply.ask(ui.Modal(title="How much?")))
    await a_few_turns()
    asked.slow.set()
    await form
    assert asked.calls == ["later", "That took too long; please press again."]


async def test_what_discord_tells_twice_is_done_once() -> None:
    asked, done = Interaction(COMMAND), []

    async def work(reply: Reply) -> None:
        done.append(reply.user)
        await reply.say("You sit down.")

    await answered(asked, work)  # type: ignore[arg-type]
    await answered(asked, work)  # type: ignore[arg-type]
    assert done == [1] and asked.calls == ["You sit down."]
