"""Shapes whose modes follow from geometry and material, each in the file of its name: a new one is one new file."""
