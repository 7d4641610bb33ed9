"""Canfield on Discord: its words, and how its board lies."""

from __future__ import annotations

from bot.engine.cards import RANKS, Card
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.engine.view import View
from bot.games import canfield as g
from bot.games.canfield import moves as m
from bot.games.canfield.board import Own
from bot.show.words import SUIT_SIGNS, Verb, Who, Words, card_text, cards_text, options_lines, times
from card_art import scene as art

_SUITS = "CDHS"
_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_SPELT_OUT = 13
"""As many cards of a run are named one by one; of a longer one the first and the last, so that a label has room."""
_ENDS = {g.WON: "won", g.STUCK: "stuck", g.RESIGNED: "stopped", g.STOPPED: "stopped", g.PLAYING: "playing"}


def scene(view: View, who: Who) -> art.Scene:
    """One's own board, or that of somebody who plays alone; of a race the others see how far everybody is."""
    seat = _whose(view)
    if seat is None:
        return _race(view, who)
    return art.Scene(title="Canfield", subtitle=who(seat), style=who.style, cloth="blue", board=_board(view, seat))


def _whose(view: View) -> Seat | None:
    """Whose board a viewer looks at; nobody's in a race in which they do not play."""
    alone = len(view.facts["boards"]) == 1
    return view.viewer if f"own {view.viewer}" in view.facts else view.players[0] if alone else None


def _board(view: View, seat: Seat, *ended: str) -> art.CanfieldBoard:
    home, moves = next((s.home, s.moves) for s in view.facts["boards"] if s.seat == seat)
    own: Own = view.facts[f"own {seat}"]
    return art.CanfieldBoard(
        reserve=_pile(view, "Reserve", f"reserve {seat}"), stock=_pile(view, "Stock", f"stock {seat}"),
        waste=_waste(view, seat),
        homes=tuple((_top(view, f"foundation {seat} {s}"), _rank(own.base) + SUIT_SIGNS[s]) for s in _SUITS),
        columns=tuple(view.faces(f"column {seat} {n}") for n in (1, 2, 3, 4)),
        lines=(*ended, f"{home} of 52 home", times(moves, "move"), *_options(view)),
    )  # fmt: skip


def _race(view: View, who: Who) -> art.Scene:
    """How many cards everybody has home, and in how many moves."""
    seats = tuple(
        art.Seat(
            name=who(s.seat), line=f"{s.home} home in {s.moves}",
            tags=(_ENDS[s.status].upper(), *(who.tags[s.seat] if who.tags else ())), number=s.seat,
            active=s.status == g.PLAYING,
        )
        for s in view.facts["boards"]
    )  # fmt: skip
    return art.Scene(
        title="Canfield", subtitle="A race over the same deal", seats=seats, style=who.style, cloth="blue",
        centre=(art.Note(f"Closes after {view.options.race_minutes} minutes"), art.Note("Boards are shown at the end")),
        foot_left=_options(view),
    )  # fmt: skip


def _options(view: View) -> tuple[str, ...]:
    """The options that are not at their default; that it is a race is seen."""
    return tuple(line for line in options_lines(view) if line != "mode race")


def _pile(view: View, label: str, name: str) -> art.Pile:
    return art.Pile(label, view.size(name), _top(view, name))


def _waste(view: View, seat: Seat) -> art.Pile:
    """The last packet spread, where three are turned at a time."""
    faces = view.faces(f"waste {seat}")
    return art.Pile("Waste", view.size(f"waste {seat}"), faces[-1] if faces else None, faces)


def _top(view: View, name: str) -> Card | None:
    pile = view.pile(name)
    return pile[-1] if pile else None


def _rank(rank: int) -> str:
    return RANKS[rank - 1].replace("T", "10")


def results(view: View, before: State, who: Who) -> art.Results:
    """Cards home and moves; in a race everybody's."""
    places = {s.seat: s for s in view.standings or ()}
    ranking = sorted(view.facts["boards"], key=lambda s: places[s.seat].place)
    rows = tuple(
        art.ResultRow(
            place=str(places[s.seat].place), name=who(s.seat), values=(str(s.home), str(s.moves), _ENDS[s.status]),
            winner=places[s.seat].outcome != "L", tags=who.tags[s.seat] if who.tags else (), number=s.seat,
        )
        for s in ranking
    )  # fmt: skip
    winners = [s.seat for s in view.standings or () if s.outcome != "L"]
    banner = None
    if winners:
        banner = f"{who.all(winners)} {'wins' if len(winners) == 1 else 'share the win'}!"
    return art.Results(
        title="Canfield", subtitle="A race" if len(rows) > 1 else "Alone", columns=("Home", "Moves", ""), rows=rows,
        banner=banner, note="More cards home come first, then fewer moves." if len(rows) > 1 else "", cloth="blue",
        style=who.style, boards=tuple((who(s.seat), _board(view, s.seat, _ENDS[s.status])) for s in ranking),
    )  # fmt: skip


# ---- words -------------------------------------------------------------------------------------------


def _alone(view: View) -> bool:
    """A board that everybody sees may be played by buttons that everybody sees."""
    return len(view.facts["boards"]) == 1


def _in_words(view: View, move: m.Move) -> str:
    """`Q♣ reserve → T3`."""
    seat = _whose(view)
    return "" if seat is None else _said(_moving(view, seat, move), move)


def _moving(view: View, seat: Seat, move: m.Move) -> tuple[Card, ...]:
    places = {m.RESERVE: f"reserve {seat}", m.WASTE: f"waste {seat}"}
    places |= {f"T{n}": f"column {seat} {n}" for n in (1, 2, 3, 4)}
    places |= {f"F{suit}": f"foundation {seat} {suit}" for suit in _SUITS}
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
            text = "nothing more to be had: give up, or take back a few moves"
    return f"Hint: {text}."


def _moved(e: m.Moved, who: Who) -> str:
    said = _said(e.cards, m.Move(e.source, e.target, len(e.cards)))
    return f"{said}{f'; {card_text(e.filled)} fills the gap' if e.filled else ''}."


def _finished(e: m.Finished, who: Who) -> str:
    home = f"{e.home} of 52 cards home in {times(e.moves, 'move')}"
    return {
        g.WON: f"**{who(e.by)} has won** in {times(e.moves, 'move')}!",
        g.STUCK: f"{who(e.by)} is stuck with {home}.",
        g.RESIGNED: f"{who(e.by)} gives up with {home}.",
    }.get(e.how, f"Time is up for {who(e.by)}: {home}.")


WORDS = Words(
    game=g.CANFIELD,
    tagline="bring all 52 cards to the foundations, alone or in a race",
    hint="Press **Start** to play alone; in a race everybody's board comes by direct message, or by **My hand**.",
    verbs={
        m.Move: Verb("Move", "primary", public=_alone, ask="Move cards", whole=_in_words),
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
        m.Drawn: lambda e, who: f"{cards_text(e.cards)} turned.",
        m.Redealt: lambda e, who: f"The waste is the stock again ({times(e.times, 'redeal')}).",
        m.TakenBack: lambda e, who: "Done again." if e.again else "Taken back.",
        m.SuitComplete: lambda e, who: f"The {_NAMES[e.suit]} are complete!",
        m.ReserveEmpty: lambda e, who: "The reserve is empty: gaps are filled as you like.",
        m.Stuck: lambda e, who: (
            "No card can move any more. Take back a few moves, or give up."
            if e.may_undo
            else "No card can move any more."
        ),
        m.Finished: _finished,
        m.Opened: lambda e, who: "The race is over.",
    },
    scene=scene,
    results=results,
    counts={
        "cards home": lambda total, best: f"best board {best} of 52 home",
        "boards won": lambda total, best: f"{times(total, 'board')} won",
        g.FEWEST: lambda total, best: f"won in {-best} moves at best",
        "hints": lambda total, best: times(total, "hint"),
    },
    rules=(
        "Thirteen cards are the reserve, the next one starts the foundations, and four start the columns.",
        "Foundations go up in suit from that rank, round the corner from the king to the ace, thirteen cards each.",
        "In the columns cards go down by one in the other colour; part of a column moves with all that lies on it.",
        "A gap is filled from the reserve at once; when the reserve is empty, by any card you like.",
        "Draw from the stock to the waste, and turn the waste over when the stock is empty.",
        "In a race everybody has the same deal: more cards home win, then fewer moves. Time never counts.",
    ),
    deal="game",
)
