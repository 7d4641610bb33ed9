"""Whatever control anybody is shown can be pressed, and does what it says, or is refused in a sentence that is true."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.engine.asks import CLOCK
from bot.engine.deal import Deal
from bot.engine.offers import Offer, verb
from bot.show.controls.components import Button, Control, Menu, Rows
from bot.show.controls.control_id import ControlId
from bot.table.session import Session
from bot.table.state import CLOSED, DEAL

from .law import Law
from .window import Answer, Window, nobody_waits

if TYPE_CHECKING:
    from .evening import Evening

COMES = 25.0
"""How long a control may take until it is drawn, in seconds: calls are limited, and some are slow."""
TRAVELS_MS = 2500
"""What is due so soon when somebody presses may come before the press, in milliseconds."""


class Chosen(NamedTuple):
    """A control that somebody is shown."""

    user: str
    own: bool
    """Whether it stands on their own panel, and so is drawn for them alone."""
    control: Control

    @property
    def kind(self) -> tuple[bool, str]:
        return self.own, self.control.id.split(":")[3]


class Then(NamedTuple):
    """What was true when a control was pressed."""

    session: Session
    user: int
    verb: str
    seat: int | None
    asked: bool
    """Whether the table waited for them."""
    offer: Offer | None
    """What they were offered under this verb, if it was possible."""
    good: bool
    """Whether the control was drawn for that very offer."""
    phase: str
    paused: bool
    deal: Deal | None
    rows: int
    due: int | None
    """When a clock makes a move, in ms of table time."""
    now: int
    version: int

    @classmethod
    def of(cls, session: Session, user: str, name: str, drawn: int) -> Then:
        seat, deal = session.table.seat_of(int(user)), session.table.deal
        plays = deal is not None and session.table.phase == DEAL and seat is not None and seat < deal.table.seats
        offers = deal.offers(seat) if plays and deal is not None and seat is not None else ()
        offer = next((o for o in offers if o and verb(o.kind) == name), None)
        good = offer is not None and deal is not None and seat is not None and deal.good(seat, offer.kind, drawn)
        due = [*session.table.deadlines]
        if deal is not None and deal.ask is not None and deal.ask.timer is not None:
            due.append(deal.ask.timer[0])
        return cls(session, int(user), name, seat, seat in session.table.turns, offer, good, session.table.phase,
                   session.table.paused is not None, deal, len(deal.rows) if deal else 0, min(due, default=None),
                   session.table.now(), session.table.version)  # fmt: skip

    @property
    def since(self) -> list[Any]:
        """The rows that have been played since."""
        return self.deal.rows[self.rows :] if self.deal is not None else []

    @property
    def made(self) -> bool:
        """Whether a move of this seat has been made since."""
        return any(row.seat == self.seat and not row.lapsed for row in self.since)

    @property
    def overtaken(self) -> bool:
        """Whether somebody else has moved since, or the clock has when it was due before the press could come."""
        soon = self.due is not None and self.due - self.now < TRAVELS_MS
        others = [row for row in self.since if row.seat != self.seat or row.lapsed]
        return any(soon or not (row.seat == CLOCK or row.lapsed) for row in others)


TRUE_WHEN: tuple[tuple[str, Callable[[Then], bool]], ...] = (
    (r"not known any more|not known now", lambda then: False),
    (r"^Something went wrong", lambda then: False),
    (r"^It is not your turn", lambda then: not then.asked and then.offer is None),
    (r"^You cannot do that now", lambda then: then.offer is None),
    (r"^That turn is over|^That .* is over; ", lambda then: not then.good),
    (r"^You do not sit at this table", lambda then: then.seat is None),
    (r"^No cards are in play", lambda then: then.phase != DEAL),
    (r"^The table is paused", lambda then: then.paused or then.session.table.paused is not None),
    (r"^This table is closed", lambda then: CLOSED in (then.phase, then.session.table.phase)),
)
"""Sentences that say how it stands, and what must be so."""


def untrue(sentence: str, then: Then) -> bool:
    """Whether a refusal says what was not so when its reader pressed."""
    return any(re.search(said, sentence) and not so(then) for said, so in TRUE_WHEN)


def faces_of(evening: Evening, session: Session) -> list[tuple[str, bool, Rows]]:
    """Who sees which controls of a table that is stored as it is: the board's, and those of each panel."""
    builder, people = evening.bot.room.builder, evening.crowd.people
    public = builder.snapshot(session.table, readers=()).public.rows
    seats = {str(session.table.chairs[seat].user): seat for seat in session.table.humans}
    found = [(person.user, False, public) for person in people]
    return found + [(user, True, builder.panel(session.table, seat).rows) for user, seat in seats.items()
                    if any(person.user == user for person in people)]  # fmt: skip


class Controls(Law):
    """At one change in this many one of the controls drawn then is pressed, in a copy of the evening; and one of those
    that result."""

    name = "controls"

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        self._dice = random.Random(f"{evening.plan.seed} controls")
        self._due = self._dice.random()
        self._seen: Counter[Any] = Counter()
        """How often which kind of control has been pressed."""

    def after(self, session: Session) -> None:
        facts = self.evening.facts
        self._due += facts.presses / facts.press_each
        while self._due >= 1 and self.evening.plan.compare and nobody_waits(self.evening):
            self._due -= 1
            self._press_one(session)

    def _press_one(self, session: Session) -> None:
        found = [
            Chosen(user, own, control)
            for user, own, rows in faces_of(self.evening, session)
            for row in rows
            for control in row
            if isinstance(control, (Button, Menu)) and not getattr(control, "disabled", False)
        ]
        if not found:
            return
        self._dice.shuffle(found)
        where = session.table.game.slug, session.table.phase
        chosen = min(found, key=lambda one: self._seen[where, one.kind])
        self._seen[where, chosen.kind] += 1
        seed = self._dice.random()
        for told in self.evening.fork.aside(lambda: pressed(self.evening, session, chosen, random.Random(seed))):
            self.broken(f"{session.table.game.slug} {session.table.phase}: {told}")


async def pressed(evening: Evening, session: Session, chosen: Chosen, dice: random.Random) -> list[str]:
    """What was wrong with what came of it."""
    window, control = Window(evening, chosen.user), chosen.control
    version = session.table.version
    await window.until(lambda: session.table.version != version or window.find(control.id), COMES)
    if (there := window.find(control.id)) is None or session.table.version != version:
        return []  # the table went on before it was shown, or its reader has no panel
    found = await _judged(evening, session, window, *there, chosen.own, dice)
    more = [*window.answer.controls]
    if more and not found:
        found = await _judged(evening, session, window, *dice.choice(more), False, dice)
    return found + [f"{broken.law}: {broken.what}" for broken in evening.story.broken]


async def _judged(evening: Evening, session: Session, window: Window, message: Any, component: Any, own: bool,
                  dice: random.Random) -> list[str]:  # fmt: skip
    id = component["custom_id"]
    known = ControlId.parse(id)
    if known is None or known.scope != session.id:
        return []
    then = Then.of(session, window.user, known.verb, known.drawn)
    values = None
    if component["type"] != 2:
        count = dice.randint(max(1, component.get("min_values", 1)), max(1, component.get("max_values", 1)))
        values = dice.sample([option["value"] for option in component["options"]], count)
    answer = await window.press(message, component, values)
    if answer.refused:
        return []
    told = f"{component.get('label') or component.get('placeholder')!r} ({id}) on {'a panel' if own else 'the table'}"
    return [f"{told}: {wrong}" for wrong in judged(then, answer, own)]


def judged(then: Then, answer: Answer, own: bool) -> list[str]:
    """What is wrong with an answer to a press."""
    if then.overtaken or any(text.startswith("That took too long") for text in answer.said):
        return []  # the machine was slow, and says so
    said = [text for text in answer.said if not text.startswith(("✓", "Done"))]
    if false := [text for text in said if untrue(text, then)]:
        return [f"is refused, and that is not true: {false[0]!r}"]
    happened = then.made or answer.form or answer.shown or then.session.table.version != then.version
    if not happened:
        return ["nothing happened, and nothing was said"]
    live = own and then.offer is not None and then.good and not then.offer.unlisted
    refused = said and not then.made and not answer.form and not answer.controls
    if live and refused and then.session.table.version == then.version:
        return [f"can be pressed, and is refused: {said[-1]!r}"]
    return []
