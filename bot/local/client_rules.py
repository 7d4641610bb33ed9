"""What Discord's own client never lets a person send: options out of range, a press on a disabled button."""

from __future__ import annotations

from collections.abc import Iterator

from .payloads import JSON

COMMAND, COMPONENT, COMPLETE, MODAL = 2, 3, 4, 5
"""The kinds of interactions."""
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = range(1, 11)
SELECTS = {3, 5, 6, 7, 8}
TEXT_INPUT, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 4, 21, 22, 23


class Refused(Exception):
    """The person cannot do that; the sentence says why."""


def walk(components: list[JSON]) -> Iterator[JSON]:
    """All components of a message or modal, at any depth."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        for key in ("component", "accessory"):
            if component.get(key):
                yield from walk([component[key]])


def check_options(command: JSON, given: list[JSON], *, completing: bool) -> list[JSON]:
    """The options as Discord would send them, with their types; ``completing`` allows half-typed ones."""
    defined = {option["name"]: option for option in command.get("options") or []}
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in defined.values()):
        if len(given) != 1 or given[0]["name"] not in defined:
            raise Refused(f"/{command['name']} needs one of its sub-commands.")
        chosen = defined[given[0]["name"]]
        inner = check_options(chosen, given[0].get("options") or [], completing=completing)
        return [{"name": chosen["name"], "type": chosen["type"], "options": inner}]
    names = [option["name"] for option in given]
    wrong = next((name for name in names if name not in defined or names.count(name) > 1), None)
    if wrong is not None:
        raise Refused(f"There is no option {wrong}, or it was given twice.")
    if completing:
        if sum(bool(option.get("focused")) for option in given) != 1:
            raise Refused("One option must be in focus to complete it.")
        return [_option(defined[option["name"]], option) for option in given]
    for option in defined.values():
        if option.get("required") and option["name"] not in names:
            raise Refused(f"The option {option['name']} is needed.")
    for option in given:
        _check_value(defined[option["name"]], option.get("value"))
    return [_option(defined[option["name"]], option) for option in given]


def _option(definition: JSON, given: JSON) -> JSON:
    sent = {"name": definition["name"], "type": definition["type"], "value": given.get("value")}
    return {**sent, "focused": True} if given.get("focused") else sent


def _check_value(definition: JSON, value: object) -> None:
    name, kind = definition["name"], definition["type"]
    choices = [choice["value"] for choice in definition.get("choices") or []]
    if choices and value not in choices:
        raise Refused(f"{value!r} is not one of the choices of {name}.")
    if kind in (INTEGER, NUMBER):
        _check_number(definition, value)
    elif kind == BOOLEAN:
        if not isinstance(value, bool):
            raise Refused(f"{name} takes true or false.")
    elif not isinstance(value, str):
        raise Refused(f"{name} takes text.")
    elif kind == STRING:
        low, high = definition.get("min_length") or 0, definition.get("max_length") or 6000
        if not low <= len(value) <= high:
            raise Refused(f"{name} takes {low} to {high} characters.")


def _check_number(definition: JSON, value: object) -> None:
    name, whole = definition["name"], definition["type"] == INTEGER
    if not isinstance(value, (int, float)) or isinstance(value, bool) or (whole and isinstance(value, float)):
        raise Refused(f"{name} takes a {'whole ' if whole else ''}number.")
    low, high = definition.get("min_value"), definition.get("max_value")
    if (low is not None and value < low) or (high is not None and value > high):
        raise Refused(f"{name} is out of range.")


def find(message: JSON, custom_id: str) -> JSON:
    """The component of a message with that custom_id."""
    for component in walk(message["components"]):
        if component.get("custom_id") == custom_id:
            return component
    raise Refused("That control is not on this message.")


def check_press(component: JSON, kind: int, values: list[str] | None) -> JSON:
    """The data of a press on a button or a choice in a select."""
    if component["type"] != kind:
        raise Refused("That is another kind of control.")
    if component.get("disabled"):
        raise Refused("That control is switched off.")
    data: JSON = {"custom_id": component["custom_id"], "component_type": kind, "id": component.get("id", 0)}
    if kind in SELECTS:
        data["values"] = check_values(component, values or [])
    return data


def check_values(select: JSON, values: list[str]) -> list[str]:
    """Values chosen in a select."""
    low = 1 if select.get("min_values") is None else select["min_values"]
    high = 1 if select.get("max_values") is None else select["max_values"]
    if select.get("required") is False and not values:
        return values
    if not low <= len(values) <= high or len(set(values)) < len(values):
        raise Refused(f"Choose {low} to {high}.")
    offered = {option["value"] for option in select.get("options") or []}
    if select["type"] == 3 and not set(values) <= offered:
        raise Refused("That choice is not in the list.")
    return values


def chosen_beforehand(field: JSON) -> str | bool | list[str] | None:
    """What a field of a modal holds before anybody touches it, as it is sent."""
    chosen = [option["value"] for option in field.get("options") or [] if option.get("default")]
    if field["type"] == RADIO_GROUP:
        return chosen[0] if chosen else None
    if field["type"] == CHECKBOX:
        return bool(field.get("default"))
    return field.get("value") or "" if field["type"] == TEXT_INPUT else chosen


def check_fields(modal: JSON, given: list[JSON]) -> list[JSON]:
    """The fields of a modal as filled in, in the modal's own shape."""
    filled = {field["custom_id"]: field for field in walk(given) if "custom_id" in field}
    made = []
    for top in modal["components"]:
        if top["type"] == 1:
            made.append({"type": 1, "components": [_field(top["components"][0], filled)]})
        elif top["type"] == 18:
            made.append({"type": 18, "id": top.get("id", 0), "component": _field(top["component"], filled)})
        else:
            made.append({"type": top["type"], "id": top.get("id", 0)})
    return made


def _field(definition: JSON, filled: dict[str, JSON]) -> JSON:
    custom_id, kind = definition["custom_id"], definition["type"]
    sent = filled.get(custom_id, {})
    made: JSON = {"type": kind, "id": definition.get("id", 0), "custom_id": custom_id}
    if kind in SELECTS:
        return {**made, "values": check_values(definition, sent.get("values") or [])}
    if kind == RADIO_GROUP:
        return {**made, "value": _radio(definition, sent.get("value"))}
    if kind == CHECKBOX_GROUP:
        return {**made, "values": _boxes(definition, sent.get("values") or [])}
    if kind == CHECKBOX:
        return {**made, "value": sent.get("value") is True}
    if kind != TEXT_INPUT:
        raise Refused(f"Fields of type {kind} are not known here.")
    value = sent.get("value") or ""
    label = definition.get("label") or custom_id
    if not value and definition.get("required", True):
        raise Refused(f"{label} must be filled in.")
    low, high = definition.get("min_length") or 0, definition.get("max_length") or 4000
    if value and not low <= len(value) <= high:
        raise Refused(f"{label} takes {low} to {high} characters.")
    return {**made, "value": value}


def _radio(group: JSON, value: str | None) -> str | None:
    """The one that is chosen; None if nothing need be."""
    if value is None and group.get("required", True):
        raise Refused("Choose one of them.")
    if value is not None and value not in {option["value"] for option in group["options"]}:
        raise Refused("That choice is not in the list.")
    return value


def _boxes(group: JSON, values: list[str]) -> list[str]:
    """The boxes that are ticked."""
    low = 1 if group.get("min_values") is None else group["min_values"]
    high = len(group["options"]) if group.get("max_values") is None else group["max_values"]
    if values or group.get("required", True):
        if not low <= len(values) <= high or len(set(values)) < len(values):
            raise Refused(f"Choose {low} to {high}.")
        if not set(values) <= {option["value"] for option in group["options"]}:
            raise Refused("That choice is not in the list.")
    return values
