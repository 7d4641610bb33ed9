"""A private panel while a match is on: the table and the hand of its owner, with the controls of their decision."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from functools import cache

from bot.engine.cards import Card
from bot.engine.controls import kinds
from bot.engine.deal import Deal, by_clock
from bot.engine.facts import CHOSEN, RECEIVED
from bot.engine.offers import Move, Offer, SomeOf, verb
from bot.engine.piles import Seat
from bot.engine.traits import InAdvance
from bot.engine.view import View, open_hands, view
from bot.house import Advice
from bot.table import time_bank
from bot.table.prefs import Prefs
from bot.table.state import DEAL
from card_art import scene as art

from ..controls import hints, in_advance, live
from ..controls.components import Control, Rows, in_rows, what_to_press
from ..controls.control_id import BACK, CLEARS, read
from ..controls.offer_controls import for_offers, selection_line
from ..controls.selection import NO_DRAFT, Draft
from ..controls.table_controls import buys, closes, go_on_button, hint_button, sort_button, undo_button, with_room
from ..words.game import Words
from ..words.sentences import together
from .alt import Picture, alt
from .first_times import FirstTime
from .page import ABOVE, MessageContent, Page, news, own_turn, time_is_up


def content(page: Page, deal: Deal, seat: Seat, draft: Draft, *, sorted_by: int, introduced: bool, prefs: Prefs,
            first: FirstTime | None = None, hint: Advice | None = None) -> MessageContent:  # fmt: skip
    """The panel of a seat that is dealt in; its owner has collected this draft and sorts their cards by this one of the
    game's orders. `introduced` if they are told how to play this game; `prefs` is what they have chosen for themselves,
    `first` what they are told for the first time, `hint` what they have been advised to do now."""
    s, words, seen = page.s, page.words, view(deal, seat, page.now)
    offers = deal.offers(seat) if s.phase == DEAL else ()
    chosen, held = seen.fact(CHOSEN.of(seat), None), bool(seen.hand)
    if chosen is not None and not draft.verb:
        draft = Draft(verb(type(chosen)), tuple(chosen.parts))
    if draft.parts:
        seen = replace(seen, facts={**seen.facts, "draft": draft.parts})  # on nobody else's picture
    of = _Panel(page, deal, seat, seen, offers, held, chosen, draft, page.result(seen), prefs, hint)
    moves = of.moves()
    lines = [page.title, *page.underway(seen), together(news(deal, seen, words, page.who, of.result))]
    lines += [of.asked()] if s.paused or s.phase == DEAL else page.what_is_next()
    if introduced:
        lines.append(of.first_deal(moves))
    if first is not None:
        lines.append(first.line)
    if hint is not None:  # right above the picture, where a phone still shows it
        lines.append(hints.line(hint, offers, words, seen, page.who))
    text = "\n".join(filter(None, (*lines, *of.coming())))
    hand = hand_of(seen, offers, words, draft, sorted_by=sorted_by)
    picture: Picture = page.end(seen, of.result) or of.result or (of.scene(), hand)
    aside = of.under_the_result() if of.result else ""
    rows = of.rows(moves, sorted_by)
    stage = page.stage(seen)
    return MessageContent(text, picture, alt(picture, text), rows, stage, aside, file=page.file, first=first)


def has_moved(deal: Deal, seat: Seat) -> bool:
    """Whether the owner of this seat has made a move in this deal, and nobody for them."""
    return any(row.seat == seat and not (row.lapsed or by_clock(row)) for row in deal.rows)


@dataclass(frozen=True, slots=True)
class _Panel:
    """What a panel is made from: the table as its owner sees it, and what they may choose and have chosen."""

    page: Page
    deal: Deal
    seat: Seat
    seen: View
    offers: Sequence[Offer]
    held: bool
    """Whether the owner has any cards in hand."""
    chosen: Move | None
    """In a choice of everybody's, which may be changed until the last one is in."""
    draft: Draft
    result: art.Results | None
    prefs: Prefs
    hint: Advice | None

    def scene(self) -> art.Scene:
        """The table as the owner of the seat sees it; below it the others' hands, where these lie open to them."""
        page, deal = self.page, self.deal
        scene = page.scene(own_turn(self.seen, real_time=page.s.game.real_time))
        if deal.state.open_to is None:
            return scene
        opened = [
            art.OpenHand(page.who(seat), page.words.in_order(view(deal, seat), cards))
            for seat, cards in open_hands(deal, self.seat).items()
        ]
        return replace(scene, opened=tuple(opened))

    def asked(self) -> str:
        """What the owner of the seat is asked while a deal goes on, what they have chosen so far, and until when; or
        why they are asked nothing."""
        page, s = self.page, self.page.s
        if s.paused:
            return page.paused()[0]
        if self.seat in s.turns:
            until = time_is_up(s.time_is_up(self.seat), bank=s.on_bank(self.seat))
            question, left = f"**{page.words.question(self.offers)}**", 0
            if s.chairs[self.seat].bank:
                left = time_bank.left(s, self.seat)
            bank = f"Then your time bank: {max(1, round(left / 1000))} s." if left else ""
            return _in_a_line(question, *self._own_choice(), until, bank, *self._in_advance())
        said = ""
        if s.chairs[self.seat].stand_in and not s.chairs[self.seat].leaving:
            said = "**You are away**, and your turns are played for you; **I am back** takes your seat again."
        elif self.chosen is not None:
            said = "You have chosen, and may change it until everybody has."
        elif not (s.game.real_time or page.cut or self.seen.moment):
            said = "It is not your turn."
        turn = page.whose_turn(own_turn(self.seen, real_time=s.game.real_time))
        return _in_a_line(said, turn, *self._own_choice(), *self._in_advance())

    def _in_advance(self) -> Sequence[str]:
        """What the owner has said in advance, in games in which one may."""
        s = self.page.s
        return in_advance.lines(s, self.seat) if s.game.has(InAdvance) else ()

    def _own_choice(self) -> list[str]:
        """What is chosen so far; and, if no hand is shown, what would be noted beside it."""
        words, who = self.page.words, self.page.who.said
        collected = selection_line(self.offers, self.seen, words, who, self.draft)
        if collected and collected[-1] not in ".!?…":
            collected += "."
        return [collected, *(() if self.held else words.notes(self.seen))]

    def moves(self) -> list[Control]:
        """The controls of the decision; none where they stand under the table for everybody."""
        page, s = self.page, self.page.s
        if s.phase != DEAL or s.paused or page.live is not None:
            return []
        return for_offers(
            s.id,
            self.deal.number,
            self.offers,
            self.seen,
            page.words,
            page.who,
            private=True,
            draft=self.draft,
            prefs=self.prefs,
        )

    def first_deal(self, moves: Sequence[Control]) -> str:
        """What somebody reads who has never played this game."""
        words = self.page.words
        besides = {verb(o.kind) for o in self.offers if o.optional}
        needed = [one for one in moves if not _is_one_of(one, besides)]
        told = f"{words.rules[0]} {what_to_press(needed)}".rstrip()
        return f"-# Your first {words.deal} of {words.game.title}: {told} `/rules` tells more."

    def coming(self) -> list[str]:
        """What happens after this deal, and whether a move is taken back."""
        s = self.page.s
        leaves = ["You leave after this hand."] if s.chairs[self.seat].leaving else []
        undoes = self.page.undo()
        return [*leaves, *closes(s), *buys(s, self.seat), *filter(None, [undoes, self.page.asks_for_hints()])]

    def under_the_result(self) -> str:
        """What the panel says where it lies under the table's message, which shows the same result: the way there, for
        much may stand between."""
        page, s = self.page, self.page.s
        link = f"https://discord.com/channels/{s.guild}/{s.posted.place}/{s.posted.message}"
        return "\n".join([page.title, f"{ABOVE}: {link}", *(page.paused() or page.what_is_next())])

    def rows(self, moves: Sequence[Control], sorted_by: int) -> Rows:
        """The moves, another order for the hand, and what else may be pressed; at a table without turns its own
        controls. What a hint names stands out."""
        rows = self._rows(moves, sorted_by)
        if self.hint is None:
            return rows
        return hints.framed(rows, self.hint.move, self.offers, self.page.words, self.seen, self.draft)

    def _rows(self, moves: Sequence[Control], sorted_by: int) -> Rows:
        page, s = self.page, self.page.s
        if (standing := page.live) is not None:
            rows = live.panel_rows(s, self.deal, page.words, standing, self.seat, page.who, self.draft)
            return with_room(rows, hint_button(s, self.seat))
        sorts = s.phase == DEAL and not s.paused and page.words.orders and self.held
        sort = [sort_button(s, page.words, sorted_by + 1)] if sorts else []
        # a panel that is not written again when a moment is over has no such button
        goes_on = go_on_button(s, self.deal) if page.words.stage(self.seen) is not None else []
        rows = in_rows([*moves, *sort, *page.buttons(), *goes_on])
        ahead = s.game.has(InAdvance)
        if ahead and (wishes := in_advance.buttons(s, self.seat)):
            rows = (*in_rows(wishes), *rows)
        hint = hint_button(s, self.seat) if self.seat in s.turns else []
        undo = undo_button(s, page.takes_back(self.seat)) if not self.draft.parts else []  # a draft has one of its own
        rows = with_room(rows, [*hint, *undo])
        return with_room(rows, in_advance.menu(s, self.seat)) if ahead else rows


def _in_a_line(*said: str) -> str:
    return " ".join(filter(None, said))


def _is_one_of(control: Control, verbs: Container[str]) -> bool:
    """Whether it makes one of these moves, or asks for what that lacks."""
    id = read(control.id)
    return id.verb in verbs and id.mark not in (BACK, CLEARS)


# ---- one's own cards -----------------------------------------------------------------------------


def hand_of(
    view: View, offers: Sequence[Offer], words: Words, draft: Draft = NO_DRAFT, *, sorted_by: int = 0
) -> art.Hand | None:
    """The viewer's own cards: sorted, by which of the game's orders the viewer likes; the playable ones raised while a
    card is asked for. Those that are chosen are marked, and what may come next is raised."""
    held, received = view.hand, {*view.fact(RECEIVED.of(view.viewer), ())}
    lies = words.lies(view) if words.lies is not None else None
    if not held and (lies is None or not lies.gaps):
        return None
    cards = lies.cards if lies is not None else words.in_order(view, held, sorted_by)
    asked = [o for o in offers if not (o.unlisted or o.optional or (words.live and o.kind in words.live.gives_way))]
    hand = art.Hand(
        cards=cards,
        legal=_legal(asked, cards, draft),
        marked=frozenset(n for n, c in enumerate(cards) if c in received),
        chosen=draft.among(cards) if draft.parts else frozenset(),
        notes=tuple(words.notes(view)),
    )
    if lies is None:
        return hand
    rest = art.Rest(len(lies.rest), lies.name, lies.count, lies.note) if lies.name else None
    return replace(hand, apart=lies.begins, rest=rest, gaps=lies.gaps)


def _legal(offers: Sequence[Offer], cards: Sequence[Card], draft: Draft) -> frozenset[int] | None:
    """At which places lie the cards that may be chosen; None while no card is asked for."""
    asked, among = False, set[Card]()
    for offer in offers:
        first = _first_cards(offer, cards)
        asked = asked or bool(first)
        among.update(_on_offer(offer, draft, first))
    return frozenset(n for n, c in enumerate(cards) if c in among) if asked else None


def _first_cards(offer: Offer, cards: Sequence[Card]) -> list[Card]:
    """Of these cards, those with which such a move may begin."""
    return [p for p in offer.next(()) if isinstance(p, Card) and p in cards] if _asks_cards(offer.kind) else []


def _on_offer(offer: Offer, draft: Draft, first: list[Card]) -> list[Card]:
    """The cards that are chosen of this move and may come next, once it is begun; until then the `first`."""
    if verb(offer.kind) != draft.verb or not draft.parts or isinstance(offer, SomeOf):
        return first
    return [p for p in (*draft.parts, *offer.next(draft.parts)) if isinstance(p, Card)]


@cache
def _asks_cards(kind: type[Move]) -> bool:
    """Whether a card is chosen first for such a move."""
    found, _ = kinds(kind)
    return found[:1] == ("card",)
