"""What runs compiled when our bots play this game (see `ludotheque.bots.kernels`)."""
