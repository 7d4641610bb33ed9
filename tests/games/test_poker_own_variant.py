"""A server's own variant: words that build one, and sentences for those that do not."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.engine.cards import card
from bot.engine.codec import dump_options, load_options
from bot.engine.deal import Deal
from bot.engine.options import BadOption, read_options
from bot.engine.piles import SPECTATOR
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.poker import POKER
from bot.games.poker.chances import open_hands, shares
from bot.games.poker.moves import StreetDealt, UpCard, Won
from bot.games.poker.options import Options
from bot.games.poker.own_variant import variant_of
from bot.games.poker.ranking import HIGH, LOW_8, LOW_A5
from bot.games.poker.variants import VARIANTS
from bot.house import choose
from bot.simulate import random_move

from .poker_table import check_down, match, start, table
from .table import bad_option


def own(home: str = "", **more: Any) -> Options:
    return read_options(Options, {"variant": "own", "home": home, **more})


def test_without_words_it_is_holdem_by_another_name() -> None:
    played, holdem = own().played, VARIANTS["holdem"]
    assert (played.seats, played.forced, played.limits) == (range(2, 11), holdem.forced, holdem.limits)
    assert played.streets == holdem.streets


def test_the_notation_of_the_rows() -> None:
    played = own("deal=D2U1/bU1/bU1/bU1/bD1 low=8 name=our-stud").played
    assert played.streets == VARIANTS["stud-8"].streets and played.halves == (HIGH, LOW_8)
    assert (played.title, played.forced, played.seats) == ("Our stud", "I", range(2, 7))
    assert own("deal=D4/bC3/bC1/bC1 use=2").played.take is VARIANTS["omaha"].take
    assert own("deal=D5/bR5 low=only").played.halves == (LOW_A5,)


@pytest.mark.parametrize(
    ("word", "cards"),
    [
        ("39", "3C 3D 3H 3S 9C 9D 9H 9S"), ("one-eyed-jacks", "JH JS"), ("suicide-king", "KH"),
        ("hearts", "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"),
    ],
)  # fmt: skip
def test_ranks_suits_and_cards_with_a_name_are_wild(word: str, cards: str) -> None:
    assert {str(c) for c in own(f"wild={word}").own_wilds or ()} == {*cards.split()}


@pytest.mark.parametrize(
    ("home", "said"),
    [
        ("deal=D9/D9", "That is 18 cards for a hand; at most 11 can be looked at."),
        ("deal=C3/C1", "Nobody gets a card: the first street deals some down (D) or up (U)."),
        ("deal=R5/D5", "A draw comes before anybody has a card."),
        ("deal=D2/R5", "A draw of 5 is more than the 2 that are held down."),
        ("deal=D2/X2", "A discard of 2 needs more cards down than that; there are 2."),
        ("deal=D2/Z1", "“z1” is no street: write D, U, C, R, X, P, T or b, each with a number."),
        ("deal=D1/C1/C1/C1/C1/C1", "There are at most 5 streets."),
        ("deal=D2/b", "A street of burns alone has nothing to bet on."),
        ("deal=D2 forced=bring-in", "A bring-in needs a card up in the first street."),
        ("deal=D2 low=8", "A low needs five cards: deal more, or leave it out."),
        ("deal=D5/bR5 use=2", "use=2 takes two cards of one's own from the first, and a board that begins with three."),
        ("deal=D2/D0", "No cards is no step: leave it out."),
        ("wild=23456", "“23456” cannot be wild: up to three ranks, like 39, or clubs, diamonds, hearts, spades, "
         "one-eyed-jacks, suicide-king, black-deuces."),
        ("deal=D5/R5 low=27 wild=39", "Nothing is wild where the lowest hand wins from deuce to seven."),
        ("name=**big**", "A name is made of letters, digits, hyphens and apostrophes, at most 24 of them."),
        ("low=9", "low is one of: none, 8, any, only, 27."),
        ("queens=no", "An own variant has no “queens”; it has deal, forced, low, name, use, wild."),
        ("decks=3", "There is no home rule “decks”."),
    ],
)  # fmt: skip
def test_what_cannot_be_dealt_is_refused_in_one_sentence(home: str, said: str) -> None:
    assert bad_option(Options, {"variant": "own", "home": home}) == said


def test_two_and_three_make_the_lowest_hand_from_deuce_to_seven() -> None:
    hands = {0: "2C 3D KS KH", 1: "2D 8C QH QS"}
    deal = table("own", hands, "4D 5H 7S 9C QC", seats=2, home="deal=D4/bC3/bC1/bC1 low=27 use=2")
    (won,) = [event for event, _ in check_down(deal).table.events if isinstance(event, Won)]
    assert (won.winners, won.called) == ((0,), "7-5-4-3-2 low")


def test_two_cards_up_are_two_cards() -> None:
    deal = table("own", {0: "2C KD", 1: "8D QS"}, seats=2, home="deal=U2/U1 forced=ante")
    (street,) = [event for event, _ in deal.table.events if isinstance(event, StreetDealt)]
    assert street.up == tuple(UpCard(p, card(c)) for p, c in ((1, "8D"), (1, "QS"), (0, "2C"), (0, "KD")))


def test_as_many_sit_there_as_the_pack_is_good_for() -> None:
    options = own("deal=D5/C5")
    assert POKER.seats_for(options) == range(2, 10)
    assert POKER.unfit(options, 10) == "Own variant takes at most 9."
    assert (
        bad_option(Options, {"variant": "own", "bomb_every": "3"}) == "An own variant has one board, and no bomb pots."
    )


def test_it_is_kept_as_the_tables_options() -> None:
    options = own("deal=D3/X1bC3/bC1/bC1 wild=2 name=pine", limit="pot")
    stored = load_options(POKER, dump_options(options))
    assert stored == options and stored.played == options.played


def test_its_words_are_for_it_alone() -> None:
    assert bad_option(Options, {"variant": "holdem", "home": "deal=D5"}).startswith("Hold'em has no home rule “deal”")


# ---- the law over random ones --------------------------------------------------------------------


def random_home(chance: random.Random) -> str:
    """Words as somebody may write them: many of them build nothing."""
    first = chance.choice(["D2", "D3", "D4", "D5", "D1U1", "D2U1", "U2", "D7"])
    more = ["bC3", "bC1", "C1", "bU1", "bD1", "bR5", "R3", "R1", "X1", "X1bC1", "P1", "T1", "X2T1", "bC1D1"]
    deal = "/".join([first, *chance.choices(more, k=chance.randrange(5))])
    words = [f"deal={deal}"]
    for key, values in (
        ("wild", ("39", "hearts", "one-eyed-jacks", "2")), ("low", ("8", "any", "only", "27")), ("use", ("2",)),
        ("forced", ("blinds", "ante", "bring-in")),
    ):  # fmt: skip
        if chance.random() < 0.4:
            words.append(f"{key}={chance.choice(values)}")
    return " ".join(words)


def built(chance: random.Random) -> Options:
    while True:
        given = {"variant": "own", "home": random_home(chance)}
        if chance.random() < 0.3:
            given["declare"] = "chips"
        try:
            return read_options(Options, given)
        except BadOption:
            continue


def played_out(options: Options, seed: int, *, house: bool) -> None:
    chance = random.Random(seed)
    seats = chance.choice([2, options.played.seats[-1], min(4, options.played.seats[-1])])
    stacks = tuple(chance.choice([350, 1000, 2000, 10_000]) for _ in range(seats))
    state = start(seats, stacks=dict(enumerate(stacks)))
    made = match(state, variant="own", home=options.home, declare=options.declare)
    deal = Deal(POKER, state, options, made.sealed(bytes([seed % 256]) * 32))
    for _ in range(400):
        if not deal.ask:
            break
        if deal.ask.timer and not deal.ask.waits_for:
            deal.tick(deal.ask.timer[0])
            continue
        seat = next(iter(deal.ask.waits_for))
        if house:
            move = choose(view(deal, seat), deal.offers(seat), chance)
        else:
            move = random_move([o for o in deal.offers(seat) if o], chance)
        assert move is not None, (options.home, deal.offers(seat))
        deal.submit(seat, move)  # type: ignore[arg-type]
        if (hands := open_hands(view(deal, SPECTATOR))) is not None:
            lot = random.Random(1).sample([*hands.unknown], hands.to_come)
            assert all(abs(sum(pot) - 1) < 1e-9 for pot in shares(hands, [tuple(lot)])), options.home
    assert deal.after is not None, options.home
    assert sum(deal.after.stacks) + deal.after.pot == sum(stacks), options.home
    piles = [str(c) for pile in deal.table.piles.values() for c in pile]
    assert sorted(piles) == sorted({*piles}) and len(piles) == 52, options.home


@pytest.mark.parametrize("seed", range(30))
def test_any_own_variant_that_is_not_refused_can_be_played(seed: int) -> None:
    options = built(random.Random(seed))
    assert opening(2) and variant_of(options.home) is options.played
    played_out(options, seed, house=False)


@pytest.mark.parametrize("seed", range(100, 108))
def test_a_house_player_plays_it(seed: int) -> None:
    played_out(built(random.Random(seed)), seed, house=True)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1400))
def test_many_own_variants(seed: int) -> None:
    played_out(built(random.Random(seed)), seed, house=seed % 8 == 0)
