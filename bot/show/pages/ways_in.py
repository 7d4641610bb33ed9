"""`/help`: what this is, and the ways into it as buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..controls.components import Button, Menu, Option, Rows, in_rows
from ..controls.control_id import button_id, menu_id
from ..words.game import Mood, Words
from ..words.sentences import times
from .choosing import MOODS

DESK = "help"
"""In the table's place of the ids of these controls. Each is answered by the group of commands that it stands for."""
MOST_IN_MENU = 25
MOST_TABLES = 15
GAMES = Button(button_id(DESK, 0, "@games"), "Games", "primary")
IN_A_SERVER = "-# This is a direct message: tables stand in a server's channels, and `/games` there opens one."


def front(count: int, *, in_a_server: bool) -> tuple[str, Rows]:
    """What this is, with that many games, and where to go from here."""
    lines = [
        f"**The card room**: {times(count, 'card game')}, with friends or against house players, for a few minutes or "
        "a whole night. Open a game and press **Play now**: your cards come at once. "
        "**Learn it** teaches it, without a clock. All chips are play chips.",
        *(() if in_a_server else (IN_A_SERVER,)),
        "-# Something is wrong? Tell those who run this bot: its profile says how.",
    ]
    buttons = [
        GAMES,
        Button(button_id(DESK, 0, "@tables"), "My tables"),
        Button(button_id(DESK, 0, "@night"), "A night"),
        Button(button_id(DESK, 0, "@settings"), "Settings"),
        Button(button_id(DESK, 0, "@rules"), "Rules of…"),
    ]
    return "\n".join(lines), in_rows(buttons)


class OwnTable(NamedTuple):
    """A table at which the asker sits."""

    title: str
    link: str
    """To its message, or to its channel."""
    stage: str
    turn: bool
    """Whether it waits for the asker."""


def own_tables(tables: Sequence[OwnTable]) -> str:
    """Where the asker sits, a line each: those that wait for them first."""
    if not tables:
        return "You sit at no table now. **Games** opens one, and **Join** under a table sits you down there."
    shown = sorted(tables, key=lambda table: not table.turn)[:MOST_TABLES]
    lines = [f"• {t.link} **{t.title}** · {'**your turn**' if t.turn else t.stage}" for t in shown]
    more = [f"-# and {len(tables) - len(shown)} more"] if len(tables) > len(shown) else []
    return "\n".join([f"**You sit at {times(len(tables), 'table')}**", *lines, *more])


def a_night(why_not: str = "") -> tuple[str, Rows]:
    """How a night is begun, with the button that opens one; or why the asker may open none here."""
    lines = [
        "**A night of dealer's choice**: everybody buys in once, the dealer names the next game, and the deal goes "
        "round. At the end a picture shows who would pay whom.",
        "`/night schedule` announces one, for Friday at 8 pm say: people answer **In**, are reminded of it, and called "
        "when its table opens.",
    ]
    if why_not:
        return "\n".join([*lines, f"-# {why_not}"]), ()
    return "\n".join(lines), in_rows([Button(button_id(DESK, 0, "@open-night"), "Open a night now", "primary")])


def rules_of(words: Mapping[str, Words]) -> tuple[str, Rows]:
    """The choice of a game whose rules are shown: in the order of the moods, as `/games` has it."""
    order: list[Mood] = [*MOODS]
    games = sorted(words.values(), key=lambda w: (order.index(w.moods[0]), w.game.title))
    options = tuple(
        Option(w.game.title, w.game.slug, description=MOODS[w.moods[0]].label) for w in games[:MOST_IN_MENU]
    )
    text = "Choose a game: its rules in short, with a picture. At a table, `/rules` has its options besides."
    return text, in_rows([Menu(menu_id(DESK, 0, "@rules"), "Rules of…", options)])
