"""How poker's table lies for each viewer: who sees which cards, what is said on plates, open hands, showdowns."""

from __future__ import annotations

import pickle

import pytest

import card_art
from bot.engine.cards import card
from bot.engine.deal import Deal
from bot.engine.piles import SPECTATOR
from bot.engine.state import State
from bot.engine.view import view
from bot.games.poker.facts import RUN
from bot.games.poker.moves import Won
from bot.games.poker.variants import VARIANTS
from bot.show.messages.alt import alt
from bot.show.words.sentences import Who
from card_art import scene as art
from card_art.boards.poker.all_in import AllIn
from card_art.boards.poker.showdown import Showdown
from card_art.boards.poker.table import PokerTable
from cogs.games.poker.words import WORDS
from tests.games.poker_table import all_do, cards, start, table, told
from tests.games.table import play, turn, typed_move

NAMES = ("Dan", "Ana", "Bo", "Cleo", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo")


def scene(deal: Deal, viewer: int = SPECTATOR) -> art.Scene:
    seen = view(deal, viewer)
    return WORDS.scene(seen, Who(NAMES[: seen.seats], viewer=viewer))


def lying(deal: Deal, viewer: int = SPECTATOR) -> PokerTable:
    board = scene(deal, viewer).board
    assert isinstance(board, PokerTable)
    return board


def seat(deal: Deal, name: str, viewer: int = SPECTATOR) -> art.Seat:
    return next(p.seat for p in lying(deal, viewer).players if p.seat.name == name)


def live(deal: Deal, *words: str) -> Deal:
    """As at a table with a clock: what is turned over stands for a moment."""
    for said in words:
        while (who := turn(deal)) is None:
            assert deal.ask and deal.ask.timer
            deal.tick(deal.ask.timer[0])
        deal.submit(who, typed_move(deal, who, said), deal.table.now + 1000)
    return deal


def to_the_showdown(deal: Deal) -> Deal:
    while deal.ask and not told(deal, Won):
        if deal.ask.timer:
            deal.tick(deal.ask.timer[0])
        else:
            deal.lapse(view(deal).waits_for[0], deal.table.now)
    return deal


def over(deal: Deal) -> Deal:
    to_the_showdown(deal)
    while deal.ask and deal.ask.timer:
        deal.tick(deal.ask.timer[0])
    return deal


def result(deal: Deal, before: State) -> art.Results:
    seen = view(deal)
    return WORDS.results(seen, before, Who(NAMES[: seen.seats]))


# ---- while it is played --------------------------------------------------------------------------


def test_a_plate_says_what_was_done_and_what_it_costs() -> None:
    deal = all_do(table("holdem"), "call", "raise 6", "fold", "fold")
    assert seat(deal, "Dan").line == "94 · raises to 6"
    assert seat(deal, "Dan").dealer
    assert seat(deal, "Ana").line == "folded · 99"
    assert seat(deal, "Ana").dim
    assert seat(deal, "Ana").tags == ("SB",)
    assert (seat(deal, "Cleo").line, seat(deal, "Cleo").asks) == ("98", "call 4")
    assert art.Fact("4 to win 11") in scene(deal).felt
    assert seat(deal, "Cleo").tags == ("TO PLAY",)
    assert seat(deal, "Cleo").bet == 200
    assert scene(deal).subtitle == "no limit · blinds 1 – 2 · hand 1"


def test_a_new_street_forgets_what_was_said_in_the_last_one() -> None:
    deal = all_do(table("holdem"), "call", "call", "call", "check")
    assert scene(deal).corner == ("Flop",)
    assert seat(deal, "Bo").line == "98 chips"
    assert [(pot.label, pot.amount) for pot in lying(deal).pots] == [("Pot", 800)]
    assert len(lying(deal).boards.cards[0]) == 3
    assert lying(deal).boards.places == 5


def test_main_and_side_pots_stand_apart() -> None:
    deal = table("holdem", {1: "9H 9D"}, state=start(4, stacks={3: 1000}))
    all_do(deal, "raise 10", "call", "call", "call", "bet 5", "call")
    assert [(pot.label, pot.amount) for pot in lying(deal).pots] == [("Pot", 4000)]
    all_do(deal, "fold", "check", "check")
    assert [(pot.label, pot.amount) for pot in lying(deal).pots] == [("Main pot", 4000), ("Side pot", 1000)]
    assert seat(deal, "Cleo").tags[:1] == ("ALL-IN",)
    assert seat(deal, "Cleo").line.startswith("all in")


def test_two_boards_have_names_and_half_the_pot_each() -> None:
    deal = all_do(table("omaha", boards="2"), "call", "call", "call", "check")
    made = lying(deal)
    assert made.boards.names == ("Board A", "Board B")
    assert made.note == "4 a board"


def test_up_cards_and_how_many_lie_down() -> None:
    deal = table("stud", {1: "2C 3C KD", 2: "7S 3H 4S"})
    assert seat(deal, "Ana").hand == (None, None)
    assert seat(deal, "Ana").shown == (card("KD"),)
    assert "two down each" in scene(deal).subtitle
    mine = next(p for p in lying(deal, 1).players if p.seat.you)
    assert mine.made.startswith("king high")
    assert not any(p.made for p in lying(deal, 1).players if not p.seat.you)


def test_wild_cards_are_marked() -> None:
    deal = table("baseball", {1: "3S KD 9C", 2: "QH QS 9D"}, seats=3)
    wild = {p.seat.name: {str(c) for c in p.wild & {*p.seat.shown}} for p in lying(deal).players}
    assert wild == {"Dan": set(), "Ana": {"9C"}, "Bo": {"9D"}}
    assert "★ 3s and 9s wild" in scene(deal).subtitle
    assert "9♣ (wild)" in alt(scene(deal))


def test_a_hole_card_that_is_wild_is_marked_for_its_owner_alone() -> None:
    deal = table("stud", {1: "2C 3C 2D"}, home="wild=hole")
    of = {v: next(p for p in lying(deal, v).players if p.seat.number == 1).wild for v in (1, 2, SPECTATOR)}
    assert card("2D") in of[1]
    assert of[2] == of[SPECTATOR] == frozenset()


def test_who_draws_is_told_on_the_cards() -> None:
    deal = table("27-single", {1: "2C 3C 4C KD KH", 2: "7S 5H 4S 3H 2H"})
    all_do(deal, "call", "call", "call", "check")
    play(deal, "1: draw KD KH")
    play(deal, "2: draw")
    drawn = {p.seat.name: p.drawn for p in lying(deal).players}
    assert drawn == {"Dan": "", "Ana": "drew 2", "Bo": "stands pat", "Cleo": ""}
    assert seat(deal, "Cleo").asks == "to play", "a draw costs nothing"


def test_ruling_indian_nothing_that_reaches_the_owner_holds_their_card() -> None:
    deal = table("indian", {1: "AH", 2: "KD", 3: "2C", 0: "7S"})
    mine = scene(deal, 1)
    assert card("AH") not in {c for p in lying(deal, 1).players for c in (*p.seat.hand, *p.seat.shown)}
    assert {"KD", "2C", "7S"} == {str(c) for p in lying(deal, 1).players for c in p.seat.hand if c}
    assert "A♥" not in alt(mine)
    others = table("indian", {1: "3S", 2: "KD", 3: "2C", 0: "7S"})
    assert pickle.dumps(mine) == pickle.dumps(scene(others, 1)), "with another card the picture is the same"
    assert "A♥" in alt(scene(deal, 2))
    assert not [c for p in lying(deal).players for c in p.seat.hand if c], "and all see backs"


def test_at_night_baseball_nobody_sees_a_card_before_it_is_turned() -> None:
    deal = table("night-baseball", seats=3)
    for viewer in (SPECTATOR, 0, 1, 2):
        assert not [c for p in lying(deal, viewer).players for c in p.seat.hand if c]


# ---- open hands ----------------------------------------------------------------------------------


def test_open_hands_have_their_chances() -> None:
    state = start(4, stacks={0: 6000, 1: 3000, 2: 5000, 3: 8000})
    hands = {1: "AH JH", 2: "QS QD", 3: "10S 9S"}
    deal = live(table("holdem", hands, "9H 8C 2H 3D 4S", state=state, run_twice=False),
                "raise 6", "fold", "call", "call", "bet 24", "raise 44", "call")  # fmt: skip
    made = scene(deal)
    assert isinstance(made.board, AllIn)
    assert (made.title, made.subtitle) == ("All in", "Hold'em · share of all pots after the flop")
    told_of = {hand.name: (hand.percent, hand.word.partition(",")[0]) for hand in made.board.hands}
    assert told_of == {"Ana": ("32%", "ace high"), "Bo": ("52%", "pair of queens"), "Cleo": ("16%", "pair of nines")}
    assert "32%" in alt(made)


def test_both_runs_lie_there_as_soon_as_they_are_agreed_on() -> None:
    """Half of the pot is played for on each: the chances are those of both."""
    deal = live(
        table("holdem", {1: "AH AD", 0: "9S 8S"}, "10S 7D 2S 3C 4H", seats=2), "call", "check", "bet 98", "call"
    )
    live(deal, "run-twice", "run-twice")
    while len(view(deal).pile(RUN.of(1))) < 2:
        assert deal.ask and deal.ask.timer
        deal.tick(deal.ask.timer[0])
    board = scene(deal).board
    assert isinstance(board, AllIn)
    assert board.boards.names == ("Run 1", "Run 2")
    assert [[*lying] for lying in board.boards.cards] == [cards("10S 7D 2S 3C 4H"), cards("10S 7D 2S")]
    assert "Run 2: 10♠ 7♦ 2♠." in alt(scene(deal))


def test_no_chances_before_hands_are_up() -> None:
    deal = all_do(table("holdem", state=start(4, stacks={3: 1000})), "raise 10", "call", "call", "call")
    assert isinstance(scene(deal).board, PokerTable)


# ---- showdowns -----------------------------------------------------------------------------------


def shown_down() -> Deal:
    hands = {1: "KH 10H", 2: "AS AD", 3: "9C 9D", 0: "KS JH"}
    deal = live(table("holdem", hands, "AH KC 10D 7S 2C"), "call", "call", "call", "check")
    for _ in range(12):
        live(deal, "check")
    return deal


def test_a_showdown_raises_the_five_that_won_and_tells_the_others() -> None:
    deal = shown_down()
    board = scene(deal).board
    assert isinstance(board, Showdown)
    (best,) = board.best
    assert (best.name, best.won) == ("Bo", "pot 8")
    assert best.called.startswith("three aces")
    assert best.counting == {*cards("AS AD AH KC 10D")}
    assert [row.name for row in board.rows] == ["Ana"]
    assert board.foot == "Mucked: Cleo, Dan"


def test_what_was_mucked_is_in_no_picture() -> None:
    deal = shown_down()
    before = start()
    made = pickle.dumps((scene(deal), result(over(deal), before)))
    assert pickle.dumps(card("9C")) not in made
    assert "9♣" not in alt(scene(deal))
    assert "9♣" not in alt(result(deal, before))


def test_a_result_tells_what_everybody_has_won_or_lost() -> None:
    made = result(over(shown_down()), start())
    ((_, board),) = made.boards
    assert isinstance(board, Showdown)
    assert board.best[0].change == "+6, 106 chips"
    assert board.rows[0].change == "−2, 98 chips"
    assert board.foot == "Mucked: Cleo −2, Dan −2"
    assert made.banner == "Bo wins 6"
    assert "Folded" not in alt(made), "whoever mucked at the showdown has not folded"


def test_the_headline_goes_by_the_net_and_the_pots_by_who_took_them() -> None:
    """Ana is all-in for 10 and best. Bo takes the side pot from Dan, and Cleo has folded 30."""
    hands = {1: "AH AD", 2: "KH KD", 0: "QS QC", 3: "2C 7D"}
    stacks = {1: 1000, 0: 10_000, 2: 10_000, 3: 10_000}
    deal = live(table("holdem", hands, "3S 5C 9D JC 4S", limit="no", stacks=stacks), "raise 30", "call", "call", "call")
    live(deal, "bet 70", "fold", "call")
    made = result(over(to_the_showdown(deal)), start(stacks=stacks))
    ((_, board),) = made.boards
    assert isinstance(board, Showdown)
    assert {one.name for one in board.best} == {"Ana", "Bo"}, "of the pots"
    assert made.banner == "Bo and Ana win"


def test_whoever_has_lost_does_not_win_though_a_pot_is_theirs() -> None:
    """Bo takes the side pot of 10 and loses the main pot."""
    hands = {1: "AH AD", 2: "KH KD", 0: "QS QC"}
    stacks = {1: 8000, 0: 8500, 2: 8500}
    deal = table("holdem", hands, "3S 5C 9D JC 4S", seats=3, limit="no", stacks=stacks)
    live(deal, "raise 85", "call", "call")
    made = result(over(to_the_showdown(deal)), start(3, stacks=stacks))
    assert made.banner == "Ana wins 160"
    assert [row.name for row in made.rows if row.winner] == ["Ana"]


def test_a_pot_that_brings_nobody_anything_is_shared() -> None:
    deal = live(table("holdem", {1: "AH KD", 0: "AD KH"}, "3S 5C 9D JC 4S", seats=2, limit="no"), "call", "check")
    for _ in range(6):
        live(deal, "check")
    assert result(over(to_the_showdown(deal)), start(2)).banner == "Dan and Ana share 4"


def test_high_and_low_each_have_their_hand() -> None:
    hands = {1: "AS 2D KC KD", 2: "AC 2S 9C 9D", 3: "QC QH JC 10C", 0: "3C 4C 5D 6D"}
    deal = live(table("omaha-8", hands, "3H 7S 8C QD JH"), "call", "call", "call", "check")
    for _ in range(12):
        live(deal, "check")
    board = scene(to_the_showdown(deal)).board
    assert isinstance(board, Showdown)
    assert {one.name: one.won for one in board.best} == {
        "Cleo": "high half 4", "Ana": "low half 2", "Bo": "low half 2"
    }  # fmt: skip


def test_without_a_showdown_the_winner_shows_nothing() -> None:
    deal = live(table("holdem", seats=3), "raise 6", "fold", "fold")
    assert isinstance(scene(deal).board, PokerTable)
    stamp = seat(deal, "Dan").stamp
    assert stamp is not None and stamp.word == "WINS 5"
    made = result(over(deal), start(3))
    assert not made.boards
    assert made.banner == "Dan wins 3"


# ---- every variant -------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_is_drawn_from_its_deal_to_its_result(variant: str) -> None:
    seats = VARIANTS[variant].seats[-1]
    deal = table(variant, seats=seats)
    drawn = 0
    for _ in range(400):
        if deal.ask is None or (told(deal, Won) and not deal.ask.timer):
            break
        if drawn < 3:
            for viewer in (SPECTATOR, 1):
                card_art.table(scene(deal, viewer))
                assert alt(scene(deal, viewer))
            drawn += 1
        if deal.ask.timer:
            deal.tick(deal.ask.timer[0])
            continue
        who = view(deal).waits_for[0]
        kinds = {offer.kind.__name__ for offer in deal.offers(who) if offer}
        said = next((word for kind, word in (("Check", "check"), ("Call", "call")) if kind in kinds), None)
        deal.submit(who, typed_move(deal, who, said)) if said else deal.lapse(who, deal.table.now)
    if told(deal, Won):
        card_art.table(scene(deal))
        card_art.results(result(deal, start(seats)))
