"""What a server's managers set."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest
from simcord.backend.errors import SetupError

from bot.show.text_views import parted
from bot.store import Work
from bot.table.settings import contradiction

from .server import Server, said


async def test_what_managers_set_is_kept_and_used(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    answer = await server.slash(boss, "cardroom set", buy_in="2.5", grant="50", move_seconds=30)
    assert "buy_in: 2½ play chips" in answer
    assert "grant: 50 play chips" in answer
    assert "move_seconds: 30 seconds" in answer
    assert await server.slash(boss, "cardroom show") == answer
    await server.red_dog(ana, start=False)
    assert await server.slash(ana, "bank balance") == "You have 47½ play chips in the bank, and 2½ at tables."


async def test_open_tables_follow_the_clocks(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    session = await server.hearts(ana)
    await server.slash(boss, "cardroom set", move_seconds=45, choice_seconds=45)
    assert session.settings.move_seconds == 45


@pytest.mark.parametrize("options, sentence", [
    ({"buy_in": "abc"}, "buy_in: “abc” is not an amount; write 5, 2.5 or 2½."),
    ({"buy_in": "-5"}, "buy_in: The amount must be more than nothing."),
    ({"grant": "1e9"}, "grant is at most 1,000,000."),
    ({"grant": "0.75"}, "grant: The smallest chip is a yellow, ½."),
    ({"grant": "5"}, "The grant (5) must be at least one buy-in (100)."),
    ({"move_seconds": 3}, "move_seconds is a number of seconds from 10 to 600."),
    ({"choice_seconds": -1}, "choice_seconds is a number of seconds from 10 to 900."),
    ({"close_hours": 1000}, "close_hours is a number of hours from 1 to 168."),
    ({"idle_minutes": 1}, "A table may only pause (idle_minutes) after the turn clocks have run out."),
    (
        {"idle_minutes": 90, "close_hours": 1},
        "A table may only close (close_hours) after it has paused (idle_minutes).",
    ),
    ({}, "Say what you want to set, for example `buy_in: 50`."),
])  # fmt: skip
async def test_settings_that_cannot_be(server: Server, options: dict[str, Any], sentence: str) -> None:
    boss = server.manager("boss")
    before = await server.store.settings(server.guild.id)
    assert await server.slash(boss, "cardroom set", **options) == sentence
    assert await server.store.settings(server.guild.id) == before


@pytest.fixture
def meanwhile(server: Server, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Another manager's setting is stored after the next change has been looked at, and before it is stored."""

    def set_first(name: str, value: Any) -> None:
        commit = server.store.commit

        async def late(work: Work) -> None:
            monkeypatch.setattr(server.store, "commit", commit)
            await commit(Work().set_setting(server.guild.id, name, value))
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
    assert "games: hearts, cash" in answer
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
    meanwhile("grant", 15_000)
    answer = await server.slash(boss, "cardroom set", buy_in="500")
    assert answer == "The grant (150) must be at least one buy-in (500)."
    meanwhile("gift_day", 25_000)
    answer = await server.slash(boss, "bank limits", gift="300")
    assert answer == "What may be given in a day must be at least one gift's limit."
    settings = await server.bot.room.settings.of(server.guild.id)
    assert (settings.buy_in, settings.gift_most, contradiction(settings)) == (10_000, 20_000, None)
    assert await server.store.decisions(server.guild.id) == ([], 0), "what was refused is no decision"


async def test_a_table_that_is_just_being_loaded_follows_a_new_clock(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    room, session = server.bot.room, await server.hearts(ana)
    await session.settled()
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
    await server.slash(boss, "cardroom set", move_seconds=45, choice_seconds=45)
    goes_on.set()
    again = await loading
    assert again is not session
    assert again.settings.move_seconds == 45


async def test_many_settings_are_told_in_several_messages(server: Server) -> None:
    """Discord takes 2,000 characters; a server may have 500 channels."""
    boss, channels = server.manager("boss"), [10**18 + n for n in range(120)]
    games = server.bot.room.words
    usual = {slug: {f.name: "1" * 30 for f in fields(words.game.options)} for slug, words in games.items()}
    work = Work().set_setting(server.guild.id, "channels", channels).set_setting(server.guild.id, "games", [*games][1:])
    await server.store.commit(work.set_setting(server.guild.id, "defaults", usual))
    shown = await boss.slash(server.channel, "cardroom show")
    changed = await boss.slash(server.channel, "cardroom set", move_seconds=45)
    for result, clock in ((shown, "move_seconds: 60 seconds"), (changed, "move_seconds: 45 seconds")):
        parts = [m.content for m in (result.response, *result.followups) if m is not None and m.ephemeral]
        assert 4 < len(parts) < 9 and max(map(len, parts)) <= 2000
        lines = "\n".join(parts).splitlines()
        assert clock in lines and lines[-1] == "cards: full faces"
        told = " ".join(lines)
        assert all(f"<#{n}>" in told for n in channels)
        assert all(f"{name} {value}" in told for names in usual.values() for name, value in names.items())


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
    assert f"channels: <#{den.id}>" in answer
    assert await server.slash(ana, "hearts") == f"Tables are opened in <#{den.id}> on this server."
    assert not server.bot.room.sessions
    assert said(await ana.slash(den, "hearts")).startswith("Your Hearts table is open")
    answer = await server.slash(boss, "cardroom channel", channel=den, allowed=True)
    assert answer == f"Tables are allowed in {den.mention} already."
    assert "channels: everywhere" in await server.slash(boss, "cardroom channel", channel=den, allowed=False)


async def test_managers_void_and_close_any_table(server: Server) -> None:
    ana, bo, boss = server.person("ana"), server.person("bo"), server.manager("boss")
    session = await server.red_dog(ana, bo)
    office = server.guild.create_text_channel("office")
    listed = await boss.autocomplete(office, "cardroom void", "table", "red")
    assert [c["value"] for c in listed] == [session.id]
    assert said(await boss.slash(office, "cardroom void", table=session.id)).startswith("The deal is void")
    await server.slash(ana, "table next")
    await server.slash(ana, "bet", amount="min")
    answer = said(await boss.slash(office, "cardroom close", table=session.id))
    assert answer == "The table is closed, and all chips are back in the bank."
    assert await server.store.balance(server.guild.id, ana.id) == 100_000
    assert await server.store.balance(server.guild.id, bo.id) == 100_000
    answer = said(await boss.slash(office, "cardroom close", table=session.id))
    assert answer == "There is no such table here; choose one from the list."


async def test_cardroom_is_for_managers(server: Server) -> None:
    """Discord hides it from others; where a server has overruled that, the bot still refuses."""
    ana = server.person("ana")
    with pytest.raises(SetupError):
        await ana.slash(server.channel, "cardroom show")
    (command,) = [known for known in await server.bot.tree.fetch_commands() if known.name == "cardroom"]
    server.guild.set_command_permissions(command.id, {server.guild.default_role: True})
    sentence = "Only somebody who manages this server can do that."
    assert await server.slash(ana, "cardroom show") == sentence
    assert await server.slash(ana, "cardroom set", buy_in="5") == sentence


async def test_help(server: Server) -> None:
    ana = server.person("ana")
    text = await server.slash(ana, "help")
    assert "`/hearts`" in text
    assert "`/red-dog`" in text
    assert "play chips" in text


async def test_a_game_that_is_not_allowed_is_neither_opened_nor_picked(server: Server) -> None:
    ana, bo, boss = server.person("ana"), server.person("bo"), server.manager("boss")
    answer = await server.slash(boss, "cardroom game", game="Red Dog", allowed=False)
    assert "red-dog" not in answer
    refused = await server.slash(ana, "red-dog")
    assert refused.startswith("Red Dog is not played on this server; there are: Backhand, ")
    assert server.bot.room.sessions == {}
    await server.slash(ana, "night start")
    await server.slash(bo, "night join")
    await ana.click(server.board, label="Start")
    assert await server.slash(ana, "night pick", game="red-dog") == "Red Dog is not played on this server."
    answer = await server.slash(boss, "cardroom game", game="red-dog", allowed=False)
    assert answer == "Red Dog may not be played here already."
    assert "games: all" in await server.slash(boss, "cardroom game", game="red-dog", allowed=True)


async def test_a_games_tables_have_the_servers_own_options(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    answer = await server.slash(boss, "cardroom defaults", game="red-dog", options="ante: 2, min_bet: 1")
    assert "red-dog: ante 2, min_bet 1" in answer
    session = await server.red_dog(ana, start=False, min_bet="3")
    assert (session.options.ante, session.options.min_bet) == (200, 300), "what the host says goes before"
    assert "red-dog" not in await server.slash(boss, "cardroom defaults", game="red-dog")


@pytest.mark.parametrize("game, options, sentence", [
    ("red-dog", "colour: blue", "There is no option “colour”; there are: "),
    ("blackjack", "min_bet: 50, max_bet: 5", "The largest wager is below the smallest."),
    ("red-dog", "ante: lots", "ante: “lots” is not an amount; write 5, 2.5 or 2½."),
    ("bridge", "", "There is no game “bridge”; there are: "),
    ("red-dog", f"{'x' * 3000}: 1", f"There is no option “{'x' * 30}”; there are: "),
    ("cash", f"grab_gap_ms: {'9' * 5000}", "grab_gap_ms is a number from 0 to 2000."),
])  # fmt: skip
async def test_defaults_that_cannot_be(server: Server, game: str, options: str, sentence: str) -> None:
    boss = server.manager("boss")
    assert (await server.slash(boss, "cardroom defaults", game=game, options=options)).startswith(sentence)
    assert "defaults" not in await server.store.settings(server.guild.id)
