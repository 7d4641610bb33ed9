"""What beginners do wrong where tricks are taken, melds laid and cards got rid of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from bot.engine.cards import ACE, JACK, Card, high
from bot.engine.facts import DISCARDS
from bot.engine.offers import Move
from bot.games import cribbage, gin_rummy, hearts, jubilee, neosho_rapids, twos
from bot.games.canasta import moves as canasta
from bot.games.canfield import moves as canfield
from bot.games.cash import moves as cash
from bot.games.cribbage.facts import COUNT
from bot.games.cribbage.laying_away import average
from bot.games.jenny_jenny import moves as jenny_jenny
from bot.games.neosho_rapids import chains
from bot.games.parts import melds as m
from bot.games.parts.tricks import TRICK
from bot.games.switch import moves as switch
from bot.games.switch.facts import PENDING
from bot.games.tablanette import Play as TablanettePlay
from bot.games.tablanette import TablanetteView
from bot.games.twos import combinations as c

from .. import canasta as canasta_house
from .. import gin_rummy as gin_house
from ..tablanette import Sight
from .mistake import May, Mistake

# ---- tricks ------------------------------------------------------------------------------------------


def passes_by_height(view: hearts.HeartsView, may: May, move: Move) -> Move | None:
    away = sorted(view.hand, key=lambda card: (high(card), card.suit))[-3:]
    return hearts.Pass(tuple(away)) if isinstance(move, hearts.Pass) else None


def leads_high(view: hearts.HeartsView, may: May, move: Move) -> Move | None:
    if not isinstance(move, hearts.Play) or view.faces(TRICK):
        return None
    return hearts.Play(max(may[hearts.Play].next(()), key=lambda card: (high(card), card.suit)))


def plays_its_lowest(view: hearts.HeartsView, may: May, move: Move) -> Move | None:
    lying = view.faces(TRICK)
    if not isinstance(move, hearts.Play) or not lying:
        return None
    fit = [card for card in may[hearts.Play].next(()) if card.suit == lying[0].suit]
    return hearts.Play(min(fit, key=high)) if fit else None


def _laid(bits: c.Mask) -> Move:
    return twos.Play(c.laid_out(c.unmask(bits)))


def leads_singles(view: twos.TwosView, may: May, move: Move) -> Move | None:
    offer = may.get(twos.Play)
    if not isinstance(move, twos.Play) or twos.Pass in may or not isinstance(offer, twos.Playing):
        return None
    singles = [bits for bits in offer.listed() if bits.bit_count() == 1]
    return _laid(min(singles)) if singles and len(move.cards) < len(view.hand) else None


def never_passes(view: twos.TwosView, may: May, move: Move) -> Move | None:
    offer = may.get(twos.Play)
    if not isinstance(move, twos.Pass) or not isinstance(offer, twos.Playing):
        return None
    return next(map(_laid, offer.listed()), None)


# ---- melds -------------------------------------------------------------------------------------------


def waits_for_gin(view: gin_rummy.GinRummyView, may: May, move: Move) -> Move | None:
    if not isinstance(move, gin_rummy.Knock):
        return None
    around, held = view.options.around, m.mask(view.hand)
    left = {card: m.deadwood(held ^ m.bit(card), around) for card in may[gin_rummy.Discard].next(())}
    return gin_rummy.Discard(gin_house.best_throw(view, left, around))


def takes_what_may_fit(view: gin_rummy.GinRummyView, may: May, move: Move) -> Move | None:
    takes = gin_rummy.Draw(gin_rummy.DISCARD)
    if not isinstance(move, gin_rummy.Pass | gin_rummy.Draw) or gin_rummy.Draw not in may or move == takes:
        return None
    top = view.pile(DISCARDS)[-1]
    assert top is not None
    fits = any(held.rank == top.rank or (held.suit, abs(held.rank - top.rank)) == (top.suit, 1) for held in view.hand)
    return takes if fits else None


def throws_without_a_look(view: canasta.CanastaView, may: May, move: Move) -> Move | None:
    if not isinstance(move, canasta.Discard):
        return None
    sight = canasta_house.Sight(view)
    return canasta.Discard(min(may[canasta.Discard].next(()), key=lambda rank: (canasta_house.keep(sight, rank), rank)))


def takes_any_pile(view: canasta.CanastaView, may: May, move: Move) -> Move | None:
    if not isinstance(move, canasta.Draw) or canasta.TakePile not in may:
        return None
    return next(canasta_house.takes(canasta_house.Sight(view), may[canasta.TakePile]), None)


# ---- counting ----------------------------------------------------------------------------------------


def forgets_the_crib(view: cribbage.CribbageView, may: May, move: Move) -> Move | None:
    if not isinstance(move, cribbage.LayAway):
        return None
    held = sorted(view.hand)

    def kept(away: tuple[Card, ...]) -> float:
        return average([card for card in held if card not in away], held)

    return cribbage.LayAway(max(combinations(held, 2), key=kept))


def leads_its_highest(view: cribbage.CribbageView, may: May, move: Move) -> Move | None:
    if not isinstance(move, cribbage.Play) or view.fact(COUNT, None):
        return None
    return cribbage.Play(max(may[cribbage.Play].next(())))


def scores_now(view: jubilee.JubileeView, may: May, move: Move) -> Move | None:
    if not isinstance(move, jubilee.Play):
        return None
    total, holds = view.fact(jubilee.TOTAL), view.options.joker_holds

    def brings(card: Card) -> tuple[int, int]:
        step = jubilee.VALUES[card]
        return jubilee.points(total, total + step, holds), step

    return jubilee.Play(max(may[jubilee.Play].next(()), key=brings))


def takes_the_most(view: TablanetteView, may: May, move: Move) -> Move | None:
    if not isinstance(move, TablanettePlay):
        return None
    return max(Sight(view).plays(), key=lambda way: (len(way.gained), way.brings, way.card.rank)).move


# ---- getting rid of cards ----------------------------------------------------------------------------


def spends_its_tricks(view: switch.SwitchView, may: May, move: Move) -> Move | None:
    if type(move) is not switch.Play or view.has(PENDING) or len(view.hand) < 3:
        return None
    ranks = (ACE, 2, JACK)
    suit = max("CDHS", key=lambda one: sum(card.suit == one for card in view.hand))
    for card in sorted(view.hand, key=lambda one: ranks.index(one.rank) if one.rank in ranks else len(ranks)):
        for made in (switch.Play((card,)), switch.Play((card,), suit)):
            if card.rank in ranks and may[switch.Play].refusal(made) is None:
                return made
    return None


def lays_all_it_can(view: neosho_rapids.NeoshoRapidsView, may: May, move: Move) -> Move | None:
    if neosho_rapids.Play not in may:
        return None
    *_, top = view.pile(DISCARDS)
    assert top is not None
    found = next(chains.longest(view.hand, top.rank, 1), None)
    return neosho_rapids.Play(found) if found else None


# ---- boards and markets ------------------------------------------------------------------------------


def overlooks_columns(view: canfield.CanfieldView, may: May, move: Move) -> Move | None:
    on = isinstance(move, canfield.Move) and move.target != canfield.HOME
    return canfield.Draw() if on and canfield.Draw in may else None


def throws_anything(view: cash.CashView, may: May, move: Move) -> Move | None:
    if not isinstance(move, cash.Grab):
        return None
    return cash.Grab(move.take, min((card for card in view.hand if card.rank != move.take.rank), default=move.give))


def keeps_its_coins(view: jenny_jenny.JennyJennyView, may: May, move: Move) -> Move | None:
    return jenny_jenny.Draw() if isinstance(move, jenny_jenny.Buy) and jenny_jenny.Draw in may else None


MISTAKES: Mapping[str, Sequence[Mistake]] = {
    "hearts": [
        Mistake("passes the three highest cards, of whatever suits", passes_by_height),
        Mistake("leads the highest card", leads_high),
        Mistake("follows with the lowest card, also where a high one could go for nothing", plays_its_lowest),
    ],
    "twos": [
        Mistake("leads the lowest single, whatever it belongs to", leads_singles),
        Mistake("never passes with a card that would do", never_passes),
    ],
    "gin-rummy": [
        Mistake("waits for gin and never knocks", waits_for_gin),
        Mistake("takes discards that make no meld yet", takes_what_may_fit),
    ],
    "canasta": [
        Mistake("throws what it needs least, also what the next player can take the pile with", throws_without_a_look),
        Mistake("takes every pile that it may, however small", takes_any_pile),
    ],
    "cribbage": [
        Mistake("keeps the best four cards, whatever goes to the other's crib", forgets_the_crib),
        Mistake("leads the highest card", leads_its_highest),
    ],
    "jubilee": [Mistake("plays what scores most now, whatever the next player makes of it", scores_now)],
    "tablanette": [Mistake("takes as many cards as it can, whatever that leaves", takes_the_most)],
    "switch": [Mistake("spends aces, twos and jacks as soon as they fit", spends_its_tricks)],
    "neosho-rapids": [Mistake("lays as many cards as it can, and tears its hand apart", lays_all_it_can)],
    "canfield": [Mistake("draws before it looks between the columns", overlooks_columns)],
    "cash": [Mistake("throws any card, also those that an opponent collects", throws_anything)],
    "jenny-jenny": [Mistake("draws and keeps its coins, as long as there is a stock", keeps_its_coins)],
}
