"""Cribbage's words, how its board and its counts lie, and counting by hand."""

from __future__ import annotations

from typing import Any

from bot.engine.cards import cards
from bot.engine.deal import Deal
from bot.engine.facts import HAND
from bot.engine.moments import stands
from bot.engine.piles import SPECTATOR
from bot.engine.view import view
from bot.games.cribbage import GameWon, Play
from bot.show.controls.components import Button, Control, Menu
from bot.show.controls.offer_controls import for_offers
from bot.show.controls.selection import NO_DRAFT, Draft
from bot.show.controls.typed import proposals
from bot.show.messages.alt import alt
from bot.show.messages.page import news
from bot.show.words.sentences import Who
from card_art import scene as art
from card_art.boards.cribbage import CribbageTable, PegBoard
from card_art.boards.cribbage_count import CribbageCount
from cogs.games.cribbage import WORDS
from tests.games.cribbage_table import going_on, hand, kept, plays, points
from tests.games.table import looked_at, moment_over, offer, play, turn

from .test_play import session_of

NAMES = ("Ana", "Bo")
FIRST, SECOND = "KH 7C 4S 2D", "9S 8D 6C QH"


def scene(deal: Deal, viewer: int = SPECTATOR) -> art.Scene:
    return WORDS.scene(view(deal, viewer), Who(NAMES, viewer=viewer))


def table(deal: Deal, viewer: int = SPECTATOR) -> CribbageTable:
    made = scene(deal, viewer).board
    assert isinstance(made, CribbageTable)
    return made


def counted(deal: Deal, viewer: int = SPECTATOR) -> CribbageCount:
    made = scene(deal, viewer).board
    assert isinstance(made, CribbageCount)
    return made


def controls(deal: Deal, seat: int, *chosen: str) -> list[Control]:
    draft = Draft("count", tuple(cards(" ".join(chosen)))) if chosen else NO_DRAFT
    return for_offers(
        "T", 1, deal.offers(seat), view(deal, seat), WORDS, Who(NAMES, viewer=seat), private=True, draft=draft
    )


def to_the_count(pone: str = "4S 5C 5H 6D", starter: str = "2C", **options: Any) -> Deal:
    """Seat 0 counts first, with the other's nine, queen, king and seven."""
    deal = kept(pone, "9S KD QD 7S", starter, "AD 3D 10S QC", **options)
    while any(o.kind is Play for o in moment_over(deal).offers(turn(deal) or 0)):
        seat = turn(deal)
        assert seat is not None
        play(deal, f"{seat}: play {next(iter(offer(deal, seat, Play).next(())))}")
    return deal


# ---- the table -------------------------------------------------------------------------------


def test_hands_and_crib_are_backs_on_the_table_and_in_its_alt_text() -> None:
    deal = plays(kept(FIRST, SECOND, "3C"), "KH QH")
    made = scene(deal)
    assert isinstance(made.board, CribbageTable)
    assert [p.seat.hand for p in made.board.pegs.players] == [(None,) * 3] * 2 and made.board.crib == 4
    told = alt(made)
    assert "This count: K♥ from Ana, Q♥ from Bo. Count 20." in told and "Starter: 3♣." in told
    assert not any(held in told for held in ("7♣", "4♠", "2♦", "9♠", "8♦", "6♣"))


def test_nobody_sees_how_many_have_laid_away_what() -> None:
    deal = hand("AC 2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D 6D")
    before = scene(deal)
    play(deal, "0: lay-away AC 2C")
    assert scene(deal) == before
    assert table(deal).note == "Two cards each for Bo's crib" and table(deal, 1).crib_of == "Your crib"


def test_cards_of_earlier_counts_lie_apart_and_older() -> None:
    deal = plays(kept(FIRST, SECOND, "3C"), "KH QH 7C 4S 9S")
    made = table(deal)
    assert made.older == tuple(cards("KH QH 7C 4S")) and made.laid == ((1, *cards("9S")),) and made.count == 9


def test_between_two_counts_it_is_said_who_has_played_last() -> None:
    deal = plays(kept(FIRST, SECOND, "3C"), "KH QH 7C 4S")
    made = table(deal)
    assert not made.laid and made.older_by == 0
    assert f"4♠, the last from {made.pegs.players[0].seat.name}." in alt(scene(deal))


def test_what_a_card_scores_stands_beside_the_count() -> None:
    deal = looked_at(kept("7C 9H 2C 2D", "8D 7S QH JD", "KC"), "0: play 7C", "1: play 8D")
    assert (table(deal).said, table(deal).left) == (("fifteen: 2",), "16 left to 31")
    looked_at(deal, "0: play 9H", "1: play 7S")
    made = table(deal)
    assert (made.said, made.stamp) == (("run of three: 3", "thirty-one: 2"), art.Stamp("31", "gold"))


def test_a_go_and_heels_are_moments() -> None:
    deal = looked_at(kept(FIRST, SECOND, "3C"), "0: play KH", "1: play QH", "0: play 7C")
    assert table(deal).said == ("go: 1",)
    deal = hand("AC 2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D 6D", "JH")
    made = table(looked_at(deal, "0: lay-away AC 2C", "1: lay-away AD 2D", "0: cut-starter 4"))
    assert made.turned and made.stamp == art.Stamp("HIS HEELS 2", "gold")


def test_pegs_and_skunk_lines() -> None:
    deal = kept(FIRST, SECOND, "JC", state=going_on((63, 70)), skunks=True)
    made = table(deal).pegs
    assert [(p.score, p.rear) for p in made.players] == [(63, 63), (72, 70)]
    assert made.skunks == (("S", 90), ("SS", 60))
    assert "Bo at 72 (lap 2), rear peg at 70" in alt(scene(deal))
    assert table(kept(FIRST, SECOND, "JC", target=61)).pegs.skunks == ()


def test_whoever_cuts_is_asked_to() -> None:
    deal = play(hand("AC 2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D 6D"), "0: lay-away AC 2C", "1: lay-away AD 2D")
    offer = next(o for o in deal.offers(0) if o and not o.optional)
    assert (said := WORDS.verb(offer.kind)) and said.ask == "Cut for the starter."


def test_while_cards_are_laid_away_the_panel_says_whose_crib_it_is() -> None:
    deal = hand("AC 2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D 6D")
    assert WORDS.notes(view(deal, 0)) == ["The other's crib"] and WORDS.notes(view(deal, 1)) == ["Your own crib"]
    deal = plays(kept(FIRST, SECOND, "3C"), "KH")
    assert WORDS.notes(view(deal, 1)) == ["6♣ makes 16", "8♦ makes 18", "9♠ makes 19", "Q♥ makes 20"]
    assert WORDS.notes(view(deal, 0)) == []
    labels = [c.label for c in controls(deal, 1) if isinstance(c, Button)]
    assert sorted(labels) == ["6♣ → 16", "8♦ → 18", "9♠ → 19", "Q♥ → 20"]


# ---- counting --------------------------------------------------------------------------------


def test_a_hand_is_a_sheet_with_a_line_for_each_combination() -> None:
    deal = to_the_count("5S 5H 5D JC", "5C")
    # The deal is over: the last sheet is the crib's.
    made = counted(deal)
    assert made.cards == tuple(cards("AD 3D 10S QC")) and [line.total for line in made.lines] == [2, 4]
    assert {line.what for line in made.lines} == {"fifteen"}


def last_card(deal: Deal) -> Deal:
    """The last card of the play is laid, by a clock, and has been looked at: the first hand is counted."""
    while sum(len(deal.table.piles[HAND.of(seat)]) for seat in (0, 1)):
        seat = turn(moment_over(deal))
        assert seat is not None
        looked_at(deal, f"{seat}: play {next(iter(offer(deal, seat, Play).next(())))}")
    return step(deal)


def step(deal: Deal) -> Deal:
    """What stands has stood its time."""
    assert deal.ask is not None and deal.ask.timer is not None
    deal.tick(deal.ask.timer[0])
    return deal


def news_of(deal: Deal) -> list[str]:
    return news(deal, view(deal), WORDS, Who(NAMES))


def test_a_hand_is_counted_step_by_step() -> None:
    deal = last_card(kept("3C 4H 5D QS", "9S KD 10H 7S", "5S", state=going_on((46, 84))))
    first = counted(deal)
    assert (first.called, first.to_come, first.open) == ("fifteen two", 4, True)
    assert first.cards == tuple(cards("3C 4H 5D QS")) and first.lines[-1].cards == tuple(cards("5D QS"))
    mine = points(deal)[0] - 2
    assert first.before == (mine, points(deal)[1])
    assert news_of(deal) == ["Ana's hand: 3♣ 5♦ Q♠ 4♥ and 5♠.", "Fifteen two."]
    third = counted(step(step(deal)))
    assert (third.called, third.to_come, third.lines[-1].total, third.before[0]) == ("a pair is six", 2, 6, mine)
    assert news_of(deal) == ["Fifteen two, fifteen four, and a pair is six."]
    assert "Now combination 3 of 5: 5♦ 5♠, pair 2, 6." in alt(scene(deal))
    whole = counted(step(step(step(deal))))
    assert (whole.called, whole.to_come, whole.open) == ("points", 0, False) and whole.lines[-1].total == 12
    said = "fifteen two, fifteen four, a pair is six, a run is nine, and a run is twelve"
    assert news_of(deal) == [f"Ana counts **12** in the hand: {said}."]


def test_a_panel_shows_each_step_and_can_go_on() -> None:
    deal = last_card(kept("3C 4H 5D QS", "9S KD 10H 7S", "5S"))
    stages: list[object] = []
    while stands(deal.ask):
        stages.append(WORDS.stage(view(deal, 1)))
        step(deal)
    assert len({*stages}) == len(stages), "each is another one, so that the panel is written again"
    assert WORDS.stage(view(kept(FIRST, SECOND, "3C"), 1)) is None


def test_a_count_is_a_menu_of_all_five_and_a_button_that_says_nothing_of_them() -> None:
    deal = to_the_count(counting="called")
    menu, peg_it, done = controls(deal, 0)
    assert isinstance(menu, Menu) and (menu.least, menu.most) == (1, 5)
    assert [o.label for o in menu.options] == ["5♣", "6♦", "4♠", "5♥", "2♣"]  # as they lie: the hand, and the starter
    assert isinstance(peg_it, Button) and (peg_it.label, peg_it.disabled) == ("Peg it", True), "nothing is chosen"
    assert isinstance(done, Button) and done.label == "That's all"
    _, nothing, _ = controls(deal, 0, "4S", "5C")
    _, fifteen, _ = controls(deal, 0, "4S", "5C", "6D")
    assert isinstance(nothing, Button) and isinstance(fifteen, Button)
    assert (nothing.style, nothing.disabled) == (fifteen.style, fifteen.disabled) == (peg_it.style, False), (
        "to find it is their art"
    )
    assert nothing.id.endswith(":count:4S.5C")


def test_nothing_is_completed_and_nobody_else_has_the_menu() -> None:
    deal = to_the_count(counting="called")
    assert proposals(session_of(deal), 0, "", WORDS, Who(NAMES)) == [("That's all", "done")]
    assert controls(deal, 1) == []
    public = for_offers("t", 1, deal.offers(0), view(deal), WORDS, Who(NAMES), private=False)
    assert [c.label for c in public if isinstance(c, Button)] == ["That's all"] and len(public) == 1


def test_what_was_named_is_listed_and_muggins_names_who_found_it() -> None:
    deal = to_the_count(counting="called")
    play(deal, "0: count 4S 5C 6D", "0: done", "1: muggins 5C 5H")
    made = counted(deal)
    assert [(line.what, line.points, line.total, line.muggins) for line in made.lines] == [
        ("fifteen", 2, 2, ""), ("run of three", 3, 5, ""), ("pair", 2, 7, "Bo"),
    ]  # fmt: skip
    assert made.open
    *_, muggins, passes = controls(deal, 1)
    assert isinstance(muggins, Button) and isinstance(passes, Button)
    assert (muggins.label, muggins.disabled, passes.label) == ("Muggins!", True, "Pass"), "nothing is chosen"


# ---- the result ------------------------------------------------------------------------------


def result(deal: Deal) -> art.Results:
    assert deal.after is not None
    return WORDS.results(view(deal), deal.state, Who(NAMES))


def test_the_result_has_both_hands_the_crib_and_the_board() -> None:
    made = result(to_the_count("5S 5H 5D JC", "5C"))
    starter, first, second = made.rows
    assert starter.name == "Starter" and starter.hands[0].cards == tuple(cards("5C"))
    assert [(h.total, h.beneath) for h in first.hands] == [("29", "hand")]
    assert [h.beneath for h in second.hands] == ["hand", "crib"] and second.hands[1].total == "4"
    ((_, board),) = made.boards
    assert isinstance(board, PegBoard) and f"Ana at {first.total.split()[0]}" in alt(made)
    came_to = [row.total.split()[0] for row in (first, second)]
    assert made.banner == f"Ana leads {came_to[0]} to {came_to[1]}"


def test_a_won_game_is_a_banner_and_a_skunk_a_stamp() -> None:
    deal = kept(FIRST, SECOND, "JC", state=going_on((90, 119)), skunks=True, wins=3)
    made = result(deal)
    assert made.banner == "Bo wins the game 121 to 90, a skunk!"
    assert made.rows[0].name == "Starter" and made.rows[1].stamp == art.Stamp("SKUNK", "gold")
    ((_, board),) = made.boards
    assert isinstance(board, PegBoard) and [p.score for p in board.pegs.players] == [90, 121], (
        "not yet back at the start"
    )
    assert not any(h.cards for row in made.rows[1:] for h in row.hands), "nobody has shown a card"
    deal = kept(FIRST, SECOND, "JC", state=going_on((100, 119)))
    assert result(deal).banner == "Bo wins the game 121 to 100!"


def test_sentences() -> None:
    deal = plays(kept("7C 9H 2C 2D", "8D 7S QH JD", "KC"), "7C 8D 9H 7S")
    said = WORDS.announce([e for e, _ in deal.table.events], Who(NAMES, viewer=0))
    assert said == [
        "You cut K♣.", "You play 7♣: 7.", "Bo plays 8♦: 15, **fifteen for two**.",
        "You play 9♥: 24, **run of three for three**.",
        "Bo plays 7♠: 31, **run of three for three; thirty-one for two**.",
    ]  # fmt: skip
    won = GameWon(1, (60, 121), (58, 119), 3, (0, 3))
    assert WORDS.announce([won], Who(NAMES)) == ["**Bo wins the game**, 121 to 60: a double skunk, which counts three."]
