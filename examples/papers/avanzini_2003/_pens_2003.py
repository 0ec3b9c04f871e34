"""Colours of the pictures of this paper, beside those of rosin.sound.picture."""

RUST, MOSS, SLATE, SAND = "#c05a2b", "#5d8a66", "#8a97a5", "#c9a227"
