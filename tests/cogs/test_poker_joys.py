"""What home games add to poker, by the presses and the words with which people play it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.facts import HAND
from bot.games.poker import POKER
from bot.games.poker.facts import BOARD
from bot.games.poker.moves import RABBIT_HUNT, LastStanding, Shown, ShownOne, Won, WouldHaveCome
from bot.show.controls import forms
from bot.show.words.sentences import card_text
from bot.table.session import Session

from .server import Server, labels, said, seat_of, turn


async def begun(server: Server, *names: str, houses: int = 0, **options: Any) -> tuple[Session, dict[int, Any]]:
    people = [server.person(name) for name in names]
    session = await server.started("poker", *people, houses=houses, **options)
    return session, {seat_of(session, person): person for person in people}


async def all_fold(server: Server, session: Session, who: dict[int, Any]) -> tuple[Any, Any]:
    """Everybody folds before the flop: the winner, and the last who has folded."""
    person = who[turn(session)]
    while session.table.turns:
        person = who[turn(session)]
        await person.click(server.board, label="Fold")
    return who[last(session, Won).winners[0]], person


async def deals_on(server: Server, who: dict[int, Any]) -> None:
    """Everybody has seen enough."""
    for person in who.values():
        await person.click(server.board, label=next(each for each in labels(server.board) if "Next hand" in each))


async def to_the_next_hand(server: Server, session: Session, who: dict[int, Any]) -> None:
    """Everybody folds, nobody shows, and the next hand is dealt."""
    await all_fold(server, session, who)
    while session.table.phase == "deal":
        await server.env.advance_time(0.5)
    await deals_on(server, who)


def last(session: Session, kind: type[Any]) -> Any:
    assert session.table.shown is not None
    return next(event for event, _ in reversed(session.table.shown.table.events) if isinstance(event, kind))


@pytest.mark.parametrize("drawn", [True], indirect=True)
@pytest.mark.parametrize("label", ["Show", "Don't show"])
async def test_a_winner_is_asked_beside_the_result(server: Server, label: str) -> None:
    session, who = await begun(server, "ana", "bo", "cy")
    winner, folded = await all_fold(server, session, who)
    assert {"Show", "Don't show"} <= {*labels(server.board)} and session.table.phase == "deal"
    told = server.board.attachments[0].description
    assert f"{winner.name}: nobody else was left; +1, 101 chips" in told and f"{folded.name} −1" in told
    assert f"{folded.name} folds." in server.board.content
    await winner.click(server.board, label=label)
    held = " ".join(map(card_text, session.table.shown.table.piles[HAND.of(seat_of(session, winner))]))  # type: ignore[union-attr]
    assert (held in server.board.attachments[0].description) == (label == "Show")
    while session.table.phase == "deal":
        await server.env.advance_time(0.5)
    assert (held in server.board.attachments[0].description) == (label == "Show")
    assert "Show" not in labels(server.board) and "Next hand" in labels(server.board)


@pytest.mark.parametrize("drawn", [True], indirect=True)
async def test_the_result_after_a_fold_keeps_the_board_and_what_would_have_come(server: Server) -> None:
    session, who = await begun(server, "ana", "bo", rabbit=True)
    for label in ("Call 1", "Check", "⅓ pot 2", "Fold"):
        await who[turn(session)].click(server.board, label=label)
    there = " ".join(map(card_text, session.table.shown.table.piles[BOARD]))  # type: ignore[union-attr]
    assert f"Board {there}" in server.board.attachments[0].description
    await who[0].click(server.board, label="Rabbit hunt")
    (more,) = last(session, WouldHaveCome).boards
    told = f"Board {there}; {' '.join(map(card_text, more))} would have come"
    assert len(more) == 2 and told in server.board.attachments[0].description
    while session.table.phase == "deal":
        await server.env.advance_time(0.5)
    assert told in server.board.attachments[0].description


@pytest.mark.parametrize("drawn", [True], indirect=True)
async def test_a_rabbit_hunt_by_its_button(server: Server) -> None:
    session, who = await begun(server, "ana", "bo", "cy", rabbit=True)
    _, folded = await all_fold(server, session, who)
    assert "Rabbit hunt" in labels(server.board)
    await folded.click(server.board, label="Rabbit hunt")
    came = last(session, WouldHaveCome)
    assert [len(board) for board in came.boards] == [5]
    told = " ".join(map(card_text, came.boards[0]))
    assert f"**Rabbit hunt:** {told} would have come." in server.board.content
    assert f"{told} would have come." in server.board.attachments[0].description
    assert "Rabbit hunt" not in labels(server.board)


@pytest.mark.parametrize("typed", ["rabbit hunt", "rabbit", "rabbit-hunt"])
async def test_a_rabbit_hunt_by_typing(server: Server, typed: str) -> None:
    session, who = await begun(server, "ana", "bo", rabbit=True)
    _, folded = await all_fold(server, session, who)
    await server.slash(folded, "play", move=typed)
    assert session.table.shown and session.table.shown.rows[-1].move == RABBIT_HUNT


async def test_no_rabbit_is_hunted_where_the_table_has_none(server: Server) -> None:
    session, who = await begun(server, "ana", "bo")
    _, folded = await all_fold(server, session, who)
    assert "Rabbit hunt" not in labels(server.board)
    assert "✓" not in await server.slash(folded, "play", move="rabbit")


async def test_one_card_is_shown_from_the_panel(server: Server) -> None:
    session, who = await begun(server, "ana", "bo")
    winner, _ = await all_fold(server, session, who)
    held = [*session.table.shown.table.piles[HAND.of(seat_of(session, winner))]]  # type: ignore[union-attr]
    assert not any(card_text(c) in label for c in held for label in labels(server.board)), "the table tells no card"
    panel = (await winner.slash(server.channel, "hand")).response
    label = next(label for label in labels(panel) if label.startswith("Show ") and card_text(held[0]) in label)
    await winner.click(panel, label=label)
    assert last(session, ShownOne).card == held[0]
    assert f"{winner.name} shows {card_text(held[0])}, and no more." in server.board.content
    told = server.board.attachments[0].description
    assert card_text(held[0]) in told and card_text(held[1]) not in told


@pytest.mark.parametrize("typed", ["show {}", "show card {}", "{}"])
async def test_one_card_is_shown_by_typing(server: Server, typed: str) -> None:
    session, who = await begun(server, "ana", "bo")
    winner, loser = await all_fold(server, session, who)
    held = [*session.table.shown.table.piles[HAND.of(seat_of(session, winner))]]  # type: ignore[union-attr]
    assert "✓" not in await server.slash(loser, "play", move=typed.format(held[0]))
    await server.slash(winner, "play", move=typed.format(held[1]))
    assert last(session, ShownOne).card == held[1]


async def test_a_whole_hand_is_still_shown_by_one_word(server: Server) -> None:
    session, who = await begun(server, "ana", "bo")
    winner, _ = await all_fold(server, session, who)
    assert "✓" in await server.slash(winner, "play", move="show")
    assert last(session, Shown).seat == seat_of(session, winner)


@pytest.mark.parametrize("drawn", [True], indirect=True)
async def test_a_straddle_from_any_seat_by_press_and_by_text(server: Server) -> None:
    session, who = await begun(server, "ana", "bo", "cy", "di", "eve", straddle="any")
    asked = sorted(session.table.turns)
    assert len(asked) == 3 and {"Straddle 4", "No straddle"} <= {*labels(server.board)}
    dealer = session.table.deal.table.dealer  # type: ignore[union-attr]
    first, second = (seat for seat in ((dealer + 3) % 5, (dealer + 4) % 5))
    await who[dealer].click(server.board, label="Straddle 4")
    await server.slash(who[first], "play", move="no straddle")
    assert [*session.table.turns] == [second]
    await who[second].click(server.board, label="No straddle")
    assert f"{who[dealer].name} posts the straddle, 4" in server.board.content
    assert turn(session) == (dealer + 1) % 5


@pytest.mark.parametrize("straddle", ["yes", "any"])
async def test_a_straddle_that_nobody_answers_takes_nobody_for_away(server: Server, straddle: str) -> None:
    session, who = await begun(server, "ana", "bo", "cy", "di", straddle=straddle)
    for _ in range(3):
        assert "Straddle 4" in labels(server.board)
        while "Straddle 4" in labels(server.board):
            assert not any("it is your turn" in message.content for message in server.channel.history())
            await server.env.advance_time(1)
        assert not any(chair.lapses or chair.stand_in for chair in session.table.chairs)
        await to_the_next_hand(server, session, who)


async def test_a_second_run_that_nobody_answers_takes_nobody_for_away(server: Server) -> None:
    session, who = await begun(server, "ana", "bo")
    for _ in range(2):
        person = who[turn(session)]
        label = next(each for each in labels(server.board) if each.startswith(("All in", "Call 98")))
        answer = await person.click(server.board, label=label)
        await person.click(answer.response, label="Yes")
    assert "Once is enough" in labels(server.board)
    while "Once is enough" in labels(server.board):
        await server.env.advance_time(1)
    assert not any("it is your turn" in message.content for message in server.channel.history())
    assert not any(chair.lapses or chair.stand_in for chair in session.table.chairs)


async def test_the_dealer_calls_a_bomb_pot_by_its_button_and_takes_it_back_by_typing(server: Server) -> None:
    session, who = await begun(server, "ana", "bo", "cy", bomb_call="yes")
    dealer = session.table.deal.table.dealer  # type: ignore[union-attr]
    assert "Bomb pot next" in labels(server.board)
    await who[dealer].click(server.board, label="Bomb pot next")
    assert "No bomb pot next" in labels(server.board)
    assert f"**{who[dealer].name} calls a bomb pot** for the next hand." in server.board.content
    await server.slash(who[dealer], "play", move="no bomb pot next")
    assert "Bomb pot next" in labels(server.board)
    assert f"{who[dealer].name} takes the bomb pot back." in server.board.content
    await server.slash(who[dealer], "play", move="bomb pot next")
    await to_the_next_hand(server, session, who)
    assert "**Bomb pot:**" in server.board.content


async def test_the_host_calls_a_bomb_pot_who_does_not_deal_and_nobody_else_does(server: Server) -> None:
    session, who = await begun(server, "ana", "bo", "cy", bomb_call="yes")
    await to_the_next_hand(server, session, who)
    dealer, host = session.table.deal.table.dealer, session.table.seat_of(session.table.host)  # type: ignore[union-attr]
    assert host is not None and host != dealer
    (other,) = {0, 1, 2} - {dealer, host}
    assert said(await who[other].click(server.board, label="Bomb pot next")) == "It is not your turn."
    assert "calls a bomb pot" not in server.board.content
    await who[host].click(server.board, label="Bomb pot next")
    assert f"**{who[host].name} calls a bomb pot** for the next hand." in server.board.content
    await to_the_next_hand(server, session, who)
    assert "**Bomb pot:**" in server.board.content


@pytest.mark.parametrize("drawn", [True], indirect=True)
async def test_who_stands_is_marked_and_the_last_one_pays(server: Server) -> None:
    session, who = await begun(server, "ana", "bo", stand_up="5")
    assert "stands" in server.board.attachments[0].description
    winner, loser = await all_fold(server, session, who)
    while session.table.phase == "deal":
        await server.env.advance_time(0.5)
    told = last(session, LastStanding)
    assert (told.seat, told.paid) == (seat_of(session, loser), ((seat_of(session, winner), 500),))


def test_the_new_options_have_room_in_forms() -> None:
    names = [f.name for page in forms.of_game(POKER) for f in page.fields]
    assert {"rabbit", "seven_deuce", "stand_up", "bomb_call", "straddle"} <= {*names}
    assert len(forms.of_game(POKER)) <= 25 and all(len(page.fields) for page in forms.of_game(POKER))


async def asked_for_a_variant(server: Server) -> tuple[Session, Any, dict[int, Any]]:
    """Two have played an orbit at dealer's choice: who deals next is asked."""
    session, who = await begun(server, "ana", "bo", variant="choice")
    for hand in range(2):
        await all_fold(server, session, who)
        while session.table.phase == "deal" and not session.table.turns:
            await server.env.advance_time(0.5)
        if not hand:
            await deals_on(server, who)
    return session, who[turn(session)], who


async def test_the_dealer_names_a_variant_from_the_menu(server: Server) -> None:
    session, dealer, who = await asked_for_a_variant(server)
    menu = next(c for row in server.board.components for c in row.children if c.type.value == 3)
    assert "Hold'em" in [option.label for option in menu.options] and len(menu.options) == 25
    await dealer.select(server.board, values=["razz"], custom_id=menu.custom_id)
    assert "names **Razz** for an orbit" in server.board.content or session.table.phase == "between"
    await deals_on(server, who)
    assert "Razz" in server.board.content


@pytest.mark.parametrize("typed", ["razz", "play razz"])
async def test_the_dealer_names_a_variant_by_typing(server: Server, typed: str) -> None:
    session, dealer, who = await asked_for_a_variant(server)
    await server.slash(dealer, "play", move=typed)
    assert session.table.phase == "between"
    await deals_on(server, who)
    assert "Razz" in server.board.content


@pytest.mark.parametrize("drawn", [True], indirect=True)
async def test_an_own_variant_is_set_in_the_lobby_and_played(server: Server) -> None:
    home = "deal=D3/X1bC3/bC1/bC1 wild=hearts name=pirate-pineapple"
    session, who = await begun(server, "ana", "bo", variant="own", home=home)
    assert "Pirate pineapple" in server.board.content
    await who[turn(session)].click(server.board, label="Call 1")
    await who[turn(session)].click(server.board, label="Check")
    panel = (await who[0].slash(server.channel, "hand")).response
    assert panel.attachments and session.table.options.own_wilds
