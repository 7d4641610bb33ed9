"""In-Between on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.engine.amounts import signed, whites
from bot.engine.cards import pack, rank_text
from bot.engine.events import Event
from bot.engine.facts import STOCK
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.games import in_between as i
from bot.games.in_between import ACE_SIDE, GONE, POSTS, InBetweenView
from bot.games.parts import agreed_end as end
from bot.games.parts import pot_bets as bets
from bot.show.words import pots
from bot.show.words.game import Words, nobody_holds
from bot.show.words.layout import Layout, Outcome, chips_line, seat_scene
from bot.show.words.sentences import Who, card_text
from bot.show.words.verbs import Verb
from card_art import scene as art

_ACE = "Ace: high or low?"


_Over = i.Third | i.Neighbours | i.PairPaid
"""With one of these a turn is over."""


def layout(view: InBetweenView, who: Who) -> Layout:
    """The two posts with the third card, or its place, between them; the bet at the left, the pot at the right; and of
    which ranks how many are left."""
    over = _over(view)
    middle = _turned(view, who, over) if over else (_posts(view), art.Pot(view.pot), art.Note(_asked(view)))
    corner = (f"{view.size(STOCK)} cards left",)
    return Layout(centre=(*middle, _ranks(view, over)), corner=corner, moved=not over)


def plate(view: InBetweenView, who: Who, seat: Seat) -> art.Seat:
    """The stack; whose turn has just ended is still in its light."""
    over = _over(view)
    lit = (over.seat,) if over else view.waits_for
    return seat_scene(view, who, seat, chips_line(view, seat), active=seat in lit)


def _over(view: InBetweenView) -> _Over | None:
    """How the turn has ended that is still looked at."""
    return view.last(i.Third, i.Neighbours, i.PairPaid) if view.moment else None


def _turned(view: InBetweenView, who: Who, e: _Over) -> tuple[art.Piece, ...]:
    """What has just been decided, and what it has cost or brought."""
    posts, put = view.faces(POSTS), ()
    match e:
        case i.Third(card=card, net=net, hit=hit):
            row = art.CardRow(
                (posts[0], card, posts[1]), hero=1, highlight=frozenset({1} if net > 0 else ()),
                struck=frozenset(2 * n for n, post in enumerate(posts) if hit and post.rank == card.rank),
                stamp=_stamp(e),
            )  # fmt: skip
            put, into_pot = (art.Pot(_bet(view), f"{who(e.seat):bets}", left=True),), -net
        case i.Neighbours(amount=amount):
            row, into_pot = art.CardRow(posts, stamp=art.Stamp("NO GAP", "crimson")), amount
        case i.PairPaid(amount=amount):
            row, into_pot = art.CardRow(posts, stamp=art.Stamp("PAIR", "gold")), -amount
    return row, *put, art.Pot(view.pot, change=signed(into_pot)), art.Note(_sentence(view, who, e))


def _bet(view: InBetweenView) -> int:
    """What was bet last."""
    laid = view.last(bets.TriesPot, i.BetLaid)
    return laid.pot if isinstance(laid, bets.TriesPot) else laid.amount if laid else 0


def _sentence(view: InBetweenView, who: Who, e: _Over) -> str:
    """The same in words."""
    posts = view.faces(POSTS)
    first, second = map(card_text, posts)
    match e:
        case i.Third(card=card, net=net):
            pair = _pair(view)
            if net > 0:
                how = f"makes three with {first} and {second}" if pair else f"lies between {first} and {second}"
            elif e.hit:
                how = "hits the post"
            else:
                how = f"makes no three with {first} and {second}" if pair else f"lies outside {first} and {second}"
            return f"{card_text(card)} {how} · {who(e.seat):{_did(e)}} {whites(abs(net))}"
        case i.Neighbours(amount=amount):
            return f"Nothing lies between {first} and {second} · {who(e.seat):forfeits} {whites(amount)}"
        case i.PairPaid(amount=amount):
            return f"A pair · {who(e.seat):is paid} {whites(amount)}"


def _posts(view: InBetweenView) -> art.CardRow:
    """The two cards, and the place of the third."""
    return art.CardRow(view.faces(POSTS), slots=3, gap=1, hero=1)


def _ranks(view: InBetweenView, over: _Over | None) -> art.Ranks:
    """How many of each rank have not been seen since the shuffle; those that win, and the post that was hit."""
    left = Counter(c.rank for c in view.unseen(pack()))
    hit = {over.card.rank} if isinstance(over, i.Third) and over.hit else ()
    return art.Ranks(tuple(left[rank] for rank in range(1, 14)), frozenset(_wins(view)), frozenset(hit), "left of 4")


def _wins(view: InBetweenView) -> Collection[int]:
    """The ranks that win a bet on these posts; none while an ace is not called."""
    posts = view.faces(POSTS)
    if len(posts) < 2 or _ace_open(view):
        return ()
    if _pair(view):
        return (posts[0].rank,)
    return i.between(posts, view.fact(ACE_SIDE, i.HIGH))


def _ace_open(view: InBetweenView) -> bool:
    """Whether an ace lies there that is still to be called; in a pair it need not be."""
    ranks = {c.rank for c in view.faces(POSTS)}
    return len(ranks) == 2 and 1 in ranks and not view.has(ACE_SIDE)


def _asked(view: InBetweenView) -> str:
    """What must fall between the posts."""
    posts = view.faces(POSTS)
    if len(posts) < 2:
        return ""
    if _ace_open(view):
        return _ACE
    first, second = map(card_text, posts)
    if _pair(view):
        return f"{first} and {second} are a pair: a third one wins {i.THIRD_OF_THE_RANK} to 1"
    return f"{_between(len(_wins(view)))} {first} and {second}"


def _pair(view: InBetweenView) -> bool:
    posts = view.faces(POSTS)
    return len(posts) == 2 and posts[0].rank == posts[1].rank


def _between(ranks: int) -> str:
    return f"{ranks or 'no'} rank{'' if ranks == 1 else 's'} between"


def _gone(view: InBetweenView) -> str:
    """How many of each rank lie aside: `A×1, 7×2`."""
    gone = sorted(Counter(c.rank for c in view.faces(GONE)).items())
    return ", ".join(f"{rank_text(r)}×{n}" for r, n in gone) or "nothing"


def _third(e: i.Third, who: Who) -> str:
    how = f"{who(e.seat):hits} the post and {who(e.seat):/loses}" if e.hit else f"{who(e.seat):{_did(e)}}"
    return f"{card_text(e.card)}: {how} {whites(abs(e.net))}. Pot {whites(e.pot)}."


def _did(e: i.Third) -> str:
    return "wins" if e.net > 0 else "loses"


def outcome(view: InBetweenView, before: State, who: Who) -> Outcome:
    """The last posts of each seat, the third card, and what was bet on it."""
    turns: dict[Seat, list[Event]] = {}
    for e in view.events_of(i.Posts, i.AceCalled, i.Neighbours, i.PairPaid, i.BetLaid, i.Third):
        turns[e.seat] = [e] if isinstance(e, i.Posts) else [*turns.get(e.seat, ()), e]
    stamps = {s: _stamp(e) for s, (*_, e) in turns.items() if isinstance(e, i.Third)}
    return pots.outcome(
        view, before, who, hands={s: _hands(turn) for s, turn in turns.items()}, stamps=stamps,
        headings=("posts", "", "third") if stamps else (),
        told={s: told for s in view.players if any(told := _told(turns[s]) if s in turns else ("", "no turn"))},
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


def notes(view: InBetweenView) -> list[str]:
    """Below the bet's value, for the player who must bet."""
    return [odds(view)] if view.viewer in view.waits_for else []


def odds(view: InBetweenView) -> str:
    """What `/odds` answers, the gap as it is now."""
    if not view.size(POSTS):
        return "No posts lie on the table."
    if _ace_open(view):
        high, low = (i.odds(view, side) for side in (i.HIGH, i.LOW))
        return f"Of {high[1]} cards, {high[0]} fall between with a high ace and {low[0]} with a low one."
    wins, unseen = i.odds(view)
    said = f"{wins} of the {unseen} cards that have not been seen win: {wins / max(1, unseen):.0%}."
    if _pair(view):
        covering = -(-view.pot // (i.THIRD_OF_THE_RANK * 50)) * 50
        said += f" A bet of {whites(covering)} covers the pot."
    return said


def _ace_label(view: InBetweenView, side: i.Side) -> str:
    return f"Ace {side} · {_between(len(i.between(view.faces(POSTS), side)))}"


WORDS = Words(
    game=i.IN_BETWEEN,
    tagline="bet against the pot that the third card falls between the first two",
    moods=("betting", "quick"),
    minutes=(1, 1),
    lasts=lambda options: f"{options.rounds} rounds at most" if options.rounds else "until the pot is won",
    sample_move_count=6,
    slash_options=("ante", "min_bet", "pair_bet"),
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
        end.ProposeEnd: replace(pots.END_VERBS[end.ProposeEnd], shared=True),  # there is no panel to look at
    },
    events={i.Third: _third, **pots.END_EVENTS},
    told_by_picture=(
        i.Posts, i.AceCalled, i.Neighbours, i.PairPaid, i.BetLaid, bets.TriesPot, i.Third, *pots.END_EVENTS,
    ),
    presets=pots.presets,
    holds=nobody_holds,
    layout=layout,
    plate=plate,
    asks=lambda view, seat: "ace: high or low?" if _ace_open(view) else "bet",
    seats_in_row=3,
    outcome=outcome,
    notes=notes,
    odds=odds,
    tally=lambda view: f"Gone since the last shuffle: {_gone(view)}.",
    counts={
        "pots made": "{total:pot} taken",
        "pots tried": "{total:pot} tried",
        "posts hit": "{total:post} hit",
        "biggest win": "biggest win {best:whites}",
    },
)  # fmt: skip
