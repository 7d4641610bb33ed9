"""Jenny Jenny on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.engine.cards import Card, rank_names, rank_text
from bot.engine.events import Event
from bot.engine.facts import HAND, STOCK
from bot.engine.offers import Naming, Part, SortKey
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.games import jenny_jenny as g
from bot.games.jenny_jenny import coins as c
from bot.games.jenny_jenny import moves as mv
from bot.games.jenny_jenny.facts import ASKS, AUCTION, PURSE, STALL, TURN
from bot.games.jenny_jenny.moves import JennyJennyView
from bot.house import jenny_jenny as house
from bot.show.words.ending import Ending
from bot.show.words.game import Words
from bot.show.words.layout import NO_FOOT, HandLayout, Layout, Outcome, seat_scene, turned
from bot.show.words.sentences import Who, begun, card_text, cards_text, group_text, times, to_win
from bot.show.words.verbs import Collected, Command, Verb
from card_art import scene as art
from card_art.boards.jenny_jenny import JennyTable, Stand, Ware

_CALL = art.Stamp("JENNY JENNY!", "gold")


# ---- the table -----------------------------------------------------------------------------------


def layout(view: JennyJennyView, who: Who) -> Layout:
    """A stand for everybody, the viewer's own at the bottom right; the stock in the corner."""
    looks = playing(view)
    last = view.last(mv.Drew, mv.Bought, mv.Sold, mv.Raided)
    return Layout(
        subtitle=f"{_hand(view)} · turn {view.fact(TURN, 1)} of {g.BELL}" if is_open(view) else _hand(view),
        foot=NO_FOOT, seats=(),
        board=JennyTable(
            tuple(_stand(view, who, seat, last) for seat in turned(view, who)), view.size(STOCK), low=looks
        ),
    )  # fmt: skip


def playing(view: JennyJennyView) -> bool:
    """Whether the viewer has a hand in this deal."""
    return view.viewer in view.players and HAND.of(view.viewer) in view.piles


def is_open(view: JennyJennyView) -> bool:
    return view.options.market == "open"


def _hand(view: JennyJennyView) -> str:
    """Which hand it is, and of how many."""
    hand = f"Hand {view.number + 1}"
    if is_open(view):
        return f"{hand} of {view.options.hands} · open market"
    return f"{hand} · to {times(view.options.wins, 'win')}" if view.options.wins > 1 else hand


def _stand(view: JennyJennyView, who: Who, seat: Seat, last: Event | None) -> Stand:
    coins = sorted_purse(view.faces(PURSE.of(seat)))
    count = c.worth(coin.rank for coin in coins) if is_open(view) else len(coins)
    word = ("in coins" if coins else "no coins") if is_open(view) else "coin" if count == 1 else "coins"
    return Stand(
        seat=seat_scene(view, who, seat, "", hand=False, marks=_score(view, seat),
                        asks="bid" if view.has(AUCTION) else "draw or buy"), held=view.size(HAND.of(seat)),
        purse=coins, count=count, word=word, wares=tuple(_wares(view, seat, last)),
        new_coins=frozenset(n for n, coin in enumerate(coins) if coin in _new_coins(last, seat)),
        gone=last.card if isinstance(last, mv.Bought) and last.seller == seat else
        last.card if isinstance(last, mv.Sold) and last.buyer is not None and last.seat == seat else None,
        stamp=_stamp(view, seat, last) if view.moment else None,
    )  # fmt: skip


def _score(view: JennyJennyView, seat: Seat) -> tuple[str, ...]:
    """What somebody has so far, where it goes on from hand to hand."""
    score = view.scores[seat]
    if is_open(view):
        return (f"{score} SO FAR",) if view.number else ()
    return (times(score, "win").upper(),) if score else ()


def sorted_purse(coins: Sequence[Card]) -> tuple[Card, ...]:
    """In the order in which coins are paid."""
    return tuple(sorted(coins, key=lambda coin: (c.ORDER[coin.rank], coin.suit)))


def _wares(view: JennyJennyView, seat: Seat, last: Event | None) -> list[Ware]:
    asks = view.fact(ASKS, {})
    up = view.fact(AUCTION, None)
    looks = playing(view) and seat != view.viewer
    held = {card.rank for card in view.hand} if looks else set[int]()
    most = _means(view) if looks else 0
    return [
        Ware(
            card, asks.get(card, 0) if is_open(view) else 0,
            useless=looks and (card.rank in held or (asks.get(card, 1) if is_open(view) else 1) > most),
            new=_is_new(last, seat, card), up=up == (seat, card),
        )
        for card in sorted(view.faces(STALL.of(seat)))
    ]  # fmt: skip


def _means(view: JennyJennyView) -> int:
    """What the viewer can pay: coins, or their value."""
    own = view.faces(PURSE.of(view.viewer))
    return c.worth(coin.rank for coin in own) if is_open(view) else len(own)


def _is_new(last: Event | None, seat: Seat, card: Card) -> bool:
    match last:
        case mv.Drew() | mv.Bought():
            return last.seat == seat and last.card == card
        case mv.Sold():
            return last.buyer == seat and last.card == card
        case _:
            return False


def _new_coins(last: Event | None, seat: Seat) -> tuple[Card, ...]:
    """The coins that have just come into a purse."""
    match last:
        case mv.Drew(to="purse", card=Card() as coin) if last.seat == seat:
            return (coin,)
        case mv.Bought() if last.seller == seat:
            return last.paid
        case mv.Sold() if last.seat == seat:
            return last.paid
        case _:
            return ()


def _stamp(view: JennyJennyView, seat: Seat, last: Event | None) -> art.Stamp | None:
    """What has just been decided."""
    won = view.last(mv.JennyJenny)
    if won is not None:
        return _CALL if won.seat == seat else None
    match last:
        case mv.Bought() if last.seat == seat:
            return art.Stamp(f"BUYS {card_text(last.card)}", "gold")
        case mv.Sold(buyer=None) if last.seat == seat:
            return art.Stamp("NO BID", "slate")
        case mv.Sold() if last.buyer == seat:
            return art.Stamp(f"WINS {card_text(last.card)} FOR {_highest(last)}", "gold")
        case mv.Raided(hit=True) if last.seat == seat:
            return art.Stamp(f"RAID: {rank_text(last.rank)}", "gold")
        case mv.Raided(hit=False) if last.victim == seat:
            return art.Stamp(f"NO {rank_text(last.rank)} HERE", "crimson")
        case _:
            return None


def _highest(e: mv.Sold) -> int:
    return max(bid.amount for bid in e.bids)


# ---- the result ----------------------------------------------------------------------------------


def outcome(view: JennyJennyView, before: State, who: Who) -> Outcome:
    """Everybody's ladder, purse, and what that brings."""
    called, dead, fortunes = view.last(mv.JennyJenny), view.last(mv.DeadMarket), view.last(mv.Fortunes)
    best = [called.seat] if called else [*dead.best] if dead else []
    brought = {each.seat: each for each in fortunes.each} if fortunes else {}
    champions = view.ended("W", "D")
    hands = {seat: sorted(view.faces(HAND.of(seat))) for seat in view.players}
    return Outcome(
        hands={seat: [_ladder(view, seat, held, brought.get(seat))] for seat, held in hands.items()},
        change=(lambda s: f"+{brought[s].purse + brought[s].bonus}" if s in brought else "") if fortunes else None,
        total=(lambda s: times(view.scores[s], "point")) if fortunes else
        (lambda s: times(view.scores[s], "win")) if view.options.wins > 1 else None,
        unplaced=not is_open(view) and view.options.wins == 1, won=champions or best,
        banner=_banner(view, who, best, called, dead, champions), subtitle=_hand(view),
        order=sorted(view.players, key=lambda s: (-view.scores[s], -len(hands[s]), s)),
    )  # fmt: skip


def _ladder(view: JennyJennyView, seat: Seat, held: Sequence[Card], fortune: mv.Fortune | None) -> art.ResultHand:
    """Which ranks somebody held at the end, and the purse."""
    if fortune is None:
        beneath = times(len(view.faces(PURSE.of(seat))), "coin")
    else:
        beneath = f"purse {fortune.purse}{f' + {fortune.bonus}' if fortune.bonus else ''}"
    return art.ResultHand(tuple(held), total=f"{len(held)} of 10", beneath=beneath)


def _banner(
    view: JennyJennyView, who: Who, best: Sequence[Seat], called: mv.JennyJenny | None, dead: mv.DeadMarket | None,
    champions: Sequence[Seat],
) -> str:  # fmt: skip
    if champions and (is_open(view) or view.options.wins > 1):
        return f"{who.wins(champions)} the match!"
    if called:
        return begun(f"Jenny Jenny! {who(called.seat):wins}")
    if len(best) > 1:
        return f"Dead market: {who.all(best)} are level"
    return f"Dead market: {who(best[0]):is} the nearest to ten" if dead and best else "Nobody has all ten"


# ---- words ---------------------------------------------------------------------------------------


def goods(view: JennyJennyView) -> Mapping[Part, str]:
    """What lies in the stalls of the others: "Bea's 9♠ · 1 coin"; and the coins for it, with what they are worth."""
    asks = view.fact(ASKS, {})
    held = {card.rank for card in view.hand}
    wares: dict[Part, str] = {}
    for seat in view.players:
        for card in view.faces(STALL.of(seat)) if seat != view.viewer else ():
            price = _price(asks[card]) if is_open(view) else times(1, "coin")
            more = ", for your stall" if card.rank in held else ""
            wares[card] = Naming(f"{{{seat}}}'s {card_text(card)} · {price}{more}")
    return wares | {rank: f"{c.NAMES[rank].capitalize()} · {value}" for rank, value in c.WORTH.items()}


def _price(ask: int) -> str:
    return f"for {ask}"


def prices(view: JennyJennyView) -> Mapping[Part, str]:
    """One's own stall, with what stands on it."""
    asks = view.fact(ASKS, {})
    return {card: f"{card_text(card)}, now {asks[card]}" for card in view.faces(STALL.of(view.viewer))}


def up(view: JennyJennyView, parts: Sequence[Card]) -> str:
    """What is put up for auction."""
    return f"{card_text(parts[0])} to the highest bid"


def missing(view: JennyJennyView) -> Sequence[tuple[int, str]]:
    """The gaps of the viewer's ladder."""
    if not playing(view):
        return ()
    held = {card.rank for card in view.hand}
    return [(rank - 1, rank_text(rank)) for rank in range(1, c.TEN + 1) if rank not in held]


def lies(view: JennyJennyView) -> HandLayout | None:
    """A ladder has its gaps where ranks are missing."""
    gaps = tuple(missing(view))
    return HandLayout((tuple(sorted(view.hand, key=lambda c: in_order(view, c))),), gaps=gaps) if gaps else None


def notes(view: JennyJennyView) -> list[str]:
    """What the ladder lacks, and what of it is for sale."""
    gaps = [word for _, word in missing(view)]
    if not gaps:
        return []
    sold = {rank_text(card.rank) for seat in view.players if seat != view.viewer for card in view.faces(STALL.of(seat))}
    there = [word for word in gaps if word in sold]
    need = f"You need {_listed(gaps)}"
    if not there:
        return [f"{need}: none is for sale" if len(gaps) > 1 else f"{need}: it is not for sale"]
    if len(there) == len(gaps):
        return [f"{need}: all are for sale" if len(gaps) > 1 else f"{need}: it is for sale"]
    return [f"{need}: {_listed(there)} for sale"]


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def in_order(view: JennyJennyView, card: Card) -> SortKey:
    return card.rank, card.suit


def _laid_out(e: mv.LaidOut, who: Who) -> str:
    coins = f"{times(len(e.purse), 'coin')} {cards_text(e.purse)}" if e.purse else ""
    wares = f"{cards_text(e.stall)} for sale" if e.stall else ""
    return begun(f"{who(e.seat):has} {' and '.join(filter(None, (coins, wares)))}.")


def _drew(e: mv.Drew, who: Who) -> str:
    if e.card is None:
        return begun(f"{who(e.seat):draws}.")
    where = {"hand": "", "purse": ", a coin", "stall": ", which is for sale now"}[e.to]
    return begun(f"{who(e.seat):draws} {card_text(e.card)}{where}.")


def _bought(e: mv.Bought, who: Who) -> str:
    return begun(
        f"{who(e.seat):buys} **{card_text(e.card)}** from {who(e.seller)} for {cards_text(e.paid)}{_placed(e.to)}."
    )


def _placed(to: mv.Place | None) -> str:
    """What one has already is for sale at once."""
    return ", for the stall" if to == "stall" else ""


def _sold(e: mv.Sold, who: Who) -> str:
    bids = ", ".join(f"{who(bid.seat)} {bid.amount}" for bid in e.bids)
    told = f" Bids: {bids}." if bids else ""
    if e.buyer is None:
        return begun(f"Nobody bids for the {card_text(e.card)}.{told}")
    paid = f"{_highest(e)} ({cards_text(e.paid)}){_placed(e.to)}"
    return begun(f"{who(e.buyer):wins} the **{card_text(e.card)}** of {who(e.seat)} for {paid}.{told}")


def _raided(e: mv.Raided, who: Who) -> str:
    what = group_text((e.rank, 1))
    if not e.hit:
        return begun(f"{who(e.seat):raids} {who(e.victim)} for {what}, in vain: the coins come back.")
    paid = f"{_coins(e.paid)}{_placed(e.to)}"
    return begun(f"{who(e.seat):raids} {who(e.victim)} for **{what}** and {who(e.seat):/pays} {paid}.")


def _coins(paid: Sequence[int]) -> str:
    """Coins whose suits do not matter: "a jack and two kings"."""
    return _listed([group_text((rank, count)) for rank, count in Counter(paid).items()])


def _dead(e: mv.DeadMarket, who: Who) -> str:
    why = "The closing bell!" if e.bell else "Everybody has passed."
    each = ", ".join(f"{who(h.seat)} {times(h.ranks, 'rank')}" for h in e.holdings)
    return begun(f"{why} Nobody has all ten: {each}.")


def _fortunes(e: mv.Fortunes, who: Who) -> str:
    return begun(" ".join(
        f"{who(f.seat)}: **+{f.purse + f.bonus}**, {f.total} now." for f in e.each
    ))  # fmt: skip


def _run(view: JennyJennyView, seat: Seat) -> tuple[str, str] | None:
    """Of a single hand: how much of the run somebody holds."""
    if is_open(view) or view.options.wins > 1:
        return None
    return str(len(view.faces(HAND.of(seat)))), "of 10 ranks"


def _scarce(why: house.Scarce, who: Who) -> str:
    others = f"about {why.others:.1f}" if why.others >= 0.05 else "no"
    return f"{others} other {rank_names(why.rank)} may still come, the fewest of what is for sale"


WORDS = Words(
    game=g.JENNY_JENNY,
    tagline="collect one card of every rank from ace to ten; face cards are the money",
    moods=("rummy", "quick"),
    minutes=(1, 2),
    lasts=lambda options: f"{options.hands} hands" if options.market == "open" else to_win(options.wins),
    sample_move_count=30,
    slash_options=("market", "wins", "jokers"),
    rules=(
        "Collect one card of each rank, ace to ten. Jacks, queens, kings and jokers are coins and lie open in your "
        "purse; whatever you hold twice lies open in your stall, for sale.",
        "On your turn draw a card, **or** buy a card that you lack from another player's stall: it costs one coin, "
        "which goes to the seller's purse.",
        "The first to hold all ten wins: the bot calls “Jenny Jenny!”. When the stock is empty you may pass; when "
        "all have passed, the most ranks win, then the most coins.",
        "**Open market** is our own extension: J 1, Q 2, K 3, joker 5, and no change. Set prices from 1 to 6 in your "
        "stall before you act. Besides drawing and buying you may put a card up for auction, or raid: for 6 or more, "
        "name a player and a rank you lack; if they hold it, it is yours. After each hand everybody scores their "
        "purse, and all ten ranks bring 10 more.",
    ),
    verbs={
        mv.Draw: Verb(
            "Draw", "primary", public=True, ask="Draw a card, or buy one.",
            command=Command("Draw the next card of the stock."),
        ),
        mv.Buy: Verb("Buy", "success", ask="Buy a card.", named=goods),
        mv.Pass: Verb("Pass", public=True),
        mv.Raid: Verb("Raid", "danger", ask="Raid whom, for which rank, with which coins?"),
        mv.Auction: Verb("Auction", ask="Which card is put up for auction?", collected=Collected(up)),
        mv.Price: Verb("Set price", ask="Another price for which card?", named=prices),
        mv.Bid: Verb("Bid {}", "primary", ask="What do you bid?", parts={0: "No bid"}),
    },
    reasons={house.Scarce: _scarce},
    events={
        mv.LaidOut: _laid_out,
        mv.Drew: _drew,
        mv.Bought: _bought,
        mv.Priced: lambda e, who: begun(f"{who(e.seat):asks} {e.amount} for {card_text(e.card)}."),
        mv.Sold: _sold,
        mv.Raided: _raided,
        mv.DeadMarket: _dead,
        mv.Fortunes: _fortunes,
    },
    told_by_picture=(mv.JennyJenny, mv.Fortunes),
    layout=layout,
    outcome=outcome,
    traits=(Ending(total=_run),),
    notes=notes,
    order=in_order,
    lies=lies,
    point=lambda view: "point" if is_open(view) else "win",
    seat_note=lambda view, seat: f"{view.size(HAND.of(seat))} of {c.TEN}",
    cloth="wine",
    counts={
        "hands": "{total:hand}",
        "jennies": "{total} with all ten",
        "purchases": "{total:purchase}",
        "raids": "{total:raid}",
        "best fortune": "best fortune {best}",
    },
)  # fmt: skip
