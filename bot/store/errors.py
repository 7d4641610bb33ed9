"""What the store may answer instead of doing its work: each error's text is one sentence for a person."""

from typing import ClassVar


class StoreError(Exception):
    """The unit of work was not done, and nothing of it was."""


class Refused(StoreError):
    """The unit itself cannot be: asking again will not help."""


def _chips(amount: int) -> str:
    return f"{amount / 100:,.2f}".rstrip("0").rstrip(".")


class Overdraft(Refused):
    """An account would go below zero, or further than its credit. All three are hundredths of a white chip."""

    def __init__(self, balance: int, wanted: int, credit: int = 0) -> None:
        lent = f", with a credit of {_chips(credit)}" if credit else ""
        super().__init__(f"That takes {_chips(wanted)} chips, and there are only {_chips(balance)}{lent}.")
        self.balance = balance
        self.wanted = wanted
        self.credit = credit


class OverLimit(Refused):
    """A server's limit forbids it. `limit` and `left`, what may still be moved, are hundredths of a white."""

    _WORDS: ClassVar = {
        "gift": "A gift here is at most {limit} chips.",
        "gifts": "Gifts here are at most {limit} chips a day; you may give {left} more today.",
        "buy-ins": "Here you may bring at most {limit} chips to the tables in a day; play on with what you have.",
    }

    def __init__(self, what: str, limit: int, left: int) -> None:
        super().__init__(self._WORDS[what].format(limit=_chips(limit), left=_chips(left)))
        self.limit = limit
        self.left = left


class Indebted(Refused):
    """A credit limit would be below what somebody owes: `debt`, in hundredths of a white chip."""

    def __init__(self, user: int, debt: int) -> None:
        super().__init__(f"<@{user}> owes {_chips(debt)} chips already, so the limit cannot be lower than that.")
        self.user = user
        self.debt = debt


class TooMany(Refused):
    """There are as many as there may be: open tables of a server that one person hosts, nights that they have
    announced, direct messages that are opened in an hour."""


class Barred(Refused):
    """Somebody may not sit down at a server's tables; `until` is in milliseconds."""

    def __init__(self, until: int) -> None:
        super().__init__(f"You may not sit down at this server's tables until <t:{until // 1000}:f>.")
        self.until = until


class Duplicate(Refused):
    """It has been done already, or its name is taken."""


class Gap(Refused):
    """Rows of a deal would not follow one another."""


class Missing(Refused):
    """It speaks of a table, match or deal that is not there."""


class NoRefill(Refused):
    """A member who has enough, or has had their refill today."""


class Trouble(StoreError):
    """The database cannot work now; the same unit may be sent again later."""


class DiskFull(Trouble):
    """No room left."""


class Locked(Trouble):
    """Another process holds the database for too long."""


class LeaseLost(Trouble):
    """This process has lost its place among several, and another may have it."""


class Corrupt(Trouble):
    """The file is damaged, or is no database of ours."""


class Closed(Trouble):
    """The store has been closed."""


_SENTENCES: dict[type[StoreError], str] = {
    DiskFull: "The disk is full, so nothing was changed; try again when there is room.",
    Locked: "The card room's records are busy, so nothing was changed; try again in a moment.",
    Corrupt: "The card room's records are damaged and need the help of the person who runs the bot.",
    Trouble: "The card room's records cannot be reached, so nothing was changed; try again in a moment.",
    Duplicate: "That has been done already.",
    Missing: "That table, match or deal is not there.",
    Refused: "The card room's records do not take that.",
}


def told(kind: type[StoreError], cause: Exception) -> StoreError:
    """What an error of the database means, as an error of this kind with its usual sentence."""
    meaning = kind(_SENTENCES[kind])
    meaning.__cause__ = cause
    return meaning


def too_large(cause: Exception) -> Refused:
    """A number does not fit into eight bytes."""
    meaning = Refused("That number is too large for the card room's records.")
    meaning.__cause__ = cause
    return meaning
