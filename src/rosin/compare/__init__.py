"""Rosin's sound held against recordings of real things."""
