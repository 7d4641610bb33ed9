"""**My moves**: what people press after a match to look back on their own decisions, for them alone."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from bot.show.controls.control_id import BUTTON, MENU
from bot.show.controls.table_controls import MY_MOVES
from bot.show.messages.builder import style_of
from bot.show.messages.page import MessageContent
from bot.show.pages import my_moves as pages
from bot.show.pages.my_moves import Place, Played
from bot.store import Match, StoreError, Work, journal, reviews
from bot.store.reviews import Review
from bot.table import past, reviewing
from bot.table.errors import Rejected

from ..calls.refusals import NOT_TAKEN
from ..calls.reply import Reply
from ..handlers import ANY_TABLE, Press
from ..nights import sending
from ..pictures.render_queue import UNDRAWN
from ..reviews import Asked
from ..room import Room
from . import commands

log = logging.getLogger(__name__)


def register(room: Room) -> None:
    """From now on these controls are answered, also under results that are years old."""
    room.handlers.register(BUTTON, ANY_TABLE, {MY_MOVES: partial(_open, room), pages.TURN: partial(_turn, room)})
    room.handlers.register(MENU, ANY_TABLE, {pages.TRY: partial(_try, room)})


async def _open(room: Room, press: Press) -> None:
    """What is known is shown; otherwise it is worked out, and comes when it is."""
    reply, table, place = press.reply, press.id.scope, Place.read(press.id.arg)
    await commands.may_see(room, reply.interaction, table)
    match = await reviewing.match_of(room.store, table, place.match)
    asked = Asked(match.guild, reply.user, match.id)
    room.reviews.owed.discard(asked)  # it comes here
    if (kept := await reviewing.known(room.store, *asked)) is not None:
        await reply.show(await _summary(room, reply.user, match, place, kept), UNDRAWN)
        return
    case = await reviewing.case_of(room.store, match, reply.user)
    later = room.reviews.comes_later(asked)
    await room.store.commit(Work().do(reviews.ask, *asked, reviewing.JUDGE, room.now()))
    await reply.show(pages.in_words(pages.LATER if later else pages.WORKING), UNDRAWN)
    room.spawn(_bring(room, reply, match, place, case))


async def _bring(room: Room, reply: Reply, match: Match, place: Place, case: reviewing.Case) -> None:
    """It comes where it was asked for; after a quarter of an hour by direct message, where the person takes those."""
    with room.reviews.waited_for():
        try:
            review = await room.reviews.work_out(Asked(match.guild, reply.user, match.id), case)
            content = await _summary(room, reply.user, match, place, review)
        except (Rejected, StoreError) as no:
            content = pages.in_words(str(no))
        try:
            if not reply.expired:
                await reply.edit_later(content, UNDRAWN, controls=True)
                return
        except NOT_TAKEN as error:
            log.info("what moves were worth was not shown where it was asked for: %s", error)
        await _send(room, reply.user, match, content)


async def take_up(room: Room) -> None:
    """What was asked for when the process before this one ended is worked out, and comes by direct message, unless it
    is asked for again meanwhile."""
    owed = [Asked(*each) for each in await room.store.read(reviews.asked, room.store.cluster)]
    room.reviews.owed.update(owed)
    for asked in owed:
        try:
            await _take_up(room, asked)
        except Rejected as no:
            log.info("what moves in match %s were worth is not sent: %s", asked.match, no)
            if not room.services.closing:  # otherwise the next process takes it up
                await room.store.commit(Work().do(reviews.give_up, *asked))


async def _take_up(room: Room, asked: Asked) -> None:
    """Raises Rejected."""
    if (match := await room.store.read(journal.match, asked.match)) is None:
        raise Rejected(reviewing.GONE)
    review = await room.reviews.work_out(asked, await reviewing.case_of(room.store, match, asked.user))
    played = [each.id for each in await room.store.read(journal.matches, match.table)]
    content = await _summary(room, asked.user, match, Place(played.index(match.id) + 1), review)
    if asked in room.reviews.owed:
        room.reviews.owed.discard(asked)
        await _send(room, asked.user, match, content)


async def _send(room: Room, user: int, match: Match, content: MessageContent) -> None:
    if user in room.people.direct.on_table or (channel := await room.people.direct.channel(user, asked=True)) is None:
        return  # the next press shows it
    try:
        await sending.send(room.nights, channel, content.text, key=f"moves:{match.id}:{user}", rows=content.rows)
    except sending.NotSent as no:
        log.info("what moves were worth was not sent to %s: %s", user, no)


async def _turn(room: Room, press: Press) -> None:
    await _show(room, press)


async def _try(room: Room, press: Press) -> None:
    await _show(room, press, int(press.values[0]) if press.values[0].isdecimal() else None)


async def _show(room: Room, press: Press, tried: int | None = None) -> None:
    """The message that was pressed turns to another page, or says what another move is worth."""
    reply, table, place = press.reply, press.id.scope, Place.read(press.id.arg)
    await commands.may_see(room, reply.interaction, table)
    match = await reviewing.match_of(room.store, table, place.match)
    kept = await room.store.read(reviews.of, match.guild, reply.user, match.id)
    if kept is None:
        raise Rejected(pages.FORGOTTEN)
    if place.page:
        played = await _played(room, reply.user, match, place, kept)
        content = await asyncio.to_thread(pages.decision, played, tried)
        content, png = await room.render_queue.drawn(content, table=table)
    else:
        content, png = await _summary(room, reply.user, match, place, kept), UNDRAWN
    if not await reply.edit(content, png):
        await reply.edit_pressed(content, png, controls=True)


async def _summary(room: Room, user: int, match: Match, place: Place, review: Review) -> MessageContent:
    """The first page."""
    return await asyncio.to_thread(pages.summary, await _played(room, user, match, place, review))


async def _played(room: Room, user: int, match: Match, place: Place, review: Review) -> Played:
    """Raises Rejected if the match cannot be read any more."""
    if (read := past.read(match.game, match.options)) is None:
        raise Rejected(reviewing.GONE)
    if user not in room.builder.prefs:
        await room.people.learn(user)
    style = style_of(room.builder.prefs[user], await room.settings.of(match.guild))
    briefs = [deal for deal in await room.store.read(journal.deals, match.id) if deal.status == "done"]
    wanted = {decision["deal"] for decision in reviewing.dearest(review)}
    deals = [await room.store.read(journal.deal, brief.id) for brief in briefs if brief.number in wanted]
    return Played(
        match.table, place, *read, room.words[match.game], style, review,
        {deal.number: deal for deal in deals if deal is not None}, [brief.number for brief in briefs],
    )  # fmt: skip
