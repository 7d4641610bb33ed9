"""How Discord is asked: limits, replies, forms, direct messages, threads, and what it means when it refuses."""
