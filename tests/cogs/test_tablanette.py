"""Tablanette's words, its panel, and how its table lies."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.cards import JACK, cards, deck
from bot.engine.deal import Deal, Illegal
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.state import opening
from bot.engine.view import View, view
from bot.games import tablanette as g
from bot.games.tablanette.facts import TABLE
from bot.show.controls.offer_controls import for_offers
from bot.show.controls.typed import labels_of, proposals, read_move
from bot.show.messages.alt import alt
from bot.show.messages.panel import hand_of
from bot.show.words.sentences import Who
from card_art import scene as art
from card_art.boards.tablanette import TablanetteTable
from cogs.games.tablanette import WORDS, drafted
from tests.games.tablanette_table import lying, move, played, plays, to_the_end
from tests.games.table import looked_at, moment_over, told
from tests.show.pressing import Panel

from .test_play import session_of

NAMES = ("Ana", "Bo")
TWELVE = "10C 6H QD 4S KC 7C 3D 9S 8D KH 9D QS"


def who(viewer: Seat = SPECTATOR) -> Who:
    return Who(NAMES, viewer=viewer)


def scene(deal: Deal, viewer: Seat = SPECTATOR) -> art.Scene:
    return WORDS.scene(view(deal, viewer), who(viewer))


def board(deal: Deal, viewer: Seat = SPECTATOR) -> TablanetteTable:
    made = scene(deal, viewer).board
    assert isinstance(made, TablanetteTable)
    return made


def panel(deal: Deal, seat: Seat = 0) -> Panel:
    return Panel(deal.offers(seat), WORDS, view(deal, seat), who(seat))


def said(deal: Deal, kind: type[Any], viewer: Seat = SPECTATOR) -> str:
    """The sentence for the last event of a kind."""
    return WORDS.announce(told(deal, kind)[-1:], who(viewer))[0]


def choosing(deal: Deal, typed: str) -> View:
    """What seat 0 sees in its panel after choosing these."""
    seen = view(deal, 0)
    return replace(seen, facts={**seen.facts, "draft": tuple(cards(typed))})


def groups(found: g.Groups) -> list[str]:
    return [" ".join(map(str, group)) for group in found]


# ---- the table -----------------------------------------------------------------------------------


def test_the_table_and_the_piles() -> None:
    made = scene(lying("7C 4D", "7S"))
    assert made.subtitle.startswith("Deal 1 of 4 · stock ")
    mine, theirs = board(lying("7C 4D", "7S")).players
    assert (mine.seat.line, mine.taken, mine.bonus) == ("0 points · 6 cards", 0, 0)
    assert mine.seat.tags == ("TO PLAY",) and theirs.seat.dealer
    assert [p.seat.name for p in board(lying("7C 4D", "7S"), 1).players] == ["You", "Ana"]
    deal = played(lying("9D 5S", "KS"), "KS 9D 5S")
    mine = board(deal).players[0]
    assert (mine.taken, mine.bonus, mine.seat.tags) == (3, 28, ("TOOK LAST",))
    assert alt(scene(deal)).startswith("Tablanette, Deal 1 of 4") and "The table is empty." in alt(scene(deal))


def test_a_capture_stands_marked_with_its_sums() -> None:
    deal = looked_at(lying("AH 3C 9D 5S 2C", "KS"), "0: KS AH 3C 9D 5S")
    made = board(deal)
    assert (groups(made.groups), str(made.played)) == (["9D 5S", "3C AH"], "KS")
    assert made.stamp == art.Stamp("TAKES 4", "ivory") and made.players[0].seat.tags == ("TAKES",)
    assert "K♠ takes A 9♦ + 5♠, B 3♣ + A♥." in alt(scene(deal))
    assert not board(moment_over(deal)).groups
    deal = looked_at(lying("9D 5S 6C", "KS 6H 2C 10C 4H 8H"), "0: KS 9D 5S")
    assert WORDS.notes(view(deal, 0)) == [], "what is taken lies there still"
    assert WORDS.notes(view(moment_over(deal), 0)) == ["6♥ could take 1"]


def test_a_tablanette_a_jack_and_the_last_cards_are_stamped() -> None:
    assert board(looked_at(lying("9D 5S", "KS"), "0: KS 9D 5S")).stamp == art.Stamp("TABLANETTE +28", "gold")
    assert board(looked_at(lying("9D 5S", "JS"), "0: JS")).stamp == art.Stamp("JACK TAKES 2", "ivory")
    seen = view(lying("9D 5S 7C", "7S"))
    last = replace(seen, moment=True, events=(*seen.events, g.LastCards(0, seen.faces(TABLE))))
    made = WORDS.layout(last, who()).board
    assert isinstance(made, TablanetteTable) and made.stamp == art.Stamp("THE LAST 3", "ivory")


def test_nobody_else_sees_what_is_chosen() -> None:
    deal = lying("AH 3C 9D 5S", "KS")
    mine = WORDS.layout(choosing(deal, "KS AH 3C"), who(0)).board
    assert isinstance(mine, TablanetteTable) and groups(mine.groups) == ["3C AH"]
    assert not board(deal).groups and not board(deal, 1).groups


@pytest.mark.parametrize(
    ("chosen", "lies"),
    [("10D", []), ("10D 10C", ["10C"]), ("10D 10C 6H", ["10C", "6H"]), ("10D 6H 4S 10C", ["10C", "6H 4S"])],
)
def test_what_is_chosen_lies_in_groups(chosen: str, lies: list[str]) -> None:
    assert groups(drafted(choosing(lying(TWELVE, "10D JH"), chosen), cards(chosen))) == lies


def test_notes_say_what_a_hand_could_take_and_then_what_it_takes() -> None:
    deal = lying("AH 3C 9D 5S", "KS JH 8D 2C 10C 4H")
    assert WORDS.notes(view(deal, 0)) == [
        "J♥ sweeps the table", "K♠ could take 4: Tablanette!", "4♥ could take 2", "8♦ could take 2",
    ]  # fmt: skip
    assert WORDS.notes(choosing(deal, "KS")) == ["K♠ could take 4"]
    assert WORDS.notes(choosing(deal, "2C")) == ["2♣ takes nothing"]
    assert WORDS.notes(choosing(deal, "KS 9D")) == ["K♠ takes 1", "9♦ + …"]
    assert WORDS.notes(choosing(deal, "KS 9D 5S AH 3C")) == ["K♠ takes 4", "A  9♦ + 5♠", "B  3♣ + A♥"]
    assert WORDS.notes(choosing(deal, "JH")) == ["J♥ sweeps the table"]
    assert WORDS.notes(view(deal, SPECTATOR)) == []


@pytest.mark.parametrize("seed", range(12))
def test_a_group_is_told_as_begun_just_when_what_is_chosen_cannot_be_played(seed: int) -> None:
    rng = random.Random(seed)
    ranked = [c for c in deck() if c.rank != JACK]
    for _ in range(30):
        table = rng.sample(ranked, rng.randint(3, 9))
        held = rng.choice([c for c in ranked if c not in table])
        deal = lying(" ".join(map(str, table)), str(held))
        parts, offer = [held], plays(deal)
        while more := sorted(offer.next(parts)):
            parts.append(rng.choice(more))
            notes = WORDS.notes(choosing(deal, " ".join(map(str, parts))))
            assert ("…" in notes[-1]) == isinstance(offer.finish(parts), str), (table, parts)


# ---- the panel -----------------------------------------------------------------------------------


def test_a_capture_is_collected_group_by_group() -> None:
    deal = lying(TWELVE, "10D JH 5C 2C AS 9H")
    hand = panel(deal)
    assert hand.choose("10♦") is None
    assert {*hand.offered()} == {"10♣", "6♥", "4♠", "7♣", "3♦"}
    assert hand.choose("6♥") is None, "the four follows by itself"
    assert hand.line == "10♦ · 6♥ · 4♠" and {*hand.offered()} == {"10♣", "7♣", "3♦"}
    hand.choose("10♣")
    made = hand.choose("7♣")
    assert made == move("10D 6H 4S 10C 7C 3D"), "there is nothing more to choose"


def test_what_is_chosen_is_played_by_the_button_or_taken_back() -> None:
    hand = panel(lying(TWELVE, "10D JH 5C 2C AS 9H"))
    hand.choose("10♦")
    hand.choose("6♥")
    assert hand.buttons == ["Play", "Undo", "Clear"] and hand.press("Play") == move("10D 6H 4S")
    hand.press("Clear")
    assert hand.offered() == ["A♠", "2♣", "5♣", "9♥", "10♦", "J♥"], "as the hand lies"


def test_a_jack_and_a_card_that_takes_nothing_are_played_at_once() -> None:
    deal = lying("9D 5S 6C", "KS JH 8D 2C 10C 4H")
    assert panel(deal).choose("J♥") == move("JH")
    assert panel(deal).choose("8♦") == move("8D")


def test_where_nothing_can_be_taken_each_card_is_a_button() -> None:
    hand = panel(lying("9D", "8D 2C 10C 4H 6C 7S"))
    assert hand.buttons == ["2♣", "4♥", "6♣", "7♠", "8♦", "10♣"] and hand.press("8♦") == move("8D")


def test_nothing_stands_on_the_table_for_all() -> None:
    deal = lying("9D", "9S")
    found = for_offers("t", 1, deal.offers(0), view(deal), WORDS, who(), private=False)
    assert found == []


def test_the_hand_shows_what_is_chosen() -> None:
    deal = lying("9D 5S", "KS 8D 2C 10C 4H 6C")
    hand = panel(deal)
    hand.choose("K♠")
    shown = hand_of(hand.seen, hand.offers, WORDS, hand.draft)
    assert shown is not None and [str(shown.cards[n]) for n in shown.chosen] == ["KS"]


@pytest.mark.parametrize(
    "typed", ["KS 9D 5S", "play 5S KS 9D", "K♠ 5♠ 9♦", "take KS 9D 5S", "/play ks, 9d, 5s"]
)  # fmt: skip
def test_a_move_is_typed_in_any_order(typed: str) -> None:
    deal = lying("9D 5S 2C", "KS 8D")
    session = session_of(deal)
    words = labels_of(session, 0, WORDS, who(0))
    made = read_move(session, 0, typed, aliases={"lay": "play", "take": "play"}, labels=words)
    assert isinstance(made, g.Play) and {*made.take} == {*cards("9D 5S")}
    with pytest.raises(Illegal, match="9D"):
        read_move(session, 0, "KS 9D 2C", labels=words)


def test_proposals_complete_a_line() -> None:
    deal = lying("9D 5S 2C", "KS 8D 4C 6C 10H AH")
    found = dict(proposals(session_of(deal), 0, "KS 9", WORDS, who(0)))
    assert found == {"Play: K♠ 9♦ 5♠": "KS 9D 5S"}


# ---- words and the result ------------------------------------------------------------------------


def test_what_is_said() -> None:
    deal = played(lying("9D 5S 2C", "KS"), "KS 9D 5S")
    assert said(deal, g.Took) == "Ana takes 9♦ + 5♠ with K♠."
    assert said(deal, g.Took, 0) == "You take 9♦ + 5♠ with K♠."
    deal = played(lying("9D 5S AH 3C", "KS"), "KS 9D 5S AH 3C")
    assert said(deal, g.Took) == "Ana takes 9♦ + 5♠, 3♣ + A♥ with K♠: **Tablanette!** +28."
    assert said(played(lying("9D", "8S"), "8S"), g.Laid) == "Ana lays 8♠."
    assert said(played(lying("9D 2C", "JS"), "JS"), g.Swept) == "Ana sweeps the table with J♠: 9♦ 2♣."


def test_the_result_shows_what_counts() -> None:
    deal = to_the_end(played(lying("9D 5S", "KS", state=replace(opening(2), scores=(87, 96), dealer=1)), "KS 9D 5S"))
    made = WORDS.results(view(deal), deal.state, who())
    (sheets,) = (e.sheets for e in told(deal, g.HandScored))
    rows = {row.name: row for row in made.rows}
    assert rows["Ana"].change == f"+{sheets[0].whole}" and rows["Ana"].told[1] == "bonus: +28"
    assert rows["Ana"].hands[0].total == str(sheets[0].points)
    assert rows["Bo"].total == f"{96 + sheets[1].whole} points"


def test_the_end_of_a_match_is_the_banner() -> None:
    deal = to_the_end(lying("9D", "9S", state=replace(opening(2), scores=(250, 100), dealer=1)))
    banner = WORDS.results(view(deal), deal.state, who()).banner
    assert banner is not None and banner.startswith("Ana wins the match, ")


def test_cards_of_a_hand_lie_by_rank() -> None:
    seen = view(lying("9D", "9S 2C AH KD 2H JS"), 0)
    lying_so = [*WORDS.in_order(seen, seen.hand)]
    assert lying_so == cards("AH 2C 2H 9S JS KD")
