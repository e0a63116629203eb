"""Tableaux: four cards of one colour or of one shape."""
