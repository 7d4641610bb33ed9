"""Canasta: collect cards of equal rank on the table, seven of them for a canasta, and fight for the discard pile.

Two partnerships, or two players, draw, meld and discard in turn. Twos and jokers are wild, red threes a bonus, black
threes block the pile. A side with a canasta may go out; cards left in hand count against their side. See
rules/canasta.md. Where players differ, this house holds that

- only red threes and wild cards freeze the pile (ruling 3), and a natural pair then joins a meld too (ruling 4);
- the upcard is used first, and what lies below does not help a first meld (ruling 6);
- a concealed hand must reach the minimum as well (ruling 8), and may have taken the pile in that turn (ruling 7).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle

from bot.engine.asks import Ask as Asking
from bot.engine.asks import LogEntry, Script, WhenAsked
from bot.engine.cards import Card
from bot.engine.events import Event
from bot.engine.facts import DISCARDS, RECEIVED
from bot.engine.game import SHORT, USUAL, Game, Length
from bot.engine.moments import DECISIVE, TRICK, moment
from bot.engine.offers import Move, Offer, OneOf, Only, Text
from bot.engine.piles import EVERYONE, Seat
from bot.engine.randomness import Pack
from bot.engine.state import Standing
from bot.engine.traits import Partnership
from bot.games.canasta.moves import CanastaTable

from . import melds as m
from . import moves as mv
from .building import Laying, Leaving, Taking, Throwing
from .facts import ASKED, FROZEN, MINIMUM, RED_THREES
from .hand import Hand, Turn, side_of
from .melds import Group
from .moves import Answer, Ask, Declare, Discard, Draw, GoOut, Meld, Options, Pass, Say, TakePile

DEALT, DEALT_TO_TWO = 11, 15
DRAWS, DRAWS_OF_TWO = 1, 2
OUT, CONCEALED = 100, 200
KEPT_RED_THREE, AGAINST_THE_ANSWER, BAD_TAKE = 500, 100, 50
LONGEST_SAID = 80
BEST_WAY_OUT = 2
"""From rules of this number on the clock takes the way out that brings most."""


def canasta(t: CanastaTable) -> Script:
    """A hand: turn by turn until somebody is out, or nobody can go on."""
    yield from plays(deals(t))


def plays(h: Hand) -> Script:
    """Everybody in turn, from the dealer's left, and the score."""
    t = h.t
    for seat in cycle(t.players):
        h.began.add(seat)
        goes_on = yield from takes_turn(Turn(h, seat, fresh=not h.melds[side_of(seat)]))
        if not goes_on:
            break
    over(h)
    yield from moment(t, DECISIVE if h.out is None else TRICK)


# ---- setting up ----------------------------------------------------------------------------------


def deals(t: CanastaTable) -> Hand:
    """Eleven cards each, or fifteen to two players; an upcard; and the red threes are laid and replaced."""
    hands, stock = t.hands(), t.stock()
    discards = t.pile(DISCARDS, seen_by=EVERYONE, top_only=True)
    for side in (0, 1):
        t.pile(RED_THREES.of(side), seen_by=EVERYONE, zone=f"red:{side}")
    t.deal(stock, DEALT if t.seats == 4 else DEALT_TO_TWO, *(hands[p] for p in t.players))
    h = Hand(t, hands, stock, discards)
    t.note(MINIMUM, (h.minimum(0), h.minimum(1)))
    turns_upcard(h)
    if not h.strict:
        for p in t.players:
            lays_red_threes(h, p)
    return h


def turns_upcard(h: Hand) -> None:
    """A wild card or a red three freezes the pile, and is covered; a black three is not (ruling 12)."""
    t, turned = h.t, list[Card]()
    while not turned or m.is_wild(turned[-1]) or m.is_red_three(turned[-1]):
        t.deal(h.stock, 1, h.discards)
        turned.append(h.discards.top)
    for place in range(len(turned) - 1):
        t.show(h.discards, place)
    freezes(h, len(turned) > 1)
    t.tell(mv.Upcards(tuple(turned)))


def freezes(h: Hand, frozen: bool) -> None:
    h.frozen = frozen
    h.t.note(FROZEN, frozen)


# ---- red threes ----------------------------------------------------------------------------------


def lays_red_threes(h: Hand, seat: Seat) -> None:
    """All red threes in this hand, and those that replace them."""
    while held := h.red_threes_in(seat):
        lays_red_three(h, seat, held[0])


def lays_red_three(h: Hand, seat: Seat, card: Card) -> None:
    """In front of its side, and another card from the stock, if there is one."""
    h.red_pile(side_of(seat)).lay(h.hands[seat].take(card))
    h.t.tell(mv.RedThrees(seat, (card,), bool(h.stock)))
    draws_one(h, seat)


def draws_one(h: Hand, seat: Seat) -> None:
    """The top card of the stock. A red three as its last ends the hand after this turn."""
    if not h.stock:
        return
    h.t.deal(h.stock, 1, h.hands[seat])
    if not h.stock:
        h.ends = m.is_red_three(h.hands[seat].top)
        h.t.tell(mv.LastOfStock(seat, h.ends))


# ---- a turn --------------------------------------------------------------------------------------


def takes_turn(turn: Turn) -> Script[bool]:
    """Draw, meld, discard. Returns whether the hand goes on."""
    goes_on = yield from draws(turn)
    if not goes_on:
        return False
    goes_on = yield from melds_and_discards(turn)
    turn.h.t.forget(RECEIVED.of(turn.seat))
    if turn.h.strict and turn.answer == "yes" and turn.h.out is None:
        charge(turn, "yes", AGAINST_THE_ANSWER)
    return goes_on


_DRAW_FIRST = tuple(
    Only(move, "Draw first, or take the pile.") for move in (Meld(()), Discard(0), Ask(), GoOut(None, ()))
)
_SAID_YES = "Your partner has said yes: go out."
_DRAWN_ALREADY = tuple(Only(move, "You have drawn already.") for move in (Draw(), TakePile(())))


def draws(turn: Turn) -> Script[bool]:
    """From the stock, or the whole pile; without either the hand is over. Returns whether it goes on."""
    h, t = turn.h, turn.h.t
    while not h.ends:  # a red three that was declared just now may have been the last of the stock
        taking = Taking(turn)
        if not h.stock and not taking.able:
            t.tell(mv.NobodyOut(turn.seat))
            return False
        row = yield from asks(turn, _sources(turn, taking), lambda taking=taking: _drawn_by_the_clock(turn, taking))
        match row.move:
            case Declare(card):
                lays_red_three(h, turn.seat, card)
            case Pass():
                t.tell(mv.NobodyOut(turn.seat))
                return False
            case TakePile(()):
                turn.tried_pile = True
                charge(turn, "take", BAD_TAKE)
            case TakePile(groups):
                yield from takes_pile(turn, groups)
                return h.out is None
            case _:
                if not row.lapsed or clears_red_threes(turn):
                    draws_from_stock(turn)
                    return True
    turn.drawn = True
    return True


def _sources(turn: Turn, taking: Taking) -> list[Offer]:
    h = turn.h
    stock = Only(Draw(), None if h.stock else "The stock is empty: take the pile.")
    offers: list[Offer] = [stock, taking, *_declaring(turn), *_DRAW_FIRST]
    if not h.stock and h.t.options.dry_stock == "optional":
        fits = not h.frozen_for(turn.side) and h.discards.top.rank in h.melds[turn.side]
        offers.append(Only(Pass(), "The upcard fits a meld of yours: you take the pile." if fits else None))
    return offers


def _drawn_by_the_clock(turn: Turn, taking: Taking) -> Move:
    return Draw() if turn.h.stock else taking.smallest() or Pass()


def draws_from_stock(turn: Turn) -> None:
    """One card, or two where two play; red threes are laid and replaced at once."""
    h, seat = turn.h, turn.seat
    turn.drawn, before, drawn = True, [*h.hands[seat]], 0
    for _ in range(DRAWS if h.pairs else DRAWS_OF_TWO):
        if h.stock and not h.ends:
            draws_one(h, seat)
            drawn += 1
            if not h.strict:
                lays_red_threes(h, seat)
    received = [*h.hands[seat]][len(before) :]
    h.t.note(RECEIVED.of(seat), tuple(received), {seat})
    h.t.tell(mv.Drew(seat, drawn))


def takes_pile(turn: Turn, groups: Sequence[Group]) -> Script:
    """The upcard goes down with its group, and the rest comes into hand. It thaws."""
    h, t, seat = turn.h, turn.h.t, turn.seat
    turn.drawn, upcard = True, h.discards.draw()
    below = h.discards.take_all()
    freezes(h, False)
    t.tell(mv.TookPile(seat, upcard, len(below) + 1))
    t.count(seat, "piles")
    h.hands[seat].lay(upcard)
    made = lays(turn, [groups[0]._replace(naturals=groups[0].naturals + 1), *groups[1:]], upcard)
    h.hands[seat].lay(*below)
    t.note(RECEIVED.of(seat), tuple(c for c in below if not m.is_red_three(c)), {seat})
    for card in [c for c in below if m.is_red_three(c)]:
        h.red_pile(turn.side).lay(h.hands[seat].take(card))
        t.tell(mv.RedThrees(seat, (card,), False))
    if not made:
        yield from moment(t, TRICK)
    yield from shows_canastas(turn, made)
    if not h.hands[seat]:
        yield from goes_out(turn, None)


# ---- melds and the discard -----------------------------------------------------------------------


def melds_and_discards(turn: Turn) -> Script[bool]:
    """Any number of melds, perhaps the question, and a discard. Returns whether the hand goes on."""
    h, t, seat = turn.h, turn.h.t, turn.seat
    while True:
        laying = Laying(turn)
        throwing = Throwing(turn, laying.held, "The stock has ended: nobody discards any more." if h.ends else None)
        leaving = Leaving(laying)
        offers = [laying, throwing, leaving, *_declaring(turn), *_DRAWN_ALREADY]
        if h.ends:
            offers.append(Only(Pass(), _SAID_YES if turn.right == "must" else None))
        if h.pairs:
            offers.append(Only(Ask(), lambda leaving=leaving: why_not_ask(turn, leaving)))
        row = yield from asks(
            turn, offers, lambda leaving=leaving, throwing=throwing: _played_by_the_clock(turn, leaving, throwing)
        )
        match row.move:
            case Declare(card):
                lays_red_three(h, seat, card)
            case Ask():
                yield from asks_partner(turn)
            case Meld(groups):
                turn.laid = True
                yield from _laid(turn, groups)
            case GoOut(thrown, groups):
                yield from _leaves(turn, groups, thrown)
            case Discard(rank):
                if row.lapsed and not clears_red_threes(turn):
                    continue
                yield from discards(turn, rank)
                return h.out is None
            case _:
                if not row.lapsed or clears_red_threes(turn):
                    t.tell(mv.NobodyOut(seat))
                    return False
        if h.out is not None:
            return False


def _laid(turn: Turn, groups: Sequence[Group]) -> Script:
    h = turn.h
    if turn.answer == "no" and m.without(m.counted(h.hands[turn.seat]), groups) == [0] * 14:
        _against_the_answer(turn)
        return
    yield from shows_canastas(turn, lays(turn, groups))
    if not h.hands[turn.seat]:
        yield from goes_out(turn, None)


def _leaves(turn: Turn, groups: Sequence[Group], thrown: int | None) -> Script:
    """Out in one act."""
    if turn.answer == "no":
        _against_the_answer(turn)
        return
    if groups:
        yield from shows_canastas(turn, lays(turn, groups))
    if thrown is None:
        yield from goes_out(turn, None)
    else:
        yield from discards(turn, thrown)


def _against_the_answer(turn: Turn) -> None:
    """Strict: out after a no fails, and is charged."""
    turn.tried_out = True
    charge(turn, "no", AGAINST_THE_ANSWER)


def lays(turn: Turn, groups: Sequence[Group], upcard: Card | None = None) -> list[mv.CanastaMade]:
    """Groups go down; returns the canastas that they complete."""
    h, t, side = turn.h, turn.h.t, turn.side
    before, first = dict(h.melds[side]), not h.melds[side]
    laid = h.lay(turn.seat, groups, upcard)
    t.tell(mv.Melded(turn.seat, side, tuple(groups), laid, sum(group.points for group in groups), first))
    made: list[mv.CanastaMade] = []
    for group in groups:
        old, new = before.get(group.rank), h.melds[side][group.rank]
        if new.bonus and not (old and old.bonus):
            made.append(mv.CanastaMade(turn.seat, side, group.rank, not new.wilds))
            t.count(turn.seat, "mixed canastas" if new.wilds else "natural canastas")
        elif old and new.bonus < old.bonus:
            t.tell(mv.Mixed(turn.seat, side, group.rank))
    return made


def shows_canastas(turn: Turn, made: Sequence[mv.CanastaMade]) -> Script:
    """A canasta stands for a while."""
    for each in made:
        turn.h.t.tell(each)
    if made:
        yield from moment(turn.h.t, DECISIVE)


def discards(turn: Turn, rank: int) -> Script:
    """A card of this rank, whichever it is; a wild one freezes the pile. The last one is a going-out."""
    h, t, hand = turn.h, turn.h.t, turn.h.hands[turn.seat]
    thrown = min(c for c in hand if c.rank == rank and not m.is_red_three(c))
    h.discards.lay(hand.take(thrown))
    t.revealed += 1
    if m.is_wild(thrown):
        t.show(h.discards, -1)
        freezes(h, True)
    t.tell(mv.Discarded(turn.seat, thrown, m.is_wild(thrown)))
    if len(hand) == 1:
        t.tell(mv.OneCardLeft(turn.seat))
    if not hand:
        yield from goes_out(turn, thrown)


def goes_out(turn: Turn, thrown: Card | None) -> Script:
    """No card is left. Concealed where the side had no meld before this turn (ruling 7)."""
    h, t = turn.h, turn.h.t
    h.out, h.concealed = turn.seat, turn.fresh
    t.count(turn.seat, "went out")
    if turn.fresh:
        t.count(turn.seat, "concealed")
    t.tell(mv.WentOut(turn.seat, turn.fresh, thrown))
    yield from moment(t, DECISIVE)


# ---- the question --------------------------------------------------------------------------------


def why_not_ask(turn: Turn, leaving: Leaving) -> str | None:
    """The question comes after the draw and before melding (ruling 10); the friendly referee knows whether it can."""
    h = turn.h
    if turn.asked:
        return "You have asked already."
    if turn.laid:
        return "Ask before you meld."
    if len(h.hands[turn.seat]) < 2:
        return "With one card there is nothing to ask."
    return None if h.strict or leaving else "You could not go out now."


def asks_partner(turn: Turn) -> Script:
    """The partner's answer binds, unless nobody gave it."""
    h, t = turn.h, turn.h.t
    turn.asked = True
    t.tell(mv.Asked(turn.seat))
    t.note(ASKED, turn.seat)
    (partner,) = (p for p in h.members(turn.side) if p != turn.seat)
    offers: list[Offer] = [OneOf(Answer, ("yes", "no"), "Answer yes or no.")]
    if h.strict:
        offers.append(Text(Say, LONGEST_SAID, f"Say it in up to {LONGEST_SAID} characters."))
    row: LogEntry = yield Asking({partner: offers}, (partner,), None, {partner: Answer("yes")})
    answer, binding = row.move, not row.lapsed
    if isinstance(answer, Say):
        t.tell(mv.Said(partner, answer.text))
        row = yield from asks_opponents(turn)
        answer, binding = row.move, True
    assert isinstance(answer, Answer)
    t.forget(ASKED)
    t.tell(mv.Answered(row.seat, answer.word, binding))
    if binding:
        turn.answer = answer.word


def asks_opponents(turn: Turn) -> Script[LogEntry]:
    """Too much was said: the first opponent to answer decides."""
    opponents = turn.h.members(1 - turn.side)
    offers = {p: (OneOf(Answer, ("yes", "no"), "Answer yes or no."),) for p in opponents}
    return (yield Asking(offers, opponents, None, dict.fromkeys(opponents, Answer("no"))))


# ---- who is asked --------------------------------------------------------------------------------


def asks(turn: Turn, offers: Sequence[Offer], default: Callable[[], Move]) -> Script[LogEntry]:
    """Whose turn it is decides; returns the row."""
    seat = turn.seat
    return (yield Asking({seat: offers}, (seat,), None, WhenAsked((seat,), lambda _: default())))


def _declaring(turn: Turn) -> list[Offer]:
    """Offered to everybody: that it is there says nothing."""
    if not turn.h.strict:
        return []
    held = dict.fromkeys(turn.h.red_threes_in(turn.seat))
    return [OneOf(Declare, tuple(held), "You hold no such red three.")]


def clears_red_threes(turn: Turn) -> bool:
    """The turn clock declares them first. Returns whether it found none, so that the rest can be played."""
    if not turn.h.red_threes_in(turn.seat):
        return True
    lays_red_threes(turn.h, turn.seat)
    return False


def _played_by_the_clock(turn: Turn, leaving: Leaving, throwing: Throwing) -> Move:
    """After a yes, or if nothing may be thrown, everything goes down; otherwise a card is thrown, or the hand ended."""
    h = turn.h
    way_out = leaving.move if h.t.rules >= BEST_WAY_OUT else leaving.first
    if way_out is not None and (turn.answer == "yes" or not (throwing or h.ends)):
        return way_out
    if held := not throwing and h.red_threes_in(turn.seat):
        return Declare(held[0])
    return Pass() if h.ends else Discard(cheapest(turn))


def cheapest(turn: Turn) -> int:
    """A black three, otherwise the cheapest natural card that the opponents have not melded, wild cards last."""
    held = m.counted(turn.h.hands[turn.seat])
    if held[m.THREE]:
        return m.THREE
    theirs = turn.h.melds[1 - turn.side]
    return min(
        (rank for rank in m.ORDER if held[rank]),
        key=lambda rank: (rank in (m.TWO, m.JOKER), rank in theirs, m.POINTS[rank], held[rank]),
    )


def charge(turn: Turn, offence: mv.Offence, points: int) -> None:
    """Strict: the side pays for it when the hand is scored."""
    turn.h.charges[turn.side] += points
    turn.h.t.tell(mv.Charged(turn.seat, offence, points))


# ---- the end -------------------------------------------------------------------------------------


def over(h: Hand) -> None:
    """All hands are shown and counted, and the match may be over."""
    t = h.t
    for seat, hand in h.hands.items():
        t.open(hand)
        t.count(seat, "hands")
        if (kept := len(h.red_threes_in(seat))) and seat in h.began:
            h.charges[side_of(seat)] += KEPT_RED_THREE * kept
            t.tell(mv.Charged(seat, "red three", KEPT_RED_THREE * kept))
    scores = tuple(score(h, side) for side in (0, 1))
    for seat in h.hands:
        t.scores[seat] = scores[side_of(seat)].total
    t.tell(mv.HandScored(scores))
    if max(each.total for each in scores) < t.options.target:
        return
    if scores[0].total == scores[1].total:
        t.tell(mv.PlaysOn(scores[0].total))
    else:
        t.end_match(standings(t.scores))


def score(h: Hand, side: Seat) -> mv.Score:
    """Melds, canastas, red threes and going out, less the cards in hand and the penalties."""
    melds, members = h.melds[side].values(), h.members(side)
    natural = sum(meld.bonus == m.NATURAL for meld in melds)
    mixed = sum(meld.bonus == m.MIXED for meld in melds)
    good = bool(melds) or h.t.options.red3_no_meld == "plus"
    reds = m.red_threes(len(h.red_pile(side)), good=good)
    out = 0 if h.out not in members else CONCEALED if h.concealed else OUT
    hands = sum(m.points(m.counted(h.hands[p])) for p in members)
    laid = sum(meld.points for meld in melds)
    points = laid + m.NATURAL * natural + m.MIXED * mixed + reds + out - hands - h.charges[side]
    return mv.Score(
        side, laid, natural, mixed, reds, out, hands, h.charges[side], points, h.t.scores[side] + points
    )  # fmt: skip


def standings(scores: Sequence[int]) -> list[Standing]:
    """The side with more points wins; partners share their place."""
    best = max(scores)
    others = 1 + sum(n == best for n in scores)
    return [Standing(p, 1 if n == best else others, "W" if n == best else "L") for p, n in enumerate(scores)]


# ---- who may play --------------------------------------------------------------------------------


def seats_by(options: Options) -> range:
    """Four in partnerships, or two."""
    return {"partnership": range(4, 5), "two_player": range(2, 3)}.get(options.form, range(2, 5, 2))


def unfit(options: Options, seats: int) -> str | None:
    if seats not in seats_by(options):
        return "Partnerships are for four players." if options.form == "partnership" else "That form is for two."
    return None


def canastas(events: Sequence[Event]) -> Sequence[mv.CanastaMade]:
    """Those of the side that has made the most in a hand."""
    made = [event for event in events if isinstance(event, mv.CanastaMade)]
    return max(([event for event in made if event.side == side] for side in (0, 1)), key=len)


def recall(events: Sequence[Event]) -> dict[str, list[int]]:
    """By side, in points: canastas, melds, red threes with going out, and what is taken off."""
    sheet = next((event for event in reversed(events) if isinstance(event, mv.HandScored)), None)
    if sheet is None:
        return {}
    by_side = sorted(sheet.scores, key=lambda score: score.side)
    return {
        "canastas": [m.NATURAL * one.natural + m.MIXED * one.mixed for one in by_side],
        "melds": [one.melds for one in by_side],
        "threes": [one.red_threes + one.out for one in by_side],
        "off": [-one.hands - one.penalties for one in by_side],
    }


CANASTA = Game(
    slug="canasta",
    title="Canasta",
    seats=range(2, 5, 2),
    options=Options,
    deal=canasta,
    moves=mv.PLAYERS,
    rules=BEST_WAY_OUT,
    known_from=1,
    aliases=("canasta4", "canasta2", "basket"),
    pack=lambda options, seats: Pack(deck="54", decks=2),
    proof="deal",
    notable=lambda events: len(canastas(events)),
    recall=recall,
    traits=(Partnership(lambda options, seats: seats == 4),),
    seats_by=seats_by,
    unfit=unfit,
    lengths={
        USUAL: Length((15, 30)),
        "middle": Length((10, 20), {"target": "3000"}),
        SHORT: Length((5, 10), {"target": "1500"}),
    },
    presets={
        "short evening": {"target": "3000"},
        "one hand or two": {"target": "1500"},
        "strict": {"referee": "strict"},
        "two players": {"form": "two_player"},
    },
)
