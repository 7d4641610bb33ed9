"""Draw the README's pictures anew."""

from card_art.samples import FOLDER, PICTURES

for name, draw in PICTURES.items():
    (FOLDER / name).write_bytes(draw())
