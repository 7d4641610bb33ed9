"""What people see, as data."""
