"""What servers have set: read, changed, and made known to the tables that are open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from bot.store import By, Store, Work, settings
from bot.table.errors import Rejected
from bot.table.session import Session
from bot.table.settings import Settings, contradiction
from bot.table.state import PICK

from .messages.channels import Spawn
from .messages.display import Display

Changes: TypeAlias = Mapping[str, object]
"""Settings by their names in `Settings`, with what they are to be."""


class ServerSettings:
    """The settings of all servers."""

    def __init__(self, store: Store, sessions: Mapping[str, Session], display: Display, spawn: Spawn) -> None:
        self._store, self._sessions, self._display, self._spawn = store, sessions, display, spawn
        self._newest: dict[int, Settings] = {}
        """What servers have set since the start."""
        self._managers: dict[int, frozenset[int]] = {}

    async def learn(self) -> None:
        """Who manages card rooms, for it must be known at once whenever somebody presses something."""
        known = await self._store.read(settings.manager_roles)
        self._managers.update({guild: frozenset(roles) for guild, roles in known.items()})

    def managers(self, guild: int) -> frozenset[int]:
        """The roles that manage a server's card room."""
        return self._managers.get(guild, frozenset())

    async def of(self, guild: int) -> Settings:
        """What a server has set."""
        return Settings.read(await self._store.read(settings.of_server, guild))

    def bring_up_to_date(self, session: Session) -> None:
        """What was set while a table was being made or loaded holds for it, too."""
        session.table.settings = self._newest.get(session.table.guild, session.table.settings)

    async def change(self, guild: int, change: Callable[[Settings], Changes], by: By | None = None,
                     ) -> Settings:  # fmt: skip
        """Store a server's settings as `change` makes them, and let its open tables know; a manager's change goes into
        the audit log. Nobody else changes them in between. Returns the settings now. Raises Rejected, and whatever
        `change` raises."""
        before = made = Settings()

        def changed(stored: Mapping[str, object]) -> Changes:
            nonlocal before, made
            before = Settings.read(stored)
            wanted = {**change(before)}
            if "lost" not in wanted and wanted.keys() & before.lost.keys():  # a new rule: it has lost nothing yet
                wanted["lost"] = {name: lost for name, lost in before.lost.items() if name not in wanted}
            made = replace(before, **wanted)
            if why := contradiction(made):
                raise Rejected(why)
            return {name: list(value) if isinstance(value, tuple) else value for name, value in wanted.items()}

        await self._store.commit(Work().do(settings.change_settings, guild, changed, by))
        self._newest[guild] = made
        self._managers[guild] = frozenset(made.manager_roles)
        for session in self._sessions.values():
            if session.table.guild == guild:
                session.table.settings = made
                looks = (before.four_colour, before.compact) != (made.four_colour, made.compact)
                if looks or session.table.phase == PICK:  # what may be named, and what is if nobody says, stands there
                    self._spawn(self._display.show_again(session))
        return made
