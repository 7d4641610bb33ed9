"""Deal files: a shuffle and everything dealt and played from it, for anybody to check (rules/dealing.md, section 3).

A file is canonical JSON and nothing else. It holds no cards: a verifier deals them again from the secret, plays the
rows again, and must arrive at the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from hashlib import sha256
from types import SimpleNamespace
from typing import NamedTuple

from .asks import Script
from .codec import Json, JsonObject, dump_options, dump_row, dump_state, load, load_row, load_state
from .deal import Deal, LogMismatch
from .game import Game
from .match import spec_of
from .of_a_game import C, O
from .options import BadOption, read_options
from .randomness import Pack, Seal, canonical
from .state import State
from .table import PACE, DealTable

_KEYS = {"v", "game", "options", "match", "commit", "secret", "spec", "contributions", "deals", "check"}
_DEAL_KEYS = {"state", "began", "numbers", "rows", "log"}
"""Beside them a file has the number of the rules and that of the pace of its moments, where they are not 1."""


MOST_DECKS = 8
"""No pack is larger, and none is riffled more often."""


class NotVerified(Exception):
    """The text is the sentence that the reader gets."""


class Verified(NamedTuple):
    """What a deal file that holds says of itself."""

    game: str
    match: str
    commit: str
    """To be compared with the one that was posted before the deal."""
    deals: int
    moves: int
    """Rows in all: the turn clock's and the timers' too."""
    cards: int
    """Cards that the deal log follows from the pack to where they went."""
    other_rules: bool = False
    """It was played by other rules than those of today: its seal and its shuffle hold, its moves were not played
    again, and the cards are those of the pack."""


def deal_file(match: str, deals: Sequence[Deal]) -> bytes:
    """The file of one shuffle: the deal that it was for and, where a shoe went on, the deals after it.

    `match` is the name that the shuffle was sealed under. It tells the secret, so it may be given to anybody only when
    the secret may. Raises ValueError if there is no deal, or no seal, or more than one.
    """
    if not deals or deals[0].seal is None or any(d.seal != deals[0].seal for d in deals):
        raise ValueError("a deal file is for the deals of one sealed shuffle")
    first = deals[0]
    about = {"game": first.game.slug, "options": dump_options(first.options), "match": match}
    paced = {} if first.pace == 1 else {"pace": first.pace}
    return _of_deals({**about, **paced}, first.rules, deals)


def shuffle_file(about: JsonObject, rules: int, start: JsonObject, rows: Sequence[Iterable[Json]]) -> bytes:
    """The file of a shuffle whose deal was played by other rules than those of today: `about` are the game's slug, the
    options and the match. It tells of the secret, and of the cut and the notes among the rows."""
    seal = Seal(bytes.fromhex(start["secret"]), start["spec"])
    return _of_deals(about, rules, [_shuffled(seal, about["options"], start, rows)])


def _of_deals(about: JsonObject, rules: int, deals: Sequence[Deal]) -> bytes:
    seal = deals[0].seal
    assert seal is not None
    return _sealed({
        "v": 1, **about, **({"rules": rules} if rules != 1 else {}),
        "commit": seal.commit, "secret": seal.secret.hex(), "spec": seal.spec,
        "contributions": deals[0].table.contributions, "deals": [_written(d) for d in deals],
    })  # fmt: skip


def _only_shuffled(t: DealTable) -> Script:
    """The remains of rules that are not known any more."""
    t.stock()
    return
    yield


def _shuffled(seal: Seal, options: JsonObject, start: JsonObject, rows: Sequence[Iterable[Json]]) -> Deal:
    """A deal up to where its pack has an order: so far no game has a say in it. Raises an exception where that cannot
    be."""
    packed = {f.name: seal.spec[f.name] for f in fields(Pack) if f.name in seal.spec}
    if not (0 < packed["decks"] <= MOST_DECKS and 0 <= packed["riffles"] <= MOST_DECKS):
        raise ValueError("nobody shuffles this many cards")
    unknown = Game(
        "", "", range(1), SimpleNamespace, _only_shuffled, (), pack=lambda options, seats: Pack(**packed)
    )  # fmt: skip
    deal = Deal(unknown, load(State, start["state"]), SimpleNamespace(**options), seal, start["began"], (),
                start["numbers"])  # fmt: skip
    if deal.state.shoe is not None:
        raise ValueError("a shuffle begins without a shoe")
    for row in rows:
        if deal.ask is None:
            break
        deal.replay(load_row(unknown, row))
    return deal


def _sealed(body: Mapping[str, object]) -> bytes:
    return canonical({**body, "check": sha256(canonical(body)).hexdigest()})


def _written(deal: Deal) -> dict[str, object]:
    return {
        "state": dump_state(_published(deal.state)),
        "began": deal.began, "numbers": deal.numbers,
        "rows": [dump_row(row._replace(move=row.move.published())) for row in deal.rows],
        "log": [list(went) for went in deal.table.dealt],
    }  # fmt: skip


def _published(state: State) -> State:
    """Without the shoe, which follows from the deal before, and without the words of private events."""
    return replace(state, shoe=None, remembered=tuple(replace(r, text="") for r in state.remembered))


def verify(data: bytes, games: Mapping[str, Game]) -> Verified:
    """Deal again and play again what the file says. `games` is the catalog, by slug.

    Raises NotVerified, with the first thing that is wrong, in a sentence.
    """
    told = _read(data)
    game = games.get(told["game"]) if isinstance(told["game"], str) else None
    if game is None:
        raise NotVerified("This card room does not know the game of this file.")
    rules = told.get("rules", 1)
    if game.plays(rules):
        options, seal = _options(game, told["options"]), _seal(told)
        deals = _replayed(game, options, seal, told["deals"], rules, told.get("pace", 1))
    else:
        seal = _seal(told)
        deals = [_by_other_rules(seal, told)]
    first = deals[0]
    spec = spec_of(first.game, first.options, first.state, f"{told['match']}/{first.state.number + 1}")
    if canonical(spec) != canonical(seal.spec):
        raise NotVerified("The shuffle was sealed for another deal.")
    if canonical(first.table.contributions) != canonical(told["contributions"]):
        raise NotVerified("The cut and the notes are not those of the rows.")
    if first.game is not game:
        cards = sum(len(order) for order in first.table.orders)
        return Verified(game.slug, told["match"], seal.commit, len(told["deals"]), 0, cards, other_rules=True)
    follows = json.loads(deal_file(told["match"], deals))
    if canonical(_in_the_shape_of({**told}, follows)) != canonical({**told, "check": follows["check"]}):
        raise NotVerified("The file says something else than the deal that follows from it.")
    moves, cards = sum(len(d.rows) for d in deals), sum(len(d.table.dealt) for d in deals)
    return Verified(game.slug, told["match"], seal.commit, len(deals), moves, cards)


def _in_the_shape_of(told: Json, follows: Json) -> Json:
    """The outcome without the fields that an older file does not know yet: if it lacks one, the deal was played as with
    the default, which held then. The file's own check was verified when it was read."""
    if isinstance(told, dict) and isinstance(follows, dict):
        return {name: _in_the_shape_of(told[name], value) for name, value in follows.items() if name in told}
    if isinstance(told, list) and isinstance(follows, list) and len(told) == len(follows):
        return [_in_the_shape_of(*both) for both in zip(told, follows, strict=True)]
    return follows


def _options(game: Game[O, C], told: Json) -> O:
    try:
        if not isinstance(told, dict):
            raise TypeError("options are named")
        return read_options(game.options, told, in_whites=False)
    except BadOption as bad:
        raise NotVerified(f"The options do not fit the game: {bad}") from None
    except Exception:
        raise NotVerified("The options do not fit the game.") from None


def _by_other_rules(seal: Seal, told: JsonObject) -> Deal:
    try:
        first = told["deals"][0]
        return _shuffled(seal, told["options"], first, first["rows"])
    except Exception:
        raise NotVerified("The pack of the file cannot be shuffled again.") from None


def _read(data: bytes) -> JsonObject:
    """The file's own shape: one spelling, exactly these keys, and its check."""
    try:
        told: Json = json.loads(data.decode("ascii"))
        spelt = canonical(told)
    except Exception:
        raise NotVerified("This is not a deal file.") from None
    if not isinstance(told, dict):
        raise NotVerified("This is not a deal file.")
    if spelt != data:
        raise NotVerified("The file has been changed: a deal file is written in one way only.")
    if {*told} - {"rules", "pace"} != _KEYS or told["v"] != 1 or not _numbered(told):
        raise NotVerified("This is not a deal file of a kind known here.")
    if _sealed({key: value for key, value in told.items() if key != "check"}) != data:
        raise NotVerified("The file has been changed: its check does not fit.")
    return told


def _numbered(told: JsonObject) -> bool:
    """Whether its rules and its pace have numbers, if they have any, and a pace that is known here."""
    rules, pace = told.get("rules", 2), told.get("pace", PACE)
    return type(rules) is int and rules >= 2 and type(pace) is int and 2 <= pace <= PACE


def _seal(told: JsonObject) -> Seal:
    try:
        seal = Seal(bytes.fromhex(told["secret"]), told["spec"])
    except (TypeError, ValueError):
        raise NotVerified("The secret is not 32 bytes.") from None
    if len(seal.secret) != 32 or not isinstance(seal.spec, dict):
        raise NotVerified("The secret is not 32 bytes." if len(seal.secret) != 32 else "The file has no spec.")
    if seal.commit != told["commit"]:
        raise NotVerified("The commit is not that of this secret.")
    return seal


def _replayed(game: Game[O, C], options: O, seal: Seal, told: Json, rules: int, pace: int) -> list[Deal[O, C]]:
    deals: list[Deal[O, C]] = []
    if not isinstance(told, list) or not told:
        raise NotVerified("The file has no deals.")
    for n, each in enumerate(told, 1):
        one = _whole(each)
        if one is None:
            raise NotVerified(f"Deal {n} of the file is not whole.")
        try:
            state, rows = load_state(game, one["state"]), [load_row(game, row) for row in one["rows"]]
        except Exception:
            raise NotVerified(f"Deal {n} of the file cannot be read as one of {game.title}.") from None
        if not _seated(game, state):
            raise NotVerified(f"Deal {n} of the file has seats that {game.title} does not have.")
        if deals:
            state = _goes_on(game, options, deals[-1], state, n)
        try:
            deal = Deal(game, state, options, seal, one["began"], rows, one["numbers"], rules=rules,
                        pace=pace)  # fmt: skip
        except LogMismatch as unfit:
            raise NotVerified(f"Deal {n}: {unfit}.") from None
        except Exception:
            raise NotVerified(f"Deal {n} of the file cannot be played.") from None
        if canonical([list(went) for went in deal.table.dealt]) != canonical(one["log"]):
            raise NotVerified(f"The log of deal {n} says something else than what was dealt.")
        deals.append(deal)
    return deals


def _whole(deal: Json) -> JsonObject | None:
    """A deal of the file, if it has everything that belongs to one."""
    if not isinstance(deal, dict) or set(deal) != _DEAL_KEYS:
        return None
    counts = deal["began"], deal["numbers"]
    return deal if all(type(n) is int and n >= 0 for n in counts) else None


def _seated(game: Game, state: State) -> bool:
    by_seat = (state.stacks, state.scores, state.strikes, state.counts)
    return state.shoe is None and state.seats <= max(game.seats) and all(len(s) == state.seats for s in by_seat)


def _goes_on(game: Game[O, C], options: O, before: Deal[O, C], state: State[C], n: int) -> State[C]:
    """The state of a later deal of a shoe, with what the deal before has left of it."""
    if before.after is None or before.after.number != state.number:
        raise NotVerified(f"Deal {n} does not follow the one before.")
    state = replace(state, shoe=before.after.shoe)
    if state.shoe is None or not game.goes_on(state, options):
        raise NotVerified(f"Deal {n} was shuffled anew and is not of this file.")
    return state
