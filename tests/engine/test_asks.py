"""Ways to ask: one seat, all in secret, anyone, and scripts side by side."""

from typing import Any

import pytest

from bot.engine.asks import CHOICE, CLOCK, MOVE, Script, anyone, ask, ask_all, first_of, side_by_side, together
from bot.engine.deal import Deal, Illegal
from bot.engine.facts import Fact
from bot.engine.offers import Move, OneOf, Only
from bot.engine.table import DealTable
from bot.engine.view import view

from .toys import begun, simple


class Say(Move):
    word: str


class Ring(Move):
    pass


class Ready(Move):
    pass


class Rung(Move):
    """The bell has been rung."""


WORDS = ("yes", "no")


def playing(script: Any, seats: int = 3) -> Deal:
    return begun(simple(script, Say, Ring, Ready, Rung), seats=seats)


def refused(deal: Deal, seat: int, move: Move, at: int = 0) -> str:
    with pytest.raises(Illegal) as why:
        deal.submit(seat, move, at)
    return str(why.value)


def secret(t: DealTable) -> Script:
    chosen = yield from ask_all(
        t, {p: [OneOf(Say, WORDS, "Say yes or no.")] for p in range(t.seats)}, {p: Say("no") for p in range(t.seats)}
    )
    t.note(Fact("said"), {p: m.word for p, m in chosen.items()})
    yield from ask(0, Only(Ring()), default=Ring())


def test_a_secret_choice_may_be_changed_until_the_last_is_in() -> None:
    deal = playing(secret)
    assert deal.ask
    assert (deal.ask.waits_for, deal.ask.clock) == ([0, 1, 2], CHOICE)
    deal.submit(1, Say("yes"))
    deal.submit(0, Say("yes"))
    deal.submit(1, Say("no"))
    assert deal.ask.waits_for == [2]
    assert view(deal, 2).facts == {"ready": frozenset({0, 1})}
    assert view(deal, 1).facts == {"ready": frozenset({0, 1}), "choice of 1": Say("no")}
    assert view(deal).facts == {"ready": frozenset({0, 1})}
    assert refused(deal, 2, Say("maybe")) == "Say yes or no."
    deal.lapse(2, 5)
    assert view(deal).facts == {"said": {0: "yes", 1: "no", 2: "no"}}


def hushed(t: DealTable) -> Script:
    offers = {p: [OneOf(Say, WORDS, "Say yes or no.")] for p in (0, 1)}
    besides = {2: [Only(Say("no"), "You have no part in this.")]}
    yield from ask_all(t, offers, {p: Say("no") for p in (0, 1)}, besides=besides, hushed=True)
    yield from ask(0, Only(Ring()), default=Ring())


def shown_to(deal: Deal, viewer: int) -> tuple[tuple[int, ...], frozenset[int]]:
    seen = view(deal, viewer)
    return seen.waits_for, seen.facts["ready"]


def test_a_hushed_choice_is_told_to_the_others_at_a_fixed_pace() -> None:
    deal = begun(simple(hushed, Say, Ring), seats=3, began=500)
    assert deal.ask and deal.ask.timer is None
    deal.submit(1, Say("yes"), at=1730)
    assert deal.ask.waits_for == [0]
    assert shown_to(deal, 1) == ((0,), frozenset())
    for other in (0, 2, -1):
        assert shown_to(deal, other) == ((0, 1), frozenset())
    assert deal.ask.timer and deal.ask.timer[0] == 2500
    deal.submit(1, Say("no"), at=2499)
    assert shown_to(deal, 0) == ((0, 1), frozenset())
    deal.tick(2500)
    for anybody in (0, 1, 2, -1):
        assert shown_to(deal, anybody) == ((0,), frozenset({1}))
    assert deal.ask.timer is None
    deal.submit(1, Say("yes"), at=2600)  # they know that 1 is ready, so there is nothing to tell
    assert deal.ask.timer is None
    deal.submit(0, Say("yes"), at=2700)
    assert view(deal).waits_for == (0,)


def test_a_seat_beside_a_secret_choice_hears_why_it_has_no_part_in_it() -> None:
    deal = begun(simple(hushed, Say, Ring), seats=3)
    assert refused(deal, 2, Say("no")) == "You have no part in this."


def test_a_hushed_choice_beside_other_scripts() -> None:
    def both(t: DealTable) -> Script:
        yield from together(hushed(t), anyone({2: [Only(Ready(), optional=True)]}))

    deal = begun(simple(both, Say, Ring, Ready), seats=3)
    deal.submit(0, Say("yes"), at=10)
    assert deal.ask and (deal.ask.waits_for, view(deal, 2).waits_for) == ([1], (0, 1))
    assert deal.ask.timer and deal.ask.timer[0] == 1000


def test_a_seat_that_has_chosen_does_not_lapse() -> None:
    deal = playing(secret)
    deal.submit(0, Say("yes"))
    assert deal.lapse(0, 5) == []
    assert len(deal.lapse(1, 5)) == 1


def test_one_seat_is_asked_and_the_others_are_told_whose_turn_it_is() -> None:
    def script(t: DealTable) -> Script:
        move = yield from ask(1, Only(Ring()), OneOf(Say, WORDS, "Say yes or no."), default=Ring(), clock=30)
        t.note(Fact("did"), move)
        yield from ask(0, Only(Ready()), default=Ready())

    deal = playing(script)
    assert deal.ask
    assert (deal.ask.clock, tuple(deal.ask.waits_for)) == (30, (1,))
    assert refused(deal, 0, Ring()) == "It is not your turn."
    assert refused(deal, 9, Ring()) == "It is not your turn."
    assert refused(deal, CLOCK, Ring()) == "It is not your turn."
    assert refused(deal, 1, Ready()) == "You cannot do that now."
    deal.submit(1, Say("no"))
    assert view(deal).facts["did"] == Say("no")
    assert deal.ask.clock == MOVE


def test_anyone_may_come_first_and_nobody_is_waited_for() -> None:
    def script(t: DealTable) -> Script:
        row = yield from anyone({p: [Only(Ring())] for p in (0, 2)})
        t.note(Fact("first"), row.seat)
        yield from ask(0, Only(Ready()), default=Ready())

    deal = playing(script)
    assert deal.ask
    assert not deal.ask.waits_for
    assert refused(deal, 1, Ring()) == "You cannot do that now."
    deal.submit(2, Ring())
    assert view(deal).facts == {"first": 2}


def bell(t: DealTable) -> Script[int]:
    """Anybody rings; when nobody has for a second, the clock does."""
    row = yield from anyone({p: [Only(Ring())] for p in range(t.seats)}, (t.now + 1000, Rung()))
    t.note(Fact("rung by"), row.seat)
    return row.seat


def turns(t: DealTable) -> Script[list[str]]:
    words = []
    for p in range(t.seats):
        words.append((yield from ask(p, OneOf(Say, WORDS), default=Say("no"))).word)
    t.note(Fact("words"), tuple(words))
    return words


def test_together_ends_with_the_main_script() -> None:
    def script(t: DealTable) -> Script:
        t.note(Fact("result"), (yield from together(turns(t), bell(t))))
        yield from ask(0, Only(Ready()), default=Ready())

    deal = playing(script)
    deal.submit(2, Ring())
    for p in range(3):
        deal.submit(p, Say("yes"))
    assert view(deal).facts == {"rung by": 2, "words": ("yes",) * 3, "result": ["yes"] * 3}
    assert refused(deal, 0, Ring()) == "You cannot do that now."


@pytest.mark.parametrize(("bells", "result"), [(True, 1), (False, ["no", "no", "no"])])
def test_first_of_ends_with_whichever_ends_first(bells: bool, result: Any) -> None:
    def script(t: DealTable) -> Script:
        t.note(Fact("result"), (yield from first_of(turns(t), bell(t))))
        yield from ask(0, Only(Ready()), default=Ready())

    deal = playing(script)
    deal.submit(0, Say("no"))
    if bells:
        deal.submit(1, Ring())
    else:
        deal.submit(1, Say("no"))
        deal.submit(2, Say("no"))
    assert view(deal).facts["result"] == result


def all_of(*scripts: Script[Any]) -> Script[list[Any]]:
    ended = yield from side_by_side(*scripts, until=lambda ended: len(ended) == len(scripts))
    return [ended[n] for n in range(len(scripts))]


def test_scripts_side_by_side_go_on_until_every_one_has_ended() -> None:
    def script(t: DealTable) -> Script:
        t.note(Fact("result"), (yield from all_of(bell(t), turns(t), bell(t))))
        yield from ask(0, Only(Ready()), default=Ready())

    deal = playing(script)
    for p in range(3):
        deal.submit(p, Say("no"))
    deal.submit(1, Ring())
    deal.submit(0, Ring())
    assert view(deal).facts["result"] == [1, ["no"] * 3, 0]


def test_the_earliest_timer_of_scripts_side_by_side_is_due_first() -> None:
    def later(t: DealTable, ms: int) -> Script[Move]:
        return (yield from anyone({}, (t.now + ms, Say(str(ms))))).move

    def script(t: DealTable) -> Script:
        t.note(Fact("result"), (yield from all_of(later(t, 3000), later(t, 1000), bell(t))))
        yield from ask(0, Only(Ready()), default=Ready())

    deal = playing(script)
    assert deal.ask
    assert deal.ask.timer in ((1000, Say("1000")), (1000, Rung()))
    rows = deal.tick(5000)
    assert [row.at for row in rows] == [1000, 1000, 3000]
    assert view(deal).facts["result"] == [Say("3000"), Say("1000"), CLOCK]


def test_a_late_move_meets_the_table_after_the_timers_that_were_due() -> None:
    def script(t: DealTable) -> Script:
        yield from bell(t)
        yield from ask(0, Only(Ready()), default=Ready())

    deal = playing(script)
    assert refused(deal, 1, Ring(), at=1000) == "It is not your turn."
    assert [(row.seat, row.move, row.at) for row in deal.rows] == [(CLOCK, Rung(), 1000)]
    on_time = playing(script)
    assert [row.seat for row in on_time.submit(1, Ring(), at=999, pressed=400)] == [1]
    assert on_time.rows[0].pressed == 400


def test_a_move_of_the_clock_before_its_time_does_not_fit() -> None:
    deal = playing(lambda t: bell(t))
    assert deal.ask
    assert refused(deal, CLOCK, Rung()) == "You cannot do that now."
    assert deal.tick(999) == []
    assert len(deal.tick(1000)) == 1
