"""Farmer on Discord: the first farmer, buttons that tell nothing, the end of a deal."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games.farmer import BestPaid, FarmerPaid
from bot.show.sentences import Who
from bot.table.session import Session
from cogs.games.farmer import WORDS

from .server import Server, hand, labels, said, seat_of, turn


async def table(server: Server, *people: Any, **how: Any) -> Session:
    return await server.started("farmer", *people, **how)


async def test_the_six_of_hearts_names_the_first_farmer(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await table(server, ana, bo)
    assert " farms first." in server.board.content
    assert session.phase == "between"
    await server.slash(ana, "table next")
    assert labels(server.board)[:2] == ["Hit", "Stay"]


async def test_both_buttons_stand_whatever_is_held(server: Server) -> None:
    people = [server.person("ana"), server.person("bo")]
    session = await table(server, *people, first_farmer="random")
    mover = next(p for p in people if seat_of(session, p) == turn(session))
    other = next(p for p in people if p is not mover)
    assert said(await mover.click(server.board, label="Stay")) == "You must draw once."
    assert (await server.slash(mover, "odds")).startswith("Of 44 cards that you have not seen, ")
    assert said(await other.click(server.board, label="Hit")) == "It is not your turn."
    while sum(min(int(c[:-1].translate({65: "1", 74: "10", 81: "10", 75: "10"})), 10) for c in held(session)) <= 16:
        assert labels(server.board)[:2] == ["Hit", "Stay"]
        await server.slash(mover, "hit")
    assert labels(server.board)[:2] == ["Hit", "Stay"]
    before = await server.books()
    assert said(await mover.click(server.board, label="Hit")) == "You are over 16: all you can do is stay."
    assert await server.books() == before
    assert "bust" not in server.board.content.lower()
    face = server.bot.room.painter.panel(session, seat_of(session, mover))
    assert "Bust: press Stay" in face.alt
    await server.slash(mover, "play", move="stay")
    await server.slash(other, "hit")
    await server.slash(other, "play", move="stay")
    assert "bust pay " in server.board.content and "All is turned" not in server.board.content, "the picture tells it"


def held(session: Session) -> list[str]:
    return hand(session, turn(session))


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (BestPaid((0,), (1,), 100, 100), "No sixteen: Bo pays 1 to Ana."),
        (BestPaid((0, 1), (2,), 50, 0), "Cy pays ½, too little to share: it joins the farm."),
        (BestPaid((0,), (1, 2), 0, 0), "No sixteen: Bo and Cy have no chips to pay Ana with."),
        (FarmerPaid(0, (1,), 100), "Bo is bust: 1 to Ana."),
        (FarmerPaid(0, (1, 2), 0), "Bo and Cy are bust, with no chips to pay."),
    ],
)
def test_who_pays_whom_is_told(event: Any, told: str) -> None:
    assert WORDS.announce([event], Who(("Ana", "Bo", "Cy"))) == [told]
