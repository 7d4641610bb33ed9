"""The leaderboard and what is told of a member."""

from __future__ import annotations

from typing import Any

from bot.store import Result, Work

from .server import Server


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
