"""What runs compiled of the solution."""
