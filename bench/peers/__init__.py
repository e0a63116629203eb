"""Other libraries playing random games their fastest way, each in its own process."""
