"""The house that runs in a page."""
