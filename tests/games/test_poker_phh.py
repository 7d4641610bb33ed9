"""Hands of poker as PHH, read by PokerKit: the same hands end with the same stacks there."""

from __future__ import annotations

import tomllib
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from pokerkit import CheckingOrCalling, CompletionBettingOrRaisingTo, Folding, HandHistory

from bot.engine.betting import CHECK, FOLD, BetMade, Raised
from bot.engine.deal import Deal
from bot.engine.match import Match
from bot.engine.offers import OneOf
from bot.engine.piles import Seat
from bot.engine.randomness import Stream
from bot.engine.state import opening
from bot.games.poker import POKER, Options
from bot.games.poker.carried_over import Carried
from bot.games.poker.moves import SHOW, BroughtIn, Posted, StreetDealt, Won
from bot.games.poker.phh import CODES, history

from .poker_table import all_do, check_down, start, table
from .table import play, told, turn
from .test_poker_showdown import moment_over_but_one


def phh(deal: Deal) -> dict[str, Any]:
    """The fields of a hand that can be told."""
    text = history(deal, ["Ann", 'Bo "B"', "Cleo\\", "Dan"])
    assert text is not None
    return tomllib.loads(text)


# ---- what is written ---------------------------------------------------------------------------


def test_example_32() -> None:
    hands = {1: "9H 9D", 2: "KS KD", 3: "QC QH", 0: "AC 7D"}
    stacks = {1: 1000, 2: 3000, 3: 5000, 0: 6000}
    deal = table("holdem", hands, "9C 5S 2D 3D 3H", stacks=stacks, run_twice=False)
    check_down(all_do(deal, "raise 50", "call", "call", "call"))
    told = phh(deal)
    assert told["variant"] == "NT" and told["antes"] == [0, 0, 0, 0] and told["min_bet"] == 200
    assert told["blinds_or_straddles"] == [100, 200, 0, 0]
    assert told["starting_stacks"] == [1000, 3000, 5000, 6000]
    assert told["finishing_stacks"] == [4000, 6000, 4000, 1000]
    assert told["actions"] == [
        "d dh p1 9h9d", "d dh p2 KsKd", "d dh p3 QcQh", "d dh p4 Ac7d",
        "p3 cbr 5000", "p4 cc", "p1 cc", "p2 cc",
        "p1 sm 9h9d", "p2 sm KsKd", "p3 sm QcQh", "p4 sm Ac7d",
        "d db 9c5s2d", "d db 3d", "d db 3h",
    ]  # fmt: skip
    assert told["players"] == ['Bo "B"', "Cleo\\", "Dan", "Ann"] and told["seats"] == [2, 3, 4, 1]


def test_a_freezeouts_hand_begins_with_what_is_played_for() -> None:
    deal = all_do(table(format="freezeout", bounty="25%"), "fold", "fold", "fold")
    told = phh(deal)
    assert told["starting_stacks"] == [7500] * 4
    assert told["finishing_stacks"] == [7400, 7600, 7500, 7500]


def test_what_nobody_has_seen_is_not_told() -> None:
    deal = all_do(table("holdem"), "raise 6", "fold", "fold", "fold")
    assert phh(deal)["actions"][:4] == [f"d dh p{n} ????" for n in (1, 2, 3, 4)]
    deal = table("holdem", {1: "AS AD", 2: "KS KD"}, "2C 2D 7H 8S 9C", seats=3)
    told = phh(check_down(deal))
    assert told["actions"][:3] == ["d dh p1 AsAd", "d dh p2 ????", "d dh p3 ????"]
    assert told["actions"][-3:] == ["p1 sm AsAd", "p2 sm", "p3 sm"]


def test_a_hand_that_is_shown_afterwards_is_shown_where_it_was_mucked() -> None:
    deal = all_do(table("holdem", {2: "KS KD"}), "fold", "fold")
    deal.submit(1, FOLD, at=5)
    shows_late(deal, 2)
    actions = phh(deal)["actions"]
    assert actions[1] == "d dh p2 KsKd" and actions[-1] == "p2 sm KsKd"
    assert disagreement(deal, history(deal, []) or "") == ""
    deal = all_do(table("holdem", {1: "AS AD", 2: "KS KD"}, "2C 2D 7H 8S 9C", seats=3), "call", "call")
    while (seat := turn(deal)) is not None:
        deal.submit(seat, CHECK, at=5)
        moment_over_but_one(deal)
    shows_late(deal, 2)
    assert phh(deal)["actions"][-3:] == ["p1 sm AsAd", "p2 sm KsKd", "p3 sm"]
    assert disagreement(deal, history(deal, []) or "") == ""


def shows_late(deal: Deal, seat: Seat) -> None:
    """A hand that nobody had to see."""
    moment_over_but_one(deal)
    deal.submit(seat, SHOW, at=deal.table.now + 10)
    check_down(deal)


def test_heads_up_the_big_blind_is_first_and_the_blinds_are_as_ever() -> None:
    told = phh(check_down(table("holdem", seats=2)))
    assert told["blinds_or_straddles"] == [100, 200] and told["seats"] == [2, 1]
    assert phh(check_down(table("short-deck", seats=2)))["blinds_or_straddles"] == [200, 0]
    assert phh(check_down(table("short-deck", seats=3)))["blinds_or_straddles"] == [0, 0, 200]


def test_a_straddle_is_a_blind_and_a_newcomers_post_is_negative() -> None:
    deal = table("holdem", straddle=True)
    play(deal, "3: straddle")
    assert phh(check_down(deal))["blinds_or_straddles"] == [100, 200, 400, 0]
    state = start(4, number=3, carried=Carried(dealt_in=frozenset({0, 1, 2})))
    told = phh(check_down(table("holdem", state=state)))
    assert told["blinds_or_straddles"] == [100, 200, -200, 0]


def test_stud_tells_up_cards_and_the_bring_in() -> None:
    hands = {1: "AS AD 2C 5D 9H 9S 9C", 2: "KS KD 3C JD JH 4S 6C"}
    told = phh(check_down(table("stud", hands, seats=3, stakes=400)))
    assert (told["bring_in"], told["small_bet"], told["big_bet"]) == (200, 400, 800)
    assert told["antes"] == [100] * 3 and "blinds_or_straddles" not in told
    assert "d dh p1 AsAd2c" in told["actions"] and "p1 pb" in told["actions"]
    assert "p1 sm AsAd2c5d9h9s9c" in [f"{a[:6]}{_stud_order(a[6:])}" for a in told["actions"] if a.startswith("p1 sm")]


def _stud_order(held: str) -> str:
    """A hand as it was dealt: of the cards that lie down the last came last."""
    each = [held[n : n + 2] for n in range(0, len(held), 2)]
    return "".join([*each[:2], *each[3:], each[2]])


def test_draws_tell_what_was_kept_to_the_end() -> None:
    deal = table("27-triple", {1: "KS KD 2C 3D 4H", 2: "KH KC QS QD QH"}, seats=2, then="x 5C 7S x x x x x x")
    all_do(deal, "call", "check")
    play(deal, "1: draw KS KD")
    told = phh(check_down(deal))
    assert told["actions"][:2] == ["d dh p1 ????2c3d4h", "d dh p2 " + "??" * 5]
    assert "p1 sd ????" in told["actions"] and "p2 sd" in told["actions"] and "d dh p1 5c7s" in told["actions"]


@pytest.mark.parametrize(
    "options", [{"variant": "omaha", "limit": "no"}, {"variant": "guts"}, {"variant": "stud", "home": "wild=39"},
                {"boards": "2"}, {"bomb_every": 1}, {"variant": "omaha-8", "declare": "chips"}]
)  # fmt: skip
def test_what_the_notation_has_no_words_for(options: dict[str, Any]) -> None:
    deal = check_down(table(options.pop("variant", "holdem"), **options))
    assert history(deal, []) is None


def test_two_runs_and_a_card_for_all_cannot_be_told() -> None:
    deal = all_do(table("holdem", seats=2), "raise 100", "call")
    play(deal, "0: run-twice", "1: run-twice")
    assert deal.after is not None and history(deal, []) is None
    assert history(check_down(table("stud", seats=8)), []) is None


# ---- what other programs read -------------------------------------------------------------------


def random_hands(seed: str, variant: str, limit: str) -> Iterator[Deal]:
    """Hands of one match: stacks of all sizes, people who come and go, moves by chance."""
    chance = Random(f"{seed}/{variant}")
    given: dict[str, Any] = {"stakes": chance.choice((100, 200, 200, 300, 1000)), "ante": chance.choice((None, 0, 150))}
    if limit in ("no", "pot") and variant != "short-deck":
        given["straddle"] = chance.random() < 0.4
    match = Match(POKER, Options(variant=variant, limit=limit, cut="off", **given), opening(2), "phh")
    seats = chance.choice(POKER.seats_for(match.options))
    match.state = replace(opening(seats), stacks=tuple(chance.choice((10_000, 3000, 20_000)) for _ in range(seats)))
    while not match.state.over and match.state.number < 12:
        deal = match.begin(match.sealed(chance.randbytes(32)), at=0)
        while deal.ask:
            at_random(deal, chance)
        match.settle()
        yield deal
        state, sitting = match.state, seats - len(match.state.away)
        if sitting > 2 and chance.random() < 0.2:
            match.state = replace(state, away=state.away | {chance.choice([*{*range(seats)} - state.away])})
        elif state.away and chance.random() < 0.3:
            back = tuple(chips or 10_000 for chips in state.stacks)
            match.state = replace(state, away=state.away - {chance.choice([*state.away])}, stacks=back)


SPEAKING = (CheckingOrCalling, CompletionBettingOrRaisingTo, Folding)
LIKELY = {"Fold": 1, "Call": 6, "Check": 6}


def at_random(deal: Deal, chance: Random) -> None:
    """A move, or the end of a pause. Small bets are likelier than large ones."""
    assert deal.ask is not None
    if not deal.ask.waits_for:
        deal.tick(deal.ask.timer[0] if deal.ask.timer else 0)
        return
    seat = chance.choice([*deal.ask.waits_for])
    offers = [o for o in deal.ask.offers[seat] if o and not o.optional]
    (offer,) = chance.choices(offers, [LIKELY.get(o.kind.__name__, 2) for o in offers])
    if isinstance(offer, OneOf):
        among = [*offer.among]
        move = offer.kind(among[min(int(chance.expovariate(8) * len(among)), len(among) - 1)])
    else:
        move = offer.sample(Stream(chance.randbytes(8), "whim"))
    deal.submit(seat, move)  # pyright: ignore[reportArgumentType]  # such an offer has a sample


def disagreement(deal: Deal, text: str) -> str:
    """What PokerKit makes of a hand otherwise than we do; nothing if it does not. Why that may be is named."""
    fields = tomllib.loads(text)
    try:
        *_, state = HandHistory.loads(text)
    except (ValueError, KeyError) as fault:  # what it cannot follow it tries to mend, and stumbles
        theirs, found = None, str(fault)
    else:
        theirs = [int(chips) for chips in state.stacks]
        spoken = sum(
            isinstance(o, CheckingOrCalling | CompletionBettingOrRaisingTo | Folding) for o in state.operations
        )
        ours = sum(action.split()[1] in ("f", "cc", "cbr") for action in fields["actions"])
        found = "" if spoken == ours else "somebody else has spoken"
        if theirs != fields["finishing_stacks"]:
            found = f"{theirs} for {fields['finishing_stacks']}"
    return "" if found and on_purpose(deal, theirs, fields) else found


def on_purpose(deal: Deal, theirs: list[int] | None, fields: dict[str, Any]) -> bool:
    """Where the rules differ: (1) Odd yellows, where they divide to the hundredth. (2) A blind, or a bring-in, that is
    short leaves what is to be matched at its full height. (3) A short all-in is no raise for the cap."""
    if theirs is not None and fields["finishing_stacks"]:
        parts = [e for e in told(deal, Won) if e.half or len(e.winners) > 1]
        if all(abs(a - b) <= 50 * len(parts) for a, b in zip(theirs, fields["finishing_stacks"], strict=True)):
            return True
    if any(e.all_in for e in (*told(deal, Posted), *told(deal, BroughtIn))):
        return True
    return deal.options.limited == "fixed" and has_short_raise(deal, fields["small_bet"])


def has_short_raise(deal: Deal, u: int) -> bool:
    """Whether somebody has raised by less than the street's bet, being all-in."""
    bet = u
    for event, _ in deal.table.events:
        if isinstance(event, StreetDealt):
            bet = u * (1 + deal.options.streets[event.number - 1].big)
        elif isinstance(event, BetMade | Raised) and event.all_in and event.amount < bet:
            return True
    return False


def compared(matches: int, first: int = 0) -> tuple[Counter[str], list[str]]:
    """A number of matches of each code: how many of their hands could be told, and where PokerKit disagrees."""
    hands: Counter[str] = Counter()
    wrong: list[str] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of cards that nobody has seen
        for (variant, limit), code in CODES.items():
            for n in range(first, first + matches):
                for deal in random_hands(str(n), variant, limit):
                    if (text := history(deal, [])) is not None:
                        hands[code] += 1
                        if why := disagreement(deal, text):
                            wrong.append(f"{code} {n}: {why}\n{text}")
    return hands, wrong


def test_pokerkit_ends_with_the_same_stacks() -> None:
    hands, wrong = compared(1)
    assert not wrong, wrong[0]
    assert set(hands) == {*CODES.values()} and sum(hands.values()) > 80


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_pokerkit_ends_with_the_same_stacks_in_ten_thousand_hands() -> None:
    hands, wrong = compared(100, first=1000)
    assert not wrong, wrong[0]
    assert min(hands.values()) > 500 and sum(hands.values()) > 10_000
