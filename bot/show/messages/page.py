"""A message of a table, and what all of them have in common, whatever is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from bot.engine.buy_in import called, pennies
from bot.engine.deal import Beat, Deal
from bot.engine.events import Event
from bot.engine.facts import PAID_AT
from bot.engine.piles import Seat
from bot.engine.randomness import DIGITS
from bot.engine.traits import Reading
from bot.engine.view import View
from bot.store import Counted
from bot.table import hints, lasting, money, undo
from bot.table.names import escaped
from bot.table.open_table import OpenTable
from bot.table.state import BETWEEN, CLOSED, DEAL, OVER, PICK
from card_art import scene as art

from ..controls.components import Control, Rows
from ..controls.table_controls import SEALED, for_panel, for_table, out_of_chips, sealed
from ..words import played
from ..words.game import Live, MergedEvents, Underway, Words, title_of
from ..words.sentences import Who
from . import cutting, dealers_choice, lesson_over, stacks
from .alt import Picture, alt
from .countdown import countdown
from .counted import with_counted
from .endings import broken_off, match_end
from .first_times import FirstTime

NOT_DRAWN = "-# The picture cannot be drawn just now; in words:"
"""By this line a panel without its picture is known, too."""
ABOVE = "How it ended stands in the table's message"
"""And by this one."""
MOST_LINES = 5
"""Of what is played, in the middle of a table without cards."""
MOST_NEWS = 3
"""Sentences about what has just happened."""
UNSEALED = "table.png"
"""What a picture is called in which no deal is."""
LONGEST = 2000
"""Characters of a message."""
LESSON_OVER = "The lesson is over, and nothing of it counts."
_MATCH_OVER = "The match is over, and `/leaderboard` counts it. Press **Rematch** for another{}."


@dataclass(frozen=True, slots=True)
class MessageContent:
    """One message."""

    text: str
    picture: Picture
    alt: str
    rows: Rows = ()
    stage: object = None
    """At a table without turns: the controls of one stage never stand under the picture of another."""
    aside: str = ""
    """What a panel says instead where it lies under the table's message, which shows the same result; nothing while
    there is none."""
    bare: bool = False
    """It goes without its picture."""
    file: str = UNSEALED
    """What the file of its picture is called: by this the seal of the deal in it is published (rules/dealing.md,
    section 3)."""
    first: FirstTime | None = field(default=None, compare=False)
    """What it tells its reader for the first time; its words are in the text."""
    question: art.Question | None = field(init=False, compare=False)
    """What is to be worked out, beside the event loop, before this is shown; None if nothing is."""

    def __post_init__(self) -> None:
        scene = self.picture[0] if isinstance(self.picture, tuple) else self.picture
        asked = scene.board.question if isinstance(scene, art.Scene) and scene.board is not None else None
        object.__setattr__(self, "question", asked)

    @property
    def below(self) -> MessageContent:
        """The same under the table's message: no result stands there twice."""
        return replace(self, text=self.aside, aside="", bare=True) if self.aside else self

    @property
    def in_words(self) -> MessageContent:
        """The same where the picture cannot be drawn: what it shows is told below the text, and so is the name that
        its file would have."""
        digits = self.file.removesuffix(".png")
        seal = f"-# {SEALED} {digits}\n" if self.file != UNSEALED and digits not in self.text else ""
        told = f"{self.text}\n{seal}{NOT_DRAWN}\n{escaped(self.alt)}"
        return replace(self, text=told if len(told) <= LONGEST else f"{told[: LONGEST - 1]}…")

    def counted(self, found: Sequence[Counted], reader: int | None) -> MessageContent:
        """The same, where it shows the end of a match, with what that has done to people's records."""
        if not isinstance(self.picture, art.MatchEnd):
            return self
        picture = with_counted(self.picture, found, reader)
        return replace(self, picture=picture, alt=alt(picture, self.text))

    def answered(self, answer: object) -> MessageContent:
        """The same with what has been worked out, in the picture and in words."""
        match self.picture:
            case (scene, hand):
                picture: Picture = (scene.answered(answer), hand)
            case art.Scene() as scene:
                picture = scene.answered(answer)
            case _:
                return self
        return replace(self, picture=picture, alt=alt(picture, self.text))


@dataclass(frozen=True, slots=True)
class Page:
    """A message in the making: its table, and the people there as its reader sees them."""

    s: OpenTable
    words: Words
    every: Mapping[str, Words]
    """The words of all games: the next one of a night may be any."""
    who: Who
    seat: Seat | None
    """Whose panel it is; None for the table message."""
    title: str
    """What is played, and how far it is; empty before the first deal."""
    played: str
    """What is played, in one line, for those who do not see it on the picture."""
    now: int
    """Table time."""
    cut: bool
    """Whether the deal waits for its cut."""
    at_hand: tuple[Seat, int] | None
    """Who may take back the move that they have just made, and where it stands in the log."""

    @property
    def user(self) -> int | None:
        """The person whose panel it is."""
        return self.s.chairs[self.seat].user if self.seat is not None else None

    def takes_back(self, seat: Seat) -> int | None:
        """Where the move stands in the log that this seat may take back; None if there is none."""
        return self.at_hand[1] if self.at_hand is not None and self.at_hand[0] == seat else None

    @property
    def live(self) -> Live | None:
        """What has the controls that stand under the table for everybody; None if there are none now."""
        s = self.s
        return self.words.live if s.phase == DEAL and not s.paused and not self.cut else None

    def buttons(self) -> list[Control]:
        """What may be pressed besides moves."""
        if self.s.phase == PICK:
            return dealers_choice.controls(self.s, self.every, self.user)
        if self.seat is None:
            return for_table(self.s, self.every, cut=self.cut)
        return for_panel(self.s, self.every, self.seat)

    # ---- the picture ---------------------------------------------------------------------

    def scene(self, seen: View) -> art.Scene:
        """The table; before the pack has an order, the cut."""
        s, words = self.s, self.words
        if s.phase == DEAL and self.cut:
            return cutting.scene(seen, self.who, s.game.title, f"{words.deal.capitalize()} {seen.number + 1}")
        scene = words.scene(seen, self.who, later=True)
        scene = replace(scene, played=self.played, subtitle=self._how_far(scene.subtitle, seen))
        return _in_pennies(scene) if pennies(s.options) else scene

    def _how_far(self, subtitle: str, seen: View) -> str:
        """A table's subtitle with how much is left of a night's game in place of the number of the hand: "hand 3 of 6",
        "12 minutes left"."""
        s, length = self.s, self.s.game.length
        if s.night is None or s.phase not in (DEAL, BETWEEN) or (s.phase == BETWEEN and s.night.until):
            return subtitle
        left = lasting.left(s.night, seen.number + 1, getattr(s.options, length, None) or 0 if length else 0, s.now())
        if not left:
            return subtitle
        *before, last = subtitle.split(" · ")
        if last.lower() != f"{self.words.deal} {seen.number + 1}":
            return f"{subtitle} · {left}" if s.night.until else subtitle
        return " · ".join([*before, left if s.night.until else f"{last} {left}"])

    def result(self, seen: View) -> art.Results | None:
        """What the deal that is shown has come to; None while it goes on."""
        deal = self.s.shown
        if deal is None or deal.after is None or self.s.phase not in (BETWEEN, OVER, PICK, CLOSED):
            return None
        made = self.words.results(*stacks.as_it_lies(self.s, seen, deal.state), self.who)
        return replace(made, subtitle=self._how_far(made.subtitle, seen))

    def settled(self, seen: View) -> art.Results | None:
        """The same of a deal in which all is paid and some may still do something: shown beside what is asked."""
        deal = self.s.shown
        if deal is None or self.s.phase != DEAL or not seen.has(PAID_AT):
            return None
        made = self.words.results(seen, deal.state, self.who)
        return replace(made, subtitle=self._how_far(made.subtitle, seen))

    def end(self, seen: View, result: art.Results | None) -> art.MatchEnd | None:
        """How the match has ended of which this is the last deal; None while it goes on."""
        deal = self.s.shown
        if result is None or deal is None:
            return None
        seen, _ = stacks.as_it_lies(self.s, seen, deal.state)  # who has bought chips since has had them all along
        end = match_end(self.s, self.words, seen, self.who, result)
        return with_counted(end, self.s.counted or (), self.user) if end is not None else None

    def broken_off(self) -> art.MatchEnd | None:
        """How a match stood that was broken off; None if no deal of it was played to the end."""
        deal = self.s.shown if self.s.shown is not None and self.s.shown.after is not None else self.s.highlight_deal
        end = broken_off(self.s, self.words, deal, self.who) if deal is not None else None
        return with_counted(end, self.s.counted or (), self.user) if end is not None else None

    def empty_table(self, seats: Sequence[art.Seat], note: str) -> art.Scene:
        """The table without cards: what is played there, who sits there, and a line in its middle."""
        s = self.s
        what, *more = played.parts(self.words, s.options, money.buy_in(s) if s.for_chips else None, seats=False)
        lines = (art.Lines(tuple(more[1 : 1 + MOST_LINES])),) if more[1:] else ()
        return art.Scene(
            title=what, subtitle=more[0] if more else "", played=self.played, corner=("♣ ♦ ♥ ♠",),
            seats=tuple(seats) or (art.Seat(name="Empty chair", dim=True),), centre=(art.Note(note), *lines),
        )  # fmt: skip

    def stage(self, seen: View) -> object:
        """At a table without turns, what its controls belong to."""
        s = self.s
        if not s.game.real_time:
            return None
        return s.phase, s.deals_begun, seen.facts.get("stage"), seen.facts.get("board number")

    # ---- lines ---------------------------------------------------------------------------

    def whose_turn(self, seen: View) -> str:
        """Who is waited for, and until when."""
        s, who, live = self.s, self.who.said, self.words.live
        if self.cut:
            until = cutting.until(s)
            return cutting.line(seen, who) + (f" The dealer does it <t:{until // 1000}:R>." if until else "")
        waiting = [*seen.waits_for]
        if not waiting or not s.turns:
            return live.now(seen, who, partial(countdown, s)) if live else ""
        until = None if {*waiting} <= {*s.automatic} else s.time_is_up()
        said = f"Waiting for {who.all(waiting)}." if len(waiting) > 1 else f"{who(waiting[0])} to play."
        return f"{said} {time_is_up(until, bank=s.on_bank())}".rstrip()

    def underway(self, seen: View) -> list[str]:
        """What holds of the match for a while; nothing of most games."""
        underway = self.words.trait(Underway)
        if underway is None:
            return []
        return [*underway.lines(seen, self.who.said, partial(countdown, self.s))]

    def what_is_next(self) -> list[str]:
        """What comes after a deal that is over."""
        s, words = self.s, self.words
        match s.phase:
            case "between":
                return [*self._next_deal(words), *out_of_chips(s, self.who)]
            case "over" if s.lesson is not None:
                return [LESSON_OVER, *lesson_over.lines(s, words)]
            case "over":
                again = s.for_chips and s.game.knockout(s.options)
                price = f", {called(money.buy_in(s), s.options)} to enter" if again else ""
                return [_MATCH_OVER.format(price), *self.hints_taken(), *out_of_chips(s, self.who)]
            case "pick":
                return [*self.hints_taken(), *dealers_choice.lines(s, self.who, self.every, self.user)]
        return []

    def _next_deal(self, words: Words) -> list[str]:
        if self.s.lesson is not None:
            return [f"Press **{words.next_deal}** when you have seen enough."]
        if self.s.next_at is None:
            return []
        seconds, s = round(self.s.result_stands / 1000), self.s
        now = "when all press" if s.game.has(Reading) and len(s.asked_for_next) > 1 else "now with"
        return [f"The next {words.deal} begins after {seconds} seconds, or {now} **{words.next_deal}**."]

    def paused(self) -> list[str]:
        """Why nothing goes on; nothing while all does."""
        return [f"⏸ {self.s.paused}"] if self.s.paused else []

    def undo(self) -> str:
        """The question whether a move is taken back, or its outcome; empty as a rule."""
        s, who = self.s, self.who.said
        if s.undo is None:
            return s.notice
        return f"{who(s.undo.seat)} asks to take the last move back; {who.all(undo.missing(s))} must agree."

    def asks_for_hints(self) -> str:
        """The question whether hints may be taken; empty as a rule."""
        if self.s.asks_for_hints is None or (seat := hints.asker(self.s)) is None:
            return ""
        who = self.who.said
        return f"{who(seat):asks} for hints, as a house player would play; {who.all(hints.missing(self.s))} must agree."

    def hints_taken(self) -> list[str]:
        """How many hints each has taken in the match that is over; nothing if nobody has."""
        found: Counter[str] = Counter()
        for one in (*self.s.gone, *(chair for chair in self.s.chairs if chair.user is not None)):
            found[escaped(one.name)] += one.hints
        said = [f"{name} {count:,}" for name, count in found.items() if count]
        return [f"Hints taken: {', '.join(said)}."] if said else []

    def queue(self, deal: str = "deal") -> str:
        """Who waits to be dealt in, or for a seat, the first first; nothing if nobody does."""
        s, lines = self.s, list[str]()
        waiting = [s.chairs[seat] for seat in s.newcomers]
        if s.phase == DEAL and (new := [chair.said for chair in waiting if not chair.looks_on]):
            lines.append(f"Dealt in with the next {deal}: {', '.join(new)}.")
        if look_on := [chair.said for chair in waiting if chair.looks_on and not chair.empty]:
            lines.append(f"Dealt in with the next game: {', '.join(look_on)}.")
        if s.queue:
            lines.append(f"In the queue: {', '.join(escaped(name) for _, name in s.queue)}.")
        return " ".join(lines)

    @property
    def file(self) -> str:
        """What a picture of the deal that is shown is called: by the digits that are published of its seal."""
        seal = self.s.shown.seal if self.s.shown is not None and self.s.lesson is None else None
        return f"{seal.commit[:DIGITS]}.png" if seal is not None else UNSEALED

    def sealed(self) -> str:
        """A line with the seal of a deal that is over; while it goes on its picture is called by it."""
        return sealed(self.s) if self.s.phase != DEAL else ""


def news(deal: Deal, seen: View, words: Words, who: Who, result: art.Results | None = None) -> list[str]:
    """What has just happened, in sentences for the viewer: no more than MOST_NEWS, unless the newest row alone has led
    to more. Above the picture of a `result` its banner, and what that does not tell.

    Everything that one row of the log has led to is told together, or not at all. While a moment stands, only that is
    told, and after it until there is something new; otherwise what has come since the last one."""
    if (
        words.trait(MergedEvents) is not None or result is not None
    ):  # what belongs together is told in one sentence there
        return words.announce(seen.events, who, MOST_NEWS, result=result)
    found: list[str] = []
    who = who.said  # once, not for each row: in a race hundreds of them have led to nothing that is told
    by_clock, earlier, looked_at = False, False, seen.moment
    for events, beat in _newest_first(deal, seen.viewer):
        said = words.announce(events, who) if events else []
        too_much = len(said) + len(found) > MOST_NEWS or seen.moment or (earlier and not beat.decided)
        if said and found and (too_much or (looked_at and not by_clock)):
            break
        found = [*said, *found]
        looked_at = looked_at or beat.stood
        by_clock = by_clock or bool(said and not beat.decided)
        earlier = earlier or bool(beat.decided and found)
        if len(found) >= MOST_NEWS or (beat.decided and by_clock) or (beat.stood and found and not said):
            break
    return found


def _newest_first(deal: Deal, viewer: Seat) -> Iterator[tuple[Sequence[Event], Beat]]:
    """What each row has led to, as far as this viewer may know."""
    until = len(deal.table.events)
    for beat in reversed(deal.beats):
        yield [event for event, to in deal.table.events[beat.first : until] if viewer in to], beat
        until = beat.first


def title(s: OpenTable, words: Words, deal: Deal) -> str:
    """What is played, and how far it is."""
    if s.night is not None:
        return dealers_choice.title(s, s.night, words.deal, deal)
    lesson = "teaching table · " if s.lesson is not None else ""
    return f"**{title_of(s.game, deal.options)}** · {lesson}{words.deal} {deal.table.state.number + 1}"


def time_is_up(until: int | None, *, bank: bool = False) -> str:
    """When a turn clock, or then a time bank, runs out, on the wall in ms; nothing if none runs."""
    if until is None:
        return ""
    return f"{'Time bank: time' if bank else 'Time'} is up <t:{until // 1000}:R>."


def own_turn(seen: View, *, real_time: bool) -> View:
    """What a panel shows of whose turn it is: its owner's own. It is not written again for the others'."""
    return seen if real_time or seen.viewer in seen.waits_for else replace(seen, waits_for=())


def _in_pennies(scene: art.Scene) -> art.Scene:
    """The same with a cent for every white."""
    centre = tuple(replace(piece, pennies=True) if isinstance(piece, art.Pot) else piece for piece in scene.centre)
    return replace(scene, pennies=True, centre=centre)
