"""Poker on Discord: its words in `words`, how its table lies in `pictures`."""

from .words import WORDS as WORDS
