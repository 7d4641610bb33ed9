"""Forms that people fill in, as plain data: Discord comes later."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, replace

from bot.engine.buy_in import ChipDealing
from bot.engine.cutting import Dealing
from bot.engine.game import Game
from bot.engine.options import declared, in_words, limits, nothing, typed_back, written
from bot.engine.shoe import ShoeDealing
from bot.engine.traits import Variants
from bot.engine.worded import WordsForm, WordsPart

MOST_PARTS = 5
"""How many parts a form has at most."""


@dataclass(frozen=True, slots=True)
class TextField:
    """A line, or some lines, of text; `hint` stands there while it is empty."""

    id: str
    label: str
    value: str = ""
    help: str = ""
    hint: str = ""
    longest: int = 100
    required: bool = True


@dataclass(frozen=True, slots=True)
class Choice:
    """One of two to ten: each with its value, and what people read."""

    id: str
    label: str
    options: tuple[tuple[str, str], ...]
    value: str = ""
    help: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """Something that is so or not."""

    id: str
    label: str
    ticked: bool
    help: str = ""


@dataclass(frozen=True, slots=True)
class Boxes:
    """Some boxes to tick, each or none of them."""

    id: str
    label: str
    boxes: tuple[Box, ...]


Part = TextField | Choice | Boxes
Submitted = Mapping[str, str | bool | list[str] | None]
"""What Discord sends of each part by its id: text, a value, or the boxes that are ticked."""
Entered = Mapping[str, str]
"""What was entered, by the names of the fields: what was typed, the value that was chosen, for each box yes or no."""


@dataclass(frozen=True, slots=True)
class Form:
    """What is asked at once."""

    title: str
    parts: tuple[Part, ...]

    def filled(self, entered: Entered) -> Form:
        """The same with what was entered before."""
        return replace(self, parts=tuple(_filled(part, entered) for part in self.parts))


def _filled(part: Part, entered: Entered) -> Part:
    match part:
        case Boxes():
            boxes = tuple(replace(box, ticked=entered.get(box.id, _yes(box.ticked)) == "yes") for box in part.boxes)
            return replace(part, boxes=boxes)
        case Choice():
            value = entered.get(part.id, part.value)
            return replace(part, value=value if value in dict(part.options) else part.value)
        case _:
            return replace(part, value=entered.get(part.id, part.value))


def _yes(ticked: bool) -> str:
    return "yes" if ticked else "no"


def read(form: Form, sent: Submitted) -> dict[str, str]:
    """What was entered into a form."""
    found: dict[str, str] = {}
    for part in form.parts:
        value = sent.get(part.id)
        if isinstance(part, Boxes):
            ticked = value if isinstance(value, list) else []
            found |= {box.id: _yes(box.id in ticked) for box in part.boxes}
        elif isinstance(value, str):
            found[part.id] = value.strip()
    return found


# ---- a game's options --------------------------------------------------------------------------

GAME, SHUFFLE, CHIPS, CUT = "The game", "The shuffle", "Chips", "The cut and the proof"
_PAGE_OF = ((Dealing, CUT), (ChipDealing, CHIPS), (ShoeDealing, SHUFFLE))
"""Where an option stands, by the class that brings it; all others are the game's own."""


@dataclass(frozen=True, slots=True)
class Page:
    """Some of a game's options, as many as have room in a form."""

    title: str
    fields: tuple[Field[object], ...]
    worded: Field[object] | None = None
    """The one option whose words are asked for part by part."""

    @property
    def parts_of_words(self) -> WordsForm:
        """Of such a page."""
        assert self.worded is not None, "this page asks for words"
        form: WordsForm = self.worded.metadata["form"]
        return form


def pages(kind: type[object], leave_out: Sequence[str] = ()) -> list[Page]:
    """A game's options by what they are about, the game's own first."""
    by_title: dict[str, list[Field[object]]] = {title: [] for title in (GAME, SHUFFLE, CHIPS, CUT)}
    for f in declared(kind):
        if f.name not in leave_out:
            by_title[_about(f)].append(f)
    found: list[Page] = []
    for title, fields in by_title.items():
        boxes = [f for f in fields if _is_box(f)]
        others = [f for f in fields if not _is_box(f)]
        first = MOST_PARTS - bool(boxes)
        parts = [others[:first] + boxes, *(others[n : n + MOST_PARTS] for n in range(first, len(others), MOST_PARTS))]
        # A player who looks for one option need not open all the forms to find it.
        named = [title, *(_named_after(part) for part in parts[1:])]
        found += [Page(name, tuple(part)) for name, part in zip(named, parts, strict=True) if part]
    return found


def _named_after(part: Sequence[Field[object]]) -> str:
    """A title for one of several forms of a game: the first that is in it, "Straddle, kill, bomb every"."""
    return ", ".join(re.sub(r" \(.*\)", "", in_words(f)) for f in part[:3]).capitalize()


def of_game(game: Game) -> list[Page]:
    """The forms of a table's options. A variant among many has menus of its own."""
    variants = game.trait(Variants)
    return pages(game.options, [] if variants is None else [variants.option])


def worded(kind: type[object]) -> list[Page]:
    """Forms of their own, for options that are filled in part by part besides."""
    each = [f for f in declared(kind) if f.metadata.get("form") is not None]
    return [Page(f.metadata["form"].title, (), f) for f in each]


def every_form(game: Game) -> list[Page]:
    """All that a host may open."""
    return [*of_game(game), *worded(game.options)]


def of_every_game(f: Field[object]) -> bool:
    """Whether an option is about the cut, the proof or the chips, and not about how this game is played."""
    return _about(f) in (CUT, CHIPS)


def _about(f: Field[object]) -> str:
    for known, title in _PAGE_OF:
        if f.name in known.__dataclass_fields__:
            return title
    return GAME


def _is_box(f: Field[object]) -> bool:
    return f.metadata["kind"] == "flag" and f.default is not None


def options_form(title: str, page: Page, options: object) -> Form:
    """A page of a game's options, as they stand."""
    if page.worded is not None:
        return _words_form(title, page, options)
    parts: list[Part] = [_part(f, getattr(options, f.name)) for f in page.fields if not _is_box(f)]
    boxes = tuple(Box(f.name, in_words(f), bool(getattr(options, f.name)), _help(f)) for f in page.fields if _is_box(f))
    if boxes:
        parts.append(Boxes("boxes", "Besides", boxes))
    return Form(f"{title}: {page.title[0].lower()}{page.title[1:]}"[:45], tuple(parts))


def _words_form(title: str, page: Page, options: object) -> Form:
    """An option's words, part by part: empty where they are not what is played."""
    made, name = page.parts_of_words, page.worded.name if page.worded is not None else ""
    played = all(getattr(options, other) == value for other, value in made.along.items())
    stand = made.values(str(getattr(options, name)) if played else "")
    parts = tuple(_part_of_words(part, stand[part.id]) for part in made.parts)
    return Form(f"{title}: {page.title[0].lower()}{page.title[1:]}"[:45], parts)


def _part_of_words(part: WordsPart, value: str) -> Part:
    if part.ways:
        return Choice(part.id, part.label, tuple((way.name, way.label) for way in part.ways), value, part.help)
    return TextField(part.id, part.label, value, part.help, part.hint, part.longest, required=False)


def _help(f: Field[object]) -> str:
    """What stands above a field, as a sentence, with its values as people read them there."""
    text = str(f.metadata["help"]).replace("_", " ")
    return (text[:1].upper() + text[1:])[:100]


def _part(f: Field[object], value: object) -> Part:
    label, told = in_words(f)[:45], _help(f)
    match f.metadata["kind"]:
        case "choice":
            choices = tuple((str(each), written(f, each)[:100]) for each in f.metadata["choices"])
            return Choice(f.name, label, choices, str(value), told)
        case "flag":
            choices = ((nothing(f), "As the game has it"), ("yes", "Yes"), ("no", "No"))
            return Choice(f.name, label, choices, typed_back(f, value), told)
        case kind:
            free = f.default in (None, "")
            typed = "" if free and value == f.default else typed_back(f, value)
            hint = f"{limits(f)}; {nothing(f)} if left empty" if free else limits(f)
            longest = f.metadata["longest"] if kind == "text" else 20
            return TextField(f.name, label, typed, told, hint[:100], longest, not free)


def entered_options(page: Page, entered: Entered) -> dict[str, str]:
    """What was entered on a page, as options are typed."""
    if page.worded is not None:
        made = page.parts_of_words
        return {page.worded.name: made.words(entered) or nothing(page.worded), **made.along}
    names = {f.name: f for f in page.fields}
    return {name: text or nothing(names[name]) for name, text in entered.items() if name in names}
