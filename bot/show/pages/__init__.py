"""Answers to those who ask: a table in words, leaderboards, replays, rules."""
