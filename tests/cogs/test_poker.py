"""Poker on Discord: bets by buttons, forms and commands, hands in words, draws and declarations, a night's variants."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace
from typing import Any

import pytest

from bot.engine.betting import Raised
from bot.engine.controls import read
from bot.engine.deal import Deal
from bot.engine.piles import SPECTATOR
from bot.engine.view import view
from bot.games.poker import POKER
from bot.games.poker import moves as m
from bot.games.poker.chances import Hands
from bot.show.controls import components as c
from bot.show.controls.offer_controls import for_offers
from bot.show.controls.selection import Draft
from bot.show.messages import dealers_choice
from bot.show.messages.panel import hand_of
from bot.show.words import chances
from bot.show.words.played import title_in_full
from bot.show.words.sentences import Who
from bot.store.prefs import AllIn
from bot.table import night, picking
from bot.table.night_state import Night
from bot.table.session import Session, asked_about
from cogs.games.poker import WORDS
from tests.games.poker_table import play, table

from .server import Server, labels, said, seat_of, turn
from .test_night import opened

NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")


def buttons(deal: Deal, seat: int, *, private: bool = True) -> list[str]:
    """What can be pressed for this seat's move, in its panel or on the table."""
    seen = view(deal, seat if private else SPECTATOR)
    found = for_offers("t", deal.number, deal.offers(seat), seen, WORDS, Who(NAMES, viewer=seat), private=private)
    return [one.label for one in found if isinstance(one, c.Button) and one.label != "End after this hand?"]


def notes(deal: Deal, seat: int) -> str:
    return " ".join(WORDS.notes(view(deal, seat)))


def in_menus(deal: Deal, seat: int) -> list[str]:
    """What can be chosen from menus in this seat's panel."""
    seen = view(deal, seat)
    found = for_offers("t", deal.number, deal.offers(seat), seen, WORDS, Who(NAMES, viewer=seat), private=True)
    return [option.value for one in found if isinstance(one, c.Menu) for option in one.options]


def announced(deal: Deal, viewer: int = SPECTATOR) -> str:
    return " ".join(WORDS.announce(view(deal, viewer).events, Who(NAMES, viewer=viewer)))


async def begun(server: Server, *people: Any, **how: Any) -> tuple[Session, dict[int, Any]]:
    session = await server.started("poker", *people, **how)
    return session, {seat_of(session, person): person for person in people}


@pytest.mark.parametrize(("variant", "held"), [
    ("draw", "9C AH 2D KS 9H"), ("draw", "2C 3H 4D 5S AS"), ("27-single", "9C AH 2D KS 9H"), ("badugi", "KC AH 2D 9S"),
])  # fmt: skip
def test_cards_to_throw_away_are_listed_as_they_lie_in_the_picture(variant: str, held: str) -> None:
    deal = table(variant, {1: held}, seats=2)
    play(deal, *(("1: check", "0: check") if variant == "draw" else ("0: call", "1: check")))
    seen = view(deal, 1)
    lying = hand_of(seen, deal.offers(1), WORDS)
    assert lying is not None and in_menus(deal, 1) == [str(card) for card in lying.cards]


# ---- bets ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("without_moments")
async def test_a_hand_of_no_limit_by_buttons_forms_and_commands(server: Server) -> None:
    people = [server.person(name) for name in ("ana", "bo", "cy", "di")]
    session, who = await begun(server, *people, run_twice="no")
    assert "**Poker: Hold'em** · hand 1" in server.board.content
    assert labels(server.board)[:6] == [
        "Call 2", "Min 4", "2.5× 5", "3× 6", "4× 8", "All in 100",
    ]  # fmt: skip
    first, second = who[turn(session)], who[(turn(session) + 1) % 4]
    form = await first.click(server.board, label="Other…")
    assert (form.modal["title"], form.modal["components"][0]["component"]["placeholder"]) == (
        "Raise to", "4 to 100; or 3x, 75%, pot, +5",
    )  # fmt: skip
    await first.submit_modal(form, {"amount": "+3"})
    assert f"{first.name} raises to 5." in server.board.content
    assert await server.slash(second, "raise", amount="7") == "Raise to between 8 and 100."
    assert await server.slash(second, "raise", amount="half") == "✓ Raise 12"
    third = who[turn(session)]
    question = await third.click(server.board, label="All in 99")
    assert said(question) == "All in with 99?" and turn(session) == seat_of(session, third)
    await third.click(question.response, label="Yes")
    assert f"{third.name} raises to 100, **all-in**." in server.board.content
    for _ in range(3):
        await server.slash(who[turn(session)], "fold")
    assert session.table.phase == "between"
    assert f"{third.name}" in server.board.content


@pytest.mark.usefixtures("without_moments")
@pytest.mark.parametrize("by", ["form", "command"])
async def test_rubbish_for_a_size_is_answered_by_what_can_be_typed(server: Server, by: str) -> None:
    session, who = await begun(server, *(server.person(name) for name in ("ana", "bo", "cy")))
    first, before = who[turn(session)], await server.books()
    for typed in ("banana", "0%", "3xx", "p0t"):
        if by == "form":
            form = await first.click(server.board, label="Other…")
            answer = said(await first.submit_modal(form, {"amount": typed}))
        else:
            answer = await server.slash(first, "raise", amount=typed)
        assert answer == f"“{typed}” is not an amount; write 5, 3x, 75%, pot or +5."
    assert await server.books() == before and turn(session) == seat_of(session, first)


@pytest.mark.usefixtures("without_moments")
async def test_a_large_amount_is_shown_as_it_was_read(server: Server) -> None:
    session, who = await begun(server, *(server.person(name) for name in ("ana", "bo", "cy", "di")))
    first = who[turn(session)]
    form = await first.click(server.board, label="Other…")
    question = await first.submit_modal(form, {"amount": "32x"})
    assert said(question) == "Raise to 64 (all but 36 of your stack)?"
    assert labels(question.response) == ["Yes", "Change"] and turn(session) == seat_of(session, first)
    again = await first.click(question.response, label="Change")
    assert again.modal["title"] == "Raise to"
    await first.submit_modal(again, {"amount": "3bb"})
    assert f"{first.name} raises to 6." in server.board.content
    second = who[turn(session)]
    assert await server.slash(second, "raise", amount="all") == "All in with 100?"
    assert await server.slash(second, "raise", amount="5000%") == "You have only 100: raise to between 10 and 100."
    assert await server.slash(second, "play", move="raise 2/3 pot") == "✓ Raise 16"


@pytest.mark.usefixtures("without_moments")
@pytest.mark.parametrize(("choice", "asked"), [("auto", True), ("always", True), ("never", False)])
async def test_all_in_asks_as_its_player_has_chosen(server: Server, choice: AllIn, asked: bool) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session, who = await begun(server, ana, bo)
    for person in (ana, bo):
        await server.bot.room.prefer(person.id, {"all_in": choice})
    first, second = who[turn(session)], who[1 - turn(session)]
    for person, label, question in (
        (first, "All in 99", "All in with 99?"), (second, "Call 98, all in", "Call 98, all in?"),
    ):  # fmt: skip
        pressed = await person.click(server.board, label=label)
        if asked:
            assert said(pressed) == question and turn(session) == seat_of(session, person)
            await person.click(pressed.response, label="Yes")
    assert len(session.table.turns) == 2, "both are asked whether it is run twice"


@pytest.mark.usefixtures("without_moments")
async def test_ones_own_sizes_stand_in_the_panel_alone(server: Server) -> None:
    session, who = await begun(server, *(server.person(name) for name in ("ana", "bo", "cy", "di")))
    first = who[turn(session)]
    await server.slash(first, "prefs", before_flop="3bb 5x")
    panel = (await first.slash(server.channel, "hand")).response
    assert labels(panel)[:5] == ["Call 2", "Min 4", "3 BB 6", "5× 10", "All in 100"]
    assert labels(server.board)[:5] == ["Call 2", "Min 4", "2.5× 5", "3× 6", "4× 8"]
    await first.click(panel, label="5× 10")
    assert f"{first.name} raises to 10." in server.board.content


def test_small_all_ins_are_spared_by_default() -> None:
    deal = table(stacks={3: 4000}, limit="no")
    (raises,) = (o for o in deal.offers(3) if o.kind is m.Raise)
    asked = {spared: asked_about(raises, m.Raise(4000), typed=False, spared=spared) for spared in (0, 5000, None)}
    assert asked == {0: "All in with 40?", 5000: None, None: None}
    assert asked_about(raises, m.Raise(3900), typed=True, spared=5000) == "Raise to 39 (all but 1 of your stack)?"


async def test_chances_are_not_reckoned_on_the_event_loop(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside it, once for all viewers; picture and words say them all the same."""
    reckon, on_the_loop = chances._shares, list[bool]()

    def watched(hands: Hands) -> tuple[tuple[tuple[float, ...], ...], bool]:
        on_the_loop.append(asyncio._get_running_loop() is not None)
        return reckon(hands)

    monkeypatch.setattr(chances, "_shares", watched)
    session, who = await begun(server, server.person("ana"), server.person("bo"))
    first = who[turn(session)]
    question = await first.click(server.board, label="All in 99")
    await first.click(question.response, label="Yes")
    second = who[turn(session)]
    question = await second.click(server.board, label="Call 98, all in")
    assert said(question) == "Call 98, all in?" and labels(question.response) == ["Yes"]
    await second.click(question.response, label="Yes")
    assert "hances before the flop" in server.board.attachments[0].description
    assert re.search(r"≈[0-9]+%\.", server.board.attachments[0].description)
    assert on_the_loop == [False]


def test_fixed_limit_has_one_amount_and_a_short_stack_is_all_in() -> None:
    deal = table(limit="fixed", stacks={3: 350})
    assert buttons(deal, 3) == ["Call 2", "All in 3½", "Fold"]
    deal = table(limit="fixed")
    assert buttons(deal, 3) == ["Call 2", "Raise to 4", "Fold"]


def test_pot_limit_names_the_pot_and_spread_the_most() -> None:
    deal = table("omaha")
    assert buttons(deal, 3) == ["Call 2", "Min 4", "2.5× 5", "3× 6", "Pot 7", "Other…", "Fold"]
    deal = table(limit="spread")
    assert "Max 27" in buttons(deal, 3)


def test_what_a_call_costs_is_never_more_than_anybody_else_has() -> None:
    deal = table(stacks={2: 150})  # the big blind is short: 1 owes no more than it has put in
    play(deal, "3: fold", "0: fold")
    assert buttons(deal, 1) == ["Call ½", "Fold"]


def test_the_bring_in_has_two_buttons() -> None:
    deal = table("stud", {0: "2S 3S 2C", 1: "4S 5S 9D", 2: "6H 7H KH", 3: "8C 9C AS"})
    assert buttons(deal, 0) == ["Bring in 1", "Bet 2"]


def test_who_cannot_open_is_not_given_away_by_the_table() -> None:
    deal = table("jacks", {1: "2C 5D 9H JC KS"})
    assert buttons(deal, 1) == ["Check"]
    assert buttons(deal, 1, private=False) == ["Check", "Bet 2"]


@pytest.mark.parametrize(("typed", "to"), [("6", 600), ("+4", 600), ("pot", 700), ("half", 450), ("max", 10_000)])
def test_a_raise_is_typed_as_a_total_or_as_what_is_added(typed: str, to: int) -> None:
    deal = table()
    (offer,) = (o for o in deal.offers(3) if o.kind is m.Raise)
    plus = {typed: (offer.added_to or 0) + 400} if typed.startswith("+") else {}
    assert read(offer, typed, {**offer.words, **plus}) == m.Raise(to)


# ---- words ---------------------------------------------------------------------------------------


def test_what_ones_hand_is_now() -> None:
    deal = table("holdem", {1: "KS KD", 2: "4S 3S", 3: "AS AD"})
    assert notes(deal, 1) == "Pair of kings"
    deal = table("omaha-8", {1: "AS 2D KC KD"}, "3H 7S 8C QD JH")
    assert notes(deal, 1) == "High: pair of kings"
    play(deal, "3: call", "0: call", "1: call", "2: check")
    assert notes(deal, 1) == "High: pair of kings, eight kicker Low: 8-7-3-2-A"


def test_two_boards_are_told_apart() -> None:
    deal = table("holdem", {1: "AS AD"}, boards="2")
    play(deal, "3: call", "0: call", "1: call", "2: check")
    assert notes(deal, 1).startswith("Board 1: ") and " Board 2: " in notes(deal, 1)


def test_lows_badugis_and_spades_in_words() -> None:
    assert notes(table("badugi", {1: "AS 2H 3D 4C"}), 1) == "4-3-2-A badugi"
    assert notes(table("27-single", {1: "7S 5D 4H 3C 2S"}), 1) == "7-5-4-3-2 low"
    spades = table("high-chicago", {0: "2S 3D 4C", 1: "AS KD 9D"})
    assert notes(spades, 1).endswith("Spade: A♠")


def test_nothing_is_said_of_a_card_that_its_owner_does_not_see() -> None:
    deal = table("indian", {1: "AS"})
    assert notes(deal, 1) == "You see every card but your own."


def test_every_event_in_words() -> None:
    deal = table("holdem", {1: "KS KD", 2: "4S 3S", 3: "AS AD"}, "AH 7S 8C QD JH", seats=4, run_twice=False)
    said = announced(deal)
    assert "Bo posts the small blind, 1." in said and "Cleo posts the big blind, 2." in said
    play(deal, "3: raise 7", "0: fold", "1: fold", "2: call")
    assert "Dan raises to 7." in announced(deal) and "**Flop:** A♥ 7♠ 8♣." in announced(deal)
    play(deal, "2: check", "3: bet 93", "2: call")
    told = announced(deal)
    assert "Dan bets 93, **all-in**." in told
    assert "All hands are up: " in told and "**Turn:** Q♦." in told and "**River:** J♥." in told
    assert "**Dan** takes the pot, **201**: three aces." in told


def test_a_raise_is_told_by_its_total() -> None:
    assert WORDS.say(Raised(1, 500, 700, True), Who(NAMES)) == "Bo raises to 7, **all-in**."


def test_wild_cards_are_named() -> None:
    assert WORDS.say(m.WildNow((3, 9)), Who(NAMES)) == "★ Threes and nines are wild."
    assert WORDS.say(m.WildNow(()), Who(NAMES)) == "Nothing is wild now."


def test_all_moves_and_events_have_words() -> None:
    timers = {m.ShowsOver}
    assert not [kind for kind in POKER.moves if WORDS.verb(kind) is None and kind not in timers]


# ---- cards ---------------------------------------------------------------------------------------


def test_a_draw_of_nothing_is_called_standing_pat() -> None:
    deal = table("draw", {1: "2C 5D 9H JC KS"})
    play(deal, "1: check", "2: check", "3: check", "0: check")
    assert buttons(deal, 1) == ["Stand pat"]
    chosen = Draft("draw", (view(deal, 1).hand[0],))
    seen = view(deal, 1)
    found = for_offers("t", 1, deal.offers(1), seen, WORDS, Who(NAMES, viewer=1), private=True, draft=chosen)
    assert next(b.label for b in found if isinstance(b, c.Button)) == "Draw"


def test_open_cards_stand_apart_from_ones_own() -> None:
    deal = table("stud", {1: "4S 5S 9D"})
    groups = WORDS.lies(view(deal, 1)) if WORDS.lies else None
    assert groups is not None and [str(card) for card in groups.rest] == ["9D"]
    assert WORDS.lies is not None and WORDS.lies(view(table(), 1)) is None


def test_a_menu_says_how_many_cards_it_takes() -> None:
    deal = play(table("anaconda", seats=3), "1: check", "2: check", "0: check")
    (offer,) = (o for o in deal.offers(1) if o.kind is m.Pass)
    assert WORDS.verbs[m.Pass].asks(offer) == "Pass 3 cards to your left."
    seen = view(deal, 1)
    found = for_offers("t", deal.number, deal.offers(1), seen, WORDS, Who(NAMES, viewer=1), private=True)
    assert [one.placeholder for one in found if isinstance(one, c.Menu)] == ["Pass 3 cards to your left."]


@pytest.mark.parametrize(("number", "said"), [(5, "hand 5 of 5"), (6, "hand 6")])
def test_a_night_does_not_count_beyond_the_length_of_a_game(number: int, said: str) -> None:
    """Deals that leave their pot do not count: there may be more."""
    options = POKER.options(variant="guts", hands=5)
    table = SimpleNamespace(game=POKER, options=options, place_point=0, now=lambda: 0)
    deal = SimpleNamespace(options=options, table=SimpleNamespace(state=SimpleNamespace(number=number - 1)))
    title = dealers_choice.title(table, Night("Friday"), "hand", deal)  # type: ignore[arg-type]
    assert title == f"**Poker: Guts** · {said} · Friday"


# ---- commands and nights -------------------------------------------------------------------------


async def test_the_command_lists_variants_with_a_line_on_each(server: Server) -> None:
    ana = server.person("ana")
    listed = await ana.autocomplete(server.channel, "poker", "variant", "razz")
    assert listed == [{"name": "Razz: stud for the lowest hand, ace to five", "value": "razz"}]
    names = [each["name"].partition(":")[0] for each in await ana.autocomplete(server.channel, "poker", "variant", "")]
    assert len(names) == 12 + 4 and names[0] == "Hold'em", "the most played"
    assert names[-4:] == ["Board games…", "Stud games…", "Draw games…", "Home games…"]
    assert (await server.slash(ana, "poker", variant="nonsense")).startswith("There is no variant “nonsense”")
    assert await server.slash(ana, "poker", variant="razz", limit="fixed") != ""
    assert server.table.table.options.variant == "razz"


@pytest.mark.parametrize(("typed", "first", "among"), [
    ("horse", "mix", []), ("HORSE", "mix", []), ("8-game", "mix", []), ("8 game", "mix", []),
    ("lowball", "27-triple", ["27-single", "a5-triple", "razz"]), ("razz", "razz", []),
    ("stud", "stud", ["stud-8", "razz", "follow-the-queen", "baseball"]),
    ("home", "high-chicago", ["guts", "anaconda"]),
    ("home games", "high-chicago", ["guts", "indian"]), ("texas", "holdem", []), ("plo", "omaha", ["omaha-8"]),
    ("5 card", "five-stud", ["draw"]), ("hi-lo", "omaha-8", ["stud-8"]), ("draw", "draw", ["badugi", "jacks"]),
])  # fmt: skip
async def test_a_variant_is_found_by_what_people_call_it(
    server: Server, typed: str, first: str, among: list[str]
) -> None:
    listed = await server.offered(server.person("ana"), "poker", "variant", typed)
    assert listed[0] == first and {*among} <= {*listed} and len(listed) <= 25


@pytest.mark.parametrize(("typed", "variant"), [
    ("Texas Hold'em", "holdem"), ("horse", "mix"), ("PLO", "omaha"), ("2-7 triple draw", "27-triple"),
    ("Seven-Card Stud", "stud"), ("omaha eight or better", "omaha-8"),
])  # fmt: skip
async def test_a_variant_that_is_typed_is_read_by_what_people_call_it(server: Server, typed: str, variant: str) -> None:
    await server.slash(server.person("ana"), "poker", variant=typed)
    assert server.table.table.options.variant == variant
    assert server.board.content.startswith(f"**{title_in_full(POKER, server.table.table.options)}** · ")


@pytest.mark.parametrize("typed", ["stud games", "home games", "lowball"])
async def test_one_of_several_is_asked_for(server: Server, typed: str) -> None:
    refused = await server.slash(server.person("ana"), "poker", variant=typed)
    assert refused.startswith(f"“{typed}” may be ") and refused.endswith(": choose one.")
    assert not server.bot.room.sessions


async def test_what_is_not_played_here_is_told_with_what_is_nearest(server: Server) -> None:
    refused = await server.slash(server.person("ana"), "poker", variant="8-game")
    assert refused == "“8-game” is not played here; nearest to it is Fixed-limit mix." and not server.bot.room.sessions


async def test_a_preset_gives_way_to_what_is_said_besides(server: Server) -> None:
    ana = server.person("ana")
    await server.slash(ana, "poker", preset="friday no limit", variant="razz")
    options = server.table.table.options
    assert (options.variant, options.limit, options.straddle, options.boards) == ("razz", "no", False, "1")


@pytest.mark.parametrize("preset", POKER.presets)
async def test_presets_are_real(server: Server, preset: str) -> None:
    ana = server.person("ana")
    await server.slash(ana, "poker", preset=preset)
    assert server.table.table.options != POKER.options()
    named = {"friday no limit": "Hold'em", "fixed-limit mix": "Fixed-limit mix", "home games": "Baseball"}
    assert server.table.table.options.called == named.get(preset, "Hold'em")


async def test_a_dealer_names_variant_limit_and_length_from_menus_by_family(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo)
    told = night.of(session.table)
    await ana.select(server.board, values=["poker"])
    menus = {m.placeholder: len(m.options) for row in server.board.components for m in row.children
             if hasattr(m, "options")}  # fmt: skip
    assert menus == {"Board games": 6, "Stud games": 6, "Draw games": 6, "Home games": 9}
    assert "**Poker**: which of them?" in server.board.content
    await ana.select(server.board, values=["razz"], custom_id=f"cm:{session.id}:{told.picks}:@variant:stud")
    assert told.variant == "razz"
    assert "**Razz**: stud for the lowest hand, ace to five. At which limit, and for how long?" in server.board.content
    assert labels(server.board)[:8] == [
        f"{limit} limit, {long}" for long in ("one hand", "an orbit") for limit in ("Fixed", "Spread", "Pot", "No")
    ]  # fmt: skip
    no = "It is ana's deal, and ana's choice."
    assert said(await bo.click(server.board, label="Fixed limit, one hand")) == no
    await ana.click(server.board, label="Fixed limit, one hand")
    assert (session.table.phase, session.table.game.slug) == ("deal", "poker")
    assert (session.table.options.variant, session.table.options.limit, session.table.options.hands) == (
        "razz",
        "fixed",
        1,
    )
    assert told.variant == ""


async def test_the_usual_limit_of_a_variant_is_the_first_choice(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo)
    await picking.name(session, ana.id, "poker", 0)
    for variant, *limits in (("razz", "Fixed", "Spread", "Pot", "No"), ("holdem", "No", "Pot", "Fixed", "Spread"),
                             ("omaha", "Pot", "No", "Fixed"), ("short-deck", "No")):  # fmt: skip
        await picking.name(session, ana.id, "poker", 0, variant)
        buttons = [
            one for one in dealers_choice.controls(session.table, server.bot.room.words) if isinstance(one, c.Button)
        ]
        shown = [one for one in buttons if "limit" in one.label]
        assert [(one.label, one.style) for one in shown] == [
            (f"{limit} limit, {long}", style if limit == limits[0] else "secondary")
            for long, style in (("one hand", "success"), ("an orbit", "primary"))
            for limit in limits
        ]
        assert POKER.options(variant=variant).limited == limits[0].lower()


async def test_guts_has_no_limit_to_name_and_goes_for_an_orbit(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo)
    await ana.select(server.board, values=["poker"])
    await picking.name(session, ana.id, "poker", 0, "guts")
    await server.env.settle()
    assert picking.ways(POKER, "guts") == ["auto"]
    await picking.pick(session, ana.id, "poker", "friendly", {"variant": "guts", "hands": "2"})
    assert session.table.options.variant == "guts"


async def test_nobody_names_what_is_not_for_so_many(server: Server) -> None:
    assert "a5-triple" not in picking.variants(POKER, 7)["draw"]
    assert [*picking.variants(POKER, 10)] == ["board", "home"]
