"""How something is played: the controls and their limits, gestures, curves with names, and notes from MIDI."""
