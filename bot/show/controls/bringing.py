"""The forms in which people say with how much they sit down, and how many chips they buy, where a match goes on for
ever."""

from __future__ import annotations

from bot.engine.amounts import whites
from bot.engine.piles import Seat
from bot.table import buying, comebacks, money
from bot.table.open_table import OpenTable

from .forms import Form, TextField

BROUGHT, MORE, AFTER = "brought", "more", "after"
"""The names of the fields."""


def join_form(s: OpenTable, user: int, has: int) -> Form:
    """With how much this person sits down, who has that many chips."""
    may, back = money.buy_ins(s), comebacks.of(s, user)
    owed = back.amount if back is not None else 0
    least, most = max(may.least, min(owed, has)), min(max(may.most, owed), max(has, may.least))
    told = f"From {whites(least)} to {whites(most)}; you have {whites(has)}."
    if owed > may.least:
        told += f" You left with {whites(owed)} less than an hour ago."
    usual = whites(min(max(may.usual, least), most))
    return Form(
        "Join with…", (TextField(BROUGHT, "Your buy-in", usual, told, f"{whites(least)} to {whites(most)}", 20),)
    )


def top_up_form(s: OpenTable, seat: Seat, has: int) -> Form:
    """How many more chips this seat's owner buys, who has that many in the bank, and to what the stack comes up after
    each hand."""
    chair, least, may = s.chairs[seat], buying.least(s, seat), money.buy_ins(s)
    most = min(buying.room(s, seat), max(has, least))
    told = f"{whites(least)} to {whites(most)}; you have {whites(s.in_front(seat))} here and {whites(has)} in the bank."
    asked = buying.wished(s, seat)
    usual = whites(asked or buying.again(s, seat)) if s.in_front(seat) <= 0 or asked else ""
    after = f"Back up to this, {whites(may.least)} to {whites(may.most)}; empty for no more top-ups."
    broke, wish = s.in_front(seat) <= 0, whites(chair.tops_up) if chair.tops_up else ""
    return Form(
        "Buy in again" if broke else "Top up",
        (
            TextField(MORE, "How many more chips?", usual, told[:100], f"{whites(least)} to {whites(most)}", 20, broke),
            TextField(AFTER, "After each hand", wish, after, "off", 20, False),
        ),
    )  # fmt: skip
