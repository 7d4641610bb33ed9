"""Chips between the bank and a table. Every movement is a transfer in the same transaction as what caused it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.engine.amounts import YELLOW, shares, whites
from bot.engine.buy_in import BuyIns, ChipDealing, called
from bot.engine.chips import ChipsShown, Stack, playable
from bot.engine.game import Game
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.store import NO_PLACE, Account, Result, Work, bank, escrow, house, ledger, member, mint, pot

from . import rising
from .chairs import Chair, TakenOver, with_hints
from .errors import Rejected
from .open_table import OpenTable


def buy_in(session: OpenTable) -> int:
    """What sitting down costs: as the table's options have it, otherwise as the server does. Hundredths of a white."""
    return buy_ins(session).usual


def buy_ins(session: OpenTable) -> BuyIns:
    """From what to what it may cost; one amount where everybody brings the same. Hundredths of a white."""
    if session.night is not None:
        return BuyIns(*[rising.buy_in(session.night)] * 3)
    if session.cash and isinstance(session.options, ChipDealing):
        return session.options.buy_ins(session.settings.buy_in)
    return BuyIns(*[getattr(session.options, "buy_in", None) or session.settings.buy_in] * 3)


def unit(session: OpenTable) -> int:
    """What people bring is whole chips of this worth. Hundredths of a white."""
    return session.options.smallest_chip if isinstance(session.options, ChipDealing) else YELLOW


def whole_chips(session: OpenTable, amount: int) -> None:
    """Raises Rejected unless that can be brought in chips that are in play."""
    if amount % unit(session):
        raise Rejected(f"The smallest chip in play is {whites(unit(session))}; name an amount of whole ones.")


DAY_MS = 86_400_000


def home_of(session: OpenTable, chair: Chair) -> Account:
    """Where a chair's chips come from and go back to: its owner's bank account, or the mint for a house player."""
    return mint(session.guild) if chair.user is None else member(session.guild, chair.user)


def move(session: OpenTable, work: Work, what: str, postings: ledger.Postings, why: str) -> None:
    """Chips move at this change of the table, whose one movement of this name it is; those of a lesson are none of the
    bank's."""
    if not session.banked:
        return
    key = f"{session.id}:v{session.version}:{what}"
    work.do(ledger.transfer, key, session.guild, postings, why, session.time.now())


def buy(session: OpenTable, work: Work, seat: Seat, amount: int, why: str, *, told: bool = True) -> None:
    """Chips for a seat: from its owner's bank account, or from the mint for a house player. Everybody sees those that
    a person buys, but where that is not `told`."""
    if not session.for_chips or not amount:
        return
    chair = session.chairs[seat]
    postings = [(home_of(session, chair), -amount), (escrow(session.id, chair.account), amount)]
    move(session, work, f"buy{seat}", postings, why)
    chair.bought += amount
    if session.night is not None:
        session.night.party(chair).bought += amount
    chips = handed_out(session, amount)
    if seat in session.stacks:
        session.stacks[seat] += chips
    if chair.user is not None and session.banked and (most := session.settings.buy_ins_day):
        now = session.time.now()
        work.do(bank.limit_buy_ins, session.guild, chair.user, since=now - now % DAY_MS, most=most)
    if chair.user is not None and told:  # shown before they join the stack (rules/dealing.md, section 7)
        session.notice = f"{chair.said} buys {called(amount, session.options)}: {chips}."
        session.chip_display = session.chip_display.then(ChipsShown(seat, amount, chips, "buy-in"))


def handed_out(session: OpenTable, amount: int) -> Stack:
    """This amount in chips to play with at this table."""
    return playable(amount, getattr(session.options, "smallest_bet", YELLOW))


def cash_out(session: OpenTable, work: Work, seat: Seat) -> None:
    """A seat's stack goes back to where its chips came from."""
    if not session.for_chips:
        return
    chair = session.chairs[seat]
    stack = session.stack_of(seat)
    session.stacks.pop(seat, None)
    if stack:
        postings = [(escrow(session.id, chair.account), -stack), (home_of(session, chair), stack)]
        move(session, work, f"out{seat}", postings, "cash out")
    if session.night is not None:
        session.night.party(chair).cashed += stack


def leave_in_match(session: OpenTable, work: Work, seat: Seat) -> None:
    """A seat's stack stays in the match that its owner leaves."""
    stack = session.stack_of(seat)
    session.stacks.pop(seat, None)
    if stack:
        postings = [(escrow(session.id, session.chairs[seat].account), -stack), (pot(session.id), stack)]
        move(session, work, f"left{seat}", postings, "left in the match")


def even_out(session: OpenTable, work: Work, seat: Seat) -> None:
    """Before a match in which all begin alike: the stack comes up or goes down to the buy-in."""
    change = buy_in(session) - session.stack_of(seat)
    if change < 0:
        _give_back(session, work, seat, -change, f"even{seat}")
    else:
        buy(session, work, seat, change, "rebuy")
    if change and session.match is not None:
        session.match.rebuy(seat, change)


def chosen(session: OpenTable, seat: Seat) -> int:
    """What its owner has chosen to bring, where that is not what everybody does; otherwise 0."""
    bought = session.chairs[seat].bought
    return bought if session.cash and bought != buy_in(session) else 0


def follow_buy_in(session: OpenTable, work: Work, seat: Seat, chose: int = 0) -> None:
    """Before the first deal: the table's options have changed, and what a seat has bought comes up or goes down to the
    buy-in, or to what may be brought of the amount that its owner `chose`; to nothing if it is no game for chips
    now."""
    chair, may = session.chairs[seat], buy_ins(session)
    wanted = min(max(chose, may.least), may.most) if chose else may.usual
    change = (wanted if session.for_chips else 0) - chair.bought
    if change > 0:
        buy(session, work, seat, change, "buy-in")
    elif change < 0:
        _give_back(session, work, seat, -change, f"back{seat}")
        session.notice = ""


def _give_back(session: OpenTable, work: Work, seat: Seat, amount: int, what: str) -> None:
    """This much of what a seat has bought was not bought."""
    chair = session.chairs[seat]
    move(
        session,
        work,
        what,
        [(escrow(session.id, chair.account), -amount), (home_of(session, chair), amount)],
        "cash out",
    )
    chair.bought -= amount
    session.stacks.pop(seat, None)


def settle(session: OpenTable, work: Work, before: State, after: State, key: str, at: int) -> None:
    """What a deal has moved between the seats, the pot and the house."""
    if not session.banked:
        return
    changes = ((seat, now - then) for seat, (then, now) in enumerate(zip(before.stacks, after.stacks, strict=True)))
    postings = [(_gets(session, seat), change) for seat, change in changes if change]
    if change := after.pot + after.splash - before.pot - before.splash:
        postings.append((pot(session.id), change))
    if change := after.house - before.house:
        postings.append((house(session.guild), change))
    if postings:
        work.do(ledger.transfer, key, session.guild, postings, "deal", at)


def _gets(session: OpenTable, seat: Seat) -> Account:
    """Where the chips go that a deal has brought a seat: home at once, where its player has got up."""
    chair, gone = session.chairs[seat], session.gone_from(seat)
    return escrow(session.id, chair.account) if gone is None else member(session.guild, gone.user)


def take_home(session: OpenTable, state: State) -> State:
    """A match is over: what it has brought to players who have got up is with them, and belongs to their result."""
    stacks = [*state.stacks]
    for seat, stack in enumerate(stacks):
        if stack and (gone := session.gone_from(seat)) is not None:
            gone.net += stack
            stacks[seat] = 0
            session.stacks.pop(seat, None)
            if session.night is not None:
                session.night.party(Chair(user=gone.user, name=gone.name)).cashed += stack
    return replace(state, stacks=tuple(stacks))


def share_what_lies(session: OpenTable, work: Work) -> dict[Seat, int]:
    """The table closes: pot and splash go to those who sit there last, spare yellows from the dealer's left. Returns
    what each seat has got."""
    state = session.match.state if session.match else None
    if state is not None and not state.over and (due := session.game.broken_off(session.options, state)):
        return _divide(session, work, state, due)
    lies = session.splash + (state.pot + state.splash if state else 0)
    seats = session.taken
    if not session.for_chips or not lies or not seats:
        return {}
    dealer = state.dealer if state and state.dealer is not None else len(session.chairs) - 1
    seats.sort(key=lambda s: (s - dealer - 1) % len(session.chairs))
    postings: list[tuple[Account, int]] = [(pot(session.id), -lies)]
    found = dict(zip(seats, shares(lies, len(seats)), strict=True))
    for seat, amount in found.items():
        chair = session.chairs[seat]
        if amount:
            postings.append((home_of(session, chair), amount))
        if session.night is not None:
            session.night.party(chair).cashed += amount
    move(session, work, "share", postings, "pot shared")
    session.splash = 0
    return found


def _divide(session: OpenTable, work: Work, state: State, due: Mapping[Seat, int]) -> dict[Seat, int]:
    """A match that is broken off says what is whose of all its chips, also of players who have got up. Returns what
    each seat has got; nothing lies there any more."""
    postings: list[tuple[Account, int]] = [
        (escrow(session.id, session.chairs[seat].account), -stack) for seat, stack in enumerate(state.stacks) if stack
    ]
    lies = state.pot + state.splash + session.splash
    found = {seat: amount for seat, amount in due.items() if seat in session.taken or session.gone_from(seat)}
    over = sum(state.stacks) + lies - sum(found.values())
    first = session.taken[0]
    found[first] = found.get(first, 0) + over
    for seat, amount in found.items():
        gone = session.gone_from(seat)
        chair = session.chairs[seat] if gone is None else Chair(user=gone.user, name=gone.name)
        postings.append((home_of(session, chair), amount))
        if gone is not None:
            gone.net += amount
        if session.night is not None:
            session.night.party(chair).cashed += amount
    move(session, work, "share", [*postings, (pot(session.id), -lies)], "pot shared")
    session.splash, session.stacks = 0, {}
    assert session.match is not None
    session.match.state = replace(state, stacks=(0,) * state.seats, pot=0, splash=0)
    return found


def results(session: OpenTable, after: State) -> list[Result]:
    """Every seat's result of the match; a player who left before its end has lost it. A lone player has won or not, and
    lost to nobody; a player who took a seat over in the middle keeps what they won or lost, without a place.
    """
    played = [c.user for c in session.chairs if c.user is not None and not c.looks_on]
    humans = len({*played} | {g.user for g in session.gone})
    placed = {standing.seat for standing in after.standings or ()}
    gone = [g for g in session.gone if g is not session.gone_from(g.seat) or g.seat not in placed]
    found: list[Result] = []
    standings, pairs = after.standings or (), pairs_at(session.game, session.options, after.seats)
    for standing in standings:
        chair, away = session.chairs[standing.seat], session.gone_from(standing.seat)
        if away is not None:  # out, and not there any more: their place is theirs
            found.append(Result(
                away.user, away.name, standing.seat, standing.place, standing.outcome, after.scores[standing.seat],
                away.net, after.strikes[standing.seat], humans,
                with_hints(after.counted(standing.seat), away.hints),
            ))  # fmt: skip
            continue
        net = after.stacks[standing.seat] - chair.bought if session.for_chips else 0
        earlier = [g for g in gone if g.user == chair.user]
        hints = chair.hints + sum(g.hints for g in earlier)
        net += sum(g.net for g in earlier)
        gone = [g for g in gone if g.user != chair.user]
        outcome = "D" if len(standings) == 1 and standing.outcome == "L" else standing.outcome
        made = Result(
            chair.user, chair.name, standing.seat, standing.place, outcome, after.scores[standing.seat],
            net, after.strikes[standing.seat], humans, with_hints(after.counted(standing.seat), hints),
            standing.seat % pairs if pairs else None, strength=chair.strength if chair.house else None,
        )  # fmt: skip
        found.append(made if chair.taken_over is None else _of_their_part(made, chair.taken_over, lost=bool(earlier)))
    last = max((r.place for r in found), default=0) + 1
    left: dict[int, Result] = {}
    for n, g in enumerate(gone):
        mine = [each for each in gone[: n + 1] if each.user == g.user]
        net, hints = sum(each.net for each in mine), sum(each.hints for each in mine)
        left[g.user] = Result(
            g.user, g.name, 100 + n, last, "L", g.score, net, g.strikes, humans, with_hints({}, hints)
        )
    return [*found, *left.values()]


def pairs_at(game: Game, options: object, seats: int) -> int:
    """How many partnerships there are, whose members sit across from each other; 0 if nobody has a partner."""
    return seats // 2 if game.in_partnerships(options, seats) else 0


def _of_their_part(seats: Result, before: TakenOver, *, lost: bool) -> Result:
    """What is whose who has taken a seat over in the middle of a match: neither won nor lost, unless they had left the
    match before, on another seat."""
    outcome = "L" if lost else "D"
    score, strikes = seats.score - before.score, seats.strikes - before.strikes
    return replace(seats, place=NO_PLACE, outcome=outcome, score=score, strikes=strikes, counts={})
