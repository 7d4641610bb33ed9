"""The time that tables go by: even while people can play, still while they cannot, and never jumping."""

from __future__ import annotations

import pytest

from bot.table.timekeeper import MISSED_MS, NOTICED_MS, PARTED_MS, Timekeeper

NOON = 1_700_000_000.0
SERVER = 1


class Clocks:
    """Two clocks that the test moves, in seconds."""

    def __init__(self) -> None:
        self.wall, self.ticks, self.outages = NOON, 500.0, 0
        self.time = Timekeeper(lambda: self.wall, lambda: self.ticks)
        self.time.on_outage = self._found

    def _found(self) -> None:
        self.outages += 1

    def pass_time(self, seconds: float) -> None:
        self.wall += seconds
        self.ticks += seconds


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


@pytest.mark.parametrize("jump", [-3600, 3600, 25 * 3600, PARTED_MS / 1000 + 0.1, -PARTED_MS / 1000 - 0.1])
def test_the_wall_is_believed_again_when_the_clocks_have_parted(clocks: Clocks, jump: float) -> None:
    time, began = clocks.time, clocks.time.running()
    clocks.wall += jump
    assert time.now() == NOON * 1000, "nothing has looked yet"
    time.look()
    assert time.now() == round((NOON + jump) * 1000) and time.lag == round(jump * 1000) and clocks.outages == 1
    clocks.pass_time(5)
    time.look()
    assert time.running() == began + 5000 and clocks.outages == 1


@pytest.mark.parametrize("jump", [PARTED_MS / 1000 - 0.1, -PARTED_MS / 1000 + 0.1, 0])
def test_clocks_that_hardly_part_change_nothing(clocks: Clocks, jump: float) -> None:
    clocks.wall += jump
    clocks.time.look()
    assert clocks.time.now() == NOON * 1000 and not clocks.time.lag and not clocks.outages


def test_time_in_which_no_beat_came_did_not_run(clocks: Clocks) -> None:
    time, began = clocks.time, clocks.time.running()
    time.beat(10)
    clocks.pass_time(10 + MISSED_MS / 1000)
    time.beat(10)
    assert not time.lag, "a little late"
    clocks.pass_time(4)
    time.look()
    clocks.pass_time(3600)
    time.look()
    time.look()
    time.beat(10)
    assert time.lag == 3_600_000 and clocks.outages == 1, "found once, whoever looks first"
    assert time.running() - began == 14_000 + MISSED_MS


def test_a_sleep_that_both_clocks_tell_of_differently_counts_once(clocks: Clocks) -> None:
    """A machine whose monotonic clock goes on for some of the sleep."""
    time, began = clocks.time, clocks.time.running()
    time.beat(10)
    clocks.pass_time(110)
    clocks.wall += 900
    time.beat(10)
    assert time.lag == 1_010_000 and time.now() == round(clocks.wall * 1000) and time.running() == began


def test_time_stands_still_while_the_gateway_is_away(clocks: Clocks) -> None:
    time, table = clocks.time, clocks.time.of(SERVER)
    began = table.running()
    time.gateway_lost()
    clocks.pass_time(60)
    time.gateway_lost()  # as discord.py may say more than once
    assert time.offline and table.offline and table.running() == began and table.lag == 60_000
    clocks.wall -= 3600
    time.look()
    assert table.running() == began and table.lag == 60_000 - 3_600_000
    clocks.pass_time(60)
    time.gateway_back()
    time.gateway_back()
    clocks.pass_time(7)
    assert not time.offline and not table.offline
    assert table.running() == began + 7000 and table.lag == 120_000 - 3_600_000


def test_a_short_break_is_none(clocks: Clocks) -> None:
    table = clocks.time.of(SERVER)
    began = table.running()
    clocks.time.gateway_lost()
    clocks.pass_time(NOTICED_MS / 1000)
    clocks.time.gateway_back()
    assert not table.lag and table.running() == began + NOTICED_MS


# ---- several connections -----------------------------------------------------------------


def test_servers_belong_to_connections_as_discord_deals_them_out(clocks: Clocks) -> None:
    clocks.time.split(3)
    assert [clocks.time.shard(n << 22 | 77) for n in range(7)] == [0, 1, 2, 0, 1, 2, 0]


def test_one_connections_outage_stops_the_tables_of_its_servers_and_no_others(clocks: Clocks) -> None:
    time = clocks.time
    time.split(2)
    time.gateway_back(1)
    here, there, also_there = (time.of(n << 22) for n in (2, 1, 3))
    began = here.running()
    clocks.pass_time(10)
    time.gateway_lost(1)
    clocks.pass_time(50)
    also_there.leave()  # and Discord has an outage of that server besides, which takes longer
    clocks.pass_time(10)
    assert there.offline and also_there.offline and not here.offline and not time.offline
    assert (here.lag, there.lag, also_there.lag) == (0, 60_000, 60_000)
    clocks.wall += 3600  # which is true everywhere
    time.look()
    time.gateway_back(1)
    clocks.pass_time(5)
    assert not there.offline and also_there.offline
    also_there.come_back()
    assert (here.lag, there.lag, also_there.lag) == (3_600_000, 3_660_000, 3_665_000)
    time.gateway_lost(0)
    clocks.pass_time(20)
    assert here.offline and not there.offline and not time.offline
    time.gateway_lost(1)
    assert time.offline, "now nobody can press anything"
    time.gateway_back(0)
    time.gateway_back(1)
    ran = [each.running() - began for each in (here, there, also_there)]
    assert ran == [75_000, 35_000, 30_000], "each by its own outages, to the millisecond"


def test_a_connection_that_is_still_to_be_made_is_away(clocks: Clocks) -> None:
    time = clocks.time
    there = time.of(1 << 22)
    time.split(2)
    clocks.pass_time(60)
    assert there.offline and not time.offline and not time.of(2 << 22).offline
    time.split(2)  # as every connection says that comes
    time.gateway_back(1)
    assert not there.offline and there.lag == 60_000


def test_a_connection_of_another_process_is_none_by_which_this_one_is_there(clocks: Clocks) -> None:
    time = clocks.time
    time.split(4, own=[1, 3])
    assert time.offline
    time.gateway_back(1)
    assert not time.offline
    time.gateway_lost(1)
    assert time.offline
