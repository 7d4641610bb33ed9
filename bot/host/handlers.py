"""The register of handlers: what answers a button, a menu or a form, by its kind, its scope and its verb."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field

from bot.show.controls.control_id import BUTTON, FORM, MEANT, MENU, ControlId
from bot.show.controls.forms import Submitted
from bot.table.errors import Rejected
from bot.table.session import Session

from .calls.reply import Reply

TABLE, NIGHT, ANY_TABLE = "an open table", "an open night", "a table, open or closed"
"""Scopes that stand for all tables; no id has such a scope. A night is a table that may answer otherwise."""
MOVE = "a move"
"""The scope of all moves of games; in place of a verb stands the mark of the control."""
_CALLED = {BUTTON: "button", MENU: "menu", FORM: "form"}


@dataclass(frozen=True)
class Press:
    """A control that somebody has used."""

    reply: Reply
    id: ControlId
    values: tuple[str, ...] = ()
    """What was chosen from a menu."""
    entered: Submitted = field(default_factory=dict)
    """What stands in the fields of a form, by their ids: see `calls.forms.sent`."""
    at: Session | None = None
    """The open table that it belongs to."""

    @property
    def session(self) -> Session:
        """The open table that it belongs to. Raises Rejected if it belongs to none."""
        if self.at is None:
            raise self.unknown
        return self.at

    @property
    def user(self) -> int:
        return self.reply.user

    @property
    def sure(self) -> bool:
        """Whether it answers the question whether it is meant."""
        return self.id.mark == MEANT

    @property
    def unknown(self) -> Rejected:
        """The answer to a press on a control without a handler."""
        return Rejected(f"That {_CALLED[self.id.kind]} is not known any more.")


Handler = Callable[[Press], Coroutine[object, None, None]]
"""May raise Rejected, Illegal, BadAmount, StoreError, NeedsConfirmation: the person who pressed reads why."""


class Handlers:
    """Every control, with its handler."""

    def __init__(self) -> None:
        self._handlers: dict[tuple[str, str, str], Handler] = {}

    def register(self, kind: str, scope: str, handlers: Mapping[str, Handler]) -> None:
        """From now on these answer controls of this kind and scope, each its verb. Raises ValueError for one that is
        answered already."""
        for verb, handler in handlers.items():
            if self._handlers.setdefault((kind, scope, verb), handler) is not handler:
                raise ValueError(f"{kind}:{scope}:{verb} has a handler")

    def knows(self, scope: str) -> bool:
        """Whether something answers in place of a table."""
        return any(scope == known for _, known, _ in self._handlers)

    def find(self, kind: str, verb: str, *scopes: str) -> Handler | None:
        """What answers it, in the first of these scopes that does."""
        return next((h for scope in scopes if (h := self._handlers.get((kind, scope, verb))) is not None), None)
