"""The ten house players: who they are, and their faces, drawn by name.

The same name has the same face everywhere. Each is known by one outline (a hat, hair or a beard) that is still seen
where a face is 40 pixels wide and has no colour; hair or hat differ in lightness from the ground behind them.
"""

from __future__ import annotations

from dataclasses import dataclass

from card_art.deck.courts_heads import Drawing, Tones, face, mane, parted
from card_art.ink.pen import Pen
from card_art.people import hair, wear

SIDE = 140
"""Of a picture, in the units of a card."""


@dataclass(frozen=True)
class Person:
    """A house player: colours, and drawings from the back to the front."""

    ground: str
    skin: str
    hair: str
    robe: str
    trim: str
    ink: str
    drawn: tuple[Drawing, ...]
    closer: float = 1
    """How many times larger than on a court card."""
    middle: float = 70
    """How far down the card the middle of the picture is."""


PEOPLE = {
    "Ada": Person(
        ground="#41639c",
        skin="#f3d6c0",
        hair="#d8d5d2",
        robe="#141833",
        trim="#9a86c8",
        ink="#7a2a6a",
        drawn=(
            wear.lace_collar,
            face(turn=3, brow=-0.4, brows=2, eye="#41639c", lips="#a11925", smile=1.6, lines=True),
            hair.bun,
            hair.spectacles,
        ),
        middle=72,
    ),
    "Bertie": Person(
        ground="#ffe294",
        skin="#edc7a4",
        hair="#b5561d",
        robe="#5b7282",
        trim="#e2c25c",
        ink="#a11925",
        drawn=(
            wear.suit,
            face(jaw="square", turn=2.5, brow=-1.6, brows=4, eye="#3f6d3c", smile=3, blush="#d0453c"),
            hair.handlebar,
            wear.bowler,
        ),
        closer=1.04,
        middle=72,
    ),
    "Clara": Person(
        ground="#cbbce3",
        skin="#7a4a28",
        hair="#1e1614",
        robe="#a11925",
        trim="#e6b13c",
        ink="#a11925",
        drawn=(
            wear.round_neck,
            face(turn=3, brow=-0.6, brows=2.6, eye="#26170e", lips="#a33048", smile=2, lashes=True),
            hair.pearl_drops,
            wear.headwrap,
        ),
        closer=0.98,
        middle=65,
    ),
    "Dora": Person(
        ground="#a7d0cc",
        skin="#bd8050",
        hair="#341d10",
        robe="#4770a7",
        trim="#f1ce72",
        ink="#a11925",
        drawn=(
            mane(150, 40),
            wear.round_neck,
            face(turn=-3, brow=-1.4, brows=2.4, eye="#2c1a10", lips="#9c2b3a", smile=3.4, lashes=True),
            hair.long_hair,
            hair.pearls,
            wear.straw_hat,
        ),
        closer=1.04,
        middle=79,
    ),
    "Emil": Person(
        ground="#82acd9",
        skin="#d09a6c",
        hair="#15161c",
        robe="#3d4f60",
        trim="#e2c25c",
        ink="#15161c",
        drawn=(
            wear.waistcoat,
            face(jaw="square", turn=2.5, brow=0.6, brows=3.6, eye="#20161a", smile=1),
            hair.black_beard,
            wear.eyeshade,
        ),
        closer=1.08,
        middle=82,
    ),
    "Flora": Person(
        ground="#588858",
        skin="#f3d6c0",
        hair="#b5561d",
        robe="#f2ead6",
        trim="#e2c25c",
        ink="#a11925",
        drawn=(
            wear.round_neck,
            face(turn=3, brow=-1.4, brows=2.2, eye="#2d7d46", lips="#c4283f", smile=3.4, lashes=True, freckles=True),
            parted,
            hair.plaits,
            wear.wreath,
        ),
        closer=1.1,
        middle=84,
    ),
    "Gus": Person(
        ground="#bd8050",
        skin="#edc7a4",
        hair="#e8e2d2",
        robe="#1c4079",
        trim="#e2c25c",
        ink="#15161c",
        drawn=(
            wear.pea_coat,
            face(jaw="square", turn=2.5, brow=-0.6, brows=4, eye="#41639c", smile=2, blush="#d0453c"),
            hair.great_beard,
            wear.captains_cap,
        ),
        middle=72,
    ),
    "Hedda": Person(
        ground="#f5cacf",
        skin="#f8e2d6",
        hair="#15161c",
        robe="#2a3746",
        trim="#9a86c8",
        ink="#7a2a6a",
        drawn=(
            wear.lace_collar,
            face(jaw="long", turn=-2.5, brow=1.2, brows=2.4, eye="#41639c", lips="#8f1c3c", smile=-0.4, lashes=True),
            hair.choker,
            hair.bob,
        ),
        closer=1.06,
        middle=83,
    ),
    "Ivo": Person(
        ground="#c6cd7e",
        skin="#d09a6c",
        hair="#15161c",
        robe="#23897f",
        trim="#c12438",
        ink="#e6b13c",
        drawn=(
            wear.kaftan,
            hair.side_hair,
            face(turn=-3, brow=1.4, brows=4.4, eye="#2a1a10", smile=2.2),
            hair.goatee,
            wear.fez,
        ),
        closer=1.04,
        middle=73,
    ),
    "Juno": Person(
        ground="#7a2a6a",
        skin="#bd8050",
        hair="#c6d0dc",
        robe="#882838",
        trim="#23897f",
        ink="#a11925",
        drawn=(
            wear.shawl,
            face(turn=-3, brow=-0.6, brows=2.4, eye="#2c1a10", lips="#9c2b3a", smile=2.6, lashes=True),
            hair.crown_of_plaits,
            hair.hoops,
        ),
        closer=1.06,
        middle=82,
    ),
}


def draw(pen: Pen, name: str) -> None:
    """Draw somebody's head on a pen `SIDE` units square, on the ground that is theirs."""
    person, half = PEOPLE[name], SIDE / 2
    tones = Tones("S", person.ink, person.robe, person.trim, person.skin, person.hair)
    k = person.closer
    body = pen.at(half, half - person.middle * k, k)
    pen.fill([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], person.ground)
    for drawing in person.drawn:
        drawing(body, tones)
