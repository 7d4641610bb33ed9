"""The table's message and each panel: what may be shown at one moment."""
