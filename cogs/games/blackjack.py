"""Blackjack on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from bot.engine.amounts import signed, whites
from bot.engine.cards import ACE, RANK_NAMES, Card, rank_names
from bot.engine.facts import BEHIND, STOCK
from bot.engine.offers import Offer
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.engine.table import Burnt, Paid, Reshuffled, Shuffled, Wager
from bot.games.blackjack import BLACKJACK
from bot.games.blackjack import moves as m
from bot.games.blackjack.facts import DEALER, HAND_PILE, HANDS, INSURANCE, TURN
from bot.games.blackjack.hands import worth
from bot.games.blackjack.moves import BlackjackView
from bot.games.parts import wagers as w
from bot.games.parts.wagers import WAGERS
from bot.house import blackjack as house
from bot.show.words import bets
from bot.show.words.game import Words, nobody_holds
from bot.show.words.layout import LOSE, WIN, Layout, Outcome, chips_line, most_won, moved, out_best, seat_scene
from bot.show.words.sentences import Who, card_text
from bot.show.words.verbs import Command, Typed, Verb
from card_art import scene as art

USUAL = (500, 1000)
"""Wagers that many people make, in hundredths of a white."""
_BY = {"hit": "{0:taps the table}", "double": "{0:shows} one finger and {0:/doubles}",
       "split": "{0:splits with two fingers}"}  # fmt: skip
_ENDS = {"blackjack": "{0:has a **blackjack**}", "even money": "{0:takes even money}", "won": "{0:wins}",
         "pushed": "{0:pushes}", "lost": "{0:loses}", "bust": "{0:is bust}"}  # fmt: skip
_FEW = 4
"""Among more players a total is told in short."""
_BUST = art.Stamp("BUST", "crimson")
_NAMED = 3
"""How many losers are named in the banner."""
_STAMPS = {
    "blackjack": art.Stamp("BLACKJACK", "gold"), "even money": art.Stamp("EVEN MONEY", "gold"), "won": WIN,
    "pushed": art.Stamp("PUSH", "ivory"), "lost": LOSE, "bust": _BUST,
}  # fmt: skip


def layout(view: BlackjackView, who: Who) -> Layout:
    """The dealer's cards, the shoe beside them, and what has just happened in a sentence."""
    behind, left = view.fact(BEHIND), view.size(STOCK)
    cards = _dealers(view)
    shown = [c for c in cards if c is not None]
    total = _total(shown, len(shown) == 1) if shown else ""
    told = isinstance(view.last(*_TOLD), m.Insured | m.Drawn | m.Stood) and not view.last(m.HoleTurned)
    return Layout(
        centre=(
            art.CardRow(cards, "Dealer", slots=2, total=total, stamp=_dealers_stamp(view)),
            art.Stock("Shoe", left, of=52 * view.options.decks, marker=behind),
            *map(art.Note, [] if told else [_note(view, who)]),
        ),
        moved=told,
        corner=(f"marker in {max(0, left - behind)}",),
    )


def _dealers(view: BlackjackView) -> tuple[Card | None, ...]:
    """The dealer's cards; they are the same when they have gone to the discards."""
    hole = view.last(m.HoleTurned)
    return view.pile(DEALER) if hole is None else (*hole.cards, *(e.card for e in view.events_of(m.DealerDraws)))


def _dealers_stamp(view: BlackjackView) -> art.Stamp | None:
    peeked = view.last(m.Peeked)
    if peeked is not None and peeked.blackjack:
        return art.Stamp("BLACKJACK")
    return _BUST if worth(c for c in _dealers(view) if c is not None)[0] > 21 else None


def _note(view: BlackjackView, who: Who) -> str:
    """The question to everybody at once; otherwise the dealer's total, or what has happened last."""
    last = view.last(*_TOLD)
    if last is None:
        return f"Wagers of {whites(view.options.min_bet)} to {whites(view.options.max_bet)}"
    if isinstance(last, m.Dealt) and last.up.rank == ACE:
        return "The dealer shows an ace: insurance?"
    if view.last(m.HoleTurned) and not any(view.fact(HANDS.of(s), None) for s in view.players):
        return _dealers_end(view, who)
    return (WORDS.say(last, who) or "").replace("**", "").removesuffix(".")


def _dealers_end(view: BlackjackView, who: Who) -> str:
    total, peeked = worth(c for c in _dealers(view) if c is not None)[0], view.last(m.Peeked)
    if peeked is not None and peeked.blackjack:
        insured = "".join(f" · {WORDS.say(e, who)}".removesuffix(".") for e in view.events_of(m.InsuranceOver))
        return f"The dealer has a blackjack{insured}"
    if total > 21:
        return f"The dealer is bust with {total}"
    return f"The dealer has {total}{'' if total > 16 else ': nobody is left to beat'}"


def plate(view: BlackjackView, who: Who, seat: Seat) -> art.Seat:
    """The hands and wagers of a seat; those that are settled stay where they lay, with what has become of them."""
    turn, settled = view.fact(TURN, None), {e.hand: e for e in view.events_of(m.Settled, seat=seat)}
    wagers = dict(view.fact(HANDS.of(seat), ())) | _settled_wagers(view, seat)
    many = len(wagers) > 1 or len(view.players) > _FEW
    hands = []
    for n in _order(view, seat, wagers):
        if e := settled.get(n):
            hands.append(_stamped(e, wagers[n]))
        elif cards := view.faces(HAND_PILE.of(seat, n)):
            hands.append(art.SeatHand(cards, _total(cards, many), turn == (seat, n), bet=wagers[n]))
    line = chips_line(view, seat)
    if side := view.fact(INSURANCE.of(seat), None):
        line += f" · insured {whites(side)}"
    bet = 0 if hands else dict(view.fact(WAGERS, ())).get(seat, 0)
    return seat_scene(view, who, seat, line, hands=tuple(hands), bet=bet)


def asks(view: BlackjackView, seat: Seat) -> str:
    """A wager, insurance, or a card."""
    if not view.size(DEALER):
        return "bet"
    turn = view.fact(TURN, None)
    return "hit or stand" if turn is not None and turn[0] == seat else "insurance?"


def _order(view: BlackjackView, seat: Seat, hands: Collection[int]) -> list[int]:
    """The numbers of a seat's hands from left to right: a split hand lies at the right of the one that it came from."""
    order, left = [1], 1
    for e in view.events_of(m.Drawn, seat=seat):
        if e.by == "split":
            if e.hand not in order:
                order.insert(order.index(left) + 1, e.hand)
            left = e.hand
    return [n for n in order if n in hands] + [n for n in hands if n not in order]


def _settled_wagers(view: BlackjackView, seat: Seat) -> dict[int, int]:
    """What lay on each hand that is settled, by its number: it is paid before the hand is told of."""
    found, wager = dict[int, int](), 0
    for e in view.events_of(Paid, m.Settled):
        if isinstance(e, Paid):
            wager = e.amount if e.source == Wager(seat) else wager
        elif e.seat == seat:
            found[e.hand] = wager
    return found


def _stamped(e: m.Settled, wager: int) -> art.SeatHand:
    """A hand that is settled, as it lay."""
    lost = e.outcome in ("lost", "bust")
    return art.SeatHand(
        e.cards, str(worth(e.cards)[0]), stamp=_STAMPS[e.outcome], change=signed(e.net), bet=wager, dim=lost
    )


def _total(cards: Iterable[Card], short: bool = False) -> str:
    total, soft = worth(cards)
    if not soft or total == 21:
        return str(total)
    return f"{total - 10}/{total}" if short else f"soft {total}"


def outcome(view: BlackjackView, before: State, who: Who) -> Outcome:
    """Every hand with what became of it, below the dealer's."""
    settled = sorted(view.events_of(m.Settled), key=lambda e: (e.seat, e.hand))
    played = dict.fromkeys(e.seat for e in settled)
    net = moved(view, before)
    return Outcome(
        dealer=_dealer(view), won=view.ended("W") or [s for s, n in enumerate(net) if n > 0],
        banner=_banner(view, before, who),
        hands={s: [_shown(e) for e in settled if e.seat == s] for s in played},
        told={e.seat: ("", f"insurance {signed(e.net)}") for e in view.events_of(m.InsuranceOver)},
        out={"Sat out": [s for s in view.players if s not in played]},
    )  # fmt: skip


def _shown(e: m.Settled) -> art.ResultHand:
    lost = e.outcome in ("lost", "bust")
    return art.ResultHand(e.cards, str(worth(e.cards)[0]), stamp=_STAMPS[e.outcome], dim=lost)


def _dealer(view: BlackjackView) -> art.ResultRow | None:
    """The dealer's cards, and why there are no more of them."""
    if view.last(m.HoleTurned) is None:
        return None
    cards = tuple(c for c in _dealers(view) if c is not None)
    total, stamp = worth(cards)[0], _dealers_stamp(view)
    told = "" if stamp else "nobody is left to beat" if total < 17 else "stands on 17 or more"
    hand = art.ResultHand(cards, str(total), stamp=stamp, dim=total > 21)
    return art.ResultRow("Dealer", hands=(hand,), told=("", told) if told else (), quiet=True)


def _banner(view: BlackjackView, before: State, who: Who) -> str | None:
    if view.standings:
        return out_best(view, who)
    if naturals := [e.seat for e in view.events_of(m.Settled) if e.outcome == "blackjack"]:
        return f"{who(naturals[0]):has a blackjack}" if len(naturals) == 1 else f"{who.all(naturals)} have blackjacks"
    if not (over := view.events_of(m.Settled)):
        return None
    if best := most_won(view, before, who):
        return best
    peeked = view.last(m.Peeked)
    if peeked is not None and peeked.blackjack:
        return "The dealer has a blackjack"
    net, played = moved(view, before), {e.seat for e in over}
    lost = [s for s in sorted(played) if net[s] < 0]
    if not lost:
        return "Nobody wins or loses"
    if len(lost) == len(played):
        return "The dealer wins"
    return who.do(lost, "loses", "lose") if len(lost) <= _NAMED else f"{len(lost)} of {len(played)} lose"


def amounts(view: BlackjackView, offer: Offer) -> Mapping[str, int]:
    """What the buttons of the wager and insurance windows come to for a player."""
    among = offer.next(())
    if offer.kind is not w.Bet or not among:
        return {"most": max(among)} if among else {}
    return bets.wager_amounts(view, offer)


def presets(view: BlackjackView, offer: Offer) -> Sequence[tuple[str, int | str]]:
    """On the table the buttons are everybody's; in a panel they say the amount."""
    among = offer.next(())
    if offer.kind is m.Double:
        return [(f"Double {whites(max(among))}", max(among))]
    if offer.kind is m.Insure:
        return [(f"Insure {whites(max(among))}", max(among))] if view.viewer >= 0 else [("Insure half", "most")]
    return first_bets(view, offer)


def first_bets(view: BlackjackView, offer: Offer) -> Sequence[tuple[str, int | str]]:
    """The last wager again, the smallest, and two that many people make, as far as there are such wagers."""
    least = min(offer.next(()))
    usual = [(f"Min {whites(least)}", least), *((whites(amount), amount) for amount in USUAL)]
    if view.viewer < 0:
        earlier = view.carried is not None and bool(view.carried.wagers)
        return [("Same again", "same"), *usual] if earlier else usual
    last = bets.wager_amounts(view, offer).get("same")
    return usual if last is None else [(f"Same again {whites(last)}", last), *usual]


def _drawn(e: m.Drawn, who: Who) -> str:
    return f"{_BY[e.by].format(who(e.seat))}: {card_text(e.card)}, {e.total}."


def _settled(e: m.Settled, who: Who) -> str:
    end = _ENDS[e.outcome].format(who(e.seat))
    return f"{end}." if not e.net else f"{end}: {signed(e.net)}."


_TOLD = (m.Dealt, m.Insured, m.InsuranceOver, m.Peeked, m.Drawn, m.Stood, m.HoleTurned, m.DealerDraws, m.Settled)
"""Events that the picture tells."""

EIGHT = 8


def _up(rank: int) -> str:
    """The dealer's open card by what it counts."""
    return f"a{'n' * (rank in (ACE, EIGHT))} {RANK_NAMES[rank]}"


WORDS = Words(
    game=BLACKJACK,
    tagline="come closer to 21 than the dealer, who has the edge",
    moods=("betting", "quick", "alone"),
    minutes=(1, 1),
    sample_move_count=10,
    slash_options=("min_bet", "max_bet", "decks"),
    hint="The dealer has a small edge by design; the chips are play chips.",
    rules=(
        "Make a wager; you and the dealer get two cards. Come closer to 21 than the dealer without passing it.",
        "Aces count 11 or 1, faces 10. An ace with a ten-card at once is a blackjack and pays 3 to 2.",
        "Hit for a card, stand, double for exactly one card more, or split two cards of the same rank into two hands.",
        "Past 21 you lose at once. The dealer draws to 17. Higher total wins the wager, equal totals push.",
        "If the dealer shows an ace you may insure for half your wager: it pays 2 to 1 if the dealer has a blackjack.",
    ),
    deal="round",
    pot="",
    seats_in_row=1,
    verbs={
        **bets.WAGER_VERBS,
        w.Pass: Verb("Pass", public=True, at=lambda view: "No" if view.size(DEALER) else "Sit out"),
        m.Insure: Verb("Insure {}", "primary", public=True, ask="The dealer shows an ace: insurance?"),
        m.EvenMoney: Verb("Even money", "success", public=True, also=("evenmoney",)),
        m.Hit: Verb(
            "Hit", "primary", public=True, ask="Your hand. Doubling is usually for 11 or less.",
            command=Command("One more card."),
        ),
        m.Stand: Verb("Stand", "success", public=True, command=Command("No more cards for this hand.")),
        m.Double: Verb("Double {}", public=True, ask="Double for how much?", typed=Typed("Double for less…")),
        m.Split: Verb("Split", public=True),
    },
    reasons={
        house.Book: lambda why, who: f"{'soft ' if why.soft else ''}{why.total} against {_up(why.up)}, by the book",
        house.BookPair: lambda why, who: f"a pair of {rank_names(why.rank)} against {_up(why.up)}, by the book",
    },
    events={
        Shuffled: "{cards} cards are shuffled.",
        Burnt: "One card is burnt.",
        Reshuffled: "The shoe is dry: {cards} discards are shuffled and serve on.",
        m.Peeked: lambda e, who: "**The dealer has a blackjack.**" if e.blackjack else "No blackjack in the hole.",
        m.InsuranceOver: lambda e, who: f"{who(e.seat):'s} insurance: {signed(e.net)}.",
        m.Drawn: _drawn,
        m.Settled: _settled,
    },
    told_by_picture=_TOLD,
    presets=presets,
    amounts=amounts,
    holds=nobody_holds,
    layout=layout,
    plate=plate,
    asks=asks,
    outcome=outcome,
    counts={
        "rounds": "{total:round}",
        "hands won": "{total:hand} won",
        "hands lost": "{total:,} lost",
        "hands pushed": "{total:,} pushed",
        "blackjacks": "{total:blackjack}",
        "busts": "{total:bust}",
        "wagered": "{total:whites} wagered",
    },
)  # fmt: skip
