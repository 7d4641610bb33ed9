"""The phases of a table."""

BETWEEN, CLOSED, DEAL, LOBBY, OVER = "between", "closed", "deal", "lobby", "over"
PICK = "pick"
"""At a night of dealer's choice: one game is over, and whoever has the deal names the next."""
