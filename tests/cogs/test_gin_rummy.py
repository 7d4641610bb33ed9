"""Gin Rummy's words and how its table lies."""

from __future__ import annotations

from bot.engine.cards import card, cards
from bot.engine.deal import Deal
from bot.engine.facts import HAND
from bot.engine.offers import Move
from bot.engine.piles import SPECTATOR
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.gin_rummy import BigGin, Gin, Knock, LayOff, Spread
from bot.show.controls.components import Menu
from bot.show.controls.offer_controls import for_offers
from bot.show.controls.typed import labels_of, proposals, read_move
from bot.show.messages.alt import alt
from bot.show.messages.panel import hand_of
from bot.show.words.sentences import Who
from card_art import scene as art
from card_art.boards.melds import MeldsBoard, MeldsResult, Side
from cogs.games.gin_rummy import WORDS
from tests.games.gin_rummy_table import NO_MELDS, ends, going_on, hand, to_and_fro
from tests.games.table import looked_at, play, turn
from tests.show.pressing import Panel

from .test_play import session_of

NAMES = ("Ana", "Bo")
MINE, THEIRS = "5H 6H 7H 9C 9D 9S 4C 3S 2D AC", "8H 9H 4H QS QD QC 10D 6C 2S AD"
THEIRS_WITHOUT = "5S 6S 9D 9H 9C QD JD 2H 3H 7C"


def scene(deal: Deal, viewer: int = SPECTATOR) -> art.Scene:
    return WORDS.scene(view(deal, viewer), Who(NAMES, viewer=viewer))


def knocked() -> Deal:
    """Seat 0 has knocked with ten, and that stands."""
    return looked_at(hand(MINE, THEIRS, "8C", "KD"), "0: draw stock", "0: knock KD")


def test_the_limit_and_the_piles_lie_in_the_middle() -> None:
    made = scene(hand(MINE, THEIRS, "8C", knock_rule="parlett"))
    assert made.subtitle.endswith("knock with 8")
    race = next(panel for panel in made.felt if isinstance(panel, art.Race))
    assert (race.label, [(r.person.name, r.score, r.note) for r in race.runners]) == (
        "To 100", [("Bo", 0, "0 boxes"), ("Ana", 0, "0 boxes")]
    )  # fmt: skip
    assert [piece.label for piece in made.centre if isinstance(piece, art.Stock)] == ["Stock", "Discards"]
    assert scene(hand(MINE, THEIRS, "AS", knock_rule="parlett")).subtitle.endswith("gin only")


def sides(deal: Deal, viewer: int = SPECTATOR) -> tuple[Side, ...]:
    board = scene(deal, viewer).board
    assert isinstance(board, MeldsBoard)
    return board.sides


def test_a_knock_shows_the_knockers_melds_and_no_card_of_the_other() -> None:
    mine, theirs = sides(knocked())
    assert [*map(len, mine.melds)] == [3, 3] and len(mine.deadwood) == 4
    assert (mine.count, mine.stamp) == ("10", art.Stamp("KNOCK", "gold"))
    assert theirs.melds == ((None,) * 10,) and not theirs.count
    said = alt(scene(knocked()))
    assert "Ana (knock), 0 points, 0 boxes: 9♣ 9♦ 9♠, 5♥ 6♥ 7♥; deadwood 4♣ 3♠ 2♦ A♣ = 10." in said
    assert "Bo, 0 points, 0 boxes: 10 face down." in said


def test_what_is_laid_off_lies_marked_on_the_knockers_melds() -> None:
    deal = knocked()
    assert deal.ask and deal.ask.timer
    deal.tick(deal.ask.timer[0])
    mine, theirs = sides(deal)
    assert [" ".join(map(str, meld)) for meld in mine.melds] == ["9C 9D 9S", "4H 5H 6H 7H 8H 9H"]
    assert mine.off == {*cards("4H 8H 9H")}
    assert (theirs.gave, theirs.count) == ("laid off 4♥ 8♥ 9♥", "19")
    assert scene(deal).subtitle == "Ana scores 9"
    said = alt(scene(deal))
    assert "4♥ (laid off) 5♥ 6♥ 7♥ 8♥ (laid off) 9♥ (laid off)" in said
    assert "Bo, 0 points, 0 boxes: Q♣ Q♦ Q♠; deadwood 10♦ 6♣ 2♠ A♦ = 19; laid off 4♥ 8♥ 9♥." in said


def test_an_undercut_and_gin_are_stamped_on_whoever_has_scored() -> None:
    deal = looked_at(
        hand("2C 3C 4C JD JH JS 5D 3H AS AH", "10H 10S 10C KH KD KS 5C 6C 2D 4H", "8D", "KC"),
        "0: draw stock", "0: knock KC",
    )  # fmt: skip
    assert deal.ask and deal.ask.timer
    deal.tick(deal.ask.timer[0])
    assert [each.stamp for each in sides(deal)] == [None, art.Stamp("UNDERCUT", "gold")]
    held = "AS 2S 3S 4S 8D 8H 8C KC KD KH"
    deal = looked_at(hand(held, THEIRS_WITHOUT, "8S", "10S"), "0: draw stock", "0: gin 10S")
    mine, _ = sides(deal)
    assert (mine.stamp, mine.count, mine.deadwood) == (art.Stamp("GIN", "gold"), "0", ())
    assert "no deadwood" in alt(scene(deal))


def own(deal: Deal) -> art.Hand:
    made = hand_of(view(deal, 0), deal.offers(0), WORDS)
    assert made is not None
    return made


def test_ones_own_melds_lie_apart_from_each_other_and_from_the_deadwood() -> None:
    held = own(hand(MINE, THEIRS, "8C"))
    assert " ".join(map(str, held.cards)) == "9C 9D 9S 5H 6H 7H 4C 3S 2D AC"
    assert (held.apart, held.rest) == ({3, 6}, art.Rest(4, "deadwood", "10"))


def test_of_eleven_cards_the_best_discard_lies_with_the_deadwood() -> None:
    deal = play(hand(MINE, THEIRS, "8C", "KD"), "0: draw stock")
    held = own(deal)
    assert " ".join(map(str, held.cards)) == "9C 9D 9S 5H 6H 7H KD 4C 3S 2D AC"
    assert held.rest == art.Rest(5, "deadwood", "10", "without K♦")
    said = alt((scene(deal, 0), held))
    assert said.startswith("Your cards: 9♣ 9♦ 9♠, 5♥ 6♥ 7♥; deadwood 10 without K♦: K♦ 4♣ 3♠ 2♦ A♣.")


def test_eleven_melded_cards_leave_one_and_no_deadwood() -> None:
    """Melding all eleven and then throwing one away would leave less than can be had."""
    deal = play(hand("AS 2S 3S 4S 8D 8H 8C KC KD KH", THEIRS_WITHOUT, "3D", "KS"), "0: draw stock")
    held = own(deal)
    assert held.rest is not None
    assert (held.rest.cards, held.rest.count, len(held.apart)) == (1, "0", 3)


def test_each_card_that_may_be_thrown_says_what_is_left() -> None:
    deal = play(hand(MINE, THEIRS, "8C", "KD"), "0: draw stock")
    now = view(deal, 0)
    controls = for_offers("t", 1, deal.offers(0), now, WORDS, Who(NAMES, viewer=0), private=True)
    menu = next(one for one in controls if isinstance(one, Menu))
    labels = {option.value: option.label for option in menu.options}
    assert labels["KD"] == "K♦, deadwood 10" and labels["4C"] == "4♣, deadwood 16"


def test_the_result_shows_both_hands_as_they_lay_at_the_knock() -> None:
    deal = ends(hand(MINE, THEIRS, "8C", "KD"), "knock KD")
    made = WORDS.results(view(deal), opening(2), Who(NAMES))
    first, _ = made.rows
    assert (made.banner, first.name, first.change) == ("Ana wins 9", "Ana", "+9")
    assert first.stamp == art.Stamp("KNOCK", "gold")
    ((_, board),) = made.boards
    assert isinstance(board, MeldsResult)
    mine, theirs = board.sides
    assert (mine.count, mine.off) == ("10", {*cards("4H 8H 9H")})
    assert (theirs.count, theirs.gave) == ("19", "laid off 4♥ 8♥ 9♥")


def test_the_result_of_a_game_adds_both_accounts_up() -> None:
    before = going_on((95, 59), (4, 3))
    deal = ends(hand(MINE, THEIRS, "8C", "KD", state=before), "knock KD")
    made = WORDS.results(view(deal), before, Who(NAMES))
    assert [row.total for row in made.rows] == ["104 + 100 + 125 = 329", "59 + 0 + 75 = 134"]
    assert (made.banner, made.note) == ("Ana wins the game!", "points + the game + boxes")


def test_a_drawn_hand_is_told_without_a_card() -> None:
    deal = hand()
    while (seat := turn(deal)) is not None:
        play(deal, f"{seat}: draw stock", f"{seat}: discard {deal.table.piles[HAND.of(seat)].top}")
    made = WORDS.results(view(deal), opening(2), Who(NAMES))
    assert made.banner == "Nobody scores: two cards are left"
    assert not made.boards and all(not row.hands for row in made.rows)


def test_a_hand_that_repeats_is_told_as_that() -> None:
    made = WORDS.results(view(to_and_fro(hand(*NO_MELDS, "QH"), 2)), opening(2), Who(NAMES))
    assert made.banner == "Nobody scores: the same position three times"
    assert not made.boards and all(not row.hands for row in made.rows)


def test_sentences_as_the_actor_and_as_another_reads_them() -> None:
    deal = ends(hand(MINE, THEIRS, "8C", "KD"), "knock KD")
    events = [event for event, _ in deal.table.events][-3:]
    assert WORDS.announce(events, Who(NAMES)) == [
        "**Ana knocks with 10**: 9♣ 9♦ 9♠, 5♥ 6♥ 7♥; deadwood 4♣ 3♠ 2♦ A♣ = 10.",
        "Bo lays off 4♥ 8♥ 9♥; deadwood 19.",
        "**Ana scores 9**.",
    ]
    assert WORDS.announce(events, Who(NAMES, viewer=0))[2] == "**You score 9**."


def test_melds_are_completed_as_they_are_typed_in_any_order() -> None:
    mine = "AC AD AH 5H 6H 7H 9C 9D 9S 4C"
    deal = ends(hand(mine, "2C 2D 2H JC JD JH QC QD 10D 10H", "3D", "QH", arrange="manual"), "knock QH")
    session, who = session_of(deal), Who(NAMES)

    def proposed(text: str) -> list[str]:
        return [value for _, value in proposals(session, 0, text, WORDS, who)]

    both = ["spread ac ad ah + 9c 9d 9s + 5h 6h 7h", "spread 9c 9d 9s + 5h 6h 7h"]
    assert proposed("spread") == proposed("spread 7h 9") == both
    assert proposed("spread 7h ac 5") == both[:1]
    assert proposed("spread 7h 2c") == []
    assert read_move(session, 0, "spread 7h 6h 5h + 9s 9d 9c") == Spread("9C 9D 9S + 5H 6H 7H")


def test_nothing_is_laid_off_by_mistake() -> None:
    mine, theirs = "5C 6C 7C KC KD KS 2D 2H AS AH", "8C 9C 10H 10S JD QD QS 3D 3H 4S"
    deal = ends(hand(mine, theirs, "4H", "QH", arrange="manual"), "knock QH")
    assert turn(deal) == 1
    p = Panel(deal.offers(1), WORDS, view(deal, 1), Who(NAMES, viewer=1))
    assert p.buttons == ["Lay off nothing"]
    p.choose("8♣", "9♣")
    assert p.buttons == ["Lay off"]
    made = p.press("Lay off")
    assert isinstance(made, LayOff) and {*made.cards} == {*cards("8C 9C")}
    deal.submit(1, made)


def test_every_end_of_a_hand_is_typed() -> None:
    """Big gin, gin, and a knock, each as its button calls it."""
    mine = "AS 2S 3S 4S 8D 8H 8C KC KD KH"
    deal = play(hand(mine, THEIRS_WITHOUT, "3D", "KS", big_gin=True), "0: draw stock")
    assert _typed(deal, "big gin") == BigGin()
    assert _typed(deal, "gin KS") == Gin(card("KS"))
    deal = play(hand(mine, THEIRS_WITHOUT, "3D", "5H"), "0: draw stock")
    assert _typed(deal, "knock 4s") == Knock(card("4S"))


def _typed(deal: Deal, text: str) -> Move:
    session = session_of(deal)
    return read_move(session, 0, text, labels=labels_of(session, 0, WORDS, Who(NAMES)))
