"""Which buttons a first hand's hint names."""

from __future__ import annotations

from dataclasses import replace

from bot.show.controls.components import Button, Menu, Option, what_to_press
from bot.show.controls.control_id import button_id, menu_id

MENU = Menu(menu_id("t", 1, "pass"), "Choose three cards to pass.", (Option("2♣", "2C"),))


def button(verb: str, label: str) -> Button:
    return Button(button_id("t", 1, verb), label, "success")


def test_a_menu_that_is_only_a_draft_wants_its_button_too() -> None:
    said = what_to_press([MENU, button("pass", "Pass these")])
    assert said == "Now choose from the menu “Choose three cards to pass”, then press **Pass these**."


def test_a_menu_that_does_all_by_itself_stands_beside_the_others() -> None:
    said = what_to_press([MENU, button("draw", "Draw")])
    assert said == "Now choose from the menu “Choose three cards to pass”, or press **Draw**."


def test_the_button_that_stands_out_goes_before_one_that_asks_for_more() -> None:
    cut = replace(button("cutanywhere", "Cut"), style="primary")
    said = what_to_press([MENU, button("cut", "Cut at…"), cut])
    assert said.endswith(", or press **Cut**.")


def test_what_else_may_be_made_of_a_choice_and_what_there_is_instead_of_it() -> None:
    """A card that is chosen may be thrown, or laid down to knock; before that neither can be pressed."""
    throw = Menu(menu_id("t", 1, "discard"), "Throw a card away.", (Option("2♣", "2C"),))
    chosen = [
        throw,
        Button(button_id("t", 1, "discard", "2C"), "Discard"),
        Button(button_id("t", 1, "knock", "2C"), "Knock"),
    ]
    assert what_to_press(chosen).endswith("“Throw a card away”, then press **Discard** or **Knock**.")
    shut = [
        throw,
        *(
            replace(b, id=button_id("t", 1, v), disabled=True)
            for b, v in zip(chosen[1:], ("discard", "knock"), strict=True)
        ),
    ]
    assert what_to_press(shut).endswith("“Throw a card away”, then press **Discard**.")


def test_whoever_wants_nothing_of_a_menu_is_told_what_else_there_is() -> None:
    count = Menu(menu_id("t", 1, "count"), "Which cards score together?", (Option("2♣", "2C"),))
    said = what_to_press([count, button("count", "Peg it"), button("done", "That's all")])
    assert said.endswith("“Which cards score together?”, then press **Peg it**, or press **That's all**.")
    meld = Menu(menu_id("t", 1, "meld"), "Meld, if you like.", (Option("three jacks", "11-3"),))
    said = what_to_press([meld, button("meld", "Lay down"), Menu(menu_id("t", 1, "discard"), "Throw a card.", ())])
    assert said.endswith("“Meld, if you like”, then press **Lay down**, or choose from “Throw a card”.")


def test_a_button_that_costs_is_no_example() -> None:
    cards = [replace(button("play", f"{n}"), style="danger" if n < 2 else "primary") for n in range(5)]
    assert what_to_press(cards) == "Now press one of the buttons, **2** for example."
    assert what_to_press([replace(one, style="danger") for one in cards]).endswith("**0** for example.")


def test_what_takes_a_choice_back_is_not_named_and_a_later_menu_is() -> None:
    back = [button("<raid", "Undo"), button("^raid", "Clear")]
    menu = Menu(menu_id("t", 1, "raid"), "Raid whom?", (Option("Bo", "1"),))
    said = what_to_press([button("draw", "Draw"), menu, *back])
    assert said == "Now press **Draw**, or choose from “Raid whom?”."
