"""Leaderboards, a member's statistics, and seasons."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from bot.store import Result, Work, journal, personal_data, seasons
from bot.store import recent as stored_recent
from bot.store import results as stored_results

from .server import Server, said
from .test_cardroom import LOOKS, fill
from .test_night import opened, share_the_pot

DAY = 86_400_000


async def played(server: Server, game: str, n: int, *results: tuple[Any, str, int], at: int | None = None,
                 night: str | None = None) -> None:  # fmt: skip
    """A match that is over: who, how they came out, and their net chips."""
    if not n:
        await server.slash(results[0][0], "hearts")
    at = server.bot.room.now() - 1000 + n if at is None else at
    work = Work().do(journal.start_match, f"m{n}", server.table.id, server.guild.id, game, "{}", at, night)
    seats = [
        Result(p.id, p.name, seat, 1 if out == "W" else 2, out, 0, net, 0, 2, {"moons": 1})  # type: ignore[arg-type]
        for seat, (p, out, net) in enumerate(results)
    ]
    await server.store.commit(work.do(stored_results.finish_match, f"m{n}", at + 1, seats))


async def board(server: Server, person: Any, **options: Any) -> list[str]:
    return (await server.slash(person, "leaderboard", show="text", **options)).splitlines()


async def test_leaderboard_by_wins_then_chips(server: Server) -> None:
    ana, bo, cy = (server.person(n) for n in ("ana", "bo", "c_y"))
    assert (await server.slash(ana, "leaderboard")).startswith(
        "There is no result here yet. A match counts when it is over;"
    )
    await played(server, "red-dog", 0, (ana, "W", 500), (bo, "L", -500), (cy, "L", 0))
    await played(server, "red-dog", 1, (ana, "L", -100), (bo, "W", 1050), (cy, "L", -950))
    await played(server, "hearts", 2, (ana, "D", 0), (cy, "D", 0))
    assert await board(server, ana) == [
        "**Leaderboard · all games** · wins, all time",
        "🥇 **bo** · 1 win in 2 matches, +5½ chips",
        "🥈 **ana** · 1 win in 3 matches, 1 drawn, +4 chips",
        "🥉 **c\\_y** · 0 wins in 3 matches, 1 drawn, −9½ chips",
    ]
    assert (await board(server, ana, game="hearts"))[0] == "**Leaderboard · Hearts** · wins, all time"
    assert await server.offered(ana, "leaderboard", "game", "HEA") == ["hearts"]
    assert (await board(server, ana, by="best match"))[1:3] == [
        "🥇 **bo** · +10½ · 1 win in 2 matches, +5½ chips",
        "🥈 **ana** · +5 · 1 win in 3 matches, 1 drawn, +4 chips",
    ]
    assert await board(server, ana, by="share of wins") == ["Nobody has played the five matches yet that this needs."]
    rated = await board(server, ana, by="rating")
    assert [line.split("**")[1] for line in rated[1:]] == ["bo", "ana", "c\\_y"]


def picture_of(asked: Any) -> Any:
    """The private answer to the person who asked, with its picture."""
    (message,) = [m for m in (asked.response, *asked.followups) if m is not None and m.attachments]
    assert message.ephemeral
    return message


@pytest.mark.parametrize("drawn", [True], indirect=True)
async def test_the_pictures_say_what_the_text_says(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await played(server, "red-dog", 0, (ana, "W", 500), (bo, "L", -500))
    await played(server, "hearts", 1, (ana, "W", 0), (bo, "L", 0))
    message = picture_of(await ana.slash(server.channel, "leaderboard"))
    assert message.content == "**Leaderboard · all games** · wins, all time"
    assert message.attachments[0].description == (
        "Leaderboard, wins. All games · all time. 1. ana: 2 (2 wins in 2 matches). 2. bo: 0 (0 wins in 2 matches)."
    )
    message = picture_of(await bo.slash(server.channel, "stats"))
    assert "now 2 losses" in message.attachments[0].description
    assert "The last matches, won, lost or drawn: LL." in message.attachments[0].description


async def test_periods(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    monkeypatch.setattr(server.bot.room, "now", lambda: 1_780_000_000_000)  # 28 May 2026
    for n, day in enumerate((1_780_000_000_000, 1_777_000_000_000, 1_766_000_000_000)):  # May, April, December
        await played(server, "red-dog", n, (ana, "W", 500), (bo, "L", -500), at=day - DAY)
    counted = {
        "all time": ("all time", 3), "this month": ("May 2026, UTC", 1), "last month": ("April 2026, UTC", 1),
        "this year": ("2026, UTC", 2), "2026-04-01": ("since 1 April 2026, UTC", 2),
        "since 2025-12-01": ("since 1 December 2025, UTC", 3), "1 april": ("since 1 April 2026, UTC", 2),
        "1.12.": ("since 1 December 2025, UTC", 3), "2 months ago": ("since 28 March 2026, UTC", 2),
        "friday 20:00": ("since 22 May 2026 20:00, UTC", 1),
    }  # fmt: skip
    for typed, (called, wins) in counted.items():
        lines = await board(server, ana, period=typed)
        assert lines[0] == f"**Leaderboard · all games** · wins, {called}"
        assert lines[1].startswith(f"🥇 **ana** · {wins} win")
    assert await board(server, ana, period="2026-05-28") == ["No result: since 28 May 2026, UTC."]
    assert await board(server, ana, period="2027-01-01") == ["That day is still to come."]
    assert await board(server, ana, period="4/1/2026") == [
        "That may be <t:1775001600:F> or <t:1767484800:F>: write it in full, like `2026-11-27 20:30`."
    ]
    assert (await board(server, ana, period="whenever"))[0].startswith("“whenever” is no period; choose one")
    answer = await board(server, ana, by="rating", period="this month")
    assert answer == ["Ratings are kept for all time and for each season."]


@pytest.mark.parametrize(
    ("zone", "now", "at", "wins"),
    [
        ("Europe/Berlin", "2026-06-10T12:00Z", "2026-05-31T21:59Z", {"May 2026": 1, "June 2026": 0}),
        ("Europe/Berlin", "2026-06-10T12:00Z", "2026-05-31T22:00Z", {"May 2026": 0, "June 2026": 1}),
        ("Pacific/Auckland", "2026-05-31T12:30Z", "2026-05-31T12:00Z", {"May 2026": 0, "June 2026": 1}),
        ("America/Los_Angeles", "2026-06-01T06:00Z", "2026-06-01T05:00Z", {"April 2026": 0, "May 2026": 1}),
        ("Asia/Kathmandu", "2026-02-01T00:00Z", "2026-01-31T18:15Z", {"January 2026": 0, "February 2026": 1}),
    ],
)
async def test_months_begin_by_the_clock_of_the_server(server: Server, monkeypatch: pytest.MonkeyPatch, zone: str,
                                                       now: str, at: str, wins: dict[str, int]) -> None:  # fmt: skip
    """As soon as a manager has set it, whatever was played before."""
    ana, bo, boss = server.person("ana"), server.person("bo"), server.manager("boss")
    monkeypatch.setattr(server.bot.room, "now", lambda: round(datetime.fromisoformat(now).timestamp() * 1000))
    await played(server, "red-dog", 0, (ana, "W", 500), (bo, "L", -500),
                 at=round(datetime.fromisoformat(at).timestamp() * 1000) - 1)  # fmt: skip
    await played(server, "red-dog", 1, (ana, "W", 500), (bo, "L", -500), at=1_700_000_000_000)
    await fill(server, boss, "House players and cards…", **{**LOOKS, "timezone": zone})
    for period, (called, count) in zip(("last month", "this month"), wins.items(), strict=True):
        told = await board(server, ana, period=period)
        shown = f"**Leaderboard · all games** · wins, {called}, {zone}"
        assert told[0] == (shown if count else f"No result: {called}, {zone}.")
        assert len(told) == 1 + 2 * count
    assert (await board(server, ana, period="this year"))[1].startswith("🥇 **ana** · 1 win in 1 match")


async def test_today_has_begun_where_the_server_is(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    monkeypatch.setattr(server.bot.room, "now", lambda: 1_780_000_000_000)  # 28 May 2026, 20:26 UTC
    await fill(server, boss, "House players and cards…", **{**LOOKS, "timezone": "Pacific/Auckland"})
    assert await board(server, ana, period="2026-05-29") == ["No result: since 29 May 2026, Pacific/Auckland."]
    assert await board(server, ana, period="2026-05-30") == ["That day is still to come."]


async def test_seasons_and_their_archive(server: Server) -> None:
    ana, bo, boss = server.person("ana"), server.person("bo"), server.manager("boss")
    assert await server.slash(ana, "season list") == "There has been no season here yet."
    await played(server, "red-dog", 0, (ana, "W", 500), (bo, "L", -500))
    answer = await server.slash(boss, "season start", name="Spring  cup")
    assert answer == "The season “Spring cup” has begun: `/leaderboard` has it among its periods."
    answer = await server.slash(boss, "season start", name="another")
    assert answer == "A season is running; end it first."
    await played(server, "red-dog", 1, (ana, "L", -50), (bo, "W", 50))
    assert (await server.slash(boss, "season end")).startswith("The season “Spring cup” is over")
    assert await server.slash(boss, "season end") == "No season is running."
    await played(server, "red-dog", 2, (ana, "W", 500), (bo, "L", -500))
    assert await server.offered(ana, "leaderboard", "period", "spring") == ["season Spring cup"]
    for by in ("wins", "rating"):
        lines = await board(server, ana, period="season Spring cup", by=by)
        assert [line.split("**")[1] for line in lines[1:]] == ["bo", "ana"]
    assert "Spring cup" in await server.slash(ana, "season list")
    assert await server.slash(boss, "season start", name="this month") == "Choose another name."


@pytest.mark.parametrize("command, options", [("season start", {"name": "mine"}), ("season end", {})])
async def test_seasons_are_for_managers(server: Server, command: str, options: dict[str, str]) -> None:
    ana = server.person("ana")
    assert await server.slash(ana, command, **options) == "Only somebody who manages this server can do that."
    assert await server.store.read(seasons.seasons, server.guild.id) == []


async def test_stats(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    assert (await server.slash(ana, "stats")).startswith("ana has no result here yet.")
    await played(server, "red-dog", 0, (ana, "W", 500), (bo, "L", -500), night="friday")
    await played(server, "red-dog", 1, (ana, "W", 250), (bo, "L", -250), night="friday")
    await played(server, "hearts", 2, (ana, "L", 0), (bo, "W", 0))
    rating = (await server.store.read(stored_recent.recent_results, server.guild.id, ana.id)).rating
    assert (await server.slash(bo, "stats", member=ana, show="text")).splitlines() == [
        "**ana** · 2 wins in 3 matches, +7½ chips",
        f"rating {rating} · longest run 2 wins · best night +7½ · best match +5",
        "Hearts: 0 wins in 1 match · 1 moon shot",
        "Red Dog: 2 wins in 2 matches, +7½ chips",
    ]
    assert (await server.slash(bo, "stats", game="hearts")).startswith("**bo** · 1 win in 1 match")


async def test_two_members_compared(server: Server) -> None:
    ana, bo, cy = (server.person(n) for n in ("ana", "bo", "cy"))
    await played(server, "red-dog", 0, (ana, "W", 500), (bo, "L", -500))
    await played(server, "red-dog", 1, (ana, "L", -50), (bo, "W", 50))
    await played(server, "hearts", 2, (ana, "D", 0), (bo, "D", 0))
    lines = (await server.slash(ana, "stats", against=bo)).splitlines()
    assert lines[1] == "Against bo: 3 matches, ahead 1, behind 1, level 1; +4½ chips to −4½."
    lines = (await server.slash(ana, "stats", against=cy)).splitlines()
    assert lines[1] == "Against cy: no match yet."
    assert await server.slash(ana, "stats", against=ana) == "Choose somebody else to compare with."


async def test_the_matches_of_a_night_make_a_night(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    assert await board(server, ana, by="best night") == ["No night of dealer's choice has been played here yet."]
    session = await opened(server, ana, bo, name="Friday")
    for dealer in (ana, bo):
        await server.slash(dealer, "night pick", game="red-dog", options="cut: off")
        await share_the_pot(server, ana, bo)
    results = await server.store.read(personal_data.results, server.guild.id, None)
    assert [line.night for line in results] == [session.id] * 4
    recent = await server.store.read(stored_recent.recent_results, server.guild.id, ana.id)
    assert (recent.nights, recent.best_night) == (1, sum(line.net for line in results if line.user == ana.id))
    assert len(await board(server, ana, by="best night")) == 3


async def test_a_match_that_was_played_is_on_the_leaderboard(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.red_dog(ana, bo)
    await server.slash(ana, "end")
    await server.slash(bo, "agree")
    lines = await board(server, ana, game="red-dog")
    assert lines[1:] == ["🥇 **ana** · 0 wins in 1 match, 1 drawn", "🥇 **bo** · 0 wins in 1 match, 1 drawn"]
    assert said(await bo.slash(server.channel, "stats")).startswith("**bo** · 0 wins in 1 match, 1 drawn")
