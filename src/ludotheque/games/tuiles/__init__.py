"""De tuile en tuile: a race from memory."""
