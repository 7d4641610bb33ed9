"""The same house player has the same face wherever they are shown, and is called one in words."""

from __future__ import annotations

import json
from typing import Any

from bot.show.messages.alt import Picture
from bot.show.messages.builder import Snapshot
from bot.show.pages import replays
from bot.show.pages.replays import END, Place
from bot.store import journal
from bot.table import lobby, starting
from bot.table.state import BETWEEN, OVER
from card_art import scene as art
from cogs.games import hearts

from .tables import ANN, BOB, CLEO, Tables, play_deal

HOUSE = {"Ada": art.house_face("Ada"), "Bertie": art.house_face("Bertie")}


def faces(picture: Picture | None) -> dict[str, str]:
    """The keys of the faces in a picture of a table, of a result or of a match's end, by name."""
    if isinstance(picture, tuple):
        picture = picture[0]
    if isinstance(picture, art.MatchEnd):
        assert isinstance(picture.others, art.Rows)
        people = [*picture.winners, *(person for row in picture.others.rows for person in row.people)]
        return {person.name: person.face for person in people if person.face}
    assert isinstance(picture, art.Scene | art.Results)
    shown: tuple[Any, ...] = picture.seats if isinstance(picture, art.Scene) else picture.rows
    return {each.name: each.face for each in shown if each.face}


def snapshot(tables: Tables, s: Any) -> Snapshot:
    return tables.builder.snapshot(s.table)


async def test_from_the_lobby_to_the_replay(tables: Tables) -> None:
    s = await tables.open("hearts", ANN, BOB, house_players=2, limit=50)
    waiting = snapshot(tables, s)
    assert faces(waiting.public.picture) == HOUSE
    assert "Ada (house player):" in waiting.public.alt
    await starting.start(s, ANN)
    dealt = snapshot(tables, s)
    assert faces(dealt.public.picture) == faces(dealt.private[ANN].picture) == HOUSE
    assert "house player" in dealt.public.alt and "house player" in dealt.private[ANN].alt
    for n in range(20):
        await play_deal(s, n)
        ended = snapshot(tables, s)
        assert faces(ended.public.picture) == HOUSE
        assert "Ada (house player)" in ended.public.alt
        if s.table.phase == OVER:
            break
        assert s.table.phase == BETWEEN
        await starting.next_deal(s, ANN)
    film = await replays.find(tables.store, s.id)
    for place in (Place(1, 1), Place(1, len(film.deals), END)):
        seen = await replays.frame(tables.store, film, place, hearts.WORDS, art.Style())
        assert faces(seen.picture) == HOUSE
        assert "Ada (" in seen.alt and "house player" in seen.alt


async def test_a_person_on_the_seat_has_no_face_of_the_house_whatever_the_name(tables: Tables) -> None:
    s = await tables.open("hearts", ANN, BOB, house_players=2)
    await lobby.take(s, CLEO, "Ada", 2)
    shown = snapshot(tables, s).public
    assert faces(shown.picture) == {"Bertie": HOUSE["Bertie"]}
    assert shown.alt.count("house player") >= 1 and "Ada (house player)" not in shown.alt


async def test_deals_of_before_do_not_say_who_was_of_the_house(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, house_players=2, limit=50)
    await play_deal(s, 0)
    (brief,) = await tables.store.read(journal.deals, s.table.match_id)
    start = json.loads(brief.start)
    assert start["house"] == [2, 3] and start["names"][2:] == [*HOUSE]
    del start["house"]
    who = replays.people(start, 4, art.Style())
    assert [who.avatar(seat) for seat in range(4)] == [""] * 4 and who(2) == "Ada"
