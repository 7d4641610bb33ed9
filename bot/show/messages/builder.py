"""What may be shown of a table at one moment: pure data made from views, for the table message and each panel.

A message is made while the table is locked and shown when its change is durable, so nothing leaves the process early.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.amounts import whites
from bot.engine.buy_in import called, pennies
from bot.engine.deal import Deal
from bot.engine.facts import CHOSEN
from bot.engine.moments import stands
from bot.engine.offers import Move, Offer, verb
from bot.engine.options import changed
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.table import Reshuffled
from bot.engine.view import View, hand, view
from bot.table import money, undo
from bot.table.names import escaped
from bot.table.open_table import OpenTable
from bot.table.prefs import Prefs
from bot.table.settings import Settings
from bot.table.state import BETWEEN, CLOSED, DEAL, LOBBY, OVER, PICK
from card_art import scene as art

from ..controls import components as c
from ..controls import live
from ..controls.components import Control, Rows, in_rows
from ..controls.control_id import BACK, CLEARS, read
from ..controls.drafts import Drafts
from ..controls.offer_controls import everybodys, for_offers, selection_line
from ..controls.selection import NO_DRAFT, Draft, hand_of
from ..controls.table_controls import (
    buys,
    closes,
    for_panel,
    for_table,
    may_pair,
    out_of_chips,
    sort_button,
    undo_button,
    with_room,
)
from ..words.game import Live, Words, title_of
from ..words.sentences import Who, one_of, together
from . import cutting, news, nightface, shuffling, stacks
from .alt import Picture, alt
from .proofs import SHOWN
from .snapshot import ABOVE, Hand, MessageContent, Snapshot


def style_of(prefs: Prefs, settings: Settings) -> art.Style:
    """How a person's pictures are drawn in a server with these settings."""
    four = settings.four_colour if prefs.four_colour is None else prefs.four_colour
    return art.Style(four, settings.compact if prefs.compact is None else prefs.compact)


class MessageBuilder:
    """Makes snapshots. Knows every game's words, and how people like their pictures."""

    def __init__(self, words: Mapping[str, Words]) -> None:
        self.words = words
        self.prefs: dict[int, Prefs] = {}
        self.avatars: dict[tuple[int, int], str] = {}
        """The keys of people's own pictures, by server and person."""
        self.drafts = Drafts()
        self.sorted_by: dict[tuple[str, int], int] = {}
        """By which of a game's orders people like their own cards sorted, by table and person; the usual one if not
        here."""

    def prefs_of(self, user: int | None) -> Prefs:
        """What somebody has chosen; None is nobody, and follows the server."""
        return self.prefs.get(user or 0, Prefs())

    def forget(self, table: str) -> None:
        """The table is closed."""
        self.drafts.forget(table)
        for key in [k for k in self.sorted_by if k[0] == table]:
            del self.sorted_by[key]

    def snapshot(
        self, s: OpenTable, before: Snapshot | None = None, readers: Collection[int] | None = None,
        asker: int | None = None, beside: Collection[int] = (),
    ) -> Snapshot:  # fmt: skip
        """The table as it is now. Of the panels, which take most of the time, it has those of the `readers` whom the
        change since `before` concerns, and that of the `asker`; everybody's where `readers` is None. Of the readers,
        those `beside` have their panel open where the table is."""
        words, deal = self.words[s.game.slug], s.shown
        if s.phase in (LOBBY, CLOSED) or deal is None:
            public = self._lobby(s, words)
            private = {user: self._lobby(s, words, user) for c in s.chairs if (user := c.user) is not None}
            return Snapshot(
                s.version, public, private, {}, s.deals_begun, s.phase, s.phase == PICK,
                prelude=self._laid(s, before), laid=s.chip_display.number,
            )  # fmt: skip
        seen, private = view(deal, SPECTATOR, s.now()), dict[int, MessageContent]()
        public = self._public(s, words, deal, seen)
        sitting = {user: seat for seat, chair in enumerate(s.chairs) if (user := chair.user) is not None}
        hands = {user: self._hand(s, deal, seat) for user, seat in sitting.items()}
        waiting = seen.waits_for if s.phase == DEAL else ()
        turns = frozenset((seat, deal.newest(seat)) for seat in waiting)
        shuffles, prelude = shuffled(s, words)
        snap = Snapshot(
            s.version, public, private, hands, s.deals_begun, s.phase, s.game.real_time or s.phase == PICK, turns,
            shuffles, prelude or self._laid(s, before), s.chip_display.number, len(deal.rows) + 1 if seen.moment else 0,
            words.stage(seen),
        )  # fmt: skip
        for user, seat in sitting.items():
            if (
                readers is None
                or user == asker
                or (user in readers and snap.concerns(user, before, beside=user in beside))
            ):
                private[user] = self.panel(s, seat)
        return snap

    def _hand(self, s: OpenTable, deal: Deal, seat: Seat) -> Hand:
        turn, paused = s.turns.get(seat), s.paused is not None
        until = s.wall(turn.until) if turn and turn.until and not paused else 0
        number, asked = turn.number if turn else None, s.undo is not None and seat in undo.missing(s)
        leaves, lapses = s.chairs[seat].leaving, s.chairs[seat].lapses
        if seat >= deal.table.seats:
            return Hand((), number, until, paused, asked, leaves=leaves)
        cut = cutting.cuts(view(deal, seat)) if s.phase == DEAL and s.waits_for_cut else None
        takes_back = undo.at_hand(s, seat) is not None
        may = stands(deal.ask) and any(deal.offers(seat))
        return Hand(hand(deal, seat), number, until, paused, asked, cut, leaves, lapses, takes_back, may)

    def _laid(self, s: OpenTable, before: Snapshot | None) -> tuple[Picture, ...]:
        """The chips that have been laid out since, where they are worth a look of their own."""
        if before is None or s.chip_display.number == before.laid or s.phase == CLOSED:
            return ()
        found = stacks.laid_out(s, self.who(s))
        return (found,) if found is not None else ()

    # ---- the people ----------------------------------------------------------------------

    def who(self, s: OpenTable, viewer: Seat = SPECTATOR, user: int | None = None) -> Who:
        tags: list[tuple[str, ...]] = []
        for seat, chair in enumerate(s.chairs):
            own: list[str] = []
            if chair.empty:
                own.append("EMPTY")
            elif chair.house:
                own.append(art.HOUSE)
            elif chair.stand_in:
                own.append("AWAY")
            if chair.leaving:
                own.append("LEAVING")
            if chair.looks_on:
                own.append("LOOKS ON")
            elif seat in s.newcomers:
                own.append("NEXT HAND")
            tags.append(tuple(own))
        style = style_of(self.prefs_of(user), s.settings)
        gone = {g.seat: g.name for g in s.gone if s.phase != DEAL}  # they were in the last deal
        names = tuple(ch.name or gone.get(n, "Empty chair") for n, ch in enumerate(s.chairs))
        left = {g.seat: g.user for g in s.gone if s.phase != DEAL}
        people = [left.get(n, 0) if ch.empty else ch.user or 0 for n, ch in enumerate(s.chairs)]
        avatars = tuple(
            art.house_face(ch.name) if ch.house else self.avatars.get((s.guild, user), "")
            for user, ch in zip(people, s.chairs, strict=True)
        )
        return Who(names, tuple(tags), viewer, style, avatars=avatars)

    # ---- the table message ---------------------------------------------------------------

    def _public(self, s: OpenTable, words: Words, deal: Deal, seen: View, *, moves: bool = True) -> MessageContent:
        who = self.who(s)
        standing = _stands(s, words)
        buttons: list[Control] = []
        if moves and s.phase == DEAL and not s.paused and not standing:
            buttons = everybodys(s.id, deal, seen, words, who, s.humans, [ch.automatic for ch in s.chairs])
        result = _result(s, words, seen, who)
        picture: Picture = result or _scene(s, words, seen, who)
        said = news.told(deal, SPECTATOR, words, who, 3, result)
        text = "\n".join(self._headline(s, words, seen, who, said))
        rows = c.below(buttons, _buttons(s, self.words))
        if moves and deal.rows and (seat := deal.rows[-1].seat) >= 0 and not hand(deal, seat):
            rows = with_room(rows, undo_button(s, seat))  # there is no panel to look at
        if standing:
            rows = (*live.public_rows(s, deal, standing, seen, who), *rows)
        return MessageContent(text, picture, alt(picture), rows, _live_stage(s, seen))

    def _headline(self, s: OpenTable, words: Words, seen: View, who: Who, said: Sequence[str]) -> list[str]:
        lines = [_title(s, words, seen)]
        if said:
            lines.append(together(said, 900))
        if s.paused:
            lines.append(f"⏸ {s.paused}")
        elif s.phase == DEAL:
            lines.append(_turn_line(s, words, seen, who.said))
        else:
            lines += self._what_is_next(s, words, who)
        lines += closes(s)
        if s.for_chips and s.chips_told.latest:
            lines += stacks.shown(s, who)
        lines.append(_undo_line(s, who))
        lines.append(_queue_line(s, words.deal))
        lines.append(_seal_line(s))
        return [line for line in lines if line]

    def _what_is_next(self, s: OpenTable, words: Words, who: Who, user: int | None = None) -> list[str]:
        """What comes after a deal that is over."""
        match s.phase:
            case "between":
                next_line = [_next_line(s, words)] if s.next_at is not None else []
                return [*next_line, *out_of_chips(s, who)]
            case "over":
                return [_OVER_LINE, *out_of_chips(s, who)]
            case "pick":
                return nightface.lines(s, who, self.words, user)
        return []

    def _lobby(self, s: OpenTable, words: Words, user: int | None = None) -> MessageContent:
        who = self.who(s)
        if s.night is not None and s.phase != BETWEEN:
            return nightface.content(s, who, self.words, user, _queue_line(s), _seal_line(s))
        seats = tuple(
            art.Seat(
                name=who(n),
                face=who.avatar(n),
                line=_lobby_line(s, n),
                tags=tuple(t for t in who.tags[n] if t != "EMPTY"),
                dim=s.chairs[n].empty,
            )
            for n in range(len(s.chairs))
        )
        if s.phase == CLOSED:
            return self._closed(s, words, who, seats)
        least, most = s.seats.start, s.seats[-1]
        players = one_of(s.seats) if s.seats.step > 1 or least == most else f"{least} to {most}"
        players += " player" if most == 1 else " players"
        picture = _empty_table(s, seats, "Waiting for players", f"{players} · {len(s.taken)} seated")
        if s.phase == BETWEEN:
            picture = _empty_table(s, seats, f"The last {words.deal} is void", _lies(s) or "All is as before it")
        stakes = f" · buy-in {called(money.buy_in(s), s.options)} play chips" if s.for_chips else ""
        text = f"**{title_of(s.game, s.options)}** · {words.tagline}\n{players}{stakes} · hosted by <@{s.host}>"
        text += f"\n⏸ {s.paused}" if s.paused else f"\n{_lobby_hint(s, words)}"
        rows = in_rows(_buttons(s, self.words) if user is None else _buttons_of(s, self.words, user))
        for line in (s.notice, _queue_line(s), _seal_line(s)):
            text += f"\n{line}" if line else ""
        return MessageContent(text, picture, alt(picture), rows)

    def _closed(self, s: OpenTable, words: Words, who: Who, seats: Sequence[art.Seat]) -> MessageContent:
        """The last result stays visible, if there is one."""
        text = f"**{s.game.title}** · this table is closed." + _closed_line(s)
        result = _result(s, words, view(s.shown, SPECTATOR, s.now()), who) if s.shown is not None else None
        picture = result or _empty_table(s, seats, "Table closed", "This table is closed.")
        return MessageContent(text, picture, alt(picture))

    # ---- a private panel -----------------------------------------------------------------

    def panel(self, s: OpenTable, seat: Seat) -> MessageContent:
        """The table and the hand of a seat, with the controls of its owner's decision."""
        words, user = self.words[s.game.slug], s.chairs[seat].user
        deal = s.shown
        if deal is None or s.phase in (LOBBY, CLOSED):
            return self._lobby(s, words, user)
        if seat >= deal.table.seats:
            public = self._public(s, words, deal, _apart(s, view(deal, SPECTATOR, s.now())), moves=False)
            return replace(public, rows=in_rows(_buttons_of(s, self.words, user)))
        of = self._panel_of(s, words, deal, seat)
        sorted_by = self.sorted_by.get((s.id, user or 0), 0)
        moves = of.moves()
        lines = [_title(s, words, of.seen)]
        if said := news.told(deal, seat, words, of.who, 2, of.result):
            lines.append(together(said, 700))
        lines += of.whose_turn() if s.paused or s.phase == DEAL else self._what_is_next(s, words, of.who, user)
        lines += of.own_choice()
        if s.phase == DEAL and (prefs := self.prefs.get(user or 0)) and s.game.slug not in prefs.knows:
            lines.append(of.first_deal(moves))
        lines += of.coming()
        hand = hand_of(of.seen, of.offers, words, of.draft, sorted_by=sorted_by)
        picture: Picture = of.result or (_scene(s, words, _apart(s, of.seen), of.who), hand)
        rows = of.rows(moves, _buttons_of(s, self.words, user), sorted_by)
        aside = self._aside(s, words, of.seen, of.who, user) if of.result else ""
        return MessageContent("\n".join(lines), picture, alt(picture), rows, _live_stage(s, of.seen), aside)

    def _panel_of(self, s: OpenTable, words: Words, deal: Deal, seat: Seat) -> _Panel:
        who, seen = self.who(s, seat, s.chairs[seat].user), view(deal, seat, s.now())
        offers = deal.offers(seat) if s.phase == DEAL else ()
        chosen: Move | None = seen.fact(CHOSEN.of(seat), None)
        draft = self.drafts.of(s, seat) if s.phase == DEAL and self.drafts.kept else NO_DRAFT
        if chosen is not None and not draft.verb:
            draft = Draft(verb(type(chosen)), tuple(chosen.parts))
        if draft.parts:
            seen = replace(seen, facts={**seen.facts, "draft": draft.parts})  # on nobody else's picture
        return _Panel(s, words, deal, seat, who, seen, offers, chosen, draft, _result(s, words, seen, who))

    def _aside(self, s: OpenTable, words: Words, seen: View, who: Who, user: int | None) -> str:
        """A panel under a result that everybody sees."""
        lines = [_title(s, words, seen), ABOVE, *([f"⏸ {s.paused}"] if s.paused else [])]
        return "\n".join(lines if s.paused else [*lines, *self._what_is_next(s, words, who, user)])


@dataclass(frozen=True, slots=True)
class _Panel:
    """What a private panel is made from: the table as its owner sees it, and what they may choose and have chosen."""

    s: OpenTable
    words: Words
    deal: Deal
    seat: Seat
    who: Who
    seen: View
    offers: Sequence[Offer]
    chosen: Move | None
    """In a choice of everybody's, which may be changed until the last one is in."""
    draft: Draft
    result: art.Results | None

    def whose_turn(self) -> list[str]:
        """Who is waited for while a deal goes on, and what the owner is asked; or why nobody is."""
        s = self.s
        if s.paused:
            return [f"⏸ {s.paused}"]
        if self.seat in s.turns:
            return [f"**{self.words.question(self.offers)}** {_clock(s, self.seat)}".strip()]
        lines: list[str] = []
        if self.chosen is not None:
            lines.append("You have chosen, and may change it until everybody has.")
        elif not (s.game.real_time or s.waits_for_cut or (stands(self.deal.ask) and self.offers)):
            lines.append("It is not your turn.")
        return [*lines, _turn_line(s, self.words, _apart(s, self.seen), self.who.said)]

    def own_choice(self) -> list[str]:
        """What is chosen so far; and, if no hand is shown, what would be noted beside it."""
        s = self.s
        collected = "" if s.paused else selection_line(self.offers, self.seen, self.words, self.who.said, self.draft)
        notes = self.words.notes(self.seen) if s.phase == DEAL and not self.seen.hand else ()
        return [*([collected] if collected else []), *notes]

    def moves(self) -> list[Control]:
        """The controls of the decision; none where they stand under the table for everybody."""
        s = self.s
        if s.phase != DEAL or s.paused or _stands(s, self.words) is not None:
            return []
        return for_offers(
            s.id, self.deal.number, self.offers, self.seen, self.words, self.who, private=True, draft=self.draft
        )

    def first_deal(self, moves: Sequence[Control]) -> str:
        """What somebody reads who has never played this game."""
        besides = {verb(o.kind) for o in self.offers if o.optional}
        needed = [one for one in moves if not _is_one_of(one, besides)]
        told = f"{self.words.rules[0]} {c.what_to_press(needed)}".rstrip()
        return f"-# Your first {self.words.deal} of {self.s.game.title}: {told} `/rules` tells more."

    def coming(self) -> list[str]:
        """What happens after this deal, and whether a move is taken back."""
        s = self.s
        leaves = ["You leave after this hand."] if s.chairs[self.seat].leaving else []
        undoes = _undo_line(s, self.who)
        return [*leaves, *closes(s), *buys(s, self.seat), *([undoes] if undoes else [])]

    def rows(self, moves: Sequence[Control], others: Sequence[Control], sorted_by: int) -> Rows:
        """The moves, another order for the hand, and the `others`; at a table without turns its own controls."""
        s = self.s
        if (standing := _stands(s, self.words)) is not None:
            return live.panel_rows(s, self.deal, self.words, standing, self.seat, self.who, self.draft)
        sorts = s.phase == DEAL and not s.paused and self.words.orders and self.seen.hand
        sort = [sort_button(s, self.words, sorted_by + 1)] if sorts else []
        return with_room(in_rows([*moves, *sort, *others]), undo_button(s, self.seat))


# ---- the lines under every table, whatever is played --------------------------------------------


def _queue_line(table: OpenTable, deal: str = "deal") -> str:
    """Who waits to be dealt in, or for a seat, the first first; nothing if nobody does."""
    lines: list[str] = []
    waiting = [table.chairs[seat] for seat in table.newcomers]
    if table.phase == DEAL and (new := [chair.said for chair in waiting if not chair.looks_on]):
        lines.append(f"Dealt in with the next {deal}: {', '.join(new)}.")
    if look_on := [chair.said for chair in waiting if chair.looks_on and not chair.empty]:
        lines.append(f"Dealt in with the next game: {', '.join(look_on)}.")
    if table.queue:
        lines.append(f"In the queue: {', '.join(escaped(name) for _, name in table.queue)}.")
    return " ".join(lines)


def _undo_line(s: OpenTable, who: Who) -> str:
    """The question, or its outcome; empty as a rule."""
    if s.undo is None:
        return s.notice
    return f"{who.said(s.undo.seat)} asks to take the last move back; {who.said.all(undo.missing(s))} must agree."


def _seal_line(s: OpenTable) -> str:
    """The commit of the newest shuffle, as it stays under the table until there is another one."""
    seal = s.match.seal if s.match is not None else None
    table = f" table:{s.id}" if s.phase == CLOSED else ""
    return f"-# Sealed {seal.commit[:SHOWN]}… · `/table proof{table}`" if seal is not None else ""


# ---- what is the same in every game -------------------------------------------------------------


def shuffled(s: OpenTable, words: Words) -> tuple[int, tuple[art.Shuffle, ...]]:
    """How many times the running deal has been shuffled anew, and what the table sees of the last shuffle, one picture
    after the other: a casino's stacks before the deal, or the discards of a pack that has run dry."""
    deal = s.deal
    if deal is None or s.phase != DEAL:
        return 0, ()
    again = [event.cards for event, _ in deal.table.events if type(event) is Reshuffled]
    casino = deal.state.shoe is None and deal.seal is not None and deal.seal.spec["method"] == "casino"
    if not again and not casino:
        return 0, ()
    title, name = deal.game.title, f"{words.deal} {deal.state.number + 1}".capitalize()
    if again:
        return len(again), (shuffling.dry(again[-1], title, name),)
    return 0, shuffling.pictures(deal.table.pack_size, title, name)


def _is_one_of(control: Control, verbs: Container[str]) -> bool:
    """Whether it makes one of these moves, or asks for what that lacks."""
    id = read(control.id)
    return id.verb in verbs and id.mark not in (BACK, CLEARS)


def _stands(s: OpenTable, words: Words) -> Live | None:
    """What has the controls that stand under the table for everybody; None if there are none now."""
    return words.live if s.phase == DEAL and not s.paused and not s.waits_for_cut else None


def _title(s: OpenTable, words: Words, seen: View) -> str:
    """What is played, and how far it is."""
    if s.night is not None:
        return nightface.title(s, s.night, words.deal, seen)
    return f"**{title_of(s.game, seen.options)}** · {words.deal} {seen.number + 1}"


def _scene(s: OpenTable, words: Words, seen: View, who: Who) -> art.Scene:
    """The table; before the pack has an order, the cut."""
    if s.phase == DEAL and s.waits_for_cut:
        return cutting.scene(seen, who, s.game.title, f"{words.deal.capitalize()} {seen.number + 1}")
    scene = words.scene(seen, who, later=True)
    return _in_pennies(scene) if pennies(s.options) else scene


def _empty_table(s: OpenTable, seats: Sequence[art.Seat], subtitle: str, note: str) -> art.Scene:
    """The table without cards: who sits there, and a line in its middle."""
    return art.Scene(
        title=s.game.title, subtitle=subtitle, seats=tuple(seats) or (art.Seat(name="Empty chair", dim=True),),
        centre=(art.Note(note),), foot_left=tuple(changed(s.options)[:3]), corner=("♣ ♦ ♥ ♠",),
    )  # fmt: skip


def _result(s: OpenTable, words: Words, seen: View, who: Who) -> art.Results | None:
    """What the deal that is shown has come to; None while it goes on."""
    deal = s.shown
    if deal is None or deal.after is None or s.phase not in (BETWEEN, OVER, PICK, CLOSED):
        return None
    return words.results(*stacks.as_it_lies(s, seen, deal.state), who)


def _in_pennies(scene: art.Scene) -> art.Scene:
    """The same with a cent for every white."""
    centre = tuple(replace(piece, pennies=True) if isinstance(piece, art.Pot) else piece for piece in scene.centre)
    return replace(scene, pennies=True, centre=centre)


def _live_stage(s: OpenTable, seen: View) -> Any:
    return (
        (s.phase, s.deals_begun, seen.facts.get("stage"), seen.facts.get("board number")) if s.game.real_time else None
    )


_OVER_LINE = "The match is over, and `/leaderboard` counts it. Press **Rematch** for another."


def _next_line(s: OpenTable, words: Words) -> str:
    assert s.next_at is not None
    begins = f"<t:{s.wall(s.next_at) // 1000}:R>"
    return f"The next {words.deal} begins {begins}, or when somebody presses **{words.next_deal}**."


def _apart(s: OpenTable, seen: View) -> View:
    """What a panel shows of whose turn it is: its owner's own. It is not written again for the others'."""
    return seen if s.game.real_time or seen.viewer in seen.waits_for else replace(seen, waits_for=())


def _clock(s: OpenTable, seat: Seat | None = None) -> str:
    """When this seat, or the first of all, has no time left; nothing if no clock runs."""
    until = s.deadlines if seat is None else [s.turns[seat].until] if s.turns[seat].until else []
    return f"Time is up <t:{s.wall(min(until)) // 1000}:R>." if until else ""


def _lobby_hint(s: OpenTable, words: Words) -> str:
    """What to do next at a table that has not begun."""
    if s.phase == BETWEEN:
        return (
            f"The last {words.deal} is void: all stacks are as when it began. Press **{words.next_deal}** to play on."
        )
    if s.seats[-1] == 1:
        return "Press **Play now** for the cards."
    if len(s.taken) < s.seats.start:
        return "**Play now** begins at once, with house players; or wait until friends press **Join**."
    if len(s.taken) < s.usual_size:
        return "Press **Start** when all are here; **Play now** adds house players."
    if len(s.taken) < s.seats[-1]:
        return "Press **Start** when all are here."
    return "Every seat is taken: press **Start**."


def _turn_line(s: OpenTable, words: Words, seen: View, who: Who) -> str:
    if s.waits_for_cut:
        until = cutting.until(s)
        return cutting.line(seen, who) + (f" The dealer does it <t:{until // 1000}:R>." if until else "")
    waiting = [*seen.waits_for]
    if not waiting or not s.turns:
        return words.live.now(seen, who, lambda at: f"<t:{s.wall(at) // 1000}:R>") if words.live else ""
    clock = "" if all(s.chairs[n].automatic for n in waiting) else f" {_clock(s)}".rstrip()
    if len(waiting) > 1:
        return f"Waiting for {who.all(waiting)}.{clock}"
    return f"{who(waiting[0])} to play.{clock}"


def _closed_line(s: OpenTable) -> str:
    chips = " Everybody's chips are back in the bank." if s.for_chips else ""
    return f"{chips}\n{_seal_line(s)}".rstrip()


def _lies(s: OpenTable) -> str:
    """What lies in the pot between two deals, in words; nothing if nothing does."""
    lies = s.match.state.pot + s.match.state.splash if s.match is not None else 0
    return f"Pot {called(lies, s.options)}" if lies else ""


def _lobby_line(s: OpenTable, seat: Seat) -> str:
    chair = s.chairs[seat]
    if chair.empty:
        return "press Join"
    if s.for_chips:
        return "" if s.phase == CLOSED else whites(money.stack_of(s, seat))
    if may_pair(s) and len(s.taken) == len(s.chairs):
        return f"with {s.chairs[(seat + len(s.chairs) // 2) % len(s.chairs)].name}"
    return "house player" if chair.house else "ready"


def _buttons(s: OpenTable, every: Mapping[str, Words]) -> list[c.Control]:
    """What stands under the table message besides moves."""
    return nightface.controls(s, every) if s.phase == PICK else for_table(s, every)


def _buttons_of(s: OpenTable, every: Mapping[str, Words], user: int | None) -> list[c.Control]:
    """What stands on a panel besides moves."""
    return nightface.controls(s, every, user) if s.phase == PICK else for_panel(s, every, user)
