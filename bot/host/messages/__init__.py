"""What a table shows, and to whom: messages that are kept up to date, found again, and taken back."""
