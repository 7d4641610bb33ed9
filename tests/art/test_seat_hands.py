"""Hands that lie above their seats with totals, changes and stamps, and the gauge of a shoe."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import ImageChops

from bot.engine.cards import card, cards
from card_art.deck.card_faces import INDEX_SHARE, large_index
from card_art.scene import CardRow, Note, Pot, Scene, Seat, SeatHand, Stamp, Stock
from card_art.tables import whole_table
from card_art.tables.layout import HEIGHT, PANEL_TABLE, WIDTH, Box
from card_art.tables.pieces import least_height, words_height
from card_art.tables.seat_row import GAP, SeatRow, lines_of, seat_row, step_of
from tests.art import moments

HELD = "2H 3C 2D 4S 2C AD 3H"
ALT_BADGE = Box(12, HEIGHT - 40, 58, 40)


def hand(text: str, total: str = "", active: bool = False) -> SeatHand:
    return SeatHand(tuple(cards(text)), total, active)


def scene(*hands: SeatHand, count: int = 200, marker: int = 52) -> Scene:
    centre = (Stock("Shoe", count, of=312, marker=marker), CardRow((None, None), "Dealer"))
    return Scene("Blackjack", seats=(Seat("Søren", "70 chips", hands=hands), Seat("Mette")), centre=centre)


def differ(one: Scene, other: Scene) -> tuple[int, int, int, int] | None:
    """The part of the picture in which two scenes differ."""
    return ImageChops.difference(whole_table.compose(one), whole_table.compose(other)).getbbox()


def boxes(lain: SeatRow) -> dict[str, Box]:
    found = {"centre": lain.layout.centre}
    for n, (place, hands) in enumerate(zip(lain.layout.places, lain.hands, strict=True)):
        found[f"plate {n}"] = place.plate
        if place.cards.h:
            found[f"fan {n}"] = place.cards
        for m, (_, at) in enumerate(hands):
            found |= {f"cards {n}.{m}": at.cards, f"words {n}.{m}": at.info}
    return found


ALL = {
    **{f"{n} seats, {held} cards": moments.blackjack((1,) * n, held=" ".join(HELD.split()[:held]))
       for n in range(1, 11) for held in (2, 3, 4, 7)},
    **{f"{n} hands of {seats}": moments.blackjack((n,) + (1,) * (seats - 1))
       for n in (2, 3, 4) for seats in (1, 3, 5, 7)},
    **{f"called {n}": moments.called(n) for n in range(1, 8)},
    **{f"counted {n}": moments.counted(n) for n in range(1, 11)},
    **{f"reveal {n}": moments.reveal(n) for n in range(1, 11)},
    **{f"third card {n}": moments.in_between("POST", n) for n in range(1, 11)},
}  # fmt: skip


@pytest.mark.parametrize("panel", [False, True])
@pytest.mark.parametrize("name", ALL)
def test_at_the_foot_nothing_lies_on_anything_else(name: str, panel: bool) -> None:
    found = boxes(seat_row(ALL[name], panel))
    for (one, a), (other, b) in combinations(found.items(), 2):
        assert not a.meets(b), f"{one} {a} lies on {other} {b}"
    for where, box in found.items():
        assert box.x >= 24 and box.right <= WIDTH - 24 and box.y >= 12, where
        assert box.bottom <= (PANEL_TABLE if panel else HEIGHT - 20), where


@pytest.mark.parametrize("name", ALL)
def test_under_the_alt_badge_nothing_is_written(name: str) -> None:
    assert not any(place.plate.meets(ALT_BADGE) for place in seat_row(ALL[name]).layout.places)


@pytest.mark.parametrize("name", ALL)
def test_every_index_of_a_hand_is_seen(name: str) -> None:
    for hands in seat_row(ALL[name]).hands:
        for held, at in hands:
            size = at.size
            index = large_index(size.card)
            assert size.card * index.high / 250 >= 31  # 10 px where the picture is shown 360 wide
            assert step_of(len(held.cards), size) >= size.card * INDEX_SHARE - 1
            assert size.drop >= (index.top + index.high) * size.card / 250


@pytest.mark.parametrize("split", [(1,), (2,), (1, 1, 1), (1, 1, 1, 1), (2, 1, 1, 1), (1,) * 5])
def test_hands_of_few_are_108_wide_and_lie_apart_as_the_look_asks(split: tuple[int, ...]) -> None:
    for hands in seat_row(moments.blackjack(split)).hands:
        for held, at in hands:
            assert at.size.card >= 108
            assert step_of(len(held.cards), at.size) >= round(at.size.card * (0.55 if len(held.cards) == 2 else 0.41))


@pytest.mark.parametrize("panel", [False, True])
@pytest.mark.parametrize("others", range(1, 7))
def test_a_pot_that_has_changed_and_words_do_not_reach_into_the_hands(others: int, panel: bool) -> None:
    held = SeatHand((None, None, *cards("AS 3S 5S 8C QS")), stamp=Stamp("OUT", "slate"))
    seats = (Seat("Ana"), *(Seat(f"N{n}", hands=(held,)) for n in range(others)))
    won = Scene("3-5-7", centre=(Pot(0, change="−4"), Note("Clara takes the pot of 4!")), seats=seats)
    assert seat_row(won, panel).layout.centre.h >= least_height(won) + words_height(won)


def test_five_cards_in_a_low_room_lie_in_one_row_rather_than_small_in_three() -> None:
    shown = SeatHand(tuple(cards("5S AD QS 8C 3H")), "Pair of aces", change="+12")
    seats = (Seat("Ana"), *(Seat(f"N{n}", hands=(shown,)) for n in range(3)))
    lain = seat_row(Scene("3-5-7", centre=(Note("Ada's pair of aces wins 12"),), seats=seats), panel=True)
    assert all(at.size.card >= 76 and len(lines_of(0, 5, at.size)) == 1 for hands in lain.hands for _, at in hands)


def test_the_hands_share_the_width_and_a_plate_spans_those_of_its_seat() -> None:
    lain = seat_row(moments.blackjack((2, 1, 1, 1)))
    first, second, *_ = (place.plate for place in lain.layout.places)
    (_, one), (_, other) = lain.hands[0]
    assert first.x <= one.cards.x and other.cards.right <= first.right
    assert second.x - first.right == GAP
    assert abs(first.w - 2 * second.w) < 40


def test_more_than_three_cards_go_on_in_a_second_row() -> None:
    (_, at), *_ = seat_row(moments.blackjack((1,) * 5, held=HELD)).hands[0]
    assert [faces for _, faces in lines_of(0, 7, at.size)] == [4, 3]
    assert at.cards.h == at.size.height + at.size.drop


@pytest.mark.parametrize("changed", [{"total": "18"}, {"change": "+5"}, {"stamp": Stamp("WIN", "gold")}, {"bet": 500},
                                     {"dim": True}, {"active": True}])  # fmt: skip
def test_what_a_hand_comes_to_is_drawn(changed: dict[str, object]) -> None:
    plain = hand("AS 7H", "17")
    assert differ(scene(plain), scene(replace(plain, **changed)))  # pyright: ignore[reportArgumentType]


def test_words_lie_below_the_cards_and_above_the_name() -> None:
    one, other = scene(hand("AS 7H", "17")), scene(hand("AS 7H", "18"))
    changed, ((_, at),) = differ(one, other), seat_row(one).hands[0]
    plate = whole_table.scene_layout(one).places[0].plate
    assert changed and changed[1] >= at.cards.bottom and changed[3] <= plate.y


@pytest.mark.parametrize("text", ["AS 7H", "8H 3D 10C", "5C 4D 2S 3H"])
def test_a_stamp_covers_no_index(text: str) -> None:
    plain = scene(hand(text, "17"))
    told = replace(plain, seats=(replace(plain.seats[0], hands=(replace(plain.seats[0].hands[0],
                   stamp=Stamp("BLACKJACK", "gold")),)), plain.seats[1]))  # fmt: skip
    changed, ((_, at),) = differ(plain, told), seat_row(plain).hands[0]
    rows = len(lines_of(0, len(text.split()), at.size)) - 1
    index = large_index(at.size.card)
    assert changed and changed[1] > at.cards.y + rows * at.size.drop + (index.top + index.high) * at.size.card / 250


def test_a_card_on_its_side_lies_beside_its_hand_or_below_where_hands_can_be_larger_so() -> None:
    for seats, beside in ((2, True), (4, True), (10, True)):
        (_, held), (_, lying) = seat_row(moments.called(seats)).hands[0]
        assert lying.cards.w > lying.cards.h
        assert (lying.cards.x >= held.cards.right) == beside and (lying.cards.y >= held.info.bottom) != beside


def test_what_lies_face_down_is_a_back_beside_the_faces() -> None:
    one = Seat("Ann", hand=(None, card("7H")))
    two = replace(one, hand=(None, None, card("7H")))
    assert differ(Scene("7-27", seats=(one,)), Scene("7-27", seats=(two,)))


def test_backs_alone_stand_behind_the_plate_until_something_is_decided() -> None:
    seat = Seat("Ann", hand=(None,) * 5)
    closed = Scene("3-5-7", seats=(seat,) * 3, seats_in_row=True)
    decided = replace(closed, seats=(replace(seat, stamp=Stamp("IN", "gold")),) * 3)
    assert not any(seat_row(closed).hands) and all(seat_row(decided).hands)
    assert all(place.cards.h for place in seat_row(closed).layout.places)


def test_a_decision_without_cards_stands_on_the_plate() -> None:
    seat = Seat("Ann", "9 chips")
    for seats_in_row in (True, False):
        table = Scene("3-5-7", seats=(seat,) * 3, seats_in_row=seats_in_row)
        told = replace(table, seats=(replace(seat, stamp=Stamp("OUT 31", "slate")), seat, seat))
        changed, plate = differ(table, told), whole_table.scene_layout(table).places[0].plate
        assert changed and plate.x < changed[0] and plate.y < changed[1]
        assert changed[2] < plate.right and changed[3] < plate.bottom


def test_the_gauge_falls_with_the_shoe_and_shows_the_marker() -> None:
    fuller, emptier, unmarked = scene(), scene(count=100), scene(marker=0)
    assert differ(fuller, emptier)
    assert differ(fuller, unmarked)


def test_the_total_of_a_row_and_its_stamp_stand_beside_its_cards() -> None:
    def dealer(**told: object) -> Scene:
        row = CardRow(tuple(cards("KS 6D 9C")), "Dealer", **told)  # pyright: ignore[reportArgumentType]
        return replace(scene(hand("AS 7H", "18")), centre=(row,))

    one, other = dealer(total="25"), dealer(total="26")
    pill = differ(one, other)
    stamped = dealer(total="25", stamp=Stamp("BUST", "crimson"))
    assert pill and pill[0] > WIDTH // 2 and differ(one, stamped)
    assert seat_row(one) == seat_row(stamped), "nothing grows smaller for the stamp"


def test_a_change_finds_the_place_of_a_bet_kept_for_it() -> None:
    before = moments.blackjack((1,) * 7, stamped=False)
    assert seat_row(before).layout == seat_row(moments.blackjack((1,) * 7)).layout


def test_a_wild_card_has_a_star_above_its_rank() -> None:
    plain = Scene("3-5-7", seats=(Seat("Ann", hands=(SeatHand(tuple(cards("5D KC KS")), "Three kings"),)),))
    (seat,) = plain.seats
    starred = replace(plain, seats=(replace(seat, hands=(replace(seat.hands[0], wild=frozenset({0})),)),))
    ((_, place),) = seat_row(plain).hands[0]
    changed = ImageChops.difference(whole_table.compose(plain), whole_table.compose(starred)).getbbox()
    assert changed is not None
    left, top, right, bottom = changed
    assert left >= place.cards.x and right <= place.cards.x + place.size.step, "on the first card alone"
    assert top < place.cards.y < bottom <= place.cards.y + 7, "it covers no rank"


def test_beside_a_long_total_there_is_no_change() -> None:
    def words_of(total: str) -> int:
        seats = (Seat("Ann", hands=(SeatHand(tuple(cards("5D KC KS")), total, change="+8"),)),)
        ((_, place),) = seat_row(Scene("3-5-7", seats=seats)).hands[0]
        return place.info.h

    assert words_of("Full house") == 2 * words_of("21")
