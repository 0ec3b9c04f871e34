"""Linear joints, taken out exactly before the contacts are solved (Schur complement).

The force p of a joint acts from its first port to its second, as that of a contact. Over all joints and contacts

    v_j = v_free,j - Y_jj p - Y_jc f

is zero where the joint is rigid; a spring with a damper has p = k e + (k T / 2 + d) v_j, e its extension at the half step, which is a
rigid joint with v_free,j + k e / (k T / 2 + d) and 1 / (k T / 2 + d) more on the diagonal of Y_jj. So p = Y_jj^-1 (v_free,j - Y_jc f), and
the contacts feel Y_cc - Y_cj Y_jj^-1 Y_jc and v_free,c - Y_cj Y_jj^-1 v_free,j.
"""

from rosin.engine.scenes.memory import GROUP, GroupEntry
from rosin.kernels.dialect import Constant, kernel, part, view

SMALLEST = Constant(1e-14, single=1e-6)  # pivot, relative to the largest admittance, below which joints do not settle their forces


@kernel
def reaction(m, j):
    """k T / 2 + d of a joint, 0 of a rigid one."""
    return 0.5 * m.step * m.holds[j].stiffness + m.holds[j].damping


@kernel(separate=True, seldom=True)
def invert_joints(m):
    """Y_jj^-1 in place, by Gauss and Jordan; a positive definite matrix needs no pivots. Whether it is that."""
    n, links, first = m.joints, m.links, m.contacts
    largest = 0.0
    for i in range(n):
        for j in range(n):
            m.y_joints[i * n + j] = m.y_links[(first + i) * links + first + j]
        give = reaction(m, i)
        if give > 0.0:
            m.y_joints[i * n + i] += 1.0 / give
        largest = max(largest, m.y_joints[i * n + i])
    for k in range(n):
        pivot = m.y_joints[k * n + k]
        if not pivot > SMALLEST * largest:
            return False
        inverse = 1.0 / pivot
        m.y_joints[k * n + k] = 1.0
        for j in range(n):
            m.y_joints[k * n + j] *= inverse
        for i in range(n):
            if i != k:
                share = m.y_joints[i * n + k]
                m.y_joints[i * n + k] = 0.0
                for j in range(n):
                    m.y_joints[i * n + j] -= share * m.y_joints[k * n + j]
    return True


@kernel(separate=True, seldom=True)
def reduce(m, wholes):
    """Admittances between contacts of a group with the joints holding, and which contacts others feel."""
    n, links, joints = m.contacts, m.links, m.joints
    if joints > 0:
        if not invert_joints(m):
            m.singular = 1.0
        for j in range(joints):
            for k in range(n):
                total = 0.0
                for i in range(joints):
                    total += m.y_joints[j * joints + i] * m.y_links[(n + i) * links + k]
                m.share[j * n + k] = total
    for o in range(m.groups):
        group = view(GroupEntry, m.y, part(wholes, m.group_table + o * GROUP))
        for i in range(group.begin, group.end):
            for k in range(group.begin, group.end):
                y = m.y_links[i * links + k]
                for j in range(joints):
                    y -= m.y_links[i * links + n + j] * m.share[j * n + k]
                m.y[i * n + k] = y
        for i in range(group.begin, group.end):
            felt = 0.0
            for k in range(group.begin, group.end):
                if k != i and (m.y[i * n + k] != 0.0 or m.y[k * n + i] != 0.0):
                    felt = 1.0
            m.touches[i].felt = felt


@kernel
def lead_joint(m, j, v_free):
    """What the force of a joint has to make up for: its free velocity, and the spring as it is."""
    give = reaction(m, j)
    m.holds[j].drive = v_free + (m.holds[j].stiffness * m.holds[j].extension / give if give > 0.0 else 0.0)


@kernel(separate=True, large=True)
def hold(m):
    """The free velocities of the contacts, with the joints holding."""
    n, joints = m.contacts, m.joints
    for k in range(n):
        for j in range(joints):
            m.touches[k].v_free -= m.share[j * n + k] * m.holds[j].drive


@kernel(separate=True, large=True)
def carry(m):
    """The forces of the joints, once those of the contacts are known; springs go on. Lost in dampers, over the step."""
    n, joints = m.contacts, m.joints
    lost = 0.0
    for i in range(joints):
        p = 0.0
        for j in range(joints):
            p += m.y_joints[i * joints + j] * m.holds[j].drive
        for k in range(n):
            p -= m.share[i * n + k] * (m.touches[k].f + m.touches[k].noise)
        m.holds[i].pull = p
        give = reaction(m, i)
        if give > 0.0:
            v = (p - m.holds[i].stiffness * m.holds[i].extension) / give
            m.holds[i].extension += m.step * v
            lost += m.step * m.holds[i].damping * v * v
    return lost


@kernel
def kept_in_joints(m):
    """Energy of the springs."""
    total = 0.0
    for j in range(m.joints):
        total += 0.5 * m.holds[j].stiffness * m.holds[j].extension * m.holds[j].extension
    return total
