"""Dealer's choice: which games suit those who play, naming one of them, and dealing it.

Each function changes the table in memory and puts what must be stored with it into the unit of work.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from bot.engine.game import Game
from bot.engine.options import BadOption, declared, read_options, read_over, written
from bot.games.catalog import GAMES
from bot.store import Work

from . import money, play
from .errors import Rejected
from .night import buy_again, left_of, of, playing, wait_for_pick
from .session import Session
from .state import CHOICES, LOBBY, PICK

FRIENDLY = "friendly"
"""The stakes that a game has by itself; every game has them."""


def unsuited(s: Session, slug: str, players: int) -> str | None:
    """Why a game is not for so many at this table, in a sentence."""
    if not s.settings.allows(slug):
        return f"{GAMES[slug].title if slug in GAMES else slug} is not played on this server."
    if slug not in CHOICES:
        title = GAMES[slug].title if slug in GAMES else slug
        return f"{title} is not played for chips; tonight's bankroll is."
    game = GAMES[slug]
    if players not in game.seats:
        numbers = f"{game.seats[0]} to {game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
        return f"{game.title} is for {numbers} players, and you are {players}."
    if game.fixed and (idle := next((s.chairs[n].said for n in s.taken if n not in playing(s)), None)):
        return f"{game.title} needs everybody who sits here, and {idle} is not dealt in."
    return game.unfit(tonight(s, game, players), players)


def choices(s: Session) -> list[Game]:
    """The games that suit those who play."""
    players = len(playing(s))
    return [GAMES[slug] for slug in CHOICES if unsuited(s, slug, players) is None]


def tonight(s: Session, game: Game, players: int, given: Mapping[str, Any] | None = None,
            stakes: str = FRIENDLY) -> Any:  # fmt: skip
    """A game's options as they are dealt tonight: where it would go on for ever, everybody deals once.

    Raises Rejected where the dealer's own do not fit.
    """
    if stakes not in stakes_of(game):
        raise Rejected(f"{game.title} has no such stakes; there are: {', '.join(stakes_of(game))}.")
    if "buy_in" in (given or {}):
        raise Rejected("Tonight everybody plays with the chips of the night; a game has no buy-in of its own.")
    length = {game.length: players} if game.length else {}
    usual = s.settings.defaults.get(game.slug, {})
    try:
        options = read_over(game.options, {**length, **usual, **game.presets.get(stakes, {})}, given or {})
    except BadOption as bad:
        raise Rejected(str(bad)) from None
    if game.knockout(options):
        raise Rejected("Tonight everybody keeps their chips from game to game: no freezeout.")
    return options


def default(s: Session, suited: Sequence[str]) -> str:
    """What is dealt if the dealer does not say: what they have named, the last game again, or the first that suits."""
    night = of(s)
    last = night.named or (night.played[-1] if night.played else "")
    return last if last in suited else suited[0]


def variants(game: Game, players: int) -> dict[str, list[str]]:
    """The variants of a game that so many can play, by family."""
    told = game.variants
    if told is None:
        return {}

    def fits(variant: str) -> bool:
        return game.unfit(read_options(game.options, {told.option: variant}), players) is None

    found = {family: [*filter(fits, names)] for family, names in told.families.items()}
    return {family: names for family, names in found.items() if names}


def ways(game: Game, variant: str) -> list[str]:
    """How a variant may be played, as the game names that: its limits; the usual one comes first."""
    told = game.variants
    assert told is not None, "only where there are variants"
    (how,) = (f for f in declared(game.options) if f.name == told.how)
    found: list[str] = []
    for way in how.metadata["choices"]:
        with suppress(BadOption):
            read_options(game.options, {told.option: variant, told.how: way})
            found.append(way)
    return found[1:] or found


def length_of(s: Session, game: Game, *, once: bool) -> dict[str, str]:
    """How long a named variant is dealt: one hand, or until everybody has had the deal."""
    return {game.length: "1" if once else str(len(playing(s)))} if game.length else {}


def stakes_told(s: Session, game: Game) -> dict[str, str]:
    """What the stakes of a game mean, by their names: the amounts in which they differ, and what else is unusual."""
    each = {stakes: tonight(s, game, len(playing(s)), stakes=stakes) for stakes in stakes_of(game)}

    def worth(options: Any, name: str) -> Any:
        if name == "ante" and hasattr(options, "stake"):
            return options.stake  # where no ante is given it follows from the least bet
        return getattr(options, name)

    differ = [f for f in declared(game.options) if len({worth(options, f.name) for options in each.values()}) > 1]
    told: dict[str, str] = {}
    for stakes, options in each.items():
        values = [(f, worth(options, f.name)) for f in differ]
        shown = [(f, value) for f, value in values if f.metadata["kind"] == "amount" or value != f.default]
        told[stakes] = ", ".join(f"{f.name.replace('_', ' ')} {written(f, value)}" for f, value in shown)
    return told


def stakes_of(game: Game) -> list[str]:
    """The ready-made stakes of a game."""
    return [FRIENDLY, *(name for name in game.presets if name != FRIENDLY)]


def begin(s: Session) -> None:
    """The host deals first. Raises Rejected where too few could play."""
    night = of(s)
    _suited(s)
    night.dealer = s.seat_of(s.host) or 0
    if night.dealer not in playing(s):
        night.dealer = left_of(s, night.dealer)
    wait_for_pick(s)
    s.notice = ""


def _suited(s: Session) -> list[str]:
    """The names of the games that suit those who play. Raises Rejected where none does."""
    found = [game.slug for game in choices(s)]
    if not found:
        raise Rejected("Too few have chips for any game; friends can join, or buy chips with `/night rebuy`.")
    return found


def may_pick(s: Session, user: int, picks: int | None = None) -> None:
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


def deal(s: Session, work: Work, slug: str, stakes: str = FRIENDLY, given: Mapping[str, Any] | None = None) -> None:
    """The cards of the next game are dealt. Raises Rejected where it does not suit those who play."""
    night = of(s)
    _house_buys(s, work)
    players = len(playing(s))
    if slug not in GAMES:
        raise Rejected("There is no such game.")
    if why := unsuited(s, slug, players):
        raise Rejected(why)
    game = GAMES[slug]
    options = tonight(s, game, players, given, stakes)
    if (why := game.unfit(options, players)) is not None:
        raise Rejected(why)
    if not game.for_chips(options):
        raise Rejected(f"Tonight {game.title} is played for chips.")
    _close_ranks(s)
    s.game, s.options = game, options
    night.named, night.variant, night.picks = None, "", night.picks + 1
    night.played.append(slug)
    play.begin_match(s, work)
    assert s.match is not None
    s.match.state = replace(s.match.state, dealer=None if game.house_deals else night.dealer)
    play.begin_deal(s, work)


def _house_buys(s: Session, work: Work) -> None:
    """House players who are out of chips buy again, so that the table stays full."""
    for seat in s.taken:
        if s.chairs[seat].house and money.stack_of(s, seat) <= 0:
            buy_again(s, work, seat)


def _close_ranks(s: Session) -> None:
    """Between two games empty chairs are put away; the deal stays with whoever has it."""
    night = of(s)
    stacks = [money.stack_of(s, seat) for seat in range(len(s.chairs))]
    for chair, stack in zip(s.chairs, stacks, strict=True):
        chair.bought = stack
    dealer = s.chairs[night.dealer]
    s.match, s.shown, s.newcomers = None, None, []
    s.chairs = [chair for chair in s.chairs if not chair.empty]
    night.dealer = next((n for n, chair in enumerate(s.chairs) if chair is dealer), 0)


# ---- what people and the clock do --------------------------------------------------------------


async def name(s: Session, user: int, slug: str, picks: int, variant: str = "") -> None:
    """The dealer names a game, or a variant of it, and has its stakes to choose; an empty name takes it back. Raises
    Rejected."""
    async with s.changing():
        may_pick(s, user, picks)
        players = len(playing(s))
        if slug and (why := unsuited(s, slug, players)):
            raise Rejected(why)
        if variant and not any(variant in names for names in variants(GAMES[slug], players).values()):
            raise Rejected(f"That is not for {players} players.")
        _is_here(s)
        of(s).named, of(s).variant = slug or None, variant


async def pick(s: Session, user: int, slug: str, stakes: str, given: Mapping[str, Any], *,
               picks: int | None = None) -> str:  # fmt: skip
    """The dealer's game is dealt. Returns its title. Raises Rejected."""
    async with s.changing() as work:
        may_pick(s, user, picks)
        _is_here(s)
        deal(s, work, slug, stakes, given)
        return s.game.title


def _is_here(s: Session) -> None:
    """The dealer has acted: a house player that stood in for them gives the seat back."""
    chair = s.chairs[of(s).dealer]
    chair.lapses, chair.stand_in, s.idle_since = 0, False, s.time.now()


async def by_default(s: Session, rng: random.Random | None) -> None:
    """A house player's choice, if it has one; else the last game again where it still suits. Raises Rejected."""
    async with s.changing() as work:
        night = of(s)
        if s.phase != PICK or s.paused:
            return
        if why := play.nobody_plays(s):
            raise Rejected(why)
        _house_buys(s, work)
        suited = _suited(s)
        fresh = [slug for slug in suited if slug not in night.played[-2:]] or suited
        slug = rng.choice(fresh) if rng else default(s, suited)
        deal(s, work, slug, given=_any_variant(s, GAMES[slug], rng) if rng else {})


def _any_variant(s: Session, game: Game, rng: random.Random) -> dict[str, str]:
    """Where a game is many, one of them; else nothing."""
    names = [name for found in variants(game, len(playing(s))).values() for name in found]
    return {game.variants.option: rng.choice(names)} if game.variants is not None else {}
