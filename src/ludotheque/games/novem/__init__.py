"""Novem: a duel of bluff over nine crossings."""
