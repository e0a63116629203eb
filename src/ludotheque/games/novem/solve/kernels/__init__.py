"""What runs compiled when this game is solved (see `ludotheque.bots.kernels`)."""
