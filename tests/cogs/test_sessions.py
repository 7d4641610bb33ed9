"""A table of poker for chips, as people play it: a few hands, up from the table, and what the records say of it."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from bot.store import ledger, personal_data

from .server import Server, labels, said, seat_of, turn
from .test_leaderboard import board, picture_of
from .test_records import sent


async def fold_until(server: Server, people: list[Any], count: int) -> None:
    """A number of hands of two: the first player folds."""
    who = {seat_of(server.table, person): person for person in people}
    for _ in range(count):
        if server.table.table.phase != "deal":
            for person in people:
                await person.click(server.board, label=next(each for each in labels(server.board) if "Next" in each))
        await server.slash(who[turn(server.table)], "fold")


async def gets_up(server: Server, person: Any) -> str:
    answer = await server.more(person)
    return said(await person.click((await person.click(answer, label="Leave")).response or answer, label="Leave"))


@pytest.mark.usefixtures("without_moments")
@pytest.mark.parametrize("drawn", [True], indirect=True)
async def test_hands_of_poker_are_in_every_record(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.started("poker", ana, bo, run_twice="no")
    await fold_until(server, [ana, bo], 3)
    assert (await server.slash(ana, "leaderboard")).startswith(
        "There is no result here yet. A match counts when it is over;"
    )
    await gets_up(server, bo)
    await gets_up(server, ana)
    assert server.bot.room.sessions == {}
    won = {
        person: await server.store.read(ledger.balance, server.guild.id, person.id) - 100_000 for person in (ana, bo)
    }
    assert won[ana] == -won[bo] != 0
    best, other = sorted(won, key=lambda person: -won[person])
    whites = f"{won[best] / 100:g}".replace(".5", "½")
    assert await board(server, ana, game="poker", by="net chips") == [
        "**Leaderboard · Poker** · net chips, all time",
        f"🥇 **{best.name}** · +{whites} · 1 win in 1 session, +{whites} chips",
        f"🥈 **{other.name}** · −{whites} · 0 wins in 1 session, −{whites} chips",
    ]
    assert (await board(server, ana, by="rating"))[1].startswith(f"🥇 **{best.name}**")
    assert len(await board(server, ana, period="this month")) == 3
    told = await server.slash(ana, "stats", member=best, show="text")
    cashed = f"{100 + won[best] / 100:g}".replace(".5", "½")
    assert told.splitlines()[0] == f"**{best.name}** · 1 win in 1 session, +{whites} chips"
    assert f"Poker: 1 win in 1 session, +{whites} chips · 100 in, {cashed} out, 3 hands in 1 min" in told
    shown = picture_of(await ana.slash(server.channel, "stats", member=best)).attachments[0].description
    assert "sessions 1" in shown
    _, _, content = await sent(await best.slash(server.channel, "records results"))
    (row,) = csv.DictReader(io.StringIO(content.decode()))
    assert (row["kind"], row["chips in"], row["hands dealt in"]) == ("session", "100", "3")
    assert float(row["chips out"]) == 100 + won[best] / 100 and float(row["net"]) == won[best] / 100
    _, _, content = await sent(await best.slash(server.channel, "records mine"))
    (line,) = json.loads(content)["results"]
    assert (line["kind"], line["bought"], line["hands"], line["net"]) == ("session", 10_000, 3, won[best])


async def test_nothing_is_left_of_whose_data_is_erased(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.started("poker", ana, bo, run_twice="no")
    await fold_until(server, [ana, bo], 1)
    await gets_up(server, bo)
    await gets_up(server, ana)
    question = await ana.slash(server.channel, "records erase")
    again = await ana.click(question.response, label="Erase my data")
    await ana.click(again.response or question.response, label="Yes, erase it for good")
    left = json.dumps(await server.store.read(personal_data.everything_but_results, server.guild.id, ana.id))
    assert '"standings": []' in left and '"ratings": []' in left
    assert await server.store.read(personal_data.results, server.guild.id, ana.id) == []
    assert [line.name for line in await server.store.read(personal_data.results, server.guild.id, None)].count(
        "Somebody"
    ) == 1
    assert len(await board(server, bo)) == 2
    assert await server.store.read(ledger.audit) == []
