"""Sound libraries as small as can be, written byte by byte: a SoundFont 2 file and a GUS patch."""

import struct

import numpy as np


def chunk(name, content):
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def listed(kind, *chunks):
    return chunk(b"LIST", kind + b"".join(chunks))


def soundfont(path, programs):
    """A file with presets {(bank, program): [(name, values, rate, root key, cents, kind), ...]}."""
    values, headers, bags, generators, instruments, presets, preset_bags, preset_generators = [], b"", [], [], b"", b"", [], []
    place = number = 0
    for index, ((bank, program), samples) in enumerate(sorted(programs.items())):
        presets += struct.pack("<20sHHHIII", f"preset {index}".encode(), program, bank, len(preset_bags), 0, 0, 0)
        preset_bags.append(len(preset_generators))
        preset_generators.append((41, index))
        instruments += struct.pack("<20sH", f"instrument {index}".encode(), len(bags))
        bags.append(len(generators))
        generators.append((54, 1))  # a zone that holds for all: they loop
        for name, sound, rate, key, cents, kind in samples:
            bags.append(len(generators))
            generators += [(58, key), (52, cents % 65_536), (53, number)]
            headers += struct.pack(
                "<20sIIIIIBbHH", name.encode(), place, place + len(sound), place, place + len(sound), rate, 60, 0, 0, kind
            )
            values.append(np.round(np.concatenate([sound, np.zeros(46)]) * 32_767).astype("<i2"))
            place, number = place + len(sound) + 46, number + 1
    presets += struct.pack("<20sHHHIII", b"EOP", 0, 0, len(preset_bags), 0, 0, 0)
    instruments += struct.pack("<20sH", b"EOI", len(bags))
    headers += struct.pack("<20sIIIIIBbHH", b"EOS", 0, 0, 0, 0, 0, 0, 0, 0, 0)

    def zones(firsts, rows):
        both = (struct.pack("<HH", first, 0) for first in (*firsts, len(rows)))
        return b"".join(both), b"".join(struct.pack("<HH", *row) for row in (*rows, (0, 0)))

    pbag, pgen = zones(preset_bags, preset_generators)
    ibag, igen = zones(bags, generators)
    hydra = [(b"phdr", presets), (b"pbag", pbag), (b"pmod", b"\0" * 10), (b"pgen", pgen), (b"inst", instruments), (b"ibag", ibag)]
    hydra += [(b"imod", b"\0" * 10), (b"igen", igen), (b"shdr", headers)]
    sounds = listed(b"sdta", chunk(b"smpl", np.concatenate(values).tobytes()))
    content = listed(b"INFO", chunk(b"ifil", b"\2\0\4\0")) + sounds + listed(b"pdta", *(chunk(*each) for each in hydra))
    path.write_bytes(chunk(b"RIFF", b"sfbk" + content))


def patch(path, samples, form="<i2"):
    """A patch with samples [(values, rate, frequency), ...], of 8 or 16 bits, with a sign or without."""
    kind = np.dtype(form)
    half = 2 ** (8 * kind.itemsize - 1)
    head = struct.pack("<12s10s60sBBBHHI36s", b"GF1PATCH110\0", b"ID#000002\0", b"test", 1, 14, 0, len(samples), 127, 0, b"")
    head += struct.pack("<H16sIB40s", 0, b"test", 0, 1, b"") + struct.pack("<BBIB40s", 0, 0, 0, len(samples), b"")
    content = head
    for values, rate, frequency in samples:
        stored = np.clip(np.round(values * half), -half, half - 1) + (half if kind.kind == "u" else 0)
        data = stored.astype(kind).tobytes()
        modes = (1 if kind.itemsize == 2 else 0) | (2 if kind.kind == "u" else 0)
        thousandths = round(1000 * frequency)
        content += struct.pack("<7sBIIIHIII", b"one", 0, len(data), 0, len(data), rate, thousandths, thousandths, thousandths)
        content += struct.pack("<hB6s6s6sBhH36s", 0, 7, b"", b"", b"", modes, 60, 1024, b"") + data
    path.write_bytes(content)
