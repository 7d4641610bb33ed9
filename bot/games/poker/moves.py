"""Poker's moves and events. Amounts are hundredths of a white chip."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from bot.engine.amounts import Amount
from bot.engine.betting import Bet, Call, Check, Fold
from bot.engine.cards import Card
from bot.engine.events import Event
from bot.engine.offers import M_co, Move, OneOf, SomeOf
from bot.engine.piles import Seat

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


# ---- moves ---------------------------------------------------------------------------------------


class Raise(Move):
    """A higher bet: this total of one's own in the round. See ruling 1."""

    to: Amount


class CheckFold(Move):
    """Check, or fold to a bet, when the turn comes; once more, and it is taken back. In deals by rules 1 and 2; later
    it is a wish and no move (`ahead`)."""


class Straddle(Move):
    """Post twice the big blind before the cards."""


class NameVariant(Move):
    """At dealer's choice: what is played for an orbit."""

    variant: str


class BombNext(Move):
    """The dealer or the host calls a bomb pot for the next hand; once more, and it is taken back."""


class Draw(Move):
    """Throw these away for as many others; none is to stand pat."""

    cards: tuple[Card, ...]


class Discard(Move):
    """Throw these away, unseen."""

    cards: tuple[Card, ...]


class Pass(Move):
    """Give these to the next live seat on the left."""

    cards: tuple[Card, ...]


class Turn(Move):
    """Turn up one of one's own cards: this one."""

    card: Card


class BuyCard(Move):
    """For a four that is turned up: pay for one more card."""


class Pay(Move):
    """For a three that is turned up: pay as much as lies in the middle, or all one has."""


class RunTwice(Move):
    """Deal the rest of the board twice."""


class Decline(Move):
    """No straddle, no card, no second run."""


class Declare(Move):
    """In secret, and all at once: what one goes for; at guts, in or out."""

    choice: Literal["high", "low", "both", "in", "out"]


class Show(Move):
    """Show a hand that nobody has to see."""


class ShowCard(Move):
    """Show this one of one's cards, and keep the others."""

    card: Card


class DontShow(Move):
    """Keep one's hand unseen: nobody waits for it any more."""


class BuyAgain(Move):
    """Buy the starting stack once more, since nothing is left of it."""

    costs_more = True


class AddOn(Move):
    """Buy more chips, once, after the levels in which one may buy again."""

    costs_more = True


class RabbitHunt(Move):
    """Ask what would have come, after a hand that ended before all its cards were dealt."""


class ShowsOver(Move):
    """The time for showing is over; the clock says so."""


MOVES = (
    Check, Bet, Call, Raise, Fold, CheckFold, NameVariant, BombNext, Straddle, Draw, Discard, Pass, Turn, BuyCard, Pay,
    RunTwice, Decline, Declare, Show, ShowCard, DontShow, RabbitHunt, ShowsOver, BuyAgain, AddOn,
)  # fmt: skip
AHEAD, DECLINE, SHOW, DONT_SHOW, RABBIT_HUNT = CheckFold(), Decline(), Show(), DontShow(), RabbitHunt()


class Exact(SomeOf[M_co]):
    """A fixed number of one's own cards."""

    def __init__(self, kind: type[M_co], among: Collection[Card], n: int) -> None:
        super().__init__(kind, among, n, n)
        self.ask = f"{kind.__name__} {_NUMBERS[n]} card{'s' if n > 1 else ''}."

    def finish(self, parts: Sequence[Card]) -> M_co | str:
        return self.kind(tuple(parts)) if len(parts) == self.least else self.ask

    def why_not_here(self, parts: Sequence[Card], part: object) -> str:
        return self.ask if len(parts) >= self.most else super().why_not_here(parts, part)


class UpTo(SomeOf[M_co]):
    """Up to a number of one's own cards."""

    def why_not_here(self, parts: Sequence[Card], part: object) -> str:
        if len(parts) >= self.most:
            return f"{self.kind.__name__} at most {_NUMBERS[self.most]} cards."
        return super().why_not_here(parts, part)


class CannotOpen(OneOf):
    """Drawn like a bet that may be made: who is looked at has no openers, and nobody may read that."""

    shown_when_refused = True

    def __init__(self, shown_as: OneOf) -> None:
        super().__init__(Bet, (), "You cannot open.")
        self.shown_as = shown_as


# ---- events --------------------------------------------------------------------------------------


class Level(Event):
    """The stakes of a freezeout have risen."""

    u: int
    ante: int


class ColourUp(Event, says="Chips of {chip} are the smallest in play now; smaller ones play all-in."):
    """The smallest chip in play has become a dearer one."""

    chip: Amount


class Posted(Event):
    """A seat puts in a blind before the cards."""

    seat: Seat
    what: str
    """`small blind`, `big blind`, `blind` (the dealer's, or a newcomer's), `straddle`, `kill`."""
    amount: int
    all_in: bool


class Anted(Event):
    """All have put in their antes, or what they had."""

    amount: int
    short: tuple[Seat, ...]
    bomb: bool


class BombCalled(Event, says="**{seat:calls} a bomb pot** for the next hand."):
    seat: Seat


class BombTakenBack(Event, says="{seat:takes} the bomb pot back."):
    seat: Seat


class NotDealtIn(Event, says="{seat:has} no chips and {seat:/sits} out."):
    seat: Seat


class UpCard(NamedTuple):
    """A card that lies open before a seat."""

    seat: Seat
    card: Card


class StreetDealt(Event):
    """Cards of a new street; those that lie down are not told."""

    number: int
    """From 1."""
    boards: tuple[tuple[Card, ...], ...]
    """What has been added to each board."""
    up: tuple[UpCard, ...]
    run: int = 0
    """1 or 2 where the rest of the board is dealt twice."""
    called: str = ""
    """Flop, turn or river; empty if there are none."""


class Community(Event):
    """The pack is too short for a card for each: one for all has been turned."""

    card: Card


class WildNow(Event):
    """Which ranks are wild from now on."""

    ranks: tuple[int, ...]


class BroughtIn(Event):
    """A seat has opened with the bring-in."""

    seat: Seat
    amount: int
    all_in: bool


class Drew(Event):
    """How many cards a seat has drawn; 0 is to stand pat."""

    seat: Seat
    n: int


class Discarded(Event):
    """All live seats have thrown away this many."""

    n: int


class Handed(NamedTuple):
    """Cards that go on to another seat."""

    giver: Seat
    taker: Seat


class Passed(Event):
    """All live seats have passed this many."""

    n: int
    ways: tuple[Handed, ...]


class GotCards(Event):
    """What one seat has given another: those two alone know."""

    giver: Seat
    taker: Seat
    cards: tuple[Card, ...]


class Turned(Event):
    """Cards that were turned up, all at once."""

    up: tuple[UpCard, ...]


class Beaten(Event, says="{seat:is} beaten."):
    """All cards of a seat are turned, and do not lead."""

    seat: Seat


class Bought(Event):
    """A seat has paid for a card."""

    seat: Seat
    price: int


class PaidForThree(Event):
    """A seat has paid for its up three."""

    seat: Seat
    amount: int
    all_in: bool


class Opened(NamedTuple):
    """A hand that all see."""

    seat: Seat
    cards: tuple[Card, ...]


class AllUp(Event):
    """No more betting is possible, and a seat is all-in: all live hands are turned up."""

    hands: tuple[Opened, ...]


class SecondRun(Event):
    """Whether the rest of the board is dealt twice, and who would not have it."""

    twice: bool
    refused: Seat | None


class Declared(Event):
    """What all live seats go for."""

    choices: tuple[tuple[Seat, str], ...]


class Shown(Event):
    """A seat shows its hand: all its own cards, and what they make, for each half and each board or run. The ghost of
    guts is seat −1."""

    seat: Seat
    cards: tuple[Card, ...]
    called: tuple[str, ...]


class OwnCard(Event):
    """Indian: the card of one's own that one has not seen while the hand was played. Its owner alone is told."""

    seat: Seat
    card: Card


class ShownOne(Event):
    """A seat shows one of its cards, and keeps the others."""

    seat: Seat
    card: Card


class WouldHaveCome(Event):
    """What would have come, had the hand gone on: in the order in which it would have been dealt."""

    asked: Seat
    """Who wanted to know."""
    boards: tuple[tuple[Card, ...], ...]
    """What each board lacked."""
    cards: tuple[UpCard, ...]
    """In stud, what each seat would have got."""


class Mucked(Event, says="{seat:mucks}."):
    seat: Seat


class Won(Event):
    """A pot, or a part of it, goes to these seats; several share it."""

    pot: str
    """`pot` if there is only one, otherwise `main pot`, `side pot 1` and so on."""
    board: int
    """1 or 2 with two boards or runs, otherwise 0."""
    half: str
    """`high`, `low` and so on if the pot is halved, otherwise empty."""
    amount: int
    winners: tuple[Seat, ...]
    called: str
    """What the best hand is called; nothing if nobody had to show."""
    cards: tuple[tuple[Card, ...], ...] = ()
    """For each winner the cards that count."""
    worth: int = 0
    """How strong a high hand is, as hands of all games are compared; 0 for any other."""


class VariantNamed(Event):
    """The dealer has said what is played for an orbit."""

    seat: Seat
    variant: str


class SevenDeuce(Event):
    """A seat has won with a seven and a deuce: what the others pay."""

    seat: Seat
    paid: tuple[tuple[Seat, int], ...]


class SatDown(Event):
    """Who has won a pot sits down, in a stand-up game."""

    seats: tuple[Seat, ...]
    standing: tuple[Seat, ...]


class LastStanding(Event):
    """A round of the stand-up game is over: one seat is left, and pays the others."""

    seat: Seat
    paid: tuple[tuple[Seat, int], ...]


class GutsOpened(Event):
    """All declarations are open: who is in, from the dealer's left."""

    are_in: tuple[Seat, ...]


class GutsLosses(Event):
    """What the losers pay for the next deal."""

    paid: tuple[tuple[Seat, int], ...]


class PotStays(Event):
    """Nobody has won the pot: it waits for the next deal. `why`: passed, mariah, both, guts."""

    amount: int
    why: str


class LeftAlone(Event, says="**{seat:takes} {amount}:** nobody else is left for that pot."):
    seat: Seat
    amount: Amount


class Out(Event):
    """A seat is out of the freezeout, in this place."""

    seat: Seat
    place: int
    by: tuple[Seat, ...] = ()
    """Who has knocked it out; nobody if it got up, and by earlier rules."""


class BountyWon(Event):
    """The players who have knocked out a seat get what lay on its head; it is added to their stacks at the end."""

    of: Seat
    paid: tuple[tuple[Seat, int], ...]
    """Seat and amount."""


class BuysAgain(Event):
    """A seat that has lost everything buys the starting stack again, before the next deal."""

    seat: Seat
    amount: Amount
    by: tuple[Seat, ...]
    """Who has taken its chips."""


class AddsOn(Event):
    """A seat buys more chips before the next deal."""

    seat: Seat
    amount: Amount


class Bubble(Event):
    """One more knockout, and all others are in the money."""

    left: int
    paid: int
    """How many places are paid."""


class InTheMoney(Event):
    """Everybody who is left gets a prize."""

    left: int


class DealProposed(Event, says="{seat} proposes a deal by chips after this hand."):
    seat: Seat


class DealOffered(Event):
    """What everybody who is left would get by their chips, the largest stack first: seat and amount."""

    paid: tuple[tuple[Seat, int], ...]


class DealMade(Event):
    """All have agreed: the chips are divided so. Seat and amount, the best place first."""

    paid: tuple[tuple[Seat, int], ...]


class Bounties(Event):
    """The bounties are paid out at the end: seat and amount."""

    paid: tuple[tuple[Seat, int], ...]


class Prizes(Event):
    """How the chips of a freezeout are divided: seat and amount, the best place first."""

    paid: tuple[tuple[Seat, int], ...]
