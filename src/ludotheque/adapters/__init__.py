"""The games where researchers work: observations as arrays, PettingZoo, OpenSpiel, and thousands of games at once."""
