"""How our bots play this game."""
