"""A Discord of one's own: REST, gateway and a page in the browser, so that the real bot runs with no token."""
