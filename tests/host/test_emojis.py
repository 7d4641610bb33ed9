"""Cards as emojis: uploaded where they are missing, shown when all are there, and names stay beside them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.host.calls.reply import view_of
from bot.host.pictures import emojis as host
from bot.host.pictures.emojis import Emojis
from bot.host.pictures.render_queue import Rank
from bot.local.person import Person
from bot.local.server import LocalDiscord
from bot.show.controls.components import Button, Menu, Option
from card_art.deck.emojis import NAMES, VERSION

from .here import eventually, started


def full(name: str) -> str:
    return f"{name}_{VERSION}"


@pytest.fixture
def emojis() -> Emojis:
    """All are known."""
    made = Emojis()
    made.know({name: discord.PartialEmoji(name=full(name), id=100 + n) for n, name in enumerate(NAMES)})
    return made


def mark(name: str) -> str:
    return f"<:{full(name)}:{100 + NAMES.index(name)}>"


# ---- where they come in -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Ana shows Q♠ 10♥.", "Ana shows Q♠ 10♥."),
        ("Change for Ana: 2 red, 1,000 white.", "Change for Ana: {chip_red} 2 red, {chip_white} 1,000 white."),
        ("Type `/bet 2 red`, or press 2 red.", "Type `/bet 2 red`, or press {chip_red} 2 red."),
        ("<t:1:R> 7.5 red", "<t:1:R> 7.5 red"),
    ],
    ids=["no card stands twice", "chips", "not in code", "no chips"],
)  # fmt: skip
def test_in_a_text_an_emoji_stands_before_chips(emojis: Emojis, said: str, shown: str) -> None:
    assert emojis.dressed(said) == shown.format_map({name: mark(name) for name in NAMES})


def test_until_all_are_known_the_text_stands_alone() -> None:
    bare = Emojis()
    assert bare.dressed("Q♠ and 2 red") == "Q♠ and 2 red"
    assert bare.on(Button("id", "Q♠")) is None and bare.on(Option("Q♠", "QS")) is None


def test_a_text_that_would_be_too_long_stays_as_it_is(emojis: Emojis) -> None:
    long = "2 red " * 200
    assert emojis.dressed(long) == long
    assert emojis.dressed("2 red " * 40).count("<:") == 40


@pytest.mark.parametrize(
    ("control", "name"),
    [
        (Button("id", "10♦"), "10D"), (Button("id", "Take 5♦ (discard)"), "5D"), (Option("A♣", "AC"), "AC"),
        (Option("Joker", "joker"), "joker"), (Button("id", "My hand", emoji="back"), "back"),
        (Button("id", "Bet 5", emoji="chip_red"), "chip_red"), (Button("id", "K♠ over Q♦"), None),
        (Button("id", "Pass"), None),
    ],
)  # fmt: skip
def test_a_button_or_an_option_has_the_only_card_that_it_names(
    emojis: Emojis, control: Button | Option, name: str | None
) -> None:
    shown = emojis.on(control)
    assert (shown.name if shown else None) == (full(name) if name else None)


def test_the_label_stays(emojis: Emojis) -> None:
    rows = ((Button("a", "Q♠"),), (Menu("b", "Which?", (Option("K♥", "KH"), Option("none", "none"))),))
    button, menu = view_of(rows, emojis).children
    assert isinstance(button, discord.ui.Button) and isinstance(menu, discord.ui.Select)
    assert (button.label, str(button.emoji)) == ("Q♠", mark("QS"))
    assert [(o.label, str(o.emoji) if o.emoji else None) for o in menu.options] == [("K♥", mark("KH")), ("none", None)]


# ---- uploaded -----------------------------------------------------------------------------------


class Application:
    """Discord's side of it: what is there, and what it refuses."""

    def __init__(self) -> None:
        self.there: dict[str, int] = {}
        self.uploaded: list[str] = []
        self.refuses: Callable[[str], Exception | None] = lambda _: None
        self.looked = self.refused = 0

    async def wait_until_ready(self) -> None: ...

    async def fetch_application_emojis(self) -> list[Any]:
        self.looked += 1
        return [SimpleNamespace(name=name, id=id) for name, id in self.there.items()]

    async def create_application_emoji(self, *, name: str, image: bytes) -> Any:
        assert image == b"png"
        if (error := self.refuses(name)) is not None:
            self.refused += 1
            raise error
        self.uploaded.append(name)
        self.there[name] = len(self.there) + 1
        return SimpleNamespace(name=name, id=self.there[name])


class RenderQueue:
    async def draw(self, picture: Any, rank: Rank) -> bytes:
        assert rank is Rank.LATER, "whoever plays comes first"
        return b"png"


def refused(status: int, code: int, text: str) -> discord.HTTPException:
    answer: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(answer, {"code": code, "message": text})


@pytest.fixture
def application(monkeypatch: pytest.MonkeyPatch) -> Application:
    monkeypatch.setattr(host, "APART", 0)
    return Application()


def known(emojis: Emojis) -> bool:
    return emojis.dressed("2 red") != "2 red"


async def kept(application: Any, emojis: Emojis, until: Callable[[], Any] | None = None) -> None:
    """Have them kept until it is so; unless told otherwise, until all are known."""
    task = asyncio.create_task(emojis.keep(application, RenderQueue()))  # type: ignore[arg-type]  # pyright: ignore
    await eventually(until or (lambda: known(emojis)))
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_what_is_missing_is_uploaded_by_name_and_version(application: Application) -> None:
    application.there = {full("chip_red"): 7, "QH_0": 8, "of_somebody_else": 9}
    emojis = Emojis()
    await kept(application, emojis)
    assert application.uploaded == [full(name) for name in NAMES if name != "chip_red"]
    assert emojis.dressed("2 red") == f"<:{full('chip_red')}:7> 2 red"
    assert {"QH_0", "of_somebody_else"} <= {*application.there}, "what is there stays"


async def test_where_all_are_there_one_call_is_enough(application: Application) -> None:
    application.there = {full(name): n for n, name in enumerate(NAMES, 1)}
    await kept(application, Emojis())
    assert not application.uploaded and application.looked == 1


@pytest.mark.parametrize(
    "trouble",
    [refused(400, 30008, "Maximum number of emojis reached"), refused(403, 50013, "Missing Permissions"),
     OSError("no route"), TimeoutError()],
    ids=["limit", "forbidden", "no network", "slow"],
)  # fmt: skip
async def test_where_an_upload_is_refused_the_text_stands_alone_and_the_rest_comes_later(
    application: Application, trouble: Exception
) -> None:
    application.refuses = lambda name: trouble if name == full("7D") else None
    emojis = Emojis()
    await kept(application, emojis, lambda: application.refused)
    assert emojis.dressed("2 red") == "2 red" and full("AC") in application.uploaded
    half = len(application.uploaded)
    application.refuses = lambda _: None
    await kept(application, emojis)
    assert emojis.dressed("2 red") != "2 red" and len({*application.uploaded}) == len(application.uploaded) == len(
        NAMES
    )
    assert half < len(NAMES)


async def test_after_a_minute_and_then_each_hour_it_is_tried_again(
    application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    troubles = [refused(500, 0, "down"), refused(400, 50035, "name: taken")]
    monkeypatch.setattr(host, "SOON", 0.01)
    application.refuses = lambda _: troubles.pop() if troubles else None
    monkeypatch.setattr(host, "AGAIN", 0.01)
    emojis = Emojis()
    await kept(application, emojis)
    assert emojis.dressed("2 red") != "2 red" and application.looked == 3


async def test_an_application_that_is_full_is_left_as_it_is(application: Application) -> None:
    application.there = {f"other_{n}": n for n in range(host.MOST)}
    emojis = Emojis()
    await kept(application, emojis, lambda: application.looked)
    assert not application.uploaded and emojis.dressed("2 red") == "2 red"


async def test_an_emoji_that_is_gone_is_not_shown_and_uploaded_again(application: Application) -> None:
    emojis = Emojis()
    task = asyncio.create_task(emojis.keep(application, RenderQueue()))  # type: ignore[arg-type]  # pyright: ignore
    await eventually(lambda: known(emojis))
    del application.there[full("QS")]
    assert not emojis.blamed(refused(400, 50035, "In content: Must be 2000 or fewer in length."))
    assert not emojis.blamed(refused(404, 10008, "Unknown emoji"))
    assert emojis.blamed(refused(400, 50035, "In components.0.components.0.emoji.id: Invalid emoji"))
    assert emojis.dressed("2 red") == "2 red"
    await eventually(lambda: known(emojis))
    task.cancel()
    assert application.uploaded[-1] == full("QS") and emojis.dressed("2 red") != "2 red"


# ---- with Discord -------------------------------------------------------------------------------


def uploads(local: LocalDiscord) -> int:
    return sum(call.method == "POST" and call.route.endswith("/emojis") for call in local.calls)


async def test_they_are_uploaded_beside_the_start_and_stand_on_the_table(
    local: LocalDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "APART", 0.03)
    async with started(local, tmp_path / "room.db") as bot, Person(local.url, local.secret, "Ana") as ana:
        await eventually(lambda: bot.room.emojis.dressed("2 red") != "2 red")
        assert sorted(each["name"] for each in local.world.emojis.values()) == sorted(map(full, NAMES))
        await ana.slash("lobby", "hearts")
        await eventually(lambda: bot.room.sessions)
        (session,) = bot.room.sessions.values()
        await eventually(lambda: session.table.posted.message)
        board = local.world.messages[str(session.table.posted.message)]
        await ana.press(board, "Play now")
        await eventually(lambda: any("emoji" in part for part in _parts(local, "My hand")))
        shown = next(part["emoji"] for part in _parts(local, "My hand"))
        assert shown["name"] == full("back") and local.world.emojis[shown["id"]]["name"] == full("back")
    before = uploads(local)
    async with started(local, tmp_path / "room.db") as bot:
        await eventually(lambda: bot.room.emojis.dressed("2 red") != "2 red")
    assert uploads(local) == before == len(NAMES)


def _parts(local: LocalDiscord, label: str) -> list[dict[str, Any]]:
    found = (part for m in local.world.messages.values() for row in m["components"] for part in row["components"])
    return [part for part in found if part.get("label") == label]


async def test_a_table_goes_on_where_an_emoji_has_been_deleted(
    local: LocalDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "APART", 0.03)
    async with started(local, tmp_path / "room.db") as bot, Person(local.url, local.secret, "Ana") as ana:
        await eventually(lambda: bot.room.emojis.dressed("2 red") != "2 red")
        for id in [*local.world.emojis]:
            local.world.remove_emoji(id)
        await ana.slash("lobby", "red-dog")
        await eventually(lambda: bot.room.sessions)
        (session,) = bot.room.sessions.values()
        await eventually(lambda: session.table.posted.message)
        await ana.press(local.world.messages[str(session.table.posted.message)], "Play now")
        await eventually(lambda: _parts(local, "My hand"))
        await eventually(lambda: bot.room.emojis.dressed("2 red") != "2 red")
        assert len(local.world.emojis) == len(NAMES)
    # What was on its way then is refused, and nothing after that: the table's message, and perhaps the panel.
    assert ["Invalid emoji" in each.message for each in local.violations] in ([True], [True, True])
    local.violations.clear()


@pytest.mark.parametrize(
    ("name", "image", "status"),
    [("a", "data:image/png;base64,aGk=", 400), ("two words", "data:image/png;base64,aGk=", 400), ("ok", "aGk=", 400),
     ("ok", f"data:image/png;base64,{'A' * 349_600}", 400), ("ok", "data:image/png;base64,aGk=", 200)],
    ids=["short name", "bad name", "no data URI", "too large", "good"],
)  # fmt: skip
async def test_the_local_discord_takes_no_emoji_that_discord_would_not(
    local: LocalDiscord, name: str, image: str, status: int
) -> None:
    at = f"{local.url}/api/v10/applications/{local.world.bot_id}/emojis"
    async with aiohttp.ClientSession(headers={"Authorization": "Bot x"}) as client:
        answer = await client.post(at, json={"name": name, "image": image})
        assert answer.status == status
        if status == 200:
            id = (await answer.json())["id"]
            assert await (await client.get(f"{local.url}/emojis/{id}.png")).read() == b"hi"
            assert (await client.post(at, json={"name": name, "image": image})).status == 400, "names are unique"
            assert (await client.delete(f"{at}/{id}")).status == 204
            assert (await client.get(f"{local.url}/emojis/{id}.png")).status == 404
    local.violations.clear()
