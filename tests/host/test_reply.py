"""One interaction: acknowledged in time, answered once, and nothing that it is to say is lost."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui

from bot.host.calls import reply as replies
from bot.host.calls.passing import Passing
from bot.host.calls.reply import Reply, answered
from bot.host.pictures.emojis import Emojis
from bot.table.errors import Rejected

from .test_live_messages import trouble

COMMAND, PRESS, FORM = (
    discord.InteractionType.application_command, discord.InteractionType.component,
    discord.InteractionType.modal_submit,
)  # fmt: skip


def spawn(work: Any) -> None:
    tasks.append(asyncio.ensure_future(work))


tasks: list[Any] = []


class Interaction:
    """An interaction on a Discord that takes its time: the first answer counts when it arrives, and is known later."""

    def __init__(self, kind: discord.InteractionType, message: int | None = 900) -> None:
        self.type, self.user, self.guild_id = kind, SimpleNamespace(id=1), 7
        flags = SimpleNamespace(ephemeral=False)
        self.message = None if message is None else SimpleNamespace(id=message, flags=flags, attachments=[])
        self.id, self.channel_id = 1, 70
        self.client = SimpleNamespace(
            passing=Passing(), answering=0, room=SimpleNamespace(emojis=Emojis(), spawn=spawn)
        )
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
        return SimpleNamespace(id=2, delete=self.delete_original_response)

    async def delete_original_response(self) -> None:
        self.calls.append("deleted")

    def is_expired(self) -> bool:
        return False


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

    async def work() -> None:
        async with answered(asked) as reply:  # type: ignore[arg-type]
            await a_few_turns()
            reply.unwatch()
            await reply.say("You cannot do that now.")

    running = asyncio.create_task(work())
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


async def test_after_a_sleep_nothing_is_sent_by_a_token_that_has_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, slept = Interaction(PRESS), timedelta()
    monkeypatch.setattr(discord.utils, "utcnow", lambda: datetime(2026, 1, 1, tzinfo=UTC) + slept)
    async with answered(asked) as reply:  # type: ignore[arg-type]
        await reply.acknowledge()
        slept = timedelta(minutes=14)
        await reply.say("Soon enough.")
        slept = timedelta(hours=2)
        await reply.say("Too late.")
    assert asked.calls == ["later", "Soon enough."]


@pytest.mark.parametrize("slow", [False, True])
async def test_a_form_whose_message_is_gone_is_answered(slow: bool) -> None:
    asked = Interaction(FORM, message=None)
    async with answered(asked):  # type: ignore[arg-type]
        if slow:
            await a_few_turns()
    assert asked.calls == (["thinking", "Done."] if slow else ["Done."])


async def test_what_would_change_a_message_that_is_gone_is_said_anew() -> None:
    interaction = Interaction(FORM, message=None)
    async with answered(interaction) as reply:  # type: ignore[arg-type]
        await reply.change("It stands like this now.")
    assert interaction.calls == ["It stands like this now."]


async def test_a_press_whose_message_went_meanwhile_is_answered() -> None:
    asked = Interaction(PRESS)
    asked.refused = trouble(404, 10008)
    async with answered(asked):  # type: ignore[arg-type]
        await a_few_turns()
        asked.refused = None
        asked.message = None
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


@pytest.mark.parametrize("fault", [trouble(403, 50013), RuntimeError("a wire is loose")])
async def test_nobody_is_left_without_an_answer_whatever_fails(fault: Exception) -> None:
    asked = Interaction(COMMAND, message=None)
    async with answered(asked):  # type: ignore[arg-type]
        raise fault
    assert len(asked.calls) == 1 and asked.first == asked.calls[0]


async def test_a_refusal_takes_the_place_of_the_last_one() -> None:
    first, second, elsewhere = (Interaction(COMMAND, message=None) for _ in range(3))
    second.client = elsewhere.client = first.client
    elsewhere.channel_id = 71
    for asked in (first, second, elsewhere):
        async with answered(asked):  # type: ignore[arg-type]
            raise Rejected("Not now.")
    assert (first.calls, second.calls, elsewhere.calls) == (["Not now.", "deleted"], ["Not now."], ["Not now."])


async def test_what_is_done_beside_a_press_answers_nobody() -> None:
    asked = Interaction(COMMAND)
    async with answered(asked) as reply:  # type: ignore[arg-type]
        assert replies.asking.get() is reply
        await reply.say("You sit down.")
    assert replies.asking.get() is None


async def test_cards_of_a_refusal_have_the_signs_of_their_suits() -> None:
    asked = Interaction(PRESS)
    async with answered(asked):  # type: ignore[arg-type]  # all of an interaction that a reply needs
        raise Rejected("10H and 7S do not go together; type `7S 7C` in CD.")
    assert asked.calls[-1] == "10♥ and 7♠ do not go together; type `7S 7C` in CD."
