"""Blackjack on Discord: several people decide by the same buttons, each for their own amounts."""

from __future__ import annotations

import asyncio

import pytest

from bot.engine.cards import card
from bot.engine.deal import Deal
from bot.engine.events import Event
from bot.engine.offers import OneOf
from bot.engine.view import view
from bot.games.blackjack.moves import Drawn, Hit, InsuranceOver, Insure, Settled
from bot.games.parts.wagers import Bet
from bot.show.messages.alt import alt
from bot.show.words.sentences import Who
from card_art import scene as art
from cogs.games.blackjack import WORDS
from tests.games.blackjack_table import dealt, opened, stacked
from tests.games.table import looked_at, offer

from .server import Server, labels, said, seat_of
from .test_bad_input import as_it_is, press


async def test_a_round_by_the_buttons_of_the_table(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.slash(ana, "blackjack")
    session = server.table
    await bo.click(server.board, label="Join")
    await ana.click(server.board, label="Start")
    assert labels(server.board)[:5] == ["Min 1", "5", "10", "Other…", "Sit out"], "nobody has bet anything before"
    await ana.click(server.board, label="Min 1")
    await bo.slash(server.channel, "bet", amount="60")
    people = [ana, bo]
    while session.table.phase == "deal":
        deal = session.table.deal
        assert deal
        assert deal.ask
        seat = next(iter(deal.ask.waits_for))
        shown = labels(server.board)
        assert len(shown) <= 25
        await people[seat].click(server.board, label="Stand" if "Stand" in shown else "No")
    assert "Pot" not in await server.slash(bo, "score"), "there is none"
    await bo.click(server.board, label="Next round")
    assert labels(server.board)[:5] == ["Same again", "Min 1", "5", "10", "Other…"]
    await ana.click(server.board, label="5")
    assert session.table.deal
    assert [(row.seat, row.move) for row in session.table.deal.rows[:1]] == [(0, Bet(500))]


async def test_the_commands_of_a_hand(server: Server) -> None:
    ana = server.person("ana")
    await server.slash(ana, "blackjack", decks="1")
    session = server.table
    await ana.click(server.board, label="Start")
    assert said(await ana.slash(server.channel, "hit")) == "You cannot do that now."
    assert said(await ana.slash(server.channel, "bet", amount="1.5")) == "Bet whole whites between 1 and 100."
    await ana.slash(server.channel, "pass")
    assert session.table.phase == "between"


async def test_insurance_above_half_the_wager(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, "2C 8H AS 8D 5C")
    ana = server.person("ana")
    await server.slash(ana, "blackjack", cut="off")
    await ana.click(server.board, label="Start")
    await server.slash(ana, "bet", amount="3")
    assert await server.slash(ana, "play", move="insure 2") == "Insure for ½ to 1½."
    deal = server.table.table.deal
    assert deal is not None and not any(isinstance(row.move, Insure) for row in deal.rows)


async def test_insurance_without_the_chips(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, "2C 8H 7S AS 8D 9C 5C")
    monkeypatch.setattr("bot.games.blackjack.INSURANCE_SECONDS", 600)
    ana, bo = server.person("ana"), server.person("bo")
    await server.slash(ana, "blackjack", cut="off")
    await bo.click(server.board, label="Join")
    await ana.click(server.board, label="Start")
    await server.slash(ana, "bet", amount="100")
    await server.slash(bo, "bet", amount="2")
    assert {"Insure half", "Other…", "No"} <= {*labels(server.board)}, "the buttons are everybody's"
    before, why = await server.books(), "You have no chips left to insure with."
    for label in ("Other…", "Insure half"):
        assert said(await ana.click(server.board, label=label)) == why
    forms = [await bo.click(server.board, label="Other…") for _ in range(2)]
    deal = server.table.table.deal
    assert deal is not None
    insure = offer(deal, seat_of(server.table, bo), Insure)
    assert isinstance(insure, OneOf)
    insure.among = ()  # what may be chosen may be alive: now there is nothing left of it
    for form, typed in zip(forms, ("max", "½"), strict=True):
        assert said(await bo.submit_modal(form, {"amount": typed})) == "Insure for ½ to 1."
    assert await server.books() == before


async def test_a_form_whose_decision_is_over(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, "2C 8H 7S 3D 5C 2D 3H 4H")
    ana = server.person("ana")
    await server.slash(ana, "blackjack", cut="off")
    await ana.click(server.board, label="Start")
    await ana.click(server.board, label="Min 1")
    form = await ana.click(server.board, label="Double for less…")
    await ana.click(server.board, label="Hit")
    before = await server.books()
    assert said(await ana.submit_modal(form, {"amount": "½"})) == "That turn is over."
    assert await server.books() == before


async def test_a_split_without_the_chips(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, "2C 8H 7S 8D 5C")
    ana = server.person("ana")
    await server.slash(ana, "blackjack", cut="off")
    await ana.click(server.board, label="Start")
    await server.slash(ana, "bet", amount="60")
    assert "Split" not in labels(server.board)
    before = await server.books()
    assert await server.slash(ana, "play", move="split") == "A split needs 60, you have 40."
    assert await server.books() == before


async def test_two_presses_at_once_make_one_move(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, "2C 8H 7S 3D 5C 2D 3H 4H")
    ana = server.person("ana")
    await server.slash(ana, "blackjack", cut="off")
    session = server.table
    await ana.click(server.board, label="Start")
    await ana.click(server.board, label="Min 1")
    seen = as_it_is(server, server.board)
    one, other = await asyncio.gather(press(ana, seen, "Hit"), press(ana, seen, "Hit"))
    assert session.table.deal is not None
    assert [row.move for row in session.table.deal.rows].count(Hit()) == 1
    assert one.acknowledged and other.acknowledged
    said = [str(payload) for _, _, payload in server.env.backend.transcript if "That turn is over." in str(payload)]
    assert len(said) == 1, "the other one is told; that goes with the move that is taken"


# ---- the picture ---------------------------------------------------------------------------------

WHO = Who(("Ana", "Bo", "Cleo", "Dai"))


def drawn(deal: Deal, viewer: int = -1) -> art.Scene:
    return WORDS.scene(view(deal, viewer), Who(WHO.names, viewer=viewer))


def hands(deal: Deal, seat: int = 0) -> list[str]:
    """The hands that lie before a seat: cards, total, bet, stamp and change."""
    lie = drawn(deal).seats[seat].hands
    parts = [
        (*map(str, h.cards), h.total, f"bet {h.bet // 100}", h.stamp and h.stamp.word, h.change, "*" * h.active)
        for h in lie
    ]
    return [" ".join(part for part in hand if part) for hand in parts]


def note(scene: art.Scene) -> str:
    return next(piece.text for piece in scene.centre if isinstance(piece, art.Note))


def dealers(scene: art.Scene) -> art.CardRow:
    return next(piece for piece in scene.centre if isinstance(piece, art.CardRow))


def test_every_hand_lies_with_its_bet_and_the_one_that_is_played_has_a_gold_total() -> None:
    deal = looked_at(dealt({0: "8H 8S", 1: "QH 9C"}, "KS 6D", "3D 9H"), "0: split")
    assert hands(deal) == ["8H 3D 11 bet 10 *", "8S 9H 17 bet 10"]
    assert hands(deal, 1) == ["QH 9C 19 bet 10"]
    assert [(seat.line, seat.bet) for seat in drawn(deal).seats] == [("80 chips", 0), ("90 chips", 0)]


def test_a_hand_that_is_settled_stays_where_it_lay_with_its_stamp() -> None:
    deal = dealt({0: "8H 8S", 1: "QH 9C"}, "KS 6D", "8D 2D 10H 3C 9D 9S JH 2H 4S")
    looked_at(deal, "0: split", "0: split")  # the third hand lies between the first and the second
    assert hands(deal) == ["8H 10H 18 bet 10 *", "8D 3C 11 bet 10", "8S 2D 10 bet 10"]
    looked_at(deal, "0: stand", "0: hit", "0: hit")
    lie = ["8H 10H 18 bet 10", "8D 3C 9D 9S 29 bet 10 BUST −10", "8S 2D 10 bet 10"]
    assert view(deal).moment and hands(deal) == lie
    looked_at(deal, "0: hit")
    assert hands(deal) == [*lie[:2], "8S 2D JH 20 bet 10 *"]


def test_a_hand_that_has_lost_is_dimmed_and_no_other() -> None:
    deal = looked_at(dealt({0: "10D 6C", 1: "QH 9C"}, "KS 9D", "9S"), "0: hit", "1: stand")
    assert [seat.hands[0].dim for seat in drawn(deal).seats] == [True, False]


@pytest.mark.parametrize(
    ("hand", "dealer", "moves", "lies"),
    [
        ("AH KD", "9S 8D", (), "AH KD 21 bet 10 BLACKJACK +15"),
        ("10D 6C", "9S 8D", ("0: hit",), "10D 6C KC 26 bet 10 BUST −10"),
        ("10D 8C", "9S 8D", ("0: stand",), "10D 8C 18 bet 10 WIN +10"),
        ("10D 6C", "9S 8D", ("0: stand",), "10D 6C 16 bet 10 LOSE −10"),
        ("10D 7C", "9S 8D", ("0: stand",), "10D 7C 17 bet 10 PUSH 0"),
        ("5D 6C", "9S 8D", ("0: double 10",), "5D 6C KC 21 bet 20 WIN +20"),
        ("10D 6C", "KS AD", (), "10D 6C 16 bet 10 LOSE −10"),
        ("AH KD", "AS 9D", ("0: even-money",), "AH KD 21 bet 10 EVEN MONEY +10"),
    ],
)
def test_what_becomes_of_a_hand_is_stamped_on_it(hand: str, dealer: str, moves: tuple[str, ...], lies: str) -> None:
    deal = opened({0: hand}, dealer, "KC 2C 2D")
    looked_at(deal, "0: bet 10", *moves)
    while deal.ask and hands(deal) != [lies]:
        assert view(deal).moment and deal.ask.timer
        deal.tick(deal.ask.timer[0])
    assert hands(deal) == [lies]


def test_each_card_of_the_dealer_is_seen_with_what_it_makes() -> None:
    deal = looked_at(dealt({0: "10D 9C"}, "KS 3D", "3H 8C"), "0: stand")
    seen = []
    while deal.ask:
        row = dealers(scene := drawn(deal))
        seen.append((" ".join(map(str, row.cards)), row.total, row.stamp and row.stamp.word, note(scene)))
        assert deal.ask.timer
        deal.tick(deal.ask.timer[0])
    assert seen == [
        ("KS 3D", "13", None, "The dealer turns K♠ 3♦: 13"), ("KS 3D 3H", "16", None, "The dealer draws 3♥: 16"),
        ("KS 3D 3H 8C", "24", "BUST", "The dealer draws 8♣: 24"),
        ("KS 3D 3H 8C", "24", "BUST", "The dealer is bust with 24"),
    ]  # fmt: skip


def test_the_hole_card_is_a_back_and_the_total_that_of_the_other() -> None:
    row = dealers(drawn(dealt({0: "10D 9C"}, "KS 3D")))
    assert ([*map(str, row.cards)], row.total) == (["KS", "None"], "10")


def test_insurance_is_asked_for_and_told_of() -> None:
    deal = looked_at(opened({0: "8H 7S", 1: "9C 9D"}, "AS KC"), "0: bet 10", "1: bet 10")
    assert note(drawn(deal)) == "The dealer shows an ace: insurance?"
    looked_at(deal, "0: insure 5", "1: pass")
    assert note(drawn(deal)) == "The dealer has a blackjack · Ana's insurance: +10"
    assert note(drawn(deal, 0)) == "The dealer has a blackjack · Your insurance: +10"
    row = dealers(drawn(deal))
    assert (row.total, row.stamp) == ("21", art.Stamp("BLACKJACK"))


def test_before_the_cards_the_limits_are_told_and_the_wagers_lie_before_their_seats() -> None:
    deal = looked_at(opened({0: "8H 7S", 1: "9C 9D"}, "AS KC"), "0: bet 10")
    scene = drawn(deal)
    assert note(scene) == "Wagers of 1 to 100" and [seat.bet for seat in scene.seats] == [1000, 0]


def test_the_picture_is_told_in_words() -> None:
    said = alt(drawn(looked_at(opened({0: "AH KD"}, "8S 9D"), "0: bet 10")))
    assert "Dealer: 8♠ (8)." in said and "Ana: 115 chips, A♥ K♦ (21, bet 10, BLACKJACK, +15)." in said


@pytest.mark.parametrize(
    ("event", "told", "to_ana"),
    [
        (Drawn(0, 1, card("10C"), 19, "hit"), "Ana taps the table: 10♣, 19.", "You tap the table: 10♣, 19."),
        (Drawn(0, 1, card("10C"), 19, "double"), "Ana shows one finger and doubles: 10♣, 19.",
         "You show one finger and double: 10♣, 19."),
        (Drawn(0, 1, card("10C"), 19, "split"), "Ana splits with two fingers: 10♣, 19.",
         "You split with two fingers: 10♣, 19."),
        (InsuranceOver(0, -500), "Ana's insurance: −5.", "Your insurance: −5."),
        (Settled(0, 1, (), "blackjack", 1500), "Ana has a **blackjack**: +15.", "You have a **blackjack**: +15."),
        (Settled(0, 1, (), "bust", -1000), "Ana is bust: −10.", "You are bust: −10."),
        (Settled(0, 1, (), "pushed", 0), "Ana pushes.", "You push."),
        (Settled(0, 1, (), "lost", -100), "Ana loses: −1.", "You lose: −1."),
    ],
)  # fmt: skip
def test_whoever_reads_it_is_you(event: Event, told: str, to_ana: str) -> None:
    assert WORDS.announce([event], WHO) == WORDS.announce([event], Who(WHO.names, viewer=1)) == [told]
    assert WORDS.announce([event], Who(WHO.names, viewer=0)) == [to_ana]
