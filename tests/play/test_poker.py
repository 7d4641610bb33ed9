"""Poker in the browser: a hand of hold'em on a phone, and a night whose dealer names a variant."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from bot.engine.deal import Deal
from bot.engine.moments import stands
from bot.table.session import Session

from .conftest import DESKTOP, PHONE, Evening, Player

TURN = re.compile(r"^(Check|Call .*|Once is enough|Next hand|Rematch)$")


@pytest.mark.parametrize("width", [PHONE])
async def test_a_hand_of_checks_and_calls(evening: Evening, width: int) -> None:
    ana = await evening.seat("Ana", "chips", width)
    await ana.open_table("poker cut:off hands:1", 3)
    await ana.press(ana.table, "Start")
    await expect(ana.table).to_contain_text("Poker: Hold'em")
    await ana.fits()
    await ana.play_on(TURN)
    await ana.fits()
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile("Hold'em"))


@pytest.mark.parametrize("width", [DESKTOP])
async def test_a_dealer_names_a_variant_its_limit_and_for_how_long(evening: Evening, width: int) -> None:
    ana, bo = await evening.seat("Ana", "chips", width), await evening.seat("Bo", "chips", width)
    await ana.use("night start")
    await bo.press(bo.table, "Join")
    await ana.press(ana.table, "Start")
    await ana.table.locator("button.select").click()
    await ana.page.locator(".dropdown [role=option]", has_text="Poker").last.click()
    await expect(ana.table).to_contain_text("which of them?")
    await ana.table.locator("button.select", has_text="Stud games").click()
    await ana.page.locator(".dropdown [role=option]", has_text="Razz").click()
    await expect(ana.table).to_contain_text("At which limit")
    await ana.press(ana.table, "Fixed limit, one hand")
    await expect(ana.table).to_contain_text("Poker: Razz")
    await ana.fits()


async def test_a_winner_shows_or_does_not_by_the_buttons_that_stand_there(evening: Evening) -> None:
    people = {name: await evening.seat(name, "chips", PHONE) for name in ("Ana", "Bo")}
    people["Cleo"] = await evening.seat("Cleo", "chips", DESKTOP)
    ana = people["Ana"]
    await ana.open_table("poker cut:off", 0)
    for name in ("Bo", "Cleo"):
        await people[name].press(people[name].table, "Join")
    await ana.press(ana.table, "Start")
    await expect(ana.table).to_contain_text("to play")
    (session,) = evening.bot.room.sessions.values()
    shown = await a_hand(session, people, "Show")
    assert "Show" in [type(row.move).__name__ for row in shown.rows]
    await expect(ana.table).to_contain_text("The next hand begins")
    for label, person in zip(("Next hand", "Next hand (1 of 3)", "Next hand (2 of 3)"), people.values(), strict=True):
        await person.press(person.table, label)
    await expect(ana.table).to_contain_text("hand 2")
    kept = await a_hand(session, people, "Don't show")
    assert "DontShow" in [type(row.move).__name__ for row in kept.rows]
    await ana.fits()


async def a_hand(session: Session, people: dict[str, Player], label: str) -> Deal:
    """A hand in which all fold to one, who then presses this."""
    deal = session.table.deal
    assert deal is not None
    while not stands(deal.ask):
        mover = people[session.table.chairs[next(iter(session.table.turns))].name]
        await mover.press(mover.table, "Fold")
        await expect(mover.table).to_contain_text(re.compile(f"{mover.name} folds|takes the pot"))
    assert deal.ask is not None
    for winner in [seat for seat, offers in deal.ask.offers.items() if offers]:
        person = people[session.table.chairs[winner].name]
        await person.press(person.table, label)
    return deal


async def test_sizes_by_buttons_and_by_words_and_a_move_in_advance(evening: Evening) -> None:
    ana, bo = await evening.seat("Ana", "chips", PHONE), await evening.seat("Bo", "chips", DESKTOP)
    await ana.open_table("poker cut:off", 0)
    await bo.press(bo.table, "Join with…")
    form = bo.page.locator("dialog.modal")
    await form.locator("[data-custom-id=brought]").fill("150")
    await form.get_by_role("button", name="Submit").click()
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile("2 of 10 seated.*Bo: 150"))
    await ana.press(ana.table, "Start")
    await expect(ana.table).to_contain_text("to play")
    (session,) = evening.bot.room.sessions.values()
    (turn,) = session.table.turns
    opener, other = (ana, bo) if session.table.chairs[turn].name == "Ana" else (bo, ana)
    await other.my_hand()
    await other.press(other.panel, "Call any")
    await other.yes.click()
    await expect(other.panel.get_by_role("button", name="✓ Call any")).to_be_visible()
    await opener.my_hand()
    await opener.press(opener.panel, "3× 6")
    await expect(opener.table).to_contain_text("Flop:")
    await other.fits()
    await other.press(other.panel, "Other…")
    form = other.page.locator("dialog.modal")
    await form.locator("[data-custom-id=amount]").fill("half")
    await form.get_by_role("button", name="Submit").click()
    await expect(opener.panel).to_contain_text(f"{other.name} bets 6.")
    await opener.press(opener.panel, "Fold")
    await expect(opener.table).to_contain_text(f"{other.name} takes the pot")
