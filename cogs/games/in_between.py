"""In-Between on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.engine.amounts import whites
from bot.engine.cards import rank_text
from bot.engine.events import Event
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.engine.view import View
from bot.games import in_between as i
from bot.games.parts import pot_bets as bets
from bot.show import pots
from bot.show.layout import Layout, Outcome, options_lines
from bot.show.sentences import Who, card_text
from bot.show.words import Verb, Words
from card_art import scene as art

_ACE = "Ace: high or low?"


def layout(view: View, who: Who) -> Layout:
    """The two posts with the gap between them, the turn before this one, the pot, and what is gone."""
    changed = [line for line in options_lines(view) if not line.startswith("min bet")]
    last = view.last(i.Third, i.Neighbours, i.PairPaid)
    return Layout(
        centre=(_posts(view), art.Pot(view.pot), art.Lines(_tally(view), label="Gone since the shuffle")),
        corner=(f"{view.size('stock')} cards left",),
        foot_left=(f"smallest bet {whites(view.options.min_bet)}", *changed),
        foot_right=WORDS.say(last, who) or "" if last is not None else "",
    )


def _posts(view: View) -> art.Row:
    """The two cards with the third, or its place, between them."""
    posts, third = view.faces("posts"), view.faces("third")
    if third:
        return art.Row((*posts[:1], *third, *posts[1:]), _gap(view), frozenset({1}))
    return art.Row(posts, _gap(view), slots=3, gap=1)


def _gap(view: View) -> str:
    """What must fall between the posts."""
    posts = view.faces("posts")
    if len(posts) < 2:
        return ""
    if posts[0].rank == posts[1].rank:
        return "Pair"
    if any(c.rank == 1 for c in posts) and "ace" not in view.facts:
        return _ACE
    ranks = i.between(posts, view.facts.get("ace", i.HIGH))
    return _between(len(ranks))


def _between(ranks: int) -> str:
    return f"{ranks or 'no'} rank{'' if ranks == 1 else 's'} between"


def _tally(view: View) -> tuple[str, ...]:
    """How many of each rank lie aside, low ranks above high ones: `A×1  7×2`."""
    gone = sorted(Counter(c.rank for c in view.faces("gone")).items())
    rows = [[f"{rank_text(r)}×{n}" for r, n in gone if (r > 7) == upper] for upper in (False, True)]
    return tuple("   ".join(row) for row in rows if row) or ("nothing",)


def _third(e: i.Third, who: Who) -> str:
    how = "wins" if e.net > 0 else "hits the post and loses" if e.hit else "loses"
    return f"{card_text(e.card)}: {who(e.seat)} {how} {whites(abs(e.net))}. Pot {whites(e.pot)}."


def outcome(view: View, before: State, who: Who) -> Outcome:
    """The last posts of each seat, the third card, and what was bet on it."""
    turns: dict[Seat, list[Event]] = {}
    for e in view.events_of(i.Posts, i.AceCalled, i.Neighbours, i.PairPaid, i.BetLaid, i.Third):
        turns[e.seat] = [e] if isinstance(e, i.Posts) else [*turns.get(e.seat, ()), e]
    stamps = {s: _stamp(e) for s, (*_, e) in turns.items() if isinstance(e, i.Third)}
    return pots.outcome(
        view, before, who, hands={s: _hands(turn) for s, turn in turns.items()}, stamps=stamps,
        headings=("posts", "", "third") if stamps else (),
        told={s: told for s, turn in turns.items() if any(told := _told(turn))},
        out={"No turn": [s for s in view.players if s not in turns]},
    )  # fmt: skip


def _hands(turn: Sequence[Event]) -> list[art.ResultHand]:
    return [
        art.ResultHand((e.first, e.second) if isinstance(e, i.Posts) else (e.card,), dim=_lost(e))
        for e in turn
        if isinstance(e, i.Posts | i.Third)
    ]


def _lost(e: i.Posts | i.Third) -> bool:
    return isinstance(e, i.Third) and e.net < 0


def _stamp(e: i.Third) -> art.Stamp:
    if e.net > 0:
        return art.Stamp("IN", "gold")
    return art.Stamp("POST" if e.hit else "OUT", "crimson")


def _told(turn: Sequence[Event]) -> tuple[str, str]:
    """Where the ace was, and what was bet, paid or forfeited."""
    ace = next((f"ace {e.choice}" for e in turn if isinstance(e, i.AceCalled)), "")
    match turn[-1]:
        case i.Third(net=net, card=card):
            posts = next(e for e in turn if isinstance(e, i.Posts))
            third_of_pair = net > 0 and card.rank == posts.first.rank
            return ace.capitalize(), "a third of the pair" if third_of_pair else f"bet {whites(abs(net))}"
        case i.Neighbours(amount=amount):
            return "Nothing between", f"forfeits {whites(amount)}"
        case i.PairPaid(amount=amount):
            return "Pair", f"is paid {whites(amount)}"
        case _:
            return ace.capitalize(), ""


def notes(view: View) -> list[str]:
    """Below what the turn's bet is worth, for whoever must bet."""
    return [odds(view)] if view.viewer in view.waits_for else []


def odds(view: View) -> str:
    """What `/odds` answers, the gap as it is now."""
    if not view.size("posts"):
        return "No posts lie on the table."
    if _gap(view) == _ACE:
        high, low = (i.odds(view, side) for side in (i.HIGH, i.LOW))
        return f"Of {high[1]} cards, {high[0]} fall between with a high ace and {low[0]} with a low one."
    wins, unseen = i.odds(view)
    said = f"{wins} of the {unseen} cards that have not been seen win: {wins / max(1, unseen):.0%}."
    if _gap(view) == "Pair":
        covering = -(-view.pot // (i.THIRD_OF_THE_RANK * 50)) * 50
        said += f" A bet of {whites(covering)} covers the pot."
    return said


def _ace_label(view: View, side: i.Side) -> str:
    return f"Ace {side} · {_between(len(i.between(view.faces('posts'), side)))}"


WORDS = Words(
    game=i.IN_BETWEEN,
    tagline="bet against the pot that the third card falls between the first two",
    hint="Nobody holds cards: everything that there is to see lies on the table.",
    rules=(
        "Everybody antes. In turn you see two cards and bet against the pot, at least the smallest bet.",
        "A third card is turned. Strictly between the two, the pot pays your bet; else it takes your bet.",
        "You say whether an ace is high or low. With nothing between, you forfeit the smallest bet.",
        "A pair is paid twice the smallest bet. At some tables you may bet on a third of the rank, 25 to 1.",
        "Take the whole pot, and the game is yours. What is left in the pot stays for the next round.",
        "Anybody may propose to share the pot and stop; all who have paid into it must agree.",
    ),
    deal="round",
    verbs={
        i.Ace: Verb(
            "Ace {}", "primary", public=True, ask="Is the ace high or low?",
            named=lambda view: {side: _ace_label(view, side) for side in (i.HIGH, i.LOW)},
        ),
        i.Take: Verb("Take the pay", "success", public=True, ask="A pair: take the pay, or bet on a third.",
                     at=lambda view: f"Take {whites(min(2 * view.options.min_bet, view.pot))}"),
        bets.Bet: Verb("Bet {}", "primary", public=True, ask="Your bet."),
        **pots.END_VERBS,
    },
    events={i.Third: _third, **pots.END_EVENTS},
    in_result=(i.Posts, i.Neighbours, i.PairPaid, i.BetLaid, i.Third, *pots.END_EVENTS),
    presets=pots.presets,
    layout=layout,
    outcome=outcome,
    notes=notes,
    odds=odds,
    tally=lambda view: f"Gone since the shuffle: {', '.join(' '.join(_tally(view)).split())}.",
    counts={
        "pots made": "{total:pot} taken",
        "pots tried": "{total:pot} tried",
        "posts hit": "{total:post} hit",
        "biggest win": "biggest win {best:whites}",
    },
)  # fmt: skip
