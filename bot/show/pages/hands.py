"""`/hands`: one's last hands in words, each to be looked at again, and what one has done in all of them.

What a member reads of a hand is what they saw of it then. Of somebody else nothing is told but sums of what they did
before everybody's eyes.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import accumulate
from typing import NamedTuple

from bot.engine.amounts import signed, whites
from bot.engine.game import Game
from bot.engine.piles import SPECTATOR
from bot.engine.traits import Notation
from bot.store import Deal, Match, NotedHand, Store, hands, journal, nights
from bot.store.hands import Group, Wanted
from bot.table import past
from bot.table.errors import Rejected
from bot.table.names import escaped
from bot.table.restore import OtherRules, rebuilt
from card_art import scene as art

from ..controls.components import Button, Menu, Option, Rows
from ..controls.control_id import button_id, menu_id
from ..messages.alt import Picture, alt
from ..messages.page import MessageContent
from ..messages.panel import hand_of
from ..words.game import Words
from ..words.sentences import in_signs, times, together
from . import replays
from .histories import ONLY

DESK = "hands"
A_PAGE = 5
"""Hands of a page."""
BIG = 20
"""Big blinds in what the button calls a big pot."""
FROM = 50
"""How many hands there must be before figures stand."""
POINTS = 120
"""Of the curve."""
GONE = "That hand is not there any more."
NONE_YET = "You have no hands here yet. Those of poker are listed, from their end on."
_DEAL = r"[a-z0-9]+-d\d{1,7}"
_STATE = re.compile(rf"(\d{{1,6}})\.(\d{{1,6}})\.(any|won|lost|none|-)\.([a-z0-9]+|-)\.({_DEAL}|-)")
_FRAME = re.compile(rf"({_DEAL})\.(\d{{1,6}})(?:\.\d{{1,7}})?")
_ENDED = {"won": "won at showdown", "lost": "lost at showdown"}
_MEANT = {"any": "at showdown", "won": "won at showdown", "lost": "lost at showdown", "none": "without a showdown"}


# ---- the list ----------------------------------------------------------------------------------


class State(NamedTuple):
    """What a list shows: its controls carry it."""

    page: int = 0
    wanted: Wanted = hands.EVERY
    chosen: str = ""
    """The deal that the buttons are about; the first of the page if it names none of it."""

    def __str__(self) -> str:
        pot, showdown, table = self.wanted
        return f"{self.page}.{pot}.{showdown or '-'}.{table or '-'}.{self.chosen or '-'}"

    @classmethod
    def read(cls, text: str) -> State:
        """From the argument of a control. Raises Rejected if it is none."""
        if (found := _STATE.fullmatch(text)) is None:
            raise Rejected("That control is not known any more.")
        page, pot, showdown, table, chosen = ("" if part == "-" else part for part in found.groups())
        return cls(int(page), Wanted(int(pot), showdown, table), chosen)  # type: ignore[arg-type]  # as the pattern has it

    def filtered(self, wanted: Wanted) -> State:
        """The first page of others."""
        return State(0, wanted)


class Listed(NamedTuple):
    """A message of words and controls."""

    text: str
    rows: Rows


async def listed(store: Store, guild: int, user: int, state: State) -> Listed:
    """A page of a member's hands. Raises Rejected if they have none at all."""
    count, found = await store.read(hands.newest, guild, user, state.wanted, state.page * A_PAGE, A_PAGE)
    if not found and state.page:  # some are gone since
        state = state._replace(page=max(0, count - 1) // A_PAGE)
        count, found = await store.read(hands.newest, guild, user, state.wanted, state.page * A_PAGE, A_PAGE)
    if not count and not await store.read(hands.count, guild, user):
        raise Rejected(NONE_YET)
    lines = [" · ".join(["**Your hands**", f"{count:,}", *_filter_told(state.wanted)])]
    played = ""
    for n, hand in enumerate(found, state.page * A_PAGE + 1):
        if hand.what != played:
            played = hand.what
            lines.append(f"**{escaped(played)}**")
        lines += _told(n, hand)
    if not found:
        lines.append("None of your hands is like that.")
    of_night = {night.id for night in await store.read(nights.of_tables, [hand.table for hand in found])}
    return Listed("\n".join(lines), _controls(state, count, found, of_night))


def _filter_told(wanted: Wanted) -> list[str]:
    pots = [f"pots from {times(wanted.pot, 'big blind')} on"] if wanted.pot else []
    ends = [_MEANT[wanted.showdown]] if wanted.showdown else []
    return [*pots, *ends, *(["one table"] if wanted.table else [])]


def _ended(hand: NotedHand) -> str:
    """How it went for the player, in a few words."""
    if not hand.showdown:
        # Bomb pots count for no figure; who has lost chips in one and shown nothing has folded.
        return "folded" if hand.net < 0 or (hand.counts and not hand.net) else "no showdown"
    return _ENDED[hand.showdown]


def _told(n: int, hand: NotedHand) -> list[str]:
    """A hand in two short lines."""
    cards = in_signs(hand.cards) or "cards unseen"
    board = f" on {in_signs(hand.board)}" if hand.board else ""
    blinds = f" ({hand.pot / hand.unit:.0f} bb)" if hand.counts else ""
    return [
        f"`{n}` {cards}{board} · **{signed(hand.net)}**",
        f"-# pot {whites(hand.pot)}{blinds} · {_ended(hand)} · <t:{hand.at // 1000}:R>",
    ]


def _controls(state: State, count: int, found: Sequence[NotedHand], of_night: Collection[str]) -> Rows:
    def leads(label: str, to: State, *, on: bool = False, off: bool = False) -> Button:
        # the label's first mark keeps the ids of two buttons that lead to the same page apart
        id = button_id(DESK, ord(label[0]), "@page", str(to))
        return Button(id, label, "primary" if on else "secondary", disabled=off)

    pot, showdown, _ = wanted = state.wanted
    last = max(0, count - 1) // A_PAGE
    filters = (
        leads("Big pots", state.filtered(wanted._replace(pot=0 if pot else BIG)), on=bool(pot)),
        leads("Showdowns", state.filtered(wanted._replace(showdown="" if showdown else "any")), on=bool(showdown)),
    )
    turns = (
        leads("◀ Newer", state._replace(page=max(0, state.page - 1), chosen=""), off=not state.page),
        leads("Older ▶", state._replace(page=state.page + 1, chosen=""), off=state.page >= last),
    )
    figures = Button(button_id(DESK, 0, "@figures", _summed(wanted.table)), "How I play")
    if not found:
        return ((*filters, figures),)
    chosen = next((hand for hand in found if hand.deal == state.chosen), found[0])
    options = tuple(
        Option(
            f"{n} · {in_signs(hand.cards) or 'cards unseen'} · {signed(hand.net)}", hand.deal, hand is chosen,
            f"{hand.what} · pot {whites(hand.pot)} · {_ended(hand)}"[:100],
        )
        for n, hand in enumerate(found, state.page * A_PAGE + 1)
    )  # fmt: skip
    whole = "night" if chosen.table in of_night else "table"
    about = {"@replay": "Replay", "@phh": "PHH", "@share": "Share…", "@night": f"PHH of the {whole}"}
    this = tuple(Button(button_id(DESK, 0, verb, chosen.deal), label) for verb, label in about.items())
    return (
        (Menu(menu_id(DESK, 0, "@hand", str(state)), "Which hand the buttons below are about", options),),
        this,
        turns,
        (*filters, figures),
    )


# ---- one hand ----------------------------------------------------------------------------------


class Kept(NamedTuple):
    """A hand of a member, with the log of its deal."""

    hand: NotedHand
    deal: Deal
    game: Game
    options: object


async def kept(store: Store, guild: int, user: int, deal: str) -> Kept:
    """A hand that is a member's own. Raises Rejected."""
    hand = await store.read(hands.one, guild, user, deal)
    stored = await store.read(journal.deal, deal)
    match: Match | None = await store.read(journal.match, stored.match) if stored else None
    read = past.read(match.game, match.options) if match else None
    if hand is None or stored is None or stored.status != "done" or read is None:
        raise Rejected(GONE)
    return Kept(hand, stored, *read)


def read_frame(text: str) -> tuple[str, int]:
    """A deal, and how many moves of it have been made. Raises Rejected."""
    if (found := _FRAME.fullmatch(text)) is None:
        raise Rejected("That button is not known any more.")
    return found[1], int(found[2])


def frame(of: Kept, move: int, words: Words, style: art.Style) -> MessageContent:
    """The hand as its player saw it, after this many moves. Raises Rejected."""
    moves = len(of.deal.rows)
    move = min(move, moves)
    try:
        deal, seen, who, said = replays.at(of.game, of.options, of.deal, move, words, style, of.hand.seat)
    except OtherRules:
        raise Rejected(_EARLIER.format(of.game.title)) from None
    made = replays.picture_of(of.game, deal, seen, who, words)
    picture: Picture = (made, hand_of(seen, (), words)) if isinstance(made, art.Scene) else made
    text = "\n".join(filter(None, (
        f"**{escaped(of.hand.what)}** · as you saw it · move {move} of {moves}", together(said[-2:])
    )))  # fmt: skip
    return MessageContent(text, picture, alt(picture, text), (_film_controls(of.hand.deal, move, moves),))


_EARLIER = "That hand was played by earlier rules of {}, and cannot be shown again."


def _film_controls(deal: str, move: int, moves: int) -> tuple[Button, ...]:
    def button(label: str, to: int, *, disabled: bool) -> Button:
        return Button(button_id(DESK, 0, "@move", f"{deal}.{to}.{ord(label)}"), label, disabled=disabled)

    return (
        button("⏮", 0, disabled=not move),
        button("◀", max(0, move - 1), disabled=not move),
        button("▶", min(moves, move + 1), disabled=move == moves),
        button("⏭", moves, disabled=move == moves),
    )


def phh(of: Kept) -> bytes:
    """The hand for other programs, with its player's own cards. Raises Rejected."""
    notation = of.game.trait(Notation)
    try:
        names = json.loads(of.deal.start).get("names") or ()
        told = notation and notation.write(rebuilt(of.game, of.options, of.deal), names, of.hand.seat)
    except OtherRules:
        told = None
    if not told:
        raise Rejected(f"PHH has no words for that hand: {ONLY}")
    return f"{told}\n".encode()


def share_question(deal: str, cards: str) -> Listed:
    """Whether one's own cards are told along."""
    mine = [Button(button_id(DESK, 0, "@post", f"{deal}.1"), f"With my cards, {in_signs(cards)}"[:80])] if cards else []
    rows = ((Button(button_id(DESK, 0, "@post", f"{deal}.0"), "As everybody saw it", "primary"), *mine),)
    return Listed("Post how this hand ended, here in the channel?", rows)


def shared(of: Kept, name: str, words: Words, style: art.Style, *, cards: bool) -> MessageContent:
    """How a hand ended, as everybody saw it; with its player's own `cards` if they like. Raises Rejected."""
    try:
        deal, seen, who, _ = replays.at(of.game, of.options, of.deal, len(of.deal.rows), words, style, SPECTATOR)
    except OtherRules:
        raise Rejected(_EARLIER.format(of.game.title)) from None
    picture = replays.picture_of(of.game, deal, seen, who, words)
    text = f"**{escaped(name)}** shares a hand of {escaped(of.hand.what)}: **{signed(of.hand.net)}**"
    text += f", with {in_signs(of.hand.cards)}." if cards and of.hand.cards else "."
    return MessageContent(text, picture, alt(picture, text))


# ---- figures -----------------------------------------------------------------------------------


class Figures(NamedTuple):
    """What somebody has done in a number of hands (rules/poker.md, "Figures of how one plays")."""

    hands: int
    net: int
    units: float
    """The net in big blinds, each hand's in its own."""
    done: Counter[str]

    @property
    def chosen(self) -> int:
        """Hands in which there was something to choose: all but walks."""
        return self.hands - self.done["walks"]

    def percent(self, what: str, of: int) -> str:
        return f"{100 * self.done[what] / of:.0f} %" if of else "–"

    @property
    def vpip(self) -> str:
        return self.percent("in by choice", self.chosen)

    @property
    def pfr(self) -> str:
        return self.percent("raised", self.chosen)

    @property
    def factor(self) -> str:
        """Bets and raises to each call."""
        bets, calls = self.done["bets"], self.done["calls"]
        return f"{bets / calls:.1f}" if calls else "∞" if bets else "–"

    @property
    def per_hundred(self) -> str:
        """Big blinds won in a hundred hands."""
        rate = 100 * self.units / self.hands if self.hands else 0.0
        return f"{'−' if round(rate, 1) < 0 else '+'}{abs(rate):.1f}"

    @property
    def told(self) -> list[tuple[str, str]]:
        """Each by the name that the field has for it."""
        d = self.done
        return [
            ("VPIP", self.vpip),
            ("PFR", self.pfr),
            ("3-bet", self.percent("reraised", d["could reraise"])),
            ("bb / 100 hands", self.per_hundred),
            ("AF", self.factor),
            ("AFq", self.percent("bets", d["bets"] + d["calls"] + d["folds"])),
            ("WTSD", self.percent("showdowns", d["saw flop"])),
            ("W$SD", self.percent("showdowns won", d["showdowns"])),
        ]


def added_up(groups: Sequence[Group]) -> Figures:
    """All of these together."""
    done: Counter[str] = Counter()
    for group in groups:
        for name, n in group.counts.items():
            done[name] += n * group.hands
    return Figures(sum(g.hands for g in groups), sum(g.net for g in groups), sum(g.units for g in groups), done)


_POSITIONS = ("early", "middle", "late", "blinds")


class Asked(NamedTuple):
    """Whose figures are asked for, and where."""

    table: str = ""
    other: int = 0
    """A member other than the asker; 0 for themselves."""

    @classmethod
    def read(cls, text: str) -> Asked:
        """From the argument of a control. Raises Rejected."""
        if (found := re.fullmatch(r"([a-z0-9]+|-)\.(\d{1,20})", text)) is None:
            raise Rejected("That button is not known any more.")
        return cls("" if found[1] == "-" else found[1], int(found[2]))


def _summed(table: str, other: int = 0) -> str:
    return f"{table or '-'}.{other}"


async def summary(
    store: Store, guild: int, user: int, asked: Asked, name: str, face: str = ""
) -> MessageContent | Listed:
    """How a member plays, for the asker; in words alone if the hands are too few. Raises Rejected."""
    whose, beside = asked.other or user, user if asked.other else None
    groups = await store.read(hands.groups, guild, whose, asked.table, beside)
    found = added_up(groups)
    last = await store.read(hands.last_table, guild, whose, beside)
    where = "at one table" if asked.table else "in this server"
    night = bool(last and await store.read(nights.of_tables, [last]))
    rows = _where(asked, last, "The last night" if night else "The last table")
    if found.hands < FROM:
        who = f"{escaped(name)} has" if asked.other else "You have"
        with_you = " with you" if asked.other else ""
        missing = times(FROM - found.hands, "hand")
        return Listed(
            f"Figures stand from {FROM} hands on. {who} played {times(found.hands, 'hand')}{with_you} {where} that"
            f" count for them; {missing} {'is' if FROM - found.hands == 1 else 'are'} missing.",
            rows,
        )
    nets = await store.read(hands.course, guild, whose, asked.table, beside)
    picture = _sheet(found, groups, nets, name, f"{times(found.hands, 'hand')} {where}", face)
    whom = f"**How {escaped(name)} plays** · hands that you played, too" if asked.other else "**How you play**"
    text = f"{whom} · {times(found.hands, 'hand')} {where}, {signed(found.net)} chips\n-# {MEANING}"
    return MessageContent(text, picture, alt(picture, text), rows)


MEANING = (
    "VPIP: hands played by choice; PFR: raised before the flop; AF: bets and raises to a call; AFq: how often a bet or"
    " raise; WTSD: went to showdown after the flop; W$SD: won there."
)


def _where(asked: Asked, last: str, called: str) -> Rows:
    """Everywhere, or at the table of the last hand."""
    places = [("Everywhere", ""), (called, last)] if last else []
    return (
        tuple(
            Button(
                button_id(DESK, 0, "@sums", _summed(table, asked.other)), label,
                "primary" if table == asked.table else "secondary", disabled=table == asked.table,
            )
            for label, table in places
        ),
    ) if places else ()  # fmt: skip


def _sheet(
    found: Figures, groups: Sequence[Group], nets: Sequence[int], name: str, where: str, face: str
) -> art.StatsSheet:
    course = [*accumulate(nets)]
    step = max(1, -(-len(course) // POINTS))
    shown = tuple(course[n] for n in sorted({*range(len(course) - 1, -1, -step)}))
    by_position = {place: added_up([g for g in groups if g.position == place]) for place in _POSITIONS}
    rows = tuple(
        (place.capitalize(), at.hands, f"VPIP {at.vpip} · PFR {at.pfr} · {at.per_hundred} bb/100".replace(" %", ""))
        for place, at in by_position.items()
        if at.hands
    )
    over = f"the last {len(nets):,}" if len(nets) < found.hands else "all of them"
    return art.StatsSheet(name, f"{where} · net chips over {over}", shown, True, "", tuple(found.told), rows, face)
