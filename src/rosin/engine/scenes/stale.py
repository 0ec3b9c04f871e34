"""Which admittances of a scene have to be found anew: those of the links at bodies that have changed, or whose ports have moved."""

from rosin.bodies.ports import UNPLACED
from rosin.engine.scenes.memory import BODY, PORT, BodyEntry, PortEntry
from rosin.kernels.dialect import kernel, part, view


@kernel
def refresh(m, reals, wholes, b):
    """Let the admittances of a body be found anew."""
    e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
    for q in range(e.first_port, e.end_port):
        port = view(PortEntry, reals, part(wholes, m.port_table + q * PORT))
        m.room[port.row] = UNPLACED
    m.standing[b].fresh = 1.0
    m.fresh = 1.0


@kernel
def make_stale(m, reals, wholes, b):
    """The links of a body have admittances that are to be found anew."""
    e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
    for q in range(e.first_port, e.end_port):
        port = view(PortEntry, reals, part(wholes, m.port_table + q * PORT))
        m.stale[port.link] = 1.0
        for other in range(m.links):
            m.y_links[port.link * m.links + other] = 0.0
            m.y_links[other * m.links + port.link] = 0.0


@kernel
def has_stale(m, reals, wholes, b):
    """Whether a body has any of these links."""
    e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
    many = 0.0
    for q in range(e.first_port, e.end_port):
        port = view(PortEntry, reals, part(wholes, m.port_table + q * PORT))
        many += m.stale[port.link]
    return many > 0.0
