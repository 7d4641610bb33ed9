"""How a match has ended, as a picture: who won it, by how much, and how it came about. One that was broken off shows
who leads; a session at a table for chips, who goes home with what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.engine.amounts import signed, whites
from bot.engine.deal import Deal
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.state import Standing, ranked
from bot.engine.traits import Variants
from bot.engine.view import View, view
from bot.table.open_table import OpenTable
from card_art import scene as art

from ..words.game import Words
from ..words.results import at_a_point
from ..words.sentences import Who, times
from .ending_course import course
from .ending_highlight import highlight
from .ending_parts import End, Side, by_seat

_BROKEN_OFF = "not played to the end"


def match_end(s: OpenTable, words: Words, seen: View, who: Who, results: art.Results) -> art.MatchEnd | None:
    """The end of the match of which `seen` is the last deal and `results` its sheet; None while it goes on."""
    if not seen.standings:
        return None
    end = End(s, words, seen, who, by_seat(results), _sides(s, seen.standings))
    evenly = end.chips and len(end.sides) > 1 and all(side.place == 1 and side.outcome == "D" for side in end.sides)
    if evenly and s.match_course:  # the pot is shared, and nobody wins by the rules: chips tell who has come off best
        end = replace(end, sides=end.by_chips())
    best = [side for side in end.sides if side.place == 1]
    won = any(side.outcome != "L" for side in best)
    total, counted = end.total(best[0])
    fewest = "the fewest" if s.game.lowest_wins and counted and not end.chips else ""
    more = end.from_place(best[0]) if end.paid is not None else fewest
    if end.tally is not None:
        more = end.chips_won(best[0])
    what = (f"{counted},", more) if counted and more else (counted or more,) if counted or more else ()
    verb = _verb(best, won, who)
    if evenly and len(best) < len(end.sides):
        verb = "win most" if len(best) > 1 or who.viewer in best[0].seats else "wins most"
    made = _picture(end, _title(s, results), best, verb, total, what)
    return replace(
        made, facts=_facts(end, at_a_point(end.paid).lower() if end.paid is not None else ""), why=end.why(), won=won,
        why_with_verb=f"win by {end.ahead:,}" if len(best[0].seats) > 1 and end.why() == f"{end.ahead:,} ahead" else "",
        below=end.below(), last=end.last(), style=results.style,
    )  # fmt: skip


def broken_off(s: OpenTable, words: Words, deal: Deal, who: Who) -> art.MatchEnd | None:
    """How a match stood that has not come to its end, after the last of its deals that did; None if none did. `deal` is
    any of them."""
    if not s.match_course:
        return None
    seen = view(deal, SPECTATOR)
    title = _title(s, words.results(seen, deal.state, who))
    if s.night is None and s.game.for_chips(s.options):
        return _session(End(s, words, seen, who, {}, ()), title)
    stood = s.match_course[-1]
    chips = End(s, words, seen, who, {}, ()).chips
    left = {gone.seat for gone in s.gone}
    here = [n for n, chair in enumerate(s.chairs[: len(stood.scores)]) if not chair.empty or n in left]
    found = {n: stood.won[n] if chips else stood.scores[n] for n in here}
    if not found:
        return None
    end = End(s, words, seen, who, {}, _sides(s, ranked(found, lowest_wins=s.game.lowest_wins and not chips)))
    best = [side for side in end.sides if side.place == 1]
    total, counted = end.total(best[0])
    level = len(best) == len(end.sides) > 1
    verb = (
        "are level" if len(best) > 1 else "lead" if len(best[0].seats) > 1 or who.viewer in best[0].seats else "leads"
    )
    alone = len(end.sides) == 1
    made = _picture(end, title, best, "" if alone else verb, total, (counted,) if counted else ())
    return replace(
        made, facts=_facts(end, _BROKEN_OFF), why="" if alone else end.why(), won=False,
        level="All level" if level else "",
    )  # fmt: skip


def _title(s: OpenTable, results: art.Results) -> str:
    """What was played; of a game that is many, which of them."""
    variants = s.game.trait(Variants)
    return results.title if variants is None else variants.called(s.options)


def _picture(
    end: End, title: str, best: Sequence[Side], verb: str, total: str, what: tuple[str, ...]
) -> art.MatchEnd:  # fmt: skip
    """What all ends have."""
    return art.MatchEnd(
        title=title, facts="",
        winners=tuple(person for side in best for person in end.people(side)), verb=verb, total=total, words=what,
        others=end.others(len(best)), course=course(end), highlight=highlight(end),
        style=replace(end.who.style, cloth=end.words.cloth),
    )  # fmt: skip


def _facts(end: End, more: str) -> str:
    limit = end.limit()
    what = end.own.facts(end.seen) if end.own.facts is not None else ""
    parts = (what, f"to {limit:,}" if limit else "", times(end.hands, end.words.deal), more)
    return " · ".join(filter(None, parts))


def _sides(s: OpenTable, standings: Sequence[Standing]) -> list[Side]:
    """Players, or partnerships, by their places."""
    pairs = len(standings) // 2 if s.game.in_partnerships(s.options, len(standings)) else 0
    found: dict[int, Side] = {}
    for each in standings:
        key = each.seat % pairs if pairs else each.seat
        before = found.get(key)
        seats = (*before.seats, each.seat) if before else (each.seat,)
        found[key] = Side(seats, each.place, each.outcome)
    return sorted(found.values(), key=lambda side: side.place)


def _verb(best: Sequence[Side], won: bool, who: Who) -> str:
    if not won:
        return "ends" if len(best) == 1 and best[0].seats != (who.viewer,) else "end"
    if len(best) > 1:
        return "share the win"
    return "win" if len(best[0].seats) > 1 or who.viewer in best[0].seats else "wins"


# ---- sessions ----------------------------------------------------------------------------------


class _Played(NamedTuple):
    """What somebody has played of a session."""

    person: art.Person
    net: int
    """In hundredths of a white."""
    bought: int | None
    """All they have brought; None for a house player."""
    seat: Seat

    @property
    def in_and_out(self) -> str:
        return f"{whites(self.bought)} → {whites(self.bought + self.net)}" if self.bought is not None else ""


def _session(end: End, title: str) -> art.MatchEnd | None:
    """What everybody has brought to a table for chips and taken home, the best of the people large."""
    s, played = end.s, _everybody(end)
    people = [one for one in played if one.bought is not None]
    if not people:
        return None
    best, first = people[0], played[0]
    ranks = [one.net for one in played]
    rows = [
        art.EndRow((one.person,), signed(one.net), str(ranks.index(one.net) + 1), one.in_and_out)
        for one in played if one is not best
    ]  # fmt: skip
    minutes = max((gone.seated for gone in s.gone), default=0) // 60_000
    assert best.bought is not None
    others = [one for one in played if one is not best]
    ahead = best.net - max((one.net for one in others), default=best.net)
    nearest = [one.person.name for one in others if best.net - one.net == ahead]
    why = f"{whites(ahead)} ahead of {' & '.join(nearest)}" if ahead > 0 and len(nearest) < 3 else ""
    won = best.net > 0
    you = best.seat == end.who.viewer
    seats = [one.seat for one in played]
    lines = [
        art.CourseLine((one.person,), (*(_won(point.won, one.seat) for point in end.stood[:-1]), one.net))
        for one in (best, *(one for one in played if one is not best))
        if end.stood and (seats.count(one.seat) == 1 or _won(end.stood[-1].won, one.seat) == one.net)
    ]  # of those who have had their seat to themselves; what was shared at the end is the last hand's
    drawn = len(end.stood) > 1 and lines and lines[0].people == (best.person,)
    more = times(minutes, "minute") if minutes else ""
    if not s.game.open_ended(s.options):
        more = _BROKEN_OFF
    return art.MatchEnd(
        title, " · ".join(filter(None, (times(end.hands, end.words.deal), more))),
        (best.person,), ("win" if you else "wins") if won else ("end" if you else "ends"), signed(best.net),
        ("chips,", "best of the people") if first is not best and won else ("chips",), why, won=won,
        below=best.in_and_out,
        others=art.Rows(tuple(rows)) if rows else None,
        course=art.CourseLines(f"Won and lost, {end.words.deal} by {end.words.deal}", tuple(lines), chips=True)
        if drawn else None,
        highlight=highlight(end), style=replace(end.who.style, cloth=end.words.cloth),
    )  # fmt: skip


def _everybody(end: End) -> list[_Played]:
    """People, also those who got up before the end, and house players, who has won the most first."""
    s, who, last = end.s, end.who, end.s.match_course[-1].won
    played: list[_Played] = []
    for n, gone in enumerate(s.gone):
        chair = s.chairs[gone.seat] if gone.seat < len(s.chairs) else None
        there = chair is not None and (chair.empty or chair.user == gone.user)
        face = who.avatar(gone.seat) if there else ""
        name = who(gone.seat) if there else gone.name
        person = art.Person(name, gone.seat if there else len(s.chairs) + n, face)
        played.append(_Played(person, gone.net, gone.bought, gone.seat))
    known = {gone.user for gone in s.gone}
    for seat, chair in enumerate(s.chairs):
        if chair.empty or chair.user in known:
            continue  # a table that an earlier version has closed remembers only those who got up before
        bought = None if chair.house else chair.bought
        played.append(_Played(end.person(seat), _won(last, seat), bought, seat))
    return sorted(played, key=lambda one: (-one.net, one.bought is not None))


def _won(of: Sequence[int], seat: Seat) -> int:
    return of[seat] if seat < len(of) else 0
