"""One message: coalesced, answered, tried again, and posted afresh where it is gone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.host.calls.direct import DirectMessages
from bot.host.calls.rate_limiter import RateLimiter
from bot.host.calls.reply import asking
from bot.host.messages.ephemeral import EphemeralMessage
from bot.host.messages.live_messages import ChannelMessage, LiveMessage
from bot.host.pictures.emojis import Emojis
from bot.host.pictures.render_queue import Rank, Turn
from bot.show.controls.components import Button, Menu, Option, Rows
from bot.show.messages.page import MessageContent
from bot.store import Store, direct_messages
from card_art import scene as art

HANGS = 60.0
"""Real seconds after which something hangs, on however busy a machine."""


def face(text: str) -> MessageContent:
    return MessageContent(text, art.Scene(text, "", seats=(art.Seat(name="Ann"),)), text)


class Discord:
    """A client, its only channel and its messages; every call is written down."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, Any]] = []
        self.controls: list[bool] = []
        """Whether each edit has sent the controls again."""
        self.troubles: list[Exception] = []
        self.slow = asyncio.Event()
        self.slow.set()
        self.next_id = 1000

    def get_partial_messageable(self, _: int) -> Discord:
        return self

    def get_partial_message(self, id: int) -> Any:
        return SimpleNamespace(edit=self._edit, delete=lambda: self._call("delete", id))

    async def _call(self, what: str, text: Any) -> None:
        self.calls.append((what, text))
        await self.slow.wait()
        if self.troubles and what != "delete":
            raise self.troubles.pop(0)

    async def _edit(self, content: str, **more: Any) -> None:
        self.controls.append("view" in more)
        await self._call("edit", content)

    async def send(self, content: str, **_: Any) -> Any:
        await self._call("send", content)
        self.next_id += 1
        return SimpleNamespace(id=self.next_id)

    async def create_dm(self, user: discord.Object) -> Any:
        await self._call("open", user.id)
        return SimpleNamespace(id=user.id + 5000)


def at_once(newest: Callable[[], Any]) -> Turn:
    turn = Turn(newest, asyncio.get_running_loop().create_future())
    turn.begun.set_result(None)
    return turn


class RenderQueue:
    """Draws at once, unless it is told to wait."""

    def __init__(self) -> None:
        self.slow = asyncio.Event()
        self.slow.set()
        self.ranks: list[Rank] = []

    def turn(self, newest: Callable[[], Any], rank: Rank) -> Turn:
        self.ranks.append(rank)
        return at_once(newest)

    async def drawn(
        self, content: MessageContent, rank: Rank = Rank.PRESSED, *, table: str = ""
    ) -> tuple[MessageContent, bytes]:
        await self.slow.wait()
        return content, b"png"


def trouble(status: int, code: int = 0) -> discord.HTTPException:
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.DiscordServerError if status >= 500 else discord.HTTPException)
    return kind(SimpleNamespace(status=status, reason="no"), {"code": code, "message": "no"})  # type: ignore[arg-type]


@pytest.fixture
def world() -> Discord:
    return Discord()


@pytest.fixture
def lost() -> list[discord.HTTPException]:
    return []


@pytest.fixture
def render_queue() -> RenderQueue:
    return RenderQueue()


@pytest.fixture
def post(
    world: Discord, render_queue: RenderQueue, lost: list[discord.HTTPException], monkeypatch: pytest.MonkeyPatch
) -> ChannelMessage:
    async def is_lost(error: discord.HTTPException) -> None:
        lost.append(error)

    sleep = asyncio.sleep
    monkeypatch.setattr("bot.host.messages.live_messages.asyncio.sleep", lambda _: sleep(0))
    post = ChannelMessage(
        world, render_queue, 1, 900, table="t", emojis=Emojis(), limiter=RateLimiter(),  # type: ignore[arg-type]
        moved=lambda _: None, lost=is_lost,
    )  # fmt: skip
    post._posted = discord.utils.utcnow()
    return post


async def test_the_newest_state_wins(world: Discord, post: ChannelMessage) -> None:
    world.slow.clear()
    post.refresh(face("one"))
    await asyncio.sleep(0.01)
    for text in ("two", "three", "four"):
        post.refresh(face(text))
    world.slow.set()
    await post.idle()
    assert world.calls == [("edit", "one"), ("edit", "four")]


async def test_what_is_shown_already_is_not_written_again(world: Discord, post: ChannelMessage) -> None:
    for _ in range(3):
        post.refresh(face("one"))
        await post.idle()
    assert world.calls == [("edit", "one")]


@pytest.mark.parametrize("passing", [trouble(500), trouble(503), trouble(429), ConnectionResetError(), TimeoutError()])
async def test_a_board_never_stays_stale(world: Discord, post: ChannelMessage, passing: Exception) -> None:
    world.troubles = [passing] * 7
    post.refresh(face("one"))
    await asyncio.sleep(0)
    post.refresh(face("two"))
    await post.idle()
    assert world.calls[-1] == ("edit", "two") and post.shown == face("two")


async def test_what_discord_will_never_take_is_given_up(world: Discord, post: ChannelMessage, lost: list[Any]) -> None:
    world.troubles = [trouble(403, 50013)]
    post.refresh(face("one"))
    await post.idle()
    assert [e.code for e in lost] == [50013] and len(world.calls) == 1
    post.refresh(face("one"))  # the next step of the table has it shown again
    await post.idle()
    assert post.shown == face("one")


async def test_a_press_does_not_wait_for_what_comes_of_a_write_that_failed(
    world: Discord, post: ChannelMessage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def pause(_: discord.HTTPException) -> None:
        if (reply := asking.get()) is not None:
            await post.answer(face("paused"), reply)  # by the writer that waits for us here
        else:
            post.refresh(face("paused"))

    monkeypatch.setattr(post, "_on_lost", pause)
    world.troubles = [trouble(403, 50013)]
    before = asking.set(Pressed())  # type: ignore[arg-type]
    post.refresh(face("one"), fresh=True)
    asking.reset(before)
    async with asyncio.timeout(HANGS):
        await post.idle()
    assert post.shown == face("paused")


@pytest.mark.parametrize("code", [10008, 30046])
async def test_gone_or_too_old_it_is_posted_anew(world: Discord, post: ChannelMessage, code: int) -> None:
    world.troubles = [trouble(404 if code == 10008 else 400, code)]
    post.refresh(face("one"))
    await post.idle()
    assert world.calls == [("edit", "one"), ("send", "one"), ("delete", 900)] and post.message == 1001


class Pressed:
    """An interaction that is being answered."""

    def __init__(self, takes: bool = True, on: int = 900) -> None:
        self.done, self.takes, self.message = False, takes, on
        self.said: list[str] = []

    async def edit(self, content: MessageContent, png: bytes) -> bool:
        if not self.takes:
            raise trouble(404, 10062)
        if self.done:
            return False
        self.done = True
        self.said.append(content.text)
        return True

    async def acknowledge(self) -> None:
        if not self.done:
            self.done = True
            self.said.append("…")


async def test_a_press_is_answered_with_the_picture(world: Discord, post: ChannelMessage) -> None:
    reply = Pressed()
    await post.answer(face("one"), reply)  # type: ignore[arg-type]
    assert reply.said == ["one"] and world.calls == []


async def test_whose_picture_is_drawn_first(render_queue: RenderQueue, post: ChannelMessage) -> None:
    async def ranks(text: str, **how: bool) -> list[Rank]:
        render_queue.ranks.clear()
        post.refresh(face(text), **how)
        await post.idle()
        return render_queue.ranks

    assert await ranks("somebody looks on") == [Rank.LATER]
    assert await ranks("somebody is to decide", soon=True) == [Rank.DECIDES]
    assert await ranks("a deal begins", fresh=True) == [Rank.PRESSED]
    render_queue.ranks.clear()
    await post.answer(face("pressed"), Pressed(on=post.message or 0))  # type: ignore[arg-type]
    late = Pressed()
    late.done = True
    await post.answer(face("acknowledged before that"), late)  # type: ignore[arg-type]
    await post.idle()
    await post.answer(face("refused"), Pressed(takes=False, on=post.message or 0))  # type: ignore[arg-type]
    await post.idle()
    assert set(render_queue.ranks) == {Rank.PRESSED} and len(render_queue.ranks) >= 4
    assert await ranks("somebody looks on again") == [Rank.LATER]


async def pressed_meanwhile(
    world: Discord, post: ChannelMessage, reply: Pressed, *, fresh: bool = False
) -> asyncio.Task[None]:
    """A press that leads to `two`, while `one` is being written: once the world is quick again, it is answered."""
    world.slow.clear()
    post.refresh(face("one"), fresh=fresh)
    await asyncio.sleep(0.01)
    answered = asyncio.create_task(post.answer(face("two"), reply))  # type: ignore[arg-type]
    await asyncio.sleep(0.01)
    return answered


async def test_a_press_during_a_write_is_answered_after_it(world: Discord, post: ChannelMessage) -> None:
    answered = await pressed_meanwhile(world, post, reply := Pressed())
    assert reply.said == [] and world.calls == [("edit", "one")]
    world.slow.set()
    await answered
    assert reply.said == ["two"] and world.calls == [("edit", "one")] and post.shown == face("two")


async def test_a_press_that_was_acknowledged_meanwhile_is_shown_by_an_edit(
    world: Discord, post: ChannelMessage
) -> None:
    answered = await pressed_meanwhile(world, post, reply := Pressed())
    await reply.acknowledge()  # it took too long
    world.slow.set()
    await answered
    await post.idle()
    assert reply.said == ["…"] and world.calls == [("edit", "one"), ("edit", "two")]


async def test_of_several_presses_the_latest_takes_the_newest_state(world: Discord, post: ChannelMessage) -> None:
    world.slow.clear()
    post.refresh(face("one"))
    await asyncio.sleep(0.01)
    replies = [Pressed(), Pressed(), Pressed()]
    every = asyncio.gather(*(post.answer(face(str(n)), r) for n, r in enumerate(replies)))  # type: ignore[arg-type]
    await asyncio.sleep(0.01)
    world.slow.set()
    await every
    await post.idle()
    assert [r.said for r in replies] == [["…"], ["…"], ["2"]] and world.calls == [("edit", "one")]


async def test_a_press_waits_for_no_turn(world: Discord, post: ChannelMessage) -> None:
    pace = post._limiter  # pyright: ignore[reportPrivateUsage]
    others = [pace.turn() for _ in range(400)]  # ten seconds of calls
    post.refresh(face("one"))
    await asyncio.sleep(0.01)
    reply = Pressed()
    await asyncio.wait_for(post.answer(face("two"), reply), HANGS)  # type: ignore[arg-type]
    assert reply.said == ["two"] and world.calls == []
    for other in others:
        other.cancel()


async def test_a_press_on_a_message_that_is_posted_afresh_meanwhile(world: Discord, post: ChannelMessage) -> None:
    answered = await pressed_meanwhile(world, post, reply := Pressed(), fresh=True)
    world.slow.set()
    await answered
    await post.idle()
    assert reply.said == ["…"] and post.shown == face("two")
    assert world.calls == [("send", "one"), ("edit", "two"), ("delete", 900)]


async def test_a_press_while_its_message_is_to_be_posted_afresh(
    world: Discord, render_queue: RenderQueue, post: ChannelMessage
) -> None:
    render_queue.slow.clear()
    post.refresh(face("one"), fresh=True)
    await asyncio.sleep(0.01)
    reply = Pressed()
    answered = asyncio.create_task(post.answer(face("two"), reply))  # type: ignore[arg-type]
    await asyncio.sleep(0.01)
    render_queue.slow.set()
    await answered
    await post.idle()
    assert reply.said == ["…"] and world.calls == [("send", "two"), ("delete", 900)]


async def test_a_state_that_comes_while_the_one_before_is_drawn_has_its_turn(
    world: Discord, render_queue: RenderQueue, post: ChannelMessage
) -> None:
    for n in range(4):  # a channel takes no more edits in five seconds
        render_queue.slow.clear()
        post.refresh(face(f"{n}"))
        await asyncio.sleep(0.01)
        post.refresh(face(f"{n} and more"))
        render_queue.slow.set()
        await asyncio.wait_for(post.idle(), HANGS)
    assert world.calls == [("edit", f"{n} and more") for n in range(4)]


async def test_what_is_pressed_on_a_new_message_does_not_wait_for_the_old_one_to_go(
    world: Discord, post: ChannelMessage
) -> None:
    post.refresh(face("one"), fresh=True)
    others = [post._limiter.turn() for _ in range(400)]  # pyright: ignore[reportPrivateUsage]
    await LiveMessage.idle(post)  # the old one is still there
    reply = Pressed(on=1001)
    await asyncio.wait_for(post.answer(face("two"), reply), HANGS)  # type: ignore[arg-type]
    assert reply.said == ["two"] and world.calls == [("send", "one")]
    post.refresh(face("three"), fresh=True)
    await LiveMessage.idle(post)
    for other in others:
        other.cancel()
    await post.idle()
    assert world.calls == [("send", "one"), ("send", "three"), ("delete", 900), ("delete", 1001)]


async def test_an_answer_that_is_not_taken_is_written_by_an_edit(world: Discord, post: ChannelMessage) -> None:
    await post.answer(face("one"), Pressed(takes=False))  # type: ignore[arg-type]
    await post.idle()
    assert world.calls == [("edit", "one")]


async def test_direct_messages_are_opened_one_a_second(world: Discord, store: Store) -> None:
    direct = DirectMessages(world, store)  # type: ignore[arg-type]
    loop = asyncio.get_running_loop()
    began, at = loop.time(), []

    async def opened(user: int) -> None:
        assert await direct.channel(user) == user + 5000
        at.append(loop.time() - began)

    await asyncio.gather(*map(opened, (1, 2, 3)))
    assert at[0] < 0.5 and at[1] >= 1 and at[2] >= 2
    assert await direct.channel(1) == 5001 and len(world.calls) == 3  # known from now on


async def test_direct_messages_that_discord_cannot_open_now_are_not_given_up(world: Discord, store: Store) -> None:
    direct = DirectMessages(world, store)  # type: ignore[arg-type]
    world.troubles = [trouble(500)]
    assert await direct.channel(1) is None and not (await store.read(direct_messages.dm, 1)).flagged
    world.troubles = [trouble(403, 50278)]
    assert await direct.channel(2) is None and (await store.read(direct_messages.dm, 2)).flagged


async def test_a_message_is_as_old_as_our_own_clock_says(post: ChannelMessage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever Discord's clock was at when it was posted."""
    post._posted = None
    assert post.old, "found, and posted years ago"
    post.refresh(face("one"), fresh=True)
    await post.idle()
    assert not post.old, "else each change would be posted afresh while our clock is wrong"
    for minutes in (51, -60):
        with monkeypatch.context() as context:
            later(context, minutes)
            assert post.old


def later(monkeypatch: pytest.MonkeyPatch, minutes: int) -> None:
    """Our clock is put forward."""
    utcnow = discord.utils.utcnow
    monkeypatch.setattr("discord.utils.utcnow", lambda: utcnow() + timedelta(minutes=minutes))


async def test_an_old_message_is_posted_anew_but_answers_where_it_is(
    world: Discord, post: ChannelMessage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes few edits of a message that is older than an hour; an answer to a press is none."""
    later(monkeypatch, 51)
    await post.answer(face("one"), Pressed())  # type: ignore[arg-type]
    assert world.calls == []
    for text in ("two", "three"):
        post.refresh(face(text))
        await post.idle()
    assert world.calls == [("send", "two"), ("delete", 900), ("edit", "three")]


async def test_an_old_message_whose_time_is_over_stays(
    world: Discord, post: ChannelMessage, monkeypatch: pytest.MonkeyPatch
) -> None:
    later(monkeypatch, 51)
    post.stays = True
    post.refresh(face("one"))
    await post.idle()
    assert world.calls == [("edit", "one")]


async def test_a_message_that_was_sent_before_a_sleep_is_old_after_it(
    world: Discord, post: ChannelMessage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However late it is heard that it was posted."""
    world.slow.clear()
    post.refresh(face("one"), fresh=True)
    await asyncio.sleep(0.05)
    assert world.calls
    later(monkeypatch, 25 * 60)
    world.slow.set()
    await post.idle()
    assert post.old


# ---- a menu that somebody has open ---------------------------------------------------------------


def with_menu(text: str, drawn: int, *values: str) -> MessageContent:
    """A content with a menu and a button, drawn at this count of offers."""
    menu = Menu(f"cm:tab:{drawn}:pass:", "Choose", tuple(Option(v, v) for v in values or ("2C", "3C")))
    rows: Rows = ((menu,), (Button(f"cr:tab:{drawn}:pass:", "Pass these"),))
    return replace(face(text), rows=rows)


async def test_an_edit_of_text_and_picture_leaves_the_controls_alone(world: Discord, post: ChannelMessage) -> None:
    for text in ("one", "two", "three"):
        post.refresh(with_menu(text, 1))
        await post.idle()
    assert world.calls == [("edit", "one"), ("edit", "two"), ("edit", "three")]
    assert world.controls == [True, False, False], "nobody knows what was there before the first"


async def test_after_a_call_that_failed_the_controls_are_sent_again(world: Discord, post: ChannelMessage) -> None:
    post.refresh(with_menu("one", 1))
    await post.idle()
    world.troubles.append(trouble(500))
    post.refresh(with_menu("two", 1))
    await post.idle()
    assert world.controls == [True, False, True]


async def test_a_menu_that_stays_is_not_drawn_again_for_a_few_seconds(
    world: Discord, post: ChannelMessage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.host.messages.live_messages.MENU_SECONDS", 0.2)
    loop = asyncio.get_running_loop()
    post.refresh(with_menu("one", 1))
    await post.idle()
    began = loop.time()
    post.refresh(with_menu("two", 2))
    await asyncio.wait_for(asyncio.shield(loop.run_in_executor(None, time.sleep, 0.05)), HANGS)
    post.refresh(with_menu("three", 3))
    await post.idle()
    assert world.calls == [("edit", "one"), ("edit", "three")]
    assert 0.1 < loop.time() - began < 1


async def test_a_menu_that_goes_is_not_waited_for(world: Discord, post: ChannelMessage) -> None:
    loop = asyncio.get_running_loop()
    post.refresh(with_menu("one", 1))
    await post.idle()
    began = loop.time()
    for other in (face("two"), with_menu("three", 3, "4D")):
        post.refresh(other)
        await post.idle()
    assert [text for _, text in world.calls] == ["one", "two", "three"] and loop.time() - began < 1


async def test_whoever_has_pressed_is_not_kept_waiting_by_a_menu(world: Discord, post: ChannelMessage) -> None:
    loop = asyncio.get_running_loop()
    post.refresh(with_menu("one", 1))
    await post.idle()
    began = loop.time()
    post.refresh(with_menu("two", 2))
    reply = Pressed()
    await post.answer(with_menu("three", 3), reply)  # type: ignore[arg-type]
    assert loop.time() - began < 1


class ByHand:
    """A render_queue in which a test finishes each picture. It remembers them."""

    def __init__(self) -> None:
        self.drawing: dict[Any, asyncio.Future[bytes]] = {}

    def turn(self, newest: Callable[[], Any], rank: Rank) -> Turn:
        return at_once(newest)

    async def drawn(
        self, content: MessageContent, rank: Rank = Rank.PRESSED, *, table: str = ""
    ) -> tuple[MessageContent, bytes]:
        return content, await self.drawing.setdefault(content.picture, asyncio.get_running_loop().create_future())

    async def begun(self, n: int) -> None:
        """Until this many pictures have been begun."""
        while len(self.drawing) < n:  # noqa: ASYNC110
            await asyncio.sleep(0)

    async def finish(self, n: int) -> None:
        """Picture number `n` is there."""
        await self.begun(n)
        [*self.drawing.values()][n - 1].set_result(b"png")
        await asyncio.sleep(0)


class PanelPress:
    """A press on a private panel, whose token Discord does not know before it is acknowledged."""

    panel = 1

    def __init__(self, done: bool = False, late: bool = False, expired: bool = False) -> None:
        self.done, self.late, self.expired = done, late, expired
        self.written: list[str] = []

    async def acknowledge(self) -> None:
        self.done = not self.late

    async def edit(self, content: MessageContent, png: bytes | None) -> bool:
        if self.late:
            raise trouble(404, 10062)
        if self.done:
            return False
        self.done = True
        self.written.append(content.text)
        return True

    async def edit_later(self, content: MessageContent, png: bytes | None, *, controls: bool) -> None:
        if not self.done:
            raise trouble(404, 10015)
        self.written.append(content.text)


class Private:
    """A private panel that has been opened by one press, and pressed by another."""

    def __init__(self, opened: PanelPress, pressed: PanelPress) -> None:
        self.render_queue, self.gone = ByHand(), False
        self.panel = EphemeralMessage(self.render_queue, Emojis(), "t", self._is_gone)  # type: ignore[arg-type]
        self.opened, self.pressed = opened, pressed

    def _is_gone(self) -> None:
        self.gone = True

    def lasts(self, reply: PanelPress, seconds: int = 60) -> None:
        self.panel.lasts(reply, seconds, self._is_gone)  # type: ignore[arg-type]

    def answer(self, text: str, reply: PanelPress) -> asyncio.Task[None]:
        return asyncio.create_task(self.panel.answer(face(text), reply))  # type: ignore[arg-type]


async def test_a_panel_that_is_pressed_while_it_is_written_is_kept_up_to_date() -> None:
    """The write is by the newest press, which may have had no answer yet."""
    here = Private(PanelPress(done=True), PanelPress())
    here.lasts(here.opened)
    here.panel.refresh(face("one"))
    await asyncio.sleep(0)
    here.panel.refresh(face("two"))  # overtakes the first
    await here.render_queue.finish(1)
    await here.render_queue.begun(2)
    here.lasts(here.pressed)
    answered = here.answer("three", here.pressed)
    await asyncio.sleep(0)
    await here.render_queue.finish(2)  # and is written, though it is overtaken as well
    await here.render_queue.finish(3)
    await answered
    await here.panel.idle()
    assert not here.gone
    assert here.pressed.written == ["two", "three"] and here.panel.shown == face("three")
    here.lasts(here.opened, 0)


async def test_a_panel_is_kept_up_to_date_though_a_press_on_it_was_acknowledged_too_late() -> None:
    """Discord tells the person who pressed that it failed, and never knows its token; the one from before is still
    good."""
    here = Private(PanelPress(done=True), PanelPress(late=True))
    here.lasts(here.opened)
    here.lasts(here.pressed)
    answered = here.answer("two", here.pressed)
    await here.render_queue.finish(1)
    await answered
    await here.panel.idle()
    assert not here.gone
    assert here.opened.written == ["two"] and here.pressed.written == [] and here.panel.shown == face("two")
    again = PanelPress()
    here.lasts(again)
    answered = here.answer("three", again)
    await here.render_queue.finish(2)
    await answered
    assert again.written == ["three"]
    here.lasts(here.opened, 0)


async def test_a_press_that_is_not_acknowledged_yet_is_tried_again_where_the_one_before_is_too_old() -> None:
    """An acknowledgement may fail for a moment, too: a panel is not given up for a token that is of no use anyhow."""
    here = Private(PanelPress(done=True, expired=True), PanelPress(late=True))
    here.lasts(here.opened)
    here.lasts(here.pressed)
    assert await here.panel._good_reply() is here.pressed
    here.pressed.late = False
    here.panel.refresh(face("two"))
    await here.render_queue.finish(1)
    await here.panel.idle()
    assert not here.gone and here.pressed.written == ["two"]
    here.lasts(here.opened, 0)
