"""The proof of every shuffle of a table: its commit at once, its deal file when the secret may be known.

See rules/dealing.md, section 3. A secret is published when its hand (or shoe) is over, or when the match is, as the
table's option `proof` says, and otherwise the game; of a closed table or a void deal at once.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.engine import codec
from bot.engine.game import Game
from bot.engine.proof import deal_file, shuffle_file
from bot.engine.randomness import DIGITS, Seal
from bot.games.catalog import GAMES
from bot.store import Deal as StoredDeal
from bot.store import Match as StoredMatch
from bot.store import Store, journal, tables
from bot.table.errors import Rejected
from bot.table.restore import OtherRules, rebuilt, rules_of

LESSON = "There are no proofs of a teaching table: what is dealt there counts for nothing."
MOST = 12
"""How many commits are listed at once."""


@dataclass(frozen=True)
class DealFile:
    name: str
    data: bytes
    by_other_rules: bool = False
    """It was played by rules that are not known any more: it tells of the shuffle alone."""


@dataclass(frozen=True)
class Proof:
    """One shuffle: the numbers of its deals at this table, its commit, the file once it may be shown, and when that
    is."""

    deals: tuple[int, ...]
    commit: str
    file: DealFile | None
    opened: str = "match"
    """`deal` or `match`: the end of which it comes with."""


async def of_table(store: Store, table: str) -> list[Proof]:
    """The shuffles of a table, open or closed, in order."""
    stored = await store.read(tables.load_table, table)
    if stored is not None and json.loads(stored.state).get("lesson") is not None:
        raise Rejected(LESSON)
    found: list[Proof] = []
    for match in await store.read(journal.matches, table):
        game = GAMES[match.game]
        options = codec.load_options(game, json.loads(match.options))
        for shuffle in _by_shuffle(await store.read(journal.deals, match.id)):
            start = json.loads(shuffle[0].start)
            seal = Seal(bytes.fromhex(start["secret"]), start["spec"])
            file = None
            if stored is not None and _public(stored.status == "closed", match, game, options, shuffle):
                whole = [d for brief in shuffle if (d := await store.read(journal.deal, brief.id)) is not None]
                file = _file(match, game, options, whole)
            found.append(Proof(tuple(d.number for d in shuffle), seal.commit, file, opened(game, options)))
    return found


def opened(game: Game, options: Any) -> str:
    """When a shuffle's secret is published at a table of these options: `deal` or `match`."""
    return game.proof if options.proof == "auto" else options.proof


def _by_shuffle(deals: Sequence[StoredDeal]) -> list[list[StoredDeal]]:
    """Deals that one secret was for: a deal that goes on with the shoe belongs to the one before."""
    found: list[list[StoredDeal]] = []
    for deal in sorted(deals, key=lambda d: d.number):
        if json.loads(deal.start)["fresh"] or not found:
            found.append([])
        found[-1].append(deal)
    return found


def _public(closed: bool, match: StoredMatch, game: Game, options: object, shuffle: Sequence[StoredDeal]) -> bool:
    if any(d.status == "running" for d in shuffle):
        return False
    if closed or match.finished is not None:
        return True
    last = shuffle[-1]
    if last.status == "done" and game.plays(rules_of(last)):  # otherwise its shoe is out of play
        state = codec.load_state(game, json.loads(last.after or "null"))
        if state.shoe is not None and game.goes_on(state, options):
            return False  # the next deal comes from the same pack
    return opened(game, options) == "deal" or all(d.status == "void" for d in shuffle)


def _file(match: StoredMatch, game: Game, options: object, shuffle: Sequence[StoredDeal]) -> DealFile:
    name, first = f"{game.slug}-{match.id}-{shuffle[0].number}.json", shuffle[0]
    try:
        return DealFile(name, deal_file(match.id, [rebuilt(game, options, d) for d in shuffle]))
    except OtherRules:
        start = json.loads(first.start)
        rows = [[r.seat, json.loads(r.move), r.at, r.pressed, int(r.lapsed)] for r in first.rows]
        about = {"game": game.slug, "options": json.loads(match.options), "match": match.id}
        return DealFile(name, shuffle_file(about, rules_of(first), start, rows), by_other_rules=True)


_CHECKED = {
    False: "deals and plays everything again",
    True: "shuffles again; the rules have changed since, so that the moves are not played again",
}


def told(proofs: Sequence[Proof], deal: int | None) -> tuple[str, DealFile | None]:
    """What somebody who asks for a deal's proof reads, and the file that goes with it. Raises Rejected."""
    if not proofs:
        raise Rejected("Nothing has been dealt at this table yet.")
    if deal is None:
        proof = next((p for p in reversed(proofs) if p.file), None)
    else:
        proof = next((p for p in proofs if deal in p.deals), None)
        if proof is None:
            raise Rejected(f"There is no deal {deal} at this table; the newest is {proofs[-1].deals[-1]}.")
    if proof is not None and proof.file is not None:
        return (
            f"{_named(proof)} {'was' if len(proof.deals) == 1 else 'were'} sealed as `{proof.commit}`.\n"
            "1. Save the file.\n"
            f"2. Run `python -m bot verify FILE`, which {_CHECKED[proof.file.by_other_rules]}.\n"
            f"3. It must print the commit above. Every picture of that deal has its first {DIGITS} digits as file name."
        ), proof.file
    listed = [proof] if proof is not None else proofs[-MOST:]
    lines = [f"{_named(p)}: sealed `{p.commit}`" for p in listed]
    over = "deal (or its shoe)" if listed[-1].opened == "deal" else "match"
    return "\n".join([f"The deal file comes when the {over} is over; until then the commits stand.", *lines]), None


def _named(proof: Proof) -> str:
    first, last = proof.deals[0], proof.deals[-1]
    return f"Deal {first}" if first == last else f"Deals {first} to {last}"
