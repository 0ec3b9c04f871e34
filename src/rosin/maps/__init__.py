"""Where it speaks: many takes of a contact over any of its numbers, measured as they sound, on all that computes."""
