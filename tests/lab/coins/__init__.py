"""A game whose luck, skill and advantage of a seat are known, to hold the laboratory against."""

from ludotheque.rules.game import Game

GAME = Game(__name__)
