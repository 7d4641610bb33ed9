"""What a server's managers set."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import fields
from itertools import pairwise
from typing import Any

import pytest

from bot.engine.options import in_words
from bot.games.catalog import GAMES
from bot.show.controls import forms
from bot.show.pages import cardroom, whomay
from bot.show.pages.text_views import parted
from bot.store import Work, bank, ledger
from bot.store import settings as stored_settings
from bot.table.settings import Settings, contradiction

from .server import Server, labels, said

CHIPS = {"grant": "1000", "buy_in": "100", "gift_most": "200", "gift_day": "500", "buy_ins_day": "none"}
CLOCKS = {
    "move_seconds": "60", "choice_seconds": "90", "next_deal_seconds": "600", "idle_minutes": "10", "close_hours": "24",
}  # fmt: skip
LOOKS = {"house_pace_ms": "0", "timezone": "UTC", "four_colour": "yes", "compact": "no"}
NIGHTS = {
    "nights_most": "2", "night_opens_minutes": "0", "night_reminders": "yes", "night_series": "yes",
    "night_pings": "yes",
}  # fmt: skip
NIGHT_GAMES = {"night_only": "all", "night_lasts": "as usual", "night_rising": "off"}
"""What stands in the forms of the panel at first."""
FORMS = {"Chips…": CHIPS, "Clocks…": CLOCKS, "House players and cards…": LOOKS, "Nights…": NIGHTS,
         "Games of nights…": NIGHT_GAMES}  # fmt: skip


async def panel(server: Server, boss: Any) -> Any:
    return (await boss.slash(server.channel, "cardroom show")).response


async def fill(server: Server, boss: Any, label: str, **entered: str) -> Any:
    """What comes of filling in one of the panel's forms."""
    shown = await boss.click(await panel(server, boss), label=label)
    return await boss.submit_modal(shown, FORMS[label] | entered)


async def set_clocks(server: Server, boss: Any, **entered: str) -> str:
    return (await fill(server, boss, "Clocks…", **entered)).response.content


async def test_the_panel_speaks_in_words(server: Server) -> None:
    boss = server.manager("boss")
    shown = await panel(server, boss)
    assert "House players wait 0 s." in shown.content and "_" not in shown.content
    assert labels(shown) == [*FORMS, "Who may…"]
    menus = [c["placeholder"] for row in shown.components for c in row["components"] if "placeholder" in c]
    assert menus == [
        "Which games may be played", "Where tables may be opened; nowhere chosen is everywhere",
        "What a game's tables are like here…",
    ]  # fmt: skip


async def test_every_setting_stands_in_the_panel_and_can_be_changed_there(server: Server) -> None:
    """By a form, or by one of the menus."""
    in_forms = {part.id for name in cardroom.FORMS for part in cardroom.form(name, Settings()).parts}
    menus = {"games", "channels", "defaults"} | {name for name, _ in whomay.MENUS.values()}
    assert in_forms | menus == {f.name for f in fields(Settings)} - {"lost"}
    assert {*whomay.COMMANDS.values()} < menus
    for name in cardroom.FORMS:
        made = cardroom.form(name, Settings())
        assert 1 <= len(made.parts) <= 5
        entered = {part.id: part.value for part in made.parts if not isinstance(part, forms.Boxes)}
        assert cardroom.changed(Settings(), cardroom.FORMS[name].read(entered)) == {}


async def test_a_night_has_the_games_that_managers_have_set(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    answer = await fill(server, boss, "Games of nights…", night_only="stud games", night_lasts="6 hands")
    assert (
        "A night unless its host says otherwise: Poker night · stud games · 6 hands a game." in answer.response.content
    )
    refused = said(await fill(server, boss, "Games of nights…", night_only="canoeing"))
    assert "“canoeing” is no game and no family of games" in refused
    await server.slash(ana, "night start")
    tonight = server.table.table.night
    assert tonight is not None and (tonight.only, tonight.lasts, tonight.rising) == (["poker/stud"], "6 hands", "off")


async def test_what_managers_set_is_kept_and_used(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    answer = await fill(server, boss, "Chips…", buy_in="2.5", grant="50")
    assert "A first visit and a refill bring 50 play chips; a buy-in is 2½." in answer.response.content
    told = await set_clocks(server, boss, move_seconds="30")
    assert "A move has 30 s, a choice of several cards 90 s." in told
    assert (await panel(server, boss)).content == told
    await server.red_dog(ana, start=False)
    assert await server.slash(ana, "bank balance") == "You have 47½ play chips in the bank, and 2½ at tables."


async def test_who_changes_a_setting_is_written_down(server: Server) -> None:
    boss = server.manager("boss")
    await fill(server, boss, "Chips…", gift_most="none", buy_ins_day="300", grant="2000")
    settings = await server.bot.room.settings.of(server.guild.id)
    assert (settings.gift_most, settings.buy_ins_day, settings.grant) == (0, 30_000, 200_000)
    decisions, _ = await server.store.read(bank.decisions, server.guild.id)
    assert {(d.what, d.amount) for d in decisions} == {("gift_most", 0), ("buy_ins_day", 30_000), ("grant", 200_000)}


async def test_open_tables_follow_the_clocks(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    session = await server.hearts(ana)
    await set_clocks(server, boss, move_seconds="45", choice_seconds="45")
    assert session.table.settings.move_seconds == 45


async def test_house_players_time_zone_and_cards(server: Server) -> None:
    boss = server.manager("boss")
    label = "House players and cards…"
    answer = await fill(server, boss, label, house_pace_ms="1,2", timezone="berlin", four_colour="no", compact="yes")
    told = answer.response.content
    assert "House players wait 1.2 s." in told and "by the clock of Europe/Berlin." in told
    assert "Cards are drawn in two colours, with compact faces." in told
    settings = await server.bot.room.settings.of(server.guild.id)
    assert (settings.house_pace_ms, settings.timezone) == (1200, "Europe/Berlin")
    assert (settings.four_colour, settings.compact) == (False, True)


@pytest.mark.parametrize("label, entered, sentence", [
    ("Chips…", {"buy_in": "abc"}, "The buy-in: “abc” is not an amount; write 5, 2.5 or 2½."),
    ("Chips…", {"buy_in": "-5"}, "The buy-in: The amount must be more than nothing."),
    ("Chips…", {"grant": "1e9"}, "The grant is at most 1,000,000."),
    ("Chips…", {"grant": "0.75"}, "The grant: The smallest chip is a yellow, ½."),
    ("Chips…", {"grant": "5"}, "The grant (5) must be at least one buy-in (100)."),
    ("Chips…", {"gift_day": "5"}, "What may be given in a day must be at least one gift's limit."),
    ("Clocks…", {"move_seconds": "3"}, "Seconds for a move: a whole number from 10 to 600."),
    ("Clocks…", {"choice_seconds": "-1"}, "Seconds for a choice of several cards: a whole number from 10 to 900."),
    ("Clocks…", {"close_hours": "1000"}, "Hours until a table closes: a whole number from 1 to 168."),
    ("Clocks…", {"idle_minutes": "1"}, "A table may only pause after the turn clocks have run out."),
    ("Clocks…", {"idle_minutes": "90", "close_hours": "1"}, "A table may only close after it has paused."),
    ("House players and cards…", {"timezone": "Atlantis"},
     "The clock of: write a place like Europe/Berlin or America/New_York."),
    ("House players and cards…", {"house_pace_ms": "11"},
     "Seconds that house players wait: a number from 0 to 10, such as 1.2."),
    ("Nights…", {"night_opens_minutes": "61"},
     "Minutes before a night when its lobby opens: a whole number from 0 to 60."),
    ("House players and cards…", {"house_pace_ms": "fast"},
     "Seconds that house players wait: a number from 0 to 10, such as 1.2."),
])  # fmt: skip
async def test_settings_that_cannot_be(server: Server, label: str, entered: dict[str, str], sentence: str) -> None:
    """One sentence, nothing has changed, and what was entered is kept."""
    boss = server.manager("boss")
    before = await server.store.read(stored_settings.of_server, server.guild.id)
    refused = await fill(server, boss, label, **entered)
    assert said(refused) == sentence
    assert await server.store.read(stored_settings.of_server, server.guild.id) == before
    again = await boss.click(refused.response, label="Correct it…")
    assert again.modal is not None
    kept = {part["component"]["custom_id"]: part["component"].get("value") for part in again.modal["components"]}
    assert entered.items() <= kept.items()


async def test_games_and_channels_are_chosen_from_menus(server: Server) -> None:
    boss, den = server.manager("boss"), server.guild.create_text_channel("den")
    shown = await panel(server, boss)
    await boss.select(shown, values=["cash", "hearts"], custom_id="cm:cardroom:0:@games:")
    answer = await boss.select(await panel(server, boss), values=[den], custom_id="cm:cardroom:0:@channels:")
    settings = await server.bot.room.settings.of(server.guild.id)
    assert (settings.games, settings.channels) == (("cash", "hearts"), (den.id,))
    assert "Games: Cash, Hearts." in answer.response.content
    assert f"Tables are opened in <#{den.id}>." in answer.response.content
    await boss.select(await panel(server, boss), values=[], custom_id="cm:cardroom:0:@channels:")
    await boss.select(await panel(server, boss), values=[*GAMES], custom_id="cm:cardroom:0:@games:")
    settings = await server.bot.room.settings.of(server.guild.id)
    assert (settings.games, settings.channels) == ((), ())


async def test_a_games_options_here_by_its_form(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    menu = await boss.select(await panel(server, boss), values=["red-dog"], custom_id="cm:cardroom:0:@game:")
    assert menu.response.content == "**Red Dog** · the options of its tables here: as the game has them."
    shown = await boss.click(menu.response, label="The game…")
    entered = {"min_bet": "1", "ante": "2", "hands": "open", "shuffle_when": "every_deal", "boxes": ["ante_each_deal"]}
    answer = await boss.submit_modal(shown, entered)
    assert answer.response.content.endswith("here: bets from 1, ante 2, an ante each deal, all hands lie open.")
    session = await server.red_dog(ana, start=False)
    assert (session.table.options.ante, session.table.options.min_bet, session.table.options.ante_each_deal) == (
        200,
        100,
        True,
    )
    shown = await boss.click(answer.response, label="The game…")
    refused = await boss.submit_modal(shown, entered | {"ante": "lots"})
    assert said(refused) == "ante: “lots” is not an amount; write 5, 2.5 or 2½."
    usual = {"min_bet": "½", "ante": "", "hands": "hidden", "shuffle_when": "every_deal", "boxes": []}
    answer = await boss.submit_modal(await boss.click(menu.response, label="The game…"), usual)
    assert answer.response.content.endswith("as the game has them.")


async def test_the_panel_is_for_managers_at_every_press(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """A former manager of the server may still have the panel open."""
    boss = server.manager("boss")
    shown = await panel(server, boss)
    form = await boss.click(shown, label="Chips…")
    monkeypatch.setattr("bot.host.calls.reply.is_manager", lambda _: False)
    before = await server.store.read(stored_settings.of_server, server.guild.id)
    sentence = "Only somebody who manages this server can do that."
    assert said(await boss.submit_modal(form, CHIPS)) == sentence
    assert said(await boss.click(shown, label="Clocks…")) == sentence
    assert said(await boss.select(shown, values=["cash"], custom_id="cm:cardroom:0:@games:")) == sentence
    assert await server.store.read(stored_settings.of_server, server.guild.id) == before


@pytest.fixture
def meanwhile(server: Server, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Another manager's setting is stored after the next change has been looked at, and before it is stored."""

    def set_first(name: str, value: Any) -> None:
        commit = server.store.commit

        async def late(work: Work) -> None:
            monkeypatch.setattr(server.store, "commit", commit)
            await commit(Work().do(stored_settings.set_setting, server.guild.id, name, value))
            await commit(work)

        monkeypatch.setattr(server.store, "commit", late)

    return set_first


async def test_of_two_changes_at_once_none_is_lost(server: Server, meanwhile: Callable[..., None]) -> None:
    boss = server.manager("boss")
    den, attic = server.guild.create_text_channel("den"), server.guild.create_text_channel("attic")
    meanwhile("channels", [attic.id])
    await server.slash(boss, "cardroom channel", channel=den, allowed=True)
    meanwhile("games", ["hearts", "red-dog", "cash"])
    answer = await server.slash(boss, "cardroom game", game="red-dog", allowed=False)
    assert "Games: Hearts, Cash." in answer
    meanwhile("defaults", {"cash": {"counter": "named"}})
    await server.slash(boss, "cardroom defaults", game="farmer", options="ante: 2")
    meanwhile("games", ["hearts", "cash"])
    await server.slash(boss, "cardroom game", game="cash", allowed=False)
    assert (
        await server.slash(boss, "cardroom game", game="hearts", allowed=False) == "One game at least must be allowed."
    )
    settings = await server.bot.room.settings.of(server.guild.id)
    assert settings.channels == (attic.id, den.id)
    assert settings.games == ("hearts",)
    assert settings.defaults == {"farmer": {"ante": "2"}, "cash": {"counter": "named"}}
    meanwhile("channels", [attic.id])
    answer = await server.slash(boss, "cardroom channel", channel=den, allowed=False)
    assert answer == f"Tables are not allowed in {den.mention} already."


async def test_two_changes_at_once_do_not_contradict_each_other(server: Server, meanwhile: Callable[..., None]) -> None:
    boss = server.manager("boss")
    shown = await boss.click(await panel(server, boss), label="Chips…")
    meanwhile("grant", 15_000)
    answer = said(await boss.submit_modal(shown, CHIPS | {"buy_in": "500"}))
    assert answer == "The grant (150) must be at least one buy-in (500)."
    meanwhile("gift_day", 25_000)
    answer = await server.slash(boss, "bank limits", gift="300")
    assert answer == "What may be given in a day must be at least one gift's limit."
    settings = await server.bot.room.settings.of(server.guild.id)
    assert (settings.buy_in, settings.gift_most, contradiction(settings)) == (10_000, 20_000, None)
    assert await server.store.read(bank.decisions, server.guild.id) == ([], 0), "what was refused is no decision"


async def test_a_table_that_is_just_being_loaded_follows_a_new_clock(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    room, session = server.bot.room, await server.hearts(ana)
    await session.commits.settled()
    del room.sessions[session.id]
    room._clocks.pop(session.id).task.cancel()
    learn, has_begun, goes_on = room.people.learn, asyncio.Event(), asyncio.Event()

    async def slowly(user: int) -> None:
        has_begun.set()
        await goes_on.wait()
        await learn(user)

    monkeypatch.setattr(room.people, "learn", slowly)
    loading = asyncio.create_task(room.find(session.id))
    await has_begun.wait()
    await set_clocks(server, boss, move_seconds="45", choice_seconds="45")
    goes_on.set()
    again = await loading
    assert again is not session
    assert again.table.settings.move_seconds == 45


async def test_many_settings_are_told_in_several_messages(server: Server) -> None:
    """Discord takes 2,000 characters; a server may have 500 channels."""
    boss, channels = server.manager("boss"), [server.guild.create_text_channel(f"c{n}").id for n in range(120)]
    games = server.bot.room.words
    usual = {slug: {f.name: "1" * 30 for f in fields(words.game.options)} for slug, words in games.items()}
    work = (
        Work()
        .do(stored_settings.set_setting, server.guild.id, "channels", channels)
        .do(stored_settings.set_setting, server.guild.id, "games", [*games][1:])
    )
    await server.store.commit(work.do(stored_settings.set_setting, server.guild.id, "defaults", usual))
    shown = await boss.slash(server.channel, "cardroom show")
    parts = [m for m in (shown.response, *shown.followups) if m is not None and m.ephemeral]
    assert len(parts) > 4 and max(len(part.content) for part in parts) <= 2000
    assert all(len(one.content) + len(other.content) >= 2000 for one, other in pairwise(parts[:-1])), "not one too many"
    told = " ".join(" ".join(part.content for part in parts).split())
    assert all(f"<#{n}>" in told for n in channels)
    for slug, names in usual.items():
        kind = {f.name: in_words(f).lower() for f in fields(games[slug].game.options)}
        assert all(f"{kind[name]} {value}" in told for name, value in names.items())
    assert [labels(part) for part in parts[:-1]] == [[]] * (len(parts) - 1)
    assert labels(parts[-1]) == [*FORMS, "Who may…"]
    changed = await boss.submit_modal(await boss.click(parts[-1], label="Clocks…"), CLOCKS | {"move_seconds": "45"})
    assert "A move has 45 s" in changed.response.content


@pytest.mark.parametrize("text, most, parts", [
    ("one\ntwo\nthree", 99, ["one\ntwo\nthree"]),
    ("one\ntwo\nthree", 8, ["one\ntwo", "three"]),
    ("one, two, three", 9, ["one, two,", "three"]),
    ("it is\nlongwordhere", 5, ["it is", "longw", "ordhe", "re"]),
])  # fmt: skip
def test_a_long_text_is_parted_at_lines_and_words(text: str, most: int, parts: list[str]) -> None:
    assert parted(text, most) == parts


async def test_tables_in_some_channels_only(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    den = server.guild.create_text_channel("den")
    answer = await server.slash(boss, "cardroom channel", channel=den, allowed=True)
    assert f"Tables are opened in <#{den.id}>." in answer
    assert await server.slash(ana, "hearts") == f"Tables are opened in <#{den.id}> on this server."
    assert not server.bot.room.sessions
    assert said(await ana.slash(den, "hearts")).startswith("Your Hearts table is open")
    answer = await server.slash(boss, "cardroom channel", channel=den, allowed=True)
    assert answer == f"Tables are allowed in {den.mention} already."
    assert "opened everywhere." in await server.slash(boss, "cardroom channel", channel=den, allowed=False)


async def test_managers_void_and_close_any_table(server: Server) -> None:
    ana, bo, boss = server.person("ana"), server.person("bo"), server.manager("boss")
    session = await server.red_dog(ana, bo)
    office = server.guild.create_text_channel("office")
    listed = await boss.autocomplete(office, "cardroom void", "table", "red")
    assert [c["value"] for c in listed] == [session.id]
    asked = await boss.slash(office, "cardroom void", table=session.id)
    assert said(asked).startswith("Make this deal void, at once?") and session.table.phase == "deal"
    assert (await server.yes(boss, asked.response)).startswith("The deal is void")
    await server.slash(ana, "table next")
    await server.slash(ana, "bet", amount="min")
    asked = await boss.slash(office, "cardroom close", table=session.id)
    assert said(asked).startswith("Close the table when this hand is over?")
    assert (await server.yes(boss, asked.response)).startswith("The table closes when this hand is over.")
    assert said(await ana.slash(server.channel, "table close")) == "The table stays open."
    await server.sure(boss, "table void")
    await server.sure(boss, "table close")
    assert session.table.phase == "closed"
    assert await server.store.read(ledger.balance, server.guild.id, ana.id) == 100_000
    assert await server.store.read(ledger.balance, server.guild.id, bo.id) == 100_000
    answer = said(await boss.slash(office, "cardroom close", table=session.id))
    assert answer == "There is no such table here; choose one from the list."


async def test_cardroom_is_for_managers(server: Server) -> None:
    """Discord shows it to everybody, since a role below may manage it; the bot refuses."""
    ana = server.person("ana")
    sentence = "Only somebody who manages this server can do that."
    assert await server.slash(ana, "cardroom show") == sentence


async def test_a_game_that_is_not_allowed_is_neither_opened_nor_picked(server: Server) -> None:
    ana, bo, boss = server.person("ana"), server.person("bo"), server.manager("boss")
    answer = await server.slash(boss, "cardroom game", game="Red Dog", allowed=False)
    assert "Red Dog" not in answer
    refused = await server.slash(ana, "red-dog")
    assert refused.startswith("Red Dog is not played on this server; there are: Backhand, ")
    assert server.bot.room.sessions == {}
    await server.slash(ana, "night start")
    await server.slash(bo, "night join")
    await ana.click(server.board, label="Start")
    assert await server.slash(ana, "night pick", game="red-dog") == "Red Dog is not played on this server."
    answer = await server.slash(boss, "cardroom game", game="red-dog", allowed=False)
    assert answer == "Red Dog may not be played here already."
    assert "Games: all." in await server.slash(boss, "cardroom game", game="red-dog", allowed=True)


async def test_a_games_tables_have_the_servers_own_options(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    answer = await server.slash(boss, "cardroom defaults", game="red-dog", options="ante: 2, min_bet: 1")
    assert "Red Dog here: ante 2, bets from 1." in answer
    session = await server.red_dog(ana, start=False, min_bet="3")
    assert (session.table.options.ante, session.table.options.min_bet) == (200, 300), "what the host says goes before"
    assert "Red Dog" not in await server.slash(boss, "cardroom defaults", game="red-dog")


@pytest.mark.parametrize("game, options, sentence", [
    ("red-dog", "colour: blue", "There is no option “colour”; there are: "),
    ("blackjack", "min_bet: 50, max_bet: 5", "The largest wager is below the smallest."),
    ("red-dog", "ante: lots", "ante: “lots” is not an amount; write 5, 2.5 or 2½."),
    ("bridge", "", "There is no game “bridge”; there are: "),
    ("red-dog", f"{'x' * 3000}: 1", f"There is no option “{'x' * 41}”; there are: "),
    ("cash", f"grab_gap_ms: {'9' * 5000}", "grab_gap_ms is a number from 0 to 2000."),
])  # fmt: skip
async def test_defaults_that_cannot_be(server: Server, game: str, options: str, sentence: str) -> None:
    boss = server.manager("boss")
    assert (await server.slash(boss, "cardroom defaults", game=game, options=options)).startswith(sentence)
    assert "defaults" not in await server.store.read(stored_settings.of_server, server.guild.id)
