"""Rooms: what walls and air give back of a sound. The ones that come with Rosin are the files in `presets`: a new one is one new file."""
