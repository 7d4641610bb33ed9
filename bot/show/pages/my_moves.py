"""**My moves**: how somebody has decided in a match that is over, for them alone.

First what all their decisions came to, then those that cost most, each with the table as it was to them then. Where the
reader stands is written in the controls, and what is shown is kept, so that they work after a restart.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from bot.engine import codec
from bot.engine.deal import Deal
from bot.engine.game import Game
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.engine.view import View, view
from bot.house.judging import judges
from bot.store import Deal as StoredDeal
from bot.store.reviews import Review
from bot.table import reviewing
from bot.table.errors import Rejected
from bot.table.restore import OtherRules, rebuilt
from card_art import scene as art

from ..controls import hints
from ..controls.components import Button, Menu, Option, Rows
from ..controls.control_id import button_id, menu_id
from ..controls.labels import Labels
from ..messages.alt import Picture, alt
from ..messages.page import MessageContent
from ..messages.panel import hand_of
from ..words.game import Words, title_of
from ..words.sentences import Who, times
from ..words.verbs import ButtonStyle
from . import replays

TURN, TRY = "@moves-page", "@moves-try"
"""What the controls are called that turn pages, and the menu of other moves."""
_PLACE = re.compile(r"(\d{1,6})\.([0-3])")
WORKING = "Working out what your moves were worth …"
LATER = "The card room is busy just now: your moves are worked out a little later, and come here."
FORGOTTEN = "Nothing is kept of your moves any more; press **My moves** again."
NOTHING = "You had nothing to decide that can be weighed."
NOTHING_LOST = "Nothing that you did cost anything worth speaking of."
MOST_OPTIONS = 25
_NO_PICTURE = art.Scene(title="", seats=(art.Seat(name=""),))
"""Of a message that goes without one."""


class Place(NamedTuple):
    """Where somebody looks: a match of a table, counted from 1, and a page; the first one is 0."""

    match: int
    page: int = 0

    def __str__(self) -> str:
        return f"{self.match}.{self.page}"

    @classmethod
    def read(cls, text: str) -> Place:
        """From the argument of a control. Raises Rejected if it is none."""
        if (found := _PLACE.fullmatch(text)) is None:
            raise Rejected("That button is not known any more.")
        return cls(int(found[1]), int(found[2]))


@dataclass(frozen=True)
class Played:
    """A match that is over, as one of its players looks back on it."""

    table: str
    place: Place
    game: Game
    options: object
    words: Words
    style: art.Style
    review: Review
    deals: Mapping[int, StoredDeal]
    """By their numbers, those of the decisions that cost most."""
    hands: Sequence[int]
    """The numbers of all deals that stand, in order."""

    @property
    def title(self) -> str:
        return title_of(self.game, self.options)

    def cost(self, worth: float) -> str:
        """ "4.2 points", "0.35 chips"."""
        figure = f"{worth:.2f}" if worth < 0.95 else f"{worth:.1f}" if worth < 99.5 else f"{worth:,.0f}"
        figure = figure.rstrip("0").rstrip(".") if "." in figure else figure
        return f"{figure} {self.one if figure == '1' else f'{self.one}s'}"

    @property
    def one(self) -> str:
        """What is counted, one of it."""
        return "chip" if judges(self.game, self.options) == "whites" else "point"

    def hand_of(self, decision: Mapping[str, Any]) -> str:
        """ "Hand 3"."""
        number = decision["deal"]
        place = self.hands.index(number) + 1 if number in self.hands else 0
        return f"{self.words.deal.capitalize()} {place}" if place and len(self.hands) > 1 else ""


def in_words(text: str, rows: Rows = ()) -> MessageContent:
    """A message without a picture."""
    return MessageContent(text, _NO_PICTURE, "", rows, bare=True)


# ---- the first page ------------------------------------------------------------------------------


def summary(of: Played) -> MessageContent:
    """What all decisions came to."""
    found = of.review.found
    decisions, dear = found["decisions"], reviewing.dearest(of.review)
    lines = [f"**{of.title}** · my moves"]
    if decisions:
        as_the_club = sum(d["club"] for d in decisions)
        were = "was" if as_the_club == 1 else "were"
        lines.append(f"**{as_the_club} of {times(len(decisions), 'decision')}** {were} as a club player's.")
    else:
        lines.append(NOTHING)
    lines += [_dealt(of, found["luck"])] if found["luck"] is not None else []
    if dear:
        lines.append(_COST_MOST[len(dear) - 1])
        lines += [_told(of, n, d) for n, d in enumerate(dear, 1)]
    elif decisions:
        lines.append(NOTHING_LOST)
    if found["deals"] < found["of"]:
        many = times(found["of"], of.words.deal)
        lines.append(f"-# Only {found['deals']} of {many} could be looked at.")
    rows: Rows = ((_turns(of, 1, "Show me ▶", "primary"),),) if dear else ()
    return in_words("\n".join(lines), rows)


_COST_MOST = ("The one that cost you:", "The two that cost you:", "The three that cost most:")


def _dealt(of: Played, luck: float) -> str:
    if abs(luck) < 0.5:
        return "You were dealt about as well as on average."
    return f"You were dealt {of.cost(abs(luck))} {'better' if luck > 0 else 'worse'} than average."


def _told(of: Played, n: int, decision: Mapping[str, Any]) -> str:
    """One of those that cost most, in a line."""
    then = _then(of, decision)
    where = of.hand_of(decision)
    if then is None:
        return f"{n}. {where or 'A decision'}: about {of.cost(decision['cost'])}"
    played, better = then.called(decision["played"]), then.called(decision["better"])
    gained = f"about +{of.cost(decision['cost'])}"
    return f"{n}. {f'{where}: ' if where else ''}{played}; better was {better}, worth {gained}"


# ---- one decision --------------------------------------------------------------------------------


class Then(NamedTuple):
    """The table as it was to somebody who had to decide."""

    game: Game
    seen: View
    who: Who
    offers: Sequence[Offer]
    words: Words
    picture: Picture

    def called(self, dumped: Sequence[Any]) -> str:
        """A move as its button has it."""
        return f"**{self.plainly(dumped)}**"

    def plainly(self, dumped: Sequence[Any]) -> str:
        move: Move = codec.load_move(self.game, dumped)
        offer = next((o for o in self.offers if o.kind is type(move)), None)
        if offer is None:
            return str(dumped[0]).replace("-", " ").capitalize()
        return hints.called(move, offer, Labels(self.words, self.seen, self.who.said)).removeprefix("Play ")


def _then(of: Played, decision: Mapping[str, Any]) -> Then | None:
    """None if its deal cannot be played again."""
    stored: StoredDeal | None = of.deals.get(decision["deal"])
    seat: Seat = decision["seat"]
    if stored is None:
        return None
    try:
        deal = rebuilt(of.game, of.options, stored).as_it_was(decision["row"])
    except OtherRules:
        return None
    return seen_then(of, deal, seat, json.loads(stored.start))


def seen_then(of: Played, deal: Deal, seat: Seat, start: Mapping[str, Any]) -> Then:
    """A deal as this seat sees it; `start` is its header."""
    seen = view(deal, seat)
    who = replays.people(start, seen.seats, of.style, seat)
    made = replays.picture_of(of.game, deal, seen, who, of.words)
    offers = deal.offers(seat)
    picture: Picture = (made, hand_of(seen, offers, of.words)) if isinstance(made, art.Scene) else made
    return Then(of.game, seen, who, offers, of.words, picture)


def decision(of: Played, tried: int | None = None) -> MessageContent:
    """One of the decisions that cost most; with what another move was worth that is `tried`. Raises Rejected."""
    dear = reviewing.dearest(of.review)
    page = of.place.page
    if not 0 < page <= len(dear):
        raise Rejected("That page is not there any more.")
    shown = dear[page - 1]
    then = _then(of, shown)
    if then is None:
        raise Rejected(f"That {of.words.deal} is not kept any more.")
    why = reviewing.reason(shown["why"])
    because = f": {of.words.why(why, then.who.said)}" if why is not None else ""
    facts = " · ".join(filter(None, (f"**{of.title}**", of.hand_of(shown), f"decision {page} of {len(dear)}")))
    lines = [
        facts,
        f"You chose {then.called(shown['played'])}. Better was {then.called(shown['better'])}, worth about"
        f" +{of.cost(shown['cost'])}{because}.",
    ]
    worths = shown["worths"][:MOST_OPTIONS]
    if tried is not None and 0 <= tried < len(worths):
        lines.append(_worth(of, then, shown, tried))
    text = "\n".join(lines)
    return MessageContent(text, then.picture, alt(then.picture, text), _rows(of, then, shown, len(dear), tried))


def _worth(of: Played, then: Then, shown: Mapping[str, Any], tried: int) -> str:
    """What another move was worth, beside the best and beside what was played."""
    move, worth = shown["worths"][tried]
    best = shown["worths"][0][1]
    called = then.called(move)
    if best - worth < reviewing.LEAST:
        return f"{called}: there was nothing better."
    less = f"{called} is worth about {of.cost(best - worth)} less than {then.called(shown['better'])}"
    saved = shown["cost"] - (best - worth)
    if move == shown["played"] or abs(saved) < reviewing.LEAST:
        return f"{less}."
    return f"{less}, and {of.cost(abs(saved))} {'more' if saved > 0 else 'less'} than what you chose."


def _rows(of: Played, then: Then, shown: Mapping[str, Any], pages: int, tried: int | None) -> Rows:
    page = of.place.page
    moves = [(then.plainly(move), n) for n, (move, _) in enumerate(shown["worths"][:MOST_OPTIONS])]
    options = tuple(Option(label[:100], str(n), n == tried) for label, n in sorted(moves))
    menu = Menu(menu_id(of.table, 0, TRY, str(of.place)), "Try again: choose another move", options)
    back = _turns(of, page - 1, "◀ Back")
    return ((menu,), (back, *((_turns(of, page + 1, "Next ▶", "primary"),) if page < pages else ())))


def _turns(of: Played, page: int, label: str, style: ButtonStyle = "secondary") -> Button:
    return Button(button_id(of.table, 0, TURN, str(of.place._replace(page=page))), label, style)
