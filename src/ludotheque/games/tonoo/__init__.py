"""Tonoo: bag, cylinders and nerve."""
