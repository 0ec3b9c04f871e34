"""The textures that Rosin knows, each in the file of its name: a new one is one new file."""
