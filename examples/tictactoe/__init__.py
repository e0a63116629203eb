"""Tic-tac-toe under the contract of the house: how small a game can be."""

from ludotheque.rules.game import Game

GAME = Game(__name__)
