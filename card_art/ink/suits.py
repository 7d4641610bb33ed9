"""The four suit signs, drawn within a circle of radius 1 about the origin."""

from __future__ import annotations

from card_art.ink.pen import Colour, Pen, mirrored

_STEM = mirrored("M0,.2 L.07,.2 C.08,.58 .2,.84 .48,1 L0,1")
_HEART = mirrored("M0,1 C.1,.74 1,.3 1,-.34 C1,-.72 .77,-.94 .5,-.94 C.27,-.94 .08,-.79 0,-.54")
_DIAMOND = mirrored("M0,-1.1 C.21,-.68 .47,-.31 .8,0 C.47,.31 .21,.68 0,1.1")
_SPADE = mirrored("M0,-1.04 C.17,-.62 .99,-.24 .99,.31 C.99,.62 .76,.8 .51,.8 C.29,.8 .11,.66 0,.42")
_LEAF = 0.46
LEAVES = ((0.0, -0.56), (-0.54, 0.22), (0.54, 0.22))
"""The middles of a club's three leaves."""


def sign(pen: Pen, suit: str, x: float, y: float, r: float, colour: Colour, *, upside_down: bool = False) -> None:
    """Draw the sign of `suit` (one of `C D H S`) about (x, y), `r` units from the middle to the edge."""
    pen = pen.at(x, y, r, turn=180 if upside_down else 0)
    if suit == "H":
        pen.fill(_HEART, colour)
    elif suit == "D":
        pen.fill(_DIAMOND, colour)
    elif suit == "S":
        pen.fill(_SPADE, colour)
        pen.fill(_STEM, colour)
    else:
        for leaf_x, leaf_y in LEAVES:
            pen.oval(leaf_x, leaf_y, _LEAF, fill=colour)
        pen.fill([(-0.2, -0.3), (0.2, -0.3), (0.34, 0.3), (-0.34, 0.3)], colour)
        pen.fill(_STEM, colour)
