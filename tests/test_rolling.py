"""Rolling and scraping: the profile, the curve a ball rolls on, closed forms of the ball alone, energy, and what is heard."""

import functools

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.interpolate import CubicHermiteSpline
from scipy.signal import welch
from scipy.special import lambertw

from rosin import Contact, Gesture, HuntCrossley, Modal, ParameterError, RollingBall, Voice, Wall, render
from rosin.kernels.cubic import smooth_weights
from rosin.kernels.fourier import sum_of_waves, turned_over
from rosin.kernels.maths import sin_cos_turns

STEEL = 7800.0
ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")


def plate(length, width, thickness, modulus, density, poisson, loss, struck=(0.37, 0.41), heard=(0.21, 0.67), highest=12_000.0):
    """A simply supported plate: f = pi/2 sqrt(D / rho h) (m^2/a^2 + n^2/b^2), t_e = 1 / (pi f loss), a quarter of its mass a mode."""
    m, n = (number.ravel() for number in np.meshgrid(np.arange(1, 60), np.arange(1, 60)))
    speed = np.sqrt(modulus / (12 * (1 - poisson**2) * density)) * thickness
    frequencies = 0.5 * np.pi * speed * ((m / length) ** 2 + (n / width) ** 2)
    m, n, frequencies = m[frequencies < highest], n[frequencies < highest], frequencies[frequencies < highest]
    shapes = [np.sin(np.pi * m * x) * np.sin(np.pi * n * y) for x, y in (struck, heard)]
    mass = density * length * width * thickness / 4
    return Modal(frequencies, 1 / (np.pi * frequencies * loss), mass, shapes[:1], shapes[1:])


WOOD = plate(0.6, 0.4, 0.01, 11e9, 650, 0.3, 1e-2)


def on_wood(radius=0.01, **surface):
    """A steel ball on the wooden plate, Hertz's contact between them."""
    return Contact(RollingBall.solid(radius, STEEL, **surface), HuntCrossley(4 / 3 * 8e9 * radius**0.5, 1.5, 0.5), WOOD)


@functools.cache
def wall_voice():
    return Voice(Contact(RollingBall(0.03, 0.01), HuntCrossley(1e9, 1.5, 0.5), Wall()), 48_000)


def rows(ball):
    """The spacing of a ball's surface, its profile and its offset curve."""
    voice = wall_voice()
    voice.update(voice.contact.replace(exciter=ball))
    profile, n = voice.machine.view("exciter.c.profile"), int(voice.machine.number("exciter.c.points"))
    return voice.machine.number("exciter.c.spacing"), profile[:n].copy(), profile[n : 2 * n].copy()


def level_and_centroid(sound, skip=0.5):
    x = sound.audio[0, int(skip * sound.sample_rate) :]
    frequencies, power = welch(x, sound.sample_rate, nperseg=sound.sample_rate // 6)
    return 10 * np.log10(np.mean(x**2)), (frequencies * power).sum() / power.sum()


def test_turns_and_the_sum_of_waves():
    for x in np.linspace(-3.3, 3.3, 301):
        assert sin_cos_turns(x) == pytest.approx((np.sin(2 * np.pi * x), np.cos(2 * np.pi * x)), abs=1e-14)
    n = 64
    z = np.random.default_rng(1).normal(size=(n, 2)) @ (1, 1j)
    c = np.zeros(2 * n)
    for k in range(n):
        c[2 * turned_over(k, n) : 2 + 2 * turned_over(k, n)] = z[k].real, z[k].imag
    sum_of_waves(c, n)
    np.testing.assert_allclose(c[::2] + 1j * c[1::2], n * np.fft.ifft(z), atol=1e-13)


def test_the_smooth_cubic_goes_on_smoothly():
    y = np.random.default_rng(2).normal(size=5)
    spline = CubicHermiteSpline([0, 1], y[1:3], [(y[2] - y[0]) / 2, (y[3] - y[1]) / 2])
    for a in np.linspace(0, 1, 11):
        assert np.dot(smooth_weights(a), y[:4]) == pytest.approx(spline(a), abs=1e-14)


@pytest.mark.parametrize(("radius", "length"), [(0.006484375, 0.64), (0.00225, 0.008)])
def test_a_radius_of_a_whole_number_of_points_rolls_too(radius, length):
    """Where rounding puts the last point under the ball just beyond its radius."""
    spacing, profile, offset = rows(RollingBall(0.01, radius, length=length, shortest_wave=length / 15_000, longest_wave=length / 4))
    assert int(radius / spacing) * spacing > radius
    assert (offset >= profile).all()


@pytest.mark.parametrize("beta", [0.0, 1.0, 1.5, 2.0, 3.0])
def test_the_profile_has_its_height_slope_and_waves(beta):
    ball = RollingBall(0.03, 0.01, 3e-6, beta)
    spacing, profile, _ = rows(ball)
    assert spacing * len(profile) == pytest.approx(ball.length)
    assert profile.std() == pytest.approx(3e-6, rel=1e-9)
    numbers, power = welch(profile, 1 / spacing, nperseg=8192)
    inside = (numbers > 3 / ball.longest_wave) & (numbers < 0.8 / ball.shortest_wave)
    assert -np.polyfit(np.log(numbers[inside]), np.log(power[inside]), 1)[0] == pytest.approx(beta, abs=0.05)
    waves = np.abs(np.fft.rfft(profile))
    lengths = ball.length / np.arange(1, len(waves))
    outside = (lengths > 1.001 * ball.longest_wave) | (lengths < 0.999 * ball.shortest_wave)
    assert waves[1:][outside].max() < 1e-9 * waves.max()


def test_a_seed_chooses_the_profile():
    first, other, again = (rows(RollingBall(0.03, 0.01, seed=seed))[1] for seed in (0, 1, 0))
    np.testing.assert_array_equal(first, again)
    assert abs(np.corrcoef(first, other)[0, 1]) < 0.4


@pytest.mark.parametrize("roughness", [1e-6, 5e-5])
@pytest.mark.parametrize("radius", [1e-5, 3e-4, 5e-3, 0.04, 5.0])
def test_the_ball_rolls_on_the_offset_curve(radius, roughness):
    """Against the definition, every point with every other."""
    spacing, profile, offset = rows(RollingBall(0.03, radius, roughness, 1.5, longest_wave=0.01, shortest_wave=4e-5, length=0.03))
    n = len(profile)
    q = spacing * ((np.arange(n) + n // 2) % n - n // 2)
    with np.errstate(invalid="ignore"):
        cap = np.where(np.abs(q) <= radius, np.sqrt(radius**2 - q**2) - radius, -np.inf)
    exact = np.array([(np.roll(profile, -i) + cap).max() for i in range(n)])
    np.testing.assert_allclose(offset, exact, atol=1e-15 * max(1, radius))
    assert (offset >= profile).all()


def test_a_larger_ball_rolls_on_a_smoother_curve():
    curves = [rows(RollingBall(0.03, radius, 2e-6))[2] for radius in (1e-3, 1e-2, 1e-1)]
    assert np.all(np.diff([np.diff(curve).std() for curve in curves]) < 0)


@pytest.mark.parametrize("speed", [0.0, 0.7])
def test_on_a_flat_surface_it_bounces_like_any_ball(speed):
    """Falls take sqrt(2 h / g), flights 2 v / g, and a blow at v returns at (1 + W(-a e^-a)) / mu, a = 1 + mu v."""
    height, loss, g, rate = 0.05, 0.3, 9.81, 192_000
    ball = RollingBall(0.005, 0.005, 0.0, gravity=g, height=height)
    contact = Contact(ball, HuntCrossley(1e8, 1.5, loss), Wall())
    sound = render(contact, Gesture(velocity=speed), duration=0.8, sample_rate=rate, record=("compression", *ENERGIES))
    touching = np.flatnonzero(np.diff((sound.traces["compression"] > 0).astype(int)))
    blows, leaves = touching[::2] / rate, touching[1::2] / rate
    assert blows[0] == pytest.approx(np.sqrt(2 * height / g), abs=2 / rate)
    v = np.sqrt(2 * g * height)
    for leave, blow in zip(leaves[:3], blows[1:4], strict=True):
        a = 1 + loss * v
        v = (1 + lambertw(-a * np.exp(-a)).real) / loss
        assert blow - leave == pytest.approx(2 * v / g, rel=1e-3)
    assert sound.diagnostics.energy_error < 1e-12


def test_it_follows_its_differential_equation_over_the_waves():
    """Against scipy, with the offset curve as a spline: m z'' = m g + F - f, f = k x^1.5 (1 + mu x') for x = z + s_R(v t) > 0."""
    k, loss, force, speed, end = 1e8, 0.4, 0.5, 0.3, 6e-3
    ball = RollingBall(0.01, 0.003, 2e-6, 1.0, longest_wave=4e-3, shortest_wave=5e-4, length=8e-3)
    spacing, _, offset = rows(ball)
    places = spacing * np.arange(len(offset) + 1)
    heights = np.append(offset, offset[0])
    slopes = (np.roll(offset, -1) - np.roll(offset, 1)) / (2 * spacing)
    surface = CubicHermiteSpline(places, heights, np.append(slopes, slopes[0]))

    def motion(t, state):
        z, w = state
        x = z + surface(speed * t) - offset[0]
        rate = w + speed * surface(speed * t, 1)
        return [w, ball.gravity + (force - max(k * max(x, 0) ** 1.5 * (1 + loss * rate), 0)) / ball.mass]

    exact = solve_ivp(motion, (0, end), [0, 0], method="DOP853", rtol=1e-10, atol=1e-15, max_step=1e-5).y[0, -1] + surface(speed * end)
    errors = []
    for rate in (96_000, 192_000, 384_000):
        contact = Contact(ball, HuntCrossley(k, 1.5, loss), Wall())
        sound = render(contact, Gesture(velocity=speed, force=force), duration=end, sample_rate=rate, record="compression")
        errors.append(abs(sound.traces["compression"][-1] - exact + offset[0]))
    assert errors[-1] < 1e-9
    assert errors[0] / errors[-1] > 10


def test_an_eccentric_ball_presses_once_a_turn():
    """On a flat surface the force swings by m e (v / R)^2 at v / 2 pi R."""
    ball = RollingBall(0.03, 0.02, 0.0, eccentricity=5e-4)
    sound = render(Contact(ball, HuntCrossley(1e6, 1.5, 2.0), Wall()), Gesture(velocity=0.5), duration=2.0, record=("force", *ENERGIES))
    turning = 0.5 / 0.02
    times = (np.arange(len(sound.traces["force"])) + 0.5) / 48_000
    last = times > 2 - 7 * 2 * np.pi / turning
    swing = 2 * np.mean(sound.traces["force"][last] * np.exp(1j * turning * times[last]))
    assert swing == pytest.approx(0.03 * 5e-4 * turning**2, rel=5e-3)
    assert sound.traces["force"][last].mean() == pytest.approx(0.03 * 9.81, rel=5e-3)
    assert sound.diagnostics.energy_error < 1e-12


@pytest.mark.parametrize(
    ("ball", "gesture"),
    [
        (RollingBall.solid(0.01, STEEL), Gesture(velocity=[(0, 0), (0.2, 0.6), (1, -0.4)])),
        (RollingBall.solid(0.02, STEEL, roughness=2e-5, beta=0.5, eccentricity=1e-3), Gesture(velocity=1.5)),
        (RollingBall(0.003, 3e-4, 4e-6, 1.0, gravity=0.0), Gesture(velocity=0.2, force=[(0, 0), (0.1, 2), (1, 0.5)])),
    ],
    ids=["rolled to and fro", "hopping", "scraped"],
)
def test_the_account_of_energy_closes(ball, gesture):
    sound = render(Contact(ball, HuntCrossley(1e9, 1.5, 0.5), WOOD), gesture, duration=1.0, record=("force", *ENERGIES))
    assert sound.diagnostics.energy_error < 1e-12
    assert sound.traces["force"].min() >= 0
    assert sound.peak > 1e-4


def test_the_surface_returns_after_its_length():
    ball = RollingBall(0.03, 0.01, longest_wave=1e-3, shortest_wave=1e-4, length=0.01)
    for speed in (0.5, -0.5):
        sound = render(Contact(ball, HuntCrossley(1e6, 1.5, 2.0), WOOD), Gesture(velocity=speed), duration=3.0, sample_rate=50_000)
        laps = sound.audio[0].reshape(-1, 1000)
        np.testing.assert_allclose(laps[-1], laps[-2], atol=1e-3 * np.abs(laps[-1]).max())


HAIRS = 1 + 1e-6 * np.arange(4)


@pytest.mark.sweep
@pytest.mark.parametrize("speed", [0.1, 0.3, 1.0])
def test_it_sounds_alike_at_every_rate(speed):
    """A ball that leaps is chaotic: takes whose speeds differ by a millionth differ by some percent, so that their mean is looked at."""
    made = [
        [level_and_centroid(render(on_wood(), Gesture(velocity=speed * hair), duration=4.0, sample_rate=rate)) for hair in HAIRS]
        for rate in (44_100, 48_000, 96_000)
    ]
    levels, centroids = np.mean(made, axis=1).T
    assert np.ptp(levels) < 0.5
    assert centroids.max() / centroids.min() < 1.05


def test_a_larger_ball_is_darker():
    centroids = [level_and_centroid(render(on_wood(r), Gesture(velocity=0.3), duration=4.0))[1] for r in (0.005, 0.01, 0.02, 0.04)]
    assert min(np.divide(centroids[:-1], centroids[1:])) > 1.2


def test_a_faster_ball_is_louder():
    levels = [level_and_centroid(render(on_wood(), Gesture(velocity=v), duration=4.0))[0] for v in (0.05, 0.1, 0.2, 0.4, 0.8)]
    assert np.diff(levels).min() > 1.5


def force_spectrum(beta, roughness):
    gesture = Gesture(velocity=[(0, 0), (0.3, 0.3)])
    force = render(on_wood(beta=beta, roughness=roughness), gesture, duration=5.0, record="force").traces["force"]
    return welch(force[48_000:], 48_000, nperseg=16_384)


def test_the_slope_of_the_profile_is_heard_while_the_ball_stays_down():
    """Either side of the resonance of ball and contact (840 Hz); two profiles so fine that all is linear differ as they do."""
    falls = []
    for beta in (1.0, 3.0):
        f, power = force_spectrum(beta, 1e-7)
        low, high = (10 * np.log10(power[(f >= a) & (f < b)].mean()) for a, b in ((250, 500), (2000, 4000)))
        falls.append(low - high)
    assert falls[1] - falls[0] > 6
    f, flat = force_spectrum(1.0, 1e-9)
    _, steep = force_spectrum(2.0, 1e-9)
    inside = (f > 100) & (f < 6000)
    assert np.polyfit(np.log(f[inside]), np.log(flat[inside] / steep[inside]), 1)[0] == pytest.approx(1.0, abs=0.1)


def test_scraping_follows_force_and_speed():
    tip = RollingBall(0.003, 3e-4, 4e-6, 1.0, gravity=0.0)
    contact = Contact(tip, HuntCrossley(1e9, 1.5, 0.5), WOOD)
    made = [level_and_centroid(render(contact, Gesture(velocity=v, force=1.0), duration=3.0)) for v in (0.05, 0.1, 0.2, 0.4)]
    assert np.diff([level for level, _ in made]).min() > 1.5
    assert not render(contact, Gesture(velocity=0.2, force=0.0), duration=0.5, record="force").traces["force"][4800:].any()


@pytest.mark.parametrize("target", ["wasm", "python"])
def test_every_target_rolls_alike(target):
    ball = RollingBall(0.03, 0.01, 1e-6, eccentricity=1e-3, longest_wave=1e-3, shortest_wave=1e-4, length=5e-3)
    contact = Contact(ball, HuntCrossley(1e8, 1.5, 0.5), Modal([300, 800], 0.1, 0.2))
    native = render(contact, Gesture(velocity=0.3), duration=0.02).audio
    other = render(contact, Gesture(velocity=0.3), duration=0.02, target=target).audio
    np.testing.assert_allclose(other, native, atol=1e-9 * np.abs(native).max())


def test_a_surface_may_change_under_the_ball_without_a_jump():
    contact = on_wood(roughness=1e-7)
    voice = Voice(contact, 48_000, block=480, observe=True)
    voice.process(48_000, {"velocity": 0.1})
    before = voice.trace("force", 480).max()
    voice.update(contact.replace(exciter=contact.exciter.replace(seed=1, roughness=2e-7, radius=0.012)))
    voice.process(480, {"velocity": 0.1})
    assert voice.trace("force", 480).max() < 2 * before


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"seed": 1.5}, ["seed", "1.5", "whole"]),
        ({"longest_wave": 0.7}, ["longest_wave", "0.7 m", "0.64 m"]),
        ({"shortest_wave": 1e-5}, ["length", "0.64 m", "64000", "16384", "0.16384 m"]),
        ({"radius": 0.0}, ["radius", "more than 0"]),
    ],
)
def test_what_cannot_be_is_refused(given, words):
    with pytest.raises(ParameterError) as caught:
        RollingBall(**{"mass": 0.01, "radius": 0.01} | given)
    for word in words:
        assert word in str(caught.value), str(caught.value)
    with pytest.raises(ParameterError, match="density"):
        RollingBall.solid(0.01, -1.0)
    with pytest.raises(ParameterError, match="velocity must be given"):
        render(on_wood(), Gesture(force=1.0), duration=0.1)
