"""Switch, or Black Jack: get rid of your cards by suit or rank, in sets and runs, and mind what the end of a play does.

Two to ten players, seven cards each. See rules/switch.md. Where players differ, this house holds that

- only the end of a play does anything, and only cards of this play count there;
- a pending penalty is answered by its own kind alone; an ace answers nothing (rulings 3 and 4);
- a forgotten call of "last card" is noticed by the table, after the effects of the play (ruling 12);
- DELAY is judged by when it was pressed, with a second of grace for the player to move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.engine.asks import CLOCK, Ask, LogEntry, Script, WhenAsked
from bot.engine.cards import Card
from bot.engine.facts import DISCARDS, RECEIVED
from bot.engine.game import USUAL, Game, Length
from bot.engine.moments import CARD, DECISIVE, TRICK, moment
from bot.engine.offers import Move, Offer, Only
from bot.engine.piles import EVERYONE, Pile, Seat
from bot.engine.randomness import Pack
from bot.engine.state import ranked
from bot.games.switch.moves import SwitchTable

from . import moves as m
from .facts import ASKED, DELAY, DELAY_OPEN, DIRECTION, PENDING, TURNED
from .laying import SUITS, Calling, Calls, Choosing, Laying
from .moves import Carried, Draw, Options, Pass, Pending, Play
from .powers import ADDS, CANCELS, SENDS_BACK, rules_of

HAND = 7
FORGOTTEN = 2
"""Cards to pick up for a call that was forgotten."""
GRACE = 1000
"""Milliseconds before the clock of DELAY starts, and after a call for the player to move."""
ONE_PACK, TWO_PACKS = 6, 8
"""How many can play with one pack, and from how many on two are used by default."""

TURN, AGAIN, PICKED, ANSWER = "turn", "again", "picked", "answer"
"""What a decision is for: a turn, another play, the card just picked up, a penalty."""

_NO_PASS = Only(Pass(), "Play, or pick up.")
_NOTHING = "There is nothing to pick up."
_MUST = "You can play, so you must."


class Round:
    """What lies on the table in one hand, and whose turn it is."""

    def __init__(self, t: SwitchTable) -> None:
        self.t = t
        self.hands = t.hands()
        self.stock = t.stock()
        self.discards = t.pile(DISCARDS, seen_by=EVERYONE, top_only=True)
        self.order = t.present
        self.place = {p: n for n, p in enumerate(self.order)}
        self.rules = rules_of(t.options, len(self.order))
        self.direction = 1
        self.asked: str | None = None
        self.pending: Pending | None = None
        self.idle = 0
        """Turns in a row in which nothing could be played and nothing picked up."""
        self.own = {p: frozenset((p,)) for p in self.order}

    def after(self, seat: Seat, steps: int = 1) -> Seat:
        """The seat whose turn comes this many turns later, in the direction in force."""
        return self.order[(self.place[seat] + self.direction * steps) % len(self.order)]

    def turn_round(self) -> None:
        if not self.rules.two_players:
            self.direction = -self.direction
            self.t.note(DIRECTION, self.direction)

    # ---- picking up ----------------------------------------------------------------------

    @property
    def available(self) -> bool:
        """Whether a card can be picked up."""
        return len(self.stock) > 0 or len(self.discards) > 1

    def renewed(self) -> bool:
        """The pickup pile is made of the discards below the top card, where it is empty and there are any."""
        if self.t.options.recycle == "shuffle":
            return self.t.restock(self.discards, keep=1)
        return self.t.turn_over(self.discards, keep=1)

    def pick_up(self, seat: Seat, wanted: int, *, penalty: bool) -> int:
        """This many cards to a hand, or as many as there are; returns how many."""
        t, hand, stock, got = self.t, self.hands[seat], self.stock, 0
        while got < wanted and (len(stock) or self.renewed()):
            n = min(wanted - got, len(stock))
            t.deal(stock, n, *(hand,))
            got += n
        if got:
            self.idle = 0
            t.note(RECEIVED.of(seat), hand.upwards()[-got:], self.own[seat])
        if penalty:
            t.count(seat, "penalty cards", got)
        return got

    def picks_up(self, seat: Seat, wanted: int, *, penalty: bool = False) -> int:
        """The same, and everybody hears of it by number."""
        got = self.pick_up(seat, wanted, penalty=penalty)
        self.t.tell(m.PickedUp(seat, got, penalty, wanted))
        return got

    def owe(self, pending: Pending | None) -> None:
        """A penalty is pending from now on, or none."""
        self.pending = pending
        if pending is None:
            self.t.forget(PENDING)
        else:
            self.t.note(PENDING, pending)

    def ask_for(self, suit: str | None) -> None:
        self.asked = suit
        if suit is None:
            self.t.forget(ASKED)
        else:
            self.t.note(ASKED, suit)


def switch(t: SwitchTable) -> Script:
    """A hand: turn by turn until somebody has no card left, or nobody can go on."""
    r = Round(t)
    seat = begins(r)
    won = yield from plays(r, seat)
    settles(r, seat, won)
    yield from moment(t, DECISIVE)


def begins(r: Round) -> Seat:
    """Seven cards each, and the top card; returns who begins."""
    t, o = r.t, r.t.options
    t.deal(r.stock, HAND, *(r.hands[p] for p in t.players))
    t.deal(r.stock, 1, r.discards)
    if o.start_card == "reshuffle":
        turned = t.pile(TURNED, seen_by=EVERYONE)
        while r.rules.end(r.discards.top) and any(not r.rules.end(c) for c in r.stock):
            turned.lay(*r.stock.take_all(), r.discards.draw())
            t.restock(turned)
            t.deal(r.stock, 1, r.discards)
        del t.piles[TURNED]
    named = t.carried.first if t.carried else None if o.first is None else (o.first - 1) % t.seats
    seat = t.players[0] if named is None else named if named in r.place else t.left_of(named)[0]
    t.carried = Carried(seat)
    t.note(DIRECTION, 1)
    told = (o.level, o.variations) if not t.state.number else ("", ())
    t.tell(m.Began(seat, r.discards.top, *told))
    for p in r.order:
        t.count(p, "hands")
    return seat


# ---- turns ---------------------------------------------------------------------------------------


def plays(r: Round, seat: Seat) -> Script[Seat | None]:
    """Turn by turn; returns who has got rid of all cards, None if nobody can go on."""
    stage, picked = TURN, None
    while True:
        move = yield from decides(r, seat, stage, picked)
        if type(move) is Play or type(move) is m.LastCard:
            left = yield from lays(r, seat, move)
            if left is None:
                return seat
            seat, stage = left
            picked = None
            continue
        if type(move) is m.Delay:
            yield from too_slow(r, seat)
        elif stage == ANSWER:
            yield from takes_penalty(r, seat)
        elif type(move) is Draw:
            got = r.picks_up(seat, 1)
            if got and stage == TURN and r.t.options.play_on_pickup:
                stage, picked = PICKED, r.hands[seat].top
                continue
        else:
            r.t.tell(m.Passed(seat))
            if stage == TURN and not r.available:
                r.idle += 1
        if r.idle >= len(r.order):
            return None
        seat, stage, picked = r.after(seat), TURN, None


def decides(r: Round, seat: Seat, stage: str, picked: Card | None) -> Script[Move]:
    """What a seat does; a Delay where others were quicker to call it."""
    t, rules, hand = r.t, r.rules, r.hands[seat]
    laying = Laying(rules, hand, r.discards.top, r.asked, r.pending, picked)
    offers: list[Offer] = [laying]
    if rules.calls:
        offers.append(Calling(rules, hand, r.discards.top, r.asked, r.pending, picked))
    offers += besides(r, stage, laying)
    default = WhenAsked((seat,), lambda p: by_the_clock(r, stage, laying, offers))
    if t.options.delay_s is None:
        return (yield Ask({seat: offers}, (seat,), None, default)).move
    return (yield from before_delay(r, seat, offers, default))


def besides(r: Round, stage: str, laying: Laying) -> Sequence[Offer]:
    """What may be done without laying a card."""
    o = r.t.options

    def must() -> str | None:
        return _MUST if laying else None

    def draw(unless: Callable[[], str | None] | None = None) -> Offer:
        return Only(Draw(), unless, shown_when_refused=True, last_resort=True)

    def pass_(unless: Callable[[], str | None] | None = None) -> Offer:
        return Only(Pass(), unless, shown_when_refused=True, last_resort=True)

    if stage == PICKED:
        return Only(Draw(), "You have picked up already."), pass_(must if o.must_play else None)
    if stage == AGAIN and not o.four_pickup:
        return Only(Draw(), "Nothing is picked up here: play on, or pass."), pass_(must if o.must_play else None)
    if stage == ANSWER:
        return draw(must if o.must_play or not r.available else None), _NO_PASS
    if not r.available:
        return Only(Draw(), _NOTHING), pass_(must)
    return draw(must if o.must_play else None), _NO_PASS


def by_the_clock(r: Round, stage: str, laying: Laying, offers: Sequence[Offer]) -> Move:
    """What the turn clock plays; of several cards the one held for longest, so that a hand goes on to its end though
    nobody may be there."""
    if stage == PICKED and not (r.t.options.must_play and laying):
        return Pass()
    for offer in offers:
        if isinstance(offer, Only) and offer:
            return offer.move
    if r.pending is not None:
        made = min((made.cards for made in laying.moves()), key=lambda cards: (len(cards), cards[0].rank, cards))
    else:
        made = (laying.firsts[0],)
    left = len(laying.hand) - len(made)
    due = r.rules.calls and left <= 1 < len(laying.hand)
    return m.LastCard(made) if due else Play(made)


def before_delay(r: Round, seat: Seat, offers: Sequence[Offer], default: Mapping[Seat, Move]) -> Script[Move]:
    """The same if others may call DELAY, from a number of seconds on. A move of the player within the second after a
    call comes first still; of several calls the earliest press counts."""
    t, delay = r.t, r.t.options.delay_s
    assert delay is not None
    opens, is_open = t.now + GRACE + 1000 * delay, [False]
    calls = {p: Calls(p, opens, lambda: is_open[0], lambda: t.pressed) for p in r.order if p != seat}
    everything = {seat: offers, **{p: (call,) for p, call in calls.items()}}
    timer: tuple[int, Move] | None = (opens, m.TimeIsUp())
    called: list[LogEntry] = []
    t.note(DELAY, opens)
    while True:
        row: LogEntry = yield Ask(everything, (seat,), timer, default)
        if row.seat == CLOCK and not called:
            is_open[0], timer = True, None
            t.note(DELAY_OPEN, True)
            continue
        if row.seat != CLOCK and row.seat != seat:
            calls[row.seat].called = True
            called.append(row)
            timer = timer or (t.now + GRACE, m.TimeIsUp())
            continue
        t.forget(DELAY, DELAY_OPEN)
        if row.seat == seat and not (row.lapsed and called):
            return row.move
        by = min(called, key=lambda call: call.pressed).seat
        t.tell(m.Delayed(seat, by))
        t.count(seat, "delayed")
        t.count(by, "delays")
        return m.Delay()


def too_slow(r: Round, seat: Seat) -> Script:
    """The right to play is lost: a pending penalty is picked up, otherwise one card."""
    if r.pending is not None:
        yield from takes_penalty(r, seat)
        return
    r.picks_up(seat, 1)
    yield from moment(r.t, CARD)


def takes_penalty(r: Round, seat: Seat) -> Script:
    """All of it, or as many cards as there are; it is spent then."""
    assert r.pending is not None
    size = r.pending.size
    r.owe(None)
    if not r.picks_up(seat, size, penalty=True):
        r.idle += 1
    yield from moment(r.t, TRICK)


# ---- a play --------------------------------------------------------------------------------------


def lays(r: Round, seat: Seat, move: Play | m.LastCard) -> Script[tuple[Seat, str] | None]:
    """Cards go down and their end does what it does; returns whose turn comes and what for, None if the hand is won."""
    t, hand, cards, rules = r.t, r.hands[seat], move.cards, r.rules
    held, left = len(hand), len(hand) - len(cards)
    forgot = rules.calls and left <= 1 < held and type(move) is Play
    called = type(move) is m.LastCard
    for c in cards:
        r.discards.lay(hand.take(c))
    t.revealed += 1
    r.idle = 0
    t.forget(RECEIVED.of(seat))
    if r.asked is not None:
        r.ask_for(None)
    if not left and not forgot:
        r.owe(None)
        t.tell(m.Played(seat, cards, left, called, "out", 0, None))
        return None
    effect = takes_effect(r, seat, cards)
    if effect == "again" and forgot:
        effect = ""
    following, stage = follows(r, seat, effect), AGAIN if effect == "again" else TURN
    pending = r.pending
    other = pending.seat if pending else r.after(seat) if effect == "skip" else None
    t.tell(m.Played(seat, cards, left, called, effect, pending.size if pending else 0, other))
    if effect == "suit":
        suit = move.suit
        if suit is None:
            default = WhenAsked((seat,), lambda p: m.ChooseSuit(most_held(hand, cards[-1])))
            chosen = (yield Ask({seat: (Choosing(),)}, (seat,), None, default)).move
            assert isinstance(chosen, m.ChooseSuit)
            suit = chosen.suit
        r.ask_for(suit)
        t.tell(m.AskedFor(seat, suit))
    if forgot:
        t.tell(m.Forgot(seat, r.pick_up(seat, FORGOTTEN, penalty=True)))
        t.count(seat, "forgotten")
        yield from moment(t, CARD)
    if pending is not None:
        stage = ANSWER
    return following, stage


def takes_effect(r: Round, seat: Seat, cards: Sequence[Card]) -> str:
    """What the end of these cards does, by name; nothing for a card that does nothing."""
    if r.pending is not None:
        return answered(r, seat, cards)
    end = r.rules.end(cards[-1])
    if end in ("two", "three", "jack"):
        adds(r, seat, end, r.rules.block(cards), r.after(seat))
        return "penalty"
    if end == "turn":
        if not r.rules.turns(cards):
            return "keep"
        r.turn_round()
    return end


def follows(r: Round, seat: Seat, effect: str) -> Seat:
    """Whose turn comes after cards of this seat with this effect."""
    if r.pending is not None:
        return r.pending.seat
    if effect == "again":
        return seat
    return r.after(seat, 2) if effect == "skip" else r.after(seat)


def adds(r: Round, seat: Seat, kind: str, cards: Sequence[Card], to: Seat, *, duel: bool = False) -> None:
    """These cards make a penalty, or make it larger."""
    before = r.pending
    size, chain = (before.size, before.chain) if before else (0, ())
    for c in cards:
        size = r.rules.grown(kind, size, c)
        chain = (*chain, (seat, c, size))
    r.owe(Pending(kind, size, to, seat, chain, duel))


def answered(r: Round, seat: Seat, cards: Sequence[Card]) -> str:
    """A penalty moves on, or back, or is cancelled; returns what has happened. After a red jack has sent it back, the
    two go on between themselves, and the direction turns each time."""
    pending = r.pending
    assert pending is not None
    how = r.rules.answers(pending.kind, cards[0])
    if how == CANCELS:
        r.owe(None)
        return "cancel"
    if how == SENDS_BACK or pending.duel:
        r.turn_round()
    if how == SENDS_BACK:
        r.owe(pending._replace(seat=pending.by, by=seat, duel=True))
        return "back"
    assert how == ADDS
    adds(r, seat, pending.kind, cards, pending.by if pending.duel else r.after(seat), duel=pending.duel)
    return "penalty"


def most_held(hand: Pile, ace: Card) -> str:
    """The suit of which a hand has most cards; of several the ace's own."""
    count = {suit: sum(c.suit == suit for c in hand) for suit in SUITS}
    return max(SUITS, key=lambda suit: (count[suit], suit == ace.suit))


# ---- the end -------------------------------------------------------------------------------------


def settles(r: Round, first: Seat, winner: Seat | None) -> None:
    """Who has won the hand, and perhaps the match. After a draw the seat left of the last beginner begins."""
    t = r.t
    left = {p: len(r.hands[p]) for p in r.order}
    fewest = min(left.values())
    won = [winner] if winner is not None else [p for p, n in left.items() if n == fewest]
    for p, n in left.items():
        t.count(p, "cards left", n)
    if len(won) == 1:
        t.scores[won[0]] += 1
        t.count(won[0], "hands won")
    t.carried = Carried(won[0] if len(won) == 1 else t.left_of(first)[0])
    for p in r.order:
        t.open(r.hands[p])
    t.tell(m.HandOver(tuple(won), winner is None, tuple(left.items()), tuple(t.scores)))
    if t.options.wins == 1:
        t.end_match(ranked(left, lowest_wins=True))
    elif len(won) == 1 and t.scores[won[0]] >= t.options.wins:
        t.end_match(ranked({p: t.scores[p] for p in r.order}))


def packs(options: Options, seats: int) -> Pack:
    """One for every four or five; more than six play with two at least."""
    usual = 1 if seats < ONE_PACK else 2 if seats <= TWO_PACKS else 3
    chosen = options.packs or usual
    return Pack(decks=max(chosen, 2) if seats > ONE_PACK else chosen)


def unfit(options: Options, seats: int) -> str | None:
    if options.packs == 1 and seats > ONE_PACK:
        return "One pack is enough for six players at most: choose two or more."
    return None


SWITCH = Game(
    slug="switch",
    title="Switch",
    seats=range(2, 11),
    options=Options,
    deal=switch,
    moves=(Play, m.LastCard, Draw, Pass, m.ChooseSuit, m.Delay, m.TimeIsUp),
    aliases=("black-jack", "blackjack-shed", "last-card", "two-four-jacks"),
    pack=packs,
    proof="deal",
    carried=Carried,
    unfit=unfit,
    lengths={USUAL: Length((1, 3)), "long": Length((6, 13), {"wins": "3"})},
    presets={
        "gentle": {"level": "gentle"},
        "red three": {"red_jack": "three"},
        "send back": {"threes": "yes", "red_jack": "reverses", "delay_s": "5"},
        "sixteen": {"jack_cards": "5", "red_jack": "three", "sevens_cancel": "no"},
    },
)
