"""Stalls: a guest's game with rows of tiles and stacks, so that the generic board meets more than a square of cells."""

from ludotheque.rules.game import Game

GAME = Game(__name__)
