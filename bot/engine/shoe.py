"""A shoe: one pack, of several decks perhaps, that serves many deals (rules/dealing.md, sections 2 to 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .buy_in import ChipDealing
from .options import choice, number
from .randomness import Pack
from .state import State

_BASE = {1: 17, 2: 26}
_HANDS = 4
"""At least this many cards for each hand lie behind the marker."""


@dataclass(frozen=True, kw_only=True)
class ShoeDealing(ChipDealing):
    """What the options of every game with a shoe say about the deal; shoes are for games with chips. The game adds
    `decks`."""

    cutter: str = choice("any", "host", help="who may cut: the first who presses, or the host")
    shuffle: str = choice(
        "uniform",
        "casino",
        help="casino: by hand in four stacks, two decks or more",
        said={"casino": "shuffled by hand, as in a casino"},
    )
    riffles: int = number(
        1, 1, 7, "how often each pair of packets is riffled in a casino shuffle", said="riffled {} times"
    )
    casino_start: str = choice(
        "wash",
        "tray",
        help="whether a casino shuffle starts from a wash or from the last shoe",
        said={"tray": "shuffled from the last shoe"},
    )
    behind: int | None = number(
        None, 0, 311, "cards behind the marker; if not set, about one deck", said="{} cards behind the marker"
    )

    def contradiction(self, decks: int) -> str | None:
        """Why these options do not go together, in a sentence."""
        if self.shuffle == "casino" and decks == 1:
            return "The four-stack shuffle needs two decks or more."
        if self.behind is not None and self.behind >= 52 * decks:
            return f"With {52 * decks} cards the marker lies before the last {52 * decks - 1} at most."
        return None


def marker(decks: int, hands: int) -> int:
    """How many cards lie behind the marker by default, with this many hands dealt in besides the dealer's."""
    return max(_BASE.get(decks, 52), _HANDS * (hands + 1))


def shoe_pack(options: Any, hands: int, burn: int = 1) -> Pack:
    """The pack of a shoe for this many hands dealt in; `options` are a ShoeDealing with `decks`."""
    casino = options.shuffle == "casino"
    return Pack(
        decks=options.decks, method=options.shuffle, start=options.casino_start if casino else "factory",
        riffles=options.riffles if casino else 0, burn=burn,
        behind=marker(options.decks, hands) if options.behind is None else options.behind,
    )  # fmt: skip


def before_marker(state: State, options: object) -> bool:
    """Whether the next deal goes on with the shoe: the marker has not been reached. A game's `goes_on`."""
    return state.shoe is not None and len(state.shoe.cards) > state.shoe.behind
