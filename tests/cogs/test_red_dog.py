"""Red Dog on Discord: how its table lies, and its sentences."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from bot.engine.cards import cards
from bot.engine.deal import Deal
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.view import view
from bot.show.words.sentences import Who
from card_art import scene as art
from card_art.tables import whole_table
from card_art.tables.layout import PANEL_TABLE, WIDTH
from card_art.tables.seat_row import seat_row
from cogs.games.red_dog import WORDS
from tests.games.red_dog_table import next_round
from tests.games.table import going_on, looked_at, moment_over

NAMES = ("Ana", "Bo", "Cy", "Dee")
HANDS = {0: "2H 3H 4D 8C", 1: "3D 6H KH 7S", 2: "JS 2C 4C 9D", 3: "AC AD 5H 5S"}


def bet(turned: str, *moves: str, hands: str = "hidden") -> Deal:
    """Bo bets first, with a pot of 12."""
    return looked_at(next_round(going_on(1200), HANDS, turned, hands=hands), *moves)


def scene(deal: Deal, viewer: Seat = SPECTATOR) -> art.Scene:
    return WORDS.scene(view(deal, viewer), Who(NAMES, viewer=viewer))


def rows(scene: art.Scene) -> list[art.CardRow]:
    return [piece for piece in scene.centre if isinstance(piece, art.CardRow)]


def seat(scene: art.Scene, name: str) -> art.Seat:
    return next(s for s in scene.seats if s.name == name)


def faces(scene: art.Scene, name: str) -> set[str]:
    """The cards that lie face up before somebody."""
    return {str(c) for c in seat(scene, name).hand if c}


def told(scene: art.Scene) -> list[str]:
    return [piece.text for piece in scene.centre if isinstance(piece, art.Note)]


def test_before_a_bet_the_next_card_lies_face_down_beside_those_that_were_turned() -> None:
    deal = bet("9S 8S")
    assert rows(scene(deal)) == [art.CardRow((None,), "Next card")]
    looked_at(deal, "1: bet 4")
    moment_over(deal)
    assert rows(scene(deal)) == [art.CardRow((None,), "Next card"), art.CardRow(tuple(cards("9S")), "Turned")]


def test_a_beaten_hand_lies_whole_beside_the_turned_card_and_other_suits_are_dimmed() -> None:
    shown = scene(bet("9S", "1: bet 4"))
    assert rows(shown) == [
        art.CardRow(tuple(cards("9S")), "Turned", hero=0),
        art.CardRow(
            tuple(cards("3D 6H KH 7S")), "Bo shows", dimmed=frozenset({0, 1, 2}), stamp=art.Stamp("LOSE", "crimson")
        ),
    ]
    assert art.Pot(1600, change="+4") in shown.centre
    assert told(shown) == ["Only the 7♠, below the 9♠ · Bo loses 4"]
    assert shown.seats_in_row and seat(shown, "Bo").hand == () and seat(shown, "Cy").hand == (None,) * 4
    assert [s.name for s in shown.seats if s.active] == ["Bo"]
    assert not any("TO PLAY" in s.tags for s in shown.seats)


def test_in_a_panel_no_hand_lies_over_the_words() -> None:
    """Bo's lost hand lies above the plates while Cy's bet is looked at."""
    deal = bet("9S 10S", "1: bet 4")
    moment_over(deal)
    shown = scene(looked_at(deal, "2: bet 4"), 0)
    ((lost, lies),) = [each for hands in seat_row(shown, panel=True).hands for each in hands]
    assert {str(c) for c in lost.cards} == {*HANDS[1].split()}
    others = [art.Note("W" * 60) if isinstance(piece, art.Note) else piece for piece in shown.centre]
    pictures = [Image.new("RGB", (WIDTH, PANEL_TABLE)) for _ in range(2)]
    for picture, each in zip(pictures, (shown, replace(shown, centre=tuple(others))), strict=True):
        whole_table.draw(picture, each, panel=True)
    at = (lies.cards.x, lies.cards.y, lies.cards.right, lies.cards.bottom)
    assert pictures[0].tobytes() != pictures[1].tobytes()
    assert pictures[0].crop(at).tobytes() == pictures[1].crop(at).tobytes()


@pytest.mark.parametrize(
    ("turned", "said"),
    [
        ("9C", "No club against the 9♣ · Bo loses 4"),
        ("AH", "Nothing is above the A♥ · Bo loses 4"),
        ("5D", "Only the 3♦, below the 5♦ · Bo loses 4"),
    ],
)
def test_why_a_hand_is_beaten(turned: str, said: str) -> None:
    assert told(scene(bet(turned, "1: bet 4"))) == [said]


def test_of_several_below_the_turned_card_the_best_is_named() -> None:
    deal = next_round(going_on(1200), {1: "2S 7S 3D 4D"}, "9S")
    assert told(scene(looked_at(deal, "1: bet 4"))) == ["At best the 7♠, below the 9♠ · Bo loses 4"]


def test_the_one_card_that_wins_stands_beside_the_turned_one_and_the_others_stay_hidden() -> None:
    shown = scene(bet("9H", "1: bet 4"))
    assert rows(shown) == [
        art.CardRow(tuple(cards("9H")), "Turned", hero=0),
        art.CardRow(tuple(cards("KH")), "Bo shows", hero=0, highlight=frozenset({0}), stamp=art.Stamp("WIN", "gold")),
    ]
    assert art.Pot(800, change="−4") in shown.centre
    assert told(shown) == ["K♥ is above the 9♥ · Bo wins 4"]
    assert seat(shown, "Bo").hand == (None,) * 3


def test_what_was_shown_stays_before_its_owner() -> None:
    deal = bet("9S KC", "1: bet 4")
    moment_over(deal)
    assert faces(scene(deal), "Bo") == {*HANDS[1].split()}
    looked_at(deal, "2: bet 1")
    assert faces(scene(deal), "Bo") == {*HANDS[1].split()}, "while another bet is looked at"


def test_open_hands_stay_open_while_a_bet_is_looked_at() -> None:
    shown = scene(bet("9H", "1: bet 4", hands="open"))
    assert faces(shown, "Bo") == {"3D", "6H", "7S"}
    assert faces(shown, "Cy") == {*HANDS[2].split()}


def test_the_moment_as_whoever_bet_sees_it() -> None:
    shown = scene(bet("9H", "1: bet 4"), 1)
    assert rows(shown)[1].label == "You show" and told(shown) == ["K♥ is above the 9♥ · You win 4"]
    assert seat(shown, "You").you and not any(seat(shown, "You").hand)


@pytest.mark.parametrize(
    ("turned", "viewer", "said"),
    [
        ("9H", SPECTATOR, "Bo shows K♥ and wins 4. Pot 8."),
        ("9H", 1, "You show K♥ and win 4. Pot 8."),
        ("9C", 2, "Bo loses 4 with 3♦ 7♠ 6♥ K♥. Pot 16."),
        ("9C", 1, "You lose 4 with 3♦ 7♠ 6♥ K♥. Pot 16."),
    ],
)
def test_what_came_of_a_bet_in_words_for_each_who_reads_them(turned: str, viewer: Seat, said: str) -> None:
    seen = view(bet(turned, "1: bet 4"), viewer)
    assert WORDS.announce(seen.events, Who(NAMES, viewer=viewer))[-1] == said


@pytest.mark.parametrize(("viewer", "banner"), [(SPECTATOR, "Bo takes the pot!"), (1, "You take the pot!")])
def test_the_banner_of_a_pot_that_is_taken(viewer: Seat, banner: str) -> None:
    deal = moment_over(bet("9H", "1: bet 12"))
    assert WORDS.results(view(deal, viewer), deal.state, Who(NAMES, viewer=viewer)).banner == banner
