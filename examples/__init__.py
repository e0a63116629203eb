"""Examples: a small game, a small bot."""
