"""The local Discord itself: one aiohttp server on 127.0.0.1 with everything in it."""

from __future__ import annotations

import secrets
import socket
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web
from aiohttp.typedefs import Handler

from . import permissions, portraits, posts, rest, rest_channels, rest_commands, rest_emojis, rest_events, rest_guilds
from .core import Core
from .page_api import PageApi
from .store import Store
from .world import found

HOST = "127.0.0.1"
PAGE = Path(__file__).parent / "page"
LARGEST_BODY = 25 * 1024 * 1024
ROUTES = [
    *rest_channels.routes.all, *rest_guilds.routes.all, *rest_commands.routes.all, *rest_emojis.routes.all,
    *rest_events.routes.all,
]  # fmt: skip


class LocalDiscord(Core):
    """A Discord of one's own: ``async with LocalDiscord(port=0, data=None) as local: …``

    ``port`` 0 takes any free one. ``data`` is the file in which the world outlives the server; with ``None`` it is kept
    in memory only. For tests: ``violations``, ``calls``, ``timings``, ``fault()``, ``drop_gateway()``, ``latency``
    (seconds before every REST answer), ``world.skew`` (seconds by which its clock is ahead),
    ``interactions.ack_window``. ``invited`` are the only permissions that the bot has in every server.
    """

    def __init__(self, port: int = 0, data: Path | str | None = None, invited: int = permissions.BOT) -> None:
        self._socket = socket.create_server((HOST, port))
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://{HOST}:{self.port}"
        super().__init__(self.url, f"ws://{HOST}:{self.port}/gateway")
        self.page_url = f"{self.url}/?secret={self.secret}"
        self.world.invited = invited
        self._store = Store(self.world, Path(data)) if data is not None else None
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Load the world and serve."""
        if self._store is None or not self._store.load():
            found(self.world)
        self.world.invite_again()
        if self._store is not None:
            self._store.start()
        self._runner = web.AppRunner(self._app(), access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.SockSite(self._runner, self._socket).start()

    async def stop(self) -> None:
        """Cut all connections and write what is left."""
        self.pages.close()
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()
        for made in self.interactions.by_id.values():
            if made.timer is not None:
                made.timer.cancel()
        if self._store is not None:
            await self._store.close()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    # Serving

    def _app(self) -> web.Application:
        app = web.Application(middlewares=[self._same_origin], client_max_size=LARGEST_BODY)
        for method, template, answer in ROUTES:
            app.router.add_route(method, rest.PREFIX + template, rest.handler(self, method, template, answer))
        app.router.add_route("*", rest.PREFIX + "/{rest:.*}", rest.unsupported(self))
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_get("/attachments/{channel}/{id}/{filename}", self._attachment)
        app.router.add_get("/avatars/{user}/{name}.{form}", self._avatar)
        app.router.add_get("/emojis/{id}.{form}", self._emoji)
        app.router.add_routes(PageApi(self).routes())
        app.router.add_get("/", self._index)
        app.router.add_static("/", PAGE)
        return app

    @web.middleware
    async def _same_origin(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Other web pages in the same browser must not get in, nor names that somebody points at this machine."""
        own = {f"{HOST}:{self.port}", f"localhost:{self.port}"}
        origin = request.headers.get("Origin")
        if request.host not in own or (origin is not None and origin not in {f"http://{host}" for host in own}):
            return web.Response(status=403, text="The local Discord answers only its own page.")
        response = await handler(request)
        if not response.prepared and "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "no-cache"
        return response

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return web.FileResponse(PAGE / "index.html", headers={"Referrer-Policy": "no-referrer"})

    async def _avatar(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        if not any(user["avatar"] == name for user in self.world.users.values()):
            return web.Response(status=404, text="This content is no longer available.")
        side = request.query.get("size", "128")
        if not side.isdecimal() or not 16 <= int(side) <= 4096 or int(side) & (int(side) - 1):
            return web.Response(status=400, text="The size is a power of two from 16 to 4096.")
        data = self.world.avatars.get(name) or portraits.drawn(name, min(int(side), 512))
        headers = {"Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff"}
        return web.Response(body=data, content_type="image/png", headers=headers)

    async def _emoji(self, request: web.Request) -> web.StreamResponse:
        data = self.world.emoji_files.get(request.match_info["id"])
        if data is None:
            return web.Response(status=404, text="This content is no longer available.")
        headers = {"Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff"}
        return web.Response(body=data, content_type="image/png", headers=headers)

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        file = self.world.files.get(request.match_info["id"])
        known = posts.UNTIL.search(request.query_string and f"?{request.query_string}")
        until = int(known[1], 16) if known else 0
        good = file is not None and secrets.compare_digest(request.query.get("hm", ""), posts.signed(file.key, until))
        if file is None or not good or until < self.world.now():
            return web.Response(status=404, text="This content is no longer available.")
        headers = {"Cache-Control": "private, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff"}
        if not file.content_type.startswith("image/"):
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=file.data, content_type=file.content_type, headers=headers)
