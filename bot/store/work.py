"""A unit of work: all that must happen together or not at all."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, Literal, Self

from . import (
    avatars,
    bank,
    bars,
    direct_messages,
    heartbeat,
    journal,
    ledger,
    left_servers,
    nights,
    personal_data,
    prefs,
    records,
    results,
    seasons,
    settings,
    tables,
)
from . import upkeep as past_records
from .database import Step


class Work:
    """Collects what one unit does, in order, until `Store.commit` does all of it or nothing.

    Every method returns the unit itself, so that they may be chained. Amounts are hundredths of a white chip, times
    are milliseconds, and ids are names that the caller gives. What a method is said to raise, `Store.commit` raises;
    only a ValueError comes at once.
    """

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def _then(self, step: Step) -> Self:
        self.steps.append(step)
        return self

    def transfer(self, key: str, guild: int, postings: ledger.Postings, why: str, at: int) -> Self:
        """Moves chips between accounts, once for each `key` ever; the postings must sum to zero, else ValueError.

        Raises Overdraft where a member, seat or pot would go below zero, Duplicate where `key` has moved other chips.
        """
        return self._then(
            partial(ledger.transfer, key=key, guild=guild, postings=ledger.summed(guild, postings), why=why, at=at)
        )

    def ensure_member(self, guild: int, user: int, name: str, grant: int, at: int) -> Self:
        """Notes the member's name; at first use pays them the grant."""
        return self._then(partial(ledger.ensure_member, guild=guild, user=user, name=name, grant=grant, at=at))

    def refill(self, guild: int, user: int, day: str, *, buy_in: int, amount: int, at: int) -> Self:
        """Pays `amount` to a member who has less than `buy_in`, once for each `day`; raises NoRefill otherwise."""
        return self._then(partial(ledger.refill, guild=guild, user=user, day=day, buy_in=buy_in, amount=amount, at=at))

    def give(self, key: str, guild: int, giver: int, taker: int, amount: int, *, most: int, day_most: int, since: int,
             at: int) -> Self:  # fmt: skip
        """A gift, once for each `key`; raises OverLimit above `most`, or above `day_most` with all since `since`."""
        return self._then(
            partial(bank.give, key=key, guild=guild, giver=giver, taker=taker, amount=amount, most=most,
                    day_most=day_most, since=since, at=at)
        )  # fmt: skip

    def limit_buy_ins(self, guild: int, user: int, *, since: int, most: int) -> Self:
        """Raises OverLimit where a member has brought more than `most` to tables since `since`, in this unit too."""
        return self._then(partial(bank.limit_buy_ins, guild=guild, user=user, since=since, most=most))

    def grant(self, key: str, guild: int, manager: int, user: int, amount: int, reason: str, at: int) -> Self:
        """A manager gives a member chips or takes some back (below zero), noted; once for each `key`."""
        return self._then(
            partial(bank.grant, key=key, guild=guild, manager=manager, user=user, amount=amount, reason=reason, at=at)
        )

    def set_credit(self, key: str, guild: int, manager: int, user: int | None, amount: int | None, reason: str,
                   at: int) -> Self:  # fmt: skip
        """How far a member, or everybody without a limit of their own, may go below zero; raises Indebted."""
        return self._then(
            partial(bank.set_credit, key=key, guild=guild, manager=manager, user=user, amount=amount, reason=reason,
                    at=at)
        )  # fmt: skip

    def note(self, key: str, guild: int, manager: int, what: str, at: int, *, about: str = "", user: int | None = None,
             reason: str = "") -> Self:  # fmt: skip
        """Keeps what else a manager has decided, once for each `key`: about what, and about whom if about one."""
        return self._then(
            partial(bank.note, key=key, guild=guild, manager=manager, what=what, user=user, amount=None, reason=reason,
                    at=at, about=about)
        )  # fmt: skip

    def bar(self, key: str, guild: int, manager: int, user: int, until: int, reason: str, at: int) -> Self:
        """A member may not sit down until then; noted."""
        return self._then(
            partial(bars.bar, key=key, guild=guild, manager=manager, user=user, until=until, reason=reason, at=at)
        )

    def unbar(self, key: str, guild: int, manager: int, user: int, reason: str, at: int) -> Self:
        """A member may sit down again, noted; raises Missing where they may already."""
        return self._then(partial(bars.unbar, key=key, guild=guild, manager=manager, user=user, reason=reason, at=at))

    def admit(self, guild: int, user: int, at: int) -> Self:
        """Raises Barred for whoever may not sit down at a server's tables."""
        return self._then(partial(bars.admit, guild=guild, user=user, at=at))

    def save_table(self, table: tables.Table) -> Self:
        """Stores a new table, or the next version of one that is there; raises Gap for any other version."""
        return self._then(partial(tables.save_table, table=table))

    def limit_tables(self, guild: int, table: str, host: int, most: int) -> Self:
        """For a table that somebody is to host: raises TooMany where they host `most` others in the server."""
        return self._then(partial(tables.limit_tables, guild=guild, host=host, most=most, but=table))

    def close_table(self, table: str) -> Self:
        """Closes a table for good and drops its deadline; raises Missing."""
        return self._then(partial(tables.close_table, table=table))

    def set_deadline(self, table: str, at: int | None) -> Self:
        """When the table must act next, None for never; raises Missing."""
        return self._then(partial(tables.set_deadline, table=table, at=at))

    def start_match(self, id: str, table: str, guild: int, game: str, options: str, at: int,
                    night: str | None = None) -> Self:  # fmt: skip
        """Opens a match, one of a night's if there is one; raises Duplicate, Missing."""
        return self._then(
            partial(journal.start_match, id=id, table=table, guild=guild, game=game, options=options, at=at,
                    night=night)
        )  # fmt: skip

    def start_deal(self, id: str, match: str, number: int, start: str) -> Self:
        """Opens a deal of a match; raises Duplicate while another one runs, Missing."""
        return self._then(partial(journal.start_deal, id=id, match=match, number=number, start=start))

    def append_rows(self, deal: str, first: int, rows: Sequence[journal.Row]) -> Self:
        """Adds rows `first`, `first` + 1, … to a running deal, whose first row is 0.

        Raises Duplicate if one of them is there, Gap if one before them is not, Missing.
        """
        return self._then(partial(journal.append_rows, deal=deal, first=first, rows=tuple(rows)))

    def end_deal(self, deal: str, status: Literal["done", "void"], after: str | None) -> Self:
        """Ends a running deal, or makes void one that was done; raises Duplicate, Missing."""
        return self._then(partial(journal.end_deal, deal=deal, status=status, after=after))

    def finish_match(self, match: str, at: int, found: Sequence[records.Result]) -> Self:
        """Ends a match with its results; raises Duplicate, Missing."""
        return self._then(partial(results.finish_match, match=match, at=at, results=tuple(found)))

    def note_session(self, match: str, at: int, result: records.Result) -> Self:
        """Somebody gets up from a match that goes on, with what they have played; raises Duplicate, Missing."""
        return self._then(partial(results.note_session, match=match, at=at, result=result))

    def note_past(self, guild: int, match: str | None, at: int, found: Sequence[records.Result]) -> Self:
        """The next of a server's matches that were broken off is looked at, and gives these sessions, if any."""
        return self._then(partial(past_records.note_past, guild=guild, match=match, at=at, results=tuple(found)))

    def rate_anew(self, guild: int, pairs: past_records.Pairs, count: int) -> Self:
        """Some more of a server's matches are rated anew; `pairs` runs on the database's thread, perhaps more than
        once, and must do nothing else."""
        return self._then(partial(past_records.rate_anew, guild=guild, pairs=pairs, count=count))

    def announce_night(self, night: nights.Night, most: int | None, at: int) -> Self:
        """A new night is announced; raises TooMany where its host may have no more than `most`, None being no limit."""
        return self._then(partial(nights.announce, night=night, most=most, at=at))

    def begin_night(self, night: nights.Night) -> Self:
        """A night runs from now on; raises Refused where it is announced no more, or one is on in its channel."""
        return self._then(partial(nights.begin_night, night=night))

    def note_event(self, night: str, event: int) -> Self:
        """By which of Discord's scheduled events a night stands in the calendar."""
        return self._then(partial(nights.note_event, night=night, event=event))

    def note_announcement(self, night: str, message: int) -> Self:
        """By which message a night is announced."""
        return self._then(partial(nights.note_announcement, night=night, message=message))

    def come(self, night: str, user: int, at: int) -> Self:
        """Somebody comes to an announced night, or takes it back; raises Refused, Missing."""
        return self._then(partial(nights.come, night=night, user=user, at=at))

    def cancel_night(self, night: str) -> Self:
        """An announced night is called off; raises Refused where it is announced no more, Missing."""
        return self._then(partial(nights.cancel_night, night=night))

    def end_night(self, night: str, at: int, summary: dict[str, Any]) -> Self:
        """A night is over, and went like this; raises Missing."""
        return self._then(partial(nights.end_night, night=night, at=at, summary=summary))

    def note_course(self, night: str, n: int, point: nights.Point) -> Self:
        """How everybody stands after the `n`th deal of a night; raises Duplicate, Missing."""
        return self._then(partial(nights.note_course, night=night, n=n, point=point))

    def start_season(self, guild: int, name: str, at: int) -> Self:
        """From now on matches count for this season, too; raises Refused while one runs or the name is taken."""
        return self._then(partial(seasons.start, guild=guild, name=name, at=at))

    def end_season(self, guild: int, at: int) -> Self:
        """The running season is over; raises Refused where none runs."""
        return self._then(partial(seasons.end, guild=guild, at=at))

    def forget_deals(self, deals: Sequence[str], names: frozenset[str]) -> Self:
        """Takes a member's names out of deals; what was played stays."""
        return self._then(partial(personal_data.forget_deals, deals=tuple(deals), names=names))

    def erase(self, guild: int, user: int, traces: personal_data.Traces, at: int, *, since: int, until: int) -> Self:
        """Erases a member but for what the books need, and the limits of the day from `since` to `until`.

        Raises Refused while they have a part in an open table.
        """
        return self._then(
            partial(personal_data.erase, guild=guild, user=user, found=traces, at=at, since=since, until=until)
        )

    def beat(self, at: int) -> Self:
        """Notes that the card room is running; bars that have run out, and what was remembered of erased members for so
        long, are forgotten."""
        return self._then(partial(heartbeat.beat, at=at))

    def set_setting(self, guild: int, key: str, value: Any) -> Self:
        """Sets one of a server's settings to any JSON value; None takes it back to its default."""
        return self._then(partial(settings.set_setting, guild=guild, key=key, value=value))

    def change_settings(self, guild: int, change: Callable[[dict[str, Any]], Mapping[str, Any]],
                        by: settings.By | None = None) -> Self:  # fmt: skip
        """Sets what `change` makes of a server's settings as they are in this transaction; what it raises is raised.
        What a manager has changed is noted.

        It runs on the database's thread, perhaps more than once, and must do nothing else.
        """
        return self._then(partial(settings.change_settings, guild=guild, change=change, by=by))

    def add_to_pref(self, user: int, key: str, name: str) -> Self:
        """Puts a name on the list that one of a person's choices is, if it is not there."""
        return self._then(partial(prefs.add_to_pref, user=user, key=key, name=name))

    def note_servers(self, present: Collection[int], at: int) -> Self:
        """The bot is in these servers, and in no other of which anything is kept."""
        return self._then(partial(left_servers.note_servers, present=present, at=at))

    def note_departure(self, guild: int, at: int) -> Self:
        """A server has removed the bot."""
        return self._then(partial(left_servers.note_departure, guild=guild, at=at))

    def note_return(self, guild: int) -> Self:
        """A server has the bot again."""
        return self._then(partial(left_servers.note_return, guild=guild))

    def drop_deals(self, guild: int, deals: tuple[str, ...]) -> Self:
        """Erases deals of a server that has removed the bot."""
        return self._then(partial(left_servers.drop_deals, guild=guild, deals=deals))

    def erase_server(self, guild: int) -> Self:
        """Erases all that is kept of a server that has removed the bot, and of whoever was a member there alone."""
        return self._then(partial(left_servers.erase_server, guild=guild))

    def set_pref(self, user: int, key: str, value: Any) -> Self:
        """Sets one of a person's own choices to any JSON value; None takes it back to its default."""
        return self._then(partial(prefs.set_pref, user=user, key=key, value=value))

    def set_avatar(self, guild: int, user: int, avatar: avatars.Avatar | None) -> Self:
        """Keeps a member's picture in place of what was kept; None keeps nothing."""
        return self._then(partial(avatars.set_avatar, guild=guild, user=user, avatar=avatar))

    def set_dm(self, user: int, channel: int | None, flagged: bool = False, opened: int | None = None) -> Self:
        """Remembers a person's direct-message channel, whether it is closed to us, and when we have opened it."""
        return self._then(partial(direct_messages.set_dm, user=user, channel=channel, flagged=flagged, opened=opened))
