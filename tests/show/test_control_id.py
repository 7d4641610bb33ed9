"""What stands in a custom_id, and that it is read as it was written."""

from __future__ import annotations

import pytest

from bot.show.controls.control_id import BUTTON, FORM, MEANT, MENU, ControlId, button_id, form_id, menu_id

EVERY = {
    "cr:k7m2n4p:12:bet:100": ControlId(BUTTON, "k7m2n4p", 12, "bet", "100"),
    "cr:k7m2n4p:12:bet:~pot": ControlId(BUTTON, "k7m2n4p", 12, "bet", "~pot"),
    "cr:k7m2n4p:12:?bet:": ControlId(BUTTON, "k7m2n4p", 12, "bet", "", "?"),
    "cr:k7m2n4p:12:<meld:11-3.": ControlId(BUTTON, "k7m2n4p", 12, "meld", "11-3.", "<"),
    "cr:k7m2n4p:12:^meld:": ControlId(BUTTON, "k7m2n4p", 12, "meld", "", "^"),
    "cr:k7m2n4p:0:!@close:": ControlId(BUTTON, "k7m2n4p", 0, "@close", "", "!"),
    "cr:k7m2n4p:0:!@void:k7m2n4p-d1.it: hung": ControlId(BUTTON, "k7m2n4p", 0, "@void", "k7m2n4p-d1.it: hung", "!"),
    "cr:bank:0:@history:2": ControlId(BUTTON, "bank", 0, "@history", "2"),
    "cm:k7m2n4p:12:lay-away:/1": ControlId(MENU, "k7m2n4p", 12, "lay-away", "/1"),
    "cm:cardroom:0:@games:": ControlId(MENU, "cardroom", 0, "@games"),
    "cx:k7m2n4p:12:bet": ControlId(FORM, "k7m2n4p", 12, "bet"),
    "cx:k7m2n4p:3:@options:1": ControlId(FORM, "k7m2n4p", 3, "@options", "1"),
}


@pytest.mark.parametrize("text", EVERY)
def test_an_id_is_read_as_it_was_written(text: str) -> None:
    assert ControlId.parse(text) == EVERY[text] and str(EVERY[text]) == text
    assert EVERY[text].is_move == ("@" not in text)


@pytest.mark.parametrize("text", ["", "cr", "cr:k7m2n4p:12", "cr:k7m2n4p:x:bet:", "cr:K7:1:bet:", "cr:k7:1:!!bet:",
                                  "xcr:k7:1:bet:", "a form of somebody else's"])  # fmt: skip
def test_what_is_none_of_ours_is_not_read(text: str) -> None:
    assert ControlId.parse(text) is None


def test_each_kind_has_its_maker() -> None:
    assert button_id("k7m2n4p", 3, "@close", mark=MEANT) == "cr:k7m2n4p:3:!@close:"
    assert menu_id("k7m2n4p", 3, "pass") == "cm:k7m2n4p:3:pass:"
    assert form_id("k7m2n4p", 3, "bet") == "cx:k7m2n4p:3:bet"
    assert form_id("cardroom", 0, "@usual", "hearts.1") == "cx:cardroom:0:@usual:hearts.1"
