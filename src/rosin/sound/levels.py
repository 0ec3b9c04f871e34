"""How loud a sound is where it leaves: in full scale, or with its peak at a level."""

import numpy as np

LEVEL = -1.0  # dBFS: peak of what is written or played, unless it is in full scale
FULL_SCALE = "full scale"  # the unit of a sound that is ready for a file or a loudspeaker: 1 is the largest value they take


def at_level(audio: np.ndarray, level: float) -> np.ndarray:
    """The audio with its peak at a level in dBFS; silence as it is."""
    peak = np.abs(audio).max(initial=0.0)
    return audio * (10 ** (level / 20) / peak if peak > 0 else 1.0)
