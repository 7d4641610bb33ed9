"""A night's lobby that opens before anybody is there: seats kept for guests, who waits, and who acts for the host."""

from __future__ import annotations

import json
import random

import pytest

from bot.engine.amounts import whites
from bot.games.catalog import GAMES
from bot.show.controls import table_controls
from bot.show.controls.components import Button
from bot.store import Night as Record
from bot.store import Refused, Work, ledger, nights, personal_data
from bot.store import tables as stored_tables
from bot.table import breaking, hosting, lobby, night, starting, state, wishes
from bot.table.errors import Rejected
from bot.table.night_state import GRACE_MS, MOST_SEATS, Night
from bot.table.posted import Posted
from bot.table.session import Session
from bot.table.settings import Settings
from bot.table.state import CLOSED, DEAL, LOBBY, PICK
from card_art import scene as art

from .tables import ANN, BOB, CHANNEL, CLEO, DAN, GUILD, NAMES, Failing, Tables, memory
from .test_night import deal_of, pressable, told

pytestmark = pytest.mark.usefixtures("on_either")

MANY = tuple(range(301, 301 + MOST_SEATS))
LATE = 400
ALL_KEPT = "Every free seat is kept for a guest until"


@pytest.fixture
def slow(tables: Tables, failing: Failing, monkeypatch: pytest.MonkeyPatch) -> Failing:
    """The store of these tables, which can fail."""
    monkeypatch.setattr(tables.services, "store", failing)
    return failing


def begun(tables: Tables, id: str = "friday", least: int = 0, most: int = 0) -> tuple[Session, Record]:
    """A table for a night that Ann has announced, and the night."""
    game, tonight = GAMES["red-dog"], Night("Friday")
    wanted = {name: number for name, number in (("least", least), ("most", most)) if number}
    new = state.TableState(id, GUILD, ANN, game, game.options(), posted=Posted(CHANNEL), night=tonight)
    record = Record(id, GUILD, CHANNEL, ANN, "Friday", tables.time, None, "announced", tonight.terms | wanted)
    return Session.of(tables.services, new, Settings(**tables.set)), record


async def opened(tables: Tables, *guests: int, least: int = 0) -> Session:
    """A lobby that has opened automatically, at its time, and keeps seats for these guests."""
    s, record = begun(tables, least=least)
    await lobby.open_expecting(s, record, guests, NAMES)
    return s


async def sits(s: Session, tables: Tables, *people: int) -> list[int | None]:
    """These press **Join**, one after the other: their seats, None for a place in the queue."""
    found: list[int | None] = []
    for user in people:
        found.append(await lobby.join(s, user, NAMES.get(user, f"P{user}")))
        tables.time += 1000
    return found


def expected(s: Session) -> list[int]:
    return night.of(s.table).expected


def waiting(s: Session) -> list[int]:
    return [user for user, _ in s.table.queue]


def behind_more(s: Session, user: int) -> set[str]:
    """The buttons that **More…** gives this person."""
    _, rows = table_controls.more(s.table, user, False)
    return {c.label for row in rows for c in row if isinstance(c, Button)}


def drawn(s: Session, tables: Tables) -> tuple[art.Seat, ...]:
    """The chairs in the table's picture."""
    picture = tables.builder.snapshot(s.table).public.picture
    assert isinstance(picture, art.Scene)
    return picture.seats


# ---- it opens ----------------------------------------------------------------------------------


async def test_nobody_sits_and_nobody_has_paid(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO)
    assert s.table.chairs == [] and s.table.phase == LOBBY and s.table.host == ANN
    assert expected(s) == [ANN, BOB, CLEO]
    record = await tables.store.read(nights.night, "friday")
    assert record is not None and record.status == "running"
    assert await tables.at_table("friday") == 0
    said = told(s, tables)
    until = (tables.time + GRACE_MS) // 1000
    assert f"Seats are kept until <t:{until}:t> for Ann, Bob and Cleo." in said
    assert "Press **Join** to sit down; chips are bought then." in said
    assert pressable(s, tables) == ["Join", "More…"]


async def test_a_guest_pays_when_they_sit_down(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    assert await sits(s, tables, BOB) == [0]
    assert expected(s) == [ANN]
    assert await tables.balance(BOB) == 90_000 and await tables.at_table("friday") == 10_000
    assert "A seat is kept until" in told(s, tables) and "for Ann." in told(s, tables)


async def test_it_is_the_same_after_a_restart(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO, least=4)
    again = await tables.again(s, away=30)
    assert memory(again) == memory(s) and again.table.chairs == []
    assert told(again, tables) == told(s, tables)
    await sits(again, tables, CLEO)
    third = await tables.again(again)
    assert expected(third) == [ANN, BOB] and third.table.seat_of(CLEO) == 0
    await tables.pass_time(tables.clock(third), 700)
    assert expected(third) == [] and third.table.phase == LOBBY


async def test_a_host_of_five_tables_opens_no_sixth(tables: Tables) -> None:
    for n in range(hosting.MOST_HOSTED):
        await tables.open("hearts", id=f"t{n}")
    s, record = begun(tables)
    with pytest.raises(Rejected, match="hosts 5 tables here already"):
        await lobby.open_expecting(s, record, [ANN, BOB])
    assert await tables.store.read(stored_tables.load_table, "friday") is None
    assert await tables.store.read(nights.night, "friday") is None


async def test_two_nights_do_not_open_in_one_channel(tables: Tables) -> None:
    await opened(tables, ANN)
    s, record = begun(tables, "other")
    with pytest.raises(Rejected, match="A night is on in this channel already"):
        await lobby.open_expecting(s, record, [BOB])


async def test_what_a_night_without_guests_stores_is_as_before(tables: Tables) -> None:
    s, record = begun(tables)
    await lobby.open_night(s, ANN, "Ann", record)
    stored = await tables.store.read(stored_tables.load_table, "friday")
    assert stored is not None
    assert not {"guests", "expected", "guest_names", "kept_until", "least"} & {*json.loads(stored.state)["night"]}
    assert not s.table.stays_open


async def test_opened_by_hand_it_expects_the_others(tables: Tables) -> None:
    s, record = begun(tables)
    await lobby.open_night(s, ANN, "Ann", record, [BOB, ANN, CLEO], NAMES)
    assert s.table.seat_of(ANN) == 0 and expected(s) == [BOB, CLEO]
    assert "for Bob and Cleo." in told(s, tables)
    assert await tables.at_table("friday") == 10_000


async def test_opened_late_by_hand_seats_are_kept_for_as_long(tables: Tables) -> None:
    s, record = begun(tables)
    tables.time += 3_600_000
    await lobby.open_night(s, ANN, "Ann", record, [BOB])
    await tables.pass_time(tables.clock(s), 590)
    assert expected(s) == [BOB]
    await tables.pass_time(tables.clock(s), 20)
    assert expected(s) == []


# ---- who sits, and who waits --------------------------------------------------------------------


async def test_others_sit_down_beside_kept_seats(tables: Tables) -> None:
    s = await opened(tables, *MANY[:8])
    assert await sits(s, tables, ANN, BOB) == [0, 1]
    assert await sits(s, tables, CLEO) == [None], "the eight seats that are left are kept"
    assert table_controls.promised(s.table, CLEO).startswith(f"{ALL_KEPT} <t:")
    assert await sits(s, tables, *MANY[:8]) == [*range(2, 10)], "guests pass who waits"
    assert expected(s) == [] and waiting(s) == [CLEO]


async def test_a_guest_beyond_ten_waits_like_anybody(tables: Tables) -> None:
    s = await opened(tables, *MANY, LATE)
    assert expected(s) == [*MANY]
    assert await sits(s, tables, BOB, LATE) == [None, None]
    await sits(s, tables, *MANY[:9])
    await lobby.end_grace(s)
    clock = tables.clock(s)
    await tables.pass_time(clock, 1)
    assert s.table.seat_of(BOB) == 9 and waiting(s) == [LATE], "first come, first served"


async def test_the_waiting_list_of_the_announcement_has_no_seat_kept(tables: Tables) -> None:
    s, record = begun(tables, most=2)
    await lobby.open_expecting(s, record, [ANN, BOB, CLEO])
    assert expected(s) == [ANN, BOB]
    assert await sits(s, tables, CLEO, BOB) == [0, 1]
    assert s.table.acting_host == CLEO, "who waits for a place is a guest all the same"


async def test_a_host_who_is_not_on_the_list_takes_nobodys_seat(tables: Tables) -> None:
    s, record = begun(tables, most=2)
    await lobby.open_night(s, ANN, "Ann", record, [BOB, CLEO, DAN])
    assert expected(s) == [BOB, CLEO]


async def test_when_the_grace_ends_the_queue_sits_down_in_its_order(tables: Tables) -> None:
    s = await opened(tables, *MANY)
    await sits(s, tables, CLEO, DAN)
    await tables.pass_time(tables.clock(s), 500)
    assert s.table.chairs == [] and waiting(s) == [CLEO, DAN]
    await tables.pass_time(tables.clock(s), 200)
    assert [chair.user for chair in s.table.chairs] == [CLEO, DAN] and waiting(s) == []
    assert "kept" not in told(s, tables)
    assert await tables.at_table("friday") == 20_000


async def test_the_end_of_grace_may_be_told_twice_and_anywhere(tables: Tables) -> None:
    s = await opened(tables, ANN)
    await lobby.end_grace(s)
    before = s.table.version
    await lobby.end_grace(s)
    assert s.table.version == before
    other = await tables.open("hearts")
    await lobby.end_grace(other)
    await hosting.close(s)
    await lobby.end_grace(s)
    assert s.table.phase == CLOSED


async def test_house_players_take_no_kept_seat(tables: Tables) -> None:
    s = await opened(tables, *MANY[:8])
    await sits(s, tables, BOB, CLEO)
    for _ in range(8):
        await lobby.add_house(s)
    with pytest.raises(Rejected, match="The table is full"):
        await lobby.add_house(s)
    with pytest.raises(Rejected, match=ALL_KEPT):
        await lobby.take(s, DAN, "Dan", 2)
    assert None not in await sits(s, tables, *MANY[:8])
    assert len(s.table.humans) == MOST_SEATS


async def test_a_guest_who_does_not_come_frees_their_seat(tables: Tables) -> None:
    s = await opened(tables, *MANY)
    await sits(s, tables, BOB)
    await lobby.not_coming(s, MANY[3])
    await tables.pass_time(tables.clock(s), 1)
    assert s.table.seat_of(BOB) == 0 and MANY[3] not in (*expected(s), *night.of(s.table).guests)
    await lobby.leave_server(s, MANY[4])
    assert await sits(s, tables, CLEO) == [1]
    before = s.table.version
    await lobby.not_coming(s, BOB)
    assert s.table.version == before, "who sits there, or was never invited, changes nothing"


async def test_a_guest_who_got_up_has_no_seat_kept(tables: Tables) -> None:
    s = await opened(tables, *MANY)
    await sits(s, tables, MANY[0])
    await lobby.leave(s, MANY[0])
    assert MANY[0] not in expected(s)
    assert await sits(s, tables, BOB) == [0]


async def test_seats_are_kept_while_the_first_game_is_on(tables: Tables) -> None:
    s = await opened(tables, *MANY[:9])
    await sits(s, tables, *MANY[:2], ANN)
    await starting.start(s, ANN)
    assert await sits(s, tables, BOB) == [None]
    await deal_of(s, "red-dog")
    assert None not in await sits(s, tables, *MANY[2:5]), "latecomers whose seats were kept"
    assert waiting(s) == [BOB]
    await tables.pass_time(tables.clock(s), 1)
    tables.time = night.of(s.table).kept_until
    await tables.clock(s)._step()
    assert s.table.phase == DEAL and expected(s) == [], "also in the middle of a deal"


# ---- a lobby with nobody -----------------------------------------------------------------------


async def test_the_last_who_gets_up_leaves_the_lobby_open(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    await sits(s, tables, BOB)
    assert table_controls.leaving(s.table)[0] == "Leave the table?"
    assert await lobby.leave(s, BOB) == "You have left the table."
    assert s.table.phase == LOBBY and s.table.chairs == [] and s.table.host == ANN
    assert await tables.balance(BOB) == 100_000
    assert await sits(s, tables, CLEO, ANN) == [0, 1]


async def test_a_lobby_to_which_nobody_comes_closes_after_a_day(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    clock = tables.clock(s)
    await tables.pass_time(clock, 23 * 3600)
    assert s.table.phase == LOBBY
    await tables.pass_time(clock, 3700)
    assert s.table.phase == CLOSED
    record = await tables.store.read(nights.night, "friday")
    assert record is not None and record.status == "over" and record.summary is not None
    assert record.summary["nets"] == [] and record.summary["deals"] == 0
    assert "over" in told(s, tables)


async def test_it_does_not_close_before_its_grace_is_over(tables: Tables) -> None:
    tables.set["close_hours"] = 1
    s, record = begun(tables)
    tables.time -= 3_600_000  # it opens an hour before
    await lobby.open_expecting(s, record, [ANN])
    s.table.settings = Settings(close_hours=1)
    clock = tables.clock(s)
    await tables.pass_time(clock, 4100)
    assert s.table.phase == LOBBY and expected(s) == [ANN]
    await tables.pass_time(clock, 200)
    assert s.table.phase == CLOSED


async def test_nothing_begins_with_nobody_there(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    for begins in (starting.start, starting.play_now):
        for manager in (False, True):
            with pytest.raises(Rejected, match=r"Nobody sits at this table yet; press \*\*Join\*\* first\."):
                await begins(s, ANN, manager)
    assert s.table.chairs == []
    await lobby.add_house(s, by=ANN)
    await lobby.add_house(s, by=ANN)
    assert "Start" not in behind_more(s, ANN)
    with pytest.raises(Rejected, match="Nobody sits"):
        await starting.start(s, ANN)
    with pytest.raises(Rejected, match="Only who sits at this table can add house players"):
        await lobby.add_house(s, by=BOB)
    await tables.pass_time(tables.clock(s), 700)
    assert s.table.phase == LOBBY and len(s.table.chairs) == 2, "house players wait, too"


async def test_a_house_player_who_is_removed_closes_nothing(tables: Tables) -> None:
    s = await opened(tables, ANN)
    await lobby.add_house(s, by=ANN)
    await hosting.remove(s, ANN, 0, manager=False)
    assert s.table.phase == LOBBY and s.table.chairs == []


async def test_a_paused_lobby_with_nobody_goes_on(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    await hosting.pause(s, "I may not write here.")
    assert pressable(s, tables) == ["Go on", "Join", "More…"]
    await hosting.resume(s, CLEO)
    assert s.table.paused is None, "nobody is there who could be waited for"
    await sits(s, tables, BOB)
    await hosting.pause(s, "I may not write here.")
    with pytest.raises(Rejected, match="Only players at this table"):
        await hosting.resume(s, CLEO)
    await hosting.resume(s, ANN)
    assert s.table.paused is None and s.table.phase == LOBBY


async def test_the_host_ends_a_night_at_which_nobody_sits(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    with pytest.raises(Rejected, match=rf"Only <@{ANN}>, the host of this table, can do that\."):
        await hosting.close_after_hand(s, BOB)
    assert (await hosting.close_after_hand(s, ANN)).startswith("The night is over.")
    assert s.table.phase == CLOSED and expected(s) == [] and night.of(s.table).guest_names == {}


# ---- who acts for the host ----------------------------------------------------------------------


async def test_the_guest_who_has_sat_longest_acts_for_the_host(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO)
    await sits(s, tables, DAN)
    assert s.table.acting_host == DAN, "nobody else is there"
    await sits(s, tables, CLEO, BOB)
    assert s.table.acting_host == CLEO
    assert "until they sit down, Cleo acts for them" in told(s, tables)
    assert pressable(s, tables, CLEO)[0] == "Start" and "Start" not in pressable(s, tables, BOB)
    with pytest.raises(Rejected, match=rf"Only Cleo, who acts for <@{ANN}> until they sit down, can do that\."):
        await starting.start(s, BOB)
    with pytest.raises(Rejected, match=rf"^This is <@{ANN}>'s table: Cleo begins the game until they sit down\.$"):
        await starting.play_now(s, DAN)
    await starting.start(s, CLEO)
    assert s.table.phase == PICK and s.table.chairs[night.of(s.table).dealer].user == CLEO


async def test_when_the_host_sits_down_it_is_theirs_again(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    await sits(s, tables, BOB, CLEO)
    assert s.table.hosts(BOB) and s.table.hosts(ANN) and not s.table.hosts(CLEO)
    await sits(s, tables, ANN)
    assert s.table.acting_host == ANN and not s.table.hosts(BOB)
    assert "acts for" not in told(s, tables)
    with pytest.raises(Rejected, match="Only the host of this table can do that"):
        await starting.start(s, BOB)
    await starting.start(s, ANN)


async def test_who_acts_for_the_host_may_do_what_a_host_may(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    await sits(s, tables, BOB, CLEO, DAN)
    behind = behind_more(s, BOB)
    assert {"Start", "Add a house player", "End the night"} <= behind
    await hosting.remove(s, BOB, 2, manager=False)
    assert s.table.removed == [DAN]
    assert await hosting.let_back(s, BOB, DAN)
    with pytest.raises(Rejected, match=rf"Only <@{ANN}>, the host of this table, can make somebody else its host"):
        await hosting.hand_over(s, BOB, CLEO)
    await starting.start(s, BOB)
    await deal_of(s, "red-dog")
    await wishes.vote_to_end(s, BOB, wanted=True)
    assert breaking.wanted(s.table), "a host's word is enough"
    assert "night ends" in await hosting.close_after_hand(s, BOB)
    assert await hosting.keep_open(s, BOB) == "The night goes on."


async def test_a_host_who_gets_up_is_followed_by_a_guest(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    await sits(s, tables, CLEO, BOB, ANN)
    await lobby.leave(s, ANN)
    assert s.table.host == BOB


# ---- what is shown ------------------------------------------------------------------------------


async def test_kept_seats_are_drawn_and_told(tables: Tables) -> None:
    s, record = begun(tables, least=4)
    await lobby.open_expecting(s, record, [ANN, BOB, CLEO], {ANN: "Ann", BOB: "B*b"})
    tables.builder.avatars[GUILD, CLEO] = "face of Cleo"
    await sits(s, tables, DAN)
    shown = tables.builder.snapshot(s.table).public
    seats = drawn(s, tables)
    assert [(seat.name, seat.line, seat.dim) for seat in seats] == [
        ("Dan", f"{whites(10_000)} chips", False), ("Ann", "expected", True), ("B*b", "expected", True),
        ("Guest", "expected", True),
    ]  # fmt: skip
    assert seats[3].face == "face of Cleo" and seats[3].number == 3
    assert "1 seated, 3 expected" in shown.alt and "Ann: expected." in shown.alt and "Guest: expected." in shown.alt
    assert f"for Ann, B\\*b and <@{CLEO}>." in shown.text
    assert "The host would like at least 4 players: 3 more to come." in shown.text


async def test_more_guests_than_chairs_are_drawn_as_far_as_there_are_chairs(tables: Tables) -> None:
    s = await opened(tables, *MANY[:8])
    await sits(s, tables, BOB)
    for _ in range(4):
        await lobby.add_house(s)
    shown = tables.builder.snapshot(s.table).public
    assert len(drawn(s, tables)) == MOST_SEATS
    assert "5 seated, 8 expected" in shown.alt
    assert all(f"<@{user}>" in shown.text for user in MANY[:8])


# ---- chips, and what is kept of people ----------------------------------------------------------


async def test_no_chip_is_lost_over_an_evening(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO)
    await sits(s, tables, BOB, DAN)
    s = await tables.again(s, away=5)
    await starting.start(s, BOB)
    await deal_of(s, "blackjack", rounds=1)
    await sits(s, tables, CLEO)
    s = await tables.again(s, away=5)
    await tables.pass_time(tables.clock(s), 900)
    await hosting.close(s)
    assert await tables.at_table("friday") == 0
    balances = await tables.store.read(ledger.balances, GUILD)
    assert sum(balances.values()) == 0
    assert await tables.balance(ANN) == 0, "who never sat down has no account"


async def test_an_expected_guest_may_be_erased(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO)
    await sits(s, tables, CLEO)
    with pytest.raises(Refused, match="You still have a part in an open table"):
        await tables.store.read(personal_data.traces, GUILD, CLEO)
    await lobby.not_coming(s, BOB)
    found = await tables.store.read(personal_data.traces, GUILD, BOB)
    await tables.store.commit(Work().do(personal_data.erase, GUILD, BOB, found, tables.time, since=0, until=1))
    again = await tables.again(s)
    assert memory(again) == memory(s) and str(BOB) not in json.dumps(again.table.as_json())


async def test_a_guest_of_a_night_that_is_over_is_erased(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO)
    await sits(s, tables, CLEO)
    await hosting.close(s)
    found = await tables.store.read(personal_data.traces, GUILD, BOB)
    await tables.store.commit(Work().do(personal_data.erase, GUILD, BOB, found, tables.time, since=0, until=1))
    stored = await tables.store.read(stored_tables.load_table, "friday")
    assert stored is not None and str(BOB) not in stored.state and "Bob" not in stored.state
    guests = json.loads(stored.state)["night"]["guests"]
    assert guests[0] == ANN and guests[1] < 0 and guests[2] == CLEO


@pytest.mark.parametrize("seed", range(12))
async def test_whatever_people_do_seats_and_chips_are_right(tables: Tables, seed: int) -> None:
    """Guests, others and the host press what comes to their minds, time goes by, and the process ends now and then."""
    rng = random.Random(seed)
    people = [ANN, BOB, CLEO, DAN, *MANY]
    guests = rng.sample(people, rng.randrange(13))
    s = await opened(tables, *guests)
    asked = dict.fromkeys(people, False)
    """Who has ever pressed **Join**."""
    for _ in range(120):
        user = rng.choice(people)
        try:
            match rng.randrange(14):
                case 0 | 1 | 2 | 3:
                    asked[user] = True
                    await lobby.join(s, user, f"P{user}")
                case 4 | 5:
                    await lobby.leave(s, user)
                case 6:
                    await lobby.add_house(s, by=user)
                case 7:
                    await hosting.remove(s, user, rng.randrange(10), manager=False)
                case 8:
                    begins = starting.start if rng.random() < 0.5 else starting.play_now
                    await begins(s, user if rng.random() < 0.3 else s.table.acting_host)
                case 9:
                    asked[user] = True
                    await lobby.take(s, user, f"P{user}", rng.randrange(10))
                case 10:
                    await lobby.not_coming(s, user)
                case 11:
                    s = await tables.again(s, away=rng.randrange(20))
                case 12:
                    await hosting.pause(s, "A rest.", s.table.acting_host)
                case _:
                    await tables.pass_time(tables.clock(s), rng.randrange(120))
        except Rejected:
            pass
        tables.time += 1000
        if s.table.phase == CLOSED:
            break
        here = [chair.user for chair in s.table.chairs if chair.user is not None]
        assert all(asked[user] for user in here), "nobody sits there who has not pressed"
        assert len({*here}) == len(here) and not {*here} & {*expected(s)}
        assert len(here) + len(expected(s)) <= MOST_SEATS
        assert not {*here} & {*waiting(s)}
        assert s.table.phase == LOBBY or here, "a game with nobody is over"
        kept, stored = night.of(s.table), await tables.as_stored(s)
        assert memory(stored) == memory(s) and night.of(stored.table) == kept
        told(s, tables)
        in_play = sum(s.table.in_front(n) for n in s.table.taken) + night.lying(s.table)
        assert await tables.at_table("friday") == in_play
    await hosting.close(s) if s.table.phase != CLOSED else None
    assert await tables.at_table("friday") == 0


# ---- when the records take nothing --------------------------------------------------------------


async def test_a_lobby_that_cannot_be_stored_is_not_opened(tables: Tables, slow: Failing) -> None:
    s, record = begun(tables)
    slow.fill_disk()
    with pytest.raises(Rejected, match="The disk is full"):
        await lobby.open_expecting(s, record, [ANN, BOB])
    assert s.table.phase == CLOSED and s.table.version == 0
    assert await tables.store.read(nights.night, "friday") is None
    s, record = begun(tables)
    await lobby.open_expecting(s, record, [ANN, BOB])
    assert expected(s) == [ANN, BOB], "it is tried again"


async def test_a_grace_whose_end_cannot_be_stored_ends_a_little_later(tables: Tables, slow: Failing) -> None:
    s = await opened(tables, *MANY)
    await sits(s, tables, CLEO)
    clock = tables.clock(s)
    tables.time = night.of(s.table).kept_until
    slow.fill_disk()
    with pytest.raises(Rejected, match="The disk is full"):
        await clock._step()
    assert expected(s) == [*MANY] and waiting(s) == [CLEO]
    await tables.pass_time(clock, 60)
    assert expected(s) == [] and s.table.seat_of(CLEO) == 0
