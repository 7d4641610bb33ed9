"""Farmer on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.amounts import signed, whites
from bot.engine.cards import Card, pack
from bot.engine.facts import HAND, STOCK
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.engine.table import Paid
from bot.games import farmer as f
from bot.games.farmer import FARMER_SEAT, FarmerView
from bot.games.parts import agreed_end as end
from bot.games.parts.shared_pot import PotShared
from bot.show.words import pots
from bot.show.words.game import Words
from bot.show.words.layout import Layout, Outcome, ahead, chips_line, moved, out_best, seat_scene
from bot.show.words.sentences import Who, begun
from bot.show.words.verbs import Verb
from card_art import scene as art

_FIRST = "Who farms first?"
_LAST = 5
"""How many of each seat's cards are shown that were dealt for the first farmer."""
_BUST, _BEST = art.Stamp("BUST", "crimson"), art.Stamp("BEST", "gold")
_FARMS_FIRST = art.Stamp("FARMS FIRST", "gold")


def layout(view: FarmerView, who: Who) -> Layout:
    """The farm in the middle, and what has just happened in a sentence."""
    if first := view.last(f.FirstFarmer):
        return Layout(subtitle=_FIRST, centre=(art.Note(f"6♥ falls: {who(first.seat):farms first}"),), moved=False)
    farm = view.last(f.FarmWon)
    return Layout(
        corner=(f"{whites(view.options.ante)} a payment",), moved=not view.last(f.Turned),
        centre=(
            art.Pot(view.pot, "The farm", change=signed(-farm.farm) if farm else ""),
            art.Stock("Stock", view.size(STOCK)), *map(art.Note, _note(view, who)),
        ),
    )  # fmt: skip


def _note(view: FarmerView, who: Who) -> list[str]:
    """Who has the farm before anybody has moved; once all is turned, what that comes to."""
    if view.last(f.Turned):
        return [_banner(view, who) or ""]
    moved = view.last(f.NewFarmer, f.Drew, f.Stayed)
    return [] if moved else [f"{who(view.fact(FARMER_SEAT, view.dealer)):is} the farmer"]


def _naming(view: FarmerView) -> bool:
    """This deal only says who farms first."""
    return bool(view.events_of(f.FirstFarmer))


def plate(view: FarmerView, who: Who, seat: Seat) -> art.Seat:
    """Hidden and open cards together, and what these show; the farmer has the hat. At the end the totals."""
    farms = seat == view.fact(FARMER_SEAT, -1)
    hand = _lies(view, seat, own=seat == who.viewer)
    return seat_scene(
        view, who, seat, chips_line(view, seat), dealer=False, hat=farms,
        marks=["FARMER"] if farms else [], hands=(hand,) if hand else (), hand=False,
    )  # fmt: skip


def _lies(view: FarmerView, seat: Seat, *, own: bool) -> art.SeatHand | None:
    """What lies before a seat; one's own cards, while they are played, lie below, large."""
    cards, turned = view.pile(HAND.of(seat)), view.last(f.Turned)
    if not cards:
        return None
    if first := view.last(f.FirstFarmer):
        mine = seat == first.seat
        return art.SeatHand(cards[-_LAST:], stamp=_FARMS_FIRST if mine else None, dim=not mine)
    if turned is None:
        shown = tuple(e.card for e in view.events_of(f.Drew, seat=seat))
        hidden = (None,) * (len(cards) - len(shown))
        return None if own else art.SeatHand((*hidden, *shown), f"shows {f.worth(shown)}" if shown else "")
    total = dict(turned.totals)[seat]
    return art.SeatHand(
        cards, str(total), stamp=_stamp(view, seat, total), change=signed(_moved(view, seat)), dim=total > f.AIM
    )


def _moved(view: FarmerView, seat: Seat) -> int:
    """What the deal has brought a seat so far."""
    return sum(e.amount * ((e.to == seat) - (e.source == seat)) for e in view.events_of(Paid))


def outcome(view: FarmerView, before: State, who: Who) -> Outcome:
    """All hands with their totals, who has the farm, and what the deal has moved."""
    hands = {s: view.faces(HAND.of(s)) for s in range(view.seats)}
    net = moved(view, before)
    won = view.ended("W") or ahead(net, [s for s in hands if _won(view, s)])
    if first := view.last(f.FirstFarmer):
        return Outcome(
            subtitle=_FIRST, won=won, tags={first.seat: ("FARMER",)}, banner=f"{who(first.seat):farms first}",
            hands={s: [art.ResultHand(cards[-_LAST:])] for s, cards in hands.items() if cards},
            stamps={first.seat: art.Stamp("6♥", "gold")}, change=lambda s: "",
        )  # fmt: skip
    turned, farmer = view.last(f.Turned), view.fact(FARMER_SEAT, None)
    totals = dict(turned.totals if turned else ())
    tags = {farmer: ("FARMER",)}
    if (new := view.last(f.NewFarmer)) and new.seat != farmer:
        tags[new.seat] = ("FARMS NEXT",)
    return Outcome(
        hands={s: [_hand(view, s, cards, totals.get(s))] for s, cards in hands.items() if cards}, won=won, tags=tags,
        told=_paid(view, who),
        banner=_banner(view, who), stage="" if view.standings else f"{whites(view.pot)} on the farm",
    )  # fmt: skip


def _hand(view: FarmerView, seat: Seat, cards: tuple[Card, ...], total: int | None) -> art.ResultHand:
    """A hand with its total; without one, where the farm was shared before all was turned."""
    if total is None:
        return art.ResultHand(cards)
    return art.ResultHand(cards, str(total), stamp=_stamp(view, seat, total), dim=total > f.AIM)


def _stamp(view: FarmerView, seat: Seat, total: int) -> art.Stamp | None:
    """What has become of a hand; gold is for the one that takes the farm, or what the lower pay."""
    if total > f.AIM:
        return _BUST
    if total == f.AIM:
        return art.Stamp("SIXTEEN", "gold" if view.last(f.FarmWon, seat=seat) else "ivory")
    return _BEST if any(e.each and seat in e.best for e in view.events_of(f.BestPaid)) else None


def _banner(view: FarmerView, who: Who) -> str | None:
    """Who has come out best, otherwise how this deal's farm and payments have gone."""
    if view.standings:
        return out_best(view, who)
    if farm := view.last(f.FarmWon):
        return begun(f"{who(farm.seat):'s} sixteen takes the farm of {whites(farm.farm)}")
    if (paid := view.last(f.BestPaid)) and paid.each:
        each = " each" if len(paid.best) > 1 else ""
        return f"No sixteen: {_within(paid.best, who)} {_gets(paid.best, who)} {whites(paid.each)}{each}"
    if (paid := view.last(f.FarmerPaid)) and paid.amount:
        return f"No sixteen: the bust pay {_within([paid.farmer], who)} {whites(paid.amount)}"
    return "No sixteen: the farm stays"


def _within(seats: Sequence[Seat], who: Who) -> str:
    """Names within a sentence of a picture."""
    return "you" if [*seats] == [who.viewer] else who.all(seats)


def _gets(seats: Sequence[Seat], who: Who) -> str:
    return "get" if len(seats) > 1 or who.viewer in seats else "gets"


def _paid(view: FarmerView, who: Who) -> dict[Seat, tuple[str, str]]:
    """Whom each seat has had to pay."""
    told: dict[Seat, tuple[str, str]] = {}
    for e in view.events_of(f.BestPaid, f.FarmerPaid):
        to = _within(e.best if isinstance(e, f.BestPaid) else [e.farmer], who)
        told |= dict.fromkeys(e.payers, ("", f"pays {to}"))
    return told


def _won(view: FarmerView, seat: Seat) -> bool:
    """The farm or, if nobody has sixteen, what the lower pay."""
    paid = any(e.each and seat in e.best for e in view.events_of(f.BestPaid))
    return paid or bool(view.events_of(f.FarmWon, f.FirstFarmer, seat=seat))


def notes(view: FarmerView) -> list[str]:
    """What the hand has come to, which only its owner knows."""
    if not view.hand or _naming(view):
        return []
    total = f.worth(view.hand)
    return [f"Your total is {total}"] + (["Bust: press Stay"] if total > f.AIM else [])


def odds(view: FarmerView) -> str:
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
    moods=("betting", "quick"),
    minutes=(1, 1),
    sample_move_count=13,
    slash_options=("ante", "deals", "first_farmer"),
    hint="Your first card comes by direct message; **My hand** shows it too. Nobody is told when you are bust.",
    rules=(
        "Everybody antes into the farm and gets one card face down. In turn you draw cards face up, one at least, and "
        "stay when you like; the farmer is last.",
        "Aces are 1, faces 10. Exactly sixteen takes the farm and makes you the farmer; of several, the six of hearts "
        "wins, then fewer cards, then the farmer, then who sits first on the farmer's left.",
        "Without a sixteen the farm stays, and those who are lower pay the best hand. Those over sixteen pay the "
        "farmer.",
        "There is one six and no eight. Nobody is told of a bust before all have stayed.",
        "Anybody may propose to share the farm and stop; all who have anted must agree.",
    ),
    deal="deal",
    pot="farm",
    seats_in_row=1,
    verbs={
        f.Hit: Verb("Hit", "primary", public=True, ask="Hit or stay?"),
        f.Stay: Verb("Stay", "success", public=True, ask="You are bust: all you can do is stay."),
        **pots.end_verbs("farm"),
    },
    events={
        f.Turned: _turned,
        f.BestPaid: _best,
        f.FarmerPaid: lambda e, who: (
            f"{who.do(e.payers, 'is', 'are')} bust"
            + (f": {whites(e.amount)} to {who(e.farmer)}." if e.amount else ", with no chips to pay.")
        ),
        PotShared: pots.pot_shared("farm"),
        end.EndProposed: "{seat} would share the farm and stop.",
        end.EndLapsed: "The proposal to share the farm comes too late.",
    },
    told_by_picture=(f.FirstFarmer, f.Turned, f.FarmWon, f.BestPaid, f.FarmerPaid, PotShared),
    layout=layout,
    plate=plate,
    asks="hit or stay",
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
