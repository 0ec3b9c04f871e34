"""First reflections: the images of a source in the walls of a box, heard by a stereo pair (Allen and Berkley 1979).

Between walls at 0 and L the images of a source at x lie at m L + x for even m, at (m + 1) L - x for odd; those of a box at all
combinations of its three axes, after |m| + |n| + |o| reflections: 6, 18 and 38 images of the first three orders. One at a distance r is
heard r / c later than it sounds, and weaker by r0 / r than the sound that comes straight from r0.

The pair is that of the French radio (ORTF): cardioids 17 cm apart that point 55 degrees to both sides of the source. From a direction e
a cardioid with axis n hears (1 + e n) / 2.

Each reflection takes what sound loses on one mean free path (losses.py), walls and air together. It is the same for all walls, so it is
taken once for each order: y = F(a1 + F(a2 + F(a3))).
"""

import math

from rosin.kernels.dialect import kernel, part
from rosin.kernels.record import Record, Row
from rosin.rooms.geometry import SPEED, distance
from rosin.rooms.rings import STRETCH

ORDERS = 3
IMAGES = 62  # of these orders
EARS = 2
EAR = 0.085  # m: from the middle of the pair
ASIDE_COS, ASIDE_SIN = math.cos(math.radians(55.0)), math.sin(math.radians(55.0))
STRAIGHT = 0.5 * (1.0 + ASIDE_COS)  # what a cardioid hears of the source
APART = 0.5  # m: from the place of the source to each of two channels
DIFFUSE = 1.0 / (3.0 * STRAIGHT * STRAIGHT)  # what a cardioid hears of power from everywhere, relative to that


class Images(Record):
    """Of one channel."""

    delays = Row(EARS, IMAGES, unit="samples")
    gains = Row(EARS, IMAGES)


@kernel
def of_order(order):
    """Images of an order, 4 order^2 + 2."""
    return 4 * order * order + 2


@kernel
def image(index, place, length):
    """Where an image of a place between two walls lies."""
    return index * length + (place if index & 1 == 0 else length - place)


@kernel
def prepare_image(p, x, y, z, tap, fs, c):
    """Delay and gain of an image at x, y, z for both ears."""
    ahead_x, ahead_y = p.source[0] - p.listener[0], p.source[1] - p.listener[1]
    across = math.sqrt(ahead_x * ahead_x + ahead_y * ahead_y)
    ahead_x, ahead_y = ahead_x / across, ahead_y / across
    straight = distance(p.source, p.listener)
    for ear in range(EARS):
        left = 1.0 - 2.0 * ear
        dx = x - (p.listener[0] - left * EAR * ahead_y)
        dy = y - (p.listener[1] + left * EAR * ahead_x)
        dz = z - p.listener[2]
        r = math.sqrt(dx * dx + dy * dy + dz * dz)
        axis_x, axis_y = ASIDE_COS * ahead_x - left * ASIDE_SIN * ahead_y, ASIDE_COS * ahead_y + left * ASIDE_SIN * ahead_x
        cardioid = 0.5 * (1.0 + (dx * axis_x + dy * axis_y) / r) / STRAIGHT
        c.delays[ear * IMAGES + tap] = math.floor(max(0.0, (r - straight) * fs / SPEED) + 0.5)
        c.gains[ear * IMAGES + tap] = cardioid * straight / r


@kernel(large=True)
def prepare(p, side, fs, c):
    """Delays (samples) and gains of all images, those of an order together, for both ears; `side` is 1 left, -1 right, 0 the middle."""
    ahead_x, ahead_y = p.source[0] - p.listener[0], p.source[1] - p.listener[1]
    across = math.sqrt(ahead_x * ahead_x + ahead_y * ahead_y)
    source_x, source_y = p.source[0] - side * APART * ahead_y / across, p.source[1] + side * APART * ahead_x / across
    tap = 0
    for order in range(1, ORDERS + 1):
        for m in range(-order, order + 1):
            left = order - abs(m)
            for n in range(-left, left + 1):
                o = left - abs(n)
                x, y = image(m, source_x, p.dimensions[0]), image(n, source_y, p.dimensions[1])
                prepare_image(p, x, y, image(o, p.source[2], p.dimensions[2]), tap, fs, c)
                tap += 1
                if o > 0:
                    prepare_image(p, x, y, image(-o, p.source[2], p.dimensions[2]), tap, fs, c)
                    tap += 1


@kernel(separate=True, large=True)
def add_two(l1, left1, l2, left2, r1, right1, r2, right2, n, left, right):
    """Two images of a stretch, of an even number in each order, for both ears, which read almost the same samples."""
    for i in range(n):
        left[i] += l1 * left1[i] + l2 * left2[i]
        right[i] += r1 * right1[i] + r2 * right2[i]


@kernel
def reflect(c, past, newest, n, sums):
    """The images of a stretch of a channel, by order and ear: `newest` is where the stretch begins in its past."""
    tap = 0
    for order in range(ORDERS):
        left = part(sums, order * EARS * STRETCH)
        right = part(left, STRETCH)
        for _ in range(of_order(order + 1) // 2):
            left1, left2 = part(past, newest - int(c.delays[tap])), part(past, newest - int(c.delays[tap + 1]))
            right1, right2 = part(past, newest - int(c.delays[IMAGES + tap])), part(past, newest - int(c.delays[IMAGES + tap + 1]))
            l1, l2, r1, r2 = c.gains[tap], c.gains[tap + 1], c.gains[IMAGES + tap], c.gains[IMAGES + tap + 1]
            add_two(l1, left1, l2, left2, r1, right1, r2, right2, n, left, right)
            tap += 2
