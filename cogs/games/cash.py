"""Cash on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from textwrap import wrap

from bot.engine.cards import Card, rank_names
from bot.engine.facts import HAND, STOCK
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.games import cash as c
from bot.games.cash import moves as m
from bot.games.cash.facts import ARMED, BEGINS, BOARD, BOARD_NUMBER, HELD, KEEPER, MAY_REFRESH, NO_MORE, SIGNAL, STAGE
from bot.games.cash.moves import CashView
from bot.games.cash.pads import PAD, Pad, pair_of, partner_of
from bot.house import cash as house
from bot.show.words.ending import Ending, Moment, Recalled
from bot.show.words.game import Live, Standing, Words
from bot.show.words.layout import LOSE, NO_FOOT, WIN, Layout, Outcome, seat_scene
from bot.show.words.sentences import Name, Who, card_text, second, times
from bot.show.words.verbs import Typed, Verb
from bot.table.names import escaped
from card_art import scene as art

_ACTS = {
    "sip": "sips a drink", "tap": "taps the cards", "hum": "hums", "stretch": "stretches", "sort": "sorts the hand",
    "whistle": "whistles", "ceiling": "looks at the ceiling", "nod": "nods", "shrug": "shrugs",
    "drum": "drums fingers", "hat": "straightens a hat", "glasses": "cleans glasses", "yawn": "yawns",
    "chuckle": "chuckles", "sigh": "sighs", "nice-board": "“nice board”", "hurry-up": "“hurry up”",
    "snacks": "“any snacks?”", "who-dealt": "“who dealt this?”", "knuckles": "cracks knuckles", "lean": "leans back",
    "rub-hands": "rubs hands", "time": "checks the time", "blow": "blows on the cards",
}  # fmt: skip
"""What somebody does, by the gesture."""
_GESTURES = {
    gesture: act if act[0] == "“" else " ".join([second(act.split()[0]), *act.split()[1:]])
    for gesture, act in _ACTS.items()
}
_FOUR = art.Stamp("FOUR", "gold")
_BESIDE = 32
"""How many letters fit beside four cards: a signal is read whole."""
MOST_IN_A_ROW = 5
"""Discord has no more buttons in a row."""
_PAIRS = 2
_NEW = 2
"""In as many hands the table says what the word means."""


def layout(view: CashView, who: Who) -> Layout:
    """The board in the middle; beneath it the call, otherwise what has just been taken, and table talk."""
    board = view.pile(BOARD)
    held = {card: seat for seat, card in view.fact(HELD, ())}
    centre: list[art.Piece] = []
    if view.fact(STAGE, None) == "agreement":
        centre.append(art.Note("Agree on a signal with the player across"))
    else:
        label = f"Board {view.fact(BOARD_NUMBER, 1)}"
        taken = frozenset(n for n, card in enumerate(board) if card in held)
        centre.append(art.CardRow(board, label, taken, slots=4, apart=True))
        centre += _news(view, who, held)
        if view.fact(MAY_REFRESH, None):
            last = not view.size(STOCK)
            centre.append(art.Note("Last board!" if last else f"{who(view.fact(KEEPER))} may refresh"))
        if talk := _talk(view, who):
            centre.append(art.Lines(talk, "Table talk"))
    return Layout(
        title=view.options.word.capitalize(), centre=tuple(centre), moved=_moved(view, who, held),
        felt=tuple(_letters_of(view, who)) if view.options.letters else (),
        corner=(
            *((f"Stock {view.size(STOCK)}",) if view.size(STOCK) or board else ()),
            *(("Anyone may act",) if view.fact(STAGE, None) == "open" else ()),
        ),
        foot=NO_FOOT if board else None,
    )  # fmt: skip


def _news(view: CashView, who: Who, held: Mapping[Card, Seat]) -> Sequence[art.Piece]:
    """The call that stands, otherwise who holds which cards of the board, if they are several."""
    if called := view.last(m.Called):
        return [art.Note(f"{who(called.seat):calls} {_call(called.cash, view.options.word)}!")]
    if len(held) > 1:
        return [art.Note(f"{who(seat):holds} {card_text(card)}") for card, seat in held.items()][:2]
    return []


def _moved(view: CashView, who: Who, held: Mapping[Card, Seat]) -> art.LastMove | bool:
    """Who has touched a card of the board, or has taken one last."""
    half = view.seats // 2
    for card, seat in held.items():
        by = art.Person(who(seat), seat % half, who.avatar(seat))
        return art.LastMove(by, f"{who(seat):/holds} {card_text(card)}")
    if (swapped := view.last(m.Swapped)) is None:
        return False
    name = who(swapped.seat)
    by = art.Person(name, swapped.seat % half, who.avatar(swapped.seat))
    threw, took = f"{name:/throws} {card_text(swapped.gave)}", f"{name:/takes} {card_text(swapped.took)}"
    return art.LastMove(by, threw, took, (swapped.gave,), (swapped.took,))


def _letters_of(view: CashView, who: Who) -> Iterator[art.FeltPanel]:
    """The letters of two pairs, one's own first, and at first what the word means. Of more the plates tell."""
    half, word = view.seats // 2, view.options.word
    if half <= _PAIRS:
        for n in sorted(range(half), key=lambda n: n != max(0, who.viewer) % half):
            yield art.Letters(word, who.all((n, n + half)), view.scores[n])
    if view.number < _NEW:
        yield art.Fact(f"{word} in full loses")


def plate(view: CashView, who: Who, seat: Seat) -> art.Seat:
    """Partners have one colour; who keeps the stock, and who wants no more."""
    half = view.seats // 2
    marks = ["KEEPER"] if view.fact(KEEPER, None) == seat else []
    marks += ["NO MORE"] if seat in view.fact(NO_MORE, ()) else []
    partner = (seat + half) % view.seats
    line = "your partner" if partner == who.viewer else f"with {who(partner)}"
    if view.options.letters and half > _PAIRS:
        line = _letters(view, seat)
    hand, called = view.faces(HAND.of(seat)), view.last(m.Called)
    if called is None or not hand:
        return seat_scene(view, who, seat, line, number=seat % half, marks=marks, hand=False)
    marks = ["CALLED"] if called.seat == seat else []
    stamp = _FOUR if c.four_of_a_kind(hand) else None
    hands = (art.SeatHand(hand, stamp=stamp),)
    return seat_scene(view, who, seat, line, number=seat % half, marks=marks, hand=False, hands=hands)


def _letters(view: CashView, seat: int) -> str:
    word, n = view.options.word, view.scores[seat]
    return word[:n] + "·" * (len(word) - n) if n else "no letters"


def _talk(view: CashView, who: Who) -> tuple[str, ...]:
    """The last eight gestures, so that everybody has the same chance to notice."""
    made = view.events_of(m.Gestured)[-8:]
    said = [f"{_did(who(e.seat), _ACTS[e.gesture])}, {max(0, view.now - e.at) // 1000} s ago" for e in made]
    return tuple(" · ".join(said[n : n + 2]) for n in range(0, len(said), 2))


def _did(name: Name, act: str) -> str:
    """ "Ana yawns", "You yawn", "Ana: “nice board”"."""
    return f"{name}: {act}" if act[0] == "“" else f"{name:{act}}"


def standing(view: CashView, who: Who) -> Sequence[Sequence[Standing]]:
    """What anybody may press, from what everybody sees: it keeps its places all the time."""
    stage = view.fact(STAGE, None)
    if stage == "agreement":
        return [[Standing(m.Ready(), "Ready", "success")]]
    held = {card: seat for seat, card in view.fact(HELD, ())}
    up = stage == "open"
    word = view.options.word
    board = [
        Standing(m.Grab(card), card_text(card), "primary", up and card not in held)
        if card
        else Standing(m.Grab, "🂠", enabled=False)
        for card in view.pile(BOARD)
    ]
    calls = [Standing(m.Cash(), f"{word}!", "success")]
    if view.options.counter == "any":
        calls.append(Standing(m.Counter(), "COUNTER!", "danger"))
    else:
        half = view.seats // 2
        calls += [Standing(m.Counter(p), f"COUNTER {who(p)} + {who(p + half)}"[:80], "danger") for p in range(half)]
    acts = tuple((text.capitalize(), name) for name, text in _GESTURES.items())
    rest = [Standing(m.Pass(), "No more", enabled=up), Standing(m.Refresh(), "Refresh", enabled=up), *calls]
    if board and len(rest) > MOST_IN_A_ROW:
        board.append(rest.pop(0))
    return [
        *([board] if board else []),
        *(rest[n : n + MOST_IN_A_ROW] for n in range(0, len(rest), MOST_IN_A_ROW)),
        [Standing(m.Gesture, "Do something …", options=acts)],
    ]


def now(view: CashView, who: Who, when: Callable[[int], str]) -> str:
    """A newcomer reads what to do; a player at the table message finds the pad behind **My hand**."""
    if view.fact(STAGE, None) == "agreement":
        return f"{_agree(view, who)} The cards come {when(view.fact(BEGINS))} at the latest."
    if view.fact(STAGE, None) == "open":
        return "Press a card of the board to take it, and then one of yours to throw for it."
    return ""


def _agree(view: CashView, who: Who) -> str:
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


def _pad(view: CashView) -> Pad:
    return view.fact(PAD.of(min(pair_of(view.viewer, view.seats))), None) or Pad()


def notes(view: CashView) -> Sequence[str]:
    """The pad, what is armed, and what is held."""
    me = view.viewer
    lines = []
    if (pad := _pad(view)).version:
        code = ", then ".join(_GESTURES[g] for g in pad.gestures) or "no gestures"
        lines.append(f"Signal {pad.version}: {code}" + (f" or “{pad.phrase}”" if pad.phrase else ""))
        if pad.careless:
            lines.append("That could happen by accident.")
    elif code := view.fact(SIGNAL.of(min(pair_of(me, view.seats))), None):
        lines.append(f"Signal: {_signal(code)}")
    if (armed := view.fact(ARMED.of(me), None)) is not None:
        lines.append(f"Ready to throw {card_text(armed)}")
    return [part for line in lines for part in (wrap(line, _BESIDE) if view.hand else [line])]


def _signal(code: str) -> str:
    """An agreed signal: gestures, or words, or either of them."""
    gestures, _, phrase = code.partition("\n")
    return " or ".join(s for s in (", ".join(_GESTURES[g] for g in gestures.split()), phrase) if s)


def _ready(view: CashView, move: m.Arm) -> str:
    return "Nothing ready" if move.card is None else f"Ready to throw {card_text(move.card)}"


def outcome(view: CashView, before: State, who: Who) -> Outcome:
    """All hands as they lay, who called what, and the letters."""
    over, half = view.events_of(m.HandOver)[-1], view.seats // 2
    winners, called = view.ended("W"), view.last(m.Called)
    word = view.options.word
    banner = "A real deal: nobody has called"
    told: dict[Seat, tuple[str, ...]] = dict.fromkeys(over.fours, ("Four of a kind",))
    if called is not None:
        call, right = _call(called.cash, word), "right" if over.right else "wrong"
        banner = f"{who(called.seat)} called {call}: {right}"
        told[called.seat] = (*told.get(called.seat, ()), f"called {call}")
    if winners:
        banner = f"{who.all(winners)} win the match!"
    return Outcome(
        title=word.capitalize(), won=winners or over.won, banner=banner,
        rows=lambda s, row: [replace(row, number=s % half)],
        hands={s: [art.ResultHand(view.faces(HAND.of(s)))] for s in range(view.seats)}, told=told,
        stamps=dict.fromkeys(over.won, WIN) | dict.fromkeys(over.lost, LOSE),
        order=sorted(range(view.seats), key=lambda s: (s not in over.won, over.letters[s], s % half)),
        tags={s: (f"PAIR {'ABCD'[s % half]}",) for s in range(view.seats)},
        total=lambda s: _letters(view, s) if view.options.letters else "",
    )  # fmt: skip


def _call(cash: bool, word: str) -> str:
    return word if cash else f"COUNTER {word}"


def _how(e: m.HandOver, word: str, who: Who) -> str:
    if e.caller is None:
        return "A real deal: nobody has called, and nobody loses."
    call = _call(e.cash, word)
    fours = f"{who.all(e.fours)} held four of a kind" if e.fours else "nobody held four of a kind"
    return f"{who(e.caller)} called {call}, and {'rightly' if e.right else 'wrongly'}: {fours}."


def _called(e: m.Called, who: Who) -> str:
    against = f" against {who(e.team)}" if e.team is not None else ""
    return f"**{who(e.seat)}: {'CASH' if e.cash else 'COUNTER'}{against}!**"


# ---- the end of a match ----------------------------------------------------------------------------


def _so_many_letters(view: CashView, seat: Seat) -> tuple[str, str]:
    """Of two pairs those of the others first, so that more is better."""
    if not view.options.letters:
        return "", ""
    taken = view.scores[seat]
    if view.seats == 4:  # rules/cash.md: partners sit across from each other
        return f"{view.scores[1 - seat % 2]} : {taken}", ""
    return str(taken), "letter" if taken == 1 else "letters"


def _spared(view: CashView, who: Who, seat: Seat) -> str:
    taken, most = view.scores[seat], max(view.scores)
    if not view.options.letters or taken == most:
        return ""
    return "without a letter" if not taken else f"with {times(taken, 'letter')}"


def _calls(view: CashView, recalled: Recalled, who: Who) -> list[art.Call]:
    """Who called what, whether rightly, and the letter that it has cost."""
    word, calls = view.options.word if view.options.letters else "", list[art.Call]()
    for hand, deal in enumerate(recalled, 1):
        if not deal:
            continue
        caller, is_cash, right = deal["call"]
        letters = [word[deal["letters"][seat] - 1] for seat in deal["lost"]] if word else []
        said = _call(bool(is_cash), view.options.word)
        calls.append(art.Call(hand, art.Person(who(caller), caller, who.avatar(caller)), said, bool(right),
                              letters[0] if letters else ""))  # fmt: skip
    return calls


def _moment(view: CashView, who: Who) -> Moment | None:
    """The call, and what there was of four of a kind."""
    over = view.last(m.HandOver)
    if over is None or over.caller is None:
        return None
    call = _call(over.cash, view.options.word)
    seat = over.fours[0] if over.fours else over.caller
    title = "four of a kind" if over.fours else "no four there"
    return Moment(title, seat, view.faces(HAND.of(seat)), lines=(call, f"called by {who(over.caller)}")[:2])


WORDS = Words(
    game=c.CASH,
    tagline="collect four of a kind, tell your partner in secret, and call it before they do",
    moods=("rummy", "quick"),
    minutes=(1, 1),
    lasts=lambda options: "until a word is spelled" if options.letters else "one hand",
    sample_move_count=24,
    point="letter",
    slash_options=("name", "letters", "teams"),
    rules=(
        "You and the player across the table are partners. Before a hand you agree on a secret signal.",
        "Four cards each, four on the board. No turns: press a card of the board, then one of yours to throw for it.",
        "You want four of a kind. Got it? Give your partner the signal in public, in among harmless gestures.",
        "CASH! says that your partner has four of a kind, COUNTER! that an opponent has. A wrong call loses the hand.",
        "Nothing to take? Press No more; then the keeper lays four new cards. Losers take a letter of the word.",
    ),
    cloth="blue",
    verbs={
        m.Sign: Verb("Suggest these", "success", ask="Choose up to three gestures", parts=_GESTURES),
        m.Phrase: Verb("Suggest words …", ask="A signal in your own words", typed=Typed(longest=200)),
        m.Accept: Verb("Agree to signal {}", "success"),
        m.Ready: Verb("Ready", "success"),
        m.Grab: Verb("Take {}", "primary"),
        m.Discard: Verb("Throw {}", "primary"),
        m.Arm: Verb("Ready to throw {}", ask="Ready to throw …", whole=_ready, parts={None: "none"}),
        m.Pass: Verb("No more"),
        m.Refresh: Verb("Refresh"),
        m.Gesture: Verb("{}", ask="Do something …", parts=_GESTURES),
        m.Cash: Verb("CASH!", "success", also=("shout",)),
        m.Counter: Verb("COUNTER {}", "danger", parts={None: "COUNTER!"}),
    },
    reasons={house.Collects: lambda why, who: f"you collect {rank_names(why.rank)}, and hold {why.held}"},
    events={
        m.Called: _called,
        m.HandOver: lambda e, who: _how(e, "CASH", who),
        m.CodesRevealed: lambda e, who: (
            "Signals: " + "; ".join(f"{who(p)}: {escaped(_signal(code))}" for p, code in e.codes) + "."
            if e.codes
            else "Nobody had agreed on a signal."
        ),
    },
    told_by_picture=(m.Called, m.HandOver),
    layout=layout,
    plate=plate,
    outcome=outcome,
    notes=notes,
    traits=(
        Ending(
            why=_spared,
            total=_so_many_letters,
            calls=_calls,
            moment=_moment,
            letters=lambda view: view.options.word if view.options.letters else "",
        ),
        Live(
            standing=standing,
            now=now,
            gives_way={m.Arm: m.Discard},
            judged_by={m.Grab: (m.Touched, m.Missed, m.Swapped), m.Discard: (m.Swapped,)},
            replies={
                m.Touched: lambda e, who: (
                    f"You hold {card_text(e.card)}: throw one down within {(e.until - e.at) // 1000} seconds."
                ),
                m.Missed: "{card} is gone: {by} touched it first.",
            },
            closing={m.Swapped: "✓ {took} is yours, and {gave} lies on the board."},
            follow_up=(m.Discard,),
        ),
    ),
    counts={
        "hands": "{total:hand}",
        "good cashes": "{total:,} right calls of CASH",
        "wrong cashes": "{total:,} wrong ones",
        "good counters": "{total:,} right counters",
        "wrong counters": "{total:,} wrong ones",
        "real deals": "{total:real deal}",
    },
)
