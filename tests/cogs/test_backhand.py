"""Backhand on Discord: hits and backhands by buttons and commands, the wager window, the tally."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.engine.cards import card, cards
from bot.engine.deal import Deal
from bot.engine.events import Event
from bot.engine.view import view
from bot.games.backhand import CARDS, PUSH_HANDS, AcesOut, Called, Settled, worth
from bot.show.words.sentences import Who
from bot.table.session import Session
from card_art import scene as art
from cogs.games.backhand import WORDS
from tests.games import backhand_table
from tests.games.table import looked_at

from .server import Server, labels, seat_of, turn


async def table(server: Server, *people: Any, **how: Any) -> Session:
    return await server.started("backhand", *people, **how)


def is_push(session: Session) -> bool:
    assert session.table.deal is not None
    cards = session.table.deal.table.piles[CARDS.of(turn(session))]
    return len(cards) == 2 and worth(cards) in PUSH_HANDS


async def test_a_round_of_a_race(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await table(server, ana, bo)
    who = {seat_of(session, person): person for person in (ana, bo)}
    assert "chips" not in server.board.content
    assert re.fullmatch(
        r"\d+ of the 48 cards that have not gone take \d+ past 21: \d+%\.", await server.slash(ana, "odds")
    )
    while session.table.phase == "deal":
        person = who[turn(session)]
        if is_push(session):
            assert labels(server.board)[:2] == ["Play the push", "Push it away"]
            assert await server.slash(person, "play", move="backhand") == "Not on a push hand."
            assert await server.slash(person, "play", move="push") == "✓ Push Away"
        else:
            assert labels(server.board)[:2] == ["Hit", "Backhand!"]
            await person.click(server.board, label="Backhand!")
    assert session.table.deal is None and "The next round begins" in server.board.content
    assert " of 4" in await server.slash(ana, "score")
    assert " win" in (score := await server.slash(bo, "score")) and "point" not in score


async def test_wagers_are_made_by_everybody_at_once(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await table(server, ana, bo, mode="betting")
    assert labels(server.board)[:3] == ["Min 1", "Other…", "Sit out"]
    assert "\n\nNothing has gone yet.\n" in await server.slash(ana, "score")
    assert await server.slash(ana, "bet", amount="2½") == "✓ Bet 2½"
    assert await server.slash(bo, "bet", amount="26") == "Bet between 1 and 25."
    await bo.click(server.board, label="Sit out")
    assert session.table.deal is not None
    assert [name for name in session.table.deal.table.piles if name.startswith("cards")] == [
        f"cards {seat_of(session, ana)}"
    ]
    while session.table.phase == "deal":
        await server.slash(ana, "play", move="push" if is_push(session) else "call-backhand")
    after = session.table.match
    assert after is not None
    assert abs(after.state.stacks[seat_of(session, ana)] - 10_000) == 250


async def test_no_tally_elsewhere(server: Server) -> None:
    ana = server.person("ana")
    await server.red_dog(ana, houses=1, cut="off")
    assert " gone " not in await server.slash(ana, "score")


# ---- the picture ---------------------------------------------------------------------------------

NAMES = ("Ann", "Bo", "Cleo", "Dai")


def drawn(deal: Deal, viewer: int = -1) -> art.Scene:
    return WORDS.scene(view(deal, viewer), Who(NAMES, viewer=viewer))


def hands(deal: Deal, seat: int = 0) -> list[str]:
    """What lies before a seat: cards, total, stamp and change; `*` while it is played, `|` on its side."""
    parts = [
        ("|" * h.sideways, *map(str, h.cards), h.total, h.stamp and h.stamp.word, h.change, "*" * h.active)
        for h in drawn(deal).seats[seat].hands
    ]
    return [" ".join(part for part in hand if part) for hand in parts]


def note(scene: art.Scene) -> str:
    return next(piece.text for piece in scene.centre if isinstance(piece, art.Note))


def moved(scene: art.Scene) -> str:
    """Who has moved last, and how."""
    last = next(panel for panel in scene.felt if isinstance(panel, art.LastMove))
    return f"{last.by.name} {', '.join(filter(None, (last.before, last.said)))}"


def test_the_called_card_lies_on_its_side_while_the_moment_stands_and_then_what_it_made_is_told() -> None:
    deal = looked_at(backhand_table.deal({0: "10C 2D", 1: "10S 5D"}, "KH 2H"), "0: backhand")
    assert hands(deal) == ["10C 2D 12 WIN *", "| KH → 22"]
    assert moved(drawn(deal)) == "Ann turns K♥: 22, right"
    assert moved(drawn(deal, 0)) == "You turn K♥: 22, right"
    looked_at(deal, "1: hit")
    assert hands(deal) == ["10C 2D 12 → 22 WIN"] and hands(deal, 1) == ["10S 5D 2H 17 *"]


@pytest.mark.parametrize(
    ("hand", "stock", "moves", "lies"),
    [
        ("10C 6D", "5H", ["backhand"], "10C 6D 16 LOSE *"),
        ("10C 6D", "9H", ["backhand"], "10C 6D 16 WIN *"),
        ("10C 6D", "9H", ["hit"], "10C 6D 9H 25 BUST *"),
        ("10C 8D", "3H", ["hit"], "10C 8D 3H 21 WIN *"),
        ("10C 8D", "4H", ["hit"], "10C 8D 4H 22 BUST *"),
        ("2C 3D", "4H 5S 3C", ["hit"], "2C 3D 4H 5S 3C 17 FIVE CARDS *"),
    ],
)
def test_how_a_hand_has_ended_is_stamped_on_it(hand: str, stock: str, moves: list[str], lies: str) -> None:
    deal = looked_at(backhand_table.deal({0: hand, 1: "10S 5D"}, stock), *(f"0: {move}" for move in moves))
    assert view(deal).moment and hands(deal)[0] == lies
    assert drawn(deal).seats[0].hands[0].dim == ("WIN" not in lies and "FIVE" not in lies)


def test_with_wagers_each_hand_has_its_bet_and_what_it_has_brought() -> None:
    deal = backhand_table.deal({0: "10C 6D", 1: "10S 5D"}, "9H", mode="betting")
    assert note(drawn(deal)) == "Wagers of 1 to 25"
    looked_at(deal, "0: bet 5", "1: bet 2")
    assert note(drawn(deal)) == "Ann begins" and note(drawn(deal, 0)) == "You begin"
    looked_at(deal, "0: hit")
    assert hands(deal) == ["10C 6D 9H 25 BUST −5 *"] and note(drawn(deal)) == "Ann is past 21: lost"
    assert [seat.hands[0].bet for seat in drawn(deal).seats] == [500, 200]


def test_the_aces_that_went_out_lie_small_in_the_corner() -> None:
    deal = looked_at(backhand_table.deal({0: "10C 6D", 1: "AS 5D"}, "9H 8H"), "0: hit")
    assert drawn(deal).inset is None
    while view(deal).moment:
        assert deal.ask and deal.ask.timer
        deal.tick(deal.ask.timer[0])
    assert drawn(deal).inset == ("Aces out", (card("AS"),))


@pytest.mark.parametrize(
    ("event", "told", "to_ann"),
    [
        (AcesOut(0, (card("AS"),), (card("9H"),)), "Ann's A♠ goes out, 9♥ comes in.",
         "Your A♠ goes out, 9♥ comes in."),
        (Called(0, card("KH"), 22, True), "Ann turns K♥: 22, **right**.", "You turn K♥: 22, **right**."),
        (Settled(0, (), True, "backhand", 500), "Ann wins 5.", "You win 5."),
        (Settled(0, (), False, "bust", -500), "Ann is past 21: lost. Ann loses 5.",
         "You are past 21: lost. You lose 5."),
        (Settled(0, (), True, "push", 0), "Ann plays the push: **won**.", "You play the push: **won**."),
        (Settled(0, tuple(cards("2C 3D")), True, "five cards", 0), "Ann has five cards: **won**.",
         "You have five cards: **won**."),
    ],
)  # fmt: skip
def test_whoever_reads_it_is_you(event: Event, told: str, to_ann: str) -> None:
    assert WORDS.announce([event], Who(NAMES)) == WORDS.announce([event], Who(NAMES, viewer=1)) == [told]
    assert WORDS.announce([event], Who(NAMES, viewer=0)) == [to_ann]
