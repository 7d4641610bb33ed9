"""The words in which people name a time: dateparser's, which knows forty languages, and those that it lacks.

English is always understood, and the asker's language where dateparser has it.
"""

from __future__ import annotations

import calendar
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from cattrs import structure
from dateparser.languages.loader import default_loader

Kind = Literal[
    "weekday",
    "month",
    "day",
    "week",
    "unit",
    "number",
    "half",
    "am",
    "pm",
    "part",
    "noon",
    "midnight",
    "next",
    "this",
    "last",
    "in",
    "tonight",
    "later",
    "ago",
    "past",
    "to",
    "o'clock",
    "or",
    "and",
    "at",
    "particle",
]
"""What a word does. `day` and `week` count from today and this week, `later` stands behind how long it is (`3 days from
now`), `past` and `to` stand before an hour (`half past 8`, `halb 9`); `at` and a `particle` say nothing on their own,
but "at" is never within a date."""

MORNING, AFTERNOON, NIGHT = 0, 1, 2
MINUTES, HOURS, DAYS, WEEKS, MONTHS, YEARS = range(6)
_UNITS = ["minute", "hour", "day", "week", "month", "year"]
_WEEKDAYS = [name.lower() for name in calendar.day_name]
_MONTHS = [name.lower() for name in calendar.month_name[1:]]
_RELATIVE = re.compile(r"(?:in (?P<ahead>\d+) |(?P<ago>\d+) )(?P<unit>day|week)(?: ago)?")
"""How dateparser says tomorrow, yesterday, next week: `in 1 day`, `1 day ago`, `in 1 week`."""
_CALLED = {"zh-CN": "zh-Hans", "zh-TW": "zh-Hant", "no": "nb"}
"""Discord's names of languages that dateparser calls otherwise."""


@dataclass(frozen=True, slots=True)
class Word:
    """One meaning of a word, with its number: of a weekday from Monday (0), a month from 1, days from today, …"""

    kind: Kind
    value: int = 0


_MEANT: dict[str, Word] = {
    "morning": Word("part", MORNING),
    "afternoon": Word("part", AFTERNOON),
    "night": Word("part", NIGHT),
    "noon": Word("noon"),
    "midnight": Word("midnight"),
    "next": Word("next"),
    "this": Word("this"),
    "last": Word("last"),
    "later": Word("later"),
    "in": Word("in"),
    "ago": Word("ago"),
    "or": Word("or"),
    "and": Word("and"),
    "one": Word("number", 1),
    "o'clock": Word("o'clock"),
    "at": Word("at"),
    "particle": Word("particle"),
    "half": Word("half"),
    "half past": Word("past", 30),
    "quarter past": Word("past", 15),
    "half to": Word("to", 30),
    "quarter to": Word("to", 15),
    "day": Word("unit", DAYS),
    "hour": Word("unit", HOURS),
    "week": Word("unit", WEEKS),
    "month": Word("unit", MONTHS),
    "tonight": Word("tonight"),
    "overmorrow": Word("day", 2),
    "tomorrow": Word("day", 1),
    "today": Word("day", 0),
}
_LACKING = """
en: morning=in the morning|morning; afternoon=in the afternoon|afternoon
en: night=in the evening|evening|at night|night; tonight=tonight|tonite; noon=noon|midday; midnight=midnight
en: next=next; this=this|coming|upcoming; last=last; later=from now|later|from today; ago=ago; and=and; or=or
en: o'clock=o'clock|oclock; half=half; half past=half past; quarter past=quarter past|quarter after
en: quarter to=quarter to; at=at|@; particle=on|of|the; tomorrow=tmrw|tmr; weekdays=-|-|weds|thur,thurs|-|-|-
de: morning=morgens|vormittags|vormittag|früh; afternoon=nachmittags|nachmittag; night=abends|abend|nachts|nacht
de: noon=mittags|mittag; midnight=mitternacht; next=nächsten|nächster|nächste|nächstes
de: this=diesen|diesem|dieser|kommenden|kommender; last=letzten|letzter; and=und; or=oder; o'clock=uhr
de: half=halben; half to=halb; quarter past=viertel nach; quarter to=viertel vor; particle=am|den|der|dem|gegen|ab
fr: morning=du matin|le matin|matin; afternoon=de l'après-midi|l'après-midi|après-midi
fr: night=du soir|au soir|le soir|soir; tonight=ce soir; noon=midi; midnight=minuit; next=prochain|prochaine
fr: this=ce|cet; last=dernier; and=et; or=ou; particle=a|vers|au
es: morning=por la mañana|de la mañana; afternoon=por la tarde|de la tarde
es: night=por la noche|de la noche|en la noche; tonight=esta noche; noon=mediodía; midnight=medianoche
es: next=próximo|próxima|que viene; this=este|esta; last=pasado; in=dentro de; and=y; or=o
es: particle=el|la|las|los|a la|al; overmorrow=pasado mañana
it: morning=di mattina|del mattino|mattina; afternoon=di pomeriggio|del pomeriggio|pomeriggio
it: night=di sera|della sera|sera; tonight=stasera; noon=mezzogiorno; midnight=mezzanotte; next=prossimo|prossima
it: this=questo|questa; last=scorso|scorsa; in=tra|fra; one=un|una|un'; and=e; or=o; particle=il|le|la|di|all'|ore
it: overmorrow=dopodomani
nl: morning='s ochtends|ochtend|'s morgens; afternoon='s middags|middag; night='s avonds|avond; tonight=vanavond
nl: midnight=middernacht; next=volgende; this=deze|aanstaande|komende; last=afgelopen|vorige; in=over; one=een|één
nl: and=en; or=of; half to=half; quarter past=kwart over; quarter to=kwart voor; particle=op|de
pt: morning=da manhã|de manhã; afternoon=da tarde|à tarde|de tarde; night=da noite|à noite|de noite
pt: tonight=esta noite; noon=meio-dia|meio dia; midnight=meia-noite|meia noite; next=próximo|próxima|que vem
pt: this=esta|este|nesta; last=passado|passada; in=daqui a; and=e; or=ou; particle=na|no|as|a|à|o|dia
pt: overmorrow=depois de amanhã; weekdays=segunda feira|terça feira|quarta feira|quinta feira|sexta feira|-|-
pl: morning=rano; afternoon=po południu; night=wieczorem|wieczór|w nocy; noon=w południe; midnight=o północy
pl: next=następny|następna|następną|przyszły|w następny|w następną; this=najbliższy|najbliższą|ten|tę; and=i
pl: or=lub|albo; particle=we|dnia|o godz|o godzinie|na; overmorrow=pojutrze
sv: morning=på morgonen|morgon; afternoon=på eftermiddagen; night=på kvällen|kväll; tonight=ikväll|i kväll
sv: midnight=midnatt; next=nästa; this=nu på; last=förra; and=och; or=eller; half to=halv; quarter past=kvart över
sv: quarter to=kvart i; particle=kl|klockan|i; overmorrow=i övermorgon|övermorgon
da: morning=om morgenen|formiddag; afternoon=om eftermiddagen|eftermiddag; night=om aftenen|aften|om natten
da: tonight=i aften; noon=middag; midnight=midnat; next=næste; this=førstkommende; last=sidste; in=om; and=og
da: or=eller; half to=halv; quarter past=kvart over; quarter to=kvart i; particle=klokken|på
da: overmorrow=i overmorgen|overmorgen
nb: morning=om morgenen|formiddag; afternoon=ettermiddag; night=om kvelden|kveld; tonight=i kveld
nb: midnight=midnatt; next=neste; this=førstkommende|denne; last=forrige; and=og; or=eller; half to=halv
nb: quarter past=kvart over; quarter to=kvart på; particle=klokka|klokken|på|den
nb: overmorrow=i overmorgen|overmorgen
fi: morning=aamulla|aamuna; afternoon=iltapäivällä; night=illalla|iltana|yöllä; tonight=tänä iltana
fi: noon=keskipäivällä; midnight=keskiyöllä; next=ensi; this=tänä; last=viime; later=kuluttua|päästä; and=ja
fi: or=tai; half to=puoli; particle=kello; overmorrow=ylihuomenna
tr: morning=sabah; afternoon=öğleden sonra; night=akşam|akşamı|gece; tonight=bu akşam|bu gece; noon=öğlen
tr: midnight=gece yarısı; next=gelecek|önümüzdeki|haftaya; this=bu; last=geçen; later=sonra|içinde; and=ve
tr: or=veya|ya da; particle=günü|saat|'de|'da|'te|'ta; overmorrow=öbür gün|ertesi gün
ja: morning=朝|午前中; afternoon=昼; night=夜|晩|夕方; tonight=今夜|今晩; half=半
ja: noon=正午; midnight=真夜中; next=次の; this=今度の|今週の
ja: last=先週の; later=後; or=か|または|もしくは; particle=に|は|、|から
ja: tomorrow=あした|あす; overmorrow=あさって; today=きょう
ja: weekdays=月曜|火曜|水曜|木曜|金曜|土曜|日曜
ko: morning=아침; afternoon=낮; night=저녁|밤; tonight=오늘밤; noon=정오
ko: midnight=자정; half=반; next=다음; this=이번; last=지난
ko: later=후|뒤; or=또는|아니면; particle=에
ko: overmorrow=모레; week=주일; month=개월
zh: morning=早上; night=晚上; tonight=今晚; half=半; noon=中午
zh: midnight=午夜; next=下个; this=这个; later=后|後; or=或|或者
zh: o'clock=点|點|时
zh: day=号|號
ru: morning=утра|утром; afternoon=дня; night=вечера|вечером|ночи|ночью; noon=в полдень; midnight=в полночь
ru: next=следующий|следующую|следующее; this=этот|эту|это; last=прошлый|прошлую; and=и; or=или; particle=на
ru: particle=г|года
uk: particle=р|року; or=або; night=вечора|ввечері|увечері
bg: particle=г|в|във; or=или
el: particle=στις|την|το; or=ή
hi: o'clock=बजे; or=या
hr: particle=u; or=ili
cs: particle=v|ve; or=nebo; night=večer
ro: or=sau
"""
"""What dateparser lacks, by language: parts of the day, next and this, or, and what stands before an hour. `weekdays`
are further names, Monday first."""


_APOSTROPHES = str.maketrans("’ʼ‘", "'''")


def plain(text: str) -> str:
    """How words are compared: without capitals, widths of letters, and marks that nobody sees."""
    seen = "".join(c for c in unicodedata.normalize("NFKC", text) if unicodedata.category(c) not in ("Cf", "Cc", "Cs"))
    return unicodedata.normalize("NFC", seen.casefold().replace("i\u0307", "i").translate(_APOSTROPHES))


_WITHOUT_STROKE = str.maketrans("ıłøæ", "iloa")


def unmarked(text: str) -> str:
    """Without accents, as people in a hurry write."""
    parted = unicodedata.normalize("NFD", text).translate(_WITHOUT_STROKE)
    return "".join(c for c in parted if not unicodedata.combining(c))


def joined(letter: str) -> bool:
    """Whether words are not parted by spaces where this letter is used."""
    return "\u0e00" <= letter <= "\u0eff" or "\u3040" <= letter <= "\u9fff" or "\uac00" <= letter <= "\ud7af"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What is understood of one person's writing."""

    words: Mapping[str, tuple[Word, ...]]
    """A word or phrase as `plain` has it, and its meanings."""
    phrases: Mapping[str, tuple[str, ...]]
    """The same by their first letter, the longest first."""
    month_first: bool
    """Whether 3/12 is rather the 12th of March."""

    def of_kind(self, kind: Kind) -> tuple[str, ...]:
        return tuple(word for word, meanings in self.words.items() if any(meant.kind == kind for meant in meanings))


@lru_cache(64)
def vocabulary(locale: str) -> Vocabulary:
    """English, and the language of one of Discord's locales ("pt-BR"); English alone if dateparser has no other."""
    words: dict[str, tuple[Word, ...]] = {}

    def add(word: str, meant: Word) -> None:
        known = words.get(key := plain(word), ())
        if key and meant not in known:
            words[key] = (*known, meant)

    order = "MDY"
    for called in dict.fromkeys(("en", _CALLED.get(locale, locale))):
        info = _info(called)
        if info is None:
            continue
        language = str(info["name"]).partition("-")[0]
        order = str(info.get("date_order", "DMY"))
        _from_dateparser(info, add, english=language == "en")
        for kind, listed in _lacking(language):
            for place, word in enumerate(listed.split("|")):
                if kind != "weekdays":
                    add(word, _MEANT[kind])
                elif word != "-":
                    for each in word.split(","):
                        add(each, Word("weekday", place))
    for word in list(words):
        if not joined(word[0]):
            words.setdefault(unmarked(word), words[word])
    letters: dict[str, list[str]] = {}
    for word in sorted(words, key=len, reverse=True):
        letters.setdefault(word[0], []).append(word)
    return Vocabulary(words, {letter: tuple(found) for letter, found in letters.items()}, order != "DMY")


def _lacking(language: str) -> Iterator[tuple[str, str]]:
    for line in _LACKING.splitlines():
        if line.startswith(f"{language}: "):
            for each in line.partition(": ")[2].split("; "):
                kind, _, listed = each.partition("=")
                yield kind, listed


def _info(called: str) -> Mapping[str, object] | None:
    """dateparser's words of a language, or of the part of the world where it is written; None if it has none."""
    for name in (called, called.partition("-")[0]):
        try:
            return default_loader.get_locale(name).info
        except ValueError:
            continue
    return None


def _from_dateparser(info: Mapping[str, object], add: Callable[[str, Word], None], *, english: bool) -> None:
    def add_all(name: str, *meant: Word) -> None:
        for word in structure(info.get(name) or [], list[str]):
            if word[:1].isalpha() or meant[0].kind != "particle":
                for each in meant:
                    add(word.rstrip(" ."), each)

    for number, name in enumerate(_WEEKDAYS):
        add_all(name, Word("weekday", number))
    for number, name in enumerate(_MONTHS, 1):
        add_all(name, Word("month", number))
    for number, name in enumerate(_UNITS):
        add_all(name, Word("unit", number))
    add_all("am", Word("am"))
    add_all("pm", Word("pm"))
    _add_days(info, add)
    for short in structure(info.get("simplifications") or [], list[dict[str, str]]):
        for word, number in short.items():
            if word.isalpha() and number.isdecimal():
                add(word, Word("number", int(number)))
    if english:  # its particles are those of _LACKING: "from" and "about" are for no hour
        add("in", Word("in"))
    else:
        add_all("skip", Word("particle"))
        add_all("pertain", Word("particle"))
        add_all("in", Word("in"), Word("later"))  # some languages have it behind the count
        add_all("ago", Word("ago"))


def _add_days(info: Mapping[str, object], add: Callable[[str, Word], None]) -> None:
    """Tomorrow, yesterday, next week."""
    for told, found in structure(info.get("relative-type") or {}, dict[str, list[str]]).items():
        if (when := _RELATIVE.fullmatch(told)) is not None:
            count = int(when["ahead"] or 0) - int(when["ago"] or 0)
            for word in found:
                add(word, Word("day" if when["unit"] == "day" else "week", count))
