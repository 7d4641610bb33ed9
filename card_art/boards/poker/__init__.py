"""Poker: the table at play (`table`), open hands with their chances (`all_in`), and the showdown (`showdown`).

What all three keep to stands here.
"""

from card_art.tables.layout import EDGE, WIDTH

LEFT, RIGHT = EDGE, WIDTH - EDGE
TOP = 80
"""Where the uppermost seats and hands begin, below the title."""
GAP = 12
"""Between two plates."""
CARDS = 150
"""The width of the largest cards."""
