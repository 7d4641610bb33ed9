"""How people say what a game is and does: its words, and how its table lies."""
