"""The end of a match in words."""

from __future__ import annotations

from bot.engine.amounts import signed, whites
from card_art import scene as art

from ..words.sentences import You, cards_text


def ending_alt(end: art.MatchEnd) -> list[str]:
    """Who has won, by how much and how it came about: in the order in which the picture is looked at."""
    words = f" {' '.join(end.words)}" if end.words else ""
    total = f": {end.total}{words}" if end.total else ""
    why = f"; {end.why}" if end.why else ""
    below = f"; {_in_and_out(end.below)}" if end.below else ""
    won = f"{names(end.winners)} {end.verb}{total}{why}{below}."
    said = [f"{end.title}, {end.facts.replace(' · ', ', ')}.", won]
    if end.counted:
        told = ", ".join(end.counted)
        said.append(f"{told[0].upper()}{told[1:]}.")
    match end.others:
        case art.Rows(rows):
            said += [_row(row) for row in rows]
        case art.Ledger(labels, columns, sum_label):
            said += [
                f"{names(column.people)}: "
                + ", ".join(f"{what.lower()} {n}" for what, n in zip(labels, column.figures, strict=True))
                + f", {sum_label.lower()} {column.total}."
                for column in columns
            ]
        case None:
            pass
    if end.highlight is not None:
        said.append(_highlight(end.highlight))
    if end.last is not None:
        changes = ", ".join(f"{names(change.people)} {change.text}" for change in end.last.changes)
        said.append(f"{end.last.title}: {changes}.")
    return [*said, *_course(end.course)]


def names(people: art.People) -> str:
    """Partners, or those who share a win."""
    said = [f"{p.name} (house player)" if p.face.startswith(art.OF_HOUSE) else p.name for p in people]
    return " and ".join(filter(None, (", ".join(said[:-1]), said[-1])))


def _does(one: art.Person, verb: str) -> str:
    """ "Ada calls", "You call"."""
    return f"{one.name} {verb if isinstance(one.name, You) else f'{verb}s'}"


def _in_and_out(line: str) -> str:
    """ "100 → 159" as it is said."""
    bought, arrow, out = line.partition(" → ")
    return f"{bought} in, {out} out" if arrow else line


def _row(row: art.EndRow) -> str:
    letters = f"{row.taken} of the letters {row.letters}" if row.letters else ""
    line = f"{row.line} {row.by.name}" if row.by else _in_and_out(row.line)
    told = [*filter(None, (row.total, letters, line))]
    place = f"{row.place}. " if row.place else ""
    return f"{place}{names(row.people)}{': ' if told else ''}{', '.join(told)}."


def _highlight(highlight: art.Highlight) -> str:
    """ "Hand 4, undercut: Ada, 4♥ 5♥ 6♥; 12 against 15."; one whose all cards are is named once."""
    named = [row.by.name for row in highlight.cards if row.by]
    alone = len({*named}) == 1
    cards = [(f"{row.by.name}, " if row.by and not alone else "") + cards_text(row.cards) for row in highlight.cards]
    between = f" {highlight.between} " if highlight.between else "; "
    stamp = highlight.stamp.said if highlight.stamp else ""
    lines = (line for line in highlight.lines if line not in named)
    told = "; ".join(filter(None, (between.join(cards), stamp, *lines)))
    return f"{highlight.title.replace(': ', ', ')}: {f'{named[0]}, ' if alone else ''}{told}."


def _course(course: art.Course | None) -> list[str]:
    """The course of the match: only where it began and what each hand left, the winner's."""
    match course:
        case art.CourseLines():
            line = course.lines[0]
            shown = [
                whites(n) if course.stacks else signed(n) if course.chips else f"{n:,}".replace("-", "−")
                for n in line.values
            ]
            return [f"{course.title}: {names(line.people)} {', '.join(shown)}."]
        case art.CourseBars():
            each = [f"{hand} {_bar(course, n)}" for hand, n in enumerate(course.values, 1) if n]
            return [f"{course.title}: {', '.join(each)}."] if each else []
        case art.CourseRace():
            lanes = (f"{names(lane.people)} {', '.join(map(str, lane.stretches))}" for lane in course.lanes)
            return [f"{course.title}: {'; '.join(lanes)}."]
        case art.CourseCalls():
            return [
                f"Hand {call.hand}: {_does(call.by, 'call')} {call.said}, {'rightly' if call.right else 'wrongly'}."
                for call in course.calls
            ]
        case None:
            return []


def _bar(course: art.CourseBars, n: int) -> str:
    size = signed(abs(n)) if course.chips else f"{abs(n):,}"
    return f"{names(course.sides[n < 0])} {size}"
