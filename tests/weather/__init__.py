"""Weather inside one process: a whole house, simulated from one seed, and checked.

`python -m tests.weather SEED` plays one seed again and prints its diary (docs/architecture.md, "Weather").
"""
