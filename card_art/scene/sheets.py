"""What pictures of no table are drawn from: leaderboards, members' form, the games that there are, how
cards may look. Plain frozen data,
as in `scene`."""

from __future__ import annotations

from dataclasses import dataclass

from card_art.scene.style import Cloth, Style


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One member's line of a leaderboard."""

    place: int
    name: str
    value: str
    """What the board is about: "12", "+340½"."""
    line: str = ""
    """A few words beside: "12 wins in 30 matches"."""
    share: float = 0.0
    """The length of the bar, from 0 to 1."""
    mine: bool = False
    """The line of the player who asked."""
    face: str = ""
    """The key of their picture (`portraits`), in place of the first letter."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A leaderboard: up to ten members, the best first."""

    title: str
    subtitle: str
    heading: str
    """What is measured: "Wins"."""
    rows: tuple[LeaderboardRow, ...]
    cloth: Cloth = "blue"


@dataclass(frozen=True, slots=True)
class StatsSheet:
    """How a member has done: the course of the last matches, figures, and the games played most."""

    name: str
    subtitle: str
    course: tuple[int, ...]
    """After each of the last matches: hundredths of a white, or wins less losses."""
    chips: bool
    """Whether the course is of chips."""
    outcomes: str
    """Of the same matches: a W, L or D each."""
    figures: tuple[tuple[str, str], ...]
    """What it is and how much, up to eight."""
    favourites: tuple[tuple[str, int, str], ...] = ()
    """The games played most: the title, how many matches, and a few words."""
    face: str = ""
    """The key of their picture (`portraits`), in place of the first letter."""
    cloth: Cloth = "blue"


@dataclass(frozen=True, slots=True)
class Tile:
    """One game among others."""

    name: str
    """Its picture at play (`gallery.FOLDER`)."""
    title: str
    facts: tuple[str, ...]
    """For how many, and how long it takes."""
    counts: str
    """What it is played for: "chips", "points", "no chips"."""
    line: str
    """What it is; the picture's alt text alone says it."""


@dataclass(frozen=True, slots=True)
class Gallery:
    """Games to choose from, as many as nine."""

    title: str
    subtitle: str
    tiles: tuple[Tile, ...]
    page: str = ""
    """Which part of them it is: "1 of 2"."""
    cloth: Cloth = "green"


@dataclass(frozen=True, slots=True)
class CardChoice:
    """One way in which cards may look."""

    name: str
    style: Style
    chosen: bool


@dataclass(frozen=True, slots=True)
class CardChoices:
    """How cards may look: those that exclude each other stand side by side."""

    choices: tuple[CardChoice, ...]
    cloth: Cloth = "green"
