"""The house inside a page: what stands there for the parts that a page has not. Everything else is the house's own.

It needs msgspec and Python (Pyodide), and nothing else. `ludotheque.packing` makes what it runs on.
"""
