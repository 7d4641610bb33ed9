"""Canfield on Discord: its words, and how its board lies."""

from __future__ import annotations

from bot.engine.cards import SUIT_NAMES, SUITS, Card, rank_text
from bot.engine.facts import PileName
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.games import canfield as g
from bot.games.canfield import BOARDS
from bot.games.canfield import moves as m
from bot.games.canfield.board import OWN, Own
from bot.games.canfield.facts import COLUMN, FOUNDATION, RESERVE_PILE, STOCK_PILE, WASTE_PILE
from bot.games.canfield.moves import CanfieldView
from bot.show.words.ending import Ending, Moment, Recalled
from bot.show.words.game import Words
from bot.show.words.layout import NO_FOOT, Layout, Outcome, options_lines, person
from bot.show.words.sentences import SUIT_SIGNS, Who, card_text, cards_text, times
from bot.show.words.verbs import Command, Verb
from card_art import scene as art
from card_art.boards.canfield import CanfieldBoard, Pile

_SPELT_OUT = 13
"""As many cards of a run are named one by one; of a longer one the first and the last, so that a label has room."""
_RUN = 3
"""Of as many cards the first and the last stand for all on the picture."""
_ENDS = {g.WON: "won", g.STUCK: "stuck", g.RESIGNED: "stopped", g.STOPPED: "stopped", g.PLAYING: "playing"}


def layout(view: CanfieldView, who: Who) -> Layout:
    """One's own board, or that of somebody who plays alone; of a race the others see how far everybody is."""
    seat = _whose(view)
    if seat is None:
        return _race(view, who)
    return Layout(
        subtitle=who(seat), foot=NO_FOOT, seats=(), board=_board(view, seat), moved=_last_move(view, who, seat)
    )


def _last_move(view: CanfieldView, who: Who, seat: Seat) -> art.LastMove | bool:
    """What has gone where, as its own row of the rules has it."""
    match view.last(m.Moved, m.Drawn, m.Redealt, m.TakenBack):
        case m.Moved() as e if e.by == seat:
            run = e.cards if len(e.cards) < _RUN else (e.cards[0], e.cards[-1])
            said = f"{' … '.join(map(card_text, run)) if len(e.cards) >= _RUN else cards_text(run)} {_way(e)}"
            return art.LastMove(person(who, seat), said, cards=run)
        case m.Drawn() as e if e.by == seat:
            return art.LastMove(person(who, seat), f"{who(seat):/turns} {cards_text(e.cards)}")
        case m.Redealt() as e if e.by == seat:
            return art.LastMove(person(who, seat), f"{who(seat):/turns} the waste over")
        case m.TakenBack() as e if e.by == seat:
            return art.LastMove(person(who, seat), f"{who(seat):/{'plays it again' if e.again else 'takes it back'}}")
    return False


def _way(e: m.Moved) -> str:
    return "home" if e.target == m.HOME else f"to {e.target}"


def _whose(view: CanfieldView) -> Seat | None:
    """Whose board a viewer looks at; nobody's in a race in which they do not play."""
    alone = len(view.fact(BOARDS)) == 1
    return view.viewer if view.has(OWN.of(view.viewer)) else view.players[0] if alone else None


def _board(view: CanfieldView, seat: Seat) -> CanfieldBoard:
    home, moves = next((s.home, s.moves) for s in view.fact(BOARDS) if s.seat == seat)
    own: Own = view.fact(OWN.of(seat))
    return CanfieldBoard(
        reserve=_pile(view, "Reserve", RESERVE_PILE.of(seat)), stock=_pile(view, "Stock", STOCK_PILE.of(seat)),
        waste=_waste(view, seat),
        homes=tuple((_top(view, FOUNDATION.of(seat, s)), rank_text(own.base) + SUIT_SIGNS[s]) for s in SUITS),
        columns=tuple(view.faces(COLUMN.of(seat, n)) for n in (1, 2, 3, 4)),
        lines=(f"{home} of 52 home", times(moves, "move"), *_options(view)),
    )  # fmt: skip


def _race(view: CanfieldView, who: Who) -> Layout:
    """How many cards everybody has home, and in how many moves."""
    seats = tuple(
        art.Seat(
            name=who(s.seat), line=f"{s.home} home in {s.moves}",
            tags=(_ENDS[s.status].upper(), *(who.tags[s.seat] if who.tags else ())), number=s.seat,
            active=s.status == g.PLAYING, face=who.avatar(s.seat),
        )
        for s in view.fact(BOARDS)
    )  # fmt: skip
    return Layout(
        subtitle="A race over the same deal", seats=seats, foot=_options(view),
        centre=(art.Note(f"Closes after {view.options.race_minutes} minutes"), art.Note("Boards are shown at the end")),
    )  # fmt: skip


def _options(view: CanfieldView) -> tuple[str, ...]:
    """The options that are not at their default; that it is a race is seen."""
    return tuple(line for line in options_lines(view) if line != "mode race")


def _pile(view: CanfieldView, label: str, name: PileName) -> Pile:
    return Pile(label, view.size(name), _top(view, name))


def _waste(view: CanfieldView, seat: Seat) -> Pile:
    """The last packet spread, where three are turned at a time."""
    faces = view.faces(WASTE_PILE.of(seat))
    return Pile("Waste", view.size(WASTE_PILE.of(seat)), faces[-1] if faces else None, faces)


def _top(view: CanfieldView, name: PileName) -> Card | None:
    pile = view.pile(name)
    return pile[-1] if pile else None


def outcome(view: CanfieldView, before: State, who: Who) -> Outcome:
    """The foundations, cards home and moves; in a race everybody's, and their boards as they lie."""
    boards = {s.seat: s for s in view.fact(BOARDS)}
    places = {s.seat: s.place for s in view.standings or ()}
    race = len(boards) > 1
    order, won = sorted(boards, key=places.__getitem__), view.ended("W", *(["D"] if race else []))
    return Outcome(
        subtitle="A race" if race else "Alone", order=order, won=won,
        hands={s: [art.ResultHand(tops)] for s in order if (tops := _foundations(view, s))},
        stamps={s: _stamp(boards[s].status) for s in order},
        change=lambda s: f"{boards[s].home} home", total=lambda s: times(boards[s].moves, "move"),
        banner=f"{who.wins(won)}{' the win' if len(won) > 1 else ''}!" if won else None,
        boards=tuple((who(s), _board(view, s)) for s in order),
    )  # fmt: skip


def _stamp(status: str) -> art.Stamp:
    return art.Stamp(_ENDS[status].upper(), "gold" if status == g.WON else "slate")


def _home(view: CanfieldView) -> list[int]:
    """How many cards each seat has home so far."""
    homes = {s.seat: s.home for s in view.fact(BOARDS, ())}
    return [homes.get(seat, 0) for seat in range(view.seats)]


def _foundations(view: CanfieldView, seat: Seat) -> tuple[Card, ...]:
    return tuple(top for suit in SUITS if (top := _top(view, FOUNDATION.of(seat, suit))))


# ---- words -------------------------------------------------------------------------------------------


def _alone(view: CanfieldView) -> bool:
    """A board that everybody sees may be played by buttons that everybody sees."""
    return len(view.fact(BOARDS)) == 1


def _in_words(view: CanfieldView, move: m.Move) -> str:
    """`Q♣ reserve → T3`."""
    seat = _whose(view)
    return "" if seat is None else _said(_moving(view, seat, move), move)


def _moving(view: CanfieldView, seat: Seat, move: m.Move) -> tuple[Card, ...]:
    places = {m.RESERVE: RESERVE_PILE.of(seat), m.WASTE: WASTE_PILE.of(seat)}
    places |= {f"T{n}": COLUMN.of(seat, n) for n in (1, 2, 3, 4)}
    places |= {f"F{suit}": FOUNDATION.of(seat, suit) for suit in SUITS}
    return view.faces(places[move.source])[-move.count :]


def _said(cards: tuple[Card, ...], move: m.Move) -> str:
    place = {m.RESERVE: " reserve", m.WASTE: " waste"}.get(move.source, f" {move.source}")
    if move.source in m.BACK:
        place = " foundation"
    target = "foundation" if move.target == m.HOME else move.target
    run = cards_text(cards)
    if len(cards) > _SPELT_OUT:
        run = f"{card_text(cards[0])} to {card_text(cards[-1])}, {len(cards)} cards,"
    return f"{run}{place} → {target}"


def _hint(e: m.Hinted, who: Who) -> str:
    match e.move:
        case m.Move() as move:
            text = _said(e.cards, move)
        case m.Draw():
            text = "draw"
        case m.Redeal():
            text = "redeal"
        case _:
            return "Hint: nothing more can be had; give up, or take back a few moves."
    return f"Hint: {text}; {e.why.says}." if e.why is not None else f"Hint: {text}."


def _moved(e: m.Moved, who: Who) -> str:
    said = _said(e.cards, m.Move(e.source, e.target, len(e.cards)))
    return f"{said}{f'; {card_text(e.filled)} fills the gap' if e.filled else ''}."


def _finished(e: m.Finished, who: Who) -> str:
    home = f"{e.home} of 52 cards home in {times(e.moves, 'move')}"
    return {
        g.WON: f"**{who(e.by):has} won** in {times(e.moves, 'move')}!",
        g.STUCK: f"{who(e.by):is} stuck with {home}.",
        g.RESIGNED: f"{who(e.by):gives} up with {home}.",
    }.get(e.how, f"Time is up for {who(e.by)}: {home}.")


def _in_moves(view: CanfieldView, who: Who, seat: Seat) -> str:
    moves = {s.seat: s.moves for s in view.fact(BOARDS, ())}
    return f"in {times(moves[seat], 'move')}" if seat in moves else ""


def _cards_home(view: CanfieldView, seat: Seat) -> tuple[str, str]:
    return str(home := _home(view)[seat]), "card home" if home == 1 else "cards home"


def _course(view: CanfieldView, recalled: Recalled) -> tuple[tuple[str, ...], list[tuple[str, ...]]] | None:
    """Of a game alone: how it came about."""
    if len(view.fact(BOARDS, ())) != 1:
        return None
    counted = (len(view.events_of(event)) for event in (m.Drawn, m.Redealt, m.TakenBack))
    return ("Stock turned", "Redeals", "Taken back"), [tuple(map(str, counted))]


def _moment(view: CanfieldView, who: Who) -> Moment | None:
    """The foundations as they lie at the end."""
    seat = next(iter(view.ended("W", "D")), 0)
    tops, home = _foundations(view, seat), _home(view)[seat]
    if home < 52:
        return Moment(f"{home} home", seat, tops, lines=("the foundations at the end",)) if tops else None
    return Moment("all home", seat, tops, lines=("the last card of each suit",))


WORDS = Words(
    game=g.CANFIELD,
    tagline="bring all 52 cards to the foundations, alone or in a race",
    moods=("alone",),
    minutes=(15, 15),
    lasts=lambda options: f"a race of {options.race_minutes} minutes" if options.mode == "race" else "one game alone",
    sample_move_count=170,
    slash_options=("mode", "draw", "redeals"),
    hint="Press **Play now** to play alone; in a race everybody's board comes by direct message, or by **My hand**.",
    rules=(
        "Thirteen cards are the reserve, the next one starts the foundations, and four start the columns.",
        "Foundations go up in suit from that rank, round the corner from the king to the ace, thirteen cards each.",
        "In the columns cards go down by one in the other colour; part of a column moves with all that lies on it.",
        "A gap is filled from the reserve at once; when the reserve is empty, by any card you like.",
        "Draw from the stock to the waste, and turn the waste over when the stock is empty.",
        "In a race everybody has the same deal: more cards home win, then fewer moves. Time never counts.",
    ),
    deal="game",
    cloth="blue",
    red_and_black=True,
    verbs={
        m.Move: Verb(
            "Move", "primary", public=_alone, ask="Move cards.", whole=_in_words, command=Command(argument="from")
        ),
        m.Draw: Verb("Draw", "primary", public=_alone),
        m.Redeal: Verb("Redeal", "primary", public=_alone),
        m.Auto: Verb("Auto", "success", public=_alone),
        m.Undo: Verb("Undo", public=_alone),
        m.Redo: Verb("Redo", public=_alone),
        m.Hint: Verb("Hint", public=_alone),
        m.Resign: Verb("Give up", "danger", public=_alone),
    },
    events={
        m.Moved: _moved,
        m.Hinted: _hint,
        m.TakenBack: lambda e, who: "Done again." if e.again else "Taken back.",
        m.SuitComplete: lambda e, who: f"The {SUIT_NAMES[e.suit]}s are complete!",
        m.Stuck: lambda e, who: (
            "No card can move any more. Take back a few moves, or give up."
            if e.may_undo
            else "No card can move any more."
        ),
        m.Finished: _finished,
    },
    told_by_picture=(m.Finished, m.Opened),
    layout=layout,
    outcome=outcome,
    holds=lambda options: options.mode == g.RACE,
    traits=(Ending(why=_in_moves, total=_cards_home, ledger=_course, moment=_moment),),
    counts={
        "cards home": "best board {best} of 52 home",
        "boards won": "{total:board} won",
        g.FEWEST: lambda total, best: f"won in {-best} moves at best",
        "hints": "{total:hint}",
    },
    point="card",
    running=_home,
)  # fmt: skip
