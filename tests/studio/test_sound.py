"""The sound of the page: equal to a native render, and its own gesture."""

import numpy as np
import pytest
from browsing import plan_of, stage, told
from hands import hear, until

from rosin import instrument
from rosin.instruments.performance import perform
from rosin.instruments.setups.pairs import pair_name
from rosin.playing.gesture import Gesture
from rosin.playing.midi.score import Note, Score

pytestmark = pytest.mark.realtime

RATE = 48_000
OFFLINE = """async ({ plan, rows, samples }) => {
  const layers = Object.entries(plan.layers);
  const { Server } = await import("/files/server.js");
  const server = new Server();
  await server.fetchKernels(plan);
  const modules = server.kernels(plan);
  const context = new OfflineAudioContext(2, samples, plan.sampleRate);
  await context.audioWorklet.addModule("audio/worklet.js");
  const given = layers.map(([name, { controls, rest }]) => (
    controls.map((control, row) => new Float64Array(rows[name]?.[control] ?? [rest[row]]))));
  const processorOptions = { plan, modules, rows: given, keys: plan.gesture.keys };
  const node = new AudioWorkletNode(context, "rosin", { numberOfInputs: 0, outputChannelCount: [2], processorOptions });
  node.connect(context.destination);
  const begin = performance.now();
  const audio = await context.startRendering();
  return { left: Array.from(audio.getChannelData(0)), right: Array.from(audio.getChannelData(1)), took: performance.now() - begin };
}"""
PERIODIC = ("wineglass", "musical_saw", "struck_bar", "bell", "singing_bowl", "glass_harmonica", "violin", "rubbed_masses")


SMOOTH = """async (asked) => (await fetch("/open", { method: "POST", body: JSON.stringify(asked) })).json()"""


def rendered(page, plan, seconds, played):
    """The page's sound of gestures given sample by sample, and how many milliseconds it took."""
    samples = int(seconds * RATE)
    rows = {}
    for each in played:
        gestures = {"": each.gesture} if isinstance(each.gesture, Gesture) else each.gesture
        rows[each.name] = {
            f"{of}.{control}" if of else control: np.broadcast_to(values, samples).tolist()
            for of, gesture in gestures.items()
            for control, values in gesture.block(0, samples, RATE).items()
        }
    found = told(page, OFFLINE, {"plan": plan, "rows": rows, "samples": samples})
    return np.array([found["left"], found["right"]]), found["took"]


@pytest.mark.parametrize("name", PERIODIC)
def test_the_page_sounds_as_a_native_render(page, address, name):
    stage(page, address, name)
    what, plan = instrument(name), plan_of(page, name)
    played = what.played(sample_rate=RATE)
    if name == "violin":  # whose strings hiss each with a seed of its own, by their places among those that sound
        quiet = {"player.noise": 0.0}
        what, plan = what.with_changes(quiet), told(page, SMOOTH, {"instrument": name, "before": quiet})
        played = what.played(score=Score((Note(0.05, 1.0, 69), Note(0.05, 1.0, 62)), 1.0), sample_rate=RATE)
        played = [each._replace(spans=None) for each in played]  # a page plays from the start, and so do hands that shake
    names = list(plan["layers"])
    audio, _ = rendered(page, plan, 1.0, played)
    silent = [each for each in played if each.name not in names]
    assert not silent
    native = what.output.apply(perform(played, duration=1.0, sample_rate=RATE)).audio
    latency = plan["chain"]["latency"]
    wanted = np.broadcast_to(native, (2, native.shape[1]))[:, :-latency]
    np.testing.assert_allclose(audio[:, latency:], wanted, atol=1e-6 * np.abs(wanted).max())


@pytest.mark.parametrize("name", ["bowed_bar", "wolf_cello"])
def test_a_scene_sounds_in_the_page_as_natively(page, address, name):
    """Several contacts on coupled bodies, each under the hand that moves it; what nobody moves is where the scene has it."""
    stage(page, address, name)
    what = instrument(name)
    played = what.played(sample_rate=RATE)
    plan = plan_of(page, name)
    audio, _ = rendered(page, plan, 0.6, played)
    native = what.output.apply(perform(played, duration=0.6, sample_rate=RATE)).audio
    latency = plan["chain"]["latency"]
    wanted = np.broadcast_to(native, (2, native.shape[1]))[:, :-latency]
    assert np.abs(wanted).max() > 1e-3
    np.testing.assert_allclose(audio[:, latency:], wanted, atol=1e-4 * np.abs(wanted).max())


@pytest.mark.parametrize("name", ["marimba", "glass_armonica"])
def test_a_score_sounds_on_the_pairs_of_a_page_as_natively(page, address, name):
    """The page has more pairs than the score has keys, all of one form."""
    stage(page, address, name)
    what, plan = instrument(name), plan_of(page, name)
    if name == "glass_armonica":  # whose cups hiss each with a seed of its own, by their places among all
        quiet = {"interaction.noise": 0.0}
        what, plan = what.with_changes(quiet), told(page, SMOOTH, {"instrument": name, "before": quiet})
    (played,) = what.played(sample_rate=RATE)
    on_pairs = {pair_name(place): gesture for place, gesture in enumerate(played.gesture.values())}
    audio, _ = rendered(page, plan, 1.0, [played._replace(gesture=on_pairs)])
    native = what.output.apply(perform([played], duration=1.0, sample_rate=RATE)).audio
    latency = plan["chain"]["latency"]
    wanted = np.broadcast_to(native, (2, native.shape[1]))[:, :-latency]
    assert np.abs(wanted).max() > 0.01
    np.testing.assert_allclose(audio[:, latency:], wanted, atol=1e-5 * np.abs(wanted).max())


@pytest.mark.parametrize("name", ["marimba", "bell", "violin", "wheel"])
def test_its_own_gesture_sounds(page, address, name):
    """Notes on copies of a body, blows of 2 ms, strings and layers, as they are replayed."""
    stage(page, address, name)
    page.click("#power")
    until(page, "studio.engine.context?.state === 'running' && studio.engine.ready")
    page.click("#replay")
    heard = hear(page, 1.5)
    assert np.isfinite(heard).all()
    assert np.abs(heard).max() > 0.01
