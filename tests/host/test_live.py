"""Tables without turns (rules/cash.md): partners across, what stands for all, races, restarts, a picture a second."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from bot.engine.deal import Illegal, digest
from bot.engine.facts import HAND
from bot.games.cash import moves as m
from bot.games.cash.facts import BOARD
from bot.host.messages.live_messages import PICTURE_SECONDS, LiveMessage
from bot.host.pictures.emojis import Emojis
from bot.host.pictures.render_queue import RenderQueue
from bot.show.controls import table_controls, typed
from bot.show.controls.components import Button, Menu, Rows
from bot.show.messages.page import MessageContent
from bot.table import hosting, lobby, starting, wishes
from bot.table.errors import Rejected
from bot.table.session import Session
from bot.table.settings import Settings
from bot.table.state import BETWEEN, DEAL, OVER
from card_art import scene as art
from cogs.games import cash

from .tables import ANN, BOB, CLEO, DAN, NAMES, Tables

EVE, FAY, GIL = 105, 106, 107


@pytest.fixture(autouse=True)
def more_people(monkeypatch: pytest.MonkeyPatch) -> None:
    for user, name in ((EVE, "Eve"), (FAY, "Fay"), (GIL, "Gil")):
        monkeypatch.setitem(NAMES, user, name)


def labels(rows: Rows) -> list[list[str]]:
    return [[c.label if isinstance(c, Button) else c.placeholder for c in row] for row in rows]


def seat(s: Session, user: int) -> int:
    found = s.table.seat_of(user)
    assert found is not None
    return found


async def opened(tables: Tables, *people: int, **options: Any) -> Session:
    """A hand whose first board is up; the chairs stand in the order of the people."""
    s = await tables.started("cash", *(people or (ANN, BOB, CLEO, DAN)), teams="chosen", **options)
    for n in range(len(s.table.chairs)):
        await s.act(n, m.Ready())
    tables.time += 3000
    await s.tick()
    return s


def board(s: Session) -> Sequence[Any]:
    assert s.table.deal is not None
    return [*s.table.deal.table.piles[BOARD]]


def keeper_of(s: Session) -> int:
    assert s.table.deal is not None
    return s.table.deal.table.facts["keeper"][0]


async def test_whoever_joins_after_a_match_may_leave_before_the_next(tables: Tables) -> None:
    s = await opened(tables, letters=False)
    await s.act(0, m.Cash())
    tables.time += 3000
    await s.tick()
    assert s.table.phase == OVER
    await lobby.join(s, EVE, NAMES[EVE])
    assert s.table.match is not None and len(s.table.chairs) == s.table.match.state.seats == 5
    await lobby.leave(s, EVE)
    assert s.table.seat_of(EVE) is None
    await starting.start(s, ANN)
    assert s.table.phase == DEAL and len(s.table.chairs) == 4


# ---- partners ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("houses", [1, 3])
async def test_edge_1_other_numbers_of_players_are_refused(tables: Tables, houses: int) -> None:
    s = await tables.open("cash", ANN, BOB, CLEO, DAN, house_players=houses)
    with pytest.raises(Rejected, match="Cash is for 4 or 6 or 8 players, and you are"):
        await starting.start(s, ANN)


async def test_fewer_than_four_are_refused(tables: Tables) -> None:
    s = await tables.open("cash", ANN, BOB)
    with pytest.raises(Rejected, match="2 more players"):
        await starting.start(s, ANN)


async def test_partners_at_random_are_others_now_and_then(tables: Tables) -> None:
    partners = set()
    for n in range(12):
        s = await tables.started("cash", ANN, BOB, CLEO, DAN, id=f"t{n}")
        partners.add(s.table.chairs[(seat(s, ANN) + 2) % 4].name)
        await hosting.close(s)
    assert len(partners) > 1


async def test_chosen_partners_stay_as_they_have_sat_down_and_may_be_changed(tables: Tables) -> None:
    s = await tables.open("cash", ANN, BOB, CLEO, DAN, teams="chosen")
    with_whom = [await wishes.change_partner(s, ANN) for _ in range(3)]
    assert sorted(with_whom) == ["You play with Bob.", "You play with Cleo.", "You play with Dan."]
    assert "Another partner" in [
        label for row in labels(table_controls.more(s.table, ANN, manager=False)[1]) for label in row
    ]
    while s.table.chairs[(seat(s, ANN) + 2) % 4].user != DAN:
        await wishes.change_partner(s, ANN)
    await starting.start(s, ANN)
    assert s.table.chairs[(seat(s, ANN) + 2) % 4].user == DAN
    with pytest.raises(Rejected, match="before a match only"):
        await wishes.change_partner(s, BOB)


async def test_teams_by_cards_are_for_four(tables: Tables) -> None:
    s = await tables.open("cash", ANN, BOB, CLEO, DAN, EVE, FAY, teams="cards")
    with pytest.raises(Rejected, match="only four can be paired"):
        await starting.start(s, ANN)
    s = await tables.started("cash", ANN, BOB, CLEO, DAN, teams="cards", id="four")
    assert s.table.phase == DEAL


async def test_with_a_house_player_signals_are_gestures(tables: Tables) -> None:
    s = await tables.started("cash", ANN, BOB, CLEO, house_players=1, signals="free")
    assert s.table.options.signals == "gestures"
    s = await tables.started("cash", ANN, BOB, CLEO, DAN, signals="free", id="people")
    assert s.table.options.signals == "free"


async def test_whoever_leaves_between_hands_is_followed_by_a_house_player_and_the_match_goes_on(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO, DAN, EVE, FAY)
    await s.act(0, m.Cash())
    tables.time += 1000
    await s.tick()
    assert s.table.phase == BETWEEN
    await lobby.leave(s, EVE)
    await starting.next_deal(s, ANN)
    assert [c.house for c in s.table.chairs] == [False] * 4 + [True, False]
    assert s.table.deal is not None and len(s.table.deal.table.players) == 6


async def test_nobody_sits_down_beside_a_match_of_partners(tables: Tables) -> None:
    s = await opened(tables)
    assert await lobby.join(s, EVE, "Eve") is None
    assert len(s.table.chairs) == 4


# ---- what stands for everybody -----------------------------------------------------------------------


async def test_the_controls_keep_their_places_from_the_countdown_on(tables: Tables) -> None:
    s = await tables.started("cash", ANN, BOB, CLEO, DAN, teams="chosen")
    assert labels(tables.shown[-1].public.rows)[0] == ["Ready"]
    for n in range(4):
        await s.act(n, m.Ready())
    down = tables.shown[-1].public
    tables.time += 3000
    await s.tick()
    up = tables.shown[-1].public
    assert [len(row) for row in down.rows] == [len(row) for row in up.rows] == [4, 4, 1, 3]
    assert all(isinstance(c, Button) and c.disabled for c in (*down.rows[0], *down.rows[1][:2]))
    assert not any(isinstance(c, Button) and c.disabled for row in up.rows for c in row)
    assert labels(up.rows)[1] == ["No more", "Refresh", "CASH!", "COUNTER!"]
    (menu,) = up.rows[2]
    assert isinstance(menu, Menu) and len(menu.options) == 24
    assert down.stage != up.stage


async def test_what_stands_in_public_tells_nothing_of_any_hand(tables: Tables) -> None:
    s = await opened(tables)
    before = tables.shown[-1].public.rows
    assert s.table.deal is not None
    await s.act(0, m.Arm(s.table.deal.table.piles[HAND.of(0)][0]))
    assert tables.shown[-1].public.rows == before
    await s.act(1, m.Pass())
    assert tables.shown[-1].public.rows == before


async def test_a_held_card_cannot_be_pressed_by_anybody(tables: Tables) -> None:
    s = await opened(tables)
    card = board(s)[1]
    await s.act(2, m.Grab(card))
    tables.time += 300
    await s.tick()
    row = tables.shown[-1].public.rows[0]
    assert [isinstance(c, Button) and c.disabled for c in row] == [False, True, False, False]
    assert labels(tables.shown[-1].private[CLEO].rows)[0][0].startswith("Throw ")
    assert labels(tables.shown[-1].private[ANN].rows)[0][0] == "Ready to throw …"


async def test_every_panel_fits_and_has_the_whole_game(tables: Tables) -> None:
    await opened(tables, counter="named")
    for user in (ANN, BOB, CLEO, DAN):
        rows = tables.shown[-1].private[user].rows
        said = [label for row in labels(rows) for label in row]
        assert len(rows) <= 4 and {"No more", "Refresh", "CASH!", "Do something …"} <= {*said}
    assert len(tables.shown[-1].public.rows) == 4
    named = ["COUNTER Ann + Cleo", "COUNTER Bob + Dan"]
    assert labels(tables.shown[-1].public.rows)[1] == ["No more", "Refresh", "CASH!", *named]


async def test_a_pad_is_shown_to_its_pair_alone(tables: Tables) -> None:
    s = await tables.started("cash", ANN, BOB, CLEO, DAN, teams="chosen")
    await s.act(0, m.Sign(("whistle", "yawn")))
    snap = tables.shown[-1]
    for user, knows in ((ANN, True), (CLEO, True), (BOB, False), (DAN, False)):
        face = snap.private[user]
        assert ("whistle, then yawn" in face.text) == knows and "whistle" not in face.alt
    assert "whistle" not in snap.public.alt + snap.public.text
    assert ["Agree to signal 1" in str(labels(snap.private[u].rows)) for u in (ANN, BOB, CLEO, DAN)] == [
        False, False, True, False,
    ]  # fmt: skip


async def test_a_refusal_names_people(tables: Tables) -> None:
    s = await opened(tables)
    card = board(s)[0]
    keeper = keeper_of(s)
    await s.act(1, m.Grab(card))
    tables.time += 300
    await s.tick()
    with pytest.raises(Illegal, match="Gone: Bob touched it first"):
        await s.act(2, m.Grab(card))
    with pytest.raises(Illegal, match=f"Only {s.table.chairs[keeper].name} can refresh, and the board is still moving"):
        await s.act((keeper + 1) % 4, m.Refresh())


async def test_an_old_boards_button_takes_nothing_of_the_new_one(tables: Tables) -> None:
    s = await opened(tables)
    assert s.table.deal is not None
    drawn = s.table.deal.number
    for n in range(4):
        await s.act(n, m.Pass())
    await s.act(keeper_of(s), m.Refresh())
    tables.time += 3000
    await s.tick()
    with pytest.raises(Illegal, match="That board is gone"):
        await s.act(2, m.Grab(board(s)[0]), drawn=drawn)


async def test_moves_are_typed_as_people_say_them(tables: Tables) -> None:
    s = await opened(tables)
    assert s.table.deal is not None
    hand, lying = [*s.table.deal.table.piles[HAND.of(1)]], board(s)
    for typed_text, name, meant in (
        (f"{lying[0]} {hand[2]}", "grab", m.Grab(lying[0], hand[2])),
        (str(lying[1]), "grab", m.Grab(lying[1])),
        (f"grab {lying[1]}", None, m.Grab(lying[1])),
        (str(hand[0]), "arm", m.Arm(hand[0])),
        ("", "arm", m.Arm(None)),
        ("hum", "gesture", m.Gesture("hum")),
        ("nice-board", "gesture", m.Gesture("nice-board")),
        ("", "cash", m.Cash()),
        ("", "counter", m.Counter()),
        ("", "pass", m.Pass()),
    ):
        assert typed.read_move(s.table, BOB, typed_text, name) == meant
    assert "sip" in typed.suggestions(s.table, BOB, "s", cash.WORDS, "gesture")


# ---- time --------------------------------------------------------------------------------------------


async def test_who_gets_a_card_is_who_pressed_first(tables: Tables) -> None:
    s = await opened(tables)
    card, now = board(s)[0], tables.time
    tables.time += 100
    await s.act(0, m.Grab(card), pressed=now + 80)
    tables.time += 50
    await s.act(1, m.Grab(card), pressed=now + 20)
    clock = tables.clock(s)
    await tables.pass_time(clock, 0.3)
    assert s.table.deal is not None and s.table.deal.table.facts["held"][0] == ((1, card),)


async def test_a_restart_on_an_open_board_changes_nothing(tables: Tables) -> None:
    s = await opened(tables)
    card = board(s)[0]
    await s.act(1, m.Grab(card))
    tables.time += 400
    await s.tick()
    await s.act(3, m.Gesture("sip"))
    assert s.table.deal is not None
    mark, drawn = digest(s.table.deal), s.table.deal.number
    again = await tables.again(s, away=30)
    assert again.table.deal is not None and digest(again.table.deal) == mark
    await again.act(1, m.Discard(again.table.deal.table.piles[HAND.of(1)][0]), drawn=drawn)
    assert any(isinstance(e, m.Swapped) and e.seat == 1 for e, _ in again.table.deal.table.events)


async def test_house_players_play_a_whole_match_by_the_clock(tables: Tables) -> None:
    s = await tables.started("cash", ANN, BOB, house_players=2)
    for n in range(4):
        s.table.chairs[n].stand_in = s.table.chairs[n].user is not None
    clock = tables.clock(s)
    for _ in range(1500):
        if s.table.phase == OVER:
            break
        s.table.idle_since = tables.time
        await tables.pass_time(clock, 2)
    assert s.table.phase == OVER
    assert s.table.match is not None and max(s.table.match.state.scores) == 4


async def test_house_players_think_for_as_long_as_a_person_would(tables: Tables) -> None:
    s = await tables.started("cash", ANN, house_players=3)
    clock = tables.clock(s)
    await s.act(seat(s, ANN), m.Ready())
    await tables.pass_time(clock, 40)
    rows = s.table.shown.rows if s.table.shown else []
    gos = [r.at for r in rows if isinstance(r.move, m.Count)][2::3]
    for row in rows:
        if isinstance(row.move, m.Grab):
            assert row.at - max(g for g in gos if g <= row.at) >= 1000


# ---- pictures and controls ---------------------------------------------------------------------------


class Wall(LiveMessage):
    """What was written, and when: the controls, and the picture if there was one."""

    def __init__(self, render_queue: RenderQueue) -> None:
        super().__init__(render_queue, Emojis(), "t")
        self.written: list[tuple[float, str, bool]] = []

    def _turn(self) -> None: ...

    async def _put(self, content: MessageContent, png: bytes | None, fresh: bool) -> None:
        self.written.append((time.monotonic(), content.text, png is not None))

    async def _lost(self, error: Any) -> None:
        raise AssertionError(error)


def face(n: int, stage: Any = 1) -> MessageContent:
    return MessageContent(f"text {n}", art.Scene("Cash", f"picture {n}", seats=(art.Seat("Ann"),)), "", stage=stage)


async def test_pictures_change_once_a_second_and_controls_at_once() -> None:
    render_queue = RenderQueue()
    await render_queue.draw(face(0).picture)
    wall = Wall(render_queue)
    began = time.monotonic()
    for n in range(12):
        wall.refresh(face(n))
        await asyncio.sleep(0.12)
    await wall.idle()
    pictures = [at for at, _, drawn in wall.written if drawn]
    assert all(b - a >= PICTURE_SECONDS * 0.98 for a, b in pairwise(pictures))
    assert len(pictures) in (2, 3) and wall.written[-1][1:] == ("text 11", True)
    assert {text for _, text, _ in wall.written} >= {f"text {n}" for n in range(2, 8)}
    assert max(at for at, _, _ in wall.written) - began < 4
    await render_queue.close()


async def test_the_controls_of_one_stage_never_stand_under_the_picture_of_another() -> None:
    render_queue = RenderQueue()
    for n in range(2):
        await render_queue.draw(face(n).picture)
    wall = Wall(render_queue)
    wall.refresh(face(0, "countdown"))
    await asyncio.sleep(0.2)
    wall.refresh(face(1, "open"))
    await wall.idle()
    assert [(text, drawn) for _, text, drawn in wall.written] == [("text 0", True), ("text 1", True)]
    await render_queue.close()


def test_every_gesture_has_its_words() -> None:
    assert {*cash.WORDS.verbs[m.Gesture].parts} == {*m.GESTURES}
    assert Settings().house_pace_ms > 0


async def test_six_play_where_a_counter_names_a_pair(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO, DAN, EVE, FAY, counter="named")
    assert (s.table.phase, s.commits.faults) == (DEAL, 0)
    for face in (tables.shown[-1].public, *tables.shown[-1].private.values()):
        said = [label for row in labels(face.rows) for label in row]
        assert [label for label in said if label.startswith("COUNTER")] == [
            "COUNTER Ann + Dan", "COUNTER Bob + Eve", "COUNTER Cleo + Fay",
        ]  # fmt: skip
    assert len(tables.shown[-1].private) == 6
