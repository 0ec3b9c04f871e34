"""MIDI keyboards that are plugged into a page, and the bytes that they send."""

import numpy as np
from browsing import told
from hands import HEAR, RATE

KEYBOARDS = """
  globalThis.asked = 0;
  const access = {inputs: new Map(), onstatechange: null};
  navigator.requestMIDIAccess = async () => { asked += 1; return access; };
  globalThis.plug = (id, state) => {
    access.inputs.set(id, {...access.inputs.get(id), id, name: `Keys ${id}`, state});
    access.onstatechange?.({port: access.inputs.get(id)});
  };
  globalThis.unplug = (id) => { access.inputs.delete(id); access.onstatechange?.({}); };
  globalThis.send = (...messages) => {
    for (const bytes of messages) access.inputs.get("one").onmidimessage?.({data: Uint8Array.from(bytes)});
  };
  plug("one", "connected");
"""


def on(key, velocity=100, channel=1):
    return [0x8F + channel, key, velocity]


def off(key, channel=1):
    return [0x7F + channel, key, 0]


def controller(number, value, channel=1):
    return [0xAF + channel, number, value]


def wheel(semitones, bend_range, channel=1):
    value = round(8192 + 8192 * semitones / bend_range)
    return [0xDF + channel, value & 127, value >> 7]


def zone(members):
    return [controller(101, 0), controller(100, 6), controller(6, members)]


def send(page, *messages):
    page.evaluate("(messages) => send(...messages)", list(messages))


def sounding(page, seconds, *messages):
    """What sounds from just before some messages on."""
    said = HEAR.replace("engine.record(true);", "engine.record(true); send(...messages);").replace("(samples)", "([samples, messages])")
    return np.array(told(page, said, [int(seconds * RATE), list(messages)]))


def peak(sound, frequency):
    """The strongest partial within a semitone of a frequency."""
    spectrum = np.abs(np.fft.rfft(sound * np.hanning(len(sound)), 8 * len(sound)))
    f = np.arange(len(spectrum)) * RATE / (8 * len(sound))
    near = np.abs(1200 * np.log2(np.maximum(f, 1) / frequency)) < 100
    return f[near][np.argmax(spectrum[near])]
