"""Pictures of tables, hands and results: the right size, small enough, and what matters can be seen in them."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import cast

import pytest
from PIL import Image, ImageChops

import card_art
from bot.engine.cards import card, cards
from card_art.boards.canfield import CanfieldBoard, Pile
from card_art.boards.canfield import _steps as canfield_steps
from card_art.deck import chips, sprites
from card_art.ink.palette import FOUR_COLOUR, GOLD_LIGHT, rgb
from card_art.scene import (
    Arrow,
    CardRow,
    LastMove,
    Mark,
    Note,
    Person,
    Pot,
    ResultRow,
    Results,
    Scene,
    Seat,
    SeatHand,
    Stamp,
    Stock,
    Style,
    Trick,
)  # fmt: skip
from card_art.sheets import result_sheet
from card_art.tables import own_hand, pieces, tricks, whole_table
from card_art.tables.felt import felt
from card_art.tables.layout import HEIGHT, PANEL_HEIGHT, PANEL_TABLE, WIDTH, Box
from tests.art import moments
from tests.art.scenes import HAND, NOTED, hearts, passing, red_dog, result

KIB = 1024
SCENES = {"hearts": hearts(), "passing": passing(), **{f"red dog {n}": red_dog(n) for n in range(2, 11)}}
GOLD = rgb(GOLD_LIGHT)


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def part(image: Image.Image, box: Box) -> Image.Image:
    return image.crop((box.x, box.y, box.right, box.bottom))


def differ(one: Image.Image, other: Image.Image, box: Box | None = None) -> bool:
    a, b = (part(one, box), part(other, box)) if box else (one, other)
    return ImageChops.difference(a, b).getbbox() is not None


def near(image: Image.Image, colour: tuple[int, int, int], reach: int = 40) -> int:
    """How many pixels are about this colour."""
    bands = (
        band.point([255 * (abs(i - c) <= reach) for i in range(256)])
        for band, c in zip(image.split(), colour, strict=True)
    )
    red, green, blue = bands
    return ImageChops.darker(ImageChops.darker(red, green), blue).histogram()[255]


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_a_table_is_1100_by_688_and_at_most_110_kib(scene: Scene) -> None:
    png = card_art.table(scene)
    assert opened(png).size == (WIDTH, HEIGHT) == (1100, 688)
    assert len(png) <= 110 * KIB


@pytest.mark.parametrize("style", [Style(), Style(four_colour=False), Style(compact=True)])
def test_a_hand_of_thirteen_is_at_most_90_kib(style: Style) -> None:
    png = card_art.hand(HAND, style)
    assert opened(png).width == WIDTH
    assert len(png) <= 90 * KIB


@pytest.mark.parametrize("seats", [2, 5, 6, 10])
def test_a_panel_shows_the_table_and_the_hand_on_one_felt(seats: int) -> None:
    scene = red_dog(seats)
    image = opened(card_art.panel(scene, NOTED))
    assert image.size == (WIDTH, PANEL_HEIGHT)
    empty = felt(WIDTH, PANEL_HEIGHT, scene.style.cloth)
    places = whole_table.scene_layout(scene, panel=True)
    assert all(differ(image, empty, place.plate) for place in places.places)
    table, below = Box(0, 0, WIDTH, PANEL_TABLE), Box(0, PANEL_TABLE, WIDTH, PANEL_HEIGHT - PANEL_TABLE)
    other = opened(card_art.panel(scene, replace(NOTED, cards=NOTED.cards[::-1])))
    assert differ(image, other, below) and not differ(image, other, table)


@pytest.mark.parametrize("players", [2, 4, 7, 10])
@pytest.mark.parametrize("shown", [0, 4, 13])
def test_results_are_drawn_with_and_without_hands(players: int, shown: int) -> None:
    image = opened(card_art.results(result(players, shown)))
    assert image.size == (WIDTH, result_sheet.arrangement(result(players, shown)).height)
    bare = opened(card_art.results(result(players, 0)))
    assert differ(image, bare) == bool(shown)


def test_equal_scenes_are_equal_pictures_and_hashable() -> None:
    assert hash(hearts()) == hash(hearts())
    assert card_art.table(hearts()) == card_art.table(hearts())


def test_drawing_leaves_the_empty_table_as_it_was() -> None:
    before = felt(WIDTH, HEIGHT, "green").tobytes()
    whole_table.compose(hearts())
    assert felt(WIDTH, HEIGHT, "green").tobytes() == before


def test_pictures_from_many_threads_are_equal() -> None:
    jobs = list(SCENES.values()) * 3
    alone = [card_art.table(scene) for scene in jobs]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(card_art.table, jobs)) == alone


def test_only_the_number_of_unseen_cards_shows() -> None:
    """A scene has no place for an unseen card; what is drawn depends on how many there are."""
    few, many = whole_table.compose(hearts(4)), whole_table.compose(hearts(9))
    assert differ(few, many, whole_table.scene_layout(hearts(4)).places[0].cards)


def test_who_is_to_play_has_a_gold_plate_and_a_word() -> None:
    scene = hearts()
    resting = replace(scene, seats=(replace(scene.seats[0], active=False, tags=()), *scene.seats[1:]))
    plate = whole_table.scene_layout(scene).places[0].plate
    end = Box(plate.right - 10, plate.y + 20, 6, plate.h - 40)
    assert near(part(whole_table.compose(scene), end), rgb("#eec45e"), 60) > 200
    assert near(part(whole_table.compose(resting), end), rgb("#eec45e"), 60) == 0
    worded = replace(scene, seats=(replace(scene.seats[0], active=False), *scene.seats[1:]))
    line = Box(plate.x + 100, plate.y + plate.h // 2, plate.w - 110, plate.h // 2 - 4)
    assert differ(whole_table.compose(worded), whole_table.compose(resting), line)


def test_the_winning_card_alone_has_a_gold_frame() -> None:
    scene = hearts()
    boxes = tricks.trick_boxes(whole_table.scene_layout(scene))
    image = whole_table.compose(scene)

    def gold(seat: int) -> int:
        box = boxes[seat]
        return near(part(image, Box(box.x - 7, box.y + 30, 7, box.h - 60)), rgb("#e9ba4f"), 40)

    assert gold(3) > 300 and gold(1) == 0 and gold(2) == 0


def test_the_awaited_place_is_outlined() -> None:
    scene = hearts()
    trick = cast("Trick", scene.centre[0])
    unawaited = replace(scene, centre=(replace(trick, awaited=None),))
    box = tricks.trick_boxes(whole_table.scene_layout(scene))[0]
    assert differ(whole_table.compose(scene), whole_table.compose(unawaited), box)


@pytest.mark.parametrize("seat", range(4))
def test_each_card_of_a_trick_lies_before_its_seat(seat: int) -> None:
    scene = replace(hearts(), centre=(Trick(((seat, card("2H")),)),))
    empty = replace(scene, centre=(Trick(),))
    boxes = tricks.trick_boxes(whole_table.scene_layout(scene))
    one, other = whole_table.compose(scene), whole_table.compose(empty)
    middles = [Box(box.x + 20, box.y + 20, box.w - 40, box.h - 40) for box in boxes]
    assert [differ(one, other, box) for box in middles] == [i == seat for i in range(4)]


def test_broken_hearts_and_the_last_move_stand_in_the_corners() -> None:
    scene = hearts()
    places, image = whole_table.scene_layout(scene), whole_table.compose(scene)
    assert differ(image, whole_table.compose(replace(scene, corner=("♥ broken",))), places.corner)
    took = LastMove(Person("Mette", 1), "takes it")
    assert differ(image, whole_table.compose(replace(scene, felt=(took,))), places.free["under right"])
    assert differ(image, whole_table.compose(replace(scene, foot=("to 50",))), places.free["lower left"])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Pot(1150), Pot(1200)),
        (Pot(1150), Pot(1150, "Splash")),
        (Stock("Stock", 27), Stock("Stock", 26)),
        (Stock("Stock", 0), Stock("Stock", 1)),
        (Stock("Discard", 5), Stock("Discard", 5, card("9H"))),
        (CardRow((None,)), CardRow((card("9H"),))),
        (CardRow((card("9H"),)), CardRow((card("9H"),), highlight=frozenset({0}))),
        (CardRow((card("9H"),), highlight=frozenset({0})), CardRow((card("9H"),), struck=frozenset({0}))),
        (CardRow((card("9H"),)), CardRow((card("9H"),), slots=3)),
        (Note("Fives are wild"), Note("Threes are wild")),
        (Arrow("left"), Arrow("right")),
        (Arrow("across"), Arrow("hold")),
    ],
)
def test_pieces_in_the_middle_show_what_they_hold(one: pieces.Piece, other: pieces.Piece) -> None:
    base = replace(red_dog(4, bet=0), seats=(Seat("Ann", hand=(None,) * 4),) * 4)
    places = whole_table.scene_layout(base)
    pictures = [whole_table.compose(replace(base, centre=(piece,))) for piece in (one, other)]
    assert differ(pictures[0], pictures[1], places.centre)
    bare = whole_table.compose(replace(base, centre=()))
    for picture in pictures:
        changed = ImageChops.difference(picture, bare).getbbox()
        assert changed is not None
        assert changed[0] >= places.centre.x - 6 and changed[2] <= places.centre.right + 6


def test_open_hands_are_seen_by_all() -> None:
    """rules/red-dog.md, edge case 10: open hands are visible to all, also in pictures."""
    closed = red_dog(4, bet=0)
    seat = replace(closed.seats[2], hand=tuple(cards("9H 8D 7C 6S")))
    opened_hand = replace(closed, seats=(*closed.seats[:2], seat, closed.seats[3]))
    place = whole_table.scene_layout(closed).places[2]
    assert differ(whole_table.compose(closed), whole_table.compose(opened_hand), place.cards)


def test_plates_at_the_foot_keep_their_places_when_a_hand_is_shown() -> None:
    closed = replace(red_dog(4, bet=0), seats=(Seat("Ann", hand=(None,) * 4),) * 4)
    opened_hand = replace(closed, seats=(replace(closed.seats[0], shown=tuple(cards("9H"))), *closed.seats[1:]))
    one, other = ([place.plate for place in whole_table.scene_layout(each).places] for each in (closed, opened_hand))
    assert one == other


def test_strikes_dealer_and_bets_are_drawn() -> None:
    seat = Seat("Ann", "12 chips", strikes=1)
    scene = Scene("Three-Five-Seven", seats=(seat, Seat("Ben", "9 chips")))
    image = whole_table.compose(scene)
    place = whole_table.scene_layout(scene).places[0]
    assert differ(
        image, whole_table.compose(replace(scene, seats=(replace(seat, strikes=2), scene.seats[1]))), place.plate
    )
    assert differ(
        image, whole_table.compose(replace(scene, seats=(replace(seat, dealer=True), scene.seats[1]))), place.plate
    )
    wagered = replace(scene, seats=(replace(seat, bet=250), scene.seats[1]))
    assert differ(image, whole_table.compose(wagered), whole_table.scene_layout(wagered).places[0].bet)


@pytest.mark.parametrize(
    ("amount", "words"),
    [(0, "0"), (50, "½"), (100, "1"), (250, "2½"), (1150, "11½"), (889150, "8,891½"), (25, "0.25")],
)
def test_amounts_are_read_in_whites(amount: int, words: str) -> None:
    assert chips.worth(amount) == words


def test_a_word_in_front_of_a_seat_with_and_without_a_mark() -> None:
    said: list[tuple[str, Mark | None]] = [("", None), ("was in", None), ("was in", "chip"), ("was in", "knuckles")]
    drawn = [
        whole_table.table(Scene("3-5-7", seats=(Seat("Ann", said=word, mark=mark), Seat("Bo")))) for word, mark in said
    ]
    assert len({*drawn}) == 4


def test_as_many_strikes_as_a_table_plays_for() -> None:
    drawn = [whole_table.table(Scene("3-5-7", seats=(Seat("Ann", strikes=1, strikes_of=of),))) for of in range(1, 6)]
    assert len({*drawn}) == 5


def test_legal_cards_are_raised_and_the_others_dimmed() -> None:
    image = own_hand.compose(HAND, Style())
    free = own_hand.compose(replace(HAND, legal=None, marked=frozenset()), Style())
    room = WIDTH - 2 * 24
    width, apart = own_hand.spread(13, room)
    low = own_hand.STRIP - 9 - 12 - sprites.card_height(width)
    left = 24 + (room - 12 * apart - width) // 2
    paper = (left + 3 * apart + 20, low + 130)  # on the three of diamonds, below its index
    lit, dim = (cast("tuple[int, int, int]", one.getpixel(paper)) for one in (free, image))
    assert sum(dim) < sum(lit) - 140
    above = Box(left + 8, low - 12, 60, 8)
    assert near(part(image, above), (252, 250, 243)) > 300 and near(part(free, above), (252, 250, 243)) == 0


def test_received_and_chosen_cards_are_marked() -> None:
    plain = replace(HAND, legal=None, marked=frozenset())
    base = own_hand.compose(plain, Style())
    assert differ(base, own_hand.compose(replace(plain, marked=frozenset({4})), Style()))
    assert differ(base, own_hand.compose(replace(plain, chosen=frozenset({4})), Style()))


def test_a_table_has_one_to_ten_seats() -> None:
    with pytest.raises(ValueError, match="one to ten seats"):
        Scene("Hearts")
    with pytest.raises(ValueError, match="one to ten seats"):
        Scene("Red Dog", seats=(Seat("A"),) * 11)


@pytest.mark.parametrize("name", ["", "\u200b", "W" * 100, "علي vs Bob", "Z̷̢̧̛̖̲̣̗̞̀́̂̃̄͝a", "👨‍👩‍👧‍👦🇮🇸"])
def test_no_name_runs_over_its_plate(name: str) -> None:
    for seats in (2, 5, 10):
        scene = Scene("Red Dog", seats=(Seat(name, "9" * 60, ("TO BET", "HOUSE"), dealer=True),) * seats)
        bare = whole_table.compose(replace(scene, seats=(Seat("A", dealer=True),) * seats))
        changed = ImageChops.difference(whole_table.compose(scene), bare)
        for place in whole_table.scene_layout(scene).places:
            box = place.plate
            changed.paste((0, 0, 0), (box.x + 1, box.y + 1, box.right - 1, box.bottom - 1))
        assert changed.getbbox() is None


@pytest.mark.parametrize("pot", [106_50, 150_50, 888_50])
@pytest.mark.parametrize("players", [4, 5, 6, 10])
def test_pots_of_many_chips_lie_clear_of_the_plates(players: int, pot: int) -> None:
    seats = tuple(Seat(name=f"P{n}", line="47 · up 6", hand=(None, *cards("6H QD")), said="all-in", number=n)
                  for n in range(players))  # fmt: skip
    bare = Scene("7-27", seats=seats, seats_in_row=True)
    full = replace(bare, centre=(Pot(pot, "Nearest 7"), Pot(pot, "Nearest 27"), Stock("Stock", 33)))
    with_pots, without = whole_table.compose(full), whole_table.compose(bare)
    for place in whole_table.scene_layout(full).places:
        for box in (place.plate, place.cards):
            inside = (box.x + 8, box.y, box.right - 8, box.bottom)
            assert with_pots.crop(inside).tobytes() == without.crop(inside).tobytes()


def test_a_lone_board_is_the_whole_result() -> None:
    heap = Pile("Stock", 26)
    board = CanfieldBoard(
        reserve=heap, stock=heap, waste=heap, homes=((None, "K♣"),) * 4, columns=((card("7H"),),) * 4, lines=("won",)
    )
    alone = Results("Canfield", rows=(ResultRow("Ana"),), boards=(("Ana", board),))
    assert opened(card_art.results(alone)).size == (1100, 688)
    race = replace(alone, rows=alone.rows * 2, boards=alone.boards * 2)
    assert opened(card_art.results(race)).size == (1100, result_sheet.arrangement(race).height + 344)


def canfield_column(size: int) -> Image.Image:
    heap = Pile("Stock", 26)
    column = tuple(cards("KS QH JS 10D 9S 8H 7C 6D 5S 4H 3C 2D AS")[:size])
    board = CanfieldBoard(reserve=heap, stock=heap, waste=heap, homes=((None, "K♣"),) * 4, columns=(column, (), (), ()))
    return whole_table.compose(Scene("Canfield", board=board, style=Style(four_colour=True)))


@pytest.mark.parametrize("size", [2, 6, 9, 13])
def test_ranks_of_covered_cards_are_whole_and_a_column_ends_above_the_edge(size: int) -> None:
    step, last = canfield_steps(size)
    assert step >= 26 and 230 + (size - 1) * step + last <= HEIGHT - 46
    top = part(canfield_column(size), Box(446, 230, 50, step - 1))
    inked = [y for y in range(top.height) if near(top.crop((0, y, 50, y + 1)), rgb(FOUR_COLOUR["S"]), 40)]
    assert inked and inked[0] >= 2 and inked[-1] <= step - 3, "of the king nothing is hidden"


@pytest.mark.parametrize("seats", [2, 5, 8, 10])
@pytest.mark.parametrize("seats_in_row", [False, True])
def test_who_is_to_act_has_a_word_on_any_plate(seats: int, seats_in_row: bool) -> None:
    """Colour alone says nothing: what is to be done finds room everywhere."""
    resting = Scene("Red Dog", seats=(Seat("Ann", dealer=True),) * seats, seats_in_row=seats_in_row)
    pictures: list[Image.Image] = []
    for word in ("TO PLAY", "TO CHOOSE"):
        acting = Seat("Ann", "1,204 chips · 3 cards", (word, "HOUSE"), dealer=True)
        pictures.append(whole_table.compose(replace(resting, seats=(acting, *resting.seats[1:]))))
    plate = whole_table.scene_layout(resting).places[0].plate
    lower = Box(plate.x + 5, plate.middle[1], plate.w - 10, plate.h // 2 - 4)
    one, other = pictures
    assert differ(one, other, lower)


def test_ones_own_plate_has_a_gold_edge() -> None:
    scene = Scene("Hearts", seats=(Seat("You"), Seat("Bo")))
    own = replace(scene, seats=(replace(scene.seats[0], you=True), scene.seats[1]))
    plate = whole_table.scene_layout(scene).places[0].plate
    edge = Box(plate.x, plate.y + 24, 2, plate.h - 48)
    assert near(part(whole_table.compose(own), edge), rgb("#e6b13c"), 30) > 40
    assert near(part(whole_table.compose(scene), edge), rgb("#e6b13c"), 30) == 0


def test_a_banner_covers_no_plate() -> None:
    scene = replace(hearts(), seats=(replace(hearts().seats[0], tags=("TO CUT", "HOUSE")), *hearts().seats[1:]))
    plain, told = (whole_table.compose(each) for each in (scene, replace(scene, banner="Anybody may cut.")))
    for place in whole_table.scene_layout(scene).places:
        assert not differ(plain, told, place.plate)


def test_the_last_trick_lies_small_in_the_corner() -> None:
    scene = replace(hearts(), corner=())
    told = replace(scene, inset=("Last trick: Bo", tuple(cards("4D JD 2D 9D"))))
    changed = ImageChops.difference(whole_table.compose(scene), whole_table.compose(told)).getbbox()
    places = whole_table.scene_layout(scene)
    room = places.free["under right"]
    assert changed and changed[0] >= room.x - 16 and room.y - 16 <= changed[1] and changed[3] <= room.bottom + 20


@pytest.mark.parametrize("seats", [2, 10])
@pytest.mark.parametrize("name", ["Bo", "Mathilde-Sofie Baggesen-Kierkegaard"])
def test_a_bet_at_the_left_lies_clear_of_title_and_cards(seats: int, name: str) -> None:
    base = moments.in_between(seats=seats)
    row, pot, *words = base.centre
    bet = Pot(12_500, f"{name} bets", left=True)
    bare, laid = (
        whole_table.compose(replace(base, centre=centre)) for centre in ((row, pot, *words), (row, bet, pot, *words))
    )
    changed = ImageChops.difference(bare, laid).getbbox()
    assert changed is not None
    _, top, right, _ = changed
    assert right < WIDTH // 2 - 226 // 2 and top > 90, "the cards keep their places, and the title is above"


def test_pots_lie_clear_of_the_words_in_the_corner() -> None:
    """Also where a hand of two rows leaves them little height."""
    out = SeatHand(tuple(cards("4C 5H 6C 7S KS 10D")), stamp=Stamp("OUT 32½", "crimson"), dim=True)
    up = SeatHand((None, *cards("5C 10H")), "up 15")
    seats = tuple(Seat(name, hands=(hand,)) for name, hand in (("Ann", up), ("Bo", out), ("Cy", up)))
    seats = (*seats, Seat("Dee", said="folded"))
    base = Scene(title="Seven Twenty-Seven", subtitle="Hand 1 · round 5 · bets 1 to 25", seats=seats, seats_in_row=True)
    pots = Pot(9700, label="Nearest 7"), Pot(9700, label="Nearest 27")
    bare, words, laid = (
        whole_table.compose(scene)
        for scene in (replace(base, title="", subtitle=""), base, replace(base, centre=pots))
    )  # fmt: skip
    text, chips = ImageChops.difference(bare, words).getbbox(), ImageChops.difference(words, laid).getbbox()
    assert text is not None and chips is not None
    assert chips[0] > text[2] or chips[1] > text[3]


def test_words_above_a_single_card_take_their_width() -> None:
    """So that those of two rows do not run into one another."""
    base = replace(red_dog(4, bet=0), seats=(Seat("Ann", hand=(None,) * 4),) * 4, seats_in_row=True)
    other = CardRow((card("8H"),), "what lies there")
    pictures = [
        whole_table.compose(replace(base, centre=(CardRow((card("9H"),), text), other)))
        for text in ("a card that is to come", "is to come that a card")
    ]
    changed = ImageChops.difference(*pictures).getbbox()
    assert changed is not None and changed[2] < WIDTH // 2 + 40, "the second row's words begin there"


def test_a_pile_that_is_drawn_from_is_as_large_as_a_card_in_a_row() -> None:
    def table_of(large: bool) -> Image.Image:
        top = card("10S")
        seats = (Seat("Ann", "0 won", hand=(None,) * 5), Seat("Bo", "0 won", hand=(None,) * 5))
        return whole_table.compose(Scene("Knock Poker", seats=seats, centre=(Stock("Discards", 3, top, large=large),),
                                    seats_in_row=True))  # fmt: skip

    paper = [near(table_of(large), (253, 250, 243), 6) for large in (False, True)]
    assert paper[1] > 2 * paper[0]
