"""The kernel dialect, and the maths, random numbers and solver written in it."""
