"""What learning runs compiled."""
