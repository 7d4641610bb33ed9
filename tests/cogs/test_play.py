"""`/play` takes every move of every game: as it is spelt, and in the words of its button; and lists each kind."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from bot.engine.deal import Deal
from bot.engine.offers import Move, Offer, verb
from bot.games.catalog import GAMES
from bot.games.gin_rummy import BigGin
from bot.games.hearts import Choose as ChooseMoon
from bot.show.controls.typed import labels_of, proposals, read_move, spelt
from bot.show.words.game import EVERYWHERE, Words
from bot.show.words.sentences import Who
from bot.table.state import DEAL
from cogs.games import every_word
from cogs.games.hearts import WORDS
from tests.conformance.play import moves_made, play_match, rather
from tests.engine.toys import Listed

from .server import Server

FREE = ("note", "phrase", "say")
"""Behind these verbs words are typed: a list can only begin them."""
LOOKED_AT = 12
"""How many moves of an offer are typed."""
TIMES = 3
"""So often each kind of move is looked at."""
SELDOM = {("hearts", ChooseMoon), ("gin-rummy", BigGin)}
"""Moves that random matches do not reach; they have tests of their own."""


def session_of(deal: Deal) -> Any:
    """As much of a table as typing looks at: everybody sits on the seat of their number."""
    assert deal.ask
    return SimpleNamespace(
        deal=deal, phase=DEAL, game=deal.game, turns=deal.ask.waits_for, seat_of=lambda user: user, named=str,
        chairs=[SimpleNamespace(name=f"p{n}") for n in range(deal.table.seats)],
    )  # fmt: skip


class Typist:
    """Watches a match, and types what each seat may do in every way in which it is said."""

    def __init__(self, words: Words) -> None:
        self.words, self.typed = words, Counter[type[Move]]()

    def __call__(self, deal: Deal) -> None:
        if not deal.ask:
            return
        session = session_of(deal)
        for seat in range(deal.table.seats):
            offers = [o for o in deal.offers(seat) if o]
            if new := [o for o in offers if self.typed[o.kind] < TIMES]:
                self.look(session, seat, new)

    def look(self, session: Any, seat: int, new: list[Offer]) -> None:
        who = Who(tuple(c.name for c in session.chairs))
        labels = labels_of(session, seat, self.words, who)
        listed = proposals(session, seat, "", self.words, who)
        assert len(listed) <= 25
        for offer in new:
            called = verb(offer.kind)
            free = offer.free_text
            moves = [offer.kind("two or three")] if free else [*islice(offer.moves(), LOOKED_AT)]
            values = [value for _, value in listed]
            told = called in {value.split()[0] for value in values}
            assert not told if offer.unlisted else told or called == "play", (called, values)
            for move in moves:
                label = labels.free(offer, move.parts[0]) if free else labels.of(offer, move)
                for typed in (label, label.lower(), f"{called} {spelt(offer, move)}".strip() if not free else
                              f"{called} {move.parts[0]}"):  # fmt: skip
                    made = read_move(session, seat, typed, labels=labels)
                    again = offer.finish(made.parts)
                    assert made == move or again == move or labels.of(offer, made) == label, (typed, made, move)
            self.typed[offer.kind] += 1
        for label, value in listed:
            if value not in FREE:
                read_move(session, seat, value, labels=labels)
                read_move(session, seat, label, labels=labels)


@pytest.mark.parametrize("slug", GAMES)
def test_every_move_is_listed_and_read_in_the_words_of_its_button(slug: str) -> None:
    words = every_word()[slug]
    typist = Typist(words)
    moves = (*moves_made(words.game), *EVERYWHERE)
    wanted = {k for k in moves if words.verb(k) and (slug, k) not in SELDOM}
    for seed in range(240):
        play_match(GAMES[slug], f"typed {seed}", typist, rather(words.game, seed))
        if wanted <= typist.typed.keys():
            break
    assert typist.typed.keys() >= wanted, [k.__name__ for k in wanted - typist.typed.keys()]


class Group(NamedTuple):
    rank: int
    naturals: int
    twos: int
    jokers: int = 0


class Meld(Move):
    groups: tuple[Group, ...]


async def test_groups_of_cards_are_listed_and_read(server: Server) -> None:
    """Commas part the groups, and the cards of a group are said in any order."""
    ana = server.person("ana")
    session = await server.hearts(ana)
    assert session.table.deal is not None
    assert session.table.deal.ask is not None
    kings, fives = Group(13, 2, 1), Group(5, 3, 0)
    offer = Listed(Meld, [Meld((kings,)), Meld((kings, fives)), Meld((fives,))])
    offer.grouped = True
    session.table.deal.ask.offers = {0: [offer]}
    session.table.game = replace(session.table.game, moves=(*session.table.game.moves, Meld))
    assert await server.offered(ana, "play", "move", "") == ["meld K K 2", "meld 5 5 5", "meld K K 2, 5 5 5"]
    assert await server.offered(ana, "play", "move", "meld K 2") == ["meld K K 2", "meld K K 2, 5 5 5"]
    assert await server.offered(ana, "play", "move", "meld K K 2, 5") == ["meld K K 2, 5 5 5"]
    assert read_move(session.table, ana.id, "meld K K 2, 5 5 5") == Meld((kings, fives))
    (listed,) = await ana.autocomplete(server.channel, "play", "move", "5")
    assert listed == {"name": "Meld 5 5 5", "value": "meld 5 5 5"}
    labels = labels_of(session.table, ana.id, WORDS, Who(("ana", "a", "b", "c")))
    assert read_move(session.table, ana.id, "Meld K K 2, 5 5 5", labels=labels) == Meld((kings, fives))


async def test_free_words_are_listed_by_their_button_and_never_by_mistake(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.red_dog(ana, bo, cut="offer")
    named = [c["name"] for c in await ana.autocomplete(server.channel, "play", "move", "")]
    assert named[:5] == ["Cut 5: Near the top", "Cut 17: At a third", "Cut 26: In the middle", "Cut 34: At two thirds",
                         "Cut 47: Near the bottom"]  # fmt: skip
    assert named[-2:] == ["Let the dealer cut", "Add a note …"]
    assert [c["name"] for c in await bo.autocomplete(server.channel, "play", "move", "add a note: Hello, all")] == [
        "Add a note: Hello, all"
    ]
    before = await server.books()
    assert (
        await server.slash(ana, "play", move="Hello, all")
        == "That is no move that you can make now; `/moves` lists yours."
    )
    assert await server.books() == before
    assert await server.slash(ana, "play", move="Add a note: Hello, all") == "✓ Note Hello, all"
    assert await server.slash(ana, "play", move="let the dealer cut") == "✓ Let the dealer cut"
