"""Random matches of every game: they end, lose and make nothing, and replay; illegal moves are refused."""

from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from random import Random

import pytest

from bot import house
from bot.engine.amounts import YELLOW
from bot.engine.asks import CLOCK
from bot.engine.cards import pack
from bot.engine.codec import dump_options, dump_row, dump_state, load_row, load_state
from bot.engine.cutting import LetDealerCut
from bot.engine.deal import Deal, Illegal, digest
from bot.engine.game import Game
from bot.engine.match import Match
from bot.engine.offers import Move
from bot.engine.options import BadOption, read_options
from bot.engine.places import PlacesPaid
from bot.engine.proof import deal_file, verify
from bot.engine.state import opening
from bot.engine.traits import Variants
from bot.engine.view import view
from bot.games.catalog import GAMES

from .illegal import illegal_moves
from .play import (
    BUY_IN,
    MAX_DEALS,
    Chance,
    cards_of,
    moves_made,
    play_match,
    random_move,
    random_options,
    random_seats,
    rather,
    rebuilt,
)  # fmt: skip

REFUSED = 10
"""How many illegal moves are tried in a match, on average."""
EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


class Keeper:
    """Watches a match: cards and chips are conserved, and every player who is waited for can move."""

    def __init__(self) -> None:
        self.deal: Deal | None = None

    def __call__(self, deal: Deal) -> None:
        t = deal.table
        cards = cards_of(deal)
        if deal is not self.deal:
            self.deal, self.cards = deal, dict(cards)
            packed = deal.game.pack(deal.options, deal.state.seats - len(deal.state.away))
            whole = Counter(pack(packed.deck, packed.decks) * packed.copies)
            assert cards <= whole
            assert not cards or deal.state.shoe or cards == whole
        elif cards and not self.cards:  # dealt after something else was settled
            packed = deal.game.pack(deal.options, deal.state.seats - len(deal.state.away))
            assert cards == Counter(pack(packed.deck, packed.decks) * packed.copies)
            self.cards = dict(cards)
        assert dict(cards) == self.cards, "cards were lost or made"
        assert sum(t.chips.values()) == deal.state.chips, "chips were lost or made"
        assert all(n >= 0 and n % YELLOW == 0 for account, n in t.chips.items() if account != "house")
        if deal.ask is None:
            assert deal.after
            assert deal.after.chips == deal.state.chips
            if deal.state.place_point:
                places_are_paid(deal)
            return
        for seat in deal.ask.waits_for:
            assert any(o for o in deal.ask.offers[seat] if not o.optional), f"seat {seat} has no legal move"
            assert type(deal.ask.default[seat]) in (*deal.game.moves, LetDealerCut)
        assert deal.ask.waits_for or deal.ask.timer or any(map(any, deal.ask.offers.values())), "nobody can go on"


def places_are_paid(deal: Deal) -> None:
    """At the end of the match and not before, from stack to stack, and never more than a place costs."""
    assert deal.after is not None
    won = [now - then for now, then in zip(deal.after.stacks, deal.state.stacks, strict=True)]
    told = [event for event, _ in deal.table.events if isinstance(event, PlacesPaid)]
    assert len(told) == deal.after.over
    assert sum(won) == 0 and won == [*told[0].net] if told else not any(won)
    place = {s.seat: s.place for s in deal.after.standings or ()}
    for seat, n in enumerate(won):
        ahead = sum(place[other] < place[seat] for other in place) if seat in place else 0
        behind = sum(place[other] > place[seat] for other in place) if seat in place else 0
        fair = deal.state.place_point * (behind - ahead)
        assert min(fair, 0) <= n <= max(fair, 0)
        if n != fair < 0:
            assert deal.after.stacks[seat] == 0, "whoever does not pay in full has nothing left"


def sentence(text: str) -> bool:
    return bool(text) and text[-1] in ".?" and not text[0].islower() and "None" not in text and "<" not in text


def refuse_all(deal: Deal, chance: Chance, n: int) -> int:
    """How many illegal moves were tried; each is refused in a sentence and changes nothing."""
    before, rows = digest(deal), len(deal.rows)
    tried = 0
    if deal.ask and deal.ask.timer and deal.ask.timer[0] <= deal.table.now:
        return 0  # the timer plays first
    for seat, move, drawn in illegal_moves(deal, chance, n):
        with pytest.raises(Illegal) as refused:
            deal.submit(seat, move, deal.table.now, drawn=drawn)
        assert sentence(str(refused.value)), f"{move} of seat {seat}: {refused.value}"
        tried += 1
    assert (digest(deal), len(deal.rows)) == (before, rows), "a refused move changed the table"
    return tried


def replayed(deals: Iterable[Deal], through_json: bool) -> None:
    for deal in deals:
        again = rebuilt(deal)
        assert digest(again) == digest(deal)
        assert again.after == deal.after
        if through_json and deal.after:
            assert load_state(deal.game, dump_state(deal.after)) == deal.after
            assert [load_row(deal.game, dump_row(row)) for row in deal.rows] == deal.rows


def proved(name: str, deals: Iterable[Deal]) -> None:
    """The deal file of every shuffle is verified."""
    for _, of_one_shuffle in groupby(deals, key=lambda deal: deal.seal and deal.seal.commit):
        together = [*of_one_shuffle]
        held = verify(deal_file(name, together), GAMES)
        assert (held.deals, held.moves) == (len(together), sum(len(deal.rows) for deal in together))


def options_may_be_chosen(game: Game, deal: Deal) -> bool:
    """A match that was made shorter than people may choose has no deal file that fits its game."""
    try:
        read_options(game.options, dump_options(deal.options), in_whites=False)
    except BadOption:
        return False
    return True


@EVERY_GAME
@pytest.mark.seeds(20, soak=1000, at_once=49)
def test_random_matches(game: Game, seeds: range) -> None:
    """They end, whatever is played; together a thousand a game, and over ten thousand illegal moves."""
    ended = refused = 0
    for seed in seeds:
        chance, keeper = Chance("illegal", game.slug, seed), Keeper()
        tries = 0

        def watch(deal: Deal, chance: Chance = chance, keeper: Keeper = keeper) -> None:
            nonlocal tries
            keeper(deal)
            if deal.ask and tries < 12 and not chance.below(2):
                tries += refuse_all(deal, chance, 8)

        played = play_match(game, f"random/{seed}", watch)
        replayed(played.deals, through_json=seed % 10 == 0)
        if seed % 10 == 0 and options_may_be_chosen(game, played.deals[0]):
            proved(f"c/random/{seed}", played.deals)
        assert played.ended or len(played.deals) == MAX_DEALS
        ended, refused = ended + played.ended, refused + tries
    assert 2 * ended >= len(seeds), "most matches must come to an end"
    assert refused >= REFUSED * len(seeds)


@EVERY_GAME
@pytest.mark.usefixtures("without_thinking")
def test_every_type_of_move_is_reached(game: Game) -> None:
    """By house players and people who play anything, until all have been seen."""
    missing = moves_made(game)
    for seed in range(1200):
        chance, rng = Chance("reach", game.slug, seed), Random(f"{game.slug}/{seed}")
        options = rather(game, seed) or random_options(game, chance)
        seats = random_seats(game, options, chance)
        careful = {s for s in range(seats) if chance.below(2)}
        if game.has(Variants) and seed % 8:
            careful = set()  # of many games many matches are played, and chance is quick
        state = opening(seats, BUY_IN if game.for_chips(options) else 0)
        match = Match(game, options, state, str(seed))
        while missing and not match.state.over and match.state.number < 20:
            deal = match.begin(match.sealed(rng.randbytes(32)) if match.fresh else None, at=0)
            while deal.ask:
                _go_on(deal, careful, chance, rng)
            missing -= {type(row.move) for row in deal.rows}
            match.settle()
        if not missing:
            return
    pytest.fail(f"never played: {', '.join(kind.__name__ for kind in missing)}")


def _go_on(deal: Deal, careful: set[int], chance: Chance, rng: Random) -> None:
    assert deal.ask
    due = deal.ask.timer is not None and deal.ask.timer[0] <= deal.table.now
    if deal.ask.timer and (due or not deal.ask.offers or not chance.below(100 if deal.ask.waits_for else 4)):
        deal.tick(deal.ask.timer[0])
        return
    waiting = [*deal.ask.waits_for]
    seat = chance.choice(waiting if waiting and chance.below(8) else [*deal.ask.offers])
    play = house.choose(view(deal, seat), deal.offers(seat), rng) if seat in careful else None
    if isinstance(play, house.AskAgainAt) and deal.ask.timer:
        deal.tick(deal.ask.timer[0])
    elif move := (play if isinstance(play, Move) else random_move(deal.offers(seat), chance)):
        deal.submit(seat, move, deal.table.now)


@EVERY_GAME
def test_a_deal_goes_on_to_its_end_by_itself(game: Game) -> None:
    """With nobody at the table the turn clock and the timers play it out."""
    for seats in game.seats:
        match = Match(game, game.options(), opening(seats, BUY_IN if game.for_chips(game.options()) else 0), "alone")
        deal = match.begin(match.sealed(bytes(range(32))), at=0)
        while deal.ask:
            before = len(deal.rows)
            if deal.ask.waits_for:
                deal.lapse(next(iter(deal.ask.waits_for)), at=5)
            else:
                assert deal.ask.timer
                deal.tick(deal.ask.timer[0])
            assert len(deal.rows) > before
        assert all(row.lapsed or row.seat == CLOCK for row in deal.rows)
        replayed([deal], through_json=True)
