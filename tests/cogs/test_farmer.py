"""Farmer on Discord: the first farmer, buttons that tell nothing, the end of a deal."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.deal import Deal
from bot.engine.view import view
from bot.games.farmer import BestPaid, FarmerPaid, FarmWon
from bot.show.controls.components import Button
from bot.show.words.sentences import Who
from bot.table.session import Session
from card_art import scene as art
from cogs.games.farmer import WORDS
from tests.games import farmer_table
from tests.games.table import looked_at

from .server import Server, greyed, hand, labels, said, seat_of, turn


async def table(server: Server, *people: Any, **how: Any) -> Session:
    return await server.started("farmer", *people, **how)


def moved(scene: art.Scene) -> str:
    """Who has moved last, and how."""
    last = next(panel for panel in scene.felt if isinstance(panel, art.LastMove))
    return f"{last.by.name} {', '.join(filter(None, (last.before, last.said)))}"


async def test_the_six_of_hearts_names_the_first_farmer(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await table(server, ana, bo)
    assert " farms first." in server.board.content
    assert session.table.phase == "between"
    assert "Your first deal" not in panel(server, session, 0), "nothing is to be done yet"
    await server.slash(ana, "table next")
    assert labels(server.board)[0] == "Hit" and greyed(server.board) == ["Stay"]
    assert "Your first deal of Farmer: Everybody antes" in panel(server, session, 0)


async def test_both_buttons_stand_whatever_is_held(server: Server) -> None:
    people = [server.person("ana"), server.person("bo")]
    session = await table(server, *people, first_farmer="random")
    mover = next(p for p in people if seat_of(session, p) == turn(session))
    other = next(p for p in people if p is not mover)
    assert greyed(server.board) == ["Stay"], "everybody sees that nothing has been drawn"
    assert await server.slash(mover, "play", move="stay") == "You must draw once."
    assert (await server.slash(mover, "odds")).startswith("Of 44 cards that you have not seen, ")
    assert said(await other.click(server.board, label="Hit")) == "It is not your turn."
    assert "**You must draw once.**" in panel(server, session, turn(session))
    drawn = 0
    while sum(min(int(c[:-1].translate({65: "1", 74: "10", 81: "10", 75: "10"})), 10) for c in held(session)) <= 16:
        assert labels(server.board)[:2] == (["Hit", "Stay"] if drawn else ["Hit", "My hand"])
        assert greyed(server.board) == ([] if drawn else ["Stay"])
        await server.slash(mover, "hit")
        drawn += 1
        asked = panel(server, session, turn(session))
        told = "You are bust: all you can do is stay." if "Bust: press Stay" in asked else "Hit or stay?"
        assert f"**{told}**" in asked and "must draw" not in asked
    assert drawn and labels(server.board)[:2] == ["Hit", "Stay"] and not greyed(server.board), "a bust is hidden"
    before = await server.books()
    assert said(await mover.click(server.board, label="Hit")) == "You are over 16: all you can do is stay."
    assert await server.books() == before
    assert "bust" not in server.board.content.lower()
    content = server.bot.room.builder.panel(session.table, seat_of(session, mover))
    assert "Bust: press Stay" in content.alt
    own = [control.label for row in content.rows for control in row if isinstance(control, Button)]
    assert "Stay" in own and "Hit" not in own, "their own panel offers what they can do"
    assert "Share the farm?" in own and "\nFarm: 2\n" in await server.slash(mover, "score")
    await server.slash(mover, "play", move="stay")
    await server.slash(other, "hit")
    await server.slash(other, "play", move="stay")
    assert "bust pay " in server.board.content and "All is turned" not in server.board.content, "the picture tells it"


def panel(server: Server, session: Session, seat: int) -> str:
    """The words on somebody's panel, and those of its picture."""
    content = server.bot.room.builder.panel(session.table, seat)
    return f"{content.text}\n{content.alt}"


def held(session: Session) -> list[str]:
    return hand(session, turn(session))


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (BestPaid((0,), (1,), 100, 100), "No sixteen: Bo pays 1 to Ana."),
        (BestPaid((0, 1), (2,), 50, 0), "Cy pays ½, too little to share: it joins the farm."),
        (BestPaid((0,), (1, 2), 0, 0), "No sixteen: Bo and Cy have no chips to pay Ana with."),
        (FarmerPaid(0, (1,), 100), "Bo is bust: 1 to Ana."),
        (FarmerPaid(0, (1, 2), 0), "Bo and Cy are bust, with no chips to pay."),
    ],
)
def test_who_pays_whom_is_told(event: Any, told: str) -> None:
    assert WORDS.announce([event], Who(("Ana", "Bo", "Cy"))) == [told]


# ---- the picture ---------------------------------------------------------------------------------

NAMES = ("Ana", "Bo", "Cy", "Dee")


def drawn(deal: Deal, viewer: int = -1) -> art.Scene:
    return WORDS.scene(view(deal, viewer), Who(NAMES, viewer=viewer))


def hands(deal: Deal) -> list[str]:
    """What lies before each seat: cards, total, stamp and change."""
    lie = [hand for seat in drawn(deal).seats for hand in seat.hands]
    parts = [(*(str(c) if c else "?" for c in h.cards), h.total, h.stamp and h.stamp.word, h.change) for h in lie]
    return [" ".join(part for part in hand if part) for hand in parts]


def note(scene: art.Scene) -> str:
    return next(piece.text for piece in scene.centre if isinstance(piece, art.Note))


def farm(scene: art.Scene) -> tuple[int, str]:
    return next((piece.amount, piece.change) for piece in scene.centre if isinstance(piece, art.Pot))


def at_the_end(hands: str) -> Deal:
    """All is turned, and everybody looks at it; seat 1 is the farmer."""
    deal = farmer_table.deal(hands, 900, 1)
    each = [words.split() for words in hands.split("|")]
    for n in range(1, len(each) + 1):
        p = (1 + n) % len(each)
        looked_at(deal, *[f"{p}: hit"] * (len(each[p]) - 1), f"{p}: stay")
    assert view(deal).moment
    return deal


def test_hidden_and_open_cards_stand_together_and_ones_own_lie_below() -> None:
    deal = looked_at(farmer_table.deal("10C 6H | 9D 7S | 2C 3D 4H", 900, 1), "2: hit", "2: hit")
    assert hands(deal) == ["?", "?", "? 3D 4H shows 7"]
    own = drawn(deal, 2)
    assert own.seats[0].hands == () == own.seats[0].hand and moved(own) == "You draw 3♦, draw 4♥"
    assert moved(drawn(deal)) == "Cy draws 3♦, draws 4♥"


def test_a_sixteen_takes_the_farm() -> None:
    deal = at_the_end("10C 6H | 9D 7S 5C | 2C 3D 4H KS | 9H 4S")
    assert hands(deal) == [
        "10C 6H 16 SIXTEEN +8", "9D 7S 5C 21 BUST 0", "2C 3D 4H KS 19 BUST −2", "9H 4S 13 −1"
    ]  # fmt: skip
    assert [hand.dim for seat in drawn(deal).seats for hand in seat.hands] == [False, True, True, False]
    assert drawn(deal).seats[0].hands[0].stamp == art.Stamp("SIXTEEN", "gold")
    assert farm(drawn(deal)) == (0, "−9") and note(drawn(deal)) == "Ana's sixteen takes the farm of 9"
    assert note(drawn(deal, 0)) == "Your sixteen takes the farm of 9"


async def test_a_farm_is_shared_as_a_farm(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await table(server, ana, bo, first_farmer="random")
    await server.slash(ana, "end")
    assert "ana would share the farm and stop." in server.board.content
    await server.slash(bo, "agree")
    assert "The farm is shared: 1 each to " in await server.slash(bo, "score")
    assert "All come out even." in server.board.content


def test_a_sixteen_that_does_not_take_the_farm_is_ivory() -> None:
    deal = at_the_end("10C 6H | 9D 7S | 2C 3D | 9H 4S")
    assert drawn(deal).seats[1].hands[0].stamp == art.Stamp("SIXTEEN", "ivory")


def test_without_a_sixteen_the_best_is_stamped_and_the_farm_stays() -> None:
    deal = at_the_end("10C 5H | 9D 3S | 2C 3D 4H KS | 9H 4S")
    assert hands(deal) == ["10C 5H 15 BEST +1", "9D 3S 12 −1", "2C 3D 4H KS 19 BUST −2", "9H 4S 13 −2"]
    assert farm(drawn(deal)) == (900, "") and note(drawn(deal)) == "No sixteen: Ana gets 2"
    assert note(drawn(deal, 0)) == "No sixteen: you get 2"
    assert drawn(deal).seats[0].hands[0].stamp == art.Stamp("BEST", "gold")


def test_whoever_reads_it_is_you() -> None:
    events = [FarmWon(0, 900), FarmerPaid(0, (1,), 100)]
    told = WORDS.announce(events, Who(NAMES, viewer=0))
    assert told == ["**You have sixteen and take the farm of 9!**", "Bo is bust: 1 to you."]
    assert WORDS.announce(events[1:], Who(NAMES, viewer=1)) == ["You are bust: 1 to Ana."]
