"""How poker's table lies for each viewer: who sees which cards, what is said on plates, open hands, showdowns."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

import card_art
from bot.engine.cards import card
from bot.engine.deal import Deal
from bot.engine.piles import SPECTATOR
from bot.engine.state import State
from bot.engine.view import view
from bot.games.poker.carried_over import Carried
from bot.games.poker.facts import ASKED, RUN
from bot.games.poker.moves import Won
from bot.games.poker.tournament import Tournament
from bot.games.poker.variants import VARIANTS
from bot.show.messages.alt import alt
from bot.show.words.sentences import Who
from card_art import scene as art
from card_art.boards.poker.all_in import AllIn
from card_art.boards.poker.showdown import Showdown
from card_art.boards.poker.table import PokerTable
from card_art.deck import sprites
from card_art.tables import felt_panels
from card_art.tables.layout import Box
from card_art.tables.whole_table import compose
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


@pytest.mark.parametrize("viewer", [SPECTATOR, 0])
@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize(("minutes", "until"), [(None, "10 hands"), (15, "15 min")])
def test_a_freezeout_shows_its_level_and_its_prizes_however_many_play(
    minutes: int | None, until: str, seats: int, viewer: int
) -> None:
    deal = table(seats=seats, format="freezeout", level_minutes=minutes, bounty="25%", smallest=100)
    felt, board = scene(deal, viewer).felt, lying(deal, viewer)
    placed = felt_panels.place(felt, {str(n): Box(*room) for n, room in enumerate(board.free)})
    level, prizes = felt[:2]
    assert {level, prizes} <= {each.panel for each in placed}
    assert isinstance(level, art.Fact) and isinstance(prizes, art.Fact)
    assert level == art.Fact("1 – 2", (f"{until}, then 1 – 3",), "level 1", 0.0)
    won = {2: "prize 150", 6: "prizes 293, 157", 9: "prizes 338, 202, 135"}
    assert prizes == art.Fact(won.get(seats, prizes.text), ("bounty 25",))


@pytest.mark.parametrize(
    ("minutes", "said"), [(4, "6 min, then 1 – 3"), (9.5, "1 min, then 1 – 3"), (10, "1 – 3 with the next hand")]
)
def test_a_level_by_minutes_says_how_many_are_left(minutes: float, said: str) -> None:
    deal = table(format="freezeout", level_minutes=10)
    all_do(deal, "call")
    seen = replace(view(deal, SPECTATOR), now=round(minutes * 60_000))
    level = WORDS.scene(seen, Who(NAMES[:4])).felt[0]
    assert isinstance(level, art.Fact) and level.more == (said,)


def test_a_freezeout_with_open_cards_tells_its_level_above_them() -> None:
    deal = table("stud", seats=8, format="freezeout", smallest=100)
    made = scene(deal)
    assert (made.title, made.subtitle) == ("Freezeout", "Stud · level 1 · stakes 2, ante 1")
    assert made.corner == ("8 of 8 left",)
    felt, board = scene(deal, 0).felt, lying(deal, 0)
    placed = felt_panels.place(felt, {str(n): Box(*room) for n, room in enumerate(board.free)})
    assert placed[0].panel == art.Fact("prizes 400, 240, 160", ("10 hands, then stakes 3, ante 1",))


def test_who_is_out_of_a_freezeout_has_a_place() -> None:
    carried = Carried(entries=(0, 1, 2, 3), out=((3,),), tournament=Tournament(began=0, price=10_000, closed=True))
    deal = table(state=start(stacks={3: 0}, carried=carried, away=frozenset({3})), format="freezeout")
    assert (seat(deal, "Cleo").tags, seat(deal, "Cleo").line) == (("OUT",), "4th")
    assert seat(deal, "Bo").line == "98 chips"


def test_a_bounty_that_is_put_aside_is_no_loss_of_the_hand() -> None:
    deal = all_do(table(format="freezeout", bounty="25%"), "fold", "fold", "fold")
    sheet = WORDS.results(view(deal, SPECTATOR), deal.state, Who(NAMES[:4]))
    assert sheet.banner == "Bo wins 1"
    assert {row.name: row.change for row in sheet.rows} == {"Bo": "+1"}
    assert sheet.out == "Folded: Dan, Cleo, Ana −1"


def test_a_plate_asks_for_a_straddle_and_says_who_stands() -> None:
    deal = table("holdem", straddle="any", stand_up=1000)
    assert (seat(deal, "Cleo").asks, seat(deal, "Dan").asks) == ("straddle?", "straddle?")
    assert seat(deal, "Ana").tags == ("SB", "STANDS")


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
    assert [p.seat.asks for p in lying(deal).players if p.seat.asks] == ["draw"]
    while deal.table.has(ASKED):
        play(deal, f"{turn(deal)}: draw")
    assert [p.seat.asks for p in lying(deal).players if p.seat.asks] == ["check or bet"]


@pytest.mark.parametrize(
    ("variant", "before", "asked"),
    [("pineapple", "call call call check", "discard"), ("anaconda", "check check check check", "pass")],
)
def test_what_is_asked_between_rounds_stands_at_the_plates(variant: str, before: str, asked: str) -> None:
    deal = all_do(table(variant), *before.split())
    assert {p.seat.asks for p in lying(deal).players if p.seat.asks} == {asked}


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
    assert (made.title, made.subtitle) == ("All in", "Hold'em · chances of each pot after the flop")
    told_of = {hand.name: (hand.percent, hand.word, hand.sides) for hand in made.board.hands}
    assert told_of == {
        "Ana": ("46%", "ace high", ()), "Bo": ("40%", "pair of queens", (("side pot", "78%"),)),
        "Cleo": ("14%", "pair of nines", (("side pot", "22%"),)),
    }  # fmt: skip
    assert "Bo: Q♠ Q♦, pair of queens, 40% of the main pot, 78% of the side pot." in alt(made)


def test_a_side_pot_that_one_alone_can_win_is_theirs_for_sure() -> None:
    """Ana is all-in for 10. Cleo has put in 30 and folds to the bet of Bo, who alone is left for the side pot of 40. On
    9-8-2-3 Ana's aces lose to Bo's queens with the two queens left of 44 cards alone."""
    stacks = {1: 1000, 0: 10_000, 2: 10_000, 3: 10_000}
    deal = table("holdem", {1: "AH AD", 2: "QS QD", 3: "10S 7S", 0: "2C 7D"}, "9H 8C 2H 3D 4S", stacks=stacks,
                 run_twice=False)  # fmt: skip
    live(deal, "raise 30", "fold", "call", "call", "check", "check", "bet 20", "fold")
    board = scene(deal).board
    assert isinstance(board, AllIn)
    chances = {hand.name: (hand.percent, hand.sides) for hand in board.hands}
    assert chances == {"Ana": ("95%", ()), "Bo": ("5%", (("side pot", "100%"),))}


def test_kickers_are_told_of_open_hands_where_they_decide() -> None:
    deal = live(table("holdem", {1: "KH QD", 0: "KD JC"}, "KS 7C 4D 3S 2H", seats=2, run_twice=False),
                "call", "check", "bet 98", "call")  # fmt: skip
    board = scene(deal).board
    assert isinstance(board, AllIn)
    assert [hand.word for hand in board.hands] == ["pair of kings, jack kicker", "pair of kings, queen kicker"]


@pytest.mark.parametrize(("variant", "held"), [
    ("holdem", 2), ("omaha", 4), ("pineapple", 3), ("short-deck", 2), ("draw", 5), ("badugi", 4), ("guts", 3),
    ("anaconda", 7), ("cincinnati", 5), ("indian", 1),
])  # fmt: skip
@pytest.mark.parametrize("seats", [2, 5, 7])
@pytest.mark.parametrize("viewer", [SPECTATOR, 0])
def test_every_seat_has_as_many_backs_as_cards(
    variant: str, held: int, seats: int, viewer: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    backs = 0
    one, row = sprites.back, sprites.back_row

    def drawn(width: int) -> object:
        nonlocal backs
        backs += 1
        return one(width)

    def drawn_in_a_row(width: int, count: int, apart: int) -> object:
        nonlocal backs
        backs += count
        return row(width, count, apart)

    monkeypatch.setattr(sprites, "back", drawn)
    monkeypatch.setattr(sprites, "back_row", drawn_in_a_row)
    deal = table(variant, seats=seats)
    compose(replace(scene(deal, viewer), felt=()))
    others = seats - (viewer != SPECTATOR)
    seen = others if variant == "indian" and viewer != SPECTATOR else 0
    own = 1 if variant == "indian" and viewer != SPECTATOR else 0
    assert backs in (held * (others - seen) + own, held * (others - seen) + own * held)


def test_up_cards_have_their_down_cards_behind_them_and_folded_seats_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    backs = list[int]()
    one = sprites.back
    monkeypatch.setattr(sprites, "back", lambda width: (backs.append(width), one(width))[1])
    deal = table("stud", {1: "2C 3C 2D"}, seats=8)
    compose(scene(deal))
    assert len(backs) == 16
    backs.clear()
    all_do(deal, "bet 1", "fold")
    compose(scene(deal))
    assert len(backs) == 14


def test_bets_of_a_street_stand_until_it_ends() -> None:
    deal = all_do(table("holdem", seats=6), "call", "raise 6", "fold", "raise 14")
    assert {p.seat.name: p.seat.bet for p in lying(deal).players} == {
        "Dan": 1400, "Ana": 100, "Bo": 200, "Cleo": 200, "Eve": 600, "Finn": 0
    }  # fmt: skip
    assert alt(scene(deal)).count("2 in front") == 2, "of the big blind, and of who called it"
    all_do(deal, "fold", "fold", "call", "call")
    assert not any(p.seat.bet for p in lying(deal).players), "the flop"


def test_a_split_pot_is_called_so_and_each_part_is_what_was_paid() -> None:
    hands = {1: "KD 2D", 2: "KH 3H", 3: "6C 5D", 0: "2C 3D"}
    deal = live(table("holdem", hands, "KS AC QD JS 8H"), "call", "call", "call", "check")
    for _ in range(12):
        live(deal, "check")
    board = scene(to_the_showdown(deal)).board
    assert isinstance(board, Showdown)
    assert [(one.name, one.called, one.won) for one in board.best] == [
        ("Ana", "pair of kings", "split pot 4"), ("Bo", "pair of kings", "split pot 4")
    ]  # fmt: skip


def test_both_hands_are_told_with_the_kicker_that_decides_everywhere() -> None:
    hands = {1: "KH 9H", 2: "KD QD", 0: "2C 3D", 3: "4C 5D"}
    state = start()
    deal = live(table("holdem", hands, "KS JC 8D 7S 4H", muck=False), "call", "call", "call", "check")
    for _ in range(12):
        live(deal, "check")
    to_the_showdown(deal)
    mine, other = "pair of kings, queen kicker", "pair of kings, jack kicker"
    assert mine in alt(scene(deal)) and other in alt(scene(deal))
    assert "Pair of kings, queen kicker" in WORDS.notes(view(deal, 2))
    assert mine in alt(result(over(deal), state)) and other in alt(result(deal, state))


def test_indian_its_owner_reads_the_card_they_have_folded() -> None:
    deal = all_do(table("indian", {1: "AD", 2: "KC", 3: "9C", 0: "2C"}), "bet 2", "fold", "call", "call")
    over(deal)
    for viewer in range(4):
        seen = view(deal, viewer)
        told_in = alt(WORDS.results(seen, start(), Who(NAMES[:4], viewer=viewer)))
        assert ("K♣" in told_in) == (viewer == 2)
    assert WORDS.notes(view(deal, 2)) == ["Your card was K♣"]


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
    assert scene(deal).subtitle == "Hold'em · chances after the river of run 1"


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
        "Cleo": "high half 4", "Ana": "split low half 2", "Bo": "split low half 2"
    }  # fmt: skip


def test_who_takes_both_halves_scoops() -> None:
    hands = {1: "3H AS 6C 7S", 2: "KC KD QC QH", 3: "9C 9D 8C 8H", 0: "JC JD QS QD"}
    deal = live(table("omaha-8", hands, "10S AC 6H 2S JS"), "call", "call", "call", "check")
    for _ in range(12):
        live(deal, "check")
    board = scene(to_the_showdown(deal)).board
    assert isinstance(board, Showdown)
    assert [(one.name, one.won) for one in board.best] == [("Ana", "scoops 8")]


def test_the_big_blind_may_raise_where_nobody_has() -> None:
    deal = all_do(table("holdem"), "call", "call", "call")
    assert seat(deal, "Bo").asks == "check or raise"
    assert seat(all_do(deal, "check"), "Ana").asks == "check or bet"


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
