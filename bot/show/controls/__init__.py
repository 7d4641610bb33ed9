"""What can be pressed, chosen and typed, and what is carried by it."""
