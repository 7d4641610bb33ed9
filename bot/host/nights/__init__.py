"""Nights ahead: what becomes of an announcement until its table is open."""
