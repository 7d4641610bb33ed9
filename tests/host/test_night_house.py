"""House players at the end of a night: people settle among themselves, and the house's whole part is one line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.show.messages import night_results
from bot.show.messages.alt import alt
from bot.store import escrow, ledger, nights
from bot.table import hosting, night
from bot.table.session import Session
from bot.table.state import CLOSED, PICK
from card_art import scene as art

from .tables import ANN, BOB, GUILD, Tables
from .test_night import deal_of, opened, play_on

pytestmark = pytest.mark.usefixtures("on_either")


async def hand_over(s: Session, source: str, to: str, amount: int) -> None:
    """An amount goes from one stack to another, in the books too; both by the names of those who sit there."""
    async with s.commits.changing() as (table, work):
        assert table.match is not None
        stacks = list(table.match.state.stacks)
        seats = {table.chairs[n].name: n for n in table.taken}
        one, other = seats[source], seats[to]
        stacks[one] -= amount
        stacks[other] += amount
        postings = [
            (escrow(table.id, table.chairs[one].account), -amount),
            (escrow(table.id, table.chairs[other].account), amount),
        ]
        work.do(ledger.transfer, f"{source}:{to}", GUILD, postings, "deal", table.time.now())
        table.match.state = replace(table.match.state, stacks=tuple(stacks))


async def lost_to_the_house(tables: Tables) -> Session:
    """A night at which a house player has won most: Ann has lost 30 to it, Bob 20 to another and 5½ to Ann."""
    s = await opened(tables, ANN, BOB, houses=2)
    await deal_of(s, "blackjack", rounds=1)
    await play_on(s, tables)
    assert s.table.phase == PICK and s.table.match is not None
    first, second = (s.table.chairs[n].name for n in s.table.taken if s.table.chairs[n].house)
    await hand_over(s, "Ann", first, 3_000)
    await hand_over(s, "Bob", second, 2_000)
    await hand_over(s, "Bob", "Ann", 550)
    return s


async def test_people_settle_among_themselves_and_the_house_is_one_line(tables: Tables) -> None:
    s = await lost_to_the_house(tables)
    house = [s.table.chairs[n].name for n in s.table.taken if s.table.chairs[n].house]
    sums = {net.account: net.amount for net in night.nets(s.table)}
    assert sum(sums.values()) + night.lying(s.table) == 0
    lines = night_results.settlement_lines(s.table)
    (of_house,) = [line for line in lines if "house" in line]
    assert not any(name in line for name in house for line in lines) and "→ The house" not in "".join(lines)
    paid = night.settled(night.nets(s.table))
    left = {str(ANN): sums[str(ANN)], str(BOB): sums[str(BOB)], night.HOUSE: sum(
        n for account, n in sums.items() if night.of_house(account))}  # fmt: skip
    for payment in paid:
        if night.POT not in payment:
            left[payment.source] += payment.amount
            left[payment.to] -= payment.amount
    assert {*left.values()} <= {0, -night.lying(s.table)}, "to the yellow"
    assert of_house.startswith("The house wins ")
    standings = night_results.standings_now(s.table)
    assert standings.count("house") == 1 and not any(name in standings for name in house)


async def test_no_house_player_is_champion_of_the_night(tables: Tables) -> None:
    s = await lost_to_the_house(tables)
    house = [s.table.chairs[n].name for n in s.table.taken if s.table.chairs[n].house]
    await hosting.close_after_hand(s, ANN)
    assert s.table.phase == CLOSED
    picture = night_results.evening(s.table, tables.builder.who(s.table))
    assert isinstance(picture, art.Evening)
    assert [one.name for one in picture.standings] == ["Ann", "Bob"]
    assert all(one.course[-1] == one.net for one in picture.standings), "each line runs into where it ends"
    assert not any(name in alt(picture) for name in house) and "The house wins" in alt(picture)
    record = await tables.store.read(nights.night, "friday")
    assert record is not None and record.summary is not None
    assert sum(net for _, _, net in record.summary["nets"]) == 0
    accounts = {account for source, to, _ in record.summary["payments"] for account in (source, to)}
    assert accounts <= {str(ANN), str(BOB), night.HOUSE}
