"""What a press means: one DynamicItem for buttons, one for menus, and modals by their id.

They live in the custom_id alone, so every control works after a restart. Each answers its own errors: whoever pressed
reads one sentence, and nothing has changed.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from typing import Any, ClassVar, Self

import discord
from discord import ui

from bot.engine.amounts import BadAmount, read_amount, whites
from bot.engine.controls import kind_of, unspell
from bot.engine.cutting import LONGEST_NOTE, Cut, tidy
from bot.engine.deal import Illegal
from bot.engine.offers import Move, Offer, verb
from bot.engine.piles import Seat
from bot.engine.view import view
from bot.show.controls import NAMED, Button
from bot.show.replays import Place
from bot.show.typed import amount_words
from bot.store import StoreError
from bot.table import lobby, undo
from bot.table.errors import Closed, NeedsConfirmation, No
from bot.table.session import DEAL, Session

from . import nightdesk
from .moves import move
from .reply import Reply
from .room import Room
from .watching import STOPPED

log = logging.getLogger(__name__)

BUTTON = r"cr:(?P<table>[a-z0-9]+):(?P<drawn>\d+):(?P<verb>[?!]?@?[a-z-]+):(?P<arg>.*)"
MENU = r"cm:(?P<table>[a-z0-9]+):(?P<drawn>\d+):(?P<verb>@?[a-z-]+):(?P<arg>.*)"
MODAL = re.compile(r"cx:(?P<table>[a-z0-9]+):(?P<drawn>\d+):(?P<verb>@?[a-z-]+)")


class Press(ui.DynamicItem[ui.Button[Any]], template=BUTTON):
    """A button of ours."""

    room: ClassVar[Room]

    def __init__(self, item: ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(item)
        self.table, self.drawn, self.verb = match["table"], int(match["drawn"]), match["verb"]
        self.arg = match["arg"]

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(item, match)  # type: ignore[arg-type]  # discord.py hands over the kind that the class names

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        async def work(reply: Reply) -> None:
            if self.verb == "@replay":  # of tables that are closed, too
                await self.room.replay(reply, self.table, Place.read(self.arg))
                return
            if (desk := self.room.desks.get(self.table)) is not None:
                await desk(reply, self.verb, self.arg)
                return
            session = await self.room.find(self.table)
            if (verb := self.verb.lstrip("!")).removeprefix("@") in nightdesk.VERBS and verb.startswith("@"):
                sure, manager = self.verb.startswith("!"), is_manager(interaction)
                await nightdesk.press(session, reply, verb[1:], self.arg, self.drawn, sure=sure, manager=manager)
            elif self.verb.startswith("@"):
                await at_the_table(self.room, session, reply, self.verb[1:])
            elif self.verb.startswith("?"):
                await ask_by_form(self.room, session, reply, self.verb[1:], self.drawn)
            else:
                sure = self.verb.startswith("!")
                name = self.verb.lstrip("!")
                async with session.judging():
                    arg = named_amount(self.room, session, reply.user, name, self.arg, self.drawn)
                await by_control(self.room, session, reply, name, arg, self.drawn, sure)
                if sure:
                    await reply.change("✓")  # the question is answered; the table shows what came of it
                await answer_alone(self.room, session, reply, name, arg)

        await answered(interaction, work)


class Pick(ui.DynamicItem[ui.Select[Any]], template=MENU):
    """A menu of ours: a lone choice is the move; several are a draft, shown in the panel until it is confirmed."""

    room: ClassVar[Room]

    def __init__(self, item: ui.Select[Any], match: re.Match[str]) -> None:
        super().__init__(item)
        self.table, self.drawn, self.verb = match["table"], int(match["drawn"]), match["verb"]
        self.arg = match["arg"]

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(item, match)  # type: ignore[arg-type]  # discord.py hands over the kind that the class names

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        async def work(reply: Reply) -> None:
            session = await self.room.find(self.table)
            if self.verb == "@game":
                await nightdesk.choose(session, reply, self.item.values[0], self.drawn)
                return
            chosen = [*(self.arg.split(".") if self.arg else ()), *self.item.values]
            async with session.judging():
                _, offer = my_offer(session, reply.user, self.verb, self.drawn)
            made = unspell(offer, ".".join(chosen))
            said = self.room.words[session.game.slug].verb(offer.kind)
            several = hasattr(offer, "least") or (said is not None and said.beside)
            if isinstance(made, Move) and not several and not offer.next(made.parts):
                await by_control(self.room, session, reply, self.verb, ".".join(chosen), self.drawn, False)
            else:
                await self.room.display.draft(session, reply, self.verb, parts_of(offer, chosen))

        await answered(interaction, work)


async def modal_submitted(room: Room, interaction: discord.Interaction[Any]) -> None:
    """A typed amount. Modals are known by their id alone, so that they survive a restart."""
    data: Any = interaction.data or {}
    found = MODAL.fullmatch(str(data.get("custom_id", "")))
    if found is None:
        return

    async def work(reply: Reply) -> None:
        session = await room.find(found["table"])
        typed, drawn = _typed(data), int(found["drawn"])
        if found["verb"] == "@options":
            await nightdesk.typed(session, reply, typed.get("text", ""), drawn)
            return
        async with session.judging():
            _, offer = possible(session, reply.user, found["verb"], drawn)
            spelt = _spelt(session, offer, typed)
        if note := typed.get("note", "").strip():
            await by_control(room, session, reply, "note", tidy(note), drawn, False)
        await by_control(room, session, reply, found["verb"], spelt, drawn, False)

    await answered(interaction, work)


def _typed(data: Any) -> dict[str, str]:
    """What stands in the fields of a form, by their ids."""
    found: dict[str, str] = {}
    for row in data.get("components", ()):
        for field in [*row.get("components", ()), *([row["component"]] if "component" in row else ())]:
            if "value" in field:
                found[str(field["custom_id"])] = str(field["value"])
    return found


def _spelt(session: Session, offer: Offer, typed: Mapping[str, str]) -> str:
    """What was typed into the form of this offer, as a control carries it."""
    if offer.free:
        return typed.get("text", "").strip()
    if kind_of(offer, 0) == "amount":
        return str(read_amount(typed.get("amount", ""), amount_words(session, offer)))
    return typed.get("number", "").strip()


async def answered(interaction: discord.Interaction[Any], work: Any) -> None:
    """Run what an interaction asks for, acknowledged in time; a no is said to whoever asked, and to nobody else."""
    if not interaction.client.is_new(interaction.id):
        return
    reply = Reply(interaction)
    reply.watch()
    try:
        await work(reply)
        await reply.settle()
    except NeedsConfirmation as question:
        await _say(reply, str(question), ((Button(question.yes, "Yes", "danger"),),))
    except Closed as no:
        await _retire(reply, str(no))
    except (No, Illegal, BadAmount, StoreError) as no:
        await _say(reply, str(no))
    except discord.HTTPException as error:
        log.warning("an answer was not taken: %s", error)
    except Exception:
        log.exception("an interaction failed")
        await _say(reply, "Something went wrong; nothing has changed. Please try again.")
    finally:
        reply.unwatch()


async def _retire(reply: Reply, text: str) -> None:
    """An old message of a table that is closed says so, and nothing can be pressed on it any more."""
    if reply.message is not None:
        try:
            await reply.change(text)
        except discord.HTTPException as error:
            log.warning("an old message could not be changed: %s", error)
    await _say(reply, text)


async def _say(reply: Reply, text: str, rows: Any = ()) -> None:
    try:
        await reply.say(text, rows=rows)
    except discord.HTTPException as error:
        log.warning("somebody could not be told why not: %s", error)


# ---- moves -------------------------------------------------------------------------------------


def my_offer(session: Session, user: int, name: str, drawn: int | None = None) -> tuple[Seat, Offer]:
    """The asker's own offer of this verb. Raises Illegal where there is none."""
    seat = session.seat_of(user)
    if seat is None:
        raise Illegal("You do not sit at this table.")
    deal = session.deal
    if deal is None or session.phase != DEAL:
        raise Illegal("No cards are in play at this table now.")
    offers = deal.offers(seat)
    if not offers:
        raise Illegal("It is not your turn.")
    mine = [o for o in offers if verb(o.kind) == name]
    if not mine:
        raise Illegal("You cannot do that now." if seat in session.turns else "It is not your turn.")
    if drawn is not None and not session.game.live and not deal.good(seat, mine[0].kind, drawn):
        raise Illegal(mine[0].stale)
    return seat, mine[0]


def possible(session: Session, user: int, name: str, drawn: int) -> tuple[Seat, Offer]:
    """The same, where there is such a move now. Raises Illegal with the reason where there is none: the buttons of a
    table are everybody's, and not everybody can use them."""
    seat, offer = my_offer(session, user, name, drawn)
    if not offer and isinstance(why := offer.finish(()), str):
        raise Illegal(session.named(why))
    return seat, offer


async def by_control(room: Room, session: Session, reply: Reply, name: str, arg: str, drawn: int, sure: bool) -> None:
    async with session.judging():
        _, offer = my_offer(session, reply.user, name, drawn)
        chosen = offer.finish((arg,)) if offer.free else unspell(offer, arg)
        if isinstance(chosen, str):
            raise Illegal(session.named(chosen))
    await move(room.painter, session, reply, chosen, drawn=drawn, sure=sure)


def named_amount(room: Room, session: Session, user: int, name: str, arg: str, drawn: int) -> str:
    """What a control carries; an amount that it names by a word as it comes to for this player. Raises Illegal."""
    if not arg.startswith(NAMED):
        return arg
    seat, offer = possible(session, user, name, drawn)
    assert session.deal is not None  # else there would be no offer
    amount = room.words[session.game.slug].amounts(view(session.deal, seat), offer).get(arg.removeprefix(NAMED))
    if amount is None:
        raise Illegal("There is no such amount for you now; type another.")
    return str(amount)


async def answer_alone(room: Room, session: Session, reply: Reply, name: str, arg: str) -> None:
    """A press that has changed nothing on the table for others to see is answered in words."""
    said = next((v for kind, v in room.words[session.game.slug].verbs.items() if verb(kind) == name), None)
    if said is not None and said.answer and not reply.edited:
        await reply.say(said.answer.format(said.parts.get(arg, arg)))


def parts_of(offer: Offer, spelt: list[str]) -> tuple[Any, ...]:
    """The parts that these words of a menu stand for, as far as they go."""
    parts: tuple[Any, ...] = ()
    for word in spelt:
        part = next((c for c in offer.next(parts) if _value(c) == word), None)
        if part is None:
            raise Illegal("Your cards have changed; choose again.")
        parts = (*parts, part)
    return parts


def _value(choice: Any) -> str:
    return "-".join(map(str, choice)) if type(choice) is tuple else str(choice)


async def ask_by_form(room: Room, session: Session, reply: Reply, name: str, drawn: int) -> None:
    """The form behind **Other…** and whatever else is typed."""
    await session.settled()  # it says what may be typed
    _, offer = possible(session, reply.user, name, drawn)
    said = room.words[session.game.slug].verb(offer.kind)
    kind = "text" if offer.free else kind_of(offer, 0)
    if said is None or kind not in ("amount", "number", "text"):
        raise Illegal("That turn is over.")
    title = (said.ask or said.label).rstrip(".")[:45]
    modal = ui.Modal(title=title, custom_id=f"cx:{session.id}:{drawn}:{name}")
    if kind == "text":
        modal.add_item(ui.TextInput(label="In your words", max_length=said.longest or 200, custom_id=kind))
    else:
        among = offer.next(())
        limits = f"{min(among)} to {max(among)}"
        if kind == "amount":
            limits = f"{whites(min(among))} to {whites(max(among))}, in halves"
        modal.add_item(ui.TextInput(label="How much?" if kind == "amount" else "Which number?", placeholder=limits,
                                    max_length=20, custom_id=kind))  # fmt: skip
    if offer.kind is Cut:
        modal.add_item(ui.TextInput(label="A note to mix in, if you like", required=False, max_length=LONGEST_NOTE,
                                    custom_id="note"))  # fmt: skip
    await reply.ask(modal)


# ---- what is not a move ------------------------------------------------------------------------


def is_manager(interaction: discord.Interaction[Any]) -> bool:
    """Whoever may manage the server may manage its tables."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


async def join(room: Room, session: Session, reply: Reply) -> str:
    """Sit down or queue up, and open the private panel; the text says which. Raises No."""
    seat = await lobby.join(session, reply.user, reply.interaction.user.display_name, reply)
    if seat is None:
        place = session.place_in_queue(reply.user)
        return f"The table is full; you are number {place} in the queue for the next seat."
    room.seated(session, reply.user)
    return "You sit down."


async def at_the_table(room: Room, session: Session, reply: Reply, what: str) -> None:
    """A press on a control that every table has. Raises No."""
    user, manager = reply.user, is_manager(reply.interaction)
    match what:
        case "join":
            said = await join(room, session, reply)
            if session.seat_of(user) is None:
                await reply.say_after(said)
        case "house":
            await lobby.add_house(session, reply, by=user, manager=manager)
        case "start":
            await lobby.start(session, user, manager, reply)
        case "next":
            await lobby.next_deal(session, user, reply)
        case "leave":
            await reply.say_after(await lobby.leave(session, user, reply))
        case "resume":
            await lobby.resume(session, user, reply)
        case "close":
            await lobby.close(session, user, manager, reply)
        case "partner":
            await lobby.change_partner(session, user, reply)  # the table shows who sits across
        case "hand":
            await room.display.show_hand(session, reply)
        case "unwatch":
            if not await room.display.gallery.stop(session, user):
                await reply.change(STOPPED)
        case "undo-yes" | "undo-no":
            await reply.say_after(await undo.answer(session, user, what == "undo-yes", reply))
        case _:
            raise No("That button is not known any more.")
