"""From kernels to sounding voices: composition, compilation for each target, blocks and controls."""
