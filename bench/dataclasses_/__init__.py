"""Novem and Tonoo as one would write them in Python with no thought of compilation."""
