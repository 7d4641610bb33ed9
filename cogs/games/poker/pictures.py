"""How a table of poker lies, and what a hand has come to."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from bot.engine.amounts import signed, whites
from bot.engine.betting import BETTING, BetMade, Called, Checked, Raised, Stakes
from bot.engine.cards import Card, card, rank_text
from bot.engine.events import Event
from bot.engine.facts import HAND
from bot.engine.piles import Seat
from bot.engine.side_pots import pot_name
from bot.engine.state import State
from bot.games.poker import levels, seen
from bot.games.poker import moves as m
from bot.games.poker.carried_over import PokerView
from bot.games.poker.facts import (
    ADD_ON,
    ALL_UP,
    ASKED,
    BEATEN,
    BETS,
    BOARD_2,
    BROKE,
    CHIP_DEAL,
    DREW,
    STAKES,
    STREET,
    UP,
    WILD,
)
from bot.games.poker.options import Options
from bot.games.poker.tournament import put_aside
from bot.games.poker.variants import ANTE, BLINDS, BRING_IN, FIXED, NO, POT, SPREAD
from bot.show.words import chances
from bot.show.words.layout import NO_FOOT, Layout, Outcome, ahead, most_won, moved, out_best, seat_scene, turned
from bot.show.words.sentences import Who, card_text, cards_text
from card_art import scene as art
from card_art.boards.poker.all_in import AllIn, Chance
from card_art.boards.poker.middle import Boards, Pot
from card_art.boards.poker.seats import Player
from card_art.boards.poker.showdown import Best, Showdown, Shown
from card_art.boards.poker.table import PokerTable

from . import tournament

_LIMITS = {NO: "no limit", POT: "pot limit", FIXED: "fixed limit", SPREAD: "spread limit"}
_POSTS = {"small blind": "SB", "big blind": "BB", "blind": "BLIND", "straddle": "STRADDLE", "kill": "KILL"}
_STUD = ("", "", "third", "fourth", "fifth", "sixth", "seventh")
_FEW = 3
"""How many players who have folded are named."""
_NUMBERS = ("none", "one", "two", "three", "four")
_MANY = 7
"""Where more sit at a table, only the most telling word stands on a plate."""


Told = dict[Seat, tuple[str, ...]]
"""By seat, what stands in its row of the result."""


def hand_text(called: str) -> str:
    """What a hand is called; a card as a card."""
    return card_text(card(called)) if re.fullmatch(r"(A|K|Q|J|10|[2-9])[CDHS]", called) else called


def called_of(told: seen.Told, seat: Seat, among: Collection[tuple[int, str]] | None = None) -> list[str]:
    """What a hand is called beside the others, for these boards and halves; for each of them by default."""
    mine = told.get(seat, {})
    return [*dict.fromkeys(hand_text(word) for which, word in mine.items() if among is None or which in among)]


def shown_told(view: PokerView) -> seen.Told:
    """What all hands are called that were shown."""
    return seen.told_beside(view, {e.seat for e in view.events_of(m.Shown)})


# ---- the table -----------------------------------------------------------------------------------


def layout(view: PokerView, who: Who) -> Layout:
    """A hand while it is bet on; open hands with their chances once nothing is to be decided; the showdown."""
    low = bool(view.hand)
    if winners := _parts(view):
        board: art.Board = _showdown(view, who, winners, {}, low=low)
        title, corner = "Showdown", ()
    elif view.fact(ALL_UP, None):
        board = _all_in(view, who, low=low)
        out = [s for s in turned(view, who) if s in view.players and s not in _live(view)]
        named = ", ".join(map(who, out)) if len(out) <= _FEW else str(len(out))
        title, corner = "All in", (f"Folded: {named}",) if out else ()
    else:
        board, title = _table(view, who, low=low), view.options.played.title
        corner = tuple(filter(None, (_street(view),)))
    facts = _stakes(view) if title == view.options.played.title else f"{_limited(view)} · hand {view.number + 1}"
    if title == "All in" and (stage := _dealt(view)):
        facts = f"{view.options.played.title} · chances{' of each pot' if len(_pots(view)) > 1 else ''} {stage}"
    betting, freezeout = isinstance(board, PokerTable), view.options.freezeout
    level, prizes = felt = _tournament(view) if freezeout else (None, None)
    if level and prizes and title == view.options.played.title:
        more = (f"hand {view.number + 1}", *(word.lower() for word in corner))
        if isinstance(board, PokerTable) and board.open:  # little room on the felt, if any
            more = (level.aside, level.text)
            felt = (replace(prizes, more=(*prizes.more, *level.more)),)
        title, facts, corner = "Freezeout", " · ".join((title, *more)), (_still_in(view),)
    if offered := view.fact(CHIP_DEAL, None):
        named = [f"{who(s)} {whites(n)}" for s, n in offered[:_FEW]]
        title, facts = "Deal by chips?", " · ".join([*named, *(["…"] if len(offered) > _FEW else [])])
    told = (*felt, _price(view, who)) if betting else ()
    return Layout(
        title=title, subtitle=facts, corner=corner, foot=NO_FOOT, seats=(), board=board,
        moved=betting and not freezeout,  # its plates tell it; there is no room for more
        felt=tuple(filter(None, told)),
    )  # fmt: skip


def _price(view: PokerView, who: Who) -> art.Fact | None:
    """What it costs the viewer, or whose turn it is, to stay in, and what there is to win."""
    seat = who.viewer if who.viewer in view.waits_for else view.waits_for[0] if len(view.waits_for) == 1 else None
    if seat is None or (price := owed(view, seat)) <= 0:
        return None
    return art.Fact(f"{whites(price)} to win {whites(view.pot + sum(view.wagers))}")


def _tournament(view: PokerView) -> tuple[art.Fact, art.Fact]:
    """The stakes of a freezeout and how long they hold; what there is to win."""
    options: Options = view.options
    at = tournament.at_level(view)
    now, then = (tournament.blinds(options, at.number + n) for n in (0, 1))
    prizes = tournament.prizes(view)
    cup = view.carried.tournament if view.carried else None
    bounty = (f"bounty {whites(cup.bounty)}",) if cup and cup.bounty else ()
    level = art.Fact(now, (tournament.until_next(at, view.now, then),), f"level {at.number + 1}", at.part)
    return level, art.Fact(f"{'prizes' if prizes[1:] else 'prize'} {', '.join(map(whites, prizes))}", bounty)


def _still_in(view: PokerView) -> str:
    """How many are left; and when the next to fall wins nothing, and all others do."""
    players, entries = tournament.left(view)
    average = f" · average {tournament.average(view)} BB" if view.options.played.forced == BLINDS else ""
    paid = len(levels.prizes(0, entries))
    if paid > 1 and len(players) == paid + 1:
        return f"{len(players)} of {entries} left · {paid} paid: the bubble"
    in_the_money = " · in the money" if 1 < len(players) <= paid else ""
    return f"{len(players)} of {entries} left{in_the_money or average}"


def _limited(view: PokerView) -> str:
    options: Options = view.options
    limit = _LIMITS.get(options.limited, "")
    return f"{limit} {options.played.title}".strip()


def _stakes(view: PokerView) -> str:
    """ "no limit · blinds 1 – 2 · hand 31", and what is wild."""
    options: Options = view.options
    u, _, ante = view.fact(STAKES, (options.stakes, options.stakes, 0))
    said = [_LIMITS.get(options.limited, "")]
    if options.limited == FIXED:
        said = [f"fixed {whites(u)} – {whites(2 * u)}"]
    elif options.played.forced == BLINDS:
        said.append(f"blinds {whites(u // 2)} – {whites(u)}")
    elif options.played.forced == BRING_IN:
        said.append(f"bring-in {whites(u // 2)}")
    if ante and options.played.forced in (ANTE, BRING_IN, "K"):
        said.append(f"ante {whites(ante)}")
    if wild := view.fact(WILD, None):
        said.append(f"★ {' and '.join(f'{rank_text(rank)}s' for rank in wild)} wild")
    elif options.own_wilds:
        said.append(f"★ {options.rule('wild').replace('-', ' ')} wild")
    elif options.rule("wild") == "hole":
        said.append("lowest hole card wild")
    down = {view.size(HAND.of(s)) for s in _live(view)} if _is_stud(view) else set[int]()
    if len(down) == 1:
        said.append(f"{_NUMBERS[min([4, *down])]} down each")
    return " · ".join([*filter(None, said), f"hand {view.number + 1}"])


def _live(view: PokerView) -> Sequence[Seat]:
    stakes: Stakes | None = view.fact(BETTING, None)
    return stakes.live if stakes else view.players


def _dealt(view: PokerView) -> str:
    """ "after the flop"; where the board is run twice, which run has come so far."""
    street = view.last(m.StreetDealt)
    if street is None:
        return ""
    if street.run and view.options.played.boards:
        return f"after the {street.called} of run {street.run}"
    if view.options.played.boards:
        return f"after the {street.called}" if street.called else "before the flop"
    return f"after {_STUD[street.number + 1]} street" if _is_stud(view) else ""


def _is_stud(view: PokerView) -> bool:
    return view.options.played.forced == BRING_IN


def _street(view: PokerView) -> str:
    """What the street is called."""
    options: Options = view.options
    number: int = view.fact(STREET, 0)
    if not number:
        return ""
    street = view.last(m.StreetDealt)
    if options.played.boards:
        return (street.called or "Before the flop").capitalize() if street else ""
    if _is_stud(view):
        return f"{_STUD[min(number + 1, 6)].capitalize()} street"
    if any("R" in one for one in options.streets):
        draws = sum("R" in one for one in options.streets)
        done = number - 1
        if not done:
            return "Before the draw"
        return "The draw" if draws == 1 else f"{('', 'First', 'Second', 'Third', 'Fourth')[done]} draw"
    return f"Round {number}" if len(options.streets) > 1 else ""


def _boards(view: PokerView, who: Who) -> Boards:
    options: Options = view.options
    lying = tuple(tuple(board) for board in seen.boards(view))
    places = sum(street.count("C") for street in options.streets)
    names: tuple[str, ...] = ()
    if len(lying) > 1:
        names = ("Board A", "Board B") if BOARD_2 in view.piles else ("Run 1", "Run 2")
    if not places and not any(lying):
        lying = ()
    wild = frozenset(c for board in lying for c in board) & seen.wilds(view, -1)
    cross = options.played.name == "iron-cross"
    if (came := view.last(m.WouldHaveCome)) is None:
        return Boards(lying, places, names[: len(lying)], wild, cross)
    dim = frozenset(c for board in came.boards for c in board)
    lying = tuple((*board, *more) for board, more in zip(lying or ((),), came.boards, strict=True))
    each: dict[Seat, tuple[Card, ...]] = {}
    for p, c in came.cards:
        each[p] = (*each.get(p, ()), c)
    to_seats = tuple((who(p), cards) for p, cards in each.items())
    if to_seats and dim:  # one for all, where the pack is short
        to_seats = (*to_seats, ("for all", tuple(dim)))
    return Boards(lying, places, names[: len(lying)], wild, cross, dim if places else frozenset(), to_seats)


def _pots(view: PokerView) -> tuple[Pot, ...]:
    stakes: Stakes | None = view.fact(BETTING, None)
    pots = stakes.pots if stakes else ()
    if len(pots) > 1:
        names = (
            ["Main pot", "Side pot"] if len(pots) == 2 else [pot_name(n, pots).capitalize() for n in range(len(pots))]
        )
        return tuple(Pot(name, pot.amount) for name, pot in zip(names, pots, strict=False))
    amount = sum(pot.amount for pot in pots) or max(0, view.pot - sum(view.wagers))
    return (Pot("Pot", amount),) if amount else ()


def _table(view: PokerView, who: Who, *, low: bool) -> PokerTable:
    options: Options = view.options
    seats = [s for s in turned(view, who) if _there(view, who, s)]
    has_board = any("C" in street for street in options.streets)
    pots, boards = _pots(view), _boards(view, who)
    note = ""
    if len(boards.cards) > 1 and len(pots) == 1:
        note = f"{whites(pots[0].amount // 2)} a board"
    players = tuple(
        Player(
            plate(view, who, s), seen.wilds(view, s), _drawn(view, s),
            _now(view, s) if low and s == view.viewer and view.size(UP.of(s)) else "",
        )
        for s in seats
    )  # fmt: skip
    return PokerTable(players, boards, pots, note, open=not has_board, low=low)


def _there(view: PokerView, who: Who, seat: Seat) -> bool:
    """An empty chair takes room from those that are not."""
    return not (who.tags and "EMPTY" in who.tags[seat]) or seat in view.players


def plate(view: PokerView, who: Who, seat: Seat) -> art.Seat:
    """A seat with its cards, as far as they are seen, its stack and its last word."""
    stakes: Stakes | None = view.fact(BETTING, None)
    live = seat in view.players and (stakes is None or seat in stakes.live)
    folded = seat in view.players and not live
    allin = stakes is not None and live and not view.stacks[seat]
    line = f"folded · {whites(view.stacks[seat])}" if folded else _line(view, seat, allin=allin)
    line = tournament.place(view, seat) or line
    made = seat_scene(
        view, who, seat, line, marks=(),
        dim=not live, shown=view.faces(UP.of(seat)), asks=_asks(view, seat),
    )  # fmt: skip
    usual = [tag for tag in made.tags if tag != "OUT" or not folded]
    turn = [tag for tag in usual if tag in ("TO PLAY", art.BANK)]
    tags = [*turn, *_marks(view, seat, allin=allin), *(tag for tag in usual if tag not in turn)]
    won = sum(got.get(seat, 0) for _, got in seen.paid(view))
    return replace(
        made, hand=() if folded else made.hand, tags=tuple(tags[: 2 if view.seats > _MANY else 3]),
        stamp=art.Stamp(f"WINS {whites(won)}", "gold") if won else _declared(view, seat),
    )  # fmt: skip


def _marks(view: PokerView, seat: Seat, *, allin: bool) -> list[str]:
    """What a seat is, and what it has posted last."""
    posted = [_POSTS[e.what] for e in view.events_of(m.Posted, seat=seat)]
    beaten = ["BEATEN"] if seat in view.fact(BEATEN, ()) else []
    stands = ["STANDS"] if view.options.stand_up and _stands(view, seat) else []
    return [*(["ALL-IN"] if allin else []), *beaten, *posted[-1:], *stands]


def _stands(view: PokerView, seat: Seat) -> bool:
    """Whether a seat has won no pot yet in this round of a stand-up game; when one begins, everybody stands."""
    standing = view.carried.standing if view.carried else ()
    return seat in view.players and (seat in standing or not standing)


def _declared(view: PokerView, seat: Seat) -> art.Stamp | None:
    """In or out at guts, high or low, once all may know."""
    if opened := view.last(m.GutsOpened):
        return art.Stamp("IN", "gold") if seat in opened.are_in else art.Stamp("OUT", "slate")
    if declared := view.last(m.Declared):
        choice = dict(declared.choices).get(seat)
        return art.Stamp(choice.upper(), "ivory") if choice else None
    return None


_WORDS: Mapping[type[Event], str] = {
    Checked: "checks", BetMade: "bets {}", Called: "calls", Raised: "raises to {}", m.BroughtIn: "brings in {}",
}  # fmt: skip


def _line(view: PokerView, seat: Seat, *, allin: bool) -> str:
    """The stack, and the last action in this round; of the player on turn the stack alone."""
    stack = "all in" if allin else whites(view.stacks[seat])
    if seat in view.waits_for:
        return stack
    at_once = len(view.waits_for) > 1
    for event in reversed(() if at_once else view.events):
        if isinstance(event, (m.StreetDealt, m.Drew, m.Discarded, m.Passed, m.Turned, m.Won)):
            break
        if getattr(event, "seat", None) == seat and (says := _WORDS.get(type(event))):
            amount = getattr(event, "to", getattr(event, "amount", 0))
            if view.seats > _MANY:  # the chips in front say how much
                says = says.partition(" ")[0]
            return f"{stack} · {says.format(whites(amount))}"
    return stack if allin or view.seats > _MANY else f"{stack} chips"


def owed(view: PokerView, seat: Seat) -> int:
    """What it costs a seat to stay in, in hundredths of a white."""
    stakes: Stakes | None = view.fact(BETTING, None)
    betting = any(view.wagers) and (view.has(STREET) or view.options.played.script == "night")
    return min(stakes.to_match - view.wagers[seat], view.stacks[seat]) if stakes and betting else 0


def _asks(view: PokerView, seat: Seat) -> str:
    """What the player on turn has to pay, or may do for nothing."""
    if view.options.chosen and view.last(m.Won) is not None:
        return "names a variant"
    if view.has(CHIP_DEAL):
        return "agree?"
    if view.has(BROKE):
        return "add-on?" if view.has(ADD_ON) else "buy again?"
    if not view.has(STREET) and view.options.straddle and view.last(m.Posted) is not None:
        return "straddle?"
    if view.has(ASKED):
        return _ASKED.get(view.fact(ASKED), view.fact(ASKED))
    if (price := owed(view, seat)) > 0:
        return f"call {whites(price)}"
    drawn, stakes = any("R" in street for street in view.options.streets), view.fact(BETTING, None)
    if stakes is not None and ((view.options.played.script == "hand" and not drawn) or view.has(BETS)):
        return "check or raise" if stakes.to_match else "check or bet"
    return "to play"


_ASKED = {"turn": "turn a card", "buy": "buy a card?", "pay": "pay or fold"}
"""How some of what may be asked is told beside a seat; the rest by its name."""


def _drawn(view: PokerView, seat: Seat) -> str:
    """What this seat has drawn in the draw that is on, or was last."""
    counts = view.fact(DREW.of(seat), ())
    streets: int = view.fact(STREET, 0)
    first = next((n for n, one in enumerate(view.options.streets, 1) if "R" in one), 0)
    if not counts or len(counts) <= streets - first:
        return ""
    return f"drew {counts[-1]}" if counts[-1] else "stands pat"


# ---- open hands ----------------------------------------------------------------------------------


def _all_in(view: PokerView, who: Who, *, low: bool) -> AllIn:
    live = view.fact(BETTING).live
    told = seen.told_beside(view, live)
    hands = tuple(
        Chance(who(s), s, who.avatar(s), seen.own(view, s), word=_called(told, s), wild=seen.wilds(view, s))
        for s in turned(view, who) if s in live
    )  # fmt: skip
    return AllIn(hands, _boards(view, who), _pots(view), low, chances.question(view))


def _now(view: PokerView, seat: Seat) -> str:
    """What a hand is now, high and low; on two boards what it is on each."""
    return " / ".join(dict.fromkeys(hand_text(seen.told_alone(view, one)) for one in seen.hand_now(view, seat)))


def _called(told: seen.Told, seat: Seat, among: Collection[tuple[int, str]] | None = None) -> str:
    return " / ".join(called_of(told, seat, among))


# ---- showdown ------------------------------------------------------------------------------------


Parts = Sequence[tuple[m.Won, Mapping[Seat, int]]]
"""Parts of pots, with what each of their winners has got of them."""


def _parts(view: PokerView) -> Parts:
    """What has been won with cards that lie open, the main pot first."""
    shown = {e.seat for e in view.events_of(m.Shown)}
    won = [(e, got) for e, got in seen.paid(view) if e.cards and any(w in shown for w in e.winners)]
    return sorted(won, key=lambda part: (part[0].pot.startswith("side"), part[0].pot))


def _won(parts: Parts, seat: Seat) -> str:
    """ "main pot 86½ + side pot 40", "split pot 20", "scoops 114" of both halves; the sum alone of many parts."""
    mine = [(e, got[seat]) for e, got in parts if seat in got]
    total = whites(sum(amount for _, amount in mine))
    if len(mine) > 2:
        return f"wins {total}"
    if len(parts) == 2 == len({e.half for e, _ in mine}) and len(mine[0][0].winners) == len(mine[1][0].winners) == 1:
        return f"scoops {total}"
    sides = len({e.pot for e, _ in parts if e.pot.startswith("side")})
    told: list[str] = []
    for e, amount in mine:
        half = f"{e.half} half" if e.half in ("high", "low") else e.half
        pot = e.pot if sides > 1 else e.pot.removesuffix(" 1")
        what = ", ".join(filter(None, (pot if pot != "pot" or not half else "", half)))
        told.append(f"{'split ' if len(e.winners) > 1 else ''}{what} {whites(amount)}")
    return " + ".join(told)


def _board_name(view: PokerView, n: int) -> str:
    """The name of the n-th of several boards; empty if there is only one."""
    if not n:
        return ""
    return f"board {'AB'[n - 1]}" if BOARD_2 in view.piles else f"run {n}"


def _large(shown: int, *, low: bool) -> int:
    """How many hands are drawn large, of how many that are shown."""
    return 1 if low or shown > 6 else 2 if shown > 4 else 3


def _showdown(view: PokerView, who: Who, parts: Parts, change: Mapping[Seat, str], *, low: bool) -> Showdown:
    shown = {e.seat: e for e in view.events_of(m.Shown)}
    told = shown_told(view)
    large = _shown_large(parts, shown, _large(len(shown), low=low))
    first = [seat for seat, _ in large]
    best = tuple(
        _best(view, who, shown[seat], board, parts, told, "" if seat in first[:n] else change.get(seat, ""))
        for n, (seat, board) in enumerate(large)
    )
    order = sorted(shown, key=lambda s: (not any(s in e.winners for e, _ in parts), *_strength(view, s)))
    rows = [_other(view, who, s, shown[s], parts, told, change) for s in order if s not in first]
    own = view.last(m.OwnCard)
    names = {s: f"{who(s)} ({card_text(own.card)})" if own and s == own.seat else who(s) for s in view.players}
    foot = [
        f"{word}: {', '.join(f'{names[s]} {change[s]}' if s in change else names[s] for s in among)}"
        for word, among in _unseen(view, shown).items()
        if among
    ]
    return Showdown(best, tuple(rows), ". ".join(foot), low)


def _shown_large(parts: Parts, shown: Collection[Seat], most: int) -> list[tuple[Seat, int]]:
    """Whose hands are drawn large, and on which board: winners, once for each board, else once."""
    large: list[tuple[Seat, int]] = []
    for e, _ in parts:
        for winner in e.winners[: len(e.cards)]:
            again = (winner, e.board) in large or (not e.board and any(seat == winner for seat, _ in large))
            if winner in shown and not again and len(large) < most:
                large.append((winner, e.board))
    return large


def _best(view: PokerView, who: Who, shown: m.Shown, board: int, parts: Parts, told: seen.Told, change: str) -> Best:
    """A hand that has won, large, with what it has won on this board."""
    seat = shown.seat
    mine = [(one, got) for one, got in parts if not board or one.board == board]
    called = _called(told, seat, _with(view, mine, seat))
    where = _board_name(view, board)
    return Best(
        who(seat), seat, who.avatar(seat), shown.cards, seen.boards(view)[max(0, board - 1)], _counting(mine, seat),
        f"{where}: {called}" if where else called, _won(mine, seat), change, seen.wilds(view, seat),
    )  # fmt: skip


def _with(view: PokerView, parts: Parts, seat: Seat) -> set[tuple[int, str]]:
    """On which boards, and for which halves, a seat has won."""
    usual = view.options.halves[0].key
    return {(max(0, e.board - 1), e.half or usual) for e, _ in parts if seat in e.winners}


def _counting(parts: Parts, seat: Seat) -> frozenset[Card]:
    """The cards with which a seat has won."""
    made = ((p, cards) for e, _ in parts for p, cards in zip(e.winners, e.cards, strict=False))
    return frozenset(c for p, cards in made if p == seat for c in cards)


def _unseen(view: PokerView, seen_hands: Collection[Seat]) -> dict[str, list[Seat]]:
    """Who has shown no cards, by why: thrown away at the showdown, or out before it."""
    mucked = {e.seat for e in view.events_of(m.Mucked)}
    before = "Out" if view.options.played.script == "guts" else "Folded"
    return {
        "Mucked": [s for s in view.players if s in mucked - {*seen_hands}],
        before: [s for s in view.players if s not in seen_hands and s not in mucked],
    }


def _strength(view: PokerView, seat: Seat) -> tuple[int, ...]:
    """For an order, the best first."""
    return tuple(-one.worth for one in seen.hand_now(view, seat)[:1]) if seat >= 0 else (0,)


def _other(
    view: PokerView, who: Who, seat: Seat, shown: m.Shown, parts: Parts, told: seen.Told, change: Mapping[Seat, str]
) -> Shown:
    called = _called(told, seat, _with(view, parts, seat) or None)
    if seat < 0:
        return Shown("The ghost", 8, "", shown.cards, called)
    return Shown(
        who(seat), seat, who.avatar(seat), shown.cards, called, _won(parts, seat), change.get(seat, ""),
        _counting(parts, seat) or None, seen.wilds(view, seat) & frozenset(shown.cards),
    )  # fmt: skip


def outcome(view: PokerView, before: State, who: Who) -> Outcome:
    """Who has won what, and with which hand."""
    aside = put_aside(view.events)
    before = replace(before, stacks=tuple(stack - aside[s] for s, stack in enumerate(before.stacks)))
    won = view.events_of(m.Won)
    takers = [s for s in range(view.seats) if any(s in e.winners for e in won)]
    net = moved(view, before)
    shown = {e.seat: e for e in view.events_of(m.Shown) if e.seat >= 0}
    one = {e.seat: (e.card,) for e in view.events_of(m.ShownOne)}
    prizes = dict(paid.paid) if (paid := view.last(m.Prizes, m.DealMade)) else {}
    champion = next(iter(prizes), None)
    winners = ahead(net, takers)
    best_first = sorted(range(view.seats), key=lambda s: (s not in winners, s not in takers, s not in shown, -net[s]))
    banner = out_best(view, who) if champion is None else f"{who(champion):wins} {_how(view)}"
    boards = _boards_of_result(view, who, net, shown)
    return Outcome(
        hands={s: [art.ResultHand(cards[:7])] for s, cards in (one | {s: e.cards for s, e in shown.items()}).items()},
        change=(lambda s: "") if prizes else None,  # what the last hand moved says nothing beside the prizes
        net=net, told=_told(view, shown, takers, prizes),
        won=(view.ended("W") or winners) if champion is None else [champion],
        order=None if view.standings else best_first,
        out=_unseen(view, {*shown, *takers}),
        note="" if _parts(view) else _on_the_board(view, who),
        banner=banner or most_won(view, before, who) or _shared(won, takers, who),
        stage=whites(view.pot) + " stays" if view.pot else "",
        boards=boards, title="Showdown" if boards else "" if prizes else view.options.played.title,
        subtitle=f"{_limited(view)} · hand {view.number + 1}" if boards else "",
    )  # fmt: skip


def _boards_of_result(
    view: PokerView, who: Who, net: Sequence[int], shown: Collection[Seat]
) -> tuple[tuple[str, art.Board], ...]:
    """The showdown, with what each has won or lost and has now; none at a match's end."""
    parts = _parts(view)
    if not parts or view.standings:
        return ()
    change = {s: f"{signed(net[s])}, {whites(view.stacks[s])} chips" for s in shown}
    change |= {s: signed(net[s]) for s in view.players if s not in shown and net[s]}
    return (("", _showdown(view, who, parts, change, low=False)),)


def _told(view: PokerView, shown: Mapping[Seat, m.Shown], takers: Sequence[Seat], prizes: Mapping[Seat, int]) -> Told:
    """What each hand is called, and the prizes of a freezeout."""
    beside = shown_told(view)
    told: Told = {s: tuple(called_of(beside, s)[: 1 if s in prizes else 2]) for s in shown}
    if not shown and len(takers) == 1:
        told = {takers[0]: ("nobody else was left",)}
    told |= {s: (*told.get(s, ()), f"prize {whites(n)}") for s, n in prizes.items()}
    paid = view.last(m.Bounties)
    return told | {s: (*told.get(s, ()), f"bounties {whites(n)}") for s, n in (paid.paid if paid else ())}


def _on_the_board(view: PokerView, who: Who) -> str:
    """What lay there when all others had folded, and what a rabbit hunt has found: the picture shows no board then."""
    there = " / ".join(cards_text(board) for board in seen.boards(view) if board)
    hunted = view.last(m.WouldHaveCome)
    said = (f"board {there}" if there else "", would_have_come(hunted, who) if hunted is not None else "")
    return "; ".join(filter(None, said))


def would_have_come(e: m.WouldHaveCome, who: Who) -> str:
    """What a rabbit hunt has found."""
    boards = [cards_text(board) for board in e.boards if board]
    each: dict[int, list[Card]] = {}
    for p, came in e.cards:
        each.setdefault(p, []).append(came)
    told = [*boards, *(f"{who(p)} {cards_text(cards)}" for p, cards in each.items())]
    return f"{' / '.join(told)} would have come"


def _how(view: PokerView) -> str:
    """What the winner of a freezeout has won."""
    return "by a deal" if view.last(m.DealMade) else "the freezeout"


def _shared(won: Sequence[m.Won], takers: Sequence[Seat], who: Who) -> str | None:
    """Who has the pots, if nobody has more chips than before."""
    return f"{who.wins(takers)} {whites(sum(e.amount for e in won))}" if takers else None
