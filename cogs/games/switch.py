"""Switch on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.cards import SUIT_NAMES, Card, rank_names
from bot.engine.facts import DISCARDS, HAND, STOCK
from bot.engine.offers import Part, SortKey
from bot.engine.options import typed_in_words
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.engine.table import Reshuffled, TurnedOver
from bot.games import switch as g
from bot.games.switch import moves as m
from bot.games.switch.facts import ASKED, DELAY, DELAY_OPEN, DIRECTION, PENDING
from bot.games.switch.moves import SwitchView
from bot.games.switch.powers import ADDS, CANCELS, SENDS_BACK, Rules, rules_of
from bot.house import switch as house
from bot.show.words.game import Words
from bot.show.words.layout import NO_FOOT, Layout, Outcome, seat_scene, turned
from bot.show.words.sentences import SUIT_SIGNS, Who, begun, card_text, cards_text, second, times, to_win
from bot.show.words.shedding import LastPlay, won_by_going_out
from bot.show.words.verbs import Collected, Verb
from card_art import scene as art
from card_art.boards.switch import Sitting, SwitchTable

_SUITS = {suit: f"{SUIT_SIGNS[suit]} {name.capitalize()}s" for suit, name in SUIT_NAMES.items()}
_AROUND = 4
_ROOMY = 6
"""Where more sit at a table, their plates have room for few words."""
_LEVELS = {
    "full": "all powers count", "gentle": "only 4, 8 and K have powers", "four": "only a 4 has a power",
    "sets_and_sequences": "sets or runs, no powers", "sequences": "runs, no powers", "sets": "sets, no powers",
    "easy": "one card at a time, no powers",
}  # fmt: skip


def _rules(view: SwitchView) -> Rules:
    return rules_of(view.options, len(view.players))


# ---- the table -----------------------------------------------------------------------------------


def layout(view: SwitchView, who: Who) -> Layout:
    """The last play and what it asks in the middle, everybody's number of cards around it."""
    order = [seat for seat in turned(view, who) if seat in view.players or seat == who.viewer]
    pending: m.Pending | None = view.fact(PENDING, None)
    played, began = view.last(m.Played), view.last(m.Began)
    cards, sums, caption = (), (), ""
    if pending is not None:
        cards, sums, caption = _chain(pending, played, who)
    elif played is not None:
        cards, caption = played.cards, f"{who(played.seat)}: {cards_text(played.cards)}"
    elif began is not None:
        cards, caption = (began.card,), "The first card does nothing"
    return Layout(
        stage=view.options.level.replace("_", " "), corner=_corner(view), foot=NO_FOOT, seats=(),
        board=SwitchTable(
            seats=tuple(_sitting(view, who, seat) for seat in order), play=cards, sums=sums, caption=caption,
            suit=view.fact(ASKED, ""), penalty=f"+{pending.size}" if pending else "",
            for_whom=f"for {_you(who, pending.seat)}" if pending else "",
            clockwise=view.fact(DIRECTION, 1) == 1, stock=view.size(STOCK), pile=view.size(DISCARDS),
            low=bool(view.hand),
        ),
        moved=pending is None and played is not view.last(m.Played, m.PickedUp, m.Passed, m.Forgot),
        felt=(_answers(view, pending),) if pending else (),
    )  # fmt: skip


_DOES = {ADDS: ("passes", "it on"), CANCELS: ("cancels", "it"), SENDS_BACK: ("sends", "it back")}


def _answers(view: SwitchView, pending: m.Pending) -> art.Fact:
    """Which cards answer a penalty, and what happens otherwise."""
    each = list[str]()
    for cards, how in _rules(view).answers_to(pending):
        verb, what = _DOES[how]
        each.append(f"{cards} {verb if cards.startswith('a ') else second(verb)} {what}")
    said = ", ".join(each)
    return art.Fact(f"{said[0].upper()}{said[1:]}.", (f"Else pick up {pending.size}.",))


def _you(who: Who, seat: Seat) -> str:
    return "you" if seat == who.viewer else str(who(seat))


def _corner(view: SwitchView) -> tuple[str, ...]:
    """The clock of DELAY, and how many hands win."""
    told = ()
    if view.has(DELAY_OPEN):
        told = ("DELAY may be called!",)
    elif view.options.delay_s is not None and view.has(DELAY):
        told = (f"DELAY after {view.options.delay_s} s",)
    return (*told, *((f"First to {view.options.wins}",) if view.options.wins > 1 else ()))


def _chain(pending: m.Pending, played: m.Played | None, who: Who) -> tuple[tuple[Card, ...], tuple[str, ...], str]:
    """The cards of a penalty with their sums, and who has laid the last one; a red jack that has sent it back lies on
    top of them."""
    cards = tuple(c for _, c, _ in pending.chain)
    sums = tuple(f"+{size}" for _, _, size in pending.chain)
    if played is not None and played.effect == "back":
        return (*cards, played.cards[-1]), sums, f"{card_text(played.cards[-1])} by {_you(who, pending.by)}"
    return cards, sums[:-1], f"{card_text(cards[-1])} by {_you(who, pending.by)}"


def _sitting(view: SwitchView, who: Who, seat: Seat) -> Sitting:
    held = view.size(HAND.of(seat))
    line = _line(view, seat) if seat in view.players else ""
    shown = seat_scene(
        view, who, seat, line, dealer=False, hand=False, stamp=_stamp(view, seat), asks=_asks(view, seat)
    )
    return Sitting(shown, held, held == 1)


def _line(view: SwitchView, seat: Seat) -> str:
    """How many hands somebody has won, or what they have done last."""
    if view.options.wins > 1:
        return times(view.scores[seat], "win")
    return "" if seat in view.waits_for else _done(view, seat)


def _asks(view: SwitchView, seat: Seat) -> str:
    """What somebody has to do."""
    pending, asked = view.fact(PENDING, None), view.fact(ASKED, None)
    if pending is not None:
        return f"answer or +{pending.size}"
    if asked is not None:
        return f"a {SUIT_NAMES[asked]} or an ace"
    played = view.last(m.Played)
    if played is not None and played.seat == seat and played.effect == "again":
        return "go on"
    return "name a suit" if _names_suit(view, seat) else "lay or pick up"


def _names_suit(view: SwitchView, seat: Seat) -> bool:
    """Whether this is what somebody has to do now."""
    last = view.last(m.Played, m.AskedFor)
    return isinstance(last, m.Played) and last.seat == seat and last.effect == "suit"


def _done(view: SwitchView, seat: Seat) -> str:
    for e in reversed(view.events):
        match e:
            case m.Forgot(seat=s) if s == seat:
                return f"forgot, +{e.cards}"
            case m.PickedUp(seat=s) if s == seat:
                return f"took {e.cards}"
            case m.Passed(seat=s) if s == seat:
                return "passed"
            case m.Played(other=s, effect="skip") if s == seat:
                return "missed a turn" if view.seats <= _ROOMY else "skipped"
            case m.Played(seat=s) if s == seat:
                named = len(e.cards) < 4 if view.seats <= _ROOMY else len(e.cards) == 1
                return cards_text(e.cards) if named else f"laid {len(e.cards)}"
            case _:
                pass
    return ""


def _stamp(view: SwitchView, seat: Seat) -> art.Stamp | None:
    """What has just become of somebody, while that stands."""
    if not view.moment:
        return None
    events = view.events_of(m.Forgot, m.PickedUp, m.Delayed, m.HandOver, m.Played)
    last = events[-1] if events else None
    match last:
        case m.Forgot() if last.seat == seat:
            return art.Stamp("FORGOT TO CALL", "crimson")
        case m.PickedUp() if last.seat == seat:
            delayed = len(events) > 1 and isinstance(events[-2], m.Delayed)
            return art.Stamp(f"{'DELAY! ' if delayed else 'PICKS UP '}+{last.cards}", "crimson")
        case m.HandOver() if seat in last.won:
            return art.Stamp("WENT OUT" if not last.blocked else "FEWEST CARDS", "gold")
        case _:
            return None


# ---- the result ----------------------------------------------------------------------------------


def outcome(view: SwitchView, before: State, who: Who) -> Outcome:
    """What everybody was left with, the fewest cards first."""
    over: m.HandOver | None = view.last(m.HandOver)
    if over is None:
        return Outcome()
    left, first = dict(over.left), over.won[0]
    champions = view.ended("W", "D") if view.options.wins > 1 else []
    if len(over.won) > 1:
        banner = "Nobody can go on: a draw"
    elif over.blocked:
        banner = begun(f"{who(first):wins} with the fewest cards")
    else:
        banner = begun(f"{who(first):wins} the hand!")
    if champions:
        banner = f"{who.wins(champions)} the match!"
    stamp = art.Stamp("WENT OUT", "gold") if not over.blocked else art.Stamp("FEWEST", "gold")
    many = view.options.wins > 1
    return Outcome(
        hands={s: [art.ResultHand(tuple(sorted(view.faces(HAND.of(s)), key=_by_suit)))] for s in left if left[s]},
        stamps=dict.fromkeys(over.won, stamp), won=champions or over.won, banner=banner,
        order=sorted(left, key=lambda s: (left[s], s)) + [s for s in range(view.seats) if s not in left],
        change=lambda s: times(left[s], "card") if s in left else "",
        total=(lambda s: times(view.scores[s], "win")) if many else None,
        stage=view.options.level.replace("_", " "),
    )  # fmt: skip


def _by_suit(c: Card) -> SortKey:
    return "CDSH".index(c.suit), c.rank


# ---- words ---------------------------------------------------------------------------------------


def in_order(view: SwitchView, c: Card) -> SortKey:
    """By suit, from the ace up: runs lie together."""
    return _by_suit(c)


def notes(view: SwitchView) -> list[str]:
    """What can be laid, in a line; nothing tells that a call is due."""
    if not view.hand or view.viewer not in view.waits_for:
        return []
    pending, asked, top = view.fact(PENDING, None), view.fact(ASKED, None), view.faces(DISCARDS)[-1:]
    if _names_suit(view, view.viewer):
        return []
    if pending is not None:  # up to four, it stands on the table
        told = _answers(view, pending)
        return [" ".join((told.text, *told.more))] if len(view.players) > _AROUND else []
    if asked is not None:
        return [f"Asked for: {SUIT_NAMES[asked]}s, or an ace"]
    return [f"On {card_text(c)}: {SUIT_NAMES[c.suit]}s, {rank_names(c.rank)}" for c in top]


def selected(view: SwitchView, parts: Sequence[Part]) -> str:
    """What is collected, and what stopping there would do."""
    cards = [p for p in parts if isinstance(p, Card)]
    suit = next((p for p in parts if isinstance(p, str)), None)
    left = len(view.hand) - len(cards)
    said = [f"**{cards_text(cards)}**", _stopping(view, cards, suit), f"{times(left, 'card')} left" if left else ""]
    return " · ".join(part for part in said if part)


def _stopping(view: SwitchView, cards: Sequence[Card], suit: str | None) -> str:
    """What the end of these cards would do."""
    rules, pending = _rules(view), view.fact(PENDING, None)
    if not cards or len(cards) == len(view.hand):
        return ""
    if pending is not None:
        how = rules.answers(pending.kind, cards[0])
        if how != "adds":
            return {"cancels": "nothing is picked up", "sends back": "back it goes"}.get(how, "")
        size = pending.size
        for c in cards:
            size = rules.grown(pending.kind, size, c)
        return f"the next picks up {size}"
    end = rules.end(cards[-1])
    if end in ("two", "three", "jack"):
        size = 0
        for c in rules.block(cards):
            size = rules.grown(end, size, c)
        return f"the next picks up {size}"
    if end == "suit":
        return f"asks for {SUIT_NAMES[suit]}s" if suit else "you name a suit"
    if end == "turn":
        return "the direction turns" if rules.turns(cards) else "the direction stays"
    return {"again": "you go again", "skip": "the next misses a turn"}.get(end, "")


def _began(e: m.Began, who: Who) -> str:
    first = f"{card_text(e.card)} is turned; {who(e.seat):begins}."
    if not e.level:
        return begun(first)
    level, also = _LEVELS[e.level], "; ".join(map(_varied, e.variations))
    return f"{level[0].upper()}{level[1:]}{f'; {also}' if also else ''}. {begun(first)}"


def _varied(told: str) -> str:
    """What is played otherwise than usual, as people say it; the event holds it by name and value."""
    name, _, value = told.rpartition(" ")
    return told if told.startswith("DELAY") else typed_in_words(m.Options, {name.replace(" ", "_"): value})[0]


def _played(e: m.Played, who: Who) -> str:
    said = f"{who(e.seat):lays} {cards_text(e.cards)}{_effect(e, who)}."
    if e.called:
        said += f" **{who(e.seat)}: last card!**"
    return begun(said)


def _effect(e: m.Played, who: Who) -> str:
    other = who(e.other) if e.other is not None else None
    match e.effect:
        case "penalty":
            return f", and {other:faces} **+{e.size}**"
        case "back":
            return f": back it goes, {other:faces} **+{e.size}**"
        case "cancel":
            return ": nothing is picked up"
        case "again":
            return f" and {who(e.seat):/goes} again"
        case "skip":
            return f", and {other:misses} a turn"
        case "turn":
            return ": the direction turns"
        case "keep":
            return ": the direction stays"
    return ""


def _picked_up(e: m.PickedUp, who: Who) -> str:
    if not e.cards:
        return begun(f"There is nothing for {who(e.seat)} to pick up.")
    short = ": there are no more" if e.cards < e.wanted else ""
    number = f"**{e.cards}**" if e.penalty else "a card" if e.cards == 1 else str(e.cards)
    return begun(f"{who(e.seat):picks up} {number}{short}.")


def _forgot(e: m.Forgot, who: Who) -> str:
    return begun(f"**{who(e.seat)} forgot to call** “last card”: {times(e.cards, 'card')} to pick up.")


def _over(e: m.HandOver, who: Who) -> str:
    first = e.won[0]
    if len(e.won) > 1:
        return f"Nobody can go on: {who.all(e.won)} hold the fewest cards, a draw."
    if e.blocked:
        return begun(f"Nobody can go on: {who(first):wins} with the fewest cards.")
    return begun(f"**{who(first):has} no card left** and {who(first):/wins} the hand!")


def _pick_up(view: SwitchView) -> str:
    pending = view.fact(PENDING, None)
    return f"Pick up {pending.size}" if pending is not None else "Pick up"


def _suits(view: SwitchView) -> Mapping[Part, str]:
    """In the menu of a play a suit is what its ace asks for."""
    return {suit: f"ask for {name}" for suit, name in _SUITS.items()}


def _last_play(view: SwitchView) -> LastPlay | None:
    over = view.last(m.HandOver)
    laid = view.last(m.Played, seat=over.won[0]) if over else None
    return LastPlay(over.won[0], laid.cards) if over is not None and laid is not None else None


WORDS = Words(
    game=g.SWITCH,
    tagline="match suit or rank, lay sets and runs, make others pick up; call “last card” in time",
    moods=("shedding", "quick"),
    minutes=(1, 3),
    lasts=lambda options: to_win(options.wins),
    sample_move_count=14,
    slash_options=("level", "wins", "delay_s"),
    rules=(
        "Lay a card of the suit or the rank of the top card, and go on from it with equal ranks, or up and down in its "
        "suit. If you cannot or will not, pick up a card. The first without cards wins; call “last card” when a play "
        "leaves you one card or none.",
        "Only the last card of a play does anything: a two makes the next player pick up 2, a black jack 7, unless "
        "they answer with another, and then it adds up; a black seven cancels jacks. An eight skips, a king turns the "
        "direction, a four lets you go again. An ace fits on anything and names a suit.",
        "With the card that leaves you one card or none, call **last card**: press “Play – last card!”. If you "
        "forget, you pick up two cards and are not out.",
    ),
    verbs={
        m.Play: Verb(
            "Play", "primary", ask="Which card?", named=_suits,
            collected=Collected(selected, beside=(m.LastCard,)),
        ),
        m.LastCard: Verb("Play – last card!", named=_suits, also=("last",)),
        m.Draw: Verb("Pick up", public=True, waits=True, at=_pick_up, also=("pick up",)),
        m.Pass: Verb("Pass", public=True, waits=True),
        m.ChooseSuit: Verb("{}", "primary", ask="Which suit do you ask for?", parts=_SUITS, also=("suit",)),
        m.Delay: Verb("DELAY!", "danger", shared=True),
    },
    reasons={
        house.Leaves: lambda why, who: f"{times(why.cards, 'card')} stay{'s' * (why.cards == 1)} in your hand",
    },
    events={
        m.Began: _began,
        m.Played: _played,
        m.AskedFor: lambda e, who: begun(f"{who(e.seat):asks} for **{SUIT_NAMES[e.suit]}s**."),
        m.PickedUp: _picked_up,
        m.Forgot: _forgot,
        m.Delayed: lambda e, who: begun(f"**DELAY!** {who(e.by):calls} it on {who(e.seat)}."),
        m.HandOver: _over,
        TurnedOver: "The pickup pile is empty: {cards} cards of the discards are turned over.",
        Reshuffled: "{cards} cards are shuffled and are the pickup pile now.",
    },
    told_by_picture=(m.HandOver,),
    layout=layout,
    point="win",
    seat_note=lambda view, seat: times(view.size(HAND.of(seat)), "card"),
    outcome=outcome,
    notes=notes,
    order=in_order,
    traits=(won_by_going_out(_last_play),),
    counts={
        "hands": "{total:hand}",
        "hands won": "{total} won",
        "penalty cards": "{total:penalty card}",
        "forgotten": "{total:call} forgotten",
        "delays": "DELAY called {total:time}",
    },
)  # fmt: skip
