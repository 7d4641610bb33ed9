"""A match that is over, seen again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.show.controls.components import Button
from bot.show.messages.page import MessageContent
from bot.show.pages import replays
from bot.show.pages.replays import END, Film, Place
from bot.store import journal
from bot.table import starting
from bot.table.errors import Rejected
from bot.table.state import BETWEEN, OVER
from card_art import scene as art
from cogs.games import hearts, war

from .tables import ANN, BOB, Tables, play_deal

STYLE = art.Style()


async def over(tables: Tables) -> Film:
    """A short match of Hearts, seen from the store alone."""
    s = await tables.started("hearts", ANN, BOB, house_players=2, cut="off", limit=50)
    for n in range(20):
        await play_deal(s, n)
        if s.table.phase == OVER:
            break
        assert s.table.phase == BETWEEN
        with pytest.raises(Rejected, match="No match at this table is over yet"):
            await replays.find(tables.store, s.id)
        await starting.next_deal(s, ANN)
    return await replays.find(tables.store, s.id)


def led_to(face: MessageContent) -> dict[str, str]:
    """Where each control leads, by its label."""
    return {b.label: b.id for row in face.rows for b in row if isinstance(b, Button) and not b.disabled}


def place_of(custom_id: str) -> Place:
    return Place.read(custom_id.rsplit(":", 1)[1])


async def frame(tables: Tables, film: Film, place: Place) -> MessageContent:
    return await replays.frame(tables.store, film, place, hearts.WORDS, STYLE)


async def test_step_by_step_through_a_whole_match(tables: Tables) -> None:
    film = await over(tables)
    place, seen, pictures = Place(1), [], set()
    while True:
        face = await frame(tables, film, place)
        ids = [b.id for row in face.rows for b in row]
        assert len(set(ids)) == len(ids) and all(len(id) <= 100 for id in ids)
        seen.append((place.deal, place.move))
        pictures.add(face.picture)
        if (on := led_to(face).get("▶")) is None:
            break
        place = place_of(on)
    moves = [len((await tables.store.read(journal.deal, d.id) or d).rows) for d in film.deals]
    assert seen == [(n, m) for n, count in enumerate(moves, 1) for m in range(count + 1)]
    assert len(pictures) > len(seen) * 0.9
    assert isinstance(face.picture, art.Results)
    assert f"hand {len(film.deals)} of {len(film.deals)} · move {moves[-1]} of {moves[-1]}" in face.text
    assert "Ann" in face.alt and "Bob" in face.alt
    while (back := led_to(face).get("◀")) is not None:
        seen.pop()
        face = await frame(tables, film, place_of(back))
        here = place_of(led_to(face)["▶"])
        assert (here.deal, here.move) == seen[-1] or here.move == 0 or here.move == seen[-1][1] + 1
    assert len(seen) == 1


async def test_deal_by_deal(tables: Tables) -> None:
    film = await over(tables)
    start = await frame(tables, film, Place(1))
    assert set(led_to(start)) == {"▶", "⏭", "Open all hands", "My moves"}
    end = place_of(led_to(start)["⏭"])
    assert (end.deal, end.move) == (1, END)
    result = await frame(tables, film, end)
    assert isinstance(result.picture, art.Results)
    back = place_of(led_to(result)["⏮"])
    assert (back.deal, back.move) == (1, 0)
    if len(film.deals) > 1:
        assert place_of(led_to(result)["⏭"]).deal == 2


async def test_as_a_spectator_saw_it_or_with_all_hands_open(tables: Tables) -> None:
    film = await over(tables)
    shut = await frame(tables, film, Place(1))
    assert isinstance(shut.picture, art.Scene)
    assert all(card is None for seat in shut.picture.seats for card in seat.hand)
    opened = await frame(tables, film, place_of(led_to(shut)["Open all hands"]))
    assert isinstance(opened.picture, art.Scene)
    assert len({card for hand in opened.picture.opened for card in hand.cards}) == 52
    assert [hand.name for hand in opened.picture.opened][:2] == ["Ann", "Bob"]
    assert all(f"Open hand of {hand.name}: " in opened.alt for hand in opened.picture.opened)
    assert led_to(opened)["As it was seen"]
    assert place_of(led_to(opened)["▶"]).opened


async def test_with_all_hands_open_the_trick_lies_as_it_lay(tables: Tables) -> None:
    film = await over(tables)
    lying = 0
    for move in range(12, 20):
        shut, opened = [(await frame(tables, film, Place(1, 1, move, one))).picture for one in (False, True)]
        assert isinstance(opened, art.Scene) and replace(opened, opened=()) == shut
        (trick,) = [piece for piece in opened.centre if isinstance(piece, art.Trick)]
        held = {card for hand in opened.opened for card in hand.cards}
        assert held and not held & {card for _, card in trick.cards}
        lying += len(trick.cards)
    assert lying > 8


async def test_where_nobody_holds_cards_none_are_opened(tables: Tables) -> None:
    s = await tables.started("war", ANN, BOB, cut="off")
    await play_deal(s)
    film = await replays.find(tables.store, s.id)
    face = await replays.frame(tables.store, film, Place(1), war.WORDS, STYLE)
    assert set(led_to(face)) == {"▶", "⏭"}


async def test_what_there_is_not(tables: Tables) -> None:
    film = await over(tables)
    with pytest.raises(Rejected, match="There is no match 2 at this table"):
        await replays.find(tables.store, "tab", 2)
    with pytest.raises(Rejected, match="No match at this table is over yet"):
        await replays.find(tables.store, "nix")
    with pytest.raises(Rejected, match="deals"):
        await frame(tables, film, Place(1, len(film.deals) + 1))
