"""The message of a night while none of its games is to be seen: before the first, between two, and when it is over."""

from __future__ import annotations

from bot.engine.amounts import whites
from bot.table import limits, night, rising
from bot.table.names import escaped
from bot.table.night_state import MOST_SEATS
from bot.table.open_table import OpenTable
from bot.table.state import CLOSED, LOBBY, PICK
from card_art import scene as art

from ..controls.components import in_rows
from ..words import night_terms
from . import dealers_choice, night_results
from .alt import alt
from .page import MessageContent, Page


def content(page: Page) -> MessageContent:
    """The message for everybody, or the panel of the page's reader."""
    s, who = page.s, page.who
    if s.phase == CLOSED:
        return night_results.over(s, who, page.sealed())
    told = night.of(s)
    picking_now = s.phase == PICK
    dealer = told.dealer if picking_now else None
    seats = [
        art.Seat(
            name=who(n), line="press Join" if chair.empty else f"{whites(s.stack_of(n))} chips",
            tags=(*(["TO PICK"] if n == dealer else []), *(t for t in who.tags[n] if t != "EMPTY")),
            active=n == dealer, dealer=n == dealer, dim=chair.empty, number=n,
            face=who.avatar(n),
        )
        for n, chair in enumerate(s.chairs)
    ]  # fmt: skip
    kept = range(len(seats), len(seats) + len(told.expected))[: MOST_SEATS - len(seats)]
    seats += [art.Seat(name=who(n), line="expected", dim=True, number=n, face=who.avatar(n)) for n in kept]
    note = f"{who(told.dealer):names} the game" if picking_now else _counts(s)
    seats = seats or [art.Seat(name="Empty chair", line="press Join", dim=True)]
    scene = art.Scene(
        title=told.name, subtitle=limits.told(told.only) or "Dealer's choice", seats=tuple(seats),
        centre=(art.Note(note),), foot=(f"buy-in {whites(rising.buy_in(told))}", _rebuys(told)), corner=("♣ ♦ ♥ ♠",),
        style=who.style,
    )  # fmt: skip
    text = [f"**{escaped(told.name)}** · dealer's choice"]
    if s.phase == LOBBY:
        text[0] += ": the deal goes round, and the dealer names the next game"
        text.append(f"Buy-in {whites(told.buy_in)} play chips for the whole night{_hosted_by(s)}")
    if games := night_terms.told(told.terms):
        text.insert(1, games)
    if told.expected:
        text.append(_expected(told))
    if s.paused:
        text += page.paused()
    elif picking_now:
        text += page.what_is_next()
    else:
        text.append(_hint(s))
    text += [line for line in (s.notice, page.queue()) if line]
    rows = in_rows(dealers_choice.controls(s, page.every, page.user))
    said = "\n".join(text)
    return MessageContent(said, scene, alt(scene, said), rows)


def _hint(s: OpenTable) -> str:
    """What to do next at a night that has not begun."""
    wanted = night.of(s).least
    missing = wanted - len(s.taken)
    least = f"The host would like at least {wanted} players: {missing} more to come. " if missing > 0 else ""
    if not s.humans:
        return f"{least}Press **Join** to sit down; chips are bought then."
    if len(s.taken) >= s.seats.start:
        return f"{least}Press **Start** when all are here; latecomers may join between two games."
    return f"{least}Friends press **Join**; **Play now** begins at once, with house players."


def _counts(s: OpenTable) -> str:
    """How many are there, and how many are still to come."""
    expected = len(night.of(s).expected)
    return f"{len(s.taken) or 'Nobody'} seated" + (f", {expected} expected" if expected else "")


def _hosted_by(s: OpenTable) -> str:
    """The host, and who acts for them; nothing if the host's data is erased."""
    if s.host < 0:
        return ""
    seat = s.seat_of(s.acting_host)
    acts = "" if seat is None or s.acting_host == s.host else (
        f"; until they sit down, {s.chairs[seat].said} acts for them"
    )  # fmt: skip
    return f" · hosted by <@{s.host}>{acts}"


def _expected(told: night.Night) -> str:
    """For whom seats are kept, and until when."""
    names = [escaped(told.guest_names.get(str(user), "")) or f"<@{user}>" for user in told.expected]
    listed = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    seats = "A seat is" if len(names) == 1 else "Seats are"
    return f"{seats} kept until <t:{told.kept_until // 1000}:t> for {listed}."


def _rebuys(told: night.Night) -> str:
    return f"{told.rebuys} rebuy{'' if told.rebuys == 1 else 's'}" if told.rebuys else "no rebuys"
