"""What people press, choose and type, and the outcome."""
