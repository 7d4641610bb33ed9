"""The player's cut, the notes, and the four-stack shuffle (rules/dealing.md, sections 3 to 5)."""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import replace

import pytest

from bot.engine.asks import CLOCK, Ask
from bot.engine.cards import Card, cards, pack
from bot.engine.controls import read
from bot.engine.cutting import ASLEEP, LONGEST_NOTE, Cut, LetDealerCut, Note
from bot.engine.deal import Deal, Illegal, digest
from bot.engine.facts import HAND
from bot.engine.match import Match
from bot.engine.proof import NotVerified, deal_file, verify
from bot.engine.randomness import Seal, Stream, casino, cut, final
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.catalog import GAMES
from bot.games.hearts import HEARTS
from bot.games.hearts import Options as HeartsOptions

SECRET = bytes(range(32))


def begun(match: Match | None = None, **options: object) -> tuple[Match, Deal]:
    """A deal of Hearts that waits for its cut; seat 0 deals, so seat 3 sits on the dealer's right."""
    if match is None:
        state = replace(opening(4), dealer=0)
        match = Match(HEARTS, HeartsOptions(cut="offer", **options), state, "cut")  # type: ignore[arg-type]
    return match, match.begin(match.sealed(SECRET), at=1000)


def first(**options: object) -> Deal:
    """The first deal of a match: there is no dealer yet."""
    match = Match(HEARTS, HeartsOptions(cut="offer", **options), opening(4), "first")  # type: ignore[arg-type]
    return match.begin(match.sealed(SECRET), at=0)


def waiting(deal: Deal) -> Ask:
    assert deal.ask is not None
    return deal.ask


def said_no(deal: Deal, seat: int, move: Cut | LetDealerCut | Note) -> str:
    before = digest(deal)
    with pytest.raises(Illegal) as no:
        deal.submit(seat, move)
    assert digest(deal) == before
    return str(no.value)


def test_the_seat_right_of_the_dealer_is_asked() -> None:
    match, deal = begun()
    assert deal.seal is not None and deal.seal.spec["cutter"] == 3 and deal.seal.spec["dealer"] == 0
    assert [*waiting(deal).waits_for] == [3]
    deal.submit(3, Cut(20))
    assert deal.table.contributions == {"by": 3, "cut": 20, "notes": []}
    assert "to cut" not in view(deal).facts
    assert match.game is HEARTS


def test_a_cut_is_a_rotation_and_is_mixed_in() -> None:
    _, deal = begun()
    deal.submit(3, Cut(20))
    assert deal.seal is not None
    entropy = final(SECRET, deal.seal.spec, {"by": 3, "cut": 20, "notes": []})
    order = cut(Stream(entropy, "shuffle").shuffled(pack()), 20)
    held = {p: [*deal.table.piles[HAND.of(p)]] for p in range(4)}
    assert [held[p] for p in (1, 2, 3, 0)] == [order[n::4] for n in range(4)]


def test_ruling_3_a_cut_may_be_anywhere() -> None:
    for place in (1, 26, 51):
        _, deal = begun()
        deal.submit(3, Cut(place))
        assert deal.table.contributions["cut"] == place


@pytest.mark.parametrize("place", [0, 52, -1, 1000])
def test_edge_4_beyond_the_pack_is_refused(place: int) -> None:
    _, deal = begun()
    assert said_no(deal, 3, Cut(place)) == "Cut between 1 and 51."


def test_ruling_4_another_cut_is_another_shuffle() -> None:
    hands = []
    for place in (20, 21):
        _, deal = begun()
        deal.submit(3, Cut(place))
        hands.append({*deal.table.piles[HAND.of(1)]})
    assert len(hands[0] & hands[1]) < 13, "not merely the same order, turned round"


def test_only_the_cutter_cuts() -> None:
    _, deal = begun()
    for seat in (0, 1, 2):
        for move in (LetDealerCut(), Cut(3)):
            assert said_no(deal, seat, move) == "It is {3}'s cut."


def test_edge_3_a_declined_cut() -> None:
    _, deal = begun()
    deal.submit(3, LetDealerCut())
    assert deal.table.contributions == {"by": None, "cut": None, "notes": []}
    assert len(deal.table.piles[HAND.of(0)]) == 13


def test_a_lapsed_cut_is_the_dealers() -> None:
    _, deal = begun()
    deal.lapse(3, 20_000)
    assert deal.table.contributions["cut"] is None and deal.table.missed_cuts == [0, 0, 0, 1]


def test_a_cutter_who_sleeps_twice_is_not_waited_for() -> None:
    match, deal = begun()
    for _ in range(ASLEEP):
        deal.lapse(3, deal.table.now + 20_000)
        missed_cuts = tuple(deal.table.missed_cuts)
        match.void()
        match.state = replace(match.state, missed_cuts=missed_cuts)
        deal = match.begin(match.sealed(SECRET), at=0)
    assert "to cut" not in view(deal).facts and deal.table.contributions["cut"] is None
    match.void()
    match.cut_again(3)
    deal = match.begin(match.sealed(SECRET), at=0)
    assert view(deal).facts["cutter"] == 3


def test_in_a_first_deal_whoever_is_first_cuts_and_there_is_no_dealer_yet() -> None:
    deal = first()
    assert deal.seal is not None and deal.seal.spec["dealer"] is None and deal.seal.spec["cutter"] is None
    assert view(deal).dealer == -1 and view(deal).players == (0, 1, 2, 3)
    assert not waiting(deal).waits_for
    deal.submit(2, Cut(7))
    assert deal.table.contributions == {"by": 2, "cut": 7, "notes": []}
    assert view(deal).dealer in range(4)


def test_at_the_end_of_the_window_the_dealer_cuts() -> None:
    deal = first(cut_window=5)
    timer = waiting(deal).timer
    assert timer is not None and timer[0] == 5000
    deal.tick(5000)
    assert deal.rows[-1].seat == CLOCK and deal.table.contributions["by"] is None


def test_any_and_host_may_be_the_cutter() -> None:
    _, deal = begun(cutter="any")
    assert view(deal).facts["to cut"] == frozenset(range(4))
    deal.submit(1, Cut(5))
    assert deal.table.contributions["by"] == 1
    match = Match(HEARTS, HeartsOptions(cut="offer", cutter="host"), replace(opening(4), dealer=0, host=2), "host")
    deal = match.begin(match.sealed(SECRET), at=0)
    assert view(deal).facts["cutter"] == 2


def test_a_switched_off_cut_asks_nobody() -> None:
    match = Match(HEARTS, HeartsOptions(cut="off"), replace(opening(4), dealer=0), "off")
    deal = match.begin(match.sealed(SECRET), at=0)
    assert deal.table.contributions["cut"] is None and deal.seal is not None and deal.seal.spec["cutter"] is None


def test_on_request_only_who_has_asked_cuts_in_a_first_deal_too() -> None:
    for state, asked in ((opening(4), None), (opening(4), 2), (replace(opening(4), dealer=0), 1)):
        match = Match(HEARTS, HeartsOptions(cutter="any"), replace(state, asked_to_cut=asked), "request")
        deal = match.begin(match.sealed(SECRET), at=0)
        assert deal.seal is not None and deal.seal.spec["cutter"] == asked
        assert view(deal).facts.get("cutter") == asked and ("to cut" in view(deal).facts) == (asked is not None)
        if asked is not None:
            deal.submit(asked, Cut(9))
        assert len(deal.table.piles[HAND.of(0)]) == 13
        assert verify(deal_file("request", [deal]), GAMES).cards == 52


def test_edge_2_notes_are_composed_and_counted_by_seat() -> None:
    _, deal = begun()
    notes = next(o for o in deal.offers(1) if o.kind is Note)
    typed = read(notes, unicodedata.normalize("NFD", "  café "))
    assert typed == Note(unicodedata.normalize("NFC", "café"))
    deal.submit(1, Note("café"))
    deal.submit(0, Note("café"))
    deal.submit(3, Cut(9))
    assert deal.table.contributions["notes"] == [[0, "café"], [1, "café"]]


def test_the_last_note_of_a_seat_counts_and_an_empty_one_takes_it_back() -> None:
    _, deal = begun()
    for seat, text in ((0, "one"), (0, "two"), (1, "gone"), (1, "")):
        deal.submit(seat, Note(text))
    deal.submit(3, Cut(9))
    assert deal.table.contributions["notes"] == [[0, "two"]]


def test_a_note_is_not_longer_than_it_may_be() -> None:
    _, deal = begun()
    assert said_no(deal, 0, Note("x" * (LONGEST_NOTE + 1))) == f"A note has {LONGEST_NOTE} characters at most."


def test_a_note_can_be_typed() -> None:
    _, deal = begun()
    notes = next(o for o in deal.offers(0) if o.kind is Note)
    assert read(notes, "lucky seven") == Note("lucky seven")


def test_edge_1_the_verifier_deals_again_from_cut_and_notes() -> None:
    _, deal = begun()
    deal.submit(1, Note("lucky seven"))
    deal.submit(3, Note("cut deep"))
    deal.submit(3, Cut(20))
    data = deal_file("cut", [deal])
    assert verify(data, GAMES).cards == 52
    for old, new in ((b'"cut":20', b'"cut":21'), (b"lucky seven", b"lucky sevem"), (b"cut deep", b"cut keep")):
        assert old in data
        with pytest.raises(NotVerified):
            verify(data.replace(old, new), GAMES)


@pytest.mark.parametrize("decks", [2, 4, 6, 8])
@pytest.mark.parametrize("riffles", [1, 3])
def test_edge_5_a_casino_shuffle_loses_no_card(decks: int, riffles: int) -> None:
    whole = pack("52", decks)
    for n in range(20):
        shuffled = casino(whole, Stream(bytes([n] * 32), "casino"), riffles)
        assert Counter(shuffled) == Counter(whole) and shuffled != whole


def test_example_3_six_decks_by_the_casinos_hand() -> None:
    spec = {
        "behind": 52, "burn": 1, "cutter": 2, "deal": "demo/2", "dealer": 0, "deck": "52", "decks": 6,
        "method": "casino", "riffles": 1, "seats": 5, "start": "wash", "v": 1,
    }  # fmt: skip
    contrib = {"by": 2, "cut": 150, "notes": []}
    assert Seal(SECRET, spec).commit == "ac52743c91766e063ca08e0dcd206ebffe7d7da582ad203ce8dac5edc1ec47aa"
    entropy = final(SECRET, spec, contrib)
    assert entropy.hex() == "6e6434592ca5a0b55584df4a3390510100c162ed5e16407fad6b11810c3347a7"
    washed = Stream(entropy, "wash").shuffled(pack("52", 6))
    order = cut(casino(washed, Stream(entropy, "casino"), 1), 150)
    assert order[:8] == cards("3D AH 5H 6D AC QC 2C 9S")


@pytest.mark.parametrize("secret", range(5))
def test_ruling_6_a_decks_worth_is_taken_from_each_of_the_two_stacks(secret: int) -> None:
    whole = pack(decks=6)
    places = [Card(n, "C") for n in range(len(whole))]  # a card is only a place here
    pile = casino(places, Stream(bytes([secret]) * 32, "casino"))
    others = [*range(84, 150), *range(241, 312)]  # surely in the second stack, or in the fourth
    first = next(n for n, place in enumerate(reversed(pile)) if place.rank in others)
    on_the_cut_card = [place.rank for place in pile[-first:]]
    assert first % 2 == 0 and 47 <= first // 2 <= 57
    assert sum(n < 100 for n in on_the_cut_card) == first // 2, "as many from the first as from the third"
