"""A game's options: three and the stakes on its command, the rest behind **Options…** in the lobby, each in a form."""

from __future__ import annotations

import json
from typing import Any

import pytest
from discord import app_commands

from bot.engine.options import declared, read_options
from bot.engine.traits import Variants
from bot.games.catalog import GAMES
from bot.host.controls.gamecog import stakes_option
from bot.show.controls import forms
from bot.store import Work, ledger, member, mint
from bot.table.session import Session

from .server import Server, labels, said


async def options_of(server: Server, host: Any) -> Any:
    """The message behind **Options…**."""
    return (await host.click(await server.more(host), label="Options…")).response


async def form(server: Server, host: Any, page: str) -> Any:
    """The form of this page, open."""
    return await host.click(await options_of(server, host), label=f"{page}…")


def values(page: forms.Page, options: Any) -> dict[str, Any]:
    """What stands in the form of a page, as somebody would enter it."""
    found: dict[str, Any] = {}
    for part in forms.options_form("Game", page, options).parts:
        match part:
            case forms.Boxes():
                found[part.id] = [box.id for box in part.boxes if box.ticked]
            case forms.TextField() if not part.value:
                pass
            case _:
                found[part.id] = part.value
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_a_games_command_takes_its_stakes_and_up_to_three_options(server: Server, slug: str) -> None:
    command = server.bot.tree.get_command(slug)
    assert isinstance(command, app_commands.Command)
    words = server.bot.room.words[slug]
    assert words.slash_options and len({*words.slash_options} - {"stakes"}) <= 3
    stakes = [stakes_option(words.game)] if words.game.presets else []
    assert [p.name for p in command.parameters] == [*stakes, *words.slash_options, "learn", "thread"]


@pytest.mark.parametrize("slug", GAMES)
def test_every_option_stands_in_one_form(slug: str) -> None:
    kind, kinds = GAMES[slug].options, GAMES[slug].trait(Variants)
    pages = forms.of_game(GAMES[slug])
    of_menus = [kinds.option] if kinds is not None else []
    assert sorted(of_menus + [f.name for page in pages for f in page.fields]) == sorted(f.name for f in declared(kind))
    for page in pages:
        made = forms.options_form(GAMES[slug].title, page, kind())
        assert 1 <= len(made.parts) <= 5
        for part in made.parts:
            assert len(part.label) <= 45 and "_" not in part.label
            if isinstance(part, forms.Choice):
                assert 2 <= len(part.options) <= 10 and part.value in dict(part.options)
    assert len({page.title for page in pages}) == len(pages)


@pytest.mark.parametrize("slug", GAMES)
def test_what_stands_in_a_form_is_what_is_set(slug: str) -> None:
    """A form that is sent off as it is changes nothing."""
    kind = GAMES[slug].options
    for page in forms.pages(kind):
        made = forms.options_form("Game", page, kind())
        entered = forms.read(made, values(page, kind()))
        assert read_options(kind, forms.entered_options(page, entered)) == kind()


async def test_the_ready_made_stakes(server: Server) -> None:
    ana = server.person("ana")
    session = await server.started("red-dog", ana, start=False, stakes="wild", hands="hidden")
    assert (session.table.options.ante, session.table.options.min_bet, session.table.options.hands) == (
        200,
        100,
        "hidden",
    )


async def test_the_host_changes_options_in_the_lobby(server: Server) -> None:
    ana = server.person("ana")
    session = await server.started("blackjack", ana, start=False)
    assert labels(await options_of(server, ana)) == [
        "The game…", "Split rank, max hands, soft 17…", "The shuffle…", "Chips…", "The cut and the proof…", "More…",
    ]  # fmt: skip
    shown = await form(server, ana, "The game")
    await ana.submit_modal(shown, {"decks": "8", "min_bet": "2", "max_bet": "100", "split_aces": "free", "boxes": []})
    assert (session.table.options.decks, session.table.options.min_bet, session.table.options.auto21) == (8, 200, False)
    assert "decks: 8, wagers from 2, wagers to 100" in (await options_of(server, ana)).content


async def test_the_host_chooses_a_family_and_then_a_variant(server: Server) -> None:
    ana = server.person("ana")
    session = await server.started("poker", ana, start=False)
    asked = (await ana.click(await options_of(server, ana), label="Variant…")).response
    assert asked.content == "**Hold'em** is played now. Choose a family, then a variant."
    (families,) = [menu["options"] for row in asked.components for menu in row["components"] if "options" in menu]
    assert [each["label"] for each in families] == [
        f"{name} games" for name in ("Board", "Stud", "Draw", "Home", "Mixed")
    ]
    await ana.select(asked, values=["stud"], custom_id=f"cm:{session.id}:0:@family:")
    await ana.select(asked, values=["razz"], custom_id=f"cm:{session.id}:0:@variant:")
    assert session.table.options.variant == "razz"
    assert "Razz, fixed limit, bets 2 and 4" in asked.content


async def test_options_are_told_in_words(server: Server) -> None:
    ana = server.person("ana")
    await server.started("poker", ana, start=False)
    told = (await options_of(server, ana)).content
    assert "**The game**: Hold'em, no limit, blinds 1–2, run it twice" in told
    assert "auto" not in told and "chip scale" not in told and "stakes" not in told


@pytest.mark.parametrize("slug", GAMES)
async def test_each_line_is_called_as_the_button_that_changes_it(server: Server, slug: str) -> None:
    ana = server.person("ana")
    session = await server.started(slug, ana, start=False)
    board = await options_of(server, ana)
    lines = [line.partition("**:")[0].removeprefix("**") for line in board.content.splitlines()[1:]]
    assert lines == [page.title for page in forms.of_game(session.table.game)]
    assert {f"{line}…" for line in lines} <= {*labels(board)}


async def test_a_variant_is_the_hosts_to_choose(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.started("poker", ana, bo, start=False)
    shown = (await ana.click(await options_of(server, ana), label="Variant…")).response
    before = session.table.options
    await server.slash(ana, "table start")
    result = await ana.select(shown, values=["stud"], custom_id=f"cm:{session.id}:0:@family:")
    assert said(result) == "The options stand once the first hand is dealt; open another table for others."
    assert session.table.options == before


@pytest.mark.parametrize("slug", GAMES)
async def test_every_form_of_every_game_is_shown_and_taken(server: Server, slug: str) -> None:
    ana = server.person("ana")
    session = await server.started(slug, ana, start=False)
    before = session.table.options
    for page in forms.of_game(session.table.game):
        shown = await form(server, ana, page.title)
        result = await ana.submit_modal(shown, values(page, session.table.options))
        assert result.response.content.startswith(f"**{session.table.game.title}** · the options of this table")
    assert session.table.options == before


async def test_a_form_that_contradicts_itself_changes_nothing_and_is_kept(server: Server) -> None:
    ana = server.person("ana")
    session = await server.started("blackjack", ana, start=False)
    before, options = await server.books(), session.table.options
    entered = {"decks": "1", "min_bet": "50", "max_bet": "5", "split_aces": "resplit_only", "boxes": []}
    refused = await ana.submit_modal(await form(server, ana, "The game"), entered)
    assert said(refused) == "The largest wager is below the smallest."
    assert await server.books() == before and session.table.options == options
    again = await ana.click(refused.response, label="Correct it…")
    filled = form_as_it_stands(again)
    assert (filled["decks"], filled["min_bet"], filled["max_bet"], filled["boxes"]) == ("1", "50", "5", [])
    await ana.submit_modal(again, entered | {"max_bet": "500"})
    assert (session.table.options.decks, session.table.options.min_bet, session.table.options.max_bet) == (
        1,
        5000,
        50_000,
    )
    assert form_as_it_stands(await form(server, ana, "The game"))["max_bet"] == "500"


def form_as_it_stands(shown: Any) -> dict[str, Any]:
    """What stands in a form that is open."""
    found: dict[str, Any] = {}
    for label in shown.modal["components"]:
        part = label["component"]
        ticked = [option["value"] for option in part.get("options", ()) if option.get("default")]
        found[part["custom_id"]] = part.get("value", "") if part["type"] == 4 else ticked if part["type"] == 22 else (
            ticked[0]
        )  # fmt: skip
    return found


async def test_options_are_the_hosts_alone_and_stand_once_cards_are_dealt(server: Server) -> None:
    ana, bo, boss = server.person("ana"), server.person("bo"), server.manager("boss")
    session = await server.red_dog(ana, bo, start=False)
    for other in (bo, boss):
        assert "Options…" not in labels(await server.more(other))
    shown = await form(server, ana, "Chips")
    await server.slash(ana, "table start")
    late = await ana.submit_modal(shown, {"buy_in": "50", "chip_scale": "1", "boxes": []})
    assert said(late) == "The options stand once the first hand is dealt; open another table for others."
    assert "Options…" not in labels(await server.more(ana))
    assert session.table.options.buy_in is None


async def test_buy_ins_follow_the_options(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo, start=False)

    async def bank() -> list[int]:
        return [await server.store.read(ledger.balance, server.guild.id, person.id) for person in (ana, bo)]

    for buy_in, left in (("500", 50_000), ("50", 95_000), ("", 90_000)):
        shown = await form(server, ana, "Chips")
        entered = {"chip_scale": "1", "boxes": ["auto_rerack"]} | ({"buy_in": buy_in} if buy_in else {"buy_in": ""})
        await ana.submit_modal(shown, entered)
        assert await bank() == [left, left]
    assert session.table.options.buy_in is None
    assert await server.store.read(ledger.audit) == []
    await server.store.commit(_poor(server, bo))
    before = await server.books()
    shown = await form(server, ana, "Chips")
    refused = await ana.submit_modal(shown, {"buy_in": "900", "chip_scale": "1", "boxes": []})
    assert said(refused) == "Not everybody who sits here has enough chips for that buy-in."
    assert await server.books() == before


def _poor(server: Server, person: Any) -> Any:
    postings = [(member(server.guild.id, person.id), -50_000), (mint(server.guild.id), 50_000)]
    return Work().do(ledger.transfer, "poor", server.guild.id, postings, "deal", 0)


async def test_a_table_does_not_become_too_small_for_those_who_sit_there(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session: Session = await server.started("canfield", ana, bo, start=False, mode="race")
    before = json.dumps(session.table.as_json(), default=str)
    entered = {"draw": "1", "redeals": "unlimited", "mode": "solo", "undo": "auto", "boxes": []}
    page = forms.pages(session.table.game.options)[0]
    assert {f.name for f in page.fields} >= {"draw", "mode"}
    refused = await ana.submit_modal(await form(server, ana, "The game"), values(page, session.table.options) | entered)
    assert said(refused) == "With these options the table is for one, and 2 sit there."
    assert json.dumps(session.table.as_json(), default=str) == before


# ---- an option that is filled in part by part ----------------------------------------------------

PINE = {
    "name": "Pirate pineapple", "deal": "D3/X1bC3/bC1/bC1", "wild": "one-eyed-jacks", "low": "8", "use": "usual",
}  # fmt: skip
PINE_WORDS = "deal=d3/x1bc3/bc1/bc1 low=8 name=pirate-pineapple wild=one-eyed-jacks"


async def test_the_host_builds_an_own_variant_part_by_part(server: Server) -> None:
    ana = server.person("ana")
    session = await server.started("poker", ana, start=False)
    shown = await form(server, ana, "Own variant")
    assert form_as_it_stands(shown) == {"name": "", "deal": "", "wild": "", "low": "none", "use": "usual"}
    told = await ana.submit_modal(shown, PINE)
    options = session.table.options
    assert (options.variant, options.home) == ("own", PINE_WORDS)
    assert "Pirate pineapple, no limit, blinds 1–2, run it twice" in told.response.content
    dealt = "3 down – discard 1, board 3 – board 1 – board 1, one-eyed jacks wild, half for a low of eight"
    assert dealt in told.response.content
    again = form_as_it_stands(await form(server, ana, "Own variant"))
    assert {name: text.lower() for name, text in PINE.items()} == again | {"deal": again["deal"].lower()}


async def test_an_own_variant_that_cannot_be_dealt_changes_nothing_and_is_kept(server: Server) -> None:
    ana = server.person("ana")
    session = await server.started("poker", ana, start=False)
    before = session.table.options
    entered = PINE | {"deal": "D9 / D9"}
    refused = await ana.submit_modal(await form(server, ana, "Own variant"), entered)
    assert said(refused) == "That is 18 cards for a hand; at most 11 can be looked at."
    assert session.table.options == before
    again = await ana.click(refused.response, label="Correct it…")
    assert form_as_it_stands(again) == entered
    await ana.submit_modal(again, PINE)
    assert session.table.options.home == PINE_WORDS


async def test_the_longest_own_variant_has_room(server: Server) -> None:
    ana = server.person("ana")
    session = await server.started("poker", ana, start=False)
    deal = "/".join(["D5U1R2P1T1X1", "bC1R2P1", "bC1R2P1", "R2P1R2P1", "bC1R1P1R1"])
    longest = {"name": "n" * 24, "deal": deal, "wild": "one-eyed-jacks", "low": "only", "use": "bring-in"}
    await ana.submit_modal(await form(server, ana, "Own variant"), longest)
    assert session.table.options.played.title == "N" + "n" * 23
    shown = await form(server, ana, "Own variant")
    longest_of = {
        part["component"]["custom_id"]: part["component"].get("max_length") for part in shown.modal["components"]
    }
    option = next(f for f in declared(type(session.table.options)) if f.name == "home")
    words = sum(len(f"{name}={'x' * n} ") for name, n in longest_of.items() if n)
    assert words + len("low=only use=2 forced=bring-in") <= option.metadata["longest"]


async def test_another_variant_begins_without_the_words_of_the_last(server: Server) -> None:
    ana = server.person("ana")
    session = await server.started("poker", ana, start=False)
    await ana.submit_modal(await form(server, ana, "Own variant"), PINE)
    asked = (await ana.click(await options_of(server, ana), label="Variant…")).response
    await ana.select(asked, values=["stud"], custom_id=f"cm:{session.id}:0:@family:")
    await ana.select(asked, values=["razz"], custom_id=f"cm:{session.id}:0:@variant:")
    assert (session.table.options.variant, session.table.options.home) == ("razz", "")
    assert form_as_it_stands(await form(server, ana, "Own variant"))["deal"] == ""


async def test_a_server_keeps_its_own_variant(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    panel = (await boss.slash(server.channel, "cardroom show")).response
    usual = await boss.select(panel, values=["poker"], custom_id="cm:cardroom:0:@game:")
    told = await boss.submit_modal(await boss.click(usual.response, label="Own variant…"), PINE)
    assert "Own variant" in told.response.content
    again = await boss.click(told.response, label="Own variant…")
    assert form_as_it_stands(again)["name"] == "pirate pineapple"
    session = await server.started("poker", ana, start=False)
    assert session.table.options.called == "Pirate pineapple"
    bo = server.person("bo")
    other = await server.started("poker", bo, start=False, variant="razz")
    assert (other.table.options.called, other.table.options.home) == ("Razz", "")
