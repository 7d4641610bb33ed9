"""What is kept of each deal for the people who were dealt in, where the game keeps that."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

from bot.engine.deal import Deal
from bot.engine.piles import Seat
from bot.engine.traits import PlayFigures
from bot.store import NotedHand, Work, hands

from .open_table import OpenTable

log = logging.getLogger(__name__)


def note(s: OpenTable, work: Work, deal: Deal, at: int) -> None:
    """A deal has ended: the people who were dealt in keep theirs, but for lessons. What a house player did in a
    person's place counts for no figures."""
    if s.taught:
        return
    people = {seat: chair.user for seat, chair in enumerate(s.chairs) if chair.user is not None}
    stand_ins = [seat for seat, chair in enumerate(s.chairs) if chair.stand_in]
    try:
        found = of_deal(deal, s.deal_id, s.id, people, at, stand_ins)
    except Exception:  # the deal is over and paid, whatever is wrong with its figures
        log.exception("deal %s is not among anybody's hands", s.deal_id)
        return
    if found:
        work.do(hands.note, s.guild, found)


def of_deal(
    deal: Deal, id: str, table: str, people: Mapping[Seat, int], at: int, stand_ins: Sequence[Seat] = ()
) -> list[NotedHand]:
    """The hands of these people in a deal that is over; none of a game that keeps none."""
    if (figures := deal.game.trait(PlayFigures)) is None:
        return []
    return [
        NotedHand(
            people[seat], at, id, table, deal.game.slug, seat, f.what, f.position, f.cards, f.board, f.pot, f.unit,
            f.net, f.showdown, {} if seat in stand_ins else f.counts,
        )
        for seat, f in figures.of(deal).items()
        if seat in people
    ]  # fmt: skip
