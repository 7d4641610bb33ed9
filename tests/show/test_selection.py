"""Moves that are collected choice by choice in a panel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Any, NamedTuple

import pytest

from bot.engine.asks import Ask, Script
from bot.engine.cards import Card, card, cards, deck
from bot.engine.controls import read, word
from bot.engine.deal import Illegal
from bot.engine.offers import Move, Offer, OneOf, SomeOf
from bot.engine.piles import Seat
from bot.engine.randomness import Stream
from bot.engine.table import DealTable
from bot.engine.view import view
from bot.show.controls.components import Button
from bot.show.controls.labels import Labels
from bot.show.controls.typed import _complete  # pyright: ignore[reportPrivateUsage]
from bot.show.words.game import Words
from bot.show.words.layout import Layout, Outcome
from bot.show.words.sentences import Who, cards_text
from bot.show.words.verbs import Collected, Verb

from ..engine.toys import Listed, begun, simple
from .pressing import Panel


class Lay(Move):
    """A run of cards, each next to the one before it, and the suit that is asked for."""

    cards: tuple[Card, ...]
    suit: str | None = None


class LastCard(Move):
    """The same, with the call."""

    cards: tuple[Card, ...]
    suit: str | None = None


class Group(NamedTuple):
    rank: int
    naturals: int
    twos: int
    jokers: int


class Meld(Move):
    groups: tuple[Group, ...]


class Discard(Move):
    cards: tuple[Card, ...]


class Match(Move):
    cards: tuple[Card, ...]


class Buy(Move):
    seat: Seat
    card: Card


class Bid(Move):
    coins: int


class Chain(Offer):
    """A run of cards of a hand; after an ace a suit may be asked for."""

    def __init__(self, kind: type[Move], hand: Sequence[Card], *, unlisted: bool = False) -> None:
        self.kind, self.hand, self.unlisted = kind, hand, unlisted

    def next(self, parts: Sequence[Any]) -> Collection[Any]:
        if parts and not isinstance(parts[-1], Card):
            return ()
        left = Counter(self.hand)
        left.subtract(parts)
        on = [c for c, n in left.items() if n > 0 and (not parts or abs(c.rank - parts[-1].rank) == 1)]
        return [*on, *((None, "clubs", "hearts") if parts and parts[-1].rank == 1 else (None,) if parts else ())]

    def finish(self, parts: Sequence[Any]) -> Move | str:
        if not parts or isinstance(parts[-1], Card):
            return "Choose on." if parts else "Choose a card."
        if self.unlisted and len(parts) < len(self.hand):
            return "That is not your last card but one."
        return self.kind(tuple(parts[:-1]), parts[-1])


class Alike(SomeOf):
    """Cards of one rank, the kings first; pairs stand there ready-made."""

    sorted_by = staticmethod(lambda c: -c.rank)

    def ready(self) -> Sequence[Move]:
        return [Match(pair) for pair in combinations(self.among, 2) if self.why_not(pair) is None]


class Melds(Offer):
    """Groups of a hand in any number; they must count 50 together."""

    kind, grouped = Meld, True

    def __init__(self, held: Mapping[int, int], twos: int, jokers: int) -> None:
        self.held, self.twos, self.jokers = held, twos, jokers

    def next(self, parts: Sequence[Any]) -> Collection[Any]:
        twos, jokers = (n - sum(p[i] for p in parts) for n, i in ((self.twos, 2), (self.jokers, 3)))
        return [
            Group(rank, n, w, j)
            for rank, most in self.held.items()
            if all(p.rank != rank for p in parts)
            for n, w, j in product(range(2, most + 1), range(twos + 1), range(jokers + 1))
            if n + w + j >= 3 and w + j <= 3
        ]

    def finish(self, parts: Sequence[Any]) -> Move | str:
        points = worth(parts)
        return Meld(tuple(parts)) if points >= 50 else f"{points} of 50."


def worth(parts: Sequence[Group]) -> int:
    return sum(10 * p.naturals + 20 * p.twos + 50 * p.jokers for p in parts)


HELD = {13: 4, 12: 3, 9: 3, 5: 2}
RUN = cards("AC 2C 2D 3H 9S")
TWO_PACKS = [*cards("9S 9S 8H 10H 8H")]


def _script(t: DealTable) -> Script:
    t.deal(t.stock(), 5, *t.hands().values())
    yield Ask({0: []}, (), None, {})


GAME = simple(_script, Lay, LastCard, Meld, Discard, Match, Buy, Bid)
SEEN = view(begun(GAME, 4), 0)
WHO = Who(("Ann", "Bea", "Cy", "Dan"), viewer=0)
WORDS = Words(
    GAME,
    {
        Lay: Verb("Play", "primary", ask="What comes next?", collected=Collected(
            lambda view, parts: cards_text([p for p in parts if isinstance(p, Card)]), beside=(LastCard,))),
        LastCard: Verb("Play – last card!"),
        Meld: Verb("Lay down", "success", ask="Which group?", collected=Collected(lambda view, parts: (
            f"{' · '.join(word(p, 'group') if len(p) == 3 else str(tuple(p)) for p in parts)}: {worth(parts)} of 50"))),
        Discard: Verb("Throw away", ask="Which cards?"),
        Match: Verb("Lay", ask="Which cards?", collected=Collected(
            ready=lambda view, move: f"{cards_text(move.cards)} · a pair")),
        Buy: Verb("Buy", ask="Which card?"),
        Bid: Verb("Bid…", ask="How many coins?"),
    },
    layout=lambda view, who: Layout(), outcome=lambda view, before, who: Outcome(), tagline="", rules=("",),
)  # fmt: skip


def panel(*offers: Offer) -> Panel:
    return Panel(offers, WORDS, SEEN, WHO)


def runs(hand: Sequence[Card] = RUN) -> Panel:
    return panel(Chain(Lay, hand), Chain(LastCard, hand, unlisted=True))


def test_a_run_is_collected_card_by_card() -> None:
    p = runs()
    assert p.offered() == ["2♣", "A♣", "2♦", "9♠", "3♥"]
    assert p.buttons == [], "nothing is chosen"
    p.choose("3♥")
    assert p.offered() == ["2♣", "2♦"] and p.line == "3♥"
    assert p.buttons == ["Play", "Play – last card!", "Undo", "Clear"], "what is unlisted may be tried"
    p.choose("2♦")
    p.choose("A♣")
    assert p.line == "3♥ 2♦ A♣"
    assert p.offered() == ["2♣", "clubs", "hearts"]
    assert p.press("Play") == Lay(tuple(cards("3H 2D AC")))
    assert p.press("Play – last card!") == "That is not your last card but one."
    p.choose("hearts")
    assert p.press("Play") == Lay(tuple(cards("3H 2D AC")), "hearts")


def test_undo_takes_the_last_choice_back_and_clear_all() -> None:
    p = runs()
    for label in ("3♥", "2♦", "A♣"):
        p.choose(label)
    p.press("Undo")
    assert p.line == "3♥ 2♦"
    p.press("Clear")
    assert p.line == "" and p.buttons == []


def test_an_undo_that_is_pressed_twice_takes_back_one_choice() -> None:
    p = runs()
    p.choose("3♥")
    p.choose("2♦")
    old = p.controls
    p.press("Undo", old=old)
    with pytest.raises(Illegal, match=r"What you had chosen is not there any more; choose again\."):
        p.press("Undo", old=old)
    assert p.line == "3♥"


def test_a_choice_from_a_menu_that_is_slow_to_change_is_not_lost() -> None:
    p = runs(cards("AC 2C 3H 2D"))
    first = p.menus[0]
    p.choose("3♥")
    p.choose("2♣", menu=first)
    assert p.line == "3♥ 2♣"
    with pytest.raises(Illegal, match=r"That cannot come next any more; choose again\."):
        p.choose("3♥", menu=first)
    assert p.line == "3♥ 2♣"


def test_the_same_choice_once_more_is_the_same_choice() -> None:
    p = panel(Chain(Lay, TWO_PACKS))
    old = p.menus[0]
    p.choose("9♠", menu=old)
    p.choose("9♠", menu=old)
    assert p.line == "9♠"


def test_two_equal_copies_are_collected() -> None:
    p = panel(Chain(Lay, TWO_PACKS))
    for label in ("9♠", "8♥", "9♠", "8♥"):
        p.choose(label)
    assert p.press("Play") == Lay(tuple(cards("9S 8H 9S 8H")))
    p = panel(SomeOf(Discard, TWO_PACKS, 1, 3))
    p.take(p.menus[0], ["9S", "9S~2"])
    assert p.press("Throw away") == Discard(tuple(cards("9S 9S")))
    assert [o.value for o in p.menus[0].options if o.chosen] == ["9S", "9S~2"]


def test_many_cards_stand_in_several_menus_by_rank() -> None:
    hand = deck()[:26] + deck()[26:30]
    p = panel(SomeOf(Discard, hand, 1, 5))
    assert [len(m.options) for m in p.menus] == [15, 15]
    assert [m.placeholder for m in p.menus] == ["Which cards? 2♣ to 7♦", "Which cards? 8♣ to A♥"]
    p.take(p.menus[0], ["2C", "3C"])
    p.take(p.menus[1], ["KC"])
    p.take(p.menus[0], ["3C"])
    assert p.press("Throw away") == Discard(tuple(cards("KC 3C")))
    with pytest.raises(Illegal, match=r"No more than 5\."):
        p.take(p.menus[1], ["KC", "QC", "QD", "10C", "10D"])
    q = panel(Chain(Lay, hand))
    assert [len(m.options) for m in q.menus] == [15, 15]
    q.choose("K♦")
    assert [len(m.options) for m in q.menus] == [2] and q.line == "K♦"


def test_what_needs_more_menus_goes_by_pages() -> None:
    p = panel(Chain(Lay, deck()))
    assert len(p.menus) == 1 and p.offered()[-1] == "Others…"
    seen: list[str] = []
    for _ in range(3):
        seen += p.offered()[:-1]
        p.choose("Others…")
    assert {*seen} == {cards_text([c]) for c in deck()}
    assert p.offered()[0] == seen[0], "behind the last page comes the first"


def test_groups_are_chosen_field_by_field() -> None:
    p = panel(Melds(HELD, 2, 1))
    assert p.offered() == ["Kings", "Queens", "Nines", "Fives"]
    assert p.buttons == []
    p.choose("Kings")
    assert p.line == "kings …"
    assert p.offered() == ["two kings", "three kings", "four kings"]
    p.choose("two kings")
    assert p.offered() == ["two kings", "two kings and a two", "two kings and two twos"]
    p.choose("two kings")  # only with the joker: that is taken automatically
    assert p.draft.parts == (Group(13, 2, 0, 1),)
    assert p.press("Lay down") == Meld((Group(13, 2, 0, 1),))
    p.press("Undo")
    assert p.line == "" and p.buttons == []


def test_undo_goes_back_field_by_field() -> None:
    p = panel(Melds(HELD, 2, 1))
    p.choose("Kings")
    p.choose("three kings")
    p.press("Undo")
    assert p.offered()[0] == "two kings"
    p.press("Undo")
    assert p.offered()[0] == "Kings"


def test_a_menu_of_before_whose_group_has_no_fields_left_to_choose_is_refused() -> None:
    p = panel(Melds(HELD, 2, 1))
    p.choose("Kings")
    p.choose("two kings")
    (old,) = p.menus
    p = panel(Melds(dict.fromkeys(range(5, 14), 4), 0, 1))  # the twos are gone: two kings go with the joker alone
    with pytest.raises(Illegal, match="not there any more"):
        p.take(old, ["1"])
    assert p.draft.parts == ()


def test_a_few_groups_have_names() -> None:
    p = panel(Melds({13: 3, 5: 2}, 1, 1))
    assert "three kings and a two" in p.offered()
    assert "two kings, a two and a joker" in p.offered()


def test_a_long_tray_fits_into_its_buttons() -> None:
    held = dict.fromkeys(range(4, 14), 4)
    p = panel(Melds(held, 0, 0))
    for rank in held:
        part = Group(rank, 3, 0, 0)
        while part not in p.draft.parts:
            menu = p.menus[0]
            values = {o.value for o in menu.options}
            field = len(p.draft.begun)
            p.take(menu, ["-".join(map(str, part)) if "-".join(map(str, part)) in values else str(part[field])])
    old = p.controls
    made = p.press("Lay down")
    assert isinstance(made, Meld) and len(made.groups) == 10
    p.press("Undo")
    assert p.press("Lay down", old=old) == "What you had chosen is not there any more; choose again."
    with pytest.raises(Illegal):
        p.press("Undo", old=old)


def test_after_a_restart_a_control_carries_what_was_chosen() -> None:
    p = runs()
    p.choose("3♥")
    old = p.controls
    q = runs()
    assert q.press("Play", old=old) == Lay(tuple(cards("3H")))
    q.choose("2♦", menu=p.menus[0])
    assert q.line == "3♥ 2♦"


def test_several_trays_are_opened_one_by_one() -> None:
    p = panel(Chain(Lay, RUN), Melds(HELD, 2, 1), SomeOf(Discard, RUN, 1, 2))
    assert [b for b in p.buttons if b.endswith("…")] == ["Throw away…"]
    assert len(p.menus) == 2
    p.press("Throw away…")
    assert [m.placeholder for m in p.menus] == ["What comes next?", "Which cards?"]
    assert "Lay down…" in p.buttons


def test_what_is_ready_made_is_a_move_at_once_and_anything_else_is_collected() -> None:
    def why_not(chosen: Sequence[Card]) -> str | None:
        return None if len({c.rank for c in chosen}) == 1 else "These are not alike."

    p = panel(Alike(Match, cards("2C 9D KS 9H 2S 9S"), 1, 4, why_not))
    assert p.offered() == ["K♠", "9♦", "9♥", "9♠", "2♣", "2♠"], "by the order of the game"
    assert p.offered(1) == ["2♣ 2♠ · a pair", "9♦ 9♥ · a pair", "9♦ 9♠ · a pair", "9♥ 9♠ · a pair"]
    assert p.choose("9♦ 9♠ · a pair") == Match((card("9D"), card("9S")))
    assert p.choose("9♦", "9♥", "9♠") is None and p.buttons == ["Lay"]
    assert p.press("Lay") == Match(tuple(cards("9D 9H 9S")))


class Row(Offer):
    """Any cards, in order."""

    kind = Match

    def __init__(self, held: Sequence[Card]) -> None:
        self.held = held

    def next(self, parts: Sequence[Any]) -> Collection[Any]:
        return [c for c in self.held if c not in parts]

    def finish(self, parts: Sequence[Any]) -> Move | str:
        return Match(tuple(parts)) if parts else "Choose a card."


def test_single_choices_have_buttons_besides_while_nothing_is_chosen() -> None:
    verb = Verb(
        "Lay",
        ask="Which cards?",
        collected=Collected(lambda view, parts: cards_text(parts), ready=lambda view, move: cards_text(move.cards)),
    )
    p = Panel([Row(cards("2C 9D"))], replace(WORDS, verbs={Match: verb}), SEEN, WHO)
    assert p.buttons == ["2♣", "9♦"] and p.press("9♦") == Match((card("9D"),))
    assert p.choose("9♦") is None and p.buttons == ["Lay", "Undo", "Clear"]
    assert p.choose("2♣") is None and p.press("Lay") == Match(tuple(cards("9D 2C")))


def test_single_cards_are_buttons_by_the_order_of_the_game() -> None:
    p = panel(Alike(Match, cards("2C 9D KS"), 1, 1))
    assert p.buttons == ["K♠", "9♦", "2♣"]


def test_a_card_of_one_seat_is_picked_by_seat_and_card() -> None:
    sale = [Buy(s, c) for s in (1, 2) for c in cards("9S 4H")]
    p = panel(Listed(Buy, sale))
    assert p.offered() == ["Bea", "Cy"]
    assert p.choose("Bea") is None
    assert p.line == "Bea"
    assert p.choose("9♠") == Buy(1, card("9S"))


def test_a_number_of_many_is_typed() -> None:
    p = panel(OneOf(Bid, range(31)))
    (control,) = p.controls
    assert isinstance(control, Button) and control.label == "Bid…" and control.id.split(":")[3] == "?bid"
    few = panel(OneOf(Bid, range(3)))
    assert few.buttons == ["0", "1", "2"]


@pytest.mark.parametrize(
    "offers",
    [
        [Chain(Lay, RUN), Chain(LastCard, RUN)], [Chain(Lay, TWO_PACKS)], [Chain(Lay, deck()[:30])],
        [Chain(Lay, deck())], [Melds(HELD, 2, 1)], [SomeOf(Discard, deck()[:30], 2, 4)],
        [SomeOf(Discard, TWO_PACKS, 0, 5)],
        [Chain(Lay, RUN), Melds(HELD, 2, 1), SomeOf(Discard, RUN, 1, 2)],
        [Listed(Buy, [Buy(s, c) for s in (1, 2) for c in deck()])], [OneOf(Bid, range(12))],
    ],
)  # fmt: skip
def test_what_is_legal_can_be_pressed_and_what_can_be_pressed_is_legal(offers: list[Offer]) -> None:
    p, whims = panel(*offers), Stream(b"trays" * 7, "test")
    for _ in range(30):
        offer = whims.choice(offers)
        move = offer.sample(whims)
        assert move is not None
        assert p.reaches(offer, move), move
    for _ in range(10):
        p.draft = p.draft.__class__()
        for _ in range(12):
            for control in p.controls:
                if isinstance(control, Button) and not control.disabled and control.id.split(":")[3][0].isalpha():
                    made = p.push(control)
                    assert isinstance(made, Move), made
                    offer = next(o for o in offers if o.kind is type(made))
                    assert offer.refusal(made) is None
            if not p.menus:
                break
            menu = whims.choice(p.menus)
            values = [o.value for o in menu.options]
            made = p.take(menu, [whims.choice(values)])
            if made is not None:
                assert next(o for o in offers if o.kind is type(made)).refusal(made) is None
                break


def test_a_run_that_is_typed_keeps_its_order() -> None:
    offer = Chain(Lay, RUN)
    assert read(offer, "3h 2♦ AC") == Lay(tuple(cards("3H 2D AC")))
    assert read(offer, "3H 2D AC hearts") == Lay(tuple(cards("3H 2D AC")), "hearts")
    assert read(offer, "2D 9S") == "9S cannot be chosen here."
    assert read(SomeOf(Discard, RUN, 1, 3), "3H AC") == Discard(tuple(cards("3H AC")))


def test_the_next_word_is_completed_first() -> None:
    offer = Chain(Lay, deck())
    labels = Labels(WORDS, SEEN, WHO)
    found = [*_complete(None, offer, "3H 2D", labels)]  # type: ignore[arg-type]  # no amounts
    assert len(found) == 25
    assert found[0] == Lay(tuple(cards("3H 2D")))
    assert {str(m.parts[2]) for m in found[1:8]} >= {"AC", "AD", "AH", "AS", "3C", "3D", "3S"}
