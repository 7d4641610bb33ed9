"""**More…** in the middle of a hand: what the host, players and spectators can do there; and **My hand**, which is
shown if there is a hand."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.view import view
from bot.games.catalog import GAMES
from cogs.games import every_word
from tests.conformance.play import play_match

from .server import Server, labels


async def test_the_host_stops_the_clocks_in_mid_hand_and_a_player_lets_them_run_on(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo, cut="off")
    theirs = await server.more(bo)
    assert "Pause" not in labels(theirs) and {"Leave", "Options"} <= set(labels(theirs))
    mine = await server.more(ana)
    assert {"Pause", "Options", "Leave", "Close table"} <= set(labels(mine)) and "Watch" not in labels(mine)
    await ana.click(mine, label="Pause")
    assert session.table.paused and "ana has paused it" in server.board.content
    assert mine.content == "The table is paused." and "Go on" in labels(mine) and "Pause" not in labels(mine)
    theirs = await server.more(bo)
    await bo.click(theirs, label="Go on")
    assert session.table.paused is None and theirs.content == "The table goes on."


async def test_a_manager_who_does_not_play_may_pause_and_look_on(server: Server) -> None:
    ana, bo, boss = server.person("ana"), server.person("bo"), server.manager("boss")
    session = await server.red_dog(ana, bo, cut="off")
    answer = await server.more(boss)
    assert {"Pause", "Watch", "Options"} <= set(labels(answer))
    await boss.click(answer, label="Pause")
    assert session.table.paused and "Go on" not in labels(answer), "those who play go on"


async def test_an_onlooker_looks_on_by_a_press(server: Server) -> None:
    ana, bo, cleo = server.person("ana"), server.person("bo"), server.person("cleo")
    await server.red_dog(ana, bo, cut="off")
    answer = await server.more(cleo)
    assert not {"Pause", "Close table"} & set(labels(answer))
    shown = (await cleo.click(answer, label="Watch")).response
    assert shown.ephemeral and labels(shown) == ["Stop watching"]
    assert shown.content == f"{server.board.content}\n-# You are looking on."


async def test_the_options_are_read_in_mid_hand_and_not_changed(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.red_dog(ana, bo, cut="off", ante="1")
    answer = await server.more(bo)
    await bo.click(answer, label="Options")
    assert "the options of this table" in answer.content and "ante 1" in answer.content
    assert labels(answer) == ["More…"]
    await bo.click(answer, label="More…")
    assert "Options" in labels(answer)


@pytest.mark.parametrize(
    ("game", "how", "holds"),
    [("war", {}, False), ("canfield", {}, False), ("canfield", {"mode": "race"}, True), ("blackjack", {}, False),
     ("in-between", {}, False), ("backhand", {}, False), ("red-dog", {}, True)],
)  # fmt: skip
async def test_my_hand_stands_where_there_is_a_hand(server: Server, game: str, how: Any, holds: bool) -> None:
    ana = server.person("ana")
    if holds:
        await server.started(game, ana, server.person("bo"), **how, cut="off")
    else:
        await server.slash(ana, game, **how, cut="off")
        await ana.click(server.board, label="Play now")
    assert ("My hand" in labels(server.board)) == holds
    answer = (await ana.slash(server.channel, "hand")).response
    nothing = "Nobody holds a hand here: all that there is to see and to press is on the table."
    assert (answer.content == nothing) == (not holds)


async def test_an_end_is_proposed_where_nobody_has_a_panel_to_look_at(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.started("in-between", ana, bo, cut="off")
    await ana.click(server.board, label="Share the pot?")
    assert "Agree to share" in labels(server.board)


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_where_nobody_holds_a_hand_nobody_ever_sees_a_card_alone(slug: str) -> None:
    game, words, held = GAMES[slug], every_word()[slug], set[bool]()
    for seed in range(3):
        play_match(
            game,
            ("holds", seed),
            lambda deal: held.update(
                bool(view(deal, seat).hand) for seat in range(deal.state.seats) if not words.holds(deal.options)
            ),
        )
    assert True not in held
