"""Instruments played on this machine: by a sound card or JACK, from MIDI, OSC, a gamepad or the terminal, and recorded."""
