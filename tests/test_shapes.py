"""Shapes: frequencies of handbooks, modes that are orthogonal and weigh what they should, and the sound of a blow."""

import json
import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.special import j0, j1, y0, y1

from rosin import (
    Bar,
    Bell,
    Contact,
    Gesture,
    Glass,
    HuntCrossley,
    InertialMass,
    LoadedMembrane,
    Membrane,
    Modal,
    ParameterError,
    Plate,
    RectangularMembrane,
    Ring,
    RoundPlate,
    render,
)
from rosin.shapes.materials import Material
from rosin.shapes.shape import Shape

STEEL = Material.preset("steel")
BAR = {"length": 0.25, "width": 0.03, "thickness": 0.008}
SUPPORTS = ["free-free", "clamped-free", "clamped-pinned", "clamped-clamped", "pinned-pinned"]
CUICA = LoadedMembrane(radius=0.11, tension=4800, area_density=0.35, load=6e-3, load_radius=4e-3)
EXAMPLES = [
    *(Bar(**BAR, supports=supports) for supports in SUPPORTS),
    Bar(length=0.3, thickness=0.01, material="glass", frequency=523.0),
    Plate(0.3, 0.2, 0.003),
    RectangularMembrane(0.4, 0.3, 1000.0, 0.26),
    Membrane(0.15, 1000.0, 0.26, air_density=1.2, depth=0.5),
    CUICA,
    RoundPlate(0.1, 0.002),
    RoundPlate(0.1, 0.002, "glass", "clamped"),
    Ring(0.05, 0.003, 0.01, "brass", split=0.01),
    Glass(0.033, 0.08, 0.001, liquid=0.5),
    Bell(split=0.005),
]
ROUND = [Membrane(0.15, 1000.0, 0.26), RoundPlate(0.1, 0.002), RoundPlate(0.1, 0.002, edge="clamped"), RoundPlate(0.1, 0.002, "rubber")]


def name_of(shape):
    return f"{type(shape).__name__} {getattr(shape, 'supports', getattr(shape, 'edge', ''))}"


def ratios(shape, count):
    """Distinct frequencies over the first."""
    modes = shape.modes(highest=np.inf, most=4 * count).frequencies
    distinct = modes[np.concatenate([[True], np.diff(modes) > 1e-9 * modes[1:]])][:count]
    return distinct / distinct[0]


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (Bar(1.0, 0.01), [1, 2.7565, 5.4039, 8.9330, 13.344]),
        (Bar(1.0, 0.01, supports="clamped-free"), [1, 6.2669, 17.547, 34.386]),
        (Bar(1.0, 0.01, supports="clamped-pinned"), [1, 3.2406, 6.7613, 11.562]),
        (Bar(1.0, 0.01, supports="pinned-pinned"), [1, 4, 9, 16]),
        (Membrane(0.2, 500.0, 0.3), [1, 1.59334, 2.13555, 2.29542, 2.65307, 2.91730, 3.15546, 3.50015, 3.59848]),
        (RectangularMembrane(0.3, 0.3, 500.0, 0.3), np.sqrt([1, 2.5, 4, 5, 6.5, 8.5])),
        (Plate(0.3, 0.3, 0.001), [1, 2.5, 4, 5, 6.5, 8.5]),
        (RoundPlate(0.1, 0.001, edge="clamped"), [1, 2.0811, 3.4140, 3.8931, 4.9952]),
        (Ring(0.1, 0.002, 0.002), [1, 2.8284, 5.4233, 8.7706, 12.866]),
    ],
)
def test_ratios_are_those_of_handbooks(shape, expected):
    np.testing.assert_allclose(ratios(shape, len(expected)), expected, rtol=3e-5)


@pytest.mark.parametrize(
    ("edge", "expected", "digits"),
    [("clamped", [10.2158, 21.2604, 34.8770, 39.7711, 51.0300], 6e-6), ("free", [5.262, 9.069, 12.244, 20.513, 21.527], 1e-4)],
)
def test_round_plates_have_the_published_roots(edge, expected, digits):
    """x^2 = w R^2 / sqrt(D / rho h), for a Poisson's ratio of 0.33."""
    plate = RoundPlate(0.2, 0.003, STEEL.replace(poisson_ratio=0.33), edge)
    stiffness = 2e11 * 0.003**3 / (12 * (1 - 0.33**2))
    unit = np.sqrt(stiffness / (7850 * 0.003)) / 0.2**2 / (2 * np.pi)
    first = plate.modes(highest=np.inf, most=30).frequencies[0]
    np.testing.assert_allclose(ratios(plate, 5) * first / unit, expected, rtol=digits)


def test_a_free_plate_knows_poissons_ratio():
    """Leissa: (2, 0) 5.358 and (0, 1) 9.003 for a ratio of 0.3; the first falls with it, the second rises."""
    plate = RoundPlate(0.2, 0.003, STEEL, "free").modes(most=10)
    unit = np.sqrt(2e11 * 0.003**2 / (12 * (1 - 0.09) * 7850)) / 0.2**2 / (2 * np.pi)
    np.testing.assert_allclose(plate.frequencies[[0, 2]] / unit, [5.358, 9.003], rtol=1e-4)


def test_a_steel_bar_a_plate_and_a_glass_have_their_frequencies():
    np.testing.assert_allclose(Bar(**BAR).modes().frequencies[:4], [664, 1831, 3589, 5933], rtol=3e-4)
    assert len(Plate(0.3, 0.2, 0.003).modes(highest=12_000).frequencies) == 69
    modes = Glass(0.033, 0.08, 0.001, loss_factor=1 / 1500).modes()
    np.testing.assert_allclose(modes.frequencies[::2], [574.5, 1598.9, 3059.8, 4946, 7254.5], rtol=1e-4)
    np.testing.assert_allclose(modes.decay_times[::2], [0.831, 0.299, 0.156, 0.097, 0.066], rtol=6e-3)
    np.testing.assert_allclose(modes.masses[::2], [5.18e-3, 4.61e-3, 4.41e-3, 4.31e-3, 4.26e-3], rtol=1e-3)


def test_materials_give_a_bar_its_pitch():
    pitches = [Bar(**BAR, material=name).modes().frequencies[0] for name in ("steel", "aluminium", "glass", "wood", "plastic", "rubber")]
    np.testing.assert_allclose(pitches, [664, 665, 655, 558, 216, 9], atol=0.5)
    losses = [Material.preset(name).loss_factor for name in ("steel", "aluminium", "glass", "wood", "plastic", "rubber")]
    assert losses == [5e-4, 1e-3, 1.5e-3, 1e-2, 3e-2, 0.2]


def test_the_section_of_a_bar():
    """Width does not matter; a round rod has the gyration d / 4."""
    wide, narrow, rod = Bar(0.5, 0.01, 0.1), Bar(0.5, 0.01, 0.02), Bar(0.5, 0.01)
    assert wide.modes().frequencies[0] == narrow.modes().frequencies[0]
    assert rod.modes().frequencies[0] / wide.modes().frequencies[0] == pytest.approx(np.sqrt(12 / 16))
    assert rod.mass == pytest.approx(7850 * 0.5 * np.pi * 0.005**2)


@pytest.mark.parametrize("supports", SUPPORTS)
def test_modes_of_a_bar_are_orthogonal_and_weigh_half_the_bar(supports):
    bar = Bar(**BAR, supports=supports)
    modes = bar.modes(highest=np.inf, most=60)
    x, weight = np.polynomial.legendre.leggauss(200)
    shapes = modes.weights((x + 1) / 2)
    gram = bar.mass * (shapes.T * weight / 2) @ shapes
    np.testing.assert_allclose(gram, np.diag(modes.masses), atol=1e-11 * bar.mass)
    np.testing.assert_allclose(modes.masses, 0.5 * bar.mass)


@pytest.mark.parametrize("supports", SUPPORTS)
def test_high_modes_of_a_bar_are_waves_between_their_ends(supports):
    """Smooth up to mode 1000: near neither end they are sinusoids of amplitude 1, at the ends they meet the supports."""
    modes = Bar(**BAR, supports=supports).modes(highest=np.inf, most=1000)
    middle = modes.weights(np.random.default_rng(1).uniform(0.4, 0.6, 3000))[:, [9, 99, 999]]
    np.testing.assert_allclose(np.abs(middle).max(axis=0), 1, rtol=2e-3)
    left, right = supports.split("-")
    for end, x in ((left, 0.0), (right, 1.0)):
        np.testing.assert_allclose(np.abs(modes.weights(x)[0]), np.sqrt(2) if end == "free" else 0, atol=1e-10)
        inward = 1e-7 if x == 0 else 1 - 1e-7
        if end == "clamped":
            assert np.abs(modes.weights(inward)[0, 0]) < 1e-12


@pytest.mark.parametrize("shape", ROUND, ids=name_of)
def test_modes_of_round_things_are_orthogonal_and_weigh_a_quarter(shape):
    modes = shape.modes(highest=np.inf, most=60)
    r, across = np.polynomial.legendre.leggauss(60)
    r, across = (r + 1) / 2, across / 2
    turns = np.arange(64) / 64
    points = np.stack(np.meshgrid(r, turns, indexing="ij"), axis=-1).reshape(-1, 2)
    weight = np.repeat(2 * across * r / 64, 64)
    shapes = modes.weights(points)
    gram = shape.mass * (shapes.T * weight) @ shapes
    np.testing.assert_allclose(gram, np.diag(modes.masses), atol=1e-10 * shape.mass)
    np.testing.assert_allclose(modes.masses, 0.25 * shape.mass)


@pytest.mark.parametrize("shape", [Plate(0.3, 0.2, 0.003), RectangularMembrane(0.4, 0.3, 1000.0, 0.26)], ids=name_of)
def test_modes_of_rectangles_are_orthogonal_and_weigh_a_quarter(shape):
    modes = shape.modes(highest=np.inf, most=60)
    middle = (np.arange(100) + 0.5) / 100
    shapes = modes.weights(np.stack(np.meshgrid(middle, middle), axis=-1).reshape(-1, 2))
    np.testing.assert_allclose(shape.mass / 1e4 * shapes.T @ shapes, np.diag(modes.masses), atol=1e-12 * shape.mass)
    np.testing.assert_allclose(modes.masses, 0.25 * shape.mass)


def test_the_lowest_modes_are_the_lowest_however_many_are_asked_for():
    for shape in (Plate(1.0, 0.03, 0.001), *ROUND, CUICA):
        many = shape.modes(highest=np.inf, most=400).frequencies
        for most in (1, 2, 7, 50):
            np.testing.assert_allclose(shape.modes(highest=np.inf, most=most).frequencies, many[:most], rtol=1e-4)


def deflection(shape, point, most=3000):
    """What one newton bends at its own place, m, from the modes."""
    modes = shape.modes(highest=np.inf, most=most)
    return np.sum(modes.weights(point)[0] ** 2 / (modes.masses * (2 * np.pi * modes.frequencies) ** 2))


def test_modes_add_up_to_the_static_deflection():
    """Closed forms: a^2 b^2 / 3 E I L, L^3 / 3 E I, R^2 / 16 pi D, and 0.0116 a^2 / D for the middle of a square plate."""
    bending = 2e11 * 0.03 * 0.008**3 / 12
    assert deflection(Bar(**BAR, supports="pinned-pinned"), 0.3) == pytest.approx((0.3 * 0.7) ** 2 * 0.25**3 / (3 * bending), rel=1e-6)
    assert deflection(Bar(**BAR, supports="clamped-free"), 1.0) == pytest.approx(0.25**3 / (3 * bending), rel=1e-6)
    assert deflection(Bar(**BAR, supports="clamped-clamped"), 0.5) == pytest.approx(0.25**3 / (192 * bending), rel=1e-6)
    assert deflection(Bar(**BAR, supports="clamped-pinned"), 0.5) == pytest.approx(7 * 0.25**3 / (768 * bending), rel=1e-6)
    stiffness = 2e11 * 0.002**3 / (12 * (1 - 0.09))
    clamped = RoundPlate(0.1, 0.002, edge="clamped")
    assert deflection(clamped, (0.0, 0.0), 1000) == pytest.approx(0.1**2 / (16 * np.pi * stiffness), rel=1e-3)
    assert deflection(Plate(0.2, 0.2, 0.002), (0.5, 0.5)) == pytest.approx(0.01160 * 0.2**2 / stiffness, rel=1e-3)


def test_a_given_frequency_scales_all_modes_and_keeps_the_losses():
    rubber = Bar(**BAR, material="rubber", frequency=664.0)
    steel = Bar(**BAR, frequency=664.0)
    np.testing.assert_allclose(rubber.modes().frequencies, steel.modes().frequencies, rtol=1e-12)
    np.testing.assert_allclose(rubber.modes().decay_times * 0.2, steel.modes().decay_times * 5e-4, rtol=1e-12)
    assert rubber.modes().frequencies[0] == pytest.approx(664)


def test_losses_add():
    """1 / t_e = pi f eta + d; without either a mode rings for ever."""
    modes = Plate(0.3, 0.2, 0.003, loss_factor=0.01, damping=5.0).modes()
    np.testing.assert_allclose(1 / modes.decay_times, np.pi * modes.frequencies * 0.01 + 5)
    assert np.isinf(Bar(**BAR, loss_factor=0.0).modal(at=0.0).decay_times).all()


def test_liquid_lowers_a_glass():
    """French: (f_empty / f)^2 = 1 + 0.25 (rho_l R / rho_g a) (h / H)^4 for the first mode; less for the others; the stiffness stays."""
    empty = Glass(0.033, 0.08, 0.001).modes()
    full = Glass(0.033, 0.08, 0.001, liquid=0.8).modes()
    lowered = (empty.frequencies / full.frequencies) ** 2
    assert lowered[0] == pytest.approx(1 + 0.25 * 1000 * 0.033 / (2500 * 0.001) * 0.8**4)
    assert (np.diff(lowered[::2]) < 0).all()
    np.testing.assert_allclose(full.masses / empty.masses, lowered)


def test_pairs_turn_with_the_blow():
    """The mobility at the blow does not know where on a circle it was; a pair split by d lies f d apart."""
    for shape, radius in ((Membrane(0.15, 1000.0, 0.26), (0.5,)), (RoundPlate(0.1, 0.002), (0.9,)), (Ring(0.05, 0.003, 0.01), ())):
        modes = shape.modes(highest=8000)
        kinds = np.unique(np.round(modes.frequencies, 6), return_inverse=True)[1]
        there = [
            np.bincount(kinds, modes.weights([(*radius, turn)] if radius else [turn])[0] ** 2 / modes.masses) for turn in (0.0, 0.137, 7.55)
        ]
        np.testing.assert_allclose(there[1], there[0], rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(there[2], there[0], rtol=1e-9, atol=1e-12)
    pair = Ring(0.05, 0.003, 0.01, split=0.01).modes().frequencies[:2]
    assert pair[1] - pair[0] == pytest.approx(0.01 * pair.mean())


def test_only_modes_that_are_touched_are_in_the_body():
    bar = Bar(**BAR, supports="pinned-pinned")
    assert len(bar.modal(at=0.5).frequencies) == (len(bar.modes().frequencies) + 1) // 2
    node = brentq(lambda x: Bar(**BAR).modes().weights(x)[0, 0], 0.1, 0.4)
    assert node == pytest.approx(0.2242, abs=1e-4)
    np.testing.assert_allclose(Bar(**BAR).modal(at=node).frequencies, Bar(**BAR).modes().frequencies[1:])
    assert len(Glass(0.033, 0.08, 0.001).modal(at=0.0).frequencies) == 5
    assert len(Glass(0.033, 0.08, 0.001).modal(at=0.03).frequencies) == 10
    assert len(Glass(0.033, 0.08, 0.001).modal(at=[0.0, 0.03]).frequencies) == 10
    drum = Membrane(0.15, 1000.0, 0.26)
    centre = np.array(drum.modal(at=(0.0, 0.0), highest=2000).frequencies)
    np.testing.assert_allclose(centre[:3] / centre[0], [1, 2.29542, 3.59848], rtol=1e-5)


def volume(spectrum, index, radius):
    """What a round mode displaces for one metre of its own."""
    return quad(lambda r: spectrum.weights([(r / radius, 0.0)])[0, index] * 2 * np.pi * r, 0, radius)[0]


def test_air_weighs_on_a_skin_and_closed_in_resists_what_changes_its_volume():
    """A spring of rho c^2 / V times the displaced volume squared; and the air moves as e^{-kz}, a layer of 1 / k on either side."""
    radius, sigma, rho, depth = 0.15, 0.26, 1.2, 0.5
    bare, loaded, closed = (
        Membrane(radius, 800.0, sigma, air_density=density, depth=deep).modes(most=30)
        for density, deep in ((0.0, math.inf), (rho, math.inf), (rho, depth))
    )
    open_air = {name: (f, m) for name, f, m in zip(loaded.names, loaded.frequencies, loaded.masses, strict=True)}
    for name, f, m in zip(bare.names, bare.frequencies, bare.masses, strict=True):
        k = 2 * np.pi * f / np.sqrt(800.0 / sigma)
        share = 1 + 2 * rho / (k * sigma)
        assert open_air[name] == (pytest.approx(f / np.sqrt(share)), pytest.approx(m * share))
    for name, f in zip(closed.names, closed.frequencies, strict=True):
        free, mass = open_air[name]
        displaced = volume(closed, closed.names.index(name), radius) if name[1] == "0" else 0.0
        spring = rho * 343.0**2 / (np.pi * radius**2 * depth) * displaced**2
        assert (2 * np.pi * f) ** 2 == pytest.approx((2 * np.pi * free) ** 2 + spring / mass, rel=1e-4)


def test_a_cuica_has_the_modes_of_its_stick():
    """A published set has 180 514 1057 1607 2156 Hz for a bare first mode of 406 Hz, which 4.8 kN/m gives as 407.5."""
    bare = Membrane(0.11, 4800.0, 0.35).modes().frequencies[0]
    assert bare == pytest.approx(407.5, abs=0.1)
    body = CUICA.modal()
    np.testing.assert_allclose(body.frequencies[:5], [180, 514, 1057, 1607, 2156], rtol=3.1e-3)
    np.testing.assert_allclose(body.masses[:5], [6.65e-3, 0.083, 0.547, 1.5, 2.96], rtol=3e-3)
    assert set(body.shapes[0]) == {1.0}


def roots_between(function, grid):
    values = function(grid)
    return np.array([brentq(function, grid[i], grid[i + 1]) for i in np.flatnonzero(np.diff(np.sign(values)))])


def test_a_loaded_membrane_agrees_with_bessels_functions():
    """Independent: the skin under an even pressure over the disc, and free outside it, in closed form; and below a disc that stays flat."""
    mass, a, R, T, density = CUICA.load, CUICA.load_radius, CUICA.radius, CUICA.tension, CUICA.area_density

    def outside(k):
        value = j0(k * a) * y0(k * R) - y0(k * a) * j0(k * R)
        return value, -k * (j1(k * a) * y0(k * R) - y1(k * a) * j0(k * R))

    def pressed(frequency):
        k = 2 * np.pi * frequency * np.sqrt(density / T)
        value, slope = outside(k)
        even = 1 / (np.pi * a**2 * T * k**2)
        inside = even * slope / (j0(k * a) * slope + k * j1(k * a) * value)
        return mass * (2 * np.pi * frequency) ** 2 * (inside * 2 * j1(k * a) / (k * a) - even) - 1

    def flat(frequency):
        value, slope = outside(2 * np.pi * frequency * np.sqrt(density / T))
        return (mass + density * np.pi * a**2) * (2 * np.pi * frequency) ** 2 * value + 2 * np.pi * a * T * slope

    grid = np.arange(50.0, 2500.0, 5.0)
    candidates = roots_between(pressed, grid)
    exact = candidates[np.abs(pressed(candidates)) < 1e-3][:5]
    found = np.array(CUICA.modal().frequencies[:5])
    np.testing.assert_allclose(found, exact, rtol=2e-4)
    rigid = roots_between(flat, grid)[:5]
    assert (found < rigid).all()
    np.testing.assert_allclose(found, rigid, rtol=0.03)


def test_a_light_load_leaves_a_membrane_as_it_is():
    light = CUICA.replace(load=1e-9).modes(most=30)
    np.testing.assert_allclose(light.frequencies, Membrane(0.11, 4800.0, 0.35).modes(most=30).frequencies, rtol=1e-5)


def struck(body, duration=0.5, rate=48_000, hammer=None):
    hammer = hammer or InertialMass(0.01, velocity=1.0, position=-1e-3)
    return render(Contact(hammer, HuntCrossley(1e8, 1.5, 0.2), body), Gesture(force=0.0), duration=duration, sample_rate=rate)


def level_at(sound, frequency, begin, end):
    """Amplitude of one frequency between two times, s."""
    time = np.arange(sound.audio.shape[1]) / sound.sample_rate
    part = (time >= begin) & (time < end)
    window = np.hanning(part.sum())
    return np.abs(np.sum(window * sound.audio[0, part] * np.exp(-2j * np.pi * frequency * time[part])))


@pytest.mark.parametrize(("material", "sixty"), [("steel", 6.6), ("wood", 0.33), ("plastic", 0.11)])
def test_a_struck_bar_rings_as_long_as_its_material_lets_it(material, sixty):
    """T60 = 2.2 / f eta."""
    bar = Bar(**BAR, material=material, frequency=664.0)
    assert 2.2 / (664 * bar.material.loss_factor) == pytest.approx(sixty, rel=0.02)
    sound = struck(bar.modal(at=0.4, heard=0.02), duration=0.4)
    step = min(0.2, 0.4 * sixty)
    first, second = (level_at(sound, 664.0, begin, begin + 0.1 * step + 0.02) for begin in (0.02, 0.02 + step))
    assert 60 * step / (20 * np.log10(first / second)) == pytest.approx(6 * np.log(10) / (2 * np.pi) / 2.2 * sixty, rel=0.03)


def test_a_blow_sounds_alike_at_every_rate_and_has_the_modes_it_touches():
    bar = Bar(**BAR)
    spectra = []
    for rate in (44_100, 48_000, 96_000):
        sound = struck(bar.modal(at=0.4, heard=0.02), rate=rate)
        spectra.append([level_at(sound, frequency, 0.01, 0.4) / rate for frequency in bar.modes().frequencies[:4]])
    np.testing.assert_allclose(spectra[0], spectra[1], rtol=0.02)
    np.testing.assert_allclose(spectra[2], spectra[1], rtol=0.02)
    middle = struck(bar.modal(at=0.5, heard=0.02))
    odd, even = (level_at(middle, frequency, 0.05, 0.4) for frequency in bar.modes().frequencies[:2])
    assert even < 1e-3 * odd


@pytest.mark.parametrize(
    ("mass", "law", "milliseconds", "centroid"),
    [
        (0.02, HuntCrossley(2e8, 2.5, 0.6), 4.8, 664),
        (0.01, HuntCrossley(1e7, 1.5, 0.4), 0.85, 689),
        (0.01, HuntCrossley(1e8, 1.5, 0.2), 0.33, 1058),
        (0.008, HuntCrossley(5e9, 1.5, 0.08), 0.08, 2748),
    ],
    ids=["felt", "cork", "wood", "brass"],
)
def test_harder_hammers_are_shorter_and_brighter(mass, law, milliseconds, centroid):
    """Contact time, and centroid of the first 50 ms, as another simulation of the same modes found them."""
    hammer = InertialMass(mass, velocity=1.0, position=-1e-3)
    body = Bar(**BAR).modal(at=0.4, heard=0.02)
    sound = render(Contact(hammer, law, body), Gesture(force=0.0), duration=0.08, record="force")
    touching = np.flatnonzero(sound.traces["force"])
    assert len(touching) / 48 == pytest.approx(milliseconds, abs=0.02)
    power = np.abs(np.fft.rfft(sound.audio[0, touching[0] :][:2400] * np.hanning(2400), 1 << 16)) ** 2
    assert np.average(np.fft.rfftfreq(1 << 16, 1 / 48_000), weights=power) == pytest.approx(centroid, rel=0.01)


@pytest.mark.parametrize("shape", EXAMPLES, ids=name_of)
def test_a_shape_is_a_body_that_sounds_in_two_channels(shape):
    body = shape.modal(highest=5000, most=40)
    assert isinstance(body, Modal)
    assert max(body.frequencies) < 5000
    assert len(body.frequencies) <= 40
    sound = struck(body, duration=0.02, hammer=InertialMass(5e-4, velocity=0.5))
    assert sound.audio.shape[0] == 2
    assert np.isfinite(sound.audio).all()
    assert np.abs(sound.audio).max(axis=1).min() > 1e-5
    assert not np.allclose(*sound.audio)


@pytest.mark.parametrize("shape", EXAMPLES, ids=name_of)
def test_a_shape_survives_json(shape):
    again = Shape.from_dict(json.loads(json.dumps(shape.to_dict(), allow_nan=False)))
    assert again == shape
    assert again.modal() == shape.modal()


@pytest.mark.parametrize("model", Shape.registry.values())
def test_a_shape_is_documented_and_every_number_counts(model):
    shape = next(example for example in EXAMPLES if type(example) is model and (model is not Bar or example.frequency))
    if model is Bar:
        shape = shape.replace(frequency=None, width=0.01)
    for name, description, _ in model.describe():
        assert description.text
        value = getattr(shape, name)
        if isinstance(value, float):
            other = next(new for new in (1.01 * value, value + 0.01) if description.admits(new) and new != value)
            changed = shape.replace(**{name: other}).modal(highest=5000, most=40)
            assert changed != shape.modal(highest=5000, most=40), name


def test_materials_come_with_their_sources():
    assert {"steel", "aluminium", "brass", "bronze", "glass", "wood", "spruce", "plastic", "nylon", "rubber"} <= set(Material.presets())
    for name in Material.presets():
        assert Material.preset(name).source
    by_name, by_numbers = Bar(**BAR, material="glass"), Bar(**BAR, material={"name": "own", "youngs_modulus": 6.2e10, "density": 2500})
    np.testing.assert_allclose(by_name.modes().frequencies, by_numbers.modes().frequencies)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: Bar(length=0, thickness=0.01), r"length \(L\) = 0 m is not allowed; it must be at least 1e-09 and at most 100 m"),
        (lambda: Bar(0.2, 0.01, material="stel"), "material 'stel' does not exist; did you mean 'steel'"),
        (lambda: Bar(0.2, 0.01, material={"name": "mud", "density": -1, "youngs_modulus": 1e9}), r"density \(ρ\) = -1 kg/m\^3"),
        (lambda: Bar(0.2, 0.01, material=3), "material = 3"),
        (lambda: Bar(0.2, 0.01, supports="hinged"), "supports"),
        (lambda: Bar(0.2, 0.01).modal(at=1.2), r"at = 1.2 is not on the shape; x / L = 1.2, but it must be at least 0 and at most 1"),
        (lambda: Bar(0.2, 0.01).modal(at=[]), "must be a point, x / L, or a list of points"),
        (lambda: Bar(0.2, 0.01).modal(heard="here"), "heard = 'here' must be a point"),
        (lambda: Bar(0.2, 0.01, supports="clamped-free").modal(at=0.0), "at = 0.0 is a node of all"),
        (lambda: Plate(0.3, 0.2, 0.003).modal(at=0.5), r"must be a point, \(x / Lx, y / Ly\)"),
        (lambda: Membrane(0.1, 1000, 0.3).modal(at=(0.5, np.nan)), "angle in turns = nan, but it must be a finite number"),
        (lambda: Bar(0.01, 0.005).modes(), "its lowest mode, .* Hz, is not below highest = 20000 Hz"),
        (lambda: Bar(0.2, 0.01).modes(highest=0), "highest = 0 Hz is not allowed; it must be more than 0 Hz"),
        (lambda: Bar(0.2, 0.01).modes(most=0), "most = 0 is not allowed"),
        (lambda: Ring(0.01, 0.02, 0.01), "must be less than the radius, 0.01 m"),
        (lambda: Glass(0.03, 0.08, 0.001, liquid=1.5), r"liquid \(h/H\) = 1.5 is not allowed; it must be at least 0 and at most 1"),
        (lambda: CUICA.replace(load_radius=0.2), "must be at least 0.00055 m and less than 0.11 m"),
        (lambda: Bell(ratios=[1, 2]), "does not match the 2 ratios"),
        (lambda: Bell(ratios=[1], decay_times=[1], meridians=[1.5]), "must be a whole number"),
        (lambda: Shape.from_dict({"type": "Barr"}), "did you mean 'Bar'"),
    ],
)
def test_errors_say_what_is_allowed(wrong, words):
    with pytest.raises(ParameterError, match=words):
        wrong()


def test_whoever_changes_what_a_shape_gave_changes_no_other():
    first = Membrane(0.2, 2000, 0.3).modes(most=5)
    rows = [row.copy() for row in first[:3]]
    for row in first[:3]:
        row *= 2
    first.names.clear()
    first.weights([(0.3, 0.1)])[:] = 0
    again = Membrane(0.2, 2000, 0.3).modes(most=5)
    for kept, row in zip(rows, again[:3], strict=True):
        np.testing.assert_array_equal(kept, row)
    assert len(again.names) == 5
    assert np.abs(again.weights([(0.3, 0.1)])).max() > 0
