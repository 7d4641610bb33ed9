"""A cloth that no file but its own knows: everything that is drawn on a table is drawn on it."""

from __future__ import annotations

import importlib
import io
import pkgutil
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from PIL import Image

import card_art
from bot.engine.cards import cards
from card_art import boards
from card_art.boards.canasta import CanastaTable, Discards, Meld, Member
from card_art.boards.canasta import Side as Partners
from card_art.boards.canfield import CanfieldBoard, Pile
from card_art.boards.cribbage import PegBoard
from card_art.boards.melds import MeldsBoard, MeldsResult, Side
from card_art.ink import png_palette
from card_art.ink.cloths import CLOTHS, ClothColours
from card_art.ink.palette import felt_levels
from card_art.scene import Board, ResultRow, Results, Scene, Seat, Style
from card_art.tables import portraits
from tests.art import (
    test_cribbage,
    test_jenny_jenny,
    test_jubilee,
    test_neosho_rapids,
    test_poker,
    test_switch,
    test_tablanette,
    test_twos,
    test_war,
)
from tests.art.avatars import avatar
from tests.art.moments import blackjack, in_between, reveal, trick
from tests.art.scenes import HAND, hearts, red_dog, result

DUSK = Style(cloth="dusk")
SIDES = tuple(
    Side(name, n, "38 points", (tuple(cards("4C 5C 6C")),), deadwood=tuple(cards("KD 2S")), count="12")
    for n, name in enumerate(("Ana", "Bo"))
)
HEAP = Pile("Stock", 26)
PARTNERS = tuple(
    Partners(
        (Member("Ana", n), Member("Bo", n + 2)), "525", "50 made", True, (Meld(cards("AS")[0], 4),),
        tuple(cards("3H 3H")), "+200", own=bool(n),
    ) for n in range(2)
)  # fmt: skip
CANASTA = CanastaTable(
    tuple(Seat(name, number=n) for n, name in enumerate(("Ana", "Bo", "Cleo", "Dee"))), (PARTNERS[0], PARTNERS[1]), 44,
    Discards(15, cards("4S")[0], True),
)  # fmt: skip
BOARDS: list[Board] = [
    *test_cribbage.FULL, PegBoard(test_cribbage.pegs()), test_jubilee.table(4), test_jubilee.table(4, shown=2),
    test_switch.board(4), test_switch.board(9), test_twos.table(4), test_tablanette.table(9, 2),
    test_jenny_jenny.table(4, 4, 3), test_neosho_rapids.FULL, test_poker.holdem(6), test_poker.stud(5),
    test_poker.all_in(4), test_poker.showdown(1, 2), test_poker.showdown(2, 8), test_war.wars(1),
    test_war.result().boards[0][1], MeldsBoard(SIDES), MeldsResult((SIDES[0], SIDES[1])), CANASTA,
    CanfieldBoard(
        reserve=HEAP, stock=HEAP, waste=HEAP, homes=((None, "K♣"),) * 4, columns=((cards("7H")[0],), (), (), ())
    ),
]  # fmt: skip


@pytest.fixture
def face(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The key of a face that is known, at tables of which none is covered with a cloth of today."""
    for name in [*CLOTHS]:
        monkeypatch.delitem(CLOTHS, name)
    monkeypatch.setitem(CLOTHS, "dusk", ClothColours(lamp="#5a3a72", edge="#160a2a", mat="#22103f", seam="#5d4a7a"))
    monkeypatch.setattr(portraits, "_kept", {})
    small = portraits.shrunk(avatar((40, 90, 200)))
    portraits.keep(small)
    yield portraits.key_of(small)
    portraits._opened.cache_clear()  # pyright: ignore[reportPrivateUsage]
    felt_levels.cache_clear()
    png_palette.paints.cache_clear()


def with_face(part: Any, key: str) -> Any:
    """The same with everybody's own picture."""
    if isinstance(part, tuple):
        made = [with_face(each, key) for each in part]
        return type(part)(*made) if hasattr(part, "_fields") else tuple(made)
    if is_dataclass(part) and not isinstance(part, type):
        now = {f.name: key if f.name == "face" else with_face(getattr(part, f.name), key) for f in fields(part)}
        return replace(part, **now)
    return part


def colours(png: bytes) -> set[tuple[int, int, int]]:
    with Image.open(io.BytesIO(png)) as image:
        return {colour for _, colour in image.convert("RGB").getcolors(1 << 24) or ()}  # type: ignore[misc]


def test_every_board_is_among_them() -> None:
    for module in pkgutil.walk_packages(boards.__path__, boards.__name__ + "."):
        importlib.import_module(module.name)
    ours = {kind.__name__ for kind in Board.__subclasses__() if kind.__module__.startswith(boards.__name__)}
    assert {type(board).__name__ for board in BOARDS} == ours


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: type(board).__name__)
def test_a_board_lies_on_any_cloth(board: Board, face: str) -> None:
    board = with_face(board, face)
    if type(board).below:
        rows = tuple(ResultRow(name, number=n, face=face) for n, name in enumerate(("Ana", "Bo")))
        png = card_art.results(Results("Any", rows=rows, boards=(("", board),), style=DUSK))
    else:
        png = card_art.table(Scene("Any", board=board, style=DUSK))
    assert {*felt_levels("dusk")[2:-2]} & colours(png) and colours(png) <= {*png_palette.paints("dusk")}


def test_so_do_tables_panels_and_results(face: str) -> None:
    for scene in (hearts(), red_dog(7), blackjack(), in_between(), reveal(), trick(4)):
        made = replace(with_face(replace(scene, style=Style()), face), style=DUSK)
        assert colours(card_art.table(made)) <= {*png_palette.paints("dusk")}
        assert colours(card_art.panel(made, HAND)) <= {*png_palette.paints("dusk")}
    assert colours(card_art.results(replace(result(4, 5), style=DUSK))) <= {*png_palette.paints("dusk")}
