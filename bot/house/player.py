"""Who a house player is, where that makes a difference to how it plays."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from . import manners
from .manners import Manner


class Strength(StrEnum):
    """How well a house player plays."""

    LEARNER = "learner"
    """It makes a beginner's mistakes whenever they come up."""
    FRIENDLY = "friendly"
    """It makes the same mistakes now and then."""
    CLUB = "club"
    """It plays as well as it can."""


class Player(NamedTuple):
    """A house player as its policy knows it."""

    strength: Strength = Strength.CLUB
    manner: Manner = manners.PLAIN


PLAIN = Player()
"""Who plays as well as it can, gives hints and stands in for people."""
