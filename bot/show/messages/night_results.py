"""How a night stands: who would owe whom, the course of it as a picture, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.amounts import signed, whites
from bot.table import night
from bot.table.names import apart, escaped
from bot.table.open_table import OpenTable
from bot.table.settlement import Payment
from bot.table.state import CLOSED
from card_art import scene as art

from ..controls.components import in_rows
from ..controls.table_controls import my_moves
from ..words.sentences import Who, times
from .alt import alt
from .page import MessageContent


def over(s: OpenTable, who: Who, seal: str) -> MessageContent:
    """How the night has ended, once and for all."""
    picture = evening(s, who)
    lines = [f"**{escaped(night.of(s).name)}** is over.", *settlement_lines(s), f"-# {night.CHIPS_ONLY}", seal]
    text = "\n".join(filter(None, lines))
    return MessageContent(text, picture, alt(picture, text), in_rows(my_moves(s)))


def settled_now(s: OpenTable) -> str:
    """Who would owe whom if the night ended now; in the middle of a hand, if it had ended before that."""
    when = "a hand is on; had it ended before it:" if s.deal is not None else "if it ended now:"
    free = "-# Chips are play chips: nobody owes anybody anything."
    return "\n".join([f"**{escaped(night.of(s).name)}** · {when}", *settlement_lines(s), free])


def standings_now(s: OpenTable) -> str:
    """How everybody stands, and the house; in the middle of a hand, how they stood before it."""
    when = "a hand is on; how it stood before it:" if s.deal is not None else "how it stands:"
    found = night.with_one_house(_nets(s))
    return "\n".join(
        [f"**{escaped(night.of(s).name)}** · {when}", *(f"{escaped(n.name)}: {signed(n.amount)}" for n in found)]
    )


def _nets(s: OpenTable) -> list[night.Net]:
    """How everybody stood before the running hand, the best first. Two of one name have the numbers of their seats,
    which players who have left have no more."""
    found, seated = night.nets(s, before_hand=True), dict(zip((c.account for c in s.chairs), s.names, strict=True))
    names = apart(tuple(seated.get(net.account) or net.name for net in found))
    return [net._replace(name=name) for net, name in zip(found, names, strict=True)]


def settlement_lines(s: OpenTable) -> list[str]:
    """Who would pay whom, a line each; and what is the house's, and nobody's yet, in a line each. In the middle of a
    hand it is as before it."""
    found = _nets(s)
    names, paid = {net.account: escaped(net.name) for net in found}, night.settled(found)
    lines = [f"{names[p.source]} → {names[p.to]}: {whites(p.amount)}" for p in night.among_people(paid)]
    lines += [_with_house(names, paid)] if any(night.HOUSE in p for p in paid) else []
    if lies := sum(p.amount * (1 if p.to == night.POT else -1) for p in paid if night.POT in p):
        lines.append(f"In the pot lie {whites(lies)}, which are nobody's yet.")
    return lines or ["Everybody is even."]


def _with_house(names: Mapping[str, str], paid: Sequence[Payment]) -> str:
    """The line of the house: from whom it has won, and who has won from it."""
    won = [f"{whites(p.amount)} from {names.get(p.source, 'the pot')}" for p in paid if p.to == night.HOUSE]
    lost = [f"{whites(p.amount)} to {names.get(p.to, 'the pot')}" for p in paid if p.source == night.HOUSE]
    said = [f"wins {' and '.join(won)}"] if won else []
    said += [f"loses {' and '.join(lost)}"] if lost else []
    return f"The house {', and '.join(said)}."


def evening(s: OpenTable, who: Who) -> art.Evening:
    """The course of the night so far, how everybody stands, and what there was to remember."""
    told = night.of(s)
    found = _nets(s)
    people = [net for net in found if not night.of_house(net.account)]
    came = [*told.parties]  # who came first has the first colour, all night
    rows = tuple(
        art.Standing(net.name, net.amount, line, came.index(net.account), _face(s, who, net.account))
        for net, line in zip(people, _lines_of(s, people), strict=True)
    )
    house = sum(net.amount for net in found if night.of_house(net.account))
    names = {net.account: net.name for net in people}
    paid = tuple((names[p.source], names[p.to], p.amount) for p in night.among_people(night.settled(found)))
    remembered = []
    if told.pot is not None:
        remembered.append(f"Biggest pot: {whites(told.pot.worth[0])} to {told.pot.who}, {told.pot.game}")
    if told.hand is not None:
        remembered.append(f"Best hand: {told.hand.who}, {told.hand.text}, {told.hand.game}")
    games = f"{times(len(told.played), 'game')} · {times(told.deals, 'hand')}"
    if house:
        remembered.append(f"The house {'wins' if house > 0 else 'loses'} {whites(abs(house))}")
    return art.Evening(told.name, games, rows, paid, tuple(remembered), over=s.phase == CLOSED, style=who.style)


def _face(s: OpenTable, who: Who, account: str) -> str:
    """Of somebody who sits here; nothing of others, who have their first letter."""
    return next((who.avatar(seat) for seat, chair in enumerate(s.chairs) if chair.account == account), "")


def _lines_of(s: OpenTable, people: Sequence[night.Net]) -> list[tuple[int, ...]]:
    """How each of them stood after each deal, nothing before they came; and now, where chips have moved since."""
    lines = [tuple(point.nets.get(net.account, 0) for point in s.course) for net in people]
    if s.course and any(line[-1] != net.amount for line, net in zip(lines, people, strict=True)):
        return [(*line, net.amount) for line, net in zip(lines, people, strict=True)]
    return lines
