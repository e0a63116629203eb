"""Learning to judge the positions of a game, from games: `ludotheque learn`."""
