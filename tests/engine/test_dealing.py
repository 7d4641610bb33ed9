"""What every table shares: packs, provable shuffles, amounts (rules/dealing.md, sections 1 to 3 and 7)."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.amounts import CHIPS, YELLOW, BadAmount, even_split, read_amount, shares, whites
from bot.engine.cards import JOKER, Card, card, cards, pack
from bot.engine.facts import HAND
from bot.engine.piles import Seat
from bot.engine.randomness import NO_CONTRIBUTION, Contributions, Pack, Seal, Stream, canonical, casino, cut, final
from bot.engine.state import State, opening
from bot.engine.table import DealTable, Paid, Shuffled

SECRET = bytes(range(32))
SPEC = {
    "behind": 0, "burn": 0, "cutter": 3, "deal": "demo/1", "dealer": 0, "deck": "52", "decks": 1,
    "method": "uniform", "riffles": 0, "seats": 4, "start": "factory", "v": 1,
}  # fmt: skip
CONTRIB: Contributions = {"by": 3, "cut": 20, "notes": [[1, "lucky seven"], [3, "cut deep"]]}


def table(state: State | None = None, spec: dict[str, Any] = SPEC) -> DealTable:
    return DealTable(state or opening(4), None, Pack(), Seal(SECRET, spec), 0)


def dealt(secret: bytes = SECRET, spec: dict[str, Any] = SPEC, contrib: Contributions = CONTRIB) -> list[Card]:
    """The pack that follows from these, by the public recipe."""
    shuffled = Stream(final(secret, spec, contrib), "shuffle").shuffled(pack())
    assert contrib["cut"] is not None
    return cut(shuffled, contrib["cut"])


# ---- section 1: cards and packs -------------------------------------------------------------


def test_a_deck_in_factory_order() -> None:
    order = pack("52")
    assert (len(order), len(set(order))) == (52, 52)
    assert order[:14] == cards("AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AD")
    assert [c.suit for c in order[::13]] == ["C", "D", "H", "S"]


def test_two_jokers_come_last() -> None:
    assert pack("54") == [*pack("52"), JOKER, JOKER]


def test_several_decks_are_the_whole_list_repeated() -> None:
    assert pack("54", 2) == pack("54") * 2
    assert set(Counter(pack("52", 6)).values()) == {6}


@pytest.mark.parametrize("text", ["QS", "qs", "Q♠", "10H", "TH", "th", "JK", "A♣"])
def test_cards_are_read_as_people_write_them(text: str) -> None:
    assert str(card(text)) == text.upper().replace("T", "10").replace("♠", "S").replace("♣", "C")


@pytest.mark.parametrize("text", ["", "Q", "1S", "QX", "11H", "QSS", "queen"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card; write QS, 10H or JK"):
        card(text)


def test_the_first_card_of_the_pack_is_dealt_first() -> None:
    t = table()
    stock = t.stock()
    order = [*stock][::-1]
    hands = [t.pile(HAND.of(p), zone=f"seat:{p}") for p in range(4)]
    t.deal(stock, 2, *hands)
    assert [[*h] for h in hands] == [[order[n], order[n + 4]] for n in range(4)]
    assert t.dealt == [(n, f"seat:{n % 4}") for n in range(8)]


# ---- section 3: provable shuffles -----------------------------------------------------------


def test_example_1_a_cut_and_two_notes() -> None:
    assert Seal(SECRET, SPEC).commit == "45811a3a08ada73e06baaa9d9a2fb2d67dbdc4da89d637966142291719cdc897"
    fixed = final(SECRET, SPEC, CONTRIB)
    assert fixed.hex() == "b86fcf43b2165e132ca2c15f08b4ba6bfcda537a8f0ae000fa1d9918395983c5"
    assert dealt()[:12] == cards("KS 3S 10D 4C 5D 4S 7S 5S KH 9C JC 8D")


def test_example_2_and_edge_3_the_dealer_cuts() -> None:
    fixed = final(SECRET, SPEC, NO_CONTRIBUTION)
    assert fixed.hex() == "3ff764a2c0281fac0971823f829a147930ae94bf8bc69ea2e1e976994c386348"
    assert 1 + Stream(fixed, "cut").below(51) == 31
    t = table()
    assert [*t.stock()][:-11:-1] == cards("9C 7H 5C AH 4H KS 2H QH 3D 6H")
    assert t.events[0][0] == Shuffled(52, None, None)


def test_example_1_dealt_by_a_table_that_was_given_the_cut() -> None:
    t = table()
    t.contributions = CONTRIB
    assert [*t.stock()][::-1] == dealt()


def test_the_recipe_in_the_rules_does_what_the_engine_does() -> None:
    """The code printed there leads anybody who checks a deal to the same pack."""
    page = (Path(__file__).parents[2] / "docs" / "rules" / "dealing.md").read_text(encoding="utf-8")
    recipe: dict[str, Any] = {}
    exec(page.partition("```python\n")[2].partition("```")[0], recipe)
    assert recipe["commit"](SECRET, SPEC) == Seal(SECRET, SPEC).commit
    fixed = recipe["final"](SECRET, SPEC, CONTRIB)
    assert recipe["cut"](recipe["uniform"](pack(), recipe["Stream"](fixed, "shuffle")), 20) == dealt()
    by_hand = recipe["casino"](pack(decks=6), recipe["Stream"](fixed, "casino"), 3)
    assert by_hand == casino(pack(decks=6), Stream(fixed, "casino"), 3)


def test_example_4_the_numbers_of_a_stream() -> None:
    stream = Stream(bytes(32), "probe")
    assert [stream.below(52) for _ in range(8)] == [18, 33, 30, 30, 42, 47, 8, 50]


def test_a_stream_goes_on_beyond_its_first_block() -> None:
    stream = Stream(bytes(32), "probe")
    words = [stream.below(2**32) for _ in range(20)]
    prefix = b"cardtable/1 stream\n" + bytes(32) + b"probe\n"
    blocks = b"".join(sha256(prefix + n.to_bytes(8, "big")).digest() for n in range(3))
    assert words == [int.from_bytes(blocks[4 * n : 4 * n + 4], "big") for n in range(20)]


@pytest.mark.parametrize(
    "changed",
    [
        {"secret": bytes([1, *range(1, 32)])},
        {"spec": SPEC | {"dealer": 1}},
        {"spec": SPEC | {"deal": "demo/2"}},
        {"contrib": CONTRIB | {"notes": [[1, "lucky sevem"], [3, "cut deep"]]}},
        {"contrib": CONTRIB | {"notes": [[1, "lucky seven"]]}},
        {"contrib": CONTRIB | {"cut": 21}},
        {"contrib": CONTRIB | {"by": 2}},
    ],
)
def test_edge_1_anything_changed_deals_another_pack(changed: dict[str, Any]) -> None:
    assert dealt(**changed) != dealt()
    secret, spec = changed.get("secret", SECRET), changed.get("spec", SPEC)
    assert (Seal(secret, spec).commit != Seal(SECRET, SPEC).commit) == ("contrib" not in changed)


def test_edge_2_the_same_words_from_two_seats_are_two_notes() -> None:
    notes = [[[1, "é"]], [[2, "é"]], [[1, "é"], [2, "é"]]]
    fixed = {final(SECRET, SPEC, {"by": None, "cut": None, "notes": n}) for n in notes}
    assert len(fixed) == 3
    assert canonical(notes[0]) == b'[[1,"\\u00e9"]]'


def test_edge_4_the_shallowest_and_the_deepest_cut() -> None:
    whole = pack()
    assert cut(whole, 1) == [*whole[1:], whole[0]]
    assert cut(whole, 51) == [whole[51], *whole[:51]]


def test_canonical_json_has_one_spelling() -> None:
    assert canonical({"b": [1, None], "a": "ü"}) == b'{"a":"\\u00fc","b":[1,null]}'


def test_a_label_serves_once() -> None:
    t = table()
    t.stream("pick/1")
    with pytest.raises(ValueError, match="has been used"):
        t.stream("pick/1")


def test_chance_names_the_first_dealer() -> None:
    expected = Stream(final(SECRET, SPEC, NO_CONTRIBUTION), "seat").below(4)
    assert table().dealer == expected


@given(st.binary(min_size=32, max_size=32))
def test_a_shuffle_loses_no_card(secret: bytes) -> None:
    assert sorted(dealt(secret)) == sorted(pack())


def test_every_card_comes_first_about_as_often_as_any_other() -> None:
    first: Counter[Card] = Counter()
    for n in range(5200):
        first[Stream(n.to_bytes(32, "big"), "shuffle").shuffled(pack())[0]] += 1
    # 100 of each are expected; a fair shuffle exceeds 97 (51 degrees of freedom) about once in ten thousand
    assert sum((first[c] - 100) ** 2 / 100 for c in pack()) < 97


# ---- section 7: amounts ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("5", 500), ("2.5", 250), ("2.50", 250), ("2½", 250), ("2 ½", 250), ("½", 50), (" 12 ", 1200),
        ("1,000", 100_000), ("1,000½", 100_050), ("3r 2w 1y", 1750), ("3r2w1y", 1750), ("3R, 2W", 1700),
        ("1 b + 1g", 12_500), ("1p", 50_000), ("1e3", 100_000), ("0.5", 50),
    ],
)  # fmt: skip
def test_amounts_are_typed_in_whites_or_chips(typed: str, amount: int) -> None:
    assert read_amount(typed) == amount


def test_amounts_are_typed_in_words() -> None:
    words = {"min": 50, "max": 400, "pot": 300, "all": 400}
    assert [read_amount(w, words) for w in ("min", "MAX", " pot ", "all")] == [50, 400, 300, 400]
    with pytest.raises(BadAmount, match=r"^“pot” is not an amount; write 5, 2\.5 or 2½\.$"):
        read_amount("pot")


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("1,000", 100_000), ("1.000", 100_000), ("1 000", 100_000), ("1'000", 100_000), ("1’000", 100_000),
        ("1\u202f000", 100_000), ("1\u00a0000", 100_000), ("1k", 100_000), ("1 K", 100_000), ("2.5k", 250_000),
        ("2½k", 250_000), ("12.500", 1_250_000), ("1.234.567", 123_456_700), ("1,234,567.5", 123_456_750),
        ("1.234,50", 123_450), ("1'234½", 123_450), ("0.500", 50), ("10.000½", 1_000_050),
    ],
)  # fmt: skip
def test_thousands_are_parted_as_people_part_them(typed: str, amount: int) -> None:
    assert read_amount(typed) == amount


@pytest.mark.parametrize(
    "typed", ["1,00", "1,0000", "1.000,000", "1,000.000", "1 00", "1'00", "1,000 000", "01,000", "k", "1kk"]
)
def test_thousands_that_are_parted_oddly_are_refused(typed: str) -> None:
    with pytest.raises(BadAmount):
        read_amount(typed)


@pytest.mark.parametrize("typed", ["0.75", "2.25", "0.01", "1.234567891"])
def test_edge_13_the_smallest_chip_is_a_yellow(typed: str) -> None:
    with pytest.raises(BadAmount, match=r"^The smallest chip is a yellow, ½\.$"):
        read_amount(typed)


@pytest.mark.parametrize("typed", ["0", "0.0", "-50", "−5", "-½", "0r", "-1e9", "-1e99"])
def test_edge_13_nothing_and_less_is_refused(typed: str) -> None:
    with pytest.raises(BadAmount, match=r"^The amount must be more than nothing\.$"):
        read_amount(typed)


@pytest.mark.parametrize(
    "typed",
    ["abc", "", " ", "5x", "5 6", "r", "3r 2", "-3r", "nan", "inf", "1e-5", "2.5½", "5.", "1,00", "9" * 5000 + "r"],
)
def test_edge_13_what_is_no_number_is_refused(typed: str) -> None:
    with pytest.raises(BadAmount, match=r"is not an amount; write 5, 2\.5 or 2½\.$"):
        read_amount(typed)


@pytest.mark.parametrize("typed", ["1e11", "1e99", "999999999999", "999999999999999r"])
def test_edge_13_there_are_not_that_many_chips(typed: str) -> None:
    with pytest.raises(BadAmount, match=r"^There are not that many chips\.$"):
        read_amount(typed)


@given(st.text(max_size=40))
def test_whatever_is_typed_is_an_amount_or_a_sentence(typed: str) -> None:
    try:
        amount = read_amount(typed)
    except BadAmount as why:
        assert str(why).endswith(".")
        assert len(str(why)) < 100
    else:
        assert amount > 0
        assert amount % YELLOW == 0


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0, "0"), (50, "½"), (100, "1"), (250, "2½"), (-300, "−3"), (-50, "−½"), (100_050, "1,000½"),
        (3_000_000, "30,000"), (125, "1.25"), (-1, "−0.01"),
    ],
)  # fmt: skip
def test_amounts_are_written_in_whites(amount: int, text: str) -> None:
    assert whites(amount) == text


@given(st.integers(1, 10**9).map(lambda n: n * YELLOW))
def test_what_is_written_can_be_typed(amount: int) -> None:
    assert read_amount(whites(amount)) == amount


def test_every_chip_divides_the_next() -> None:
    values = sorted(CHIPS.values())
    assert values == [50, 100, 500, 2500, 10_000, 50_000]
    assert [b // a for a, b in pairwise(values)] == [2, 5, 5, 4, 5]
    assert [read_amount(f"1{name[0]}") for name in CHIPS] == [*CHIPS.values()]


def test_example_8_a_thousand_in_three() -> None:
    assert even_split(1000, 3) == (300, 100)
    assert shares(1000, 3) == [350, 350, 300]


def test_example_8_by_seats_from_the_dealers_left() -> None:
    t = table(State((0,) * 5, (0,) * 5, (0,) * 5, ((),) * 5, dealer=1, pot=1000))
    t.split(1000, "pot", [2, 4, 0], "share")
    assert [t.chips[p] for p in (2, 4, 0)] == [350, 350, 300]


def test_what_is_left_may_go_elsewhere() -> None:
    t = table(State((0,) * 3, (0,) * 3, (0,) * 3, ((),) * 3, dealer=0, pot=1000))
    t.split(1000, "pot", [0, 1, 2], "share", spare="splash")
    assert [t.chips[a] for a in (0, 1, 2, "pot", "splash")] == [300, 300, 300, 0, 100]


def test_edge_14_two_winners_and_an_odd_yellow() -> None:
    assert even_split(450, 2) == (200, 50)
    assert shares(450, 2) == [250, 200]


@given(st.integers(0, 10**6).map(lambda n: n * YELLOW), st.integers(1, 10))
def test_a_split_is_even_and_loses_nothing(amount: int, ways: int) -> None:
    share, left = even_split(amount, ways)
    parts = shares(amount, ways)
    assert share * ways + left == sum(parts) == amount
    assert 0 <= left < ways * YELLOW
    assert parts == sorted(parts, reverse=True)
    assert set(parts) <= {share, share + YELLOW}
    assert all(p % YELLOW == 0 for p in parts)


# ---- chips only ever move -------------------------------------------------------------------


@pytest.mark.parametrize(("amount", "source"), [(150, 0), (-50, 0), (75, "pot"), (50, "splash")])
def test_chips_that_are_not_there_cannot_be_paid(amount: int, source: Seat | str) -> None:
    t = table(State((100, 0), (0, 0), (0, 0), ((), ()), dealer=0, pot=500))
    before = dict(t.chips)
    with pytest.raises(ValueError, match="cannot pay"):
        t.pay(amount, source, 1, "win")
    assert (t.chips, t.events) == (before, [])


def test_every_payment_is_told() -> None:
    t = table(State((100, 0), (0, 0), (0, 0), ((), ()), dealer=0, pot=500))
    t.pay(50, 0, "pot", "ante")
    t.pay(0, 0, "pot", "nothing")
    assert [e for e, _ in t.events] == [Paid(50, 0, "pot", "ante")]
    assert (t.chips[0], t.chips["pot"]) == (50, 550)


def test_cards_are_shuffled_again_in_the_middle_of_a_deal_each_time_by_another_label() -> None:
    t, few = table(), cards("KS 2C 9H AD 7C")
    stream = Stream(final(SECRET, SPEC, NO_CONTRIBUTION), "reshuffle/1")
    once = t.shuffled_again(few)
    assert once == stream.shuffled(cards("2C 7C AD 9H KS")), "from factory order"
    twice = t.shuffled_again(few)
    assert twice != once and sorted(twice) == sorted(few)
    assert t.orders == [once, twice], "whoever deals again needs them"
