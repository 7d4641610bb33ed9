"""What is remembered from deal to deal, and who is dealt in."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from bot.engine.amounts import YELLOW, even_split
from bot.engine.piles import NOBODY, Seat
from bot.engine.side_pots import Pot
from bot.engine.table import DealTable
from bot.engine.view import View
from bot.games.parts import shared_pot
from bot.games.parts.habits import Habit, without
from bot.games.parts.shared_pot import PotShared

from .facts import CHIP
from .moves import LeftAlone, NotDealtIn
from .options import PLAYERS_POKER, Options
from .tournament import Tournament

PASSES = 6
"""After this many deals in a row that all passed, the pot is shared."""


@dataclass(frozen=True)
class Carried(shared_pot.Carried):
    """Public, and the same for all variants. `paid` is who has a part in the pots that stay."""

    pots: tuple[Pot, ...] = ()
    """What stays for the next deal, each pot for its own seats."""
    dealt_in: frozenset[Seat] = NOBODY
    """Who played the last deal."""
    hands: int = 0
    """Deals that count: those that have left no pot."""
    passed: int = 0
    """Deals running that all have passed."""
    openers: int = 0
    """How many ranks above jacks open."""
    replay: tuple[Seat, ...] = ()
    """Who plays the next deal alone."""
    streak: tuple[Seat, int] = (-1, 0)
    """Who has won the last whole pot, and how many in a row."""
    kill: Seat | None = None
    """Who posts the larger blind."""
    level: float = 1.0
    """How many times the first stakes the last deal's were."""
    entries: tuple[Seat, ...] = ()
    """Who has begun a freezeout."""
    out: tuple[tuple[Seat, ...], ...] = ()
    """Who is out of it, the first one first; those of a group share their place."""
    left: frozenset[Seat] = NOBODY
    """Who has begun it and got up while they were still in; by earlier rules, after that as well."""
    tournament: Tournament = field(default=Tournament(), metadata={"later": True})
    """What a freezeout remembers besides."""
    standing: tuple[Seat, ...] = field(default=(), metadata={"later": True})
    """Who has won no pot yet in this round of a stand-up game; nobody before a round has begun."""
    seated: tuple[Seat, ...] = field(default=(), metadata={"later": True})
    """Who has, and will be paid."""
    choice: str = field(default="", metadata={"later": True})
    """At dealer's choice the variant of this orbit."""
    choice_left: int = field(default=0, metadata={"later": True})
    """How many hands of the orbit are left; 0 before the first."""
    bomb_next: bool = field(default=False, metadata={"later": True})
    """A bomb pot has been called."""
    habits: tuple[Habit, ...] = field(default=(), metadata={"later": True})
    """What each seat has been seen to do; nothing before anybody has done anything, and in deals of before."""


PokerTable = DealTable[Options, Carried]
PokerView = View[Options, Carried]


def but(carried: Carried, **changed: object) -> Carried:
    """The same with these fields changed: dataclasses.replace, where every deal begins and ends and time counts."""
    made = object.__new__(Carried)
    made.__dict__.update(carried.__dict__, **changed)
    return made


def _carried(before: object) -> Carried:
    """Nothing before the first deal."""
    return before if isinstance(before, Carried) else Carried()


def remembered(t: PokerTable) -> Carried:
    """From the deals before, without those who have left their chairs."""
    old = _carried(t.state.carried)
    fresh = t.state.fresh
    if not fresh and old.kill is None:
        return old
    pots = tuple(Pot(pot.amount, tuple(p for p in pot.eligible if p not in fresh)) for pot in old.pots)
    streak = (-1, 0) if old.streak[0] in fresh else old.streak
    kill = None if old.kill in fresh or old.kill in t.away else old.kill
    replay = tuple(p for p in old.replay if p not in fresh)
    return but(
        old, pots=pots, dealt_in=old.dealt_in - fresh, streak=streak, kill=kill, replay=replay, paid=_in(pots),
        habits=without(old.habits, fresh),
    )  # fmt: skip


def staying(carried: Carried, pots: Collection[Pot]) -> Carried:
    """With these pots for the next deal."""
    return but(carried, pots=tuple(pots), paid=_in(pots))


def _in(pots: Collection[Pot]) -> frozenset[Seat]:
    return frozenset(p for pot in pots for p in pot.eligible)


def seat_players(t: PokerTable, carried: Carried) -> Carried:
    """Only an empty stack is left out, unless it can still win a pot that stays; a player who joins plays for all of
    it. A pot for which one seat is left is that seat's. Returns what is carried over then; players who are not dealt in
    are away."""
    carried = joined(t, carried)
    here = [p for p in t.present if not carried.replay or p in carried.replay]
    if t.options.freezeout and t.options.played.script == "guts":  # an empty stack can win nothing there
        here = [p for p in here if t.chips[p]] or here  # all have lost to the ghost: they share it
    carried = alone(t, carried, here)
    for p in t.players:
        if not t.chips[p] and p not in carried.paid:
            t.away.add(p)
            if p in carried.dealt_in and not (t.options.freezeout and t.rules >= PLAYERS_POKER):  # there they are out
                t.tell(NotDealtIn(p))
        elif carried.replay and p not in carried.replay:
            t.away.add(p)
    players = t.present
    if players and t.dealer not in players and not carried.replay:
        t.dealer = t.players[0]
    return carried


def joined(t: PokerTable, carried: Carried) -> Carried:
    """A player who joins plays for all pots that stay, except where only some seats play for them again."""
    if carried.replay or not t.state.number:
        return carried
    joining = [p for p in t.players if p not in carried.dealt_in and t.chips[p]]
    if not carried.pots or not joining:
        return carried
    return staying(carried, [Pot(pot.amount, (*pot.eligible, *joining)) for pot in carried.pots])


def alone(t: PokerTable, carried: Carried, present: Collection[Seat]) -> Carried:
    """The only seat left for a pot takes it."""
    left: list[Pot] = []
    for pot in carried.pots:
        here = [p for p in pot.eligible if p in present]
        if len(here) == 1:
            t.pay(pot.amount, "pot", here[0], "left alone")
            t.tell(LeftAlone(here[0], pot.amount))
        else:
            left.append(Pot(pot.amount, tuple(here)))
    replay = carried.replay if len(left) and sum(p in present for p in carried.replay) > 1 else ()
    return but(staying(carried, left), replay=replay)


def share_pots(t: PokerTable, pots: Collection[Pot]) -> None:
    """Each pot goes evenly to those who have a part in it, spare chips from the dealer's left."""
    chip = t.fact(CHIP, YELLOW)
    for pot in pots:
        among = [p for p in t.left_of(t.dealer) if p in pot.eligible] or [*pot.eligible] or t.players
        t.split(pot.amount, "pot", among, "share of the pot", chip=chip)
        t.tell(PotShared(even_split(pot.amount, len(among), chip)[0], tuple(among), 0))


def newcomers(t: PokerTable, carried: Carried) -> set[Seat]:
    """Who has joined, or come back, after the match's first deal."""
    return {p for p in t.players if p not in carried.dealt_in} if t.state.number else set()


def next_kill(
    carried: Carried, options: Options, won: dict[Seat, int], blind: int, *, shared: bool, pot: int
) -> Carried:
    """Who posts a larger blind in the next deal: the winner of two whole pots in a row, or in Omaha hi-lo of a large
    one."""
    whole = next(iter(won)) if len(won) == 1 and not shared else None
    if whole is None:
        return but(carried, streak=(-1, 0), kill=None)
    seat, n = carried.streak
    streak = (whole, n + 1) if seat == whole else (whole, 1)
    large = options.played.name == "omaha-8" and pot >= 5 * blind
    return but(carried, streak=streak, kill=whole if streak[1] >= 2 or large else None)
