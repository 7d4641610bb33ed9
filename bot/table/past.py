"""What results of earlier versions did not say, found in the journal and in the ledger."""

from __future__ import annotations

import json
import logging
from typing import Any

from bot.engine import codec
from bot.engine.game import Game
from bot.games.catalog import GAMES

from . import money

log = logging.getLogger(__name__)


def read(slug: str, options: str) -> tuple[Game, Any] | None:
    """A game with the options of a match; None where they are not known any more."""
    try:
        return GAMES[slug], codec.load_options(GAMES[slug], json.loads(options))
    except Exception:  # whatever an earlier version has stored, it costs that match alone
        log.warning("the options of a match of %s cannot be read: %.200s", slug, options)
        return None


def pairs(slug: str, options: str, seats: int) -> int:
    """How many partnerships there were, whose members sat across from each other."""
    found = read(slug, options)
    return money.pairs_at(*found, seats) if found else 0
