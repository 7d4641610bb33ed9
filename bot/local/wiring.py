"""Points discord.py, unmodified, at the local Discord. Nothing else in this package knows of discord.py."""

from __future__ import annotations

import discord
import discord.gateway
import discord.http
import yarl


def point_discord_at(base_url: str) -> None:
    """Make every client of this process talk to the server at ``base_url`` (``http://127.0.0.1:PORT``)."""
    base = base_url.rstrip("/")
    discord.http.Route.BASE = f"{base}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(base.replace("http", "ws", 1) + "/gateway")
    setattr(discord.Asset, "BASE", base)  # noqa: B010 (its type is a literal, which an assignment would break)
