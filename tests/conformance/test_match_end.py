"""How a match has ended, in every game: who won, all others, the course by hands, in the picture and in words."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import card_art
from bot.engine.deal import Deal
from bot.engine.piles import SPECTATOR
from bot.engine.view import view
from bot.games.catalog import GAMES
from bot.show.messages.alt import alt
from bot.show.messages.endings import broken_off, match_end
from bot.show.words.sentences import Who
from bot.table import match_course
from card_art import scene as art
from cogs.games import every_word

from .play import BUY_IN, play_match

WORDS = every_word()
NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jane")
LARGEST = 110 * 1024


def after(deals: list[Deal]) -> Any:
    """A table, as far as the end of a match looks at it, after these deals."""
    game, options, seats = deals[-1].game, deals[-1].options, deals[-1].table.seats
    chairs = [SimpleNamespace(bought=BUY_IN, empty=seat in deals[-1].state.away) for seat in range(seats)]
    table: Any = SimpleNamespace(
        game=game,
        options=options,
        chairs=chairs,
        match_course=[],
        recalled=[],
        highlight=None,
        highlight_deal=None,
        deal_id="d",
        night=None,
        gone=[],
    )
    for deal in deals:
        match_course.note_deal(table, deal)
    return table


def end_of(deals: list[Deal]) -> tuple[art.MatchEnd | None, Any]:
    table = after(deals)
    words, seen = WORDS[table.game.slug], view(deals[-1], SPECTATOR)
    who = Who(NAMES[: deals[-1].table.seats])
    return match_end(table, words, seen, who, words.results(seen, deals[-1].state, who)), table


def named(people: art.People) -> list[str]:
    return [person.name for person in people]


def assert_it_says_by_how_much_and_why(end: art.MatchEnd, table: Any, deals: int) -> None:
    """The margin in words, not to be worked out; why a deal is remembered; one notation for all rows; and of a single
    deal the number that decides it, once."""
    if end.highlight is not None:
        assert end.highlight.lines or end.highlight.stamp or ": best" in end.highlight.title
    said = f"{end.why} {end.below}"
    rows = end.others.rows if isinstance(end.others, art.Rows) else ()
    totals = [column.total for column in end.others.columns] if isinstance(end.others, art.Ledger) else []
    alone = [end.total, *(row.total for row in rows), *totals[1:]].count(end.total) == 1  # or by what the game says
    if deals > 1 and alone and end.others and end.verb in ("wins", "win") and not table.game.for_chips(table.options):
        assert " ahead" in said or " in games" in said or "win by " in end.why_with_verb
    assert len({" → " in row.line for row in rows if row.line and not row.by}) <= 1
    assert not any(" in, " in row.line for row in rows)
    if deals == 1:
        assert end.last is None
        assert not end.total or all(row.total or row.letters or row.line for row in rows)


@pytest.mark.seeds(3, soak=60, at_once=20)
@pytest.mark.parametrize("slug", GAMES)
def test_it_tells_the_winners_everybody_else_and_the_course(slug: str, seeds: range) -> None:
    drawn = 0
    for seed in seeds:
        match = play_match(GAMES[slug], f"end/{seed}")
        end, table = end_of(match.deals)
        if not match.ended:
            assert end is None
            continue
        assert end is not None
        standings = view(match.deals[-1]).standings or ()
        best = [NAMES[s.seat] for s in standings if s.place == 1]
        if end.verb in ("wins most", "win most"):  # the pot is shared, and chips tell who has come off best
            assert len(best) == len(standings)
            best = named(end.winners)
            most = max(table.match_course[-1].won[s.seat] for s in standings)
            assert all(table.match_course[-1].won[NAMES.index(name)] == most for name in best)
        assert sorted(named(end.winners)) == sorted(best)
        others = {NAMES[s.seat] for s in standings} - {*best}
        match end.others:
            case art.Rows(rows):
                sides = {*others, *best} if rows[0].letters else others  # whose letters are shown for all
                assert {name for row in rows for name in named(row.people)} == sides
            case art.Ledger(columns=columns):
                assert {name for one in columns for name in named(one.people)} == {*others, *best}
            case None:
                assert not others
        if isinstance(end.course, art.CourseLines) and len(match.deals) > 1:  # of one deal it is that of its steps
            assert {len(line.values) for line in end.course.lines} == {len(match.deals)}
        assert_it_says_by_how_much_and_why(end, table, len(match.deals))
        told = alt(end)
        assert all(name in told for name in {*best, *others}) or len(told) == 1024
        if not drawn:
            drawn = len(card_art.match_end(end))
            assert drawn <= LARGEST
        assert len(table.match_course) == len(match.deals)


@pytest.mark.seeds(4, soak=60, at_once=20)
@pytest.mark.parametrize("slug", ["canasta", "cribbage", "gin-rummy"])
def test_what_a_total_is_made_of_sums_to_it(slug: str, seeds: range) -> None:
    summed = 0
    for seed in seeds:
        match = play_match(GAMES[slug], f"sums/{seed}")
        end, table = end_of(match.deals)
        if not match.ended or end is None or not isinstance(end.others, art.Ledger) or len(end.others.labels) == 2:
            continue
        assert len(table.recalled) == len(match.deals)
        for column in end.others.columns:
            figures = [int(figure.replace(",", "").replace("−", "-").replace("–", "0")) for figure in column.figures]
            assert sum(figures) == int(column.total.replace(",", "").replace("−", "-"))
            summed += 1
    assert summed or len(seeds) < 4


def test_a_match_of_an_earlier_version_has_its_end_all_the_same() -> None:
    """Nothing is remembered of its first deals: what its totals are made of is told as in any game."""
    played = (play_match(GAMES["canasta"], f"sums/{n}") for n in range(40))
    match = next(one for one in played if one.ended and len(one.deals) > 1)
    table = after(match.deals)
    table.recalled, table.highlight, table.highlight_deal = table.recalled[1:], None, None
    words, seen = WORDS["canasta"], view(match.deals[-1], SPECTATOR)
    who = Who(NAMES[: match.deals[-1].table.seats])
    end = match_end(table, words, seen, who, words.results(seen, match.deals[-1].state, who))
    assert end is not None and isinstance(end.others, art.Ledger) and len(end.others.labels) == 2
    assert end.highlight is None and end.course is not None


@pytest.mark.parametrize("slug", GAMES)
def test_a_match_that_goes_on_has_none(slug: str) -> None:
    match = play_match(GAMES[slug], "end/0")
    going_on = [deal for deal in match.deals if deal.after is not None and not deal.after.over]
    if going_on:
        assert end_of(going_on)[0] is None


def test_where_several_games_win_the_match_games_are_its_total() -> None:
    """At Cribbage, where the points of the last game say nothing of the others."""
    match = play_match(GAMES["cribbage"], "several", options=GAMES["cribbage"].options(wins=2, target=61, cut="off"))
    end, _ = end_of(match.deals)
    assert match.ended and end is not None and end.words[0].startswith("games") and int(end.total) >= 2
    assert end.why.endswith(" in games") and not isinstance(end.course, art.CourseRace)


def test_what_wins_in_place_of_chips_is_the_large_number() -> None:
    """At 3-5-7 three strikes, whatever they have cost."""
    played = (play_match(GAMES["three-five-seven"], f"strikes/{n}") for n in range(20))
    ends = [(match, *end_of(match.deals)) for match in played if match.ended]
    struck = [(match, end) for match, end, _ in ends if end is not None and end.why.startswith("takes the pot")]
    assert struck
    for match, end in struck:
        strikes = view(match.deals[-1]).strikes
        assert end.total == str(max(strikes)) and end.words[0] in ("strikes,", "strike,")
        assert " chip" in end.words[1]
        assert isinstance(end.others, art.Rows)
        for row in end.others.rows:
            assert row.total == str(strikes[NAMES.index(named(row.people)[0])]) and " chip" in row.line
        if end.course is not None:
            assert isinstance(end.course, art.CourseLines) and end.course.title == "Strikes after each deal"
            assert end.course.lines[0].values[-1] == max(strikes)


def test_where_the_pot_is_shared_chips_count() -> None:
    played = (play_match(GAMES["three-five-seven"], f"strikes/{n}") for n in range(20))
    ends = [end_of(match.deals)[0] for match in played if match.ended]
    for end in ends:
        if end is not None and not end.why.startswith("takes the pot"):
            assert "chips" in end.words


def test_a_match_broken_off_before_anything_was_won_says_that_all_are_level() -> None:
    """No names that are cut, and no chart of nothing."""
    played = (play_match(GAMES["cash"], f"level/{n}") for n in range(20))
    for match in played:
        first = match.deals[0]
        if first.after is None or any(first.after.scores):
            continue
        who = Who(NAMES[: first.table.seats])
        end = broken_off(after([first, first]), WORDS["cash"], first, who)
        assert end is not None and end.level == "All level" and not isinstance(end.course, art.CourseLines)
        assert all(name in alt(end)[: alt(end).index(":")] for name in who.names)
        return
    pytest.fail("somebody has called in every first hand")
