"""Deals: their log, replay, controls drawn earlier, rewinding, faults."""

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.asks import CLOCK, Ask, LogEntry, Script, anyone, ask, ask_all, together
from bot.engine.cards import card, pack
from bot.engine.codec import dump_row, dump_state, load_row, load_state
from bot.engine.deal import Deal, Illegal, LogMismatch, Rewind, digest
from bot.engine.facts import HAND, Fact, PileName
from bot.engine.offers import Move, OneOf, Only
from bot.engine.randomness import Seal, Stream
from bot.engine.state import opening
from bot.engine.table import DealTable, Wager

from .toys import DUEL, SECRET, Lay, Raise, Rules, Stop, begun, simple


class Say(Move):
    word: str


class Ring(Move):
    pass


def rebuilt(deal: Deal, rows: Any = None) -> Deal:
    rows = deal.rows if rows is None else rows
    return Deal(deal.game, deal.state, deal.options, deal.seal, deal.began, rows, deal.numbers, deal.order)


def at_random(seed: bytes, seats: int = 3, moves: int = 50) -> Deal:
    deal, chance = begun(DUEL, seats=seats, secret=seed.ljust(32, b"-")), Stream(seed, "play")
    while deal.ask and moves:
        moves -= 1
        seat = chance.choice([*deal.ask.offers])
        if chance.below(6) == 0 and deal.ask.waits_for:
            deal.lapse(chance.choice([*deal.ask.waits_for]), deal.table.now + chance.below(100))
        elif move := chance.choice([*deal.offers(seat)]).sample(chance):
            deal.submit(seat, move, deal.table.now + chance.below(100), chance.below(50))
    return deal


@given(st.binary(max_size=8), st.integers(2, 6), st.integers(0, 12))
@settings(max_examples=60)
def test_replay_is_exact(seed: bytes, seats: int, moves: int) -> None:
    deal = at_random(seed, seats, moves)
    again = rebuilt(deal)
    assert digest(again) == digest(deal)
    assert (again.after, again.rows, again.number) == (deal.after, deal.rows, deal.number)
    assert again.table.events == deal.table.events
    assert again.table.dealt == deal.table.dealt


@given(st.binary(max_size=8))
@settings(max_examples=30)
def test_rows_and_states_survive_the_journal(seed: bytes) -> None:
    deal = at_random(seed)
    assert [load_row(DUEL, dump_row(row)) for row in deal.rows] == deal.rows
    for state in (deal.state, deal.after):
        assert state is None or load_state(DUEL, dump_state(state)) == state


def test_every_prefix_is_a_deal() -> None:
    deal = at_random(b"prefixes", moves=100)
    assert deal.after
    digests = [digest(rebuilt(deal, deal.rows[:n])) for n in range(len(deal.rows) + 1)]
    assert len({*digests}) == len(digests)
    assert digests[-1] == digest(deal)


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_the_digest_does_not_depend_on_the_hash_seed(hash_seed: str) -> None:
    code = (
        "from tests.engine.test_deals import at_random, digest, view, dump_state;"
        "d = at_random(b'seed'); print(digest(d), [repr(e) for e, _ in d.table.events] == "
        "[repr(e) for e, _ in at_random(b'seed').table.events], dump_state(d.after))"
    ).replace(" view,", "")
    run = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONHASHSEED": hash_seed}, capture_output=True, text=True, check=True
    )
    deal = at_random(b"seed")
    assert deal.after
    assert run.stdout.strip() == f"{digest(deal)} True {dump_state(deal.after)}"


def test_rows_that_do_not_fit_are_refused() -> None:
    deal = at_random(b"fit")
    rows = deal.rows
    assert len(rows) > 3
    for n, row in enumerate(rows):
        for wrong in (
            row._replace(seat=9),
            row._replace(move=Say("no")),
            row._replace(at=-1),
            row._replace(seat=CLOCK),
        ):
            with pytest.raises(LogMismatch, match=f"row {n} does not fit"):
                rebuilt(deal, [*rows[:n], wrong, *rows[n + 1 :]])
    with pytest.raises(LogMismatch):
        rebuilt(deal, [*rows, rows[-1]])
    with pytest.raises(LogMismatch):
        rebuilt(deal, [LogEntry(CLOCK, Rewind(5)), *rows])


def test_a_lapsed_row_must_be_the_default_of_a_seat_that_is_waited_for() -> None:
    deal = begun(DUEL)
    first, second = deal.table.players
    [row] = deal.lapse(first, 10)
    assert (row.move, row.lapsed) == (Raise(50), True)
    with pytest.raises(LogMismatch):
        rebuilt(deal, [row._replace(move=Raise(100))])
    with pytest.raises(LogMismatch):
        rebuilt(deal, [row._replace(seat=second)])


def test_the_secret_decides_and_nothing_else() -> None:
    def hands(deal: Deal) -> Any:
        return [[*deal.table.piles[HAND.of(p)]] for p in deal.table.players]

    assert hands(begun(DUEL)) == hands(begun(DUEL))
    assert hands(begun(DUEL)) != hands(begun(DUEL, secret=bytes(32)))


def test_a_deal_may_be_given_its_order_in_tests() -> None:
    deal = Deal(DUEL, opening(2, 10_000), Rules(), None, order=[pack()])
    first, second = deal.table.players
    assert [*deal.table.piles[HAND.of(first)]] == [card("AC"), card("3C"), card("5C")]
    assert [*deal.table.piles[HAND.of(second)]] == [card("2C"), card("4C"), card("6C")]
    assert deal.table.dealt == [(n, f"seat:{(first, second)[n % 2]}") for n in range(6)]


def test_a_deal_that_is_over_takes_no_move() -> None:
    deal = begun(DUEL)
    for p in (deal.table.players[0], *deal.table.players):
        deal.lapse(p, 0)
    assert deal.after
    before = digest(deal)
    with pytest.raises(Illegal, match="This deal is over"):
        deal.submit(0, Raise(50))
    assert deal.lapse(0, 99) == deal.tick(99) == []
    assert digest(deal) == before
    assert deal.offers(0) == ()


def test_a_refused_move_changes_nothing() -> None:
    deal = begun(DUEL, seats=3)
    first, second, _ = deal.table.players
    before = digest(deal), deal.rows[:]
    for seat, move in (
        (first, Raise(75)),
        (first, Raise(0)),
        (second, Raise(50)),
        (first, Lay(card("2C"))),
        (7, Stop()),
    ):
        with pytest.raises(Illegal):
            deal.submit(seat, move, at=10)
    assert (digest(deal), deal.rows) == before


def test_table_time_never_goes_back() -> None:
    deal = begun(DUEL, began=100)
    first, second = deal.table.players
    deal.submit(first, Raise(50), at=500)
    [row] = deal.submit(second, Stop(), at=200, pressed=150)
    assert (row.at, row.pressed, deal.table.now) == (500, 150, 500)
    assert deal.lapse(first, 300)[0].at == 500


# ---- a script that fails ---------------------------------------------------------------------


def failing(t: DealTable) -> Script:
    yield from ask(0, Only(Ring()), default=Ring())
    raise ZeroDivisionError


def test_a_broken_script_is_never_a_finished_one() -> None:
    deal = begun(simple(failing, Ring))
    with pytest.raises(ZeroDivisionError):
        deal.submit(0, Ring())
    assert deal.after is None
    assert isinstance(deal.broken, ZeroDivisionError)
    assert deal.rows == []
    with pytest.raises(ZeroDivisionError):
        deal.submit(0, Ring())
    assert rebuilt(deal).ask is not None


def test_chips_left_in_front_of_a_seat_are_a_fault() -> None:
    def script(t: DealTable) -> Script:
        yield from ask(0, Only(Ring()), default=Ring())
        t.chips[0] -= 50
        t.chips[Wager(0)] = 50

    deal = begun(simple(script, Ring), state=opening(2, 100))
    with pytest.raises(ValueError, match="chips left on the table"):
        deal.submit(0, Ring())
    assert deal.after is None


def test_a_seat_that_is_waited_for_must_have_a_default() -> None:
    def script(t: DealTable) -> Script:
        yield Ask({0: [Only(Ring())]}, (0,))

    with pytest.raises(ValueError, match="without a default"):
        begun(simple(script, Ring))


# ---- controls that were drawn earlier --------------------------------------------------------


def calls(t: DealTable) -> Script:
    ring = Only(Ring())
    while True:
        yield from anyone({p: [ring] for p in range(t.seats)})


def rounds(t: DealTable) -> Script:
    for n in range(6):
        yield from ask(n % t.seats, OneOf(Say, ("yes", "no")), default=Say("no"))


def test_a_control_is_good_as_long_as_its_offer_stands() -> None:
    deal = begun(simple(lambda t: together(rounds(t), calls(t)), Say, Ring))
    drawn = deal.number
    deal.submit(1, Ring(), drawn=drawn)
    deal.submit(0, Say("yes"), drawn=drawn)
    deal.submit(1, Ring(), drawn=drawn)  # what others have done since does not matter
    assert deal.good(1, Ring, drawn)
    deal.submit(1, Say("yes"), drawn=deal.number)
    assert deal.number > drawn
    assert not deal.good(0, Say, drawn)
    with pytest.raises(Illegal, match="That turn is over"):
        deal.submit(0, Say("yes"), drawn=drawn)
    deal.submit(0, Say("yes"), drawn=deal.number)


def test_offer_numbers_go_on_from_the_deal_before() -> None:
    deal = begun(DUEL, numbers=17)
    assert (deal.numbers, deal.number > 17) == (17, True)
    with pytest.raises(Illegal, match="turn is over"):
        deal.submit(deal.table.players[0], Raise(50), drawn=17)


# ---- rewinding -------------------------------------------------------------------------------


def open_game(t: DealTable) -> Script:
    """Nothing is hidden until somebody rings: then a card is turned."""
    for n in range(5):
        move = yield from ask(n % t.seats, OneOf(Say, ("yes", "no")), Only(Ring()), default=Say("no"))
        t.note(Fact(f"word {n}"), move)
        if move == Ring():
            t.show(t.pile(PileName("card"), pack()[:1]), 0)


def test_moves_that_showed_nothing_can_be_taken_back() -> None:
    deal = begun(simple(open_game, Say, Ring))
    start = digest(deal)
    deal.submit(0, Say("yes"), at=10)
    one = deal.table.facts.copy()
    deal.submit(1, Say("no"), at=20)
    number = deal.number
    row = deal.rewind(1, at=30)
    assert row == LogEntry(CLOCK, Rewind(1), 30)
    assert deal.table.facts == one
    assert deal.number > number, "the count of offers never goes back"
    assert (len(deal.rows), len(deal.played), deal.table.now) == (3, 1, 30)
    with pytest.raises(Illegal, match="turn is over"):
        deal.submit(1, Say("yes"), at=31, drawn=number)
    deal.submit(1, Say("yes"), at=32)
    again = rebuilt(deal)
    assert (digest(again), again.number, again.rows) == (digest(deal), deal.number, deal.rows)
    assert digest(rebuilt(deal, [])) == start


def test_a_rewind_is_refused_once_something_was_shown() -> None:
    deal = begun(simple(open_game, Say, Ring))
    deal.submit(0, Say("yes"))
    deal.submit(1, Ring())
    deal.submit(0, Say("no"))
    before = digest(deal)
    with pytest.raises(Illegal, match="Cards have been shown since"):
        deal.rewind(1, at=5)
    assert digest(deal) == before
    deal.rewind(2, at=6)
    assert len(deal.played) == 2


@pytest.mark.parametrize("to", [-1, 0, 7])
def test_there_must_be_something_to_take_back(to: int) -> None:
    with pytest.raises(Illegal, match="There is nothing to take back"):
        begun(simple(open_game, Say, Ring)).rewind(to, at=0)


def test_secret_choices_that_were_opened_cannot_be_taken_back() -> None:
    def script(t: DealTable) -> Script:
        said = {p: [OneOf(Say, ("yes", "no"))] for p in range(t.seats)}
        yield from ask_all(t, said, {p: Say("no") for p in range(t.seats)})
        yield from ask(0, Only(Ring()), default=Ring())

    deal = begun(simple(script, Say, Ring))
    deal.submit(0, Say("yes"))
    deal.rewind(0, at=1)
    deal.submit(0, Say("no"))
    deal.submit(1, Say("no"))
    with pytest.raises(Illegal, match="Cards have been shown since"):
        deal.rewind(0, at=2)


def test_a_rewound_row_survives_the_journal() -> None:
    row = LogEntry(CLOCK, Rewind(3), 12)
    assert dump_row(row) == [CLOCK, ["rewind", 3], 12, 0, 0]
    assert load_row(DUEL, dump_row(row)) == row


def test_the_seal_of_a_deal_is_kept() -> None:
    assert begun(DUEL).seal == Seal(SECRET, {})


class Late(Only):
    """A move that is too early before a certain time, whenever it arrives."""

    def __init__(self, t: DealTable) -> None:
        super().__init__(Stop())
        self.t = t

    def refusal(self, move: Move) -> str | None:
        return None if self.t.pressed >= 1000 else f"{1000 - self.t.pressed} ms too early."


def test_an_offer_may_judge_when_a_press_was_made() -> None:
    def script(t: DealTable) -> Script:
        yield from ask(0, Late(t), default=Stop())

    deal = begun(simple(script, Stop))
    with pytest.raises(Illegal, match="1 ms too early"):
        deal.submit(0, Stop(), 1500, pressed=999)
    deal.submit(0, Stop(), 1500, pressed=1000)
    assert digest(rebuilt(deal)) == digest(deal)
