"""What one process of the card room tells the others: all that is known about people belongs to no server, and to all
processes."""

from __future__ import annotations

from bot.store.clusters import PERSON
from bot.store.prefs import Chosen

from .calls.direct import REST
from .messages.people import CHOSEN
from .room import Room


def listen(room: Room) -> None:
    """From now on what others have stored about people holds here, too."""
    room.store.hear(PERSON, lambda user: room.spawn(room.people.learn_again(user)))
    room.store.hear(CHOSEN, lambda told: room.spawn(_chosen(room, *told)))
    room.store.hear(REST, room.people.direct.rest_until)


async def _chosen(room: Room, teller: int, user: int, chosen: Chosen) -> None:
    if teller != room.store.cluster.number:  # which has shown it
        await room.people.learn_again(user)
        await room.show_chosen(user, chosen)
