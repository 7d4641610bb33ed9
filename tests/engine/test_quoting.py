"""What somebody has typed, as a refusal repeats it."""

from __future__ import annotations

import pytest

from bot.engine.amounts import BadAmount, read_amount
from bot.engine.quoting import quoted


@pytest.mark.parametrize(("typed", "said"), [
    ("wild=39=", "“wild=39=”"),
    (" two  words\n# loud ", "“two words # loud”"),
    ("<@101> hi <@&7> <#7> <:a:1> <a:b:2> <t:0:R> </play:9> <id:guide>", "“hi”"),
    ("@everyone @here a@b.c", "“everyone here a@b.c”"),
    ("see https://example.com/x now", "“see now”"),
    ("[free chips](https://example.com)", "“free chips”"),
    ("\u202ennA\u202c", "“nnA”"),
    ("3 < 4 > 2", "“3 < 4 > 2”"),
    ("x" * 61, f"“{'x' * 60}…”"),
])  # fmt: skip
def test_without_mentions_links_and_marks_of_direction(typed: str, said: str) -> None:
    assert quoted(typed) == said


def test_an_amount_that_is_none_mentions_nobody() -> None:
    with pytest.raises(BadAmount, match=r"^“everyone” is not an amount"):
        read_amount("@everyone")
