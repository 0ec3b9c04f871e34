"""Modes that ring by themselves, four samples at a time, and how far they swing.

    x += T v,     w <- 2 v - w,     v = h1 x + h2 w,     the step of `Modal` without forces

A body that nothing touches for a while goes on so.
"""

import math

from rosin.bodies.body_kernels import DISPLACEMENT, FAR
from rosin.kernels.dialect import kernel, part

SURE = 1.001  # beyond rounding


@kernel
def swing(weights, x, w, v, h1, h2, T, modes):
    """How far a point goes at most: a mode left alone keeps within the displacement at which it would have all its energy.

    -h1 x^2 / b is twice what x takes of it.
    """
    most = 0.0
    for i in range(modes):
        there, half, _ = go(x[i], w[i], v[i], 0.0, 0.0, T)
        if weights[i] != 0.0:
            spring = -h1[i] if h1[i] != 0.0 else 1.0 / FAR
            most += abs(weights[i]) * math.sqrt(there * there + 0.5 * T * h2[i] * half * half / spring)
    return SURE * most


@kernel
def go(x, w, v, h1, h2, T):
    """A step of one mode without force: where it gets to, and its velocities at the half step and after it."""
    there = x + T * v
    half = 2.0 * v - w
    return there, half, h1 * there + h2 * half


@kernel(separate=True)
def step(x, w, v, h1, h2, T, modes):
    """A step of all of them."""
    for i in range(modes):
        x[i], w[i], v[i] = go(x[i], w[i], v[i], h1[i], h2[i], T)


@kernel(reassociate=True)
def hear(x, v, heard, shown, share, modes):
    """What is heard of velocity and displacement, by their shares."""
    total = 0.0
    for i in range(modes):
        total += heard[i] * (shown * v[i] + share * x[i])
    return total


@kernel(reassociate=True, separate=True)
def four_steps(x, w, v, h1, h2, left, right, T, modes):
    """Four of them at once, so that a mode is fetched and put back once; what is heard of velocity at two places."""
    left_1, left_2, left_3, left_4 = 0.0, 0.0, 0.0, 0.0
    right_1, right_2, right_3, right_4 = 0.0, 0.0, 0.0, 0.0
    for i in range(modes):
        x_1, w_1, v_1 = go(x[i], w[i], v[i], h1[i], h2[i], T)
        x_2, w_2, v_2 = go(x_1, w_1, v_1, h1[i], h2[i], T)
        x_3, w_3, v_3 = go(x_2, w_2, v_2, h1[i], h2[i], T)
        x_4, w_4, v_4 = go(x_3, w_3, v_3, h1[i], h2[i], T)
        x[i] = x_4
        w[i] = w_4
        v[i] = v_4
        left_1 += left[i] * v_1
        left_2 += left[i] * v_2
        left_3 += left[i] * v_3
        left_4 += left[i] * v_4
        right_1 += right[i] * v_1
        right_2 += right[i] * v_2
        right_3 += right[i] * v_3
        right_4 += right[i] * v_4
    return (left_1, left_2, left_3, left_4), (right_1, right_2, right_3, right_4)


@kernel(separate=True)
def ring_on(x, w, v, h1, h2, heard, wide, T, modes, pickups, output, out, block, samples):
    """Step by step; four at a time where velocity is heard at two places at most. The k-th pickup goes to out[k * block + i].

    `wide` numbers are in a row of what is heard.
    """
    share = 1.0 if output == DISPLACEMENT else 0.0
    shown = 1.0 - share + 0.5 * T * share
    fours = samples // 4 if pickups <= 2 and share == 0.0 else 0
    last = max(pickups - 1, 0)
    right, right_out = part(heard, last * wide), part(out, last * block)
    for i in range(fours):
        at = 4 * i
        lefts, rights = four_steps(x, w, v, h1, h2, heard, right, T, modes)
        right_out[at], right_out[at + 1], right_out[at + 2], right_out[at + 3] = rights
        out[at], out[at + 1], out[at + 2], out[at + 3] = lefts
    for j in range(4 * fours, samples):
        step(x, w, v, h1, h2, T, modes)
        for k in range(pickups):
            out[k * block + j] = hear(x, v, part(heard, k * wide), shown, share, modes)


@kernel
def ring_freely(c, s, pickups, output, out, block, samples):
    """All modes of a body by themselves."""
    ring_on(s.x, s.w, s.v, s.h1, s.h2, c.heard, c.modes, c.step, c.modes, pickups, output, out, block, samples)
