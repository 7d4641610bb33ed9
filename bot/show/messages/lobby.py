"""The message of a table at which no match is on: before the first deal, after a void one, and when it is closed."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.amounts import whites
from bot.engine.buy_in import called
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.view import view
from bot.house.player import Strength
from bot.table import money
from bot.table.open_table import OpenTable
from bot.table.state import BETWEEN, CLOSED
from card_art import scene as art

from ..controls.components import in_rows
from ..controls.table_controls import may_pair, my_moves
from ..words import played
from ..words.game import Words
from . import night_lobby
from .alt import alt
from .page import UNSEALED, MessageContent, Page


def content(page: Page) -> MessageContent:
    """The message for everybody, or the panel of the page's reader."""
    s, words, who = page.s, page.words, page.who
    if s.night is not None and s.phase != BETWEEN:
        return night_lobby.content(page)
    seats = [
        art.Seat(
            name=who(n),
            face=who.avatar(n),
            line=_chair_line(s, n),
            tags=tuple(t for t in who.tags[n] if t != "EMPTY"),
            dim=s.chairs[n].empty,
        )
        for n in range(len(s.chairs))
    ]
    if s.phase == CLOSED:
        return _closed(page, seats)
    void = f"The last {words.deal} is void: {_in_pot(s) or 'all is as before it'}"
    waits = f"Waiting for players: {len(s.taken)} of {s.seats[-1]} seated"
    picture = page.empty_table(seats, void if s.phase == BETWEEN else waits)
    chips = "play chips · " if s.for_chips else ""
    lines = [
        played.bold(words, s.options, money.buy_in(s) if s.for_chips else None),
        f"{words.tagline[:1].upper()}{words.tagline[1:]} · {chips}hosted by <@{s.host}>",
        *(page.paused() or [_hint(s, words)]),
        *filter(None, (s.notice, page.queue(), page.sealed())),
    ]
    text = "\n".join(lines)
    return MessageContent(text, picture, alt(picture, text), in_rows(page.buttons()))


def _hint(s: OpenTable, words: Words) -> str:
    """What to do next at a table that has not begun."""
    if s.phase == BETWEEN:
        return (
            f"The last {words.deal} is void: all stacks are as when it began. Press **{words.next_deal}** to play on."
        )
    if s.seats[-1] == 1:
        return "Press **Play now** for the cards."
    if s.starts_with is not None:
        if s.next_at is not None:
            return f"All seats are taken: the first {words.deal} begins <t:{s.wall(s.next_at) // 1000}:R>."
        missing = s.starts_with - len(s.taken)
        return f"It begins when {s.starts_with} seats are taken: {missing} to go. **Play now** adds house players."
    if len(s.taken) < s.seats.start:
        return "**Play now** begins at once, with house players; or wait until friends press **Join**."
    if len(s.taken) < s.usual_size:
        return "Press **Start** when all are here; **Play now** adds house players."
    if len(s.taken) < s.seats[-1]:
        return "Press **Start** when all are here."
    return "Every seat is taken: press **Start**."


def _chair_line(s: OpenTable, seat: Seat) -> str:
    chair = s.chairs[seat]
    if chair.empty:
        return "press Join"
    if s.for_chips:
        weaker = f" · {chair.strength}" if chair.house and chair.strength is not Strength.CLUB else ""
        return "" if s.phase == CLOSED else whites(s.stack_of(seat)) + weaker
    if may_pair(s) and len(s.taken) == len(s.chairs):
        return f"with {s.chairs[(seat + len(s.chairs) // 2) % len(s.chairs)].name}"
    return chair.kind if chair.house else "ready"


def _in_pot(s: OpenTable) -> str:
    """What lies in the pot between two deals, in words; nothing if nothing does."""
    amount = s.match.state.pot + s.match.state.splash if s.match is not None else 0
    return f"Pot {called(amount, s.options)}" if amount else ""


def _closed(page: Page, seats: Sequence[art.Seat]) -> MessageContent:
    """The last result stays visible, if there is one."""
    s = page.s
    chips = " Everybody's chips are back in the bank." if s.banked else ""
    lines = [f"**{s.game.title}** · this table is closed.{chips}", *page.hints_taken(), page.sealed()]
    text = "\n".join(filter(None, lines))
    seen = view(s.shown, SPECTATOR, page.now) if s.shown is not None else None
    result = page.result(seen) if seen is not None else None
    end = page.end(seen, result) if seen is not None else None
    picture = end or page.broken_off() or result or page.empty_table(seats, "This table is closed.")
    rows, file = in_rows(my_moves(s)), page.file if result is not None else UNSEALED
    return MessageContent(text, picture, alt(picture, text), rows, file=file)
