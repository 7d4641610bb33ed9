"""How a match came about, for the picture of its end: lines, bars, a race, stacks, or who called what."""

from __future__ import annotations

from collections.abc import Sequence

from card_art import scene as art

from .ending_parts import End, steps


def course(end: End) -> art.Course | None:
    """How it came about, where every hand of it is known."""
    own, deal = end.own, end.words.deal
    if own.calls is not None and (calls := own.calls(end.seen, end.recalled, end.who)):
        return art.CourseCalls("Who called what", tuple(calls))
    if own.course is not None and (within := own.course(end.seen)) is not None:
        ways = ((side, tuple(each[side.seats[0]] for each in within.after)) for side in end.sides)
        each = [art.CourseLine(end.people(side), values) for side, values in ways]
        return art.CourseLines(within.title, tuple(each), within.start, bad=False)
    if len(end.stood) < 2 or not any(any(point.won if end.chips else point.scores) for point in end.stood):
        return None  # nothing has changed
    if end.out:
        return _stacks(end)
    lines = [
        art.CourseLine(end.people(side), tuple(end.value(side, point) for point in end.stood)) for side in end.sides
    ]
    lanes = [art.Lane(line.people, steps(line.values)) for line in lines]
    if own.race and not end.chips and all(min(lane.stretches) >= 0 for lane in lanes):  # no new game in between
        return _race(end, lanes)
    if own.bars and len(lines) == 2:
        first, second = (steps(line.values) for line in lines)
        return art.CourseBars(
            f"Points of each {deal}", (lines[0].people, lines[1].people),
            tuple(a - b for a, b in zip(first, second, strict=True)), end.chips,
        )  # fmt: skip
    title = f"Won and lost, {deal} by {deal}" if end.chips else f"{end.called(2).capitalize()} after each {deal}"
    return art.CourseLines(title, tuple(lines), limit=end.limit(), bad=end.s.game.lowest_wins, chips=end.chips)


def _race(end: End, lanes: Sequence[art.Lane]) -> art.CourseRace:
    to = end.limit() or max(sum(lane.stretches) for lane in lanes)
    edge, name, stamp = (end.own.edge(end.seen) if end.own.edge is not None else None) or (None, "", None)
    beyond = edge is not None and sum(lanes[-1].stretches) <= edge
    title = f"The race, {end.words.deal} by {end.words.deal}"
    return art.CourseRace(title, tuple(lanes), to, edge, name, stamp if beyond else None)


def _stacks(end: End) -> art.CourseLines:
    """Of a match that all play to the end with what they began with; what a prize has left is not their stack."""
    whole = sum(end.stood[0].stacks)
    lines = list[art.CourseLine]()
    for side in end.sides:
        seat = side.seats[0]
        last, _ = end.out.get(seat, (None, None))
        values = [point.stacks[seat] if seat < len(point.stacks) else 0 for point in end.stood]
        values = [0 if last is not None and n >= last else value for n, value in enumerate(values, 1)]
        if last is None and len(end.out) + 1 == len(end.sides):
            values[-1] = whole
        lines.append(art.CourseLine(end.people(side), tuple(values), last))
    first = end.sides[0].seats[0]
    start = end.stood[0].stacks[first] - end.stood[0].won[first]
    return art.CourseLines("Stacks", tuple(lines), start, whole, bad=False, chips=True, stacks=True)
