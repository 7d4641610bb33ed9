"""What people press, choose and type, and what comes of it."""
