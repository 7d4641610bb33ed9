"""Faces: looked at when somebody sits down and a day has passed, kept over a restart, and never waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.host.pictures import avatars
from bot.host.pictures.avatars import DAY_MS, Avatars
from bot.local.person import Person
from bot.local.server import LocalDiscord
from bot.store import Avatar, Store, Work, personal_data
from bot.store import avatars as stored_avatars
from card_art.tables import portraits
from tests.art.avatars import avatar, bomb, moving

from .here import eventually, started
from .tables import ANN, BOB, GUILD, NOON

RED, GREEN = avatar((200, 30, 30)), avatar((30, 200, 30))


class Asset:
    """A picture of Discord's, by its name."""

    def __init__(self, key: str, form: str = "gif") -> None:
        self.key, self.url = key, f"{key}.{form}"

    def replace(self, *, size: int, format: str) -> Asset:
        return Asset(f"{self.key}", f"{format}?size={size}")


def person(key: str | None = "red", user: int = ANN) -> Any:
    return SimpleNamespace(id=user, avatar=Asset(key) if key else None)


class Faces:
    """Avatars on a store, of which a test says what Discord answers, and when."""

    def __init__(self, store: Store) -> None:
        self.at = NOON
        self.known: list[str] = []
        self.forgotten: list[str] = []
        self.fetched: list[str] = []
        self.answers: dict[str, Any] = {"red": RED, "green": GREEN}
        self.open = asyncio.Event()
        self.open.set()
        self.shown: dict[tuple[int, int], str] = {}
        self.tasks: list[asyncio.Task[Any]] = []
        render_queue: Any = SimpleNamespace(
            learn_face=lambda face: self.known.append(portraits.key_of(face)), forget_face=self.forgotten.append
        )
        self.avatars = Avatars(store, render_queue, self.shown, lambda: self.at, self.spawn, self.fetch)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        self.tasks.append(asyncio.create_task(work))

    async def fetch(self, url: str) -> bytes:
        self.fetched.append(url)
        await self.open.wait()
        answer = self.answers[url.partition(".")[0]]
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def sits_down(self, who: Any) -> str:
        """Somebody sits down; the key of their face, once it has been looked at."""
        self.avatars.look(GUILD, who)
        await asyncio.gather(*self.tasks)
        return self.shown.get((GUILD, who.id), "")


@pytest.fixture
def faces(store: Store) -> Faces:
    return Faces(store)


def key(data: bytes) -> str:
    return portraits.key_of(portraits.shrunk(data))


async def test_whoever_sits_down_is_fetched_small_and_standing_still_and_kept(faces: Faces, store: Store) -> None:
    assert await faces.sits_down(person()) == key(RED)
    assert faces.fetched == ["red.png?size=256"] and faces.known == [key(RED)]
    assert await store.read(stored_avatars.avatar, GUILD, ANN) == Avatar("red", NOON, portraits.shrunk(RED))


async def test_nobody_waits_for_a_slow_one(faces: Faces) -> None:
    faces.open.clear()
    faces.avatars.look(GUILD, person())
    faces.avatars.look(GUILD, person())
    await asyncio.sleep(0.05)
    assert not faces.shown and len(faces.fetched) == 1, "one at a time for each person"
    faces.open.set()
    await asyncio.gather(*faces.tasks)
    assert faces.shown


async def test_one_that_takes_too_long_is_given_up_and_tried_at_the_next_sitting_down(
    faces: Faces, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(avatars, "SECONDS", 0.01)
    faces.open.clear()
    assert await faces.sits_down(person()) == ""
    faces.open.set()
    assert await faces.sits_down(person()) == key(RED)


@pytest.mark.parametrize("trouble", [OSError("no route"), aiohttp.ClientPayloadError("cut"), TimeoutError()])
async def test_trouble_on_the_way_leaves_what_was_kept(faces: Faces, trouble: Exception) -> None:
    await faces.sits_down(person())
    faces.answers["green"], faces.at = trouble, NOON + DAY_MS
    assert await faces.sits_down(person("green")) == key(RED)
    faces.answers["green"] = GREEN
    assert await faces.sits_down(person("green")) == key(GREEN)


async def test_one_that_was_kept_smaller_is_fetched_again(faces: Faces, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        before.setattr(portraits, "SIDE", 96)
        small = await faces.sits_down(person())
    assert small and small != key(RED)
    assert await faces.sits_down(person()) == small, "once a day"
    faces.at = NOON + DAY_MS
    assert await faces.sits_down(person()) == key(RED)


async def test_it_is_looked_at_again_when_a_day_old(faces: Faces, store: Store) -> None:
    await faces.sits_down(person())
    faces.at = NOON + DAY_MS - 1
    assert await faces.sits_down(person("green")) == key(RED)
    assert len(faces.fetched) == 1
    faces.at = NOON + DAY_MS
    assert await faces.sits_down(person("green")) == key(GREEN)
    assert await store.read(stored_avatars.avatar, GUILD, ANN) == Avatar(
        "green", NOON + DAY_MS, portraits.shrunk(GREEN)
    )


async def test_the_same_picture_is_not_fetched_twice(faces: Faces, store: Store) -> None:
    await faces.sits_down(person())
    faces.at = NOON + 3 * DAY_MS
    assert await faces.sits_down(person()) == key(RED)
    kept = await store.read(stored_avatars.avatar, GUILD, ANN)
    assert len(faces.fetched) == 1 and kept is not None and kept.at == faces.at


async def test_who_has_none_any_more_has_initials_again(faces: Faces, store: Store) -> None:
    await faces.sits_down(person())
    assert await faces.sits_down(person(None)) == ""
    assert await store.read(stored_avatars.avatar, GUILD, ANN) is None


@pytest.mark.parametrize("data", [b"", b"<html>", RED[:70], bomb(), b"\0" * (portraits.MOST_BYTES + 1)],
                         ids=["nothing", "no picture", "broken", "a bomb", "huge"])  # fmt: skip
async def test_what_cannot_be_shown_is_not_asked_for_again_that_day(faces: Faces, store: Store, data: bytes) -> None:
    faces.answers["red"] = data
    assert await faces.sits_down(person()) == await faces.sits_down(person()) == ""
    assert len(faces.fetched) == 1 and await store.read(stored_avatars.avatar, GUILD, ANN) == Avatar("red", NOON, None)
    faces.answers["red"], faces.at = RED, NOON + DAY_MS
    assert await faces.sits_down(person()) == key(RED)


async def test_a_moving_picture_is_shown_as_it_begins(faces: Faces) -> None:
    faces.answers["red"] = moving()
    assert await faces.sits_down(person()) == key(moving())


async def test_a_new_process_learns_what_is_kept(faces: Faces, store: Store) -> None:
    await faces.sits_down(person())
    later = Faces(store)
    assert await later.avatars.of(GUILD, [ANN, BOB]) == {ANN: key(RED)}
    assert later.known == [key(RED)] and not later.fetched
    assert await Faces(store).sits_down(person()) == key(RED), "at sitting down too"


async def test_a_server_shows_only_what_was_fetched_for_it(faces: Faces) -> None:
    await faces.sits_down(person())
    assert await faces.avatars.of(GUILD + 1, [ANN]) == {}


async def test_who_is_erased_while_it_is_on_its_way_has_no_face_kept(faces: Faces, store: Store) -> None:
    faces.open.clear()
    faces.avatars.look(GUILD, person())
    await asyncio.sleep(0.02)
    faces.avatars.forget(GUILD, ANN)
    faces.open.set()
    await asyncio.gather(*faces.tasks)
    assert not faces.shown and await store.read(stored_avatars.avatar, GUILD, ANN) is None


async def test_who_is_erased_is_forgotten_unless_somebody_else_has_the_same_picture(faces: Faces) -> None:
    await faces.sits_down(person())
    await faces.sits_down(person(user=BOB))
    faces.avatars.forget(GUILD, ANN)
    assert not faces.forgotten and faces.shown == {(GUILD, BOB): key(RED)}
    faces.avatars.forget(GUILD, BOB)
    assert faces.forgotten == [key(RED)]


async def test_no_more_is_read_than_an_avatar_may_have() -> None:
    read = 0

    async def endless(request: web.Request) -> web.StreamResponse:
        nonlocal read
        answer = web.StreamResponse()
        await answer.prepare(request)
        try:
            while read < 100 * portraits.MOST_BYTES:
                await answer.write(b"\0" * 65536)
                read += 65536
        except (ConnectionError, aiohttp.ClientError):
            pass
        return answer

    app = web.Application()
    app.router.add_get("/endless", endless)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        port = runner.addresses[0][1]
        data = await avatars.fetched(f"http://127.0.0.1:{port}/endless")
        with pytest.raises(portraits.NoFace, match="bytes"):
            portraits.shrunk(data)
        with pytest.raises(aiohttp.ClientResponseError):
            await avatars.fetched(f"http://127.0.0.1:{port}/missing")
    finally:
        await runner.cleanup()
    assert read < 20 * portraits.MOST_BYTES


# ---- with Discord -------------------------------------------------------------------------------


async def test_from_discord_to_the_plate_and_over_a_restart(local: LocalDiscord, tmp_path: Path) -> None:
    ana_is = next(each["id"] for each in local.world.users.values() if each["global_name"] == "Ana")
    local.world.set_avatar(ana_is, True, RED)
    async with started(local, tmp_path / "room.db") as bot, Person(local.url, local.secret, "Ana") as ana:
        calls = len(local.calls)
        await ana.slash("lobby", "hearts")
        await eventually(lambda: bot.room.builder.avatars)
        assert list(bot.room.builder.avatars.values()) == [key(RED)]
        made = [call.route for call in list(local.calls)[calls:] if "/emojis" not in call.route]
        assert all(route.startswith(("/channels", "/interactions", "/users", "/webhooks")) for route in made)
        (session,) = bot.room.sessions.values()
        scene: Any = bot.room.builder.snapshot(session.table).public.picture
        assert scene.seats[0].face == key(RED)
    async with started(local, tmp_path / "room.db") as bot:
        await eventually(lambda: bot.room.sessions)
        assert list(bot.room.builder.avatars.values()) == [key(RED)]


async def test_the_local_discord_serves_pictures_of_those_who_have_one(local: LocalDiscord) -> None:
    ana = next(each for each in local.world.users.values() if each["global_name"] == "Ana")
    async with aiohttp.ClientSession() as client:
        at = f"{local.url}/avatars/{ana['id']}/{ana['avatar']}.png"
        data = await (await client.get(f"{at}?size=64")).read()
        assert portraits.shrunk(data)
        assert (await client.get(f"{at}?size=65")).status == 400
        local.world.set_avatar(ana["id"], False)
        assert (await client.get(at)).status == 404


async def test_what_is_kept_of_a_face_goes_with_a_members_data(store: Store) -> None:
    await store.commit(
        Work()
        .do(stored_avatars.set_avatar, GUILD, ANN, Avatar("red", NOON, b"jpeg"))
        .do(stored_avatars.set_avatar, GUILD + 1, ANN, Avatar("r", NOON, None))
    )
    own = (await store.read(personal_data.everything_but_results, GUILD, ANN))["avatar"]
    assert own == {"source": "red", "looked at": NOON, "picture (JPEG, base64)": "anBlZw=="}
    found = await store.read(personal_data.traces, GUILD, ANN)
    await store.commit(Work().do(personal_data.erase, GUILD, ANN, found, NOON, since=NOON, until=NOON))
    assert await store.read(stored_avatars.avatar, GUILD, ANN) is None
    assert await store.read(stored_avatars.avatar, GUILD + 1, ANN) is not None, "another server's"
    assert (await store.read(personal_data.everything_but_results, GUILD, ANN))["avatar"] is None
