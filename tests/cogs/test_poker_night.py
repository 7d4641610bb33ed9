"""A night that is limited: what may be named, for how long, and for which stakes, as people press and type it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.games.catalog import GAMES
from bot.store import nights
from bot.store import series as series_store
from bot.table import limits, night, picking
from bot.table.night_state import Night
from bot.table.session import Session
from card_art.scene import Results

from .server import Server, labels
from .test_night import opened


def menus(message: Any) -> dict[str, list[str]]:
    """What each menu of a message offers."""
    found = [c for row in message.components for c in row.children if hasattr(c, "options")]
    return {menu.placeholder: [o.value for o in menu.options] for menu in found}


def stays(session: Session, slug: str, *given: str) -> list[str]:
    """The variants that somebody who has named this game may choose."""
    return [name for names in picking.variants_of(session.table, GAMES[slug]).values() for name in names]


async def test_a_poker_night_names_poker_alone(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo, games="poker")
    assert night.of(session.table).only == ["poker"]
    assert "**Poker**: which of them?" in server.board.content, "there is nothing else to name"
    assert "Another game" not in labels(server.board)
    assert len(stays(session, "poker")) == 27
    refused = await server.slash(ana, "night pick", game="hearts")
    assert refused == "Hearts is not played tonight, only Poker."
    assert await server.offered(ana, "night pick", "game", "") == ["poker"]


async def test_families_limit_menus_and_what_is_typed(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo, games="stud and draw games")
    assert [*menus(server.board)] == ["Stud games", "Draw games", "How long does it last?"][:2]
    refused = await server.slash(ana, "night pick", game="poker", options="variant: holdem")
    assert refused == "Hold'em is not played tonight, only Poker: stud and draw games."
    assert session.table.phase == "pick"
    assert await server.slash(ana, "night pick", game="poker", options="variant: razz") == "Fixed-limit Razz it is."
    assert session.table.options.variant == "razz"


async def test_without_a_variant_the_first_of_the_list_is_dealt(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo, games="draw games")
    await server.slash(ana, "night pick", game="poker")
    assert session.table.options.variant in stays(session, "poker") and session.table.options.played.family == "draw"


async def test_a_list_of_games_and_single_variants(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo, games="red dog, farmer, seven-card stud")
    assert night.of(session.table).only == ["red-dog", "farmer", "poker:stud"]
    assert {*menus(server.board)["Name the next game"]} == {"red-dog", "farmer", "poker"}
    assert stays(session, "poker") == ["stud"]
    assert "only Red Dog, Farmer, Poker (Stud)" in await server.slash(ana, "night pick", game="blackjack")


@pytest.mark.parametrize(("typed", "no"), [("canoeing", "is no game and no family"), ("poker, xyzzy", "xyzzy")])
async def test_what_is_no_game_is_refused_in_one_sentence(server: Server, typed: str, no: str) -> None:
    ana = server.person("ana")
    told = await server.slash(ana, "night start", games=typed)
    assert no in told and server.bot.room.sessions == {}


async def test_groups_of_games_are_named_as_games_shows_them(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo, games="rummy games, home games")
    only = night.of(session.table).only
    assert {"gin-rummy", "poker/home"} <= {*only} and "red-dog" not in only


async def test_an_announcement_says_what_is_played(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    announced = await server.announced(ana, games="stud, draw", lasts="20 min", rising="hour")
    message = await server.announcement(announced)
    line = "Poker night · stud and draw games · 20 minutes a game · stakes rise each hour."
    assert line in message.content
    await server.slash(ana, "night start")
    told = night.of(server.table.table)
    assert (told.only, told.lasts, told.rising) == (["poker/stud", "poker/draw"], "20 minutes", "hour")
    assert line.rstrip(".") in server.board.content
    await server.slash(bo, "night join")


async def test_what_is_played_is_changed_before_the_night(server: Server) -> None:
    ana = server.person("ana")
    announced = await server.announced(ana, games="poker")
    await server.slash(ana, "night change", night=announced.id, games="all", lasts="6 hands", rising="orbit")
    record = await server.store.read(nights.night, announced.id)
    assert record is not None
    assert (record.terms["only"], record.terms["lasts"], record.terms["rising"]) == ([], "6 hands", "orbit")
    assert "6 hands a game · stakes rise each orbit." in (await server.announcement(announced)).content


async def test_a_series_keeps_its_terms(server: Server) -> None:
    ana = server.person("ana")
    announced = await server.announced(ana, repeat="every week", games="home games", lasts="orbit", rising="orbit")
    record = await server.store.read(nights.night, announced.id)
    assert record is not None and record.series is not None
    of = await server.store.read(series_store.series, record.series)
    assert of is not None and (of.terms["only"], of.terms["rising"]) == (["poker/home"], "orbit")


async def test_a_pick_lasts_as_its_menu_says(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo, games="poker")
    told = night.of(session.table)
    await ana.select(server.board, values=["razz"], custom_id=f"cm:{session.id}:{told.picks}:@variant:stud")
    long = f"cm:{session.id}:{told.picks}:@lasts:"
    await ana.select(server.board, values=["6 hands"], custom_id=long)
    assert "Fixed limit, 6 hands" in labels(server.board)
    await ana.click(server.board, label="Fixed limit, 6 hands")
    assert session.table.options.hands == 6
    assert "hand 1 of 6" in server.board.content
    assert "Fixed-limit Razz · bets 2 and 4 · ante ½ · 6 hands" in server.board.content


async def test_a_length_may_be_typed_with_the_game(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo, games="poker")
    assert await server.slash(ana, "night pick", game="poker", lasts="20 minutes") == "No-limit Hold'em it is."
    told = night.of(session.table)
    assert session.table.options.hands is None and told.until - session.table.now() > 19 * 60_000
    assert "the game ends <t:" in server.board.content and "20 minutes" in server.board.content


@pytest.mark.parametrize(("lasts", "long"), [("1 hand", "one hand"), ("an orbit", "an orbit"), ("3 hands", "3 hands")])
async def test_how_long_a_pick_lasts_is_told_once(server: Server, lasts: str, long: str) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await opened(server, ana, bo, games="poker")
    said = await server.slash(ana, "night pick", game="poker", options="variant: omaha-8", lasts=lasts)
    assert said == "Fixed-limit Omaha Hi-Lo it is."
    assert server.board.content.split("\n")[1] == f"Fixed-limit Omaha Hi-Lo · blinds 1–2, bets 2 and 4 · {long}"


async def test_a_result_says_how_far_the_pick_is(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo, games="poker")
    await server.slash(ana, "night pick", game="poker", lasts="3 hands")
    folds, wins = (ana, bo) if session.table.seat_of(ana.id) in session.table.turns else (bo, ana)
    await folds.click(server.board, label="Fold")
    await wins.click(server.board, label="Don't show")
    picture = server.bot.room.builder.snapshot(session.table).public.picture
    assert isinstance(picture, Results)
    assert (picture.title, picture.subtitle) == ("Hold'em", "Hand 1 of 3")


@pytest.mark.parametrize("typed", ["soon", "0 hands", "101 hands", "500 minutes", "-1 hands"])
async def test_what_is_no_length_is_refused(server: Server, typed: str) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo)
    assert "lasts 1 to 240" in (no := await server.slash(ana, "night pick", game="red-dog", lasts=typed)) or (
        "is no length" in no
    )
    assert session.table.phase == "pick" and night.of(session.table).named is None


async def test_a_length_that_was_chosen_stays_over_a_restart(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo, rising="orbit", games="poker, red dog")
    await ana.select(server.board, values=["red-dog"])
    await ana.select(server.board, values=["10 minutes"], custom_id=f"cm:{session.id}:0:@lasts:")
    before = session.table.stored().state
    async with session.commits.lock:
        await session.commits.reload()
    told = night.of(session.table)
    assert (told.lasting, told.rising, told.only) == ("10 minutes", "orbit", ["poker", "red-dog"])
    assert session.table.stored().state == before


async def test_an_old_night_goes_on_without_any_of_it() -> None:
    told = Night.of({"name": "Friday", "buy_in": 10_000, "rebuys": 3, "pick_seconds": 60})
    assert (told.only, told.lasts, told.rising, told.level) == ([], "", "off", 0)
    assert limits.plays(told.only, "hearts") and limits.variants(told.only, GAMES["poker"]) is None


async def test_house_players_name_from_the_list_alone(server: Server) -> None:
    ana = server.person("ana")
    session = await opened(server, ana, houses=3, games="stud games, guts, red dog")
    rng, named = random.Random(7), set[str]()
    table = session.table
    among = {*stays(session, "poker")}
    for _ in range(200):
        slug = rng.choice([game.slug for game in picking.choices(table)])
        given = picking._any_variant(table, GAMES[slug], rng)
        options: Any = picking.tonight(table, GAMES[slug], 4, given)
        named.add(options.variant if slug == "poker" else slug)
    assert named == among | {"red-dog"} and "guts" in named and "holdem" not in named


async def test_the_form_of_the_lobby_lays_it_down(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo, start=False)
    asked = await ana.click((await ana.click(server.board, label="More…")).response, label="Games…")
    await ana.submit_modal(asked, {"only": "draw games", "lasts": "an orbit", "rising": "hour"})
    told = night.of(session.table)
    assert (told.only, told.lasts, told.rising) == (["poker/draw"], "orbit", "hour")
    assert "Poker night · draw games" in server.board.content
    assert "Games…" not in labels((await bo.click(server.board, label="More…")).response)
