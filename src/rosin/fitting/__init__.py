"""From recordings of a struck thing to an instrument that plays it."""
