"""Farmer on Discord: its words, and how its table lies."""

from __future__ import annotations

from bot.engine.amounts import whites
from bot.engine.cards import Card, pack
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.engine.view import View
from bot.games import farmer as f
from bot.show import pots
from bot.show.layout import Layout, Outcome, moved, out_best, seat_scene
from bot.show.sentences import Who
from bot.show.words import Verb, Words
from card_art import scene as art

_FIRST = "Who farms first?"
_LAST = 5
"""So many of the cards that were dealt for the first farmer are shown of each seat."""
_BUST = art.Stamp("BUST", "crimson")


def layout(view: View, who: Who) -> Layout:
    """The farm in the middle."""
    return Layout(
        subtitle=_FIRST if _naming(view) else "", corner=(f"{whites(view.options.ante)} a payment",),
        centre=(art.Pot(view.pot, "The farm"), art.Stock("Stock", view.size("stock"))),
    )  # fmt: skip


def _naming(view: View) -> bool:
    """This deal only says who farms first."""
    return bool(view.events_of(f.FirstFarmer))


def plate(view: View, who: Who, seat: Seat) -> art.Seat:
    """A back, what was drawn and what that shows; the farmer has the hat."""
    cards, farms = view.faces(f"hand {seat}"), seat == view.facts.get("farmer", -1)
    line = f"{whites(view.stacks[seat])} chips"
    if cards and seat != who.viewer and not _naming(view):
        line = f"{whites(view.stacks[seat])} · shows {f.worth(cards)}"
    return seat_scene(view, who, seat, line, dealer=False, hat=farms, marks=["FARMER"] if farms else [])


def outcome(view: View, before: State, who: Who) -> Outcome:
    """All hands with their totals, who has the farm, and what the deal has moved."""
    hands = {s: view.faces(f"hand {s}") for s in range(view.seats)}
    net = moved(view, before)
    won = [s for s in hands if _won(view, s) or (net[s] > 0 and not view.standings)]
    if first := view.last(f.FirstFarmer):
        return Outcome(
            subtitle=_FIRST, won=won, tags={first.seat: ("FARMER",)}, banner=f"{who(first.seat)} farms first",
            hands={s: [art.ResultHand(cards[-_LAST:])] for s, cards in hands.items() if cards},
            stamps={first.seat: art.Stamp("6♥", "gold")}, change=lambda s: "",
        )  # fmt: skip
    turned, farmer = view.last(f.Turned), view.facts.get("farmer")
    totals = dict(turned.totals if turned else ())
    tags = {farmer: ("FARMER",)}
    if (new := view.last(f.NewFarmer)) and new.seat != farmer:
        tags[new.seat] = ("FARMS NEXT",)
    return Outcome(
        hands={s: [_hand(view, s, cards, totals.get(s))] for s, cards in hands.items() if cards}, won=won, tags=tags,
        told=_paid(view, who),
        banner=_banner(view, who), stage="" if view.standings else f"{whites(view.pot)} on the farm",
    )  # fmt: skip


def _hand(view: View, seat: Seat, cards: tuple[Card, ...], total: int | None) -> art.ResultHand:
    """A hand with its total; without one, where the farm was shared before all was turned."""
    if total is None:
        return art.ResultHand(cards)
    stamp = _BUST if total > f.AIM else None
    if total == f.AIM:
        stamp = art.Stamp("SIXTEEN", "gold" if view.last(f.FarmWon, seat=seat) else "ivory")
    elif any(e.each and seat in e.best for e in view.events_of(f.BestPaid)):
        stamp = art.Stamp("BEST", "gold")
    return art.ResultHand(cards, str(total), stamp=stamp, dim=total > f.AIM)


def _banner(view: View, who: Who) -> str | None:
    """Who has come out best, else how this deal's farm and payments have gone."""
    if view.standings:
        return out_best(view, who)
    if farm := view.last(f.FarmWon):
        return f"{who(farm.seat)}'s sixteen takes the farm of {whites(farm.farm)}"
    if (paid := view.last(f.BestPaid)) and paid.each:
        return f"No sixteen: {who.do(paid.best, 'gets', 'get')} {whites(paid.each)}{' each' * (len(paid.best) > 1)}"
    if (paid := view.last(f.FarmerPaid)) and paid.amount:
        return f"No sixteen: the bust pay {who(paid.farmer)} {whites(paid.amount)}"
    return "No sixteen: the farm stays"


def _paid(view: View, who: Who) -> dict[Seat, tuple[str, str]]:
    """Whom each seat has had to pay."""
    told: dict[Seat, tuple[str, str]] = {}
    for e in view.events_of(f.BestPaid, f.FarmerPaid):
        to = who.all(e.best) if isinstance(e, f.BestPaid) else who(e.farmer)
        told |= dict.fromkeys(e.payers, ("", f"pays {to}"))
    return told


def _won(view: View, seat: Seat) -> bool:
    """The farm or, where nobody has sixteen, what the lower pay."""
    paid = any(e.each and seat in e.best for e in view.events_of(f.BestPaid))
    return paid or bool(view.events_of(f.FarmWon, f.FirstFarmer, seat=seat))


def notes(view: View) -> list[str]:
    """What the hand has come to, which only its owner knows."""
    if not view.hand or _naming(view):
        return []
    total = f.worth(view.hand)
    return [f"Your total is {total}"] + (["Bust: press Stay"] if total > f.AIM else [])


def odds(view: View) -> str:
    """What `/odds` answers: what the next card would do, as far as the asker has seen the pack."""
    unseen = view.unseen(pack("45"))
    total = f.worth(view.hand)
    worth = [total + f.worth((c,)) for c in unseen]
    exact, over = worth.count(f.AIM), sum(n > f.AIM for n in worth)
    return f"Of {len(unseen)} cards that you have not seen, {exact} make sixteen and {over} are too much."


def _best(e: f.BestPaid, who: Who) -> str:
    if not e.pool:
        return f"No sixteen: {who.do(e.payers, 'has', 'have')} no chips to pay {who.all(e.best)} with."
    payers = f"{who.do(e.payers, 'pays', 'pay')} {whites(e.pool)}"
    if not e.each:
        return f"{payers}, too little to share: it joins the farm."
    return f"No sixteen: {payers} to {who.all(e.best)}" + (f", {whites(e.each)} each." if len(e.best) > 1 else ".")


def _turned(e: f.Turned, who: Who) -> str:
    return "All is turned: " + ", ".join(f"{who(s)} {n}{' (bust)' if n > f.AIM else ''}" for s, n in e.totals) + "."


WORDS = Words(
    game=f.FARMER,
    tagline="draw to sixteen: exactly that takes the farm, and the bust pay the farmer",
    hint="Your first card comes by direct message; **My hand** shows it too. Nobody is told when you are bust.",
    rules=(
        "Everybody antes into the farm and gets one card face down. In turn you draw cards face up, one at least, and "
        "stay when you like; the farmer is last.",
        "Aces are 1, faces 10. Exactly sixteen takes the farm and makes you the farmer; of several, the six of hearts "
        "wins, then fewer cards, then the farmer, then who sits first on the farmer's left.",
        "Without a sixteen the farm stays, and whoever is lower pays the best hand. Whoever is over sixteen pays the "
        "farmer.",
        "There is one six and no eight. Nobody is told of a bust before all have stayed.",
        "Anybody may propose to share the farm and stop; all who have anted must agree.",
    ),
    deal="deal",
    tall=True,
    verbs={
        f.Hit: Verb("Hit", "primary", public=True, ask="Hit or stay? You must draw once."),
        f.Stay: Verb("Stay", "success", public=True),
        **pots.END_VERBS,
    },
    events={
        f.Turned: _turned,
        f.BestPaid: _best,
        f.FarmerPaid: lambda e, who: (
            f"{who.do(e.payers, 'is', 'are')} bust"
            + (f": {whites(e.amount)} to {who(e.farmer)}." if e.amount else ", with no chips to pay.")
        ),
        **pots.END_EVENTS,
    },
    in_result=(f.FirstFarmer, f.Turned, f.FarmWon, f.BestPaid, f.FarmerPaid, *pots.END_EVENTS),
    layout=layout,
    plate=plate,
    outcome=outcome,
    notes=notes,
    odds=odds,
    counts={
        "farms won": "{total:farm} won",
        "largest farm": "largest {best:whites}",
        "sixteens": "{total:sixteen}",
        "busts": "{total:bust}",
        "deals as farmer": "farmer in {total:deal}",
    },
)
