"""Nothing that one person reads depends on a card that they may not see, by whatever way they ask."""

from __future__ import annotations

import asyncio
import random
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from bot.engine.deal import Deal, Illegal
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.worlds import Worlds
from bot.local.client_rules import walk
from bot.local.payloads import JSON
from bot.show.controls import typed
from bot.table.session import Session
from bot.table.state import DEAL
from tests.conformance.play import Chance, rebuilt

from .disk import DrawingStandIn, number_in
from .law import Law
from .window import Answer, Window, nobody_waits

if TYPE_CHECKING:
    from .evening import Evening

ASKED = ("hand", "score", "moves", "odds", "chips show", "table watch", "table replay")
"""What everybody is asked for, by command."""
TYPED = ("QS", "2H", "10D AC", "fold", "pass", "5", "take", "play KC")
"""Moves that somebody types; of these the first that is refused."""
SWAPS = 4
"""How often two hidden cards change places where no shuffle fits: an evening has many looks."""

Told = list[tuple[str, Any]]
"""What somebody was told, by the way in which they asked."""


class Private(Law):
    """At one change in this many the cards that somebody has not seen change places, in a copy of the evening: not a
    byte of what they read may change, whatever they ask for."""

    name = "private"

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        self._dice = random.Random(f"{evening.plan.seed} private")
        self._in = evening.facts.ask_first

    def after(self, session: Session) -> None:
        if (
            not self.evening.plan.compare
            or session.table.phase != DEAL
            or session.table.deal is None
            or session.table.paused
        ):
            return
        self._in -= 1
        if self._in <= 0 and nobody_waits(self.evening) and self._look(session, session.table.deal):
            self._in = self.evening.facts.ask_each

    def _look(self, session: Session, deal: Deal) -> bool:
        """Whether there was somebody who has not seen all."""
        person = self._dice.choice(self.evening.crowd.people)
        if person.user not in self.evening.wire.world.members[str(session.table.guild)]:
            return False
        viewer = session.table.seat_of(int(person.user))
        seat = SPECTATOR if viewer is None or viewer >= deal.table.seats else viewer
        if seat == deal.state.open_to:  # the others' hands lie open to a learner
            return False
        other = Worlds(deal, seat).draw(Chance(self._dice.random()), SWAPS)
        if other is None:
            return False
        true = rebuilt(deal, order=deal.table.orders)
        one, two = (
            self.evening.fork.aside(lambda shown=shown: everything(self.evening, session, person.user, shown))
            for shown in (true, other)
        )
        if seat != SPECTATOR:
            self._no_blind(session, deal, seat, dict(one))
        for (asked, this), (_, that) in zip(one, two, strict=True):
            if timeless(this) != timeless(that):
                whose = "an onlooker" if seat == SPECTATOR else f"seat {seat}"
                self.broken(f"{session.table.game.slug}: {whose}, by {asked}: {differ(this, that)}")
        return True

    def _no_blind(self, session: Session, deal: Deal, seat: Seat, told: dict[str, Any]) -> None:
        """What nobody is to know to be possible is on no list."""
        listed = str(told["/moves"]).count("• ")
        if listed > sum(bool(offer) and not offer.unlisted for offer in deal.offers(seat)):
            self.broken(f"{session.table.game.slug}: /moves lists what is offered blindly: {told['/moves']}")


def timeless(told: Any) -> str:
    """What was told, but for the seconds since something was seen: other pictures take another time."""
    return re.sub(r"\d+ s ago", "… s ago", repr(told))


def differ(one: Any, other: Any) -> str:
    """Where two things that were told are not the same."""
    a, b = timeless(one), timeless(other)
    at = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return f"…{a[max(0, at - 60) : at + 90]} / …{b[max(0, at - 60) : at + 90]}"


async def everything(evening: Evening, session: Session, user: str, deal: Deal) -> Told:
    """Everything that this person can be told while this deal is in play and the clocks stand still."""
    room = evening.bot.room
    for task in asyncio.all_tasks():
        if task.get_name().startswith("clock "):
            task.cancel()
    assert session.table.match is not None
    session.table.match.deal = session.table.shown = deal
    window, place = Window(evening, user), str(session.table.posted.thread or session.table.posted.channel)
    before = {id for id, kept_for in evening.wire.world.private.items() if kept_for == user}
    refused = _refused(evening, session, int(user))
    told: Told = []
    for command in ASKED:
        told.append((f"/{command}", _read(await window.type(place, command, table=session.id), evening, user, before)))
    if not session.table.plays(int(user)) or deal.ask is None or not deal.ask.hurried_by:
        # otherwise it ends what stands, and the cards that come next are turned
        answer = await window.type(place, "play", move=refused, table=session.id)
        told.append((f"/play {refused}", _read(answer, evening, user, before)))
    for begun in ("", "p", "1"):
        answer = await window.completing(place, "play", table=session.id, move=begun)
        told.append((f"completing /play {begun}", answer.choices))
    await window.type(place, "table show", table=session.id)
    await room.display.panels.repaint(session, int(user)) if session.table.seat_of(int(user)) is not None else None
    with suppress(TimeoutError):  # where Discord does not take a message it is tried again and again
        async with asyncio.timeout(10):
            await room.display.idle()
    shown = {
        "the table": session.table.posted.message,
        "the panel": session.table.posted.panels.get(int(user), (0, 0))[1],
    }
    for name, id in shown.items():
        message = evening.wire.world.messages.get(str(id))
        told.append((name, message and _parts(evening, message)))
    messages = evening.wire.world.messages
    told += [("what was said before", _parts(evening, messages[id])) for id in sorted(before & messages.keys())]
    return told


def _refused(evening: Evening, session: Session, user: int) -> str:
    """A move that this person may not make."""
    words = evening.bot.room.words[session.table.game.slug]
    for text in TYPED:
        try:
            labels = typed.labels_of(session.table, user, words, evening.bot.room.builder.who(session.table))
            typed.read_move(session.table, user, text, labels=labels)
        except Illegal:
            return text
    return "{}"


def _read(answer: Answer, evening: Evening, user: str, before: set[str]) -> list[Any]:
    """What somebody reads of an answer that is for them alone. What has been said `before` may change a little earlier
    or later, for another picture takes another time."""
    mine = evening.wire.world.private
    return [_parts(evening, m) for id, m in answer.shown.items() if mine.get(id) == user and id not in before]


def _parts(evening: Evening, message: JSON) -> Any:
    """What a message shows; for a picture, everything that it is drawn from."""
    drawn = {number: picture for picture, number in DrawingStandIn.numbers.items()}
    files = []
    for each in message.get("attachments", ()):
        data = evening.wire.world.files[each["id"]].data
        files.append((each.get("description"), drawn[number_in(data)] if each["filename"].endswith(".png") else data))
    controls = [
        {name: value for name, value in each.items() if name not in ("id", "components")}
        for each in walk(message["components"])
    ]
    return message["content"], controls, [(told, str(picture)) for told, picture in files]
