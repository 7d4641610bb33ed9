"""The store as the rest of the program knows it: units of work go in, plain records come out."""

from collections.abc import Collection
from os import PathLike
from pathlib import Path
from typing import Any, Self

from . import (
    avatars,
    bank,
    bars,
    direct_messages,
    heartbeat,
    journal,
    leaderboards,
    ledger,
    left_servers,
    nights,
    personal_data,
    recent,
    records,
    tables,
)
from . import prefs as choices
from . import seasons as season_records
from . import settings as set_by_servers
from . import upkeep as past_records
from .database import Database
from .work import Work
from .writer import Writer


class Store:
    """The card room's records in one SQLite file. Every method raises Trouble where the database cannot work."""

    def __init__(self, database: Database, reader: Database) -> None:
        self._database = database
        self._reader = reader
        self._writer = Writer(database)

    @classmethod
    async def open(cls, path: str | PathLike[str], busy_ms: int = 2000) -> Self:
        """Opens the file, makes it if need be, and brings it up to date.

        `busy_ms` is how long a unit waits for another process that holds the file. Raises Trouble.
        """
        database = await Database.writer(Path(path), busy_ms)
        try:
            return cls(database, await Database.reader(Path(path), busy_ms))
        except BaseException:
            await database.close()
            raise

    async def close(self) -> None:
        """Commits what waits, then closes the file."""
        await self._writer.close()
        await self._reader.close()
        await self._database.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def commit(self, work: Work) -> None:
        """Returns once the whole unit is on the disk; raises Refused or Trouble if nothing of it is.

        Units are done in the order in which they were given.
        """
        await self._writer.commit(work.steps)

    @property
    def transactions(self) -> int:
        """How many transactions have been made; several units share one when they wait together."""
        return self._writer.transactions

    async def balance(self, guild: int, user: int) -> int:
        """A member's chips in the bank, in hundredths of a white; 0 for whoever never came."""
        return await self._reader.read(ledger.balance, guild, ledger.member(guild, user))

    async def balances(self, guild: int, table: str | None = None) -> dict[ledger.Account, int]:
        """Every account of a server that is not empty, or only those of one table."""
        return await self._reader.read(ledger.balances, guild, table)

    async def purse(self, guild: int, user: int, since: int) -> bank.Purse:
        """A member's balance and credit, and what was given and brought to tables since a moment."""
        return await self._reader.read(bank.purse, guild, user, since)

    async def history(self, guild: int, user: int, first: int = 0, count: int = 10) -> bank.Page:
        """Lines `first`, `first` + 1, … of a member's account, counted from 0, the newest first."""
        return await self._reader.read(bank.history, guild, user, first, count)

    async def decisions(self, guild: int, first: int = 0, count: int = 10) -> tuple[list[bank.Decision], int]:
        """What a server's managers have decided about chips, the newest first, and how many decisions there are."""
        return await self._reader.read(bank.decisions, guild, first, count)

    async def barred(self, guild: int, at: int) -> dict[int, int]:
        """Until when members of a server are barred from its tables at this moment, in milliseconds."""
        return await self._reader.read(bars.all_of, guild, at)

    async def barred_until(self, guild: int, user: int, at: int) -> int | None:
        """Until when a member is barred at this moment; None for whoever is not."""
        return await self._reader.read(bars.until, guild, user, at)

    async def credit(self, guild: int) -> int:
        """How far below zero a server's members may go, in hundredths of a white chip."""
        return await self._reader.read(bank.servers_credit, guild)

    async def audit(self) -> list[str]:
        """What is wrong with the books, a sentence each; nothing, if all is well."""
        return await self._reader.read(ledger.audit)

    async def open_tables(self) -> list[tables.TableBrief]:
        """All tables that are not closed."""
        return await self._reader.read(tables.open_tables)

    async def limit_tables(self, guild: int, host: int, most: int) -> None:
        """Raises TooMany where somebody hosts `most` open tables in a server already."""
        await self._reader.read(tables.limit_tables, guild, host, most)

    async def load_table(self, table: str) -> tables.Table | None:
        """A table, open or closed."""
        return await self._reader.read(tables.load_table, table)

    async def deadlines(self) -> dict[str, int]:
        """Every table's deadline, the soonest first."""
        return await self._reader.read(tables.deadlines)

    async def last_beat(self) -> int | None:
        """When the card room was last known to be running, in milliseconds; None if it never was."""
        return await self._reader.read(heartbeat.last_beat)

    async def deal(self, id: str) -> journal.Deal | None:
        """A deal with its rows."""
        return await self._reader.read(journal.deal, id)

    async def deals(self, match: str) -> list[journal.Deal]:
        """The deals of a match in order, void ones too, without their rows."""
        return await self._reader.read(journal.deals, match)

    async def running_deal(self, table: str) -> journal.Deal | None:
        """The deal that a table is in the middle of, with its rows."""
        return await self._reader.read(journal.running_deal, table)

    async def matches(self, table: str) -> list[journal.Match]:
        """The matches of a table, oldest first."""
        return await self._reader.read(journal.matches, table)

    async def leaderboard(
        self, guild: int, game: str | None = None, period: leaderboards.Period = leaderboards.EVERYTHING,
        measure: leaderboards.Measure = "wins", limit: int = 10,
    ) -> list[leaderboards.Standing]:  # fmt: skip
        """A server's members, the best first: at one game or at all, by a measure, over a period."""
        return await self._reader.read(leaderboards.leaderboard, guild, game, period, measure, limit)

    async def stats(self, guild: int, user: int, game: str | None = None) -> records.Stats:
        """A member's record in a server: all games, or one."""
        return await self._reader.read(records.stats, guild, user, game)

    async def upkeep(self, what: past_records.What) -> list[int]:
        """The servers for which this is not made anew completely."""
        return await self._reader.read(past_records.due, what)

    async def broken_off(self, guild: int) -> journal.Match | None:
        """The next match of a server that went on when its table was closed, before such matches counted."""
        return await self._reader.read(past_records.broken_off, guild)

    async def past_table(self, guild: int, table: str) -> past_records.PastTable:
        """What the ledger and the results know of a closed table."""
        return await self._reader.read(past_records.past_table, guild, table)

    async def night(self, id: str) -> nights.Night | None:
        """A night of dealer's choice."""
        return await self._reader.read(nights.night, id)

    async def last_night(self, guild: int, place: int) -> nights.Night | None:
        """The latest night that is over in a channel or thread."""
        return await self._reader.read(nights.last_night, guild, place)

    async def night_course(self, night: str) -> list[nights.Point]:
        """How everybody stood after each deal of a night, in order."""
        return await self._reader.read(nights.course, night)

    async def nights(self, guild: int, status: nights.Status, limit: int = 25) -> list[nights.Night]:
        """A server's nights of this status, the latest first."""
        return await self._reader.read(nights.nights, guild, status, limit)

    async def recent_results(self, guild: int, user: int, game: str | None = None) -> recent.RecentResults:
        """How a member has done lately and at best: all games, or one."""
        return await self._reader.read(recent.recent_results, guild, user, game)

    async def versus(self, guild: int, user: int, other: int, game: str | None = None) -> recent.Versus:
        """Two members at the same tables, as the first sees it."""
        return await self._reader.read(recent.versus, guild, user, other, game)

    async def seasons(self, guild: int) -> list[season_records.Season]:
        """A server's seasons, the newest first; the one without an end runs."""
        return await self._reader.read(season_records.seasons, guild)

    async def results(
        self, guild: int, user: int | None, after: personal_data.Mark | None = None, count: int = 5000
    ) -> list[personal_data.Line]:
        """A page of a member's results, or of all members', the newest first; `after` is where the last one ended."""
        return await self._reader.read(personal_data.results, guild, user, after, count)

    async def everything_but_results(self, guild: int, user: int) -> dict[str, Any]:
        """What is kept of a member in a server, besides the results, as JSON knows it."""
        return await self._reader.read(personal_data.everything_but_results, guild, user)

    async def traces(self, guild: int, user: int) -> personal_data.Traces:
        """Where else a member is written down; raises Refused while they have a part in an open table."""
        return await self._reader.read(personal_data.traces, guild, user)

    async def servers_of(self, user: int) -> list[int]:
        """The servers in which anything is kept of a person."""
        return await self._reader.read(personal_data.servers_of, user)

    async def departed(self, before: int) -> list[int]:
        """The servers that had removed the bot by then, in milliseconds."""
        return await self._reader.read(left_servers.departed, before)

    async def deals_of_server(self, guild: int, count: int) -> tuple[str, ...]:
        """So many of a server's deals, by their ids."""
        return await self._reader.read(left_servers.deals_of_server, guild, count)

    async def settings(self, guild: int) -> dict[str, Any]:
        """What a server has set; whoever uses a setting knows its default."""
        return await self._reader.read(set_by_servers.settings, guild)

    async def setting_everywhere(self, key: str) -> dict[int, Any]:
        """What servers have set by this name, each by its id."""
        return await self._reader.read(set_by_servers.setting_everywhere, key)

    async def avatar(self, guild: int, user: int) -> avatars.Avatar | None:
        """What is kept of a member's picture."""
        return await self._reader.read(avatars.avatar, guild, user)

    async def avatars(self, guild: int, users: Collection[int]) -> dict[int, bytes]:
        """The pictures of those of these members who have one."""
        return await self._reader.read(avatars.pictures, guild, users)

    async def prefs(self, user: int) -> dict[str, Any]:
        """What a person has chosen, in every server."""
        return await self._reader.read(choices.prefs, user)

    async def dm(self, user: int) -> direct_messages.Dm:
        """A person's direct-message channel, if it is known."""
        return await self._reader.read(direct_messages.dm, user)

    async def dms_opened(self, since: int, until: int) -> int:
        """How many direct messages we have opened between two moments, in ms."""
        return await self._reader.read(direct_messages.dms_opened, since, until)
