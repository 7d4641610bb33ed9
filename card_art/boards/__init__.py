"""Boards of single games that lie otherwise than a table with seats around it."""
