"""Blackjack over several rounds: the shoe and its marker, options, who is asked, how a session ends."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from bot.engine.asks import Script
from bot.engine.cards import cards, pack
from bot.engine.cutting import Cut
from bot.engine.deal import Deal
from bot.engine.facts import DISCARDS, STOCK, PileName
from bot.engine.match import Match
from bot.engine.options import read_options
from bot.engine.piles import SPECTATOR
from bot.engine.proof import deal_file, verify
from bot.engine.randomness import Seal
from bot.engine.shoe import marker
from bot.engine.state import Shoe, Standing, State, opening
from bot.engine.table import Burnt, DealTable, Reshuffled, Shuffled
from bot.engine.view import view
from bot.games.blackjack import BLACKJACK, STAND
from bot.games.blackjack.facts import HAND_PILE
from bot.games.blackjack.moves import Options, Settled, Split
from bot.games.catalog import GAMES, game
from bot.games.parts.wagers import PASS, Bet, Carried, OutOfChips, PutAway

from .blackjack_table import alone, bet, choices, dealt, lies, may, net, opened, outcomes
from .table import after, bad_option, play, refused, told, waits


def started(seats: int = 1, **options: object) -> Match:
    return Match(BLACKJACK, replace(Options(cut="off"), **options), opening(seats, 10_000), "bj")  # type: ignore[arg-type]


def next_round(match: Match, secret: int = 1) -> Deal:
    return match.begin(match.sealed(bytes([secret]) * 32) if match.fresh else None, at=0)


def finished(deal: Deal, wager: int = 100) -> Deal:
    """Everybody bets the same and stands on anything."""
    while deal.ask:
        seat = waits(deal)[0]
        kinds = may(deal, seat)
        deal.submit(seat, Bet(wager) if "Bet" in kinds else STAND if "Stand" in kinds else PASS)
    return deal


# ---- the shoe -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("decks", "players", "before", "behind"), [(6, 3, 259, 52), (2, 7, 71, 32), (1, 4, 31, 20), (1, 7, 19, 32)]
)
def test_example_8_where_the_marker_lies(decks: int, players: int, before: int, behind: int) -> None:
    deal = next_round(started(players, decks=decks))
    assert told(deal, Burnt) == [Burnt(1)]
    seen = view(deal)
    assert (seen.size(STOCK) - seen.facts["behind"], seen.facts["behind"]) == (before, behind)


@pytest.mark.parametrize(("decks", "behind"), [(1, 17), (2, 26), (4, 52), (6, 52), (8, 52)])
def test_about_one_deck_lies_behind_the_marker(decks: int, behind: int) -> None:
    """(rules/dealing.md, ruling 5.)"""
    assert marker(decks, hands=1) == behind


def test_the_marker_may_lie_anywhere_in_the_pack() -> None:
    assert next_round(started(decks=2, behind=60)).table.facts["behind"][0] == 60


@pytest.mark.parametrize("decks", [1, 2, 4, 6, 8])
def test_every_number_of_decks(decks: int) -> None:
    deal = next_round(started(decks=decks))
    assert Counter(c for pile in deal.table.piles.values() for c in pile) == Counter(pack(decks=decks))


def test_the_next_round_goes_on_with_the_shoe() -> None:
    match = started()
    first = finished(next_round(match))
    left = lies(first, "stock").split()
    match.settle()
    assert not match.fresh
    second = next_round(match)
    assert (told(second, Shuffled), told(second, Burnt)) == ([], [])
    assert lies(second, "stock").split() == left
    assert lies(second, "discards").split() == lies(first, "discards").split()


def shoe(left: str, discards: str = "", behind: int = 0, number: int = 1, seats: int = 1) -> State:
    """Between two rounds, with these cards in the shoe."""
    return replace(
        opening(seats, 10_000), number=number, carried=Carried(),
        shoe=Shoe(tuple(cards(left)), 30, frozenset({"shuffle", "cut"}), tuple(cards(discards)), behind),
    )  # fmt: skip


def from_shoe(state: State, **options: object) -> Deal:
    return Deal(BLACKJACK, state, replace(Options(decks=1), **options), Seal(bytes(32), {}))  # type: ignore[arg-type]


def test_edge_12_the_round_is_finished_behind_the_marker() -> None:
    """In mid-hand (rules/dealing.md, edge case 6)."""
    deal = play(bet(from_shoe(shoe("10S 9H 9D 10C 2H 3H 4H", behind=5))), "0: stand")
    assert outcomes(deal) == [(0, "pushed", 0)]
    assert not BLACKJACK.goes_on(after(deal), deal.options)


@pytest.mark.parametrize(("behind", "goes_on"), [(2, True), (3, False)])
def test_edge_12_the_marker_reached_exactly_at_the_end(behind: int, goes_on: bool) -> None:
    """By the very last card (rules/dealing.md, edge case 6)."""
    deal = play(bet(from_shoe(shoe("10S 9H 9D 10C 2H 3H 4H", behind=behind))), "0: stand")
    assert after(deal).shoe == Shoe(
        tuple(cards("2H 3H 4H")), 34, frozenset({"shuffle", "cut"}), tuple(cards("10S 9D 9H 10C")), behind
    )
    assert BLACKJACK.goes_on(after(deal), deal.options) == goes_on


def test_edge_13_one_deck_with_seven_players_is_shuffled_after_nineteen_cards() -> None:
    """(rules/dealing.md, ruling 5.)"""
    match = started(7, decks=1)
    for secret in range(1, 12):
        deal = finished(next_round(match, secret))
        match.settle()
        used = 52 - len(lies(deal, "stock").split())
        assert match.fresh == (used >= 20)  # the burnt card is the twentieth


def test_edge_13_a_dry_pack_takes_the_discards() -> None:
    """In mid-hand (rules/dealing.md, edge case 6)."""
    deal = bet(from_shoe(shoe("5S 9H 4D 10C", discards="2C 7C 7D")))
    play(deal, "0: hit")
    assert told(deal, Reshuffled) == [Reshuffled(3)]
    drawn = lies(deal, "hand 0.1").split()[-1]
    assert sorted([drawn, *lies(deal, "stock").split()]) == ["2C", "7C", "7D"]
    assert deal.table.dealt[-1] == (34, "seat:0")
    assert "reshuffle/1" in after(play(deal, "0: stand")).shoe.labels  # type: ignore[union-attr]


def test_edge_13_hands_cleared_in_this_round_go_in_again() -> None:
    deal = bet(from_shoe(shoe("10S 10D 9H 6H 5D 10C 9C", seats=2)))
    play(deal, "0: hit", "1: hit")
    assert told(deal, Reshuffled) == [Reshuffled(3)]
    assert {*lies(deal, "hand 1.1").split()[2:]} <= {"10S", "6H", "9C"}


def test_pack_and_discards_both_dry_every_hand_stands_as_it_is() -> None:
    deal = play(bet(from_shoe(shoe("5S 6H 4D 10C"))), "0: hit")
    assert outcomes(deal) == [(0, "lost", -1000)]
    assert deal.after


def test_edge_15_the_burnt_card_is_never_shown_before_the_reveal() -> None:
    match = started(2)
    deal = finished(next_round(match))
    burnt = lies(deal, "discards").split()[0]
    match.settle()
    second = next_round(match)
    assert second.table.piles[DISCARDS][0] == cards(burnt)[0]
    for viewer in (SPECTATOR, 0, 1):
        assert view(deal, viewer).pile(DISCARDS)[0] is None
        assert set(view(second, viewer).pile(DISCARDS)) == {None}
    assert deal.table.dealt[0] == (0, "burn")


def test_a_void_deal_drops_its_shoe() -> None:
    match = started()
    finished(next_round(match))
    match.settle()
    stacks = match.state.stacks
    bet(next_round(match))
    match.void()
    assert (match.fresh, match.state.stacks) == (True, stacks)


def test_the_deal_file_of_a_shoe_holds_all_its_rounds() -> None:
    match, deals = started(3, decks=1, shuffle="uniform"), []
    while not deals or not match.fresh:
        deals.append(finished(next_round(match)))
        match.settle()
    assert len(deals) > 1
    assert verify(deal_file("bj", deals), GAMES).deals == len(deals)


def test_a_casino_shuffle_from_the_tray() -> None:
    match = started(2, decks=2, shuffle="casino", casino_start="tray", behind=100)
    first = next_round(match)
    assert (match.seal and match.seal.spec["start"], first.state.tray) == ("wash", ())
    lay = [*finished(first).table.piles[DISCARDS], *reversed([*first.table.piles[STOCK]])]
    match.settle()
    assert match.fresh
    second = finished(next_round(match, 2))
    assert match.seal
    assert match.seal.spec["start"] == "tray"
    assert match.seal.spec["tray"] == [str(c) for c in lay]
    assert verify(deal_file("bj", [second]), GAMES).cards > 5


def test_ruling_14_anybody_may_cut_and_the_first_to_press_does() -> None:
    match = started(3, cut="offer")
    deal = next_round(match)
    assert all("Cut" in may(deal, seat) for seat in range(3))
    assert refused(deal, 1, Cut(312)) == "Cut between 1 and 311."
    deal.submit(1, Cut(100))
    assert told(deal, Shuffled) == [Shuffled(312, 1, 100)]
    assert "Bet" in may(deal, 0)


def test_a_reshuffle_in_a_later_round_follows_from_the_cut_too() -> None:
    ends = set()
    for at in (100, 101):
        match = started(cut="offer", decks=2, behind=0)
        deal = next_round(match)
        deal.submit(0, Cut(at % 104))
        finished(deal)
        match.settle()
        ends.add(next_round(match).table.contributions["cut"])
    assert ends == {100, 101}


# ---- options --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"shuffle": "casino", "decks": 1}, "The four-stack shuffle needs two decks or more."),
        ({"min_bet": 5, "max_bet": 4}, "The largest wager is below the smallest."),
        ({"min_bet": 1.5}, "min_bet is an amount from 1 to 1,000, in steps of 1."),
        ({"decks": 3}, "decks is one of: 6, 1, 2, 4, 8."),
        ({"decks": 1, "behind": 52}, "With 52 cards the marker lies before the last 51 at most."),
        ({"max_hands": 9}, "max_hands is a number from 2 to 8."),
        ({"rounds": 0}, "rounds is a number from 1 to 100."),
    ],
)
def test_options_that_do_not_go(given: dict[str, object], sentence: str) -> None:
    assert bad_option(Options, given) == sentence


def test_options_without_a_number_have_a_word_for_it() -> None:
    read = read_options(Options, {"max_hands": "none", "rounds": "open", "behind": "auto"})
    assert (read.max_hands, read.rounds, read.behind) == (None, None, None)


def test_wager_limits() -> None:
    deal = opened({0: "AS KD"}, "9H 10C", min_bet=500, max_bet=700)
    assert choices(deal, 0, Bet) == [500, 600, 700]
    assert refused(deal, 0, Bet(800)) == "Bet whole whites between 5 and 7."


def test_max_hands() -> None:
    deal = alone("8H 8D", "9C 10C", "8S 2S", "split", max_hands=2)
    assert refused(deal, 0, type(deal.offers(0)[3].move)()) == "One seat plays 2 hands at most."  # type: ignore[attr-defined]


def test_max_hands_counts_hands_that_have_busted() -> None:
    deal = alone("8H 8D", "9C 10C", "8S 8C 8S KH", "split", "hit", max_hands=2)
    assert [e.outcome for e in told(deal, Settled)] == ["bust"], "8H 8S KH"
    assert refused(deal, 0, Split()) == "One seat plays 2 hands at most."


def test_max_hands_counts_hands_that_stand() -> None:
    deal = alone("8H 8D", "9C 10C", "8S 8C", "split", "stand", max_hands=2)
    assert refused(deal, 0, Split()) == "One seat plays 2 hands at most."


def test_other_names_of_the_game() -> None:
    assert [game(name) for name in ("21", "twenty-one", "bj", "Blackjack")] == [BLACKJACK] * 4


# ---- wagers ---------------------------------------------------------------------------------


def test_everybody_bets_at_once_and_may_think_again() -> None:
    deal = opened({0: "AS 5D", 1: "10S 9D", 2: "10H 9S"}, "9H 10C")
    assert waits(deal) == [0, 1, 2]
    play(deal, "2: bet 5", "0: bet 3", "0: bet 4")
    assert view(deal).facts["wagers"] == ((2, 500), (0, 400))
    play(deal, "1: pass")
    assert (view(deal).wagers, view(deal).piles.keys() >= {"hand 0.1", "hand 2.1"}) == ((400, 0, 500), True)
    assert HAND_PILE.of(1, 1) not in view(deal).piles


def test_all_sit_the_round_out() -> None:
    deal = bet(opened({0: "AS 5D", 1: "10S 9D"}, "9H 10C"), {})
    assert (after(deal).number, after(deal).over, lies(deal, "discards")) == (1, False, "2C")


def test_whoever_lets_two_wagers_lapse_is_put_away() -> None:
    match = started(2)
    for number in (1, 2):
        deal = next_round(match)
        deal.lapse(1, 1)
        assert told(deal, PutAway) == []
        finished(deal)
        match.settle()
        assert match.state.away == ({1} if number == 2 else set())
    assert told(deal, PutAway) == [PutAway(1)]
    assert waits(next_round(match)) == [0]


def test_a_wager_between_two_lapses_keeps_the_seat() -> None:
    match = started(2)
    for lapses in (True, False, True):
        deal = next_round(match)
        if lapses:
            deal.lapse(1, 1)
        finished(deal)
        match.settle()
    assert match.state.away == set()


def test_whoever_cannot_pay_the_smallest_wager_is_not_asked() -> None:
    deal = opened({0: "AS 5D", 1: "10S 9D"}, "9H 10C", stacks={1: 450}, min_bet=500)
    assert (waits(deal), told(deal, OutOfChips)) == ([0], [OutOfChips(1)])
    assert after(play(deal, "0: pass")).away == set()


def test_the_last_wager_is_remembered_for_the_next_round() -> None:
    match = started(2)
    finished(next_round(match), wager=300)
    match.settle()
    assert match.state.carried == Carried(((0, 300), (1, 300)))
    match.stand(1)
    match.sit(1, 10_000)
    assert next_round(match).table.carried == Carried(((0, 300),))


# ---- the end --------------------------------------------------------------------------------


def test_a_match_of_so_many_rounds_is_ranked_by_balance() -> None:
    deal = dealt({0: "10S 9D", 1: "10H 7D", 2: "10C 8C"}, "9H 9C", wager=1000, rounds=1)
    play(deal, "0: stand", "1: stand", "2: stand")
    assert after(deal).standings == (Standing(0, 1, "W"), Standing(1, 3, "L"), Standing(2, 2, "D"))


def test_an_open_session_goes_on() -> None:
    assert after(alone("10S 9D", "9H 9C", "", "stand")).standings is None


def test_the_session_ends_when_nobody_can_bet() -> None:
    lost = after(alone("10S 7D", "9H 9C", "", "stand", stacks={0: 1000}))
    end = Deal(BLACKJACK, lost, Options(), Seal(bytes(32), {}))
    assert after(end).standings == (Standing(0, 1, "L"),)


def test_what_is_recorded() -> None:
    deal = play(dealt({0: "AS KD", 1: "10S 6D"}, "9H 10C", "KH"), "1: hit")
    assert after(deal).counted(0) == {
        "balance": 1500, "blackjacks": 1, "hands won": 1, "rounds": 1, "wagered": 1000,
    }  # fmt: skip
    assert after(deal).counted(1) == {"balance": -1000, "busts": 1, "hands lost": 1, "rounds": 1, "wagered": 1000}


def test_chips_only_move() -> None:
    deal = alone("8H 8D", "8C 10C", "3S 10S 10H", "split", "double 10", "stand")
    assert after(deal).chips == deal.state.chips
    assert (net(deal), after(deal).house) == (2000, -2000)


def test_a_shoe_of_any_game_draws_nothing_where_nothing_lies() -> None:
    """The engine's part alone: a table whose shoe and discards are empty."""

    def script(t: DealTable) -> Script:
        t.shoe()
        hand = t.pile(PileName("hand"))
        while t.draw(hand):
            pass
        assert t.draw(hand) is None
        return
        yield

    deal = Deal(replace(BLACKJACK, deal=script), shoe("2C 3C", "4C"), Options(decks=1), Seal(bytes(32), {}))
    assert sorted(lies(deal, "hand").split()) == ["2C", "3C", "4C"]
