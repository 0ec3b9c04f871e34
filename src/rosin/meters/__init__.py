"""What is measured while a voice sounds, so that nothing of it need be kept: each meter in the file of its name."""
