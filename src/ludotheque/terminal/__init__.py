"""The house in a terminal: boards drawn with Rich, and a game played on them."""
