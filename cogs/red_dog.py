"""Red Dog on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.engine.amounts import signed, whites
from bot.engine.cards import high
from bot.engine.offers import Offer
from bot.engine.state import State
from bot.engine.view import View
from bot.games import agreed_end as end
from bot.games import red_dog as r
from bot.games.shared_pot import PotShared
from bot.host.gamecog import GameCog
from bot.host.words import SUIT_SIGNS, Verb, Who, Words, card_text, cards_text, options_lines, seat_scene, turned
from card_art import scene as art

if TYPE_CHECKING:
    from bot.host.client import RoomClient

_RANKS = {11: "J", 12: "Q", 13: "K", 14: "A"}


def scene(view: View, who: Who) -> art.Scene:
    """The pot and the turned card in the middle, exposed cards in front of their owners."""
    turned_cards = view.pile("turned")
    last = turned_cards[-1] if turned_cards else None
    seats = tuple(
        seat_scene(view, who, s, f"{whites(view.stacks[s])} chips", hand=s in view.players) for s in turned(view, who)
    )
    centre: tuple[art.Piece, ...] = (
        art.Row((last,) if last else (), "Turned", slots=1), art.Pot(view.pot), art.Stock("Stock", view.size("stock")),
    )  # fmt: skip
    return art.Scene(
        title="Red Dog", subtitle=f"Round {view.number + 1}", seats=seats, centre=centre,
        foot_left=(f"smallest bet {whites(view.options.min_bet)}", *options_lines(view)[:2]), style=who.style,
    )  # fmt: skip


def results(view: View, before: State, who: Who) -> art.Results:
    """What the round moved, and what everybody has now."""
    winners = [s.seat for s in view.standings or () if s.outcome == "W"]
    rows = tuple(
        art.ResultRow(
            place=str(sorted(view.stacks, reverse=True).index(view.stacks[s]) + 1), name=who(s),
            values=(signed(view.stacks[s] - before.stacks[s]), whites(view.stacks[s])), winner=s in winners,
            tags=who.tags[s] if who.tags else (), cards=tuple(c for c in view.pile(f"hand {s}") if c is not None),
            number=s,
        )
        for s in sorted(range(view.seats), key=lambda s: -view.stacks[s])
    )  # fmt: skip
    shared = next((e for e in view.events if isinstance(e, PotShared)), None)
    banner = f"{who(winners[0])} takes the pot!" if winners else "The pot is shared." if shared else None
    return art.Results(
        title="Red Dog", subtitle=f"Round {view.number + 1}", columns=("Round", "Chips"), rows=rows, banner=banner,
        note="" if view.standings else f"{whites(view.pot)} in the pot.",
    )  # fmt: skip


def presets(view: View, offer: Offer) -> Sequence[tuple[str, int]]:
    """Min, parts of the pot, and all of it."""
    among = offer.next(())
    least, most = min(among), max(among)
    quarter, half = view.pot // 4 // 50 * 50, view.pot // 2 // 50 * 50
    smaller = ((f"Min {whites(least)}", least), (f"¼ pot {whites(quarter)}", quarter), (f"½ pot {whites(half)}", half))
    whole = f"{'Pot it!' if most == view.pot else 'All'} {whites(most)}"
    return [*((label, amount) for label, amount in smaller if least <= amount < most), (whole, most)]


def notes(view: View) -> Sequence[str]:
    """Below what each suit wins."""
    lines = []
    for suit in "CDSH":
        best = max((high(c) for c in view.hand if c.suit == suit), default=0)
        if best:
            lines.append(f"{SUIT_SIGNS[suit]} anything below {_RANKS.get(best, str(best))}")
    return lines


def odds(view: View) -> str:
    wins, unseen = r.odds(view)
    return f"You beat {wins} of the {unseen} cards that you have not seen: {wins / max(1, unseen):.0%}."


WORDS = Words(
    game=r.RED_DOG,
    tagline="bet against the pot that you beat the next card in its own suit",
    hint="Your cards come by direct message; **My hand** shows them too.",
    verbs={
        r.Bet: Verb("Bet {}", "primary", public=True, ask="Your bet."),
        end.ProposeEnd: Verb("Share the pot?"),
        end.Agree: Verb("Agree to share", "success"),
        end.Refuse: Verb("Play on", "danger"),
    },
    events={
        r.OutOfChips: lambda e, who: f"{who(e.seat)} is out of chips.",
        r.TriesPot: lambda e, who: f"**{who(e.seat)} pots it: {whites(e.pot)}!**",
        r.Turned: lambda e, who: f"{card_text(e.card)} is turned for {who(e.seat)}.",
        r.Wins: lambda e, who: (
            f"{who(e.seat)} shows {card_text(e.shown)} and wins {whites(e.amount)}. Pot {whites(e.pot)}."
        ),
        r.Loses: lambda e, who: (
            f"{who(e.seat)} loses {whites(e.amount)} with {cards_text(e.shown)}. Pot {whites(e.pot)}."
        ),
        end.EndProposed: lambda e, who: f"{who(e.seat)} would share the pot and stop.",
        end.EndAgreed: lambda e, who: f"{who(e.seat)} agrees.",
        end.EndRefused: lambda e, who: f"{who(e.seat)} plays on.",
        end.EndLapsed: lambda e, who: "The round is over, and so is the proposal to share the pot.",
        PotShared: lambda e, who: (
            f"The pot is shared: {whites(e.each)} each to {who.all(e.among)}."
            + (f" {whites(e.left)} stays for the next game." if e.left else "")
        ),
    },
    scene=scene,
    results=results,
    rules=(
        "Everybody antes, then gets four cards. In turn you bet against the pot, at least the smallest bet.",
        "The next card is turned. Hold a higher card of its suit, and the pot pays your bet; else it takes your bet.",
        "Ace is high. Winners show one card, losers their whole hand.",
        "Bet the whole pot and win, and the game is yours. What is left in the pot stays for the next round.",
        "Anybody may propose to share the pot and stop; all who have paid into it must agree.",
    ),
    presets=presets,
    deal="round",
    notes=notes,
    odds=odds,
)


class RedDog(GameCog):
    """`/red-dog`."""

    words = WORDS


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(RedDog(bot))
