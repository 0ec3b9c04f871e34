"""What a sound or a trace says about the motion that made it, and theory to hold it against.

The pitch of a tone, the regime of a bowed string and the forces it allows; when a rubbed mode sounds, how often a dragged mass slips, and
which speeds and forces make any contact sound.
"""

from rosin.analysis.centroid import centroid as centroid
from rosin.analysis.force_limits import ForceLimits as ForceLimits
from rosin.analysis.force_limits import force_limits as force_limits
from rosin.analysis.force_limits import schelleng_limits as schelleng_limits
from rosin.analysis.hysteresis import slip_friction as slip_friction
from rosin.analysis.pitch import cents as cents
from rosin.analysis.pitch import pitch as pitch
from rosin.analysis.regimes import REGIMES as REGIMES
from rosin.analysis.regimes import Motion as Motion
from rosin.analysis.regimes import motion as motion
from rosin.analysis.relaxation import slip_rate as slip_rate
from rosin.analysis.relaxation import slow_slip_rate as slow_slip_rate
from rosin.analysis.rubbed_mode import RubbedMode as RubbedMode
from rosin.analysis.rubbed_mode import rubbed_modes as rubbed_modes
from rosin.analysis.takes import WINDOW_REGIMES as WINDOW_REGIMES
from rosin.analysis.window import Window as Window
from rosin.analysis.window import playable_window as playable_window
