"""The order in which pictures are drawn, and that each is drawn once."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest

from bot.host.pictures.drawing import NotDrawn
from bot.host.pictures.render_queue import AT_ONCE, MOST_AHEAD, UNDRAWN, Rank, RenderQueue
from bot.show.messages.page import NOT_DRAWN, MessageContent
from card_art import scene as art
from card_art.boards.poker.all_in import AllIn, Chance, Chances
from card_art.boards.poker.middle import Boards


def scene(n: int) -> art.Scene:
    return art.Scene("Hearts", f"Hand {n}", seats=(art.Seat("Ann"),))


class ByHand:
    """Draws nothing until it is told to; what it was asked for stands in `asked`."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.dry: list[asyncio.Future[bytes]] = []
        self.questions: list[art.Question] = []
        self.works = True

    async def answer(self, question: art.Question) -> Any:
        self.questions.append(question)
        await asyncio.sleep(0)
        if not self.works:
            raise NotDrawn("it is broken")
        return question()

    async def draw(self, picture: art.Scene) -> bytes:
        self.asked.append(picture.subtitle)
        self.dry.append(asyncio.get_running_loop().create_future())
        return await self.dry[-1]

    async def finish(self, wrong: Exception | None = None) -> None:
        """Finish everything it has been asked for, one after the other."""
        await asyncio.sleep(0.01)
        while unfinished := [each for each in self.dry if not each.done()]:
            if wrong is not None:
                unfinished[0].set_exception(wrong)
            else:
                unfinished[0].set_result(b"png")
            await asyncio.sleep(0.01)

    async def close(self) -> None: ...


@pytest.fixture
def process() -> ByHand:
    return ByHand()


@pytest.fixture
def render_queue(process: ByHand) -> RenderQueue:
    made = RenderQueue(remember=4)
    made._process = process  # type: ignore[assignment]  # pyright: ignore
    return made


def ask(render_queue: RenderQueue, n: int, rank: Rank = Rank.PRESSED) -> asyncio.Task[bytes]:
    return asyncio.create_task(render_queue.draw(scene(n), rank))


async def test_what_several_ask_for_is_drawn_once_and_remembered_for_a_while(
    render_queue: RenderQueue, process: ByHand
) -> None:
    render_queue.prepare(scene(1))
    asked = [ask(render_queue, 1) for _ in range(3)]
    await process.finish()
    assert await asyncio.gather(*asked) == [b"png"] * 3 and process.asked == ["Hand 1"]
    assert await render_queue.draw(scene(1)) == b"png" and process.asked == ["Hand 1"]
    for n in (2, 3, 4, 5):
        render_queue.prepare(scene(n))
        await process.finish()
    render_queue.prepare(scene(1))
    assert await ask_and_finish(render_queue, process, 1) == b"png" and process.asked.count("Hand 1") == 2


async def ask_and_finish(render_queue: RenderQueue, process: ByHand, n: int) -> bytes:
    asked = ask(render_queue, n)
    await process.finish()
    return await asked


async def busy(render_queue: RenderQueue) -> list[asyncio.Task[bytes]]:
    """As many are being drawn as may be: the next ones wait."""
    asked = [ask(render_queue, n) for n in range(-AT_ONCE, 0)]
    await asyncio.sleep(0.01)
    return asked


def order(process: ByHand) -> list[int]:
    """The numbers of what was drawn after that."""
    return [int(title.split()[1]) for title in process.asked][AT_ONCE:]


async def test_somebody_who_waits_no_more_takes_nothing_from_the_others(
    render_queue: RenderQueue, process: ByHand
) -> None:
    first = await busy(render_queue)
    again = ask(render_queue, -AT_ONCE)
    waiting = [ask(render_queue, n) for n in (2, 3, 4)]
    await asyncio.sleep(0.01)
    for each in (first[0], waiting[1]):  # one that is being drawn, and one that waits
        each.cancel()
    await process.finish()
    assert await asyncio.gather(again, waiting[0], waiting[2]) == [b"png"] * 3
    assert order(process) == [2, 4]
    assert await ask_and_finish(render_queue, process, 5) == b"png"


async def test_what_cannot_be_drawn_is_told_to_all_and_tried_again(render_queue: RenderQueue, process: ByHand) -> None:
    asked = [ask(render_queue, 1), ask(render_queue, 1)]
    await asyncio.sleep(0.01)
    await process.finish(ValueError("no"))
    assert [str(e) for e in await asyncio.gather(*asked, return_exceptions=True)] == ["no", "no"]
    assert process.asked == ["Hand 1"]
    assert await ask_and_finish(render_queue, process, 1) == b"png" and process.asked == ["Hand 1", "Hand 1"]


async def test_what_somebody_has_pressed_for_goes_first_but_not_for_ever(
    render_queue: RenderQueue, process: ByHand
) -> None:
    first = await busy(render_queue)
    later = [ask(render_queue, n, Rank.LATER) for n in (10, 11)]
    decides = [ask(render_queue, n, Rank.DECIDES) for n in (50, 51)]
    pressed = [ask(render_queue, n) for n in range(20, 20 + 2 * MOST_AHEAD)]
    await process.finish()
    await asyncio.gather(*first, *later, *decides, *pressed)
    soon = [*range(20, 20 + 2 * MOST_AHEAD)]
    then = MOST_AHEAD + MOST_AHEAD - 1  # a picture needed for a decision counts as ahead of one that may come later
    assert order(process) == [*soon[:MOST_AHEAD], 10, 50, *soon[MOST_AHEAD:then], 11, soon[then], 51]


async def test_a_picture_that_may_come_later_goes_first_once_somebody_presses_for_it(
    render_queue: RenderQueue, process: ByHand
) -> None:
    first = await busy(render_queue)
    later = ask(render_queue, 12, Rank.LATER)
    turn = render_queue.turn(lambda: scene(13), Rank.LATER)
    await asyncio.sleep(0.01)
    pressed = ask(render_queue, 14)
    render_queue.hurry(turn, Rank.PRESSED)
    render_queue.hurry(turn, Rank.DECIDES)  # and does not fall back
    await process.finish()
    await asyncio.gather(*first, later, pressed)
    assert order(process) == [13, 14, 12]


async def test_what_is_overtaken_while_it_waits_is_not_drawn(render_queue: RenderQueue, process: ByHand) -> None:
    first, wanted = await busy(render_queue), [scene(3)]
    turn, same = render_queue.turn(lambda: wanted[-1], Rank.LATER), render_queue.turn(lambda: wanted[-1], Rank.LATER)
    wanted.append(scene(4))
    assert not turn.begun.done()
    await process.finish()
    assert turn.begun.done() and order(process) == [4]
    assert same.begun.done(), "it is drawn already"
    assert (
        render_queue.turn(lambda: scene(4), Rank.LATER).begun.done()
        and render_queue.turn(lambda: None, Rank.LATER).begun.done()
    )
    await asyncio.gather(*first)


def open_hand(question: art.Question) -> MessageContent:
    """All in, and it is not known yet who wins how often."""
    board = AllIn((Chance("Ann", 0, "", ()),), Boards(), (), chances=question)
    return MessageContent("", art.Scene("All in", board=board), "")


async def test_what_a_picture_asks_for_is_worked_out_once_for_all_who_look(
    render_queue: RenderQueue, process: ByHand
) -> None:
    question = partial(Chances, ({0: 60},), True)
    found = await asyncio.gather(*(render_queue.complete(open_hand(question)) for _ in range(3)))
    assert process.questions == [question]
    assert {face.question for face in found} == {None}
    assert {"60%" in face.alt for face in found} == {True}
    plain = MessageContent("", scene(1), "")
    assert await render_queue.complete(plain) is plain


async def test_a_picture_goes_without_what_cannot_be_worked_out(render_queue: RenderQueue, process: ByHand) -> None:
    process.works = False
    question = partial(Chances, ({0: 60},), True)
    found = await render_queue.complete(open_hand(question))
    assert found.question is None and "Ann" in found.alt and "%" not in found.alt
    process.works = True
    assert "60%" in (await render_queue.complete(open_hand(question))).alt, "and the next one asks again"


async def test_what_is_not_drawn_goes_in_words_and_the_log_says_so_once(
    render_queue: RenderQueue, process: ByHand, caplog: pytest.LogCaptureFixture
) -> None:
    async def shown(n: int, wrong: Exception | None) -> tuple[MessageContent, bytes]:
        asked = asyncio.create_task(
            render_queue.drawn(MessageContent("Ann *plays*.", scene(n), "Hearts, Ann_1"), table="k7")
        )
        await process.finish(wrong)
        return await asked

    for n in range(3):
        face, png = await shown(n, NotDrawn("raster overflow"))
        assert png == UNDRAWN and face.text == f"Ann *plays*.\n{NOT_DRAWN}\nHearts, Ann\\_1"
    assert [r.getMessage() for r in caplog.records] == [
        "a picture is not drawn, and goes in words: Scene of table k7: raster overflow"
    ]
    whole = MessageContent("Ann *plays*.", scene(2), "Hearts, Ann_1")
    assert await shown(2, None) == (whole, b"png"), "it is tried again"
    await shown(3, KeyError("A♠"))
    assert caplog.records[1].getMessage().endswith("Scene of table k7: KeyError"), "and told anew"


def test_a_message_in_words_is_no_longer_than_discord_allows() -> None:
    told = MessageContent("text " * 300, scene(1), "alt " * 250).in_words.text
    assert len(told) == 2000 and NOT_DRAWN in told and told.endswith("…")
