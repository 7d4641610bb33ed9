"""A table and the people at it: one stored value, and what changes it. Knows no Discord and no picture."""
