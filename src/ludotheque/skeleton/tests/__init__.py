"""The tests of Pebbles."""
