"""How many tests run at once."""

import os


def pytest_xdist_auto_num_workers() -> int:
    """Twice as many as there are cores: many tests wait for a browser, a clock or a process that they have killed."""
    return 2 * (os.cpu_count() or 1)
