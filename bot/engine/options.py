"""A game's options: one frozen dataclass, which also makes the options of its slash command."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import Field, field, fields
from functools import cache
from typing import Any, Literal, TypeVar

from .amounts import YELLOW, BadAmount, read_amount, whites
from .quoting import quoted
from .worded import WordsForm

Kind = Literal["choice", "flag", "amount", "number", "text"]
T = TypeVar("T")
Value = TypeVar("Value", bound="str | int | None")

_FLAGS = {"yes": True, "no": False, "on": True, "off": False, "true": True, "false": False}


class BadOption(ValueError):
    """The text is the sentence that a player reads."""


Said = str | Mapping[object, str] | None
"""An option in a few words for people, for each value that "name value" would not say well; `...` stands for every
other value, and one text for all of them: "bets from {}"."""


def several(noun: str, one: str = "", many: str | None = None) -> Said:
    """How a number of things is said: "one hand wins the match", "3 hands win the match"."""
    return {1: f"one {noun} {one}".rstrip(), ...: f"{{}} {noun}s {one if many is None else many}".rstrip()}


def choice(
    *values: Value, help: str, words: Mapping[str, str] | None = None, later: bool = False, said: Said = None
) -> Value:
    """One of these; the first is the default. `words` are what people read instead of a value; `later` as for a
    `number`."""
    told = {"kind": "choice", "choices": values, "help": help, "words": words or {}, "later": later, "said": said}
    return field(default=values[0], metadata=told)


def flag(default: Value, help: str, said: Said = None, *, later: bool = False) -> Value:
    """Yes or no. None if the game works it out. `later` as for a `number`."""
    return field(default=default, metadata={"kind": "flag", "help": help, "said": said, "later": later})


def amount(
    default: Value, least: int, most: int, help: str, step: int = YELLOW, said: Said = None, *, later: bool = False
) -> Value:  # fmt: skip
    """Hundredths of a white chip, in whole steps; people type whites. None if the game works it out. `later` as for a
    `number`."""
    told = {
        "kind": "amount", "least": least, "most": most, "help": help, "step": step, "said": said, "later": later,
    }  # fmt: skip
    return field(default=default, metadata=told)


def number(
    default: Value, least: int, most: int, help: str, none: str = "auto", *, later: bool = False, said: Said = None
) -> Value:  # fmt: skip
    """A whole number; `none` is the word for no number, if that is the default. An option that came `later` is not
    written at its default: tables stored before it read and write as they did."""
    told = {"kind": "number", "least": least, "most": most, "help": help, "none": none, "later": later, "said": said}
    return field(default=default, metadata=told)


def text(
    default: Value, help: str, *, read: Callable[[str], str],
    suggest: Sequence[str] | Callable[[str], Sequence[str]], words: Mapping[str, str] | None = None,
    lines: Mapping[str, str] | None = None, longest: int = 100, none: str = "none", later: bool = False,
    form: WordsForm | None = None,
) -> Value:  # fmt: skip
    """Words of which there are more than a list takes: a variant of many, a set of ranks.

    `read` makes the value of what was typed, always the same of the same meaning, and raises BadOption with a sentence.
    `suggest` is what is proposed while somebody types: everything, or what matches the beginning that was typed.
    `words` are what people read instead of a value, `lines` say more of it in a list; `none` is the word for an empty
    one, if that is the default; `later` as for a `number`. `form` is one of its own, besides its field.
    """
    told = {
        "kind": "text", "help": help, "read": read, "suggest": suggest, "words": words or {},
        "lines": lines or {}, "longest": longest, "none": none, "later": later, "form": form,
    }  # fmt: skip
    return field(default=default, metadata=told)


def suggestions(f: Field[object], typed: str) -> list[tuple[str, str]]:
    """What is proposed for a text option while somebody types: as people read it, and the value."""
    suggest: Sequence[str] | Callable[[str], Sequence[str]] = f.metadata["suggest"]
    if callable(suggest):
        return [(_listed(f, value), value) for value in suggest(typed)]
    named = [(_listed(f, value), value) for value in suggest]
    wanted = typed.strip().lower()
    found = [(label, value) for label, value in named if wanted in f"{label} {value}".lower()]
    return sorted(found, key=lambda pair: not pair[0].lower().startswith(wanted))


def _listed(f: Field[object], value: str) -> str:
    """A value with its description."""
    line = f.metadata["lines"].get(value)
    return f"{written(f, value)}: {line}" if line else written(f, value)


@cache
def declared(kind: type[Any]) -> Sequence[Field[object]]:
    """The options of this game, in the order of its rules; what every game has comes last."""
    return tuple(sorted(fields(kind), key=lambda f: bool(f.kw_only)))


def read_options(kind: type[T], given: Mapping[str, object], *, in_whites: bool = True) -> T:
    """A game's options from what was typed; what was not given keeps its default. Raises BadOption.

    Amounts are typed in whites at a table, in hundredths on the command line.
    """
    known = {f.name: f for f in declared(kind)}
    for name in given:
        if name not in known:
            names = ", ".join(known) or "none"
            raise BadOption(f"There is no option {quoted(name)}; there are: {names}.")
    read = {name: _read(known[name], value, in_whites) for name, value in given.items() if value is not None}
    options = kind(**read)
    for check in (getattr(options, "check_buy_in", None), getattr(options, "check", None)):
        if check is not None and (why := check()):
            raise BadOption(why)
    return options


def read_over(kind: type[T], usual: Mapping[str, object], given: Mapping[str, object]) -> T:
    """The same, but given values win over defaults: defaults that do not fit are left out, one alone where that is
    enough. Raises BadOption."""
    kept, spare = {**usual, **given}, [name for name in usual if name not in given]
    while True:
        try:
            return read_options(kind, kept)
        except BadOption:
            if not spare:
                raise
            left = spare.pop(next((n for n in reversed(range(len(spare))) if _fit(kind, kept, spare[n])), -1))
            del kept[left]


def _fit(kind: type[Any], given: Mapping[str, object], but: str) -> bool:
    """Whether these are options without the one of this name."""
    try:
        read_options(kind, {name: value for name, value in given.items() if name != but})
    except BadOption:
        return False
    return True


def _read(f: Field[object], value: object, in_whites: bool) -> object:
    text = str(value).strip()
    meta = f.metadata
    if text.lower() == nothing(f) and f.default in (None, ""):
        return f.default
    match meta["kind"]:
        case "choice":
            if True in meta["choices"] and text.lower() in _FLAGS:  # a flag once, which has more values now
                return _FLAGS[text.lower()]
            for known in meta["choices"]:
                if text.lower() in (str(known).lower(), written(f, known).lower()):
                    return known
            raise BadOption(f"{f.name} is one of: {', '.join(map(str, meta['choices']))}.")
        case "flag":
            if text.lower() not in _FLAGS:
                raise BadOption(f"{f.name} is yes or no.")
            return _FLAGS[text.lower()]
        case "amount":
            return _amount(f, text, in_whites)
        case "text":
            return _text(f, text)
        case _:
            if not text.isdecimal() or len(text) > 9 or not meta["least"] <= int(text) <= meta["most"]:
                raise BadOption(f"{f.name} is a number from {meta['least']} to {meta['most']}.")
            return int(text)


def _text(f: Field[object], typed: str) -> str:
    meta = f.metadata
    if not typed and f.default == "":
        return ""
    if len(typed) > meta["longest"]:
        raise BadOption(f"{f.name} is at most {meta['longest']} characters long.")
    named = {label.lower(): value for value, label in meta["words"].items()}
    return str(meta["read"](named.get(typed.lower(), typed)))


def _amount(f: Field[object], text: str, in_whites: bool) -> int:
    least, most = f.metadata["least"], f.metadata["most"]
    try:
        if in_whites:
            value = read_amount(text, {} if least else {"0": 0, "none": 0})
        elif not text.isdecimal():
            raise BadAmount(f"{f.name} is a whole number of hundredths.")
        else:
            value = int(text)
    except BadAmount as bad:
        raise BadOption(f"{f.name}: {bad}") from None
    step = f.metadata["step"]
    if not least <= value <= most or value % step:
        steps = "in whole yellows" if step == YELLOW else f"in steps of {whites(step) if in_whites else step}"
        limits = (whites(least), whites(most)) if in_whites else (least, most)
        raise BadOption(f"{f.name} is an amount from {limits[0]} to {limits[1]}, {steps}.")
    return value


def written(f: Field[object], value: object) -> str:
    """An option's value as people read it."""
    if value is None or (f.metadata["kind"] == "text" and not value):
        return nothing(f)
    if isinstance(value, int) and f.metadata["kind"] == "amount":
        return whites(value)
    if f.metadata["kind"] == "flag":
        return "yes" if value else "no"
    if f.metadata["kind"] == "choice":
        return f.metadata["words"].get(value) or str(value).replace("_", " ")
    if f.metadata["kind"] == "text":
        return str(f.metadata["words"].get(value, value))
    return str(value)


def spoken(options: object, f: Field[object]) -> str:
    """An option and its value in a few words for people: "no limit", "decks 8", "no straddle"; nothing if it is left to
    the game. A game's options may say it themselves: `said(name)`."""
    value = getattr(options, f.name)
    says = getattr(options, "said", None)
    if says is not None and (own := says(f.name)) is not None:
        return str(own)
    if value is None or value in ("", "auto"):
        return ""
    return plainly(f, value)


def plainly(f: Field[object], value: object) -> str:
    """An option's name and a value of it in a few words: "8 rounds", "no straddle", "decks 8"."""
    said: Said = f.metadata.get("said")
    of_all = said if said is None or isinstance(said, str) else said.get(value, said.get(...))
    if of_all is not None:
        return of_all.format(written(f, value))
    name = in_words(f)[:1].lower() + in_words(f)[1:]
    if f.metadata["kind"] == "flag":
        return name if value else f"no {name}"
    return f"{name} {written(f, value)}"


def nothing(f: Field[object]) -> str:
    """What it is called that an option has no value."""
    return str(f.metadata.get("none", "auto"))


def typed_back(f: Field[object], value: object) -> str:
    """An option's value as it can be typed."""
    return str(value) if f.metadata["kind"] in ("choice", "text") and value not in (None, "") else written(f, value)


_UNITS = {"_ms": " (milliseconds)", "_s": " (seconds)"}


def in_words(f: Field[object]) -> str:
    """An option's name as people read it above a field."""
    name = next((f.name.removesuffix(end) + unit for end, unit in _UNITS.items() if f.name.endswith(end)), f.name)
    return re.sub(r"(?<=[a-z])(?=\d)", " ", name[:1].upper() + name[1:].replace("_", " "))  # Soft 17


def limits(f: Field[object]) -> str:
    """From what to what a number or an amount may be, as people read it; of a text a few examples."""
    if f.metadata["kind"] == "text":
        return ", ".join(written(f, value) for _, value in suggestions(f, "")[:3])
    least, most = f.metadata["least"], f.metadata["most"]
    return f"{whites(least)} to {whites(most)} whites" if f.metadata["kind"] == "amount" else f"{least} to {most}"


WHAT = ""
"""Among the names in an options' `in_line`: what is played, its title."""


def in_line(options: Any, first: Sequence[str], but: Collection[str] = ()) -> dict[str, str]:
    """What somebody is told of a table who has not sat down there yet, in a few words for people each, by option: the
    `first` ones, as far as there is anything to say of them, the most important first; after them every other of the
    game's own that is not at its default, `but` for these."""
    known = {f.name: f for f in declared(options.__class__)}
    told = {name: spoken(options, known[name]) for name in first if name in known}
    for name, f in known.items():
        if name not in told and name not in but and not f.kw_only and getattr(options, name) != f.default:
            told[name] = spoken(options, f)
    return {name: said for name, said in told.items() if said}


def changed(options: Any) -> list[str]:
    """The options that are not at their default, in a few words for people each: `limit 50`."""
    return [
        spoken(options, f) or plainly(f, value)
        for f in fields(options)
        if (value := getattr(options, f.name)) != f.default
    ]


def typed_in_words(kind: type[Any], given: Mapping[str, Any]) -> list[str]:
    """Options as somebody has typed them, in a few words for people each; one that the game does not know any more by
    its name."""
    known = {f.name: f for f in declared(kind)}
    told: list[str] = []
    for name, value in given.items():
        try:
            told.append(plainly(known[name], _read(known[name], value, in_whites=True)))
        except (BadOption, KeyError):
            told.append(f"{in_words(known[name]).lower() if name in known else name} {value}")
    return told


def by_name(options: Any) -> list[str]:
    """The options that are not at their default, by name and value: `limit 50`. Events of deals hold them so, and a
    deal that was played must tell the same for good: words for people are `changed`."""
    return [
        f"{f.name.replace('_', ' ')} {written(f, getattr(options, f.name))}"
        for f in fields(options)
        if getattr(options, f.name) != f.default
    ]
