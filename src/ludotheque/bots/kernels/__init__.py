"""What runs compiled: the tree search, and how anybody plays and deals when a game brings nothing of its own.

Everything in a folder `kernels` is written for `rules.kernel.compiled`: functions over numbers and arrays that make no arrays of
their own. The module that calls them has the same name one folder up (`bots/search.py` calls `bots/kernels/search.py`).
"""
