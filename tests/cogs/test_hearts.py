"""Hearts on Discord: how its table lies, and its sentences."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.cards import cards
from bot.engine.deal import Deal
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.view import view
from bot.games import hearts as h
from bot.show.words.sentences import Who, say
from card_art import scene as art
from cogs.games.hearts import WORDS
from tests.games.hearts_hands import MIXED, SUITED, hand, suited
from tests.games.table import looked_at, moment_over, turn

NAMES = ("Ana", "Bo", "Cy", "Dee")


def played(cards_played: str, deal: Deal | None = None, **how: Any) -> Deal:
    """These cards, each by whose turn it is; a trick that is complete with the last of them stands."""
    deal = deal or hand(MIXED, **how)
    for card in cards_played.split():
        looked_at(deal, f"{turn(moment_over(deal))}: {card}")
    return deal


def scene(deal: Deal, viewer: Seat = SPECTATOR) -> art.Scene:
    return WORDS.scene(view(deal, viewer), Who(NAMES, viewer=viewer))


def trick(scene: art.Scene) -> art.Trick:
    (found,) = [piece for piece in scene.centre if isinstance(piece, art.Trick)]
    return found


FIRST = "2C 7C 4C 3C"
QUEEN = f"{FIRST} 4D 3D QS 2D"
"""Dee throws the queen on the second trick, which is Bo's."""


def moved(scene: art.Scene) -> str:
    """Who has moved last, and how."""
    last = next(panel for panel in scene.felt if isinstance(panel, art.LastMove))
    return f"{last.by.name} {', '.join(filter(None, (last.before, last.said)))}"


def test_a_complete_trick_stands_with_its_winner() -> None:
    shown = scene(played(FIRST))
    nothing = art.Stamp("0", "ivory")
    assert trick(shown) == art.Trick(tuple(enumerate(cards(FIRST))), leader=0, winner=1, stamp=nothing)
    assert moved(shown) == "Bo takes the trick" and shown.subtitle == "Hand 4 · trick 1"
    assert not any(s.active or "TO PLAY" in s.tags for s in shown.seats)


def test_cards_that_count_have_their_points_and_the_winner_the_sum() -> None:
    shown = trick(scene(played(QUEEN)))
    assert [str(c) for _, c in shown.cards] == ["4D", "3D", "QS", "2D"] and shown.winner == 1
    assert shown.points == ((3, "13"),) and shown.stamp == art.Stamp("+13", "crimson")


def test_the_queens_fall_is_said_to_each_who_looks() -> None:
    deal = played(QUEEN)
    assert moved(scene(deal)) == "Bo takes the Q♠, +13" and moved(scene(deal, 1)) == "You take the Q♠, +13"


def test_the_jack_of_diamonds_is_a_gain() -> None:
    deal = played(f"{FIRST} 4D 5D 3S JD", omnibus=True)
    shown = trick(scene(deal))
    assert shown.points == ((0, "−10"),) and shown.stamp == art.Stamp("−10", "gold")


def test_the_trick_before_lies_small_on_the_felt_until_the_next_is_over() -> None:
    deal = moment_over(played(FIRST))
    before = art.LastTrick(tuple(cards(FIRST)), art.Person("Bo", 1))
    shown = scene(deal)
    assert before in shown.felt and trick(shown) == art.Trick(leader=1, awaited=1)
    assert art.LastTrick(tuple(cards(FIRST)), art.Person("You", 1)) in scene(deal, 1).felt
    assert before in scene(played("4D 3D QS 2D", deal)).felt, "while the next one is looked at"
    assert not any(isinstance(panel, art.LastTrick) for panel in scene(played(FIRST)).felt), "none before the first"


def test_the_felt_says_who_played_last_and_how_many_hearts_are_out() -> None:
    deal = moment_over(played(FIRST))
    assert art.Fact("♥ not broken", ("13 hearts out",)) in scene(deal).felt
    played("4D", deal)
    assert moved(scene(deal)) == "Bo leads 4♦" and scene(deal).seats[2].asks == "follow ♦"
    played("3D", deal)
    assert moved(scene(deal)) == "Cy plays 3♦"


def test_nobody_is_awaited_after_the_last_trick() -> None:
    deal = hand(SUITED, moon="choice")
    played(" ".join(SUITED[p].split()[n] for n in range(13) for p in (2, 3, 0, 1)), deal)
    shown = scene(moment_over(deal))
    assert trick(shown) == art.Trick(leader=2) and shown.seats[2].active


def test_ones_own_plate_says_you_and_what_the_hand_has_brought() -> None:
    shown = scene(played(QUEEN), 1)
    assert [(s.name, s.you, s.line) for s in shown.seats] == [
        ("You", True, "0 · hand +13"), ("Cy", False, "0 points"), ("Dee", False, "0 points"), ("Ana", False, "0 points")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("event", "viewer", "said"),
    [
        (h.TrickTaken(2, 1, tuple(cards("4D 3D QS 2D")), 1, 13), 2, "Bo takes 4♦ 3♦ Q♠ 2♦, 13 points."),
        (h.TrickTaken(2, 1, tuple(cards("4D 3D QS 2D")), 1, 13), 1, "You take 4♦ 3♦ Q♠ 2♦, 13 points."),
        (h.QueenFallen(3, 1), 2, "The Q♠ falls on Bo!"),
        (h.QueenFallen(3, 1), 1, "The Q♠ falls on you!"),
        (h.Moon(1, h.OTHERS_UP), 2, "**Bo has shot the moon!** 26 points to each of the others."),
        (h.Moon(1, h.MINUS_26), 1, "**You have shot the moon!** 26 points off."),
        (h.HeartsBroken(1, cards("KH")[0]), 1, "You break hearts with K♥."),
        (h.Opens(0), 0, "You lead the 2♣."),
        (h.Passed(0, 1, tuple(cards("2C 3C 4C"))), 1, "Ana passed you 2♣ 3♣ 4♣."),
    ],
)
def test_what_happens_in_words_for_each_who_reads_them(event: Any, viewer: Seat, said: str) -> None:
    how = WORDS.events.get(type(event), type(event).says)
    assert say(how, event, Who(NAMES, viewer=viewer).said) == said


@pytest.mark.parametrize(("viewer", "banner"), [(SPECTATOR, "Cy shoots the moon!"), (2, "You shoot the moon!")])
def test_the_banner_of_a_moon(viewer: Seat, banner: str) -> None:
    deal = suited()
    assert WORDS.results(view(deal, viewer), deal.state, Who(NAMES, viewer=viewer)).banner == banner


@pytest.mark.parametrize(("viewer", "banner"), [(SPECTATOR, "Cy wins!"), (2, "You win!")])
def test_the_banner_of_a_match(viewer: Seat, banner: str) -> None:
    deal = suited(scores=(90, 90, 10, 90))
    assert WORDS.results(view(deal, viewer), deal.state, Who(NAMES, viewer=viewer)).banner == banner
