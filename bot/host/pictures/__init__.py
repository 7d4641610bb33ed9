"""Drawing for Discord: the drawing process and its queue, emojis, and avatars."""
