"""Reasons are true: what they name is what the policy went by, and it speaks for the move."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from bot import house
from bot.engine.betting import Call, Fold
from bot.engine.deal import Deal
from bot.engine.events import Reason
from bot.engine.match import Match
from bot.engine.moments import stands
from bot.engine.offers import Move
from bot.engine.state import opening
from bot.engine.view import View, view
from bot.games import in_between, jubilee, red_dog
from bot.games.backhand import CALL
from bot.games.catalog import GAMES
from bot.games.cribbage import LayAway
from bot.games.cribbage.laying_away import average
from bot.games.farmer import Hit, Stay
from bot.house import Advice, backhand, cribbage, farmer, gin_rummy, poker
from bot.house import in_between as in_between_house
from bot.house import jubilee as jubilee_house
from bot.house import red_dog as red_dog_house
from bot.simulate import BUY_IN

Law = Callable[[View, Any, Move], object]


def beats(seen: View, why: red_dog_house.Beats, move: Move) -> None:
    assert (why.wins, why.unseen) == red_dog.odds(seen)


def between(seen: View, why: in_between_house.Between, move: Move) -> None:
    assert (why.wins, why.unseen) == in_between.odds(seen)


def makes(seen: View, why: jubilee_house.Makes, move: Move) -> None:
    assert isinstance(move, jubilee.Play)
    total = seen.fact(jubilee.TOTAL)
    after = total + jubilee.VALUES[move.card]
    assert why.now == jubilee.points(total, after, seen.options.joker_holds)
    assert why.next == jubilee_house.Next(seen).makes_of(after)


def keeps(seen: View, why: cribbage.Keeps, move: Move) -> None:
    assert isinstance(move, LayAway) and {*why.kept} == {*seen.hand} - {*move.parts}
    assert why.average == average([*why.kept], sorted(seen.hand)) and why.own == (seen.dealer == seen.viewer)
    assert why.crib == cribbage.in_crib(move.parts, own=why.own)


def enough(seen: View, why: farmer.Enough, move: Move) -> None:
    assert move == Stay() and why.total >= why.enough


def too_little(seen: View, why: farmer.TooLittle, move: Move) -> None:
    assert move == Hit() and why.total < why.enough


def tally(seen: View, why: backhand.Tally, move: Move) -> None:
    assert why.busts >= why.wins if move == CALL else why.busts <= why.wins


def improves(seen: View, why: gin_rummy.Improves, move: Move) -> None:
    assert why.after < why.now


def odds(seen: View, why: poker.Odds, move: Move) -> None:
    assert isinstance(move, Call) or (isinstance(move, Fold) and why.wins <= why.price)


LAWS: dict[str, dict[type[Reason], Law]] = {
    "red-dog": {red_dog_house.Beats: beats},
    "in-between": {in_between_house.Between: between},
    "jubilee": {jubilee_house.Makes: makes},
    "cribbage": {cribbage.Keeps: keeps},
    "farmer": {farmer.Enough: enough, farmer.TooLittle: too_little},
    "gin-rummy": {gin_rummy.Improves: improves},
    "poker": {poker.Odds: odds},
}


@pytest.mark.parametrize("slug", LAWS)
def test_a_reason_names_what_the_policy_went_by(slug: str) -> None:
    laws, met = LAWS[slug], set[type[Reason]]()

    def look(deal: Deal, seat: int, advice: Advice) -> None:
        if (law := laws.get(type(advice.why))) is not None:  # type: ignore[arg-type]  # None has no law
            law(view(deal, seat), advice.why, advice.move)
            met.add(type(advice.why))  # type: ignore[arg-type]

    _played(slug, look)
    assert met == {*laws}


def test_a_tally_speaks_for_its_call() -> None:
    met: list[Reason] = []

    def look(deal: Deal, seat: int, advice: Advice) -> None:
        if isinstance(advice.why, backhand.Tally):
            tally(view(deal, seat), advice.why, advice.move)
            met.append(advice.why)

    _played("backhand", look, shuffle_when="marker")
    assert met


def _played(slug: str, look: Callable[[Deal, int, Advice], None], most: int = 12, **options: Any) -> None:
    """Some deals of house players, of which each decision is looked at."""
    game, secrets = GAMES[slug], Random(slug)
    chosen = game.options(**options)
    seats = max(2, min(game.seats_for(chosen)))
    match = Match(game, chosen, opening(seats, BUY_IN if game.for_chips(chosen) else 0), "reasons")
    while not match.state.over and match.state.number < most:
        deal = match.begin(match.sealed(secrets.randbytes(32)) if match.fresh else None, at=0)
        while deal.ask:
            if stands(deal.ask):
                assert deal.ask.timer is not None
                deal.tick(deal.ask.timer[0])
                continue
            seat = next(iter(deal.ask.waits_for))
            advice = house.advise(view(deal, seat), deal.offers(seat))
            assert advice is not None
            look(deal, seat, advice)
            deal.submit(seat, advice.move, deal.table.now)
        match.settle()


def test_a_reason_without_figures_is_a_reason() -> None:
    """A policy asks whether there is one."""
    kinds = [kind for kind in Reason.__subclasses__() if not kind.__annotations__]
    assert len(kinds) > 20 and all(kind() for kind in kinds)
