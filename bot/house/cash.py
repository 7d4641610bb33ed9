"""A house player for Cash: it sees what everybody sees, and takes its time over everything, as people do.

It is asked again and again, and remembers nothing between; how long it hesitates follows from what it hesitates about,
so that it comes to the same answer each time. See house-players.md, Cash.
"""

from __future__ import annotations

import random
from collections import Counter as Multiset
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from bot.engine.cards import Card
from bot.engine.events import Reason
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.games.cash import four_of_a_kind
from bot.games.cash import moves as m
from bot.games.cash.facts import BEGINS, BOARD, HELD, REACHING, SIGNAL, STAGE
from bot.games.cash.moves import CashView
from bot.games.cash.pads import PAD, Pad, pair_of, partner_of

from .advice import Advice
from .ask_again import AskAgainAt

WITHIN_MS = 20_000
"""A code is one if it is made in so short a time."""
STOPPED_MS = 14_000
"""A player who has not swapped for this long while the board was up may have stopped (ms)."""
GUESS = 0.05
"""How often in a hand it counters on nothing but cards that it has seen collected."""


class Collects(Reason):
    """The rank of which a card is taken, and how many of it are held."""

    rank: int
    held: int


class NothingHere(Reason, says="nothing that you collect lies here"):
    pass


class Tells(Reason, says="it is your signal, for you hold four of a kind"):
    pass


class Decoy(Reason, says="gestures that tell nothing hide those that do"):
    pass


class Signalled(Reason, says="your partner has given your signal"):
    pass


class Suspicious(Reason, says="{seat} has made that pair of gestures before"):
    seat: Seat


class Wish(NamedTuple):
    """A move, and the table time from which it would be made."""

    at: int
    move: Move
    why: Reason | None = None


def choose(view: CashView, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | Advice | AskAgainAt | None:
    """The first of its wishes that it may make by now; otherwise when to ask again."""
    stage = view.fact(STAGE, None)
    if stage == "agreement":
        wishes = agree(view, may, rng)
    elif stage in ("countdown", "open"):
        wishes = play(Sight(view), may, rng)
    else:
        return None
    for wish in sorted((w for w in wishes if w.at <= view.now), key=_when):
        if type(wish.move) in may and may[type(wish.move)].refusal(wish.move) is None:
            return Advice(wish.move, wish.why)
    return min((AskAgainAt(wish.at) for wish in wishes if wish.at > view.now), default=None)


def _when(wish: Wish) -> int:
    return wish.at


@lru_cache(maxsize=4096)
def between(least: float, most: float, *about: object) -> int:
    """A time between these seconds, in ms: at random, but always the same about the same thing."""
    return round(1000 * random.Random("/".join(map(str, about))).uniform(least, most))


# ---- the pad -----------------------------------------------------------------------------------------


def agree(view: CashView, may: Mapping[type[Move], Offer], rng: random.Random) -> list[Wish]:
    """Suggest two gestures unless the partner has; accept whatever the partner suggests; and be ready."""
    me, pair = view.viewer, pair_of(view.viewer, view.seats)
    pad: Pad = view.fact(PAD.of(min(pair)))
    since = view.fact(BEGINS) - (30_000 if view.number else 90_000)
    given_away = pad.version == 1 and pad.accepted == pair and any(p in pair for p, _ in gave_away(view))
    if not pad.version or given_away:
        slow = 0 if me == min(pair) else 5
        code = m.Sign(tuple(rng.sample(m.GESTURES, 2)))
        return [Wish(since + between(1 + slow, 3 + slow, "suggest", me, since), code)]
    if m.Accept in may:
        return [Wish(view.now, m.Accept(pad.version))]
    return [Wish(since + between(2, 4, "ready", me, since), m.Ready())] if m.Ready in may else []


def gave_away(view: CashView) -> tuple[tuple[Seat, tuple[str, ...]], ...]:
    """What the hands of this match have shown so far of who signals what."""
    return view.carried.gave_away if view.carried else ()


# ---- what can be seen --------------------------------------------------------------------------------


class Sight:
    """What has happened in this hand, as far as this seat has seen it."""

    def __init__(self, view: CashView) -> None:
        self.view, self.me, self.now = view, view.viewer, view.now
        self.partner = partner_of(self.me, view.seats)
        self.dealt = self.laid = self.changed = self.up_at = 0
        self.dead: Multiset[int] = Multiset()
        """Cleared cards by rank."""
        self.appeared: dict[Card, int] = {}
        """When each card of the board came to lie there."""
        self.got: dict[Seat, Multiset[int]] = {p: Multiset() for p in range(view.seats)}
        """Ranks that a seat has been seen to take, less those that it has thrown."""
        self.swapped: dict[Seat, int] = dict.fromkeys(range(view.seats), 0)
        self.gestures: dict[Seat, list[m.Gestured]] = {p: [] for p in range(view.seats)}
        self.lost: dict[Card, int] = {}
        for e in view.events:
            match e:
                case m.Boarded():
                    self.laid, self.up_at = e.at, 0
                    self.dealt = self.dealt or e.at
                    self.dead.update(c.rank for c in e.cleared)
                    self.appeared = {}
                case m.Go():
                    self.up_at = self.changed = e.at
                    self.appeared = dict.fromkeys(e.cards, e.at)
                case m.Swapped():
                    self.changed = self.swapped[e.seat] = e.at
                    self.appeared.pop(e.took, None)
                    self.appeared[e.gave] = e.at
                    self.got[e.seat][e.took.rank] += 1
                    self.got[e.seat][e.gave.rank] -= 1
                case m.Gestured():
                    self.gestures[e.seat].append(e)
                case m.Missed():
                    self.lost[e.card] = self.now
                case _:
                    pass
        self.hand = view.hand
        self.board = view.faces(BOARD)
        self.held = [c for _, c in view.fact(HELD, ())]
        signal = view.fact(SIGNAL.of(min(self.me, self.partner)), "")
        self.code: tuple[str, ...] = tuple(signal.partition("\n")[0].split())

    @property
    def four(self) -> bool:
        return four_of_a_kind(self.hand)

    def aim(self) -> int:
        """The rank that is collected: the one held most often, of those the one of which most can still come."""
        held = Multiset(c.rank for c in self.hand)
        lying = Multiset(c.rank for c in self.board)
        alive = [r for r in held if not self.dead[r]] or [r for r in lying if not self.dead[r]] or [*held]
        taken = Multiset(r for p, got in self.got.items() if p != self.me for r, n in got.items() if n > 0)
        return max(alive, key=lambda r: (held[r], lying[r] - taken[r], r))

    def spare(self, aim: int) -> Card | None:
        """What is thrown down: dead ranks first, then the rarest; nothing that an opponent is collecting, and of cards
        as rare as each other one that none has taken yet."""
        held = Multiset(c.rank for c in self.hand)

        def kept(c: Card) -> tuple[bool, bool, int, int, Card]:
            wanted = self.wanted(c.rank)
            return wanted >= 2, not self.dead[c.rank], held[c.rank], wanted, c

        return min((c for c in self.hand if c.rank != aim), key=kept, default=None)

    def wanted(self, rank: int) -> int:
        """How many of this rank an opponent has been seen to collect."""
        return max(got[rank] for p, got in self.got.items() if p not in (self.me, self.partner))

    def collected(self, seat: Seat) -> int:
        """How many of one rank this seat has been seen to take."""
        return max(self.got[seat].values(), default=0)

    def stopped(self, seat: Seat, ms: int = STOPPED_MS) -> bool:
        """Whether this seat has not swapped for a while, though it could have."""
        return bool(self.up_at) and self.now - max(self.swapped[seat], self.dealt) >= ms

    def recent(self, seat: Seat, ms: int = WITHIN_MS) -> list[m.Gestured]:
        return [e for e in self.gestures[seat] if self.now - e.at <= ms]


def made_at(made: Sequence[m.Gestured], code: Sequence[str]) -> int | None:
    """When this code was last completed, one gesture after the other, in a short time."""
    for end in range(len(made), len(code) - 1, -1):
        part = made[end - len(code) : end]
        if [e.gesture for e in part] == [*code] and part[-1].at - part[0].at <= WITHIN_MS:
            return part[-1].at
    return None


# ---- the hand ----------------------------------------------------------------------------------------


def play(s: Sight, may: Mapping[type[Move], Offer], rng: random.Random) -> list[Wish]:
    """Everything it would like to do, each in its own time."""
    wishes = [*gestures(s, rng), *cash(s), *counters(s)]
    if s.up_at:
        wishes += swaps(s, may)
    return wishes


def swaps(s: Sight, may: Mapping[type[Move], Offer]) -> list[Wish]:
    """Take what is collected, some time after it appeared; want no more when there is nothing to take."""
    me = s.me
    if m.Discard in may:  # a touch without a card to throw, as by a person whose seat this is for a while
        give = s.spare(s.aim())
        return [Wish(s.now, m.Discard(give or s.hand[0]))]
    wishes: list[Wish] = []
    if not s.four and not s.view.has(REACHING.of(me)):
        aim = s.aim()
        give = s.spare(aim)
        for c in s.board:
            if c.rank != aim or c in s.held or give is None:
                continue
            seen = max(s.appeared.get(c, s.changed), s.swapped[me])
            why = Collects(aim, sum(mine.rank == aim for mine in s.hand))
            wishes.append(Wish(max(seen + between(1.5, 4, "take", me, c, seen), s.up_at + 1000), m.Grab(c, give), why))
    if m.Pass in may and not wishes and not s.view.has(REACHING.of(me)):
        wishes.append(Wish(s.changed + between(2.5, 6, "pass", me, s.changed), m.Pass(), NothingHere()))
    if m.Refresh in may:
        wishes.append(Wish(s.changed + between(3, 5, "refresh", me, s.changed), m.Refresh(), NothingHere()))
    return wishes


def gestures(s: Sight, rng: random.Random) -> list[Wish]:
    """Decoys all the time; the code when there is something to tell, and once more after a while."""
    mine, me = s.gestures[s.me], s.me
    last = mine[-1].at if mine else s.dealt
    wishes: list[Wish] = []
    if s.four and s.code:
        since = max(s.swapped[me], s.dealt)
        sent = [e for e in mine if e.at >= since]
        done = made_at(sent, s.code)
        begun = 0 if done == last else next(
            (n for n in range(len(s.code) - 1, 0, -1) if [e.gesture for e in sent[-n:]] == [*s.code[:n]]), 0
        )  # fmt: skip
        if begun:
            return [Wish(last + between(1.6, 3, "code", me, last), m.Gesture(s.code[begun]), Tells())]
        start = since + between(2, 6, "four", me, since) if done is None else done + between(8, 9, "again", me, done)
        wishes.append(Wish(max(start, last + 1600), m.Gesture(s.code[0]), Tells()))
    decoy = rng.choice([g for g in m.GESTURES if not completes(mine, g, s.code)])
    wishes.append(Wish(last + between(10, 30, "decoy", me, last), m.Gesture(decoy), Decoy()))
    return wishes


def completes(made: Sequence[m.Gestured], gesture: str, code: Sequence[str]) -> bool:
    """Whether this gesture would give the pair's own signal away by mistake."""
    return bool(code) and (*(e.gesture for e in made[-len(code) :]), gesture)[-len(code) :] == tuple(code)


def cash(s: Sight) -> list[Wish]:
    """The partner's whole code, or half of it where the partner has stopped swapping."""
    if not s.code:
        return []
    made, p = s.gestures[s.partner], s.partner
    at = made_at(made, s.code)
    if at is None and len(s.code) > 1 and s.stopped(p) and s.collected(p) >= 3:
        at = made_at(made, s.code[:1]) or made_at(made, s.code[-1:])
    if at is None or s.now - at > WITHIN_MS or s.swapped[p] > at:
        return []
    return [Wish(at + between(1, 4, "cash", s.me, at), m.Cash(), Signalled())]


def counters(s: Sight) -> list[Wish]:
    """On somebody who seems to be there, and then makes a sign that has been seen before."""
    named = s.view.options.counter == "named"
    for p in range(s.view.seats):
        if p in (s.me, s.partner):
            continue
        three = s.collected(p) >= 3
        if not three and not s.stopped(p):
            continue
        call = m.Counter(p if named else None)
        made = s.recent(p)
        if len(made) >= 2 and suspicious(s, p):
            return [Wish(made[-1].at + between(1, 3, "counter", s.me, made[-1].at), call, Suspicious(p))]
        if three and between(0, 1, "guess", s.me, s.dealt) < 1000 * GUESS:
            return [Wish(s.swapped[p] + between(3, 6, "guess", s.me, s.swapped[p]), call)]
    return []


def suspicious(s: Sight, seat: Seat) -> bool:
    """Whether this seat's last two gestures gave it or its partner away before, or have now been made twice."""
    last = tuple(e.gesture for e in s.gestures[seat][-2:])
    pair, before = pair_of(seat, s.view.seats), gave_away(s.view)
    known = any(p in pair and last in list(pairwise(made)) for p, made in before)
    own = [e.gesture for e in s.gestures[seat][:-2]]
    return known or last in list(pairwise(own))
