"""Chips by colour at a table (rules/dealing.md, section 7): how they are handed out, what stays, what is laid out."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from bot.engine import codec
from bot.engine.buy_in import ChipDealing
from bot.engine.chips import ChipsShown, Stack, playable
from bot.engine.game import Game
from bot.engine.options import BadOption, declared, read_options
from bot.games.catalog import GAMES
from bot.games.parts.agreed_end import Agree, ProposeEnd
from bot.show.controls import forms
from bot.show.messages import stacks
from bot.store import Store, Work
from bot.store import tables as stored_tables
from bot.table import buying, chips, hosting, lobby, money, racks, starting
from bot.table.errors import Rejected
from bot.table.session import Session
from bot.table.state import BETWEEN, DEAL, ChipsDisplayed, ChipsTold
from card_art import scene as art

from .tables import ANN, BOB, CLEO, Tables, memory, play_deal, play_one


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.chips], ids=lambda game: game.slug)
def test_every_game_played_for_chips_has_their_options(game: Game) -> None:
    assert issubclass(game.options, ChipDealing)
    names = [f.name for f in declared(game.options)]
    assert {"buy_in", "auto_rerack", "chip_scale"} < {*names}
    assert len(forms.pages(game.options)) <= 25, "a menu takes 25"
    for name, value in (("buy_in", "19.5"), ("buy_in", "1001"), ("buy_in", "25.25")):
        with pytest.raises(BadOption, match=r"^buy_in"):
            read_options(game.options, {name: value})


def chips_of(s: Session, *seats: int) -> list[Stack]:
    return [chips.now(s.table, seat) for seat in seats]


async def test_option_buy_in_is_what_sitting_down_costs(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB, buy_in=25_000)
    assert [await tables.balance(user) for user in (ANN, BOB)] == [75_000] * 2
    assert s.table.match is not None and s.table.match.state.stacks == (25_000, 25_000)
    await play_deal(s)
    rich = max(range(2), key=lambda seat: s.table.stack_of(seat))
    if s.table.stack_of(rich) >= 25_000:
        with pytest.raises(Rejected, match=r"^You can buy more when you have less than 250\.$"):
            await buying.rebuy(s, (ANN, BOB)[rich])
    dear = await tables.open("red-dog", CLEO, id="dear", buy_in=100_000)
    with pytest.raises(Rejected, match=r"^The buy-in is 1,000, and you do not have that much\.$"):
        await lobby.join(dear, BOB, "Bob")


async def test_without_the_option_the_server_says_what_it_costs(tables: Tables) -> None:
    tables.set["buy_in"] = 5000
    s = await tables.open("red-dog", ANN)
    assert money.buy_in(s.table) == 5000 and s.table.chairs[0].bought == 5000


@pytest.mark.parametrize(("least", "handed"), [(50, playable(10_000)), (100, Stack(green=1, red=13, white=10))])
async def test_example_5_chips_below_the_smallest_bet_are_not_handed_out(
    tables: Tables, least: int, handed: Stack
) -> None:
    s = await tables.open("red-dog", ANN, min_bet=least)
    assert chips_of(s, 0) == [handed]
    assert s.table.notice == f"Ann buys 100: {handed}."


async def test_option_auto_rerack_yes_tidies_every_stack(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB)
    await play_deal(s)
    for seat in (0, 1):
        assert chips_of(s, seat) == [playable(s.table.stack_of(seat))]


async def test_option_auto_rerack_no_leaves_the_chips_as_play_has_left_them(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB, house_players=1, auto_rerack=False)
    tidy = []
    for n in range(4):
        assert s.table.phase == DEAL and s.table.deal is not None
        deal = s.table.deal
        await play_deal(s, n)
        now = racks._followed[deal].now
        assert chips_of(s, 0, 1) == [now[0], now[1]]
        assert chips_of(s, 2) == [playable(s.table.stack_of(2))]
        assert [stack.amount for stack in chips_of(s, 0, 1)] == [s.table.stack_of(seat) for seat in (0, 1)]
        tidy += [stack == playable(stack.amount) for stack in chips_of(s, 0, 1)]
        assert (await tables.again(s)).table.stacks == s.table.stacks
        if s.table.phase != BETWEEN:
            break
        await starting.next_deal(s, ANN)
    assert not all(tidy)


async def test_a_void_deal_leaves_the_chips_as_they_were(tables: Tables) -> None:
    s = await tables.open("red-dog", ANN, BOB)
    await chips.change(s, ANN, "red")
    before = chips_of(s, 0, 1)
    await starting.start(s, ANN)
    await hosting.void(s)
    assert chips_of(s, 0, 1) == before != [playable(10_000)] * 2


async def test_a_rebuy_joins_the_chips_that_lie_there(tables: Tables) -> None:
    s = await tables.open("red-dog", ANN, BOB)
    await chips.change(s, ANN, "red")
    kept = s.table.stacks[0]
    s.table.chairs[0].bought = kept.amount
    async with s.commits.changing() as (table, work):
        money.buy(table, work, 0, 10_000, "rebuy")
    assert chips_of(s, 0) == [kept + playable(10_000)]


async def test_whoever_takes_the_seat_gets_chips_of_their_own(tables: Tables) -> None:
    s = await tables.open("red-dog", ANN, BOB)
    await chips.change(s, BOB, "red")
    await lobby.leave(s, BOB)
    await lobby.join(s, CLEO, "Cleo")
    assert chips_of(s, 1) == [playable(10_000)]


# ---- laid out for all to see ----------------------------------------------------------------


async def test_a_buy_in_is_told_in_a_line(tables: Tables) -> None:
    s = await tables.open("red-dog", ANN)
    assert stacks.laid_out(s.table, tables.builder.who(s.table)) is None
    assert "Ann buys 100: 1 green, 13 red, 8 white, 4 yellow." in tables.shown[-1].public.text.splitlines()
    await lobby.add_house(s)
    assert s.table.chip_display.number == 1, "nobody need see what a house player is given"


async def test_a_split_pot_is_laid_out_share_by_share(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB, CLEO)
    number = s.table.chip_display.number
    await s.act(next(iter(s.table.turns)), s.table.game.moves[0](50))
    assert s.table.deal is not None
    deal = s.table.deal
    for n, seat in enumerate((0, 1, 2)):
        await s.act(seat, Agree() if n else ProposeEnd())
    assert deal.after is not None and s.table.chip_display.number == number + 1
    found = stacks.laid_out(s.table, tables.builder.who(s.table))
    assert isinstance(found, art.Shares) and found.subtitle == "The pot is shared"
    each = {share.number: sum(value * n for value, n in share.chips) for share in found.shares}
    assert len(each) == 3 and len({*each.values()}) == 1
    before = replace(tables.shown[-1], laid=number)
    assert tables.builder.snapshot(s.table, before).prelude == (found,), "before the result"
    assert tables.builder.snapshot(s.table, tables.shown[-1]).prelude == (), "and once"
    assert " gets " in tables.shown[-1].public.text, "though the deal is over"


async def test_a_prize_is_no_share_of_the_pot(tables: Tables) -> None:
    s = await tables.open("poker", ANN, BOB)
    pot, prize = (ChipsShown(n, 20_000, playable(20_000), why) for n, why in enumerate(("pot", "prize")))
    s.table.phase, s.table.chip_display = BETWEEN, s.table.chip_display.then(pot, prize)
    assert stacks.laid_out(s.table, tables.builder.who(s.table)) is None
    s.table.chip_display = s.table.chip_display.then(pot, pot._replace(seat=1))
    assert isinstance(stacks.laid_out(s.table, tables.builder.who(s.table)), art.Shares)


async def test_what_a_seat_gets_of_several_pots_is_one_line(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB)
    deal, taken = s.table.deal, ((0, Stack(black=4, red=1)), (1, Stack(green=2)), (0, Stack(black=3, white=2)))
    assert deal is not None
    pots = [ChipsShown(seat, chips.amount, chips, "pot") for seat, chips in taken]
    s.table.chips_told = s.table.chips_told.then(0, len(deal.table.events), pots)
    assert stacks.shown(s.table, tables.builder.who(s.table)) == [
        "Ann gets 707: 7 black, 1 red, 2 white.",
        "Bob gets 50: 2 green.",
    ]


async def test_what_was_taken_back_is_not_shown(tables: Tables) -> None:
    s = await tables.open("red-dog", ANN)
    number = s.table.chip_display.number
    again = await tables.again(s)
    assert stacks.laid_out(again.table, tables.builder.who(again.table)) is None
    async with s.commits.lock:
        await s.commits.reload()
    assert (s.table.chip_display.number, s.table.chip_display.chips) == (number, ())


@pytest.mark.parametrize("game", ["red-dog", "three-five-seven", "seven-twenty-seven"])
async def test_what_is_told_of_chips_outlives_a_restart(tables: Tables, game: str) -> None:
    """Whatever the table says of shares and large payments, it says after a restart, too; nothing of change."""
    s = await tables.started(game, ANN, BOB, CLEO, house_players=1, auto_rerack=False)
    chance, said = random.Random(4), set[str]()
    for n in range(200):
        if s.table.phase != DEAL:
            await (starting.next_deal if s.table.phase == BETWEEN else starting.start)(s, ANN)
        else:
            await play_one(s, chance)
        again = await tables.as_stored(s)
        shown = tables.builder.snapshot(s.table).public
        assert tables.builder.snapshot(again.table).public == shown
        said |= {word for word in ("Change for ",) if word in shown.text}
        if n % 7 == 6:
            s = again
    assert not said


def test_what_was_told_of_a_move_is_forgotten_with_it() -> None:
    first, second = (ChipsShown(seat, 50, Stack(yellow=1), "change") for seat in (0, 1))
    told = ChipsTold().then(9, 5, [first]).then(12, 8, [second])
    assert [one.shown for one in told.latest] == [first, second]
    assert told.then(10, 6, []).latest == (ChipsDisplayed(5, *first),)
    assert codec.load(ChipsTold, json.loads(json.dumps(codec.dump(told)))) == told


async def test_a_table_that_was_stored_before_chips_were_told_of_comes_back(tables: Tables, store: Store) -> None:
    s = await tables.started("red-dog", ANN, BOB)
    await play_one(s, random.Random(1))
    old = json.loads(s.table.stored().state)
    del old["told"]
    await store.commit(
        Work().do(
            stored_tables.save_table, replace(s.table.stored(), state=json.dumps(old), version=s.table.version + 1)
        )
    )
    again = await tables.again(s)
    assert again.table.chips_told.events is None and again.table.chips_told.latest == ()
    laid = again.table.chip_display.number
    await play_one(again, random.Random(1))
    assert again.table.chip_display.number == laid and memory(await tables.again(again)) == memory(again)


@pytest.mark.parametrize(("scale", "sign"), [("1", ""), ("1c", "¢")])
async def test_option_chip_scale_is_a_label_only(tables: Tables, scale: str, sign: str) -> None:
    s = await tables.open("red-dog", ANN, chip_scale=scale)
    assert s.table.notice.startswith(f"Ann buys 100{sign}: 1 green, 13 red")
    text, picture = stacks.counted(s.table, ANN)
    assert f"red 2 stacks × 5 + 3 = 13 → 90{sign}" in text and picture.pennies == bool(sign)
    assert s.table.stack_of(0) == 10_000 and chips_of(s, 0) == [playable(10_000)]
    assert f"buy-in 100{sign} · " in tables.shown[-1].public.text
    await lobby.add_house(s)
    await starting.start(s, ANN)
    face = tables.shown[-1].public
    assert isinstance(face.picture, art.Scene) and face.picture.pennies == bool(sign)
    assert f"Pot 2{sign}." in face.alt
