"""People at a table whom somebody types by their names: `Ana, Bo`. Two of one name are told apart by their seats, and a
name that has commas or quotation marks may stand between quotation marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.engine.piles import Seat
from bot.engine.quoting import quoted
from bot.table.chairs import Chair
from bot.table.errors import Rejected
from bot.table.names import apart, compared

LONGEST = 100
"""How many characters Discord takes of what is proposed while somebody types."""
_QUOTES = {'"': '"', "“": "”", "„": "“"}
_MARKS = {",", *_QUOTES, *_QUOTES.values()}
_EXAMPLE = "Name those who play with you, for example `Ana, Bo`."


class People:
    """Those who sit at a table, as they are typed."""

    def __init__(self, chairs: Sequence[Chair]) -> None:
        self.names = apart(tuple(chair.name for chair in chairs))
        taken = [n for n, chair in enumerate(chairs) if not chair.empty]
        self._called: dict[str, list[Seat]] = {}
        """By what may be typed, as it is compared: who is meant. What comes first goes before what comes later."""
        ways = (
            {n: [self.names[n]] for n in taken},
            {n: [chairs[n].name] for n in taken},
            {n: [f"{chairs[n].name} (seat {n + 1})", f"{chairs[n].name} ({n + 1})", f"seat {n + 1}"] for n in taken},
            {n: [f"<@{user}>", f"<@!{user}>"] for n in taken if (user := chairs[n].user) is not None},
        )
        for way in ways:
            found: dict[str, list[Seat]] = {}
            for n, texts in way.items():
                for key in {compared(text) for text in texts}:
                    found.setdefault(key, []).append(n)
            self._called = found | self._called
        self._taken = taken

    # ---- read ----------------------------------------------------------------------------

    def read(self, text: str) -> list[Seat]:
        """The seats of those whose names are typed. Raises Rejected with what may be typed instead."""
        readings = sorted(self._readings(compared(text)))
        if len(readings) == 1:
            return [*readings[0]]
        if readings:
            raise Rejected(f"{quoted(text)} may mean different people: type {self._either(readings)}.")
        raise Rejected(self._why_not(text))

    def _readings(self, text: str) -> set[tuple[Seat, ...]]:
        """What a text may mean. Nobody is meant twice, so a text is read no further than there are seats."""
        found, begun = set[tuple[Seat, ...]](), [(0, ())]
        seen = set[tuple[int, tuple[Seat, ...]]]()
        while begun:
            at, seats = begun.pop()
            while at < len(text) and text[at] in ", ":
                at += 1
            if (at, seats) in seen:
                continue
            seen.add((at, seats))
            if at == len(text):
                found.add(seats)
                continue
            for end, among in self._next(text, at):
                begun += [(end, (*seats, n)) for n in among if n not in seats and len(among) == 1]
        return found

    def _next(self, text: str, at: int) -> Iterable[tuple[int, list[Seat]]]:
        """Whose names begin at this place of a text, each with where it ends: at a comma, or at the text's end."""
        for name, among in self._called.items():
            end = at + len(name)
            if text.startswith(name, at) and (end == len(text) or text[end:].lstrip().startswith(",")):
                yield end, among
        if (inner := _between_quotes(text, at)) is not None:
            name, end = inner
            yield end, self._called.get(compared(name), [])

    def _why_not(self, typed: str) -> str:
        """What is wrong with a text that cannot be read, in a sentence."""
        text, at = compared(typed), 0
        while at < len(text):
            at += len(text[at:]) - len(text[at:].lstrip(", "))
            if not (ends := [end for end, among in self._next(text, at) if len(among) == 1]):
                break
            at = max(ends)
        if at == len(text):
            return "Name each player once."
        if several := next((among for _, among in self._next(text, at) if len(among) > 1), None):
            return f"Several of that name sit here: type {self._either([(n,) for n in several])}."
        written = " ".join(typed.split())
        part = (written if len(written) == len(text) else text)[at:]  # as it was typed, not as it is compared
        return f"Nobody of that name sits here: {quoted(part.partition(',')[0])}. {_EXAMPLE}"

    def _either(self, among: Sequence[Sequence[Seat]]) -> str:
        return " or ".join(quoted(self.spelt(seats)) for seats in among)

    # ---- spelt and proposed --------------------------------------------------------------

    def spelt(self, seats: Sequence[Seat]) -> str:
        """These people as they are typed: by their names, where these are read as them and are not too long."""
        names = [self.names[n] for n in seats]
        for ways in ([_marked(n) if _MARKS & {*compared(n)} else n for n in names], [_marked(n) for n in names]):
            said = ", ".join(ways)
            if len(said) <= LONGEST and self._readings(compared(said)) == {tuple(seats)}:
                return said
        return ", ".join(f"seat {n + 1}" for n in seats)

    def proposed(self, typed: str, without: Seat | None) -> list[tuple[str, str]]:
        """Who may be typed next: each as a list has it, and as it is typed. `without` is left out: the asker's seat."""
        text = compared(typed)
        known, wanted = self._known(text)
        fits = [n for n in self._taken if n not in known and n != without and self._fits(n, wanted)]
        fits.sort(key=lambda n: not compared(self.names[n]).startswith(wanted))
        whole = set[tuple[Seat, ...]]() if text.endswith(",") else self._readings(text)
        found = [*sorted(whole), *((*known, n) for n in fits)]
        return [(self._label(seats), self.spelt(seats)) for seats in dict.fromkeys(found) if seats]

    def _label(self, seats: Sequence[Seat]) -> str:
        """These people as a list has them, the last of them whole."""
        said = ", ".join(self.names[n] for n in seats)
        return said if len(said) <= LONGEST else f"…{said[1 - LONGEST :]}"

    def _known(self, text: str) -> tuple[list[Seat], str]:
        """Who is named before the name that is being typed, and what of that is there."""
        for at in range(len(text) - 1, 0, -1):
            if text[at] == "," and len(read := self._readings(text[:at])) == 1:
                return [*read.pop()], text[at + 1 :].strip()
        return [], text

    def _fits(self, seat: Seat, wanted: str) -> bool:
        """Whether what is typed stands in a name, with quotation marks around it or without them."""
        name, bare = compared(self.names[seat]), wanted.lstrip("".join(_QUOTES))
        return wanted in name or bare in name or f"seat {seat + 1}".startswith(wanted)


def _marked(name: str) -> str:
    """A name between quotation marks."""
    return '"' + name.replace('"', '""') + '"'


def _between_quotes(text: str, at: int) -> tuple[str, int] | None:
    """The name between quotation marks that begins at this place of a text, and where it ends. A straight mark of the
    name itself is typed twice."""
    if text[at : at + 1] not in _QUOTES:
        return None
    ends, found, n = _QUOTES[text[at]], "", at + 1
    while n < len(text):
        if ends == '"' and text.startswith('""', n):
            found, n = f'{found}"', n + 2
        elif text[n] == ends:
            return (found, n + 1) if not (rest := text[n + 1 :].lstrip()) or rest.startswith(",") else None
        else:
            found, n = found + text[n], n + 1
    return None
