"""Pictures in words: the text for those who do not see them.

It is made from what the picture is made of, and from nothing else, so it can tell no more than the picture shows.
"""

from __future__ import annotations

from itertools import pairwise

from bot.engine.amounts import whites
from bot.engine.cards import rank_text
from card_art import scene as art

from ..words.sentences import card_text

Picture = (
    art.Scene
    | art.Results
    | art.Counting
    | art.Rack
    | art.Shares
    | art.Shuffle
    | art.Evening
    | art.Leaderboard
    | art.StatsSheet
    | art.Gallery
    | tuple[art.Scene, art.Hand | None]
)
"""What to draw: a table, a result, a stack that is counted, chips for several people, a pack that is shuffled, a night,
a leaderboard, a member's form, games to choose from, or a private panel (the table over a hand)."""


def alt(picture: Picture) -> str:
    """A picture's text for those who do not see it: made from what the picture is made of, and nothing else."""
    if isinstance(picture, art.Results):
        said = _results_alt(picture)
    elif isinstance(picture, art.Shuffle):
        heaps = ", ".join(f"{heap.label} {heap.count}".removesuffix(" 0") for heap in picture.heaps)
        said = f"{picture.title}, {picture.subtitle}. {picture.said} {heaps}."
    elif isinstance(picture, art.Rack):
        tubes = ", ".join(f"tube {n} {chips} of {picture.capacity}" for n, chips in enumerate(picture.tubes, 1))
        said = f"{picture.title}. {picture.subtitle}: {tubes}."
    elif isinstance(picture, art.Shares):
        each = ". ".join(f"{one.name}, {one.text}: {_chips_alt(one.chips, picture.pennies)}" for one in picture.shares)
        said = f"{picture.title}. {picture.subtitle}. {each}."
    elif isinstance(picture, art.Evening):
        said = _evening_alt(picture)
    elif isinstance(picture, art.Leaderboard):
        said = _ranking_alt(picture)
    elif isinstance(picture, art.StatsSheet):
        said = _form_alt(picture)
    elif isinstance(picture, art.Gallery):
        each = (f"{t.title}, {t.facts}, {t.counts}: {t.line}".replace(" · ", ", ") for t in picture.tiles)
        page = f", {picture.page}" if picture.page else ""
        said = f"{picture.title}{page}: {picture.subtitle}. {'. '.join(each)}."
    elif isinstance(picture, art.Counting):
        said = ". ".join([picture.title, picture.subtitle, *(row.text for row in picture.rows)]) + "."
    elif isinstance(picture, art.Scene):
        said = _scene_alt(picture)
    else:
        table, hand = picture
        own = ""
        if hand is not None:
            own = f"Your cards: {_own_alt(hand)}."
            if hand.legal is not None:
                own += f" You may choose: {' '.join(card_text(hand.cards[n]) for n in sorted(hand.legal))}."
            if hand.notes:
                own += f" {'; '.join(' '.join(note.split()) for note in hand.notes)}."
        said = f"{own} {_scene_alt(table)}".strip()
    return said if len(said) <= 1024 else said[:1023] + "…"


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


def _ranking_alt(board: art.Leaderboard) -> str:
    said = [f"{board.title}, {board.heading.lower()}. {board.subtitle}."]
    said += [f"{row.place}. {row.name}: {row.value} ({row.line})." for row in board.rows]
    return " ".join(said)


def _form_alt(sheet: art.StatsSheet) -> str:
    said = [f"{sheet.name}. {sheet.subtitle}.", f"{', '.join(f'{what} {much}' for what, much in sheet.figures)}."]
    if sheet.outcomes:
        said.append(f"The last matches, won, lost or drawn: {sheet.outcomes}.")
    said += [f"{title}: {words}." for title, _, words in sheet.favourites]
    return " ".join(said)


def _chips_alt(chips: tuple[tuple[int, int], ...], pennies: bool) -> str:
    return ", ".join(f"{count} of {whites(value)}{'¢' if pennies else ''}" for value, count in chips) or "no chips"


def _evening_alt(night: art.Evening) -> str:
    said = [f"{night.title}. {night.subtitle}."]
    said += [f"{n}. {one.name}: {whites(one.net)}." for n, one in enumerate(night.standings, 1)]
    said += [f"{source} pays {to} {whites(amount)}." for source, to, amount in night.payments]
    said += [f"{text}." for text in night.remembered]
    return " ".join(said)


def _scene_alt(scene: art.Scene) -> str:
    said = [f"{scene.title}, {scene.subtitle}." if scene.subtitle else f"{scene.title}."]
    if scene.banner:
        said.append(scene.banner)
    said += [f"Open hand of {hand.name}: {' '.join(map(card_text, hand.cards))}." for hand in scene.opened]
    for piece in scene.centre:
        said.append(_piece_alt(piece, scene))
    if scene.board is not None:
        said.append(scene.board.alt(card_text))
    for seat in scene.seats:
        known = [*map(str.lower, seat.tags), *(["dealer"] if seat.dealer else [])]
        tags = f" ({', '.join(known)})" if known else ""
        faces = [c for c in (*seat.hand, *seat.shown) if c is not None]
        shows = f", shows {' '.join(map(card_text, faces))}" if faces else ""
        shows += "".join(f", {_hand_alt(hand, scene)}" for hand in seat.hands)
        bet = f", bets {_amount(seat.bet, scene.pennies)}" if seat.bet else ""
        strikes = f", {seat.strikes} of {seat.strikes_of} strikes" if seat.strikes is not None else ""
        words = "".join(f", {word}" for word in (seat.said, seat.stamp.word if seat.stamp else "") if word)
        said.append(f"{seat.name}{tags}: {seat.line}{strikes}{shows}{bet}{words}.")
    if scene.inset:
        caption, before = scene.inset
        said.append(f"{caption}: {' '.join(map(card_text, before))}.")
    said += [f"{text}." for text in (*scene.corner, *scene.foot_left) if text]
    return " ".join(s for s in said if s)


def _amount(amount: int, pennies: bool) -> str:
    return f"{whites(amount)}{'¢' if pennies else ''}"


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
        case art.Trick(cards=played, stamp=stamp) if played:
            counts = dict(piece.points)
            each = [
                f"{card_text(card)} from {scene.seats[n].name}{f' ({counts[n]})' if n in counts else ''}"
                for n, card in played
            ]
            won = f"; {scene.seats[piece.winner].name} {stamp.word}" if stamp and piece.winner is not None else ""
            return f"Trick: {', '.join(each)}{won}."
        case art.CardRow(cards=row, label=label, total=total, stamp=stamp) if any(row):
            cards = " ".join(card_text(card) for card in row if card)
            comes_to = f" ({total})" if total else ""
            return f"{label or 'On the table'}: {cards}{comes_to}{f': {stamp.word}' if stamp else ''}."
        case art.Ranks(left=left, wanted=wanted, hit=hit, label=label):
            each = [f"{rank_text(rank)} {count}" for rank, count in enumerate(left, 1)]
            said = [f"{label or 'Left'}: {', '.join(each)}."]
            for what, ranks in (("Wanted", wanted), ("Hit", hit)):
                if ranks:
                    said.append(f"{what}: {', '.join(map(rank_text, sorted(ranks)))}.")
            return " ".join(said)
        case art.Stock(label=label, count=count, marker=marker, top=top):
            cards = f"{count} card{'' if count == 1 else 's'}"
            on_top = f", {card_text(top)} on top" if top else ""
            return f"{label}: {cards}{on_top}{f', {marker} behind the marker' if marker else ''}."
        case art.Pot(amount=amount, label=label, change=change):
            apart = ":" if label[-1:].isdigit() else ""  # "Nearest 7: 2"
            return f"{label}{apart} {_amount(amount, piece.pennies)}{f' ({change})' if change else ''}."
        case art.Note(text=text):
            return _stopped(text)
        case art.Lines(lines=lines, label=label) if lines:
            return f"{label}: {'; '.join(lines)}." if label else f"{'; '.join(lines)}."
        case art.Arrow(text=text):
            return f"{text}." if text else ""
    return ""


def _results_alt(results: art.Results) -> str:
    said = [_stopped(text) for text in (results.title, results.subtitle, results.banner) if text]
    said += [_row_alt(row) for row in results.rows]
    said += [_stopped(text) for text in (results.out, results.note) if text]
    said += [f"{name}: {board.alt(card_text)}" if name else board.alt(card_text) for name, board in results.boards]
    return " ".join(said)


def _stopped(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _row_alt(row: art.ResultRow) -> str:
    """`1. Ana (house): 8♥ 3♦ 10♣ 21 win; +15, 96 chips.`"""
    place = f"{row.place}. " if row.place else ""
    tags = f" ({', '.join(map(str.lower, row.tags))})" if row.tags else ""
    facts = (*map(_laid_alt, row.hands), *row.told, _word(row.stamp), ", ".join(filter(None, (row.change, row.total))))
    said = "; ".join(filter(None, facts))
    return f"{place}{row.name}{tags}: {said}." if row.name else f"{said}."


def _laid_alt(hand: art.ResultHand) -> str:
    cards = (f"{card_text(card)}{' (wild)' if n in hand.wild else ''}" for n, card in enumerate(hand.cards))
    return " ".join(filter(None, (*cards, hand.total, hand.beneath, _word(hand.stamp))))


def _word(stamp: art.Stamp | None) -> str:
    return stamp.said if stamp else ""
