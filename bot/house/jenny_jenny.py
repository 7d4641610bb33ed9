"""The house player of Jenny Jenny."""

from __future__ import annotations

import random
from collections.abc import Mapping

from bot.engine.offers import Move, Offer
from bot.engine.view import View


def choose(view: View, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | None:
    return None
