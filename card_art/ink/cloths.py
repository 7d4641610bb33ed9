"""What tables are covered with. Another cloth is another line here, and no other file knows the names."""

from __future__ import annotations

from typing import NamedTuple


class ClothColours(NamedTuple):
    """All colours that follow from a cloth."""

    lamp: str
    """The felt under the lamp. White, soft white and gold are 4.5 : 1 on it."""
    edge: str
    """The felt at the rail. From the lamp to here the channels fall together, for where one falls alone the hue changes
    in rings."""
    mat: str
    """A darker place for what belongs together."""
    seam: str
    """The edge of such a place."""


CLOTHS = {
    "green": ClothColours(lamp="#1a6e4a", edge="#06261e", mat="#0b2b20", seam="#3d6b57"),
    "blue": ClothColours(lamp="#26628a", edge="#0a1a42", mat="#10223f", seam="#41617f"),
    "wine": ClothColours(lamp="#8a3246", edge="#2e0a16", mat="#34101b", seam="#7a4854"),
}
USUAL = "green"
