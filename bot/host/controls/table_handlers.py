"""What answers the controls that every table has, and those of moves."""

from __future__ import annotations

from functools import partial

from bot.engine.piles import Seat
from bot.house.leans import manner_said
from bot.house.player import Strength
from bot.show.controls import table_controls
from bot.show.controls.control_id import ASKS, BACK, BUTTON, CLEARS, FORM, MEANT, MENU
from bot.show.pages.replays import Place
from bot.table import buying, hosting, lobby, starting, undo, wishes
from bot.table.errors import Rejected
from bot.table.names import escaped
from bot.table.open_table import OpenTable
from bot.table.state import DEAL

from ..calls.reply import Reply
from ..handlers import ANY_TABLE, MOVE, TABLE, Press
from ..messages.watching import STOPPED
from ..room import Room
from . import bringing, commands, endings, hints, in_advance, moves, my_moves, night_handlers, option_forms
from .behind_more import ask, behind_more, told
from .gamecog import table_opened, waiting


def register(room: Room) -> None:
    """From now on the controls of tables are answered."""
    room.handlers.register(BUTTON, ANY_TABLE, {"@replay": partial(_replay, room)})
    room.handlers.register(
        BUTTON,
        TABLE,
        {
            "@join": partial(_join, room),
            "@play": partial(_play, room),
            "@more": _more,
            "@house": _house,
            "@rebuy": _rebuy,
            "@cut": _cut,
            "@start": partial(_start, room),
            "@open": partial(_open, room),
            "@next": _next,
            "@leave": _leave,
            "@stay": _stay,
            "@back": _back,
            "@resume": _resume,
            "@go-on": _go_on,
            "@pause": _pause,
            "@read-options": _read_options,
            "@last": partial(_last, room),
            "@watch": partial(_watch, room),
            "@partner": _partner,
            "@hand": partial(_hand, room),
            "@direct": partial(_direct, room),
            "@sort": partial(_sort, room),
            "@unwatch": partial(_unwatch, room),
            "@undo": _undo,
            "@undo-yes": _answer_undo,
            "@undo-no": _answer_undo,
        },
    )
    room.handlers.register(
        BUTTON,
        MOVE,
        {
            "": partial(moves.by_button, room),
            MEANT: partial(moves.by_button, room),
            ASKS: partial(moves.ask_by_form, room),
            BACK: partial(moves.take_back, room),
            CLEARS: partial(moves.take_back, room),
        },
    )
    room.handlers.register(MENU, TABLE, {"@strength": _strength})
    room.handlers.register(MENU, MOVE, {"": partial(moves.by_menu, room)})
    room.handlers.register(FORM, MOVE, {"": partial(moves.by_form, room)})
    bringing.register(room)
    endings.register(room)
    hints.register(room)
    in_advance.register(room)
    my_moves.register(room)
    night_handlers.register(room)
    option_forms.register(room)


def paused_by(reply: Reply) -> str:
    """What everybody reads while the clocks stand still."""
    return f"{escaped(reply.interaction.user.display_name)} has paused it; press **Go on** to play on."


async def _last(room: Room, press: Press) -> None:
    content = room.builder.last_deal(press.session.table, press.user)
    if content is None:
        raise Rejected("The last hand is not there any more.")
    await press.reply.show(*await room.render_queue.drawn(content))


async def _replay(room: Room, press: Press) -> None:
    table = press.id.scope
    await commands.may_see(room, press.reply.interaction, table)
    await commands.show_replay(room, press.reply, table, Place.read(press.id.arg))


async def _join(room: Room, press: Press) -> None:
    said = await bringing.join(room, press.session, press.reply)
    if press.session.table.seat_of(press.user) is None:
        await press.reply.say_after(said)


async def _play(room: Room, press: Press) -> None:
    await starting.play_now(press.session, press.user, press.reply.manager)
    room.planner.wake()


async def _more(press: Press) -> None:
    await press.session.commits.settled()
    await ask(press.reply, *table_controls.more(press.session.table, press.user, press.reply.manager))


async def _house(press: Press) -> None:
    seat = await lobby.add_house(press.session, by=press.user, manager=press.reply.manager)
    await told(press.session, press.reply, sits_down(press.session.table, seat))


def sits_down(table: OpenTable, seat: Seat) -> str:
    """What is said when a house player has come."""
    chair = table.chairs[seat]
    manner = manner_said(chair.name, table.game.slug) if table.night is None else ""
    who = f", who {manner}," if manner else ""
    weaker = f", at {chair.strength} strength" if chair.strength is not Strength.CLUB else ""
    return f"{chair.said}{who} sits down for the house{weaker}."


async def _strength(press: Press) -> None:
    """How well house players play who sit down from now on."""
    strength = Strength(press.values[0])
    await lobby.set_strength(press.session, press.user, press.reply.manager, strength)
    await told(press.session, press.reply, f"House players who sit down from now on: {strength}.")


async def _rebuy(press: Press) -> None:
    reply, said = press.reply, await buying.rebuy(press.session, press.user)
    await told(press.session, reply, said)
    if press.session.table.phase == DEAL and not reply.ephemeral and not reply.on_panel:
        await reply.say_after(said)


async def _cut(press: Press) -> None:
    await told(press.session, press.reply, await wishes.ask_to_cut(press.session, press.user))


async def _start(room: Room, press: Press) -> None:
    await starting.start(press.session, press.user, press.reply.manager)
    room.planner.wake()
    await told(press.session, press.reply, "The game begins.")


async def _open(room: Room, press: Press) -> None:
    """After a lesson, a table of the same game for everybody. Raises Rejected."""
    reply, table = press.reply, press.session.table
    words = room.words[table.game.slug]
    if reply.interaction.guild_id is None:
        there = f"press **Open a table** under your lesson in <#{table.posted.place}>"
        raise Rejected(f"Tables are opened in a server's channel: {there}, or type `/{table.game.slug}` there.")
    await reply.acknowledge()  # the message stays as it is
    session = await table_opened(room, words, reply.interaction, reply, {})
    await reply.say(waiting(session, words))


async def _next(press: Press) -> None:
    await starting.say_next(press.session, press.user)


async def _leave(press: Press) -> None:
    """Who sits there is asked first."""
    session = press.session
    if not press.sure and session.table.seat_of(press.user) is not None:
        await session.commits.settled()
        await ask(press.reply, *table_controls.leaving(session.table))
        return
    said = await lobby.leave(session, press.user)
    await ask(press.reply, said, table_controls.gone(session.table, press.user))


async def _stay(press: Press) -> None:
    await told(press.session, press.reply, await lobby.stay(press.session, press.user))


async def _back(press: Press) -> None:
    await told(press.session, press.reply, await lobby.back(press.session, press.user))


async def _resume(press: Press) -> None:
    await hosting.resume(press.session, press.user)
    if behind_more(press.reply):
        await told(press.session, press.reply, "The table goes on.")


async def _go_on(press: Press) -> None:
    deal, _, stood = press.id.arg.partition(".")
    if deal == str(press.session.table.deals_begun) and stood.isdecimal():
        await press.session.hurry(press.user, press.reply.pressed, int(stood))


async def _pause(press: Press) -> None:
    await hosting.pause(press.session, paused_by(press.reply), press.user, press.reply.manager)
    await told(press.session, press.reply, "The table is paused.")


async def _read_options(press: Press) -> None:
    await press.session.commits.settled()
    await ask(press.reply, *table_controls.options_read(press.session.table))


async def _watch(room: Room, press: Press) -> None:
    await room.display.watch(press.session, press.reply, by_message=False)


async def _partner(press: Press) -> None:
    await told(press.session, press.reply, await wishes.change_partner(press.session, press.user))


async def _hand(room: Room, press: Press) -> None:
    await room.display.panels.show_hand(press.session, press.reply)


async def _direct(room: Room, press: Press) -> None:
    await room.display.panels.go_direct(press.session, press.reply)


async def _sort(room: Room, press: Press) -> None:
    await room.display.panels.sort(press.session, press.reply, press.id.number or 0)


async def _unwatch(room: Room, press: Press) -> None:
    if not await room.display.spectators.stop(press.session, press.user):
        await press.reply.change(STOPPED)


async def _undo(press: Press) -> None:
    await undo.propose(press.session, press.user, press.id.number)


async def _answer_undo(press: Press) -> None:
    await press.reply.acknowledge()
    await press.reply.say_in_passing(await undo.answer(press.session, press.user, press.id.verb == "@undo-yes"))
