"""The drawing process: it answers in order, tells what it cannot draw, is started again, and never outlives the bot."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import AsyncIterator, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from PIL import Image

from bot.config import Config
from bot.engine.cards import cards
from bot.host.pictures.drawing import DrawingProcess, DrawingProcesses, NotDrawn
from card_art import scene as art
from card_art.ink import sprite_cache
from card_art.ink.sprite_cache import SpriteCache
from card_art.render_process import paint
from card_art.tables import portraits
from tests.art import characters
from tests.art.avatars import avatar
from tests.art.characters import TOO_WIDE

ROOT = Path(__file__).parents[2]


def scene(n: int) -> art.Scene:
    return art.Scene("Hearts", f"Hand {n}", seats=(art.Seat("Ann"), art.Seat("Bo")))


@pytest_asyncio.fixture
async def process() -> AsyncIterator[DrawingProcess]:
    made = DrawingProcess()
    yield made
    await made.close()


def pid_of(process: DrawingProcess) -> int:
    assert process._process is not None  # pyright: ignore[reportPrivateUsage]
    return process._process.pid  # pyright: ignore[reportPrivateUsage]


async def test_pictures_are_the_same_as_without_it(process: DrawingProcess) -> None:
    panel = (scene(1), art.Hand(tuple(cards("AH 10C"))))
    wanted: list[Any] = [scene(1), panel, (scene(2), None)]
    drawn = await asyncio.gather(*map(process.draw, wanted))
    assert drawn == [paint(each) for each in wanted]
    assert [Image.open(BytesIO(png)).format for png in drawn] == ["PNG"] * 3


async def test_a_question_is_answered_there(process: DrawingProcess) -> None:
    assert await process.answer(partial(sorted, (3, 1, 2))) == [1, 2, 3]
    assert await process.answer(os.getpid) == pid_of(process)
    with pytest.raises(NotDrawn, match="invalid literal"):
        await process.answer(partial(int, "x"))


async def test_what_cannot_be_drawn_is_told_and_the_next_picture_comes(process: DrawingProcess) -> None:
    bad: Any = art.Scene("Hearts", seats=(5,))  # type: ignore[arg-type]
    wrong, right = await asyncio.gather(process.draw(bad), process.draw(scene(1)), return_exceptions=True)
    assert isinstance(wrong, NotDrawn) and "AttributeError" in str(wrong)
    assert right == paint(scene(1))


@pytest.mark.parametrize(
    "points", [characters.SOME, pytest.param(characters.EVERY, marks=pytest.mark.soak)], ids=["some", "every"]
)
async def test_every_character_is_drawn_or_left_out(process: DrawingProcess, points: Sequence[int]) -> None:
    for font in characters.BUNDLED:
        assert await process.answer(partial(characters.not_drawn, font, points)) == []


async def test_a_name_that_no_font_can_draw_costs_nobody_a_picture(process: DrawingProcess) -> None:
    pictures: list[Any] = [
        art.Scene("Hearts", f"The {TOO_WIDE} night", seats=(art.Seat(TOO_WIDE), art.Seat(f"Bo {TOO_WIDE}"))),
        art.Leaderboard(
            "Leaderboard", f"season {TOO_WIDE}", "Wins", (art.LeaderboardRow(1, TOO_WIDE, "3", TOO_WIDE, 1.0),)
        ),
        art.StatsSheet(TOO_WIDE, TOO_WIDE, (1, 2), False, "WW", (("rating", "1500"),), (("Hearts", 2, TOO_WIDE),)),
        art.Evening(TOO_WIDE, TOO_WIDE, (art.Standing(TOO_WIDE, 100, (0, 100)),)),
    ]
    for png in await asyncio.gather(*map(process.draw, pictures)):
        assert Image.open(BytesIO(png)).format == "PNG"


async def test_a_process_that_is_killed_is_started_again_and_loses_nothing(process: DrawingProcess) -> None:
    await process.draw(scene(0))
    first = pid_of(process)
    asked = [asyncio.create_task(process.draw(scene(n))) for n in range(20)]
    await asyncio.sleep(0)
    os.kill(first, signal.SIGKILL)
    assert await asyncio.gather(*asked) == [paint(scene(n)) for n in range(20)]
    assert pid_of(process) != first


async def test_a_process_that_died_with_nothing_to_do_is_started_by_the_next_picture(process: DrawingProcess) -> None:
    await process.draw(scene(0))
    os.kill(pid_of(process), signal.SIGKILL)
    await asyncio.wait_for(process._serving, 60)  # type: ignore[arg-type]  # pyright: ignore
    assert await process.draw(scene(1)) == paint(scene(1))


@pytest.mark.parametrize(
    ("program", "why"), [("/nowhere/python", "No such file"), ("false", "ends each time")],
    ids=["it never starts", "a picture ends it twice"],
)  # fmt: skip
async def test_what_is_asked_of_a_process_that_cannot_draw_is_given_up(
    process: DrawingProcess, monkeypatch: pytest.MonkeyPatch, program: str, why: str
) -> None:
    monkeypatch.setattr(sys, "executable", program)
    with pytest.raises(NotDrawn, match=why):
        await process.draw(scene(1))
    monkeypatch.undo()
    assert await process.draw(scene(1)) == paint(scene(1))


async def test_what_takes_too_long_is_given_up_and_the_next_picture_comes(
    process: DrawingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    await process.draw(scene(0))
    first = pid_of(process)
    monkeypatch.setattr("bot.host.pictures.drawing.LONGEST", 0.2)
    long = asyncio.create_task(process.draw(partial(time.sleep, 60)))
    await asyncio.sleep(0)
    monkeypatch.setattr("bot.host.pictures.drawing.LONGEST", 60)
    assert await process.draw(scene(1)) == paint(scene(1))
    assert pid_of(process) != first
    with pytest.raises(NotDrawn, match="too long"):
        await long


async def test_what_is_not_drawn_of_a_panel_names_no_card(process: DrawingProcess) -> None:
    held = cards("AH KS")
    with pytest.raises(NotDrawn) as told:
        await process.draw((scene(1), art.Hand((*held, "7D of all cards"))))  # type: ignore[arg-type]
    assert "AttributeError" in str(told.value) and "own_hand.py" in str(told.value)
    assert "7D" not in str(told.value) and "Card(" not in str(told.value)


@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_to_end_that_reaches_it_too_is_for_the_bot(
    process: DrawingProcess, which: signal.Signals
) -> None:
    await process.draw(scene(1))
    before = process.pid
    assert before is not None
    os.kill(before, which)
    await process.draw(scene(2))
    assert process.pid == before


def test_nothing_of_it_is_left_when_the_bot_is_killed() -> None:
    bot = textwrap.dedent(
        """
        import asyncio
        from bot.host.pictures.drawing import DrawingProcess
        from card_art import scene as art

        async def main():
            process = DrawingProcess()
            await process.draw(art.Scene("Hearts", seats=(art.Seat("Ann"),)))
            print(process._process.pid, flush=True)
            await asyncio.sleep(60)

        asyncio.run(main())
        """
    )
    with subprocess.Popen([sys.executable, "-c", bot], cwd=ROOT, stdout=subprocess.PIPE, text=True) as started:
        assert started.stdout is not None
        drawing = int(started.stdout.readline())
        assert alive(drawing)
        started.kill()
    end = time.monotonic() + 60
    while alive(drawing):
        assert time.monotonic() < end
        time.sleep(0.02)


def alive(pid: int) -> bool:
    """Whether a process runs: one that has ended stays known until somebody asks how it did."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


# ---- several ------------------------------------------------------------------------------------


def every(several: DrawingProcesses) -> Sequence[DrawingProcess]:
    return several._all  # pyright: ignore[reportPrivateUsage]


def runs(process: DrawingProcess) -> bool:
    return process._process is not None  # pyright: ignore[reportPrivateUsage]


@pytest_asyncio.fixture
async def three() -> AsyncIterator[DrawingProcesses]:
    made = DrawingProcesses(3)
    yield made
    await made.close()


async def test_several_processes_draw_what_one_draws(three: DrawingProcesses) -> None:
    asked = [asyncio.create_task(three.draw(scene(n))) for n in range(9)]
    await asyncio.sleep(0)
    assert [one.busy for one in every(three)] == [3, 3, 3]
    assert await asyncio.gather(*asked) == [paint(scene(n)) for n in range(9)]
    assert len({pid_of(one) for one in every(three)}) == 3


async def test_what_a_process_leaves_behind_is_drawn_by_the_others(three: DrawingProcesses) -> None:
    await asyncio.gather(*(three.draw(scene(n)) for n in range(3)))
    dead = every(three)[1]
    os.kill(pid_of(dead), signal.SIGSTOP)  # it has pictures, and will never draw them
    asked = [asyncio.create_task(three.draw(scene(n))) for n in range(10, 22)]
    await asyncio.sleep(0)
    assert dead.busy == 4
    os.kill(pid_of(dead), signal.SIGKILL)
    assert await asyncio.gather(*asked) == [paint(scene(n)) for n in range(10, 22)]
    assert dead.busy == 0 and not runs(dead), "the others have drawn them"
    assert await asyncio.gather(*(three.draw(scene(n)) for n in range(30, 33)))
    assert runs(dead), "and it is there again"


async def test_what_ends_every_process_ends_two_and_no_more(
    three: DrawingProcesses, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(NotDrawn, match="the drawing process ends each time"):
        await three.answer(partial(os._exit, 3))
    assert caplog.text.count("the drawing process ended (3)") == 2
    assert await three.draw(scene(1)) == paint(scene(1))


async def test_each_knows_the_faces(three: DrawingProcesses) -> None:
    face = portraits.shrunk(avatar())
    three.learn_face(face)
    shown = await asyncio.gather(*(three.draw(faced(portraits.key_of(face))) for _ in range(3)))
    assert shown[0] == shown[1] == shown[2] != paint(faced(""))
    three.forget_face(portraits.key_of(face))
    assert not any(one._faces for one in every(three))  # pyright: ignore[reportPrivateUsage]


def test_how_many_there_are_is_set_or_follows_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Config.read({"CARDROOM_DRAWERS": "5"}).drawers == 5
    for cores, drawers in ((1, 1), (2, 1), (8, 7)):
        monkeypatch.setattr("bot.config._cores", lambda cores=cores: cores)
        assert Config.read({}).drawers == drawers
    for wrong in ("0", "65", "-1", "two", "1.5"):
        with pytest.raises(ValueError, match="CARDROOM_DRAWERS is a number of processes from 1 to 64, not"):
            Config.read({"CARDROOM_DRAWERS": wrong})


def test_memory_is_divided_among_them(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = SpriteCache(sprite_cache.ROOM)
    monkeypatch.setattr(sprite_cache, "_cache", kept)
    sprite_cache.share(3)
    assert kept.room == sprite_cache.ROOM // 3


# ---- faces --------------------------------------------------------------------------------------


def faced(key: str) -> art.Scene:
    return art.Scene("Hearts", seats=(art.Seat("Ann", face=key), art.Seat("Bo")))


async def test_a_face_goes_to_the_process_once_and_is_shown_by_its_key(process: DrawingProcess) -> None:
    face = portraits.shrunk(avatar())
    key = portraits.key_of(face)
    initials = await process.draw(faced(key))
    process.learn_face(face)
    process.learn_face(face)
    shown = await process.draw(faced(key))
    assert initials == paint(faced(""))
    assert shown != initials


async def test_a_process_that_is_started_again_knows_the_faces(process: DrawingProcess) -> None:
    face = portraits.shrunk(avatar())
    process.learn_face(face)
    shown = await process.draw(faced(portraits.key_of(face)))
    os.kill(pid_of(process), signal.SIGKILL)
    assert await process.draw(faced(portraits.key_of(face))) == shown != await process.draw(faced(""))


async def test_what_is_forgotten_no_new_process_is_told_of(process: DrawingProcess) -> None:
    face = portraits.shrunk(avatar())
    process.learn_face(face)
    process.forget_face(portraits.key_of(face))
    assert await process.draw(faced(portraits.key_of(face))) == paint(faced(""))
