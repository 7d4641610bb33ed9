"""What a host sets in the lobby of a table at the local Discord: through **More…**, **Options…** and its forms."""

from __future__ import annotations

from typing import Any

from bot.games.catalog import GAMES
from bot.local.client_rules import chosen_beforehand, walk
from bot.local.person import Person
from bot.show.controls import forms

JSON = dict[str, Any]
BOXES = 22


def taken_by(person: Person, game: str) -> set[str]:
    """What the command of a game takes."""
    return {option["name"] for option in person.commands[game]["options"]}


async def open_table(host: Person, channel: JSON | str, game: str, **options: Any) -> None:
    """A table with these options, in whatever way they are said."""
    typed = taken_by(host, game)
    await host.slash(channel, game, **{name: value for name, value in options.items() if name in typed})
    rest = {name: value for name, value in options.items() if name not in typed}
    if rest:
        board = await host.message(lambda m: _button(m, "@more") is not None, 60, channel)
        await set_options(host, board, game, rest)


async def set_options(host: Person, board: JSON, game: str, options: dict[str, Any]) -> None:
    """Some options of a table that has not begun; the boxes as yes or no."""
    await host.press(board, _button(board, "@more") or "")
    behind = await host.message(lambda m: bool(m["flags"] & 64) and _button(m, "@options") is not None, 60)
    await host.press(behind, _button(behind, "@options") or "")
    for number, page in enumerate(forms.of_game(GAMES[game])):
        wanted = {f.name: options[f.name] for f in page.fields if f.name in options}
        if not wanted:
            continue
        opened = await host.update(behind, lambda m, n=number: _button(m, "@options", str(n)) is not None, 60)
        form = (await host.press(opened, _button(opened, "@options", str(number)) or "")).modal
        assert form is not None
        fields = {field["custom_id"]: field for field in walk(form["components"]) if "custom_id" in field}
        given: JSON = {name: str(value) for name, value in wanted.items() if name in fields}
        if "boxes" in fields:
            before = chosen_beforehand(fields["boxes"])
            assert isinstance(before, list)
            ticked = {*before}
            for name in wanted.keys() - fields.keys():
                (ticked.add if wanted[name] in (True, "yes") else ticked.discard)(name)
            given["boxes"] = sorted(ticked)
        await host.submit(form, **given)


def _button(message: JSON, verb: str, arg: str = "") -> str | None:
    """The id of a button of a table with this verb, and this argument."""
    ids = (str(each.get("custom_id", "")) for each in walk(message["components"]) if not each.get("disabled"))
    return next((id for id in ids if id.startswith("cr:") and id.split(":", 3)[3] == f"{verb}:{arg}"), None)
