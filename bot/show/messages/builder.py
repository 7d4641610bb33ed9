"""What may be shown of a table at one moment: pure data made from views, for the table message and each panel.

A message is made while the table is locked and shown when its change is durable, so nothing leaves the process early.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.engine.cards import Card
from bot.engine.deal import Deal
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.table import Reshuffled
from bot.engine.traits import InAdvance
from bot.engine.view import View, hand, view
from bot.house.player import Strength
from bot.store import Counted
from bot.table import hints, money, undo
from bot.table.names import apart
from bot.table.open_table import OpenTable
from bot.table.prefs import Prefs
from bot.table.settings import Settings
from bot.table.state import CLOSED, DEAL, LOBBY, PICK
from card_art import scene as art

from ..controls import in_advance
from ..controls.components import in_rows
from ..controls.drafts import Drafts
from ..controls.hints import Hints
from ..controls.selection import NO_DRAFT
from ..controls.table_controls import go_on_button
from ..words import played
from ..words.game import Words
from ..words.sentences import Who
from . import cutting, lobby, panel, shuffling, stacks, table_message
from .alt import Picture, alt
from .first_times import FirstTimes
from .page import MessageContent, Page, own_turn, title

_STRENGTHS: Mapping[Strength, Sequence[str]] = {
    Strength.LEARNER: (art.LEARNER,), Strength.FRIENDLY: (art.FRIENDLY,), Strength.CLUB: (),
}  # fmt: skip


def style_of(prefs: Prefs, settings: Settings) -> art.Style:
    """How a person's pictures are drawn in a server with these settings."""
    four = settings.four_colour if prefs.four_colour is None else prefs.four_colour
    return art.Style(four, settings.compact if prefs.compact is None else prefs.compact)


class Hand(NamedTuple):
    """What makes somebody's panel worth writing again."""

    cards: tuple[Card | None, ...]
    turn: int | None
    """The number of the decision that they are waited for."""
    until: int
    """By when, on the wall; 0 while the table is paused."""
    paused: bool
    asked: bool = False
    """Somebody would like to take a move back, or to take hints, and waits for this person's answer."""
    cut: bool | None = None
    """Whether they may cut; None if there is nothing to cut."""
    leaves: bool = False
    """They get up when this deal is over, unless they stay after all."""
    lapses: int = 0
    """How many turns running have run out on them."""
    undo: bool = False
    """They have just made a move that may be taken back."""
    may: bool = False
    """They may do something while all looks on at what stands."""
    no_hints: bool = False
    """Nobody takes hints here."""
    ahead: tuple[object, ...] = ()
    """What they may say in advance, and have said."""

    @property
    def lasting(self) -> Hand:
        """What changes only when a panel is worth writing again."""
        return self._replace(until=0, lapses=0, undo=False)

    def worth_writing(self, then: Hand) -> bool:
        """Whether a panel that was written `then` is to be written again: something lasting has changed, or anything
        at all where its owner must decide or has let a turn run out."""
        return self != then and (self.turn is not None or self.lapses > then.lapses or self.lasting != then.lasting)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table as everybody may see it at one moment."""

    version: int
    public: MessageContent
    private: Mapping[int, MessageContent]
    """By user, for those at the table who have a panel open that this concerns; may be for others, too."""
    hands: Mapping[int, Hand]
    """By user, while a match is on."""
    deal: int
    """How many deals have begun: the table message is posted afresh for each."""
    phase: str
    live: bool = False
    """There are no turns, or a game is to be named: each panel is as worth showing as the table."""
    turns: frozenset[tuple[Seat, int]] = frozenset()
    """Who is waited for as far as everybody knows, and the number of the decision."""
    shuffles: int = 0
    """How many times the running deal has been shuffled anew."""
    prelude: tuple[Picture, ...] = ()
    """What everybody sees one after the other before they see the table: a shuffle, or chips that are laid out."""
    laid: int = 0
    """How many times chips have been laid out."""
    moment: int = 0
    """The number of the moment that the table stands still for; 0 while it does not."""
    stage: object = None
    """How far the deal is, where it goes in stages: the street, and whether the hands are compared."""

    @property
    def people(self) -> Iterable[int]:
        """Everybody who sits at the table."""
        return dict.fromkeys((*self.hands, *self.private))

    def counted(self, found: Sequence[Counted]) -> Snapshot:
        """The same with what the match that it shows to be over has done to people's records."""
        private = {user: content.counted(found, user) for user, content in self.private.items()}
        return replace(self, public=self.public.counted(found, None), private=private)

    def decides(self, user: int) -> bool:
        """Whether somebody is waited for, or may act at any time."""
        now = self.hands.get(user)
        return self.live or (now is not None and (now.turn is not None or now.asked or now.may or now.cut is True))

    def concerns(self, user: int, before: Snapshot | None, *, beside: bool = False) -> bool:
        """Whether a private panel must be written: its owner must decide or has decided, wherever that was, or is asked
        something; their cards have changed, or the stage of play. One that lies open `beside` the table shows its
        moments, too, and no **Undo** that is over. Whose turn it is otherwise no panel says, so that none is wrong."""
        now = self.hands.get(user)
        if before is None:
            return True
        if now is not None and now.cut is False:
            return False  # the panel comes with the cards
        if self.live:
            return user not in self.private or self.private[user] != before.private.get(user)
        then = before.hands.get(user)
        if before.phase != self.phase:
            return True
        if now is None or then is None:
            return now is not None
        if beside and ((self.moment and self.moment != before.moment) or (then.undo and not now.undo)):
            return True
        return self.stage != before.stage or now.worth_writing(then)


class MessageBuilder:
    """Makes snapshots. Knows every game's words, and how people like their pictures."""

    def __init__(self, words: Mapping[str, Words]) -> None:
        self.words = words
        self.prefs: dict[int, Prefs] = {}
        self.avatars: dict[tuple[int, int], str] = {}
        """The keys of people's own pictures, by server and person."""
        self.drafts = Drafts()
        self.first_times = FirstTimes(self.prefs)
        self.hints = Hints()
        self.sorted_by: dict[tuple[str, int], int] = {}
        """By which of a game's orders people like their own cards sorted, by table and person; the usual one if not
        here."""
        self._played: dict[str, tuple[object, str]] = {}
        """By table, what is played there in one line, and what that follows from."""

    def prefs_of(self, user: int | None) -> Prefs:
        """What somebody has chosen; None is nobody, and follows the server."""
        return self.prefs.get(user or 0, Prefs())

    def forget(self, table: str) -> None:
        """The table is closed."""
        self.drafts.forget(table)
        self.first_times.forget(table)
        self.hints.forget(table)
        self._played.pop(table, None)
        for key in [k for k in self.sorted_by if k[0] == table]:
            del self.sorted_by[key]

    def snapshot(
        self, s: OpenTable, before: Snapshot | None = None, readers: Collection[int] | None = None,
        asker: int | None = None, beside: Collection[int] = (),
    ) -> Snapshot:  # fmt: skip
        """The table as it is now. Of the panels, which take most of the time, it has those of the `readers` whom the
        change since `before` concerns, and that of the `asker`; everybody's where `readers` is None. Of the readers,
        those `beside` have their panel open where the table is."""
        page, deal = self._page(s), s.shown
        if s.phase in (LOBBY, CLOSED) or deal is None:
            public = lobby.content(page)
            people = {user: seat for seat, chair in enumerate(s.chairs) if (user := chair.user) is not None}
            private = {user: lobby.content(replace(page, seat=seat)) for user, seat in people.items()}
            return Snapshot(
                s.version, public, private, {}, s.deals_begun, s.phase, s.phase == PICK,
                prelude=_laid(page, before), laid=s.chip_display.number,
            )  # fmt: skip
        seen, private = view(deal, SPECTATOR, page.now), dict[int, MessageContent]()
        public = table_message.content(page, deal, seen, table_message.controls(page, deal, seen))
        sitting = {user: seat for seat, chair in enumerate(s.chairs) if (user := chair.user) is not None}
        hands = {user: _hand(page, deal, seat, moment=seen.moment) for user, seat in sitting.items()}
        waiting = seen.waits_for if s.phase == DEAL else ()
        turns = frozenset((seat, deal.newest(seat)) for seat in waiting)
        shuffles, prelude = shuffled(s, page.words)
        snap = Snapshot(
            s.version, public, private, hands, s.deals_begun, s.phase, s.game.real_time or s.phase == PICK, turns,
            shuffles, prelude or _laid(page, before), s.chip_display.number, len(deal.rows) + 1 if seen.moment else 0,
            _stage(page, deal, seen),
        )  # fmt: skip
        for user, seat in sitting.items():
            if (
                readers is None
                or user == asker
                or (user in readers and snap.concerns(user, before, beside=user in beside))
            ):
                private[user] = self.panel(s, seat, page)
        return snap

    # ---- the people ----------------------------------------------------------------------

    def who(self, s: OpenTable, viewer: Seat = SPECTATOR, user: int | None = None) -> Who:
        """Everybody by their seat; behind them those for whom a seat is kept before the first game of a night."""
        tags: list[tuple[str, ...]] = []
        for seat, chair in enumerate(s.chairs):
            own: list[str] = []
            if chair.empty:
                own.append("EMPTY")
            elif chair.house:
                own += (art.HOUSE, *_STRENGTHS[chair.strength])
            elif chair.stand_in:
                own.append("AWAY")
            if chair.bank_since is not None:
                own.append(art.BANK)
            if chair.leaving:
                own.append("LEAVING")
            if chair.looks_on:
                own.append("LOOKS ON")
            elif seat in s.newcomers:
                own.append("NEXT HAND")
            tags.append(tuple(own))
        gone = {g.seat: g.name for g in s.gone if s.phase != DEAL}  # they were in the last deal
        names = [ch.name or gone.get(n, "") for n, ch in enumerate(s.chairs)]
        left = {g.seat: g.user for g in s.gone if s.phase != DEAL}
        people = (left.get(n, 0) if "EMPTY" in tags[n] else ch.user or 0 for n, ch in enumerate(s.chairs))
        avatars = tuple(
            art.OF_HOUSE + ch.name if ch.house else self.avatars.get((s.guild, user), "")
            for user, ch in zip(people, s.chairs, strict=True)
        )
        if s.night is not None and s.shown is None:
            expected = s.night.expected
            names += [s.night.guest_names.get(str(guest), "Guest") for guest in expected]
            tags += [()] * len(expected)
            avatars += tuple(self.avatars.get((s.guild, guest), "") for guest in expected)
        called = tuple(name or "Empty chair" for name in apart(tuple(names)))
        return Who(called, tuple(tags), viewer, self._style(s, user), avatars=avatars)

    def _style(self, s: OpenTable, user: int | None) -> art.Style:
        return style_of(self.prefs_of(user), s.settings)

    def last_deal(self, s: OpenTable, user: int) -> MessageContent | None:
        """The sheet of the deal with which a match has ended, for somebody who asks for it; None if there is none."""
        page = self._page(s)
        page = replace(page, who=replace(page.who, style=self._style(s, user)))
        result = page.result(view(s.shown, SPECTATOR, page.now)) if s.shown is not None else None
        return MessageContent("", result, alt(result), file=page.file) if result is not None else None

    # ---- the messages --------------------------------------------------------------------

    def _page(self, s: OpenTable) -> Page:
        """The table message; a panel goes on from it."""
        words, deal = self.words[s.game.slug], s.shown
        named = title(s, words, deal) if deal is not None else ""
        line = self._what_is_played(s, words)
        return Page(s, words, self.words, self.who(s), None, named, line, s.now(), s.waits_for_cut, undo.at_hand(s))

    def _what_is_played(self, s: OpenTable, words: Words) -> str:
        """Worked out anew where something of it has changed."""
        by = s.game.slug, s.options, s.settings.buy_in, s.night is None
        known, line = self._played.get(s.id, (None, ""))
        if known != by:
            costs = money.buy_in(s) if s.for_chips and s.night is None else None
            line = played.line(words, s.options, costs, seats=s.night is None)
            self._played[s.id] = by, line
        return line

    def panel(self, s: OpenTable, seat: Seat, page: Page | None = None) -> MessageContent:
        """The private panel of the person who sits there: the table and their hand, with the controls of their
        decision. `page` is the table's, where that is made already."""
        page = page or self._page(s)
        deal, user = s.shown, s.chairs[seat].user
        own = replace(page, seat=seat)
        if deal is None or s.phase in (LOBBY, CLOSED):
            return lobby.content(own)
        if seat >= deal.table.seats:
            seen = own_turn(view(deal, SPECTATOR, page.now), real_time=s.game.real_time)
            return table_message.content(page, deal, seen, in_rows(own.buttons()))
        own = replace(own, who=replace(page.who, viewer=seat, style=self._style(s, user)))
        prefs, sorted_by = self.prefs.get(user or 0), self.sorted_by.get((s.id, user or 0), 0)
        draft = self.drafts.of(s, seat) if s.phase == DEAL and self.drafts.kept else NO_DRAFT
        playing = s.phase == DEAL
        introduced = playing and prefs is not None and s.game.slug not in prefs.knows
        introduced = introduced and not panel.has_moved(deal, seat)
        first = self.first_times.of(s, deal, seat, introduced=introduced) if playing else None
        hint = self.hints.of(s, deal, seat) if self.hints.kept and playing and not s.paused else None
        return panel.content(
            own,
            deal,
            seat,
            draft,
            sorted_by=sorted_by,
            introduced=introduced,
            prefs=prefs or Prefs(),
            first=first,
            hint=hint,
        )


def _hand(page: Page, deal: Deal, seat: Seat, *, moment: bool) -> Hand:
    """What makes the panel of this seat worth writing again; `moment` while something stands."""
    s = page.s
    turn, paused, takes_back = s.turns.get(seat), s.paused is not None, page.takes_back(seat) is not None
    until = s.wall(turn.until) if turn and turn.until and not paused else 0
    number, asked = turn.number if turn else None, s.undo is not None and seat in undo.missing(s)
    asked = asked or (s.asks_for_hints is not None and hints.asked(s, seat))
    leaves, lapses = s.chairs[seat].leaving, s.chairs[seat].lapses
    if seat >= deal.table.seats:
        return Hand((), number, until, paused, asked, leaves=leaves)
    cut = cutting.cuts(view(deal, seat)) if s.phase == DEAL and page.cut else None
    may = moment and any(deal.offers(seat))
    ahead = in_advance.marks(s, seat) if s.game.has(InAdvance) else ()
    return Hand(hand(deal, seat), number, until, paused, asked, cut, leaves, lapses, takes_back, may, s.no_hints, ahead)


def _stage(page: Page, deal: Deal, seen: View) -> object:
    """How far the deal is, where it goes in stages; what may be looked at longer begins one and ends one."""
    stage = page.words.stage(seen)
    return None if stage is None else (stage, bool(go_on_button(page.s, deal)))


def _laid(page: Page, before: Snapshot | None) -> tuple[Picture, ...]:
    """The chips that have been laid out since, where they are worth a look of their own."""
    s = page.s
    if before is None or s.chip_display.number == before.laid or s.phase == CLOSED:
        return ()
    found = stacks.laid_out(s, page.who)
    return (found,) if found is not None else ()


def shuffled(s: OpenTable, words: Words) -> tuple[int, tuple[art.Shuffle, ...]]:
    """How many times the running deal has been shuffled anew, and what the table sees of the last shuffle, one picture
    after the other: a casino's stacks before the deal, or the discards of a pack that has run dry."""
    deal = s.shown
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
