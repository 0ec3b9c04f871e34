"""What a sound or a trace says about the motion that made it: its pitch, and the regime of a bowed string."""

from rosin.analysis.pitch import cents as cents
from rosin.analysis.pitch import pitch as pitch
from rosin.analysis.regimes import REGIMES as REGIMES
from rosin.analysis.regimes import Motion as Motion
from rosin.analysis.regimes import motion as motion
