"""Cards, backs and chips as emojis of the application: uploaded once, and shown when all are there.

On buttons and in menus a card's emoji stands beside its name, in a text only those of chips do: no card stands there
twice, and a screen reader reads its name. This is the only place where they come in.
"""

from __future__ import annotations

import asyncio
import logging
import re

import discord

from bot.show.controls.components import Button, Option
from bot.show.words.sentences import SUIT_SIGNS
from card_art.deck import emojis as art

from .render_queue import Rank, RenderQueue

log = logging.getLogger(__name__)

APART = 1.0
"""Seconds between two uploads."""
SOON, AGAIN = 60.0, 3600.0
"""Seconds until what could not be uploaded is tried again: at first, for another process may have uploaded it just
then; and from then on."""
MOST = 2000
"""How many an application may have."""
LONGEST = 2000
"""Characters of a message."""
INVALID_FORM = 50035

_LETTERS = {sign: letter for letter, sign in SUIT_SIGNS.items()}
_CARDS = re.compile(r"(?<!\w)(10|[2-9AJQK])([♣♦♥♠])")
_IN_TEXT = re.compile(r"`[^`]*`|<[^<>\s]*>|(?<![\w.,])\d[\d,]* (purple|black|green|red|white|yellow)\b")
"""Code, and Discord's own marks, are passed over."""


class Emojis:
    """The application's emojis, as far as all of them are known; until then the text stands alone."""

    def __init__(self) -> None:
        self._known: dict[str, discord.PartialEmoji] = {}
        self._wanted = asyncio.Event()
        """They are to be brought again."""

    def know(self, found: dict[str, discord.PartialEmoji]) -> None:
        """From now on they are shown: all of them, by name, or none."""
        self._known = found

    def dressed(self, text: str) -> str:
        """A message's text with an emoji before each number of chips of a colour."""
        if not self._known:
            return text
        made = _IN_TEXT.sub(self._before, text)
        return made if len(made) <= LONGEST else text

    def _before(self, found: re.Match[str]) -> str:
        colour = found[1]
        return found[0] if colour is None else f"{self._known[art.chip_name(colour)]} {found[0]}"

    def on(self, control: Button | Option) -> discord.PartialEmoji | None:
        """What stands before a label: what it asks for itself, or the only card that it names."""
        if not self._known:
            return None
        if isinstance(control, Button) and control.emoji is not None:
            return self._known[control.emoji]
        cards = _CARDS.findall(control.label)
        if len(cards) != 1:
            return self._known["joker"] if control.label == "Joker" else None
        rank, sign = cards[0]
        return self._known[f"{rank}{_LETTERS[sign]}"]

    def blamed(self, error: discord.HTTPException) -> bool:
        """Whether Discord has refused a message for an emoji, which somebody has deleted: until they are uploaded
        again there is text alone."""
        if not self._known or error.code != INVALID_FORM or "emoji" not in error.text.lower():
            return False
        log.warning("an emoji is gone, and all are looked for again: %s", error)
        self._known = {}
        self._wanted.set()
        return True

    async def keep(self, client: discord.Client, render_queue: RenderQueue, *, uploads: bool = True) -> None:
        """Have them all as long as the bot runs: those of this version that are there; the rest is uploaded, by one
        process of several."""
        await client.wait_until_ready()
        later = SOON
        while True:
            self._wanted.clear()
            patience = None
            try:
                self.know(await _brought(client, render_queue if uploads else None))
            except Exception as trouble:  # whatever Discord has sent: they are wanted later, too
                log.warning("cards are shown without emojis for now: %r", trouble)
                patience, later = later, AGAIN
            try:
                await asyncio.wait_for(self._wanted.wait(), patience)
            except TimeoutError:
                continue


class _TooMany(discord.ClientException):
    """The application has no room for ours."""


class _NotYet(discord.ClientException):
    """Another process uploads them."""


async def _brought(client: discord.Client, render_queue: RenderQueue | None) -> dict[str, discord.PartialEmoji]:
    found = {one.name: one for one in await client.fetch_application_emojis()}
    brought: dict[str, discord.PartialEmoji] = {}
    for name in art.NAMES:
        full = f"{name}_{art.VERSION}"
        if full not in found:
            if render_queue is None:
                raise _NotYet("the process that uploads them is not ready")
            if len(found) >= MOST:
                raise _TooMany(f"the application has {len(found)} emojis already")
            picture = await render_queue.draw(art.Emoji(name), Rank.LATER)
            found[full] = await client.create_application_emoji(name=full, image=picture)
            await asyncio.sleep(APART)
        brought[name] = discord.PartialEmoji(name=full, id=found[full].id)
    return brought
