"""Names as people have them: in a message they are words, and nothing in them is read as anything else."""

from __future__ import annotations

import random
import re

import pytest

from bot.engine.offers import Naming
from bot.show.words.sentences import Who
from bot.table import hosting, lobby, starting, undo
from bot.table.errors import Rejected
from bot.table.names import escaped, visible
from bot.table.session import Session

from .tables import ANN, BOB, CLEO, DAN, Tables, play_one


@pytest.mark.parametrize("name, said", [
    ("Ann", "Ann"),
    ("Ann-Kristin O'Hara (she)", "Ann-Kristin O'Hara (she)"),
    ("*~_Ann_~*", r"\*\~\_Ann\_\~\*"),
    ("||x|| `y` \\", r"\|\|x\|\| \`y\` \\"),
    ("<@101> <#7> <:a:1> <t:0:R>", r"\<@" + "\u200b" + r"101\> \<#7\> \<:a:1\> \<t:0:R\>"),
    ("@everyone", "@\u200beveryone"),
    ("[free chips](https://example.com)", r"\[free chips\](https:\//example.com)"),
    ("one\ntwo\r\n# three\u2028four", "one two # three four"),
    ("# big", r"\# big"),
    ("-# small", r"\-# small"),
    ("> said", r"\> said"),
    ("1. first", r"1\. first"),
    ("\u202ennA\u202c", "nnA"),
    ("\u05d0\u05d1", "\u2068\u05d0\u05d1\u2069"),
    ("👩\u200d🚀", "👩\u200d🚀"),
])  # fmt: skip
def test_a_name_in_a_message(name: str, said: str) -> None:
    assert escaped(name) == said


@pytest.mark.parametrize(
    "name", ["", " ", "\u200b\u200d", "\u3164", "\u2800\u2800", "\u115f\u1160", "\u0301", "\ufe0f", "\u202e"]
)
def test_a_name_that_shows_nothing(name: str) -> None:
    assert visible(name, "Seat 3") == "Seat 3"


@pytest.mark.parametrize("name", ["Ann", ".", "🂡", "👩\u200d🚀", "\u200bAnn", "\ufdfd", "1", "한"])
def test_a_name_that_shows_something_stays(name: str) -> None:
    assert visible(name, "Seat 3") == name


async def test_who_has_such_a_name_is_called_by_their_seat_everywhere(tables: Tables) -> None:
    s = await tables.open("red-dog", ANN)
    await lobby.join(s, BOB, "\u3164")
    await starting.start(s, ANN)
    assert s.table.chairs[1].said == "Seat 2" and "Seat 2" in tables.builder.snapshot(s.table).public.alt


def test_a_picture_has_the_names_as_they_are_and_a_message_escapes_them_once() -> None:
    who = Who(("*Ann*", ""))
    assert (who(0), who.said(0), who.said.said(0), who.said(1)) == ("*Ann*", r"\*Ann\*", r"\*Ann\*", "Seat 2")


BAD = "*_~|` <@102> @everyone [x](https://example.com)\n# loud \u202e{0}"


def texts(tables: Tables, s: Session) -> list[str]:
    snap = tables.builder.snapshot(s.table)
    return [snap.public.text, *(face.text for face in snap.private.values())]


def harmless(text: str) -> bool:
    """Nothing of such a name stands in the text but escaped."""
    raw = re.sub(r"\\[^0-9A-Za-z\s]", "", text)
    return not any(
        bad in raw for bad in ("*_", "_~", "|", "<@102>", "@everyone", "[x]", "https://", "\n# loud", "\u202e")
    )


async def bad_names(tables: Tables, game: str) -> Session:
    s = await tables.open(game, ANN)
    for user in (BOB, CLEO, DAN):
        await lobby.join(s, user, f"{BAD}{user}")
    return s


@pytest.mark.parametrize("game", ["hearts", "red-dog", "seven-twenty-seven", "three-five-seven"])
async def test_whatever_a_table_says_of_such_people_is_harmless(tables: Tables, game: str) -> None:
    s = await bad_names(tables, game)
    await starting.start(s, ANN)
    rng, named = random.Random(2), 0
    for _ in range(60):
        for text in texts(tables, s):
            assert harmless(text), text
            named += "loud" in text
        if not await play_one(s, rng):
            break
    assert named, "they are named"
    assert {tables.builder.who(s.table)(seat) for seat in range(4)} == {
        "Ann",
        *(f"{BAD}{user}" for user in (BOB, CLEO, DAN)),
    }


async def test_refusals_and_notices_are_harmless(tables: Tables) -> None:
    s = await bad_names(tables, "hearts")
    said: list[str] = []
    with pytest.raises(Rejected) as sits:
        await lobby.take(s, 105, BAD, 1)
    said.append(str(sits.value))
    said.append(await hosting.hand_over(s, ANN, BOB))
    await starting.start(s, BOB)
    assert await lobby.join(s, 105, BAD) is None
    said += texts(tables, s)
    assert "In the queue: " in said[-1] + said[2]
    while s.table.deal is not None and len(s.table.deal.played) < 5:
        await play_one(s, random.Random(3))
    assert s.table.deal is not None
    said.append(await undo.propose(s, s.table.chairs[s.table.deal.played[-1].seat].user or 0))
    said += texts(tables, s)
    for text in said:
        assert harmless(text), text


async def test_a_sentence_of_the_rules_names_whoever_has_such_a_name(tables: Tables) -> None:
    s = await bad_names(tables, "hearts")
    assert s.table.named(Naming("It is {1}'s cut.")) == f"It is {escaped(s.table.chairs[1].name)}'s cut."
    assert s.table.named("“{1}” and “{9}” are no cards.") == "“{1}” and “{9}” are no cards."
