"""Bonbons: memory and light fingers in a sweet shop."""
