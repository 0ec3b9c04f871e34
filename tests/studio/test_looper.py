"""The looper: what was played comes again to the sample, layers add, and nothing clicks or runs away."""

import base64

import numpy as np
import pytest
from browsing import told
from hands import RATE, hear, until
from test_bars import strike

pytestmark = pytest.mark.realtime

BLOCK = 128
LOOPS = """async ([live, acts, samples]) => {  // a loop over live sound, in blocks; acts are [block, what it does]
  const {Loops} = await import("/audio/loops.js");
  const said = [];
  const loops = new Loops(48000, (each) => said.push(each));
  const kept = [new Float32Array(live.length), new Float32Array(live.length)];
  const out = [];
  for (let at = 0; at < live.length; at += 128) {
    for (const [block, act] of acts) {
      if (128 * block === at) loops.act({act, room: new ArrayBuffer(8 * (samples ?? loops.length))}, kept, at);
    }
    const left = Float32Array.from(live.slice(at, at + 128)), right = left.slice();
    for (const ring of kept) ring.set(left, at);
    loops.block(left, right);
    out.push(...left);
  }
  return {out, said};
}"""
TAP = """async () => {  // everything that goes to the loudspeakers
  const code = `registerProcessor("tap", class extends AudioWorkletProcessor {
    constructor() {
      super();
      this.kept = [];
      this.port.onmessage = () => { this.port.postMessage(this.kept); this.kept = []; };
    }
    process([input]) { if (input[0]) this.kept.push({frame: currentFrame, sound: input[0].slice()}); return true; }
  });`;
  await studio.engine.context.audioWorklet.addModule(URL.createObjectURL(new Blob([code], {type: "text/javascript"})));
  const tap = new AudioWorkletNode(studio.engine.context, "tap");
  studio.engine.node.connect(tap);
  tap.connect(new GainNode(studio.engine.context, {gain: 0})).connect(studio.engine.context.destination);
  globalThis.tapped = () => new Promise((done) => {
    tap.port.onmessage = ({data}) => done(data);
    tap.port.postMessage(null);
  });
  globalThis.listen = async (samples) => {  // as text, which is quickly handed over
    await tapped();
    let blocks = [];
    while (128 * blocks.length < samples) {
      await new Promise((soon) => setTimeout(soon, 100));
      blocks = blocks.concat(await tapped());
    }
    const bytes = new Uint8Array(await new Blob(blocks.map(({sound}) => sound)).arrayBuffer());
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return {frame: blocks[0].frame, text: btoa(text)};
  };
}"""
WATCH = "() => studio.engine.addEventListener('loop', ({detail}) => (globalThis.loop = detail))"


def tone(seconds, frequency=330.0, decay=2.0):
    t = np.arange(int(seconds * RATE) // BLOCK * BLOCK) / RATE
    return 0.3 * np.sin(2 * np.pi * frequency * t) * np.exp(-t * decay)


def bend(sound):
    """The largest second difference: what a click has."""
    return np.abs(np.diff(sound, 2)).max()


@pytest.fixture
def looped(page, address):
    page.goto(f"{address}/icon.svg")

    def run(live, acts, samples=None):
        found = told(page, LOOPS, [live.tolist(), acts, samples])
        return np.array(found["out"]), found["said"]

    return run


class TestLoops:
    def test_a_loop_repeats_with_its_period_from_the_press_on(self, looped):
        live = tone(1.0)
        live[200 * BLOCK :] = 0
        out, said = looped(live, [[50, "record"], [150, "close"]], RATE)
        assert said[-1] == {"state": "playing", "length": 100 * BLOCK, "layers": 1}
        period = 100 * BLOCK
        np.testing.assert_allclose(out[: 150 * BLOCK], live[: 150 * BLOCK], atol=1e-7)
        repeated = out[200 * BLOCK : 200 * BLOCK + 50 * BLOCK]
        np.testing.assert_allclose(repeated[: 40 * BLOCK], live[100 * BLOCK : 140 * BLOCK], atol=1e-7)  # to the sample
        np.testing.assert_allclose(
            out[250 * BLOCK : 350 * BLOCK - period + 20 * BLOCK], out[250 * BLOCK + period :][: 20 * BLOCK], atol=1e-7
        )

    def test_the_seam_has_no_corner_though_the_sound_has_changed(self, looped):
        """A tone that decays to a sixth over the loop: its end does not fit its beginning."""
        live = tone(2.0, decay=6.0)
        out, _ = looped(live, [[30, "record"], [140, "close"]], RATE)
        assert abs(live[30 * BLOCK] - live[140 * BLOCK - 1]) > 0.02  # what a bare loop would jump by
        assert bend(out[10 * BLOCK :]) < 1.5 * bend(live)

    def test_an_overdub_adds_where_it_was_played_and_stays(self, looped):
        first, second = tone(1.2), tone(1.2, 500.0)
        live = np.zeros(500 * BLOCK)
        live[10 * BLOCK : 60 * BLOCK] = first[: 50 * BLOCK] * np.hanning(50 * BLOCK)
        live[130 * BLOCK : 160 * BLOCK] = second[: 30 * BLOCK] * np.hanning(30 * BLOCK)
        out, said = looped(live, [[0, "record"], [100, "close"], [110, "overdub"], [190, "keep"]], RATE)
        assert [each["state"] for each in said] == ["idle", "recording", "playing", "overdubbing", "playing"]
        assert said[-1]["layers"] == 2
        wanted = live[: 100 * BLOCK].copy()
        wanted[30 * BLOCK : 60 * BLOCK] += live[130 * BLOCK : 160 * BLOCK]
        for turn in (200, 300, 400):
            np.testing.assert_allclose(out[turn * BLOCK : (turn + 100) * BLOCK], wanted, atol=1e-6)

    def test_many_loud_layers_stay_below_full_scale(self, looped):
        live = 0.9 * np.sign(np.sin(2 * np.pi * 100 * np.arange(400 * BLOCK) / RATE))
        acts = [[0, "record"], [50, "close"]]
        for block in range(60, 400, 20):
            acts += [[block, "overdub"], [block + 10, "keep"]]
        out, said = looped(live, acts, RATE)
        assert said[-1]["layers"] > 10
        assert np.abs(out).max() <= 1

    def test_clearing_fades_and_leaves_what_is_live(self, looped):
        live = tone(2.0, decay=0.5)
        out, said = looped(live, [[10, "record"], [110, "close"], [300, "clear"]], RATE)
        assert said[-1] == {"state": "idle", "length": 0, "layers": 0}
        np.testing.assert_array_equal(out[310 * BLOCK :], live[310 * BLOCK :].astype(np.float32))
        assert bend(out) < 5 * bend(live)

    def test_a_loop_closes_by_itself_where_its_room_ends_and_is_none_where_it_is_too_short(self, looped):
        live = tone(1.0)
        _, said = looped(live, [[0, "record"]], 100 * BLOCK)
        assert said[-1] == {"state": "playing", "length": 100 * BLOCK, "layers": 1}
        _, said = looped(live, [[0, "record"], [5, "close"]], RATE)
        assert said[-1]["state"] == "idle"

    def test_what_makes_no_sense_now_does_nothing(self, looped):
        acts = [[1, "close"], [2, "overdub"], [3, "keep"], [4, "clear"], [5, "nonsense"], [6, None]]
        out, said = looped(tone(0.1), acts, RATE)
        assert [each["state"] for each in said] == ["idle"]
        np.testing.assert_array_equal(out, tone(0.1).astype(np.float32))


class TestButton:
    @pytest.fixture
    def marimba(self, page, address):
        page.goto(f"{address}/#marimba")
        until(page, "globalThis.studio?.engine.plan", seconds=300)
        page.click("#power")
        until(page, "studio.engine.ready && studio.engine.running")
        page.evaluate(TAP)
        page.evaluate(WATCH)
        return page

    def state(self, page, wanted):
        until(page, f"globalThis.loop?.state === '{wanted}'")

    def tapped(self, page, samples):
        return self.timed(page, samples)[1]

    def timed(self, page, samples):
        """What goes to the loudspeakers, and its first frame."""
        heard = page.evaluate("(samples) => listen(samples)", samples)
        return heard["frame"], np.frombuffer(base64.b64decode(heard["text"]), np.float32)

    def press(self, page, wanted):
        page.evaluate("document.getElementById('loop-take').click()")
        self.state(page, wanted)

    def looped(self, page):
        """A loop of one blow, and nothing else."""
        self.press(page, "recording")
        strike(page, 60)
        hear(page, 0.2)
        self.press(page, "playing")
        self.silent(page)
        return page.evaluate("loop.length")

    def silent(self, page):
        """Only the loop is left."""
        page.evaluate("studio.engine.restart()")
        hear(page, 0.05)

    def test_a_struck_bar_comes_again_to_the_sample_and_an_overdub_joins_it(self, marimba):
        page = marimba
        period = self.looped(page)
        assert page.text_content("#loop-take .label") == "Overdub"
        first, alone = self.timed(page, 2 * period)
        assert np.abs(alone).max() > 1e-3
        np.testing.assert_allclose(alone[period : 2 * period], alone[:period], atol=1e-6)
        self.press(page, "overdubbing")
        strike(page, 67)
        hear(page, 0.2)
        self.press(page, "playing")
        hear(page, 0.05)  # its end fades, and would be cut off with the bar that is silenced
        self.silent(page)
        second, both = self.timed(page, 2 * period)
        np.testing.assert_allclose(both[period : 2 * period], both[:period], atol=1e-6)

        def partial(sound, frequency):
            return abs(np.mean(sound * np.hanning(period) * np.exp(-2j * np.pi * frequency * np.arange(period) / RATE)))

        added = both[:period] - np.roll(alone[:period], first - second)
        assert partial(added, 392.0) > 1e-4
        # of the first layer nothing has changed; a blow begins suddenly, so that some of it is at every frequency
        before = max(partial(np.roll(alone[:period], turned), 261.63) for turned in (0, period // 2))  # wherever in the loop the blow lies
        assert partial(added, 261.63) < 0.05 * min(partial(added, 392.0), before)
        assert bend(both) < 5 * max(bend(alone), bend(both[: period // 2]))
        page.click("#loop-clear")
        self.state(page, "idle")
        assert not page.is_visible("#loop-clear")
        hear(page, 0.1)
        assert np.abs(self.tapped(page, RATE // 4)).max() < 1e-6

    def test_takes_and_loops_do_not_disturb_each_other(self, marimba):
        """A take that is recorded while a loop plays holds what hands do, and not the loop."""
        page = marimba
        period = self.looped(page)
        assert np.abs(hear(page, period / RATE)).max() < 1e-6
        assert np.abs(self.tapped(page, period)).max() > 1e-3

    @pytest.mark.thorough
    def test_a_long_press_clears_and_another_instrument_may_join(self, marimba):
        page = marimba
        period = self.looped(page)
        page.evaluate("() => (location.hash = 'wineglass')")
        until(page, "studio.engine.plan.name === 'wineglass' && studio.engine.ready", seconds=60)
        assert np.abs(self.tapped(page, period)).max() > 1e-3
        page.click("#loop-take", delay=900)
        self.state(page, "idle")
        assert page.text_content("#loop-take .label") == "Loop"
