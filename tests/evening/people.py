"""People: they see what Discord shows them, and press and type, sensibly, late, twice, and otherwise."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from bot.local.client_rules import Refused, walk
from bot.local.payloads import JSON
from bot.local.world import Event

from .hosts import OFTEN, Hosts
from .wire import Wire

NAMES = ("Ana", "Bo", "Cleo", "Dev", "Ed *the* `{0}`", "Flo_o_ @everyone")
"""The first four live in the local Discord; the others have names that are no names."""

CONTROL = re.compile(r"c[rm]:([a-z0-9]+):\d+:([@?!]?@?[a-z-]+):")
UNTIL = re.compile(r"<t:(\d+):R>")
SELDOM = {
    "@close": 0.02, "@leave": 0.2, "@house": 0.3, "@hand": 0.1, "propose-end": 0.05, "@join": 0.15, "@next": 0.5,
    "@start": 0.5, "@partner": 0.1, "!@leave": 0.3, "@more": 0.15, "@cut": 0.5, "@undo": 0.4,
    "@pause": 0.02, "!@close": 0.1, "@keep": 0.5, "@void": 0.02, "!@void": 0.3,
}  # fmt: skip
"""How much less than others these are pressed, where no nights are ahead."""
TEXTS = ("{9}", "{0}", "bet 9999999999999999", "", "QS", "bet ½", "x" * 300, "fold", "pass", "1", "2½", "all", "-5",
         "none", "<@1> _a_ **b** `c`", "{}", "%s", "pot", "½", "0", "10", "100")  # fmt: skip
BOXES = 22
COMMANDS = {
    "play": 20.0, "hand": 4.0, "moves": 2.0, "score": 3.0, "night start": 2.0, "night end": 0.3, "night pick": 2.0,
    "table undo": 4.0, "table pause": 1.0, "table resume": 2.0, "table close": 0.2, "table join": 2.0,
    "table take": 2.0, "table leave": 1.0, "table rebuy": 1.0, "night rebuy": 1.0,
    "table cut": 1.0, "bank give": 2.0, "records erase": 0.4,
    "cardroom channel": 0.05, "cardroom game": 0.1, "cardroom show": 0.5, "cardroom defaults": 0.3,
    "cardroom bar": 0.05, "cardroom unbar": 0.3, "cardroom role": 0.05,
}  # fmt: skip
"""How often a command is typed; what is not named here counts 0.4."""
TABLES = 4
"""How many tables are open at once at most."""
NO_TABLES = ("night", "announce")
"""What stands in the place of a table's name where nights are announced."""


class Act(NamedTuple):
    """Something that somebody has sent to the bot."""

    user: str
    at: float
    what: str
    """A command as it is typed, or the id of a control or a form."""


class Person:
    """Somebody with two hands and two windows. Each of their acts has dice of its own, so that leaving one out does not
    change the others."""

    def __init__(self, crowd: Crowd, name: str, user: str) -> None:
        self.crowd, self.name, self.user = crowd, name, user
        self._pauses = Random(f"{crowd.seed} {name} pauses")
        self._acts = 0
        self.forms: list[JSON] = []

    async def live(self) -> None:
        """Do something now and then, as long as the evening lasts."""
        while True:
            await self.crowd.back(self._pauses)
            pause = self._pauses.expovariate(0.7) if self.crowd.lively else self._pauses.uniform(20, 100)
            await asyncio.sleep(pause)
            for _ in range(1 if self._pauses.random() < 0.93 else 2):  # in two windows at once
                self._acts += 1
                key = f"{self.name} {self._acts}"
                if self.crowd.asleep:
                    return
                if self.crowd.wire.gateway.listener() and not self.crowd.left_out(self.name, key):
                    self._act(key, Random(f"{self.crowd.seed} {key}"))

    # ---- what to do ------------------------------------------------------------------------

    def _act(self, key: str, dice: Random) -> None:
        crowd, place = self.crowd, dice.choice(self.crowd.places)
        if self.forms and dice.random() < 0.9:
            self._fill(key, dice, place, self.forms.pop(0))
            return
        if crowd.hosts is not None and dice.random() < crowd.ahead:
            crowd.hosts.act(self, key, dice, place)
            return
        if not (tables := crowd.tables()) or (len(tables) < TABLES and dice.random() < 0.02):
            self._open(key, dice, place)
        elif dice.random() < 0.06:
            self._command(key, dice, place)
        elif dice.random() < crowd.how_often:
            crowd.some_command(self, key, dice, place, crowd.often)
        elif (found := self._controls(place)) and found:
            weights = [self._weight(verb) for verb, _, _ in found]
            _, message, component = dice.choices(found, weights)[0]
            self._press_later(key, dice, message, component)

    def _weight(self, verb: str) -> float:
        """How often people press this, beside others that they see."""
        seldom = SELDOM.get(verb, 1.0)
        return OFTEN.get(verb, seldom) if self.crowd.hosts is not None else seldom

    def _controls(self, place: str) -> list[tuple[str, JSON, JSON]]:
        """What this person sees that can be pressed."""
        crowd = self.crowd
        direct = [c["id"] for c in crowd.wire.world.channels.values() if c["type"] == 1 and self._is_mine(c)]
        return [
            (known[2], message, component)
            for channel in (*crowd.places, *crowd.threads(), *direct)
            for message in crowd.newest(channel, self.user)
            for component in walk(message["components"])
            if (known := CONTROL.match(str(component.get("custom_id")))) and not component.get("disabled")
        ]

    def _is_mine(self, channel: JSON) -> bool:
        return channel["recipients"][0]["id"] == self.user

    def _press_later(self, key: str, dice: Random, message: JSON, component: JSON) -> None:
        """Most presses come at once; some when what was seen is gone, some just when the time is up, some twice."""
        loop = self.crowd.wire.loop
        wait = 0.0
        if (until := UNTIL.search(message["content"])) and dice.random() < 0.2:
            wait = int(until[1]) - loop.wall() + dice.uniform(-0.2, 1.1)
        elif dice.random() < 0.1:
            wait = dice.expovariate(0.5)
        wait = wait if 0 < wait < 120 else 0.0
        if dice.random() < 0.06 and (due := self.crowd.due(component["custom_id"])) is not None:
            # Just when something is due at that table, in a moment in which the machine is busy.
            wait = max(0.0, due - loop.now - dice.uniform(0.0, 0.08))
            loop.call_at(max(loop.now, due - 0.01), loop.stall, dice.uniform(0.02, 0.06))
        data: JSON = {"custom_id": component["custom_id"], "component_type": component["type"]}
        if component["type"] != 2:
            options = [option["value"] for option in component.get("options", [])]
            count = dice.randint(max(1, component.get("min_values", 1)), max(1, component.get("max_values", 1)))
            data["values"] = dice.sample(options, min(len(options), count))
        told = f"presses {component.get('label') or component.get('placeholder')!r} ({component['custom_id']})"
        for again in range(2 if dice.random() < 0.04 else 1):
            after = wait + again * dice.uniform(0.0, 0.3)
            place, on = message["channel_id"], message["id"]
            loop.call_later(after, self._begin, key, told, place, 3, data, on)

    def _fill(self, key: str, dice: Random, place: str, form: JSON) -> None:
        fields = [self._entered(field, dice) for field in walk(form["components"]) if "custom_id" in field]
        data = {"custom_id": form["custom_id"], "components": [{"type": 18, "component": f} for f in fields]}
        self._begin(key, f"fills in {form['custom_id']}", form.get("channel", place), 5, data)

    def _entered(self, field: JSON, dice: Random) -> JSON:
        """What somebody makes of a field: often what stands there is left as it is."""
        made: JSON = {"type": field["type"], "custom_id": field["custom_id"]}
        values = [option["value"] for option in field.get("options", [])]
        if field["type"] == BOXES:
            return {**made, "values": dice.sample(values, dice.randint(0, len(values)))}
        if values:
            return {**made, "value": dice.choice(values)}
        if field.get("value") and dice.random() < 0.7:
            return {**made, "value": field["value"]}
        if field["custom_id"] == "when" and self.crowd.hosts is not None:
            return {**made, "value": self.crowd.hosts.when(dice)}
        return {**made, "value": dice.choice((*TEXTS, "1", "2", "5"))}

    # ---- what is typed ---------------------------------------------------------------------

    def _open(self, key: str, dice: Random, place: str) -> None:
        crowd = self.crowd
        if crowd.nights and dice.random() < 0.3:
            crowd.some_command(self, key, dice, place, "night start")
            if dice.random() < 0.3:  # somebody has the same idea
                other = dice.choice(crowd.people)
                crowd.some_command(other, key, dice, place, "night start")
            return
        name, _, given = dice.choice(crowd.games).partition(":")
        options = dict(pair.split("=") for pair in given.split("&")) if given else None
        crowd.some_command(self, key, dice, place, name, options)

    def _command(self, key: str, dice: Random, place: str) -> None:
        paths = self.crowd.commands()
        weights = [COMMANDS.get(path, 0.4) for path in paths]
        self.crowd.some_command(self, key, dice, place, dice.choices(paths, weights)[0])

    def type(self, key: str, place: str, path: str, options: list[JSON], *, completing: bool = False) -> str | None:
        """Send a slash command, or ask what may be chosen in it. Returns the nonce."""
        first, *more = path.split()
        for step in reversed(more):
            options = [{"name": step, "type": 1, "options": options}]
        said = " ".join(f"{o['name']}:{o.get('value')}" for o in walk_options(options))
        told = f"{'is typing' if completing else 'types'} /{path} {said}"
        return self._begin(key, told, place, 4 if completing else 2, {"name": first, "options": options})

    def _begin(self, key: str, told: str, place: str, kind: int, data: JSON, message: str | None = None) -> str | None:
        """What the person does reaches Discord."""
        crowd = self.crowd
        if crowd.asleep:
            return None
        crowd.presses += 1
        nonce = str(crowd.presses)
        try:
            crowd.wire.interactions.begin(self.user, place, nonce, kind, data, message)
        except (Refused, KeyError):
            return None  # it went away under the finger, or Discord's client would not send it
        crowd.wire.note("person", key, place, kind, data, message)
        crowd.acts.append(Act(self.user, crowd.wire.loop.now, data.get("custom_id") or _path(data)))
        crowd.tell(key, f"{self.name} {told} in {crowd.place_name(place)}")
        return nonce


def _path(data: JSON) -> str:
    """A command as it is typed, without its options."""
    inner = next((option for option in data.get("options") or [] if "options" in option), None)
    return f"{data['name']} {_path(inner)}" if inner is not None else data["name"]


def walk_options(options: list[JSON]) -> Iterator[JSON]:
    """The options of a command, without its groups."""
    for option in options:
        if "options" in option:
            yield from walk_options(option["options"])
        else:
            yield option


class Crowd:
    """Everybody, and what all of them see."""

    def __init__(self, wire: Wire, seed: int, games: list[str], people: int, nights: bool,
                 left_out: Callable[..., bool], tell: Callable[[str, str], None],
                 due_at: Callable[[str], float | None]) -> None:  # fmt: skip
        self.wire, self.seed, self.games, self.nights = wire, seed, games, nights
        self.left_out, self.tell, self._due_at = left_out, tell, due_at
        self.presses, self.lively = 0, True
        self.asleep = False
        """Whether nobody does anything unprompted any more."""
        self.often, self.how_often = "table undo", 0.02
        """What somebody types besides, and how often."""
        self.hosts: Hosts | None = None
        """What people do about nights ahead, where they do."""
        self.ahead = 0.0
        """How often they do that, among all that they do."""
        self.away = False
        """Whether hardly anybody does anything, for hours or for days."""
        self._back = asyncio.Event()
        self.acts: list[Act] = []
        """All that was sent to the bot."""
        world = wire.world
        guild = next(iter(world.guilds))
        for name in NAMES[4:]:
            world.join(guild, world.add_user(name)["id"])
        manager = world.role(guild, "Managers")
        members = [user for user in world.members[guild] if user != world.bot_id]
        world.change_member(guild, members[1], roles=[manager])
        self.people = [Person(self, name, user) for name, user in zip(NAMES, members, strict=True)][:people]
        self.places = [c["id"] for c in world.channels.values() if c.get("guild_id") == guild]
        self._known: dict[str, JSON] = {}
        self._waiting: dict[str, Callable[[list[JSON]], None]] = {}
        self._by_user = {person.user: person for person in self.people}
        world.listeners.append(self._hear)

    def _hear(self, event: Event) -> None:
        if event.t == "MODAL" and event.to in self._by_user:
            self._by_user[event.to].forms.append(event.d)
        elif event.t == "CHOICES" and (then := self._waiting.pop(event.d["nonce"], None)) is not None:
            then(event.d["choices"])

    def look_ahead(self, how_often: float, *, days: bool) -> None:
        """From now on people announce nights; some of them in a voice channel's chat."""
        self.hosts, self.ahead = Hosts(self, days=days), how_often
        world = self.wire.world
        (guild,) = world.guilds
        self.places.append(world.add_channel(guild, "evenings", type=2)["id"])

    def go(self) -> None:
        """Everybody goes away, and looks in now and then."""
        self.away = True

    def return_(self) -> None:
        """Everybody comes back."""
        self.away = False
        self._back.set()
        self._back = asyncio.Event()

    async def back(self, pauses: Random) -> None:
        """Until everybody is back, or this one looks in before."""
        if self.away:
            with suppress(TimeoutError):
                async with asyncio.timeout(pauses.uniform(600, 40_000)):
                    await self._back.wait()

    def does(self, key: str, person: Person, what: str) -> None:
        """Somebody does what needs no bot."""
        self.wire.note("person", key, what)
        self.tell(key, f"{person.name} {what}")

    # ---- what everybody sees ---------------------------------------------------------------

    def newest(self, channel: str, user: str | None) -> list[JSON]:
        """The last messages of a channel that this user sees, and those above on which something can be pressed; None
        sees what is public."""
        world, found = self.wire.world, list[JSON]()
        for n, id in enumerate(reversed(world.history.get(channel, [])[-60:])):
            if world.private.get(id, user) == user and id in world.messages:
                message = world.messages[id]
                if n < 8 or (message["components"] and id not in world.private):
                    found.append(message)
        return found[::-1][-12:]

    def threads(self) -> list[str]:
        return [c["id"] for c in self.wire.world.channels.values() if "thread_metadata" in c]

    def tables(self) -> list[str]:
        """The names of the tables at which something can be pressed."""
        found: dict[str, None] = {}
        for place in (*self.places, *self.threads()):
            for message in self.newest(place, None):
                for component in walk(message["components"]):
                    known = CONTROL.match(str(component.get("custom_id")))
                    if known is not None and known[1] not in NO_TABLES:
                        found[known[1]] = None
        return list(found)

    def due(self, custom_id: str) -> float | None:
        """When something is due at the table of this control, if that is soon: in seconds of the evening."""
        known = CONTROL.match(custom_id)
        due = self._due_at(known[1]) if known else None
        return due if due is not None and 0 < due - self.wire.loop.now < 90 else None

    def place_name(self, place: str) -> str:
        channel = self.wire.world.channels.get(place, {})
        return f"#{channel['name']}" if channel.get("name") else "a direct message"

    # ---- commands --------------------------------------------------------------------------

    def commands(self) -> list[str]:
        """All commands by what is typed."""
        if not self._known:
            for command in self.wire.world.every_command():
                if command["type"] == 1:
                    self._know(command["name"], command)
        return list(self._known)

    def _know(self, path: str, command: JSON) -> None:
        inner = [o for o in command.get("options") or [] if o["type"] in (1, 2)]
        for each in inner:
            self._know(f"{path} {each['name']}", each)
        if not inner:
            self._known[path] = command

    def some_command(self, person: Person, key: str, dice: Random, place: str, path: str,
                     given: dict[str, Any] | None = None) -> None:  # fmt: skip
        """Type a command with options that might be; sometimes one of them is chosen from what the bot proposes."""
        self.commands()
        if (command := self._known.get(path)) is None:
            return
        options: list[JSON] = []
        completed: JSON | None = None
        for option in command.get("options") or []:
            if given is not None:
                if option["name"] in given:
                    options.append({"name": option["name"], "type": option["type"], "value": given[option["name"]]})
                continue
            if not option.get("required") and dice.random() < (0.9 if path in self._game_names() else 0.5):
                continue
            value = self._value(option, dice)
            options.append({"name": option["name"], "type": option["type"], "value": value})
            if option.get("autocomplete") and dice.random() < 0.7:
                completed = options[-1]
        if completed is None:
            person.type(key, place, path, options)
            return
        typed = [{**o, "focused": True, "value": ""} if o is completed else o for o in options]
        nonce = person.type(key, place, path, typed, completing=True)
        later = dice.uniform(0.2, 3.0)

        def chosen(choices: list[JSON]) -> None:
            value = dice.choice(choices)["value"] if choices and dice.random() < 0.9 else dice.choice(TEXTS)
            whole = [{**o, "value": value} if o is completed else o for o in options]
            self.wire.loop.call_later(later, person.type, key, place, path, whole)

        if nonce is not None:
            self._waiting[nonce] = chosen

    def _game_names(self) -> set[str]:
        return {game.partition(":")[0] for game in self.games}

    def _value(self, option: JSON, dice: Random) -> Any:
        if option.get("choices"):
            return dice.choice(option["choices"])["value"]
        match option["type"]:
            case 4:
                return dice.randint(option.get("min_value", 0), min(option.get("max_value", 30), 10_000))
            case 5:
                return dice.random() < 0.5
            case 6:
                return dice.choice(self.people).user
            case 7:
                return dice.choice(self.places)
            case _:
                if option["name"] == "answer":
                    return dice.choice(("in", "Maybe", "OUT", *TEXTS[:2]))
                if option["name"] in ("when", "decide") and self.hosts is not None:
                    return self.hosts.when(dice)
                return dice.choice([*self.tables(), *TEXTS] if option["name"] == "table" else TEXTS)
