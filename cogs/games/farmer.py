"""Farmer on Discord: its words, and how its table lies."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.amounts import whites
from bot.engine.cards import pack
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.engine.view import View
from bot.games import farmer as f
from bot.show import pots
from bot.show.words import Verb, Who, Words, card_text, options_lines, seat_scene, times, turned
from card_art import scene as art


def scene(view: View, who: Who) -> art.Scene:
    """The farm in the middle; at each seat a back, what was drawn and what that shows."""
    dealt = view.facts.get("farmer", -1)
    return art.Scene(
        title="Farmer", subtitle=_subtitle(view), corner=(f"{whites(view.options.ante)} a payment",),
        seats=tuple(_seat(view, who, s, dealt) for s in turned(view, who)),
        centre=(art.Pot(view.pot, "The farm"), art.Stock("Stock", view.size("stock"))),
        foot_left=options_lines(view), tall=True, style=who.style,
    )  # fmt: skip


def _naming(view: View) -> bool:
    """This deal only says who farms first."""
    return bool(view.events_of(f.FirstFarmer))


def _subtitle(view: View) -> str:
    if _naming(view):
        return "Who farms first?"
    return f"Deal {view.number + 1}"


def _seat(view: View, who: Who, seat: Seat, farmer: Seat) -> art.Seat:
    cards = view.faces(f"hand {seat}")
    line = f"{whites(view.stacks[seat])} chips"
    if cards and seat != who.viewer and not _naming(view):
        line = f"{whites(view.stacks[seat])} · shows {f.worth(cards)}"
    made = seat_scene(view, who, seat, line, dealer=False, hat=seat == farmer)
    return replace(made, tags=("FARMER", *made.tags)) if seat == farmer else made


def results(view: View, before: State, who: Who) -> art.Results:
    """All hands with their totals, and what the deal has moved."""
    shown = view.last(f.Turned)
    totals: dict[Seat | None, int] = dict(shown.totals if shown else ())
    hands = {s: view.faces(f"hand {s}") for s in range(view.seats)}
    made = pots.moved(view, before, who, "Farmer", _subtitle(view), "Deal", hands)
    rows = tuple(
        replace(
            row, values=(str(totals.get(row.number, "–")), *row.values), winner=_won(view, row.number),
            tags=(*(("FARMER",) if row.number == view.facts.get("farmer") else ()), *row.tags),
        )
        for row in made.rows
    )  # fmt: skip
    if _naming(view):
        return replace(made, columns=(), rows=tuple(replace(row, place="–", values=()) for row in rows), note="")
    best = [s.seat for s in view.standings or () if s.place == 1]
    banner = f"{who.all(best)} {'comes' if len(best) == 1 else 'come'} out best." if best else None
    note = "" if best else f"{whites(view.pot)} on the farm."
    return replace(made, columns=("Total", *made.columns), rows=rows, banner=banner, note=note)


def _won(view: View, seat: Seat | None) -> bool:
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
    seen = view.seen()
    unseen = [c for c in pack("45") if c not in seen]
    total = f.worth(view.hand)
    worth = [total + f.worth((c,)) for c in unseen]
    exact, over = worth.count(f.AIM), sum(n > f.AIM for n in worth)
    return f"Of {len(unseen)} cards that you have not seen, {exact} make sixteen and {over} are too much."


def _best(e: f.BestPaid, who: Who) -> str:
    one = len(e.payers) == 1
    if not e.pool:
        return f"No sixteen: {who.all(e.payers)} {'has' if one else 'have'} no chips to pay {who.all(e.best)} with."
    payers = f"{who.all(e.payers)} {'pays' if one else 'pay'} {whites(e.pool)}"
    if not e.each:
        return f"{payers}, too little to share: it joins the farm."
    return f"No sixteen: {payers} to {who.all(e.best)}" + (f", {whites(e.each)} each." if len(e.best) > 1 else ".")


def _turned(e: f.Turned, who: Who) -> str:
    return "All is turned: " + ", ".join(f"{who(s)} {n}{' (bust)' if n > f.AIM else ''}" for s, n in e.totals) + "."


WORDS = Words(
    game=f.FARMER,
    tagline="draw to sixteen: exactly that takes the farm, and the bust pay the farmer",
    hint="Your first card comes by direct message; **My hand** shows it too. Nobody is told when you are bust.",
    verbs={
        f.Hit: Verb("Hit", "primary", public=True, ask="Hit or stay? You must draw once."),
        f.Stay: Verb("Stay", "success", public=True),
        **pots.END_VERBS,
    },
    events={
        f.FirstFarmer: lambda e, who: f"{card_text(f.THE_SIX)} falls: **{who(e.seat)}** farms first.",
        f.Drew: lambda e, who: f"{who(e.seat)} draws {card_text(e.card)}.",
        f.Stayed: lambda e, who: f"{who(e.seat)} stays.",
        f.Turned: _turned,
        f.FarmWon: lambda e, who: f"**{who(e.seat)} has sixteen and takes the farm of {whites(e.farm)}!**",
        f.BestPaid: _best,
        f.FarmerPaid: lambda e, who: (
            f"{who.all(e.payers)} {'is' if len(e.payers) == 1 else 'are'} bust"
            + (f": {whites(e.amount)} to {who(e.farmer)}." if e.amount else ", with no chips to pay.")
        ),
        f.NewFarmer: lambda e, who: f"{who(e.seat)} is the farmer now.",
        **pots.END_EVENTS,
    },
    scene=scene,
    results=results,
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
    counts={
        "farms won": lambda total, best: f"{times(total, 'farm')} won",
        "largest farm": lambda total, best: f"largest {whites(best)}",
        "sixteens": lambda total, best: times(total, "sixteen"),
        "busts": lambda total, best: times(total, "bust"),
        "deals as farmer": lambda total, best: f"farmer in {times(total, 'deal')}",
    },
    notes=notes,
    odds=odds,
)
