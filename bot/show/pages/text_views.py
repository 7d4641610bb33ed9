"""A table in words, for the asker: what they may do, how it stands, and the rules in force."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.amounts import signed, whites
from bot.engine.cards import Card
from bot.engine.controls import kind_of, suit_order, word
from bot.engine.facts import HAND
from bot.engine.offers import Move, Offer, Part, SomeOf, verb
from bot.engine.options import declared, spoken
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.view import View, view
from bot.table.open_table import OpenTable
from bot.table.state import BETWEEN, CLOSED, DEAL, LOBBY, OVER, PICK

from ..controls.forms import of_every_game
from ..messages.stacks import as_it_lies
from ..words import played
from ..words.game import Words
from ..words.sentences import Who, begun, card_text, group_text
from ..words.verbs import UNSAID, EnterAmount, EnterText, PickMove, Press, Verb, prompt

_LISTED = 25
"""As many moves of several choices are listed."""


def parted(text: str, most: int = 2000) -> list[str]:
    """A text in parts that a message takes each: parted between lines, where one is too long between words."""
    parts: list[str] = []
    while len(text) > most:
        at = next((n for n in (text.rfind(gap, 0, most + 1) for gap in "\n ") if n > 0), most)
        parts.append(text[:at])
        text = text[at:].lstrip()
    return [*parts, text]


def moves_text(table: OpenTable, seat: Seat, offers: Sequence[Offer], words: Words, who: Who) -> str:
    """Everything that a seat may do now, a line for each verb. Unlisted offers stay untold."""
    seen = view(table.deal, seat) if table.deal else None
    lines = [_offer_line(o, words, who, seen) for o in offers if o and not o.unlisted] if seen is not None else []
    if seat in table.turns:
        return "\n".join(["It is your turn. You may:", *lines])
    if table.game.real_time:
        return "\n".join(["You may:", *lines] if lines else ["There is nothing for you to do now."])
    waiting = seen.waits_for if seen else ()
    turn = f"{who.all(waiting)} to play." if waiting else "" if lines else "It is not your turn."
    return "\n".join([*([turn] if turn else []), *(["You may:", *lines] if lines else [])])


def _offer_line(offer: Offer, words: Words, who: Who, seen: View) -> str:
    name, said = verb(offer.kind).replace("-", " ").capitalize(), words.verb(offer.kind) or UNSAID
    asked = prompt(offer, said)
    match asked:
        case PickMove(told=told):
            return f"• **{name}** {', '.join(told(seen, move) for move in asked.moves(_LISTED))}"
        case EnterAmount():
            return f"• **{name}** {whites(asked.least)} to {whites(asked.most)}"
        case EnterText() | Press():
            return f"• **{said.label_now(seen) or name}**"  # as the button has it
        case _ if isinstance(offer.finish(()), Move):
            return f"• **{said.label_now(seen) or name}**"
        case _:
            return f"• {_choices_line(offer, name, said, who, seen)}"


def _choices_line(offer: Offer, name: str, said: Verb, who: Who, seen: View) -> str:
    """Of an offer of which something is chosen: what, and how many."""
    choices, kind, labels = offer.next(()), kind_of(offer, 0), said.parts
    if isinstance(choices, range):
        return f"**{name}** {choices[0]} to {choices[-1]}"
    if [*choices] == [None] and None in labels:  # there is nothing to choose
        return f"**{labels[None]}**"
    if said.label == "{}" and said.ask:
        labels = said.labels(seen, who)
        if {*choices} <= {*labels}:  # a button for each
            return f"**{begun(said.ask).removesuffix('.')}** {', '.join(labels[c] for c in choices)}"
    if all(isinstance(c, Card) for c in choices):
        choices = sorted(choices, key=suit_order)
    each = [labels.get(c) or _choice_text(c, kind, who) for c in choices]
    least, most = (offer.least, offer.most) if isinstance(offer, SomeOf) else (1, 1)
    count = "" if (least, most) == (1, 1) else f"{least} of " if least == most else f"{least} to {most} of "
    return f"**{name}** {count}{', '.join(each)}"


def _choice_text(choice: Part, kind: str, who: Who) -> str:
    if isinstance(choice, Card):
        return card_text(choice)
    if isinstance(choice, tuple):
        return group_text(choice)
    if kind == "seat" and isinstance(choice, int):
        return who(choice)
    return word(choice, kind) if kind == "rank" else str(choice)


def score_text(table: OpenTable, viewer: Seat, words: Words, who: Who) -> str:
    """How everybody stands, what lies in the pot, what has just happened, as far as the viewer may know, and which
    cards are gone, where everybody may count them."""
    if table.phase in (LOBBY, CLOSED) or table.shown is None:
        if table.phase != BETWEEN:
            return f"**{table.game.title}** has not begun here."
        chips = [f"{who(n)}: {whites(table.stack_of(n))} chips" for n in table.taken if table.for_chips]
        return "\n".join([f"**{table.game.title}** stands as before the void deal.", *chips])
    seen = view(table.shown, viewer if viewer < table.shown.table.seats else SPECTATOR)
    if table.deal is None:
        seen, _ = as_it_lies(table, seen, table.shown.state)
    ends = {DEAL: "now", BETWEEN: f"after this {words.deal}", OVER: "at the end of the match", PICK: "after this game"}
    stage = ends[table.phase]
    lines = [f"**{table.game.title}** · {words.deal} {seen.number + 1} · how it stands {stage}:"]
    running = _running(seen, words)
    order = _in_order(table, seen, running)
    lines += [f"{who(seat)}: {_standing(table, seen, seat, words, running[seat])}" for seat in order]
    if _in_chips(table) and words.pot and seen.pot:
        lines.append(f"{words.pot.capitalize()}: {whites(seen.pot)}")
    elif table.place_point and not seen.over:
        lines.append(f"At the end everybody pays {whites(table.place_point)} to each who is ahead of them.")
    said = words.announce(seen.events, who)
    if said:
        lines += ["", *map(str.strip, said[-4:])]
    if words.tally is not None:
        lines += ["", words.tally(view(table.shown))]
    return begun("\n".join(lines))[:2000]


def _in_order(table: OpenTable, seen: View, running: Sequence[int]) -> list[Seat]:
    """The best first."""
    worth = seen.stacks if _in_chips(table) else [sum(both) for both in zip(seen.scores, running, strict=True)]
    up = table.game.lowest_wins and not _in_chips(table)
    return sorted((n for n in table.taken if n < seen.seats), key=lambda s: worth[s] if up else -worth[s])


def _in_chips(table: OpenTable) -> bool:
    """Whether chips tell how the game stands, and not its points."""
    return table.game.for_chips(table.options)


def _standing(table: OpenTable, seen: View, seat: Seat, words: Words, running: int) -> str:
    has = f", {words.seat_note(seen, seat)}" if words.seat_note is not None and seat < seen.seats else ""
    if _in_chips(table):
        bet = f", bets {whites(seen.wagers[seat])}" if seen.wagers[seat] else ""
        strikes = f", {n} strike{'' if n == 1 else 's'}" if (n := seen.strikes[seat]) else ""
        return f"{whites(seen.stacks[seat])} chips{bet}{strikes}{has}"
    total = seen.scores[seat] + running
    now = f", {signed(100 * running)} of it in this {words.deal}" if running else ""
    number = f"{total:,}".replace("-", "−")
    chips = f", {whites(seen.stacks[seat])} chips" if table.for_chips else ""
    point = words.point if isinstance(words.point, str) else words.point(seen)
    return f"{number} {point}{'' if abs(total) == 1 else 's'}{now}{has}{chips}"


def _running(seen: View, words: Words) -> list[int]:
    """What the hand that is being played has brought each seat so far, where everybody may know."""
    nothing = [0] * seen.seats
    return nothing if seen.over or words.running is None else [*words.running(seen)]


def rules_text(words: Words, options: object | None) -> str:
    """The rules in short. With options: those of a table, the changed ones marked, and all of the game's own."""
    lines = [f"**{words.game.title}** · {words.tagline}", *words.rules]
    if options is not None:
        lines += ["", f"**At this table:** {played.line(words, options)}"]
        own = [f for f in declared(words.game.options) if not of_every_game(f)]
        each = ", ".join(filter(None, (spoken(options, f) for f in own)))
        lines += [f"-# {each}"] if each else []
    return "\n".join(lines)[:2000]


def odds_text(table: OpenTable, seat: Seat, words: Words) -> str:
    """What the asker's own cards promise, or why there is nothing to tell."""
    if words.odds is None:
        return f"There are no odds to tell at {table.game.title}."
    deal = table.deal
    seen = view(deal, seat) if deal is not None and seat < deal.table.seats else None
    if seen is None or not seen.piles or (not seen.hand and HAND.of(seat) in seen.piles):
        return "You hold no cards now."  # where the game has hands at all
    return words.odds(seen)
