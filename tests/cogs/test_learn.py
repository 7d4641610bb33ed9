"""A teaching table as people open and play it: one person, house players, no clock, and nothing that counts."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from bot import house
from bot.engine.offers import Move
from bot.engine.view import view
from bot.games.catalog import GAMES
from bot.house.player import Strength
from bot.show.words.rule_behind import rule_behind
from bot.store import Work, personal_data
from bot.store.connection import Connection
from bot.table import hosting, money
from bot.table.session import Session
from bot.table.state import BETWEEN, CLOSED, DEAL, OVER, read
from cogs.games import every_word

from .server import Server, hand, labels, said, seat_of

pytestmark = pytest.mark.usefixtures("without_moments")

COUNT = (
    "accounts", "hands", "night_nets", "postings", "ratings", "results", "rivals", "standings", "streaks",
    "transfers",
)  # fmt: skip
"""What is kept of people and their chips."""
DAY = 24 * 3600


def kept(db: Connection) -> dict[str, list[tuple[Any, ...]]]:
    return {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in COUNT}


async def lesson(server: Server, person: Any, game: str, /, **options: Any) -> Session:
    await person.slash(server.channel, game, learn=True, **options)
    return server.table


async def on_turn(server: Server, session: Session, person: Any) -> bool:
    """House players move until the learner has to; whether that comes before the deal is over."""
    for _ in range(2000):
        table = session.table
        if table.phase != DEAL or table.seat_of(person.id) in table.turns:
            return table.phase == DEAL
        await server.env.advance_time(2)
    raise AssertionError("the learner is never asked")


async def move(session: Session, person: Any, rng: random.Random) -> Move:
    """The learner does what a house player would."""
    deal, seat = session.table.playable(), seat_of(session, person)
    made = house.choose(view(deal, seat), deal.offers(seat), rng)
    assert isinstance(made, Move)
    await session.act(seat, made)
    return made


async def played_out(server: Server, session: Session, person: Any) -> None:
    rng = random.Random(5)
    while session.table.phase != OVER:
        while await on_turn(server, session, person):
            await move(session, person, rng)
        if session.table.phase == BETWEEN:
            await server.env.advance_time(2)
            await person.click(server.board, label=labels(server.board)[0])
    await server.env.advance_time(10)  # edits of one message do not come all at once


async def test_it_begins_at_once_with_house_players(server: Server) -> None:
    ana = server.person("ana")
    answer = await ana.slash(server.channel, "canasta", learn=True)
    table = server.table.table
    assert "no clock runs" in said(answer) and "teaching table" in server.board.content
    assert table.phase == DEAL and table.humans == [table.seat_of(ana.id)] and len(table.taken) == 4
    assert {chair.strength for chair in table.chairs if chair.house} == {Strength.LEARNER}
    assert not table.waits_for_cut and not table.deadlines and table.options.target == 1500


@pytest.mark.parametrize("game", GAMES)
async def test_every_game_has_one(server: Server, game: str) -> None:
    ana = server.person("ana")
    told = said(await ana.slash(server.channel, game, learn=True))
    session = server.table
    assert session.table.phase in (DEAL, BETWEEN) and session.table.taught and not session.table.deadlines
    holds = every_word()[game].holds(session.table.options)
    assert told.splitlines()[-1].startswith("Now press **My hand** under the table") == holds and len(told) <= 2000


async def test_nobody_else_sits_down(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await lesson(server, ana, "hearts")
    assert not any(label.startswith(("Join", "Take", "Queue")) for label in labels(server.board))
    assert await server.slash(bo, "table join") == (
        f"This is a teaching table of <@{ana.id}>: nobody else sits down there."
    )


async def test_nobody_else_is_called_there_or_made_its_host(server: Server) -> None:
    ana, bo, mo = server.person("ana"), server.person("bo"), server.manager("mo")
    session = await lesson(server, ana, "hearts")
    before = await server.books()
    invited = await ana.context_menu(server.channel, "Invite to my table", bo)
    assert await server.slash(bo, "table take", seat=2) == (
        f"This is a teaching table of <@{ana.id}>: nobody else sits down there."
    )
    assert said(invited) == "This table is for one alone."
    assert await server.slash(mo, "table host", member=mo, table=session.id) == (
        "Only somebody who sits at this table can be its host."
    )
    assert await server.books() == before


async def test_who_leaves_in_the_middle_of_a_deal_need_not_play_it_out(server: Server) -> None:
    ana = server.person("ana")
    session = await lesson(server, ana, "jubilee")
    assert await server.slash(ana, "table leave") == "You leave after this hand."
    await server.env.advance_time(600)
    assert session.table.phase == CLOSED


async def test_stakes_are_refused(server: Server) -> None:
    told = said(await server.person("ana").slash(server.channel, "red-dog", learn=True, stakes="wild"))
    assert told == "Nothing is at stake at a teaching table: leave out `stakes`." and not server.bot.room.sessions


async def test_options_may_be_said_besides(server: Server) -> None:
    session = await lesson(server, server.person("ana"), "red-dog", ante="2")
    assert (session.table.options.ante, session.table.options.rounds) == (200, 5)


async def test_no_clock_runs_and_nobody_is_called_until_a_day_is_over(server: Server) -> None:
    ana = server.person("ana")
    session = await lesson(server, ana, "hearts")
    posts = len(server.channel.history())
    await server.env.advance_time(DAY - 3600)
    assert session.table.phase == DEAL and session.table.paused is None and len(server.channel.history()) == posts
    assert not session.table.chairs[seat_of(session, ana)].lapses
    await server.env.advance_time(2 * 3600)
    assert session.table.phase == CLOSED


async def test_the_result_stands_until_the_learner_goes_on(server: Server) -> None:
    ana = server.person("ana")
    session = await lesson(server, ana, "red-dog")
    while await on_turn(server, session, ana):
        await move(session, ana, random.Random(1))
    await server.env.advance_time(3600)
    await server.env.settle()
    assert session.table.deals_begun == 1 and session.table.phase != DEAL and session.table.next_at is None


async def test_moves_are_taken_back_one_after_the_other(server: Server) -> None:
    """Whatever house players have shown since."""
    ana = server.person("ana")
    session = await lesson(server, ana, "jubilee")
    await on_turn(server, session, ana)
    before = [view(session.table.playable(), seat_of(session, ana)).hand]
    for _ in range(3):
        await move(session, ana, random.Random(1))
        await on_turn(server, session, ana)
        before.append(view(session.table.playable(), seat_of(session, ana)).hand)
    for then in reversed(before[:-1]):
        panel = (await ana.slash(server.channel, "hand")).response
        await ana.click(panel, label="Undo")
        assert view(session.table.playable(), seat_of(session, ana)).hand == then
    assert "Undo" not in labels((await ana.slash(server.channel, "hand")).response)


async def test_hints_are_there_whatever_the_host_has_said(server: Server) -> None:
    ana = server.person("ana")
    session = await lesson(server, ana, "jubilee")
    await on_turn(server, session, ana)
    await ana.click(await server.more(ana), label="No hints")
    shown = (await ana.click((await ana.slash(server.channel, "hand")).response, label="Hint")).response
    assert "**Hint**" in shown.content


@pytest.mark.parametrize(
    "game", ["red-dog", "neosho-rapids", *(pytest.param(n, marks=pytest.mark.soak) for n in ("gin-rummy", "poker"))]
)
async def test_nothing_of_it_counts(server: Server, game: str) -> None:
    ana = server.person("ana")
    before = await server.store.read(kept)
    session = await lesson(server, ana, game)
    table = session.table.id
    await played_out(server, session, ana)
    assert "Sealed" not in server.board.content
    refused = await server.slash(ana, "table proof", table=table)
    assert refused == "There are no proofs of a teaching table: what is dealt there counts for nothing."
    await hosting.close(session)
    await server.env.settle()
    assert await server.store.read(kept) == before


async def test_who_has_only_learnt_is_forgotten_like_anybody(server: Server) -> None:
    ana = server.person("ana")
    session = await lesson(server, ana, "red-dog")
    await hosting.close(session)
    await server.env.settle()
    found = await server.store.read(personal_data.traces, server.guild.id, ana.id)
    assert session.id in found.tables and found.deals and found.names == {"ana"}
    work = Work().do(personal_data.forget_deals, found.deals, found.names)
    work.do(personal_data.erase, server.guild.id, ana.id, found, 1, since=0, until=2)
    await server.store.commit(work)
    (left,) = await server.store.read(lambda db: db.execute("SELECT start FROM deals").fetchall())
    assert '"ana"' not in left[0]


async def test_a_lesson_outlives_the_process(server: Server) -> None:
    ana = server.person("ana")
    session = await lesson(server, ana, "canasta")
    await on_turn(server, session, ana)
    await move(session, ana, random.Random(1))
    stored = session.table.stored()
    assert read(stored).lesson == session.table.lesson is not None
    session.table.lesson = None
    assert "lesson" not in json.loads(session.table.stored().state), "and is stored of no other table"


async def test_a_hint_stands_right_above_the_picture(server: Server) -> None:
    ana = server.person("ana")
    await on_turn(server, await lesson(server, ana, "canasta"), ana)
    panel = (await ana.slash(server.channel, "hand")).response
    assert "Your first hand of Canasta" in panel.content
    shown = (await ana.click(panel, label="Hint")).response
    assert shown.content.splitlines()[-1].startswith("**Hint** ➤ ")


async def test_what_is_refused_comes_with_the_rule_behind_it(server: Server) -> None:
    ana = server.person("ana")
    session = await lesson(server, ana, "hearts")
    told = await server.slash(ana, "pass", cards=hand(session, seat_of(session, ana))[0])
    refusal, rule = told.split("\n")
    assert refusal and rule == (
        "-# Before a hand everybody passes three cards: left, right, across, then not at all. `/rules` tells more."
    )


@pytest.mark.parametrize(
    ("game", "refusal", "rule"),
    [
        (
            "canasta",
            "That counts 30; the first meld of your side must reach 50: 20 more.",
            "The first meld of your side",
        ),
        ("canasta", "The pile is frozen: it takes two natural Ks from your hand.", "A wild card in the pile freezes"),
        ("hearts", "Hearts are not broken yet: lead another suit.", "Hearts may not be led until one has been thrown"),
        ("blackjack", "Eighty?", ""),
    ],
)
def test_the_rule_that_has_most_of_the_words(game: str, refusal: str, rule: str) -> None:
    assert rule_behind(every_word()[game], refusal).startswith(rule)


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_gets_one(game: str) -> None:
    words = every_word()[game]
    assert all(rule_behind(words, "Eighty?", kind) for kind in words.game.moves)


async def test_at_any_other_table_no_rule_comes_with_it(server: Server) -> None:
    ana = server.person("ana")
    session = await server.hearts(ana)
    assert "`/rules`" not in await server.slash(ana, "pass", cards=hand(session, seat_of(session, ana))[0])


async def test_each_kind_of_move_is_told_of_once_whatever_somebody_knows(server: Server) -> None:
    ana = server.person("ana")
    await server.bot.room.people.learn(ana.id)
    session = await lesson(server, ana, "canasta")
    prefs = server.bot.room.builder.prefs
    prefs[ana.id] = replace(prefs[ana.id], knows=frozenset({"canasta"}), explains=False)
    rng, told = random.Random(2), list[str]()
    for _ in range(12):
        if not await on_turn(server, session, ana):
            break
        panel = (await ana.slash(server.channel, "hand")).response
        new = [line for line in panel.content.split("\n") if line.startswith("-# New to you")]
        assert len(new) <= 1
        told += new
        await move(session, ana, rng)
    assert len(told) > 1 and len({*told}) == len(told)


async def test_it_ends_with_what_to_try_next(server: Server) -> None:
    ana = server.person("ana")
    session = await lesson(server, ana, "red-dog")
    while not await on_turn(server, session, ana):  # the pot is gone before it is their turn
        await ana.click(server.board, label="Next round")
    await server.slash(ana, "play", move="hint")
    await played_out(server, session, ana)
    assert "**Next:** you took one hint: play **Again** with fewer, then with friends." in server.board.content
    assert "leaderboard" not in server.board.content and session.table.lesson is not None
    kinds = session.table.lesson  # somebody may have proposed to stop, too
    assert "bet" in kinds.made and {*kinds.made} <= {*kinds.met, "propose-end"}
    assert {"Again", "Open a table"} <= {*labels((await ana.slash(server.channel, "hand")).response)}
    await ana.click(server.board, label="Open a table")
    sessions = [*server.bot.room.sessions.values()]
    assert [s.table.taught for s in sessions] == [True, False] and sessions[1].table.phase == "lobby"
    (board,) = [m for m in server.channel.history() if m.id == session.table.posted.message]
    await ana.click(board, label="Again")
    assert session.table.phase == DEAL and session.table.lesson.made == []
    assert {session.table.stack_of(seat) for seat in session.table.taken} == {money.buy_in(session.table)}


async def test_from_a_direct_message_no_table_is_opened_and_it_is_said_where_one_is(server: Server) -> None:
    ana = server.person("ana")
    session = await lesson(server, ana, "red-dog")
    await played_out(server, session, ana)
    panel, before = ana.user.dm_channel.last_message, await server.books()
    assert {"Again", "Open a table"} <= {*labels(panel)}
    assert said(await ana.user.click(panel, label="Open a table")) == (
        f"Tables are opened in a server's channel: press **Open a table** under your lesson in <#{server.channel.id}>,"
        " or type `/red-dog` there."
    )
    assert await server.books() == before
    await ana.user.click(panel, label="Again")
    assert session.table.phase == DEAL


@pytest.mark.soak
@pytest.mark.parametrize("game", [slug for slug, game in GAMES.items() if not game.real_time])
async def test_every_lesson_comes_to_its_end(server: Server, game: str) -> None:
    ana = server.person("ana")
    session = await lesson(server, ana, game)
    await played_out(server, session, ana)
    assert "**Next:**" in server.board.content
