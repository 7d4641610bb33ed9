"""Hands of poker that were played when a showdown stood for five seconds, and a hand could be shown, but not kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.engine.betting import FOLD
from bot.engine.deal import Deal
from bot.engine.proof import verify
from bot.games.catalog import GAMES
from bot.games.poker import POKER
from bot.games.poker.moves import SHOW
from tests.games.poker_table import all_do, start, table

FILES = Path(__file__).with_name("poker_1.jsonl").read_bytes().splitlines()
"""What that version gave out: the end of each is another one of a call, a fold, a hand that is shown, and time up."""


@pytest.mark.parametrize("data", FILES, ids=lambda data: json.loads(data)["deals"][0]["rows"][-1][1][0])
def test_it_is_played_again_as_it_was(data: bytes) -> None:
    held = verify(data, GAMES)
    assert not held.other_rules and held.moves == len(json.loads(data)["deals"][0]["rows"])


def test_a_running_deal_is_played_on_by_its_own_rules() -> None:
    options = POKER.options(limit="no")
    deal = Deal(POKER, start(), options, None, order=table(limit="no").order, rules=1)
    all_do(deal, "fold", "fold")
    deal.submit(1, FOLD, at=5)
    assert deal.ask and deal.ask.timer and deal.ask.timer[0] == 5005
    assert [o.kind.__name__ for o in deal.offers(2)] == ["Show"] and not deal.ask.default
    deal.submit(2, SHOW, at=10)
    assert deal.after and deal.table.now == 10, "it was over with the last hand that was shown"


def test_rules_that_nobody_has_played_by_are_not_played() -> None:
    assert [POKER.plays(n) for n in range(5)] == [False, True, True, True, False]
