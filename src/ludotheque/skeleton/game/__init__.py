"""Pebblebag: how many dare you draw? Replace this with a line about your game."""
