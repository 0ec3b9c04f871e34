"""What a contact did at many pairs of speed and force: a regime, a pitch and an onset for each take."""

from dataclasses import dataclass

import numpy as np

from rosin.analysis.rubbed_mode import RubbedMode, Start

WINDOW_REGIMES = ("silent", "on the mode", "another mode", "stick-slip", "another pitch", "raucous")
SILENT, ON_THE_MODE, ANOTHER_MODE, STICK_SLIP, ANOTHER_PITCH, RAUCOUS = range(6)


@dataclass(frozen=True, eq=False)
class TakeGrid:
    """What a contact did at each force (row) and speed (column).

    speeds, forces   m/s and N
    frequency        Hz, the mode asked for
    duration, start  of each take: s, and "rest" or "pressed"
    regime           index into WINDOW_REGIMES
    mode             index into `frequencies` of the mode that sounds, or -1
    amplitude        of the relative velocity, in speeds of the hand
    pitch            Hz, of tone or slips; nan where there is none
    onset            s; nan where it is silent
    frequencies      Hz, of the modes of the contact; of a string its first partials
    theory           the mode asked for as RubbedMode, where friction on modes can be calculated
    """

    speeds: np.ndarray
    forces: np.ndarray
    frequency: float
    duration: float
    start: Start
    regime: np.ndarray
    mode: np.ndarray
    amplitude: np.ndarray
    pitch: np.ndarray
    onset: np.ndarray
    frequencies: tuple[float, ...]
    theory: RubbedMode | None = None

    def limits(self) -> tuple[np.ndarray, np.ndarray]:
        """For each speed the smallest and the largest force (N) that sounds on the mode; nan where none does."""
        sounds = self.regime == ON_THE_MODE
        low, high = (np.argmax(rows, axis=0) for rows in (sounds, sounds[::-1]))
        found = sounds.any(axis=0)
        return np.where(found, self.forces[low], np.nan), np.where(found, self.forces[::-1][high], np.nan)
