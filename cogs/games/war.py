"""War on Discord: its words, and how its battles lie."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.cards import Card
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.games import war as g
from bot.games.war import BATTLE, LAID, LEFT, PILE, TURNS_AHEAD, WarView
from bot.show.words.ending import Ending, Moment, Recalled, Within
from bot.show.words.game import Words, nobody_holds
from bot.show.words.layout import NO_FOOT, Layout, Outcome, seat_scene, turned
from bot.show.words.sentences import Who, card_text, cards_text, group_text, times
from bot.show.words.verbs import Command, Verb
from card_art import scene as art
from card_art.boards.war import Side, WarCourse, WarTable

_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_AHEAD = {"war": "to next war", "end": "to the end"}
_BUTTONS = {"ten": "Auto ×10", "war": "To next war", "end": "To the end"}


# ---- the table -----------------------------------------------------------------------------------


def layout(view: WarView, who: Who) -> Layout:
    """Both rows of cards: the viewer's own below."""
    lying: g.Lying = view.fact(BATTLE, g.Lying(0))
    on = bool(lying.number) and lying.winner is None
    order = turned(view, who)[::-1]
    sides = tuple(_side(view, who, seat) for seat in order)
    board = WarTable(
        sides=(sides[0], sides[1]), winner=order.index(lying.winner) if lying.winner is not None else None,
        coming=_coming(view, order) if on else None, stamp=_stamp(lying),
        note="" if lying.number else "26 cards each, face down" if view.size(PILE.of(0)) else "Before the deal",
    )  # fmt: skip
    table = sum(side.laid for side in sides)
    said = [f"Battle {lying.number}" if lying.number else "Before the first battle"]
    if match := _match(view):
        said.insert(0, f"Games {match}")
    if table > 2:
        said.append(f"{table} on the table" if match else f"{table} cards on the table")
    title, subtitle = "War!" if on else "", " · ".join(said)
    return Layout(title=title, subtitle=subtitle, foot=NO_FOOT, seats=(), board=board, moved=False)


def _match(view: WarView) -> str:
    """How a match of several games stands; nothing if one decides it."""
    won = view.carried.games if view.carried else (0, 0)
    return f"{won[0]}:{won[1]} of {view.options.wins}" if view.options.wins > 1 else ""


def _side(view: WarView, who: Who, seat: Seat) -> Side:
    asked = view.fact(TURNS_AHEAD, ("", ""))[seat]
    left = view.fact(LEFT)[seat] if asked == "ten" else 0
    said = f"×{left}" if left > 1 else _AHEAD.get(asked, "")
    plate = seat_scene(view, who, seat, "", hand=False, asks="turn a card")
    return Side(plate, view.size(PILE.of(seat)), _rounds(view.pile(LAID.of(seat))), said)


def _rounds(laid: Sequence[Card | None]) -> tuple[tuple[int, Card], ...]:
    """The turned cards, each with how many lie face down before it."""
    rounds: list[tuple[int, Card]] = []
    down = 0
    for c in laid:
        if c is None:
            down += 1
        else:
            rounds.append((down, c))
            down = 0
    return tuple(rounds)


def _cards_of(view: WarView, seat: Seat) -> int:
    """Somebody's pile, and what lies there if they have won it."""
    lying: g.Lying = view.fact(BATTLE, g.Lying(0))
    won = sum(view.size(LAID.of(p)) for p in view.players) if lying.winner == seat else 0
    return view.size(PILE.of(seat)) + won


def _coming(view: WarView, order: Sequence[Seat]) -> tuple[int, int] | None:
    """How many cards each lays face down in the war that is on."""
    begun = view.last(g.WarBegins)
    if begun is None or not begun.down:
        return None
    upper, lower = (begun.down[seat] for seat in order)
    return upper, lower


def _stamp(lying: g.Lying) -> art.Stamp | None:
    if not lying.ties:
        return None
    return art.Stamp("WAR" if lying.ties == 1 else f"WAR ×{lying.ties}", "crimson")


# ---- the result ----------------------------------------------------------------------------------


def outcome(view: WarView, before: State, who: Who) -> Outcome:
    """Who has how many cards, the last battle, and how it came about."""
    over = view.last(g.GameOver)
    plates = tuple(seat_scene(view, who, seat, "", hand=False) for seat in (0, 1))
    boards = ()
    if over is not None and over.course[-1][0]:
        wars = tuple((war.battle, war.seat, f"{war.taken} cards") for war in over.largest)
        on = ((over.battles, over.course[-1][1]),) if over.course[-1][0] < over.battles else ()  # broken off in a war
        boards = (("", WarCourse((plates[0], plates[1]), (*over.course, *on), wars)),)
    return Outcome(
        hands=_last_cards(view), told={s: _battles_won(view, s) for s in view.players},
        stamps={s: art.Stamp("WIN", "gold") for s in over.winners} if over else {},
        total=lambda s: _total(view, over, s), order=_order(view, over),
        won=view.ended("W") or (over.winners if over else ()), banner=_banner(view, over, who),
        note=_figures(over) if over else "", stage=_match(view), boards=boards,
    )  # fmt: skip


def _order(view: WarView, over: g.GameOver | None) -> list[Seat]:
    return sorted(view.players, key=lambda s: (over is None or s not in over.winners, s))


def _total(view: WarView, over: g.GameOver | None, seat: Seat) -> str:
    cards = times(view.size(PILE.of(seat)), "card")
    return f"{cards} · {times(over.games[seat], 'game')}" if over and view.options.wins > 1 else cards


def _last_cards(view: WarView) -> dict[Seat, list[art.ResultHand]]:
    """What lay there last."""
    last = view.last(g.Beats, g.WarWon, g.WarBegins)
    match last:
        case g.Beats() | g.WarWon():
            cards = {last.seat: last.card, 1 - last.seat: last.other}
        case g.WarBegins():
            cards = dict(enumerate(last.cards))
        case _:
            return {}
    return {s: [art.ResultHand((c,), dim=not isinstance(last, g.WarBegins) and s != last.seat)]
            for s, c in cards.items()}  # fmt: skip


def _battles_won(view: WarView, seat: Seat) -> tuple[str, ...]:
    wars = len(view.events_of(g.WarWon, seat=seat))
    plain = len(view.events_of(g.Beats, seat=seat)) + sum(e.won[seat] for e in view.events_of(g.Sped))
    return times(plain + wars, "battle") + " won", times(wars, "war") + " won" if wars else ""


def _figures(over: g.GameOver) -> str:
    longest = f", the longest with {over.longest} ties" if over.longest > 1 else ""
    return f"{times(over.battles, 'battle')}, {times(over.wars, 'war')}{longest}"


def _banner(view: WarView, over: g.GameOver | None, who: Who) -> str | None:
    if over is None:
        return None
    if view.standings is not None and view.options.wins > 1:
        best = view.ended("W")
        return f"{who(best[0]):wins} the match {max(over.games)} to {min(over.games)}!" if best else "A drawn match"
    if not over.winners:
        return "A draw"
    how = {"all": "with all the cards", "cap": "with the larger pile"}.get(over.how, "the game")
    return f"{who(over.winners[0]):wins} {how}!"


# ---- words ---------------------------------------------------------------------------------------


def _wants(e: g.WantsAhead, who: Who) -> str:
    if e.along:
        return f"{who(e.seat):goes} along."
    far = {"ten": "ten battles", "war": "to the next war", "end": "to the end"}[e.to]
    return f"{who(e.seat):turns} ahead: {far}, as far as {who(1 - e.seat):does}."


def _begins(e: g.WarBegins, who: Who) -> str:
    ranks = group_text((e.cards[0].rank,))
    what = f"Now {ranks}" if e.again else ranks.capitalize()
    if not e.down:
        return f"**War!** {what}."
    a, b = e.down
    lay = f"{_NUMBERS[a]} down each" if a == b else f"{who(0)} {_NUMBERS[a]} down, {who(1)} {_NUMBERS[b]}"
    if a == b == 0:
        lay = "nothing down"
    return f"**War{' again' if e.again else ''}!** {what}: {lay}, then one up."


def _war_won(e: g.WarWon, who: Who) -> str:
    return (
        f"{who(e.seat):'s} {card_text(e.card)} beats {card_text(e.other)} and takes **{e.taken} cards**, "
        f"{cards_text(e.seen)} among them."
    )


def _too_short(e: g.TooShort, who: Who) -> str:
    (seat, left), *others = zip(e.seats, e.left, strict=True)
    if others:
        return "Neither has enough cards for it."
    return f"{who(seat):has} {times(left, 'card') if left else 'no card'} left for it."


def _sped(e: g.Sped, who: Who) -> str:
    a, b = e.won
    return f"{times(e.battles, 'battle')} without a war: {who(0)} {a:,}, {who(1)} {b:,}."


def _capped(e: g.Capped, who: Who) -> str:
    return f"{times(e.battles, 'battle')} are fought: {who(0)} {e.cards[0]} cards, {who(1)} {e.cards[1]}."


def _over(e: g.GameOver, who: Who) -> str:
    """The figures, and the largest wars."""
    each = [f"{group_text((war.rank,))} in battle {war.battle:,}, {war.taken} cards for {who(war.seat)}"
            for war in e.largest]  # fmt: skip
    largest = f" The largest: {'; '.join(each)}." if each else ""
    return f"{_figures(e)}.{largest}"


def _lasts(options: g.Options) -> str:
    most = options.max_battles
    return f"to {most} battles" if most < 1000 else "until somebody has all the cards"


def _won(view: WarView, seat: Seat) -> tuple[str, str]:
    """Games, where several win the match, else cards."""
    if view.options.wins > 1:
        return str(view.scores[seat]), "game" if view.scores[seat] == 1 else "games"
    return str(_cards_of(view, seat)), "cards"


def _by_battles(view: WarView) -> Within | None:
    """Of a single game: how many cards each had after every battle."""
    over = view.last(g.GameOver)
    if over is None or view.options.wins > 1 or over.battles < 2:
        return None
    known, half, after = dict(over.course), g.HALF, list[tuple[int, int]]()
    held = half
    for battle in range(1, over.battles):
        held = known.get(battle, held)
        after.append((held, 2 * half - held))
    return Within("Cards after each battle", half, [*after, (_cards_of(view, 0), _cards_of(view, 1))])


def _how(view: WarView, who: Who, seat: Seat) -> str:
    """Of a single game: with what it was won."""
    over = view.last(g.GameOver)
    if over is None or view.options.wins > 1:
        return ""
    return f"with all the cards, in {times(over.battles, 'battle')}" if over.how == "all" else ""


def _battles(view: WarView, recalled: Recalled) -> tuple[tuple[str, ...], list[tuple[str, ...]]] | None:
    """Of a single game: the battles and wars that each has won."""
    if view.options.wins > 1:
        return None
    wars = [len(view.events_of(g.WarWon, seat=seat)) for seat in view.players]
    plain = [
        len(view.events_of(g.Beats, seat=seat)) + sum(e.won[seat] for e in view.events_of(g.Sped))
        for seat in view.players
    ]
    return ("Battles won", "Wars won"), [(str(a + b), str(b)) for a, b in zip(plain, wars, strict=True)]


def _moment(view: WarView, who: Who) -> Moment | None:
    """The war that brought the most, or else the last battle."""
    if wars := view.events_of(g.WarWon):
        most = max(wars, key=lambda war: war.taken)
        return Moment("a war", most.seat, (most.card,), (most.other,), lines=(f"for {times(most.taken, 'card')}",))
    last = view.last(g.Beats)
    return Moment("the last", last.seat, (last.card,), (last.other,), lines=("the last battle",)) if last else None


WORDS = Words(
    game=g.WAR,
    tagline="turn your top cards, the higher takes both, and equal cards mean war",
    moods=("tricks", "quick"),
    minutes=(8, 8),
    lasts=_lasts,
    sample_move_count=72,
    slash_options=("war_down", "pace", "wins"),
    rules=(
        "Each has half the pack, face down. Both turn their top card; the higher takes both, aces are high.",
        "Equal cards mean war: each lays cards face down and one more face up, and the higher takes everything. "
        "Equal again: another war on top.",
        "The whole pack wins. With too few cards for a war you turn the last one; with none you lose.",
        "**Auto ×10**, **To next war** and **To the end** turn your cards ahead: it goes as far as both of you have.",
    ),
    hint="Nobody holds a hand: press **Turn card** under the table.",
    deal="game",
    point="game",
    cloth="wine",
    verbs={
        g.Play: Verb("Turn card", "primary", shared=True, ask="Turn your top card."),
        g.Forward: Verb("{}", shared=True, ask="Turn ahead", parts=_BUTTONS),
        g.Resign: Verb("Give up", "danger", shared=True, command=Command("Give a game up.")),
    },
    events={
        g.WantsAhead: _wants,
        g.WarBegins: _begins,
        g.WarWon: _war_won,
        g.TooShort: _too_short,
        g.Sped: _sped,
        g.Capped: _capped,
        g.GameOver: _over,
    },
    told_by_picture=(g.Beats, g.Sped, g.Capped, g.WantsAhead, g.WarBegins, g.WarWon),
    holds=nobody_holds,
    layout=layout,
    outcome=outcome,
    traits=(Ending(why=_how, total=_won, ledger=_battles, moment=_moment, course=_by_battles),),
    seat_note=lambda view, seat: times(_cards_of(view, seat), "card"),
    counts={
        "battles": "{total:battle} fought",
        "wars": "{total:war}",
        "longest war": lambda total, best: f"longest war {times(best, 'tie')}",
    },
)
