"""How well house players play is chosen by seat, is said where they sit, and is told apart in `/stats`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.state import ranked
from bot.house.manners import CHARACTERS
from bot.house.player import PLAIN, Player, Strength
from bot.store import Result, Work, journal
from bot.store import results as stored_results
from bot.table import lobby, money

from .ahead import restart
from .server import Server


def sitting(server: Server) -> dict[str, Strength]:
    return {chair.name: chair.strength for chair in server.table.table.chairs if chair.house}


async def test_a_house_player_is_named_with_its_strength(server: Server) -> None:
    ana = server.person("ana")
    await server.red_dog(ana, start=False)
    said = await server.slash(ana, "table house", strength="learner", player="Dora")
    assert said == "Dora, who takes her time, sits down for the house, at learner strength."
    assert await server.slash(ana, "table house") == "Ada sits down for the house."
    assert await server.slash(ana, "table house", player="Dora") == "Dora sits at this table already."
    assert sitting(server) == {"Dora": Strength.LEARNER, "Ada": Strength.CLUB}
    seen = server.board.attachments[0].description
    assert "Dora (house player, learner)" in seen and "Ada (house player)" in seen


async def test_the_host_says_how_well_those_play_who_sit_down_later(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo, start=False)
    more = await server.more(ana)
    await ana.select(more, values=["friendly"], custom_id=f"cm:{session.id}:0:@strength:")
    assert session.table.house_strength is Strength.FRIENDLY
    assert not any("strength" in str(control) for control in (await server.more(bo)).components)
    await server.slash(ana, "table house", strength="club")
    await ana.click(server.board, label="Play now")
    assert [*sitting(server).values()] == [Strength.CLUB, Strength.FRIENDLY]


async def test_strengths_outlast_a_restart(server: Server) -> None:
    ana = server.person("ana")
    session = await server.red_dog(ana, start=False)
    await server.slash(ana, "table house", strength="learner")
    await lobby.set_strength(session, ana.id, False, Strength.FRIENDLY)
    await restart(server)
    assert sitting(server) == {"Ada": Strength.LEARNER}
    assert server.table.table.house_strength is Strength.FRIENDLY


async def test_house_players_are_offered_with_what_is_said_of_them(server: Server) -> None:
    ana = server.person("ana")
    await server.started("farmer", ana, start=False)
    await server.slash(ana, "table house")
    assert await server.offered(ana, "table house", "player", "be") == ["Bertie"]
    assert await server.offered(ana, "table house", "player", "ada") == []
    said = await server.slash(ana, "table house")
    assert said == "Bertie, who is quick and draws once more where it is close, sits down for the house."
    refused = await server.slash(ana, "table house", player="Zoe")
    assert refused.startswith("There is no house player “Zoe”; there are Ada, Bertie,")


async def test_those_who_sat_down_before_there_were_manners_are_plain(server: Server) -> None:
    ana = server.person("ana")
    await server.started("farmer", ana, start=False)
    await server.slash(ana, "table house", player="Gus")
    gus = server.table.table.chairs[1]
    assert gus.player == Player(manner=CHARACTERS["Gus"])
    gus.mannered = False
    assert gus.player == PLAIN


async def test_in_a_persons_place_the_best_is_played(server: Server) -> None:
    ana = server.person("ana")
    await server.red_dog(ana, start=False)
    await server.slash(ana, "table house", strength="learner")
    mine, house = server.table.table.chairs
    mine.stand_in = True
    assert (mine.player, house.player) == (PLAIN, Player(Strength.LEARNER, CHARACTERS["Ada"]))


async def met(server: Server, ana: Any, n: int, mine: int, *house: tuple[int, str | None]) -> None:
    """A match that is over: my place, and the places and strengths of house players."""
    at = server.bot.room.now() + n
    work = Work().do(journal.start_match, f"m{n}", server.table.id, server.guild.id, "hearts", "{}", at, None)
    seats = [Result(ana.id, "ana", 0, mine, "W" if mine == 1 else "L", 0, 0, 0, 1)]
    for seat, (place, strength) in enumerate(house, 1):
        outcome = "W" if place == 1 else "L"
        seats.append(Result(None, "Ada", seat, place, outcome, 0, 0, 0, 1, strength=strength))
    await server.store.commit(work.do(stored_results.finish_match, f"m{n}", at + 1, seats))


async def test_stats_tell_how_somebody_stands_against_each_strength(server: Server) -> None:
    ana = server.person("ana")
    await server.slash(ana, "hearts")
    await met(server, ana, 0, 1, (2, "learner"), (3, "learner"), (4, "club"))
    await met(server, ana, 1, 3, (1, "learner"), (2, "club"), (4, None))
    said = await server.slash(ana, "stats", show="text")
    assert "Against the house: learners 2–1, club 2–1" in said.splitlines()


async def test_a_match_remembers_how_well_its_house_players_played(server: Server) -> None:
    ana = server.person("ana")
    session = await server.started("jubilee", ana, start=False)
    await server.slash(ana, "table house", strength="friendly")
    await server.slash(ana, "table start")
    assert session.table.match is not None
    over = replace(session.table.match.state, standings=ranked({0: 5, 1: 3}))
    assert [r.strength for r in money.results(session.table, over)] == [None, "friendly"]
