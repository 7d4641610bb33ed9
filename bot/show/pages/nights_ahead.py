"""What the host of a night reads and fills in before it: which moment is meant, how the announcement will be, what can
be changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.amounts import whites
from bot.store import Night
from bot.table.names import escaped
from bot.table.rising import HOW

from ..controls.components import Button, Rows
from ..controls.control_id import BUTTON, MEANT, ControlId, button_id
from ..controls.forms import Choice, Form, Part, TextField
from ..messages.invitations import SCOPE
from ..words import night_terms
from ..words.dates import day_and_hour, lettered

DESK = "announce"
"""In the table's place of the ids of what is asked before something is announced or changed."""
WHEN, NAME, BUY_IN, LEAST, MOST = "when", "name", "buy_in", "least", "most"


def question(text: str, moments: Sequence[int], id: str, zone: str, now: int) -> tuple[str, Rows]:
    """Which of these moments (ms) is meant; `id` is what is asked for."""
    called = lettered(moments, zone, now)
    lines = [text, *(f"**{label[0]}** · <t:{at // 1000}:F>" for at, label in called.items())]
    buttons = tuple(
        Button(button_id(DESK, 0, "@moment", f"{id}.{at // 1000}"), label, "primary") for at, label in called.items()
    )
    return "\n".join(lines), (buttons,)


def preview(name: str, moments: Sequence[int], again: str, decides: int | None, where: str, zone: str,
            games: str, id: str) -> tuple[str, Rows]:  # fmt: skip
    """How a night will be announced, with what is laid down about its `games`, as Discord shows its moments to the
    reader, before they press **Announce**."""
    title = f"**{escaped(name)}**"
    if decides is None:
        at = moments[0] // 1000
        lines = [f"{title} in {where}: <t:{at}:F> (<t:{at}:R>){f', {again}' if again else ''}."]
    else:
        lines = [f"{title} in {where}; which evening is voted on:", *(f"• <t:{at // 1000}:F>" for at in moments)]
        lines.append(f"The best one is fixed <t:{decides // 1000}:R>, on <t:{decides // 1000}:F>.")
    lines += [f"{games}."] if games else []
    lines.append(f"-# You see your own time; it was read by the clock of {zone}. If it is right, press **Announce**.")
    return "\n".join(lines), ((Button(button_id(DESK, 0, "@announce", id), "Announce", "success"),),)


def host_sheet(night: Night, again: str, zone: str, now: int) -> tuple[str, Rows]:
    """What its host may change about a night."""
    at = night.starts // 1000
    when = "which evening is voted on" if night.decides is not None else f"<t:{at}:F>"
    least, most = night.least, night.most
    people = ", ".join([*([f"from {least} people"] if least else []), *([f"at most {most}"] if most else [])])
    lines = [
        f"**{escaped(night.name)}**: {when}{f', {again}' if again else ''}, with a buy-in of "
        f"{whites(night.terms['buy_in'])}{f', {people}' if people else ''}.",
        *([f"{games}."] if (games := night_terms.told(night.terms)) else []),
    ]
    change = [Button(button_id(SCOPE, 0, "@change", night.id), "Change…")]
    if again:
        change.append(Button(button_id(SCOPE, 0, "@change-all", night.id), "Change all that follow…"))
    off = "Skip this one" if again else "Call it off"
    ends = [Button(button_id(SCOPE, 0, "@call-off", night.id), off, "danger")]
    if again:
        ends.append(Button(button_id(SCOPE, 0, "@stop", night.id), "Stop the series", "danger"))
    return "\n".join(lines), ((*change, *ends),)


def sure(night: Night, verb: str, question: str, yes: str) -> tuple[str, Rows]:
    """Asks whether it is meant."""
    meant = ControlId(BUTTON, SCOPE, 0, verb, night.id, MEANT)
    return question, ((Button(str(meant), yes, "danger"),),)


def form(night: Night, zone: str, now: int) -> Form:
    """What may be changed about an announced night, as it stands; while its evening is voted on, that stays."""
    fields = [] if night.decides is not None else [
        TextField(WHEN, "When", day_and_hour(night.starts, zone, now), f"By the clock of {zone}.", "friday 8pm"),
    ]  # fmt: skip
    return Form("Change the night", (
        *fields,
        TextField(NAME, "Name", night.name, longest=60),
        TextField(BUY_IN, "Buy-in", whites(night.terms["buy_in"]), "For the whole night, in whites.", "100", 20),
        TextField(LEAST, "At least", str(night.least or ""), "How many you need; empty if it does not matter.", "4", 2,
                  required=False),
        TextField(MOST, "At most", str(night.most or ""), "Others wait for a place; empty for no limit.", "8", 2,
                  required=False),
    ))  # fmt: skip


def games_form(terms: Mapping[str, Any]) -> Form:
    """What a night's host, or its server, lays down about its games, as it stands."""
    return Form("The games of the night", games_parts(terms))


def games_parts(terms: Mapping[str, Any], prefix: str = "") -> tuple[Part, ...]:
    """Its fields; their ids begin with the `prefix`."""
    now = night_terms.written(terms)
    return (
        TextField(f"{prefix}{night_terms.ONLY}", "What may be named", now[night_terms.ONLY],
                  "Games, or families of them; all for every game.", "poker, stud and draw games", 200, required=False),
        TextField(f"{prefix}{night_terms.LASTS}", "How long a game lasts", now[night_terms.LASTS],
                  "Unless its dealer says otherwise: an orbit, 6 hands, 20 minutes.", "an orbit", 20, required=False),
        Choice(f"{prefix}{night_terms.RISING}", "The stakes",
               tuple((often, f"Rise {how}" if often != "off" else "Stay as they are") for often, how in HOW.items()),
               now[night_terms.RISING], "They rise as in a freezeout, and a buy-in follows."),
    )  # fmt: skip


def other_day(night: Night) -> Form:
    """To which day a night goes that too few have come to."""
    return Form("Another day", (TextField(WHEN, "When", "", "For example: friday 8pm.", "friday 8pm"),))
