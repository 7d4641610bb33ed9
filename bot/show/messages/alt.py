"""Pictures in words: the text for those who do not see them.

It is made from what the picture is made of, and from nothing else, so it can tell no more than the picture shows. It is
read out after the text of its message: what that has said is left out. One's own cards come first, then the table, and
what is asked comes last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from bot.engine.amounts import whites
from bot.engine.cards import rank_text
from card_art import scene as art

from ..words.sentences import card_text
from .ending_alt import ending_alt

Picture = (
    art.Scene
    | art.Results
    | art.MatchEnd
    | art.Counting
    | art.Rack
    | art.Shares
    | art.Shuffle
    | art.Evening
    | art.Leaderboard
    | art.StatsSheet
    | art.Gallery
    | art.CardChoices
    | tuple[art.Scene, art.Hand | None]
)
"""What to draw: a table, a result, the end of a match, a stack that is counted, chips for several people, a pack that
is shuffled, a night, a leaderboard, a member's form, games to choose from, ways in which cards may look, or a private
panel: the table over a hand.
"""


LONGEST = 1024
"""Characters of a picture's text, as Discord takes it."""
_SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z])")
"""Between two on a picture."""
_STOP, _PART = re.compile(r"(?<=[.!?])\**\s+"), re.compile(r" · |: ")
"""Between two in a text, and between the parts of its first line."""
_YOU = re.compile(r"\b(from|for|to|by|and) You\b")
_TURN = re.compile(r" \(to play\)|(?<=\()to play, ")
"""Whose turn it is, on a board."""
_WORD = re.compile(r"[\w½¼+−♣♦♥♠★]+")


def alt(picture: Picture, text: str = "") -> str:
    """A picture's text for those who do not see it, below this text of its message."""
    match picture:
        case art.Scene():
            return _fitting(_scene_alt(picture, text))
        case art.Results():
            return _fitting(_read_out(_unsaid(_results_alt(picture), text)))
        case art.MatchEnd():
            return _fitting(_read_out(_unsaid(ending_alt(picture), text)))
        case art.Counting(title=title, subtitle=subtitle, rows=rows):
            return _fitting([f"{said}." for said in (title, subtitle, *(row.text for row in rows))])
        case art.Rack():
            return _rack_alt(picture)
        case art.Shares():
            return _fitting([_shares_alt(picture)])
        case art.Shuffle():
            return _shuffle_alt(picture)
        case art.Evening():
            return _fitting(_evening_alt(picture))
        case art.Leaderboard():
            return _fitting(_ranking_alt(picture))
        case art.StatsSheet():
            return _fitting(_form_alt(picture))
        case art.Gallery():
            return _fitting([_gallery_alt(picture)])
        case art.CardChoices():
            return _choices_alt(picture)
        case (table, hand):
            own, asked = _hand_below_alt(hand)
            return _fitting([*own, *_scene_alt(table, text)], asked)


def _fitting(said: Iterable[str], asked: str = "") -> str:
    """These sentences, cut where they are too long; what is `asked` stands behind them, whole."""
    told = " ".join(filter(None, said))
    room = LONGEST - len(asked) - bool(asked)
    if len(told) > room:
        told = f"{told[: room - 1]}…"
    return f"{told} {asked}".strip()


def _unsaid(said: Iterable[str], text: str) -> list[str]:
    """Those of these sentences that neither the text above the picture nor one of them before has said."""
    parts = (part for line in text.split("\n") for part in (*_PART.split(line), *_STOP.split(line)))
    heard = {*map(_words, parts)} if text else set[str]()
    return [one for one in dict.fromkeys(said) if one and _words(one) not in heard]


def _read_out(said: Iterable[str]) -> list[str]:
    """What stands on a picture in short, as sentences."""
    return [_YOU.sub(r"\1 you", one.replace(" · ", ", ")) for one in said]


def _words(text: str) -> str:
    """Nothing but the words of it, to be compared with another one's."""
    return " ".join(_WORD.findall(text.casefold()))


# ---- chips, packs, nights, lists ----------------------------------------------------------------


def _rack_alt(rack: art.Rack) -> str:
    tubes = ", ".join(f"tube {n} {chips} of {rack.capacity}" for n, chips in enumerate(rack.tubes, 1))
    return f"{rack.title}. {rack.subtitle}: {tubes}."


def _shares_alt(shares: art.Shares) -> str:
    each = ". ".join(f"{one.name}, {one.text}: {_chips_alt(one.chips, shares.pennies)}" for one in shares.shares)
    return f"{shares.title}. {shares.subtitle}. {each}."


def _shuffle_alt(shuffle: art.Shuffle) -> str:
    heaps = ", ".join(f"{heap.label} {heap.count}".removesuffix(" 0") for heap in shuffle.heaps)
    return f"{shuffle.title}, {shuffle.subtitle}. {shuffle.said} {heaps}."


def _gallery_alt(gallery: art.Gallery) -> str:
    each = (f"{', '.join((t.title, *t.facts, t.counts))}: {t.line}" for t in gallery.tiles)
    page = f", {gallery.page}" if gallery.page else ""
    return f"{gallery.title}{page}: {gallery.subtitle}. {'. '.join(each)}."


def _choices_alt(sheet: art.CardChoices) -> str:
    each = (f"{choice.name}{', chosen' if choice.chosen else ''}" for choice in sheet.choices)
    return f"The same cards side by side: {'; '.join(each)}."


def _chips_alt(chips: tuple[tuple[int, int], ...], pennies: bool) -> str:
    return ", ".join(f"{count} of {whites(value)}{'¢' if pennies else ''}" for value, count in chips) or "no chips"


def _evening_alt(night: art.Evening) -> list[str]:
    said = [f"{night.title}. {night.subtitle}."]
    said += [f"{n}. {one.name}: {whites(one.net)}." for n, one in enumerate(night.standings, 1)]
    said += [f"{source} pays {to} {whites(amount)}." for source, to, amount in night.payments]
    return [*said, *(f"{text}." for text in night.remembered)]


def _ranking_alt(board: art.Leaderboard) -> list[str]:
    said = [f"{board.title}, {board.heading.lower()}. {board.subtitle}."]
    return [*said, *(f"{row.place}. {row.name}: {row.value} ({row.line})." for row in board.rows)]


def _form_alt(sheet: art.StatsSheet) -> list[str]:
    said = [f"{sheet.name}. {sheet.subtitle}.", f"{', '.join(f'{what} {much}' for what, much in sheet.figures)}."]
    if sheet.outcomes:
        said.append(f"The last matches, won, lost or drawn: {sheet.outcomes}.")
    return [*said, *(f"{title}: {words}." for title, _, words in sheet.favourites)]


# ---- tables ------------------------------------------------------------------------------------


def _scene_alt(scene: art.Scene, text: str) -> list[str]:
    """Sentence by sentence; whose turn it is and the last move are left to the text, if there is one."""
    head = ", ".join(_unsaid((scene.title, *scene.subtitle.split(" · ")), text))
    said = [_begun(head)] if head else list[str]()
    if scene.banner:
        said.append(scene.banner)
    said += [f"Open hand of {hand.name}: {' '.join(map(card_text, hand.cards))}." for hand in scene.opened]
    said += [_piece_alt(piece, scene) for piece in scene.centre]
    if scene.board is not None:
        said += _SENTENCE.split(scene.board.alt(card_text))
    said += [_seat_alt(seat, scene, turn=not text) for seat in scene.seats]
    said += [_felt_alt(panel) for panel in scene.felt if not (text and isinstance(panel, art.LastMove))]
    if scene.inset:
        caption, before = scene.inset
        said.append(f"{caption}: {' '.join(map(card_text, before))}.")
    said += [_begun(foot) for foot in (*scene.corner, *scene.foot) if foot]
    if scene.played:
        lines = (one for piece in scene.centre if isinstance(piece, art.Lines) for one in piece.lines)
        heard = "\n".join((text, scene.title, *scene.subtitle.split(" · "), *lines))
        if more := _unsaid(scene.played.split(" · "), heard):
            said.append(f"What is played: {', '.join(more)}.")
    if text:
        said = [_TURN.sub("", one) for one in said]
    return _read_out(_unsaid(said, text))


def _seat_alt(seat: art.Seat, scene: art.Scene, *, turn: bool) -> str:
    """`Ada (house player, dealer): 96 chips, shows 8♥ 3♦, bets 5.`"""
    tags = [tag for tag in seat.tags if turn or tag != "TO PLAY"]
    known = [*(art.SAID_TAGS.get(tag) or tag.lower() for tag in tags), *(["dealer"] if seat.dealer else [])]
    about = f" ({', '.join(known)})" if known else ""
    strikes = f", {seat.strikes} of {seat.strikes_of} strikes" if seat.strikes is not None else ""
    faces = [c for c in (*seat.hand, *seat.shown) if c is not None]
    shows = f", shows {' '.join(map(card_text, faces))}" if faces else ""
    hands = "".join(f", {_hand_alt(hand, scene)}" for hand in seat.hands)
    bet = f", bets {_amount(seat.bet, scene.pennies)}" if seat.bet else ""
    words = "".join(f", {word}" for word in (seat.said, seat.stamp.word if seat.stamp else "") if word)
    line = ", ".join(filter(None, (seat.line, seat.asks if seat.asks != "to play" else "")))  # that is a tag
    return f"{seat.name}{about}: {line}{strikes}{shows}{hands}{bet}{words}."


def _hand_alt(hand: art.SeatHand, scene: art.Scene) -> str:
    """ "8♥ 3♦ (11, bet 5, win, +5)"; what lies face down is only counted."""
    laid = [(n, c) for n, c in enumerate(hand.cards) if c is not None]
    faces = [f"{card_text(c)}{' (wild)' if n in hand.wild else ''}" for n, c in laid]
    hidden = len(hand.cards) - len(faces)
    cards = " ".join([*faces, *([f"{hidden} face down"] if hidden else [])])
    bet = f"bet {_amount(hand.bet, scene.pennies)}" if hand.bet else ""
    about = [hand.total, bet, hand.stamp.word if hand.stamp else "", hand.change]
    about = [text for text in about if text]
    return f"{cards} ({', '.join(about)})" if about else cards


def _piece_alt(piece: art.Piece, scene: art.Scene) -> str:
    match piece:
        case art.Trick():
            return _trick_alt(piece, scene)
        case art.CardRow():
            return _row_of_cards_alt(piece)
        case art.Ranks():
            return _ranks_alt(piece)
        case art.Stock():
            return _stock_alt(piece)
        case art.Pot():
            return _pot_alt(piece)
        case art.Note(text=text):
            return _stopped(text)
        case art.Lines(lines=lines, label=label) if lines:
            return f"{label}: {'; '.join(lines)}." if label else f"{'; '.join(lines)}."
        case art.Arrow(text=text):
            return f"{text}." if text else ""
    return ""


def _felt_alt(panel: art.FeltPanel) -> str:
    match panel:
        case art.LastMove(by=by, said=last, before=before):
            return f"Last move: {by.name} {f'{before}, ' if before else ''}{last}."
        case art.Race(label=label, runners=runners):
            each = (f"{r.person.name} {r.score}{f' ({r.note})' if r.note else ''}" for r in runners)
            return f"{label}: {', '.join(each)}."
        case art.Letters(word=word, name=name, taken=taken):
            return f"{name}: {word[:taken] or 'no letters'}."
        case art.LastTrick(cards=cards, by=by, worth=worth):
            return f"Last trick: {' '.join(map(card_text, cards))}, to {by.name}{f', {worth}' if worth else ''}."
        case art.Fact(text=text, more=more, aside=aside):
            return " ".join(_stopped(part) for part in (text, aside, *more) if part)


def _trick_alt(trick: art.Trick, scene: art.Scene) -> str:
    if not trick.cards:
        return ""
    counts = dict(trick.points)
    each = [
        f"{card_text(card)} from {scene.seats[n].name}{f' ({counts[n]})' if n in counts else ''}"
        for n, card in trick.cards
    ]
    won = ""
    if trick.stamp and trick.winner is not None:
        won = f"; {scene.seats[trick.winner].name} {trick.stamp.word}"
    return f"Trick: {', '.join(each)}{won}."


def _row_of_cards_alt(row: art.CardRow) -> str:
    if not any(row.cards):
        return ""
    cards = " ".join(card_text(card) for card in row.cards if card)
    comes_to = f" ({row.total})" if row.total else ""
    return f"{row.label or 'On the table'}: {cards}{comes_to}{f': {row.stamp.word}' if row.stamp else ''}."


def _ranks_alt(ranks: art.Ranks) -> str:
    each = [f"{rank_text(rank)} {count}" for rank, count in enumerate(ranks.left, 1)]
    said = [_begun(f"{ranks.label or 'left'}: {', '.join(each)}")]
    for what, those in (("Wanted", ranks.wanted), ("Hit", ranks.hit)):
        if those:
            said.append(f"{what}: {', '.join(map(rank_text, sorted(those)))}.")
    return " ".join(said)


def _stock_alt(stock: art.Stock) -> str:
    cards = f"{stock.count} card{'' if stock.count == 1 else 's'}"
    on_top = f", {card_text(stock.top)} on top" if stock.top else ""
    return f"{stock.label}: {cards}{on_top}{f', {stock.marker} behind the marker' if stock.marker else ''}."


def _pot_alt(pot: art.Pot) -> str:
    apart = ":" if pot.label[-1:].isdigit() else ""  # "Nearest 7: 2"
    return f"{pot.label}{apart} {_amount(pot.amount, pot.pennies)}{f' ({pot.change})' if pot.change else ''}."


# ---- one's own cards ---------------------------------------------------------------------------


def _hand_below_alt(hand: art.Hand | None) -> tuple[list[str], str]:
    """One's own cards and what is noted beside them; and which of them may be chosen."""
    if hand is None:
        return [], ""
    said = [f"Your cards: {_own_alt(hand)}."]
    if hand.notes:
        said.append(f"{'; '.join(' '.join(note.split()) for note in hand.notes)}.")
    if hand.legal is None:
        return said, ""
    if len(hand.legal) == len(hand.cards) > 1:
        return said, "You may choose any of your cards."
    return said, f"You may choose: {' '.join(card_text(hand.cards[n]) for n in sorted(hand.legal))}."


def _own_alt(hand: art.Hand) -> str:
    """One's own cards, group by group where they lie in groups: "4♥ 5♥ 6♥, 9♠ 9♦ 9♣; deadwood 13: K♣ 3♦"."""
    loose = len(hand.cards) - (hand.rest.cards if hand.rest else 0)
    groups = [0, *sorted(n for n in hand.apart if n < loose), loose]
    said = ", ".join(" ".join(map(card_text, hand.cards[a:b])) for a, b in pairwise(groups) if a < b)
    if hand.gaps:
        said = f"{said or 'none'}; missing {' '.join(word for _, word in hand.gaps)}"
    if hand.rest is None:
        return said
    rest = " ".join(map(card_text, hand.cards[loose:]))
    counted = " ".join(filter(None, (hand.rest.name, hand.rest.count, hand.rest.note)))
    return "; ".join(filter(None, (said, f"{counted}: {rest}" if rest else counted)))


# ---- results -----------------------------------------------------------------------------------


def _results_alt(results: art.Results) -> list[str]:
    said = [
        *map(_begun, filter(None, (results.title, results.subtitle))),
        *([_stopped(results.banner)] if results.banner else []),
    ]
    said += [_row_alt(row) for row in results.rows]
    said += [one for text in (results.out, results.note) if text for one in _SENTENCE.split(_begun(text))]
    for name, board in results.boards:
        said += _SENTENCE.split(f"{name}: {board.alt(card_text)}" if name else board.alt(card_text))
    return said


def _row_alt(row: art.ResultRow) -> str:
    """`1. Ada (house player): 8♥ 3♦ 10♣ 21 win; +15, 96 chips.`"""
    place = f"{row.place}. " if row.place else ""
    known = [art.SAID_TAGS.get(tag) or tag.lower() for tag in row.tags]
    tags = f" ({', '.join(known)})" if known else ""
    facts = (*map(_laid_alt, row.hands), *row.told, _word(row.stamp), ", ".join(filter(None, (row.change, row.total))))
    said = "; ".join(filter(None, facts))
    return f"{place}{row.name}{tags}: {said}." if row.name else f"{said}."


def _laid_alt(hand: art.ResultHand) -> str:
    cards = (f"{card_text(card)}{' (wild)' if n in hand.wild else ''}" for n, card in enumerate(hand.cards))
    return " ".join(filter(None, (*cards, hand.total, hand.beneath, _word(hand.stamp))))


# ---- words -------------------------------------------------------------------------------------


def _amount(amount: int, pennies: bool) -> str:
    return f"{whites(amount)}{'¢' if pennies else ''}"


def _begun(text: str) -> str:
    """What stands on a picture in short, as a sentence."""
    return _stopped(text[:1].upper() + text[1:])


def _stopped(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _word(stamp: art.Stamp | None) -> str:
    return stamp.said if stamp else ""
