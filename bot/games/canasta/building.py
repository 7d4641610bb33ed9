"""What may be laid, taken and thrown, built group by group: legality, and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from bot.engine.cards import Card, card
from bot.engine.offers import M_co, Mixed, Move, Offer, OneOf
from bot.engine.quoting import quoted
from bot.engine.randomness import Stream

from . import melds as m
from .hand import Turn
from .melds import Group, Held, Out
from .moves import Discard, GoOut, Meld, TakePile

KEEP = 2
"""What a meld leaves in hand: a card to discard, and one to keep."""


class Building(Offer[M_co, Group]):
    """Groups of a hand that go down in one act. Whatever of it can be worked out is worked out when somebody asks."""

    grouped = True
    leading = 0
    """How many groups come first; the others may come in any order."""
    stale = "Your cards have changed; look at your hand again."

    def __init__(self, turn: Turn) -> None:
        self.turn, self.h = turn, turn.h

    @cached_property
    def held(self) -> Held:
        return m.counted(self.h.hands[self.turn.seat])

    @property
    def melds(self) -> dict[int, Group]:
        return self.h.melds[self.turn.side]

    @cached_property
    def minimum(self) -> int:
        """What this act must count: nothing once the side has a meld."""
        return 0 if self.melds else self.h.minimum(self.turn.side)

    @property
    def throws(self) -> bool:
        """Whether a discard follows."""
        return not self.h.ends

    @property
    def keep(self) -> int:
        return KEEP if self.throws else KEEP - 1

    def down(self, parts: Sequence[Group]) -> list[Group]:
        """What lies on the table by these choices; the upcard too, if there is one."""
        return [*parts]

    def left(self, parts: Sequence[Group]) -> Held:
        """What is in hand afterwards."""
        return m.without(self.held, parts)

    # ---- one group, and all of them ------------------------------------------------------

    def why_no_group(self, parts: Sequence[Group], group: Group) -> str | None:
        """Why this group cannot go down beside those, in a sentence."""
        if any(other.rank == group.rank for other in parts):
            return f"One group of each rank; put the {m.named(group.rank)}s together."
        return m.why_no_group(group, m.without(self.held, parts), self.melds.get(group.rank))

    def groups(self, parts: Sequence[Group]) -> Iterator[Group]:
        """What can go down beside those, whether or not that ends well."""
        held, chosen = m.without(self.held, parts), {group.rank for group in parts}
        for rank in (*m.RANKS, m.THREE):
            if rank not in chosen and (held[rank] or rank in self.melds):
                yield from m.groups_of(rank, held, self.melds.get(rank))

    def why_not(self, parts: Sequence[Group]) -> str | None:
        """Why these groups, each of which can go down, are not an act, in a sentence."""
        left, down = self.left(parts), self.down(parts)
        if why := self._why_too_little(down, left):
            return why
        return self._why_not_left(left, down)

    def _why_too_little(self, down: Sequence[Group], left: Held) -> str | None:
        total = sum(group.points for group in down)
        if total >= self.minimum:
            return None
        if not self.h.t.options.concealed_minimum and self._goes(left, down):
            return None
        return (
            f"That counts {total}; the first meld of your side must reach {self.minimum}: {self.minimum - total} more."
        )

    def _goes(self, left: Held, down: Sequence[Group]) -> bool:
        """Whether this is the last act: nothing is left, or a card to throw."""
        enough = m.canastas(m.with_all(self.melds, down)) >= self.h.need
        return enough and sum(left) <= (1 if self.throws else 0) and self.turn.right != "no"

    def _why_not_left(self, left: Held, down: Sequence[Group]) -> str | None:
        n = sum(left)
        if self.turn.right == "no":
            if n >= self.keep and not any(group.rank == m.THREE for group in down):
                return None
            tries = self.tries_out and not n and self._enough(down)
            return None if tries else "Your partner has said no: you may not go out in this turn."
        if any(group.rank == m.THREE for group in down) and not self._goes(left, down):
            return "Black threes are melded only as the last act of going out."
        if self.turn.right != "must" and n >= self.keep:
            return None
        if self.way_out(left, down) is not None:
            return None
        if self.turn.right == "must":
            return "Your partner has said yes: after that you could not go out in this turn."
        return self._why_not_so_few(n, m.with_all(self.melds, down))

    def _enough(self, down: Sequence[Group]) -> bool:
        return m.canastas(m.with_all(self.melds, down)) >= self.h.need

    def _why_not_so_few(self, n: int, melds: m.Melds) -> str:
        leaves = "no card" if not n else "one card"
        needed = "a canasta" if self.h.need == 1 else "two canastas"
        why = "you could not get rid of it" if m.canastas(melds) >= self.h.need else f"going out takes {needed}"
        keep = "two cards, one to discard and one to hold" if self.throws else "one card"
        return f"That would leave you {leaves}, and {why}: keep {keep}."

    def way_out(self, left: Held, down: Sequence[Group]) -> Out | None:
        return m.way_out(left, m.with_all(self.melds, down), self.h.need, throws=self.throws)

    # ---- choices -------------------------------------------------------------------------

    def reaches(self, parts: tuple[Group, ...]) -> bool:
        """Whether these groups are an act, or some more make them one."""
        if parts and self.why_not(parts) is None:
            return True
        down, left, unlaid = self.down(parts), self.left(parts), m.without(self.held, parts)
        below = sum(left) - sum(unlaid)
        if self._leaves_nothing(down, unlaid, below):
            return True
        if any(group.rank == m.THREE for group in down):
            return False
        if self.minimum:
            total, closed = sum(group.points for group in down), [group.rank for group in down]
            if total + m.most(unlaid, 0, closed) < self.minimum:
                return False
            if self.turn.right != "must":
                best = m.most(unlaid, max(0, self.keep - below), closed)
                if best and total + best >= self.minimum:
                    return True
            if self.turn.right == "no" or self.way_out(left, down) is None:
                return False
        elif parts:
            return False
        return any(self.reaches((*parts, group)) for group in reversed([*self.groups(parts)]))

    def _leaves_nothing(self, down: Sequence[Group], unlaid: Held, below: int) -> bool:
        """Whether more groups make these the last act, after which nothing is left, or a card to throw."""
        thrown = (1 if self.throws and self.turn.right != "no" else 0) - below
        if thrown < 0 or (self.turn.right == "no" and not self.tries_out):
            return False
        least = self.minimum if self.h.t.options.concealed_minimum else 0
        least -= sum(group.points for group in down)
        melds, closed = m.with_all(self.melds, down), [group.rank for group in down]
        found = m.way_out(unlaid, melds, self.h.need, throws=thrown > 0, least=least, closed=closed)
        return bool(found and found.groups)

    @property
    def tries_out(self) -> bool:
        """Strict: somebody who was told no may try to go out, and pays for it."""
        return self.h.strict and not self.turn.tried_out

    def next(self, parts: Sequence[Group]) -> Collection[Group]:
        begun = tuple(parts)
        return [group for group in self.groups(begun) if self.reaches((*begun, group))]

    def finish(self, parts: Sequence[Group]) -> M_co | str:
        if not parts:
            return self._why_none() if not self else "Choose the cards of a meld."
        return self.why_not(parts) or self.kind(tuple(parts))

    def _why_none(self) -> str:
        """Why nothing can go down at all."""
        if self.minimum:
            most = m.most(self.held, 0)
            if not most:
                return "You hold no meld."
            if most < self.minimum:
                return (
                    f"Your melds count {most} at most; the first of your side must reach {self.minimum}: "
                    f"{self.minimum - most} more."
                )
        return "There is nothing that you could lay down now."

    def __bool__(self) -> bool:
        return self._any

    @cached_property
    def _any(self) -> bool:
        return self.reaches(())

    def refusal(self, move: Move) -> str | None:
        chosen = move.parts
        for n, group in enumerate(chosen):
            if type(group) is not Group:
                return "That is no group of cards."
            if why := self.why_no_group(chosen[:n], group):
                return why
        made = self.finish(chosen)
        return made if isinstance(made, str) else None

    def why_not_here(self, parts: Sequence[Group], part: object) -> str:
        group = part if isinstance(part, Group) else m.read_group(str(part))
        if isinstance(group, str):
            return group
        return self.why_no_group(parts, group) or self.why_not((*parts, group)) or "Choose another group."

    def sample(self, stream: Stream, steps: int = 2000) -> M_co | None:
        """Some move: groups at random for as long as they are no act, and for a while after that."""
        parts: tuple[Group, ...] = ()
        while True:
            made = self.finish(parts)
            if not isinstance(made, str) and not stream.below(2):
                return made
            among = [*self.groups(parts)]
            while among and steps > 0:
                group = among.pop(stream.below(len(among)))
                steps -= 1
                if self.reaches((*parts, group)):
                    parts = (*parts, group)
                    break
            else:
                return None if isinstance(made, str) else made

    def moves(self, parts: tuple[Group, ...] = ()) -> Iterator[M_co]:
        """Each set of groups once, in the order of their ranks."""
        if parts and not isinstance(made := self.finish(parts), str):
            yield made
        for group in self.next(parts):
            if len(parts) <= self.leading or m.ORDER.index(group.rank) > m.ORDER.index(parts[-1].rank):
                yield from self.moves((*parts, group))


class Laying(Building[Meld]):
    """Melds of the hand, after the draw."""

    kind = Meld


class Taking(Building[TakePile]):
    """The pile: the first group goes down with the upcard, others beside it, and what lies below comes into hand."""

    kind = TakePile
    leading = 1

    @cached_property
    def upcard(self) -> Card:
        return self.h.discards.top

    @cached_property
    def below(self) -> Held:
        """What is under the upcard and comes into hand. Its red threes are laid."""
        return m.counted([*self.h.discards][:-1])

    def down(self, parts: Sequence[Group]) -> list[Group]:
        if not parts:
            return []
        first, *others = parts
        return [first._replace(naturals=first.naturals + 1), *others]

    def left(self, parts: Sequence[Group]) -> Held:
        return [n + more for n, more in zip(m.without(self.held, parts), self.below, strict=True)]

    @cached_property
    def blocked(self) -> str | None:
        """Why nobody could take it."""
        if m.is_wild(self.upcard):
            return "A wild card lies on top: the pile cannot be taken."
        if self.upcard.rank == m.THREE:
            return "A black three lies on top: the pile cannot be taken now."
        return None

    @property
    def frozen(self) -> bool:
        return self.h.frozen_for(self.turn.side)

    def why_no_group(self, parts: Sequence[Group], group: Group) -> str | None:
        if self.blocked:
            return self.blocked
        return super().why_no_group(parts, group) if parts else self._why_not_first(group)

    def _why_not_first(self, group: Group) -> str | None:
        name, rank = m.named(self.upcard.rank), self.upcard.rank
        meld = self.melds.get(rank)
        if group.rank != rank:
            return f"The {name} on top comes first: name the cards that go down with it."
        if group.naturals < m.NATURALS and self.frozen:
            return f"The pile is frozen: it takes two natural {name}s from your hand."
        if meld and self.frozen and not self.h.t.options.frozen_join:
            return f"The pile is frozen, and your side has a meld of {name}s: only a new one takes it."
        return m.why_no_group(group, self.held, meld, upcard=1)

    def groups(self, parts: Sequence[Group]) -> Iterator[Group]:
        if parts:
            yield from super().groups(parts)
        elif not self.blocked:
            meld = self.melds.get(self.upcard.rank)
            if meld and self.frozen and not self.h.t.options.frozen_join:
                return
            for group in m.groups_of(self.upcard.rank, self.held, meld, upcard=1):
                if group.naturals >= m.NATURALS or not self.frozen:
                    yield group

    @cached_property
    def _any(self) -> bool:
        return any(self.reaches((group,)) for group in self.groups(()))

    @property
    def _tries(self) -> bool:
        """Strict: somebody who cannot use the upcard may try, and pays for it."""
        return self.h.strict and not self.turn.tried_pile and not self._any

    def finish(self, parts: Sequence[Group]) -> TakePile | str:
        if not parts:
            if self._any:
                return "Choose the cards that go down with the upcard."
            return TakePile(()) if self._tries else self._why_none()
        return super().finish(parts)

    def _why_none(self) -> str:
        if self.blocked:
            return self.blocked
        if self.turn.tried_pile:
            return "You have tried: draw from the stock now."
        name = m.named(self.upcard.rank)
        first = [*self.groups(())]
        if first:
            most = max(m.most(m.without(self.held, [g]), 0, [g.rank]) + self.down([g])[0].points for g in first)
            if most < self.minimum:
                return (
                    f"With the {name} your melds count {most} at most; the first of your side must reach "
                    f"{self.minimum}: {self.minimum - most} more."
                )
            return "You would have no card left to discard and to keep."
        if self.frozen:
            why = self._why_not_first(Group(self.upcard.rank, self.held[self.upcard.rank]))
            return why or f"The pile is frozen: it takes two natural {name}s from your hand."
        return f"Nothing of yours goes down with the {name}."

    @property
    def able(self) -> bool:
        """Whether there is a lawful take."""
        return self._any

    def __bool__(self) -> bool:
        return self._any or self._tries

    def smallest(self) -> TakePile | None:
        """The legal take that spends the fewest cards, and among those the fewest wild ones."""
        best: tuple[Group, ...] | None = None
        for n in range(1, 5):
            for parts in self._acts((), n):
                if best is None or _spent(parts) < _spent(best):
                    best = parts
            if best is not None:
                return TakePile(best)
        return None

    def _acts(self, parts: tuple[Group, ...], n: int) -> Iterator[tuple[Group, ...]]:
        if parts and self.why_not(parts) is None:
            yield parts
        elif n:
            for group in self.groups(parts):
                if len(parts) <= self.leading or m.ORDER.index(group.rank) > m.ORDER.index(parts[-1].rank):
                    yield from self._acts((*parts, group), n - 1)


def _spent(parts: Sequence[Group]) -> tuple[int, int, int]:
    return (
        sum(group.size for group in parts),
        sum(group.wilds for group in parts),
        sum(group.points for group in parts),
    )


class Throwing(OneOf[Discard, int]):
    """A discard, by rank: equal cards are the same choice."""

    def __init__(self, turn: Turn, held: Held, unless: str | None = None) -> None:
        self._turn, self._held, self._unless = turn, held, unless
        super().__init__(Discard, () if self._why_none else [rank for rank in m.ORDER if held[rank]], self._why)

    @cached_property
    def _why_none(self) -> str | None:
        """Why nothing can be thrown now."""
        turn, h = self._turn, self._turn.h
        if self._unless:
            return self._unless
        n = sum(self._held)
        if turn.right == "must" and n > 1:
            return "Your partner has said yes: lay down all but the card that you throw."
        if n > 1:
            return None
        if h.strict and h.red_threes_in(turn.seat):
            return "Declare your red threes first."
        if not n or m.canastas(h.melds[turn.side]) < h.need or turn.right == "no":
            return "That is your last card, and you may not go out."
        return None

    def _why(self, part: object) -> str:
        if self._why_none:
            return self._why_none
        if part is None:
            return "Choose a card to throw."
        if part == RED:
            return "A red three is never thrown."
        if isinstance(part, int) and part in m.POINTS:
            return f"You do not hold {m.named(part)}."
        return f"{quoted(part)} is no card; write K or KS."

    def as_typed(self, text: str) -> str:
        """Any card stands for its rank."""
        try:
            typed = card(text)
        except ValueError:
            return text
        return RED if m.is_red_three(typed) else m.named(typed.rank)

    def why_not_here(self, parts: Sequence[int], part: object) -> str:
        if isinstance(part, str):
            part = self.as_typed(part)
            part = m.NAMES.get(part.upper(), part)
        return super().why_not_here(parts, part)


RED = "RED 3"


class Leaving(Offer[GoOut, Mixed]):
    """Everything left goes down: in the way that brings most, unless its player names the card that is thrown, or
    groups; otherwise what prevents it."""

    kind = GoOut
    grouped = True

    def __init__(self, building: Building) -> None:
        self._b = building

    @cached_property
    def _ways(self) -> list[Out]:
        """One for each card that can be thrown, and one without."""
        b = self._b
        if b.h.strict and b.h.red_threes_in(b.turn.seat):
            return []
        if b.turn.right == "no" and not b.tries_out:
            return []
        least = b.minimum if b.h.t.options.concealed_minimum else 0
        return [*m.ways_out(b.held, b.melds, b.h.need, throws=b.throws, least=least)]

    @cached_property
    def move(self) -> GoOut | None:
        found = max(self._ways, key=lambda way: m.brings(way, self._b.melds), default=None)
        return found and GoOut(found.thrown, found.groups)

    @property
    def first(self) -> GoOut | None:
        """The way by the rules of before: without a discard if it can be, otherwise with the cheapest."""
        found = next(iter(self._ways), None)
        return found and GoOut(found.thrown, found.groups)

    def __bool__(self) -> bool:
        return bool(self._ways)

    def next(self, parts: Sequence[Mixed]) -> Collection[Mixed]:
        """Where no card is best thrown, none is: a card that is typed first is laid."""
        if self.move is None:
            return ()
        if not parts:
            return (None,) if self.move.discard is None else [way.thrown for way in self._ways]
        thrown, *groups = parts
        return [group for group in self._b.groups(groups) if self._rest(thrown, [*groups, group]) is not None]

    def _rest(self, thrown: int | None, groups: Sequence[Group]) -> list[Group] | None:
        """How what is left goes down after these groups; None if it does not."""
        b = self._b
        left = m.without(b.held, groups)
        if thrown is not None:
            left[thrown] -= 1
        if min(left) < 0:
            return None
        return m.all_laid(left, m.with_all(b.melds, groups), b.h.need, [group.rank for group in groups])

    def finish(self, parts: Sequence[Mixed]) -> GoOut | str:
        """Of the ways that begin so the best: who names nothing throws what is best thrown."""
        if self.move is None:
            return self._why_none()
        if tuple(parts) in ((), (None,)):
            return self.move
        thrown, *groups = parts
        rest = self._rest(thrown, groups)
        return "After that you could not go out." if rest is None else GoOut(thrown, (*groups, *rest))

    def _why_none(self) -> str:
        b = self._b
        if b.turn.right == "no":
            return "Your partner has said no: you may not go out in this turn."
        if b.h.strict and b.h.red_threes_in(b.turn.seat):
            return "Declare your red threes first."
        needed = "a canasta" if b.h.need == 1 else "two canastas"
        return f"You cannot go out now: all but one card must go down, and your side needs {needed}."

    def why_not_here(self, parts: Sequence[Mixed], part: object) -> str:
        if self.move is None:
            return self._why_none()
        if not parts:
            return "You could not lay down all the rest then: name a card to throw, and groups after it."
        group = part if isinstance(part, Group) else m.read_group(str(part))
        if isinstance(group, str):
            return group
        return self._b.why_no_group(parts[1:], group) or "After that you could not go out."

    def refusal(self, move: Move) -> str | None:
        return None if move == self.move else super().refusal(move)

    def moves(self, parts: tuple[Mixed, ...] = ()) -> Iterator[GoOut]:
        if self.move is not None and not parts:
            yield self.move

    def sample(self, stream: Stream, steps: int = 2000) -> GoOut | None:
        return self.move
