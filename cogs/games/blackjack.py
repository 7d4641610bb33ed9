"""Blackjack on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.amounts import signed, whites
from bot.engine.cards import Card
from bot.engine.offers import Offer
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.engine.table import Burnt, Reshuffled, Shuffled
from bot.engine.view import View
from bot.games.blackjack import BLACKJACK
from bot.games.blackjack import moves as m
from bot.games.blackjack.hands import worth
from bot.games.parts import wagers as w
from bot.show import bets
from bot.show.layout import LOSE, WIN, Layout, Outcome, most_won, moved, out_best, seat_scene
from bot.show.sentences import Who, card_text
from bot.show.words import Command, Verb, Words
from card_art import scene as art

USUAL = (500, 1000)
"""Wagers that many people make, in hundredths of a white."""
_BY = {"hit": "taps the table", "double": "shows one finger and doubles", "split": "splits with two fingers"}
_ENDS = {"blackjack": "has a **blackjack**", "even money": "takes even money", "won": "wins", "pushed": "pushes",
         "lost": "loses", "bust": "is bust"}  # fmt: skip
_BUST = art.Stamp("BUST", "crimson")
_STAMPS = {
    "blackjack": art.Stamp("BLACKJACK", "gold"), "even money": art.Stamp("EVEN MONEY", "gold"), "won": WIN,
    "pushed": art.Stamp("PUSH", "ivory"), "lost": LOSE, "bust": _BUST,
}  # fmt: skip


def layout(view: View, who: Who) -> Layout:
    """The dealer, the shoe and the discards in the middle."""
    behind, left = view.facts["behind"], view.size("stock")
    shown = view.faces("dealer")
    return Layout(
        centre=(
            art.Stock("Shoe", left, of=52 * view.options.decks, marker=behind),
            art.Row(view.pile("dealer"), f"Dealer {_total(shown)}" if len(shown) > 1 else "Dealer", slots=2),
            art.Stock("Discards", view.size("discards")),
        ),
        corner=(f"marker in {max(0, left - behind)}",),
        foot_right=f"wagers {whites(view.options.min_bet)} to {whites(view.options.max_bet)}",
    )


def plate(view: View, who: Who, seat: Seat) -> art.Seat:
    """The hands and wagers of a seat."""
    playing = view.facts.get(f"hands {seat}", ())
    piles = [(n, view.faces(f"hand {seat}.{n}")) for n, _ in playing]
    turn = view.facts.get("turn")
    hands = tuple(art.SeatHand(c, _total(c, len(piles) > 1), turn == (seat, n)) for n, c in piles if c)
    line = f"{whites(view.stacks[seat])} chips"
    if side := view.facts.get(f"insurance {seat}"):
        line += f" · insured {whites(side)}"
    elif len(playing) > 1:
        line += f" · {'+'.join(whites(wager) for _, wager in playing)}"
    bet = sum(wager for _, wager in playing) or dict(view.facts.get("wagers", ())).get(seat, 0)
    return seat_scene(view, who, seat, line, hands=hands, bet=bet)


def _total(cards: Sequence[Card], short: bool = False) -> str:
    total, soft = worth(cards)
    if not soft or total == 21:
        return str(total)
    return f"{total - 10}/{total}" if short else f"soft {total}"


def outcome(view: View, before: State, who: Who) -> Outcome:
    """Every hand with what became of it, below the dealer's."""
    settled = sorted(view.events_of(m.Settled), key=lambda e: (e.seat, e.hand))
    played = dict.fromkeys(e.seat for e in settled)
    net = moved(view, before)
    return Outcome(
        dealer=_dealer(view), won=[s for s, n in enumerate(net) if n > 0], banner=_banner(view, before, who),
        hands={s: [_shown(e) for e in settled if e.seat == s] for s in played},
        told={e.seat: ("", f"insurance {signed(e.net)}") for e in view.events_of(m.InsuranceOver)},
        out={"Sat out": [s for s in view.players if s not in played]},
    )  # fmt: skip


def _shown(e: m.Settled) -> art.ResultHand:
    lost = e.outcome in ("lost", "bust")
    return art.ResultHand(e.cards, str(worth(e.cards)[0]), stamp=_STAMPS[e.outcome], dim=lost)


def _dealer(view: View) -> art.ResultRow | None:
    """The dealer's cards, and why there are no more of them."""
    hole, drawn = view.last(m.HoleTurned), view.events_of(m.DealerDraws)
    if hole is None:
        return None
    cards = (*hole.cards, *(e.card for e in drawn))
    total, peeked = worth(cards)[0], view.last(m.Peeked)
    stamp, told = None, "stands on 17 or more"
    if total > 21:
        stamp, told = _BUST, ""
    elif peeked is not None and peeked.blackjack:
        stamp, told = art.Stamp("BLACKJACK"), ""
    elif total < 17:
        told = "nobody is left to beat"
    hand = art.ResultHand(cards, str(total), stamp=stamp, dim=total > 21)
    return art.ResultRow("Dealer", hands=(hand,), told=("", told) if told else (), quiet=True)


def _banner(view: View, before: State, who: Who) -> str | None:
    if view.standings:
        return out_best(view, who)
    if naturals := [e.seat for e in view.events_of(m.Settled) if e.outcome == "blackjack"]:
        return who.do(naturals, "has a blackjack", "have blackjacks")
    net = moved(view, before)
    peeked = view.last(m.Peeked)
    dealers = "The dealer has a blackjack" if peeked is not None and peeked.blackjack else "The dealer wins"
    return most_won(view, before, who) or (dealers if view.events_of(m.Settled) and min(net) < 0 else None)


def amounts(view: View, offer: Offer) -> Mapping[str, int]:
    """What the buttons of the wager and insurance windows come to for a player."""
    among = offer.next(())
    if offer.kind is not w.Bet or not among:
        return {"most": max(among)} if among else {}
    return bets.wager_amounts(view, offer)


def presets(view: View, offer: Offer) -> Sequence[tuple[str, int | str]]:
    """On the table the buttons are everybody's; in a panel they say the amount."""
    among = offer.next(())
    if offer.kind is m.Double:
        return [(f"Double {whites(max(among))}", max(among))]
    if offer.kind is m.Insure:
        return [(f"Insure {whites(max(among))}", max(among))] if view.viewer >= 0 else [("Insure half", "most")]
    return first_bets(view, offer)


def first_bets(view: View, offer: Offer) -> Sequence[tuple[str, int | str]]:
    """The last wager again, the smallest, and two that many people make, as far as there are such wagers."""
    least = min(offer.next(()))
    usual = [(f"Min {whites(least)}", least), *((whites(amount), amount) for amount in USUAL)]
    if view.viewer < 0:
        earlier = view.kept is not None and bool(view.kept.wagers)
        return [("Same again", "same"), *usual] if earlier else usual
    last = bets.wager_amounts(view, offer).get("same")
    return usual if last is None else [(f"Same again {whites(last)}", last), *usual]


def _drawn(e: m.Drawn, who: Who) -> str:
    return f"{who(e.seat)} {_BY[e.by]}: {card_text(e.card)}, {e.total}."


def _settled(e: m.Settled, who: Who) -> str:
    end = f"{who(e.seat)} {_ENDS[e.outcome]}"
    return f"{end}." if not e.net else f"{end}: {signed(e.net)}."


WORDS = Words(
    game=BLACKJACK,
    tagline="come closer to 21 than the dealer, who has the edge",
    hint="The dealer has a small edge by design; the chips are play chips.",
    rules=(
        "Make a wager; you and the dealer get two cards. Come closer to 21 than the dealer without passing it.",
        "Aces count 11 or 1, faces 10. An ace with a ten-card at once is a blackjack and pays 3 to 2.",
        "Hit for a card, stand, double for exactly one card more, or split two cards of the same rank into two hands.",
        "Past 21 you lose at once. The dealer draws to 17. Higher total wins the wager, equal totals push.",
        "If the dealer shows an ace you may insure for half your wager: it pays 2 to 1 if the dealer has a blackjack.",
    ),
    deal="round",
    tall=True,
    verbs={
        **bets.WAGER_VERBS,
        w.Pass: Verb("Pass", public=True, at=lambda view: "No" if view.size("dealer") else "Sit out"),
        m.Insure: Verb("Insure {}", "primary", public=True, ask="The dealer shows an ace: insurance?"),
        m.EvenMoney: Verb("Even money", "success", public=True, also=("evenmoney",)),
        m.Hit: Verb(
            "Hit", "primary", public=True, ask="Your hand. Doubling is usually for 11 or less.",
            command=Command("One more card."),
        ),
        m.Stand: Verb("Stand", "success", public=True, command=Command("No more cards for this hand.")),
        m.Double: Verb("Double {}", public=True, ask="Double for how much?", other="Double for less…"),
        m.Split: Verb("Split", public=True),
    },
    events={
        Shuffled: "{cards} cards are shuffled.",
        Burnt: "One card is burnt.",
        Reshuffled: "The shoe is dry: {cards} discards are shuffled and serve on.",
        m.Peeked: lambda e, who: "**The dealer has a blackjack.**" if e.blackjack else "No blackjack in the hole.",
        m.InsuranceOver: lambda e, who: f"{who(e.seat)}'s insurance: {signed(e.net)}.",
        m.Drawn: _drawn,
        m.Settled: _settled,
    },
    in_result=(m.HoleTurned, m.DealerDraws, m.InsuranceOver, m.Settled),
    presets=presets,
    amounts=amounts,
    layout=layout,
    plate=plate,
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
