"""The picture after a deal: what its game tells of it, and what is the same in every game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.engine.amounts import signed, whites
from bot.engine.piles import Seat
from bot.engine.places import PlacesPaid
from bot.engine.state import State
from bot.engine.view import View
from card_art import scene as art

from .layout import Outcome, moved
from .sentences import Who


def results(made: Outcome, view: View, before: State, who: Who, *, title: str, which: str, chips: bool,
            style: art.Style) -> art.Results:  # fmt: skip
    """The picture of an outcome, from the last view of a deal and the state that it began from. `which` deal it is, and
    whether its game is one for chips."""
    net = moved(view, before) if made.net is None else made.net
    paid = view.last(PlacesPaid)
    order = _in_order(made, view, net)
    absent = _absent(made, view, order, net)
    out = _out(made, view, who, order, absent)
    below = {*absent, *(seat for seats in out.values() for seat in seats)}  # all others have a row
    row = _rows(made, view, who, net, chips=chips, placed=len(order) > 1)
    rows = [part for s in order if s not in below for part in made.rows(s, row(s))]
    stage = f" · {made.stage}" if made.stage else ""
    lines = [f"{how}: {with_losses(seats, net, who)}" for how, seats in out.items() if seats]
    return art.Results(
        title=made.title or title, subtitle=made.subtitle or which + stage, headings=tuple(made.headings),
        rows=(*filter(None, [made.dealer]), *rows),
        out=". ".join([*lines, *([at_a_point(paid)] if paid is not None else [])]),
        note=made.note, banner=made.banner, boards=made.boards, style=style,
    )  # fmt: skip


def _absent(made: Outcome, view: View, order: Sequence[Seat], net: Sequence[int]) -> list[Seat]:
    """Seats that had no part in the deal, and have no place in its match."""
    taken_part = {*view.players, *made.hands, *(s.seat for s in view.standings or ())}
    return [s for s in order if s not in taken_part and not net[s]]


def _out(made: Outcome, view: View, who: Who, order: Sequence[Seat], absent: Sequence[Seat]) -> dict[str, list[Seat]]:
    """Those who are told of in a line below the rows, by how they are out; with places, only those who sat out."""
    out = {} if view.standings else {how: [s for s in order if s in seats] for how, seats in made.out.items()}
    out["Sat out"] = [*out.get("Sat out", ()), *(s for s in absent if "EMPTY" not in _tags(who, s))]
    return out


def _in_order(made: Outcome, view: View, net: Sequence[int]) -> Sequence[Seat]:
    """Everybody, the best first."""
    if made.order is not None:
        return made.order
    places = {s.seat: s.place for s in view.standings or ()}
    return sorted(range(view.seats), key=lambda s: (places.get(s, 0), s not in made.won, -net[s]))


def _rows(made: Outcome, view: View, who: Who, net: Sequence[int], *, chips: bool,
          placed: bool) -> Callable[[Seat], art.ResultRow]:  # fmt: skip
    """What makes the usual row of a seat."""
    change, total = made.change, made.total
    if chips:
        # a match that ends because nobody could be dealt in has moved nothing since the hand before
        change = change or (lambda s: signed(net[s]) if any(net) or not view.standings else "")
        total = total or (lambda s: f"{whites(view.stacks[s])} chips")
    if (paid := view.last(PlacesPaid)) is not None:
        total = _with_chips(total, paid)
    places = {s.seat: s.place for s in view.standings or ()} if placed else {}

    def row(s: Seat) -> art.ResultRow:
        return art.ResultRow(
            name=who(s), number=s, winner=s in made.won, face=who.avatar(s),
            place="" if made.unplaced and s not in made.won else str(places.get(s, "")),
            tags=(*made.tags.get(s, ()), *_tags(who, s)), hands=tuple(made.hands.get(s, ())),
            told=tuple(made.told.get(s, ())), stamp=made.stamps.get(s),
            change=change(s) if change else "", total=total(s) if total else "",
        )  # fmt: skip

    return row


def _tags(who: Who, seat: Seat) -> tuple[str, ...]:
    return who.tags[seat] if who.tags else ()


def at_a_point(paid: PlacesPaid) -> str:
    """At what the places of a match are paid."""
    return f"Places at {whites(paid.point)} a point"


def _with_chips(total: Callable[[Seat], str] | None, paid: PlacesPaid) -> Callable[[Seat], str]:
    """What somebody has now, and what their place has won or lost."""
    return lambda s: " · ".join(
        [*filter(None, [total(s) if total else ""]), f"{signed(n)} chips" if (n := paid.net[s]) else "even"]
    )


def with_losses(seats: Sequence[Seat], net: Sequence[int], who: Who) -> str:
    """Names, each with what it has cost."""
    return ", ".join(f"{who(s)}{f' {signed(net[s])}' if net[s] else ''}" for s in seats)
