"""What people do about nights ahead: they announce them, answer, change their minds, and touch the calendar."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from bot.local import calendar, posts
from bot.local.errors import ApiError
from bot.local.payloads import JSON

if TYPE_CHECKING:
    from .people import Crowd, Person

MINUTE, HOUR, DAY = 60, 3600, 86_400
STANDING = 5
"""How many announced nights are there at once at most, before people stop announcing more."""
OFTEN = {
    "@announce": 12.0, "@moment": 12.0, "@in": 3.0, "@maybe": 1.0, "@out": 0.7, "@suits": 2.0, "@fix": 0.7,
    "@host": 0.6, "@change": 0.7, "@change-all": 0.7, "@call-off": 0.3, "!@call-off": 3.0, "@stop": 0.1,
    "!@stop": 2.0, "@again": 3.0, "@leave": 0.5, "@other-day": 2.0, "@play": 1.0, "@join": 1.0, "@close": 0.15,
    "!@close": 3.0,
}  # fmt: skip
"""How often something is pressed where nights are ahead, in place of how often it is pressed otherwise. **Leave it**
and the **Leave** of a table have one name."""
ACTS = {"schedule": 5.0, "calendar": 3.0, "answer": 1.5, "host": 1.0, "choice": 0.7, "end": 1.0, "moderate": 0.3}
HOSTS = {"night change": 2.0, "night fix": 0.5, "night cancel": 0.7, "night stop": 0.3}
CHOICES = ("in the channel", "by direct message", "by direct message", "never")
TYPED = (
    "in 20 minutes", "in 2 hours", "tomorrow 20:00", "friday 8pm", "friday at 8", "next friday", "8", "20:15",
    "tonight 9", "in 3 days", "yesterday", "soon",
)  # fmt: skip
"""Times as people type them; some of them are asked back, and some refused."""


class Hosts:
    """What all people do about nights ahead in one evening."""

    def __init__(self, crowd: Crowd, *, days: bool) -> None:
        self._crowd, self._days = crowd, days
        """Whether nights are announced for other days, too."""

    def act(self, person: Person, key: str, dice: Random, place: str) -> None:
        """One thing that somebody does."""
        crowd = self._crowd
        match dice.choices([*ACTS], [*ACTS.values()])[0]:
            case "schedule":
                if self._standing() < STANDING:
                    crowd.some_command(person, key, dice, place, "night schedule", self._plan(key, dice))
            case "calendar":
                self._in_the_calendar(person, key, dice)
            case "answer":
                crowd.some_command(person, key, dice, place, "night answer")
            case "host":
                crowd.some_command(person, key, dice, place, dice.choices([*HOSTS], [*HOSTS.values()])[0])
            case "choice":
                crowd.some_command(person, key, dice, place, "prefs", {"nights": dice.choice(CHOICES)})
            case "end":
                crowd.some_command(person, key, dice, place, dice.choice(("night end", "night start", "night join")))
            case "moderate":
                self._delete_an_announcement(person, key, dice)

    def when(self, dice: Random) -> str:
        """A moment as somebody types it."""
        if dice.random() < 0.25:
            return dice.choice(TYPED)
        return f"<t:{self._moment(dice)}:{dice.choice('FfRt')}>"

    def _moment(self, dice: Random) -> int:
        """Seconds since 1970: soon, a little after an hour from now, or, with `days`, a little after a day."""
        ahead = [dice.uniform(2, 20), dice.uniform(20, 59), dice.uniform(60.2, 70), dice.uniform(62, 110)]
        if self._days:
            ahead += [dice.uniform(24 * 60 + 1, 25 * 60), dice.uniform(26 * 60, 72 * 60)]
        return int(self._crowd.wire.loop.wall() + MINUTE * dice.choice(ahead))

    def _plan(self, key: str, dice: Random) -> dict[str, Any]:
        """The options of `/night schedule`."""
        given: dict[str, Any] = {"when": self.when(dice), "name": f"Night {key}"}
        if (form := dice.random()) < 0.2:  # a vote
            evenings = sorted({self._moment(dice) for _ in range(dice.randint(2, 5))})
            given["when"] = "; ".join(f"<t:{at}:F>" for at in evenings)
            if dice.random() < 0.7:
                given["decide"] = f"<t:{int(self._crowd.wire.loop.wall() + dice.uniform(30, 600))}:R>"
        elif form < 0.5:
            given["repeat"] = dice.choice(("every week", "every week", "every second week", "every month"))
        if dice.random() < 0.3:
            given["least"] = dice.randint(2, 5)
        if dice.random() < 0.3:
            given["most"] = dice.randint(2, 4)
        if dice.random() < 0.15:
            given["thread"] = True
        if dice.random() < 0.2:
            given["channel"] = dice.choice(self._crowd.places)
        return given

    def _standing(self) -> int:
        """How many announcements people can answer."""
        return sum(
            any(":@host:" in str(component.get("custom_id")) for row in message["components"]
                for component in row["components"])
            for message in self._announcements()
        )  # fmt: skip

    def _announcements(self) -> list[JSON]:
        world = self._crowd.wire.world
        return [
            world.messages[id] for place in self._crowd.places for id in world.history.get(place, [])[-60:]
            if id in world.messages and id not in world.private
            and any(str(c.get("custom_id")).startswith("cr:night:") for row in world.messages[id]["components"]
                    for c in row["components"])
        ]  # fmt: skip

    # ---- what needs no bot -----------------------------------------------------------------

    def _in_the_calendar(self, person: Person, key: str, dice: Random) -> None:
        """Somebody presses **Interested**; or moves, cancels or deletes an event that is theirs to change."""
        crowd, world = self._crowd, self._crowd.wire.world
        (guild,) = world.guilds
        events = [e for e in calendar.coming(world, guild) if e["status"] == calendar.SCHEDULED]
        if not events or person.user not in world.members[guild]:
            return
        event, what = dice.choice(events), dice.random()
        if what < 0.6 or not calendar.may_manage(world, event, person.user):
            yes = person.user not in world.interested.get(event["id"], {})
            crowd.does(key, person, f"presses Interested in {event['name']}" + "" if yes else " again")
            calendar.interest(world, event, person.user, yes)
            return
        try:
            if what < 0.85:
                crowd.does(key, person, f"moves {event['name']} in the calendar")
                by = dice.choice((-600, -60, 60, 300, 3900, *((DAY, 2 * DAY) if self._days else ())))
                calendar.move(world, event, calendar.datetime.fromisoformat(event["scheduled_start_time"])
                              + calendar.timedelta(seconds=by))  # fmt: skip
            elif what < 0.93:
                crowd.does(key, person, f"cancels {event['name']} in the calendar")
                calendar.change(world, event, {"status": calendar.CANCELLED})
            else:
                crowd.does(key, person, f"deletes {event['name']} from the calendar")
                calendar.remove(world, event)
        except ApiError:
            pass  # it would be in the past, say: Discord tells them so

    def _delete_an_announcement(self, person: Person, key: str, dice: Random) -> None:
        world = self._crowd.wire.world
        (guild,) = world.guilds
        if person.user == world.guilds[guild]["owner_id"] and (found := self._announcements()):
            message = dice.choice(found)
            self._crowd.does(key, person, f"deletes {message['content'][:40]!r}")
            posts.delete(world, message)
