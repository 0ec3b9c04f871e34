"""Instruments without Python: as a C library, in object code or in C99, and as plugins of other programs."""
