"""Canasta's words, its panel, and how its table lies."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.cards import Card, card
from bot.engine.deal import Deal
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.table import DealTable
from bot.engine.view import view
from bot.games.canasta import moves as mv
from bot.games.canasta.melds import Group
from bot.house import canasta as house
from bot.show.controls.components import Menu, in_rows
from bot.show.controls.typed import told
from bot.show.messages.alt import alt
from bot.show.messages.panel import hand_of
from bot.show.words.sentences import Who
from card_art import scene as art
from card_art.boards.canasta import CanastaTable
from cogs.games.canasta import WORDS
from tests.games.canasta_table import drawn, ends, first, lying
from tests.games.table import looked_at, moment_over, play, turn
from tests.show.pressing import Panel

from .server import Server
from .server import turn as on_turn
from .shown import Shown

NAMES = ("Ana", "Bo", "Cy", "Dee")
MINE = "KC KD KS 2C 5C 5D 5H 9C 9D JK 7C"
ELEVEN = "K K K 2, A A A, Q Q Q, J J J, 10 10 10, 9 9 9 2, 8 8 8, 7 7 7 7 7 7 7, 6 6 6, 5 5 5, 4 4 4 2 2 JK 4"
MANY = (
    "KC KD KS KH AC AD AS QC QD QS JC JD JS 10C 10D 10S 9C 9D 9H 8C 8D 8S 7C 7D 7S 6C 6D 2C JK 3S 3D 3H"
)  # fmt: skip

SHOWN = Shown(WORDS, NAMES)
who, scene, panel, public, said = SHOWN.who, SHOWN.scene, SHOWN.panel, SHOWN.public, SHOWN.said


def board(deal: Deal, viewer: Seat = SPECTATOR) -> CanastaTable:
    made = scene(deal, viewer).board
    assert isinstance(made, CanastaTable)
    return made


# ---- the table ------------------------------------------------------------------------------------


def test_ones_own_side_lies_below_with_its_minimum_and_its_red_threes() -> None:
    deal = lying(MINE, melds="A A A, 10 10 10 10 10 10 10", theirs="Q Q Q 2", red=4, scores=(2340, -265))
    theirs, mine = board(deal).sides
    assert (mine.own, mine.score, mine.line, mine.bonus) == (True, "2,340", "90 made", "+800")
    assert (theirs.own, theirs.score, theirs.line) == (False, "−265", "15 made")
    assert [(meld.naturals, len(meld.wilds), meld.worth) for meld in mine.melds] == [(7, 0, 500), (3, 0, 0)]
    assert mine.melds[0].top.suit in "DH"
    assert [seat.name for seat in board(deal, 1).seats] == ["You", "Cy", "Dee", "Ana"]
    assert [member.name for member in board(deal, 1).sides[1].members] == ["You", "Dee"]


def test_the_pile_shows_its_top_its_number_and_the_card_that_froze_it() -> None:
    turned = first(stock="2C 3D 9S")
    pile = board(turned).discards
    assert (pile.count, str(pile.top), pile.frozen, str(pile.crosswise)) == (3, "9S", True, "3D")
    assert "Discard pile 3, 9♠ on top, frozen by 3♦." in alt(scene(turned))
    open_ = board(lying(MINE, pile="7C 8C")).discards
    assert (open_.frozen, open_.crosswise) == (False, None)
    assert "7♣" not in alt(scene(lying(MINE, pile="7C 8C")))


def test_a_canasta_is_stamped_while_it_stands() -> None:
    deal = lying(MINE, melds="K K K K, A A A")
    looked_at(deal, "0: draw", "0: meld K K K")
    theirs, mine = board(deal).sides
    assert mine.stamp == art.Stamp("CANASTA 500", "gold") and theirs.stamp is None
    assert mine.melds[0].new
    assert said(deal, mv.CanastaMade) == "Ana completes a **natural canasta** of kings: 500."
    assert said(deal, mv.CanastaMade, 0) == "You complete a **natural canasta** of kings: 500."
    assert board(moment_over(deal)).sides[1].stamp is None


def test_a_taken_pile_is_stamped_with_its_number() -> None:
    deal = looked_at(lying(MINE, melds="A A A", pile="4C 6C 9H"), "0: take-pile 9 9")
    assert board(deal).sides[1].stamp == art.Stamp("TAKES 3", "ivory")
    assert said(deal, mv.TookPile) == "Ana takes the pile: **3 cards**."
    assert said(deal, mv.Melded) == "Ana lays 9♥ 9♣ 9♦."


def test_going_out_is_stamped() -> None:
    deal = looked_at(lying("KC KD KS", melds="7 7 7 7 7 7 7"), "0: draw", "0: go-out")
    while turn(deal) is None and deal.ask and board(deal).sides[1].stamp != art.Stamp("WENT OUT", "gold"):
        assert deal.ask.timer
        deal.tick(deal.ask.timer[0])
    assert board(deal).sides[1].stamp == art.Stamp("WENT OUT", "gold")


# ---- sentences ------------------------------------------------------------------------------------


def test_a_first_meld_is_told_with_its_total_and_a_wild_discard_with_what_it_does() -> None:
    deal = drawn(lying(MINE), "meld K K K 2", "discard JK")
    assert said(deal, mv.Melded) == "Ana lays K♣ K♦ K♠ 2♣: **50**, the first meld of the side."
    assert said(deal, mv.Discarded) == "Ana throws Joker: the pile is **frozen**."


def test_the_card_that_is_turned_is_told_as_in_other_games() -> None:
    names = Who(("Ann", "Bo", "Cy", "Dee"))
    assert WORDS.say(mv.Upcards((card("3S"),)), names) == "3♠ is turned."
    assert WORDS.say(mv.Upcards((card("2C"), card("9S"))), names) == "2♣ 9♠ are turned."


def test_the_question_and_its_answer_are_told() -> None:
    deal = drawn(lying("KC KD KS", melds="7 7 7 7 7 7 7"), "ask")
    assert "ASKS" in board(deal).seats[0].tags
    play(deal, "2: yes")
    assert said(deal, mv.Asked) == "Ana asks: “May I go out?”"
    assert said(deal, mv.Answered) == "Cy answers **yes**, so the hand must end now."


# ---- what may be pressed --------------------------------------------------------------------------


def test_in_public_stands_draw_whatever_is_in_hand() -> None:
    takes = lying(MINE, pile="4C 9H")
    takes_not = lying("4C 6C 8C 10C QC", pile="5C 9H")
    assert public(takes) == public(takes_not) == ["Draw"]
    for deal in (takes, takes_not):
        play(deal, "0: draw")
        assert public(deal) == []


def test_in_public_nothing_tells_who_may_ask_or_go_out_or_declare() -> None:
    assert public(drawn(lying("KC KD KS", melds="7 7 7 7 7 7 7"))) == []
    assert public(lying("3D 5C 7C", referee="strict")) == ["Draw"]
    assert public(drawn(lying("KC KD KS", melds="7 7 7 7 7 7 7"), "ask")) == []


def test_melds_are_collected_group_by_group_with_the_total() -> None:
    built = panel(drawn(lying(MINE)))
    built.choose("three fives")
    assert built.line == "three fives: **15** of 50" and "Lay down" not in built.buttons
    built.choose("three kings and a two")
    assert built.line == "three fives · three kings and a two: **65** of 50 ✓"
    assert built.press("Lay down") == mv.Meld((Group(5, 3), Group(13, 3, 1)))
    built.press("Undo")
    assert built.line == "three fives: **15** of 50"
    built.press("Clear")
    assert built.line == ""


def test_what_goes_down_with_the_upcard_is_counted_with_it() -> None:
    built = panel(lying(MINE, pile="4C 9H"))
    built.choose("two nines")
    assert built.line == "9♥ · two nines: **30** of 50" and "Take pile" not in built.buttons
    built.choose("three fives")
    assert built.line == "9♥ · two nines · three fives: **45** of 50"
    built.press("Undo")
    built.choose("three kings")
    assert built.press("Take pile") == mv.TakePile((Group(9, 2), Group(13, 3)))
    joins = panel(lying(MINE, melds="8 8 8", pile="4C 8H"))
    joins.choose("8♥ alone, to your meld")
    assert joins.line == "8♥: **10 points**"
    assert joins.press("Take pile") == mv.TakePile((Group(8, 0),))


def test_discards_are_chosen_by_rank_with_their_number() -> None:
    thrown = panel(drawn(lying("KC KD KS 9C 3S 2C JK", stock="4D")))
    menu = thrown.menus[-1]
    assert [o.label for o in menu.options] == ["Joker", "2", "K × 3", "9", "4", "black 3"]
    assert thrown.choose("K × 3", menu=menu) == mv.Discard(13)


def test_the_partner_answers_by_yes_and_no_in_private() -> None:
    asked = drawn(lying("KC KD KS", melds="7 7 7 7 7 7 7"), "ask")
    assert panel(asked, 2).buttons == ["Yes", "No"]
    assert panel(asked, 2).press("No") == mv.Answer("no")
    assert panel(asked, 0).controls == panel(asked, 1).controls == []
    strict = drawn(lying("KC KD KS", melds="7 7 7 7 7 7 7", referee="strict"), "ask")
    assert panel(strict, 2).buttons == ["Yes", "No", "Say…"]


def test_strict_a_red_three_is_declared_by_its_button() -> None:
    deal = lying("3D 5C 7C 9C KC", referee="strict")
    assert "Lay 3♦" in panel(deal).buttons
    play(deal, "0: declare 3D")
    assert said(deal, mv.RedThrees) == "Ana lays 3♦ and draws another card."
    assert said(deal, mv.RedThrees, 0) == "You lay 3♦ and draw another card."


def test_everything_fits_into_five_rows_at_every_stage() -> None:
    """With the buttons that every panel has below it."""
    for melds in ("", ELEVEN):
        for referee in ("friendly", "strict"):
            deal = lying(MANY, melds=melds, pile="7C 9H", scores=(3340, 0), referee=referee)
            rows_fit(panel(deal))
            rows_fit(panel(play(deal, "0: draw")))
    rows_fit(panel(drawn(lying(MANY, seats=2, melds=ELEVEN, pile="7C 9H", referee="strict"))))


def rows_fit(built: Panel) -> None:
    """While groups are collected, until there are no more."""
    for _ in range(40):
        assert len(in_rows(built.controls)) <= 4
        builder = [m for m in built.menus if m.placeholder != "Throw a card."]
        if not builder or len(built.draft.parts) > 8:
            return
        last = builder[0].options[-1]
        assert isinstance(builder[0], Menu)
        before = built.draft
        built.take(builder[0], [last.value])
        if built.draft == before:
            return


def test_a_hand_lies_by_rank_and_is_told_in_points() -> None:
    seen = view(lying("4C KC JK 9D 2H AS KD 3S", pile="4C KH"), 0)
    made = hand_of(seen, (), WORDS)
    assert made is not None
    assert " ".join(map(str, made.cards)) == "JK 2H AS KC KD 9D 4C 3S"
    assert WORDS.notes(seen) == ["130 points in hand", "first meld: 50", "K on the pile: you hold 2"]


# ---- the result -----------------------------------------------------------------------------------


def test_the_result_tells_each_sides_sheet_and_what_was_left_in_hand() -> None:
    deal = lying("KC KD KS", "9C 9D", "QC 5H", "5D", melds="7 7 7 7 7 7 7", theirs="10 10 10 2", red=2, their_red=1)
    looked_at(deal, "0: draw", "0: go-out")
    ends(deal)
    made = WORDS.results(view(deal), deal.state, who(deal))
    ours, ana, cy, theirs, *_ = made.rows
    assert (ours.name, ours.winner) == ("Ana & Cy", True)
    assert ours.told == ("melds 65 · canastas 500", "red threes +200 · out +100 · in hand −15")
    assert (ours.change, ours.total) == ("+850", "850")
    assert ana.stamp == art.Stamp("WENT OUT", "gold") and not ana.hands
    assert [each.total for each in cy.hands] == ["−15"]
    assert theirs.told == ("melds 50", "red threes +100 · in hand −25")
    assert made.banner == "Ana and Cy score +850"


def test_two_players_have_a_row_each_and_their_cards_below() -> None:
    deal = ends(lying("KC KD", "9C", seats=2, melds="Q Q Q", stock="AD", pile="4C"))
    made = WORDS.results(view(deal), deal.state, who(deal))
    assert [row.name for row in made.rows] == ["Ana", "", "Bo", ""]
    assert [bool(row.hands) for row in made.rows] == [False, True, False, True]


def test_a_match_is_won_by_a_side() -> None:
    deal = lying("KC KD KS", "9C 9D", "QC 5H", "5D", melds="7 7 7 7 7 7 7", scores=(4800, 1000))
    looked_at(deal, "0: draw", "0: go-out")
    ends(deal)
    made = WORDS.results(view(deal), deal.state, who(deal))
    assert made.banner == "Ana and Cy win the match, 5,450 to 975!"
    assert [row.place for row in made.rows] == ["", "1", "1", "", "3", "3"]


async def test_a_lobby_says_for_which_numbers_the_game_is(server: Server) -> None:
    await server.slash(server.person("ana"), "canasta")
    assert " · 2 or 4 players\n" in server.board.content


@pytest.fixture
def court(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of two is dealt three kings at least, and four queens; a ten is turned."""

    def shuffled(self: DealTable[Any, Any], pile: list[Card]) -> list[Card]:
        first = sorted((c for c in pile if c.rank > 9), key=lambda c: -c.rank)
        rest = [c for c in pile if c.rank <= 9]
        return [rest[-1], *first, *rest[:-1]]

    monkeypatch.setattr(DealTable, "_shuffled", shuffled)
    monkeypatch.setattr("bot.engine.randomness.Stream.below", lambda self, n: 0)  # cut by one card


@pytest.mark.usefixtures("court", "without_moments")
async def test_what_was_typed_is_confirmed_in_words(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.started("canasta", ana, bo)
    one = ana if session.table.seat_of(ana.id) == on_turn(session) else bo
    for move, answer in (
        ("9", "The 10 on top comes first: name the cards that go down with it."), ("draw", "✓ Draw"),
        ("lay down K K K, Q Q Q Q", "✓ Meld three kings, four queens"), ("discard K", "✓ Discard K"),
    ):  # fmt: skip
        assert await server.slash(one, "play", move=move) == answer


def test_each_kind_of_choice_is_confirmed_in_words() -> None:
    assert told(mv.Meld((Group(13, 0, 1), Group(5, 2, 0, 1))), WORDS) == "Meld a two on kings, two fives and a joker"
    assert told(mv.GoOut(1, (Group(4, 3),)), WORDS) == "Go out A, three fours"
    assert told(mv.Discard(0), WORDS) == "Discard JK" and told(mv.Draw(), WORDS) == "Draw"


def test_a_hint_tells_of_the_pile_and_of_what_it_fears() -> None:
    def why(reason: Any) -> str:
        return WORDS.why(reason, Who(NAMES))

    assert why(house.LeftToGrow(1, 0)) == "the pile has 1 card, of no use to you"
    assert why(house.Pile(5, 0)) == "5 cards, none of them useful to you"
    assert why(house.Risk(23)) == "the next player can take the pile with it in about 23 % of cases"
    assert why(house.Risk(100)) == (
        "nothing costs you less, though the next player can take the pile with it in about 100 % of cases"
    )


@pytest.mark.usefixtures("without_moments")
async def test_every_option_is_told_in_the_words_of_the_game(server: Server) -> None:
    ana = server.person("ana")
    await ana.slash(server.channel, "canasta", learn=True)
    shown = (await ana.click(await server.more(ana), label="Options")).response.content
    assert shown.splitlines()[1:3] == [
        "**The game**: to 1,500 points, mistakes are refused, the last pile must be taken, not frozen for a side"
        " without a meld, a frozen pile may join a meld, a minimum when going out concealed",
        "**Red 3 no meld**: red threes count for a side without a meld",
    ]
    assert "mistakes are refused" in await server.slash(ana, "rules")
