"""A match of each game as a screen reader reads it: a few lines, one's hand before the table, what is asked last, and
nothing twice."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from bot.games.catalog import GAMES
from bot.show.messages.page import MessageContent
from bot.table.state import DEAL

from .reading import heard, lines, match
from .tables import ANN, Tables

CHANGES = 120
"""As many of a match are read."""
_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\d])")


def sentences(content: MessageContent) -> list[str]:
    """All that is said in the text and of the picture; what is too short to be a sentence is left out."""
    said = _END.split(" ".join((*lines(content), content.alt)))
    return [one for one in said if " " in one]


@pytest.mark.seeds(1, soak=10, at_once=1)
@pytest.mark.parametrize("slug", GAMES)
async def test_what_is_heard(tables: Tables, slug: str, seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(f"{slug}/{seeds[0]}")
    monkeypatch.setattr("bot.table.play.secrets.token_bytes", chance.randbytes)
    for snap in await match(tables, slug, CHANGES):
        for content in (snap.public, snap.private[ANN]):
            text = lines(content)
            assert all(text), "no line is empty"
            assert text[0].startswith(f"{GAMES[slug].title}"), "what is played comes first"
            if snap.phase == DEAL:
                assert len(text) <= 3, "what is played, what has happened, what is asked"
                assert len(text) < 3 or len(text[1]) <= 700
            assert 0 < len(content.alt) <= 1024
            twice = [one for one, n in Counter(sentences(content)).items() if n > 1]
            assert not twice, heard(content)
            held = content.alt.find("Your cards:")
            assert held <= 0, "one's hand before the table"
            if "You may choose" in content.alt:
                assert "." not in content.alt[content.alt.index("You may choose") :].rstrip("."), "what is asked last"
