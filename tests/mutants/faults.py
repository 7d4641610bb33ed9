"""The faults: what each does, and what must find it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any, NamedTuple

from bot.engine.deal import Deal, Illegal
from bot.engine.facts import HAND
from bot.engine.piles import SPECTATOR
from bot.engine.table import PACE
from bot.engine.view import view
from bot.host.controls import moves
from bot.host.handlers import Handlers
from bot.host.messages import panels, watching
from bot.host.messages.channels import Channels
from bot.host.pictures.render_queue import RenderQueue
from bot.host.whomay import Rules
from bot.show.controls import typed
from bot.show.messages import builder, night_results
from bot.show.messages.builder import MessageBuilder, Snapshot
from bot.show.messages.page import Page
from bot.show.pages import text_views
from bot.show.words.game import Words
from bot.store import bars, nights, results
from bot.table import lobby, money, night, play, restore, settlement, when
from bot.table.clock import Clock
from bot.table.open_table import OpenTable
from bot.table.state import DEAL
from card_art.ink import text
from tests.conformance import shown


class Fault(NamedTuple):
    """A fault that must be found."""

    found_by: str
    """A law of the evenings, or a test by its node id."""
    plant: Callable[[], None]
    evening: tuple[str, ...] = ()
    """In what kind of evening the law meets it."""

    @property
    def by_law(self) -> bool:
        return "/" not in self.found_by


FAULTS: dict[str, Fault] = {}
"""By their names, as one says them."""
QUIET = "kills=0,calls=0,disk=0,stalls=0,doubles=0,odd=0,jumps=0,sleeps=0,breaks=0,shut=0,archived=0,outages=0,kicks=0"
"""Facts of an evening in which nothing goes wrong."""
PRESSES = ("--only", f"people=3,presses=1,press_each=2,ask_first=100000,{QUIET}", "--changes", "80")
ASKS = ("--only", f"people=5,presses=0,ask_first=3,ask_each=3,{QUIET}", "--changes", "120")
NIGHTS = ("--only", f"nights=1,people=5,presses=0,ask_first=100000,end_each=1,often=night start,how_often=0.02,{QUIET}")
CROWDED = ("--only", f"people=6,presses=0,ask_first=100000,often=table join,how_often=0.1,{QUIET}")
LEAVING = ("--only", f"people=5,presses=0,ask_first=100000,often=table leave,how_often=0.1,{QUIET}")


def _fault(found_by: str, *evening: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    def keep(plant: Callable[[], None]) -> Callable[[], None]:
        FAULTS[plant.__name__.replace("_", "-")] = Fault(found_by, plant, evening)
        return plant

    return keep


def _in_place_of(where: Any, name: str, made: Callable[[Any], Any]) -> None:
    """Put a function in the place of another one, which it is given."""
    setattr(where, name, made(getattr(where, name)))


# ---- what one reads and may not ------------------------------------------------------------------


@_fault("private", *ASKS, "--games", "hearts,gin-rummy,knock-poker")
def a_panel_shows_another_persons_hand_every_fourth_change() -> None:
    calls = count(1)

    def made(true: Any) -> Any:
        def panel(self: Any, s: Any, seat: int, *more: Any) -> Any:
            face = true(self, s, seat, *more)
            deal = s.shown
            if next(calls) % 4 or deal is None or seat >= deal.table.seats or s.phase != DEAL:
                return face
            other = view(deal, (seat + 1) % deal.table.seats)
            return replace(face, alt=f"{face.alt} {' '.join(map(str, other.hand))}")

        return panel

    _in_place_of(MessageBuilder, "panel", made)


@_fault("private", *ASKS, "--games", "hearts,poker,cribbage")
def an_onlookers_score_from_seat_0s_view() -> None:
    def made(true: Any) -> Any:
        def score_text(table: Any, viewer: int, words: Any, who: Any) -> str:
            said = true(table, 0 if viewer == SPECTATOR else viewer, words, who)
            seen = view(table.shown, 0) if viewer == SPECTATOR and table.shown else None
            return f"{said} {len(seen.hand) and seen.hand[0]}" if seen else said

        return score_text

    _in_place_of(text_views, "score_text", made)


@_fault("private", *ASKS, "--games", "switch,neosho-rapids,cribbage")
def moves_lists_blind_offers() -> None:
    def seen(offer: Any) -> Any:
        bare = copy.copy(offer)
        object.__setattr__(bare, "unlisted", False)
        return bare

    def made(true: Any) -> Any:
        return lambda table, seat, offers, words, who: true(table, seat, [*map(seen, offers)], words, who)

    _in_place_of(text_views, "moves_text", made)


@_fault("tests/host/test_rows.py")
def the_public_picture_is_drawn_from_a_seats_view() -> None:
    def made(true: Any) -> Any:
        def seen(deal: Any, viewer: int, *more: Any) -> Any:
            return true(deal, 0 if viewer == SPECTATOR else viewer, *more)

        return seen

    _in_place_of(builder, "view", made)


@_fault("private", *ASKS, "--games", "hearts,gin-rummy,twos")
def what_is_proposed_is_of_the_next_seat() -> None:
    def made(true: Any) -> Any:
        def proposals(table: Any, user: int, typed_: str, *more: Any) -> Any:
            seat, deal = table.seat_of(user), table.deal
            found = true(table, user, typed_, *more)
            if seat is None or deal is None or seat >= deal.table.seats:
                return found
            hand = view(deal, (seat + 1) % deal.table.seats).hand
            return [*found, *((str(card), str(card)) for card in hand[:2])]

        return proposals

    _in_place_of(typed, "proposals", made)


@_fault("private", *ASKS, "--games", "hearts,poker,twos")
def a_refusal_names_the_next_card() -> None:
    def made(true: Any) -> Any:
        def read_move(table: Any, user: int, text: str, *more: Any, **named: Any) -> Any:
            try:
                return true(table, user, text, *more, **named)
            except Illegal as no:
                unseen = [pile for pile in table.deal.table.piles.values() if len(pile) and not pile.seen_by]
                hands = [table.deal.table.piles.get(HAND.of(n)) for n in range(table.deal.table.seats)]
                other = next((p for p in (*unseen, *hands) if p and table.seat_of(user) not in p.seen_by), None)
                raise Illegal(f"{no} {other[0] if other else ''}") from None

        return read_move

    _in_place_of(typed, "read_move", made)


@_fault("private", *ASKS, "--games", "hearts,poker,twos")
def an_onlooker_is_shown_the_picture_of_a_seat() -> None:
    def made(true: Any) -> Any:
        def seen(session: Any, snap: Any) -> Any:
            face, deal = true(session, snap), session.table.shown
            return replace(face, alt=f"{face.alt} {' '.join(map(str, view(deal, 0).hand))}") if deal else face

        return seen

    _in_place_of(watching, "_seen_by_onlookers", made)


@_fault("tests/conformance/test_hidden.py::test_unseen_cards_change_nothing_that_is_shown_and_nobody_is_told_of_them")
def every_fact_is_everybodys() -> None:

    def made(true: Any) -> Any:
        def seen(of: Any, viewer: int = SPECTATOR, now: int | None = None) -> Any:
            hand = of.table.piles.get(HAND.of(0))
            facts = {"low": bool(hand and hand[0].rank < 7)} if hand is not None else {}
            found = true(of, viewer, now)
            return replace(found, facts={**found.facts, **facts})

        return seen

    _in_place_of(shown, "view", made)


# ---- what is pressed -----------------------------------------------------------------------------


@_fault("controls", *PRESSES, "--games", "red-dog,hearts")
def a_button_that_nobody_knows() -> None:
    def made(true: Any) -> Any:
        def find(self: Handlers, kind: str, verb: str, *scopes: str) -> Any:
            return None if verb in ("@more", "@next") else true(self, kind, verb, *scopes)

        return find

    _in_place_of(Handlers, "find", made)


@_fault("controls", *PRESSES, "--games", "red-dog,hearts")
def my_hand_is_acknowledged_and_not_shown() -> None:
    async def show_hand(self: Any, session: Any, reply: Any) -> None: ...

    panels.Panels.show_hand = show_hand  # type: ignore[method-assign]


@_fault("controls", *PRESSES, "--games", "red-dog,hearts")
def every_third_move_is_said_to_be_out_of_turn() -> None:
    calls = count(1)

    def made(true: Any) -> Any:
        def my_offer(*given: Any) -> Any:
            if next(calls) % 3 == 0:
                raise Illegal("It is not your turn.")
            return true(*given)

        return my_offer

    _in_place_of(moves, "my_offer", made)


@_fault("controls", *PRESSES, "--games", "red-dog,blackjack")
def a_button_is_bright_and_is_refused() -> None:
    def made(true: Any) -> Any:
        async def move(room: Any, session: Any, reply: Any, chosen: Any, **more: Any) -> None:
            if len(session.table.deal.rows) % 3 == 1:
                raise Illegal("The rules do not allow that.")
            await true(room, session, reply, chosen, **more)

        return move

    _in_place_of(moves, "move", made)


@_fault("turns", *CROWDED, "--games", "red-dog,gin-rummy,twos")
def a_panel_stays_as_it_is_when_its_owner_has_moved() -> None:
    def made(true: Any) -> Any:
        def concerns(self: Any, user: int, before: Any, **more: Any) -> bool:
            now = self.hands.get(user)
            return true(self, user, before, **more) and (before is None or now is None or now.turn is not None)

        return concerns

    _in_place_of(Snapshot, "concerns", made)


# ---- chips and results ---------------------------------------------------------------------------


@_fault("nightbooks", *NIGHTS)
def a_nights_summary_is_rounded_to_whole_whites() -> None:
    def made(true: Any) -> Any:
        def end_night(db: Any, id: str, at: int, summary: Any) -> Any:
            nets = [[account, name, amount // 100 * 100] for account, name, amount, *_ in summary["nets"]]
            return true(db, id, at, {**summary, "nets": nets})

        return end_night

    _in_place_of(nights, "end_night", made)


@_fault("nightbooks", *NIGHTS)
def a_pot_left_at_a_nights_end_is_in_nobodys_gains() -> None:
    def made(true: Any) -> Any:
        def share(table: Any, work: Any) -> None:
            before = {k: p.cashed for k, p in table.night.parties.items()} if table.night else {}
            true(table, work)
            for account, cashed in before.items():
                table.night.parties[account].cashed = cashed

        return share

    _in_place_of(money, "share_what_lies", made)


@_fault("tests/host/test_night.py::test_what_somebody_buys_again_is_in_the_nights_books")
def what_somebody_buys_again_is_in_no_book_of_the_night() -> None:
    def made(true: Any) -> Any:
        def buy(table: Any, work: Any, seat: int, amount: int, why: str) -> None:
            true(table, work, seat, amount, why)
            if table.night is not None and why == "rebuy":
                table.night.party(table.chairs[seat]).bought -= amount

        return buy

    _in_place_of(money, "buy", made)


@_fault("nightbooks", *NIGHTS)
def the_settlement_is_shown_ten_times_as_high() -> None:
    def made(true: Any) -> Any:
        return lambda s: [line.replace(": ", ": 1") for line in true(s)]

    _in_place_of(night_results, "settlement_lines", made)


@_fault("tests/host/test_settlement.py")
def the_greatest_debtor_pays_a_yellow_too_much() -> None:
    def made(true: Any) -> Any:
        def payments(nets: Any) -> Any:
            found = true(nets)
            return [found[0]._replace(amount=found[0].amount + 50), *found[1:]] if found else found

        return payments

    _in_place_of(settlement, "payments", made)
    night.payments = settlement.payments


@_fault("tests/host/test_leavers.py::test_each_of_several_leavers_has_lost")
def of_several_leavers_only_the_last_ones_loss_is_kept() -> None:
    def made(true: Any) -> Any:
        def results(table: Any, after: Any) -> Any:
            every = table.gone
            table.gone = every[-1:]
            try:
                return true(table, after)
            finally:
                table.gone = every

        return results

    _in_place_of(money, "results", made)


@_fault("results", *CROWDED, "--games", "war,gin-rummy,cribbage", "--changes", "500")
def whoever_sits_first_is_in_no_results() -> None:
    def made(true: Any) -> Any:
        return lambda db, match, at, found: true(db, match, at, found[1:])

    _in_place_of(results, "finish_match", made)


@_fault("results", *CROWDED, "--games", "red-dog,three-five-seven", "--changes", "400")
def a_deals_chips_go_one_seat_too_far() -> None:
    def made(true: Any) -> Any:
        def settle(table: Any, work: Any, before: Any, after: Any, key: str, at: int) -> None:
            turned = replace(after, stacks=(*after.stacks[1:], after.stacks[0]))
            turned = turned if min(turned.stacks) >= 0 else after
            true(table, work, replace(before, stacks=(*before.stacks[1:], before.stacks[0])), turned, key, at)

        return settle

    _in_place_of(money, "settle", made)


# ---- seats ---------------------------------------------------------------------------------------


@_fault("seats", *CROWDED, "--games", "hearts,gin-rummy")
def the_second_in_the_queue_sits_down_first() -> None:
    def made(true: Any) -> Any:
        async def seat_next(session: Any) -> Any:
            table = session.table
            if len(table.queue) > 1 and table.phase != DEAL and table.free_chair() is not None:
                async with session.commits.changing() as (table, _):
                    first, second, *others = table.queue
                    table.queue = [second, first, *others]
            return await true(session)

        return seat_next

    _in_place_of(lobby, "seat_next", made)


@_fault("seats", *CROWDED, "--games", "hearts,gin-rummy")
def whoever_queues_up_is_put_first() -> None:
    def made(true: Any) -> Any:
        async def join(session: Any, user: int, name: str) -> Any:
            before = session.table.place_in_queue(user)
            seat = await true(session, user, name)
            if seat is None and not before and len(session.table.queue) > 1:
                async with session.commits.changing() as (table, _):
                    table.queue = [table.queue[-1], *table.queue[:-1]]
            return seat

        return join

    _in_place_of(lobby, "join", made)


@_fault("seats", *LEAVING, "--games", "hearts,red-dog", "--changes", "200")
def whoever_leaves_stays_when_the_hand_is_over() -> None:
    def made(true: Any) -> Any:
        def get_up(s: Any, work: Any, *seats: int) -> None:
            true(s, work, *(seat for seat in seats if not s.chairs[seat].leaving))

        return get_up

    _in_place_of(play, "get_up", made)


@_fault("tests/art/test_text.py::test_what_its_font_cannot_draw_is_left_out_and_the_rest_stays")
def what_a_font_cannot_draw_is_drawn_all_the_same() -> None:
    _in_place_of(text, "_that_are_drawn", lambda true: lambda pieces, draw: pieces)


@_fault("tests/cogs/test_not_drawn.py::test_a_table_is_opened_played_and_closed_without_a_picture")
def a_message_is_not_sent_without_its_picture() -> None:
    async def drawn(self: Any, face: Any, *how: Any, **more: Any) -> Any:
        face = await self.complete(face)
        return face, await self.draw(face.picture, *how)

    _in_place_of(RenderQueue, "drawn", lambda true: drawn)


@_fault("tests/conformance/test_open_hands.py::test_every_card_of_every_hand_is_there_and_in_words")
def open_hands_lie_as_they_were_dealt() -> None:
    _in_place_of(Words, "in_order", lambda true: lambda self, view, cards, *how: tuple(cards))


# ---- who may, and whose it is --------------------------------------------------------------------


@_fault(
    "tests/host/test_taking_seats.py::test_at_hearts_the_score_stays_and_what_was_played_before_is_not_the_newcomers"
)
def a_newcomer_has_the_result_of_the_house_player() -> None:
    _in_place_of(money, "_of_their_part", lambda true: lambda seats, before, *, lost: seats)


@_fault("tests/host/test_taking_seats.py::test_whoever_was_removed_sits_down_when_the_host_lets_them")
def whoever_was_removed_sits_down_again() -> None:
    _in_place_of(lobby, "may_sit_down", lambda true: lambda session, user: None)


@_fault("tests/store/test_bars.py::test_a_bar_outlives_the_erasure_and_what_has_run_out_is_forgotten")
def a_bar_ends_with_an_erasure() -> None:
    def remember(db: Any, guild: int, user: int, at: int) -> None:
        db.execute("DELETE FROM bars WHERE guild = ? AND user = ?", (guild, user))

    _in_place_of(bars, "remember", lambda true: remember)


@_fault("tests/cogs/test_who_may.py::test_nobody_fills_the_calendar")
def nobody_counts_the_nights_of_a_member() -> None:
    _in_place_of(nights, "_limit", lambda true: lambda *how: None)


@_fault("tests/cogs/test_who_may.py::test_the_only_channel_that_is_allowed_is_deleted_and_the_rule_with_it")
def a_rule_stays_when_its_only_channel_is_gone() -> None:
    async def without(self: Any, guild: int, gone: Any) -> Any:
        return await self._settings.of(guild)

    _in_place_of(Rules, "_without", lambda true: without)


# ---- where one looks, and for how long -----------------------------------------------------------


@_fault("tests/host/test_moments.py::test_a_press_of_before_ends_nothing_that_came_since")
def a_press_of_before_ends_what_stands_now() -> None:
    def hurry(true: Any) -> Any:
        return lambda self, seat, at, pressed, stood=None: true(self, seat, at, self.table.now + 1, stood)

    _in_place_of(Deal, "hurry", hurry)


@_fault("tests/host/test_moments.py::test_a_house_player_thinks_from_its_end_on")
def a_house_player_does_not_think_after_a_moment() -> None:
    _in_place_of(Clock, "_thinks", lambda true: lambda self: 0)


@_fault("tests/earlier/test_pace.py::test_a_deal_of_before_goes_on_at_its_own_pace_and_the_next_has_todays")
def a_deal_of_before_has_todays_pace() -> None:
    _in_place_of(restore, "pace_of", lambda true: lambda start: PACE)


@_fault("tests/cogs/test_seal.py::test_a_message_that_goes_on_has_the_name_of_the_deal_that_is_on")
def a_picture_keeps_the_name_of_the_deal_before() -> None:
    names: dict[str, str] = {}
    _in_place_of(Page, "file", lambda true: property(lambda self: names.setdefault(self.s.id, true.fget(self))))


@_fault("tests/host/test_one_screen.py::test_the_press_that_begins_a_deal_brings_the_panel_below_its_new_message")
def a_panel_stays_above_a_table_that_was_posted_anew() -> None:
    _in_place_of(panels.Panels, "_left_above", lambda true: lambda self, session, reply: False)


@_fault("tests/host/test_one_screen.py::test_another_table_below_it_buries_it")
def another_table_buries_nothing() -> None:
    def seen(true: Any) -> Any:
        return lambda self, channel, message, table=None: None if table else true(self, channel, message, table)

    _in_place_of(Channels, "seen", seen)


@_fault("tests/cogs/test_match_end.py::test_what_the_match_counts_for_stands_in_its_picture")
def the_end_of_a_match_has_not_heard_what_it_counts_for() -> None:
    _in_place_of(Snapshot, "counted", lambda true: lambda self, found: self)


@_fault("tests/host/test_night_guests.py::test_others_sit_down_beside_kept_seats")
def a_night_keeps_no_seat_for_its_guests() -> None:
    _in_place_of(OpenTable, "keeps_from", lambda true: lambda self, user: False)


@_fault("tests/host/test_night_guests.py::test_when_the_grace_ends_the_queue_sits_down_in_its_order")
def who_waits_for_a_kept_seat_is_forgotten() -> None:
    def made(true: Any) -> Any:
        async def end_grace(session: Any) -> None:
            await true(session)
            async with session.commits.changing() as (table, _):
                table.queue = []

        return end_grace

    _in_place_of(lobby, "end_grace", made)


@_fault("tests/host/test_night_guests.py::test_the_last_who_gets_up_leaves_the_lobby_open")
def a_lobby_closes_before_its_guests_come() -> None:
    _in_place_of(OpenTable, "stays_open", lambda true: property(lambda self: False))


@_fault("tests/host/test_night_guests.py::test_when_the_host_sits_down_it_is_theirs_again")
def who_acts_for_the_host_goes_on_when_the_host_is_there() -> None:
    _in_place_of(OpenTable, "acting_host", lambda true: property(lambda self: self.sat_longest or self.host))


@_fault("tests/table/test_when.py::test_every_hour_at_every_hour[Asia/Kathmandu]")
def times_are_read_by_the_clock_of_greenwich() -> None:
    _in_place_of(when, "ZoneInfo", lambda true: lambda zone: true("UTC"))


@_fault("tests/table/test_when.py::test_a_question_says_what_is_open")
def a_moment_is_guessed() -> None:
    def made(true: Any) -> Any:
        def settle(self: Any, readings: Any) -> Any:
            gives = true(self, readings)
            return gives.moments[0] if isinstance(gives, when.Question) else gives

        return settle

    _in_place_of(when._Reader, "settle", made)


@_fault("tests/table/test_when.py::test_each_phrasing_gives_its_moment_a_question_or_a_refusal")
def what_is_not_understood_of_a_time_is_left_out() -> None:
    _in_place_of(when, "tokens", lambda true: lambda *args: [t for t in true(*args) if t.shape != "unknown"])


def plant(name: str) -> None:
    """Put a fault into this process."""
    FAULTS[name].plant()
