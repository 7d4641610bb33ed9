"""What leaves the process of a table at one moment: plain data, made while the table is locked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from bot.engine.cards import Card
from bot.engine.piles import Seat
from bot.table.names import escaped
from card_art import scene as art

from ..controls.components import Rows
from .alt import Picture, alt

NOT_DRAWN = "-# The picture cannot be drawn just now; in words:"
"""By this line a panel without its picture is known, too."""
ABOVE = "How it ended stands in the table's message."
"""And by this one."""
LONGEST = 2000
"""Characters of a message."""


@dataclass(frozen=True, slots=True)
class MessageContent:
    """One message."""

    text: str
    picture: Picture
    alt: str
    rows: Rows = ()
    stage: Any = None
    """At a table without turns: the controls of one stage never stand under the picture of another."""
    aside: str = ""
    """What a panel says instead where it lies under the table's message, which shows the same result; nothing while
    there is none."""
    bare: bool = False
    """It goes without its picture."""
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
        """The same where the picture cannot be drawn: what it shows is told below the text."""
        told = f"{self.text}\n{NOT_DRAWN}\n{escaped(self.alt)}"
        return replace(self, text=told if len(told) <= LONGEST else f"{told[: LONGEST - 1]}…")

    def answered(self, answer: Any) -> MessageContent:
        """The same with what has been worked out, in the picture and in words."""
        match self.picture:
            case (scene, hand):
                picture: Picture = (scene.answered(answer), hand)
            case art.Scene() as scene:
                picture = scene.answered(answer)
            case _:
                return self
        return replace(self, picture=picture, alt=alt(picture))


class Hand(NamedTuple):
    """What makes somebody's panel worth writing again."""

    cards: tuple[Card | None, ...]
    turn: int | None
    """The number of the decision that they are waited for."""
    until: int
    """By when, on the wall; 0 while the table is paused."""
    paused: bool
    asked: bool = False
    """Somebody would like to take a move back, and waits for this person's answer."""
    cut: bool | None = None
    """Whether they may cut; None if there is nothing to cut."""
    leaves: bool = False
    """They get up when this deal is over, unless they stay after all."""
    lapses: int = 0
    """How many turns running have run out on them."""
    undo: bool = False
    """They have just made a move that may be taken back."""
    may: bool = False
    """They may do something while all looks on at what stands."""

    @property
    def lasting(self) -> Hand:
        """What changes only when a panel is worth writing again."""
        return self._replace(until=0, lapses=0, undo=False)

    def worth_writing(self, then: Hand) -> bool:
        """Whether a panel that was written `then` is to be written again: something lasting has changed, or anything
        at all where its owner must decide or has let a turn run out."""
        return self != then and (self.turn is not None or self.lapses > then.lapses or self.lasting != then.lasting)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table as everybody may see it at one moment."""

    version: int
    public: MessageContent
    private: Mapping[int, MessageContent]
    """By user, for those at the table who have a panel open that this concerns; may be for others, too."""
    hands: Mapping[int, Hand]
    """By user, while a match is on."""
    deal: int
    """How many deals have begun: the table message is posted afresh for each."""
    phase: str
    live: bool = False
    """There are no turns, or a game is to be named: each panel is as worth showing as the table."""
    turns: frozenset[tuple[Seat, int]] = frozenset()
    """Who is waited for as far as everybody knows, and the number of the decision."""
    shuffles: int = 0
    """How many times the running deal has been shuffled anew."""
    prelude: tuple[Picture, ...] = ()
    """What everybody sees one after the other before they see the table: a shuffle, or chips that are laid out."""
    laid: int = 0
    """How many times chips have been laid out."""
    moment: int = 0
    """The number of the moment that the table stands still for; 0 while it does not."""
    stage: Any = None
    """How far the deal is, where it goes in stages: the street, and whether the hands are compared."""

    @property
    def people(self) -> Iterable[int]:
        """Everybody who sits at the table."""
        return dict.fromkeys((*self.hands, *self.private))

    def decides(self, user: int) -> bool:
        """Whether somebody is waited for, or may act at any time."""
        now = self.hands.get(user)
        return self.live or (now is not None and (now.turn is not None or now.asked or now.may or now.cut is True))

    def concerns(self, user: int, before: Snapshot | None, *, beside: bool = False) -> bool:
        """Whether a private panel must be written: its owner must decide or has decided, wherever that was, or is asked
        something; their cards have changed, or the stage of play. One that lies open `beside` the table shows its
        moments, too, and no **Undo** that is over. Whose turn it is otherwise no panel says, so that none is wrong."""
        now = self.hands.get(user)
        if before is None:
            return True
        if now is not None and now.cut is False:
            return False  # the panel comes with the cards
        if self.live:
            return user not in self.private or self.private[user] != before.private.get(user)
        then = before.hands.get(user)
        if before.phase != self.phase:
            return True
        if now is None or then is None:
            return now is not None
        if beside and ((self.moment and self.moment != before.moment) or (then.undo and not now.undo)):
            return True
        return self.stage != before.stage or now.worth_writing(then)
