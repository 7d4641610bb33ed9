"""Matches and deals of a table: how they begin, how they end, and who gets up with the chips.

Each function changes the table in memory and puts what must be stored with it into the unit of work.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import replace

from bot.engine import codec
from bot.engine.asks import CLOCK
from bot.engine.cutting import LetDealerCut
from bot.engine.deal import Deal, digest
from bot.engine.facts import TO_CUT
from bot.engine.match import Match
from bot.engine.moments import stands
from bot.engine.piles import Seat
from bot.engine.state import State, opening
from bot.engine.traits import WithHouse
from bot.store import Row as StoredRow
from bot.store import Work, hands, journal, results

from . import ahead, breaking, comebacks, hands_noted, match_course, money, night, racks, sittings, time_bank
from .chairs import Chair, Gone
from .errors import Rejected
from .lesson import Lesson
from .open_table import OpenTable
from .state import BETWEEN, CLOSED, DEAL, OVER, PICK, ChipsTold


def begin_match(s: OpenTable, work: Work, place_point: int = 0) -> None:
    """With the players at the table who do not sit the game out; the chips that they have here come along. What a place
    point is worth is in hundredths of a white."""
    if s.game.fixed:
        seat_players(s)
    s.matches_begun += 1
    s.match_id = f"{s.id}-{s.matches_begun}"
    stacks = tuple(s.stack_of(seat) for seat in range(len(s.chairs)))
    broke = [s.night is not None and stack <= 0 for stack in stacks]
    for chair, stack in zip(s.chairs, stacks, strict=True):
        chair.bought, chair.taken_over, chair.hands, chair.came = stack, None, 0, s.time.now()
        chair.hints = 0
    players = [c for c in s.chairs if not c.looks_on]
    away = frozenset(n for n, c in enumerate(players) if c.empty or c.sits_out or broke[n])
    state = opening(len(players), 0, s.splash, away)
    state = replace(state, stacks=stacks[: len(players)], place_point=place_point)
    s.splash, s.gone = 0, []
    s.match_course, s.recalled, s.highlight, s.highlight_deal, s.counted = [], [], None, None, None
    if s.night is not None:
        s.night.votes = []
    if s.taught:
        s.lesson = Lesson()
    time_bank.begin(s)
    s.match = Match(s.game, s.options, state, s.match_id, s.numbers)
    options = json.dumps(codec.dump_options(s.options))
    tonight = s.id if s.night is not None else None
    work.do(journal.start_match, s.match_id, s.id, s.guild, s.game.slug, options, s.time.now(), tonight)


def seat_players(s: OpenTable) -> None:
    """Nobody joins such a match, so that no chair stays empty. Partners sit across the table from each other: at a
    night as they sit there already."""
    s.chairs = [c for c in s.chairs if not c.empty]
    if s.night is None and s.game.in_partnerships(s.options, len(s.chairs)) and not s.game.chooses_partners(s.options):
        secrets.SystemRandom().shuffle(s.chairs)


def begin_deal(s: OpenTable, work: Work) -> None:
    """The secret is drawn, and stored before anybody sees its commit."""
    match = s.match
    assert match is not None
    with_house = s.game.trait(WithHouse)
    if with_house is not None and any(c.house for c in s.chairs):
        s.options = match.options = with_house.options(s.options)
    s.deals_begun += 1
    s.deal_id = f"{s.id}-d{s.deals_begun}"
    began = s.now()
    players = s.chairs[: match.state.seats]
    host = next((n for n, chair in enumerate(players) if chair.user == s.acting_host), 0)
    match.state = replace(match.state, host=host, asked_to_cut=None, open_to=s.learner)
    for seat, chair in enumerate(players):
        if chair.cuts_again:
            match.cut_again(seat)
            chair.cuts_again = False
    fresh = match.fresh
    if fresh:
        _ask_to_cut(s, match)
    seal = match.sealed(secrets.token_bytes(32)) if fresh else match.seal
    deal = match.begin(seal, began)
    s.shown, s.logged, s.chips_told, s.house_rows = deal, 0, ChipsTold(0), 0
    assert deal.seal is not None
    start = {
        "state": codec.dump_state(match.state), "began": began, "numbers": deal.numbers, "fresh": fresh,
        "secret": deal.seal.secret.hex(), "spec": dict(deal.seal.spec), "wall": s.time.now(),
        "names": [c.name for c in players], "house": [n for n, c in enumerate(players) if c.house], "rules": deal.rules,
        "pace": deal.pace,
    }  # fmt: skip
    work.do(journal.start_deal, s.deal_id, s.match_id, s.deals_begun, json.dumps(start))
    s.phase, s.next_at, s.turns, s.notice, s.ready = DEAL, None, {}, "", []
    time_bank.hand_out(s)
    if leave_to_dealer(s):
        log_rows(s, work)
        return
    s.set_clocks()
    if deal.after is not None:  # nobody could be dealt in: the script has settled it at once
        deal_is_over(s, work)


def _ask_to_cut(s: OpenTable, match: Match) -> None:
    """Of those who have asked to cut this pack and are dealt in the first is the cutter, even if they have let cuts
    lapse."""
    seats = [seat for user in s.cutters if (seat := s.seat_of(user)) is not None]
    s.cutters = []
    here = [n for n in seats if n not in {*match.state.away, *s.newcomers} and not s.chairs[n].automatic]
    if here and getattr(s.options, "cut", "off") == "request":
        match.cut_again(here[0])
        match.state = replace(match.state, asked_to_cut=here[0])


def log_rows(s: OpenTable, work: Work) -> None:
    """Rows that are not stored yet go into the unit of work; so does the deal's end."""
    deal = s.deal
    if deal is None:
        return
    speak_for_the_absent(s, deal)
    rows = deal.rows[s.logged :]
    if any(chair.wish is not None or chair.taken_back for chair in s.chairs):
        ahead.look(s, {r.seat for r in rows})
    if not rows:
        return
    mark = digest(deal)
    stored = [
        StoredRow(
            r.seat, json.dumps(codec.dump_move(r.move)), r.at, r.pressed, r.lapsed, "",
            r.seat != CLOCK and s.chairs[r.seat].stand_in,
        )
        for r in rows
    ]  # fmt: skip
    stored[-1] = stored[-1]._replace(digest=mark)
    work.do(journal.append_rows, s.deal_id, s.logged, stored)
    s.logged = len(deal.rows)
    s.undo = None
    seem = deal.ask.seem_waited_for if deal.ask else None
    if seem is None or any(r.seat not in seem for r in rows):  # otherwise the others do not know of it yet
        s.notice = ""
    s.set_clocks()
    if deal.after is not None:
        deal_is_over(s, work)


def speak_for_the_absent(s: OpenTable, deal: Deal) -> None:
    """While something stands, nobody waits for a word of house players, of players who are away, or of players who
    leave."""
    while stands(deal.ask) and deal.ask is not None:
        absent = [seat for seat in deal.ask.default if s.chairs[seat].absent]
        if not absent:
            return
        deal.lapse(absent[0], s.now())


def leave_to_dealer(s: OpenTable) -> bool:
    """At once, if nobody at the table would cut: a house player cuts at no place of its own, and a player who is away
    is not waited for. Returns whether it was so."""
    deal = s.deal
    if deal is None or (cutters := deal.table.fact(TO_CUT, None)) is None:
        return False
    if any(not s.chairs[seat].absent for seat in cutters):
        return False
    deal.submit(min(cutters), LetDealerCut(), s.now())
    return True


def deal_is_over(s: OpenTable, work: Work) -> None:
    """Chips move as the deal has moved them, results are noted, and players who wanted to leave get up."""
    match = s.match
    assert match is not None
    before, deal = match.state, match.deal
    assert deal is not None
    if s.for_chips:
        racks.tell(s, deal)
    s.stacks = racks.after_deal(s, deal) if s.for_chips else {}
    sittings.dealt(s, deal.table.players)
    time_bank.dealt(s, len(deal.table.players))
    after = match.settle()
    at = s.time.now()
    work.do(journal.end_deal, s.deal_id, "done", json.dumps(codec.dump_state(after)))
    hands_noted.note(s, work, deal, at)
    money.settle(s, work, before, after, f"{s.deal_id}:end", at)
    if s.night is not None:
        if not after.over and breaking.wanted(s):
            after = match.state = breaking.break_off(s, work, after)
        night.note_deal(s, work, deal)
    match_course.note_deal(s, deal)
    for seat in after.away - before.away:
        if s.cash and s.chairs[seat].tops_up and not s.chairs[seat].stand_in:
            continue  # they buy in again at once
        s.chairs[seat].sits_out = s.night is None  # at a night only who wants to sits out, or has no chips
    if after.over:
        _match_is_over(s, work, after)
    else:
        s.phase = BETWEEN
        s.wait_for_next()
        for seat in s.game.wanted(s.options, after):
            s.chairs[seat].buys = True
    _after_deal(s, work)


def _match_is_over(s: OpenTable, work: Work, after: State) -> None:
    """Its results are noted, where a deal of it was played; at a night the next game is to be named."""
    assert s.match is not None
    after = money.take_home(s, after)
    if sittings.open_ended(s) and not s.taught:
        sittings.end(s, work)
    else:
        counts = after.number and not s.taught
        work.do(results.finish_match, s.match_id, s.time.now(), money.results(s, after) if counts else [])
    s.splash = after.splash
    s.match.state = replace(after, splash=0)
    placed = {standing.seat for standing in after.standings or ()}
    s.gone = [gone for gone in s.gone if gone.seat in placed and gone is s.gone_from(gone.seat)]  # the end names them
    s.phase, s.next_at = OVER, None
    if s.night is not None:
        night.pass_the_deal(s)


def break_off(s: OpenTable, work: Work) -> None:
    """Between two deals: the game of the night that is on ends here."""
    assert s.match is not None
    s.match.state = breaking.break_off(s, work, s.match.state)
    _match_is_over(s, work, s.match.state)
    _after_deal(s, work)


def nobody_plays(s: OpenTable) -> str | None:
    """Why only house players would play for chips in the next deal, in a sentence; None if a person plays."""
    if not s.for_chips or s.knockout:  # such a match goes on to its end
        return None
    here = [seat for seat in s.humans if not s.chairs[seat].stand_in]
    if not here:
        return "Everybody is away; press **Go on** when you are back."
    if any(s.stack_of(seat) > 0 and not s.chairs[seat].sits_out for seat in here):
        return None
    return "Nobody is left to deal in: buy chips (`/table rebuy`) or sit in (`/table sit-out`), then press **Go on**."


def void_deal(s: OpenTable, work: Work) -> None:
    """The running deal never was: stacks are as when it began. Raises Rejected if none runs."""
    if s.match is None or s.match.deal is None:
        raise Rejected("No deal is running.")
    s.match.void()
    note_void(s, work)


def note_void(s: OpenTable, work: Work) -> None:
    """What follows from the deal's being void, whether it could still be played or not even be rebuilt."""
    assert s.match is not None
    s.shown, s.phase, s.next_at = None, BETWEEN, None
    work.do(journal.end_deal, s.deal_id, "void", None).do(hands.forget, s.deal_id)
    if s.night is not None and breaking.wanted(s):
        break_off(s, work)
    else:
        _after_deal(s, work)


def _after_deal(s: OpenTable, work: Work) -> None:
    """Between two deals: newcomers are dealt in with the next, unless the match goes on without them, and players who
    wanted to leave are gone."""
    assert s.match is not None
    s.numbers, s.logged, s.undo = s.match.numbers, 0, None
    s.set_turns({})
    ahead.forget(s)
    if not s.bound:
        for seat in s.newcomers:
            s.match.sit(seat, s.chairs[seat].bought)
            sittings.came_back(s, seat)
            s.chairs[seat].looks_on = False
        s.newcomers = []
    get_up(s, work, *(n for n, c in enumerate(s.chairs) if c.leaving))
    if s.closing:
        close(s, work)


def get_up(s: OpenTable, work: Work, *seats: Seat) -> None:
    """The seats are empty from now on, and their chips go home. With the last human the table closes, unless it waits
    for guests: players still seated share what lies on it (rules/red-dog.md, ruling 9)."""
    if {*s.humans} <= {*seats} and not s.stays_open:
        close(s, work)
        return
    for seat in sorted(seats, reverse=True):
        _get_up(s, work, seat)


def _get_up(s: OpenTable, work: Work, seat: Seat) -> None:
    chair = s.chairs[seat]
    comebacks.note(s, seat)
    _note_gone(s, work, seat)
    if s.knockout:
        money.leave_in_match(s, work, seat)
    else:
        money.cash_out(s, work, seat)
    if s.night is not None and s.phase == PICK and s.night.dealer == seat:
        s.night.dealer = night.left_of(s, seat)
        night.wait_for_pick(s)  # the dealer now has time of their own
    if seat in s.newcomers:
        s.newcomers.remove(seat)
    elif s.match is not None:
        s.match.stand(seat)
    s.posted.panels.pop(chair.user or 0, None)
    s.cutters = [user for user in s.cutters if user != chair.user]
    s.asks_for_hints = None if s.asks_for_hints == chair.user else s.asks_for_hints
    _clear(s, seat)
    if chair.user == s.host:
        s.host = s.sat_longest or s.host


def _note_gone(s: OpenTable, work: Work, seat: Seat) -> None:
    """How somebody has done who gets up: as their sitting, or for the end of the match in which they had a part."""
    chair, state = s.chairs[seat], s.match.state if s.match else None
    if sittings.open_ended(s):
        sittings.get_up(s, work, seat)
        return
    takes_part = s.phase in (BETWEEN, OVER, PICK) and seat not in s.newcomers
    if state is not None and takes_part and chair.user is not None:
        net = (0 if s.knockout else state.stacks[seat]) - chair.bought
        score, strikes = state.scores[seat], state.strikes[seat]
        s.gone.append(Gone(chair.user, chair.name, seat, net, score, strikes, hints=chair.hints))


def _clear(s: OpenTable, seat: Seat) -> None:
    """The chair is empty; without a match it goes away, where people join as they come."""
    s.chairs[seat] = Chair()
    if s.match is None and not s.game.fixed:
        del s.chairs[seat]
        if s.night is not None and s.night.dealer > seat:
            s.night.dealer -= 1
    s.count_down()


def close(s: OpenTable, work: Work) -> None:
    """Void what runs, share what lies on the table, and send every chip home. Does nothing to a closed table."""
    if s.phase == CLOSED:
        return
    if s.deal is not None:
        void_deal(s, work)
        if s.phase == CLOSED:  # the last people there were leaving
            return
    shares = money.share_what_lies(s, work)
    if sittings.open_ended(s):
        sittings.end(s, work, shares)
    if s.for_chips and s.night is None and s.match is not None and s.phase == BETWEEN:
        s.gone = sittings.everybody(s, shares)  # the end of what was played tells of it, when the stacks are gone
        for chair in s.chairs:
            chair.hints = 0
    for seat in s.taken:
        money.cash_out(s, work, seat)
    s.phase, s.paused, s.closing, s.next_at, s.turns = CLOSED, None, False, None, {}
    s.left, s.brings = [], {}
    if s.match is not None:
        nothing = (0,) * s.match.state.seats
        s.match.state = replace(s.match.state, stacks=nothing, pot=0, splash=0)
    if s.night is not None:
        for user in s.night.expected:
            s.night.let_go(user)
        night.finish(s, work)
