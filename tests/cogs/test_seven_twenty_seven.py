"""Seven Twenty-Seven on Discord: betting and cards by buttons and commands, what only its owner reads."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.betting import BetMade, Folded
from bot.engine.deal import Deal
from bot.engine.facts import HAND
from bot.engine.side_pots import PotWon
from bot.engine.view import view
from bot.games.seven_twenty_seven import Bust, HalfWon, Shown, Took
from bot.show.words.sentences import Who
from bot.table.session import Session
from card_art import scene as art
from cogs.games.seven_twenty_seven import WORDS
from tests.games import seven_twenty_seven_table
from tests.games.table import play, told

from .server import Server, hand, labels, seat_of, turn


async def table(server: Server, *people: Any, **how: Any) -> Session:
    return await server.started("seven-twenty-seven", *people, **how)


def by_seat(session: Session, *people: Any) -> dict[int, Any]:
    return {seat_of(session, person): person for person in people}


async def test_a_hand_by_buttons_and_commands(server: Server) -> None:
    people = [server.person(name) for name in ("ana", "bo", "cy", "di")]
    session = await table(server, *people)
    who = by_seat(session, *people)
    first = who[turn(session)]
    assert labels(server.board)[:6] == ["Check", "Bet 1", "½ pot 2", "Pot 4", "Bet 25", "Other bet…"]
    await first.click(server.board, label="½ pot 2")
    assert f"{first.name} bets 2." in server.board.content
    second = who[turn(session)]
    assert "Call 2" in labels(server.board)
    assert "**Call, raise or fold?**" in server.bot.room.builder.panel(session.table, turn(session)).text
    assert await server.slash(second, "raise", amount="1") == "✓ Raise 1"
    third = who[turn(session)]
    assert await server.slash(third, "check") == "You owe 3: call, raise or fold."
    assert await server.slash(third, "fold") == "✓ Fold"
    fourth = who[turn(session)]
    await fourth.click(server.board, label="Call 3")
    assert await server.slash(first, "call") == "✓ Call"
    assert labels(server.board)[:2] == ["Hit", "Stand"]
    assert turn(session) == seat_of(session, first)
    assert hand(session, seat_of(session, third)) == []
    before = len(hand(session, seat_of(session, first)))
    assert await server.slash(first, "hit") == "✓ Hit"
    assert len(hand(session, seat_of(session, first))) == before + 1
    for person in (second, fourth):
        await server.slash(person, "stand")
    assert "Round 2." in server.board.content
    for verb in ("check", "stand"):
        while session.table.phase == "deal" and verb.capitalize() in labels(server.board):
            await server.slash(who[turn(session)], verb)
    assert session.table.phase == "between"
    assert "Low: " in server.board.content


async def test_standing_ahead_is_known_to_its_player_alone(server: Server) -> None:
    people = [server.person(name) for name in ("ana", "bo", "cy", "di")]
    session = await table(server, *people)
    who = by_seat(session, *people)
    for _ in range(4):
        await server.slash(who[turn(session)], "check")
    first = turn(session)
    last = who[(first + 3) % 4]
    mine = (await last.slash(server.channel, "hand")).response
    public = server.board.content
    shown = (await last.click(mine, label="Stand this round")).response
    assert "Don't stand yet" in labels(shown)
    assert server.board.content == public
    content = server.bot.room.builder.panel(session.table, seat_of(session, last))
    assert "You stand this round" in content.alt
    assert "You stand this round" not in server.bot.room.builder.panel(session.table, first).alt
    for seat in (first, (first + 1) % 4, (first + 2) % 4):
        await server.slash(who[seat], "hit")
    assert f"{last.name} stands." in server.board.content


async def test_totals_are_for_their_owner_until_the_showdown(server: Server) -> None:
    ana = server.person("ana")
    session = await table(server, ana, houses=3, ruleset="closed")
    content = server.bot.room.builder.panel(session.table, seat_of(session, ana))
    assert " 27" in content.alt and " 7" in content.alt
    assert " up " not in server.bot.room.builder.snapshot(session.table).public.alt


# ---- how it lies --------------------------------------------------------------------------------

NAMES = ("Ana", "Bo", "Cy", "Dee")
HANDS = {0: "KD QC 6C 8D", 1: "9S 10D 7C", 2: "8C JH KC 10C 9D", 3: "10H 9H"}
"""15, 26, out with 28, 19."""


def until(event: type[Any], hands: dict[int, str] = HANDS, count: int = 1, **more: Any) -> Deal:
    """A hand without a bet, with a clock, so that moments stand; as it lies after this many of these events."""
    seats, held = len(hands), {s: text.split() for s, text in hands.items()}
    around = [*range(1, seats), 0]
    longest = max(map(len, held.values()))
    later = " ".join(held[s][n] for n in range(2, longest) for s in around if len(held[s]) > n)
    first = {s: " ".join(cards[:2]) for s, cards in held.items()}
    deal = seven_twenty_seven_table.deal(first, later, seats=seats, **more)
    while len(told(deal, event)) < count:
        assert deal.ask
        if deal.ask.alone:
            assert deal.ask.timer
            deal.tick(deal.ask.timer[0])
            continue
        (seat,) = deal.ask.waits_for
        kinds = {o.kind.__name__: o for o in deal.offers(seat) if o}
        short = len(deal.table.piles[HAND.of(seat)]) < len(held[seat])
        move = kinds["Check" if "Check" in kinds else "Hit" if short else "Stand"].finish(())
        assert not isinstance(move, str)
        deal.submit(seat, move, 1000)
    return deal


def drawn(deal: Deal, viewer: int = -1) -> art.Scene:
    return WORDS.scene(view(deal, viewer), Who(NAMES, viewer=viewer))


def seat(scene: art.Scene, name: str) -> art.Seat:
    return next(seat for seat in scene.seats if seat.name == name)


def laid(scene: art.Scene, name: str) -> art.SeatHand:
    (found,) = seat(scene, name).hands
    return found


def notes_of(scene: art.Scene) -> list[str]:
    return [piece.text for piece in scene.centre if isinstance(piece, art.Note)]


def test_open_cards_lie_beside_their_back_with_what_they_count() -> None:
    scene = drawn(until(Took, count=3))
    assert [str(c) if c else "." for c in laid(scene, "Cy").cards] == [".", "JH", "KC"]
    assert laid(scene, "Cy").total == "up 1" and seat(scene, "Cy").line == "99 chips"
    closed = laid(drawn(until(Took, count=3, ruleset="closed")), "Cy")
    assert [str(c) if c else "." for c in closed.cards] == [".", ".", "8C"] and closed.total == "up 8"


def test_whoever_stands_is_marked_until_their_next_turn() -> None:
    scene = drawn(until(Took, count=3))
    assert seat(scene, "Dee").tags == ("STANDS",) and seat(scene, "Cy").tags == ()
    deal = until(Took, count=4)  # one round later Bo stands, and now it is the turn of Dee
    assert seat(drawn(deal), "Bo").tags == ("STANDS",) and seat(drawn(deal), "Dee").tags == ("TO PLAY",)


def test_out_with_too_much_is_stamped_with_the_total_and_stays_so() -> None:
    deal = until(Bust)
    out = laid(drawn(deal), "Cy")
    assert out.stamp == art.Stamp("OUT 28", "crimson") and out.dim and not out.total
    assert [str(c) for c in out.cards] == HANDS[2].split(), "the card that lay face down, too"
    assert notes_of(drawn(deal)) == ["Cy is out with 28"] and notes_of(drawn(deal, 2)) == ["You are out with 28"]
    assert seat(drawn(deal, 2), "You").stamp == out.stamp and not seat(drawn(deal, 2), "You").hands
    assert deal.ask and deal.ask.timer
    deal.tick(deal.ask.timer[0])
    assert laid(drawn(deal), "Cy") == out and not notes_of(drawn(deal)), "it stays so"


def test_the_halves_are_stamped_with_totals_and_what_they_bring() -> None:
    scene = drawn(until(Shown, pot=1500))
    low, high, none = laid(scene, "Ana"), laid(scene, "Bo"), laid(scene, "Dee")
    assert (low.stamp, low.total, low.change) == (art.Stamp("LOW", "gold"), "15", "+7½")
    assert (high.stamp, high.total, high.change) == (art.Stamp("HIGH", "gold"), "26", "+7½")
    assert (none.stamp, none.total, none.change, none.dim) == (None, "19", "", True)
    assert notes_of(scene) == ["Low 7½: Ana · High 7½: Bo"]


@pytest.mark.parametrize(("seats", "word"), [(4, "BOTH HALVES"), (7, "BOTH")])
def test_both_halves_are_one_stamp(seats: int, word: str) -> None:
    hands = HANDS | {1: "5S AS AD", 4: "9H 8H", 5: "JC 8S", 6: "QD 9C"}
    deal = until(Shown, {s: hands[s] for s in range(seats)}, pot=2000)
    scene = WORDS.scene(view(deal), Who((*NAMES, "Eve", "Finn", "Gil")[:seats]))
    both = laid(scene, "Bo")
    assert (both.stamp, both.total, both.change) == (art.Stamp(word, "gold"), "7 / 27", "+20")
    assert notes_of(scene) == ["Both halves 20: Bo"]


def test_a_stack_that_is_all_in_and_a_bet_are_seen_with_the_hand() -> None:
    deal = play(seven_twenty_seven_table.deal({}, stacks={1: 500}), "1: bet 4")
    assert laid(drawn(deal), "Bo").bet == 400 and seat(drawn(deal), "Bo").tags == ("ALL-IN",)
    play(deal, "2: fold")
    assert seat(drawn(deal), "Cy").said == "folded" and seat(drawn(deal), "Cy").dim


@pytest.mark.parametrize(
    ("event", "you", "he"),
    [
        (BetMade(0, 200, False), "You bet 2.", "Ana bets 2."),
        (PotWon("pot", 800, (0,)), "**You** take the pot of **8**.", "**Ana** takes the pot of **8**."),
        (PotWon("pot", 800, (0, 2)),
         "**Cy and you** share the pot of **8**.", "**Ana and Cy** share the pot of **8**."),
        (Folded(0), "You fold.", "Ana folds."),
        (Took(0, None), "You take a card.", "Ana takes a card."),
        (HalfWon("pot", "low", 400, (0,)), "**You** take the 7 half of the pot, 4.",
         "**Ana** takes the 7 half of the pot, 4."),
    ],
)  # fmt: skip
def test_bets_and_halves_are_told_to_their_maker_as_you(event: Any, you: str, he: str) -> None:
    assert WORDS.say(event, Who(NAMES, viewer=0).said) == you
    assert WORDS.say(event, Who(NAMES, viewer=1).said) == he


def test_who_is_out_reads_it_as_you() -> None:
    bust = told(until(Bust), Bust)[0]
    assert WORDS.say(bust, Who(NAMES, viewer=2).said) == "**You are out with 28** and show 8♣."
    assert WORDS.say(bust, Who(NAMES, viewer=0).said) == "**Cy is out with 28** and shows 8♣."


def test_a_pot_that_all_others_have_folded_to_is_told_once() -> None:
    deal = seven_twenty_seven_table.deal({1: "9S 9D"})
    play(deal, "1: bet 5", "2: fold", "3: fold", "0: fold")
    who, seen = Who(NAMES), view(deal, -1)
    said = WORDS.announce(seen.events, who, 3, result=WORDS.results(seen, deal.state, who))
    assert said == ["Bo takes the pot."]
