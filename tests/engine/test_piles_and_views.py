"""Who sees what: piles, marks, facts and events, and the view made of them."""

import pytest

from bot.engine.asks import Script, ask
from bot.engine.cards import card, cards
from bot.engine.events import Event
from bot.engine.facts import HAND, STOCK, Fact, PileName
from bot.engine.offers import Move, Only
from bot.engine.piles import EVERYONE, NOBODY, SPECTATOR, Pile
from bot.engine.table import DealTable
from bot.engine.view import view

from .toys import DUEL, Lay, Raise, begun, simple

Q, K, TWO = card("QS"), card("KS"), card("2C")


class Told(Event):
    what: str


class Heard(Event):
    seat: int
    what: str


class Done(Move):
    pass


def test_an_owner_sees_the_hand_and_others_its_size() -> None:
    hand = Pile([Q, K], {1}, ordered=False)
    assert hand.view(1) == (Q, K)
    assert hand.view(0) == hand.view(SPECTATOR) == (None, None)


def test_a_pile_that_nobody_may_count() -> None:
    pile = Pile([Q, K], {1}, counted_by={1, 2})
    assert (pile.view(1), pile.view(2), pile.view(0)) == ((Q, K), (None, None), None)


def test_only_the_top_card() -> None:
    pile = Pile([Q, K], EVERYONE, top_only=True)
    assert pile.view(0) == (None, K)
    assert pile.draw() == K
    assert pile.view(0) == (Q,)
    pile.draw()
    assert pile.view(0) == ()


def test_a_mark_stays_with_the_card_where_it_lies_and_goes_when_it_leaves() -> None:
    pile = Pile([Q, K, TWO])
    pile.mark(1, {2})
    pile.mark(1, {3})
    assert pile.view(2) == pile.view(3) == (None, K, None)
    assert pile.view(0) == (None, None, None)
    pile.take(Q)
    assert pile.view(2) == (K, None)
    pile.lay(pile.take(K))
    assert pile.view(2) == (None, None)


def test_a_swapped_card_is_not_marked() -> None:
    pile = Pile([Q, K])
    pile.mark(0, EVERYONE)
    pile.swap(Q, TWO)
    assert [*pile] == [TWO, K]
    assert pile.view(0) == (None, None)


def test_where_a_shown_card_lies_in_a_hand_says_nothing() -> None:
    hand = Pile([Q, K, TWO], {1}, ordered=False)
    hand.mark(0, EVERYONE)
    hand.mark(2, EVERYONE)
    assert hand.view(0) == (*sorted([Q, TWO]), None)


def test_taking_all_leaves_nothing_marked() -> None:
    pile = Pile([Q, K])
    pile.mark(0, EVERYONE)
    assert pile.take_all() == [Q, K]
    pile.lay(Q)
    assert (len(pile), pile.top, pile[0], Q in pile, K in pile) == (1, Q, Q, True, False)
    assert pile.view(0) == (None,)


def test_facts_and_events_have_audiences() -> None:
    def script(t: DealTable) -> Script:
        t.stock()
        t.tell(Told("all"))
        t.tell(Told("one"), {1})
        t.tell(Told("none"), NOBODY)
        t.note(Fact("suit"), "H")
        t.note(Fact("secret"), 5, {0})
        t.note(Fact("gone"), 1)
        t.forget(Fact("gone"), Fact("never there"))
        yield from ask(0, Only(Done()), default=Done())

    deal = begun(simple(script, Done))
    told = {seat: [e.what for e in view(deal, seat).events if isinstance(e, Told)] for seat in (0, 1, SPECTATOR)}
    assert told == {0: ["all"], 1: ["all", "one"], SPECTATOR: ["all"]}
    assert {s: dict(view(deal, s).facts) for s in (0, 1, SPECTATOR)} == {
        0: {"suit": "H", "secret": 5}, 1: {"suit": "H"}, SPECTATOR: {"suit": "H"},
    }  # fmt: skip


def test_showing_and_opening_count_as_revealing() -> None:
    def script(t: DealTable) -> Script:
        pile = t.pile(PileName("pile"), [Q, K])
        before = t.revealed
        t.show(pile, 0, to={1})
        t.open(pile, {2})
        assert t.revealed == before + 2
        yield from ask(0, Only(Done()), default=Done())

    deal = begun(simple(script, Done), seats=3)
    assert [view(deal, s).pile(PileName("pile")) for s in (0, 1, 2)] == [(None, None), (Q, None), (Q, K)]


def test_the_view_of_a_deal_in_play() -> None:
    deal = begun(DUEL, seats=3)
    first, second, third = deal.table.players
    mine = view(deal, second)
    assert mine.hand == tuple(deal.table.piles[HAND.of(second)])
    assert len(mine.hand) == mine.size(HAND.of(first)) == 3
    assert mine.seen() == {*mine.hand}
    assert mine.pile(HAND.of(first)) == (None, None, None)
    assert mine.pile(PileName("nowhere")) == ()
    assert mine.pile(STOCK) == (None,) * 43
    assert (mine.pot, mine.stacks, mine.wagers) == (300, (9900,) * 3, (0,) * 3)
    assert (mine.viewer, mine.game, mine.number, mine.seats, mine.over) == (second, "duel", 0, 3, False)
    assert mine.dealer == third
    assert mine.players == (first, second, third)
    assert mine.waits_for == (first,)
    deal.submit(first, Raise(250))
    assert view(deal).wagers[first] == 250
    assert view(deal).seen() == set()
    deal.submit(second, Lay(mine.hand[0]))
    assert view(deal, second).facts["choice of " + str(second)] == Lay(mine.hand[0])
    assert [*view(deal, first).facts] == ["ready"]
    assert view(deal, first).waits_for == (first, third)


def test_what_is_looked_for_in_a_view() -> None:
    def script(t: DealTable) -> Script:
        t.show(t.pile(PileName("pile"), [Q, K, TWO]), 1, to={0})
        for event in (Told("a"), Heard(1, "b"), Heard(0, "c"), Told("d")):
            t.tell(event)
        t.tell(Heard(1, "e"), {1})
        yield from ask(0, Only(Done()), default=Done())

    seen = view(begun(simple(script, Done)), 0)
    assert seen.faces(PileName("pile")) == (K,)
    assert seen.faces(PileName("nowhere")) == ()
    assert seen.events_of(Told, Heard) == [Told("a"), Heard(1, "b"), Heard(0, "c"), Told("d")]
    assert seen.events_of(Told, Heard, seat=1) == [Heard(1, "b")]
    assert (seen.last(Told), seen.last(Heard), seen.last(Heard, seat=1)) == (Told("d"), Heard(0, "c"), Heard(1, "b"))
    assert (seen.last(Heard, seat=2), seen.last(Told, seat=0)) == (None, None)


def test_hands_are_shown_as_cards_not_as_lists_that_live() -> None:
    deal = begun(DUEL)
    before = view(deal, 0)
    hand = before.hand
    for p in deal.table.players:
        deal.lapse(p, 5)
    assert before.hand == hand


def test_cards_keep_their_words() -> None:
    assert [str(c) for c in cards("10H th JK ♠q".replace("♠q", "q♠"))] == ["10H", "10H", "JK", "QS"]


def test_what_goes_under_a_pile_lies_below_all_and_moves_no_mark() -> None:
    pile = Pile([Q, K])
    pile.mark(0, {3})
    pile.slip_under(cards("2C 3C"))
    assert pile.downwards() == tuple(cards("KS QS 2C 3C"))
    assert pile.view(3) == (None, None, Q, None)


def test_a_fact_that_was_not_told_is_an_error_where_there_is_no_default() -> None:
    suit: Fact[str] = Fact("suit")
    typo: Fact[str] = Fact("siut")

    def script(t: DealTable) -> Script:
        t.note(suit, "H", {0})
        yield from ask(0, Only(Done()), default=Done())

    deal = begun(simple(script, Done))
    mine, other = view(deal, 0), view(deal, 1)
    assert mine.has(suit) and mine.fact(suit) == mine.fact(suit, "C") == deal.table.fact(suit) == "H"
    assert not other.has(suit) and other.fact(suit, None) is None and deal.table.fact(typo, "C") == "C"
    with pytest.raises(KeyError, match="siut"):
        mine.fact(typo)
    with pytest.raises(KeyError, match="siut"):
        deal.table.fact(typo)
    with pytest.raises(KeyError, match="suit"):
        other.fact(suit)
