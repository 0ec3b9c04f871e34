"""The audio thread's own code, block by block: a control is heard in the block it reaches, blocks make no garbage, no message is long."""

import pytest
from browsing import plan_of, stage, told
from hands import until

PLAYER = """async (plan) => {
  globalThis.sampleRate = 48000;
  globalThis.currentFrame = 0;
  globalThis.AudioWorkletProcessor = class { port = { postMessage() {} }; };
  const players = [];
  globalThis.registerProcessor = (name, kind) => players.push(kind);
  await import(`/audio/worklet.js?${Math.random()}`);
  const { Server } = await import("/files/server.js");
  const server = new Server();
  await server.fetchKernels(plan);
  const modules = server.kernels(plan);
  globalThis.made = () => {
    const player = new players[0]({ processorOptions: { plan, modules } });
    const out = [[new Float32Array(128), new Float32Array(128)]];
    const step = () => player.process(out, out);
    return { player, step, out: out[0][0], send: (data) => player.port.onmessage({ data }) };
  };
}"""


@pytest.fixture
def player(page, address):
    def made(name):
        stage(page, address, name)
        page.evaluate(PLAYER, plan_of(page, name))
        return page

    return made


@pytest.mark.parametrize("name", ["wineglass", "violin", "rubbed_masses"])
def test_a_control_is_heard_in_the_block_that_it_reaches(player, name):
    """Two players alike, one of which is given another control: they part within 128 samples."""
    page = player(name)
    changed = page.evaluate(
        """() => {
          const [one, other] = [made(), made()];
          for (const each of [one, other]) {
            const held = [["velocity", 0.1], ["normal_force", 0.5], ["position", 0.1]];
            for (const [name, value] of held) each.send({kind: "control", layer: 0, name, value});
            for (let i = 0; i < 400; i++) each.step();
          }
          const same = one.out.every((value, i) => value === other.out[i]) && one.out.some((value) => value !== 0);
          one.send({kind: "control", layer: 0, name: "normal_force", value: 0.6});
          one.step();
          other.step();
          return [same, one.out.findIndex((value, i) => value !== other.out[i])];
        }"""
    )
    assert changed[0]
    assert 0 <= changed[1] < 128


@pytest.mark.parametrize("name", ["wineglass", "violin", "door"])
def test_a_block_makes_no_garbage(player, name):
    """The heap after many blocks is about as large as before: the smallest growth of several tries, since the page lives beside it."""
    page = player(name)
    grown = page.evaluate(
        """async () => {
          const {player, step, send} = made();
          send({kind: "observe", on: true});
          send({kind: "record", on: true});
          for (const [name, value] of [["velocity", 0.1], ["normal_force", 0.5]]) send({kind: "control", layer: 0, name, value});
          for (let i = 0; i < 20000; i++) step();
          let least = Infinity;
          for (let round = 0; round < 6; round++) {
            const before = performance.memory.usedJSHeapSize;
            for (let i = 0; i < 4000; i++) step();
            least = Math.min(least, Math.abs(performance.memory.usedJSHeapSize - before));
            await new Promise((done) => setTimeout(done, 5));
          }
          return least / 4000;
        }"""
    )
    assert grown < 8  # bytes a block: two times of day in every eighth, which the load is read from


LISTS = """() => {
  const send = MessagePort.prototype.postMessage;
  const longest = (value) => {
    if (Array.isArray(value)) return Math.max(value.every((each) => typeof each === "number") ? value.length : 0, ...value.map(longest));
    return value && Object.getPrototypeOf(value) === Object.prototype ? Math.max(0, ...Object.values(value).map(longest)) : 0;
  };
  globalThis.lists = {};
  MessagePort.prototype.postMessage = function (message, transfer) {
    lists[message.kind] = Math.max(lists[message.kind] ?? 0, longest(message));
    send.call(this, message, transfer);
  };
}"""


def test_no_list_of_numbers_is_read_there_one_by_one(studio):
    """A plan has a hundred thousand numbers, and one that is turned as many for all its keys: as lists they would leave a gap."""
    page = studio("bell")
    page.evaluate(LISTS)
    page.evaluate("() => (location.hash = 'drum')")
    until(page, "studio.engine.plan.name === 'drum' && studio.engine.ready", seconds=60)
    page.evaluate("() => studio.preset.turn('resonator.loss_factor', 0.03)")
    until(page, "lists.update !== undefined && lists.instrument !== undefined")
    assert max(page.evaluate("lists").values()) <= 8


BESIDE = """async (plan) => {
  const load = (path) => import(`/audio/${path}.js`);
  const [{ Server }, { Program }, { Beforehand }] = [await import("/files/server.js"), await load("program"), await load("beforehand")];
  const server = new Server();
  await server.fetchKernels(plan);
  const modules = server.kernels(plan);
  const alone = structuredClone(plan);
  const beside = new Beforehand(plan, modules);
  const given = Object.values(plan.layers);
  const memories = Object.values(alone.layers).map((layer, place) =>
    [layer, given[place]].map((each) => Array.from(new Float64Array(new Program(each, modules[layer.module]).memory.buffer))));
  const alike = memories.map(([one, other]) => one.length === other.length && one.every((value, i) => Object.is(value, other[i])));
  const place = given.findIndex(({ remembered }) => remembered.length);
  if (place < 0) return { alike };
  const layer = Object.values(alone.layers)[place];
  const rougher = [[layer.arrays["exciter.p.surface.roughness"][0], [3e-6]]];
  const prepared = (known) => {
    const program = new Program(layer, modules[layer.module]);
    program.write(rougher);
    if (known) program.remember(known);
    program.prepare();
    return Array.from(program.arrays["exciter.c"]);
  };
  const found = beside.found({ of: "voice", layer: place, memory: rougher });
  const turned = [found, null].map(prepared);
  const height = (layer.arrays["exciter.c.profile"][0] - found[0][0]) / 8;  // the first of the profile
  found[0][1][height] = 7;
  const again = beside.found({ of: "voice", layer: place, memory: rougher });
  const before = Array.from(new Program(layer, modules[layer.module]).arrays["exciter.c"]);
  return { alike, turned, before, believed: prepared(found)[height], again };
}"""


@pytest.mark.parametrize("name", ["rolling_ball", "wheel", "violin", "marimba"])
def test_programs_are_started_beside_the_audio_thread(page, address, name):
    """Preparing one takes up to many blocks: the thread is given its memory as it then is, to the last bit its own."""
    stage(page, address, name)
    assert set(told(page, BESIDE, plan_of(page, name))["alike"]) == {True}


@pytest.mark.parametrize("name", ["rolling_ball", "scraping", "wheel"])
def test_a_rough_surface_is_made_beside_the_audio_thread(page, address, name):
    """Where a knob changes it, the thread is given the new one, and makes none itself: it would believe any."""
    stage(page, address, name)
    seen = told(page, BESIDE, plan_of(page, name))
    assert seen["turned"][0] == seen["turned"][1]
    assert seen["turned"][0] != seen["before"]
    assert seen["believed"] == 7
    assert seen["again"] is None


SENT = """() => {
  const { port } = studio.engine.node;
  const send = port.postMessage.bind(port);
  globalThis.brought = [];
  port.postMessage = (message, transfer) => {
    if (message.kind === "update") brought.push(Boolean(message.found));
    send(message, transfer);
  };
}"""


def test_an_update_brings_the_surface_along(studio):
    """With a knob that changes it, and with no other."""
    page = studio("scraping")
    page.evaluate(SENT)
    page.evaluate("() => studio.preset.turn('exciter.roughness', 5e-6)")
    until(page, "brought.length === 1")
    page.evaluate("() => studio.preset.turn('output.volume', -3)")
    until(page, "brought.length === 2")
    assert page.evaluate("brought") == [True, False]
