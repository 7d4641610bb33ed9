"""How an evening of chips ends that nobody wins by the rules: ranked by what everybody has won or lost."""

from __future__ import annotations

from bot.engine.state import Standing
from bot.engine.table import DealTable


def end_by_balance(t: DealTable) -> None:
    """No further deal: players who have played, or would have, are ranked by the count `balance`, whose sign says W, L
    or D."""
    played = (s for s in range(t.seats) if t.counts[s] or s not in t.state.away)
    balance = {s: t.counts[s].get("balance", 0) for s in played}
    order = sorted(balance.values(), reverse=True)
    t.end_match(Standing(s, order.index(n) + 1, "W" if n > 0 else "L" if n else "D") for s, n in balance.items())
