"""Discord carries it: presses, replies, live messages, rate limits, commands, the drawing process."""
