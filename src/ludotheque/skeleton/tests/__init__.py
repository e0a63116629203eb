"""The tests of Pebblebag."""
