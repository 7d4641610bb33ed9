"""What a night of dealer's choice shows between its games: who has the deal, what they may name, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.engine.amounts import signed, whites
from bot.engine.game import Game
from bot.engine.options import declared, written
from bot.engine.traits import Variants
from bot.engine.view import View
from bot.games.catalog import GAMES
from bot.store import Night as Record
from bot.table import buying, money, night, picking
from bot.table.names import escaped
from bot.table.open_table import OpenTable
from bot.table.settlement import Payment
from bot.table.state import CLOSED, LOBBY, PICK
from card_art import scene as art

from ..controls.components import Button, Control, Menu, Option, Rows, in_rows
from ..controls.control_id import button_id, menu_id
from ..controls.table_controls import begin, button, join_button, more_button, out_of_chips
from ..words.game import Words, title_of
from ..words.sentences import Who, times
from .alt import Picture, alt
from .snapshot import MessageContent

PLACES = "It is played for places: when it is over, you pay everybody who is ahead of you, as far as your chips go."
"""The words for every game that has no chips of its own."""

DESK = "night"
"""In the table's place of the ids of the buttons under an announcement."""


def announcement(record: Record, place: int | None) -> tuple[str, Rows]:
    """What the message says that announces a night, and what can be pressed there; `place` is where it is played, once
    it has begun."""
    name, at, coming = f"**{escaped(record.name)}**", record.starts // 1000, record.coming
    people = ", ".join(f"<@{user}>" for user in coming)
    who = [f"**In** ({len(coming)}): {people}"] if coming else []
    if record.status != "announced":
        stands = {
            "running": f"is on, in <#{place}>: press **Join** on its table.", "over": f"is over; it was in <#{place}>.",
            "cancelled": "is called off.",
        }  # fmt: skip
        return "\n".join([f"{name} {stands[record.status]}", *who]), ()
    chips = f"a buy-in of {whites(record.terms['buy_in'])} play chips"
    lines = [
        f"{name} begins <t:{at}:F> (<t:{at}:R>), with {chips}.",
        f"<@{record.host}> begins it with `/night start`, here; friends then press **Join**.",
        *who,
        "-# Press **I'm in**, and you are told when it begins. Pressing again takes it back.",
    ]
    return "\n".join(lines), ((Button(button_id(DESK, 0, "@in", record.id), "I'm in", "success"),),)


def title(s: OpenTable, tonight: night.Night, deal: str, seen: View) -> str:
    """What is played, how far it is and of how many deals, and at which night. If a deal that leaves its pot does not
    count, there may be more."""
    number, length = seen.number + 1, getattr(s.options, s.game.length, None) if s.game.length else None
    point = f" · {whites(s.place_point)} a place point" if s.place_point else ""
    of = f" of {length}" if length and number <= length else ""
    return f"**{title_of(s.game, seen.options)}** · {deal} {number}{of}{point} · {escaped(tonight.name)}"


def content(
    s: OpenTable, who: Who, words: Mapping[str, Words], user: int | None, queue: str, seal: str
) -> MessageContent:
    """The table message while no game of the night is to be seen, or what `user` sees of it alone; with the line of who
    waits for a seat, or that of the last seal."""
    if s.phase == CLOSED:
        return _over(s, who, seal)
    told = night.of(s)
    picking_now = s.phase == PICK
    dealer = told.dealer if picking_now else None
    seats = tuple(
        art.Seat(
            name=who(n), line="press Join" if chair.empty else f"{whites(money.stack_of(s, n))} chips",
            tags=(*(["TO PICK"] if n == dealer else []), *(t for t in who.tags[n] if t != "EMPTY")),
            active=n == dealer, dealer=n == dealer, dim=chair.empty, number=n,
            face=who.avatar(n),
        )
        for n, chair in enumerate(s.chairs)
    )  # fmt: skip
    note = f"{who(told.dealer):names} the game" if picking_now else f"{len(s.taken)} seated"
    scene = art.Scene(
        title=told.name, subtitle="Dealer's choice", seats=seats or (art.Seat(name="Empty chair", dim=True),),
        centre=(art.Note(note),), foot_left=(f"buy-in {whites(told.buy_in)}", _rebuys(told)), corner=("♣ ♦ ♥ ♠",),
        style=who.style,
    )  # fmt: skip
    text = [f"**{escaped(told.name)}** · dealer's choice"]
    if s.phase == LOBBY:
        text[0] += ": the deal goes round, and the dealer names the next game"
        text.append(f"Buy-in {whites(told.buy_in)} play chips for the whole night · hosted by <@{s.host}>")
    if s.paused:
        text.append(f"⏸ {s.paused}")
    elif picking_now:
        text += lines(s, who, words, user)
    else:
        enough = len(s.taken) >= s.seats.start
        text.append("Press **Start** when all are here; latecomers may join between two games." if enough else
                    "Friends press **Join**; **Play now** begins at once, with house players.")  # fmt: skip
    text += [line for line in (s.notice, queue) if line]
    return MessageContent("\n".join(text), scene, alt(scene), in_rows(controls(s, words, user)))


def _rebuys(told: night.Night) -> str:
    return f"{told.rebuys} rebuy{'' if told.rebuys == 1 else 's'}" if told.rebuys else "no rebuys"


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
        found.append(f"{names}: who plays it? The others look on.{then}")
    elif told.named and (kinds := GAMES[told.named].trait(Variants)) is not None:
        found.append(_variant_line(GAMES[told.named], kinds, told.variant, name, then, mine=mine))
    elif told.named:
        game = GAMES[told.named]
        names = f"You name **{game.title}**" if mine else f"**{name}** has the deal and names **{game.title}**"
        tagline = words[game.slug].tagline
        found += [
            f"{names}: for which stakes?{then}",
            f"{game.title}: {tagline}. It goes {_length(s, words[game.slug])}.",
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
    return [*found, *out_of_chips(s, who)]


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
        hosts = everybody or user == s.host
        return [*(begin(s) if hosts else []), *(replace(b, style="success") for b in join), more]
    house_deals = told.dealer < len(s.chairs) and s.chairs[told.dealer].house
    names = not house_deals and (everybody or seat == told.dealer)
    return [*(_of_dealer(s, words) if names else []), *chips, *join, more]


def _of_dealer(s: OpenTable, words: Mapping[str, Words]) -> list[Control]:
    """What the dealer presses: the next game; once it is named, who plays it, which variant, and for which stakes."""
    named = night.of(s).named
    if not named:
        return _games(s, words)
    game = GAMES[named]
    if picking.unsuited(s, named):
        return [*_players(s, game), button(s, "unname", "Another game")]
    if game.has(Variants):
        return _of_variants(s, game)
    stakes = picking.stakes_of(game)
    deal = [button(s, "deal", name.capitalize(), "success", f"{game.slug}.{n}") for n, name in enumerate(stakes)]
    return [*deal, button(s, "options", "Options…"), button(s, "unname", "Another game")]


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
    options = tuple(Option(s.chairs[n].name, s.chairs[n].account) for n in seats)
    return [Menu(menu_id(s.id, told.picks, "@players"), "Who plays it with you?", options, sizes[0], sizes[-1])]


def _of_variants(s: OpenTable, game: Game) -> list[Control]:
    """Menus of the variants, by family; of the one that is named, how it may be played, and for how long."""
    told, kinds = night.of(s), game.trait(Variants)
    assert kinds is not None, "there are variants"
    another = button(s, "unname", "Another game")
    (option,) = (f for f in declared(game.options) if f.name == kinds.option)
    lines = option.metadata["lines"]
    if not told.variant:
        found: list[Control] = []
        for family, names in picking.variants(game, len(picking.players_of(s, game))).items():
            each = tuple(Option(written(option, v), v, description=lines.get(v, "")[:100]) for v in names)
            found.append(Menu(menu_id(s.id, told.picks, "@variant", family), f"{family.capitalize()} games", each))
        return [*found, another]
    found = []
    usual, *others = picking.ways(game, told.variant)
    for once, long in ((True, "one hand"), (False, "an orbit")):
        for way in (usual, *others):
            style = "secondary" if way != usual else "success" if once else "primary"
            label = f"{way.capitalize()} {kinds.how}, {long}" if way != "auto" else long.capitalize()
            arg = f"{game.slug}.{told.variant}.{way}.{int(once)}"
            found.append(button(s, "deal", label, style, arg))
    return [*found, button(s, "options", "Options…"), button(s, "variant", "Another variant"), another]


def _over(s: OpenTable, who: Who, seal: str) -> MessageContent:
    """How the night has ended, once and for all."""
    picture = evening(s, who)
    text = [f"**{escaped(night.of(s).name)}** is over.", *settlement_lines(s), f"-# {night.CHIPS_ONLY}", seal]
    return MessageContent("\n".join(line for line in text if line), picture, alt(picture))


def settled_now(s: OpenTable) -> str:
    """Who would owe whom if the night ended now; in the middle of a hand, if it had ended before that."""
    when = "a hand is on; had it ended before it:" if s.deal is not None else "if it ended now:"
    free = "-# Chips are play chips: nobody owes anybody anything."
    return "\n".join([f"**{escaped(night.of(s).name)}** · {when}", *settlement_lines(s), free])


def standings_now(s: OpenTable) -> str:
    """How everybody stands, and the house; in the middle of a hand, how they stood before it."""
    when = "a hand is on; how it stood before it:" if s.deal is not None else "how it stands:"
    found = night.with_one_house(night.nets(s, before_hand=True))
    return "\n".join(
        [f"**{escaped(night.of(s).name)}** · {when}", *(f"{escaped(n.name)}: {signed(n.amount)}" for n in found)]
    )


def settlement_lines(s: OpenTable) -> list[str]:
    """Who would pay whom, a line each; and what is the house's, and nobody's yet, in a line each. In the middle of a
    hand it is as before it."""
    found = night.nets(s, before_hand=True)
    names, paid = {net.account: escaped(net.name) for net in found}, night.settled(found)
    lines = [f"{names[p.source]} → {names[p.to]}: {whites(p.amount)}" for p in night.among_people(paid)]
    lines += [_with_house(names, paid)] if any(night.HOUSE in p for p in paid) else []
    if lies := sum(p.amount * (1 if p.to == night.POT else -1) for p in paid if night.POT in p):
        lines.append(f"In the pot lie {whites(lies)}, which are nobody's yet.")
    return lines or ["Everybody is even."]


def _with_house(names: Mapping[str, str], paid: Sequence[Payment]) -> str:
    """The line of the house: from whom it has won, and who has won from it."""
    won = [f"{whites(p.amount)} from {names.get(p.source, 'the pot')}" for p in paid if p.to == night.HOUSE]
    lost = [f"{whites(p.amount)} to {names.get(p.to, 'the pot')}" for p in paid if p.source == night.HOUSE]
    said = [f"wins {' and '.join(won)}"] if won else []
    said += [f"loses {' and '.join(lost)}"] if lost else []
    return f"The house {', and '.join(said)}."


def evening(s: OpenTable, who: Who) -> Picture:
    """The course of the night so far, how everybody stands, and what there was to remember."""
    told = night.of(s)
    found = night.nets(s, before_hand=True)
    people = [net for net in found if not night.of_house(net.account)]
    came = [*told.parties]  # who came first has the first colour, all night
    rows = tuple(
        art.Standing(net.name, net.amount, line, came.index(net.account))
        for net, line in zip(people, _lines_of(s, people), strict=True)
    )
    house = sum(net.amount for net in found if night.of_house(net.account))
    names = {net.account: net.name for net in people}
    paid = tuple((names[p.source], names[p.to], p.amount) for p in night.among_people(night.settled(found)))
    remembered = []
    if told.pot is not None:
        remembered.append(f"Biggest pot: {whites(told.pot.worth[0])} to {told.pot.who}, {told.pot.game}")
    if told.hand is not None:
        remembered.append(f"Best hand: {told.hand.who}, {told.hand.text}, {told.hand.game}")
    games = f"{times(len(told.played), 'game')} · {times(told.deals, 'hand')}"
    if house:
        remembered.append(f"The house {'wins' if house > 0 else 'loses'} {whites(abs(house))}")
    return art.Evening(told.name, games, rows, paid, tuple(remembered), over=s.phase == CLOSED, style=who.style)


def _lines_of(s: OpenTable, people: Sequence[night.Net]) -> list[tuple[int, ...]]:
    """How each of them stood after each deal, nothing before they came; and now, where chips have moved since."""
    lines = [tuple(point.nets.get(net.account, 0) for point in s.course) for net in people]
    if s.course and any(line[-1] != net.amount for line, net in zip(lines, people, strict=True)):
        return [(*line, net.amount) for line, net in zip(lines, people, strict=True)]
    return lines
