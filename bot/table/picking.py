"""Dealer's choice: which games suit those who play, naming one of them, and dealing it.

Each function changes the table in memory and puts what must be stored with it into the unit of work.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import NamedTuple

from bot.engine.amounts import RED, WHITE, YELLOW, BadAmount, read_amount, whites
from bot.engine.game import Game
from bot.engine.options import BadOption, declared, plainly, read_options, read_over, typed_back
from bot.engine.piles import Seat
from bot.engine.traits import HouseDeals, Knockout, Variants
from bot.games.catalog import GAMES
from bot.store import Work

from . import buying, lasting, limits, play, rising
from .errors import Rejected
from .night import buy_again, in_round, left_of, of, playing, time_to_pick, wait_for_pick
from .night_state import CHOICES, Night
from .open_table import OpenTable
from .session import Session
from .state import LOBBY, PICK

FRIENDLY = "friendly"
"""A game's default stakes; every game has them."""
PLACES: Mapping[str, int] = {FRIENDLY: 2 * WHITE, "penny ante": YELLOW, "wild": RED}
"""The stakes of games that have no chips of their own: what everybody pays to each who finishes ahead of them, in
hundredths of a white."""


def unsuited(s: OpenTable, slug: str, among: Collection[Seat] = ()) -> str | None:
    """Why a game is not for those who play at this table, in a sentence; `among` are those with whom the dealer plays,
    if they have said."""
    if not s.settings.allows(slug):
        return f"{GAMES[slug].title if slug in GAMES else slug} is not played on this server."
    if slug not in GAMES:
        return "There is no such game."
    if why := limits.why_not(of(s).only, slug):
        return why
    among = among or chosen(s, slug)
    game, seated = GAMES[slug], players_of(s, GAMES[slug], among)
    if idle := [s.chairs[n].said for n in among if n not in seated]:
        return f"{idle[0]} is not dealt in tonight, and cannot be named."
    if (players := len(seated)) not in game.seats:
        return f"{game.title} is for {_numbers(game)} players, and you are {players}."
    if not game.chips and players == 1:
        return f"{game.title} is played for places tonight, and you are alone."
    away = next((s.chairs[n].said for n in s.taken if n not in playing(s)), None) if game.fixed and not among else None
    if away is not None:
        return f"{game.title} needs everybody who sits here, and {away} is not dealt in."
    return game.unfit(tonight(s, game, players), players)


def _numbers(game: Game) -> str:
    """For how many a game is."""
    if len(game.seats) == 1:
        return str(game.seats[0])
    return f"{game.seats[0]} to {game.seats[-1]}" if game.seats.step == 1 else " or ".join(map(str, game.seats))


def players_of(s: OpenTable, game: Game, among: Collection[Seat] = ()) -> list[Seat]:
    """Who would play this game: the dealer and those `among` whom they have named, otherwise all who play tonight. If
    these are too many, house players sit it out, those first who have the deal last."""
    night, seated = of(s), playing(s)
    if among := among or chosen(s, game.slug):
        return [n for n in seated if n == night.dealer or n in among]

    def fits(players: int) -> bool:
        return players in game.seats and game.unfit(tonight(s, game, players), players) is None

    after = [n for n in seated if n > night.dealer] + [n for n in seated if n < night.dealer]
    house = [n for n in after if s.chairs[n].house]
    fewer = next((k for k in range(len(house) + 1) if fits(len(seated) - k)), 0)
    look_on = house[len(house) - fewer :]
    return [n for n in seated if n not in look_on]


def chosen(s: OpenTable, slug: str) -> list[Seat]:
    """With whom the dealer plays the game that they have named; nobody, where they have not said so of this one."""
    night = of(s)
    return [n for n in s.taken if s.chairs[n].account in night.among] if night.named == slug else []


def choices(s: OpenTable) -> list[Game]:
    """The games that suit those who play."""
    return [GAMES[slug] for slug in CHOICES if unsuited(s, slug) is None]


def for_fewer(s: OpenTable) -> list[Game]:
    """The games that suit the dealer and some of the others alone: they say who plays."""
    only = of(s).only
    found = [GAMES[slug] for slug in CHOICES if s.settings.allows(slug) and limits.plays(only, slug)]
    return [game for game in found if sizes(s, game) and unsuited(s, game.slug) is not None]


def sizes(s: OpenTable, game: Game) -> list[int]:
    """With how many others the dealer may play this game tonight."""
    others = len(playing(s)) - 1
    return [n - 1 for n in game.seats if 0 < n - 1 <= others and game.unfit(tonight(s, game, n), n) is None]


def place_point(s: OpenTable, game: Game, options: object, stakes: str = FRIENDLY, typed: str = "") -> int:
    """What everybody pays to each who finishes ahead of them, in hundredths of a white: as somebody has typed it, or as
    the stakes are called; nothing if the options have chips of their own. Raises Rejected."""
    if game.for_chips(options):
        if typed.strip():
            raise Rejected(f"{game.title} has stakes of its own, and no place points.")
        return 0
    if not typed.strip():
        return PLACES.get(stakes, PLACES[FRIENDLY])
    try:
        point = read_amount(typed)
    except BadAmount as bad:
        raise Rejected(str(bad)) from None
    if point > (most := of(s).buy_in):
        raise Rejected(f"A place point is {whites(most)} at most tonight.")
    return point


def tonight(s: OpenTable, game: Game, players: int, given: Mapping[str, object] | None = None,
            stakes: str = FRIENDLY) -> object:  # fmt: skip
    """A game's options as they are dealt tonight: its match is a short one, and where it would go on for ever,
    everybody deals once, or so often as the game has it.

    Raises Rejected if the dealer's own do not fit.
    """
    if stakes not in stakes_of(game):
        raise Rejected(f"{game.title} has no such stakes; there are: {', '.join(stakes_of(game))}.")
    if "buy_in" in (given or {}):
        raise Rejected("Tonight everybody plays with the chips of the night; a game has no buy-in of its own.")
    night, given = of(s), given or {}
    length = {game.length: players * game.rounds} if game.length else {}
    usual = s.settings.defaults.get(game.slug, {})
    preset: Mapping[str, str] = game.presets.get(stakes, {}) if game.chips else {}
    said = lasting.as_options(game, lasts_of(s, game), players)
    try:
        options = read_over(game.options, {**game.short, **length, **usual, **said, **preset}, given)
        options = _within(night, game, options, preset, given, players)
        options = rising.raised(game, options, rising.times(night), given)
    except BadOption as bad:
        raise Rejected(str(bad)) from None
    if game.knockout(options):
        raise Rejected("Tonight everybody keeps their chips from game to game: no freezeout.")
    return options


def lasts_of(s: OpenTable, game: Game) -> str:
    """How long a game lasts: as its dealer has said of the one that they have named, otherwise as the night has it."""
    night = of(s)
    return night.lasting if night.named == game.slug and night.lasting is not None else night.lasts


def _within(night: Night, game: Game, options: object, preset: Mapping[str, object], given: Mapping[str, object],
            players: int) -> object:  # fmt: skip
    """The same options with a variant of the night's list, where nobody has named one. Raises Rejected if a variant was
    named that is none of it, and BadOption if what was given does not fit the first that is."""
    kinds, among = game.trait(Variants), limits.variants(night.only, game)
    if kinds is None or among is None or (now := getattr(options, kinds.option)) in among:
        return options
    if kinds.option in given or kinds.option in preset:
        raise Rejected(limits.why_not(night.only, game.slug, now) or "That is not played tonight.")
    names = [name for family in kinds.families.values() for name in family if name in among]
    each = [read_options(game.options, {kinds.option: name}) for name in names]
    fit = [made for made in each if game.unfit(made, players) is None] or each
    if not fit:
        return options
    variant = getattr(fit[0], kinds.option)
    kept = {f.name: typed_back(f, getattr(options, f.name)) for f in declared(game.options)}
    return read_over(game.options, kept, {**given, kinds.option: variant})


class Choice(NamedTuple):
    """A game that could be dealt now, at its usual stakes."""

    slug: str
    among: list[Seat]
    """With whom the dealer plays it, where it is for fewer than there are."""
    given: dict[str, str]
    """Its variant, where it is one of many."""


def default(s: OpenTable) -> Choice | None:
    """What is dealt if the dealer says no more: what they have named, the last game again, or the first that suits.
    None if nothing does."""
    if (named := _as_named(s)) is not None:
        return named
    suited, played = [game.slug for game in choices(s)], of(s).played
    again = played[-1:] if played[-1:] and played[-1] in suited else suited[:1]
    return Choice(again[0], [], {}) if again else None


def _as_named(s: OpenTable) -> Choice | None:
    """What the dealer has named so far, as far as it can still be played."""
    night = of(s)
    game = GAMES.get(night.named or "")
    if game is None:
        return None
    among = chosen(s, game.slug) or _next_to_the_dealer(s, game)
    if unsuited(s, game.slug, among) is not None:
        return None
    players = len(players_of(s, game, among))
    kinds = game.trait(Variants)
    given = {kinds.option: night.variant} if kinds is not None and night.variant else {}
    return Choice(game.slug, among, given if game.unfit(tonight(s, game, players, given), players) is None else {})


def _next_to_the_dealer(s: OpenTable, game: Game) -> list[Seat]:
    """With whom a game for fewer is played where nobody says so: those after the dealer, as many as it takes. Nobody is
    chosen where it suits all."""
    fits = sizes(s, game) if unsuited(s, game.slug) is not None else []
    around, dealer, now = in_round(s), of(s).dealer, playing(s)
    at = around.index(dealer)
    after = [n for n in (*around[at + 1 :], *around[:at]) if n in now]
    return after[: fits[-1]] if fits else []


def variants(game: Game, players: int, among: Collection[str] | None = None) -> dict[str, list[str]]:
    """The variants of a game that this many can play, by family; only those `among` these, where a night has a list."""
    told = game.trait(Variants)
    if told is None:
        return {}

    def fits(variant: str) -> bool:
        if among is not None and variant not in among:
            return False
        return game.unfit(read_options(game.options, {told.option: variant}), players) is None

    found = {family: [*filter(fits, names)] for family, names in told.families.items()}
    return {family: names for family, names in found.items() if names}


def variants_of(s: OpenTable, game: Game) -> dict[str, list[str]]:
    """The variants of a game that may be named tonight, for those who would play it, by family."""
    return variants(game, len(players_of(s, game)), limits.variants(of(s).only, game))


def ways(game: Game, variant: str) -> list[str]:
    """How a variant may be played, as the game names that: its limits; the usual one comes first."""
    told = game.trait(Variants)
    assert told is not None, "only with variants"
    (how,) = (f for f in declared(game.options) if f.name == told.how)
    return [*told.ways(read_options(game.options, {told.option: variant}))] or [how.metadata["choices"][0]]


def length_of(s: OpenTable, game: Game, *, once: bool) -> dict[str, str]:
    """How long a named variant is dealt: one hand, or as the dealer and the night have it, otherwise until everybody
    has had the deal."""
    if not once and lasts_of(s, game):
        return {}
    return {game.length: "1" if once else str(len(players_of(s, game)))} if game.length else {}


def stakes_told(s: OpenTable, game: Game) -> dict[str, str]:
    """What the stakes of a game mean, by their names: the amounts in which they differ, and what else is unusual; of
    places what one point is, and what the first wins."""
    players = len(players_of(s, game))
    if not game.chips:
        short = tonight(s, game, players)
        return {stakes: places_told(game, short, players, point) for stakes, point in PLACES.items()}
    each = {stakes: tonight(s, game, players, stakes=stakes) for stakes in stakes_of(game)}

    def worth(options: object, name: str) -> object:
        if name == "ante" and (stake := getattr(options, "stake", None)) is not None:
            return stake  # where no ante is given it follows from the least bet
        return getattr(options, name)

    differ = [f for f in declared(game.options) if len({worth(options, f.name) for options in each.values()}) > 1]
    told: dict[str, str] = {}
    for stakes, options in each.items():
        values = [(f, worth(options, f.name)) for f in differ]
        shown = [(f, value) for f, value in values if f.metadata["kind"] == "amount" or value != f.default]
        told[stakes] = ", ".join(plainly(f, value) for f, value in shown)
    return told


def places_told(game: Game, options: object, players: int, point: int) -> str:
    """What the winner gets from a place point of this value, in hundredths of a white."""
    pairs = game.in_partnerships(options, players)
    won = whites((players - 1 - pairs) * point)
    return f"{whites(point)} a point, {f'partners win {won} each' if pairs else f'the first of {players} wins {won}'}"


def stakes_of(game: Game) -> list[str]:
    """The ready-made stakes of a game at a night, where everybody keeps their chips from game to game."""
    return [name for name in presets_of(game) if not _to_the_end(game, name)]


def presets_of(game: Game) -> list[str]:
    """The same at a table of its own."""
    return [FRIENDLY, *(name for name in (game.presets if game.chips else PLACES) if name != FRIENDLY)]


def _to_the_end(game: Game, stakes: str) -> bool:
    return game.has(Knockout) and game.knockout(read_options(game.options, game.presets.get(stakes, {})))


def begin(s: OpenTable) -> None:
    """The host deals first. Raises Rejected if too few could play."""
    night = of(s)
    _suited(s)
    rising.begin(night, s.now())
    night.dealer = s.seat_of(s.acting_host) or 0
    if night.dealer not in playing(s):
        night.dealer = left_of(s, night.dealer)
    wait_for_pick(s)
    s.notice = ""


def _suited(s: OpenTable) -> list[str]:
    """The names of the games that suit those who play. Raises Rejected if none does."""
    found = [game.slug for game in choices(s)]
    if not found:
        raise Rejected("Too few have chips for any game; friends can join, or buy chips with `/night rebuy`.")
    return found


def may_pick(s: OpenTable, user: int, picks: int | None = None) -> None:
    """Raises Rejected unless this person has the deal, and a game is to be named now; `picks` is how many there had
    been when the control was drawn."""
    night = of(s)
    if picks is not None and picks != night.picks:
        raise Rejected("That game has been named already.")
    if s.phase != PICK:
        raise Rejected("The next game is named when this one is over." if s.phase != LOBBY else
                 "The night has not begun; its host presses **Start**.")  # fmt: skip
    if s.paused:
        raise Rejected(f"The table is paused: {s.paused}")
    if s.seat_of(user) != night.dealer:
        raise Rejected(f"It is {s.chairs[night.dealer].said}'s deal, and {s.chairs[night.dealer].said}'s choice.")


def deal(s: OpenTable, work: Work, slug: str, stakes: str = FRIENDLY, given: Mapping[str, object] | None = None, *,
         point: str = "", among: Collection[Seat] = ()) -> None:  # fmt: skip
    """The cards of the next game are dealt to those who play it; `point` is what a place point is worth, as somebody
    has typed it. Raises Rejected if it does not suit them."""
    night = of(s)
    _house_buys(s, work)
    if why := unsuited(s, slug, among):
        raise Rejected(why)
    game, seated = GAMES[slug], players_of(s, GAMES[slug], among)
    players = len(seated)
    options = tonight(s, game, players, given, stakes)
    if (why := game.unfit(options, players)) is not None:
        raise Rejected(why)
    worth = place_point(s, game, options, stakes, point)
    lasts = lasts_of(s, game)
    if game.length and game.length in (given or {}):
        lasts = f"{typed} hands" if (typed := str((given or {})[game.length])).isdecimal() else lasting.USUAL
    _close_ranks(s, seated, apart=game.fixed or players < len(playing(s)))
    s.game, s.options = game, options
    night.named, night.variant, night.among, night.picks, night.lasting = None, "", [], night.picks + 1, None
    lasting.begin(night, game, lasts, players, s.now())
    night.played.append(slug)
    play.begin_match(s, work, worth)
    assert s.match is not None
    s.match.state = replace(s.match.state, dealer=None if game.has(HouseDeals) else night.dealer)
    play.begin_deal(s, work)


def _house_buys(s: OpenTable, work: Work) -> None:
    """House players who are out of chips buy again, so that the table stays full."""
    for seat in s.taken:
        if s.chairs[seat].house and s.stack_of(seat) <= 0:
            buy_again(s, work, seat)


def _close_ranks(s: OpenTable, seated: Collection[Seat], *, apart: bool) -> None:
    """Between two games empty chairs are put away, and everybody is back where they sit; the deal stays with the
    dealer. If the next game is for these alone, all others stand behind them and look on."""
    night = of(s)
    stacks = [s.stack_of(seat) for seat in range(len(s.chairs))]
    for chair, stack in zip(s.chairs, stacks, strict=True):
        chair.bought = stack
    dealer, players = s.chairs[night.dealer], [s.chairs[n] for n in seated]
    s.match, s.shown, s.newcomers = None, None, []
    s.chairs = [s.chairs[n] for n in in_round(s) if not s.chairs[n].empty]
    look_on = [chair for chair in s.chairs if apart and not any(chair is player for player in players)]
    night.round = [chair.account for chair in s.chairs] if look_on else []
    if look_on:
        s.chairs = [*(chair for chair in s.chairs if any(chair is player for player in players)), *look_on]
        s.newcomers = [*range(len(s.chairs) - len(look_on), len(s.chairs))]
        s.stacks = {}  # by seat
    for chair in look_on:
        chair.looks_on = True
    night.dealer = next((n for n, chair in enumerate(s.chairs) if chair is dealer), 0)


# ---- what people and the clock do --------------------------------------------------------------


async def name(s: Session, user: int, slug: str, picks: int, variant: str = "") -> None:
    """The dealer names a game, or a variant of it, and has its stakes to choose; an empty name takes it back. Raises
    Rejected."""
    async with s.commits.changing() as (table, _):
        may_pick(table, user, picks)
        if slug and (why := unsuited(table, slug)) and GAMES.get(slug) not in for_fewer(table):
            raise Rejected(why)
        players = len(players_of(table, GAMES[slug])) if slug else 0
        if variant and not any(variant in names for names in variants_of(table, GAMES[slug]).values()):
            why = limits.why_not(of(table).only, slug, variant)
            raise Rejected(why or f"That is not for {players} players.")
        _is_here(table)
        night = of(table)
        if slug != night.named:
            night.among, night.lasting = [], None
        night.named, night.variant = slug or None, variant
        if slug:
            time_to_pick(table)


async def think_on(s: Session, user: int, picks: int) -> None:
    """The dealer has entered some options of the game that they have named, and goes on with it. Raises Rejected."""
    async with s.commits.changing() as (table, _):
        may_pick(table, user, picks)
        _is_here(table)
        time_to_pick(table)


async def last(s: Session, user: int, lasts: str, picks: int) -> None:
    """The dealer says how long the game lasts that they have named. Raises Rejected."""
    lasts = lasting.read(lasts)
    async with s.commits.changing() as (table, _):
        may_pick(table, user, picks)
        night = of(table)
        if night.named is None:
            raise Rejected("Name a game first.")
        _is_here(table)
        night.lasting = lasts
        time_to_pick(table)


async def play_with(s: Session, user: int, accounts: Collection[str], picks: int) -> None:
    """The dealer says with whom they play the game that they have named; all others look on. Raises Rejected."""
    async with s.commits.changing() as (table, _):
        may_pick(table, user, picks)
        night = of(table)
        if night.named is None:
            raise Rejected("Name a game first.")
        among = [n for n in table.taken if table.chairs[n].account in accounts and n != night.dealer]
        if len(among) < len(accounts):
            raise Rejected("Not all of those sit here any more.")
        if why := unsuited(table, night.named, among):
            raise Rejected(why)
        _is_here(table)
        night.among = [table.chairs[n].account for n in among]
        time_to_pick(table)


async def pick(s: Session, user: int, slug: str, stakes: str, given: Mapping[str, object], *,
               picks: int | None = None, point: str = "", among: Collection[Seat] = (),
               lasts: str = "") -> object:  # fmt: skip
    """The dealer's game is dealt, as `deal` does it; `lasts` is how long it goes, if they have typed that. Returns its
    options. Raises Rejected."""
    typed = lasting.read(lasts) if lasts.strip() else None
    await buying.pay_wishes(s)
    async with s.commits.changing() as (table, work):
        may_pick(table, user, picks)
        _is_here(table)
        if typed is not None:
            of(table).named, of(table).lasting = slug, typed
        deal(table, work, slug, stakes, given, point=point, among=among)
        return table.options


def _is_here(s: OpenTable) -> None:
    """The dealer has acted: a house player that stood in for them gives the seat back."""
    chair = s.chairs[of(s).dealer]
    chair.lapses, chair.stand_in, s.idle_since = 0, False, s.time.now()


async def by_default(s: Session, rng: random.Random | None) -> None:
    """A house player's choice, if there is one; otherwise what people were told is dealt by default. Raises
    Rejected."""
    async with s.commits.changing() as (table, work):
        night = of(table)
        if table.phase != PICK or table.paused:
            return
        if why := play.nobody_plays(table):
            raise Rejected(why)
        _house_buys(table, work)
        suited = _suited(table)
        if rng is None:
            told = default(table) or Choice(suited[0], [], {})
            deal(table, work, told.slug, given=told.given, among=told.among)
            return
        slug = rng.choice([slug for slug in suited if slug not in night.played[-2:]] or suited)
        deal(table, work, slug, given=_any_variant(table, GAMES[slug], rng))


def _any_variant(s: OpenTable, game: Game, rng: random.Random) -> dict[str, str]:
    """One of a game's variants, if it has several; otherwise empty."""
    names = [name for found in variants_of(s, game).values() for name in found]
    kinds = game.trait(Variants)
    return {} if kinds is None else {kinds.option: rng.choice(names)}
