"""Plates that stretch: couplings, energy, convergence, pitch that rises with amplitude, and energy that climbs."""

import functools

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.special import ellipk

import rosin
from rosin import (
    Contact,
    ElastoPlastic,
    Gesture,
    Hammer,
    Hand,
    HuntCrossley,
    InertialMass,
    ParameterError,
    RoundPlate,
    Scene,
    StretchingModes,
    Touch,
    Voice,
    render,
)
from rosin.bodies.stretching_modes import KERNELS, blocks_of
from rosin.bodies.stretching_modes.blocks import BLOCK, FAMILY
from rosin.instruments.polyphony import Polyphony
from rosin.kernels.record import fill
from rosin.shapes import round_stretching as stretching
from rosin.shapes.materials import Material
from rosin.shapes.round_bending import bending

RATE = 48_000
ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")
GONG = RoundPlate(0.2, 0.002, "bronze", damping=0.4, stretching=1.0)
FELT = HuntCrossley(stiffness=1e7, exponent=1.5, dissipation=0.2)


@functools.cache
def couplings_of(body):
    """K^m_pq of a body, every order of two modes written out: (stresses, modes, modes)."""
    families, rows = body.families, body.couplings
    full = np.zeros((FAMILY * len(rows), FAMILY * families, FAMILY * families))
    for n, row in enumerate(rows):
        of = slice(FAMILY * n, FAMILY * (n + 1))
        pairs = blocks_of(n, families)
        blocks = np.reshape(row, (FAMILY, len(pairs), FAMILY, FAMILY))
        for place, (k, j) in enumerate(pairs):
            one, other = slice(FAMILY * k, FAMILY * (k + 1)), slice(FAMILY * j, FAMILY * (j + 1))
            full[of, one, other] = blocks[:, place]
            full[of, other, one] = blocks[:, place].swapaxes(1, 2)
    return full


def energy(body, x):
    return 0.5 * body.stretching * ((np.einsum("mpq,p,q->m", couplings_of(body), x, x)) ** 2).sum()


def force(body, x):
    u = couplings_of(body) @ x
    return -2 * body.stretching * (u @ x) @ u


def opened(body, rate=RATE):
    """Coefficients and state, ready to run in Python, touched at the first point."""
    p, c, s = body.memory.blank(body.form(rate))
    fill(p, body.packed())
    KERNELS.prepare(p, float(rate), c)
    KERNELS.start(c, s)
    KERNELS.free(c, s, 0.0, 0.0, 0.0, 0.0)
    return c, s


def one_mode(frequency, decay_time=np.inf, coupling=1.0):
    """A single mode that stretches; three others are too heavy to move."""
    block = np.zeros((FAMILY,) * 3)
    block[0, 0, 0] = coupling
    return StretchingModes(
        [frequency, 2e3, 2e3, 2e3], decay_time, [0.05, 1e9, 1e9, 1e9], [[1, 0, 0, 0]], stretching=1e11, couplings=[block.ravel()]
    )


# ---- couplings


@pytest.mark.parametrize(
    ("stress", "one", "other"), [((0, 1), (2, 1), (2, 2)), ((3, 2), (1, 1), (2, 1)), ((4, 1), (2, 1), (2, 1)), ((1, 1), (0, 2), (1, 2))]
)
def test_couplings_are_the_double_integral_of_the_equations(stress, one, other):
    """S L(P, Q) over the disc, with derivatives by differences on a grid in the plane."""
    modes, clamped = (bending(edge, 0.33, 400) for edge in ("free", "clamped"))

    def shape(of, name):
        at = of.chosen([int(np.flatnonzero((of.m == name[0]) & (of.k == name[1]))[0])])
        return lambda r, a: at.along(r[:, None])[:, 0] * np.cos(name[0] * a)

    def second(f, r, a):
        """f_xx, f_yy, f_xy at points, by central differences of fourth order."""
        h, x, y = 2e-3, r * np.cos(a), r * np.sin(a)

        def at(i, j):
            u, v = x + i * h, y + j * h
            return f(np.hypot(u, v), np.arctan2(v, u))

        far, near = {-2: -1 / 12, -1: 4 / 3, 0: -5 / 2, 1: 4 / 3, 2: -1 / 12}, {-2: 1 / 12, -1: -2 / 3, 1: 2 / 3, 2: -1 / 12}
        xx = sum(weight * at(i, 0) for i, weight in far.items()) / h**2
        yy = sum(weight * at(0, j) for j, weight in far.items()) / h**2
        xy = sum(a_weight * b_weight * at(i, j) for i, a_weight in near.items() for j, b_weight in near.items()) / h**2
        return xx, yy, xy

    nodes, weights = np.polynomial.legendre.leggauss(60)
    r, a = (row.ravel() for row in np.meshgrid(0.5 * (nodes + 1), np.arange(64) / 64 * 2 * np.pi, indexing="ij"))
    area = np.repeat(0.25 * weights * (nodes + 1) * 2 * np.pi / 64, 64)
    (f_xx, f_yy, f_xy), (g_xx, g_yy, g_xy) = (second(shape(modes, name), r, a) for name in (one, other))
    z = clamped.x[(clamped.m == stress[0]) & (clamped.k == stress[1])][0]
    pressed = shape(clamped, stress)(r, a)
    found = (area * pressed * (f_xx * g_yy + f_yy * g_xx - 2 * f_xy * g_xy)).sum() / np.sqrt((area * pressed**2).sum()) / z**2
    body = GONG.replace(material=Material.preset("bronze").replace(poisson_ratio=0.33)).modal(at=[0.45, 0.0])
    m, p, q = (FAMILY * name[0] + name[1] - 1 for name in (stress, one, other))
    assert couplings_of(body)[m, p, q] == pytest.approx(found, rel=1e-4)
    assert abs(found) > 1e-3


def test_nodal_diameters_that_do_not_add_up_do_not_couple():
    full, n, k = couplings_of(GONG.modal()), np.repeat(np.arange(stretching.STRESSES), 4), np.repeat(np.arange(stretching.DIAMETERS), 4)
    meet = (n[:, None, None] == abs(k[:, None] - k)) | (n[:, None, None] == k[:, None] + k)
    assert (full[~meet] == 0).all()
    assert (full[meet] != 0).mean() > 0.99
    np.testing.assert_array_equal(full, full.swapaxes(1, 2))


def test_the_stresses_of_a_bowl_sum_up_to_its_energy():
    """w = a r^2: lap^2 F = -4 E h a^2 with a clamped edge, F = -(E h a^2 / 16) (1 - r^2)^2; V = pi E h a^4 / 24 for a radius of 1."""
    stress = stretching.families(bending("clamped", 0.3, stretching.KNOWN), 1)
    nodes, weights = np.polynomial.legendre.leggauss(80)
    area = 0.5 * np.pi * weights * (nodes + 1)
    shapes = stress.along(0.5 * (nodes[:, None] + 1)) * 2 / np.sqrt(np.pi)
    np.testing.assert_allclose(area @ shapes**2, 1.0, rtol=1e-10)
    assert ((8 * area @ shapes / stress.x**2) ** 2 / 8).sum() == pytest.approx(np.pi / 24, rel=2e-3)


def test_the_numbers_of_a_plate_scale_as_its_equations():
    """V = (E h / 8 R^2) ...: and a plate that is tuned higher has as much more of both stiffnesses."""
    body = GONG.modal()
    stiff = GONG.material.youngs_modulus
    assert body.stretching == pytest.approx(stiff * 0.002 / (4 * 0.2**2))
    assert GONG.replace(radius=0.4).modal().stretching == pytest.approx(body.stretching / 4)
    assert GONG.replace(stretching=0.5).modal().stretching == pytest.approx(body.stretching / 2)
    higher = GONG.replace(frequency=2 * min(body.frequencies)).modal()
    assert higher.stretching == pytest.approx(4 * body.stretching)
    assert higher.couplings == body.couplings


def test_points_off_one_line_are_refused_and_a_line_may_lie_anywhere():
    with pytest.raises(ParameterError, match="one line through the middle"):
        GONG.modal(at=[[0.4, 0.0], [0.5, 0.1]])
    along, turned = GONG.modal(at=[[0.4, 0.0], [0.7, 0.5]], heard=[0.9, 0.1]), GONG.modal(at=[[0.4, 0.2], [0.7, 0.7]], heard=[0.9, 0.3])
    np.testing.assert_allclose(turned.shapes, along.shapes, atol=1e-12)
    np.testing.assert_allclose(turned.pickups, along.pickups, atol=1e-12)


def test_without_stretching_the_plate_is_the_modes_that_it_was():
    assert type(GONG.replace(stretching=0.0).modal()) is rosin.Modal


# ---- time


def released(body, x, rate=RATE):
    """A voice whose first modes are held at x (m) and let go, untouched; the kick that falls on that moment has half its strength."""
    voice = Voice(Contact(Hand(), ElastoPlastic(), body), rate)
    state = {name: voice.machine.view(f"resonator.s.{name}") for name in ("x", "w", "v", "h1", "h2", "ease", "root", "struck")}
    n = len(x)
    state["x"][:n] = x
    state["w"][:n] = 0.5 * voice.machine.number("resonator.c.every") / rate * force(body, x) * state["ease"][:n]
    state["v"][:] = state["h1"] * state["x"] + state["h2"] * state["w"]
    state["root"][:] = np.sqrt(2 * energy(body, x))
    state["struck"][:] = 1.0
    return voice


def let_ring(voice, samples):
    return voice.process(samples, {"velocity": 0.0, "normal_force": 0.0})


def small_plate(families=3, stresses=3):
    """Few families of a plate, so that it is solved in no time."""
    body = GONG.replace(damping=5.0).modal(at=[0.45, 0.0])
    kept, rows = FAMILY * families, []
    for n in range(stresses):
        pairs = blocks_of(n, stretching.DIAMETERS)
        blocks = np.reshape(body.couplings[n], (FAMILY, len(pairs), BLOCK))
        rows.append(blocks[:, [pairs.index(pair) for pair in blocks_of(n, families)]].ravel())
    known = {name: getattr(body, name)[:kept] for name in ("frequencies", "decay_times", "masses")}
    return StretchingModes(**known, shapes=[body.shapes[0][:kept]], stretching=body.stretching, couplings=rows)


def test_it_converges_to_the_equations_by_the_square_of_the_step():
    """Against DOP853: bent by three quarters of its thickness in its lowest mode, and a little in others."""
    body = small_plate()
    n = FAMILY * body.families
    x = np.zeros(n)
    x[2 * FAMILY], x[0], x[FAMILY] = 1.5e-3, 3e-4, 2e-4
    masses, decay = np.array(body.masses), 1 / np.array(body.decay_times)
    stiff = (2 * np.pi * np.array(body.frequencies)) ** 2

    def motion(_, y):
        return np.concatenate([y[n:], force(body, y[:n]) / masses - stiff * y[:n] - 2 * decay * y[n:]])

    seconds, errors = 0.02, []
    wanted = solve_ivp(motion, (0, seconds), np.concatenate([x, np.zeros(n)]), "DOP853", rtol=1e-10, atol=1e-14).y[:n, -1]
    bent = solve_ivp(lambda t, y: motion(t, y) - np.append(np.zeros(n), force(body, y[:n]) / masses), (0, seconds), np.append(x, 0 * x)).y[
        :n, -1
    ]
    assert np.abs(bent - wanted).max() > 0.3 * np.abs(wanted).max(), "stretching matters"
    for rate in (48_000, 96_000, 192_000):
        voice = released(body, x, rate)
        let_ring(voice, round(seconds * rate))
        errors.append(np.abs(voice.machine.view("resonator.s.x")[:n] - wanted).max())
    assert errors[0] < 3e-5 * np.abs(wanted).max()
    assert errors[-1] < 2e-6 * np.abs(wanted).max()
    assert 1.8 < np.log2(errors[0] / errors[2]) / 2 < 2.3, errors


@pytest.mark.parametrize("amplitude", [1e-4, 5e-4, 1e-3, 2e-3])
def test_a_mode_alone_rises_as_duffing_says(amplitude):
    """x'' + w^2 (1 + a x^2 / A^2) x = 0 from the amplitude A:  w' = (pi / 2) sqrt(1 + a) w / K(a / 2 (1 + a))."""
    frequency = 100.0
    body = one_mode(frequency)
    a = 2 * body.stretching * amplitude**2 / (0.05 * (2 * np.pi * frequency) ** 2)
    wanted = 0.5 * np.pi * np.sqrt(1 + a) / ellipk(0.5 * a / (1 + a)) * frequency
    rate = 4 * RATE
    audio = let_ring(released(body, np.array([amplitude, 0, 0, 0]), rate), rate)[0]
    crossings = np.flatnonzero((audio[:-1] < 0) & (audio[1:] >= 0))
    times = crossings + audio[crossings] / (audio[crossings] - audio[crossings + 1])
    found = rate * (len(times) - 1) / (times[-1] - times[0])
    assert found == pytest.approx(wanted, rel=3e-4)
    assert (wanted > 1.05 * frequency) == (amplitude > 3e-4)


@pytest.mark.parametrize("speed", [0.1, 3.0, 100.0])
@pytest.mark.parametrize("rate", [RATE, 22_050])
@pytest.mark.filterwarnings("ignore:.*left out")
def test_energy_closes_however_hard_the_blow(speed, rate):
    contact = Contact(InertialMass(0.3, speed, -1e-6), FELT, GONG.modal(at=[0.45, 0.0]))
    sound = render(contact, Gesture(force=0.0), duration=0.3, sample_rate=rate, record=ENERGIES)
    assert sound.diagnostics.energy_error < 1e-12
    assert np.isfinite(sound.audio).all()


@pytest.mark.parametrize("law", [law for law in rosin.parts_of("interactions").values() if law.friction])
def test_energy_closes_under_every_friction(law):
    contact = Contact(Hand(), law(), GONG.modal(at=[[0.45, 0.0], [0.9, 0.0]]))
    gesture = Gesture(velocity=[(0, 0), (0.05, 2.0)], normal_force=[(0, 1), (0.2, 40.0)], position=[(0, 0), (0.3, 1)])
    assert render(contact, gesture, duration=0.3, record=ENERGIES).diagnostics.energy_error < 1e-12


def test_energy_never_grows_once_nothing_touches_it():
    for amplitude in (1e-4, 3e-3, 0.1):
        body, rng = small_plate(), np.random.default_rng(3)
        voice = released(body, amplitude * rng.normal(size=FAMILY * body.families), 22_050)
        state = {name: voice.machine.view(f"resonator.s.{name}") for name in ("x", "w", "h1", "inertia", "root", "b")}
        energies = []
        for _ in range(400):
            let_ring(voice, 5)
            own = state["inertia"] * state["w"] ** 2 - state["h1"] / state["b"] * state["x"] ** 2
            energies.append(0.5 * (own.sum() + state["root"][0] ** 2))
        assert np.diff(energies).max() <= 1e-13 * energies[0]


def test_what_stretching_keeps_stays_with_what_it_stands_for():
    """p and sqrt(2 V), after seconds of a hard blow: the error of the step does not add up."""
    body = GONG.modal(at=[0.45, 0.0])
    voice = Voice(Contact(Hammer(mass=0.3), FELT, body), RATE)
    voice.process(96, {"velocity": 4.0})
    n, off = FAMILY * body.families, []
    for _ in range(150):
        voice.process(640, {"velocity": 0.0})
        x, w = (np.array(voice.machine.view(f"resonator.s.{name}")[:n]) for name in "xw")
        between = [np.sqrt(2 * energy(body, x + 0.5 * step / RATE * w)) for step in (0, 1)]
        off.append((voice.machine.number("resonator.s.root") - np.mean(between)) / max(between))
    assert np.abs(off).max() < 0.1


def test_faint_blows_are_those_of_modes_that_do_not_stretch():
    sounds = []
    for amount in (1.0, 0.0):
        body = GONG.replace(stretching=amount).modal(at=[0.45, 0.0])
        contact = Contact(InertialMass(0.05, 1e-3, -1e-9), FELT, body)
        sounds.append(render(contact, Gesture(force=0.0), duration=1.0).audio)
    assert np.abs(sounds[0] - sounds[1]).max() < 1e-4 * np.abs(sounds[1]).max()


def struck(speed, body=None, **options):
    contact = Contact(Hammer(mass=0.3), FELT, body or GONG.modal(at=[0.45, 0.0]))
    gesture = Gesture(velocity=[(0, 0), (0.01, 0), (0.01, speed), (0.012, speed), (0.012, 0)])
    return render(contact, gesture, **{"duration": 0.6, "sample_rate": RATE, **options})


def above(audio, begin, lowest=1000.0, seconds=0.08):
    """Share of the power of a piece above a frequency."""
    piece = audio[0, round(begin * RATE) : round((begin + seconds) * RATE)]
    power = np.abs(np.fft.rfft(piece * np.hanning(len(piece)))) ** 2
    return power[np.fft.rfftfreq(len(piece), 1 / RATE) > lowest].sum() / power.sum()


def test_energy_climbs_after_a_hard_blow_and_not_after_a_soft_one():
    soft, hard = (struck(speed).audio for speed in (0.2, 4.0))
    assert above(hard, 0.25) > 1.5 * above(hard, 0.03)
    assert above(soft, 0.25) < above(soft, 0.03)
    assert above(hard, 0.25) > 5 * above(soft, 0.25)


def test_pitch_glides_down_as_it_dies():
    """The lowest mode, loud and late, against its frequency when it is faint."""
    body = GONG.replace(damping=3.0).modal(at=[0.9, 0.0], heard=[0.95, 0.0])
    audio = struck(3.0, body, duration=3.0).audio[0]
    lowest = min(body.frequencies)

    def near(begin):
        piece = audio[round(begin * RATE) :][: RATE // 2]
        power = np.abs(np.fft.rfft(piece * np.hanning(len(piece)), 1 << 18))
        frequencies = np.fft.rfftfreq(1 << 18, 1 / RATE)
        inside = (frequencies > 0.8 * lowest) & (frequencies < 1.6 * lowest)
        return frequencies[inside][np.argmax(power[inside])]

    assert near(0.05) > 1.02 * lowest
    assert near(2.4) == pytest.approx(lowest, rel=0.01)


# ---- by itself


@pytest.mark.parametrize("speed", [0.02, 3.0])
def test_it_rings_by_itself_as_it_would_sample_by_sample(speed):
    """In blocks of any size, and while it is bent; an observed voice goes sample by sample."""
    body = GONG.modal(at=[0.45, 0.0], heard=[[0.8, 0.1], [0.9, 0.2]])
    samples = 12_000
    controls = {"velocity": np.where(np.arange(samples) < 96, speed, 0.0), "bend": 0.3 * np.sin(2 * np.pi * 5 * np.arange(samples) / RATE)}
    contact = Contact(Hammer(mass=0.05), FELT, body)
    wanted = Voice(contact, RATE, observe=True).process(samples, controls)
    for block in (37, 512):
        found = Voice(contact, RATE, block=block).process(samples, controls)
        np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-6 * np.abs(wanted).max())


def test_a_scene_hears_what_a_contact_hears():
    body = GONG.modal(at=[[0.45, 0.0], [0.9, 0.0]], heard=[[0.8, 0.1], [0.9, 0.2]])
    scene = Scene({"mallet": Hammer(mass=0.1), "gong": body}, {"blow": Touch("mallet", "gong", FELT)}, heard={"gong": 1.0})
    blow = Gesture(velocity=[(0, 0), (0.01, 0), (0.01, 2.0), (0.012, 2.0), (0.012, 0)])
    wanted = render(Contact(Hammer(mass=0.1), FELT, body), blow, duration=0.2, sample_rate=RATE).audio
    found = render(scene, {"blow": blow}, duration=0.2, sample_rate=RATE).audio
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-8 * np.abs(wanted).max())


@pytest.mark.thorough
def test_two_mallets_on_one_gong_keep_its_energy():
    body = GONG.modal(at=[[0.2, 0.0], [0.9, 0.0]])
    touches = {"one": Touch("a", "gong", FELT, at=(0.0, 0.3)), "two": Touch("b", "gong", FELT, at=(0.0, 0.9))}
    scene = Scene({"a": InertialMass(0.2, 3.0, -1e-6), "b": InertialMass(0.1, 5.0, -1e-3), "gong": body}, touches, heard={"gong": 1.0})
    assert render(scene, {}, duration=0.2, sample_rate=RATE, record=ENERGIES).diagnostics.energy_error < 1e-12


@pytest.mark.parametrize("speed", [0.02, 4.0])
def test_no_point_goes_farther_than_promised(speed):
    """Where the touched point goes in a fifth of a second, against what `extent` said after the blow."""
    body = GONG.modal(at=[0.45, 0.0])
    voice = Voice(Contact(Hammer(mass=0.2), FELT, body), RATE)
    voice.process(4800, {"velocity": np.where(np.arange(4800) < 96, speed, 0.0)})
    c, s = opened(body)
    s.reals[:] = voice.machine.view("resonator.s")
    low, high = KERNELS.extent(c, s, 0.0)
    x, weight, far = voice.machine.view("resonator.s.x"), voice.machine.view("resonator.s.weight"), []
    for _ in range(2000):
        voice.process(5, {"velocity": 0.0})
        far.append(weight @ x)
    assert low < min(far) < 0 < max(far) < high < 20 * max(far)


def test_when_it_has_become_faint_it_is_not_kicked_until_it_is_touched():
    body = GONG.replace(damping=20.0).modal(at=[0.45, 0.0])
    voice = Voice(Contact(Hammer(mass=0.1), FELT, body), RATE)
    faint = voice.machine.view("resonator.s.faint")
    assert faint[0] == 1
    voice.process(4800, {"velocity": np.where(np.arange(4800) < 96, 1.0, 0.0)})
    assert faint[0] == 0
    voice.process(2 * RATE, {"velocity": 0.0})
    assert faint[0] == 1
    voice.process(4800, {"velocity": np.where(np.arange(4800) < 96, 1.0, 0.0)})
    assert faint[0] == 0


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"couplings": [[1.0] * 65]}, "does not match"),
        ({"couplings": [[1.0] * 64, [1.0] * 64]}, "at most as many rows as families"),
        ({"couplings": [np.arange(64.0)]}, "the same for both orders"),
        ({"couplings": [[1.0] * 128]}, "asks for 8 modes; there are 4"),
    ],
)
def test_couplings_that_cannot_be_are_refused_in_words(changes, words):
    with pytest.raises(ParameterError, match=words):
        one_mode(100.0).replace(**changes)


def test_keys_of_a_gong_have_their_pitch_and_stretch_as_much_when_they_are_as_loud():
    """A plate of a key is stiffer by the square of its pitch against bending and stretching alike: so it glides by as many cents."""
    setup = rosin.instrument("gong.crash").setup
    low, high = setup.tuned(60.0), setup.tuned(120.0)
    assert min(low.frequencies) == pytest.approx(60.0)
    assert high.stretching == pytest.approx(4 * low.stretching)
    pool = Polyphony(setup.pool(), RATE)
    assert len(pool.keyed.pairs) == 4
    for key in (36, 43):
        pool.begin(key, velocity=0.05)
    sound = pool.play(2 * RATE)[0][RATE // 2 :]
    power = np.abs(np.fft.rfft(sound * np.hanning(len(sound)), 1 << 19))
    frequencies = np.fft.rfftfreq(1 << 19, 1 / RATE)
    for key in (36, 43):
        pitch = 440 * 2 ** ((key - 69) / 12)
        inside = (frequencies > 0.95 * pitch) & (frequencies < 1.05 * pitch)
        assert frequencies[inside][np.argmax(power[inside])] == pytest.approx(pitch, rel=2e-3)
