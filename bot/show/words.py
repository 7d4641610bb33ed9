"""All words of a game that its rules do not say: one table keyed by move and event, and how its table is laid out.

Each game's cog fills in a `Words`; the host turns views and offers into messages with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from bot.engine.cards import Card
from bot.engine.controls import kind_of, suit_order
from bot.engine.cutting import LONGEST_NOTE, Cut, LetDealerCut, Note, Noted, WasCut
from bot.engine.game import Game
from bot.engine.offers import Move, Offer
from bot.engine.options import changed
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.state import State
from bot.engine.view import View
from bot.table.names import escaped
from card_art import scene as art

ButtonStyle = Literal["primary", "secondary", "success", "danger"]

SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "*": "★"}


def card_text(c: Card) -> str:
    """A card in a sentence or on a button: `Q♠`, `10♥`."""
    return "Joker" if c.suit == "*" else str(c)[:-1] + SUIT_SIGNS[c.suit]


def cards_text(cards: Sequence[Card]) -> str:
    return " ".join(map(card_text, cards))


def times(n: int, what: str) -> str:
    """ "1 match", "1,024 matches"."""
    many = f"{what}es" if what.endswith(("h", "s")) else f"{what}s"
    return f"{n:,} {what if n == 1 else many}"


@dataclass(frozen=True)
class Verb:
    """How a move is offered."""

    label: str
    """On the button; `{}` stands for the card, amount or name that is chosen."""
    style: ButtonStyle = "secondary"
    at: Callable[[View], str] | None = None
    """The label, where it goes by the stage of play."""
    other: str = "Other…"
    """On the button behind which any other amount is typed."""
    public: bool | Callable[[View], bool] = False
    """The control may stand on the table message: it tells nothing of anybody's cards. Or when that is so."""
    ask: str = ""
    """What the player is asked, as a menu's headline: "Choose three cards to pass to {left}"."""
    parts: Mapping[Any, str] = field(default_factory=dict)
    """Labels of choices that are words."""
    named: Callable[[View], Mapping[Any, str]] | None = None
    """Such labels, where they go by what lies on the table."""
    places: Callable[[range], Sequence[tuple[str, int]]] | None = None
    """Of many numbers, those that a menu lists; any other is typed."""
    whole: Callable[[View, Any], str] | None = None
    """Moves of several choices stand in one menu, each in these words."""
    longest: int = 0
    """Of free text, how many characters there may be."""
    beside: tuple[type[Move], ...] = ()
    """Other moves that are made of the same choice: one menu serves them all, with a button for each."""
    answer: str = ""
    """What is said to whoever pressed it on the table, and to nobody else, where the table shows nothing new; `{}` is
    the label of the choice."""

    gives_way_to: type[Move] | None = None
    """Not drawn while a move of that kind can be made."""
    judged_by: tuple[type[Any], ...] = ()
    """Events, each with its `seat`, of which the first says what came of it: the press is answered then."""


class Standing(NamedTuple):
    """A control that stands under a table without turns for everybody, whoever may use it now."""

    move: Move | type[Move]
    """What is made by it; only its kind for a menu, and where nothing can be pressed."""
    label: str
    style: ButtonStyle = "secondary"
    enabled: bool = True
    options: tuple[tuple[str, str], ...] = ()
    """Of a menu: label and value."""


@dataclass(frozen=True)
class Who:
    """The people at a table, for sentences and pictures."""

    names: tuple[str, ...]
    tags: tuple[tuple[str, ...], ...] = ()
    """HOUSE, AWAY and the like, by seat."""
    viewer: Seat = SPECTATOR
    style: art.Style = field(default_factory=art.Style)
    in_message: bool = False
    """The names are for a message, not for a picture or a button."""

    @property
    def said(self) -> Who:
        """The same people as a message names them."""
        return self if self.in_message else replace(self, names=tuple(map(escaped, self.names)), in_message=True)

    def __call__(self, seat: Seat) -> str:
        return self.names[seat] or f"Seat {seat + 1}"

    def all(self, seats: Sequence[Seat]) -> str:
        """ "Ana, Bo and Cleo"."""
        names = [self(s) for s in seats]
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "nobody"


def _no_presets(view: View, offer: Offer) -> Sequence[tuple[str, int | str]]:
    return ()


def _no_amounts(view: View, offer: Offer) -> Mapping[str, int]:
    return {}


def _by_suit(view: View, c: Card) -> Any:
    return suit_order(c)


def _no_notes(view: View) -> Sequence[str]:
    return ()


def _nothing_now(view: View, who: Who, when: Callable[[int], str]) -> str:
    return ""


Event = Callable[[Any, Who], str | None]
"""What is announced; None keeps quiet."""


@dataclass(frozen=True)
class Words:
    """A game's words and layout."""

    game: Game
    verbs: Mapping[type[Move], Verb]
    events: Mapping[type[Any], Event]
    """What is announced, by the type of the event."""
    scene: Callable[[View, Who], art.Scene]
    results: Callable[[View, State, Who], art.Results]
    """The picture after a deal: the last view of it, the state that it began from, and the people."""
    tagline: str
    hint: str
    """For somebody who plays the game for the first time."""
    rules: tuple[str, ...]
    """The rules in short, a paragraph each; `/rules` adds the options in force."""
    presets: Callable[[View, Offer], Sequence[tuple[str, int | str]]] = _no_presets
    """Buttons for an amount: label and hundredths of a white. On the table, where several decide by the same buttons,
    a word of `amounts` may stand for what it comes to for whoever presses."""
    amounts: Callable[[View, Offer], Mapping[str, int]] = _no_amounts
    """What such words come to for a viewer; a word that is missing cannot be pressed by them."""
    notes: Callable[[View], Sequence[str]] = _no_notes
    """Lines beside a player's own cards."""
    order: Callable[[View, Card], Any] = _by_suit
    """What a player's own cards are sorted by."""
    received: str = "received"
    """The fact, with the seat's number behind it, that names cards to be marked in a hand."""
    deal: str = "hand"
    """What people call one deal of this game."""
    point: str = "point"
    """What one of the score is called, where it is not chips that count."""
    standing: Callable[[View, Who], Sequence[Sequence[Standing]]] | None = None
    """The controls of a game without turns, row by row, from what everybody sees."""
    now: Callable[[View, Who, Callable[[int], str]], str] = _nothing_now
    """What there is to do while nobody is waited for; the function says when a table time comes: "in 30 seconds"."""
    replies: Mapping[type[Any], Callable[[Any, Who], str | None]] = field(default_factory=dict)
    """What somebody reads whose press has led to such an event; nobody else reads it."""
    closing: Mapping[type[Any], Callable[[Any, Who], str]] = field(default_factory=dict)
    """What takes the place of such a sentence when a press on it has led to that event."""
    follow_up: tuple[type[Move], ...] = ()
    """The moves that are offered along with such a reply."""
    counts: Mapping[str, Callable[[int, int], str]] = field(default_factory=dict)
    """The game's own counts that `/stats` tells, from the sum over all matches and the best of one; the others it keeps
    to itself. Where nothing is said here it tells them all."""
    tally: Callable[[View], str] | None = None
    """What `/score` tells anybody besides: the cards that are gone, where all have seen them go."""
    odds: Callable[[View], str] | None = None
    """What `/odds` answers to a player who asks."""

    @property
    def next_deal(self) -> str:
        """What the button for the next deal says."""
        return f"Next {self.deal}"

    def verb(self, kind: type[Move]) -> Verb | None:
        """How this move is offered, in this game or in all."""
        return self.verbs.get(kind) or EVERYWHERE.get(kind)

    def told(self, counts: Mapping[str, tuple[int, int]]) -> list[str]:
        """A member's counts in words: of each the sum over all matches, and the best of one."""
        if not self.counts:
            return [f"{name} {total} (best {best})" for name, (total, best) in counts.items()]
        return [say(*counts[name]) for name, say in self.counts.items() if name in counts]

    def announce(self, events: Sequence[Any], who: Who, most: int | None = None) -> list[str]:
        """The sentences for these events, in order; the last ones, if there are more than `most`."""
        said: list[str] = []
        who = who.said
        for event in reversed(events):
            if len(said) == most:
                break
            say = EVENTS_EVERYWHERE.get(type(event)) or self.events.get(type(event))
            if say is not None and (sentence := say(event, who)):
                said.append(sentence)
        return said[::-1]


# ---- what every game has: the cut ---------------------------------------------------------------


def _places(among: range) -> Sequence[tuple[str, int]]:
    """Where people cut when they do not count."""
    size = among[-1] + 1
    found = (
        ("Near the top", size // 10), ("At a third", size // 3), ("In the middle", size // 2),
        ("At two thirds", 2 * size // 3), ("Near the bottom", size - size // 10),
    )  # fmt: skip
    return [(label, max(among[0], min(among[-1], place))) for label, place in found]


EVERYWHERE: Mapping[type[Move], Verb] = {
    Cut: Verb("Cut…", "primary", public=True, ask="Where do you cut?", places=_places),
    LetDealerCut: Verb("Let the dealer cut", public=True),
    Note: Verb("Add a note", public=True, ask="A few words to mix in", longest=LONGEST_NOTE),
}
EVENTS_EVERYWHERE: dict[type[Any], Event] = {
    Noted: lambda e, who: f"{who(e.seat)} has added a note.",
    WasCut: lambda e, who: f"{who(e.seat)} cut at {e.position}.",
}


# ---- building blocks for scenes ----------------------------------------------------------------


def turned(view: View, who: Who) -> list[Seat]:
    """Seats in the order of the picture: the viewer at the bottom, the others clockwise."""
    first = who.viewer if 0 <= who.viewer < view.seats else 0
    return [(first + i) % view.seats for i in range(view.seats)]


def seat_scene(view: View, who: Who, seat: Seat, line: str, *, hand: bool = True, **more: Any) -> art.Seat:
    """A seat's plate with what every game has: name, tags, whose turn, dealer, cards."""
    waiting = seat in view.waits_for
    ready = seat in view.facts.get("ready", ())
    tags = [*(["TO PLAY"] if waiting else []), *(["READY"] if ready else []), *(who.tags[seat] if who.tags else ())]
    if seat not in view.players and "EMPTY" not in tags:
        tags.append("OUT")
    held = view.pile(f"hand {seat}") if hand else ()
    if seat == who.viewer:
        held = tuple(None for _ in held)  # one's own cards lie below, large
    usual: dict[str, Any] = {
        "name": who(seat), "line": line, "tags": tuple(dict.fromkeys(tags)), "active": waiting,
        "dealer": seat == view.dealer, "dim": seat not in view.players, "hand": held, "bet": view.wagers[seat],
        "number": seat,
    }  # fmt: skip
    return art.Seat(**(usual | more))


def options_lines(view: View) -> tuple[str, ...]:
    """The options that are not at their default, for the corner of the picture."""
    return tuple(changed(view.options)[:3])


def hand_of(view: View, offers: Sequence[Offer], words: Words, chosen: Sequence[Card] = ()) -> art.Hand | None:
    """The viewer's own cards: sorted, the playable ones raised while a card is asked for."""
    cards = sorted(view.hand, key=lambda c: words.order(view, c))
    if not cards:
        return None
    among: set[Card] = set()
    asked = False
    for offer in offers:
        if offer.blind or offer.optional:
            continue
        said = words.verb(offer.kind)
        if said is not None and said.gives_way_to is not None:
            continue
        first = [p for p in offer.next(()) if isinstance(p, Card) and p in cards] if _asks_cards(offer) else []
        asked = asked or bool(first)
        among.update(first)
    received = set(view.facts.get(f"{words.received} {view.viewer}", ()))
    return art.Hand(
        cards=tuple(cards),
        legal=frozenset(n for n, c in enumerate(cards) if c in among) if asked else None,
        marked=frozenset(n for n, c in enumerate(cards) if c in received),
        chosen=frozenset(n for n, c in enumerate(cards) if c in chosen),
        notes=tuple(words.notes(view)),
    )


def _asks_cards(offer: Offer) -> bool:
    return kind_of(offer, 0) == "card"
