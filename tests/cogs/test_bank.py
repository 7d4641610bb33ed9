"""The bank, the leaderboard, and what a server's managers set."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.backend.errors import SetupError

from bot.store import Result, Work, member, mint

from .server import Server, said


async def test_the_first_visit_brings_the_grant(server: Server) -> None:
    ana = server.person("ana")
    assert await server.slash(ana, "bank balance") == "You have 1,000 play chips in the bank."
    assert await server.slash(ana, "bank balance") == "You have 1,000 play chips in the bank."
    await server.red_dog(ana, start=False)
    assert await server.slash(ana, "bank balance") == "You have 900 play chips in the bank, and 100 at tables."
    assert await server.store.audit() == []


async def test_a_refill_a_day_for_whoever_has_less_than_a_buy_in(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = server.person("ana")
    guild = server.guild.id
    await server.slash(ana, "bank balance")
    before = await server.books()
    assert await server.slash(ana, "bank refill") == "You still have enough chips for a buy-in."
    assert await server.books() == before

    async def spend(key: str, amount: int) -> None:
        postings = [(member(guild, ana.id), -amount), (mint(guild), amount)]
        await server.store.commit(Work().transfer(key, guild, postings, "spent", 0))

    await spend("a", 95_000)
    answer = "You get 1,000 play chips. You have 1,050 play chips in the bank."
    assert await server.slash(ana, "bank refill") == answer
    await spend("b", 100_000)
    assert await server.slash(ana, "bank refill") == "You have had your refill for today."
    tomorrow = server.bot.room.now() + 24 * 3_600_000
    monkeypatch.setattr(server.bot.room, "now", lambda: tomorrow)
    assert await server.slash(ana, "bank refill") == answer
    assert await server.store.audit() == []


# ---- leaderboard and stats ---------------------------------------------------------------------


async def played(server: Server, game: str, n: int, *results: tuple[Any, str, int]) -> None:
    """A match that is over: who, how they came out, and their net chips."""
    if not n:
        await server.slash(results[0][0], "hearts")
    work = Work().start_match(f"m{n}", server.table.id, server.guild.id, game, "{}", n)
    seats = [
        Result(p.id, p.name, seat, 1 if out == "W" else 2, out, 0, net, 0, 2, {"moons": 1})  # type: ignore[arg-type]
        for seat, (p, out, net) in enumerate(results)
    ]
    await server.store.commit(work.finish_match(f"m{n}", n + 1, seats))


async def test_leaderboard_by_wins_then_chips(server: Server) -> None:
    ana, bo, cy = (server.person(n) for n in ("ana", "bo", "c_y"))
    assert await server.slash(ana, "leaderboard") == "No match has been played to its end here yet."
    await played(server, "red-dog", 0, (ana, "W", 500), (bo, "L", -500), (cy, "L", 0))
    await played(server, "red-dog", 1, (ana, "L", -100), (bo, "W", 1050), (cy, "L", -950))
    await played(server, "hearts", 2, (ana, "D", 0), (cy, "D", 0))
    lines = (await server.slash(ana, "leaderboard")).splitlines()
    assert lines == [
        "**Leaderboard · all games**",
        "🥇 **bo** · 1 win in 2 matches, +5½ chips",
        "🥈 **ana** · 1 win in 3 matches, 1 drawn, +4 chips",
        "🥉 **c\\_y** · 0 wins in 3 matches, 1 drawn, −9½ chips",
    ]
    assert "**Leaderboard · Hearts**" in await server.slash(ana, "leaderboard", game="hearts")
    assert await server.offered(ana, "leaderboard", "game", "HEA") == ["hearts"]


async def test_stats(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    assert await server.slash(ana, "stats") == "ana has not played a match to its end here yet."
    await played(server, "red-dog", 0, (ana, "W", 500), (bo, "L", -500))
    await played(server, "hearts", 1, (ana, "L", 0), (bo, "W", 0))
    assert (await server.slash(bo, "stats", member=ana)).splitlines() == [
        "**ana** · 1 win in 2 matches, +5 chips",
        "Hearts: 0 wins in 1 match · moons 1 (best 1)",
        "Red Dog: 1 win in 1 match, +5 chips · moons 1 (best 1)",
    ]
    assert (await server.slash(bo, "stats", game="hearts")).startswith("**bo** · 1 win in 1 match")


async def test_a_match_that_was_played_is_on_the_leaderboard(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.red_dog(ana, bo)
    await server.slash(ana, "end")
    await server.slash(bo, "agree")
    lines = (await server.slash(ana, "leaderboard", game="red-dog")).splitlines()
    assert lines[1:] == ["🥇 **ana** · 0 wins in 1 match, 1 drawn", "🥇 **bo** · 0 wins in 1 match, 1 drawn"]


# ---- settings ----------------------------------------------------------------------------------


async def test_what_managers_set_is_kept_and_used(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    answer = await server.slash(boss, "cardroom set", buy_in="2.5", grant="50", move_seconds=30)
    assert "buy_in: 2½ play chips" in answer
    assert "grant: 50 play chips" in answer
    assert "move_seconds: 30 seconds" in answer
    assert await server.slash(boss, "cardroom show") == answer
    await server.red_dog(ana, start=False)
    assert await server.slash(ana, "bank balance") == "You have 47½ play chips in the bank, and 2½ at tables."


async def test_open_tables_follow_the_clocks(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    session = await server.hearts(ana)
    await server.slash(boss, "cardroom set", move_seconds=45, choice_seconds=45)
    assert session.settings.move_seconds == 45


@pytest.mark.parametrize("options, sentence", [
    ({"buy_in": "abc"}, "buy_in: “abc” is not an amount; write 5, 2.5 or 2½."),
    ({"buy_in": "-5"}, "buy_in: The amount must be more than nothing."),
    ({"grant": "1e9"}, "grant is at most 1,000,000."),
    ({"grant": "0.75"}, "grant: The smallest chip is a yellow, ½."),
    ({"grant": "5"}, "The grant (5) must be at least one buy-in (100)."),
    ({"move_seconds": 3}, "move_seconds is a number of seconds from 10 to 600."),
    ({"choice_seconds": -1}, "choice_seconds is a number of seconds from 10 to 900."),
    ({"close_hours": 1000}, "close_hours is a number of hours from 1 to 168."),
    ({"idle_minutes": 1}, "A table may only pause (idle_minutes) after the turn clocks have run out."),
    (
        {"idle_minutes": 90, "close_hours": 1},
        "A table may only close (close_hours) after it has paused (idle_minutes).",
    ),
    ({}, "Say what you want to set, for example `buy_in: 50`."),
])  # fmt: skip
async def test_settings_that_cannot_be(server: Server, options: dict[str, Any], sentence: str) -> None:
    boss = server.manager("boss")
    before = await server.store.settings(server.guild.id)
    assert await server.slash(boss, "cardroom set", **options) == sentence
    assert await server.store.settings(server.guild.id) == before


async def test_tables_in_some_channels_only(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    den = server.guild.create_text_channel("den")
    answer = await server.slash(boss, "cardroom channel", channel=den, allowed=True)
    assert f"channels: <#{den.id}>" in answer
    assert await server.slash(ana, "hearts") == f"Tables are opened in <#{den.id}> on this server."
    assert not server.bot.room.sessions
    assert said(await ana.slash(den, "hearts")).startswith("Your Hearts table is open")
    answer = await server.slash(boss, "cardroom channel", channel=den, allowed=True)
    assert answer == f"Tables are allowed in {den.mention} already."
    assert "channels: everywhere" in await server.slash(boss, "cardroom channel", channel=den, allowed=False)


async def test_managers_void_and_close_any_table(server: Server) -> None:
    ana, bo, boss = server.person("ana"), server.person("bo"), server.manager("boss")
    session = await server.red_dog(ana, bo)
    office = server.guild.create_text_channel("office")
    listed = await boss.autocomplete(office, "cardroom void", "table", "red")
    assert [c["value"] for c in listed] == [session.id]
    assert said(await boss.slash(office, "cardroom void", table=session.id)).startswith("The deal is void")
    await server.slash(ana, "table next")
    await server.slash(ana, "bet", amount="min")
    answer = said(await boss.slash(office, "cardroom close", table=session.id))
    assert answer == "The table is closed, and all chips are back in the bank."
    assert await server.store.balance(server.guild.id, ana.id) == 100_000
    assert await server.store.balance(server.guild.id, bo.id) == 100_000
    answer = said(await boss.slash(office, "cardroom close", table=session.id))
    assert answer == "There is no such table here; choose one from the list."


async def test_cardroom_is_for_managers(server: Server) -> None:
    """Discord hides it from others; where a server has overruled that, the bot still refuses."""
    ana = server.person("ana")
    with pytest.raises(SetupError):
        await ana.slash(server.channel, "cardroom show")
    (command,) = [known for known in await server.bot.tree.fetch_commands() if known.name == "cardroom"]
    server.guild.set_command_permissions(command.id, {server.guild.default_role: True})
    sentence = "Only somebody who manages this server can do that."
    assert await server.slash(ana, "cardroom show") == sentence
    assert await server.slash(ana, "cardroom set", buy_in="5") == sentence


async def test_help(server: Server) -> None:
    ana = server.person("ana")
    text = await server.slash(ana, "help")
    assert "`/hearts`" in text
    assert "`/red-dog`" in text
    assert "play chips" in text
