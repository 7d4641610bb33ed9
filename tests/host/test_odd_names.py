"""Moves that name a player: whatever is proposed for them is read as that player, however people are called."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.engine.controls import kind_of, kinds
from bot.engine.offers import Move
from bot.games.cash import moves as m
from bot.games.catalog import GAMES
from bot.show.controls import typed
from bot.show.controls.labels import tokens
from bot.table import lobby, starting
from bot.table.session import Session
from bot.table.state import DEAL
from tests.show.test_typed_names import ODD

from .tables import ANN, BOB, CLEO, DAN, Tables, play_one

NAMING = [
    slug for slug, game in GAMES.items() if any("seat" in kinds(each)[0] for each in game.moves)
]  # fmt: skip
OPTIONS: dict[str, dict[str, Any]] = {
    "cash": {"counter": "named", "teams": "chosen"},
    "jenny-jenny": {"market": "open"},
}
"""With which players are named."""
SETS = [ODD[n : n + 4] for n in range(0, len(ODD) - 3, 4)]
SETS += [["Ana", "Ana", "ana", "Ana (2)"], ["2", "1", "0", "3"], ["Bo", "Bo!", "“Bo”", "Bo 9"]]


def meant(s: Session, seat: int, move: Move) -> set[int]:
    """Whom a move names."""
    assert s.table.deal is not None
    offer = next(o for o in s.table.deal.offers(seat) if o.kind is type(move))
    return {p for n, p in enumerate(move.parts) if kind_of(offer, n) == "seat" and isinstance(p, int)}


def check(tables: Tables, s: Session) -> int:
    """How many moves of those who sit here name a player; each is checked."""
    count, words = 0, tables.builder.words[s.table.game.slug]
    for seat, chair in enumerate(s.table.chairs):
        user = chair.user or 0
        who = tables.builder.who(s.table, seat, user)
        kinds_open = [o for o in s.table.deal.offers(seat) if o and "seat" in kinds(o.kind)[0]] if s.table.deal else []
        for offer in kinds_open:
            name = typed.verb(offer.kind)
            labels = typed.labels_of(s.table, user, words, who)
            for label, said in typed.proposals(s.table, user, name, words, who):
                move = typed.read_move(s.table, user, said, labels=labels)
                if type(move) is not offer.kind or not (named := meant(s, seat, move)):
                    continue
                count += 1
                assert any(" ".join(tokens(s.table.names[n])) in " ".join(tokens(label)) for n in named), (label, move)
                try:
                    again = typed.read_move(s.table, user, label, labels=labels)
                except typed.Illegal:
                    continue
                digits = any(name.isdecimal() for name in s.table.names)  # what is typed there is a seat
                assert digits or type(again) is not offer.kind or meant(s, seat, again) == named, (label, again)
    return count


def test_games_in_which_players_are_named() -> None:
    assert {"jenny-jenny", "cash"} <= {*NAMING}


@pytest.mark.parametrize("slug", NAMING)
@pytest.mark.parametrize("names", SETS, ids=lambda names: " ".join(map(ascii, names))[:60])
async def test_what_is_proposed_names_that_player(tables: Tables, slug: str, names: list[str]) -> None:
    s = await tables.open(slug, **OPTIONS.get(slug, {}))
    for user, name in zip((BOB, CLEO, DAN), names[1:], strict=True):
        await lobby.join(s, user, name)
    s.table.chairs[s.table.seat_of(ANN) or 0].name = names[0]
    await starting.start(s, ANN)
    if slug == "cash":  # its first board is up
        for n in range(4):
            await s.act(n, m.Ready())
        tables.time += 3000
        await s.tick()
    rng, found = random.Random(3), 0
    for _ in range(600):
        if s.table.phase == DEAL:
            found += check(tables, s)
        if found > 20 or not await play_one(s, rng):
            break
    assert found, "somebody may be named"
