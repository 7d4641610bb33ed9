"""Moves, rows, states and options as JSON values and back, by the types of their fields.

cattrs does the work; here stand only the shapes that are our own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass, replace
from inspect import isclass
from typing import Any, Protocol, TypeAlias, TypeVar, get_type_hints

from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from .asks import LogEntry, TellReady
from .cards import Card, card
from .chips import Stack
from .cutting import Cut, LetDealerCut, Note
from .deal import Rewind
from .events import Reason
from .game import Game
from .moments import GoOn
from .of_a_game import C, O
from .offers import Move, verb
from .state import State

T = TypeVar("T")
Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | None"
"""What is written: all that JSON knows."""
JsonObject: TypeAlias = Mapping[str, Any]
"""An object of JSON as it was written: what stands under its names is known once it is loaded."""


def _later(kind: type[Any]) -> dict[str, Any]:
    """The fields that are not written where they are the default."""
    return {f.name: override(omit_if_default=True) for f in fields(kind) if f.metadata.get("later")}


converter = Converter(unstruct_collection_overrides={Set: sorted}, forbid_extra_keys=True)


def _has_later(kind: object) -> bool:
    return isclass(kind) and is_dataclass(kind) and bool(_later(kind))


def _without_later(kind: type[T]) -> Callable[[T], dict[str, Json]]:
    return make_dict_unstructure_fn(kind, converter, **_later(kind))


converter.register_unstructure_hook_factory(_has_later, _without_later)
converter.register_unstructure_hook(Card, str)
converter.register_structure_hook(Card, lambda text, _: card(text))
converter.register_unstructure_hook(Stack, lambda stack: [n for _, n in stack])
converter.register_structure_hook(Stack, lambda counts, _: Stack(*counts))
_STORED_AS: dict[str, Any] = {  # as in every deal that was stored so far
    "missed_cuts": override(rename="naps"), "asked_to_cut": override(omit_if_default=True),
    "place_point": override(omit_if_default=True), "open_to": override(omit_if_default=True),
    "carried": override(rename="kept"),
}  # fmt: skip
converter.register_unstructure_hook(State, make_dict_unstructure_fn(State, converter, **_STORED_AS))
converter.register_structure_hook(
    State, make_dict_structure_fn(State, converter, _cattrs_forbid_extra_keys=True, **_STORED_AS)
)  # fmt: skip


class NamedFields(Protocol):
    """A named tuple."""

    def __init__(self, *fields: object) -> None: ...


def _is_named(kind: object) -> bool:
    return isclass(kind) and hasattr(kind, "_fields") and kind is not Card and issubclass(kind, tuple)


def _named(kind: type[NamedFields]) -> Callable[[Iterable[Json], object], object]:
    """By the resolved types of its fields: cattrs reads them as they are spelt, and where that is text it gives up."""
    hints = get_type_hints(kind).values()

    def structure(data: Iterable[Json], _: object) -> object:
        return kind(*(load(hint, value) for hint, value in zip(hints, data, strict=True)))

    return structure


def _in_order(_: type) -> Callable[[Iterable[object]], list[Json]]:
    return lambda value: [dump(part) for part in value]


converter.register_structure_hook_factory(_is_named, _named)
converter.register_unstructure_hook_factory(_is_named, _in_order)


_EVERYWHERE = (Cut, GoOn, LetDealerCut, Note, Rewind, TellReady)
"""Moves that every game has."""


def dump(value: object) -> Json:
    """Any plain frozen value as JSON."""
    return converter.unstructure(value)


def load(kind: type[T], data: object) -> T:
    """A value of this type. Raises an exception if the data does not fit it."""
    return converter.structure(data, kind)


def dump_told(reason: Reason) -> list[Json]:
    """A reason's fields in order."""
    fields: Iterable[object] = reason  # type: ignore[assignment]  # each is a named tuple
    return [dump(value) for value in fields]


def load_told(kind: type[Reason], values: Sequence[object]) -> Reason:
    """A reason by its fields in order. Raises an exception if they do not fit it."""
    hints = get_type_hints(kind)
    fields: Sequence[str] = getattr(kind, "_fields", ())
    return kind(*(load(hints[name], value) for name, value in zip(fields, values, strict=True)))


def dump_move(move: Move) -> list[Json]:
    """`["play", "QS"]`: the verb, then the fields in order."""
    return [verb(type(move)), *(dump(value) for value in vars(move).values())]


def load_move(game: Game, data: Sequence[Json]) -> Move:
    name, *values = data
    kind = next((k for k in (*game.moves, *_EVERYWHERE) if verb(k) == name), None)
    fields = [*kind.__dataclass_fields__] if kind else []
    if kind is None or len(fields) != len(values):
        raise ValueError(f"{game.slug} has no move {data!r}")
    return load(kind, dict(zip(fields, values, strict=True)))


def dump_row(row: LogEntry) -> list[Json]:
    return [row.seat, dump_move(row.move), row.at, row.pressed, int(row.lapsed)]


def load_row(game: Game, data: Iterable[Any]) -> LogEntry:
    seat, move, at, pressed, lapsed = data
    return LogEntry(int(seat), load_move(game, move), int(at), int(pressed), bool(lapsed))


def dump_state(state: State) -> JsonObject:
    return converter.unstructure(state)


def load_state(game: Game[O, C], data: JsonObject) -> State[C]:
    carried = data["kept"]
    state: State = load(State, dict(data))
    if carried is None or game.carried is None:
        return state
    return replace(state, carried=load(game.carried, carried))


def dump_options(options: object) -> JsonObject:
    return converter.unstructure(options)


def load_options(game: Game[O, C], data: JsonObject) -> O:
    return load(game.options, dict(data))
