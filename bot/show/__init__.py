"""What people see and read: words, messages, controls, alt text, views in text. Plain data."""
