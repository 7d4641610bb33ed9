"""`python -m cogs.games` draws the pictures of `/games` anew: each game's table in the middle of a deal."""

from bot.show.pages.example import at_play
from card_art.scene import Style
from card_art.sheets.gallery import FOLDER, small
from cogs.games import every_word

if __name__ == "__main__":  # all modules of the cogs are imported at once, where they are looked through
    for slug, words in every_word().items():
        small(at_play(words, Style())).save(FOLDER / f"{slug}.png", optimize=True)
