"""What a server's managers see of its settings: how they stand in words, and the forms and menus that change them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, NamedTuple
from zoneinfo import available_timezones

from bot.engine.amounts import BadAmount, read_amount, whites
from bot.engine.options import typed_in_words
from bot.table.errors import Rejected
from bot.table.names import escaped
from bot.table.settings import Settings

from ..controls.components import Button, ChannelMenu, Control, Menu, Option, Rows, in_rows
from ..controls.control_id import button_id, menu_id
from ..controls.forms import Choice, Entered, Form, Page, Part, TextField, pages, worded
from ..words import night_terms
from ..words.game import Words
from .nights_ahead import games_parts
from .text_views import parted

DESK = "cardroom"
"""In the table's place of the ids of these controls."""
FOUR: Final = "four colours"
TWO: Final = "two colours"
FULL: Final = "full faces"
COMPACT: Final = "compact faces"
MOST_CHIPS = 100_000_000
"""The largest amount that is set, in hundredths of a white."""
MOST_IN_MENU = 25
MOST_TEXT = 2000


class Number(NamedTuple):
    """A whole number among the settings: between what, and what it is called."""

    name: str
    label: str
    least: int
    most: int
    help: str


class Amount(NamedTuple):
    """An amount among the settings; one that may be nothing is none then."""

    name: str
    label: str
    help: str
    may_be_none: bool = False


AMOUNTS = (
    Amount("grant", "The grant", "Play chips for a member's first visit, and for a refill; in whites."),
    Amount("buy_in", "The buy-in", "What sitting down at a game for chips costs; in whites."),
    Amount("gift_most", "The largest gift", "From one member to another; none for no gifts.", True),
    Amount("gift_day", "Gifts in a day", "What a member may give in a day, all gifts together.", True),
    Amount("buy_ins_day", "Buy-ins in a day", "What a member may bring to tables in a day; none for no limit.", True),
)
CLOCKS = (
    Number("move_seconds", "Seconds for a move", 10, 600, "The turn clock for a move."),
    Number("choice_seconds", "Seconds for a choice of several cards", 10, 900, "The turn clock for passing cards."),
    Number("next_deal_seconds", "Seconds that a result stays", 2, 600, "Then the next deal begins."),
    Number("idle_minutes", "Minutes until a table pauses", 1, 1440, "When nobody has moved for this time."),
    Number("close_hours", "Hours until a table closes", 1, 168, "When nobody has moved for this time."),
)
NIGHTS = (
    Number("nights_most", "Nights that a member may announce", 0, 25, "At a time, and in an hour; not for managers."),
    Number("night_opens_minutes", "Minutes before a night when its lobby opens", 0, 60,
           "It opens on its own; 0 is at the announced time."),
)  # fmt: skip


class Switch(NamedTuple):
    """Something about nights that is on or off: what it is called, and what on and off mean."""

    name: str
    label: str
    on: str
    off: str
    help: str


SWITCHES = (
    Switch("night_reminders", "Reminders", "People are reminded of their nights", "No reminders",
           "A day and an hour before, for those who come; /prefs is for one's own."),
    Switch("night_series", "Nights that come again", "May be announced", "May not be announced",
           "Every week, every second week or every month."),
    Switch("night_pings", "Pings", "Those who come are pinged", "Nobody is pinged",
           "By reminders, and when a lobby opens; without pings neither is sent."),
)  # fmt: skip
MOST_PACE_MS = 10_000


# ---- how it stands -----------------------------------------------------------------------------


def told(s: Settings, words: Mapping[str, Words]) -> list[str]:
    """The settings in words, a line each, as one message or several: what may be long comes first, and the last has
    everything short."""
    channels = "in " + ", ".join(f"<#{channel}>" for channel in s.channels) if s.channels else "everywhere"
    brought = f"at most {whites(s.buy_ins_day)}" if s.buy_ins_day else "no limit"
    lines = [
        "**This server's card room**",
        f"Games: {', '.join(words[slug].game.title for slug in s.games if slug in words) or 'all'}.",
        with_lost(f"Tables are opened {channels}.", s, "channels"),
    ]
    for slug, usual in s.defaults.items():
        if slug in words:
            game = words[slug].game
            lines.append(f"{game.title} here: {', '.join(typed_in_words(game.options, usual))}.")
    short = "\n".join([
        f"A first visit and a refill bring {whites(s.grant)} play chips; a buy-in is {whites(s.buy_in)}.",
        f"A gift is at most {whites(s.gift_most)}, in a day {whites(s.gift_day)}.",
        f"Brought to tables in a day: {brought}.",
        f"A move has {s.move_seconds} s, a choice of several cards {s.choice_seconds} s.",
        f"A result stays for {s.next_deal_seconds} s.",
        f"A table where nobody moves pauses after {_times(s.idle_minutes, 'minute')} and closes after "
        f"{_times(s.close_hours, 'hour')}.",
        f"House players wait {seconds(s.house_pace_ms)} s.",
        f"Nights are announced, and months begin, by the clock of {s.timezone}.",
        f"Cards are drawn in {FOUR if s.four_colour else TWO}, with {COMPACT if s.compact else FULL}.",
        *_nights_told(s),
    ])  # fmt: skip
    whole = "\n".join([*lines, short])
    return [whole] if len(whole) <= MOST_TEXT else [*parted("\n".join(lines)), short]


def _nights_told(s: Settings) -> list[str]:
    """How nights are announced here, a line each."""
    most = {0: "none", 1: "one night"}.get(s.nights_most, f"{s.nights_most} nights")
    before = s.night_opens_minutes
    opens = f"{_times(before, 'minute')} before its time" if before else "at its time"
    reminded = "People are reminded of their nights" if s.night_reminders else "Nobody is reminded of nights"
    pinged = "those who come are pinged" if s.night_pings else "nobody is pinged"
    again = "Nights may come again every week or month" if s.night_series else "Nights are announced one by one"
    return [
        f"A member may have {most} announced at a time, and announce {'as many' if s.nights_most else 'none'} in an"
        " hour; managers as many as they like.",
        f"The lobby of an announced night opens {opens}.",
        f"{reminded}, and {pinged}. {again}.",
        *([f"A night unless its host says otherwise: {games}."] if (games := night_terms.told(s.night_terms)) else []),
    ]


def lost(s: Settings, name: str) -> str:
    """What was named in this setting and has been deleted since, in a sentence; nothing as a rule."""
    if not (gone := s.lost.get(name)):
        return ""
    names, have = ", ".join(escaped(one) for one in gone), "has" if len(gone) == 1 else "have"
    rule = "" if getattr(s, name) else ", and the rule has gone with it" if len(gone) == 1 else (
        ", and the rule has gone with them"
    )  # fmt: skip
    return f"{names}, named here before, {have} been deleted{rule}."


def with_lost(line: str, s: Settings, name: str) -> str:
    """What this setting says, and behind it what was named there and has been deleted since."""
    return " ".join(filter(None, (line, lost(s, name))))


def _times(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def seconds(ms: int) -> str:
    """Thousandths of a second as people write seconds: `1.2`."""
    return f"{ms / 1000:.3f}".rstrip("0").rstrip(".")


def rows(s: Settings, words: Mapping[str, Words]) -> Rows:
    """What changes them."""
    games = [words[slug].game for slug in words][:MOST_IN_MENU]
    found: list[Control] = [
        Button(button_id(DESK, 0, "@form", name), f"{sheet.label}…") for name, sheet in FORMS.items()
    ]
    found.append(Button(button_id(DESK, 0, "@who"), "Who may…"))
    found.append(
        Menu(
            menu_id(DESK, 0, "@games"), "Which games may be played",
            tuple(Option(game.title, game.slug, s.allows(game.slug)) for game in games), 1, len(games),
        )
    )  # fmt: skip
    if len(s.channels) <= MOST_IN_MENU:
        placeholder = "Where tables may be opened; nowhere chosen is everywhere"
        found.append(ChannelMenu(menu_id(DESK, 0, "@channels"), placeholder, s.channels, MOST_IN_MENU))
    options = tuple(Option(game.title, game.slug) for game in games)
    found.append(Menu(menu_id(DESK, 0, "@game"), "What a game's tables are like here…", options))
    return in_rows(found)


def game_told(s: Settings, words: Words) -> tuple[str, Rows]:
    """What a game's tables are like here unless their hosts say otherwise, with a button for each form."""
    usual = s.defaults.get(words.game.slug, {})
    stand = ", ".join(typed_in_words(words.game.options, usual)) or "as the game has them"
    made = [
        Button(button_id(DESK, 0, "@usual", f"{words.game.slug}.{n}"), f"{page.title}…")
        for n, page in enumerate(_forms(words))
    ]
    return f"**{words.game.title}** · the options of its tables here: {stand}.", in_rows(made)


def _forms(words: Words) -> list[Page]:
    return [*pages(words.game.options), *worded(words.game.options)]


def game_page(words: Words, number: str) -> Page:
    """One of a game's forms. Raises Rejected."""
    found = _forms(words)
    if not number.isdecimal() or int(number) >= len(found):
        raise Rejected("That button is not known any more.")
    return found[int(number)]


# ---- forms -------------------------------------------------------------------------------------


def _chips(s: Settings) -> tuple[Part, ...]:
    return tuple(
        TextField(a.name, a.label, "none" if a.may_be_none and not getattr(s, a.name) else whites(getattr(s, a.name)),
                  a.help, "In whites: 5, 2.5 or 2½", 20)
        for a in AMOUNTS
    )  # fmt: skip


def _read_chips(entered: Entered) -> dict[str, object]:
    return {a.name: _amount(a, entered[a.name]) for a in AMOUNTS if a.name in entered}


def _amount(a: Amount, text: str) -> int:
    try:
        amount = read_amount(text, {"none": 0, "0": 0} if a.may_be_none else {})
    except BadAmount as bad:
        raise Rejected(f"{a.label}: {bad}") from None
    if amount > MOST_CHIPS:
        raise Rejected(f"{a.label} is at most {whites(MOST_CHIPS)}.")
    return amount


def _number_fields(numbers: tuple[Number, ...], s: Settings) -> tuple[Part, ...]:
    return tuple(
        TextField(n.name, n.label, str(getattr(s, n.name)), n.help, f"{n.least} to {n.most}", 6) for n in numbers
    )


def _read_numbers(numbers: tuple[Number, ...], entered: Entered) -> dict[str, object]:
    return {n.name: _number(n, entered[n.name]) for n in numbers if n.name in entered}


def _number(n: Number, text: str) -> int:
    if not text.isdecimal() or not n.least <= int(text[:9]) <= n.most:
        raise Rejected(f"{n.label}: a whole number from {n.least} to {n.most}.")
    return int(text)


PACE, ZONE, DECK, FACES = "house_pace_ms", "timezone", "four_colour", "compact"


def _looks(s: Settings) -> tuple[Part, ...]:
    return (
        TextField(PACE, "Seconds that house players wait", seconds(s.house_pace_ms),
                  "How long they think before a move.", "0 to 10", 6),
        TextField(ZONE, "The clock of", s.timezone,
                  "A night that is announced for 8 pm is at 8 pm there; the leaderboard's months begin by it.",
                  "Europe/Berlin, or Berlin", 60),
        Choice(DECK, "The suits", (("yes", FOUR.capitalize()), ("no", TWO.capitalize())), _yes(s.four_colour),
               "On the tables' pictures; /prefs is for one's own."),
        Choice(FACES, "The cards", (("no", FULL.capitalize()), ("yes", COMPACT.capitalize())), _yes(s.compact),
               "Compact faces have one big rank and suit: good on small screens."),
    )  # fmt: skip


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _read_looks(entered: Entered) -> dict[str, object]:
    found: dict[str, object] = {name: entered[name] == "yes" for name in (DECK, FACES) if name in entered}
    if PACE in entered:
        found[PACE] = _pace(entered[PACE])
    if ZONE in entered:
        found[ZONE] = zone(entered[ZONE])
    return found


def _pace(text: str) -> int:
    whole, _, rest = text.replace(",", ".").partition(".")
    if not (whole + rest).isdecimal() or len(rest) > 3 or not (whole or "0").isdecimal():
        raise Rejected("Seconds that house players wait: a number from 0 to 10, such as 1.2.")
    ms = int(whole or "0") * 1000 + int(rest.ljust(3, "0") if rest else 0)
    if ms > MOST_PACE_MS:
        raise Rejected("Seconds that house players wait: a number from 0 to 10, such as 1.2.")
    return ms


def zone(text: str) -> str:
    """A time zone from what was typed: its name, or only the place if it is unique. Raises Rejected."""
    wanted = text.strip().lower().replace(" ", "_")
    known = {name.lower(): name for name in available_timezones()}
    places = {name for low, name in known.items() if low.rpartition("/")[2] == wanted}
    if (found := known.get(wanted)) is None and len(places) == 1:
        (found,) = places
    if found is None:
        raise Rejected("The clock of: write a place like Europe/Berlin or America/New_York.")
    return found


def _nights(s: Settings) -> tuple[Part, ...]:
    switches = (
        Choice(w.name, w.label, (("yes", w.on), ("no", w.off)), _yes(getattr(s, w.name)), w.help) for w in SWITCHES
    )
    return (*_number_fields(NIGHTS, s), *switches)


def _read_nights(entered: Entered) -> dict[str, object]:
    switched = {w.name: entered[w.name] == "yes" for w in SWITCHES if w.name in entered}
    return _read_numbers(NIGHTS, entered) | switched


_GAMES = "night_"
"""How the fields begin of what a server has about the games of its nights."""


def _night_games(s: Settings) -> tuple[Part, ...]:
    return games_parts(s.night_terms, _GAMES)


def _read_night_games(entered: Entered) -> dict[str, object]:
    typed = {name.removeprefix(_GAMES): text for name, text in entered.items()}
    found: dict[str, object] = {f"{_GAMES}{name}": value for name, value in night_terms.read({}, typed).items()}
    only = found.get("night_only")
    return found | ({"night_only": tuple(only)} if isinstance(only, list) else {})


class Sheet(NamedTuple):
    """One form of the panel."""

    label: str
    parts: Callable[[Settings], tuple[Part, ...]]
    read: Callable[[Entered], dict[str, object]]


FORMS = {
    "chips": Sheet("Chips", _chips, _read_chips),
    "clocks": Sheet("Clocks", partial(_number_fields, CLOCKS), partial(_read_numbers, CLOCKS)),
    "looks": Sheet("House players and cards", _looks, _read_looks),
    "nights": Sheet("Nights", _nights, _read_nights),
    "night-games": Sheet("Games of nights", _night_games, _read_night_games),
}


def form(name: str, s: Settings) -> Form:
    """A form as the settings stand. Raises Rejected."""
    if name not in FORMS:
        raise Rejected("That button is not known any more.")
    return Form(FORMS[name].label, FORMS[name].parts(s))


def changed(s: Settings, wanted: Mapping[str, object]) -> dict[str, object]:
    """Of what was entered, what is not so already."""
    return {name: value for name, value in wanted.items() if getattr(s, name) != value}
