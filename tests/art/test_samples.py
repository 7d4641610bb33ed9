"""The README's pictures."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from card_art.samples import FOLDER, PICTURES


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_of_the_readme_is_drawn_small_enough_and_lies_in_its_folder(name: str) -> None:
    drawn = PICTURES[name]()
    assert len(drawn) <= 110 * 1024
    with Image.open(io.BytesIO(drawn)) as made, Image.open(FOLDER / name) as kept:
        assert made.size == kept.size


def test_the_readme_shows_every_picture() -> None:
    readme = (FOLDER.parent.parent / "README.md").read_text(encoding="utf-8")
    assert all(f"card_art/samples/{name}" in readme for name in PICTURES)
