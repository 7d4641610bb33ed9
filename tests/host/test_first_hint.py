"""Which buttons a first hand's hint names."""

from __future__ import annotations

from bot.show.controls import Button, Menu, Option, button_id, menu_id, what_to_press

MENU = Menu(menu_id("t", 1, "pass"), "Choose three cards to pass.", (Option("2♣", "2C"),))


def button(verb: str, label: str) -> Button:
    return Button(button_id("t", 1, verb), label, "success")


def test_a_menu_that_is_only_a_draft_wants_its_button_too() -> None:
    said = what_to_press([MENU, button("pass", "Pass these")])
    assert said == "Now choose from the menu “Choose three cards to pass.”, then press **Pass these**."


def test_a_menu_that_does_all_by_itself_stands_beside_the_others() -> None:
    said = what_to_press([MENU, button("draw", "Draw")])
    assert said == "Now choose from the menu “Choose three cards to pass.”, or press **Draw**."
