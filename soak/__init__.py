"""Soaking: what must hold for hours. `python -m soak voices` plays, `python -m soak server` keeps the studio's server busy."""
