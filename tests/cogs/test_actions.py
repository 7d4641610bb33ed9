"""Verbs act: moves by command, what autocomplete lists, and questions about one's own hand."""

from __future__ import annotations

import re
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.engine.cards import card
from bot.engine.controls import read
from bot.engine.offers import OneOf
from bot.engine.view import view
from bot.games.hearts import MINUS_26, OTHERS_UP, POINTS, Choose
from bot.host.controls.gamecog import open_command
from bot.show.controls.typed import labels_of, read_move
from bot.show.words.sentences import Who, card_text
from bot.store import Work, prefs
from cogs.games.hearts import WORDS

from .server import Server, hand, labels, said, seat_of, turn


async def test_play_makes_a_move(server: Server) -> None:
    ana = server.person("ana")
    session = await server.pass_three(ana)
    legal = await server.offered(ana, "play", "move", "")
    assert await server.slash(ana, "play", move=legal[0].lower()) == f"✓ Play {card_text(card(legal[0]))}"
    assert session.table.deal is not None
    assert any(row.seat == 0 and row.move.parts == (card(legal[0]),) for row in session.table.deal.rows)


async def test_autocomplete_lists_exactly_the_legal_cards(server: Server) -> None:
    ana = server.person("ana")
    session = await server.pass_three(ana)
    assert session.table.deal is not None
    for _ in range(5):
        (offer,) = session.table.deal.offers(0)
        legal = {str(c) for c in offer.next(())}
        listed = await server.offered(ana, "play", "move", "")
        assert set(listed) == legal <= set(hand(session, 0))
        assert await server.offered(ana, "play", "move", f"play {listed[-1]}") == [listed[-1]]
        assert await server.offered(ana, "play", "move", listed[0][0].lower()) == [
            c for c in listed if c[0] == listed[0][0]
        ]
        await server.slash(ana, "play", move=listed[0])


async def test_autocomplete_completes_several_cards(server: Server) -> None:
    ana = server.person("ana")
    session = await server.hearts(ana)
    first, second, third, other = hand(session, 0)[:4]
    listed = await server.offered(ana, "pass", "cards", "")
    assert 0 < len(listed) <= 25
    assert session.table.deal is not None
    for typed in listed:
        assert not isinstance(read(session.table.deal.offers(0)[0], typed), str)
    listed = await server.offered(ana, "pass", "cards", f"{second} {first}")
    assert len(listed) == 11
    assert all(typed.startswith(f"{second} {first} ") for typed in listed)
    assert await server.offered(ana, "play", "move", f"pass {first} {second} {third}") == [
        f"pass {first} {second} {third}"
    ]
    assert await server.offered(ana, "pass", "cards", f"{first} {second} {third} {other}") == []


async def test_autocomplete_tells_nothing_to_others(server: Server) -> None:
    ana, bo, cleo = server.person("ana"), server.person("bo"), server.person("cleo")
    session = await server.pass_three(ana, bo)
    away = bo if turn(session) == seat_of(session, ana) else ana
    assert await server.offered(away, "play", "move", "") == []
    assert await server.offered(cleo, "play", "move", "") == []


async def test_pass_by_command(server: Server) -> None:
    ana = server.person("ana")
    session = await server.hearts(ana)
    three = hand(session, 0)[:3]
    answer = await server.slash(ana, "pass", cards=", ".join(three))
    assert answer == "✓ Pass " + " ".join(card_text(card(c)) for c in three)
    assert not set(three) & set(hand(session, 0))


async def test_bet_by_command(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    players = {seat_of(session, p): p for p in (ana, bo)}
    who = players[turn(session)]
    listed = await server.offered(who, "bet", "amount", "")
    assert listed
    assert await server.offered(who, "play", "move", "1") == [f"bet {typed}" for typed in listed if typed[0] == "1"]
    assert await server.slash(who, "bet", amount="min") == f"✓ Bet {listed[0]}"
    other = players[turn(session)]
    assert other is not who
    assert await server.slash(other, "play", move="1") == "✓ Bet 1"


async def test_a_typed_amount_is_offered_when_it_is_legal(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo, ante="50")
    who = [ana, bo][turn(session)]
    assert await server.offered(who, "bet", "amount", "2.5") == ["2½"]
    assert await server.offered(who, "bet", "amount", "0.75") == []
    assert await server.offered(who, "bet", "amount", "1e9") == []


async def test_potting_it_asks_for_a_second_press(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    seat = turn(session)
    who = [ana, bo][seat]
    before = await server.books()
    asked = await who.slash(server.channel, "bet", amount="pot")
    assert asked.response.ephemeral
    assert asked.response.content.startswith("Bet the whole pot of 2?")
    assert labels(asked.response) == ["Yes", "Change"]
    assert await server.books() == before
    await who.click(asked.response, label="Yes")
    assert session.table.shown is not None
    assert any(row.seat == seat for row in session.table.shown.rows)


async def test_end_agree_and_refuse(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    assert await server.slash(ana, "agree") == "Nobody has proposed to end the game."
    assert await server.slash(ana, "end") == "✓ Share the pot?"
    assert await server.slash(bo, "refuse") == "✓ Play on"
    assert session.table.phase == "deal"
    await server.slash(bo, "play", move="end")
    assert await server.slash(ana, "agree") == "✓ Agree to share"
    assert session.table.phase == "over"
    assert "The pot is shared" in server.board.content


async def test_choose_is_refused_where_there_is_nothing_to_choose(server: Server) -> None:
    ana = server.person("ana")
    await server.hearts(ana)
    before = await server.books()
    assert await server.slash(ana, "play", move="choose others-up") == "You cannot do that now."
    assert await server.offered(ana, "play", "move", "choose") == []
    assert await server.books() == before


async def test_hand_moves_and_rules(server: Server) -> None:
    ana = server.person("ana")
    session = await server.hearts(ana, limit="50")
    shown = await ana.slash(server.channel, "hand")
    assert shown.response.ephemeral
    (picture,) = shown.response.attachments
    assert all(card_text(card(c)) in picture.description for c in hand(session, 0))
    text = await server.slash(ana, "moves")
    assert text.startswith("It is your turn.")
    assert "3 of " in text
    assert all(card_text(card(c)) in text for c in hand(session, 0))
    rules = await server.slash(ana, "rules")
    assert "Follow suit" in rules
    assert "to 50 points" in rules and "cutter" not in rules, "what every game has is no part of its rules"
    assert "Everybody antes" in await server.slash(ana, "rules", game="red-dog")
    shown = await ana.slash(server.channel, "rules", game="red-dog")
    (picture,) = (shown.followups[-1] if shown.followups else shown.response).attachments
    assert picture.description.startswith("An example. Your cards: ")
    assert await server.offered(ana, "rules", "game", "red") == ["red-dog"]


async def test_moves_of_somebody_who_waits(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    waiting, playing = ([bo, ana] if turn(session) == 0 else [ana, bo])[:2]
    text = await server.slash(waiting, "moves")
    assert text.startswith(f"{playing.name} to play.")
    assert "• **Share the pot?**" in text
    assert "bet" not in text.lower()


async def test_score_tells_the_last_trick_and_no_hand_to_others(server: Server) -> None:
    ana, cleo = server.person("ana"), server.person("cleo")
    session = await server.pass_three(ana)
    while True:
        await server.slash(ana, "play", move=(await server.offered(ana, "play", "move", ""))[0])
        if " takes " in (text := await server.slash(ana, "score")):
            break
    assert re.search(r"^You: −?-?\d+ points?$", text, re.MULTILINE)
    seen = await server.slash(cleo, "score")
    assert " takes " in seen
    for held in [c for seat in range(4) for c in hand(session, seat)]:
        assert card_text(card(held)) not in seen


async def test_score_after_a_deal_comes_with_its_picture(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.red_dog(ana, bo)
    await server.slash(ana, "end")
    await server.slash(bo, "agree")
    result = await ana.slash(server.channel, "score")
    assert "chips" in said(result)
    assert "ana and bo share the win" in result.response.attachments[0].description


async def test_odds_are_told_to_whoever_holds_the_cards(server: Server) -> None:
    ana, bo, cleo = server.person("ana"), server.person("bo"), server.person("cleo")
    await server.red_dog(ana, bo)
    assert "that you have not seen" in await server.slash(ana, "odds")
    assert await server.slash(cleo, "odds") == "You do not sit at this table."


async def test_odds_where_there_are_none(server: Server) -> None:
    ana = server.person("ana")
    await server.hearts(ana)
    assert await server.slash(ana, "odds") == "There are no odds to tell at Hearts."


async def test_a_whole_deal_from_the_direct_messages(server: Server) -> None:
    """Every command works there as well; the panel follows."""
    ana = server.person("ana")
    session = await server.hearts(ana)
    await ana.user.slash("pass", cards=" ".join(hand(session, 0)[:3]))
    while session.table.phase == "deal":
        listed = [c["value"] for c in await ana.user.autocomplete("play", "move", "")]
        assert said(await ana.user.slash("play", move=listed[-1])).startswith("✓ Play")
    assert "how it stands after this hand" in said(await ana.user.slash("score"))


async def test_a_verb_goes_to_the_only_table_that_waits_for_it(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    hearts = await server.hearts(ana)
    red = await server.red_dog(ana, bo)
    if turn(red) != seat_of(red, ana):
        await server.slash(bo, "bet", amount="min")
    assert (await server.slash(ana, "bet", amount="min")).startswith("✓ Bet")
    assert (await server.slash(ana, "pass", cards=" ".join(hand(hearts, 0)[:3]))).startswith("✓ Pass")


async def test_several_decisions_are_told_apart(server: Server) -> None:
    """Two tables in one channel are asked about, and so they are elsewhere."""
    ana = server.person("ana")
    first, second = await server.hearts(ana), await server.hearts(ana)
    which = "You sit at several tables; say with `table:` which one you mean."
    three, before = " ".join(hand(second, 0)[:3]), await server.books()
    assert await server.slash(ana, "pass", cards=three) == which
    assert await server.books() == before
    assert (await server.slash(ana, "pass", cards=three, table=second.id)).startswith("✓ Pass")
    elsewhere = server.guild.create_text_channel("elsewhere")
    third = await server.hearts(ana)
    before = await server.books()
    assert said(await ana.slash(elsewhere, "pass", cards=" ".join(hand(third, 0)[:3]))) == which
    assert await server.books() == before
    listed = [c["value"] for c in await ana.autocomplete(elsewhere, "pass", "table", "")]
    assert listed == [first.id, second.id, third.id]
    three = " ".join(hand(first, 0)[:3])
    assert said(await ana.slash(elsewhere, "pass", cards=three, table=first.id)).startswith("✓ Pass")


async def test_choices_in_words_are_listed_and_read(server: Server) -> None:
    """The choice after shooting the moon, which is seldom reached by playing."""
    ana = server.person("ana")
    session = await server.hearts(ana)
    assert session.table.deal is not None
    assert session.table.deal.ask is not None
    offer = OneOf(Choose, (OTHERS_UP, MINUS_26))
    session.table.deal.ask.offers = {0: [offer]}
    listed = await server.offered(ana, "play", "move", "cho")
    assert len(listed) == 2
    assert [read_move(session.table, ana.id, text) for text in listed] == [Choose(OTHERS_UP), Choose(MINUS_26)]
    assert [c["name"] for c in await ana.autocomplete(server.channel, "play", "move", "+26")] == ["+26 to the others"]
    labels = labels_of(session.table, ana.id, WORDS, Who(("ana", "a", "b", "c")))
    assert read_move(session.table, ana.id, "−26 for me", labels=labels) == Choose(MINUS_26)
    assert "+26 to the others, −26 for me" in await server.slash(ana, "moves")


async def test_a_blind_offer_is_found_by_trying(server: Server) -> None:
    """It is on no list, and taken when it is typed."""
    ana = server.person("ana")
    session = await server.pass_three(ana)
    assert session.table.deal is not None
    (offer,) = session.table.deal.offers(0)
    (first, *_) = await server.offered(ana, "play", "move", "")
    offer.unlisted = True
    assert await server.offered(ana, "play", "move", "") == []
    assert first not in await server.slash(ana, "moves")
    assert (await server.slash(ana, "play", move=first)).startswith("✓ Play")


async def calls_of_a_bet(server: Server) -> tuple[int, int]:
    """How often Discord is called when somebody bets at Red Dog by the command: in public, and for the panels."""
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    better = [ana, bo][turn(session)]
    await server.slash(better, "score")  # what they were told in passing is read
    before = len(server.env.http_requests)
    await server.slash(better, "bet", amount="min")
    calls = server.env.http_requests[before:]
    panels = {p.user.dm_channel.id for p in (ana, bo)}
    public = [c for c in calls if not any(f"/channels/{id}/" in c.path for id in panels)]
    return len(public), len(calls) - len(public)


@pytest.mark.usefixtures("without_moments")
async def test_how_often_discord_is_called_for_a_command(server: Server) -> None:
    """The answer and the table message; beside them one for each panel that must change."""
    public, panels = await calls_of_a_bet(server)
    assert public == 2
    assert panels <= 2


async def test_a_moment_takes_one_edit_of_the_table_more(server: Server) -> None:
    """What was shown stands, then the table goes on."""
    public, panels = await calls_of_a_bet(server)
    assert public == 3
    assert panels <= 2


async def test_a_table_is_left_from_the_direct_messages(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.red_dog(ana, bo)
    assert said(await bo.user.slash("table leave")) == "You leave after this hand."
    assert said(await bo.user.slash("table leave")) == "You stay."


async def test_cut_and_note_by_command(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo, cut="offer")
    assert session.table.deal is not None
    assert await server.offered(ana, "play", "move", "note Good luck") == ["note Good luck"]
    told = (await server.slash(ana, "moves")).splitlines()
    assert {"• **Cut** 1 to 51", "• **Let the dealer cut**", "• **Add a note**"} <= set(told)
    assert await server.slash(bo, "play", move="note   Good luck, all ") == "✓ Note Good luck, all"
    listed = await server.offered(ana, "cut", "cards", "2")
    assert listed[:3] == ["2", "20", "21"]
    before = await server.books()
    assert await server.slash(ana, "cut", cards="52") == "Cut between 1 and 51."
    assert await server.books() == before
    cutter = ana if session.table.seat_of(ana.id) in (session.table.turns or [0]) else bo
    assert await server.slash(cutter, "cut", cards="20") == "✓ Cut 20"
    assert session.table.deal.table.contributions["cut"] == 20
    assert session.table.deal.table.contributions["notes"] == [[1, "Good luck, all"]]


async def test_in_direct_messages_too_two_tables_are_asked_about(server: Server) -> None:
    ana = server.person("ana")
    first, second = await server.hearts(ana), await server.hearts(ana)
    three = hand(second, 0)[:3]
    assert "say with `table:`" in said(await ana.user.slash("pass", cards=" ".join(three)))
    assert said(await ana.user.slash("pass", cards=" ".join(three), table=second.id)).startswith("✓ Pass")
    assert not set(three) & set(hand(second, 0))
    assert len(hand(first, 0)) == 13


async def test_score_after_a_void_deal(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    session = await server.hearts(ana)
    await server.sure(boss, "table void")
    assert await server.slash(ana, "score", table=session.id) == "**Hearts** stands as before the void deal."


def test_choices_of_a_command_are_words_of_the_game() -> None:
    command = open_command(cast(Any, None), WORDS)
    moon, limit = command.get_parameter("moon"), command.get_parameter("limit")
    assert moon and [(c.name, c.value) for c in moon.choices] == [
        ("26 to the others", "others_up"), ("shooter says", "choice")
    ]  # fmt: skip
    assert limit and [(c.name, c.value) for c in limit.choices] == [("100", "100"), ("50", "50"), ("75", "75")]


async def test_a_hint_at_the_first_hand_of_a_game_and_never_again(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    hint = "Your first round of Red Dog: Everybody antes"
    assert hint in ana.user.dm_channel.last_message.content
    await server.store.commit(Work().do(prefs.set_pref, ana.id, "knows", ["cash"]))  # meanwhile, at another table
    await server.slash(ana, "end")
    await server.slash(bo, "agree")
    assert session.table.phase == "over"
    await server.slash(ana, "table rematch")
    await server.env.advance_time(2)
    assert "Your first round" not in ana.user.dm_channel.last_message.content
    assert (await server.store.read(prefs.of_person, ana.id)).get("knows") == ["cash", "red-dog"]


@pytest.mark.usefixtures("without_moments")
async def test_the_hint_goes_after_its_readers_first_move(server: Server) -> None:
    """In mid-hand already: a game may have one hand alone."""
    people = [server.person("ana"), server.person("bo")]
    session = await server.red_dog(*people)
    first = turn(session)

    def hinted(seat: int) -> bool:
        return "Your first round" in server.bot.room.builder.panel(session.table, seat).text

    assert hinted(0) and hinted(1)
    await server.slash(people[first], "bet", amount="min")
    assert session.table.phase == "deal" and not hinted(first) and hinted(1 - first)


async def test_of_two_tables_in_a_channel_nobody_guesses_which_one_to_join_or_watch(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    first = await server.red_dog(ana, start=False)
    second = await server.hearts(ana, start=False)
    before = await server.books()
    for command in ("table join", "table watch", "table show"):
        which = "There are several tables here; say with `table:` which one you mean."
        assert await server.slash(bo, command) == which
    assert await server.books() == before
    assert await server.slash(bo, "table join", table=first.id) == "You sit down."
    assert await server.slash(bo, "table join") == "You sit down.", "the other one"
    assert second.table.seat_of(bo.id) is not None


async def test_the_score_counts_the_running_hand(server: Server) -> None:
    ana = server.person("ana")
    session = await server.hearts(ana)
    assert session.table.deal is not None
    session.table.deal.table.scores = [12, 0, 0, 0]
    session.table.deal.table.note(POINTS, (5, 14, 0, 0))
    told = (await server.slash(ana, "score")).splitlines()
    assert "You: 17 points, +5 of it in this hand" in told
    bertie = next(line for line in told if "14 points, +14 of it in this hand" in line)
    assert told.index(bertie) < told.index("You: 17 points, +5 of it in this hand"), "the best first"
    assert "Clara: 0 points" in told or "Bertie: 0 points" in told


async def test_moves_with_a_button_for_each_choice_are_told_as_the_buttons_have_them(server: Server) -> None:
    ana = server.person("ana")
    await server.started("war", ana, houses=1)
    told = (await server.slash(ana, "moves")).splitlines()
    assert told == [
        "It is your turn. You may:", "• **Turn card**", "• **Turn ahead** Auto ×10, To next war, To the end",
        "• **Give up**",
    ]  # fmt: skip


async def test_the_score_tells_what_everybody_has_where_that_says_how_it_stands(server: Server) -> None:
    ana = server.person("ana")
    await server.started("war", ana, houses=1)
    assert "You: 0 games, 26 cards" in (await server.slash(ana, "score")).splitlines()


async def test_the_score_counts_what_lies_there_for_whoever_has_won_it(server: Server) -> None:
    """As the bar below the table has it."""
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.started("war", ana, bo)
    deal = session.table.deal
    assert deal is not None
    while (lying := view(deal).facts["battle"]).winner is None:  # the first may be a war
        for person in (ana, bo):
            await server.slash(person, "play", move="turn card")
    moved = 1 + 4 * lying.ties
    lines = (await server.slash(ana, "score")).splitlines()
    assert {line.split(", ")[1] for line in lines[1:3]} == {f"{26 - moved} cards", f"{26 + moved} cards"}


async def test_the_score_is_that_of_the_table_which_stands_here(server: Server) -> None:
    """Though another waits for the asker: elsewhere that one is meant."""
    ana = server.person("ana")
    await server.started("war", ana, houses=1)
    office, attic = server.guild.create_text_channel("office"), server.guild.create_text_channel("attic")
    await ana.slash(office, "jubilee")
    assert said(await ana.slash(office, "score")) == "**Jubilee** has not begun here."
    assert (await server.slash(ana, "score")).startswith("**War**")
    assert said(await ana.slash(attic, "score")).startswith("**War**")


async def test_a_score_below_zero_has_a_minus(server: Server) -> None:
    ana = server.person("ana")
    session = await server.hearts(ana)
    assert session.table.deal is not None
    session.table.deal.table.scores = [-1012, 0, 0, 0]
    assert "You: −1,012 points" in (await server.slash(ana, "score")).splitlines()


@pytest.mark.parametrize("code,logged", [(10062, 0), (10008, 1)])
async def test_proposals_that_come_too_late_are_no_error(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, code: int, logged: int
) -> None:
    ana = server.person("ana")
    await server.pass_three(ana)

    async def late(*_: Any, **__: Any) -> None:
        gone = SimpleNamespace(status=404, reason="Not Found")
        raise discord.NotFound(cast("Any", gone), {"code": code, "message": "Unknown interaction"})

    monkeypatch.setattr(discord.InteractionResponse, "autocomplete", late)
    with suppress(Exception):  # nothing is listed, which the stand-in does not know
        await server.offered(ana, "play", "move", "")
    assert len([r for r in caplog.records if r.name == "discord.app_commands.tree"]) == logged
