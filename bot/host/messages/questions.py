"""Questions whether a move is meant: they go once it cannot be made any more."""

from __future__ import annotations

from collections.abc import Callable

from bot.table.session import Session

from ..calls.reply import Reply
from .channels import Spawn


class Questions:
    """Those that wait for an answer, one for each person at a table. After a restart nobody knows them: their buttons
    do as before."""

    def __init__(self, spawn: Spawn) -> None:
        self._spawn = spawn
        self.waiting: dict[tuple[str, int], tuple[Reply, Callable[[], bool]]] = {}
        """By table and person: whose answer shows the question, and whether the move can still be made."""

    def asked(self, session: Session, reply: Reply, stands: Callable[[], bool]) -> None:
        """Somebody is asked whether they mean a move; `stands` says whether it can still be made."""
        self.waiting[session.id, reply.user] = reply, stands

    def answered(self, session: Session, user: int) -> None:
        """This one says itself what came of it."""
        self.waiting.pop((session.id, user), None)

    def look(self, session: Session) -> None:
        """The table has changed: take back questions that are void."""
        for key, (reply, stands) in [*self.waiting.items()]:
            if key[0] == session.id and not stands():
                del self.waiting[key]
                self._spawn(reply.unsay())
