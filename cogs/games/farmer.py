"""Farmer on Discord: its words, and how its table lies."""

from __future__ import annotations

from bot.engine.amounts import whites
from bot.engine.cards import pack
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.engine.view import View
from bot.games import farmer as f
from bot.show import pots
from bot.show.layout import Layout, Outcome, out_best, place_by, seat_scene
from bot.show.sentences import Who
from bot.show.words import Verb, Words
from card_art import scene as art

_FIRST = "Who farms first?"


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
    """All hands with their totals, and what the deal has moved."""
    shown, farmer = view.last(f.Turned), view.facts.get("farmer")
    totals = dict(shown.totals if shown else ())
    hands = {s: view.faces(f"hand {s}") for s in range(view.seats)}
    won, tags = [s for s in hands if _won(view, s)], {farmer: ("FARMER",)}
    if _naming(view):
        return Outcome(subtitle=_FIRST, won=won, tags=tags, cards=hands, moved=False)
    return Outcome(
        columns={"Total": lambda s: str(totals.get(s, "–"))}, place=place_by(view.stacks),
        won=won, tags=tags, cards=hands,
        banner=out_best(view, who), note="" if view.standings else f"{whites(view.pot)} on the farm.",
    )  # fmt: skip


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
