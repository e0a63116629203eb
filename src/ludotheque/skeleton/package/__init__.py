"""Pebblebag, a game for the Ludothèque: `pip install` this package, and it stands on the shelf."""

from ludotheque.rules.game import Game

GAME = Game(__name__)
