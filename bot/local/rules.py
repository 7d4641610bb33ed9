"""Discord's rules that its published description leaves out: for messages, modals and commands."""

from __future__ import annotations

import re
from collections.abc import Container

from .client_rules import CHECKBOX, CHECKBOX_GROUP, RADIO_GROUP, SELECTS, TEXT_INPUT, walk
from .errors import bad_form
from .payloads import JSON
from .posts import COMPONENTS_V2

NAME = re.compile(r"^[-_'\w]{1,32}$")
ROW, BUTTON, LINK, PREMIUM = 1, 2, 5, 6
ON_PEOPLE, ON_MESSAGES = 2, 3
MOST_OF_KIND = {1: 100, ON_PEOPLE: 15, ON_MESSAGES: 15}
"""How many global commands of each kind an application may have."""


def check_message(body: JSON, emojis: Container[str], *, flags: int | None = None) -> None:
    """Refuse (50035) a message body that Discord would; ``emojis`` are the ids of those that the bot may use, ``flags``
    those that an edited message already has."""
    faults: dict[str, str] = {}
    v2 = bool((flags or 0) & COMPONENTS_V2 or (body.get("flags") or 0) & COMPONENTS_V2)
    if len(body.get("content") or "") > 2000:
        faults["content"] = "Must be 2000 or fewer in length."
    if v2 and (body.get("content") or body.get("embeds") or body.get("poll")):
        faults["flags"] = "The components v2 flag goes with neither content nor embeds."
    embeds = body.get("embeds") or []
    if sum(map(_embed_length, embeds)) > 6000:
        faults["embeds"] = "Embed size exceeds maximum size of 6000"
    for place, embed in enumerate(embeds):
        if not any(
            embed.get(key) for key in ("title", "description", "fields", "image", "thumbnail", "author", "footer")
        ):
            faults[f"embeds.{place}"] = "This embed is empty."
    components = body.get("components") or []
    _check_components(components, faults, v2=v2)
    _check_emojis(components, emojis, faults)
    if faults:
        raise bad_form(faults)


def _check_emojis(components: list[JSON], emojis: Container[str], faults: dict[str, str]) -> None:
    for part in walk(components):
        for one in (part, *(part.get("options") or ())):
            known = (one.get("emoji") or {}).get("id")
            if known is not None and str(known) not in emojis:
                faults[f"components.{part.get('custom_id', '')}.emoji.id"] = "Invalid emoji"


def check_modal(data: JSON) -> None:
    """Refuse (50035) a modal that Discord would."""
    faults: dict[str, str] = {}
    if len(data["components"]) > 5:
        faults["components"] = "Must be between 1 and 5 in length."
    seen: set[str] = set()
    for place, top in enumerate(data["components"]):
        inner = top.get("components") or ([top["component"]] if "component" in top else [])
        if top["type"] == ROW and [each["type"] for each in inner] != [TEXT_INPUT]:
            faults[f"components.{place}"] = "A row of a modal holds exactly one text input."
        for field in inner:
            path = f"components.{place}.{field.get('custom_id', '')}"
            if field["type"] == TEXT_INPUT:
                low, high = field.get("min_length") or 0, field.get("max_length") or 4000
                if low > high:
                    faults[path] = "min_length is above max_length."
                if len(field.get("value") or "") > high:
                    faults[path] = f"The value is longer than {high}."
                if top["type"] == ROW and not field.get("label"):
                    faults[path] = "A text input in a row needs a label."
            elif field["type"] in (RADIO_GROUP, CHECKBOX_GROUP):
                _check_group(field, path, faults)
            elif field["type"] != CHECKBOX:
                _check_select(field, path, faults)
            _once(field, path, seen, faults)
    if faults:
        raise bad_form(faults)


def check_commands(commands: list[JSON]) -> None:
    """Refuse (50035) a set of commands that Discord would not register; counts and names are per kind of command."""
    faults: dict[str, str] = {}
    seen: set[tuple[int, str]] = set()
    for kind, most in MOST_OF_KIND.items():
        if sum((command.get("type") or 1) == kind for command in commands) > most:
            faults["commands"] = f"Maximum number of application commands reached ({most})."
    for place, command in enumerate(commands):
        kind = command.get("type") or 1
        if kind == 1:
            _check_named(command, str(place), faults)
            _check_options(command.get("options") or [], f"{place}.options", faults)
            if _command_length(command) > 8000:
                faults[str(place)] = "Command exceeds maximum size (8000)."
        else:
            if not 1 <= len(command["name"]) <= 32:
                faults[f"{place}.name"] = "Must be between 1 and 32 in length."
            if command.get("description") or command.get("options"):
                faults[str(place)] = "Context menu commands cannot have options or a description"
        if (kind, command["name"]) in seen:
            faults[f"{place}.name"] = f"Application command names must be unique: {command['name']}"
        seen.add((kind, command["name"]))
    if faults:
        raise bad_form(faults)


def _embed_length(embed: JSON) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for field in embed.get("fields") or []:
        texts += [field.get("name"), field.get("value")]
    return sum(len(text or "") for text in texts)


def _check_components(components: list[JSON], faults: dict[str, str], *, v2: bool) -> None:
    seen: set[str] = set()
    count = 0
    if not v2:
        if len(components) > 5:
            faults["components"] = "Must be 5 or fewer in length."
        for place, top in enumerate(components):
            if top["type"] != ROW:
                faults[f"components.{place}"] = "Only rows go into a message without the components v2 flag."
    stack = [(f"components.{place}", top) for place, top in enumerate(components)]
    while stack:
        path, node = stack.pop()
        count += 1
        if node["type"] == ROW:
            _check_row(node, path, faults)
        elif node["type"] == BUTTON:
            _check_button(node, path, faults)
        elif node["type"] in SELECTS:
            _check_select(node, path, faults)
        _once(node, path, seen, faults)
        children = list(node.get("components") or []) + ([node["accessory"]] if node.get("accessory") else [])
        stack += [(f"{path}.components.{place}", child) for place, child in enumerate(children)]
    if count > 40:
        faults["components"] = "Must be 40 or fewer components in all."


def _once(node: JSON, path: str, seen: set[str], faults: dict[str, str]) -> None:
    custom_id = node.get("custom_id")
    if custom_id is None:
        return
    if custom_id in seen:
        faults[f"{path}.custom_id"] = "Component custom id cannot be duplicated"
    seen.add(custom_id)


def _check_row(row: JSON, path: str, faults: dict[str, str]) -> None:
    kinds = [child["type"] for child in row["components"]]
    if any(kind in SELECTS for kind in kinds) and len(kinds) > 1:
        faults[path] = "A row holds up to five buttons or one select, not both."


def _check_button(button: JSON, path: str, faults: dict[str, str]) -> None:
    style = button["style"]
    if style == LINK:
        if not button.get("url") or button.get("custom_id"):
            faults[path] = "A link button needs a url and has no custom_id."
    elif style != PREMIUM and (not button.get("custom_id") or button.get("url")):
        faults[path] = "A button needs a custom_id and has no url."
    if style != PREMIUM and not button.get("label") and not button.get("emoji"):
        faults[f"{path}.label"] = "A button needs a label or an emoji."


def _check_select(select: JSON, path: str, faults: dict[str, str]) -> None:
    low = 1 if select.get("min_values") is None else select["min_values"]
    high = 1 if select.get("max_values") is None else select["max_values"]
    if low > high:
        faults[f"{path}.min_values"] = "min_values is above max_values."
    if select["type"] != 3:
        return
    values = [option["value"] for option in select["options"]]
    if high > len(values):
        faults[f"{path}.max_values"] = "max_values is above the number of options."
    if len(set(values)) < len(values):
        faults[f"{path}.options"] = "The specified option value is already used"
    if sum(bool(option.get("default")) for option in select["options"]) > high:
        faults[f"{path}.options"] = "More options are chosen beforehand than max_values allows."


def _check_group(group: JSON, path: str, faults: dict[str, str]) -> None:
    """Radio buttons, of which one is chosen, or boxes to tick."""
    radio, options = group["type"] == RADIO_GROUP, group.get("options") or []
    if not (2 if radio else 1) <= len(options) <= 10:
        faults[f"{path}.options"] = f"Must be between {2 if radio else 1} and 10 in length."
    low = 1 if group.get("min_values") is None else group["min_values"]
    high = len(options) if group.get("max_values") is None else group["max_values"]
    if not radio and low == 0 and group.get("required", True):
        faults[f"{path}.required"] = "required must be false where min_values is 0."
    if not radio and not low <= high <= len(options):
        faults[f"{path}.max_values"] = "max_values is from min_values to the number of options."
    values = [option["value"] for option in options]
    if len(set(values)) < len(values):
        faults[f"{path}.options"] = "The specified option value is already used"
    if sum(bool(option.get("default")) for option in options) > (1 if radio else high):
        faults[f"{path}.options"] = "More options are chosen beforehand than may be chosen."


def _check_named(node: JSON, path: str, faults: dict[str, str]) -> None:
    name = node["name"]
    if not NAME.match(name) or name != name.lower():
        faults[f"{path}.name"] = "Command name is invalid: lower case, with no spaces."
    if not node.get("description"):
        faults[f"{path}.description"] = "This field is required"


def _check_options(options: list[JSON], path: str, faults: dict[str, str]) -> None:
    names: set[str] = set()
    optional_before = False
    kinds = {option["type"] in (1, 2) for option in options}
    if len(kinds) > 1:
        faults[path] = "Sub-commands and other options do not mix."
    for place, option in enumerate(options):
        here = f"{path}.{place}"
        _check_named(option, here, faults)
        if option["name"] in names:
            faults[f"{here}.name"] = "Option names must be unique."
        names.add(option["name"])
        if option.get("required") and optional_before:
            faults[here] = "Required options must be placed before non-required options"
        optional_before |= not option.get("required")
        if option.get("choices") and option.get("autocomplete"):
            faults[here] = "Autocomplete and choices do not go together."
        low, high = option.get("min_value"), option.get("max_value")
        if low is not None and high is not None and low > high:
            faults[here] = "min_value is above max_value."
        choices = [choice["name"] for choice in option.get("choices") or []]
        if len(set(choices)) < len(choices):
            faults[here] = "The names of choices must be unique."
        _check_options(option.get("options") or [], f"{here}.options", faults)


def _command_length(node: JSON) -> int:
    total = len(node["name"]) + len(node.get("description") or "")
    for choice in node.get("choices") or []:
        total += len(choice["name"]) + len(str(choice["value"]))
    return total + sum(map(_command_length, node.get("options") or []))
