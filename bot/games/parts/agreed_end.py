"""Stopping early by consent: somebody proposes it, and all must agree. Games run it beside their turns."""

from __future__ import annotations

from collections.abc import Collection

from bot.engine.asks import Script, anyone, first_of, together
from bot.engine.events import Event
from bot.engine.facts import Fact
from bot.engine.offers import Move, Only
from bot.engine.piles import Seat
from bot.engine.table import DealTable

AGREED_TO_END: Fact[frozenset[Seat]] = Fact("agreed to end")


class ProposeEnd(Move):
    """Shall we stop here?"""


class Agree(Move):
    """Yes, let us stop."""


class Refuse(Move):
    """No, play on."""


class EndProposed(Event, says="{seat} would share the pot and stop."):
    seat: Seat


class EndAgreed(Event, says="{seat:agrees}."):
    seat: Seat


class EndComes(Event, says="All agree: this {after_this} is the last."):
    """All have agreed, and what has begun is played to its end first."""

    after_this: str
    """What that is: a turn."""


class EndRefused(Event, says="{seat:plays} on."):
    seat: Seat


class EndLapsed(Event, says="The proposal to share the pot comes too late."):
    """Play was over before all had answered."""


def unless_all_agree(
    t: DealTable, play: Script, voters: Collection[Seat], *, after_this: str | None = None
) -> Script[bool]:
    """`play` to its end, unless all the voters agree to stop first: whether they have.

    It counts between two moves of `play`, and lapses with one refusal or with the end of `play`. The fact
    `agreed to end` is there while a proposal is open.

    With `after_this`, the name of what is played to its end first ("turn"), it counts only when `play` ends, which
    should look for `all_agreed` wherever it may.
    """
    voting = sorted(voters)
    if after_this is None:
        stopped = (yield from first_of(play, consent(t, voting))) is True
    else:
        yield from together(play, waiting(t, voting, after_this))
        stopped = all_agreed(t, voters)
    if t.has(AGREED_TO_END):
        t.forget(AGREED_TO_END)
        if not stopped:
            t.tell(EndLapsed())
    return stopped


def all_agreed(t: DealTable, voters: Collection[Seat]) -> bool:
    """Whether a proposal to stop has been agreed to by all."""
    return t.fact(AGREED_TO_END, None) == frozenset(voters)


def waiting(t: DealTable, voters: Collection[Seat], after_this: str) -> Script:
    """The same, with nothing more to say once all have agreed."""
    yield from consent(t, voters)
    t.note(AGREED_TO_END, frozenset(voters))
    t.tell(EndComes(after_this))
    agreed = f"All have agreed: the game ends with this {after_this}."
    yield from anyone({p: [Only(move, agreed) for move in (ProposeEnd(), Agree(), Refuse())] for p in voters})


def consent(t: DealTable, voters: Collection[Seat]) -> Script[bool]:
    """One proposal after the other, until one is agreed to by all."""
    propose = Only(ProposeEnd(), optional=True)
    nothing = [Only(move, "Nobody has proposed to end the game.") for move in (Agree(), Refuse())]
    while True:
        first = yield from anyone({p: [propose, *nothing] for p in voters})
        t.tell(EndProposed(first.seat))
        if (yield from all_agree(t, first.seat, voters)):
            return True


def all_agree(t: DealTable, first: Seat, voters: Collection[Seat]) -> Script[bool]:
    """Until everyone has agreed, or one has not: whether they have."""
    # Offers of this proposal alone: a button that answered an earlier one says nothing about it.
    answers = [Only(Agree(), optional=True), Only(Refuse(), optional=True)]
    open_already = Only(ProposeEnd(), "An end is proposed already: agree or refuse.")
    agreed_already = [
        Only(move, "You have agreed already; the others must answer.") for move in (ProposeEnd(), Agree(), Refuse())
    ]
    agreed = {first}
    while len(agreed) < len(voters):
        t.note(AGREED_TO_END, frozenset(agreed))
        row = yield from anyone({p: agreed_already if p in agreed else [*answers, open_already] for p in voters})
        if row.move == Refuse():
            t.forget(AGREED_TO_END)
            t.tell(EndRefused(row.seat))
            return False
        agreed.add(row.seat)
        t.tell(EndAgreed(row.seat))
    return True
