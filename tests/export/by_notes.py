"""The same messages to an exported instrument and to voices in Python, whose hands are the player's, in blocks of any size."""

import numpy as np
from hosts import Exported, library

from rosin.engine.scenes.voice import SceneVoice
from rosin.engine.voice import Voice
from rosin.export.code import BaselineMachine, FastMachine
from rosin.instruments.opening import instrument
from rosin.instruments.setups.pairs import resonator_of
from rosin.sound.output.chain import OpenChain
from rosin.studio.plan import pool_of

MESSAGES = [  # at which sample, and what
    (0, (0x90, 69, 100)),
    (1500, (0x90, 76, 60)),
    (1501, (0xE0, 0, 96)),
    (3000, (0x80, 69, 0)),
    (3100, (0x90, 69, 127)),
    (4000, (0xD0, 90, 0)),
    (6001, (0xB0, 123, 0)),
]
END = 9000


class Player:
    """The player's program for the same target as an export, with the memory of the export."""

    def __init__(self, notes, rate):
        self.machine = BaselineMachine(notes.player[0].layout)
        self.machine.reals[:] = notes.player[0].reals
        self.machine.view("head.sample_rate")[:] = rate
        self.machine.call("start")

    def tell(self, message):
        self.machine.view("head.message")[:] = message
        self.machine.call("process", 0)
        place, tuning = self.machine.view("head.asked")
        return (int(place), int(tuning)) if place >= 0 else None

    def rows(self, samples):
        found = []
        for begin in range(0, samples, 128):
            n = min(128, samples - begin)
            self.machine.call("process", n)
            found.append(self.machine.view("head.rows").reshape(-1, 4, 128)[:, :, :n].copy())
        return np.concatenate(found, axis=2)


def in_pieces(play, tell):
    """Messages at their samples, and the sound between them."""
    found, now = [], 0
    for at, message in [*MESSAGES, (END, None)]:
        if at > now:
            found.append(play(at - now))
        now = at
        if message:
            tell(message)
    return np.hstack(found)


def cut(play, blocks):
    """The same in blocks of these sizes, again and again."""
    sizes = iter(np.resize(blocks, END))

    def in_blocks(samples):
        made = []
        while samples:
            made.append(play(min(samples, int(next(sizes)))))
            samples -= made[-1].shape[1]
        return np.hstack(made)

    return in_blocks


def exported(name, rate, blocks):
    """What a library plays."""
    it = Exported(name, rate)
    heard = in_pieces(cut(it.process, blocks), lambda message: it.call("midi", *message))
    it.close()
    return heard


def in_python(name, rate, blocks):
    """What voices play that follow the player."""
    made, player = library(name)[0].exported, instrument(name)
    notes = made.notes
    live, pool = Player(notes, rate), pool_of(player)
    layer = pool or player.setup.live(rate)["hand"]
    seed = 7919 * notes.places[0].layer
    if pool:
        voice = SceneVoice(pool.source, rate, seed=seed, target=FastMachine)
        names = [[f"{pair}.{control}" for control in ("velocity", "normal_force", "bend")] for pair in pool.keyed.pairs]
    else:
        voice = Voice(layer.contact, rate, seed=seed, output=layer.output, target=FastMachine)
        names = [["velocity", "normal_force", "bend"]]
    known = voice.layout.rows if pool else layer.contact.controls
    chain = OpenChain(player.output, rate, made.channels, BaselineMachine)

    def tell(message):
        asked = live.tell(message)
        if asked:
            place, tuning = asked
            voice.tune(resonator_of(pool.keyed.pairs[place]), pool.keyed.tuned(pool.keyed.nearest[tuning]).resonator)

    def play(samples):
        rows = live.rows(samples)
        moved = {name: rows[i, k] for i, own in enumerate(names) for k, name in enumerate(own) if name in known}
        heard = layer.gain * voice.process(samples, moved)[:2]
        return chain.process(np.broadcast_to(heard, (made.channels, samples)))

    return in_pieces(cut(play, blocks), tell)
