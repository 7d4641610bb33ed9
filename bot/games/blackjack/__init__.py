"""Blackjack: each player alone against the dealer, who is the house. Come closer to 21 without passing it.

A blackjack, an ace and a ten-card as the first two, pays 3 : 2; otherwise the higher total wins the wager, and equal
totals push. See rules/blackjack.md; its rulings are named here by number. Where players differ, this house holds that

- the dealer is always the house and stands on soft 17 (rulings 1 and 9);
- pairs may be split again and again, and split aces play on (ruling 5), but a king is no queen (ruling 4);
- there is no surrender and no side bet besides insurance (ruling 12).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

from bot.engine.amounts import WHITE, YELLOW, whites
from bot.engine.asks import Ask, Script, ask_all
from bot.engine.cards import ACE
from bot.engine.game import SHORT, USUAL, Game, Length
from bot.engine.moments import BRIEF, CARD, DECISIVE, TRICK, moment
from bot.engine.offers import Offer, OneOf, Only
from bot.engine.piles import Seat
from bot.engine.shoe import before_marker, shoe_pack
from bot.engine.table import Wager
from bot.engine.traits import HouseDeals, Staked
from bot.games.blackjack.moves import BlackjackTable

from ..parts.by_balance import end_by_balance
from ..parts.wagers import PASS, Bet, Carried, Pass, remember, wager_offers, wagers_of
from . import moves as m
from .facts import INSURANCE, TURN
from .hands import Hand, Round, worth

INSURANCE_SECONDS = 10
HIT, STAND, SPLIT = m.Hit(), m.Stand(), m.Split()
FIRST = "Only as the first action."
ACES_STAND = "Split aces get one card each."
NO_DOUBLE, NO_SPLIT = OneOf(m.Double, (), FIRST), Only(SPLIT, FIRST)
RANKS = ("Aces", "Twos", "Threes", "Fours", "Fives", "Sixes", "Sevens", "Eights", "Nines", "Tens", "Jacks", "Queens",
         "Kings")  # fmt: skip


def blackjack(t: BlackjackTable) -> Script:
    """A round: wagers, two cards each, insurance, everybody's hands, the dealer's, payment."""
    stock, discards = t.shoe()
    remember(t, Carried())
    offers = wager_offers(t, step=WHITE)  # whole whites (ruling 2)
    if not offers:  # nobody can bet, and nobody has bought more chips
        end_by_balance(t)
        return
    if wagers := (yield from wagers_of(t, offers)):
        r = Round(t, stock, discards, wagers)
        deal_out(r)
        if not (yield from dealers_blackjack(r)):
            for p in wagers:
                yield from turns(r, p)
            yield from dealers_turn(r)
        yield from moment(t, DECISIVE)
        r.clear()
    if t.state.number + 1 == t.options.rounds:
        end_by_balance(t)


# ---- the deal, insurance, the peek -----------------------------------------------------------


def deal_out(r: Round) -> None:
    """Singly, the dealer last; then the dealer's first card is turned up, and the second stays the hole card."""
    t, hands = r.t, r.left
    t.deal(r.stock, 2, *[hand.cards for hand in hands], r.dealer)
    for hand in hands:
        hand.total, _ = worth(hand.cards)
        hand.natural = hand.total == 21
    t.show(r.dealer, 0)
    t.tell(m.Dealt(r.dealer[0], tuple([(hand.seat, hand.cards.upwards()) for hand in hands])))


def dealers_blackjack(r: Round) -> Script[bool]:
    """The dealer looks at the hole card under an ace or a ten-card. Returns whether the round is over."""
    t, up = r.t, r.dealer[0].rank
    if 1 < up < 10:
        return False
    insured = (yield from insurance(r)) if up == ACE else {}  # ruling 11: none against a ten-card
    found = worth(r.dealer)[0] == 21
    t.tell(m.Peeked(found))
    for p, side in insured.items():
        if found:
            t.pay(2 * side, "house", p, "insurance")
        t.pay(side, Wager(p), p if found else "house", "insurance")
        t.tell(m.InsuranceOver(p, 2 * side if found else -side))
        t.forget(INSURANCE.of(p))
    if found:
        r.turn_hole()
        for hand in r.left:
            r.settle(hand, "pushed" if hand.natural else "lost")
    return found


def insurance(r: Round) -> Script[dict[Seat, int]]:
    """All at once, shown together. Players who take even money are paid; returns the side wagers (ruling 7)."""
    t = r.t
    offers: dict[Seat, Sequence[Offer]] = {}
    for hand in r.left:
        most = min(hand.wager // 2, t.chips[hand.seat]) // YELLOW * YELLOW
        why_not = f"Insure for ½ to {whites(most)}." if most else "You have no chips left to insure with."
        no_blackjack = None if hand.natural else "Even money is for a blackjack."
        sums = range(YELLOW, most + YELLOW, YELLOW)
        offers[hand.seat] = OneOf(m.Insure, sums, why_not), Only(m.EvenMoney(), no_blackjack), Only(PASS)
    answers = yield from ask_all(t, offers, dict.fromkeys(offers, PASS), INSURANCE_SECONDS)
    insured = {p: a.amount for p, a in answers.items() if isinstance(a, m.Insure)}
    for hand in r.left:
        p = hand.seat
        if side := insured.get(p):
            t.pay(side, p, Wager(p), "insurance")
            t.note(INSURANCE.of(p), side)
            t.tell(m.Insured(p, side))
        elif isinstance(answers[p], m.EvenMoney):
            r.settle(hand, "even money")
    return insured


# ---- the hands -------------------------------------------------------------------------------


def turns(r: Round, seat: Seat) -> Script:
    """A seat's hands, from left to right; a blackjack takes no action and is paid."""
    n, hands = 0, r.hands[seat]
    while n < len(hands):
        hand = hands[n]
        if hand.natural:
            r.settle(hand, "blackjack")
            yield from moment(r.t, TRICK)
            return
        r.t.note(TURN, (seat, hand.number))
        yield from play(r, hand)
        if hand.total > 21:
            r.settle(hand, "bust")
            yield from moment(r.t, CARD)
        else:
            n += 1
    r.t.forget(TURN)


def play(r: Round, hand: Hand) -> Script:
    """One hand, until it stands or is bust."""
    t, p, fresh = r.t, hand.seat, True
    while True:
        total = hand.total
        if total > 21 or (total == 21 and t.options.auto21) or len(hand.cards) < 2:  # ruling 8
            return
        stands, hits = Only(STAND), Only(HIT)
        default = HIT if total <= 11 else STAND
        if not fresh:
            offers = hits, stands, NO_DOUBLE, NO_SPLIT
        elif hand.split and hand.cards[0].rank == ACE and t.options.split_aces == "resplit_only":
            splits = Only(SPLIT, no_split(r, hand))
            if not splits:
                return
            offers, default = (splits, stands, Only(HIT, ACES_STAND), OneOf(m.Double, (), ACES_STAND)), STAND
        else:
            most = min(hand.wager, t.chips[p])
            doubles = OneOf(m.Double, range(YELLOW, most + YELLOW, YELLOW), partial(no_double, most))
            offers = hits, stands, doubles, Only(SPLIT, partial(no_split, r, hand))
        row = yield Ask({p: offers}, (p,), None, {p: default})
        match row.move:
            case m.Stand():
                t.tell(m.Stood(p, hand.number, total))
                return
            case m.Hit():
                fresh = False
                if not drawn(r, hand, "hit"):
                    return
            case m.Double(amount=more):
                t.pay(more, p, Wager(p), "double")
                hand.wager += more
                r.tell_hands(p)
                drawn(r, hand, "double")
                return
            case _:
                split(r, hand)


def no_double(most: int, _: object) -> str:
    return f"Double for ½ to {whites(most)}." if most else "You have no chips left to double with."


def no_split(r: Round, hand: Hand) -> str | None:
    """Why the hand's two cards cannot be split; None if they can. Same rank is literal (ruling 4)."""
    one, other = hand.cards[0].rank, hand.cards[1].rank
    if one != other and (min(one, other) < 10 or r.t.options.split_rank == "same"):
        return f"{RANKS[one - 1]} and {RANKS[other - 1].lower()} are different ranks."
    most, have = r.t.options.max_hands, r.t.chips[hand.seat]
    if most and r.dealt[hand.seat] >= most:  # those that have busted, too
        return f"One seat plays {most} hands at most."
    return None if have >= hand.wager else f"A split needs {whites(hand.wager)}, you have {whites(have)}."


def split(r: Round, hand: Hand) -> None:
    """Both hands get their second card at once, the left one first (ruling 6)."""
    r.t.pay(hand.wager, hand.seat, Wager(hand.seat), "split")
    right = r.split(hand)
    for each in (hand, right):
        each.split = True
        drawn(r, each, "split")


def drawn(r: Round, hand: Hand, by: Literal["hit", "double", "split"]) -> bool:
    """A card to the hand, which stands as it is where pack and discards are both dry."""
    card = r.draw(hand)
    if card is not None:
        r.t.tell(m.Drawn(hand.seat, hand.number, card, hand.total, by))
    return card is not None


def dealers_turn(r: Round) -> Script:
    """Without a choice: draws to 17, if any hand is left to beat (rulings 9 and 10); then the hands are compared."""
    t, left = r.t, r.left
    r.turn_hole()
    if left:
        yield from moment(t, BRIEF)
    total, soft = worth(r.dealer)
    while left and (total < 17 or (total == 17 and soft and t.options.soft17 == "hit")):
        card = t.draw(r.dealer)
        if card is None:
            break
        total, soft = worth(r.dealer)
        t.tell(m.DealerDraws(card, total))
        yield from moment(t, BRIEF)
    for hand in left:
        mine = hand.total
        r.settle(hand, "won" if total > 21 or mine > total else "pushed" if mine == total else "lost")


BLACKJACK = Game(
    slug="blackjack",
    title="Blackjack",
    aliases=("21", "twenty-one", "bj"),
    seats=range(1, 8),
    options=m.Options,
    deal=blackjack,
    rules=2,
    moments=2,
    known_from=1,
    moves=(Bet, Pass, m.Insure, m.EvenMoney, m.Hit, m.Stand, m.Double, m.Split),
    chips=True,
    pack=shoe_pack,
    proof="deal",
    goes_on=before_marker,
    carried=Carried,
    lengths={USUAL: Length(None), SHORT: Length((5, 6), {"rounds": "10"})},
    traits=(
        Staked(("min_bet", "max_bet")),
        HouseDeals(),
    ),
    length="rounds",
    presets={
        "penny ante": {"min_bet": "1", "max_bet": "5"},
        "wild": {"decks": "1", "min_bet": "5", "max_bet": "200", "split_rank": "ten_value"},
    },
)
