"""From a recording of something rubbed to an instrument that rubs: what is heard, what could make it, and how sure that is."""
