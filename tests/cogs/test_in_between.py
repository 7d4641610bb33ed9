"""In-Between on Discord: bets by button, by command and with a second press, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.cards import cards, pack
from bot.engine.deal import Deal
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.table import DealTable
from bot.engine.view import view
from bot.show.words.sentences import Who
from bot.table.session import Session
from card_art import scene as art
from cogs.games.in_between import WORDS
from tests.games.in_between_table import next_round
from tests.games.table import going_on, looked_at, moment_over

from .server import Server, labels, said


@pytest.fixture
def stacked(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The pack lies as a test wants it."""

    def lay(first: str) -> None:
        top = cards(first)
        rest = [c for c in pack() if c not in top]
        monkeypatch.setattr(DealTable, "_shuffled", lambda self, pile: [rest[-1], *top, *rest[:-1]])
        monkeypatch.setattr("bot.engine.randomness.Stream.below", lambda self, n: 0)  # cut by one card

    return lay


async def table(server: Server, *people: Any, **how: Any) -> Session:
    return await server.started("in-between", *people, **how)


async def test_the_ace_is_called_and_the_pot_is_bet_with_a_second_press(server: Server, stacked: Any) -> None:
    stacked("AC 9D 5H")
    ana, bo = server.person("ana"), server.person("bo")
    session = await table(server, ana, bo)
    assert labels(server.board)[:2] == ["Ace high · 4 ranks between", "Ace low · 7 ranks between"]
    mover, other = (ana, bo) if session.table.turns.keys() == {session.table.seat_of(ana.id)} else (bo, ana)
    assert said(await other.click(server.board, label="Ace low · 7 ranks between")) == "It is not your turn."
    await mover.click(server.board, label="Ace low · 7 ranks between")
    assert labels(server.board)[:4] == ["Min ½", "½ pot 1", "Pot it! 2", "Other…"]
    assert await server.slash(mover, "odds") == "28 of the 50 cards that have not been seen win: 56%."
    asked = await mover.click(server.board, label="Pot it! 2")
    assert said(asked) == "Bet the whole pot of 2? Winning it ends the game, losing doubles it."
    await mover.click(asked.response, label="Yes")
    assert " takes the pot." in server.board.content and "5♥" not in server.board.content, "the picture has it"
    assert session.table.phase == "over"


async def test_by_command(server: Server, stacked: Any) -> None:
    stacked("AC 9D KH 7C 7D 6S JS")
    ana, bo = server.person("ana"), server.person("bo")
    session = await table(server, ana, bo, pair_bet="optional")
    mover, other = (ana, bo) if session.table.turns.keys() == {session.table.seat_of(ana.id)} else (bo, ana)
    assert await server.slash(mover, "play", move="ace sideways") == "Call the ace high or low."
    await server.slash(mover, "play", move="ace low")
    assert await server.slash(mover, "bet", amount="5") == "Bet between ½ and 2."
    await server.slash(mover, "bet", amount="1")
    assert "loses 1. Pot 3." in server.board.content
    assert labels(server.board)[0] == "Take 1"
    assert "A bet of ½ covers the pot." in await server.slash(other, "odds")
    await server.slash(other, "play", move="take")
    assert "The next round begins" in server.board.content and "is paid" not in server.board.content


# ---- the picture --------------------------------------------------------------------------------


def scene(deal: Deal, viewer: Seat = SPECTATOR) -> art.Scene:
    return WORDS.scene(view(deal, viewer), Who(("Ana", "Bo", "Cy", "Dee"), viewer=viewer))


def row(scene: art.Scene) -> art.CardRow:
    return next(piece for piece in scene.centre if isinstance(piece, art.CardRow))


def pots(scene: art.Scene) -> list[tuple[str, int, str]]:
    return [(p.label, p.amount, p.change) for p in scene.centre if isinstance(p, art.Pot)]


def note(scene: art.Scene) -> str:
    return next(piece.text for piece in scene.centre if isinstance(piece, art.Note))


def ranks(scene: art.Scene) -> art.Ranks:
    return next(piece for piece in scene.centre if isinstance(piece, art.Ranks))


def turned(posts: str, *moves: str, **options: Any) -> Deal:
    """Bo's turn with these cards, and a pot of 12."""
    return looked_at(next_round(going_on(1200), posts, **options), *moves)


def test_before_the_bet_the_third_card_has_its_place_and_the_ranks_that_win_are_gold() -> None:
    shown = scene(turned("4C 9H 7D"))
    assert row(shown) == art.CardRow(tuple(cards("4C 9H")), slots=3, gap=1, hero=1)
    assert note(shown) == "4 ranks between 4♣ and 9♥"
    strip = ranks(shown)
    assert strip.left == (4, 4, 4, 3, 4, 4, 4, 4, 3, 4, 4, 4, 4) and strip.wanted == {5, 6, 7, 8}
    assert pots(shown) == [("Pot", 1200, "")] and shown.seats_in_row
    assert [s.name for s in shown.seats if s.active] == ["Bo"]


@pytest.mark.parametrize(
    ("third", "stamp", "gold", "struck", "change", "said"),
    [
        ("7D", art.Stamp("IN", "gold"), {1}, set(), "−5", "7♦ lies between 4♣ and 9♥ · Bo wins 5"),
        ("JS", art.Stamp("OUT", "crimson"), set(), set(), "+5", "J♠ lies outside 4♣ and 9♥ · Bo loses 5"),
        ("9S", art.Stamp("POST", "crimson"), set(), {2}, "+5", "9♠ hits the post · Bo loses 5"),
        ("4S", art.Stamp("POST", "crimson"), set(), {0}, "+5", "4♠ hits the post · Bo loses 5"),
    ],
)
def test_the_third_card_stands_between_its_posts_with_what_came_of_the_bet(
    third: str, stamp: art.Stamp, gold: set[int], struck: set[int], change: str, said: str
) -> None:
    shown = scene(turned(f"4C 9H {third}", "1: bet 5"))
    assert row(shown) == art.CardRow(
        tuple(cards(f"4C {third} 9H")), hero=1, highlight=frozenset(gold), struck=frozenset(struck), stamp=stamp
    )
    pot = 700 if change == "−5" else 1700
    assert pots(shown) == [("Bo bets", 500, ""), ("Pot", pot, change)] and note(shown) == said
    assert ranks(shown).hit == ({9, 4} & {c.rank for c in cards(third)})
    assert [s.name for s in shown.seats if s.active] == ["Bo"]
    assert not any("TO PLAY" in s.tags for s in shown.seats)


def test_the_moment_as_whoever_bet_sees_it() -> None:
    shown = scene(turned("4C 9H 7D", "1: bet 12"), 1)
    assert pots(shown)[0] == ("You bet", 1200, "") and note(shown) == "7♦ lies between 4♣ and 9♥ · You win 12"
    assert [(s.name, s.you) for s in shown.seats] == [("You", True), ("Cy", False), ("Dee", False), ("Ana", False)]


def test_neighbours_and_pairs_are_said_in_a_word() -> None:
    shown = scene(turned("4C 5H"))
    assert row(shown) == art.CardRow(tuple(cards("4C 5H")), stamp=art.Stamp("NO GAP", "crimson"))
    assert note(shown) == "Nothing lies between 4♣ and 5♥ · Bo forfeits 1" and pots(shown) == [("Pot", 1300, "+1")]
    shown = scene(turned("9C 9H"), 1)
    assert row(shown) == art.CardRow(tuple(cards("9C 9H")), stamp=art.Stamp("PAIR", "gold"))
    assert note(shown) == "A pair · You are paid 2" and pots(shown) == [("Pot", 1000, "−2")]


def test_a_third_of_a_pair_is_hoped_for_where_it_may_be_bet_on() -> None:
    shown = scene(turned("9C 9H 9S", pair_bet="optional"))
    assert ranks(shown).wanted == {9} and row(shown).slots == 3
    shown = scene(turned("9C 9H 9S", "1: bet 1", pair_bet="optional"))
    assert note(shown) == "9♠ makes three with 9♣ and 9♥ · Bo wins 12" and row(shown).stamp == art.Stamp("IN", "gold")
    shown = scene(turned("9C 9H 8S", "1: bet 1", pair_bet="optional"))
    assert note(shown) == "8♠ makes no three with 9♣ and 9♥ · Bo loses 1"


def test_no_rank_is_gold_before_the_ace_is_called() -> None:
    shown = scene(turned("AC 9H 8S"))
    assert note(shown) == "Ace: high or low?" and not ranks(shown).wanted
    assert ranks(scene(turned("AC 9H 8S", "1: ace low"))).wanted == {*range(2, 9)}


def test_cards_of_earlier_turns_are_gone_from_the_ranks() -> None:
    shown = scene(turned("4C 9H 7D 2S 6S", "1: bet 5", "2: bet 1"))
    assert ranks(shown).left[6] == 3 and ranks(shown).left[3] == 3, "the seven and the four"


@pytest.mark.parametrize(
    ("third", "viewer", "said"),
    [
        ("7D", SPECTATOR, "7♦: Bo wins 5. Pot 7."),
        ("7D", 1, "7♦: You win 5. Pot 7."),
        ("9S", 1, "9♠: You hit the post and lose 5. Pot 17."),
        ("9S", 2, "9♠: Bo hits the post and loses 5. Pot 17."),
    ],
)
def test_the_third_card_in_words_for_each_who_reads_them(third: str, viewer: Seat, said: str) -> None:
    deal = turned(f"4C 9H {third}", "1: bet 5")
    seen = view(deal, viewer)
    assert WORDS.announce(seen.events, Who(("Ana", "Bo", "Cy", "Dee"), viewer=viewer))[-1] == said


@pytest.mark.parametrize(("viewer", "banner"), [(SPECTATOR, "Bo wins 5"), (1, "You win 5")])
def test_the_banner_of_a_round_names_who_has_won_most(viewer: Seat, banner: str) -> None:
    moves = ("1: bet 5", "2: bet 1", "3: bet 1", "0: bet 1")
    deal = moment_over(turned("4C 9H 7D 2C 6H KS 2D 6D KD 2H 6S KC", *moves))
    assert (
        WORDS.results(view(deal, viewer), deal.state, Who(("Ana", "Bo", "Cy", "Dee"), viewer=viewer)).banner == banner
    )
