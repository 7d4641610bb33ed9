"""The one way in: an interaction is acknowledged in time and answered once, and no refusal or failure leaves it without
an answer."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from typing import TypedDict

import discord
from discord import ui
from discord.utils import MISSING
from typing_extensions import Unpack

from bot.engine.amounts import BadAmount
from bot.engine.deal import Illegal
from bot.show.controls.components import Button, ChannelMenu, Control, RoleMenu, Rows
from bot.show.messages.page import ABOVE, NOT_DRAWN, MessageContent
from bot.show.words.sentences import in_signs
from bot.store import By, StoreError
from bot.table.errors import Closed, Elsewhere, NeedsConfirmation, Rejected

from ..pictures.emojis import Emojis
from ..pictures.render_queue import UNDRAWN
from .client import Interaction
from .passing import Passing
from .permissions import KINDS
from .refusals import NOT_TAKEN, why
from .unread import FAILED, IN_A_SERVER

log = logging.getLogger(__name__)

ACKNOWLEDGED = 40060
"""Discord's word for an interaction that has had its first answer."""
TOKEN_SECONDS = 14 * 60
"""How long an answer can be edited by its press's token, with a minute to spare."""
TOKEN_ENDS = timedelta(minutes=15)
"""After this time Discord takes nothing more by a press's token."""
ACKNOWLEDGE_AFTER = 1.0
"""Seconds; Discord gives three, and a machine that is late with the answer may be late with this as well."""

_STYLES = {
    "primary": discord.ButtonStyle.primary, "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success, "danger": discord.ButtonStyle.danger,
}  # fmt: skip
NOBODY = discord.AllowedMentions.none()

asking: ContextVar[Reply | None] = ContextVar("asking", default=None)
"""The asker who waits for an answer to the current work; None for clocks and everything else without an asker."""


@dataclass(frozen=True)
class Heard:
    """An interaction in a direct message, where several processes run the bot."""

    hand_over: Callable[[Reply, int], Awaitable[None]] | None = None
    """Has it answered by the process that has a server; None where it was handed over already."""
    acknowledged: bool = False
    """Whether the process that has heard it has told Discord that it has come."""


heard: ContextVar[Heard | None] = ContextVar("heard", default=None)
"""What is being answered, if another process may have to."""


class TooLate(TimeoutError):
    """The machine has slept between a press and its answer, and Discord does not wait for that any more."""


@asynccontextmanager
async def answered(interaction: Interaction) -> AsyncIterator[Reply]:
    """Wraps everything that an interaction asks for. A refusal is said to the asker alone."""
    reply = Reply(interaction)
    reply.watch()
    before = asking.set(reply)
    interaction.client.answering += 1
    try:
        yield reply
        await reply.settle()
        await reply.accepted()
    except NeedsConfirmation as question:
        again = (Button(question.change, "Change"),) if question.change else ()
        await reply.refuse(in_signs(str(question)), ((Button(question.yes, "Yes", "danger"), *again),))
    except Closed as no:
        await reply.retire_pressed(str(no))
    except Elsewhere as no:
        await reply.hand_over(no)
    except (Rejected, Illegal, BadAmount, StoreError) as no:
        await reply.refuse(in_signs(str(no)))
    except NOT_TAKEN as error:
        log.warning("an answer was not taken: %r", error)
        if isinstance(error, discord.HTTPException):
            reply.emojis.blamed(error)
        await reply.refuse(f"This could not be shown: {why(error)}. Please look again.")
    except Exception:
        log.exception("an interaction failed")
        await reply.refuse(FAILED)
    finally:
        asking.reset(before)
        reply.unwatch()
        interaction.client.answering -= 1


def server_of(interaction: discord.Interaction) -> int:
    """The server in which somebody asks: Discord may leave it out, where it should not. Raises Rejected."""
    if interaction.guild_id is None:
        raise Rejected(IN_A_SERVER)
    return interaction.guild_id


def is_manager(interaction: Interaction) -> bool:
    """Whether the asker manages the card room: they may manage the server, or have a role that does."""
    if interaction.guild_id is None:
        return False
    managers = interaction.client.room.settings.managers(interaction.guild_id)
    return interaction.permissions.manage_guild or not managers.isdisjoint(roles_of(interaction))


def roles_of(interaction: discord.Interaction) -> set[int]:
    """The asker's roles, which Discord sends with the interaction."""
    return {role.id for role in getattr(interaction.user, "roles", ())}


def view_of(rows: Rows, emojis: Emojis) -> ui.View:
    """Controls as Discord has them. A new View for every send; nothing of it is kept, for presses come by their id."""
    view = ui.View(timeout=None)
    for number, row in enumerate(rows):
        for control in row:
            view.add_item(_item(control, number, emojis))
    view.stop()
    return view


def _item(control: Control, row: int, emojis: Emojis) -> ui.Item[ui.View]:
    if isinstance(control, Button):
        return ui.Button(
            custom_id=control.id, label=control.label[:80], style=_STYLES[control.style], emoji=emojis.on(control),
            disabled=control.disabled, row=row,
        )  # fmt: skip
    if isinstance(control, ChannelMenu):
        return ui.ChannelSelect(
            custom_id=control.id, placeholder=control.placeholder[:150], channel_types=[*KINDS],
            default_values=[discord.Object(channel) for channel in control.chosen], min_values=0,
            max_values=control.most, row=row,
        )  # fmt: skip
    if isinstance(control, RoleMenu):
        return ui.RoleSelect(
            custom_id=control.id, placeholder=control.placeholder[:150], min_values=0, max_values=control.most, row=row,
            default_values=[discord.Object(role) for role in control.chosen],
        )  # fmt: skip
    options = [
        discord.SelectOption(
            label=o.label[:100], value=o.value, default=o.chosen, description=o.description or None, emoji=emojis.on(o)
        )
        for o in control.options
    ]
    return ui.Select(
        custom_id=control.id, placeholder=control.placeholder[:150], options=options, min_values=control.least,
        max_values=control.most, row=row,
    )  # fmt: skip


def files_of(content: MessageContent, png: bytes) -> list[discord.File]:
    """What is attached to a message that shows this picture of the content; nothing if it is UNDRAWN."""
    return [] if png == UNDRAWN else [discord.File(io.BytesIO(png), content.file, description=content.alt)]


class Edit(TypedDict, total=False):
    """What an edit of a message says; it keeps what is left out."""

    content: str
    allowed_mentions: discord.AllowedMentions
    view: ui.View | None
    attachments: list[discord.File]


def edited(content: MessageContent, png: bytes | None, emojis: Emojis, *, controls: bool = True) -> Edit:
    """What an edit says. Where `png` is None the message keeps the picture that it has, and where it is UNDRAWN it has
    none; its controls it keeps as well, for Discord closes a menu under somebody who has it open when they are sent
    again."""
    edit: Edit = {"content": emojis.dressed(content.text), "allowed_mentions": NOBODY}
    if controls:
        edit["view"] = view_of(content.rows, emojis)
    if png is not None:
        edit["attachments"] = files_of(content, png)
    return edit


class Reply:
    """One interaction being answered."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction
        self.user = interaction.user.id
        self._came = discord.utils.utcnow()
        self.panel: int | None = self.message if self.ephemeral else None
        """The private message that this interaction shows or was pressed on."""
        self.edited = False
        """The message that was pressed shows what came of it."""
        self._followup: discord.WebhookMessage | None = None
        self._unsay: Callable[[], Awaitable[None]] | None = None
        """Deletes the sentence that was said last."""
        self._passes = False
        """The last sentence was one to be read in passing."""
        self._thinking = False
        """Discord shows "thinking…" to this person alone, and what is sent next takes its place."""
        self._token_until = 0.0
        """Until when, by the loop's clock, the message that was pressed can be edited by this token; 0 if it cannot."""
        self._acknowledged = False
        """Discord has had an acknowledgement, perhaps one of which nobody here was told."""
        self._guard: asyncio.Task[None] | None = None
        self._guarding = False
        """The guard's acknowledgement is on its way, and must not be stopped: Discord may have it already."""
        self._lock = asyncio.Lock()
        self._heard = heard.get()
        if self._heard is not None and self._heard.acknowledged:
            self._is_acknowledged()

    def only_for_managers(self) -> None:
        """Raises Rejected for everybody else."""
        if not self.manager:
            raise Rejected("Only somebody who manages this server can do that.")

    def only_for_server_managers(self) -> None:
        """Raises Rejected if the asker may not manage the server itself."""
        if not self.interaction.permissions.manage_guild:
            raise Rejected("Only somebody who manages this server says who manages its card room.")

    @property
    def by(self) -> By:
        """The asker, as the one who decides something by this."""
        at = self.interaction.client.room.now()
        return By(self.user, f"{self.interaction.id}", at)

    @property
    def emojis(self) -> Emojis:
        """The emojis for cards in a sentence."""
        return self.interaction.client.room.emojis

    @property
    def message(self) -> int | None:
        """The message whose control was pressed."""
        return self.interaction.message.id if self.interaction.message else None

    @property
    def ephemeral(self) -> bool:
        message = self.interaction.message
        return bool(message and message.flags.ephemeral)

    @property
    def on_panel(self) -> bool:
        """Whether a private panel was pressed, which shows the outcome itself."""
        message = self.interaction.message
        if message is None or not (message.flags.ephemeral or self.interaction.guild_id is None):
            return False
        return bool(message.attachments) or any(mark in message.content for mark in (NOT_DRAWN, ABOVE))

    @property
    def has_said_more(self) -> bool:
        """Whether this person reads or sees something besides the message that was pressed, and not just in passing."""
        told = self._unsay is not None and not self._passes
        return told or self.panel != (self.message if self.ephemeral else None)

    @property
    def done(self) -> bool:
        return self._acknowledged or self.interaction.response.is_done()

    @property
    def _alone(self) -> bool:
        """Whether there is no message that could show what came of it: a command, or a form whose message is gone."""
        return self.interaction.type is discord.InteractionType.application_command or self.message is None

    @property
    def expired(self) -> bool:
        """Whether Discord takes no more edits of its private message."""
        return self.interaction.is_expired()

    @property
    def token_usable(self) -> bool:
        """Whether the message that was pressed can be edited and deleted by this token: for a while, if the press had
        no message of its own for an answer."""
        return asyncio.get_running_loop().time() < self._token_until and not self.expired

    @property
    def pressed(self) -> int:
        """When Discord received it, in ms."""
        return int(self.interaction.created_at.timestamp() * 1000)

    @property
    def manager(self) -> bool:
        """A manager of the card room may manage its tables."""
        return is_manager(self.interaction)

    def watch(self) -> None:
        """Acknowledge it if nothing has answered it in time."""

        async def later() -> None:
            await asyncio.sleep(ACKNOWLEDGE_AFTER)
            self._guarding = True
            await self.acknowledge()

        self._guard = asyncio.create_task(later())

    @property
    def to_acknowledge(self) -> float:
        """In how many seconds it is to be acknowledged."""
        return ACKNOWLEDGE_AFTER - (discord.utils.utcnow() - self._came).total_seconds()

    async def leave(self) -> None:
        """From now on it is acknowledged only where `acknowledge` is called."""
        self.unwatch()
        async with self._lock:  # the guard may be at it
            pass

    async def hand_over(self, no: Elsewhere) -> None:
        """Another process answers it, if it came in a direct message."""
        if self._heard is None or self._heard.hand_over is None:
            await self.refuse(str(no))
        else:
            await self._heard.hand_over(self, no.guild)

    def unwatch(self) -> None:
        if self._guard is not None and not self._guarding:
            self._guard.cancel()

    async def acknowledge(self) -> None:
        """Tell Discord that it has come, unless something has answered it. Failures are logged."""
        async with self._lock:
            if self.done:
                return
            try:
                if self._alone:
                    await self.interaction.response.defer(ephemeral=True, thinking=True)
                else:
                    await self.interaction.response.defer()
                self._is_acknowledged()
            except NOT_TAKEN as error:
                self._acknowledged = isinstance(error, discord.HTTPException) and error.code == ACKNOWLEDGED
                log.info("an acknowledgement was not taken: %s", error)

    def _is_acknowledged(self) -> None:
        """Discord knows that it has come, by an answer that says nothing."""
        self._acknowledged = True
        if self._alone:
            self._thinking = True
        else:
            self._token_lasts()

    async def ask(self, form: ui.Modal) -> None:
        """Answer with a form to be filled in, which can be the first answer only."""
        async with self._lock:
            if not self.done:
                await self.interaction.response.send_modal(form)
                return
        await self.say("That took too long; please press again.")

    async def edit(self, content: MessageContent, png: bytes | None) -> bool:
        """Answer a press with the new content of its message; without a picture it keeps its own. Its controls are sent
        again, otherwise a menu that was chosen from would go on showing the choice. False if the press was acknowledged
        before."""
        async with self._lock:
            if self.done:
                return False
            await self.interaction.response.edit_message(**edited(content, png, self.emojis))
            self.edited = True
            self._token_lasts()
            return True

    def _token_lasts(self) -> None:
        """To Discord the message that was pressed is the answer to this press."""
        self._token_until = asyncio.get_running_loop().time() + TOKEN_SECONDS

    async def edit_pressed(self, content: MessageContent, png: bytes | None, *, controls: bool) -> None:
        """The message that was pressed, later on, while its token is usable."""
        await self.interaction.edit_original_response(**edited(content, png, self.emojis, controls=controls))

    async def delete_pressed(self) -> None:
        """The message that was pressed is no longer wanted, while its token is usable."""
        await self.interaction.delete_original_response()

    async def edit_later(self, content: MessageContent, png: bytes | None, *, controls: bool) -> None:
        """The private message of this interaction, after the acknowledgement; with its controls where they are other
        ones now."""
        await self._edit_panel(**edited(content, png, self.emojis, controls=controls))

    async def retire(self, text: str) -> None:
        """The private message of this interaction says one thing more, and nothing can be pressed on it."""
        await self._edit_panel(content=self.emojis.dressed(text), attachments=[], view=None, allowed_mentions=NOBODY)
        self.panel = None

    async def delete_panel(self) -> None:
        """The private message of this interaction is no longer wanted."""
        if self._followup is not None:
            await self._followup.delete()
        elif self.panel is not None:  # otherwise the original response may be a message that everybody sees
            await self.interaction.delete_original_response()

    async def _edit_panel(self, **content: Unpack[Edit]) -> None:
        if self._followup is not None:
            await self._followup.edit(**content)
        elif self.panel is not None:  # otherwise the original response may be a message that everybody sees
            await self.interaction.edit_original_response(**content)

    def _in_time(self) -> None:
        """Raises TooLate if its token has run out since it came. By our clock alone: whether that agrees with Discord's
        does not matter."""
        if discord.utils.utcnow() - self._came >= TOKEN_ENDS:
            raise TooLate("the press is of before a sleep")

    async def change(self, text: str, *, rows: Rows = ()) -> None:
        """The private sentence whose control was pressed says something else, and has these controls instead; it is
        said anew where that sentence is gone."""
        if self.message is None:
            await self.say(text, rows=rows)
            return
        view = view_of(rows, self.emojis) if rows else None
        text = self.emojis.dressed(text)
        async with self._lock:
            if not self.done:
                await self.interaction.response.edit_message(content=text, view=view, allowed_mentions=NOBODY)
                return
        self._in_time()
        await self.interaction.edit_original_response(content=text, view=view, allowed_mentions=NOBODY)

    async def say_to_all(self, text: str, *, ping: Sequence[int] = (), rows: Rows = ()) -> int | None:
        """A sentence that everybody in the channel reads, and that tells some of those in it. Returns its message."""
        to = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in ping])
        text = self.emojis.dressed(text)
        view = view_of(rows, self.emojis) if rows else MISSING
        async with self._lock:
            if not self.done:
                sent = await self.interaction.response.send_message(text, allowed_mentions=to, view=view)
                return sent.message_id
        self._in_time()
        if self._thinking:
            await self.interaction.edit_original_response(content="Done.")
            self._thinking = False
        return (await self.interaction.followup.send(text, allowed_mentions=to, wait=True, view=view)).id

    async def show_to_all(self, content: MessageContent, png: bytes) -> None:
        """A picture with its text that everybody in the channel sees, besides the answer that the press has had."""
        await self.acknowledge()
        self._in_time()
        text, files = self.emojis.dressed(content.text), files_of(content, png)
        await self.interaction.followup.send(text, files=files, allowed_mentions=NOBODY)

    async def say(self, text: str, *, rows: Rows = (), files: Sequence[discord.File] = ()) -> None:
        """A sentence for this person alone."""
        view = view_of(rows, self.emojis) if rows else MISSING
        text = self.emojis.dressed(text)
        shown = [*files] or MISSING
        async with self._lock:
            if not self.done:
                await self.interaction.response.send_message(
                    text, ephemeral=True, allowed_mentions=NOBODY, view=view, files=shown
                )
                self._unsay = self.interaction.delete_original_response
                return
        self._in_time()
        sent = await self.interaction.followup.send(
            text, ephemeral=True, allowed_mentions=NOBODY, wait=True, view=view, files=shown
        )
        self._unsay, self._thinking = sent.delete, False

    async def say_in_passing(self, text: str, *, rows: Rows = ()) -> None:
        """A sentence for this person alone, in place of the last such sentence in this channel: they do not pile up. It
        goes after a while, and when they do something else; with `rows` it is a question, and waits."""
        await self.say(text, rows=rows)
        self._passes = True
        spawn = self.interaction.client.room.spawn
        await self._passing.said(self.user, self.interaction.channel_id, self.unsay, spawn, asks=bool(rows))

    @property
    def _passing(self) -> Passing:
        return self.interaction.client.passing

    async def accepted(self) -> None:
        """The request is done: an earlier passing sentence to this person goes, unless this is one itself."""
        if not self._passes:
            await self._passing.accepted(self.user)

    async def vanish(self) -> None:
        """The private question whose control was pressed is answered, and nothing of it is left."""
        await self.acknowledge()
        self._passing.answered(self.user, self.interaction.channel_id)
        try:
            await self.interaction.delete_original_response()
        except NOT_TAKEN as error:
            log.info("a question could not be deleted: %s", error)

    async def unsay(self) -> None:
        """Take back the sentence that was said last, as far as it is there still."""
        unsay, self._unsay = self._unsay, None
        if unsay is None or self.expired:
            return
        try:
            await unsay()
        except NOT_TAKEN as error:
            log.info("a sentence of before could not be deleted: %s", error)

    async def show(self, content: MessageContent, png: bytes) -> None:
        """A private panel, or another picture with its text, for this person alone."""
        text = self.emojis.dressed(content.text)
        files, view = files_of(content, png), view_of(content.rows, self.emojis)
        async with self._lock:
            if not self.done:
                sent = await self.interaction.response.send_message(
                    text, files=files, view=view, ephemeral=True, allowed_mentions=NOBODY
                )
                self.panel = sent.message_id
                return
        self._in_time()
        self._followup = await self.interaction.followup.send(
            text, wait=True, files=files, view=view, ephemeral=True, allowed_mentions=NOBODY
        )
        self.panel, self._thinking = self._followup.id, False

    async def say_after(self, text: str) -> None:
        """A sentence for this person alone, besides the answer that the press has had."""
        await self.acknowledge()
        await self.say(text)

    async def refuse(self, text: str, rows: Rows = ()) -> None:
        """A sentence in place of the requested answer."""
        try:
            await self.say_in_passing(text, rows=rows)
        except NOT_TAKEN as error:
            log.warning("somebody could not be told why not: %s", error)

    async def retire_pressed(self, text: str) -> None:
        """An old message of a table that is closed says so, and nothing can be pressed on it any more."""
        if self.message is not None:
            try:
                await self.change(text)
            except NOT_TAKEN as error:
                log.warning("an old message could not be changed: %s", error)
        await self.refuse(text)

    async def settle(self, text: str = "Done.") -> None:
        """Whatever has not been answered yet is."""
        self.unwatch()
        if not self._alone:
            await self.acknowledge()
        if self._thinking or not self.done:  # there is no message to show it, or it has gone meanwhile
            await self.say(text)
