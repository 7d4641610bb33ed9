"""What a script tells, something that has happened; and why a house player does what it does."""

from __future__ import annotations

from types import new_class
from typing import Any, ClassVar, NamedTuple, dataclass_transform


def _is(self: object) -> bool:
    """What has no fields has happened all the same; a tuple without any would be false."""
    return True


@dataclass_transform(frozen_default=True)
class _Told(type):
    """Makes every subclass of Event and Reason a named tuple: quick to make, and never changed."""

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any], says: str = "") -> type:
        if not bases:
            return super().__new__(cls, name, bases, space)
        fields: dict[str, object] = space.get("__annotations__", {})
        told = {"__module__": space["__module__"], "__annotations__": fields}
        told |= {field: space.pop(field) for field in fields if field in space}
        named = new_class(name, (NamedTuple,), {}, lambda body: body.update(told))
        return super().__new__(cls, name, (*bases, named), {"__bool__": _is, **space, "__slots__": (), "says": says})

    def __init__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any], says: str = "") -> None:
        super().__init__(name, bases, space)


class Event(metaclass=_Told):
    """Something that has happened, with typed fields.

    If the sentence is no more than the fields, the event says itself: `class Stayed(Event, says="{seat:stays}.")`.
    Seats are said by their names, cards as cards, an Amount in whites. All other words are the game's cog's.
    """

    __slots__ = ()
    says: ClassVar[str] = ""


class Reason(metaclass=_Told):
    """Why a house player does something, as its policy says where it decides: typed fields, which are what it went by.

    It is said as an event is: it says itself where the sentence is no more than its fields, else the game's cog does.
    Behind the move it is the rest of a sentence: without a capital and a full stop, with two numbers at most.
    """

    __slots__ = ()
    says: ClassVar[str] = ""
