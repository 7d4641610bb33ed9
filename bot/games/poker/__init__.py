"""Poker in its variants."""
