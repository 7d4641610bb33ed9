"""Neosho Rapids on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from bot.engine.cards import Card, rank_text
from bot.engine.events import Event
from bot.engine.facts import DISCARDS, HAND, STOCK
from bot.engine.offers import SortKey
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.games import neosho_rapids as g
from bot.games.neosho_rapids import NeoshoRapidsView
from bot.games.neosho_rapids.chains import BESIDE
from bot.games.neosho_rapids.facts import CHAIN, OUT, ROUND
from bot.house import neosho_rapids as house
from bot.show.words.game import MergedEvents, Words
from bot.show.words.layout import NO_FOOT, Layout, Outcome, in_order, seat_scene, turned
from bot.show.words.sentences import Who, begun, cards_text, times
from bot.show.words.shedding import LastPlay, won_by_going_out
from bot.show.words.verbs import Collected, Command, Verb
from card_art import scene as art
from card_art.boards.neosho_rapids import NeoshoTable

_OUT = art.Stamp("WENT OUT", "gold")


# ---- the table -----------------------------------------------------------------------------------


def layout(view: NeoshoRapidsView, who: Who) -> Layout:
    """The chain as it lies, the upcard largest; everybody's backs on the plates around it."""
    discards = view.pile(DISCARDS)
    upcard = discards[-1] if discards else None
    if upcard is None:
        return Layout()
    laid = view.fact(CHAIN, None)
    active = view.waits_for[0] if view.waits_for else None
    after = view.players[(view.players.index(active) + 1) % len(view.players)] if active in view.players else None
    return Layout(
        stage=_stage(view), foot=NO_FOOT, seats=(), moved=False,
        board=NeoshoTable(
            seats=tuple(plate(view, who, seat) for seat in turned(view, who)), upcard=upcard,
            before=laid[1] if laid else None, chain=laid[2] if laid else (), of=who(laid[0]) if laid else "",
            stock=view.size(STOCK), discards=len(discards), following=who(after) if after is not None else "",
            stamp=_OUT if view.moment and view.has(OUT) else None, low=bool(view.hand),
        ),
    )  # fmt: skip


def _stage(view: NeoshoRapidsView) -> str:
    """The prize, and the number of the turn if there is a limit."""
    options = view.options
    stage = [f"first to {times(options.wins, 'win')}"] if options.wins > 1 else []
    if options.turn_limit:
        stage.append(f"turn {view.fact(ROUND, 1)} of {options.turn_limit}")
    return " · ".join(stage)


def plate(view: NeoshoRapidsView, who: Who, seat: Seat) -> art.Seat:
    """What a seat has done in its last turn, or does in this one."""
    did = _did(view, seat)
    won = times(view.scores[seat], "win") if view.options.wins > 1 and seat not in view.waits_for else ""
    marks = ("1 CARD",) if view.size(HAND.of(seat)) == 1 else ()
    return seat_scene(view, who, seat, " · ".join(filter(None, (won, did))), marks=marks, asks=_asks(view, seat))


def _asks(view: NeoshoRapidsView, seat: Seat) -> str:
    """What a turn begins with, and how it goes on."""
    return "lay on, or draw" if isinstance(view.last(g.Laid, g.Drew, g.Passed), g.Laid) else _asked(view)


def _did(view: NeoshoRapidsView, seat: Seat) -> str:
    """ "laid 3", "drew", "5 laid" while its turn goes on."""
    own = (e for e in reversed(view.events) if isinstance(e, g.Laid | g.Drew | g.Passed) and e.seat == seat)
    end = next(own, None)
    laid = [*([end] if isinstance(end, g.Laid) else []), *takewhile(lambda e: isinstance(e, g.Laid), own)]
    cards = sum(len(e.cards) for e in laid if isinstance(e, g.Laid))
    if seat in view.waits_for:
        return f"{cards} laid" if isinstance(end, g.Laid) else ""
    match end:
        case g.Drew():
            return f"laid {cards}" if cards else "drew"
        case g.Passed():
            return "passed"
    return f"laid {cards}" if cards else ""


def _asked(view: NeoshoRapidsView) -> str:
    """What a turn begins with, as far as everybody may know it."""
    if not view.size(STOCK):
        return "lay or pass"
    return "lay a card" if view.options.must_open and view.options.auto_draw else "lay or draw"


# ---- the result ----------------------------------------------------------------------------------


_HOW = {"block": "nobody could go on", "limit": "the turns are over", "abandoned": "nobody played on"}


def outcome(view: NeoshoRapidsView, before: State, who: Who) -> Outcome:
    """Who is out, and what the others hold."""
    over = view.last(g.HandOver)
    if over is None:
        return Outcome()
    left = dict(zip(view.players, over.left, strict=True))
    champions = view.ended("W", "D") if view.options.wins > 1 else []
    banner = begun(f"{who(over.winners[0]):wins} the hand!" if over.why == "out" else f"{_fewest(over, who)}")
    if champions:
        banner = f"{who.wins(champions)} the match!"
    return Outcome(
        hands={s: [art.ResultHand(tuple(sorted(view.faces(HAND.of(s)))))] for s in view.players if left[s]},
        told={s: (times(n, "card") + " left",) for s, n in left.items() if n},
        stamps={over.winners[0]: _OUT} if over.why == "out" else {}, won=champions or over.winners, banner=banner,
        unplaced=view.options.wins == 1,
        change=lambda s: "", total=lambda s: times(view.scores[s], "win") if view.options.wins > 1 else "",
        order=[*sorted(left, key=lambda s: (s not in over.winners, left[s])),
               *(s for s in in_order(view.scores) if s not in left)],
        stage=_stage(view), note=_HOW[over.why].capitalize() if over.why != "out" else "",
    )  # fmt: skip


def _fewest(over: g.HandOver, who: Who) -> str:
    fewest = times(min(over.left), "card")
    return f"{who.do(over.winners, 'has', 'have')} the fewest cards, {fewest}"


# ---- words ---------------------------------------------------------------------------------------


class Turn(Event):
    """A turn as it is told: the cards that were laid, and what was left in hand when it ended."""

    seat: Seat
    cards: tuple[Card, ...]
    left: int
    over: bool


class CouldNotLay(Event, says="{seats:/} had nothing to lay."):
    """Several turns in a row that played themselves."""

    seats: tuple[Seat, ...]


def gathered(events: Sequence[Event]) -> Sequence[Event]:
    """A turn is one line, which grows as its chain does; draws that played themselves are one line together."""
    return [*_gathered(events)]


def _gathered(events: Sequence[Event]) -> Iterator[Event]:
    turn: Turn | None = None
    forced: list[Seat] = []
    one_card: Event | None = None
    for e in events:
        if forced and not (isinstance(e, g.Drew) and e.forced):
            yield CouldNotLay(tuple(forced))
            forced = []
        match e:
            case g.Laid():
                turn = Turn(e.seat, (*(turn.cards if turn else ()), *e.cards), e.left, False)
            case g.OneCard():
                one_card = e
            case g.Drew(forced=True):
                forced.append(e.seat)
            case g.Drew():
                yield Turn(e.seat, turn.cards if turn else (), e.left, True)
                turn = one_card = None
            case _:
                if turn:
                    yield turn
                    turn = one_card = None
                yield e
    if forced:
        yield CouldNotLay(tuple(forced))
    if turn:
        yield turn
    if one_card:
        yield one_card


def _turn(e: Turn, who: Who) -> str:
    """ "Ann lays 9♠ 10♣ 9♥ and draws: 5 cards left"."""
    lays = f"{who(e.seat):lays} {cards_text(e.cards)}" if e.cards else str(who(e.seat))
    draws = f"{' and' if e.cards else ''} {who(e.seat):/draws}" if e.over else ""
    return f"{lays}{draws}: {times(e.left, 'card')} left."


def _could_not(e: CouldNotLay, who: Who) -> str:
    seats = sorted({*e.seats}, key=e.seats.index)
    return f"{who.all(seats)} had nothing to lay and drew a card."


def _over(e: g.HandOver, who: Who) -> str | None:
    if e.why == "out":
        return None
    return begun(f"**{_fewest(e, who)}**: {_HOW[e.why]}.")


def by_rank(view: NeoshoRapidsView, c: Card) -> SortKey:
    return c.rank, c.suit


def notes(view: NeoshoRapidsView) -> list[str]:
    """What fits now, for the player who must lay."""
    *_, top = view.pile(DISCARDS) or (None,)
    if view.viewer not in view.waits_for or top is None:
        return []
    return [f"Next to {rank_text(top.rank)}: {' and '.join(map(rank_text, BESIDE[top.rank]))}"]


def chain(view: NeoshoRapidsView, parts: Sequence[Card]) -> str:
    """What is chosen so far, and what may come next."""
    laid = _whole(view, parts)
    after = [rank_text(rank) for rank in BESIDE[parts[-1].rank]]
    return f"{laid}, next {' or '.join(after)}" if len(parts) < len(view.hand) else laid


def _whole(view: NeoshoRapidsView, cards: Sequence[Card]) -> str:
    left = len(view.hand) - len(cards)
    return f"{cards_text(cards)}: {times(left, 'card')} left" if left else f"{cards_text(cards)}: that is all!"


def ready(view: NeoshoRapidsView, move: g.Play) -> str:
    """A whole chain in a menu."""
    return _whole(view, move.cards)


def _last_play(view: NeoshoRapidsView) -> LastPlay | None:
    over = view.last(g.HandOver)
    laid = view.last(g.Laid, seat=over.winners[0]) if over else None
    return LastPlay(over.winners[0], laid.cards) if over is not None and laid is not None else None


def _keeps(why: house.Keeps, who: Who) -> str:
    if why.cards == 1:
        return "one card stays"
    return f"{times(why.cards, 'card')} stay, in {times(why.groups, 'group')} of neighbours"


WORDS = Words(
    game=g.NEOSHO_RAPIDS,
    tagline="lay chains of neighbouring ranks, draw one, and be the first without cards",
    moods=("shedding",),
    minutes=(8, 13),
    lasts=lambda options: f"{options.turn_limit} turns each at most" if options.turn_limit else "one hand",
    sample_move_count=129,
    slash_options=("must_open", "wins", "turn_limit"),
    rules=(
        "Seven cards each, and an upcard beside the stock. In your turn lay a card that is one rank higher or lower "
        "than the upcard, then another next to that one, and so on, as many as you like. Suits never matter.",
        "Ranks go in a circle: an ace is next to the king and to the two. A chain may turn back: 9-10-9-8 is fine.",
        "Then draw one card, and your turn is over. If you can lay a card you must lay one before you draw; if you "
        "cannot, a card is drawn for you.",
        "The first without cards wins the hand at once, and draws no more.",
        "The stock never runs out: the discards below the upcard are shuffled the moment it is empty.",
    ),
    point="win",
    cloth="blue",
    verbs={
        g.Play: Verb(
            "Lay", "success", ask="Lay a chain, card by card.", also=("lay",),
            collected=Collected(told=chain, ready=ready),
        ),
        g.Draw: Verb(
            "Draw & end turn", "primary", public=True, waits=True, ask="Nothing fits now: draw a card.",
            command=Command("In Neosho Rapids: a card, and your turn is over."),
        ),
        g.Pass: Verb("Pass", public=True),
    },
    reasons={house.Keeps: _keeps},
    events={
        Turn: _turn,
        CouldNotLay: _could_not,
        g.HandOver: _over,
    },
    told_by_picture=(Turn, g.Out, g.HandOver),
    layout=layout,
    plate=plate,
    outcome=outcome,
    notes=notes,
    order=by_rank,
    traits=(won_by_going_out(_last_play), MergedEvents(gathered)),
    seat_note=lambda view, seat: times(view.size(HAND.of(seat)), "card"),
    counts={
        "hands won": "{total:hand} won",
        "cards left": "{total:card} left in hand",
        "turns": "{total:turn}",
    },
)  # fmt: skip
