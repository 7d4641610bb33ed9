"""**My moves** in the browser: from the result of a match to the decision that cost most, and another try."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256
from itertools import count
from random import Random

import pytest
from playwright.async_api import expect

from .conftest import DESKTOP, PHONE, Evening


@pytest.mark.parametrize("width", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.soak)])
async def test_what_cost_most_and_another_try(evening: Evening, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    number = count()
    monkeypatch.setattr(secrets, "token_bytes", lambda n: sha256(b"%d" % next(number)).digest()[:n])
    monkeypatch.setattr(secrets, "choice", Random(7).choice)  # part of every seal
    ana = await evening.seat("Ana", "chips", width)
    await ana.use("blackjack rounds:1")
    await ana.press(ana.table, "Start")
    await ana.press(ana.table, "Min 1")
    await ana.play_on(re.compile("^(Hit|No|Rematch)$"))
    await ana.press(ana.table, "My moves")
    own = ana.page.locator("article.message.ephemeral").last
    await expect(own).to_contain_text("as a club player's.")
    await ana.press(own, "Show me ▶")
    await expect(own).to_contain_text("You chose Hit. Better was Stand, worth about +")
    await expect(own.locator("figure img")).to_be_visible()
    await ana.fits()
    await own.locator("button.select").click()
    await ana.page.locator(".dropdown [role=option]").filter(has_text="Hit").click()
    await expect(own).to_contain_text("Hit is worth about")
    await ana.fits()
