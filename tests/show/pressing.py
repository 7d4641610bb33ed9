"""A private panel without Discord: what stands on it, and what comes of a press."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.controls import completed, decode_move, encode_part, kind_of
from bot.engine.offers import Move, Offer, SomeOf, verb
from bot.engine.view import View
from bot.show.controls import selection
from bot.show.controls.components import Button, Control, Menu
from bot.show.controls.control_id import ASKS, BACK, CLEARS, read
from bot.show.controls.offer_controls import for_offers, selection_line
from bot.show.controls.selection import MORE, NO_DRAFT, Draft
from bot.show.words.game import Words
from bot.show.words.sentences import Who
from bot.show.words.verbs import made_by_button


@dataclass
class Panel:
    """The panel of a player with these offers."""

    offers: Sequence[Offer]
    words: Words
    seen: View
    who: Who
    draft: Draft = NO_DRAFT

    @property
    def controls(self) -> list[Control]:
        found = for_offers("ab12", 345, self.offers, self.seen, self.words, self.who, private=True, draft=self.draft)
        assert all(len(one.id) <= 100 for one in found)
        assert len({one.id for one in found}) == len(found)
        for menu in found:
            if isinstance(menu, Menu):
                values = [o.value for o in menu.options]
                assert 0 < len(values) <= 25 and len({*values}) == len(values), menu
                assert all(len(o.label) <= 100 and len(o.value) <= 100 for o in menu.options)
                assert 0 <= menu.least <= menu.most <= len(values)
        return found

    @property
    def menus(self) -> list[Menu]:
        return [one for one in self.controls if isinstance(one, Menu)]

    @property
    def buttons(self) -> list[str]:
        """What can be pressed."""
        return [one.label for one in self.controls if isinstance(one, Button) and not one.disabled]

    @property
    def line(self) -> str:
        return selection_line(self.offers, self.seen, self.words, self.who, self.draft)

    def offered(self, menu: int = 0) -> list[str]:
        """What a menu lists."""
        return [o.label for o in self.menus[menu].options]

    def choose(self, *labels: str, menu: Menu | None = None) -> Move | None:
        """Choose from a menu; the move, if that is one. Raises Illegal."""
        among = [menu] if menu is not None else self.menus
        menu = next(m for m in among if any(o.label in labels for o in m.options))
        return self.take(menu, [o.value for o in menu.options if o.label in labels])

    def take(self, menu: Menu, values: Sequence[str]) -> Move | None:
        found = read(menu.id)
        offer = self._offer(found.verb)
        said = self.words.verb(offer.kind)
        if said is not None and selection.is_whole(said.whole is not None, found.arg, values[0]):
            made = decode_move(offer, values[0])
            assert isinstance(made, Move), made
            return made
        draft = self.draft if self.draft.verb == found.verb else Draft(found.verb)
        by_itself = said is None or not made_by_button(offer, said)
        draft = selection.picked(offer, draft, found.arg, values, lone=by_itself)
        made = completed(offer, draft.parts)
        if isinstance(made, Move) and by_itself and not draft.begun and not offer.next(made.parts):
            return made
        self.draft = draft
        return None

    def press(self, label: str, *, old: Sequence[Control] | None = None) -> Move | str | None:
        """Press a button that is there, or was there; the move, if it is one, or why it is none. Raises Illegal."""
        button = next(b for b in old or self.controls if isinstance(b, Button) and b.label == label and not b.disabled)
        return self.push(button)

    def push(self, button: Button) -> Move | str | None:
        found = read(button.id)
        name = found.verb
        if found.mark == BACK:
            self.draft = selection.undone(self.draft if self.draft.verb == name else Draft(name), found.arg)
            return None
        if found.mark == CLEARS:
            self.draft = Draft(name)
            return None
        if found.mark == ASKS:
            return None
        if found.arg.startswith(selection.REMEMBERED):
            return selection.remembered(self._offer(name), self.draft, found.arg)
        return decode_move(self._offer(name), found.arg)

    def _offer(self, name: str) -> Offer:
        return next(o for o in self.offers if verb(o.kind) == name)

    # ---- to a certain move ---------------------------------------------------------------

    def reaches(self, offer: Offer, move: Move, presses: int = 80) -> bool:
        """Whether this legal move can be made by pressing what stands there."""
        self.draft, name, kind = NO_DRAFT, verb(offer.kind), kind_of(offer, 0)
        leader = next((o for o in self.offers if o and offer.kind in self._beside(o)), offer)
        for _ in range(presses):
            controls = self.controls
            buttons = {b.id: b for b in controls if isinstance(b, Button) and not b.disabled}
            for id, button in buttons.items():
                pressed = read(id).mark + read(id).verb
                if pressed == ASKS + name and (offer.free_text or kind in ("amount", "number")):
                    return True
                if pressed == name and same(self.push(button), move, offer):
                    return True
            menus = [m for m in controls if isinstance(m, Menu) and read(m.id).verb == verb(leader.kind)]
            if not menus:
                shut = [b for id, b in buttons.items() if (read(id).mark, read(id).verb) == (CLEARS, verb(leader.kind))]
                if not shut:
                    return False
                self.push(shut[0])
                continue
            menu, values = self._towards(menus, leader, move)
            if menu is None:
                return False
            made = self.take(menu, values)
            if made is not None:
                return same(made, move, offer)
        return False

    def _beside(self, offer: Offer) -> tuple[type[Move], ...]:
        said = self.words.verb(offer.kind)
        return said.collected.beside if said is not None else ()

    def _towards(self, menus: Sequence[Menu], offer: Offer, move: Move) -> tuple[Menu | None, list[str]]:
        """From which menu what is to be chosen next."""
        if isinstance(offer, SomeOf):
            left = Counter(map(str, move.parts))
            for menu in menus:
                values: list[str] = []
                for option in menu.options:
                    if left[card := option.value.partition("~")[0]]:
                        left[card] -= 1
                        values.append(option.value)
                if {*values} != {o.value for o in menu.options if o.chosen}:
                    return menu, values
            return None, []
        whole = ".".join(map(encode_part, move.parts))
        parts, begun = self.draft.parts, self.draft.begun
        if len(parts) < len(move.parts):
            part = move.parts[len(parts)]
            wanted = [whole, encode_part(part)]
            if isinstance(part, tuple) and len(part) > len(begun):
                wanted.append(encode_part(part[len(begun)]))
            for want in reversed(wanted):
                for menu in menus:
                    if any(o.value == want for o in menu.options):
                        return menu, [want]
        more = next((m for m in menus if m.options[-1].value == MORE), None)
        return more, [MORE]


def same(made: Move | str | None, move: Move, offer: Offer) -> bool:
    """Whether this is the move; cards that are chosen at once have no order."""
    if isinstance(offer, SomeOf) and isinstance(made, Move) and type(made) is type(move):
        return sorted(made.parts) == sorted(move.parts)
    return made == move
