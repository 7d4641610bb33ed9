"""A table on Discord: lobby, seats, turn clock, private panels, controls from offers, the table message."""
