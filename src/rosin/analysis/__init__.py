"""What a sound or a trace says about the motion that made it: its pitch, the regime of a bowed string, the forces it allows."""

from rosin.analysis.force_limits import ForceLimits as ForceLimits
from rosin.analysis.force_limits import force_limits as force_limits
from rosin.analysis.force_limits import schelleng_limits as schelleng_limits
from rosin.analysis.pitch import cents as cents
from rosin.analysis.pitch import pitch as pitch
from rosin.analysis.regimes import REGIMES as REGIMES
from rosin.analysis.regimes import Motion as Motion
from rosin.analysis.regimes import motion as motion
