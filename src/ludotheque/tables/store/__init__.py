"""The store: what every table keeps, in SQLite or PostgreSQL; one schema, one writer, one append path."""
