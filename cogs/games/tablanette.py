"""Tablanette on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.cards import JACK, Card
from bot.engine.facts import HAND, STOCK
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.games import tablanette as g
from bot.games.tablanette import TablanetteView, captures
from bot.games.tablanette.facts import BONUS, DEAL, LAST, TABLE, TAKEN
from bot.house import tablanette as house
from bot.show.words.game import Words
from bot.show.words.layout import NO_FOOT, Layout, Outcome, seat_scene, turned
from bot.show.words.sentences import Who, begun, card_text, cards_text, times
from bot.show.words.verbs import Verb
from card_art import scene as art
from card_art.boards.tablanette import LETTERS, Player, TablanetteTable

_NOTES = 4
"""How many lines fit beside a hand."""
_SEEN = 200
"""How many ways to take are looked through at most."""
_STANDS = (g.Took, g.Swept, g.LastCards)
"""What stands marked for a moment."""


# ---- the table -----------------------------------------------------------------------------------


def layout(view: TablanetteView, who: Who) -> Layout:
    """The table cards, with what is taken, or what the viewer would take, in groups."""
    first, second = (_player(view, who, seat) for seat in turned(view, who))
    played, groups, stamp = _marked(view)
    if not groups and (parts := view.facts.get("draft")):
        groups = drafted(view, parts)
    stock = view.size(STOCK)
    return Layout(
        subtitle=f"Deal {view.fact(DEAL, 1)} of {g.DEALS} · {f'stock {stock}' if stock else 'no stock'}",
        foot=NO_FOOT if view.hand else None, seats=(),
        board=TablanetteTable(
            (first, second), view.faces(TABLE), groups=groups, played=played, stamp=stamp, low=bool(view.hand)
        ),
    )  # fmt: skip


def _player(view: TablanetteView, who: Who, seat: Seat) -> Player:
    line = f"{times(view.scores[seat], 'point')} · {times(view.size(HAND.of(seat)), 'card')}"
    bonus = view.fact(BONUS, (0, 0))[seat]
    made = seat_scene(view, who, seat, line, asks="take or lay" if view.size(TABLE) else "lay a card")
    taking = view.last(*_STANDS) if view.moment else None
    if taking is not None and taking.seat == seat:
        made = replace(made, tags=("TAKES", *made.tags))
    elif taking is None and view.fact(LAST, None) == seat:
        made = replace(made, tags=(*made.tags, "TOOK LAST"))
    return Player(made, view.size(TAKEN.of(seat)), bonus)


def _marked(view: TablanetteView) -> tuple[Card | None, g.Groups, art.Stamp | None]:
    """While a capture stands: the card that takes, the groups, and a stamp."""
    match view.last(*_STANDS) if view.moment else None:
        case g.Took() as e:
            taken = sum(map(len, e.groups))
            plain = art.Stamp(f"TAKES {taken}", "ivory")
            return e.card, e.groups, art.Stamp(f"TABLANETTE +{e.bonus}", "gold") if e.tablanette else plain
        case g.Swept() as e:
            return e.card, (e.cards,), art.Stamp(f"JACK TAKES {len(e.cards)}", "ivory")
        case g.LastCards() as e:
            return None, (e.cards,), art.Stamp(f"THE LAST {len(e.cards)}", "ivory")
        case _:
            return None, (), None


def drafted(view: TablanetteView, parts: Sequence[Card]) -> g.Groups:
    """What somebody has chosen so far, in groups; the last may be begun only."""
    played, *taken = parts
    if played.rank == JACK:
        return (view.faces(TABLE),) if view.faces(TABLE) else ()
    for n in range(len(taken), -1, -1):
        found = captures.in_groups(taken[:n], played.rank, view.options.largest) if n else (0, ())
        if found is not None:
            return (*found[1], *([tuple(taken[n:])] if taken[n:] else []))
    return ()


# ---- the result ----------------------------------------------------------------------------------


def outcome(view: TablanetteView, before: State, who: Who) -> Outcome:
    """What counts in each pile, and what that and the tablanettes have brought."""
    scored = view.last(g.HandScored)
    if scored is None:
        return Outcome()
    sheets = scored.sheets
    champions = view.ended("W")
    best = max(each.whole for each in sheets)
    won = champions or [seat for seat, each in enumerate(sheets) if each.whole == best]
    if champions:
        banner = f"{who.wins(champions)} the match, {max(view.scores)} to {min(view.scores)}!"
    elif len(won) > 1:
        banner = f"Both score {best}"
    else:
        banner = begun(f"{who(won[0]):scores} {best}")
    return Outcome(
        hands={s: [art.ResultHand(e.scoring, total=str(e.points), beneath="for cards")] for s, e in enumerate(sheets)},
        told={seat: _sheet(each) for seat, each in enumerate(sheets)},
        change=lambda s: f"+{sheets[s].whole}", total=lambda s: times(view.scores[s], "point"),
        order=sorted(view.players, key=lambda s: (-view.scores[s], s)), won=won, banner=banner,
        stage=f"to {view.options.target}",
    )  # fmt: skip


def _sheet(sheet: g.Sheet) -> tuple[str, str]:
    """Two lines: the cards, and what tablanettes have brought."""
    majority = f": +{sheet.majority}" if sheet.majority else ""
    return f"{times(sheet.cards, 'card')}{majority}", f"bonus: +{sheet.bonus}" if sheet.bonus else "no bonus"


# ---- words ---------------------------------------------------------------------------------------


def in_order(view: TablanetteView, c: Card) -> tuple[int, str]:
    return c.rank, c.suit


def notes(view: TablanetteView) -> list[str]:
    """What is chosen so far; otherwise the most that each card in hand could take."""
    if not view.hand or (view.moment and view.last(*_STANDS)):
        return []  # what is being taken lies there still
    if parts := view.facts.get("draft"):
        return _legend(view, parts)
    table = view.faces(TABLE)
    told: list[tuple[int, str]] = []
    for c in sorted(view.hand, key=lambda c: in_order(view, c)):
        if c.rank == JACK and table:
            told.append((len(table), f"{card_text(c)} sweeps the table"))
        elif most := _most(view, c):
            whole = ": Tablanette!" if most == len(table) else ""
            told.append((most, f"{card_text(c)} could take {most}{whole}"))
    return [line for _, line in sorted(told, key=lambda each: -each[0])][:_NOTES]


def _most(view: TablanetteView, c: Card) -> int:
    """The most cards that a card could take, as far as one sees that at once."""
    table, largest = captures.ordered(each.rank for each in view.faces(TABLE)), view.options.largest
    totals = captures.totals(c.rank)
    if any(captures.split(table, total, largest) for total in totals):
        return len(table)
    return max((len(taken) for t in totals for taken in captures.takes(table, t, largest, _SEEN)), default=0)


def _legend(view: TablanetteView, parts: Sequence[Card]) -> list[str]:
    """The groups with their letters."""
    played, *taken = parts
    groups = [*drafted(view, parts)]
    if played.rank == JACK:
        return [f"{card_text(played)} sweeps the table" if groups else f"{card_text(played)} takes nothing"]
    if not taken:
        most = _most(view, played)
        return [f"{card_text(played)} could take {most}" if most else f"{card_text(played)} takes nothing"]
    lines = [f"{LETTERS[n % 26]}  {_sum(group)}" if len(groups) > 1 else _sum(group) for n, group in enumerate(groups)]
    if captures.in_groups(groups[-1], played.rank, view.options.largest) is None:
        lines[-1] += " + …"
    return [f"{card_text(played)} takes {len(taken)}", *lines] if len(lines) < _NOTES else lines[-_NOTES:]


def _sum(group: Sequence[Card]) -> str:
    return " + ".join(map(card_text, group))


def _took(e: g.Took, who: Who) -> str:
    groups = ", ".join(map(_sum, e.groups))
    said = f"{who(e.seat):takes} {groups} with {card_text(e.card)}"
    return begun(f"{said}: **Tablanette!** +{e.bonus}." if e.tablanette else f"{said}.")


def _last(e: g.LastCards, who: Who) -> str:
    return begun(f"{who(e.seat):has} taken last and {who(e.seat):/gets} the rest: {cards_text(e.cards)}.")


def _scored(e: g.HandScored, who: Who) -> str:
    return " ".join(
        begun(f"{who(seat):scores} **{each.whole}**, {each.total} now.") for seat, each in enumerate(e.sheets)
    )


def _brings(why: house.Brings, who: Who) -> str:
    if why.points:
        now = f"{times(why.points, 'point')} now"
    else:
        now = "more cards for the majority" if why.cards else "nothing better is to be had"
    return (
        f"{now}, and the other can expect {f'{why.answer:.1f}' if why.answer >= 0.05 else 'nothing'} of what it leaves"
    )


def _to_the_end(why: house.ToTheEnd, who: Who) -> str:
    if not why.points:
        return "played out to the end, neither gains on the other"
    gains = "you gain" if why.points > 0 else "the other gains only"
    return f"played out to the end, {gains} {times(abs(why.points), 'point')}"


WORDS = Words(
    game=g.TABLANETTE,
    tagline="two players take table cards by sums, and score for clearing the table",
    moods=("tricks", "counting"),
    minutes=(4, 6),
    lasts=lambda options: f"to {options.target} points",
    sample_move_count=5,
    slash_options=("target", "capturing_card", "tablanette_bonus"),
    rules=(
        "Play a card: it takes table cards of its value, singly or in sums. One that takes nothing is laid down.",
        "Kings are 14, queens 13, aces 1 or 11, jacks 0. Take as many sums as you like at once, each of three table "
        "cards at most. The card that takes stays on the table.",
        "Taking all that lies there makes a Tablanette: twice the value of the card played, which goes along. A "
        "jack sweeps the whole table, without a bonus.",
        "Four deals of six cards make a hand; what is left goes to the last to take. 10♦ counts 2, every other ten, "
        "jack, queen and king 1, 2♣ 1, and more than 27 cards 3.",
    ),
    verbs={g.Play: Verb("Play", "success", ask="Choose a card, and what it takes.", also=("lay", "take"))},
    reasons={house.Brings: _brings, house.ToTheEnd: _to_the_end},
    events={
        g.Took: _took,
        g.LastCards: _last,
        g.HandScored: _scored,
    },
    told_by_picture=(g.LastCards, g.NobodyTook, g.HandScored),
    layout=layout,
    outcome=outcome,
    notes=notes,
    seat_note=lambda view, seat: times(view.size(TAKEN.of(seat)), "card") + " taken",
    order=in_order,
    counts={
        "tablanettes": "{total:tablanette}",
        "hands": "{total:hand}",
        "best hand": "best hand {best}",
    },
)  # fmt: skip
