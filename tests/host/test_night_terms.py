"""What a night's terms come to while it is played: a list of games, lengths of picks, and stakes that rise."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.options import read_options
from bot.games.catalog import GAMES
from bot.show.words import night_terms
from bot.store import ledger
from bot.table import lasting, limits, lobby, money, night, picking, rising, state
from bot.table.errors import Rejected
from bot.table.night_state import Night
from bot.table.session import Session
from bot.table.state import BETWEEN, DEAL, PICK
from card_art import scene as art

from .tables import ANN, BOB, CLEO, Tables
from .test_night import deal_of, opened, play_on, told

POKER = GAMES["poker"]


async def to_the_next_pick(s: Session, tables: Tables) -> None:
    """House players play for everybody until the next game is to be named."""
    clock = tables.clock(s)
    while s.table.phase in (DEAL, BETWEEN):
        await play_on(s, tables)
        while s.table.phase == BETWEEN:
            tables.time += max(0, await clock._step())


async def later(s: Session, minutes: int) -> None:
    """As if the game had been on for this much longer."""
    async with s.commits.changing() as (table, _):
        told = night.of(table)
        told.until -= minutes * 60_000 if told.until else 0
        told.level_from -= minutes * 60_000 if told.rising == rising.HOUR else 0


# ---- how long ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("an orbit", "orbit"), ("6 hands", "6 hands"), ("one hand", "1 hands"), ("20 min", "20 minutes"),
     ("45m", "45 minutes"), ("an hour", "60 minutes"), ("half an hour", "30 minutes"), ("", ""), ("as usual", "")],
)  # fmt: skip
def test_lengths_are_read_as_people_type_them(typed: str, kept: str) -> None:
    assert lasting.read(typed) == kept
    assert lasting.read(lasting.told(kept) or "usual") == kept, "and as they are told"


async def test_minutes_end_a_game_after_the_hand_under_way(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, lasts="20 minutes")
    await deal_of(s, "poker")
    assert s.table.options.hands is None
    assert "No-limit Hold'em · blinds 1–2 · run it twice · 20 minutes" in told(s, tables)
    picture = tables.builder.snapshot(s.table).public.picture
    assert isinstance(picture, art.Scene) and picture.subtitle == "no limit · blinds 1 – 2 · 20 minutes left"
    await later(s, 21)
    assert s.table.phase == DEAL, "the hand is played to its end"
    assert "hand 1, the last one" in told(s, tables)
    picture = tables.builder.snapshot(s.table).public.picture
    assert isinstance(picture, art.Scene) and picture.subtitle == "no limit · blinds 1 – 2 · the last hand"
    await play_on(s, tables)
    assert s.table.phase == PICK and "Poker is over: it was for 20 minutes" in s.table.notice
    assert night.of(s.table).until == 0


async def test_minutes_do_not_run_while_the_table_is_paused(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, lasts="20 minutes")
    await deal_of(s, "poker")
    before = lasting.minutes_left(night.of(s.table), s.table.now())
    async with s.commits.changing() as (table, _):
        table.paused, table.stopped_at = "Ann has paused it.", table.here()
    tables.time += 3_600_000
    assert lasting.minutes_left(night.of(s.table), s.table.now()) == before == 20


async def test_a_game_that_counts_no_deals_ends_after_a_number_of_them(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO, houses=1, lasts="2 hands")
    await deal_of(s, "hearts", limit="100")
    await to_the_next_pick(s, tables)
    assert "Hearts is over: it was for 2 hands; places are paid as they stand" in s.table.notice
    assert await tables.store.read(ledger.audit) == []


async def test_a_length_that_the_dealer_types_goes_before_the_nights(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, lasts="20 minutes")
    await deal_of(s, "poker", hands="3")
    assert (s.table.options.hands, night.of(s.table).until) == (3, 0)


# ---- stakes ------------------------------------------------------------------------------------


async def test_stakes_rise_when_the_deal_has_gone_round(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, rising="orbit", lasts="1 hands")
    stakes = list[int]()
    for _ in range(5):
        await deal_of(s, "poker", limit="fixed")  # nobody loses everything in a hand
        stakes.append(s.table.options.stakes)
        await to_the_next_pick(s, tables)
        if len(stakes) == 2:
            assert "**The stakes rise**: ×1½ of the usual from now on, and a buy-in is 150." in s.table.notice
            assert "The stakes are ×1½ of the usual; they rise in 2 games." in told(s, tables)
    assert stakes == [200, 200, 300, 300, 400], "1–2, 1½–3, 2–4"
    assert money.buy_in(s.table) == 20_000


async def test_stakes_rise_each_hour_of_table_time(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, rising="hour", lasts="1 hands")
    await deal_of(s, "farmer")
    assert s.table.options.ante == 100
    await later(s, 121)
    await to_the_next_pick(s, tables)
    assert night.of(s.table).level == 2
    await deal_of(s, "farmer", ante="1")
    assert s.table.options.ante == 100, "what the dealer types stays as it is"


async def test_a_newcomer_buys_in_for_as_many_blinds(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, rising="orbit", lasts="1 hands")
    for _ in range(2):
        await deal_of(s, "poker")
        await to_the_next_pick(s, tables)
    await lobby.join(s, CLEO, "Cleo")
    seat = s.table.seat_of(CLEO)
    assert seat is not None and s.table.stack_of(seat) == 15_000
    assert await tables.balance(CLEO) == 85_000 and await tables.store.read(ledger.audit) == []


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.chips])
@pytest.mark.parametrize("level", [1, 2, 9])
def test_every_game_for_chips_takes_its_raised_stakes(slug: str, level: int) -> None:
    game, factor = GAMES[slug], rising.times(Night("", rising="orbit", level=level))
    for given in ({}, *game.presets.values()):
        options: Any = read_options(game.options, given)
        made: Any = rising.raised(game, options, factor, ())
        assert getattr(made, "check", lambda: None)() is None
        if game.for_chips(options):
            assert made != options or slug == "blackjack"


# ---- what may be named -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("only", "said"),
    [(["poker"], "Poker night"), (["poker/stud", "poker/draw"], "Poker night · stud and draw games"),
     (["poker:razz"], "Poker night · Razz"), (["hearts", "farmer"], "Only Hearts and Farmer"), ([], ""),
     (["hearts", "poker/home"], "Only Hearts and Poker: home games")],
)  # fmt: skip
def test_a_limit_in_words(only: list[str], said: str) -> None:
    assert limits.called(only) == said
    assert limits.read(limits.typed(only), {}) == only, "what stands in the form is read as it was"


def test_the_terms_of_a_night_in_one_line() -> None:
    terms = Night("", only=["poker"], lasts="orbit", rising="hour").terms
    assert night_terms.told(terms) == "Poker night · an orbit a game · stakes rise each hour"
    assert night_terms.told(Night("").terms) == ""


async def test_nobody_names_a_variant_that_is_not_on_the_list(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, only=["poker/stud"])
    with pytest.raises(Rejected, match="Hold'em is not played tonight, only Poker: stud games"):
        await picking.name(s, ANN, "poker", 0, "holdem")
    with pytest.raises(Rejected, match="only Poker: stud games"):
        await picking.pick(s, ANN, "poker", "friday no limit", {})
    await picking.name(s, ANN, "poker", 0, "razz")
    assert night.of(s.table).variant == "razz"


async def test_eight_picks_of_a_poker_night_are_played_to_the_end(tables: Tables) -> None:
    s = await opened(tables, ANN, houses=3, only=["poker/stud", "poker/draw"], rising="orbit", lasts="1 hands")
    tonight, families = night.of(s.table), set[str]()
    for _ in range(8):
        if s.table.chairs[tonight.dealer].house:
            clock = tables.clock(s)
            while s.table.phase == PICK:
                tables.time += max(0, await clock._step())
                assert not s.table.paused, s.table.paused
        else:
            await deal_of(s, "poker")
        families.add(s.table.options.played.family)
        await to_the_next_pick(s, tables)
        tonight = night.of(s.table)
    assert (tonight.picks, tonight.level) == (8, 2)
    assert families == {"stud", "draw"} and {*tonight.played} == {"poker"}
    assert await tables.store.read(ledger.audit) == []


async def test_a_night_of_before_is_read_and_stored_as_it_was(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    kept = state.as_json(s.table)["night"]
    assert not {*kept} & {"only", "lasts", "rising", "lasting", "until", "deals_to_play", "level", "level_from"}
    again = await tables.again(s)
    assert state.as_json(again.table)["night"] == kept
