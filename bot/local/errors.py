"""Discord's refusals: a status, a code and a sentence, in Discord's own shape."""

from __future__ import annotations

from .payloads import JSON


class ApiError(Exception):
    """A call that Discord would refuse.

    ``violation`` tells a bot's mistake (a limit broken, a malformed body) from what happens to any bot (a message
    that somebody deleted, closed direct messages): only mistakes are recorded.
    """

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        errors: JSON | None = None,
        violation: bool = False,
        retry_after: float | None = None,
        is_global: bool = False,
    ) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message
        self.errors, self.violation = errors, violation
        self.retry_after, self.is_global = retry_after, is_global

    def body(self) -> JSON:
        """The JSON that goes with the status."""
        if self.retry_after is not None:
            return {
                "message": self.message,
                "retry_after": self.retry_after,
                "global": self.is_global,
                "code": self.code,
            }
        body: JSON = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        return body


def unknown(what: str) -> ApiError:
    """A 404 with Discord's code for that kind of thing."""
    codes = {
        "Channel": 10003,
        "Guild": 10004,
        "Member": 10007,
        "Message": 10008,
        "Role": 10011,
        "User": 10013,
        "Webhook": 10015,
        "Emoji": 10014,
        "interaction": 10062,
        "application command": 10063,
        "Guild Scheduled Event": 10070,
    }
    return ApiError(404, codes[what], f"Unknown {what}")


def missing_access() -> ApiError:
    """The bot cannot see the channel."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """The bot sees the channel, but may not do that there."""
    return ApiError(403, 50013, "Missing Permissions")


def archived() -> ApiError:
    """The thread must be opened again first."""
    return ApiError(400, 50083, "Thread is archived")


def too_many(code: int, what: str, most: int) -> ApiError:
    """The server has as many of these as it may have, no matter who made them."""
    return ApiError(400, code, f"Maximum number of {what} reached ({most})")


def closed_dm() -> ApiError:
    """The person takes no direct messages from the bot."""
    return ApiError(403, 50007, "Cannot send messages to this user")


def no_server_in_common() -> ApiError:
    """The person is in no server of the bot's."""
    return ApiError(403, 50278, "Cannot send messages to this user due to having no mutual guilds")


def opens_too_fast() -> ApiError:
    """The bot opens more direct messages than Discord likes; how many that are is published nowhere."""
    return ApiError(403, 40003, "You are opening direct messages too fast", violation=True)


def quarantined() -> ApiError:
    """Discord takes the bot for a spammer."""
    return ApiError(403, 20026, "Your bot has been flagged by our anti-spam system for abusive behavior")


def outage() -> ApiError:
    """Discord cannot reach the server itself."""
    return ApiError(503, 0, "503: Service Unavailable")


def empty_message() -> ApiError:
    """A message with nothing in it."""
    return ApiError(400, 50006, "Cannot send an empty message", violation=True)


def bad_form(faults: dict[str, str]) -> ApiError:
    """A body that breaks a rule; ``faults`` maps a dotted path to what is wrong there."""
    tree: JSON = {}
    for path, sentence in faults.items():
        node = tree
        for step in path.split("."):
            node = node.setdefault(step, {})
        node.setdefault("_errors", []).append({"code": "INVALID", "message": sentence})
    listing = "; ".join(f"{path}: {sentence}" for path, sentence in faults.items())
    error = ApiError(400, 50035, "Invalid Form Body", errors=tree, violation=True)
    error.args = (f"Invalid Form Body ({listing})",)
    return error
