"""The argument kinds of the kernels of a voice, the same on every target."""

SIGNATURES = {
    "prepare": ("real", *("array",) * 8),
    "start": ("array",) * 9,
    "process": ("whole", "whole", "real", *("array",) * 13),
    "glide": ("whole", "whole", "real", *("array",) * 3),
}
