"""Cash on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.engine.state import State
from bot.engine.view import View
from bot.games import cash as c
from bot.games.cash import moves as m
from bot.games.cash.pads import Pad, pair_of, partner_of
from bot.show.words import Standing, Verb, Who, Words, card_text, cards_text, options_lines, seat_scene, times, turned
from bot.table.names import escaped
from card_art import scene as art

_DONE = {
    "sip": "sips a drink", "tap": "taps the cards", "hum": "hums", "stretch": "stretches", "sort": "sorts the hand",
    "whistle": "whistles", "ceiling": "looks at the ceiling", "nod": "nods", "shrug": "shrugs",
    "drum": "drums fingers", "hat": "straightens a hat", "glasses": "cleans glasses", "yawn": "yawns",
    "chuckle": "chuckles", "sigh": "sighs", "nice-board": "“nice board”", "hurry-up": "“hurry up”",
    "snacks": "“any snacks?”", "who-dealt": "“who dealt this?”", "knuckles": "cracks knuckles", "lean": "leans back",
    "rub-hands": "rubs hands", "time": "checks the time", "blow": "blows on the cards",
}  # fmt: skip
_GESTURES = {
    "sip": "sip a drink", "tap": "tap the cards", "hum": "hum", "stretch": "stretch", "sort": "sort the hand",
    "whistle": "whistle", "ceiling": "look at the ceiling", "nod": "nod", "shrug": "shrug", "drum": "drum fingers",
    "hat": "straighten a hat", "glasses": "clean glasses", "yawn": "yawn", "chuckle": "chuckle", "sigh": "sigh",
    "nice-board": "“nice board”", "hurry-up": "“hurry up”", "snacks": "“any snacks?”",
    "who-dealt": "“who dealt this?”", "knuckles": "crack knuckles", "lean": "lean back", "rub-hands": "rub hands",
    "time": "check the time", "blow": "blow on the cards",
}  # fmt: skip


def scene(view: View, who: Who) -> art.Scene:
    """The board in the middle, table talk beneath it, the last swaps in a corner."""
    facts, half, letters = view.facts, view.seats // 2, view.options.letters
    held = {card: seat for seat, card in facts.get("held", ())}
    board = view.pile("board")
    seats = []
    for s in turned(view, who):
        tags = [
            *(["KEEPER"] if facts.get("keeper") == s else []),
            *(["NO MORE"] if s in facts.get("no more", ()) else []),
        ]
        line = f"pair {'ABCD'[s % half]}" + (f" · {_letters(view, s)}" if letters else "")
        plate = seat_scene(view, who, s, line, number=s % half)
        seats.append(replace(plate, tags=(*tags, *plate.tags)))
    centre: list[art.Piece] = []
    if facts.get("stage") == "agreement":
        centre.append(art.Note("Agree on a signal with the player across"))
    else:
        label = f"Board {facts.get('board number', 1)}"
        centre.append(art.Row(board, label, frozenset(n for n, card in enumerate(board) if card in held), 4, True))
        centre += [art.Note(f"{who(seat)} holds {card_text(card)}") for card, seat in held.items()][:2]
        if facts.get("may refresh"):
            last = not view.size("stock")
            centre.append(art.Note("Last board!" if last else f"{who(facts['keeper'])} may refresh"))
        if talk := _talk(view, who):
            centre.append(art.Lines(talk, "Table talk"))
    swaps = view.events_of(m.Swapped)[-3:]
    return art.Scene(
        title=view.options.word.capitalize(), subtitle=f"Hand {view.number + 1}",
        corner=(f"Stock {view.size('stock')}",) if view.size("stock") or board else (),
        foot_left=tuple(f"{who(e.seat)} took {card_text(e.took)}" for e in reversed(swaps)) or options_lines(view),
        seats=tuple(seats), centre=tuple(centre), cloth="blue", style=who.style,
    )  # fmt: skip


def _letters(view: View, seat: int) -> str:
    word, n = view.options.word, view.scores[seat]
    return word[:n] + "·" * (len(word) - n)


def _talk(view: View, who: Who) -> tuple[str, ...]:
    """The last eight gestures, so that everybody has the same chance to notice."""
    made = view.events_of(m.Gestured)[-8:]
    said = [f"{who(e.seat)} {_DONE[e.gesture]} {max(0, view.now - e.at) // 1000} s" for e in made]
    return tuple(" · ".join(said[n : n + 2]) for n in range(0, len(said), 2))


def standing(view: View, who: Who) -> Sequence[Sequence[Standing]]:
    """What anybody may press, from what everybody sees: it keeps its places all the time."""
    facts = view.facts
    stage = facts.get("stage")
    if stage == "agreement":
        return [[Standing(m.Ready(), "Ready", "success")]]
    held = {card: seat for seat, card in facts.get("held", ())}
    up = stage == "open"
    word = view.options.word
    board = [
        Standing(m.Grab(card), card_text(card), "primary", up and card not in held)
        if card
        else Standing(m.Grab, "🂠", enabled=False)
        for card in view.pile("board")
    ]
    calls = [Standing(m.Cash(), f"{word}!", "success")]
    if view.options.counter == "any":
        calls.append(Standing(m.Counter(), "COUNTER!", "danger"))
    else:
        half = view.seats // 2
        calls += [Standing(m.Counter(p), f"COUNTER {who(p)} + {who(p + half)}"[:80], "danger") for p in range(half)]
    acts = tuple((text.capitalize(), name) for name, text in _GESTURES.items())
    return [
        *([board] if board else []),
        [Standing(m.Pass(), "No more", enabled=up), Standing(m.Refresh(), "Refresh", enabled=up)],
        calls,
        [Standing(m.Gesture, "Do something …", options=acts)],
    ]


def now(view: View, who: Who, when: Callable[[int], str]) -> str:
    """A newcomer reads what to do; whoever looks at the table finds the pad behind **My hand**."""
    facts = view.facts
    if facts.get("stage") == "agreement":
        return f"{_agree(view, who)} The cards come {when(facts['begins'])} at the latest."
    if facts.get("stage") == "open":
        return "Press a card of the board to take it, and then one of yours to throw for it."
    return ""


def _agree(view: View, who: Who) -> str:
    if view.viewer < 0:
        return "Press **My hand** and agree on a secret signal with the player across, then press **Ready**."
    partner, pad = who(partner_of(view.viewer, view.seats)), _pad(view)
    if len(pad.accepted) == 2:
        return f"You and {partner} have agreed: press **Ready**."
    if not pad.version:
        return f"Suggest a secret signal to {partner}; when you have agreed, press **Ready**."
    if view.viewer in pad.accepted:
        return f"{partner} has not agreed yet."
    return f"{partner} suggests a signal: agree to it, or suggest another."


def _pad(view: View) -> Pad:
    return view.facts.get(f"pad of {min(pair_of(view.viewer, view.seats))}") or Pad()


def notes(view: View) -> Sequence[str]:
    """The pad, what is armed, and what is held."""
    me, facts = view.viewer, view.facts
    lines = []
    if (pad := _pad(view)).version:
        code = ", then ".join(_GESTURES[g] for g in pad.gestures) or "no gestures"
        lines.append(f"Signal {pad.version}: {code}" + (f" or “{pad.phrase}”" if pad.phrase else ""))
        if pad.careless:
            lines.append("That could happen by accident.")
    elif code := facts.get(f"signal of {min(pair_of(me, view.seats))}"):
        lines.append(f"Signal: {_signal(code)}")
    if (armed := facts.get(f"armed {me}")) is not None:
        lines.append(f"{card_text(armed)} goes next")
    return lines


def _signal(code: str) -> str:
    """An agreed signal: gestures, or words, or either of them."""
    gestures, _, phrase = code.partition("\n")
    return " or ".join(s for s in (", ".join(_GESTURES[g] for g in gestures.split()), phrase) if s)


def results(view: View, before: State, who: Who) -> art.Results:
    """All hands, and the letters."""
    over = view.events_of(m.HandOver)[-1]
    order = sorted(range(view.seats), key=lambda s: (over.letters[s], s % (view.seats // 2)))
    winners = [s.seat for s in view.standings or () if s.outcome == "W"]
    rows = tuple(
        art.ResultRow(
            place="✓" if s in over.won else "–", name=who(s), tags=who.tags[s] if who.tags else (),
            values=("won" if s in over.won else "lost" if s in over.lost else "–", _letters(view, s)),
            number=s % (view.seats // 2),
            winner=s in (winners or over.won), cards=tuple(x for x in view.pile(f"hand {s}") if x is not None),
        )
        for s in order
    )  # fmt: skip
    banner = f"{who.all(winners)} win the match!" if winners else None
    return art.Results(
        title=view.options.word.capitalize(), subtitle=f"Hand {view.number + 1}", columns=("Hand", "Letters"),
        rows=rows, note=_how(over, view.options.word, who), banner=banner, cloth="blue",
    )  # fmt: skip


def _how(e: m.HandOver, word: str, who: Who) -> str:
    if e.caller is None:
        return "A real deal: nobody has called, and nobody loses."
    call = word if e.cash else f"COUNTER {word}"
    fours = f"{who.all(e.fours)} held four of a kind" if e.fours else "nobody held four of a kind"
    return f"{who(e.caller)} called {call}, and {'rightly' if e.right else 'wrongly'}: {fours}."


def _called(e: m.Called, who: Who) -> str:
    against = f" against {who(e.team)}" if e.team is not None else ""
    return f"**{who(e.seat)}: {'CASH' if e.cash else 'COUNTER'}{against}!**"


WORDS = Words(
    game=c.CASH,
    tagline="collect four of a kind, tell your partner in secret, and call it before they do",
    hint="Your cards come by direct message; **My hand** shows them too.",
    verbs={
        m.Sign: Verb("Suggest these", "success", ask="Choose up to three gestures", parts=_GESTURES),
        m.Phrase: Verb("Suggest words …", ask="A signal in your own words", longest=200),
        m.Accept: Verb("Agree to signal {}", "success"),
        m.Ready: Verb("Ready", "success"),
        m.Grab: Verb("Take {}", "primary", judged_by=(m.Touched, m.Missed, m.Swapped)),
        m.Discard: Verb("Throw {}", "danger", judged_by=(m.Swapped,)),
        m.Arm: Verb("Arm {}", parts={None: "Arm none"}, gives_way_to=m.Discard),
        m.Pass: Verb("No more"),
        m.Refresh: Verb("Refresh"),
        m.Gesture: Verb("{}", ask="Do something …", parts=_GESTURES),
        m.Cash: Verb("CASH!", "success"),
        m.Counter: Verb("COUNTER {}", "danger", parts={None: "COUNTER!"}),
    },
    events={
        m.Boarded: lambda e, who: f"Board {e.number}: {who(e.caller)} counts 3 – 2 – 1 …",
        m.Go: lambda e, who: f"**GO!** {cards_text(e.cards)}",
        m.Released: lambda e, who: f"{who(e.seat)} lets {card_text(e.card)} go.",
        m.Swapped: lambda e, who: f"{who(e.seat)} takes {card_text(e.took)} for {card_text(e.gave)}.",
        m.LastBoard: lambda e, who: "The stock is empty: ten seconds for the last board.",
        m.Called: _called,
        m.HandOver: lambda e, who: _how(e, "CASH", who),
        m.CodesRevealed: lambda e, who: (
            "Signals: " + "; ".join(f"{who(p)}: {escaped(_signal(code))}" for p, code in e.codes) + "."
            if e.codes
            else "Nobody had agreed on a signal."
        ),
    },
    counts={
        "hands": lambda total, best: times(total, "hand"),
        "good cashes": lambda total, best: f"{total:,} right calls of CASH",
        "wrong cashes": lambda total, best: f"{total:,} wrong ones",
        "good counters": lambda total, best: f"{total:,} right counters",
        "wrong counters": lambda total, best: f"{total:,} wrong ones",
        "real deals": lambda total, best: times(total, "real deal"),
    },
    scene=scene,
    results=results,
    standing=standing,
    replies={
        m.Touched: lambda e, who: (
            f"You hold {card_text(e.card)}: throw one down within {(e.until - e.at) // 1000} seconds."
        ),
        m.Missed: lambda e, who: f"{card_text(e.card)} is gone: {who(e.by)} touched it first.",
    },
    closing={m.Swapped: lambda e, who: f"✓ {card_text(e.took)} is yours, and {card_text(e.gave)} lies on the board."},
    follow_up=(m.Discard,),
    rules=(
        "You and the player across the table are partners. Before a hand you agree on a secret signal.",
        "Four cards each, four on the board. No turns: press a card of the board, then one of yours to throw for it.",
        "You want four of a kind. Got it? Give your partner the signal in public, in among harmless gestures.",
        "CASH! says that your partner has four of a kind, COUNTER! that an opponent has. Who is wrong loses the hand.",
        "Nothing to take? Press No more; then the keeper lays four new cards. Losers take a letter of the word.",
    ),
    notes=notes,
    now=now,
)
