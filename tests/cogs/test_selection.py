"""A move that is collected choice by choice, on Discord: Hearts, where the three cards to pass are named one by one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.cards import Card, card
from bot.engine.offers import Move, Offer
from bot.engine.view import View
from bot.games import hearts
from bot.show.words.layout import Layout
from bot.show.words.sentences import Who, cards_text
from bot.show.words.verbs import Collected

from .server import Server, hand, labels, said
from .test_controls import menu, panel


class OneByOne(Offer):
    """Three cards, one after the other."""

    def __init__(self, kind: type[Move], among: Collection[Card], least: int, most: int) -> None:
        self.kind, self.hand, self.count = kind, among, most

    def next(self, parts: Sequence[Any]) -> Collection[Any]:
        return [c for c in self.hand if c not in parts] if len(parts) < self.count else ()

    def finish(self, parts: Sequence[Any]) -> Move | str:
        return self.kind(tuple(parts)) if len(parts) == self.count else f"Choose {self.count - len(parts)} more."


@pytest.fixture
def one_by_one(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    words = server.bot.room.words["hearts"]
    asked = replace(words.verbs[hearts.Pass], collected=Collected(lambda view, parts: f"To pass: {cards_text(parts)}"))
    monkeypatch.setattr(hearts, "SomeOf", OneByOne)
    verbs = {**words.verbs, hearts.Pass: asked}
    monkeypatch.setitem(server.bot.room.words, "hearts", replace(words, verbs=verbs))  # type: ignore[arg-type]


@pytest.mark.usefixtures("one_by_one")
async def test_cards_are_collected_undone_and_passed(server: Server) -> None:
    ana = server.person("ana")
    session = await server.hearts(ana)
    a, b, c, d = hand(session, 0)[:4]
    for chosen in (a, b):
        await ana.user.select(panel(ana), [chosen])
    assert f"To pass: {cards_text([card(a), card(b)])}" in panel(ana).content
    assert not {a, b} & {*menu(panel(ana))}
    assert {"Undo", "Clear"} <= {*labels(panel(ana))} and "Pass these" not in labels(panel(ana))
    await ana.user.click(panel(ana), label="Undo")
    assert b in menu(panel(ana))
    await ana.user.click(panel(ana), label="Clear")
    assert "To pass" not in panel(ana).content and a in menu(panel(ana))
    for chosen in (b, c, d):
        await ana.user.select(panel(ana), [chosen])
    await ana.user.click(panel(ana), label="Pass these")
    assert not {b, c, d} & {*hand(session, 0)} and a in hand(session, 0)
    assert "To pass" not in panel(ana).content


@pytest.mark.usefixtures("one_by_one")
async def test_what_is_chosen_is_a_fact_of_its_owners_panel_alone(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = server.bot.room.words["hearts"]

    def layout(view: View, who: Who) -> Layout:
        return replace(words.layout(view, who), subtitle=f"chosen {cards_text(view.facts.get('draft', ()))}")

    monkeypatch.setitem(server.bot.room.words, "hearts", replace(words, layout=layout))  # type: ignore[arg-type]
    ana = server.person("ana")
    session = await server.hearts(ana)
    first = hand(session, 0)[0]
    await ana.user.select(panel(ana), [first])
    builder = server.bot.room.builder
    told = f"Chosen {cards_text([card(first)])}."
    assert told in builder.panel(session.table, 0).alt and told not in builder.panel(session.table, 1).alt
    assert "Chosen ." in builder.snapshot(session.table).public.alt


@pytest.mark.usefixtures("one_by_one")
async def test_a_control_of_other_choices_is_refused_and_the_panel_shows_what_stands(server: Server) -> None:
    ana = server.person("ana")
    session = await server.hearts(ana)
    a, b = hand(session, 0)[:2]
    await ana.user.select(panel(ana), [a])
    old = (await ana.click(server.board, label="My hand")).response
    await ana.user.select(panel(ana), [b])
    before = await server.books()
    assert said(await ana.click(old, label="Undo")) == "What you had chosen is not there any more; choose again."
    assert server.bot.room.builder.drafts.of(session.table, 0).parts == (card(a), card(b))
    assert await server.books() == before
    await ana.click(old, label="Undo")  # it shows what stands by now
    assert server.bot.room.builder.drafts.of(session.table, 0).parts == (card(a),)
