"""Games without chips of their own at a night: places are paid, and players that a game has no seat for watch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from bot.engine.places import PlacesPaid, points
from bot.games.catalog import GAMES
from bot.show.controls.components import Menu
from bot.show.controls.table_controls import join_button
from bot.show.pages import text_views
from bot.store import records
from bot.table import hosting, lobby, night, picking, starting, wishes
from bot.table.errors import Rejected
from bot.table.night_state import CHOICES
from bot.table.session import Session
from bot.table.state import BETWEEN, CLOSED, DEAL, PICK

from .tables import ANN, BOB, CLEO, DAN, GUILD, NAMES, Sparing, Tables, memory
from .test_night import NO_CUT, broke, opened, play_on, pressable, told

FOR_PLACES = [slug for slug in CHOICES if not GAMES[slug].chips]
LONG = {"canfield", "hearts", "tablanette"}
"""To them the evening of all plays (tests/kill); here it takes too long."""
LIGHT: Mapping[str, Mapping[str, Any]] = {"cribbage": {"target": 61}, "jubilee": {"deals": 1}}


@pytest.fixture
def tables(tables: Tables) -> Tables:
    """A room at which nobody looks: it is drawn up where a test asks for it."""
    return Sparing(tables.store)


async def dealt(
    s: Session, slug: str, *users: int, stakes: str = picking.FRIENDLY, point: str = "", **options: Any
) -> None:
    """The dealer names this game, with these people."""
    dealer = s.table.chairs[night.of(s.table).dealer].user
    assert dealer is not None
    among = [s.table.seat_of(user) or 0 for user in users]
    await picking.pick(s, dealer, slug, stakes, NO_CUT | options, point=point, among=among)


async def to_its_end(s: Session, tables: Tables) -> None:
    """The match that runs, played by house players."""
    while s.table.phase != PICK:
        if s.table.phase == BETWEEN:
            await starting.next_deal(s, s.table.host)
        await play_on(s, tables)


def paid(s: Session) -> PlacesPaid:
    """What the deal that is shown has paid for places."""
    assert s.table.shown is not None
    (found,) = [event for event, _ in s.table.shown.table.events if isinstance(event, PlacesPaid)]
    return found


def stacks(s: Session) -> dict[str, int]:
    """By account."""
    return {s.table.chairs[n].account: s.table.stack_of(n) for n in s.table.taken}


# ---- places --------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", [slug for slug in FOR_PLACES if slug not in LONG])
async def test_every_game_without_chips_has_a_place_at_a_night(tables: Tables, slug: str) -> None:
    s = await opened(tables, ANN, BOB, houses=3)
    assert GAMES[slug] in picking.choices(s.table), "house players look on where it is for fewer"
    await dealt(s, slug, **LIGHT.get(slug, {}))
    assert s.table.match is not None and s.table.match.state.place_point == 200
    await to_its_end(s, tables)
    net = paid(s).net
    assert sum(net) == 0
    assert [stacks(s)[s.table.chairs[n].account] for n in range(len(net))] == [10_000 + won for won in net]
    assert sum(stacks(s).values()) == await tables.at_table("friday") == 50_000
    assert {n.account: n.amount for n in night.nets(s.table)} == {a: n - 10_000 for a, n in stacks(s).items()}
    for user in (ANN, BOB):
        assert (await tables.store.read(records.stats, GUILD, user)).overall.net == stacks(s)[str(user)] - 10_000
    async with s.commits.changing():  # as nobody is stood in for any more
        pass
    assert memory(s) == memory(await tables.as_stored(s))


async def test_places_are_told_while_it_is_played_and_at_its_end(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, houses=2)
    await picking.name(s, ANN, "hearts", 0)
    said = told(s, tables)
    assert "It is played for places: when it is over, you pay everybody who is ahead of you" in said
    assert "**Friendly**: 2 a point, the first of 4 wins 6 · **Penny ante**: ½ a point, the first of 4 wins 1½" in said
    assert pressable(s, tables)[:4] == ["Friendly", "Penny ante", "Wild", "Options…"]
    await dealt(s, "jubilee", stakes="wild", deals=1)
    assert "**Jubilee** · deal 1 of 1 · 5 a place point · Friday" in told(s, tables)
    score = text_views.score_text(s.table, 0, tables.builder.words["jubilee"], tables.builder.who(s.table))
    assert "Ann: 0 points, 100 chips" in score
    assert "At the end everybody pays 5 to each who is ahead of them." in score
    await to_its_end(s, tables)
    snap = tables.builder.snapshot(s.table)
    assert "places at 5 a point" in snap.public.alt
    assert all(f"{net // 100:+} chips".replace("-", "−") in snap.public.alt for net in paid(s).net if net)
    assert "Places" not in snap.public.text, "the picture tells it"
    score = text_views.score_text(s.table, 0, tables.builder.words["jubilee"], tables.builder.who(s.table))
    assert "Places at 5 a point: " in score


async def test_partners_are_those_who_sit_across(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO, DAN)
    await picking.name(s, ANN, "canasta", 0)
    assert "**Friendly**: 2 a point, partners win 4 each" in told(s, tables)
    await dealt(s, "canasta")
    assert [chair.name for chair in s.table.chairs] == ["Ann", "Bob", "Cleo", "Dan"]
    assert s.table.deal is not None and s.table.deal.table.dealer == 0
    await to_its_end(s, tables)
    ann, bob, cleo, dan = paid(s).net
    assert ann == cleo == -bob == -dan
    assert abs(ann) in (0, 400)


async def test_a_person_who_cannot_pay_pays_what_they_have(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    await dealt(s, "switch", point="60")
    await to_its_end(s, tables)
    assert sorted(paid(s).net) == [-6000, 6000]
    await dealt(s, "switch", point="60")
    await to_its_end(s, tables)
    found = stacks(s)
    assert min(found.values()) >= 0 and sum(found.values()) == 20_000
    if 0 in found.values():
        said = text_views.score_text(s.table, 0, tables.builder.words["switch"], tables.builder.who(s.table))
        assert "has only 40 of the 60 to pay for the place" in said or "have only 40 of the 60" in said


@pytest.mark.parametrize(
    ("slug", "how", "why"),
    [
        ("hearts", {"point": "0"}, "more than nothing"),
        ("hearts", {"point": "0.3"}, "smallest chip"),
        ("hearts", {"point": "101"}, "A place point is 100 at most tonight."),
        ("hearts", {"point": "lots"}, "is not an amount"),
        ("red-dog", {"point": "2"}, "Red Dog has stakes of its own, and no place points."),
        ("hearts", {"stakes": "sixty-one"}, "Hearts has no such stakes; there are: friendly, penny ante, wild."),
        ("hearts", {"among": [0]}, "Hearts is for 4 players, and you are 1."),
        ("cribbage", {"among": [1, 2]}, "Cribbage is for 2 players, and you are 3."),
        ("canasta", {"among": [1, 2]}, "Canasta is for 2 or 4 players, and you are 3."),
        ("cribbage", {"among": [4]}, "Eve is not dealt in tonight, and cannot be named."),
    ],
)
async def test_what_does_not_fit_is_refused(tables: Tables, slug: str, how: dict[str, Any], why: str) -> None:
    s = await opened(tables, ANN, BOB, CLEO, DAN)
    if how.get("among") == [4]:
        await lobby.join(s, 105, "Eve")
        await wishes.sit_out(s, 105)
    before = memory(s)
    with pytest.raises(Rejected, match=why):
        await picking.pick(s, ANN, slug, how.pop("stakes", picking.FRIENDLY), NO_CUT, **how)
    assert memory(s) == before


async def test_a_game_for_chips_that_is_played_without_them_is_played_for_places(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    await dealt(s, "twos", stakes="friendly")
    assert s.table.place_point == 0
    await to_its_end(s, tables)
    dealer = s.table.chairs[night.of(s.table).dealer].user or 0
    await picking.pick(s, dealer, "twos", picking.FRIENDLY, NO_CUT | {"stakes": "points", "hands": 1})
    assert s.table.place_point == 200


async def test_alone_there_is_no_place_to_win(tables: Tables) -> None:
    s = await opened(tables, ANN)
    assert {g.slug for g in picking.choices(s.table)} == {"blackjack", "backhand"}
    with pytest.raises(Rejected, match="Canfield is played for places tonight, and you are alone"):
        await dealt(s, "canfield")


# ---- what ends otherwise -------------------------------------------------------------------------


async def test_a_match_that_is_broken_off_pays_nothing(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    await dealt(s, "cribbage", **LIGHT["cribbage"])
    await play_on(s, tables)
    assert s.table.phase == BETWEEN
    await starting.next_deal(s, ANN)
    await hosting.void(s)
    assert s.table.phase == BETWEEN and {*stacks(s).values()} == {10_000}
    await starting.next_deal(s, ANN)
    assert s.table.place_point == 200, "the match goes on for the same"
    await hosting.close(s)
    assert s.table.phase == CLOSED
    assert [await tables.balance(user) for user in (ANN, BOB)] == [100_000, 100_000]


async def test_whoever_leaves_takes_their_chips_and_the_seat_plays_on_for_the_place(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO)
    await dealt(s, "tablanette", BOB)
    assert s.table.match is not None
    await lobby.leave(s, BOB)
    await play_on(s, tables)
    scores = s.table.match.state.scores
    assert await tables.balance(BOB) == 100_000
    assert s.table.phase == BETWEEN and s.table.chairs[1].empty
    await starting.next_deal(s, ANN)
    assert s.table.chairs[1].house and s.table.match.state.scores == scores, "a house player goes on with the score"
    await to_its_end(s, tables)
    assert sorted(paid(s).net) == [-200, 200]
    assert await tables.balance(BOB) == 100_000
    assert sum(stacks(s).values()) == await tables.at_table("friday") == 30_000


@pytest.mark.parametrize(("slug", "longer"), [("jubilee", {"deals": 2}), ("neosho-rapids", {"wins": 2})])
async def test_whoever_leaves_a_game_for_any_number_is_played_on_for(
    tables: Tables, slug: str, longer: dict[str, Any]
) -> None:
    """Otherwise the last would leave before the end, and nobody would pay those who are ahead."""
    s = await opened(tables, ANN, BOB, CLEO)
    await dealt(s, slug, **longer)
    assert s.table.match is not None
    await lobby.leave(s, BOB)
    await play_on(s, tables)
    scores, seats = s.table.match.state.scores, s.table.match.state.seats
    assert s.table.phase == BETWEEN and await tables.balance(BOB) == 100_000
    await starting.next_deal(s, ANN)
    assert s.table.chairs[1].house and s.table.match.state.scores == scores and not s.table.match.state.away
    await to_its_end(s, tables)
    assert s.table.shown is not None and s.table.shown.table.standings is not None
    ahead = points(s.table.shown.table.standings)
    assert paid(s).net == tuple(200 * ahead[n] for n in range(seats))
    assert await tables.balance(BOB) == 100_000
    assert sum(stacks(s).values()) == await tables.at_table("friday") == 30_000


async def test_nobody_joins_or_sits_out_a_match_for_places(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, houses=1)
    await dealt(s, "jubilee", deals=2)
    assert await lobby.join(s, CLEO, NAMES[CLEO]) is None, "she waits in the queue"
    (join,) = join_button(s.table)
    assert join.label == "Take a seat from the next game"
    with pytest.raises(Rejected, match="Jubilee needs everybody"):
        await wishes.sit_out(s, BOB)
    await play_on(s, tables)
    assert s.table.phase == BETWEEN
    assert s.table.match is not None
    assert await lobby.seat_next(s) is None, "she does not pay for what a house player has played"
    with pytest.raises(Rejected, match="Places are paid in this game"):
        await lobby.take(s, DAN, NAMES[DAN], 2)
    await to_its_end(s, tables)
    assert sum(paid(s).net) == 0
    assert await lobby.seat_next(s) == CLEO and s.table.seat_of(CLEO) == 3


# ---- who plays, and who looks on -----------------------------------------------------------------


async def five(tables: Tables) -> Session:
    NAMES.setdefault(105, "Eve")
    return await opened(tables, ANN, BOB, CLEO, DAN, 105)


async def test_five_people_play_a_game_for_two(tables: Tables) -> None:
    s = await five(tables)
    assert GAMES["war"] not in picking.choices(s.table) and GAMES["war"] in picking.for_fewer(s.table)
    (menu,) = [c for row in tables.builder.snapshot(s.table).public.rows for c in row if isinstance(c, Menu)]
    assert {o.value: o.description for o in menu.options}["war"].startswith("For 2 of you, ")
    await picking.name(s, ANN, "war", 0)
    assert "You name **War**: who plays it? The others look on." in told(s, tables, ANN)
    assert pressable(s, tables, ANN) == ["Who plays it with you?", "Another game", "More…"]
    with pytest.raises(Rejected, match="War is for 2 players, and you are 5"):
        await dealt(s, "war")
    with pytest.raises(Rejected, match="War is for 2 players, and you are 3"):
        await picking.play_with(s, ANN, [str(BOB), str(DAN)], 0)
    await picking.play_with(s, ANN, [str(DAN)], 0)
    assert "It is for 2: Bob, Cleo and Eve look on." in told(s, tables)
    await dealt(s, "war")
    assert s.table.match is not None and s.table.match.state.seats == 2
    assert [chair.name for chair in s.table.chairs] == ["Ann", "Dan", "Bob", "Cleo", "Eve"]
    assert "Dealt in with the next game: Bob, Cleo, Eve." in told(s, tables, CLEO)
    s = await tables.again(s)
    await to_its_end(s, tables)
    assert sorted(paid(s).net) == [-200, 200]
    assert night.of(s.table).dealer == s.table.seat_of(BOB), "the deal goes round as they sit"
    assert {stacks(s)[str(user)] for user in (BOB, CLEO, 105)} == {10_000}
    await dealt(s, "hearts", ANN, CLEO, 105)
    assert [chair.name for chair in s.table.chairs] == ["Ann", "Bob", "Cleo", "Eve", "Dan"]
    assert s.table.deal is not None and s.table.deal.table.dealer == 1
    assert (await tables.store.read(records.stats, GUILD, CLEO)).overall.matches == 0, "who looks on has not played"


async def test_whoever_looks_on_may_leave_and_somebody_else_may_come(tables: Tables) -> None:
    s = await five(tables)
    await dealt(s, "tablanette", BOB)
    assert await lobby.leave(s, DAN) == "You have left the table."
    assert await tables.balance(DAN) == 100_000
    assert await lobby.join(s, DAN, NAMES[DAN]) is None
    await play_on(s, tables)
    while s.table.phase == BETWEEN:
        assert await lobby.seat_next(s) is None
        await starting.next_deal(s, ANN)
        await play_on(s, tables)
    assert await lobby.seat_next(s) == DAN
    assert sum(stacks(s).values()) == await tables.at_table("friday") == 50_000


async def test_house_players_look_on_where_a_game_is_for_fewer(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, houses=3)
    await picking.name(s, ANN, "gin-rummy", 0)
    assert "It is for 2: Ada, Bertie and Clara look on." in told(s, tables)
    night.of(s.table).dealer = 2
    assert GAMES["gin-rummy"] not in picking.choices(s.table), "no person gets up for a house player's game"
    assert GAMES["hearts"] in picking.choices(s.table)
    await picking.by_default(s, None)
    assert s.table.phase == DEAL


async def test_out_of_chips_is_not_in_the_game(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO)
    await dealt(s, "switch")
    await to_its_end(s, tables)
    await broke(s, CLEO)
    with pytest.raises(Rejected, match="Cleo is not dealt in"):
        await dealt(s, "cribbage")
    dealer = night.of(s.table).dealer
    other = next(s.table.chairs[n].user or 0 for n in night.playing(s.table) if n != dealer)
    await dealt(s, "cribbage", other)
    assert s.table.match is not None and s.table.match.state.seats == 2
