"""What touches what: bodies, an interaction and a surface, put together into a contact."""
