"""Commands that take people by name: whatever is offered is read as that person, however people are called."""

from __future__ import annotations

from typing import Any

import pytest

from bot.table import picking
from bot.table.session import Session

from .server import Server, seat_of
from .test_night import opened

TABLES = [
    ["Smith, John", 'Ann "Ace"', "`code`", "John"],
    ["Ana", "Ana", "ana", "Anabel"],
    ["2", "seat 2", "(3)", "\u05d0\u05d1"],
    ["🎲", "x" * 32, "x" * 31, "“Bo”"],
]


async def offered(server: Server, person: Any, command: str, option: str, typed: Any = "") -> list[tuple[str, Any]]:
    found = await person.autocomplete(server.channel, command, option, typed)
    assert all(len(str(one["value"])) <= 100 and len(one["name"]) <= 100 for one in found)
    assert len({one["name"] for one in found}) == len(found), "no two are called the same"
    return [(one["name"], one["value"]) for one in found]


@pytest.mark.parametrize("names", TABLES, ids=lambda names: " ".join(map(ascii, names))[:60])
async def test_who_plays_is_whom_the_list_offered(
    server: Server, names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    host = server.person("Host")
    people = [server.person(f"p{n}", nick=name) for n, name in enumerate(names)]
    session = await opened(server, host, *people)
    picked: list[list[int]] = []

    async def pick(_: Session, *__: Any, among: list[int], **___: Any) -> str:
        picked.append(among)
        return "It"

    monkeypatch.setattr(picking, "pick", pick)
    listed = await offered(server, host, "night pick", "players")
    assert len(listed) == len(people), "the dealer plays in any case"
    for _, value in listed:
        await server.slash(host, "night pick", game="cribbage", players=value)
    assert sorted(picked) == sorted([seat_of(session, person)] for person in people)
    picked.clear()
    first = listed[0][1]
    more = await offered(server, host, "night pick", "players", f"{first}, ")
    assert len(more) == len(people) - 1
    for _, value in more:
        await server.slash(host, "night pick", game="war", players=value)
    assert len({*map(tuple, picked)}) == len(more) and all(len({*seats}) == 2 for seats in picked)


@pytest.mark.parametrize("names", TABLES, ids=lambda names: " ".join(map(ascii, names))[:60])
async def test_a_seat_is_emptied_that_the_list_offered(server: Server, names: list[str]) -> None:
    host = server.person("Host")
    people = [server.person(f"p{n}", nick=name) for n, name in enumerate(names)]
    session = await opened(server, host, *people, start=False)
    for _ in people:
        last = session.table.chairs[-1]
        (value,) = (v for name, v in await offered(server, host, "table remove", "seat") if f" · {last.name}" in name
                    and v == len(session.table.chairs))  # fmt: skip
        await server.slash(host, "table remove", seat=value)
        assert last.user not in [chair.user for chair in session.table.chairs]


async def test_what_cannot_be_read_says_what_may_be_typed(server: Server) -> None:
    host = server.person("Host")
    session = await opened(server, host, *(server.person(f"p{n}", nick="Ana") for n in range(2)))
    before = await server.books()
    answer = await server.slash(host, "night pick", game="cribbage", players="Ana")
    assert answer == "Several of that name sit here: type “Ana (2)” or “Ana (3)”."
    assert await server.books() == before
    answer = await server.slash(host, "night pick", game="cribbage", options="cut: off", players="ana (3)")
    assert answer == "Cribbage it is." and session.table.chairs[1].name == "Ana"
    menu = server.bot.room.builder.who(session.table)
    assert len({*menu.names}) == len(menu.names), "pictures and sentences tell them apart as well"


async def test_who_would_pay_whom_is_told_of_two_of_one_name(server: Server) -> None:
    anas = [server.person(f"p{n}", nick="Ana") for n in range(2)]
    await opened(server, *anas)
    await server.slash(anas[0], "night pick", game="red-dog", options="cut: off, ante: 2")
    told = await server.slash(anas[0], "night standings")
    assert "Ana (1): " in told and "Ana (2): " in told
    assert "Ana: " not in told
