"""Street by street: cards, choices, and betting, as the variant has them (rules/poker.md, "Play")."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.asks import CHOICE, Ask, Script, ask, ask_all
from bot.engine.betting import FOLD
from bot.engine.cards import ACE, QUEEN, SUITS, Card, high
from bot.engine.moments import TRICK, moment
from bot.engine.offers import Move, Offer, OneOf, Only
from bot.engine.piles import EVERYONE, Seat
from bot.games.parts.poker_hands import Kind, least, strength

from .facts import DREW, RUN, RUN_TWICE, STREET
from .forced import SHORT_ASK
from .hand import Hand
from .moves import (
    DECLINE,
    Bought,
    BuyCard,
    Discard,
    Discarded,
    Draw,
    Drew,
    Exact,
    GotCards,
    Handed,
    PaidForThree,
    Pass,
    Passed,
    Pay,
    RunTwice,
    SecondRun,
    StreetDealt,
    Turn,
    Turned,
    UpCard,
    UpTo,
)
from .own_variant import OWN
from .ranking import showing, showing_low
from .variants import BRING_IN, FIXED, Step, Street

MARIAH = Card(QUEEN, "S")


def play(h: Hand, openers: int = 0) -> Script:
    """All streets, until one seat is left or the pot stays. `openers` is how much more than jacks it takes to open."""
    variant = h.rules.played
    for n, street in enumerate(h.streets):
        h.number = n + 1
        h.t.note(STREET, h.number)
        yield from deal_street(h, street)
        if variant.queen_ends and any(MARIAH in fell for fell in h.fell.values()):
            h.stays = "mariah"
            return
        h.look_for_wilds()
        if variant.fours:
            yield from threes_and_fours(h)
        if h.betting.decided:
            return
        if h.all_up:
            yield from moment(h.t, TRICK)
        if n or not h.rules.bomb:
            if variant.openers and not n:
                h.betting.may_open = lambda seat: opens(h, seat, openers)
            yield from bets(h, street)
            h.betting.may_open = None
            if h.betting.decided:
                return
            if variant.openers and not n and h.betting.opener is None and h.betting.spoken:
                h.stays = "passed"
                return
        if not h.all_up and nothing_to_decide(h, n + 1):
            h.turn_up()
            yield from moment(h.t, TRICK)
            if (yield from runs_twice(h, n + 1)):
                return


# ---- cards ---------------------------------------------------------------------------------------


def deal_street(h: Hand, street: Street) -> Script:
    """Its steps, one after the other; then everybody is told what lies open."""
    h.fell, h.in_street = {}, tuple(h.betting.live)
    before = [len(board) for board in h.boards]
    burns = False
    for step in street.steps:
        match step.kind:
            case "b":
                burns = True
                continue
            case "D" | "U":
                deal_each(h, step, burns)
            case "C":
                if burns:
                    h.burn(step.n * len(h.boards))
                for board in h.boards:
                    h.t.deal(h.stock, step.n, board)
            case "R":
                if burns:
                    h.burn()
                yield from h.asked("draw", draws(h, step.n))
            case "X":
                yield from h.asked("discard", discards(h, step.n))
            case "P":
                yield from h.asked("pass", passes(h, step.n))
            case _:
                yield from h.asked("turn", turns(h))
        burns = False
    new = tuple(tuple(board)[n:] for board, n in zip(h.boards, before, strict=True))
    up = tuple(UpCard(p, card) for p, fell in h.fell.items() for card in fell)
    h.t.tell(StreetDealt(h.number, new, up, called=named(h, h.number)))


def named(h: Hand, number: int) -> str:
    """What a street with cards on the board is called."""
    if not h.rules.played.boards or (h.rules.played.name == OWN and not h.streets[number - 1].count("C")):
        return ""
    return ("", "", "flop", "turn", "river", "")[number]


def deal_each(h: Hand, step: Step, burns: bool) -> None:
    """A card or more for each live seat, from the dealer's left; late in stud there may be too few (ruling 19)."""
    live = h.betting.live
    if h.number > 1:
        if not h.stock:
            return
        if len(h.stock) < step.n * len(live):
            h.community()
            return
        if burns:
            h.burn(step.n * len(live))
    if step.kind == "U":
        h.deal_up(live, step.n)
    else:
        h.t.deal(h.stock, step.n, *[h.hands[p] for p in live])


def draws(h: Hand, n: int) -> Script:
    """Live seats in turn throw away up to this many and get as many at once (ruling 10)."""
    t = h.t
    for p in [*h.betting.live]:
        hand = h.hands[p]
        move = yield from ask(p, UpTo(Draw, hand, 0, n), default=Draw(()))
        thrown: Sequence[Card] = move.cards
        h.discards.lay(*[hand.take(c) for c in thrown])
        for _ in thrown:
            if not h.stock and not t.restock(h.discards, keep=len(thrown)):
                break
            t.deal(h.stock, 1, hand)
        t.tell(Drew(p, len(thrown)))
        t.note(DREW.of(p), (*t.fact(DREW.of(p), ()), len(thrown)))


def secretly(h: Hand, kind: type[Discard] | type[Pass], n: int) -> Script[dict[Seat, Discard | Pass]]:
    """All live seats choose this many of their own cards at once. Returns what each has chosen."""
    live = h.betting.live
    offers: dict[Seat, Sequence[Offer]] = {p: [Exact(kind, h.hands[p], n)] for p in live}
    default: dict[Seat, Move] = {p: kind(tuple(lapsing(h, p, n))) for p in live}
    return (yield from ask_all(h.t, offers, default, CHOICE))


def lapsing(h: Hand, seat: Seat, n: int) -> list[Card]:
    """What the turn clock gives away: the lowest, the ace being high; where low wins, the highest."""
    if all(half.low for half in h.options.halves):
        return sorted(h.hands[seat], key=lambda c: (c.rank, c.suit), reverse=True)[:n]
    return sorted(h.hands[seat], key=lambda c: (high(c), c.suit))[:n]


def discards(h: Hand, n: int) -> Script:
    """Everybody throws away this many."""
    chosen = yield from secretly(h, Discard, n)
    for p in h.betting.live:
        h.discards.lay(*[h.hands[p].take(c) for c in chosen[p].cards])
    h.t.tell(Discarded(n))


def passes(h: Hand, n: int) -> Script:
    """Everybody gives this many to the next live seat, when the last has chosen: nobody passes on what they get."""
    t, live = h.t, h.betting.live
    chosen = yield from secretly(h, Pass, n)
    ways = tuple(Handed(p, taker) for p, taker in zip(live, [*live[1:], live[0]], strict=True))
    for giver, _ in ways:
        for c in chosen[giver].cards:
            h.hands[giver].take(c)
    t.tell(Passed(n, ways))
    for giver, taker in ways:
        cards = tuple(sorted(chosen[giver].cards))
        h.hands[taker].lay(*cards)
        t.tell(GotCards(giver, taker, cards), {giver, taker})


def turns(h: Hand) -> Script:
    """Everybody turns up one of their own, all at once; nobody does where all lie open already."""
    t, live = h.t, h.betting.live
    if h.all_up:
        return
    offers: dict[Seat, Sequence[Offer]] = {p: [_one_to_turn(h, p)] for p in live}
    chosen = yield from ask_all(t, offers, {p: Turn(lapsing(h, p, 1)[0]) for p in live}, CHOICE)
    up: list[UpCard] = []
    t.revealed += 1
    for p in live:
        h.up[p].lay(h.hands[p].take(chosen[p].card))
        up.append(UpCard(p, chosen[p].card))
    t.tell(Turned(tuple(up)))


def _one_to_turn(h: Hand, seat: Seat) -> OneOf:
    return OneOf(Turn, h.hands[seat], lambda c: f"You do not hold {c}." if isinstance(c, Card) else "Turn one card.")


def threes_and_fours(h: Hand) -> Script:
    """Baseball: a new up three may have to be paid for, a new up four may buy a card."""
    for p in [*h.betting.live]:
        if h.betting.decided:
            return
        for card in h.fell.get(p, ()):
            yield from three_or_four(h, p, card)


def three_or_four(h: Hand, seat: Seat, card: Card) -> Script:
    """What this card means to the player who got it."""
    t = h.t
    if card.rank == 3 and h.home("three_up") == "match" and t.chips[seat]:
        amount = min(t.chips["pot"], t.chips[seat])
        fold = Only(FOLD)
        move = yield from h.asked("pay", ask(seat, Only(Pay()), fold, default=FOLD))
        if move == FOLD:
            h.betting.fold(seat)
        else:
            h.betting.fee(seat, amount, "three")
            t.tell(PaidForThree(seat, amount, not t.chips[seat]))
    price = h.options.four_price(h.rules.u)
    if card.rank == 4 and h.stock and price <= t.chips[seat]:
        buys = ask(seat, Only(BuyCard()), Only(DECLINE), default=DECLINE, clock=SHORT_ASK)
        move = yield from h.asked("buy", buys)
        if move != DECLINE:
            h.betting.fee(seat, price, "four")
            t.deal(h.stock, 1, h.hands[seat])
            t.tell(Bought(seat, price))


# ---- betting -------------------------------------------------------------------------------------


def bets(h: Hand, street: Street) -> Script:
    """The betting round of a street."""
    bet, first = h.bet_of(street), opener(h, street)
    to_match = h.to_match if h.number == 1 else 0
    bring_in = h.rules.small if h.rules.played.forced == BRING_IN and h.number == 1 else None
    yield from h.betting.betting(first, bet, to_match, bring_in)


def opener(h: Hand, street: Street) -> Seat:
    """Who speaks first; if that seat cannot, the next on its left does."""
    live, players = h.betting.live, h.t.players
    match street.opener:
        case "^":
            return h.t.left_of(h.last_blind)[0]
        case "v":
            return min(live, key=lambda p: _bring_in_rank(h, h.up[p].top))
        case "V":
            return max(live, key=lambda p: (h.up[p].top.rank, SUITS.index(h.up[p].top.suit)))
        case "+":
            return h.best(lambda p: showing(h.up[p], h.wilds))
        case "-":
            return h.best(lambda p: showing_low(h.up[p], h.wilds))
        case "o" if h.betting.opener is not None:
            return h.betting.opener
        case _:
            return players[0]


def _bring_in_rank(h: Hand, card: Card) -> tuple[int, int]:
    """A wild card is an ace; ties go by suit (ruling 18)."""
    return high(Card(ACE, card.suit) if card in h.wilds else card), SUITS.index(card.suit)


def opens(h: Hand, seat: Seat, more: int) -> bool:
    """Whether the hand is good enough to open: a pair of jacks, or this many ranks more."""
    return strength(h.hands[seat]) >= least(Kind.PAIR, 11 + more)


# ---- all in --------------------------------------------------------------------------------------


def nothing_to_decide(h: Hand, done: int) -> bool:
    """No more betting is possible, some live seat is all-in, and no discard, pass, draw or declaration is to come."""
    if len(h.betting.able) > 1 or h.rules.played.name == "indian" or h.options.declare == "chips":
        return False
    to_come = any(kind in street for street in h.streets[done:] for kind in "XPR")
    return not to_come and any(not h.t.chips[p] for p in h.betting.live)


def runs_twice(h: Hand, done: int) -> Script[bool]:
    """If all live seats wish it, the rest of the board is dealt twice (ruling 15): whether it was."""
    t, rest = h.t, h.streets[done:]
    cards = sum(street.count("C") + ("b" in street) for street in rest)
    if not (
        h.options.run_twice and h.rules.played.boards and h.rules.limit != FIXED and len(h.boards) == 1
        and len(h.betting.live) > 1 and cards and len(h.stock) >= 2 * cards
    ):  # fmt: skip
        return False
    refused = yield from who_refuses(h)
    t.tell(SecondRun(refused is None, refused))
    if refused is not None:
        return False
    for run in (1, 2):
        pile = t.pile(RUN.of(run), seen_by=EVERYONE, zone="board")
        h.runs.append(pile)
        for n, street in enumerate(rest, done + 1):
            before = len(pile)
            h.burn()
            t.deal(h.stock, street.count("C"), pile)
            t.tell(StreetDealt(n, (tuple(pile)[before:],), (), run, named(h, n)))
            yield from moment(t, TRICK)
    return True


def who_refuses(h: Hand) -> Script[Seat | None]:
    """All live seats are asked at once; the first that would not have it decides. None if all would."""
    waiting = [*h.betting.live]
    yes, no = Only(RunTwice()), Only(DECLINE)
    h.t.note(RUN_TWICE, frozenset())
    refused = None
    while waiting and refused is None:
        offers: dict[Seat, Sequence[Offer]] = dict.fromkeys(waiting, (yes, no))
        row = yield Ask(
            offers, [*waiting], None, dict.fromkeys(waiting, DECLINE), SHORT_ASK, may_be_ignored=True
        )  # fmt: skip
        if row.move == DECLINE:
            refused = row.seat
        waiting.remove(row.seat)
        h.t.note(RUN_TWICE, frozenset(h.betting.live) - {*waiting})
    h.t.forget(RUN_TWICE)
    return refused
