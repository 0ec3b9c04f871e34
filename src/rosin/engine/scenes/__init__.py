"""Scenes at work: the loop, the joint solve, and where everything lies."""
