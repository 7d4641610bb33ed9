"""What is drawn for Discord: the drawing process and who comes first there, emojis, and people's faces."""
