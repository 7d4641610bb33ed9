"""What the laws of the evenings add up anew, on records that are made by hand."""

from __future__ import annotations

import sqlite3
from types import SimpleNamespace
from typing import Any, cast

from .recounted import Results

RECORDS = """
CREATE TABLE deals (id TEXT, match TEXT);
CREATE TABLE accounts (id INTEGER, owner TEXT, kind TEXT, card_table TEXT);
CREATE TABLE transfers (id INTEGER, key TEXT, why TEXT);
CREATE TABLE postings (transfer INTEGER, account INTEGER, amount INTEGER);
INSERT INTO deals VALUES ('tab-d1', 'tab-1'), ('tab-d2', 'tab-2'), ('tab-d3', 'tab-3');
INSERT INTO accounts VALUES (1, '11', 'escrow', 'tab'), (2, 'house Bertie', 'escrow', 'tab');
INSERT INTO transfers VALUES
    (1, 'tab:v0:buy0', 'buy-in'), (2, 'tab-d1:end', 'deal'), (3, 'tab:v9:ended', 'deal'), (4, 'tab-d3:end', 'deal');
INSERT INTO postings VALUES (1, 1, 900), (2, 1, -50), (2, 2, 50), (3, 1, 200), (3, 2, -200), (4, 1, 70), (4, 2, -70);
"""


def test_what_a_match_that_was_ended_by_vote_has_paid_is_not_the_next_ones() -> None:
    db = sqlite3.connect(":memory:")
    db.executescript(RECORDS)
    evening = cast("Any", SimpleNamespace(bot=SimpleNamespace(room=None)))
    assert Results(evening)._won(db, "tab-3") == {"11": 70, "house Bertie": -70}
