"""What people at a table see and read of a deal: words for the tests of a game's own words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.engine.deal import Deal
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.view import view
from bot.show.controls.components import Button
from bot.show.controls.offer_controls import for_offers
from bot.show.words.game import Words
from bot.show.words.sentences import Who
from card_art.scene import Scene
from tests.games.table import told
from tests.show.pressing import Panel


@dataclass(frozen=True)
class Shown:
    """A game's words, for people of these names, seat by seat."""

    words: Words
    names: Sequence[str]

    def who(self, deal: Deal, viewer: Seat = SPECTATOR) -> Who:
        return Who(tuple(self.names[: deal.table.seats]), viewer=viewer)

    def scene(self, deal: Deal, viewer: Seat = SPECTATOR) -> Scene:
        return self.words.scene(view(deal, viewer), self.who(deal, viewer))

    def panel(self, deal: Deal, seat: Seat = 0) -> Panel:
        return Panel(deal.offers(seat), self.words, view(deal, seat), self.who(deal, seat))

    def public(self, deal: Deal) -> list[str]:
        """The table message for the player who is waited for."""
        seen = view(deal)
        found = [
            control
            for seat in seen.waits_for
            for control in for_offers("t", 1, deal.offers(seat), seen, self.words, self.who(deal), private=False)
        ]
        return [one.label for one in found if isinstance(one, Button)]

    def said(self, deal: Deal, kind: type[Any], viewer: Seat = SPECTATOR) -> str:
        """The sentence for the last event of a kind."""
        return self.words.announce(told(deal, kind)[-1:], self.who(deal, viewer))[0]
