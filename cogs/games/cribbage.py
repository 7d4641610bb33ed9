"""Cribbage on Discord: its words, and how its board and its counts lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from bot.engine.cards import Card, rank_text
from bot.engine.facts import HAND
from bot.engine.offers import Part, SortKey
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.games import cribbage as g
from bot.games.cribbage import CribbageView
from bot.games.cribbage.counting import THIRTY_ONE, Kind, value
from bot.games.cribbage.facts import COUNT, CRIB, PLAYED_BY, STARTER, TO_COUNT
from bot.games.cribbage.moves import Called
from bot.house import cribbage as house
from bot.show.words.ending import Ending, Moment, Recalled
from bot.show.words.game import Stages, Words
from bot.show.words.layout import NO_FOOT, Layout, Outcome, seat_scene, turned
from bot.show.words.sentences import Who, begun, card_text, cards_text, times
from bot.show.words.verbs import Typed, Verb
from card_art import scene as art
from card_art.boards.cribbage import LAP, CribbageTable, PegBoard, Pegs, Player
from card_art.boards.cribbage_count import CribbageCount, Line

E = TypeVar("E")

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
            "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty")  # fmt: skip
_ALIKE = {2: "pair", 3: "three of a kind", 4: "four of a kind"}
_SHORT: Mapping[Kind, str] = {
    "fifteen": "fifteen", "pair": "a pair", "run": "a run", "flush": "a flush", "nobs": "his nobs",
}  # fmt: skip
_SKUNKS = {2: "SKUNK", 3: "DOUBLE SKUNK"}


# ---- the table -----------------------------------------------------------------------------------


def layout(view: CribbageView, who: Who) -> Layout:
    """The board, and below it the cards on the count; once all are played, the hand that is counted."""
    shown = view.last(g.Shows)
    if shown is not None and not view.hand:
        return Layout(
            title=begun(f"{who(shown.seat):counts}"), subtitle=f"{'crib' if shown.crib else 'hand'} and starter",
            foot=NO_FOOT, seats=(), board=_count(view, who, shown), moved=False,
        )  # fmt: skip
    return Layout(stage=_stage(view), foot=NO_FOOT, seats=(), board=_table(view, who))


def _stage(view: CribbageView) -> str:
    """What is played for, and how many games each has."""
    won = view.carried.games if view.carried else (0, 0)
    match = f" · games {won[0]}:{won[1]} of {view.options.wins}" if view.options.wins > 1 else ""
    return f"to {view.options.target}{match}"


def _pegs(view: CribbageView, who: Who) -> Pegs:
    first, second = (_player(view, who, seat) for seat in turned(view, who))
    skunk, double = g.skunked(view.options.target)
    lines = (("S", skunk), ("SS", double)) if view.options.skunks else ()
    return Pegs((first, second), view.options.target, lines)


def _player(view: CribbageView, who: Who, seat: Seat) -> Player:
    rear = view.carried.rear[seat] if view.carried else 0
    plate = seat_scene(view, who, seat, _line(view, seat), asks=_asks(view))
    return Player(plate, view.scores[seat], rear)


def _asks(view: CribbageView) -> str:
    """Cards for the crib, a cut, a card, or a count."""
    if view.last(g.Shows) is not None:
        return "count"
    if view.size(STARTER):
        return "play a card"
    return "cut" if view.size(CRIB) else "lay two away"


def _line(view: CribbageView, seat: Seat) -> str:
    """How many cards it holds, and which lap it is on."""
    told: list[str] = []
    if any(view.size(HAND.of(s)) for s in view.players):
        held = view.size(HAND.of(seat))
        told.append(times(held, "card") if held else "no cards")
    if view.options.target > LAP + 1:
        told.append(f"lap {2 if view.scores[seat] > LAP else 1}")
    return " · ".join(told)


def _table(view: CribbageView, who: Who) -> CribbageTable:
    order = turned(view, who)
    played = [e.card for e in view.events_of(g.Played)]
    last = view.last(g.Played)
    laid = view.fact(COUNT, None) or ()
    starter = view.faces(STARTER)
    count = sum(value(c) for _, c in laid)
    return CribbageTable(
        pegs=_pegs(view, who), starter=starter[-1] if starter else None, crib=view.size(CRIB),
        crib_of=begun(f"{who(view.dealer):'s} crib"),
        laid=tuple((order.index(seat), c) for seat, c in laid),
        older=tuple(played[: len(played) - len(laid)]),
        older_by=order.index(last.seat) if last is not None and not laid else None,
        count=count if starter and not (view.moment and not played) else None,
        said=_scored_now(view) if laid else (), left=_left(view, count, laid),
        note="" if starter else _note(view, who),
        turned=view.moment and not played and bool(starter), stamp=_stamp(view, count) if view.moment else None,
        low=bool(view.hand),
    )  # fmt: skip


def _stamp(view: CribbageView, count: int) -> art.Stamp | None:
    """What the last card, or the starter, has brought."""
    if not view.events_of(g.Played) and view.last(g.Heels):
        return art.Stamp("HIS HEELS 2", "gold")
    if count == THIRTY_ONE:
        return art.Stamp("31", "gold")
    if view.fact(COUNT, None) and _since_last_card(view, g.Go, g.LastCard):
        return art.Stamp("GO" if _since_last_card(view, g.Go) else "LAST CARD", "ivory")
    return None


def _note(view: CribbageView, who: Who) -> str:
    """What is done before there is a starter."""
    if view.size(CRIB):
        return begun(f"{who(view.waits_for[0]):cuts} for the starter") if view.waits_for else ""
    return f"Two cards each for {who(view.dealer):'s} crib"


def _left(view: CribbageView, count: int, laid: Sequence[object]) -> str:
    return f"{THIRTY_ONE - count} left to {THIRTY_ONE}" if laid and count < THIRTY_ONE else ""


def _since_last_card(view: CribbageView, *kinds: type[E]) -> E | None:
    """Such an event after the last card, if there is one."""
    for event in reversed(view.events):
        if isinstance(event, kinds):
            return event
        if isinstance(event, g.Played):
            return None
    return None


def _scored_now(view: CribbageView) -> tuple[str, ...]:
    """What the last card has brought: "run of three: 3", "go: 1"."""
    last = view.last(g.Played)
    assert last is not None
    made = [*_made(last)]
    if _since_last_card(view, g.Go):
        made.append(("go", 1))
    elif _since_last_card(view, g.LastCard):
        made.append(("last card", 1))
    return tuple(f"{what}: {points}" for what, points in made)


def _made(e: g.Played) -> list[tuple[str, int]]:
    """What a card has scored, and for how much."""
    made: list[tuple[str, int]] = []
    if e.fifteen:
        made.append(("fifteen", e.fifteen))
    if e.alike:
        made.append((_ALIKE[e.alike], e.alike * (e.alike - 1)))
    if e.run:
        made.append((f"run of {_NUMBERS[e.run]}", e.run))
    if e.thirty_one:
        made.append(("thirty-one", e.thirty_one))
    return made


# ---- a count -------------------------------------------------------------------------------------


def _count(view: CribbageView, who: Who, shown: g.Shows) -> CribbageCount:
    """The hand that is counted, with what has been counted of it so far."""
    scored, all_told = _counted_so_far(view, shown)
    lines = _lines(scored, who)
    total = lines[-1].total if lines else 0
    open_ = not all_told or (view.options.counting == "called" and not view.moment)
    first, second = (_before(view, scored, seat) for seat in turned(view, who))
    return CribbageCount(
        pegs=_pegs(view, who), before=(first, second), cards=_by_rank(shown.cards), starter=shown.starter, lines=lines,
        to_come=max(0, view.fact(TO_COUNT, 0) - len(lines)) if open_ else 0, open=open_,
        called=_beneath(scored, total) if open_ else "point" if total == 1 else "points",
    )  # fmt: skip


def _counted_so_far(view: CribbageView, shown: g.Shows) -> tuple[list[g.Scores], bool]:
    """What has been pegged of this hand, and whether its owner has counted it to the end."""
    since = view.events[len(view.events) - 1 - view.events[::-1].index(shown) :]
    return [e for e in since if isinstance(e, g.Scores)], any(isinstance(e, g.Counted) for e in since)


def _lines(scored: Sequence[g.Scores], who: Who) -> tuple[Line, ...]:
    lines: list[Line] = []
    total = 0
    for e in scored:
        total += e.points
        by = str(who(e.seat)) if e.muggins else ""
        lines.append(Line(_by_rank(e.cards), _what(e.kind, e.cards), e.points, total, by, _SHORT[e.kind]))
    return tuple(lines)


def _by_rank(cards: Sequence[Card]) -> tuple[Card, ...]:
    """As a hand is laid down to be counted."""
    return tuple(sorted(cards, key=lambda c: (c.rank, c.suit)))


def _before(view: CribbageView, scored: Sequence[g.Scores], seat: Seat) -> int:
    """The score when the count began: the rear peg stands where the last of what it has brought was added."""
    *earlier, _ = [e.points for e in scored if e.seat == seat] or [0, 0]
    return view.carried.rear[seat] - sum(earlier) if any(e.seat == seat for e in scored) else view.scores[seat]


def _called(kind: Kind, total: str) -> str:
    """A combination as it is called out, with what the hand has come to with it."""
    return f"fifteen {total}" if kind == "fifteen" else f"{_SHORT[kind]} is {total}"


def _beneath(scored: Sequence[g.Scores], total: int) -> str:
    """The newest combination as it is called, below the sum; a long number in figures."""
    return _called(scored[-1].kind, _number(total) if total <= 12 else str(total)) if scored else "points"


def _number(n: int) -> str:
    """Up to 29, in words."""
    return _NUMBERS[n] if n < len(_NUMBERS) else "twenty-" + _NUMBERS[n - 20]


def _what(kind: Kind, cards: Sequence[Card]) -> str:
    return {"run": f"run of {_NUMBERS[len(cards)]}", "nobs": "his nobs"}.get(kind, kind)


# ---- the result ----------------------------------------------------------------------------------


def outcome(view: CribbageView, before: State, who: Who) -> Outcome:
    """Both hands and the crib with what they counted, and the board."""
    counted = {(e.seat, e.crib): e.points for e in view.events_of(g.Counted)}
    won, starter = view.last(g.GameWon), view.faces(STARTER)
    hands: dict[Seat, list[art.ResultHand]] = {}
    for seat in view.players:
        cards = _shown(view, seat, crib=False) or view.faces(PLAYED_BY.of(seat))
        hands[seat] = [_hand(cards, counted.get((seat, False)), "hand")] if cards else []
    if crib := _shown(view, view.dealer, crib=True):
        hands[view.dealer].append(_hand(crib, counted.get((view.dealer, True)), "crib"))
    scores = won.scores if won else view.scores
    stamps = {won.seat: art.Stamp(_SKUNKS[won.worth], "gold")} if won and won.worth > 1 else {}
    champions = view.ended("W")
    return Outcome(
        hands=hands, stamps=stamps, change=lambda s: f"+{scores[s] - before.scores[s]}",
        total=lambda s: _total(view, won, scores[s], s), order=sorted(view.players, key=lambda s: -scores[s]),
        won=champions or ([won.seat] if won else []), banner=_banner(view, won, who),
        dealer=art.ResultRow("Starter", hands=(art.ResultHand(starter),), quiet=True) if starter else None,
        stage=_stage(view), boards=(("", PegBoard(_end(view, who, won))),),
    )  # fmt: skip


def _shown(view: CribbageView, seat: Seat, *, crib: bool) -> tuple[Card, ...]:
    return next((e.cards for e in view.events_of(g.Shows, seat=seat) if e.crib == crib), ())


def _hand(cards: tuple[Card, ...], points: int | None, beneath: str) -> art.ResultHand:
    return art.ResultHand(cards, total="" if points is None else str(points), beneath=beneath)


def _total(view: CribbageView, won: g.GameWon | None, score: int, seat: Seat) -> str:
    points = times(score, "point")
    return f"{points} · {times(won.games[seat], 'game')}" if won and view.options.wins > 1 else points


def _banner(view: CribbageView, won: g.GameWon | None, who: Who) -> str | None:
    if won is None:
        return _leads(view, who)
    if view.standings is not None and view.options.wins > 1:
        return f"{who(won.seat):wins} the match {_games(won)}!"
    by = f" {max(won.scores)} to {min(won.scores)}"
    skunk = {2: ", a skunk", 3: ", a double skunk"}.get(won.worth, "")
    return f"{who(won.seat):wins} the game{by}{skunk}!"


def _leads(view: CribbageView, who: Who) -> str:
    """How it stands between two hands."""
    best, least = max(view.scores), min(view.scores)
    return begun(f"{who(view.scores.index(best)):leads} {best} to {least}") if best > least else f"Level at {best}"


def _games(won: g.GameWon) -> str:
    return f"{max(won.games)} to {min(won.games)}"


def _end(view: CribbageView, who: Who, won: g.GameWon | None) -> Pegs:
    """The board as it stood, though the pegs have gone back for another game."""
    pegs = _pegs(view, who)
    if won is None:
        return pegs
    first, second = (
        Player(p.seat, won.scores[seat], won.rear[seat])
        for p, seat in zip(pegs.players, turned(view, who), strict=True)
    )
    return Pegs((first, second), pegs.target, pegs.skunks)


# ---- words ---------------------------------------------------------------------------------------


def in_order(view: CribbageView, c: Card) -> SortKey:
    return c.rank, c.suit


def notes(view: CribbageView) -> list[str]:
    """Whose crib it is while cards are laid away; later, the count that each card would make."""
    if len(view.hand) == g.HAND:
        return ["Your own crib" if view.dealer == view.viewer else "The other's crib"]
    if view.viewer not in view.waits_for or not view.faces(STARTER):
        return []
    count = sum(value(c) for _, c in view.fact(COUNT, None) or ())
    fitting = [c for c in sorted(view.hand, key=lambda c: in_order(view, c)) if count + value(c) <= THIRTY_ONE]
    return [f"{card_text(c)} makes {count + value(c)}" for c in fitting] if count else []


def _places(among: range) -> Sequence[tuple[str, int]]:
    middle = (among[0] + among[-1]) // 2
    return [("Near the top", among[0] + 2), ("In the middle", middle), ("Near the bottom", among[-1] - 2)]


def _played(e: g.Played, who: Who) -> str:
    made = "; ".join(f"{what} for {_NUMBERS[points]}" for what, points in _made(e))
    return f"{who(e.seat):plays} {card_text(e.card)}: {e.count}{f', **{made}**' if made else ''}."


def _all_called(called: Called) -> str:
    """ "fifteen two, fifteen four, and a pair is six"."""
    *earlier, last = (_called(kind, _number(total)) for kind, total in called)
    return ", ".join([*earlier, f"and {last}" if earlier and called[-1][0] != "fifteen" else last])


def _scores(e: g.Scores, who: Who) -> str:
    if e.called:
        said = _all_called(e.called)
        return f"{said[0].upper()}{said[1:]}."
    said = f"{cards_text(e.cards)}: {_what(e.kind, e.cards)} for {_NUMBERS[e.points]}."
    return f"**Muggins!** {who(e.seat):pegs} {said}" if e.muggins else said


def _shows(e: g.Shows, who: Who) -> str:
    return f"{who(e.seat):'s} {'crib' if e.crib else 'hand'}: {cards_text(e.cards)} and {card_text(e.starter)}."


def _counted(e: g.Counted, who: Who) -> str:
    told = f": {_all_called(e.called)}" if e.called else ""
    return f"{who(e.seat):counts} **{e.points}** in the {'crib' if e.crib else 'hand'}{told}."


def _won(e: g.GameWon, who: Who) -> str:
    skunk = {2: ": a skunk, which counts two", 3: ": a double skunk, which counts three"}.get(e.worth, "")
    return f"**{who(e.seat):wins} the game**, {max(e.scores)} to {min(e.scores)}{skunk}."


def _fits(view: CribbageView) -> Mapping[Part, str]:
    """Each card with the count that it makes."""
    count = sum(value(c) for _, c in view.fact(COUNT, None) or ())
    return {c: f"{card_text(c)} → {count + value(c)}" for c in view.hand} if count else {}


def _skunk(view: CribbageView, who: Who, seat: Seat) -> str:
    won = view.last(g.GameWon)
    if won is not None and view.options.wins > 1:
        return f"{_games(won)} in games"
    if won is None or won.worth == 1:
        return ""
    return "a skunk counts double" if won.worth == 2 else "a double skunk counts three"


def _came_to(view: CribbageView, seat: Seat) -> tuple[str, str]:
    """Games where several win the match, else the points of the only one."""
    won = view.last(g.GameWon)
    if won is not None and view.options.wins > 1:
        return str(won.games[seat]), "game" if won.games[seat] == 1 else "games"
    return str((won.scores if won is not None else view.scores)[seat]), "points"


def _step(view: CribbageView) -> object:
    """In a count, how far it is: every panel shows each combination. Before it nothing."""
    shown = view.last(g.Shows)
    return None if shown is None or view.hand else len(view.events_of(g.Shows, g.Scores, g.Counted))


def _moment(view: CribbageView, who: Who) -> Moment | None:
    """The best count, with its starter."""
    best = g.best_count(view.events)
    if best is None or not best.points:
        return None
    shown = next((e for e in view.events_of(g.Shows, seat=best.seat) if e.crib == best.crib), None)
    if shown is None:
        return None
    what = "crib" if best.crib else "hand"
    return Moment(f"best {what}, {best.points}", best.seat, (*shown.cards, shown.starter))


def _pegged(view: CribbageView, recalled: Recalled) -> tuple[tuple[str, ...], list[tuple[str, ...]]] | None:
    """What each has pegged in play, in hands and in cribs; the last holes that a winner had no need of do not count."""
    won = view.last(g.GameWon)
    if won is None or not recalled or view.options.wins > 1:
        return None
    figures: list[tuple[str, ...]] = []
    for seat, total in enumerate(won.scores):
        sums = {name: sum(deal[name][seat] for deal in recalled) for name in ("play", "hands", "cribs")}
        last = next((name for name in ("cribs", "hands", "play") if recalled[-1][name][seat]), "play")
        sums[last] -= sum(sums.values()) - total
        figures.append(tuple(map(str, sums.values())))
    return ("In play", "Hands", "Cribs"), figures


def _edge(view: CribbageView) -> tuple[int, str, art.Stamp] | None:
    return g.skunked(view.options.target)[0] + 1, "skunk line", art.Stamp("SKUNK", "crimson")


def _keeps(why: house.Keeps, who: Who) -> str:
    kept = "-".join(rank_text(c.rank) for c in _by_rank(why.kept))
    whose = "your" if why.own else "the other's"
    return f"{kept} counts {why.average:.1f} on average with a starter, and these two {why.crib:.1f} in {whose} crib"


def _brings(why: house.Makes, who: Who) -> str:
    now = f"it scores {times(why.now, 'point') if why.now else 'nothing'}"
    if why.answer >= 0.05:
        return f"{now}, and the other's answer is worth {why.answer:.1f} more than your reply"
    return f"{now}, and your reply is worth {'more than' if why.answer < -0.05 else 'as much as'} the other's answer"


WORDS = Words(
    game=g.CRIBBAGE,
    tagline="race your pegs round the board with fifteens, pairs and runs",
    moods=("counting",),
    minutes=(1, 2),
    lasts=lambda options: f"to {options.target} points",
    sample_move_count=10,
    slash_options=("target", "counting", "skunks"),
    rules=(
        "Six cards each; lay two away into the crib, which is the dealer's. The non-dealer cuts for the starter.",
        "Play cards in turn and add them up, to 31 at most: fifteen and thirty-one are 2, a pair 2, three alike 6, "
        "four 12, a run as much as its cards. If you can play no more, say go: 1 for the other, as for the last card.",
        "Then the hands are counted with the starter, the non-dealer's first, the crib last: fifteens and pairs 2 "
        "each, runs, a flush 4 or 5, and 1 for the jack of the starter's suit.",
        "The first to reach the target wins, in the middle of anything.",
    ),
    verbs={
        g.LayAway: Verb("Lay away", "success", ask="Choose two cards for the crib."),
        g.CutAnywhere: Verb("Cut", "primary", public=True, ask="Cut for the starter."),
        g.CutStarter: Verb(
            "Cut at…", public=True, ask="Cut for the starter.", typed=Typed(usual=_places), also=("cut",)
        ),
        g.Play: Verb("{}", "primary", ask="Play a card.", named=_fits),
        g.Count: Verb("Peg it", "primary", ask="Which cards score together?"),
        g.Done: Verb("That's all", "success", public=True),
        g.Muggins: Verb("Muggins!", "danger", ask="Was anything overlooked?"),
        g.Pass: Verb("Pass", public=True),
    },
    reasons={house.Keeps: _keeps, house.Makes: _brings},
    events={
        g.Starter: lambda e, who: f"{who(e.seat):cuts} {card_text(e.card)}.",
        g.Played: _played,
        g.Go: lambda e, who: f"{who(e.seat):says} go: **one** for {who(e.other)}.",
        g.Shows: _shows,
        g.Scores: _scores,
        g.Counted: _counted,
        g.GameWon: _won,
    },
    told_by_picture=(g.Played, g.Go, g.NothingFits, g.LastCard, g.Shows, g.Scores, g.Counted, g.GameWon),
    layout=layout,
    outcome=outcome,
    notes=notes,
    order=in_order,
    traits=(Stages(_step), Ending(why=_skunk, total=_came_to, ledger=_pegged, moment=_moment, edge=_edge, race=True)),
    counts={
        "games": "{total:game} won",
        "skunks": "{total:skunk}",
        "best hand": "best hand {best}",
        "muggins": "{total} pegged by muggins",
    },
)  # fmt: skip
