"""`rosin render`: an instrument, or a contact or a scene in a file, becomes a sound file."""

from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from rosin.cli.progress import progress_bar
from rosin.cli.writing import Writing
from rosin.model.errors import ParameterError

MOST_VARIATIONS = 1000
TIMES = ("duration", "sample_rate", "oversample", "seed")
OUTPUT = ("volume", "room", "room_amount")


def render(
    name: str,
    /,
    *,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    preset: str = "",
    macros: Annotated[list[str] | None, Parameter(name="--macro", consume_multiple=True, negative="")] = None,
    changes: Annotated[list[str] | None, Parameter(name="--set", consume_multiple=True, negative="")] = None,
    gesture: Path | None = None,
    midi: Path | None = None,
    duration: float | None = None,
    sample_rate: int | None = None,
    oversample: int | None = None,
    seed: int | None = None,
    articulation: str | None = None,
    volume: float | None = None,
    room: str | None = None,
    room_amount: float | None = None,
    dry: Annotated[bool, Parameter(negative="")] = False,
    soundbox: str | None = None,
    level: float | None = None,
    file_format: Annotated[Literal["wav", "flac"], Parameter(name="--format")] = "wav",
    bits: int = 24,
    plot: Annotated[bool, Parameter(negative="")] = False,
    traces: Path | None = None,
    variations: int | None = None,
    force: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Render the sound of an instrument, of a contact or a scene described in a JSON file, or of a take of the studio.

    Parameters
    ----------
    name
        An instrument (rosin list), or a file with an instrument, a contact, a scene or a take of the studio.
    output
        Sound file to write, .wav or .flac; by default NAME.wav in the current folder, or beside the file.
    preset
        A further preset of the instrument (rosin list), or an instrument file.
    macros
        Macros from 0 to 1, such as wetness=0.7; rosin show NAME has them all. What --set says of the same parameters wins.
    changes
        Parameters by path, such as interaction.static_friction=0.9; rosin show NAME has them all.
    gesture
        JSON file with another gesture; of a scene, with a gesture for each contact.
    midi
        MIDI file whose notes it plays.
    duration
        Length in seconds.
    sample_rate
        Samples per second, Hz; 48000 by default.
    oversample
        1, 2, 4 or 8 times the sample rate inside.
    seed
        Seed of the surface noise and of variations.
    articulation
        How bowed strings play notes that do not say it: spiccato, tremolo, flautando, ...; rosin show violin has them all.
    volume
        Volume in dB, -30 to 3.
    room
        Room that it sounds in, in stereo: chamber, hall, stairwell; or dry.
    room_amount
        How much of the room is heard, 0 to 1.
    dry
        Without the room that an instrument has of its own, and bowed straight, without the player of bowed strings.
    soundbox
        Of a contact: hear the bridge of a string through violin, viola, cello or double_bass.
    level
        Peak of the file in dBFS; by default an instrument keeps its own level, and what a file describes gets -1.
    file_format
        wav or flac, where no output is named.
    bits
        16, 24 or 32 (float).
    plot
        Also draw waveform, spectrogram and force, as a .png beside the sound.
    traces
        Also write force, relative velocity and what the laws observe, as a NumPy .npz file; of a scene as CONTACT.force and so on.
    variations
        Write that many takes, each a little different: NAME-01.wav, NAME-02.wav, ...
    force
        Overwrite existing files.
    """
    times = dict(zip(TIMES, (duration, sample_rate, oversample, seed), strict=True))
    given = {key: value for key, value in times.items() if value is not None}
    in_file = name.endswith(".json")
    path = output or (Path(name).with_suffix(f".{file_format}") if in_file else Path(f"{name}.{file_format}"))
    writing = Writing(path, bits, level, plot, traces, force)
    if dry and (room or room_amount is not None):
        raise ParameterError("Give --dry or --room, not both.")
    options: dict[str, Any] = {
        "preset": preset,
        "macro": macros,
        "set": changes,
        "gesture": gesture,
        "midi": midi,
        "variations": variations,
        "dry": dry,
    }
    options |= {"articulation": articulation, "volume": volume, "room": "dry" if dry else room, "room_amount": room_amount}
    if in_file:
        from rosin.cli.description import is_description, read_description
        from rosin.model.files import read_json
        from rosin.model.paths import parse_changes
        from rosin.playing.gesture import read_gesture

        document = read_json(name, "description")
        if isinstance(document, dict) and document.get("format") == "rosin-studio-take":
            _render_take(document, given, options, writing)
            return
        if is_description(document):
            for option in ("preset", "macro", "midi", "articulation", *OUTPUT, "variations"):
                if options[option] not in (None, ""):
                    raise ParameterError(f"--{option.replace('_', '-')} is for instruments, but {name} describes none.")
            description = read_description(document, parse_changes(changes), gesture and read_gesture(gesture), soundbox)
            description.render(given, writing)
            return
    if soundbox:
        raise ParameterError("--soundbox is for a contact in a file; a bowed instrument has its own (--set soundbox=...).")
    _render_instrument(name, given, options, writing)


def _render_take(document: dict[str, Any], given: dict[str, Any], options: dict[str, Any], writing: Writing) -> None:
    from rosin.studio.take import replayed

    chosen = [option for option, value in (given | options).items() if value not in (None, "", False)]
    if chosen:
        raise ParameterError(f"--{chosen[0].replace('_', '-')} is not for a take of the studio, which sounds as it did.")
    writing.check()
    with progress_bar(f"rendering {writing.path.name}") as progress:
        writing.write(replayed(document, progress))


def _render_instrument(name: str, given: dict[str, Any], options: dict[str, Any], writing: Writing) -> None:
    from rosin.instruments.opening import instrument as opened
    from rosin.model.paths import parse_changes
    from rosin.playing.gesture import read_gesture
    from rosin.playing.midi.file import read_score

    changes = parse_changes(options["set"])
    changes |= {f"output.{name}": options[name] for name in OUTPUT if options[name] is not None}
    instrument = opened(name, options["preset"]).with_macros(**parse_changes(options["macro"]))
    if options["dry"] and "player" in type(instrument.setup).fields:
        changes = {"player": None} | changes
    if options["articulation"] is not None:
        if "articulation" not in type(instrument.setup).fields:
            raise ParameterError(f"--articulation is for bowed strings, and {instrument.name} is none.")
        changes |= {"articulation": options["articulation"]}
    instrument = instrument.with_changes(changes)
    if options["gesture"] and options["midi"]:
        raise ParameterError("Give --gesture or --midi, not both.")
    gesture = read_gesture(options["gesture"]) if options["gesture"] else None
    score = read_score(options["midi"]) if options["midi"] else None
    takes = 1 if options["variations"] is None else options["variations"]
    if not 1 <= takes <= MOST_VARIATIONS:
        raise ParameterError(f"--variations {takes} is not allowed; it must be at least 1 and at most {MOST_VARIATIONS}.")
    writings = [writing] if options["variations"] is None else [writing.numbered(take + 1, takes) for take in range(takes)]
    for each in writings:
        each.check()
    observed = tuple(dict.fromkeys(name for layer in instrument.setup.layers().values() for name in layer.source.observes))
    first = given.pop("seed", 0)
    with progress_bar(f"rendering {writing.path.name}") as progress:
        for take, each in enumerate(writings):

            def share(done: float, before: int = take) -> None:
                if progress:
                    progress((before + done) / takes)

            player, notes = instrument, score
            if options["variations"] is not None:
                player, notes = instrument.varied(first + take), score and instrument.varied_score(score, first + take)
            sound = player.render(gesture, score=notes, seed=first + take, record=each.recorded(observed), progress=share, **given)
            each.write(sound)
