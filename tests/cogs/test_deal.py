"""`/deal …`: proofs, and who cuts."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import pytest

from bot.engine.cutting import ASLEEP
from bot.engine.proof import verify
from bot.games.catalog import GAMES

from .server import Server, said, turn


async def test_the_newest_proof_and_an_older_one(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    assert said(await ana.slash(server.channel, "deal verify")).startswith("You sit at no table here")
    session = await server.red_dog(ana, bo, cut="off")
    assert session.table.deal is not None and session.table.deal.seal is not None
    commit = session.table.deal.seal.commit
    answer = await ana.slash(server.channel, "deal verify")
    assert commit in said(answer) and not answer.response.attachments
    assert await server.slash(ana, "deal proof", number=4) == "There is no deal 4 at this table; the newest is 1."
    while session.table.phase == "deal":
        await server.slash([ana, bo][turn(session)], "bet", amount="min")
    assert not (await ana.slash(server.channel, "deal verify")).response.attachments  # at the end of the match only
    await server.sure(ana, "table close")
    asked: list[tuple[str, dict[str, int]]] = [("deal verify", {}), ("deal proof", {"number": 1}), ("table proof", {})]
    for command, more in asked:
        shown = (await ana.slash(server.channel, command, table=session.id, **more)).response
        assert shown.content.startswith(f"Deal 1 was sealed as `{commit}`")
        assert [line[:2] for line in shown.content.splitlines()[1:]] == ["1.", "2.", "3."]
        (file,) = shown.attachments
        assert verify(await file.read(), GAMES).commit == commit


async def test_a_cutter_who_slept_is_asked_again(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo, cut="offer")
    assert await server.slash(ana, "table cut") == "You are asked to cut whenever it is your turn."
    await server.slash(ana, "cut", cards="20")
    assert session.table.deal is not None and session.table.match is not None
    session.table.deal.table.missed_cuts[0] = ASLEEP  # as after two cuts that lapsed
    assert await server.slash(ana, "table cut") == "You are asked to cut again from the next deal on."
    while session.table.phase == "deal":
        await server.slash([ana, bo][turn(session)], "bet", amount="min")
    assert session.table.match.state.missed_cuts[0] == ASLEEP
    await server.slash(ana, "table next")
    assert session.table.deal is not None and session.table.deal.state.missed_cuts[0] == 0
    assert not session.table.chairs[0].cuts_again
    session.table.options = replace(session.table.options, cut="off")
    assert await server.slash(ana, "table cut") == "Nobody is asked to cut at this table."


async def test_whose_cut_it_is(server: Server) -> None:
    people = ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo, cut="offer", hands="hidden")
    await server.slash(ana, "cut", cards="20")
    while session.table.phase == "deal":
        await server.slash(people[turn(session)], "bet", amount="min")
    await server.slash(ana, "table next")
    cutter = turn(session)
    before = await server.books()
    said = await server.slash(people[1 - cutter], "cut", cards="20")
    assert said == f"It is {people[cutter].user.name}'s cut."
    assert await server.books() == before


async def test_only_the_cutter_gets_the_form_to_cut(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo, cut="offer")
    await ana.click(server.board, label="Let the dealer cut")
    while session.table.phase == "deal":
        await server.slash([ana, bo][turn(session)], "bet", amount="min")
    await ana.click(server.board, label="Next round")
    cutter, people = turn(session), [ana, bo]
    assert (await people[cutter].click(server.board, label="Cut…")).modal is not None
    before = await server.books()
    refused = await people[1 - cutter].click(server.board, label="Cut…")
    assert said(refused) == f"It is {session.table.chairs[cutter].name}'s cut."
    assert await server.books() == before


@pytest.mark.usefixtures("without_moments")
async def test_poker_hands_come_as_a_file_after_the_reveal(server: Server) -> None:
    people = ana, bo = server.person("ana"), server.person("bo")
    session = await server.started("poker", ana, bo, variant="holdem")
    while session.table.phase == "deal":
        await server.slash(people[turn(session)], "fold")
    assert await server.slash(ana, "table phh") == "The hands can be had when their match is over."
    await server.sure(ana, "table close")
    shown = (await bo.slash(server.channel, "table phh", table=session.id)).response
    assert shown.ephemeral and shown.content.startswith("1 hand in PHH")
    (file,) = shown.attachments
    assert file.filename == f"{session.id}.phhs"
    (hand,) = tomllib.loads((await file.read()).decode()).values()
    assert hand["variant"] == "NT" and hand["actions"] == ["d dh p1 ????", "d dh p2 ????", "p2 f"]
    assert sorted(hand["players"]) == ["ana", "bo"]
