"""Mutation testing: whether the tests notice when a line of what solves contacts is wrong."""
