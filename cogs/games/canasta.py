"""Canasta on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.engine.cards import Card
from bot.engine.facts import DISCARDS, HAND, STOCK
from bot.engine.offers import Part, SortKey
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.games import canasta as g
from bot.games.canasta import melds as m
from bot.games.canasta import moves as mv
from bot.games.canasta.facts import ASKED, FROZEN, MELD, MINIMUM, RED_THREES
from bot.games.canasta.hand import side_of
from bot.games.canasta.moves import CanastaView
from bot.house import canasta as house
from bot.show.words.ending import Ending, Moment, Recalled
from bot.show.words.game import Words
from bot.show.words.layout import NO_FOOT, Layout, Outcome, below, seat_scene, turned
from bot.show.words.sentences import Who, begun, card_text, cards_text, group_text, times
from bot.show.words.verbs import Collected, Command, Typed, Verb
from card_art import scene as art
from card_art.boards.canasta import CanastaTable, Discards, Meld, Member, Side

_HOW_MANY = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}
_OUT, _CONCEALED = art.Stamp("WENT OUT", "gold"), art.Stamp("CONCEALED", "gold")
_CHARGED = {
    "red three": "a red three kept in hand", "no": "going out after a no", "yes": "not going out after a yes",
    "take": "a pile that could not be used",
}  # fmt: skip


# ---- the table -----------------------------------------------------------------------------------


def layout(view: CanastaView, who: Who) -> Layout:
    """A mat for each side, the other one above; the stock and the discard pile beside them."""
    order = turned(view, who)
    own = side_of(order[0])
    sides = (_side(view, who, 1 - own, order), _side(view, who, own, order))
    return Layout(
        stage=f"to {view.options.target:,}", foot=NO_FOOT, seats=(),
        board=CanastaTable(
            seats=tuple(_plate(view, who, seat) for seat in order), sides=sides, stock=view.size(STOCK),
            discards=_discards(view), low=bool(view.hand),
        ),
    )  # fmt: skip


def _plate(view: CanastaView, who: Who, seat: Seat) -> art.Seat:
    held = view.size(HAND.of(seat))
    asked = ("ASKS",) if view.fact(ASKED, None) == seat else ()
    return seat_scene(view, who, seat, times(held, "card"), hand=False, marks=asked, asks=_asks(view, seat))


def _asks(view: CanastaView, seat: Seat) -> str:
    """A card to draw or to throw, or an answer."""
    if view.fact(ASKED, seat) != seat:
        return "answer"
    last = view.last(mv.Drew, mv.TookPile, mv.Discarded, seat=seat)
    return "meld or throw" if isinstance(last, mv.Drew | mv.TookPile) else "draw or take"


def _discards(view: CanastaView) -> Discards:
    pile, frozen = view.pile(DISCARDS), bool(view.fact(FROZEN, None))
    top = pile[-1] if pile else None
    wild = [c for c in pile[:-1] if c is not None and (m.is_wild(c) or m.is_red_three(c))]
    return Discards(len(pile), top, frozen, wild[-1] if frozen and wild else None)


def _side(view: CanastaView, who: Who, side: Seat, order: Sequence[Seat]) -> Side:
    members = [seat for seat in order if side_of(seat) == side]
    melds = _melds(view, side)
    minimum = view.fact(MINIMUM)[side]
    reds = view.faces(RED_THREES.of(side))
    good = bool(melds) or view.options.red3_no_meld == "plus"
    return Side(
        members=tuple(Member(who(seat), seat, who.avatar(seat)) for seat in members), score=_points(view.scores[side]),
        line=f"{minimum} made" if melds else f"needs {minimum}", made=bool(melds), melds=melds, red_threes=reds,
        bonus=_signed(m.red_threes(len(reds), good=good)), own=side == side_of(order[0]),
        stamp=_stamp(view, side) if view.moment else None,
    )  # fmt: skip


def _melds(view: CanastaView, side: Seat) -> tuple[Meld, ...]:
    """The canastas first, the natural ones before the mixed."""
    new = _new(view, side)
    piles = ((rank, view.faces(MELD.of(side, rank))) for rank in (*m.RANKS, m.THREE))
    melds = [_meld(rank, cards, rank in new) for rank, cards in piles if cards]
    return tuple(sorted(melds, key=lambda meld: -meld.worth))


def _meld(rank: int, cards: Sequence[Card], new: bool) -> Meld:
    """A red card lies on a natural canasta, a black one on a mixed one, if it has such a card."""
    naturals, wilds = [c for c in cards if c.rank == rank], tuple(sorted(c for c in cards if c.rank != rank))
    worth = m.Group(rank, len(naturals), len(wilds)).bonus
    suits = "DH" if worth == m.NATURAL else "CS" if worth else "CDHS"
    top = next((c for c in reversed(naturals) if c.suit in suits), naturals[-1])
    return Meld(top, len(naturals), wilds, worth, new)


def _new(view: CanastaView, side: Seat) -> set[int]:
    """The ranks that were laid since somebody last threw a card."""
    ranks = set[int]()
    for e in reversed(view.events):
        if isinstance(e, mv.Discarded):
            break
        if isinstance(e, mv.Melded) and e.side == side:
            ranks |= {group.rank for group in e.groups}
    return ranks


def _stamp(view: CanastaView, side: Seat) -> art.Stamp | None:
    """What has just happened there."""
    match last := view.last(mv.CanastaMade, mv.TookPile, mv.WentOut, mv.HandScored):
        case mv.WentOut() if side_of(last.seat) == side:
            return _CONCEALED if last.concealed else _OUT
        case mv.CanastaMade() if last.side == side:
            return art.Stamp(f"CANASTA {m.NATURAL if last.natural else m.MIXED}", "gold")
        case mv.TookPile() if side_of(last.seat) == side:
            return art.Stamp(f"TAKES {last.cards}", "ivory")
        case mv.HandScored():
            points = last.scores[side].points
            return art.Stamp(_signed(points), "gold" if points > 0 else "crimson")
        case _:
            return None


def _signed(points: int) -> str:
    return f"{points:+,}".replace("-", "−")


def _points(points: int) -> str:
    return f"{points:,}".replace("-", "−")


# ---- the result ----------------------------------------------------------------------------------


def outcome(view: CanastaView, before: State, who: Who) -> Outcome:
    """What each side has scored and for what, and the cards that were left in each hand."""
    scored = view.last(mv.HandScored)
    out = view.last(mv.WentOut)
    if scored is None:
        return Outcome()
    sheets = scored.scores
    held = {seat: view.faces(HAND.of(seat)) for seat in view.players}
    champions = view.ended("W")
    best = max(sheets, key=lambda each: each.points)
    level = sheets[0].points == sheets[1].points
    won = champions or ([] if level else sorted(s for s in view.players if side_of(s) == best.side))
    if champions:
        banner = (
            f"{who.do(champions, 'wins', 'win')} the match, {_points(max(view.scores))} to {_points(min(view.scores))}!"
        )
    elif level:
        banner = "Both sides score the same"
    else:
        banner = begun(f"{who.do(won, 'scores', 'score')} {_signed(best.points)}")
    stamps = {out.seat: _CONCEALED if out.concealed else _OUT} if out else {}
    sides = {side: _side_row(view, who, sheets[side], side in won, stamps) for side in (0, 1)}

    def rows(seat: Seat, row: art.ResultRow) -> Sequence[art.ResultRow]:
        """That of a side above that of the first of its members, whose rows tell their cards alone."""
        own = replace(row, quiet=True)
        return below(sides[seat], own) if seat in sides else [own]

    return Outcome(
        hands={seat: _left(cards) for seat, cards in held.items()}, stamps=stamps,
        rows=rows,
        order=sorted(view.players, key=lambda s: (-view.scores[s], side_of(s), s)), won=won, banner=banner,
        stage=f"to {view.options.target:,}",
    )  # fmt: skip


def _side_row(
    view: CanastaView, who: Who, sheet: mv.Score, won: bool, stamps: Mapping[Seat, art.Stamp]
) -> art.ResultRow:
    """What a side has scored, and for what; the cards that its members held stand below."""
    members = sorted(seat for seat in view.players if side_of(seat) == sheet.side)
    alone = len(members) == 1
    return art.ResultRow(
        name=" & ".join(map(who, members)), number=sheet.side, winner=won, face=who.avatar(sheet.side),
        told=tuple(_sheet(sheet)), stamp=stamps.get(sheet.side) if alone else None, change=_signed(sheet.points),
        total=_points(sheet.total),
    )  # fmt: skip


def _left(cards: Sequence[Card]) -> list[art.ResultHand]:
    """What was left in a hand, and what it costs."""
    if not cards:
        return []
    ordered = tuple(sorted(cards, key=_by_rank))
    return [art.ResultHand(ordered, total=_signed(-m.points(m.counted(cards))))]


def _sheet(sheet: mv.Score) -> list[str]:
    """Two lines: what lay on the table, and the rest."""
    canastas = m.NATURAL * sheet.natural + m.MIXED * sheet.mixed
    laid = [f"melds {sheet.melds}", *([f"canastas {canastas:,}"] if canastas else [])]
    rest = [
        *([f"red threes {_signed(sheet.red_threes)}"] if sheet.red_threes else []),
        *([f"out +{sheet.out}"] if sheet.out else []),
        *([f"in hand {_signed(-sheet.hands)}"] if sheet.hands else []),
        *([f"penalties {_signed(-sheet.penalties)}"] if sheet.penalties else []),
    ]
    return [" · ".join(laid), " · ".join(rest)]


# ---- words ---------------------------------------------------------------------------------------


def _by_rank(c: Card) -> SortKey:
    return m.ORDER.index(c.rank), c.suit


def in_order(view: CanastaView, c: Card) -> SortKey:
    """A hand is held by rank: jokers, twos, then from the ace down, threes last."""
    return _by_rank(c)


def notes(view: CanastaView) -> list[str]:
    """What the hand counts, what the first meld of the side must, and how many of the upcard's rank are in hand."""
    if not view.hand:
        return []
    side, held = side_of(view.viewer), m.counted(view.hand)
    told = [f"{m.points(held)} points in hand"]
    if not _has_melds(view, side):
        told.append(f"first meld: {view.fact(MINIMUM)[side]}")
    pile = view.faces(DISCARDS)
    if pile and pile[-1].rank in m.RANKS:
        told.append(f"{m.named(pile[-1].rank)} on the pile: you hold {held[pile[-1].rank]}")
    return told


def _has_melds(view: CanastaView, side: Seat) -> bool:
    return any(view.size(MELD.of(side, rank)) for rank in (*m.RANKS, m.THREE))


def selected(view: CanastaView, groups: Sequence[m.Group]) -> str:
    """What is collected, and how far it is to the minimum of a first meld."""
    return _collected(view, groups, ())


def selected_with_upcard(view: CanastaView, groups: Sequence[m.Group]) -> str:
    """The same for what goes down with the upcard: that counts as well."""
    return _collected(view, groups, view.faces(DISCARDS)[-1:])


def _collected(view: CanastaView, groups: Sequence[m.Group], upcard: Sequence[Card]) -> str:
    side = side_of(view.viewer)
    total = sum(m.Group(*each).points for each in groups) + sum(m.POINTS[c.rank] for c in upcard)
    said = [*map(card_text, upcard), *(group_text(each) for each in groups if m.Group(*each).size)]
    if _has_melds(view, side):
        return f"{' · '.join(said)}: **{times(total, 'point')}**"
    need = view.fact(MINIMUM)[side]
    return f"{' · '.join(said)}: **{total}** of {need}{' ✓' if total >= need else ''}"


def _alone(view: CanastaView) -> dict[Part, str]:
    """The upcard may go to a meld with no card from the hand."""
    upcard = view.faces(DISCARDS)[-1:]
    return {m.Group(c.rank, 0): f"{card_text(c)} alone, to your meld" for c in upcard}


def thrown(view: CanastaView, move: mv.Discard) -> str:
    """A rank, and how many of it are held: "K × 3"."""
    held = m.counted(view.hand)[move.rank]
    name = {m.JOKER: "Joker", m.THREE: "black 3"}.get(move.rank) or m.named(move.rank)
    return f"{name} × {held}" if held > 1 else name


def _groups(e: mv.Melded) -> str:
    return ", ".join(cards_text(cards) for cards in e.cards)


def _turned(e: mv.Upcards, who: Who) -> str:
    return f"{cards_text(e.cards)} {'is' if len(e.cards) == 1 else 'are'} turned."


def _reds(e: mv.RedThrees, who: Who) -> str:
    drawn = f" and {who(e.seat):/draws} another card" if e.replaced else ""
    return begun(f"{who(e.seat):lays} {cards_text(e.cards)}{drawn}.")


def _melded(e: mv.Melded, who: Who) -> str:
    first = f": **{e.points}**, the first meld of the side" if e.first else ""
    return begun(f"{who(e.seat):lays} {_groups(e)}{first}.")


def _canasta(e: mv.CanastaMade, who: Who) -> str:
    kind, worth = ("natural", m.NATURAL) if e.natural else ("mixed", m.MIXED)
    return begun(f"{who(e.seat):completes} a **{kind} canasta** of {group_text((e.rank,))}: {worth}.")


def _discarded(e: mv.Discarded, who: Who) -> str:
    frozen = ": the pile is **frozen**" if e.freezes else ""
    return begun(f"{who(e.seat):throws} {card_text(e.card)}{frozen}.")


def _answered(e: mv.Answered, who: Who) -> str:
    if not e.binding:
        return "Nobody has answered, so nothing binds."
    binds = "so the hand must end now" if e.word == "yes" else "so nobody goes out in this turn"
    return begun(f"{who(e.seat):answers} **{e.word}**, {binds}.")


def _out(e: mv.WentOut, who: Who) -> str:
    return begun(f"**{who(e.seat):goes} out{', concealed' if e.concealed else ''}!**")


def _stock(e: mv.LastOfStock, who: Who) -> str:
    ends = ": a red three, so nobody discards any more" if e.ends else ""
    return f"That was the last card of the stock{ends}."


def _score(e: mv.HandScored, who: Who) -> str:
    names = [who.all([s for s in range(len(who.names)) if side_of(s) == each.side]) for each in e.scores]
    return " ".join(
        f"{name}: **{_signed(each.points)}**, {_points(each.total)} now."
        for name, each in zip(names, e.scores, strict=True)
    )


# ---- the end of a match ----------------------------------------------------------------------------


def _sums(view: CanastaView, recalled: Recalled) -> tuple[tuple[str, ...], list[tuple[str, ...]]] | None:
    """What the totals of both sides are made of."""
    if not recalled or not all(recalled):
        return None
    names = ("canastas", "melds", "threes", "off")
    sums = [
        tuple(f"{sum(deal[name][side] for deal in recalled):,}".replace("-", "−") for name in names) for side in (0, 1)
    ]
    return ("Canastas", "Melds", "Threes, out", "Taken off"), [sums[side_of(seat)] for seat in range(view.seats)]


def _moment(view: CanastaView, who: Who) -> Moment | None:
    """The hand with the most canastas of a side: a card of each."""
    made, sheet = g.canastas(view.events), view.last(mv.HandScored)
    if sheet is None or not made:
        return None
    side = made[0].side
    laid = [c for e in view.events_of(mv.Melded) if e.side == side for cards in e.cards for c in cards]
    tops = [next((c for c in laid if c.rank == one.rank), None) for one in made]
    score = next(one for one in sheet.scores if one.side == side)
    count = "a canasta" if len(made) == 1 else f"{_HOW_MANY.get(len(made), len(made))} canastas"
    return Moment(
        count, cards=[c for c in tops if c is not None], piles=True,
        lines=(f"{who.all([s for s in range(view.seats) if side_of(s) == side])}: {_signed(score.points)}",),
    )  # fmt: skip


def _pile(why: house.Pile | house.LeftToGrow) -> str:
    """How much lies there, and how much of it is of use."""
    if why.cards == 1:
        return f"1 card, {'useful' if why.fit else 'of no use'} to you"
    return f"{why.cards} cards, {why.fit or 'none'} of them useful to you"


def _risk(why: house.Risk, who: Who) -> str:
    """What is thrown costs least; where that is taken more often than not, this is said first."""
    least = "nothing costs you less, though " if why.percent > 50 else ""
    return f"{least}the next player can take the pile with it in about {why.percent} % of cases"


WORDS = Words(
    game=g.CANASTA,
    traits=(Ending(ledger=_sums, moment=_moment),),
    tagline="two sides collect melds of equal cards, and fight for the discard pile",
    moods=("rummy",),
    minutes=(3, 5),
    lasts=lambda options: f"to {options.target:,} points",
    sample_move_count=55,
    slash_options=("form", "target", "referee"),
    rules=(
        "Two partnerships, or two players. In turn you draw from the stock, or take the whole discard pile; you may "
        "lay melds, and then you throw a card.",
        "A meld is three or more cards of a rank, and partners share theirs. Twos and jokers are wild, all others "
        "natural: a meld has at least two natural cards, and at most three wild ones. Seven cards are a canasta: "
        "500 if all are natural, 300 if it is mixed.",
        "The first meld of your side must reach 50, from 1,500 points on 90, from 3,000 on 120; several at once count "
        "together. A joker counts 50, an ace or a two 20, kings to eights 10, the others 5.",
        "You take the pile with its top card: for a meld of yours, or with two cards from your hand, one of them "
        "natural. A wild card in the pile freezes it: a frozen pile takes two natural cards of the top card's rank "
        "from your hand. A black three blocks it once.",
        "Red threes are laid at once and bring 100 each. You go out by getting rid of your last card: that ends the "
        "hand and brings 100, and your side needs a canasta for it (two, if two play). Cards that are left in hand "
        "count against their side.",
    ),
    verbs={
        mv.Draw: Verb("Draw", "primary", public=True, ask="Draw a card."),
        mv.TakePile: Verb(
            "Take pile", "success", ask="To take the pile: what goes down with its top card?", named=_alone,
            collected=Collected(selected_with_upcard),
        ),
        mv.Pass: Verb("End the hand", public=True),
        mv.Meld: Verb("Lay down", "success", ask="Meld, if you like.", collected=Collected(selected)),
        mv.Discard: Verb(
            "Discard", ask="Throw a card.", whole=thrown, also=("throw",), command=Command(argument="card"),
        ),
        mv.Declare: Verb(
            "Lay {}", "primary", ask="Lay your red threes.", command=Command("Tell the table what you have.")
        ),
        mv.Ask: Verb("May I go out?"),
        mv.Answer: Verb("{}", "primary", ask="“May I go out?”", parts={"yes": "Yes", "no": "No"}),
        mv.Say: Verb("Say…", ask="What do you say?", typed=Typed(longest=g.LONGEST_SAID)),
        mv.GoOut: Verb("Go out", "success"),
    },
    reasons={
        house.Pile: lambda why, who: _pile(why),
        house.LeftToGrow: lambda why, who: f"the pile has {_pile(why)}",
        house.Risk: _risk,
    },
    events={
        mv.Upcards: _turned,
        mv.RedThrees: _reds,
        mv.Drew: lambda e, who: begun(f"{who(e.seat):draws}{'' if e.cards == 1 else f' {e.cards}'}."),
        mv.TookPile: lambda e, who: begun(f"{who(e.seat):takes} the pile: **{times(e.cards, 'card')}**."),
        mv.Melded: _melded,
        mv.CanastaMade: _canasta,
        mv.Mixed: lambda e, who: f"The canasta of {group_text((e.rank,))} is mixed now.",
        mv.Discarded: _discarded,
        mv.Answered: _answered,
        mv.Said: lambda e, who: begun(f"{who(e.seat):says} “{e.text}”: now an opponent answers."),
        mv.LastOfStock: _stock,
        mv.Charged: lambda e, who: begun(f"{who(e.seat):pays} {e.points} for {_CHARGED[e.offence]}."),
        mv.WentOut: _out,
        mv.NobodyOut: lambda e, who: "The hand is over, and nobody has gone out.",
        mv.HandScored: _score,
    },
    told_by_picture=(mv.WentOut, mv.HandScored),
    layout=layout,
    outcome=outcome,
    notes=notes,
    seat_note=lambda view, seat: times(view.size(HAND.of(seat)), "card"),
    order=in_order,
    counts={
        "natural canastas": "{total:natural canasta}",
        "mixed canastas": "{total:mixed canasta}",
        "went out": "out {total:time}",
        "concealed": "{total} concealed",
        "piles": "{total:pile} taken",
    },
)  # fmt: skip
