"""Application commands, interactions' answers and the webhooks of their tokens."""

from __future__ import annotations

from . import description, posts, rules
from .errors import missing_access, unknown
from .payloads import JSON
from .rest import Ask, Routes

routes = Routes()

GLOBAL = "/applications/{application_id}/commands"
OF_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"


def _scope(ask: Ask) -> tuple[str, dict[str, JSON]]:
    if ask.vars["application_id"] != ask.me:
        raise missing_access()
    scope = ask.guild()["id"] if "guild_id" in ask.vars else "global"
    return scope, ask.world.commands.setdefault(scope, {})


def _made(ask: Ask, scope: str, body: JSON, command_id: str) -> JSON:
    given = body.get("default_member_permissions")
    return {
        "id": command_id,
        "application_id": ask.me,
        "guild_id": None if scope == "global" else scope,
        "version": ask.world.snowflake(),
        "type": body.get("type") or 1,
        "name": body["name"],
        "description": body.get("description") or "",
        "options": body.get("options") or [],
        "default_member_permissions": None if given is None else str(given),
        "contexts": body.get("contexts"),
        "integration_types": body.get("integration_types") or [0],
        "dm_permission": body.get("dm_permission", True),
        "nsfw": bool(body.get("nsfw")),
    }


def _keep(ask: Ask, scope: str, commands: dict[str, JSON]) -> None:
    rules.check_commands(list(commands.values()))
    ask.world.commands[scope] = commands
    ask.world.touch("commands", scope)
    ask.world.emit("COMMANDS", {"commands": ask.world.every_command()})


def _list(ask: Ask) -> list[JSON]:
    return list(_scope(ask)[1].values())


def _overwrite(ask: Ask) -> list[JSON]:
    scope, commands = _scope(ask)
    sent = ask.sent if isinstance(ask.sent, list) else []
    rules.check_commands(sent)
    before = {(command["type"], command["name"]): command["id"] for command in commands.values()}
    made: dict[str, JSON] = {}
    for body in sent:
        command_id = before.get((body.get("type") or 1, body["name"])) or ask.world.snowflake()
        made[command_id] = _made(ask, scope, body, command_id)
    _keep(ask, scope, made)
    return list(made.values())


def _create(ask: Ask) -> JSON:
    scope, commands = _scope(ask)
    same = [each["id"] for each in commands.values() if each["name"] == ask.body["name"]]
    command_id = same[0] if same else ask.world.snowflake()
    command = _made(ask, scope, ask.body, command_id)
    _keep(ask, scope, {**commands, command_id: command})
    return command


def _one(ask: Ask) -> JSON:
    commands = _scope(ask)[1]
    if ask.vars["command_id"] not in commands:
        raise unknown("application command")
    return commands[ask.vars["command_id"]]


def _edit(ask: Ask) -> JSON:
    scope, commands = _scope(ask)
    command = _one(ask)
    changed = _made(ask, scope, {**command, **ask.body}, command["id"])
    _keep(ask, scope, {**commands, command["id"]: changed})
    return changed


def _delete(ask: Ask) -> None:
    scope, commands = _scope(ask)
    command = _one(ask)
    _keep(ask, scope, {key: each for key, each in commands.items() if key != command["id"]})


for _template in (GLOBAL, OF_GUILD):
    routes("GET", _template)(_list)
    routes("PUT", _template)(_overwrite)
    routes("POST", _template)(_create)
    routes("GET", _template + "/{command_id}")(_one)
    routes("PATCH", _template + "/{command_id}")(_edit)
    routes("DELETE", _template + "/{command_id}")(_delete)


@routes("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
def answer(ask: Ask) -> JSON | None:
    """The bot's first answer to an interaction."""
    description.check_callback(ask.body)
    kind, data = ask.body["type"], ask.body.get("data") or {}
    if kind in (4, 7):
        rules.check_message(data, ask.world.emojis)
    elif kind == 9:
        rules.check_modal(data)
    vars = ask.vars
    told = ask.local.interactions.answer(vars["interaction_id"], vars["interaction_token"], ask.body, ask.uploads)
    return told if ask.query.get("with_response", "").lower() in ("1", "true") else None


@routes("POST", "/webhooks/{webhook_id}/{webhook_token}")
def follow_up(ask: Ask) -> JSON:
    """A further message of an interaction."""
    rules.check_message(ask.body, ask.world.emojis)
    made = ask.local.interactions.of_token(ask.vars["webhook_id"], ask.vars["webhook_token"])
    ask.headers.update(ask.local.limits.spend_token("follow-up", made.token))
    return ask.local.interactions.follow_up(made, ask.body, ask.uploads)


MESSAGE = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"


@routes("GET", MESSAGE)
def get_response(ask: Ask) -> JSON:
    """A message of an interaction; ``@original`` is its first."""
    made = ask.local.interactions.of_token(ask.vars["webhook_id"], ask.vars["webhook_token"])
    return ask.local.interactions.message(made, ask.vars["message_id"])


@routes("PATCH", MESSAGE)
def edit_response(ask: Ask) -> JSON:
    """Edit a message of an interaction."""
    made = ask.local.interactions.of_token(ask.vars["webhook_id"], ask.vars["webhook_token"])
    ask.headers.update(ask.local.limits.spend_token("token-edit", made.token))
    rules.check_message(ask.body, ask.world.emojis)
    return ask.local.interactions.edit(made, ask.vars["message_id"], ask.body, ask.uploads)


@routes("DELETE", MESSAGE)
def delete_response(ask: Ask) -> None:
    """Delete a message of an interaction."""
    made = ask.local.interactions.of_token(ask.vars["webhook_id"], ask.vars["webhook_token"])
    posts.delete(ask.world, ask.local.interactions.message(made, ask.vars["message_id"]))
