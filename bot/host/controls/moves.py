"""A person's move: what a control or a form stands for, made, and answered where it must be judged first."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from bot.engine.amounts import WHITE, YELLOW, Multiples, read_amount, whites
from bot.engine.controls import completed, decode_move, kind_of
from bot.engine.cutting import LONGEST_NOTE, Cut, as_note
from bot.engine.deal import Deal, Illegal
from bot.engine.events import Event
from bot.engine.offers import Move, Offer, verb
from bot.engine.piles import Seat
from bot.engine.view import view
from bot.show.controls import selection
from bot.show.controls.components import NAMED, in_rows
from bot.show.controls.control_id import ASKS, CLEARS, LONGEST_ID, MEANT, button_id, form_id
from bot.show.controls.forms import Form, TextField
from bot.show.controls.offer_controls import for_offers
from bot.show.controls.selection import Draft
from bot.show.controls.typed import amount_words
from bot.show.words.rule_behind import rule_behind
from bot.show.words.sentences import say
from bot.show.words.verbs import UNSAID, EnterAmount, EnterNumber, EnterText, Verb, entry, made_by_button, prompt
from bot.table import money
from bot.table.errors import NeedsConfirmation, Rejected
from bot.table.session import Session
from bot.table.state import DEAL

from ..calls.forms import modal
from ..calls.reply import Reply
from ..handlers import Press
from ..room import Room

OUTCOME_WAIT = 1.4
"""Seconds that a press may wait for its outcome; then it is acknowledged, and the table shows what came of it."""


def my_offer(session: Session, user: int, name: str, drawn: int | None = None) -> tuple[Seat, Offer]:
    """The asker's own offer of this verb. Raises Illegal if there is none."""
    table = session.table
    seat, deal = table.seat_of(user), table.deal
    if seat is None:
        raise Illegal("You do not sit at this table.")
    if deal is None or deal.ask is None or table.phase != DEAL:
        raise Illegal("No cards are in play at this table now.")
    offer = deal.offer(seat, name)
    if offer is None:
        raise Illegal(deal.ask.not_now(seat))
    if drawn is not None and not table.game.real_time and not deal.good(seat, offer.kind, drawn):
        raise Illegal(offer.stale)
    return seat, offer


def possible(session: Session, user: int, name: str, drawn: int) -> tuple[Seat, Offer]:
    """The same, if there is such a move now. Raises Illegal with the reason if there is none: the buttons of a table
    are everybody's, and not everybody can use them."""
    seat, offer = my_offer(session, user, name, drawn)
    if not offer and isinstance(why := offer.finish(()), str):
        raise Illegal(session.table.named(why))
    return seat, offer


@contextmanager
def explained(room: Room, session: Session, name: str | None) -> Iterator[None]:
    """At a teaching table a refusal of a move of this verb is followed by the rule behind it."""
    try:
        yield
    except Illegal as why:
        table = session.table
        kind = next((kind for kind in table.game.moves if verb(kind) == name), None)
        rule = rule_behind(room.words[table.game.slug], str(why), kind) if table.taught else ""
        if not rule:
            raise
        raise Illegal(f"{why}\n-# {rule} `/rules` tells more.") from None


async def by_button(room: Room, press: Press) -> None:
    """A button stands for a whole move, or answers the question whether it is meant."""
    session, reply, name = press.session, press.reply, press.id.verb
    if press.sure:
        room.display.questions.answered(session, reply.user)
    arg = await _by_control(room, session, reply, name, press.id.arg, press.id.drawn, sure=press.sure)
    if press.sure:
        await reply.vanish()  # the table shows what came of it
    if reply.edited or reply.on_panel:
        return
    said = next((v for kind, v in room.words[session.table.game.slug].verbs.items() if verb(kind) == name), None)
    if said is not None and said.answer:  # nothing has changed on the table for others to see
        await reply.say_in_passing(said.answer.format(said.parts.get(arg, arg)))


async def by_menu(room: Room, press: Press) -> None:
    """A lone choice is the move; several are a draft. The menu goes on with what it carries."""
    session, reply, carried, picked, drawn = press.session, press.reply, press.id.arg, press.values, press.id.drawn
    async with session.commits.judging():
        seat, offer = my_offer(session, reply.user, press.id.verb, drawn)
    said = room.words[session.table.game.slug].verb(offer.kind) or UNSAID
    if selection.is_whole(said.whole is not None, carried, picked[0]):
        await _by_control(room, session, reply, press.id.verb, picked[0], drawn)
        return
    by_itself = not made_by_button(offer, said)
    draft = await _changed(
        room, session, reply, seat, offer, lambda d: selection.picked(offer, d, carried, picked, lone=by_itself)
    )
    made = completed(offer, draft.parts)
    if isinstance(made, Move) and by_itself and not draft.begun and not offer.next(made.parts):
        await move(room, session, reply, made, drawn=drawn)
    else:
        await _show_draft(room, session, reply, offer, draft)


async def take_back(room: Room, press: Press) -> None:
    """**Undo** takes the last choice of a draft back, **Clear** all of them; a draft of nothing is begun."""
    session, reply = press.session, press.reply
    async with session.commits.judging():
        seat, offer = my_offer(session, reply.user, press.id.verb, press.id.drawn)
    draft = Draft(press.id.verb)
    if press.id.mark != CLEARS:
        draft = await _changed(room, session, reply, seat, offer, lambda d: selection.undone(d, press.id.arg))
    await _show_draft(room, session, reply, offer, draft)


async def _changed(room: Room, session: Session, reply: Reply, seat: Seat, offer: Offer,
                   change: Callable[[Draft], Draft]) -> Draft:  # fmt: skip
    """The asker's draft of this offer after a press. A control that was drawn for other choices than those that stand
    is refused, and the panel shows these. Raises Illegal."""
    name, draft = verb(offer.kind), room.builder.drafts.of(session.table, seat)
    draft = draft if draft.verb == name else Draft(name)
    try:
        async with session.commits.judging():
            return change(draft)
    except Illegal:
        await _show_draft(room, session, reply, offer, draft)
        raise


async def _show_draft(room: Room, session: Session, reply: Reply, offer: Offer, draft: Draft) -> None:
    said = room.words[session.table.game.slug].verb(offer.kind) or UNSAID
    await room.display.panels.draft(session, reply, draft, [verb(kind) for kind in said.collected.beside])


async def by_form(room: Room, press: Press) -> None:
    """What was typed into the form behind a button, and the note to mix in."""
    session, reply, name, drawn = press.session, press.reply, press.id.verb, press.id.drawn
    typed = {field: text for field, text in press.entered.items() if isinstance(text, str)}
    async with session.commits.judging():
        _, offer = possible(session, reply.user, name, drawn)
        spelt = _spelt(session, offer, typed)
    if note := typed.get("note", "").strip():
        await _by_control(room, session, reply, "note", as_note(note), drawn)
    await _by_control(room, session, reply, name, spelt, drawn, typed=isinstance(entry(offer), EnterAmount))


def _spelt(session: Session, offer: Offer, typed: Mapping[str, str]) -> str:
    """What was typed into the form of this offer, as a control carries it."""
    match entry(offer):
        case EnterText():
            return typed.get("text", "").strip()
        case EnterAmount():
            text = typed.get("amount", "")
            return str(read_amount(text, amount_words(session.table, offer, text), offer.besides_figures))
        case None:
            return typed.get("number", "").strip()


async def _by_control(room: Room, session: Session, reply: Reply, name: str, arg: str, drawn: int, *,
                      sure: bool = False, typed: bool = False) -> str:  # fmt: skip
    """Make the move that a control carries. Returns what it carries, an amount that is named as what it comes to."""
    async with session.commits.judging():
        seat, offer = my_offer(session, reply.user, name, drawn)
        if arg.startswith(NAMED) and not offer.free_text and kind_of(offer, 0) == "amount":
            arg = named_amount(room, session, seat, offer, arg)
        if offer.free_text:
            chosen = offer.finish((arg,))
        elif arg.startswith(selection.REMEMBERED):
            chosen = selection.remembered(offer, room.builder.drafts.of(session.table, seat), arg)
        else:
            chosen = decode_move(offer, arg)
        if isinstance(chosen, str):
            raise Illegal(session.table.named(chosen))
    await move(room, session, reply, chosen, drawn=drawn, sure=sure, typed=typed)
    return arg


def named_amount(room: Room, session: Session, seat: Seat, offer: Offer, arg: str) -> str:
    """An amount that a control names by a word, as it comes to for this player. Raises Illegal."""
    if not offer and isinstance(why := offer.finish(()), str):
        raise Illegal(session.table.named(why))
    assert session.table.deal is not None  # otherwise there would be no offer
    amount = (
        room.words[session.table.game.slug].amounts(view(session.table.deal, seat), offer).get(arg.removeprefix(NAMED))
    )
    if amount is None:
        raise Illegal("There is no such amount for you now; type another.")
    return str(amount)


async def ask_by_form(room: Room, press: Press) -> None:
    """The form behind **Other…** and whatever else is typed."""
    session, reply, name, drawn = press.session, press.reply, press.id.verb, press.id.drawn
    await session.commits.settled()  # it says what may be typed
    _, offer = possible(session, reply.user, name, drawn)
    said = room.words[session.table.game.slug].verb(offer.kind)
    if said is None:
        raise Illegal("That turn is over.")
    parts = [_field(offer, said)]
    if offer.kind is Cut:
        parts.append(TextField("note", "A note to mix in, if you like", longest=LONGEST_NOTE, required=False))
    title = (said.ask or said.label.replace("{}", "")).rstrip(". ")[:45]
    await reply.ask(modal(Form(title, tuple(parts)), form_id(session.id, drawn, name)))


def _field(offer: Offer, said: Verb) -> TextField:
    """Where an amount, a number or a text is typed. Raises Illegal if something is chosen instead."""
    match prompt(offer, said):
        case EnterText():
            return TextField("text", "In your words", longest=said.typed.longest)
        case EnterAmount() as asked:
            also = offer.besides_figures
            limits = f"{whites(asked.least)} to {whites(asked.most)}{_steps(asked.among)}"
            limits += f"; or {', '.join(also)}" if also else ""
            return TextField("amount", "How much?", hint=limits, longest=20)
        case EnterNumber(among):
            return TextField("number", "Which number?", hint=f"{among[0]} to {among[-1]}", longest=20)
        case _:
            raise Illegal("That turn is over.")


def _steps(among: Collection[int]) -> str:
    """In which steps amounts go, where these are no whole whites."""
    step = among.step if isinstance(among, range | Multiples) else YELLOW
    return {YELLOW: ", in halves", WHITE: ""}.get(step, f", in steps of {whites(step)}")


async def move(room: Room, session: Session, reply: Reply, chosen: Move, *, drawn: int | None = None,
               sure: bool = False, typed: bool = False) -> None:  # fmt: skip
    """A person's move, from a control or a command; `typed` if they have not seen it written before. Raises Rejected,
    Illegal, NeedsConfirmation."""
    pressed, table = reply.pressed, session.table
    seat, deal = table.seat_of(reply.user), table.deal
    if seat is None:
        raise Illegal("You do not sit at this table.")
    number = drawn if drawn is not None else deal.number if deal else 0
    if table.game.real_time and deal is not None:
        known = len(deal.table.events)
        await session.act(seat, chosen, drawn=drawn, pressed=pressed, sure=True)
        await _tell_outcome(room, session, reply, seat, deal, known, chosen)
        return
    try:
        spared = partial(_spared, room, session, reply.user)
        await session.act(seat, chosen, drawn=drawn, pressed=pressed, sure=sure, typed=typed, spared=spared)
    except NeedsConfirmation as question:
        question.yes = _yes(room, session, seat, number, chosen)
        if typed:
            question.change = button_id(session.id, number, verb(type(chosen)), mark=ASKS)
        room.display.questions.asked(session, reply, lambda: _may_still(session, reply.user, chosen, number))
        raise


def _spared(room: Room, session: Session, user: int) -> int | None:
    """How much somebody may go all-in with unasked: by default half of what sitting down costs. None for any amount."""
    if not session.table.for_chips:
        return None
    match room.builder.prefs_of(user).all_in:
        case "never":
            return None
        case "always":
            return 0
        case _:
            return money.buy_in(session.table) // 2


def _may_still(session: Session, user: int, chosen: Move, number: int) -> bool:
    """Whether a move about which somebody has been asked can still be made."""
    try:
        my_offer(session, user, verb(type(chosen)), number)
    except (Illegal, Rejected):
        return False
    return True


def _yes(room: Room, session: Session, seat: Seat, number: int, chosen: Move) -> str:
    """The id of the button that answers whether this move is meant; a move that does not fit is remembered."""
    bare, draft = button_id(session.id, number, verb(type(chosen)), mark=MEANT), Draft(verb(type(chosen)), chosen.parts)
    carried = draft.fits(LONGEST_ID - len(bare))
    if carried != draft.spelt and not room.builder.drafts.of(session.table, seat).carried(carried):
        room.builder.drafts.keep(session.table, seat, draft)
    return bare + carried


async def outcome(session: Session, deal: Deal, seat: Seat, known: int, kinds: tuple[type[Event], ...]) -> Event | None:
    """The first event of these kinds, later than the first `known` ones, that concerns this seat, once it is durable;
    None if none comes in time, or the deal that it belongs to is taken back. To be told before anything else is
    awaited."""
    loop = asyncio.get_running_loop()
    until = loop.time() + OUTCOME_WAIT
    try:
        while True:
            await session.commits.settled()
            if session.table.shown is not deal:
                return None
            for event, _ in deal.table.events[known:]:
                if isinstance(event, kinds) and getattr(event, "seat", None) == seat:
                    return event
            await asyncio.wait_for(session.commits.moved.wait(), until - loop.time())
    except (TimeoutError, Rejected):  # the move itself is stored
        return None


async def _tell_outcome(room: Room, session: Session, reply: Reply, seat: Seat, deal: Deal, known: int,
                        move: Move) -> None:  # fmt: skip
    """Answer a press on a table without turns: the outcome, in a sentence, with the buttons to react."""
    words = room.words[session.table.game.slug]
    live = words.live
    if live is None or (judged_by := live.judged_by.get(type(move))) is None:
        return
    event = await outcome(session, deal, seat, known, judged_by)
    if event is None or reply.on_panel:
        return
    who = room.builder.who(session.table, seat, reply.user)
    if reply.ephemeral:
        if closing := say(live.closing.get(type(event), ""), event, who.said):
            await reply.change(closing)
        return
    text = say(live.replies.get(type(event), ""), event, who.said)
    if not text:
        return
    follow: Sequence[Offer] = [o for o in deal.offers(seat) if o and o.kind in live.follow_up]
    rows = in_rows(for_offers(session.id, deal.number, follow, view(deal, seat), words, who, private=True))
    await reply.say(text, rows=rows)
