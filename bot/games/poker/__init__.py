"""Poker: who holds the best hand, in any of 27 variants. One script plays them all from rows of data.

See rules/poker.md; its rulings are named here by number. The variants stand in `rows`, hands are ranked in `ranking`,
betting is in `rounds`, streets and all-ins in `streets`, who wins what in `showdown`. Guts and Night Baseball have
procedures of their own. All amounts are hundredths of a white chip.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.engine.amounts import YELLOW
from bot.engine.asks import Script, together
from bot.engine.events import Event
from bot.engine.game import SHORT, USUAL, Boast, Game, Length
from bot.engine.piles import NOBODY, Seat
from bot.engine.randomness import Pack
from bot.engine.traits import InAdvance, Knockout, Notation, PlayFigures, Reading, Staked, TimeBank, Variants
from bot.games.parts.agreed_end import Agree, ProposeEnd, Refuse, unless_all_agree
from bot.games.parts.by_balance import end_by_balance
from bot.games.poker.carried_over import PokerTable, PokerView

from . import (
    ahead,
    chip_deal,
    dealers_choice,
    figures,
    forced,
    freezeout,
    guts,
    habits,
    joys,
    levels,
    moves,
    night_baseball,
    phh,
    showdown,
    streets,
)  # fmt: skip
from .carried_over import PASSES, Carried, but, newcomers, next_kill, remembered, seat_players, share_pots, staying
from .facts import CHIP, STAKES
from .finding import CHOICE, MIX
from .hand import Hand
from .moves import ColourUp, Level, PotStays, Won
from .options import PLAYERS_POKER, Options, Rules, of_deal, rules_of, seats_for, unfit
from .own_variant import OWN
from .smallest import in_play
from .variants import families


def poker(t: PokerTable) -> Script:
    """A deal of the variant that the options name."""
    options: Options = t.options
    carried = remembered(t)
    if options.freezeout:
        carried = freezeout.enter(t, carried)
    t.carried = carried = seat_players(t, carried)
    if options.freezeout:
        t.carried = carried = freezeout.start(t, carried)
    rules = stakes(t, carried)
    if options.played.script == "guts":
        guts.leave_out(t, t.carried, rules)
    players = t.present
    if len(players) < 2 or (options.freezeout and freezeout.is_won(carried)):
        over(t)
        return
    t.note(STAKES, (rules.u, rules.blind, rules.ante))
    if t.rules >= PLAYERS_POKER:
        t.note(CHIP, rules.chip)
    play = {"hand": hand, "guts": guts.play, "night": night}[options.played.script]
    played = play(t, rules)
    if options.bomb_call and options.played.boards:
        played = together(played, joys.calls_bomb(t))
    if options.freezeout and t.rules >= PLAYERS_POKER:
        yield from tournament_hand(t, played, players)
        return
    stopped = yield from unless_all_agree(t, played, players, after_this="hand")
    record(t)
    if not (options.freezeout and freezeout.is_won(t.carried)):
        joys.stand_up(t)
    t.carried = but(joys.called_bomb(t, t.carried), dealt_in=frozenset(players))
    if options.freezeout:
        t.carried = freezeout.drop_out(t, t.carried)
    if stopped or t.carried.hands == options.hands or (options.freezeout and freezeout.is_won(t.carried)):
        over(t)
    else:
        record_balance(t)
        if options.chosen:
            yield from dealers_choice.name_next(t)


def tournament_hand(t: PokerTable, play: Script, players: Collection[Seat]) -> Script:
    """A hand of a freezeout, and what is asked after it: who buys again, and whether all agree to a deal."""
    proposed = yield from chip_deal.unless_dealt(t, play)
    record(t)
    if not freezeout.is_won(t.carried):
        joys.stand_up(t)
    t.carried = but(joys.called_bomb(t, t.carried), dealt_in=frozenset(players))
    yield from freezeout.after_hand(t)
    if proposed and (yield from chip_deal.vote(t)):
        if t.chips["pot"]:
            share_pots(t, t.carried.pots)
        chip_deal.settle(t)
        record_balance(t)
    elif freezeout.is_won(t.carried) or t.carried.hands == t.options.hands:
        over(t)
    else:
        record_balance(t)


def stakes(t: PokerTable, carried: Carried) -> Rules:
    """What this deal is played for."""
    options, number = t.options, t.state.number
    level = 1.0
    if options.freezeout:
        at = levels.reached(options, number, carried.tournament.began, t.now).number
        level = levels.level(options.stakes, at)
        if t.rules >= PLAYERS_POKER:
            t.carried = carried = but(carried, tournament=replace(carried.tournament, level=at))
    bomb = carried.bomb_next or (bool(options.bomb_every) and (number + 1) % options.bomb_every == 0)
    whole = t.rules >= PLAYERS_POKER
    chip = in_play(options, level) if whole else YELLOW
    rules = rules_of(options, level, bomb=bomb, kill=carried.kill, chip=chip)
    if level != carried.level:
        t.carried = but(carried, level=level)
        t.tell(Level(rules.u, rules.ante))
        if whole and chip > in_play(options, carried.level):
            t.tell(ColourUp(chip))
    return rules


def hand(t: PokerTable, rules: Rules) -> Script:
    """Forced bets, street by street, and the showdown."""
    carried: Carried = t.carried
    new = newcomers(t, carried)
    h = Hand(t, rules, forced.antes(t, rules), carried.pots)
    if not t.options.freezeout:  # there it is what those have left who went
        h.betting.fee_of_splash()
    yield from forced.blinds(h, new, None if rules.bomb else carried.kill)
    h.open_pack()
    yield from streets.play(h, carried.openers)
    yield from settle(h)


def night(t: PokerTable, rules: Rules) -> Script:
    """Night baseball has neither streets nor blinds."""
    h = Hand(t, rules, forced.antes(t, rules), t.carried.pots)
    if not t.options.freezeout:
        h.betting.fee_of_splash()
    h.open_pack()
    yield from night_baseball.play(h)
    yield from settle(h)


def settle(h: Hand) -> Script:
    """The pots are paid, or stay; what the next deal must know is kept."""
    t, carried, rules = h.t, h.t.carried, h.rules
    whole = t.chips["pot"]
    if not h.stays:
        yield from showdown.settle(h)
        if t.options.freezeout and t.rules >= PLAYERS_POKER:
            carried = t.carried = freezeout.knocked_out(h)
    if h.stays:
        pots = h.betting.lying
        t.tell(PotStays(whole, h.stays))
        passed = carried.passed + 1 if h.stays == "passed" else 0
        replay = tuple(h.betting.live) if h.stays in ("mariah", "both") else ()
        more = h.stays == "passed" and h.home("pass_out") == "progressive"
        carried = but(staying(carried, pots), passed=passed, replay=replay, openers=min(3, carried.openers + more))
        if replay:
            t.next_dealer = t.dealer
        if passed == PASSES:
            share_pots(t, pots)
            carried = counted(carried)
    else:
        if t.options.kill != "off":
            carried = next_kill(carried, t.options, h.won, rules.blind, shared=h.shared, pot=whole)
        carried = counted(carried)
    t.carried = carried
    h.shown_to_owners()
    joys.seven_deuce(h, h.betting.live)
    yield from showdown.looked_at(h)


def counted(carried: Carried) -> Carried:
    """A deal that has left no pot counts."""
    return but(carried, pots=(), paid=NOBODY, hands=carried.hands + 1, passed=0, openers=0, replay=())


# ---- ends ----------------------------------------------------------------------------------------


def over(t: PokerTable) -> None:
    """The match is over: a pot that is left is shared, and everybody stands by what they have won or lost."""
    carried: Carried = t.carried
    if t.chips["pot"] and not (t.options.freezeout and freezeout.is_won(carried)):
        share_pots(t, carried.pots)
    if t.options.freezeout:
        if freezeout.is_won(carried):
            freezeout.finish(t, carried)
            record_balance(t)
            return
        if t.rules >= PLAYERS_POKER:  # the hands that were to be played are, or nobody can be dealt in
            chip_deal.settle(t)
            record_balance(t)
            return
        freezeout.share_forfeits(t, carried)
    record_balance(t)
    end_by_balance(t)


def record(t: PokerTable) -> None:
    """What the records keep of who has won what, and the table of how everybody plays."""
    t.carried = but(t.carried, habits=habits.after(t, t.carried.habits))
    won = [event for event, _ in t.events if type(event) is Won]
    got: dict[Seat, int] = {}
    for event in won:
        for p in event.winners:
            got[p] = got.get(p, 0) + event.amount // len(event.winners)
            if event.worth:
                t.most(p, "best hand", event.worth)
    for p, amount in got.items():
        t.most(p, "biggest pot", amount)
        t.count(p, "pots won", len({event.pot for event in won if p in event.winners}))
        if any(event.called for event in won if p in event.winners):
            t.count(p, "showdowns won")


def record_balance(t: PokerTable) -> None:
    """What the deal has brought everybody."""
    dealt_in = t.carried.dealt_in - t.away
    for p, before in enumerate(t.state.stacks):
        net = t.chips[p] - before
        if p in dealt_in:
            t.tally(p, {"hands": 1, "balance": net})
        elif net:
            t.count(p, "balance", net)


def boast(event: Event) -> Boast | None:
    """A high hand that has won at a showdown."""
    if isinstance(event, Won) and event.worth:
        return Boast(event.winners[0], (event.worth,), event.called)
    return None


def notable(events: Sequence[Event]) -> int:
    """What has been in the pots."""
    return sum(event.amount for event in events if isinstance(event, moves.Won))


def recall(events: Sequence[Event]) -> dict[str, list[int]]:
    """Who was knocked out of a freezeout, and by whom: who has won the most of that hand. Those who got up before it
    were knocked out by nobody, which is -1."""
    won: dict[int, int] = {}
    out: dict[int, int] = {}
    for event in events:
        if isinstance(event, moves.Won):
            for seat in event.winners:
                won[seat] = won.get(seat, 0) + event.amount // len(event.winners)
        elif isinstance(event, moves.Out):
            out[event.seat] = event.by[0] if event.by else max(won, key=lambda seat: won[seat]) if won else -1
    return {"out": [*out], "by": [*out.values()]} if out else {}


POKER = Game(
    slug="poker",
    title="Poker",
    aliases=("holdem", "texas-holdem"),
    seats=range(2, 11),
    seats_by=seats_for,
    unfit=unfit,
    options=Options,
    deal=poker,
    moves=(*moves.MOVES, ProposeEnd, Agree, Refuse),
    rules=PLAYERS_POKER,
    known_from=1,
    chips=True,
    pack=lambda options, seats: Pack(deck=options.played.pack),
    proof="match",
    carried=Carried,
    notable=notable,
    recall=recall,
    lengths={USUAL: Length(None), SHORT: Length((10, 15), {"hands": "20"})},
    length="hands",
    presets={
        "friday no limit": {
            "variant": "holdem",
            "limit": "no",
            "stakes": "2",
            "bomb_every": "10",
            "boards": "bomb",
            "straddle": "on",
        },
        "fixed-limit mix": {"variant": "mix", "stakes": "4"},
        "turbo freezeout": {"format": "freezeout", "limit": "no", "level_hands": "5"},
        "standard freezeout": {"format": "freezeout", "limit": "no", "level_hands": "10"},
        "deep freezeout": {"format": "freezeout", "limit": "no", "level_hands": "20", "stakes": "1"},
        "heads-up duel": {"format": "freezeout", "limit": "no", "level_hands": "10", "starts_with": "2"},
        "sit-and-go": {"format": "freezeout", "limit": "no", "level_minutes": "5", "starts_with": "6"},
        "knockout bounties": {"format": "freezeout", "limit": "no", "level_hands": "10", "bounty": "25%"},
        "home night": {
            "variant": "holdem",
            "limit": "no",
            "stakes": "2",
            "straddle": "any",
            "rabbit": "yes",
            "seven_deuce": "2",
            "bomb_call": "yes",
            "boards": "bomb",
        },
        "home games": {"variant": "baseball", "limit": "spread", "stakes": "1", "home": "three_up=match"},
    },
    traits=(
        Staked(("stakes", "ante", "max_bet")),
        Variants(
            "variant",
            "limit",
            families(),
            lambda options: options.limits,
            lambda options: options.called,
            of_deal,
            lambda options: options.in_full,
            mixes=(MIX, CHOICE, OWN),
            of_one=("home",),
        ),
        Knockout[Options](
            lambda options: options.freezeout,
            freezeout.wanted,
            chip_deal.broken_off,
            chip_deal.coming,
            lambda options: options.starts_with,
        ),
        Notation(phh.history),
        InAdvance[PokerView](PLAYERS_POKER, ahead.wishes, ahead.void, ahead.move, ahead.NO_MOVES, ahead.ALWAYS),
        PlayFigures(figures.figures),
        Reading(showdown.read_until),
        TimeBank[Options](lambda options: options.time_bank, begins_with=30, each_orbit=10, most=60),
    ),
    boast=boast,
)
