"""All words of a game that its rules do not say: one table keyed by move and event, and how its table is laid out.

Each game's cog fills in a `Words`; the host turns views and offers into messages with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, TypeVar

from bot.engine.cards import Card
from bot.engine.controls import suit_order
from bot.engine.cutting import LONGEST_NOTE, Cut, LetDealerCut, Note
from bot.engine.events import Event, Reason
from bot.engine.game import Game
from bot.engine.offers import Move, Offer, verb
from bot.engine.piles import Seat
from bot.engine.places import PlacesPaid
from bot.engine.state import State
from bot.engine.traits import Variants
from bot.engine.view import View
from bot.table.names import escaped
from bot.table.prefs import Prefs
from card_art import scene as art

from .layout import HandLayout, Layout, Outcome, chips_plate, last_move, options_lines, turned
from .results import at_a_point, results, with_losses
from .sentences import Number, Say, Who, say, sentence, times
from .verbs import ButtonStyle, Command, Typed, Verb

Mood = Literal["tricks", "counting", "betting", "rummy", "shedding", "quick", "alone"]
"""What people are in the mood for; `/games` shows the games by it."""


class Standing(NamedTuple):
    """A control that stands under a table without turns for everybody, no matter who may use it now."""

    move: Move | type[Move]
    """What is made by it; only its kind for a menu, and if nothing can be pressed."""
    label: str
    style: ButtonStyle = "secondary"
    enabled: bool = True
    options: tuple[tuple[str, str], ...] = ()
    """Of a menu: label and value."""


def minutes(least: int, most: int) -> str:
    """A time in minutes: "15–30 min"."""
    return f"{least if least == most else f'{least}–{most}'} min"


def title_of(game: Game, options: object) -> str:
    """What is played; of a game that is many, which of them."""
    variants = game.trait(Variants)
    if variants is None:
        return game.title
    return f"{game.title}: {variants.called(options)}"


def _no_presets(view: View, offer: Offer) -> Sequence[tuple[str, int | str]]:
    return ()


def _no_amounts(view: View, offer: Offer) -> Mapping[str, int]:
    return {}


def _by_suit(view: View, c: Card) -> object:
    return suit_order(c)


def _no_notes(view: View) -> Sequence[str]:
    return ()


def _always(options: object) -> bool:
    return True


def nobody_holds(options: object) -> bool:
    """All cards lie on the table, and all moves stand under it (`Words.holds`)."""
    return False


class Trait:
    """Something of its own that a game may have."""


T = TypeVar("T", bound=Trait)
Order = Callable[[View, Card], Any]
"""What a player's own cards are sorted by."""


@dataclass(frozen=True)
class MergedEvents(Trait):
    """Events of a deal that are told in one sentence, which grows with them."""

    merge: Callable[[Sequence[Event]], Sequence[Event]]
    """Those of a deal, as they are announced."""


@dataclass(frozen=True)
class Stages(Trait):
    """A deal goes in stages, as from street to street."""

    now: Callable[[View], object]
    """Any value, another one in every stage."""


@dataclass(frozen=True)
class Underway(Trait):
    """What holds for a while of a match, and stands in the message of the table below its title: its level."""

    lines: Callable[[View, Who, Callable[[int], str]], Sequence[str]]
    """From what everybody sees; the function says when a table time comes: "in 5 minutes"."""


@dataclass(frozen=True)
class OwnAmounts(Trait):
    """Buttons for an amount go by what somebody has chosen for themselves, in their own panel."""

    presets: Callable[[View, Offer, Prefs], Sequence[tuple[str, int]]]
    """As `Words.presets`."""


@dataclass(frozen=True)
class Live(Trait):
    """What a table without turns has besides: controls that stand there for everybody, and answers to presses."""

    standing: Callable[[View, Who], Sequence[Sequence[Standing]]]
    """The controls, row by row, from what everybody sees."""
    now: Callable[[View, Who, Callable[[int], str]], str]
    """What players can do while nobody is waited for; the function says when a table time comes: "in 30 seconds"."""
    gives_way: Mapping[type[Move], type[Move]]
    """Moves that are not drawn while another can be made."""
    judged_by: Mapping[type[Move], tuple[type[Event], ...]]
    """Events, each with its `seat`, of which the first says what came of a move: the press is answered then."""
    replies: Mapping[type[Event], Say]
    """What somebody reads whose press has led to such an event; nobody else reads it."""
    closing: Mapping[type[Event], Say]
    """What takes the place of such a reply when a press on it has led to that event."""
    follow_up: tuple[type[Move], ...]
    """The moves that are offered along with such a reply."""


@dataclass(frozen=True)
class Words:
    """A game's words and layout."""

    game: Game
    verbs: Mapping[type[Move], Verb]
    layout: Callable[[View, Who], Layout]
    outcome: Callable[[View, State, Who], Outcome]
    """From the last view of a deal, and the state that it began from."""
    tagline: str
    rules: tuple[str, ...]
    """The rules in short, a paragraph each; `/rules` adds the options in force."""
    hint: str = "Your cards come by direct message; **My hand** shows them too."
    """For somebody who plays the game for the first time."""
    events: Mapping[type[Event], Say] = field(default_factory=dict)
    """The announcements of events that do not say themselves, or otherwise."""
    reasons: Mapping[type[Reason], Say] = field(default_factory=dict)
    """Why its house player does something, where the reason does not say that itself: behind the move, without a
    capital and a full stop, and with two numbers at most."""
    told_by_picture: tuple[type[Event], ...] = ()
    """What the picture after a deal tells: the text above it does not say it again."""
    told_with_result: tuple[type[Event], ...] = ()
    """What the text above that picture always tells, however much has happened since."""
    holds: Callable[[Any], bool] = _always
    """Whether with these options anybody has cards, or moves, that only they see; otherwise nothing stands behind **My
    hand**."""
    plate: Callable[[View, Who, Seat], art.Seat] = chips_plate
    """A seat on the picture."""
    asks: str | Callable[[View, Seat], str] = "to play"
    """What a seat that is waited for is to do, in two or three words on its plate: "follow ♠". Everybody reads it, so
    it goes by what everybody sees."""
    presets: Callable[[View, Offer], Sequence[tuple[str, int | str]]] = _no_presets
    """Buttons for an amount: label and hundredths of a white. On the table, where several decide by the same buttons, a
    word of `amounts` may stand for the amount of the player who presses."""
    amounts: Callable[[View, Offer], Mapping[str, int]] = _no_amounts
    """What such words come to for a viewer; a word that is missing cannot be pressed by them."""
    notes: Callable[[View], Sequence[str]] = _no_notes
    """Lines beside a player's own cards."""
    order: Order | Mapping[str, Order] = _by_suit
    """What a player's own cards are sorted by. Where people choose that, several by name, the usual first."""
    lies: Callable[[View], HandLayout | None] | None = None
    """How a player's own cards lie where that is no plain row; nothing else is said of their order then."""
    deal: str = "hand"
    """What people call one deal of this game."""
    moods: tuple[Mood, ...] = ()
    """What it is a game for, in `/games`."""
    minutes: tuple[int, int] = (5, 5)
    """How long one deal takes, in minutes: at least and at most."""
    lasts: Callable[[Any], str] | None = None
    """How long a match with these options is, "to 50 points", where it is no number of deals."""
    sample_move_count: int = 10
    """Its picture in `/games` shows a deal of house players after this many moves (`example.at_play`)."""
    slash_options: tuple[str, ...] = ()
    """The three of the game's options that people change, which its slash command takes; all others are behind
    **Options…** in the lobby."""
    pot: str = "pot"
    """What people call the chips that are there to be won; nothing if a house pays and takes."""
    point: str | Callable[[View], str] = "point"
    """What one of the score is called, where it is not chips that count; or what makes that of a view."""
    cloth: art.Cloth = "green"
    red_and_black: bool = False
    """Its cards are told apart by red and black: the deck has two colours then, whatever people have chosen."""
    seats_in_row: int = 0
    """From this many seats on they stand side by side at the foot of the picture all the time, since everybody's cards
    come to lie face up above the plates, or the middle takes the whole width; 0 for never: then they sit around it."""
    counts: Mapping[str, str | Callable[[int, int], str]] = field(default_factory=dict)
    """The game's own counts that `/stats` tells: sentences with `{total}`, the sum over all matches, and `{best}`, the
    best of one, or what makes one of both. All others it keeps to itself; if nothing is said here it tells them all."""
    tally: Callable[[View], str] | None = None
    """What `/score` tells anybody besides: the cards that are gone, where all have seen them go."""
    seat_note: Callable[[View, Seat], str] | None = None
    """What `/score` tells of a seat besides its score, where that alone does not say how it stands: "29 cards"."""
    running: Callable[[View], Sequence[int]] | None = None
    """What the deal has brought each seat so far, where it is added to the scores at its end alone and all may know."""
    odds: Callable[[View], str] | None = None
    """What `/odds` answers to a player who asks."""
    traits: tuple[Trait, ...] = ()
    """What this game has and most have not."""

    def trait(self, kind: type[T]) -> T | None:
        """This trait, if the game has it."""
        return next((each for each in self.traits if isinstance(each, kind)), None)

    @property
    def live(self) -> Live | None:
        """In a game without turns."""
        return self.trait(Live)

    @property
    def orders(self) -> Mapping[str, Order]:
        """By what people may have their own cards sorted; nothing if they have no choice."""
        return {} if callable(self.order) else self.order

    def stage(self, view: View) -> object:
        """How far a deal is, where it goes in stages: every panel shows when one begins."""
        stages = self.trait(Stages)
        return stages.now(view) if stages is not None else None

    def length(self, options: object) -> str:
        """How long a match with these options is: "4 hands", "to 50 points"; and how long it takes, or one deal."""
        return ", ".join(filter(None, (self.goes_on(options), self.takes(options))))

    def goes_on(self, options: object) -> str:
        """How long a match with these options is, without its time; nothing if it goes on as long as people like."""
        if self.lasts is not None:
            return self.lasts(options)
        deals = getattr(options, self.game.length) if self.game.length else 1
        return "" if not deals else f"one {self.deal}" if deals == 1 else times(deals, self.deal)

    def takes(self, options: object) -> str:
        """What a match with these options takes, "15–30 min"; where that is not known, or it never ends, one deal."""
        length = self.game.length_of(options)
        if length is not None and length.minutes is not None:
            return minutes(*length.minutes)
        return f"{minutes(*self.minutes)} a {self.deal}"

    def called(self, view: View, n: int) -> str:
        """What this many of the score are called: "point", "points"."""
        point = self.point(view) if callable(self.point) else self.point
        return times(n, point).split(" ", 1)[1]

    @property
    def next_deal(self) -> str:
        """What the button for the next deal says."""
        return f"Next {self.deal}"

    def verb(self, kind: type[Move]) -> Verb | None:
        """How this move is offered, in this game or in all."""
        return self.verbs.get(kind) or EVERYWHERE.get(kind)

    def question(self, offers: Sequence[Offer]) -> str:
        """The question to a player with these offers: why something waits that everybody sees greyed, otherwise what
        the first one due asks."""
        for offer in offers:
            if offer.greyed and isinstance(why := offer.finish(()), str):
                return why
        due = [o for o in offers if o and not o.optional]
        beside = {verb(o.kind) for o in due}
        asked = (said.asks(o, beside) for o in due if (said := self.verb(o.kind)) is not None)
        return next(filter(None, asked), "It is your turn.")

    def in_order(self, view: View, cards: Iterable[Card], sorted_by: int = 0) -> tuple[Card, ...]:
        """The cards of the viewer's hand, sorted by this one of the game's orders."""
        order = self.order if callable(self.order) else [*self.order.values()][sorted_by % len(self.order)]
        return tuple(sorted(cards, key=lambda c: order(view, c)))

    def as_they_lie(self, view: View, cards: Sequence[Card]) -> list[Card]:
        """Cards of the viewer's hand in the order of their picture; as they are, where people may sort it otherwise."""
        if not callable(self.order):
            return [*cards]
        lies = self.lies(view) if self.lies is not None else None
        lying = lies.cards if lies is not None else self.in_order(view, view.hand)
        place = {c: n for n, c in enumerate(lying)}
        return sorted(cards, key=lambda c: place.get(c, len(place)))

    def stats_lines(self, counts: Mapping[str, tuple[int, int]]) -> list[str]:
        """A member's counts in words: of each the sum over all matches, and the best of one."""
        if not self.counts:
            return [f"{name} {total} (best {best})" for name, (total, best) in counts.items()]
        told: list[str] = []
        for name, how in self.counts.items():
            if name in counts:
                total, best = map(Number, counts[name])
                told.append(how.format(total=total, best=best) if isinstance(how, str) else how(total, best))
        return told

    def announce(
        self, events: Sequence[Event], who: Who, most: int | None = None, *, result: art.Results | None = None
    ) -> list[str]:
        """The sentences for these events, in order; the last ones, if there are more than `most`. Above the picture of
        a `result` its banner stands for everything it tells; what is always told with it has room besides."""
        said: list[tuple[Event, str]] = []
        kept = self.told_with_result if result is not None else ()
        room = -1 if most is None else most
        who = who.said
        merged = self.trait(MergedEvents)
        for event in reversed(merged.merge(events) if merged is not None else events):
            if not room and not kept:
                break
            if (room or type(event) in kept) and (told := self.say(event, who)):
                said.append((event, told))
                room -= type(event) not in kept
        said.reverse()
        if result is None:
            return [told for _, told in said]
        first = next(
            (n for n, (event, _) in enumerate(said) if type(event) in self.told_by_picture), 0
        )  # before it is play
        banner = [f"{escaped(result.banner).rstrip('.!')}."] if result.banner else []
        in_picture = (*self.told_by_picture, PlacesPaid)
        return [*banner, *(told for event, told in said[first:] if type(event) not in in_picture)]

    def say(self, event: Event, who: Who) -> str | None:
        """The sentence for an event; None if nothing is said of it."""
        return say(self.events.get(type(event)) or _ALWAYS_SAID.get(type(event), type(event).says), event, who)

    def why(self, reason: Reason, who: Who) -> str:
        """The sentence for a reason, as it stands behind its move."""
        how = self.reasons.get(type(reason), reason.says)
        return (sentence(how, reason, who) if isinstance(how, str) else how(reason, who)) or ""

    def scene(self, view: View, who: Who, *, later: bool = False) -> art.Scene:
        """The table as this viewer sees it; `later` leaves what takes too long for the event loop to be asked for."""
        made = self.layout(view, who)
        stage = f" · {made.stage}" if made.stage else ""
        seats = [self._seat(view, who, s) for s in turned(view, who)] if made.seats is None else made.seats
        board = made.board
        if board is not None and not later and (question := board.question) is not None:
            board = board.answered(question())
        return art.Scene(
            title=made.title or self.game.title, subtitle=made.subtitle or self._which(view) + stage,
            corner=made.corner, centre=made.centre, seats=tuple(seats), board=board,
            foot=options_lines(view) if made.foot is None else made.foot,
            seats_in_row=0 < self.seats_in_row <= len(seats), inset=made.inset, felt=self._felt(view, who, made),
            style=self._style(who),
        )  # fmt: skip

    def _felt(self, view: View, who: Who, made: Layout) -> tuple[art.FeltPanel, ...]:
        """What stands on the free felt: above all who has moved last."""
        merged = self.trait(MergedEvents)
        events = merged.merge(view.events) if merged is not None else view.events
        moved = last_move(events, who, self.say) if made.moved is True else made.moved or None
        return (moved, *made.felt) if moved is not None else made.felt

    def _seat(self, view: View, who: Who, seat: Seat) -> art.Seat:
        """Its plate, with what it is to do."""
        plate = self.plate(view, who, seat)
        if plate.asks or seat not in view.waits_for:
            return plate
        return replace(plate, asks=self.asks if isinstance(self.asks, str) else self.asks(view, seat))

    def results(self, view: View, before: State, who: Who) -> art.Results:
        """The picture after a deal, from the state that it began from."""
        which, chips = self._which(view), bool(self.game.chips)
        made = self.outcome(view, before, who)
        return results(made, view, before, who, title=self.game.title, which=which, chips=chips, style=self._style(who))

    def _style(self, who: Who) -> art.Style:
        four = who.style.four_colour and not self.red_and_black
        return replace(who.style, cloth=self.cloth, four_colour=four)

    def _which(self, view: View) -> str:
        return f"{self.deal.capitalize()} {view.number + 1}"


def _places_paid(paid: PlacesPaid, who: Who) -> str:
    """What each place has won or lost, the most first."""
    order = sorted((s for s, net in enumerate(paid.net) if net), key=lambda s: -paid.net[s])
    return f"{at_a_point(paid)}: {with_losses(order, paid.net, who) or 'all are equal, and nobody pays'}."


_ALWAYS_SAID: Mapping[type[Event], Say] = {PlacesPaid: _places_paid}
"""What may be told in any game."""


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
    Cut: Verb(
        "Cut…", "primary", public=True, ask="Where do you cut?", typed=Typed(usual=_places),
        command=Command(
            "Cut the pack before the deal: how many cards go to the bottom.", argument="cards", habit=True
        ),
    ),
    LetDealerCut: Verb("Let the dealer cut", public=True),
    Note: Verb("Add a note", public=True, ask="A few words to mix in", typed=Typed(longest=LONGEST_NOTE)),
}  # fmt: skip
