"""A night of dealer's choice: one table, one bankroll, and one game after the other.

The deal goes round: whoever has it names the next game, the cards are dealt, and when that game is over the deal passes
to the left. Stacks and whatever an earlier game has left on the table (its splash) go from game to game. A night is a
table whose game changes between matches, so that seats, chips, clocks and restarts are those of every table.

Each function changes the table in memory and puts what must be stored with it into the unit of work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.engine.accounts import Paid
from bot.engine.deal import Deal
from bot.engine.piles import EVERYONE, Seat
from bot.games.catalog import GAMES
from bot.store import Point, Work

from . import money
from .chairs import Chair
from .errors import No
from .phases import CLOSED, PICK
from .settlement import Payment, payments

if TYPE_CHECKING:
    from .session import Session

HOUSE, POT = "house", "pot"
"""Among the accounts of a night: the bank of games that are played against the house, and what lies on the table."""
CHOICES = tuple(slug for slug, game in GAMES.items() if game.chips)
"""What a dealer may choose from: the games that are played for chips."""
MOST_SEATS = max(GAMES[slug].seats[-1] for slug in CHOICES)


LEAST_BUY_IN = 2000
"""In hundredths of a white: less is gone with the first antes."""
TERMS = ("name", "buy_in", "rebuys", "pick_seconds", "event")
"""What the host of a night lays down beforehand."""


@dataclass
class Party:
    """Somebody who has played tonight, whether still seated or not. Amounts are hundredths of a white chip."""

    name: str
    bought: int = 0
    cashed: int = 0
    """What they have taken home."""
    rebuys: int = 0


@dataclass
class Best:
    """The biggest pot or the best hand so far: whose, at which game, and in words."""

    who: str
    game: str
    worth: list[int]
    """The greater, the better."""
    text: str


class Net(NamedTuple):
    """How somebody stands: by account and name, in hundredths of a white chip."""

    account: str
    name: str
    amount: int


@dataclass
class Night:
    """What a table remembers of its night."""

    name: str
    buy_in: int = 10_000
    rebuys: int = 3
    """How often each may buy chips again."""
    pick_seconds: int = 60
    event: int | None = None
    """Discord's scheduled event."""
    dealer: Seat = 0
    """Whose deal it is: they name the next game."""
    named: str | None = None
    """The game that the dealer has named, while its stakes are open."""
    picks: int = 0
    """How many games have been dealt."""
    played: list[str] = field(default_factory=list)
    parties: dict[str, Party] = field(default_factory=dict)
    """By account: a member's id, or a house player's name."""
    deals: int = 0
    pot: Best | None = None
    hand: Best | None = None

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Night:
        parties = {account: Party(**party) for account, party in data["parties"].items()}
        best = {name: Best(**data[name]) if data[name] else None for name in ("pot", "hand")}
        return cls(**{**data, "parties": parties, **best})

    dump = asdict

    @property
    def terms(self) -> dict[str, Any]:
        """What the host has laid down."""
        return {name: getattr(self, name) for name in TERMS}

    def party(self, chair: Chair) -> Party:
        """Whoever sits here, as the night knows them."""
        return self.parties.setdefault(chair.account, Party(chair.name))


def of(s: Session) -> Night:
    """The night of a table. Raises No where it is none."""
    if s.night is None:
        raise No("This table is not a night of dealer's choice; `/night start` opens one.")
    return s.night


# ---- the deal goes round -----------------------------------------------------------------------


def playing(s: Session) -> list[Seat]:
    """Those whom the next game deals in: they have chips and do not sit out."""
    return [n for n in s.taken if not s.chairs[n].sits_out and money.stack_of(s, n) > 0]


def wait_for_pick(s: Session) -> None:
    night = of(s)
    night.named = None
    s.phase, s.turns = PICK, {}
    s.next_at = s.now() + night.pick_seconds * 1000


def left_of(s: Session, seat: Seat) -> Seat:
    """Whoever has the deal after this seat."""
    among = playing(s) or s.taken
    return next((n for n in among if n > seat), among[0] if among else 0)


def pass_the_deal(s: Session) -> None:
    """A game is over: the deal goes to the left."""
    night = of(s)
    night.dealer = left_of(s, night.dealer)
    wait_for_pick(s)


def buy_again(s: Session, work: Work, seat: Seat) -> int:
    """Another buy-in for a seat between games. Returns the amount. Raises No above the limit."""
    night, chair = of(s), s.chairs[seat]
    party = night.party(chair)
    if chair.user is not None and party.rebuys >= night.rebuys:
        times = "once" if night.rebuys == 1 else f"{night.rebuys} times"
        raise No(f"Tonight everybody may buy again {times}, and you have." if night.rebuys else
                 "Nobody buys again tonight.")  # fmt: skip
    party.rebuys += 1
    money.buy(s, work, seat, night.buy_in, "rebuy")
    if s.match is not None:
        s.match.rebuy(seat, night.buy_in)
    if s.match is None or money.stack_of(s, seat) == night.buy_in:
        chair.sits_out = False
    return night.buy_in


# ---- how it stands -----------------------------------------------------------------------------


def note_deal(s: Session, work: Work, deal: Deal) -> None:
    """After a deal: the course of the stacks, and whether this was the biggest pot or the best hand of the night."""
    night = of(s)
    point = Point(s.game.slug, {net.account: net.amount for net in nets(s)})
    work.note_course(s.id, night.deals, point)
    s.course.append(point)
    night.deals += 1
    won: dict[Seat, int] = {}
    for event, audience in deal.table.events:
        if isinstance(event, Paid) and event.source == "pot" and isinstance(event.to, int):
            won[event.to] = won.get(event.to, 0) + event.amount
        boast = s.game.boast(event) if audience is EVERYONE else None  # else not all have seen it
        if boast is not None and (night.hand is None or [*boast.worth] > night.hand.worth):
            night.hand = Best(s.chairs[boast.seat].name, s.game.title, [*boast.worth], boast.text)
    for seat, amount in won.items():
        if night.pot is None or [amount] > night.pot.worth:
            night.pot = Best(s.chairs[seat].name, s.game.title, [amount], "")


def nets(s: Session) -> list[Net]:
    """Everybody's gains and losses so far, the best first, and what the house has won or lost with them. What lies on
    the table belongs to nobody yet; with it all of it sums to nothing."""
    stacks = {} if s.phase == CLOSED else {s.chairs[n].account: money.stack_of(s, n) for n in s.taken}
    found = [
        Net(account, party.name, stacks.get(account, 0) + party.cashed - party.bought)
        for account, party in of(s).parties.items()
    ]
    if house := -lying(s) - sum(net.amount for net in found):
        found.append(Net(HOUSE, "The house", house))
    return sorted(found, key=lambda net: -net.amount)


def lying(s: Session) -> int:
    """What lies in the pot, or was left for the next one."""
    return s.splash + (s.match.state.pot + s.match.state.splash if s.match else 0)


def settled(found: Sequence[Net]) -> list[Payment]:
    """Who would pay whom; what still lies in the pot is nobody's debt."""
    sums = {net.account: net.amount for net in found}
    if rest := sum(sums.values()):
        sums[POT] = -rest
    return payments(sums)


def finish(s: Session, work: Work) -> None:
    """Everybody has cashed out: the night is over, and how it went is kept."""
    night = of(s)
    found = nets(s)
    summary = {
        "nets": [[*net] for net in found],
        "payments": [[*payment] for payment in settled(found)],
        "games": night.played,
        "deals": night.deals,
        "pot": night.pot and asdict(night.pot),
        "hand": night.hand and asdict(night.hand),
    }
    work.end_night(s.id, s.services.now(), summary)
