"""What a night of dealer's choice shows between its games: who has the deal, what they may name, and how it ended."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.amounts import whites
from bot.games.catalog import GAMES
from card_art import scene as art

from . import lobby, money, night, picking
from .alt import Picture, alt
from .controls import Button, ButtonStyle, Control, Menu, Option, button_id, in_rows, menu_id
from .phases import CLOSED, LOBBY, PICK
from .session import Session
from .snapshot import Face
from .words import Who

CHIPS_ONLY = "Chips are play chips: nobody owes anybody anything, and all of them are back in the bank."


def face(s: Session, who: Who) -> Face:
    """The table message while no game of the night is to be seen."""
    if s.phase == CLOSED:
        return _over(s, who)
    told = night.of(s)
    picking_now = s.phase == PICK
    dealer = told.dealer if picking_now else None
    seats = tuple(
        art.Seat(
            name=who(n), line="press Join" if chair.empty else f"{whites(money.stack_of(s, n))} chips",
            tags=(*(["TO PICK"] if n == dealer else []), *(t for t in who.tags[n] if t != "EMPTY")),
            active=n == dealer, dealer=n == dealer, dim=chair.empty, number=n,
        )
        for n, chair in enumerate(s.chairs)
    )  # fmt: skip
    note = f"{who(told.dealer)} names the game" if picking_now else f"{len(s.taken)} seated"
    scene = art.Scene(
        title=told.name, subtitle="Dealer's choice", seats=seats or (art.Seat(name="Empty chair", dim=True),),
        centre=(art.Note(note),), foot_left=(f"buy-in {whites(told.buy_in)}", _rebuys(told)), corner=("♣ ♦ ♥ ♠",),
        style=who.style,
    )  # fmt: skip
    text = [f"**{told.name}** · the deal goes round, and the dealer names the next game"]
    if s.phase == LOBBY:
        text.append(f"Buy-in {whites(told.buy_in)} play chips for the whole night · hosted by <@{s.host}>")
    if s.paused:
        text.append(f"⏸ {s.paused}")
    elif picking_now:
        text += lines(s, who)
    else:
        enough = len(s.taken) >= s.seats.start
        text.append("Press **Start** when all are here; latecomers may join between two games." if enough else
                    "Friends press **Join**; house players fill the rest.")  # fmt: skip
    text += [line for line in (s.notice,) if line]
    return Face("\n".join(text), scene, alt(scene), in_rows(controls(s)))


def _rebuys(told: night.Night) -> str:
    return f"{told.rebuys} rebuy{'' if told.rebuys == 1 else 's'}" if told.rebuys else "no rebuys"


def lines(s: Session, who: Who) -> list[str]:
    """Who names the next game, and until when."""
    told = night.of(s)
    by = f" <t:{s.wall(s.next_at) // 1000}:R>" if s.next_at is not None else ""
    if told.named:
        return [f"**{who(told.dealer)}** has the deal and names **{GAMES[told.named].title}**: for which stakes?{by}"]
    default = f"; if not, it is {GAMES[told.played[-1]].title} again" if told.played else ""
    return [f"**{who(told.dealer)}** has the deal and names the next game{default}{by}."]


def controls(s: Session) -> list[Control]:
    """What may be pressed under the table message between two games of a night."""

    def button(verb: str, label: str, style: ButtonStyle = "secondary", arg: str = "") -> Button:
        return Button(button_id(s.id, told.picks, f"@{verb}", arg), label, style)

    told = night.of(s)
    room = len(s.taken) < s.seats[-1]
    join = button("join", "Join" if lobby.free_chair(s) is not None else "Queue up")
    house = [button("house", "Add a house player")] if room else []
    if s.paused:
        return [button("resume", "Go on", "primary"), join, button("leave", "Leave")]
    if s.phase == LOBBY:
        enough = len(s.taken) >= s.seats.start
        start = button("start", "Start", "primary" if enough else "secondary")
        return [replace(join, style="success") if room else join, *house, start, button("leave", "Leave")]
    others: list[Control] = [join, *house, button("leave", "Leave"), button("end", "End the night")]
    if told.named:
        game = GAMES[told.named]
        stakes = picking.stakes_of(game)
        deal = [button("deal", name.capitalize(), "success", f"{game.slug}.{n}") for n, name in enumerate(stakes)]
        return [*deal, button("options", "Options…"), button("unname", "Another game"), *others]
    suited = picking.choices(s)
    if not suited:
        return others
    options = tuple(Option(game.title, game.slug) for game in suited[:25])
    return [Menu(menu_id(s.id, told.picks, "@game"), "Name the next game", options), *others]


def _over(s: Session, who: Who) -> Face:
    """How the night has ended, once and for all."""
    picture = evening(s, who)
    text = [f"**{night.of(s).name}** is over.", *settlement_lines(s), f"-# {CHIPS_ONLY}"]
    return Face("\n".join(text), picture, alt(picture))


def settlement_lines(s: Session) -> list[str]:
    """Who would pay whom, a line each."""
    found = night.nets(s)
    names = {net.account: net.name for net in found} | {night.POT: "the pot"}
    paid = [f"{names[p.source]} → {names[p.to]}: {whites(p.amount)}" for p in night.settled(found)]
    return paid or ["Everybody is even."]


def evening(s: Session, who: Who) -> Picture:
    """The course of the night so far, how everybody stands, and what there was to remember."""
    told = night.of(s)
    found = night.nets(s)
    people = [net for net in found if net.account != night.HOUSE]
    came = [*told.parties]  # who came first has the first colour, all night
    rows = tuple(
        art.Standing(net.name, net.amount, _lines_of(s, net.account), came.index(net.account)) for net in people
    )
    house = next((net.amount for net in found if net.account == night.HOUSE), 0)
    names = {net.account: net.name for net in found} | {night.POT: "the pot"}
    paid = tuple((names[p.source], names[p.to], p.amount) for p in night.settled(found))
    remembered = []
    if told.pot is not None:
        remembered.append(f"Biggest pot: {whites(told.pot.worth[0])} to {told.pot.who}, {told.pot.game}")
    if told.hand is not None:
        remembered.append(f"Best hand: {told.hand.who}, {told.hand.text}, {told.hand.game}")
    games = f"{len(told.played)} game{'' if len(told.played) == 1 else 's'} · {told.deals} hands"
    if house:
        remembered.append(f"The house {'wins' if house > 0 else 'loses'} {whites(abs(house))}")
    return art.Evening(told.name, games, rows, paid, tuple(remembered), over=s.phase == CLOSED, style=who.style)


def _lines_of(s: Session, account: str) -> tuple[int, ...]:
    """How somebody stood after each deal; nothing before they came."""
    return tuple(point.nets.get(account, 0) for point in s.course)
