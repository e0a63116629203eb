"""Ludothèque: a house of board games with one referee.

>>> import ludotheque
>>> game = next(iter(ludotheque.all_games().values()))
>>> play = game.new(players=game.players[0], seed=1)
>>> play.play(play.legal()[0])
"""

from ludotheque.games import all_games, game
from ludotheque.rules.core import CHANCE, OVER, SPECTATOR, Chance, Fault, Move, Outcome, Refusal, Refused
from ludotheque.rules.game import Game
from ludotheque.rules.play import Play

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "OVER",
    "SPECTATOR",
    "Chance",
    "Fault",
    "Game",
    "Move",
    "Outcome",
    "Play",
    "Refusal",
    "Refused",
    "all_games",
    "game",
]
