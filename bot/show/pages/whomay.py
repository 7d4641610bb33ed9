"""Who may do what in a server's card room: how it stands in words, and the menus that change it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.table.settings import Settings

from ..controls.components import Control, RoleMenu, Rows, in_rows
from ..controls.control_id import menu_id
from .cardroom import DESK, with_lost

MENUS = {
    "@open": ("open_roles", "Who may open tables; nobody chosen is everybody"),
    "@nights": ("night_roles", "Who may announce nights; nobody chosen is everybody"),
    "@managers": ("manager_roles", "Who manages the card room, besides those who manage the server"),
}
"""By the verb of a menu, the setting that it changes, and what stands on it."""
COMMANDS = {"open tables": "open_roles", "announce nights": "night_roles", "manage the card room": "manager_roles"}
"""The same by what people read in the command."""
MOST_ROLES = 25


def told(s: Settings, barred: Mapping[int, int]) -> str:
    """Who may do what, a line each; `barred` tells until when members may not sit down, in milliseconds."""
    managers = f", and {roles(s.manager_roles)}" if s.manager_roles else ""
    lines = [
        "**Who may do what in this card room**",
        with_lost(f"Those who manage the server manage it{managers}.", s, "manager_roles"),
        with_lost(f"Tables are opened by {roles(s.open_roles) or 'everybody'}.", s, "open_roles"),
        with_lost(f"Nights are announced by {roles(s.night_roles) or 'everybody'}.", s, "night_roles"),
    ]
    if barred:
        shown = [f"<@{user}> until <t:{until // 1000}:f>" for user, until in [*barred.items()][:20]]
        more = f", and {len(barred) - 20} more" if len(barred) > 20 else ""
        lines.append(f"Barred from the tables: {', '.join(shown)}{more}.")
    lines.append(
        "`/cardroom bar` and `/cardroom unbar` are for single members; `/cardroom audit` tells what was decided."
    )
    return "\n".join(lines)


def roles(ids: Sequence[int]) -> str:
    """Roles, as Discord shows them."""
    return ", ".join(f"<@&{role}>" for role in ids)


def rows(s: Settings) -> Rows:
    """What changes it."""
    found: list[Control] = [
        RoleMenu(menu_id(DESK, 0, verb), placeholder, getattr(s, name)[:MOST_ROLES], MOST_ROLES)
        for verb, (name, placeholder) in MENUS.items()
    ]
    return in_rows(found)
