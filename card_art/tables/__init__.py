"""A table: its cloth, the seats around it, what lies in the middle, and the viewer's own cards below it."""
