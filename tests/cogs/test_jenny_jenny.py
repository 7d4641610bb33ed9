"""Jenny Jenny's words, its panel, and how its table lies."""

from __future__ import annotations

from bot.engine.cards import card
from bot.engine.deal import Deal
from bot.engine.offers import Naming
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.view import view
from bot.games.jenny_jenny import moves as mv
from bot.show.controls.components import in_rows
from bot.show.controls.labels import Labels
from bot.show.messages.alt import alt
from bot.show.messages.panel import hand_of
from bot.show.words.sentences import Who
from card_art import scene as art
from card_art.boards.jenny_jenny import JennyTable, Stand
from cogs.games.jenny_jenny import WORDS, lies
from tests.games.jenny_jenny_table import first, lying
from tests.games.table import looked_at, moment_over, offer, play, told, turn

from .shown import Shown

NAMES = ("Ana", "Bo", "Cy", "Dee")
NINE = "AC 2C 3C 4C 5C 6C 7C 8C 9C"

SHOWN = Shown(WORDS, NAMES)
who, scene, panel, public, said = SHOWN.who, SHOWN.scene, SHOWN.panel, SHOWN.public, SHOWN.said


def stands(deal: Deal, viewer: Seat = SPECTATOR) -> dict[str, Stand]:
    made = scene(deal, viewer).board
    assert isinstance(made, JennyTable)
    return {stand.seat.name: stand for stand in made.stands}


# ---- the table ------------------------------------------------------------------------------------


def test_everybodys_stand_is_seen_and_the_viewers_lies_first() -> None:
    d = lying(purses={0: "KS JC"}, stalls={1: "9S 9C"})
    assert [*stands(d, 1)] == ["You", "Cy", "Ana"]
    ana, bo = stands(d)["Ana"], stands(d)["Bo"]
    assert (ana.held, ana.count, ana.word, [str(one) for one in ana.purse]) == (3, 2, "coins", ["JC", "KS"])
    assert [str(ware.card) for ware in bo.wares] == ["9C", "9S"] and not any(ware.ask for ware in bo.wares)


def test_only_the_looker_sees_what_is_of_no_use_to_them() -> None:
    d = lying("AD 9D", purses={0: "KS"}, stalls={1: "9S 8S"})
    assert [ware.useless for ware in stands(d, 0)["Bo"].wares] == [False, True]
    assert [ware.useless for ware in stands(d)["Bo"].wares] == [False, False]
    assert [ware.useless for ware in stands(lying(stalls={1: "9S"}), 0)["Bo"].wares] == [True], "no coin"


def test_prices_and_values_in_the_open_market() -> None:
    d = lying(purses={0: "KS JC", 2: "JK"}, stalls={1: "9S"}, asks="9S 5", jokers=2, market="open")
    ana, bo, cy = (stands(d, 0)[name] for name in ("You", "Bo", "Cy"))
    assert (ana.count, ana.word, cy.count) == (4, "in coins", 5)
    assert [(ware.ask, ware.useless) for ware in bo.wares] == [(5, True)]
    assert scene(d).subtitle == "Hand 1 of 4 · open market · turn 1 of 40"


def test_a_purchase_stands_for_a_moment() -> None:
    d = looked_at(lying(purses={0: "KS JC"}, stalls={1: "9S 8D"}), "0: buy 9S")
    ana, bo = stands(d)["Ana"], stands(d)["Bo"]
    assert ana.stamp == art.Stamp("BUYS 9♠", "gold") and bo.gone == card("9S") and bo.new_coins == {0}
    assert "9♠ has just left it" in alt(scene(d))
    later = moment_over(d)
    assert stands(later)["Ana"].stamp is None and turn(later) == 1


def test_the_call_is_stamped() -> None:
    d = looked_at(lying(NINE, stock="10D"), "0: draw")
    assert stands(d)["Ana"].stamp == art.Stamp("JENNY JENNY!", "gold")


def test_an_auction_is_seen_and_its_bids_are_told_afterwards() -> None:
    d = lying("AD 7H", "2H", "3C", purses={1: "KC", 2: "QD"}, stalls={0: "7C"}, market="open")
    play(d, "0: auction 7C")
    assert [ware.up for ware in stands(d)["Ana"].wares] == [True]
    looked_at(d, "2: bid 2", "1: bid 3")
    assert stands(d)["Bo"].stamp == art.Stamp("WINS 7♣ FOR 3", "gold") and stands(d)["Ana"].gone == card("7C")
    assert said(d, mv.Sold) == "Bo wins the **7♣** of Ana for 3 (K♣). Bids: Bo 3, Cy 2."
    nobody = play(lying("AD 7H", purses={1: "KC"}, stalls={0: "7C"}, market="open"), "0: auction 7C", "1: bid 0")
    assert said(nobody, mv.Sold) == "Nobody bids for the 7♣. Bids: Bo 0."


def test_raids_are_stamped_and_told() -> None:
    d = looked_at(lying("AD", "3H 9H", purses={0: "KS KD"}, market="open"), "0: raid 1 9")
    assert stands(d)["Ana"].stamp == art.Stamp("RAID: 9", "gold")
    assert said(d, mv.Raided) == "Ana raids Bo for **a nine** and pays two kings."
    d = looked_at(lying("AD", "3H", purses={0: "KS KD"}, market="open"), "0: raid 1 9")
    assert stands(d)["Bo"].stamp == art.Stamp("NO 9 HERE", "crimson")
    assert said(d, mv.Raided, 1) == "Ana raids you for a nine, in vain: the coins come back."


# ---- one's own cards ------------------------------------------------------------------------------


def test_the_ladder_has_gaps_and_says_what_is_for_sale() -> None:
    d = lying("2D 3S 4H 5C 6C 8S 9D", purses={0: "KS"}, stalls={1: "7H 10D", 2: "AC"})
    made = hand_of(view(d, 0), d.offers(0), WORDS)
    assert made is not None and made.gaps == ((0, "A"), (6, "7"), (9, "10"))
    assert made.notes == ("You need A, 7 and 10: all are for sale",)
    assert "missing A 7 10" in alt((scene(d, 0), made))
    d = lying("2D 3S 4H 5C 6C 8S 9D", stalls={1: "7H"})
    assert WORDS.notes(view(d, 0)) == ["You need A, 7 and 10: 7 for sale"]
    assert WORDS.notes(view(lying(NINE), 0)) == ["You need 10: it is not for sale"]
    assert lies(view(d)) is None, "nobody else sees a ladder"


def test_a_hand_without_a_card_is_a_ladder_of_gaps() -> None:
    d = first({0: "JC JD JH QC QD KC KD"})
    made = hand_of(view(d, 0), d.offers(0), WORDS)
    assert made is not None and not made.cards and len(made.gaps) == 10


# ---- what may be pressed --------------------------------------------------------------------------


def test_in_public_stands_draw_while_there_is_a_stock_and_pass_after_it() -> None:
    assert public(lying(purses={0: "KS"}, stalls={1: "9S"})) == public(lying()) == ["Draw"]
    assert public(lying(purses={0: "KS"}, stalls={1: "9S"}, stock="")) == public(lying(stock="")) == ["Pass"]
    assert public(lying(stalls={0: "7C"}, market="open")) == ["Draw"]


def test_what_may_be_bought_is_named_with_its_seller() -> None:
    made = panel(lying(purses={0: "KS"}, stalls={1: "9S", 2: "8D"}))
    assert made.buttons == ["Draw", "Cy's 8♦ · 1 coin", "Bo's 9♠ · 1 coin"]
    assert made.press("Bo's 9♠ · 1 coin") == mv.Buy(card("9S"))


def test_in_the_open_market_coins_are_chosen_where_there_is_a_choice() -> None:
    d = lying("AD 7H", purses={0: "JS QS KS"}, stalls={0: "7C", 1: "9S 8S"}, asks="9S 4, 8S 6", market="open")
    made = panel(d)
    assert made.buttons == ["Draw", "Raid…", "Auction…", "Set price…"], "what is for sale is listed at once"
    assert made.offered() == ["Bo's 8♠ · for 6", "Bo's 9♠ · for 4"]
    assert made.choose("Bo's 8♠ · for 6") == mv.Buy(card("8S"), (11, 12, 13)), "all that there is"
    assert made.choose("Bo's 9♠ · for 4") is None and made.offered() == ["Jack · 1", "Queen · 2", "King · 3"]
    assert made.choose("Queen · 2") == mv.Buy(card("9S"), (12, 13))


def test_a_rank_that_one_holds_is_bought_for_ones_stall() -> None:
    assert panel(lying("AD 9D", purses={0: "JS"}, stalls={1: "9S"}, market="open")).offered() == [
        "Bo's 9♠ · for 1, for your stall"
    ]


def test_prices_auctions_and_raids_are_chosen_step_by_step() -> None:
    d = lying("AD 7H", purses={0: "KS KD", 1: "QC"}, stalls={0: "7C"}, market="open")
    made = panel(d)
    made.press("Set price…")
    made.choose("7♣, now 1")
    assert made.offered() == ["2", "3", "4", "5", "6"] and made.choose("4") == mv.Price(card("7C"), 4)
    made.press("Auction…")
    made.choose("7♣")
    assert made.line == "7♣ to the highest bid" and made.press("Auction") == mv.Auction(card("7C"))
    made.press("Raid…")
    made.choose("Bo")
    assert made.choose("10") == mv.Raid(1, 10, (13, 13))
    play(d, "0: auction 7C")
    assert panel(d, 1).buttons == ["No bid", "Bid 1", "Bid 2"]


def test_everything_fits_into_five_rows() -> None:
    d = lying("AD 7H", "2H", purses={0: "JS QS KS KD KH JK JK"}, stalls={0: "7C 7D", 1: "2C 2D 2S 3C 3D 3S 9S 9C"},
              jokers=2, market="open")  # fmt: skip
    made = panel(d)
    for label in [label for label in made.buttons if label.endswith("…")]:
        made.press(label)
        for _ in range(4):
            assert len(in_rows(made.controls)) <= 4
            if not made.menus or made.choose(made.menus[0].options[-1].label, menu=made.menus[0]) is not None:
                break


def test_a_move_is_typed_as_its_button_says() -> None:
    d = lying(purses={0: "KS"}, stalls={1: "9S"})
    labels = Labels(WORDS, view(d, 0), who(d, 0))
    assert labels.of(offer(d, 0, mv.Buy), mv.Buy(card("9S"))) == "Buy: Bo's 9♠ · 1 coin"
    assert labels.read(offer(d, 0, mv.Buy), "Bo's 9♠ · 1 coin") in (mv.Buy(card("9S")), "9S")


def test_a_name_in_a_text_is_that_of_whoever_sits_there() -> None:
    assert Who(NAMES).named(Naming("{1}'s 9♠")) == "Bo's 9♠"
    assert Who(NAMES).named("{1}'s 9♠") == "{1}'s 9♠", "what somebody has typed stays as it is"


# ---- sentences and results ------------------------------------------------------------------------


def test_a_draw_is_told_as_far_as_it_is_seen() -> None:
    d = lying("AD 4D", stock="JS 9D KC")
    play(d, "0: draw")
    assert said(d, mv.Drew) == "Ana draws J♠, a coin."
    play(d, "1: draw")
    assert said(d, mv.Drew) == "Bo draws 9♦, which is for sale now."
    hidden = play(lying("AD 4D", stock="8S KC"), "0: draw")
    assert WORDS.announce(view(hidden).events[-1:], who(hidden)) == ["Ana draws."]
    assert WORDS.announce(view(hidden, 0).events[-1:], who(hidden, 0)) == ["You draw 8♠."]


def test_what_lies_open_after_the_deal_is_told() -> None:
    d = first({0: "7H 7C 7D KS 2C AD JC"})
    assert WORDS.announce(told(d, mv.LaidOut)[:1], who(d)) == ["Ana has 2 coins K♠ J♣ and 7♣ 7♦ for sale."]


def test_the_result_shows_every_ladder() -> None:
    d = play(lying(NINE, purses={0: "KS"}, stalls={1: "10D"}), "0: buy 10D")
    made = WORDS.results(view(d), d.state, who(d))
    assert made.banner == "Jenny Jenny! Ana wins" and made.rows[0].name == "Ana"
    assert [(row.hands[0].total, row.hands[0].beneath) for row in made.rows[:2]] == [
        ("10 of 10", "0 coins"), ("4 of 10", "1 coin"),
    ]  # fmt: skip
    assert made.rows[0].winner and not made.rows[1].winner


def test_the_result_of_the_open_market_tells_fortunes() -> None:
    d = play(lying(NINE, "2D", purses={0: "JC", 1: "KC KD"}, stock="10D", hands=1, market="open"), "0: draw")
    made = WORDS.results(view(d), d.state, who(d))
    assert made.banner == "Ana wins the match!"
    assert [(row.change, row.total) for row in made.rows] == [("+11", "11 points"), ("+6", "6 points"),
                                                             ("+0", "0 points")]  # fmt: skip
    assert made.rows[0].hands[0].beneath == "purse 1 + 10"


def test_a_purchase_is_told_with_its_card_and_an_empty_purse_in_words() -> None:
    d = looked_at(lying("AD 4D", purses={0: "KS"}, stalls={1: "10D"}), "0: buy 10D")
    assert "Ana (buys 10♦), 3 of 10, no coins, stall empty." in alt(scene(d))


def test_a_dead_market_says_who_is_nearest() -> None:
    d = lying("AD 2D", "AH", "AS", stock="")
    for seat in (0, 1, 2):
        play(d, f"{seat}: pass")
    assert WORDS.results(view(d), d.state, who(d)).banner == "Dead market: Ana is the nearest to ten"
    assert said(d, mv.DeadMarket) == "Everybody has passed. Nobody has all ten: Ana 2 ranks, Bo 1 rank, Cy 1 rank."
