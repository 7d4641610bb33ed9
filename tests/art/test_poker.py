"""Poker's table, open hands and showdowns: nothing lies on anything else, all is read on a phone, and pictures keep to
their size at their fullest."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image

import card_art
from bot.engine.cards import card, cards, deck
from bot.show.words.sentences import card_text
from card_art.boards.poker import hands, middle
from card_art.boards.poker.all_in import AllIn, Chance
from card_art.boards.poker.hands import _with_signs, in_two_lines, set_in
from card_art.boards.poker.middle import Boards, Pot
from card_art.boards.poker.seats import _FAN, Player, lay
from card_art.boards.poker.showdown import Best, Showdown, Shown
from card_art.boards.poker.table import PokerTable
from card_art.deck import sprites
from card_art.ink import sprite_cache, text
from card_art.ink.text import label
from card_art.scene import Board, Hand, ResultRow, Results, Scene, Seat, Style
from card_art.sheets.result_sheet import compose as compose_result
from card_art.tables.felt import RAIL
from card_art.tables.layout import HEIGHT, PANEL_TABLE, WIDTH, Box
from card_art.tables.whole_table import compose
from tests.art.scenes import HAND, PLAYERS
from tests.art.test_sizes_seen import OTHER, on_a_phone

KIB = 1024
PACK = deck()[::5] + deck()[1::5] + deck()[2::5] + deck()[3::5] + deck()[4::5]


def seat(n: int, down: int = 2, up: int = 0, bet: int = 0) -> Seat:
    return Seat(
        PLAYERS[n], f"{80 + n} · calls", ("TO PLAY", "BB") if n == 1 else (), active=n == 1, dealer=n == 2, bet=bet,
        hand=(None,) * down, shown=tuple(PACK[4 * n : 4 * n + up]), number=n,
    )  # fmt: skip


def holdem(seats: int, boards: int = 1, low: bool = False, lying: int = 5) -> PokerTable:
    laid = Boards(tuple(tuple(PACK[5 * n : 5 * n + lying]) for n in range(boards)), 5, ("Board A", "Board B")[:boards])
    players = tuple(Player(seat(n, bet=2450)) for n in range(seats))
    return PokerTable(players, laid if boards > 1 else Boards(laid.cards, 5), (Pot("Pot", 13_750),), low=low)


def stud(seats: int, up: int = 4, low: bool = False) -> PokerTable:
    players = tuple(Player(seat(n, 2, up, bet=400), frozenset(cards("9C 9D 9H 9S"))) for n in range(seats))
    return PokerTable(players, Boards(), (Pot("Main pot", 13_750), Pot("Side pot", 900)), open=True, low=low)


def all_in(hands: int, held: int = 2, boards: int = 1, low: bool = False) -> AllIn:
    live = tuple(
        Chance(PLAYERS[n], n, "", tuple(PACK[held * n : held * (n + 1)]), f"≈{100 // hands}%", 100 // hands,
               "two pair, kings")
        for n in range(hands)
    )  # fmt: skip
    laid = (
        Boards(tuple(tuple(PACK[-5 * n - 5 :][:4]) for n in range(boards)), 5, ("Run 1", "Run 2"))
        if boards
        else Boards()
    )
    return AllIn(
        live, laid if boards != 1 else Boards(laid.cards, 5), (Pot("Main pot", 9000), Pot("Side pot", 50)), low
    )


def showdown(best: int, rows: int, own: int = 2, low: bool = False) -> Showdown:
    board = tuple(cards("AH KC 10D 7S 2C")) if own < 5 else ()
    large = tuple(
        Best(PLAYERS[n], n, "", tuple(PACK[own * n : own * (n + 1)]), board, frozenset(board[:3]) | {PACK[own * n]},
             "full house, kings over nines", "main pot 86½ + side pot 40", "+80, 130 chips")
        for n in range(best)
    )  # fmt: skip
    others = tuple(
        Shown(PLAYERS[n], n, "", tuple(PACK[own * n : own * (n + 1)]), "two pair, nines over eights, ace", change="−20")
        for n in range(best, best + rows)
    )
    return Showdown(large, others, "Folded: Bo −2", low)


# ---- where everybody sits ------------------------------------------------------------------------


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("open_", [False, True])
@pytest.mark.parametrize("seats", range(2, 11))
def test_seats_lie_apart_and_within_the_table(seats: int, open_: bool, low: bool) -> None:
    lain = lay(seats, open_, low)
    assert len(lain.seats) == seats
    boxes = [Box(at.x, at.y - lain.open, at.w, 78 + lain.open) for at in lain.seats]
    assert not [pair for pair in combinations(boxes, 2) if pair[0].meets(pair[1])]
    foot = PANEL_TABLE if low else HEIGHT - RAIL
    assert all(box.x > RAIL and box.right < WIDTH - RAIL and box.y >= 80 and box.bottom < foot for box in boxes)
    assert not [box for box in boxes if box.meets(lain.middle)]
    assert lain.middle.h >= 74


@pytest.mark.parametrize("seats", range(2, 11))
def test_seats_follow_clockwise_from_the_middle_of_the_lower_row(seats: int) -> None:
    lain = lay(seats, False, False)
    (first, *others), middle = lain.seats, WIDTH // 2
    assert not first.above and abs(first.x + first.w // 2 - middle) <= first.w * 3 // 4
    left = [at.x for at in others if not at.above and at.x < first.x]
    above = [at.x for at in others if at.above]
    right = [at.x for at in others if not at.above and at.x > first.x]
    assert [at.x for at in others] == left + above + right, "up the left side, along the top, down the right side"
    assert left == sorted(left, reverse=True) and above == sorted(above) and right == sorted(right, reverse=True)
    assert len(above) >= len(left) + len(right) - 1


# ---- sizes ---------------------------------------------------------------------------------------

TABLES: list[Board] = [
    holdem(6), holdem(10), holdem(9, 2), holdem(2, lying=0), stud(8), stud(2), stud(9, 4), stud(7, 7),
    all_in(3), all_in(10), all_in(4, 4, 2), all_in(8, 6, 0), showdown(1, 3), showdown(1, 9), showdown(3, 1, 4),
    showdown(2, 4, 7), PokerTable(holdem(9).players, Boards((tuple(cards("QS 7C 3H QC 9H")),), 5, cross=True), ()),
]  # fmt: skip


@pytest.mark.parametrize("board", TABLES, ids=range(len(TABLES)))
@pytest.mark.parametrize("style", [Style(), Style(four_colour=False)], ids=["four colours", "two"])
def test_a_full_table_is_small_enough(board: Board, style: Style) -> None:
    scene = Scene("Hold'em", "no limit · blinds 1 – 2 · hand 31", ("Turn",), board=board, style=style)
    crowded = isinstance(board, PokerTable) and board.open and len(board.players) > 6  # 28 faces and more, and backs
    assert len(card_art.table(scene)) <= (101 if crowded else 91) * KIB


@pytest.mark.parametrize("board", [holdem(6, low=True), holdem(8, 2, low=True), stud(8, low=True), all_in(9, low=True),
                                   showdown(1, 7, low=True)], ids=range(5))  # fmt: skip
def test_a_panel_is_small_enough(board: Board) -> None:
    scene = Scene("Hold'em", "no limit", ("Turn",), board=board)
    assert len(card_art.panel(scene, Hand(HAND.cards[:4], notes=("Two pair",)))) < 110 * KIB


@pytest.mark.parametrize("up", [1, 2, 4])
def test_an_up_card_of_eight_is_read_on_a_phone(up: int) -> None:
    board = stud(8, up)
    image = compose(Scene("Stud", board=board))
    lain = lay(8, True, False)
    for player, at in zip(board.players, lain.seats, strict=True):
        last = player.seat.shown[-1]
        width = min(round(lain.open / 1.1), int(at.w / (1 + _FAN * (up - 1))))
        assert width >= 98
        x = _left_of(image, Box(at.x, at.y - lain.open, at.w, lain.open), width)
        assert on_a_phone(image, Box(x, at.y - lain.open, width, lain.open), last, width) >= OTHER


def _left_of(image: Image.Image, box: Box, width: int) -> int:
    """Where the last card in a box begins: its right edge is the last paper in the middle of its height."""
    y = box.y + 6
    paper = [x for x in range(box.x, box.right) if min(image.getpixel((x, y))) > 225]  # type: ignore[type-var]
    return max(paper) + 4 - width


@pytest.mark.parametrize(("seats", "boards", "low", "least"), [(6, 1, False, 130), (10, 1, False, 108),
                                                                (6, 1, True, 140),
                                                                (6, 2, False, 104), (10, 2, True, 66)])  # fmt: skip
def test_the_board_is_the_largest_thing(
    seats: int, boards: int, low: bool, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    widths: list[int] = []
    whole = sprites.card
    monkeypatch.setattr(sprites, "card", lambda c, w, *a, **k: (widths.append(w), whole(c, w, *a, **k))[1])
    compose(Scene("Hold'em", board=holdem(seats, boards, low)))
    assert min(widths) >= least


# ---- its words ----------------------------------------------------------------------------------


def test_a_table_in_words() -> None:
    told = stud(2, 2).alt(card_text)
    assert "Main pot 137½. Side pot 9." in told
    assert "2 down, 4 in front" in told
    assert f"shows {card_text(PACK[0])} {card_text(PACK[1])}" in told
    assert "(to play, big blind)" in told
    wild = Player(Seat("Ana", "1", shown=tuple(cards("9C 10C"))), frozenset(cards("9C"))).alt(card_text)
    assert "9♣ (wild) 10♣" in wild


def test_boards_in_words() -> None:
    told = holdem(2, 2, lying=1).alt(card_text)
    assert f"Board A: {card_text(PACK[0])}. Board B: {card_text(PACK[5])}." in told


def test_chances_in_words() -> None:
    assert f"{PLAYERS[0]}: {card_text(PACK[0])} {card_text(PACK[1])}, two pair, kings, ≈50%." in all_in(2).alt(
        card_text
    )


def test_a_showdown_in_words() -> None:
    told = showdown(1, 1).alt(card_text)
    assert "full house, kings over nines (" in told
    assert "main pot 86½ + side pot 40, +80, 130 chips." in told
    assert told.endswith("Folded: Bo −2.")


# ---- single things -------------------------------------------------------------------------------


def test_many_side_pots_are_told_together() -> None:
    pots = [Pot("Main pot", 900), Pot("Side pot 1", 300), Pot("Side pot 2", 200)]
    assert middle._few(pots, 3) == pots
    assert middle._few(pots, 2) == [Pot("Main pot", 900), Pot("2 side pots", 500)]


@pytest.mark.parametrize(("called", "signs"), [
    ("pair of kings, ace-queen kicker", "pair of Ks, A-Q kicker"),
    ("two pair, kings and sixes, three kicker", "two pair, Ks and 6s, 3 kicker"),
    ("three threes, four kicker", "three 3s, 4 kicker"),
    ("four fours", "four 4s"),
    ("five aces", "five As"),
    ("flush, ace-queen-nine-eight-five high", "flush, A-Q-9-8-5 high"),
    ("straight to the four / 8-7-5-4-2 low", "straight to the 4 / 8-7-5-4-2 low"),
    ("three high", "3 high"),
    ("full house, twos over threes", "full house, 2s over 3s"),
])  # fmt: skip
def test_ranks_stand_as_on_cards_where_there_is_less_room(called: str, signs: str) -> None:
    assert _with_signs(called) == signs


def test_what_a_hand_is_called_is_said_in_fewer_words_before_it_is_smaller() -> None:
    called = "two pair, kings and queens, nine kicker"
    assert set_in(called, 31, 900) == (31, (called,))
    assert set_in(called, 31, 440) == (31, ("two pair, Ks and Qs, 9 kicker",))
    assert set_in(called, 31, 320, 2) == (31, ("two pair, kings and", "queens, nine kicker"))
    assert set_in(called, 31, 200)[1] == ("Ks+Qs, 9 kicker",)


LONG = (
    "full house, queens over sevens", "two pair, queens and sevens, eight kicker",
    "flush, queen-jack-nine-eight-seven high", "pair of queens, jack-nine-seven kicker",
    "three sevens, queen-eight kicker", "ace high, queen-jack-nine-eight kicker",
    "straight flush to the queen", "royal straight flush", "four sevens, queen kicker", "straight to the seven",
    "flush, king-queen-ten-eight-seven high / 8-7-5-4-2 low", "full house, queens over sevens / 10-9-8-7 badugi",
    "two pair, sevens and threes, queen kicker / Q♠", "K-Q-J-10-8 low",
)  # fmt: skip
"""Of every kind of hand the longest name, alone and with the name of a second half."""


def boards_with(called: str, n: int) -> Board:
    """All layouts in which hands are called something."""
    tables: list[Board] = [
        *(all_in(hands, low=low) for hands in (2, 3, 4, 6, 8, 10) for low in (False, True)), all_in(8, 6, 0),
        all_in(4, 4, 2), all_in(6, 4, 2), all_in(10, 4, 2, True), *(showdown(1, rows) for rows in (0, 2, 4, 9)),
        showdown(1, 7, low=True), showdown(3, 1, 4), showdown(2, 4, 7), showdown(1, 2, low=True), stud(2, low=True),
        stud(8, low=True), stud(5, low=True),
    ]  # fmt: skip
    board = tables[n]
    match board:
        case AllIn():
            sides = ((("side pot 1", "≈52%"), ("side pot 2", "100%")), (("side pot", "100%"),), ())
            hands = (replace(h, word=called, sides=sides[i % 3]) for i, h in enumerate(board.hands))
            return replace(board, hands=tuple(hands))
        case Showdown():
            best = (replace(one, called=called) for one in board.best)
            return replace(board, best=tuple(best), rows=tuple(replace(row, called=called) for row in board.rows))
        case PokerTable():
            return replace(board, players=(replace(board.players[0], made=called), *board.players[1:]))
        case _:
            raise AssertionError(board)


LAYOUTS = 26


@pytest.mark.parametrize("n", range(LAYOUTS))
def test_no_name_of_a_hand_is_cut_off_in_any_layout(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is anything else on the picture, with names of players as they are in a card room."""
    cut: list[str] = []
    fitted = text._fitted

    def noted(pieces: list[str], size: int, weight: int, room: float) -> tuple[list[str], int]:
        kept, condensed = fitted(pieces, size, weight, room)
        if kept != pieces:
            cut.append(f"{''.join(pieces)} in {room} at {size}")
        return kept, condensed

    monkeypatch.setattr(text, "_fitted", noted)
    monkeypatch.setattr(sprite_cache, "_cache", type(sprite_cache._cache)(8 << 20))
    for called in LONG:
        compose(Scene("Hold'em", board=boards_with(called, n)))
    names = tuple(text.clean(name, name=True)[:4] for name in PLAYERS)
    assert not [one for one in cut if not one.startswith(names)]


@pytest.mark.parametrize(
    "called", ["flush, ace-queen-nine-eight-five high", "flush, king-queen-ten-eight-seven high / 8-7-5-4-2 low"]
)
def test_ones_own_hand_is_said_whole_above_the_plate(called: str) -> None:
    for seats in (4, 8):
        room = lay(seats, True, True).seats[0].w - 10
        size, lines = in_two_lines(called, room)
        assert len(lines) <= 2
        assert max(label(line, size, weight=700).width for line in lines) * 0.88 <= room, "nothing is cut off"


def test_what_counts_is_raised_in_gold_and_the_rest_is_dim() -> None:
    """The winner's cards and the board: five of seven."""
    board = tuple(cards("AH KC 10D 7S 2C"))
    one = Best("Ana", 0, "", tuple(cards("AS AD")), board, frozenset(cards("AS AD AH KC 10D")), "three aces", "pot 41")
    counted = compose(Scene("Showdown", board=Showdown((one,), ())))
    plain = compose(
        Scene("Showdown", board=Showdown((Best("Ana", 0, "", one.own, board, frozenset(), "", "pot 41"),), ()))
    )
    assert counted.tobytes() != plain.tobytes()


@pytest.mark.parametrize("called", [called for called in LONG if "/" not in called])
def test_what_a_winner_has_stands_in_one_line_below_the_cards(called: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second line would lie on the cards; the stack and then the words give way."""
    lines: list[object] = []
    monkeypatch.setattr(hands, "paste_label", lambda *where: lines.append(where))
    board = tuple(cards("AH AC 10D 7S 2C"))
    own = tuple(cards("AS AD"))
    one = Best("Wilhelmina", 0, "", own, board, frozenset(own), called, "pot 300", "+200, 300 chips")
    compose(Scene("Showdown", board=Showdown((one,), ())))
    assert len(lines) == 1


def test_a_result_with_a_showdown_has_its_title_in_one_line() -> None:
    rows = (ResultRow("Ana", change="+8", total="96 chips", winner=True),)
    made = Results(
        "Showdown", "no limit Hold'em · hand 3", rows=rows, banner="Ana wins 41", boards=(("", showdown(1, 2)),)
    )
    assert compose_result(made).size == (WIDTH, showdown(1, 2).height)
    assert len(card_art.results(made)) <= 90 * KIB


def test_a_showdown_is_as_high_as_the_hands_in_it() -> None:
    heights = [showdown(best, rows).height for best, rows in ((1, 0), (1, 1), (1, 2), (2, 2), (2, 3))]
    assert heights == sorted(heights) and len({*heights[:4]}) == 4
    assert heights[0] < HEIGHT - 250 and heights[-1] == HEIGHT
    assert compose(Scene("Showdown", board=showdown(1, 0))).size == (WIDTH, heights[0])
    assert showdown(1, 0, low=True).height < showdown(1, 4, low=True).height == PANEL_TABLE


def test_a_cross_shows_every_index() -> None:
    five = tuple(cards("QS 7C 3H QC 9H"))
    board = PokerTable(holdem(9).players, Boards((five,), 5, wild=frozenset({card("9H")}), cross=True), ())
    assert len({*board.boards.cards[0]}) == 5
    assert "9♥ (wild)" in board.alt(card_text)
    compose(Scene("Iron Cross", board=board))
