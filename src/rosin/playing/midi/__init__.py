"""Standard MIDI Files, MPE too, as notes with curves of expression that an instrument can follow."""
