"""What the laboratory runs compiled."""
