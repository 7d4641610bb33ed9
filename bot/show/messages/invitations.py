"""The message that announces a night: when it is, who comes, and while the evening is open, which suits whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.engine.amounts import whites
from bot.store import Guest, GuestList, Night
from bot.table.names import escaped

from ..controls.components import Button, Rows
from ..controls.control_id import button_id
from ..words import night_terms
from ..words.dates import lettered

SCOPE = "night"
"""In the table's place of the ids of the buttons under an announcement."""
IN, MAYBE, OUT = "In", "Maybe", "Out"
LONGEST = 2000
"""Characters of a message."""
MOST_NAMES = 15
"""How many names stand under Maybe, under Out, and behind each evening that is voted on; those who are in stand there
all. There are fewer where the message would be too long."""
FEWER = (MOST_NAMES, 10, 5, 2, 0)


@dataclass(frozen=True)
class Announcement:
    """What an announcement tells of a night."""

    night: Night
    guests: GuestList
    zone: str
    """Of the server: its wall clock names evenings on buttons."""
    now: int
    votes: Mapping[int, Sequence[tuple[int, str]]] = field(default_factory=dict[int, Sequence[tuple[int, str]]])
    place: int | None = None
    """Where it is played, once it has begun."""
    again: str = ""
    """When it comes again, where it is one of a series: `every Friday`."""
    opens: int = 0
    """How many minutes before its time the table opens."""


def announcement(of: Announcement) -> tuple[str, Rows]:
    """What the message says that announces a night, and what can be pressed there."""
    night = of.night
    if night.status != "announced":
        return _short(lambda most: [_became(of), *_names(of, most)]), ()
    if night.decides is not None:
        return _short(lambda most: _vote(of, most)), _vote_rows(of)
    return _short(lambda most: [_begins(of), *_names(of, most), *_told(of, most)]), _rows(night)


def _short(lines: Callable[[int], list[str]]) -> str:
    """Lines with as many names as fit into a message."""
    texts = ("\n".join(lines(most)) for most in FEWER)
    return next((text for text in texts if len(text) <= LONGEST), "\n".join(lines(0))[:LONGEST])


def _called(night: Night) -> str:
    return f"**{escaped(night.name)}**"


def _became(of: Announcement) -> str:
    """How a night is that is not announced any more."""
    night, name = of.night, _called(of.night)
    match night.status:
        case "running":
            return f"{name} is on{f', in <#{of.place}>' if of.place else ''}: press **Join** on its table."
        case "over":
            return f"{name} is over; it was in <#{of.place}>." if of.place else f"{name} is over."
        case _:
            at = f"<t:{night.starts // 1000}:F>"
            if night.terms.get("lapsed") and night.decides is not None:
                return f"{name} does not take place: no evening was fixed."
            if night.terms.get("lapsed"):
                return f"{name} did not begin: its time was {at}."
            skipped = f" Only this evening: it comes again {of.again}." if of.again else ""
            its_time = f" Its time was {at}." if night.decides is None else ""
            return f"{name} is called off.{skipped}{its_time}"


def _begins(of: Announcement) -> str:
    night, at = of.night, of.night.starts // 1000
    again = f", {of.again}" if of.again else ""
    chips = f"a buy-in of {whites(night.terms['buy_in'])} play chips"
    return _with_games(night, f"{_called(night)} begins <t:{at}:F> (<t:{at}:R>){again}, with {chips}.")


def _with_games(night: Night, said: str) -> str:
    """The same, and what is laid down about its games, on a line of its own."""
    games = night_terms.told(night.terms)
    return f"{said}\n{games}." if games else said


def _names(of: Announcement, most: int) -> list[str]:
    """Each name under its word, with how many there are; `most` of those who are not in."""
    night, guests = of.night, of.guests
    lines = list[str]()
    if guests.coming or of.night.least:
        people = f": {_people(guests.coming)}" if guests.coming else ""
        lines.append(
            f"**{IN}** ({len(guests.coming)}{f' of {night.most}' if night.most else ''}){people}{_missing(of)}"
        )
    if guests.waiting:
        lines.append(f"**Waiting for a place** ({len(guests.waiting)}): {_people(guests.waiting)}")
    for word, some in ((MAYBE, guests.maybe), (OUT, guests.out)):
        if some:
            lines.append(f"**{word}** ({len(some)}){f': {_people(some, most)}' if most else ''}")
    moved_up = [user for user in night.terms.get("moved_up", ()) if user > 0]
    if moved_up and most and night.status == "announced":
        lines.append(f"A place was free: {', '.join(f'<@{user}>' for user in moved_up[-most:])} moved up.")
    return lines


def _people(guests: Iterable[Guest], most: int = 10**6) -> str:
    users = [guest.user for guest in guests]
    named = ", ".join(f"<@{user}>" for user in users[:most])
    return f"{named} and {len(users) - most} more" if len(users) > most else named


def _missing(of: Announcement) -> str:
    """How many more are needed, where the host has named a least number."""
    least, coming = of.night.least, len(of.guests.coming)
    if not least or of.night.status != "announced":
        return ""
    if coming >= least:
        return f" · enough: we play from {least}"
    return f" · {least - coming} more, and we play"


def _told(of: Announcement, most: int) -> list[str]:
    """What else there is to say, smaller."""
    night, lines = of.night, list[str]()
    if trouble := night.terms.get("trouble"):
        lines.append(f"⚠ Its table is not open: {trouble[:300]}")
    regulars = [user for user in night.terms.get("regulars", ()) if user > 0][:most]
    if regulars:
        lines.append(f"-# Regulars: {', '.join(f'<@{user}>' for user in regulars)}")
    when = "at its time" if not of.opens else f"{of.opens} minutes before" if of.opens > 1 else "a minute before"
    by = f"Announced by <@{night.host}>. " if night.host > 0 else ""
    lines.append(
        f"-# {by}Press **{IN}** if you come: the table opens here {when}, you are told, and your seat is kept for ten"
        " minutes."
    )
    return lines


def _rows(night: Night) -> Rows:
    return (
        (
            Button(button_id(SCOPE, 0, "@in", night.id), IN, "success"),
            Button(button_id(SCOPE, 0, "@maybe", night.id), MAYBE),
            Button(button_id(SCOPE, 0, "@out", night.id), OUT),
            Button(button_id(SCOPE, 0, "@host", night.id), "Host…"),
        ),
    )


def _vote(of: Announcement, most: int) -> list[str]:
    night = of.night
    assert night.decides is not None
    asks = f"{_called(night)}: which evening? With a buy-in of {whites(night.terms['buy_in'])} play chips."
    lines = [_with_games(night, asks)]
    for starts, label in lettered([*of.votes], of.zone, of.now).items():
        people = of.votes[starts]
        names = ", ".join(f"<@{user}>" for user, _ in people[:most])
        more = f" and {len(people) - most} more" if len(people) > most else ""
        past = " · past" if starts <= of.now else ""
        suits = f": {names}{more}" if names else ""
        lines.append(f"**{label[0]}** · <t:{starts // 1000}:F>{past} · **{len(people)}**{suits}")
    host = f"<@{night.host}>" if night.host > 0 else "managers"
    fixes = (
        f"The best one is fixed <t:{night.decides // 1000}:R>, or earlier by {host} with **Fix it**."
        if night.decides > of.now else
        f"None suited anybody by the day given; {host} may still fix one with **Fix it**."
    )  # fmt: skip
    lines.append(f"-# Press all that suit you; pressing again takes it back. {fixes}")
    return lines


def _vote_rows(of: Announcement) -> Rows:
    night = of.night
    evenings = tuple(
        Button(button_id(SCOPE, 0, "@suits", f"{night.id}.{starts // 1000}"), label, disabled=starts <= of.now)
        for starts, label in lettered([*of.votes], of.zone, of.now).items()
    )
    return (
        evenings,
        (
            Button(button_id(SCOPE, 0, "@fix", night.id), "Fix it", "primary"),
            Button(button_id(SCOPE, 0, "@host", night.id), "Host…"),
        ),
    )
