"""A player named in gold has more chips than before: a headline goes by the net, and not by parts of pots."""

from __future__ import annotations

import re

import pytest

from bot.engine.view import view
from bot.games.catalog import GAMES
from bot.show.words.layout import moved
from bot.show.words.sentences import Who
from cogs.games import every_word
from tests.conformance.play import play_match

NAMED = re.compile(r"Player (\d+)")
WINS = re.compile(r"\b(wins?|takes?|shares?|Low|High)\b")


@pytest.mark.parametrize("slug", sorted(slug for slug, game in GAMES.items() if game.chips))
def test_nobody_who_has_lost_is_said_to_win(slug: str) -> None:
    game, words, looked = GAMES[slug], every_word()[slug], 0
    for seed in range(12):
        for deal in play_match(game, ("headline", seed)).deals:
            if deal.after is None or deal.after.standings is not None or not game.for_chips(deal.options):
                continue
            seen = view(deal)
            net = moved(seen, deal.state)
            made = words.results(seen, deal.state, Who(tuple(f"Player {n}" for n in range(seen.seats))))
            named = [int(n) for n in NAMED.findall(made.banner or "")] if WINS.search(made.banner or "") else []
            gold = [int(row.name.split()[1]) for row in made.rows if row.winner and NAMED.fullmatch(row.name)]
            looked += 1
            assert all(net[seat] >= 0 for seat in (*named, *gold)) or max(net) <= 0, (made.banner, gold, net)
    assert looked
