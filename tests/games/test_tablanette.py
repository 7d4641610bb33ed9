"""Tablanette by its rules: rulings, edge cases, worked examples."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.cards import card, cards, deck
from bot.engine.facts import HAND, STOCK
from bot.engine.options import read_options
from bot.engine.piles import SPECTATOR
from bot.engine.proof import deal_file, verify
from bot.engine.state import State, opening
from bot.engine.view import view
from bot.games.catalog import GAMES, game
from bot.games.tablanette import (
    TABLANETTE,
    Dealt,
    Laid,
    LastCards,
    NobodyTook,
    OnTable,
    Options,
    Play,
    PutUnder,
    Swept,
    points,
    sheet,
)
from bot.games.tablanette.facts import TABLE, TAKEN

from .tablanette_table import groups, hand, lying, move, played, plays, sheets, table, taken, to_the_end, took
from .table import after, bad_option, fact, looked_at, moment_over, play, refused, told, turn


def going_on(scores: tuple[int, int], **more: Any) -> State:
    return replace(opening(2), scores=scores, dealer=1, number=1, **more)


# ---- setup ---------------------------------------------------------------------------------------


def test_six_cards_each_four_on_the_table_and_three_more_deals() -> None:
    deal = hand("2C 3C 4C 5C 6C 7C", "2D 3D 4D 5D 6D 7D", "KD 9S QC 8H")
    assert told(deal, OnTable)[0].cards == tuple(cards("KD 9S QC 8H"))
    assert turn(deal) == 0, "the non-dealer begins"
    assert len(deal.table.piles[STOCK]) == 36 and fact(deal, "deal") == 1
    for c in cards("2C 2D 3C 3D 4C 4D 5C 5D 6C 6D 7C 7D"):
        deal.submit(turn(deal) or 0, Play(c))
    assert fact(deal, "deal") == 2 and told(deal, Dealt) == [Dealt(2)]
    assert len(deal.table.piles[STOCK]) == 24 and len(deal.table.piles[TABLE]) == 16
    assert fact(to_the_end(deal), "deal") == 4 and not len(deal.table.piles[STOCK])


def test_piles_and_stock_are_closed_and_counted() -> None:
    deal = played(lying("7C 4D", "7S"), "7S 7C")
    for viewer in (SPECTATOR, 0, 1):
        seen = view(deal, viewer)
        assert seen.pile(TAKEN.of(0)) == (None,) and not seen.faces(STOCK) and seen.size(STOCK)
        assert seen.facts["bonus"] == (0, 0) and seen.facts["last"] == 0


# ---- rulings -------------------------------------------------------------------------------------


def test_ruling_1_the_card_that_captures_stays_or_goes() -> None:
    deal = played(lying("7C 4D", "7S"), "7S 7C")
    assert (table(deal), taken(deal)) == ("4D 7S", ["7C"])
    deal = played(lying("7C 4D", "7S", capturing_card="taken"), "7S 7C")
    assert (table(deal), taken(deal)) == ("4D", ["7C", "7S"])


def test_ruling_2_a_jack_that_sweeps_goes_to_the_pile() -> None:
    deal = played(lying("7C 4D", "JS"), "JS")
    assert (table(deal), taken(deal)) == ("", ["4D", "7C", "JS"])
    assert told(deal, Swept)[0].cards == tuple(cards("7C 4D")) and fact(deal, "bonus") == (0, 0)


def test_ruling_3_a_tablanette_brings_twice_the_card() -> None:
    deal = played(lying("7C 4D 3S", "7S"), "7S 7C 4D 3S")
    assert took(deal).tablanette and took(deal).bonus == 14 and fact(deal, "bonus") == (14, 0)
    assert deal.table.counts[0]["tablanettes"] == 1
    assert deal.table.scores == [0, 0], "at the end of the hand"


def test_ruling_4_several_groups_at_once_or_fewer() -> None:
    for typed, left in (("7S 7C", "4D 3S 9H 7S"), ("7S 4D 3S", "7C 9H 7S"), ("7S 7C 4D 3S", "9H 7S")):
        assert table(played(lying("7C 4D 3S 9H", "7S"), typed)) == left


def test_ruling_5_three_table_cards_in_a_group_at_most() -> None:
    said = "A sum has 3 table cards at most: take them otherwise."
    assert refused(lying("2C 3D 4S JH 8D", "9S"), 0, move("9S 2C 3D 4S JH")) == said
    deal = played(lying("2C 3D 4S JH 8D", "9S", max_group="any"), "9S 2C 3D 4S JH")
    assert taken(deal) == ["2C", "3D", "4S", "JH"]


def test_ruling_6_capturing_is_voluntary_but_a_jack_sweeps() -> None:
    deal = played(lying("7C 4D", "7S", "JD"), "7S")
    assert table(deal) == "7C 4D 7S"
    assert table(played(deal, "JD")) == ""


def test_a_card_that_could_capture_is_laid_down_on_purpose_only() -> None:
    """The engine asks."""
    offer = plays(lying("7C 4D 3S", "7S 2D JS"))
    assert offer.confirm(move("7S")) == "7S could take 7C. Lay it down all the same?"
    assert offer.confirm(move("2D")) is None and offer.confirm(move("JS")) is None
    assert offer.confirm(move("7S 7C")) is None


def test_ruling_7_a_jack_in_the_first_layout_is_the_dealers_last_card() -> None:
    deal = hand("2C 3C 4C 5C 6C 7C", "2D 3D 4D 5D 6D 7D", "KD JS QC 8H 9S")
    assert told(deal, PutUnder) == [PutUnder(card("JS"))]
    assert table(deal) == "KD QC 8H 9S" and deal.table.piles[STOCK][0] == card("JS")
    while fact(deal, "deal") < 4:
        deal.submit(turn(deal) or 0, next(m for m in plays(deal, turn(deal) or 0).moves()))
    assert card("JS") in deal.table.piles[HAND.of(1)]


def test_ruling_8_the_ten_of_diamonds() -> None:
    assert points(card("10D"), Options()) == 2 and points(card("10D"), Options(ten_of_diamonds=3)) == 3
    assert sum(points(c, Options()) for c in deck()) == 18


@pytest.mark.parametrize(("cards_taken", "majority", "brings"), [(27, 28, 0), (28, 28, 3), (27, 27, 3), (26, 27, 0)])
def test_ruling_9_more_than_twenty_seven(cards_taken: int, majority: int, brings: int) -> None:
    pile = [c for c in deck() if c.rank < 10 and c != card("2C")][:cards_taken]
    assert sheet(pile, Options(majority=majority), 0, 0, 0).majority == brings


def test_ruling_10_what_counts_is_in_the_pile() -> None:
    scored = sheet(cards("10D 10S 2C KH QD JC 9S"), Options(), 0, 0, 100)
    assert (scored.points, scored.whole, scored.total) == (7, 7, 107)
    assert scored.scoring == tuple(cards("KH QD JC 10D 10S 2C"))


def test_ruling_11_the_match_is_judged_at_the_end_of_a_hand() -> None:
    deal = played(lying("KD", "KS", state=going_on((250, 0))), "KS KD")
    assert fact(deal, "bonus") == (28, 0) and deal.after is None
    ended = to_the_end(deal)
    assert ended.table.standings and [s.outcome for s in ended.table.standings] == ["W", "L"]


def test_ruling_12_the_single_card_on_the_table() -> None:
    deal = played(lying("9D", "9S"), "9S 9D")
    assert took(deal).bonus == 18 and table(deal) == "" and taken(deal) == ["9D", "9S"]


def test_ruling_13_there_may_be_more_or_fewer_than_four_cards() -> None:
    deal = played(lying("9D", "9S", "3S"), "9S 9D", "3S")
    assert table(deal) == "3S"


def test_ruling_14_the_bot_says_tablanette() -> None:
    assert took(played(lying("9D 5D", "KS"), "KS 9D 5D")).tablanette
    assert not took(played(lying("9D 5D 2S", "KS"), "KS 9D 5D")).tablanette


def test_ruling_15_an_ace_that_could_do_both_counts_eleven() -> None:
    assert took(played(lying("AD", "AS"), "AS AD")).bonus == 22
    assert took(played(lying("AD JD", "AS"), "AS AD JD")).total == 11
    assert took(played(lying("AD 10D", "AS"), "AS AD 10D")).total == 11
    refusal = refused(lying("AD 10D 6C 5C", "AS"), 0, move("AS 10D"))
    assert refusal == "AS takes 1 or 11, and 10D alone is not that."


def test_ruling_16_forced_binds_the_card_that_is_played() -> None:
    deal = lying("7C 4D", "7S 2C JS", forced=True)
    assert refused(deal, 0, move("7S")) == "7S can capture, and so it must: name what it takes."
    assert table(played(lying("7C 4D", "7S 2C", forced=True), "2C")) == "7C 4D 2C"
    assert table(played(lying("7C 4D 3C", "7S", forced=True), "7S 4D 3C")) == "7C 7S"
    assert table(played(deal, "JS")) == ""


def test_ruling_17_a_played_ace_is_one_or_eleven_for_the_whole_play() -> None:
    deal = lying("AD 9D 2D", "AS")
    assert took(played(deal, "AS AD 9D 2D")).groups == (tuple(cards("9D 2D")), tuple(cards("AD")))
    assert took(deal).total == 11, "the ace on the table is 11 as well"
    assert refused(lying("AD 9D", "AS"), 0, move("AS AD 9D")).endswith("cannot be split into such.")


def test_ruling_17_double_cards_concerns_the_scoring_cards() -> None:
    deal = lying("10D 2C 2D", "KS", tablanette_bonus="double_cards", ten_of_diamonds=3)
    assert took(played(deal, "KS 10D 2C 2D")).bonus == 3 + 1 + 1


# ---- edge cases ----------------------------------------------------------------------------------


def test_edge_1_two_jacks_in_the_first_layout() -> None:
    deal = hand("2C 3C 4C 5C 6C 7C", "2D 3D 4D 5D 6D 7D", "KD JS JH 8H 9S QC")
    assert table(deal) == "KD 8H 9S QC" and len(deal.table.piles[STOCK]) == 36
    assert {*map(str, [*deal.table.piles[STOCK]][:2])} == {"JS", "JH"}
    while fact(deal, "deal") < 4:
        deal.submit(turn(deal) or 0, next(m for m in plays(deal, turn(deal) or 0).moves()))
    assert [sum(c in deal.table.piles[HAND.of(p)] for c in cards("JS JH")) for p in (0, 1)] == [1, 1]


def test_edge_1_the_deal_log_of_a_jack_under_the_stock_is_proved() -> None:
    from bot.engine.match import Match

    for seed in range(200):
        match = Match(TABLANETTE, Options(cut="off"), opening(2), "under")
        deal = match.begin(match.sealed(bytes([seed]) * 32), at=0)
        if told(deal, PutUnder):
            to_the_end(deal)
            assert len({at for at, _ in deal.table.dealt}) == len(deal.table.dealt), "no card is dealt twice"
            assert {at for at, _ in deal.table.dealt} == {*range(52 + len(told(deal, PutUnder)))}
            verify(deal_file("under", [deal]), {"tablanette": TABLANETTE})
            return
    raise AssertionError("no jack was turned")


def test_edge_2_a_jack_on_an_empty_table_stays_and_the_next_takes_it() -> None:
    deal = played(lying("9D", "9S", "JH"), "9S 9D", "JH")
    assert table(deal) == "JH"
    deal = played(lying("9D", "9S JC", "JH"), "9S 9D", "JH", "JC")
    assert table(deal) == "" and {"JC", "JH"} <= {*taken(deal)}
    assert fact(deal, "bonus") == (18, 0), "no bonus for a jack"


@pytest.mark.parametrize("typed", ["KS AD 3C", "KS QD AD", "7S 6D AD"])
def test_edge_3_aces_in_sums(typed: str) -> None:
    deal = played(lying("AD 3C QD 6D", typed.split()[0]), typed)
    assert taken(deal) == sorted(typed.split()[1:])


def test_edge_4_one_play_with_three_groups() -> None:
    deal = played(lying("KD QC AD AH 3S 8D", "KS"), "KS KD QC AD AH 3S")
    assert groups(deal) == ["KD", "QC AD", "3S AH"] and table(deal) == "8D KS"


def test_edge_5_ace_on_ace() -> None:
    assert took(played(lying("AD", "AS"), "AS AD")).bonus == 22


def test_edge_6_an_ace_as_eleven() -> None:
    deal = played(lying("10D AH 8C 3C", "AS"), "AS 10D AH 8C 3C")
    assert groups(deal) == ["10D AH", "8C 3C"] and took(deal).bonus == 22


def test_edge_7_four_cards_are_no_group() -> None:
    assert took(played(lying("2C 3D 4S", "9S"), "9S 2C 3D 4S")).tablanette
    assert refused(lying("2C 3D 4S JH", "9S"), 0, move("9S 2C 3D 4S JH"))


def test_edge_8_a_jack_goes_with_a_seven() -> None:
    deal = played(lying("7C JH", "7S"), "7S 7C JH")
    assert took(deal).tablanette and groups(deal) == ["7C JH"]


def test_a_group_needs_a_card_that_is_no_jack() -> None:
    assert refused(lying("7C JH", "7S"), 0, move("7S JH")) == "7S takes 7, and JH alone is not that."


def test_edge_9_one_seven_lies_there_afterwards() -> None:
    assert table(played(lying("7C 9H 4D", "7S"), "7S 7C")) == "9H 4D 7S"


def test_edge_10_the_last_taker_gets_the_rest_though_the_last_play_was_a_trail() -> None:
    deal = to_the_end(played(hand("7S 2D 3D 4D 5D 6D", "AC AD AH AS 9H 9C", "7C 8C 9S QH"), "7S 7C"))
    rest = told(deal, LastCards)[-1]
    assert rest.seat == view(deal, 0).facts["last"] and fact(deal, "bonus") == (0, 0)
    assert told(deal, Laid), "cards were laid down"
    assert len(deal.table.piles[TABLE]) == 0


def test_edge_11_piles_total_52_or_nothing() -> None:
    deal = to_the_end(played(hand("7S 2D 3D 4D 5D 6D", "", "7C 8C 9S QH"), "7S 7C"))
    assert sum(each.cards for each in sheets(deal)) == 52


def test_edge_11_where_nobody_takes_the_cards_stay_out() -> None:
    """Only jacks take without being asked to, so that both keep theirs for an empty table, which never comes."""
    from bot.games.tablanette import Hand, takes_the_rest

    deal = lying("9S QH", "2D")
    t = deal.table
    h = Hand(t, {}, t.piles[TABLE], {p: t.piles[TAKEN.of(p)] for p in (0, 1)})
    assert [*takes_the_rest(h)] == [] and told(deal, NobodyTook) and table(deal) == "9S QH"


@pytest.mark.parametrize(("split", "brings"), [((28, 24), [3, 0]), ((27, 25), [0, 0]), ((26, 26), [0, 0])])
def test_edge_12_twenty_eight_to_twenty_four(split: tuple[int, int], brings: list[int]) -> None:
    pack = deck()
    first = sheet(pack[: split[0]], Options(), 0, 0, 0)
    assert [first.majority, sheet(pack[split[0] :], Options(), 0, 0, 0).majority] == brings


def test_edge_13_both_over_the_target_in_one_hand() -> None:
    deal = to_the_end(lying("9D", "9S", state=going_on((260, 255))))
    assert max(after(deal).scores) >= 260 and deal.table.standings
    best = max(range(2), key=lambda p: after(deal).scores[p])
    assert [s.seat for s in deal.table.standings if s.outcome == "W"] == [best]


def test_edge_14_a_card_serves_in_one_group() -> None:
    deal = lying("9D 5S 5D", "KS")
    assert refused(deal, 0, move("KS 9D 5S 9D 5D")) == "9D serves in one group only."
    assert refused(deal, 0, move("KS 9D 5S 5D")).endswith("cannot be split into such.")


# ---- worked examples -----------------------------------------------------------------------------


def test_example_1_two_groups_clear_the_table() -> None:
    deal = played(lying("AH 3C 9D 5S", "KS"), "KS AH 3C 9D 5S")
    assert groups(deal) == ["9D 5S", "3C AH"] and took(deal).bonus == 28 and table(deal) == ""


def test_example_2_seven_takes_six_and_ace() -> None:
    assert table(played(lying("6C AH KD 2H", "7D"), "7D 6C AH")) == "KD 2H 7D"


def test_example_3_what_each_card_takes() -> None:
    assert plays(lying("2C 6H QS 9D", "8D")).takes(card("8D")) == [tuple(cards("6H 2C"))]
    assert plays(lying("2C 6H QS 9D", "AD")).takes(card("AD")) == [tuple(cards("9D 2C"))]
    assert plays(lying("2C 6H QS 9D", "4D")).takes(card("4D")) == []


def test_example_4_two_groups_beside_a_nine() -> None:
    deal = played(lying("KC AD 3S 9D", "KH"), "KH KC AD 3S")
    assert table(deal) == "9D KH" and len(taken(deal)) == 3
    deal = played(lying("KC AD 3S 10D", "KH"), "KH KC 10D 3S AD")
    assert groups(deal) == ["KC", "10D 3S AD"] and took(deal).tablanette


def test_example_5_the_tables_total() -> None:
    assert took(played(lying("KC AD 3S", "KH"), "KH KC AD 3S")).bonus == 28
    assert took(played(lying("KC AD 3S", "KH", tablanette_bonus="table_total"), "KH KC AD 3S")).bonus == 42


def test_example_6_ten_takes_four_cards() -> None:
    deal = played(lying("4C 6D 7H 3S", "10C"), "10C 4C 6D 7H 3S")
    assert took(deal).bonus == 20 and len(taken(deal)) == 5


def test_example_7_queen_takes_four_cards() -> None:
    deal = played(lying("2S AD 7C 6D", "QH"), "QH 2S AD 7C 6D")
    assert {*groups(deal)} == {"2S AD", "7C 6D"} and took(deal).bonus == 26


def test_example_8_four_cards_are_refused() -> None:
    assert refused(lying("2C 3H 4S 5D", "KD"), 0, move("KD 2C 3H 4S 5D")).startswith("A sum has 3 table cards")
    assert took(played(lying("2C 3H 4S 5D", "KD", max_group="any"), "KD 2C 3H 4S 5D")).bonus == 28


def test_example_9_three_aces_are_thirteen() -> None:
    assert took(played(lying("AC AD AH", "QS"), "QS AC AD AH")).bonus == 26


def test_example_10_both_sheets() -> None:
    fill = [c for c in deck() if c.rank < 10 and c != card("2C")]
    mine = cards("10D 10S 2C KC KD KH QC QD JC JD")
    first = sheet([*mine, *fill[:19]], Options(), 1, 18, 0)
    assert (first.cards, first.points, first.majority, first.whole) == (29, 11, 3, 32)
    second = sheet([*cards("10C 10H KS QH QS JH JS"), *fill[19:]], Options(), 1, 22, 0)
    assert (second.cards, second.points, second.majority, second.whole) == (23, 7, 0, 29)


# ---- moments, the clock, bad input ---------------------------------------------------------------


def test_a_capture_stands_marked_before_it_is_swept() -> None:
    deal = looked_at(lying("7C 4D 9H", "7S"), "0: 7S 7C")
    seen = view(deal, SPECTATOR)
    assert seen.moment and table(deal) == "7C 4D 9H 7S" and not taken(deal)
    assert table(moment_over(deal)) == "4D 9H 7S" and taken(deal) == ["7C"]


def test_the_turn_clock_lays_the_lowest_card_that_counts_nothing() -> None:
    def lapsed(mine: str, on: str = "7C 9H", **options: Any) -> str:
        deal = lying(on, mine, **options)
        deal.lapse(0, 0)
        moment_over(deal)
        return str(deal.rows[0].move)

    assert lapsed("2C 9S AH 3D KD JS") == str(move("AH"))
    assert lapsed("2C KS 10S QH 10D JS") == str(move("2C"))
    assert lapsed("JC KS 10S QH JD JS") == str(move("10S"))
    assert lapsed("7S 9S 7D 7H 9D 9C", forced=True) == str(move("7D 7C"))
    assert lapsed("7S 9S 7D JH 9D 9C", forced=True) == str(move("JH"))


def test_bad_input_is_refused() -> None:
    deal = lying("7C 4D 9H", "7S JS", "KC")
    assert refused(deal, 1, move("KC")) == "It is not your turn."
    assert refused(deal, 0, move("KC")) == "You do not hold KC."
    assert refused(deal, 0, move("7S 4D")) == "7S takes 7, and 4D alone is not that."
    assert refused(deal, 0, move("7S 4D 9H")) == "7S takes groups of 7, and 4D 9H cannot be split into such."
    assert refused(deal, 0, move("7S 6D")) == "6D is not on the table."
    assert refused(deal, 0, move("JS 4D")) == "A jack takes everything: name no cards."
    assert bad_option(Options, {"max_group": "4"}) == "max_group is one of: 3, any."
    assert read_options(Options, {"max_group": "any"}).largest > 40


def test_a_line_is_typed_in_any_order() -> None:
    for typed in ("KS 9D AH 5S 3C", "3C AH 9D 5S KS", "ah ks 3c 5♠ 9♦"):
        deal = play(lying("AH 3C 9D 5S", "KS"), f"0: {typed}")
        assert took(deal).bonus == 28
    assert table(play(lying("7C 4D", "JS"), "0: play JS 4D 7C")) == "", "a jack takes them anyway"


def test_equal_totals_at_the_target_play_another_hand() -> None:
    deal = to_the_end(lying("9D", "9S"))
    mine, theirs = after(deal).scores
    level = to_the_end(lying("9D", "9S", state=going_on((300 - mine, 300 - theirs))))
    assert after(level).scores == (300, 300) and after(level).standings is None


def test_it_is_in_the_catalog() -> None:
    assert GAMES["tablanette"] is TABLANETTE and game("tablic") is TABLANETTE
