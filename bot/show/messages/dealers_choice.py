"""Between two games of a night of dealer's choice: who has the deal, what they may name, and what they press for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.engine.amounts import whites
from bot.engine.deal import Deal
from bot.engine.game import Game
from bot.engine.options import declared, written
from bot.engine.traits import Variants
from bot.games.catalog import GAMES
from bot.table import buying, lasting, limits, night, picking, rising
from bot.table.names import escaped
from bot.table.open_table import OpenTable
from bot.table.state import LOBBY

from ..controls.components import Control, Menu, Option
from ..controls.control_id import menu_id
from ..controls.table_controls import begin, button, join_button, more_button, my_moves, out_of_chips
from ..words import played
from ..words.game import Words, title_of
from ..words.sentences import Who, times
from .countdown import countdown

USUAL = "usual"
"""In a menu, the usual length."""
PLACES = "It is played for places: when it is over, you pay everybody who is ahead of you, as far as your chips go."
"""The words for every game that has no chips of its own."""


def title(s: OpenTable, tonight: night.Night, word: str, deal: Deal) -> str:
    """What is played, how far it is and of how many deals, and at which night. If a deal that leaves its pot does not
    count, there may be more."""
    number, length = deal.table.state.number + 1, getattr(s.options, s.game.length, None) if s.game.length else None
    point = f" · {whites(s.place_point)} a place point" if s.place_point else ""
    if tonight.until:
        of = f" · the game ends {countdown(s, tonight.until)}" if s.now() < tonight.until else ", the last one"
    else:
        of = f" {left}" if (left := lasting.left(tonight, number, length or 0, s.now())) else ""
    return f"**{title_of(s.game, deal.options)}** · {word} {number}{of}{point} · {escaped(tonight.name)}"


def picked(s: OpenTable, words: Words) -> str:
    """What has been named, for how long and for which stakes, while its first hand is played."""
    told = night.of(s)
    long = lasting.told(told.lasts_now, words.deal)
    if not long and words.game.length:
        long = words.goes_on(s.options)
    parts = [*played.parts(words, s.options, seats=False, length=not words.game.length), long, raised(told)]
    return " · ".join(filter(None, parts))


def raised(told: night.Night) -> str:
    """How far the stakes have risen; nothing if they have not."""
    return f"stakes {rising.told(rising.times(told))}" if told.level else ""


def rises(s: OpenTable) -> list[str]:
    """How far the stakes have risen, and when they rise next; nothing if they never do."""
    told = night.of(s)
    then = rising.next_rise(told, len(night.playing(s)))
    if not told.level:
        return [f"-# The stakes rise {then}."] if then else []
    return [f"-# The stakes are {rising.told(rising.times(told))} of the usual{f'; they rise {then}' if then else ''}."]


def lines(s: OpenTable, who: Who, words: Mapping[str, Words], user: int | None = None) -> list[str]:
    """Who names the next game, until when, and what is dealt if they do not; and who needs chips first."""
    told, who = night.of(s), who.said
    dealer = s.chairs[told.dealer] if told.dealer < len(s.chairs) else None
    mine = dealer is not None and user is not None and dealer.user == user
    name = who(told.dealer)
    then = _then(s, who)
    found: list[str] = []
    if dealer is not None and dealer.automatic:
        found.append(f"**{name}** has the deal and names the next game in a moment.")
    elif told.named and picking.unsuited(s, told.named):
        game = GAMES[told.named]
        names = f"You name **{game.title}**" if mine else f"**{name}** has the deal and names **{game.title}**"
        asks = "who plays it? The others look on." if picking.sizes(s, game) else "too few of you have chips for it."
        found.append(f"{names}: {asks}{then}")
    elif told.named and (kinds := GAMES[told.named].trait(Variants)) is not None:
        found.append(_variant_line(GAMES[told.named], kinds, told.variant, name, then, mine=mine))
    elif told.named:
        game = GAMES[told.named]
        names = f"You name **{game.title}**" if mine else f"**{name}** has the deal and names **{game.title}**"
        tagline = words[game.slug].tagline
        found += [
            f"{names}: for which stakes?{then}",
            f"{game.title}: {tagline}. It goes {_goes(s, words[game.slug])}.",
        ]
        found += [] if game.chips else [PLACES]
        seated = picking.players_of(s, game)
        if look_on := [n for n in night.playing(s) if n not in seated]:
            found.append(f"It is for {len(seated)}: {who.do(look_on, 'looks', 'look')} on.")
        told_of = picking.stakes_told(s, game).items()
        found.append(" · ".join(f"**{stakes.capitalize()}**: {amounts}" for stakes, amounts in told_of))
    else:
        has = ("**You have the deal**: name" if mine else f"**{name}** has the deal and names") + " the next game."
        found.append(f"{has}{then}")
    return [*found, *rises(s), *out_of_chips(s, who)]


def _then(s: OpenTable, who: Who) -> str:
    """Until when more may be named, and what is dealt then."""
    if s.next_at is None:
        return ""
    told, until, now = picking.default(s), f"<t:{s.wall(s.next_at) // 1000}:R>", night.of(s)
    if told is None:
        return f" Time is up {until}."
    game = GAMES[told.slug]
    if told.slug != now.named:
        again = " again" if now.played[-1:] == [told.slug] else ""
        return f" Time is up {until}; then it is {game.title}{again}."
    players = picking.players_of(s, game, told.among)
    what = title_of(game, picking.tonight(s, game, len(players), told.given))
    alone = f" for {who.all(players)}" if told.among else ""
    return f" With no more said, {what} is dealt{alone} at its usual stakes {until}."


def _variant_line(game: Game, kinds: Variants, variant: str, name: str, then: str, *, mine: bool) -> str:
    """What the dealer has named of a game that is many, and what is to be named next."""
    who = "You name" if mine else f"**{name}** has the deal and names"
    if not variant:
        return f"{who} **{game.title}**: which of them?{then}"
    (option,) = (f for f in declared(game.options) if f.name == kinds.option)
    line = option.metadata["lines"].get(variant, "")
    what = f"**{written(option, variant)}**: {line}" if line else f"**{written(option, variant)}**"
    return f"{who} {what}. At which {kinds.how}, and for how long?{then}"


def controls(s: OpenTable, words: Mapping[str, Words], user: int | None = None) -> list[Control]:
    """What may be pressed under the table message between two games of a night, or on the panel of this `user`: there
    only what is theirs to press."""
    told = night.of(s)
    seat = s.seat_of(user) if user is not None else None
    everybody, more = seat is None, more_button(s)
    join = join_button(s) if everybody else []
    poor = buying.broke(s) if seat is None else buying.why_not(s, seat) is None
    chips = [button(s, "rebuy", "Buy chips")] if poor else []
    if s.paused:
        return [button(s, "resume", "Go on", "primary"), *chips, *join, more]
    if s.phase == LOBBY:
        hosts = user is None or everybody or s.hosts(user)
        return [*(begin(s) if hosts else []), *(replace(b, style="success") for b in join), more]
    house_deals = told.dealer < len(s.chairs) and s.chairs[told.dealer].house
    names = not house_deals and (everybody or seat == told.dealer)
    looks = [] if told.named else my_moves(s)
    return [*(_of_dealer(s, words) if names else []), *chips, *join, more, *looks]


def _of_dealer(s: OpenTable, words: Mapping[str, Words]) -> list[Control]:
    """What the dealer presses: the next game; once it is named, who plays it, which variant, and for which stakes."""
    named = night.of(s).named
    if not named:
        return _games(s, words)
    game = GAMES[named]
    if picking.unsuited(s, named):
        return [*_players(s, game), *_another(s)]
    if game.has(Variants):
        return _of_variants(s, game, words[named])
    stakes = picking.stakes_of(game)
    deal = [button(s, "deal", name.capitalize(), "success", f"{game.slug}.{n}") for n, name in enumerate(stakes)]
    return [*deal, button(s, "options", "Options…"), *_another(s), _how_long(s, game, words[named])]


def _games(s: OpenTable, words: Mapping[str, Words]) -> list[Control]:
    """The menu of games: those for everybody who is here, then those that only some of them can play."""
    suited = picking.choices(s)
    if not suited:
        return []
    options = [Option(g.title, g.slug, description=_described(s, words[g.slug])) for g in suited]
    options += [
        Option(g.title, g.slug, description=f"{_for(s, g)}, {_described(s, words[g.slug])}"[:100])
        for g in picking.for_fewer(s)
    ]
    return [Menu(menu_id(s.id, night.of(s).picks, "@game"), "Name the next game", tuple(options[:25]))]


def _described(s: OpenTable, words: Words) -> str:
    """How long a game is, and what it is about, as far as there is room."""
    return f"{_length(s, words)}: {words.tagline}"[:100]


def _goes(s: OpenTable, words: Words) -> str:
    """How long the game goes that is named: as its dealer has said, or as usual."""
    lasts = picking.lasts_of(s, words.game)
    if not lasts or (words.game.length and not lasting.parsed(lasts).minutes):
        return _length(s, words)
    long = lasting.told(lasts, words.deal)
    return f"{long}, and ends with the hand that is played then" if lasting.parsed(lasts).minutes else long


def _length(s: OpenTable, words: Words) -> str:
    """How long a game is tonight with those who would play it."""
    game = words.game
    players = (
        len(picking.players_of(s, game)) if picking.unsuited(s, game.slug) is None else picking.sizes(s, game)[-1] + 1
    )
    return words.length(picking.tonight(s, game, players))


def _for(s: OpenTable, game: Game) -> str:
    """For how many of those who are here a game is, the dealer among them."""
    sizes = [n + 1 for n in picking.sizes(s, game)]
    return f"For {' or '.join(map(str, sizes)) if len(sizes) < 3 else f'{sizes[0]} to {sizes[-1]}'} of you"


def _players(s: OpenTable, game: Game) -> list[Control]:
    """The menu of those with whom the dealer may play."""
    told, sizes = night.of(s), picking.sizes(s, game)
    seats = [n for n in night.playing(s) if n != told.dealer]
    if not sizes:
        return []
    names = s.names
    options = tuple(Option(names[n], s.chairs[n].account) for n in seats)
    return [Menu(menu_id(s.id, told.picks, "@players"), "Who plays it with you?", options, sizes[0], sizes[-1])]


def _another(s: OpenTable) -> list[Control]:
    """The way back to the menu of games, if there are several tonight."""
    return [] if len(limits.games(night.of(s).only)) == 1 else [button(s, "unname", "Another game")]


def _how_long(s: OpenTable, game: Game, words: Words) -> Menu:
    """The menu of how long the game that is named lasts."""
    now = picking.lasts_of(s, game)
    players = len(picking.players_of(s, game))
    listed = [*lasting.LISTED, *([now] if now not in lasting.LISTED else [])]
    usual = "An orbit" if game.length else f"As usual: {words.goes_on(picking.tonight(s, game, players))}"

    def label(lasts: str) -> str:
        told = lasting.told(lasts, words.deal)
        orbit = f" ({times(lasting.hands_of(game, lasts, players), words.deal)})" if lasts == lasting.ORBIT else ""
        return f"{told[:1].upper()}{told[1:]}{orbit}" if told else usual

    options = tuple(
        Option(label(lasts), lasts or USUAL, lasts == now)
        for lasts in listed
        if lasts != lasting.ORBIT or not game.length or now == lasts  # it is the usual length already
    )
    return Menu(menu_id(s.id, night.of(s).picks, "@lasts"), "How long does it last?", options)


def _of_variants(s: OpenTable, game: Game, words: Words) -> list[Control]:
    """Menus of the variants, by family; of the one that is named, how it may be played, and for how long."""
    told, kinds = night.of(s), game.trait(Variants)
    assert kinds is not None, "there are variants"
    another = _another(s)
    (option,) = (f for f in declared(game.options) if f.name == kinds.option)
    lines = option.metadata["lines"]
    if not told.variant:
        found: list[Control] = []
        for family, names in picking.variants_of(s, game).items():
            each = tuple(Option(written(option, v), v, description=lines.get(v, "")[:100]) for v in names)
            found.append(Menu(menu_id(s.id, told.picks, "@variant", family), f"{family.capitalize()} games", each))
        return [*found, *another]
    found = []
    usual, *others = picking.ways(game, told.variant)
    one, more = lasting.told("1 hands", words.deal), lasting.told(picking.lasts_of(s, game), words.deal) or "an orbit"
    for once, long in ((True, one), *([(False, more)] if more != one else [])):
        for way in (usual, *others):
            style = "secondary" if way != usual else "success" if once else "primary"
            label = f"{way.capitalize()} {kinds.how}, {long}" if way != "auto" else long.capitalize()
            arg = f"{game.slug}.{told.variant}.{way}.{int(once)}"
            found.append(button(s, "deal", label, style, arg))
    more = [button(s, "options", "Options…"), button(s, "variant", "Another variant"), *another]
    return [*found, *more, _how_long(s, game, words)]
