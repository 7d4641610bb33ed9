"""The PNG encoder is exact."""

import io

import pytest
from PIL import Image

from card_art.png import encode


def picture(mode: str, size: tuple[int, int]) -> Image.Image:
    image = Image.effect_noise(size, 90).convert("RGB")
    image.paste((10, 90, 200), (0, 0, size[0] // 2, size[1]))
    return image.quantize(40) if mode == "P" else image.convert(mode)


@pytest.mark.parametrize("mode", ["RGB", "L", "P"])
@pytest.mark.parametrize("size", [(1, 1), (3, 2), (257, 33), (1100, 688)])
def test_what_is_encoded_is_read_back_to_the_pixel(mode, size):
    image = picture(mode, size)
    back = Image.open(io.BytesIO(encode(image)))
    back.load()
    assert (back.format, back.mode, back.size) == ("PNG", mode, size)
    assert back.convert("RGB").tobytes() == image.convert("RGB").tobytes()


def test_every_checksum_in_the_file_holds():
    image = Image.open(io.BytesIO(encode(picture("RGB", (40, 30)))))
    image.verify()


def test_a_mode_that_png_lacks_is_refused():
    with pytest.raises(ValueError, match="convert it to RGB"):
        encode(Image.new("HSV", (2, 2)))
