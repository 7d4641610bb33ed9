"""Twos: its words, its panel, and how its table lies."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.cards import cards
from bot.engine.deal import Deal
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.twos import CutShows, FewLeft, Laid, Play
from bot.show.controls.components import in_rows
from bot.show.messages.alt import alt
from bot.show.messages.panel import hand_of
from card_art import scene as art
from card_art.boards.twos import TwosTable
from cogs.games.twos import WORDS
from tests.games.table import looked_at, moment_over, turn
from tests.games.twos_table import OPENS, RUNS, goes_out, hand, lays

from .server import Server, labels
from .shown import Shown
from .test_controls import panel as shown_panel

NAMES = ("Ana", "Bo", "Cy", "Dee")
MINE = "3D 3C 3H 4D 4C 5D 6D 7D 8C 9H JS AD 2D"
NINES = "9S 9C 9D 4H 4S KC KD KH KS QC QD 5C 6C"

SHOWN = Shown(WORDS, NAMES)
who, scene, panel, public, said = SHOWN.who, SHOWN.scene, SHOWN.panel, SHOWN.public, SHOWN.said


def board(deal: Deal, viewer: Seat = SPECTATOR) -> TwosTable:
    made = scene(deal, viewer).board
    assert isinstance(made, TwosTable)
    return made


# ---- the table -----------------------------------------------------------------------------------


def test_the_combination_lies_in_the_middle_with_its_owner_and_what_it_beats() -> None:
    deal = lays(hand({0: MINE, 1: NINES}), "3D 3C 3H 4D 4C", "9C 9D 9S 4S 4H", "")
    made = board(deal)
    assert made.lying == tuple(cards("9S 9C 9D 4S 4H"))
    assert (made.called, made.owner, made.over) == ("full house, nines", 1, "beats Ana's full house, threes")
    assert [(p.cards, p.passed, p.seat.tags) for p in made.players] == [
        (8, False, ()), (8, False, ()), (13, True, ("PASS",)), (13, False, ("TO PLAY",)),
    ]  # fmt: skip
    assert "To beat from Bo" in alt(scene(deal)) and "full house, nines" in alt(scene(deal))


def test_what_is_led_beats_nothing_and_before_that_it_says_who_begins() -> None:
    deal = hand({0: MINE})
    assert (board(deal).note, board(deal, 0).note) == ("Ana begins with the 3♦", "You begin with the 3♦")
    assert board(lays(deal, "3D")).over == ""
    lays(deal, "", "", "")
    assert board(deal).note == "Ana leads anything" and not board(deal).lying


def test_the_looker_sits_first_and_the_others_follow_clockwise() -> None:
    deal = hand({0: MINE}, direction="counterclockwise")
    made = board(deal, 2)
    assert [p.seat.name for p in made.players] == ["You", "Dee", "Ana", "Bo"]
    assert made.low and not made.clockwise and not board(deal).low
    assert [p.seat.line for p in made.players] == ["100 chips"] * 4


def test_last_cards_are_words_too() -> None:
    deal = lays(hand({0: RUNS}), OPENS[0], "", "", "", OPENS[1])
    assert board(deal).players[0].seat.tags == ("3 LEFT",)
    assert said(deal, FewLeft) == "**Ana has three cards left.**"


@pytest.mark.parametrize("viewer", [SPECTATOR, 1])
def test_who_takes_the_lead_and_who_is_out_stand_as_moments(viewer: Seat) -> None:
    deal = hand({0: RUNS})
    looked_at(deal, f"0: play {OPENS[0]}", "1: pass", "2: pass", "3: pass")
    assert board(deal, viewer).stamp == art.Stamp("TAKES THE LEAD", "gold")
    moment_over(deal)
    assert board(deal, viewer).stamp is None
    looked_at(deal, f"0: play {OPENS[1]}", "1: pass", "2: pass", "3: pass", f"0: play {OPENS[2]}")
    assert board(deal, viewer).stamp == art.Stamp("WENT OUT", "gold") and deal.ask is not None


def test_the_first_cut_and_the_stakes() -> None:
    deal = hand({0: MINE}, rank=12, seats=3, stakes="points", state=opening(3))
    assert said(deal, CutShows).startswith("The cut shows Q") and said(deal, CutShows).endswith("is dealt first.")
    assert scene(deal).corner == ("♠ best suit · points",)
    assert scene(deal).subtitle == "Hand 1 of 4"


# ---- the panel -----------------------------------------------------------------------------------


def test_a_pass_stands_on_the_table_message_and_nothing_of_a_hand() -> None:
    deal = hand({0: MINE})
    assert public(deal) == []
    assert public(lays(deal, "3D")) == ["Pass"]


def test_cards_are_collected_in_any_order_or_taken_ready_made() -> None:
    p = panel(hand({0: MINE}))
    assert p.offered()[:4] == ["3♦", "3♣", "3♥", "4♦"], "by the order of the game"
    assert p.offered(1)[:3] == ["3♦", "3♣ 3♦ · pair of threes", "3♥ 3♦ · pair of threes"]
    p.choose("7♦", "3♦", "6♦", "5♦", "4♦")
    assert p.buttons == ["Play"] and p.press("Play") == Play(tuple(cards("3D 4D 5D 6D 7D")))
    assert p.choose("3♥ 3♣ 3♦ · three threes") == Play(tuple(cards("3H 3C 3D")))
    p.choose("3♦", "8♣")
    assert p.buttons == []


def test_single_cards_are_buttons() -> None:
    deal = lays(hand({0: MINE, 1: "JC QC 4S 4H"}), "3D")
    p = panel(deal, 1)
    assert p.buttons[:2] == ["4♥", "4♠"] and p.buttons[-1] == "Pass" and len(p.buttons) == 14


def test_a_large_hand_stands_in_two_menus_by_rank() -> None:
    deal = hand({}, seats=2)
    seat = turn(deal) or 0
    p = panel(deal, seat)
    assert [len(menu.options) for menu in p.menus] == [13, 13, len(deal.offers(seat)[0].ready())]
    assert len(in_rows(p.controls)) <= 4


def test_only_what_is_in_some_combination_is_lit() -> None:
    deal = lays(hand({0: MINE, 1: "5S 5H 9S KC"}), "3D 3C")
    made = hand_of(view(deal, 1), deal.offers(1), WORDS)
    assert made is not None and made.legal is not None
    assert {*cards("5S 5H")} <= {made.cards[n] for n in made.legal}
    by_suit = hand_of(view(deal, 1), deal.offers(1), WORDS, sorted_by=1)
    assert by_suit is not None and [c.suit for c in by_suit.cards] == sorted(
        (c.suit for c in made.cards), key="DCHS".index
    )


async def test_ones_own_cards_are_sorted_by_rank_or_by_suit(server: Server) -> None:
    ana = server.person("ana")
    session = await server.started("twos", ana, houses=3)
    assert "Sort by suit" in labels(shown_panel(ana))
    await ana.user.click(shown_panel(ana), label="Sort by suit")
    assert "Sort by rank" in labels(shown_panel(ana))
    face = server.bot.room.builder.panel(session.table, 0)
    assert isinstance(face.picture, tuple) and face.picture[1] is not None
    suits = [c.suit for c in face.picture[1].cards]
    assert suits == sorted(suits, key="DCHS".index)
    await ana.user.click(shown_panel(ana), label="Sort by rank")
    assert "Sort by suit" in labels(shown_panel(ana))


# ---- the result ----------------------------------------------------------------------------------


def result(deal: Deal) -> art.Results:
    assert deal.after is not None
    return WORDS.results(view(deal), deal.state, who(deal))


def test_the_result_has_what_everybody_was_left_with_and_what_it_cost() -> None:
    made = result(goes_out(hand({0: RUNS})))
    assert made.banner == "Ana wins 58½" and made.subtitle == "Hand 1 of 4"
    first, *others = made.rows
    assert first.winner and first.stamp == art.Stamp("WENT OUT", "gold") and first.change == "+58½"
    for row in others:
        (left,) = row.hands
        assert len(left.cards) == 13 and left.total == "39" and left.stamp == art.Stamp("UNTOUCHED", "crimson")
        assert (row.change, row.total) == ("−19½", "80½ chips")


def test_the_end_of_a_match() -> None:
    assert result(goes_out(hand({0: RUNS}, hands=1))).banner == "Ana comes out best"
    made = result(goes_out(hand({0: RUNS}, hands=1, stakes="points", state=opening(4))))
    assert made.banner == "Ana wins the match!"
    assert [(row.change, row.total) for row in made.rows] == [("+0", "0 points"), *[("+39", "39 points")] * 3]
    broke = replace(opening(4, 10_000), stacks=(10_000, 0, 0, 0), dealer=0)
    over = Deal(WORDS.game, broke, WORDS.game.options(), None, 0)
    assert "Fewer than two" in str(result(over).banner)


def test_sentences() -> None:
    deal = lays(hand({0: MINE, 1: NINES}), "3D 3C", "KC KD", "", "", "")
    told_to = WORDS.announce([e for e, _ in deal.table.events][1:], who(deal, 0))
    assert told_to == [
        "You hold the 3♦ and lead.", "You lay a pair of threes: 3♣ 3♦.", "Bo lays a pair of kings: K♣ K♦.",
        "Cy passes.", "Dee passes.", "You pass.", "All pass, and Bo leads.",
    ]  # fmt: skip
    assert said(lays(deal, "9S"), Laid) == "Bo lays 9♠."
    assert WORDS.announce([Laid(1, tuple(cards("9S 9H 9C")), True)], who(deal)) == ["Bo lays three nines: 9♠ 9♥ 9♣."]
