"""The page of a fit: recording and instrument side by side, to hear and to see, errors by octave and the table of modes, in one file."""

from pathlib import Path

import numpy as np

from rosin.fitting.fit import Fit
from rosin.fitting.sheet import card, write_sheet
from rosin.model.extras import need


def write_page(fit: Fit, path: Path) -> Path:
    """Write the page; sounds and pictures are inside it."""
    need("matplotlib")
    length = max(fit.original.shape[1], fit.played.shape[1])
    rows = (
        ("Recording", "What was recorded, its strongest blow", fit.original),
        ("Instrument", "What the instrument plays, struck in the same way", fit.played),
        ("Modes", "The sum of its modes, without the noise of the blow", fit.modal),
    )
    cards = [card(name, text, np.pad(audio, ((0, 0), (0, length - audio.shape[1]))), fit.sample_rate) for name, text, audio in rows]
    octaves = "".join(
        f'<tr><td>{centre:g}</td><td>{level:.1f}</td><td>{error:.1f}</td><td><i style="width:{max(0.0, -error) / 50:.1%}"></i></td></tr>'
        for centre, level, error in fit.errors
    )
    heads = "".join(f"<th>blow {number + 1} / dB</th>" for number in range(_blows(fit).shape[0]))
    modes = "".join(_mode(fit, mode) for mode in range(len(fit.modes)))
    sections = (OCTAVES.format(octaves=octaves), MODES.format(heads=heads, modes=modes))
    return write_sheet(path, fit.instrument.name, fit.instrument.summary, (*_facts(fit), *fit.remarks), cards, sections)


def _facts(fit: Fit) -> list[str]:
    mel, thirds, *_ = fit.distance
    strikes = sum(map(len, fit.strikes))
    return [
        f"{len(fit.modes)} modes from {strikes} blow{'s' * (strikes != 1)}.",
        f"{len(fit.noise.frequencies)} dense modes that die quickly stand for the noise of the blow.",
        f"After the attack the modes leave {fit.left:.1f} dB of the waveform.",
        f"The instrument is {mel:.1f} dB from the recording in mel levels, {thirds:.1f} dB in thirds of octaves.",
    ]


def _blows(fit: Fit) -> np.ndarray:
    """Levels (blows, modes) in dB of the strongest channel."""
    blows = sum(map(len, fit.strikes))
    return 20 * np.log10(np.abs(fit.modes.amplitudes).reshape(blows, -1, len(fit.modes)).max(axis=1) + 1e-12)


def _mode(fit: Fit, mode: int) -> str:
    modes = fit.modes
    decay = 1 / modes.rates[mode]
    unsure = decay * modes.rate_deviations[mode] / modes.rates[mode]
    beat = np.delete(np.abs(modes.frequencies - modes.frequencies[mode]), mode).min(initial=np.inf)
    pair = f"{beat:.2f} Hz" if beat < max(0.01 * modes.frequencies[mode], 3.0) and beat < 15 else ""
    cells = [
        f"{modes.frequencies[mode]:.2f}",
        f"{modes.frequency_deviations[mode]:.2g}",
        f"{decay:.3f}",
        f"{unsure:.2g}",
        pair,
        *(f"{level:.1f}" for level in _blows(fit)[:, mode]),
    ]
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


OCTAVES = """<h2>Error by octave</h2>
<p>After the attack: level of the recording, and what modes leave of it.</p>
<table class="octaves"><thead><tr><th>Hz</th><th>recording / dB</th><th>left / dB</th><th></th></tr></thead>
<tbody>{octaves}</tbody></table>"""

MODES = """<h2>Modes</h2>
<p>± are standard deviations by the noise around each mode; a pair beats with the difference of its frequencies.</p>
<table>
<thead><tr><th>f / Hz</th><th>± / Hz</th><th>decay time / s</th><th>± / s</th><th>beats</th>{heads}</tr></thead>
<tbody>{modes}</tbody>
</table>"""
