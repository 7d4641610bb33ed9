"""What a table's message tells: a moment's text is of that moment, and of no row half is told."""

from __future__ import annotations

from itertools import chain, pairwise

import pytest

from bot.engine.deal import Deal
from bot.engine.moments import stands
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.catalog import GAMES
from bot.show.messages.page import MOST_NEWS, news
from bot.show.words.game import MergedEvents
from bot.show.words.sentences import Who
from cogs.games import every_word

from ..conformance.play import Chance, play_match, rebuilt
from ..games.hearts_hands import MIXED, hand
from ..games.poker_table import table as poker
from ..games.table import looked_at, moment_over
from ..games.three_five_seven_table import deal as deal_of

WHO = Who(("Ana", "Bo", "Cleo", "Dan")).said


def told(deal: Deal) -> str:
    return " ".join(news(deal, view(deal), every_word()[deal.game.slug], WHO))


def tick(deal: Deal) -> None:
    assert deal.ask and deal.ask.timer
    deal.tick(deal.ask.timer[0])


def rows_of(deal: Deal) -> list[list[str]]:
    """What each row is told in, the newest first, by playing the deal again."""
    words, who = every_word()[deal.game.slug], Who(tuple(f"Player {n}" for n in range(deal.state.seats))).said
    here = rebuilt(deal, 0)
    ends = [0, len(view(here).events)]
    for row in deal.rows:
        here.replay(row)
        ends.append(len(view(here).events))
    events = view(deal).events
    each = [words.announce(events[a:b], who) for a, b in pairwise(ends)]
    return [said for said in reversed(each) if said]


@pytest.mark.parametrize(
    "slug", sorted(slug for slug, words in every_word().items() if words.trait(MergedEvents) is None)
)
def test_rows_are_told_whole_and_a_moment_alone(slug: str) -> None:
    words, whims, looked = every_word()[slug], Chance("news", slug), 0

    def watch(deal: Deal) -> None:
        nonlocal looked
        if deal.ask is None or looked > 60 or whims.below(4) or (deal.rows[-1:] and deal.played != deal.rows):
            return
        looked += 1
        who = Who(tuple(f"Player {n}" for n in range(deal.state.seats))).said
        said = news(deal, view(deal), words, who)
        rows = rows_of(deal)
        if not rows:
            return
        if stands(deal.ask):
            assert said == rows[0]
            return
        whole = [[*chain.from_iterable(reversed(rows[:n]))] for n in range(1, len(rows) + 1)]
        assert said in whole, "each row is told, or is not"
        assert len(said) <= max(MOST_NEWS, len(rows[0]))

    for seed in range(3):
        play_match(GAMES[slug], ("news", seed), watch)
    assert looked


def test_what_stood_before_is_not_told_again() -> None:
    """A trick of Hearts stands until the next one is complete: of the tricks before nothing is told."""
    deal = hand(MIXED)
    looked_at(deal, "0: play 2C", "1: play 7C", "2: play 4C")
    assert told(deal).endswith("Ana leads the 2♣.")
    looked_at(deal, "3: play 10C")
    assert stands(deal.ask) and told(deal) == "Dan takes 2♣ 7♣ 4♣ 10♣."
    moment_over(deal)
    looked_at(deal, "3: play 3S", "0: play 2S", "1: play 7S")
    assert told(deal) == "Dan takes 2♣ 7♣ 4♣ 10♣.", "until there is something new"
    looked_at(deal, "2: play 9S")
    moment_over(deal)
    assert told(deal) == "Cleo takes 3♠ 2♠ 7♠ 9♠."


def test_two_showdowns_of_3_5_7_are_never_in_one_text() -> None:
    """With three cards Ana and Bo are in, with five Bo and Cleo: each is told with its own."""
    hands = {0: "9H 9D 3S 2C 4C", 1: "KS QD 2D KH KD", 2: "AH 7C 6D 8H 9S"}
    deal = deal_of(hands, state=opening(3, 10_000))
    looked_at(deal, "0: in", "1: in", "2: out")
    assert told(deal) == "Bo and Ana are in."
    tick(deal)
    assert told(deal).startswith("Ana wins **")
    moment_over(deal)
    assert told(deal).startswith("Bo and Ana are in. Ana wins **"), "one showdown, told whole"
    looked_at(deal, "0: out", "1: in", "2: in")
    assert told(deal) == "Bo and Cleo are in."
    tick(deal)
    assert told(deal).startswith("Bo wins **") and "Ana" not in told(deal)
    moment_over(deal)
    assert told(deal).startswith("Bo and Cleo are in. Bo wins **"), "nothing of the one before"


def test_a_showdown_of_poker_begins_with_the_call_and_is_told_whole() -> None:
    deal = poker("holdem", {1: "AH AD", 0: "9S 8S", 2: "KC KH"}, "2D 3C 7H 10D JS", seats=3, limit="no", muck=False)
    looked_at(deal, "0: call", "1: call", "2: check")
    for _ in range(3):
        looked_at(deal, "1: check", "2: check", "0: check")
    assert stands(deal.ask)
    said = told(deal)
    assert said.startswith("Ana checks.") and "Cleo checks" not in said
    assert said.count(" shows ") == 3 and "takes the pot" in said
