"""Random tables of poker with everything on: any options that fit, people who come and go, house players among them.

`python -m tests.conformance.poker_law FIRST COUNT` plays this many matches, holds each to the laws, and says how many
hands that were.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any, TypeVar

from pytest import MonkeyPatch

from bot.engine.accounts import Paid
from bot.engine.amounts import CHIPS, YELLOW
from bot.engine.betting import Bet
from bot.engine.codec import dump_options, dump_row, dump_state, load_options, load_row, load_state
from bot.engine.cutting import LetDealerCut
from bot.engine.deal import Deal, digest
from bot.engine.match import Match
from bot.engine.offers import Move
from bot.engine.options import read_options, typed_back
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.proof import deal_file, verify
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.catalog import GAMES
from bot.games.parts.agreed_end import Agree
from bot.games.poker import POKER, Options
from bot.games.poker.facts import CHIP
from bot.games.poker.moves import Bounties, DealMade, Prizes, Raise
from bot.games.poker.options import most_seats
from bot.games.poker.own_variant import OWN
from bot.games.poker.variants import VARIANTS
from bot.house import POLICIES, Advice, AskAgainAt, choose, poker_worlds
from bot.show.controls import forms
from bot.show.messages.alt import alt
from bot.show.words.sentences import Who
from cogs.games import every_word

from .hidden import exchange_choices, permute, words_of_unseen_cards
from .play import Chance, Watch, cards_of, fits, rebuilt
from .play import step as random_step

T = TypeVar("T")
HANDS = 8
"""The most hands of a match that is no freezeout."""
STACK = 10_000
STAKES = (100, 200, 300, 500, 1000, 2000, 2500)
AMOUNTS: Mapping[str, tuple[int | None, ...]] = {
    "stakes": STAKES, "ante": (0, 50, 100, 150, 250, 1000), "smallest": tuple(CHIPS.values()),
    "max_bet": (100, 500, 1250, 2500, 5000), "seven_deuce": (50, 500, 3000), "stand_up": (50, 450, 3000),
    "buy_in": (2000, 10_000), "least_buy_in": (2000, 4000), "most_buy_in": (10_000, 40_000),
}  # fmt: skip
NUMBERS: Mapping[str, tuple[int | None, ...]] = {
    "hands": (1, 3, 5, HANDS), "level_hands": (2, 3), "level_minutes": (1, 2), "rebuys": (1, 2, 3),
    "starts_with": (2, 6), "bomb_every": (1, 2, 3), "cut_window": (5, 12),
}  # fmt: skip
TEXTS: Mapping[str, tuple[str, ...]] = {
    "bounty": ("10%", "25%", "50%", "12.5"), "add_on": ("stack", "50", "12.5"), "raise_cap": ("0", "1", "4", "none"),
}  # fmt: skip


# ---- what is chosen ------------------------------------------------------------------------------


def random_options(chance: Chance) -> Options:
    """Half of all options at any value that fits the others, in an order of its own; the variant comes first."""
    variant = chance.choice([*VARIANTS, "holdem", "holdem", "omaha", "omaha-8", "pineapple", "mix", "choice", OWN, OWN])
    given: dict[str, Any] = {"variant": variant}
    if variant == OWN:
        given["home"] = random_home(chance)
    elif variant in VARIANTS and VARIANTS[variant].home and chance.below(2):
        key = chance.choice([*VARIANTS[variant].home])
        values = [
            v for v in (*VARIANTS[variant].home[key], "39", "1.5") if fits(POKER, {**given, "home": f"{key}={v}"})
        ]
        given["home"] = f"{key}={chance.choice(values)}"
    if variant == "guts":
        given["ante"] = chance.choice([50, 100, 1000])
    for f in in_any_order([f for f in fields(Options) if f.name not in given and f.name != "home"], chance):
        if chance.below(2):
            value = _any_of(f.name, f.metadata, chance)
            if fits(POKER, {**given, f.name: value}):
                given[f.name] = value
    return read_options(Options, given, in_whites=False)


def in_any_order(things: Iterable[T], chance: Chance) -> list[T]:
    return sorted(things, key=lambda _: chance.below(10**9))


def _any_of(name: str, meta: Mapping[str, Any], chance: Chance) -> Any:
    match meta["kind"]:
        case "choice":
            return chance.choice(meta["choices"])
        case "flag":
            return bool(chance.below(2))
        case "amount":
            return chance.choice([*AMOUNTS[name]])
        case "text":
            return chance.choice([*TEXTS[name]])
        case _:
            return chance.choice([*NUMBERS[name]])


def random_home(chance: Chance) -> str:
    """The words of an own variant that can be dealt."""
    while True:
        streets = [_street(n, chance) for n in range(1 + chance.below(5))]
        words = {"deal": "/".join(streets)}
        for key, values in (
            ("forced", ("blinds", "ante", "bring-in")), ("low", ("8", "any", "only", "27")), ("use", ("any", "2")),
            ("wild", ("39", "2", "one-eyed-jacks", "suicide-king", "black-deuces", "spades")), ("name", ("our-game",)),
        ):  # fmt: skip
            if not chance.below(3):
                words[key] = chance.choice([*values])
        home = " ".join(f"{key}={value}" for key, value in sorted(words.items()))
        if len(home) <= 100 and fits(POKER, {"variant": OWN, "home": home}):
            return home


def _street(n: int, chance: Chance) -> str:
    kinds = "DDDU" if not n else "bCCDURXPT"
    return "".join(
        f"{chance.choice([*kinds])}{1 + chance.below(5 if not n else 3)}" for _ in range(1 + chance.below(2))
    )


# ---- a match -------------------------------------------------------------------------------------


@dataclass
class Played:
    """What has become of a match. Amounts are hundredths of a white chip."""

    match: Match
    deals: list[Deal]
    paid_in: int
    """With all that has been bought since."""


class People:
    """Who is there between two deals of a table that is no freezeout: they join, get up, buy, and sit one out."""

    def __init__(self, match: Match, chance: Chance) -> None:
        self.match, self.chance = match, chance
        self.up: set[Seat] = set()
        """Chairs that nobody holds."""

    def come_and_go(self) -> int:
        """How many chips have come to the table, less what was taken away."""
        m, chance, come = self.match, self.chance, 0
        for seat in range(m.state.seats):
            here = [s for s in range(m.state.seats) if s not in m.state.away]
            match chance.below(12):
                case 0 if len(here) > 2 and seat in here:
                    come -= m.stand(seat)
                    self.up.add(seat)
                case 1 if len(here) > 2 and seat in here:
                    m.sit_out(seat, True)
                case 2 | 3 if seat in m.state.away and seat not in self.up and len(here) < most_seats(m.options):
                    m.sit_out(seat, False)
                case 4 | 5 if seat in self.up and len(here) < most_seats(m.options):
                    stack = YELLOW * (1 + chance.below(400))
                    m.sit(seat, stack)
                    self.up.remove(seat)
                    come += stack
                case 6 | 7 if seat not in self.up and m.state.stacks[seat] < 2000:
                    m.rebuy(seat, STACK)
                    come += STACK
                case _:
                    pass
        if not chance.below(6) and m.state.seats < most_seats(m.options):
            m.sit(m.state.seats, STACK)
            come += STACK
        return come


def play(seed: object, watch: Watch | None = None, options: Options | None = None) -> Played:
    """A match of random moves and house players, by the clock: at a cash table with people who come and go, at a
    freezeout to its end, with chips that are bought again."""
    chance, rng = Chance("poker law", seed), Random(f"poker law/{seed}")
    options = options or random_options(chance)
    seats = options.starts_with or chance.choice(range(2, most_seats(options) + 1))
    cup = options.freezeout
    state = opening(seats, STACK + YELLOW * chance.below(2))
    if cup:  # short stacks, so that it comes to its end
        state = opening(seats, 5 * options.stakes)
    elif chance.below(2):
        state = replace(state, stacks=tuple(YELLOW * chance.choice((1, 3, 21, 200, 800)) for _ in range(seats)))
    m = Match(POKER, options, state, f"law/{seed}")
    people = People(m, chance)
    played = Played(m, [], sum(state.stacks))
    by_house, now = chance.choice((0, 0, 30, 100)), 0
    while not m.state.over and len(played.deals) < (120 if cup else HANDS):
        if played.deals and not cup:
            played.paid_in += people.come_and_go()
        elif cup:
            for seat, amount in POKER.wanted(options, m.state).items():
                if chance.below(5):
                    m.rebuy(seat, amount)
                    played.paid_in += amount
            here = [s for s in range(seats) if m.state.stacks[s]]
            if played.deals and len(here) > 2 and not chance.below(40):
                m.stand(chance.choice(here))
        now += 1000 + chance.below(10_000)
        deal = m.begin(m.sealed(rng.randbytes(32)), at=now)
        played.deals.append(deal)
        if watch:
            watch(deal)
        while deal.ask:
            known = len(deal.rows)
            _step(deal, chance, rng, by_house)
            if watch and len(deal.rows) > known:
                watch(deal)
        now = deal.table.now
        m.settle()
    return played


def _step(deal: Deal, chance: Chance, rng: Random, by_house: int) -> None:
    assert deal.ask
    seat = next((s for s in deal.ask.waits_for if chance.below(100) < by_house), None)
    if seat is not None and (deal.ask.timer is None or deal.ask.timer[0] > deal.table.now):
        deal.submit(seat, of_the_house(deal, seat, rng), deal.table.now)
        return
    random_step(deal, chance)


def of_the_house(deal: Deal, seat: Seat, rng: Random) -> Move:
    """What a house player does who must; its policy has no need of a rescue."""
    offers, sight = deal.offers(seat), view(deal, seat)
    may = {o.kind: o for o in offers if o}
    state = rng.getstate()
    move = choose(sight, offers, rng)
    assert isinstance(move, Move), f"seat {seat} does nothing: {[*may]} with {deal.options}"
    if not isinstance(move, (LetDealerCut, Agree)):
        after = rng.getstate()
        rng.setstate(state)
        own = POLICIES[POKER.slug](sight, may, rng)
        rng.setstate(after)
        own = own.move if isinstance(own, Advice) else own
        assert own is None or isinstance(own, AskAgainAt) or own == move, f"{own} is not legal, {deal.options}"
        assert own == move, f"the policy has nothing to say to {[*may]} with {deal.options}"
    return move


# ---- the laws ------------------------------------------------------------------------------------


class Law:
    """Watches a match: cards and chips are conserved in every transfer, nothing is below nothing, who is waited for
    can move, and bets are whole chips."""

    def __init__(self) -> None:
        self.deal: Deal | None = None
        self.cards: Counter[Any] = Counter()
        self.chips: dict[Any, int] = {}
        self.heard = 0

    def __call__(self, deal: Deal) -> None:
        t = deal.table
        if deal is not self.deal:
            self.deal, self.cards, self.heard = deal, Counter(), 0
            self.chips = {**dict(enumerate(deal.state.stacks)), "pot": deal.state.pot, "splash": deal.state.splash}
        self._transfers(deal)
        assert sum(t.chips.values()) == deal.state.chips, "chips were lost or made"
        cards = cards_of(deal)
        if cards:
            assert not self.cards or cards == self.cards, "cards were lost or made"
            assert max(cards.values()) == 1, "a card is there twice"
            self.cards = cards
        if deal.ask is None:
            assert deal.after is not None
            assert deal.after.chips == deal.state.chips
            return
        for seat in deal.ask.waits_for:
            assert any(o for o in deal.ask.offers[seat] if not o.optional), f"seat {seat} has no legal move"
        assert deal.ask.waits_for or deal.ask.timer or any(map(any, deal.ask.offers.values())), "nobody can go on"
        self._whole_chips(deal)

    def _transfers(self, deal: Deal) -> None:
        """From account to account everything that was paid is what lies there."""
        events = deal.table.events
        for event, _ in events[self.heard :]:
            if isinstance(event, Paid):
                self.chips[event.source] = self.chips.get(event.source, 0) - event.amount
                self.chips[event.to] = self.chips.get(event.to, 0) + event.amount
                assert self.chips[event.source] >= 0, f"{event} overdraws"
                assert event.amount % YELLOW == 0
        self.heard = len(events)
        lying = {account: n for account, n in deal.table.chips.items() if n}
        assert lying == {account: n for account, n in self.chips.items() if n}

    def _whole_chips(self, deal: Deal) -> None:
        """Every amount that is offered is a multiple of the smallest chip, but for all-ins and what they leave."""
        chip = deal.table.fact(CHIP, YELLOW)
        assert deal.ask is not None
        for seat in deal.ask.waits_for:
            for o in deal.offers(seat):
                if o and o.kind in (Bet, Raise):
                    among = [*o.next(())]
                    odd = [n for n in among[1:-1] if n % chip]
                    assert not odd, f"{o.kind.__name__} of {odd[:3]} in chips of {chip}"


def kept(played: Played) -> None:
    """What is stored of it, and what is read again, is the same: options, states, rows, every deal."""
    options = played.match.options
    assert load_options(POKER, dump_options(options)) == options
    assert entered(options) == options
    for deal in played.deals:
        assert deal.after is not None
        again = rebuilt(deal)
        assert digest(again) == digest(deal)
        assert again.after == deal.after
        assert load_state(POKER, dump_state(deal.after)) == deal.after
        assert [load_row(POKER, dump_row(row)) for row in deal.rows] == deal.rows
        assert dump_options(load_options(POKER, dump_options(deal.options))) == dump_options(deal.options)


def entered(options: Options) -> Options:
    """The options as the forms show them, sent off unchanged; the variant is chosen in a menu."""
    given: dict[str, str] = {"variant": typed_back(_field("variant"), options.variant)}
    for page in forms.of_game(POKER):
        form = forms.options_form(POKER.title, page, options)
        given |= forms.entered_options(page, forms.read(form, dict(_sent(form))))
    return read_options(Options, given)


def _field(name: str) -> Any:
    return next(f for f in fields(Options) if f.name == name)


def _sent(form: forms.Form) -> Iterator[tuple[str, str | list[str]]]:
    for part in form.parts:
        if isinstance(part, forms.Boxes):
            yield part.id, [box.id for box in part.boxes if box.ticked]
        else:
            yield part.id, part.value


def paid_out(played: Played) -> None:
    """What was paid in is there; at the end of a freezeout everything has been won by somebody."""
    state = played.match.state
    assert state.chips == played.paid_in
    if state.over:
        assert state.pot == state.splash == 0
    if state.over and played.match.options.freezeout:
        paid = [e for e, _ in played.deals[-1].table.events if isinstance(e, (Prizes, DealMade, Bounties))]
        assert sum(n for event in paid for _, n in event.paid) == played.paid_in, paid


def proved(played: Played, seed: object) -> None:
    """The deal file of a shuffle is verified."""
    for deal in played.deals[-1:]:
        assert verify(deal_file(f"law/{seed}", [deal]), GAMES).moves == len(deal.rows)


def secret(played: Played, chance: Chance, most: int) -> int:
    """Nobody is shown or told of a card that they may not see: at how many places this was looked at."""
    compared = 0
    for deal in in_any_order(played.deals, chance)[:most]:
        assert words_of_unseen_cards(deal) == []
        exchange_choices(deal, chance)
        for viewer in in_any_order([SPECTATOR, *range(deal.state.seats)], chance)[:2]:
            compared += permute(deal, viewer, chance)
    return compared


class Told:
    """Every so often the table is drawn up as people see it, in words too."""

    def __init__(self, chance: Chance, every: int) -> None:
        self.chance, self.every, self.words = chance, every, every_word()[POKER.slug]

    def __call__(self, deal: Deal) -> None:
        if deal.ask is not None and self.chance.below(self.every):
            return
        names = tuple(f"Player {n}" for n in range(deal.table.seats))
        viewer = self.chance.choice([SPECTATOR, *range(deal.table.seats)])
        alt(self.words.scene(view(deal, viewer), Who(names, ((),) * len(names), viewer)))


@contextmanager
def without_thinking() -> Iterator[None]:
    """What house players play has to be legal here, not good."""
    with MonkeyPatch.context() as patch:
        patch.setattr(poker_worlds, "MOST", 3)
        patch.setattr(poker_worlds, "LEAST", 3)
        yield


def hold(seed: object, *, secrets: int = 1, drawn: int = 40) -> int:
    """A match is played and held to all laws: how many hands it had."""
    with without_thinking():
        return _hold(seed, secrets, drawn)


def _hold(seed: object, secrets: int, drawn: int) -> int:
    law, told = Law(), Told(Chance("told", seed), drawn)

    def watch(deal: Deal) -> None:
        law(deal)
        told(deal)

    played = play(seed, watch)
    kept(played)
    paid_out(played)
    chance = Chance("secrets", seed)
    secret(played, chance, secrets)
    if not chance.below(5):
        proved(played, seed)
    return len(played.deals)


if __name__ == "__main__":
    hands, first, count = 0, int(sys.argv[1]), int(sys.argv[2])
    for seed in range(first, first + count):
        try:
            hands += hold(seed)
        except Exception as broken:
            print(f"{seed}: {type(broken).__name__}: {str(broken)[:600]}", flush=True)
        if not (seed + 1) % 25 or seed + 1 == first + count:
            print(f"{hands} hands in matches {first} to {seed}", flush=True)
