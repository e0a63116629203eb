"""What `ludotheque new-game` copies: a small whole game, its tests, its board, and the frame of a package of one's own.

`game/` is a game like any other, and is linted, typed and tested where it stands. Copying replaces its names: `pebblebag`,
`Pebblebag`, and `ludotheque.skeleton.game` wherever something is imported.
"""
