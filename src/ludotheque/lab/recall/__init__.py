"""The recall bench: how much of what it saw an agent still knows, from its moves and, where it has a notebook, its beliefs."""
