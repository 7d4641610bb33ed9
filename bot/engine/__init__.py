"""The shared engine: cards, seats, chips, moves, offers and deals. No Discord, no database, no clock."""
