"""Discord carries it: the room, and in folders pictures, calls, messages and controls, each using those before it."""
