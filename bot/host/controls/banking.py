"""The bank's counter: what a member may do there, and how it is told, in words.

The asker is known by the reply; a refusal is one sentence, and nothing has moved.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from bot.engine.amounts import BadAmount, read_amount, whites
from bot.show.controls.components import Button, Rows
from bot.show.controls.control_id import button_id
from bot.store import By, Entry, Work, bank, ledger
from bot.table.errors import Rejected
from bot.table.money import DAY_MS
from bot.table.names import MEMBER, escaped, visible

from ..room import Room

LINES = 10
"""Lines of an account, or decisions, on a page."""
MOST_CHIPS = 100_000_000
"""The largest amount that a manager may set or grant, in hundredths of a white."""
NONE = {"none": 0, "0": 0}
"""Words for a limit of nothing."""

_TOLD = {
    "grant": "for your first visit", "refill": "refill", "buy-in": "buy-in at {other}", "rebuy": "rebuy at {other}",
    "cash out": "cashed out at {other}", "pot shared": "your share of what lay at {other}",
    "manager's grant": "from the managers{reason}", "debt": "still owed from before your data was erased",
}  # fmt: skip
"""What a line of an account says, by why the chips moved."""


@dataclass(frozen=True)
class Visit:
    """Somebody at the counter."""

    room: Room
    guild: int
    user: int
    now: int

    @property
    def today(self) -> int:
        """When the day began, in UTC, in milliseconds."""
        return self.now - self.now % DAY_MS

    @property
    def date(self) -> str:
        return datetime.fromtimestamp(self.now / 1000, UTC).date().isoformat()


async def enter(room: Room, guild: int, user: int, name: str) -> Visit:
    """A member who comes to the bank for the first time gets the grant."""
    settings, now = await room.settings.of(guild), room.now()
    await room.store.commit(Work().do(ledger.ensure_member, guild, user, visible(name, MEMBER), settings.grant, now))
    return Visit(room, guild, user, now)


async def balance(visit: Visit) -> str:
    """Somebody's chips, in a sentence."""
    store = visit.room.store
    accounts = await store.read(ledger.balances, visit.guild)
    mine = str(visit.user)
    at_tables = sum(n for account, n in accounts.items() if account.kind == "escrow" and account.owner == mine)
    tables = f", and {whites(at_tables)} at tables" if at_tables else ""
    purse = await store.read(bank.purse, visit.guild, visit.user, visit.today)
    has = f"You have {whites(purse.balance)} play chips in the bank" if purse.balance >= 0 else (
        f"You owe the bank {whites(-purse.balance)} play chips"
    )  # fmt: skip
    credit = f" Your credit is {whites(purse.credit)}." if purse.credit else ""
    return f"{has}{tables}.{credit}"


async def refill(visit: Visit) -> str:
    """New chips for a member who has less than one buy-in. Raises StoreError."""
    settings = await visit.room.settings.of(visit.guild)
    await visit.room.store.commit(
        Work().do(
            ledger.refill, visit.guild, visit.user, visit.date,
            buy_in=settings.buy_in, amount=settings.grant, at=visit.now,
        )
    )  # fmt: skip
    return f"You get {whites(settings.grant)} play chips. {await balance(visit)}"


async def give(visit: Visit, key: str, taker: int, name: str, amount: str) -> int:
    """A gift to another member; returns what it is. Raises Rejected, BadAmount, StoreError."""
    if taker == visit.user:
        raise Rejected("You cannot give yourself chips.")
    settings, chips = await visit.room.settings.of(visit.guild), read_amount(amount)
    work = Work().do(ledger.ensure_member, visit.guild, taker, visible(name, MEMBER), settings.grant, visit.now)
    work.do(
        bank.give, key, visit.guild, visit.user, taker, chips, most=settings.gift_most, day_most=settings.gift_day,
        since=visit.today, at=visit.now,
    )  # fmt: skip
    await visit.room.store.commit(work)
    return chips


async def limits(visit: Visit) -> str:
    """What a server allows, and what somebody may still do today."""
    s = await visit.room.settings.of(visit.guild)
    purse = await visit.room.store.read(bank.purse, visit.guild, visit.user, visit.today)
    may_give = max(0, min(s.gift_most, s.gift_day - purse.given))
    most = f"at most {whites(s.buy_ins_day)}" if s.buy_ins_day else "no limit"
    lines = [
        "**The bank's limits here**",
        f"A gift: at most {whites(s.gift_most)}, in a day {whites(s.gift_day)}. You may give {whites(may_give)} now.",
        f"A buy-in: {whites(s.buy_in)}. A refill: {whites(s.grant)}, once a day, below a buy-in.",
        f"Brought to the tables in a day: {most}. You have brought {whites(purse.bought)} today.",
        f"Credit: your balance may go down to {whites(-purse.credit)}." if purse.credit else "Credit: none.",
    ]
    return "\n".join(lines)


async def set_limits(visit: Visit, key: str, typed: dict[str, str]) -> None:
    """A manager changes what a server allows; noted. Raises Rejected, BadAmount."""
    wanted = {name: _limit(text) for name, text in typed.items()}
    await visit.room.settings.change(visit.guild, lambda _: wanted, By(visit.user, key, visit.now))


async def grant(visit: Visit, key: str, taker: int, name: str, typed: str, reason: str) -> str:
    """A manager gives a member chips, or takes some back where a minus stands before the amount; noted."""
    back = typed.strip()[:1] in ("-", "−")
    chips = _limit(typed.strip().lstrip("-−")) * (-1 if back else 1)
    settings = await visit.room.settings.of(visit.guild)
    work = Work().do(ledger.ensure_member, visit.guild, taker, visible(name, MEMBER), settings.grant, visit.now)
    work.do(bank.grant, key, visit.guild, visit.user, taker, chips, reason, visit.now)
    await visit.room.store.commit(work)
    has = whites(await visit.room.store.read(ledger.balance, visit.guild, taker))
    return f"{escaped(name)} {'gives back' if back else 'gets'} {whites(abs(chips))} play chips and has {has} now."


async def credit(visit: Visit, key: str, taker: int | None, name: str, typed: str, reason: str) -> str:
    """A manager says how far below zero a member, or everybody, may go; noted."""
    amount = None if taker is not None and typed.strip().lower() in ("server", "default") else _limit(typed)
    work = Work().do(bank.set_credit, key, visit.guild, visit.user, taker, amount, reason, visit.now)
    await visit.room.store.commit(work)
    if amount is None:
        again = await visit.room.store.read(bank.servers_credit, visit.guild)
        return f"{escaped(name)} has the server's credit again: {whites(again)}."
    who = f"{escaped(name)}'s balance" if taker is not None else "Everybody's balance"
    return f"{who} may go down to {whites(-amount)} now." if amount else f"{who} may not go below 0 now."


def _limit(text: str) -> int:
    try:
        amount = read_amount(text, NONE)
    except BadAmount as bad:
        raise Rejected(str(bad)) from None
    if amount > MOST_CHIPS:
        raise Rejected(f"At most {whites(MOST_CHIPS)} play chips.")
    return amount


# ---- history --------------------------------------------------------------------------------


async def history(visit: Visit, page: int) -> tuple[str, Rows]:
    """A page of somebody's account, the newest lines first; pages are counted from 1. Raises Rejected."""
    found = await visit.room.store.read(bank.history, visit.guild, visit.user, (page - 1) * LINES, LINES)
    return paged(
        "bank", "Your account", "history", page, found.total, [_line(visit.room, entry) for entry in found.entries]
    )


def paged(desk: str, title: str, verb: str, page: int, total: int, lines: list[str], each: int = LINES,
          ) -> tuple[str, Rows]:  # fmt: skip
    """One page of the lines, with buttons to turn it, which that desk answers. Raises Rejected."""
    pages = max(1, -(-total // each))
    if not lines:
        raise Rejected(f"There is no page {page}; there are {pages}." if total else "Nothing is written there yet.")
    turn = [
        Button(button_id(desk, 0, f"@{verb}", str(page - 1)), "Newer", disabled=page <= 1),
        Button(button_id(desk, 0, f"@{verb}", str(page + 1)), "Older", disabled=page >= pages),
    ]
    text = "\n".join([f"**{title}** · page {page} of {pages}", *lines])
    return text[:2000], (tuple(turn),) if pages > 1 else ()


def _line(room: Room, entry: Entry) -> str:
    other = room.words[entry.other].game.title if entry.other in room.words else entry.other or "a table"
    if entry.night:  # its table has another game every time
        other = f"the night “{escaped(entry.night)}”"
    if entry.why == "gift":
        said = f"gift {'to' if entry.amount < 0 else 'from'} {escaped(entry.other or 'somebody')}"
    else:
        reason = f": {escaped(entry.reason)}" if entry.reason else ""
        said = _TOLD.get(entry.why, f"{entry.why} at {{other}}").format(other=other, reason=reason)
    sign = "+" if entry.amount > 0 else ""
    return f"<t:{entry.at // 1000}:f> **{sign}{whites(entry.amount)}** {said} → {whites(entry.balance)}"
