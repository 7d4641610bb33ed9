"""Hearts on bit masks, for playouts: who may play what, and the cheap rules by which a seat plays.

A hand is an int with one bit for each card, the suits in the order ♣ ♦ ♠ ♥ and each from the two up to the ace; a
single card is its bit. So of two cards of one suit the greater number is the higher card.

See house-players.md, Hearts, 1 to 7. What may be played is written in the rules of the game; here it stands a second
time for speed alone, and is held against them by the tests.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.cards import Card, deck, high

Mask = int
"""A set of cards."""
Bit = int
"""One card."""

SUIT = (1 << 13) - 1
CLUBS, DIAMONDS, SPADES, HEARTS = SUITS = tuple(SUIT << 13 * n for n in range(4))

BITS: dict[Card, Bit] = {c: 1 << 13 * "CDSH".index(c.suit) + high(c) - 2 for c in deck()}
CARDS: dict[Bit, Card] = {bit: c for c, bit in BITS.items()}
OPENER, JACK, LADY = BITS[Card(2, "C")], BITS[Card(11, "D")], BITS[Card(12, "S")]
BIG_DIAMONDS = DIAMONDS & -(JACK << 1)
BIG_SPADES = SPADES & -(LADY << 1)
HIGH_HEARTS = HEARTS & -BITS[Card(10, "H")]
NINE_OF_HEARTS = BITS[Card(9, "H")]


def mask(cards: Iterable[Card]) -> Mask:
    """These cards as one number."""
    return sum(BITS[c] for c in cards)


def bits(cards: Mask) -> list[Bit]:
    """The cards one by one, from the lowest of each suit."""
    found: list[Bit] = []
    while cards:
        found.append(cards & -cards)
        cards &= cards - 1
    return found


def highest(cards: Mask) -> Bit:
    return 1 << cards.bit_length() - 1


def suit_of(bit: Bit) -> Mask:
    return next(suit for suit in SUITS if bit & suit)


def points(cards: Mask, worth: Mask) -> int:
    """What these cards count; `worth` are the cards that do at this table, with or without the jack of diamonds."""
    return (cards & HEARTS).bit_count() + (13 if cards & LADY else 0) - (10 if cards & worth & JACK else 0)


def playable(hand: Mask, led: Mask, broken: Mask, first: bool, worth: Mask) -> Mask:
    """The cards of a hand that may be played. `led` is the suit led, 0 for the leader; `broken` are the hearts that
    have been played (only whether there are any counts); `first` says whether this is the first trick."""
    if not led:
        if first:
            return OPENER
        return hand if broken else hand & ~HEARTS or hand
    if held := hand & led:
        return held
    return hand & ~worth or hand if first else hand


# ---- the cheap rules ---------------------------------------------------------------------------------


def lead(legal: Mask, hand: Mask, out: Mask, worth: Mask) -> Bit:
    """A low card of a long, safe suit; spades under the queen drive her out. `out` is what the others hold."""
    best, least = 0, 99.0
    if held := legal & CLUBS:
        best = held & -held
        least = _RISK[(out & CLUBS).bit_count()][(out & CLUBS & -best).bit_count()] - 0.001 * held.bit_count()
    if held := legal & DIAMONDS:
        bit = held & -held
        others = out & DIAMONDS
        risk = _RISK[others.bit_count()][(others & -bit).bit_count()]
        if worth & JACK and (hand | out) & JACK:
            bit, risk = _lead_diamond(held, others, risk)
        risk -= 0.001 * held.bit_count()
        if risk < least:
            best, least = bit, risk
    if held := legal & SPADES:
        bit = held & -held
        others = out & SPADES
        if others & LADY:
            risk = 13.0 if held & BIG_SPADES else _RISK[13][(others & -bit).bit_count()] - 6.0
        elif bit == LADY:
            risk = 20.0
        else:
            risk = _RISK[others.bit_count()][(others & -bit).bit_count()]
        risk -= 0.001 * held.bit_count()
        if risk < least:
            best, least = bit, risk
    if held := legal & HEARTS:
        bit = held & -held
        others = out & HEARTS
        risk = _HEART_RISK[others.bit_count()][(others & -bit).bit_count()]
        if risk - 0.001 * held.bit_count() < least:
            return bit
    return best


_RISK = [[(1.0 if n > 3 else 7.0) * (1 - above / n if n else 1.0) for above in range(n + 1)] for n in range(14)]
"""Of leading a card by how many others of its suit are out and how many of them are above it. With few of them out,
somebody is out of the suit and throws points."""
_HEART_RISK = [[(4.0 if n > 3 else 10.0) * (1 - above / n if n else 1.0) for above in range(n + 1)] for n in range(14)]


def _lead_diamond(held: Mask, others: Mask, risk: float) -> tuple[Bit, float]:
    """While the jack of diamonds can be won: itself if nothing beats it, or a big card that may catch it."""
    low, big = held & -held, held & BIG_DIAMONDS
    if held & JACK and others < JACK:
        return JACK, -20.0
    if big and others & JACK and others.bit_count() > 4:
        return highest(big), -1.0
    if low == JACK:
        return (highest(big), 2.0) if big else (JACK, 20.0)
    return low, risk


def follow(held: Mask, led: Mask, top: Bit, lying: Mask, last: bool, first: bool, out: Mask, worth: Mask) -> Bit:
    """The highest card that still loses; without points, or if that cannot be helped, the highest of all.

    `held` are the cards of the suit led, `top` is the one that takes the trick as it lies.
    """
    under = held & top - 1
    over = held & -top
    if led == SPADES:
        if under & LADY:
            return LADY
        over &= ~LADY
    elif led == DIAMONDS and worth & JACK and (out | held | lying) & JACK:
        if over & JACK and (last or out & DIAMONDS < JACK):
            return JACK
        if over and lying & JACK:
            return highest(over)
        over &= ~JACK
        under = under & ~(JACK | BIG_DIAMONDS) or under & ~JACK or under
    if over and (first or (last and not lying & worth)):
        return highest(over)
    if under:
        return highest(under)
    if not over:
        return held & -held  # the queen of spades, or the jack of diamonds, alone
    low = over & -over
    return low if not last and out & led > low else highest(over)


def throw(legal: Mask, out: Mask, worth: Mask) -> Bit:
    """The queen, her betters while she is out, high hearts, then high cards of short suits."""
    if legal & LADY:
        return LADY
    if out & LADY and (big := legal & BIG_SPADES):
        return highest(big)
    hearts = legal & HEARTS
    if hearts >= NINE_OF_HEARTS:
        return highest(hearts)
    plain = legal ^ hearts
    if plain & DIAMONDS and worth & JACK and (out | legal) & JACK:
        plain = plain & ~(JACK | BIG_DIAMONDS) or (plain & ~JACK) or (0 if hearts else plain)
    return _plain(plain) if plain else highest(hearts)


def _plain(cards: Mask) -> Bit:
    """The highest card of a short suit."""
    best, most = 0, -99
    for n, suit in enumerate(SUITS):
        if held := cards & suit:
            rank = held.bit_length() - 13 * n - 2 * held.bit_count()
            if rank > most:
                best, most = highest(held), rank
    return best


def win(legal: Mask, led: Mask, top: Bit, last: bool, out: Mask, worth: Mask) -> Bit:
    """For the moon: win, with no more than it takes; throw away what wins nothing."""
    if not led:
        tops = 0
        for suit in SUITS:
            if (held := legal & suit) and held > out & suit:
                tops = highest(held)
                if suit != HEARTS:
                    break
        return tops or highest(legal)
    if held := legal & led:
        over = held & -top
        if not over:
            return held & -held
        return over & -over if last else highest(over)
    low = legal & ~worth or legal
    return low & -low


# ---- passing and the moon ----------------------------------------------------------------------------


def packet(hand: Mask, worth: Mask) -> Mask:
    """The queen and her betters if they are badly protected, high hearts, then a short suit from the top."""
    spades = hand & SPADES
    chosen = hand & LADY if spades.bit_count() < 5 else 0
    if (spades & LADY - 1).bit_count() < 3:
        chosen |= hand & BIG_SPADES
    chosen |= hand & HIGH_HEARTS
    if (many := chosen.bit_count()) >= 3:
        return _best_three(chosen)
    kept = JACK | BIG_DIAMONDS if worth & JACK else 0
    clubs, diamonds = hand & CLUBS, hand & DIAMONDS & ~kept
    sides = (clubs, diamonds) if clubs.bit_count() <= diamonds.bit_count() else (diamonds, clubs)
    for side in (*sides, hand & HEARTS, spades, hand):
        side &= ~chosen
        while side and many < 3:
            bit = highest(side)
            side ^= bit
            chosen |= bit
            many += 1
    return chosen


def _best_three(cards: Mask) -> Mask:
    """The queen of spades before her betters, and these before hearts from the top."""
    order = [LADY, *reversed(bits(BIG_SPADES)), *reversed(bits(HEARTS))]
    return sum([bit for bit in order if bit & cards][:3])


def sure_tricks(hand: Mask, out: Mask) -> int:
    """Tops, and the small cards behind tops that draw everything; `out` is what the others hold."""
    sure = 0
    for suit in SUITS:
        mine, others = hand & suit, out & suit
        tops = tops_of(mine, others)
        sure += mine.bit_count() if 2 * tops >= others.bit_count() else tops
    return sure


def tops_of(mine: Mask, others: Mask) -> int:
    """How many cards of a suit no other one beats."""
    return (mine & -highest(others)).bit_count() if others else mine.bit_count()


def tries_moon(hand: Mask, out: Mask, won: int) -> bool:
    """With six sure tricks, those won among them, and good hearts; nobody else may have a point."""
    hearts, others = hand & HEARTS, out & HEARTS
    tops = tops_of(hearts, others)
    if tops < hearts.bit_count() and 2 * tops < others.bit_count():
        return False
    sure = sure_tricks(hand, out)
    return won + sure >= 6 and hand.bit_count() - sure <= 4


# ---- a deal played out -------------------------------------------------------------------------------


def play_out(
    hands: list[Mask], number: int, seat: int, led: Mask, top: Bit, taker: int, lying: Mask, count: int, broken: Mask,
    taken: list[Mask], worth: Mask, shooter: int,
) -> None:  # fmt: skip
    """The rest of a deal, each seat by the cheap rules. It empties the hands into what is taken.

    `number` is that of the trick, 1 to 13, in which `count` cards lie: `lying`, with `top` of the suit `led` as the
    best so far, played by `taker`; `seat` goes on. `taken` are the cards of `worth` that each seat has. `shooter` plays
    to win as long as nobody else has a point; −1 for nobody.
    """
    unplayed = hands[0] | hands[1] | hands[2] | hands[3]
    holder = -1  # who has every point so far; 4 if several have some
    for p in range(4):
        if taken[p]:
            holder = p if holder < 0 else 4
    while True:
        first = number == 1
        while count < 4:
            hand = hands[seat]
            out = unplayed ^ hand
            legal = playable(hand, led, broken, first, worth)
            if not legal & legal - 1:
                bit = legal
            elif seat == shooter and (holder < 0 or holder == seat):
                bit = win(legal, led, top, count == 3, out, worth)
            elif not count:
                bit = lead(legal, hand, out, worth)
            elif legal & led:
                if number > 8 and holder == taker != seat and legal > top and lying & worth:
                    bit = highest(legal)  # points that somebody who has them all does not get
                else:
                    bit = follow(legal, led, top, lying, count == 3, first, out, worth)
            else:
                if number > 8 and holder == taker:
                    legal = legal & ~worth or legal & HEARTS or legal
                bit = throw(legal, out, worth)
            if not count:
                led = SUITS[(bit.bit_length() - 1) // 13]
            hands[seat] = hand ^ bit
            unplayed ^= bit
            lying |= bit
            if bit & led and bit > top:
                top, taker = bit, seat
            seat = seat + 1 & 3
            count += 1
        if won := lying & worth:
            broken |= won & HEARTS
            taken[taker] |= won
            if holder != taker:
                holder = taker if holder < 0 else 4
            if not unplayed & worth:
                return
        if not unplayed:
            return
        seat, led, top, lying, count = taker, 0, 0, 0, 0
        number += 1
