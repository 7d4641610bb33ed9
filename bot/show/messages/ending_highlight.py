"""The deal for which a match is remembered, for the picture of its end."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.amounts import signed
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.view import View, view
from card_art import scene as art

from ..words.ending import Moment
from .ending_parts import End, Side, by_seat

_MOST_LETTERS = 22
"""In a title."""


def highlight(end: End) -> art.Highlight | None:
    """The deal for which the match is remembered: what the game says of it, or the hand that it made, and what it
    brought."""
    deal = end.s.highlight_deal
    if deal is None:
        return None
    seen = view(deal, SPECTATOR)
    title = f"{end.words.deal.capitalize()} {seen.number + 1}"
    if end.own.moment is not None and (moment := end.own.moment(seen, end.who)) is not None:
        return _remembered(end, title, moment, seen.number)
    rows = by_seat(end.words.results(seen, deal.state, end.who))
    row = rows.get(_whose(end, seen, rows))
    if row is None or row.number is None:
        return None
    by = end.person(row.number)
    cards = tuple(art.HighlightCards(hand.cards, by=by) for hand in row.hands[:2] if hand.cards)
    told = [text for text in dict.fromkeys(row.told) if text]
    if row.stamp is None and not cards and not told:
        return None
    if row.change[:1] in ("+", "−") and len(title) + len(row.change) < _MOST_LETTERS:
        title = f"{title}: {row.change}"
    between = " " if len(cards) > 1 else ", "
    made = [between.join(filter(None, (hand.total, hand.beneath))) for hand in row.hands[:2]]
    reasons = told[-2:] or [f"with {' and '.join(each)}" for each in [[*filter(None, made)]] if each]
    if len(reasons) < 2 and (swing := _swing(end, seen.number)):
        reasons.append("the largest swing" if f" {title.split(': ')[-1]} for" in swing else swing)
    if not reasons:
        return None
    lines = reasons[-2:] if cards else [by.name, *reasons][:2]
    return art.Highlight(title, cards, stamp=None if cards else row.stamp, lines=tuple(lines))


def _swing(end: End, number: int) -> str:
    """What a deal has changed most, where it is remembered for that alone and it says more than who has won."""
    worth = end.s.highlight.worth if end.s.highlight is not None else [0, 0]
    if worth[0] or number >= len(end.course_so_far) or end.hands < 2:
        return ""
    now = end.course_so_far[number]
    before = end.course_so_far[number - 1] if number else None
    sides = end.sides or [Side((seat,), 0, "") for seat in range(len(now.won))]
    brought = {side: end.value(side, now) - (end.value(side, before) if before is not None else 0) for side in sides}
    most = max(brought, key=lambda side: abs(brought[side]))
    if not end.chips and abs(brought[most]) < 2:
        return ""
    value = brought[most]
    figure = signed(value if end.chips else 100 * value)
    return f"largest swing: {figure} for {end.who.all(most.seats)}"


def _remembered(end: End, hand: str, moment: Moment, number: int) -> art.Highlight:
    by = end.person(moment.by) if moment.by is not None else None
    groups = [art.HighlightCards(tuple(moment.cards), by=by, piles=moment.piles)] if moment.cards else []
    if moment.against:
        groups.append(art.HighlightCards(tuple(moment.against), frozenset(range(len(moment.against)))))
    told = moment.lines or tuple(filter(None, (_swing(end, number),)))
    lines = told if moment.cards or by is None else (by.name, *told)
    title = f"{hand}: {moment.title}" if moment.title else hand
    between = "beat" if moment.against else ""
    return art.Highlight(title, tuple(groups), between, moment.stamp, lines[:2])


def _whose(end: End, seen: View, rows: Mapping[Seat, art.ResultRow]) -> Seat:
    """Who has won the most in a deal; or lost it, where points are what nobody wants."""
    course, number = end.s.match_course, seen.number
    if number >= len(course):
        return next((seat for seat, row in rows.items() if row.winner), 0)

    def brought(seat: Seat) -> int:
        values = [end.value(Side((seat,), 0, ""), point) for point in course[max(0, number - 1) : number + 1]]
        return values[-1] - (values[0] if number else 0)

    return max(rows, key=lambda seat: (brought(seat), rows[seat].winner), default=0)
