"""JSON as Python's own module reads and writes it: the payloads that bots, the page and the file exchange with us."""

from __future__ import annotations

from typing import Any, TypeAlias

JSON: TypeAlias = dict[str, Any]
"""An object of Discord's API. What may stand in one that came is checked against Discord's own description at runtime
(`description.py`, `rules.py`), which knows more than a type could say."""
Payload: TypeAlias = JSON | list[JSON] | None
"""What a call sends or is answered with; None is no body at all."""
