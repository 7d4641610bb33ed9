"""What the host says no with. The text is one clear sentence, for the person who asked and nobody else."""


class Rejected(Exception):
    """It cannot be done, and nothing has changed."""


class Closed(Rejected):
    """The table is there no more."""


class Elsewhere(Rejected):
    """Another process has the tables of this server."""

    def __init__(self, guild: int) -> None:
        super().__init__("That is looked after elsewhere in the card room; please try again in a moment.")
        self.guild = guild


class CannotPay(Rejected):
    """Somebody's chips, or what they may bring in a day, are not enough for a seat."""


class NotAdmitted(Rejected):
    """Somebody may not sit down at this table, however long they wait."""


class NeedsConfirmation(Exception):
    """The move wants a second press; the text is the question."""

    yes = ""
    """The custom_id of the button that makes the move."""
    change = ""
    """The custom_id of the button behind which it is typed anew; empty if it was not typed."""
