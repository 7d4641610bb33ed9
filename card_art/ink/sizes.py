"""The sizes of words: one scale for all pictures, in pixels of a picture 1100 wide.

A phone shows it 390 wide: nothing that tells something may be smaller than `LINE`, which is 11 pixels there. Only what
is printed on cards and chips is, for it is no text but part of a drawing.
"""

from __future__ import annotations

LINE = 31
"""Facts, the second line of a plate, labels, captions: the least that is written."""
NAME = 36
"""Names, and sentences on the felt."""
TITLE = 42
NUMBER = 44
"""A number among others: a score on a plate."""
LARGE, HUGE, HERO = 56, 72, 96
"""The number of a panel, of a part of the table, of the whole table."""
PRINT, ROW_NAME = 22, 28
"""Of the rows of a sheet, which has as many as there are seats."""
