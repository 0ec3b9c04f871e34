"""What is compared: instruments of Rosin, the recordings of such things, and what of them is measured."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rosin.compare.measures import BRIGHTNESS, HELD, RUBBED, STRUCK, Measure
from rosin.compare.sources import FontPreset, HeldNote, Patches, SoundFiles, Source
from rosin.model.errors import unknown

FONT = ("FluidR3", "fluid-soundfont-gm", "sounds/sf2/FluidR3_GM.sf2")
OTHER_FONT = ("MuseScore", "musescore-general-soundfont-lossless", "sounds/sf2/MuseScore_General_Full.sf2")
KIT_FONT = ("Red Zeppelin", "avldrums.lv2-soundfont", "sounds/sf2/Red_Zeppelin_4_LV2.sf2")
KITS = "hydrogen/data/drumkits"
DOORS = "games/minetest/games/minetest_game/mods/doors/sounds"
CROSSFIRE = "games/crossfire-client/sounds"
EFFECTS = "scratch/Media/Sounds/Effects"
DRUMS = 128  # the bank of drums
OCTAVES, ANY = 24.0, 1000.0  # semitones that two may be apart; any: their pitch says nothing


@dataclass(frozen=True)
class Kind:
    """An instrument with its recordings.

    `keys` are those that it plays, of recordings that have a pitch; others are matched by their lowest strong partial where `notes`
    says that ours plays notes, and as they are where not. Two recordings are of the same note if they are no farther apart than
    `reach` semitones: the other is then transposed. Where all recordings are of one source, what real ones differ by is taken
    from the instrument that `yardstick` names. `fitted` says what of ours was chosen by recordings, and by which; `why`, of measures that
    are known to lie outside those of real ones, the reason.
    """

    instrument: str
    sources: tuple[Source, ...]
    measures: tuple[Measure, ...] = STRUCK
    keys: tuple[int, int] = (0, 127)
    harmonic: bool = False
    notes: bool = True
    shortest: float = 0.25  # s
    reach: float = 3.0  # semitones
    yardstick: str = ""
    fitted: str = ""
    why: Mapping[str, str] = field(default_factory=dict)


def _font(program: int, named: str = "", bank: int = 0) -> FontPreset:
    return FontPreset(*FONT, program, bank, named, pitched=bank != DRUMS)


def _patches(files: str) -> Patches:
    return Patches("FreePats", "freepats", f"midi/freepats/{files}.pat")


def _kit(name: str, files: str) -> SoundFiles:
    return SoundFiles(name, "hydrogen-drumkits", f"{KITS}/{files}")


def _sonic(name: str, files: str) -> SoundFiles:
    return SoundFiles(name, "sonic-pi-samples", f"sonic-pi/samples/{files}.flac")


def _held(file: str, frequency: float, held: float) -> HeldNote:
    return HeldNote("LMMS", "lmms-common", f"lmms/samples/instruments/{file}.ogg", frequency, held)


ELSEWHERE = "Trend of the body: fitted to recordings of other makers."
AFAR = "both files, of 11 kHz, are loudest a quarter of a second after they begin: of the blow little is in them."
FEW = "ours is some dB below the quieter of two; why, is not known."
HISS = "the recordings end in noise, 60 to 85 dB down; ours has none."
CLIMBS = "modes of this preset are linear, all there at once; the energy of a gong climbs to high ones: gong.crash."
HISSING = dict.fromkeys(("energy above 4 kHz", "flatness"), FEW)
TOGETHER = "chosen by these and two other libraries together."

KINDS = {
    kind.instrument: kind
    for kind in (
        Kind(
            "violin",
            (_font(40), _patches("Tone_000/040_Violin"), _held("violin_fingered01", 388.5, 1.75)),
            HELD,
            (55, 93),
            harmonic=True,
            shortest=0.55,
            fitted=ELSEWHERE,
            why={"range of levels over notes": "presumably makers of libraries level their notes; ours are bowed alike."},
        ),
        Kind(
            "viola",
            (_font(41),),
            HELD,
            (48, 86),
            harmonic=True,
            shortest=0.55,
            yardstick="violin",
            fitted="Trend of the body: midway between violin and cello, fitted to no viola.",
        ),
        Kind(
            "cello",
            (_font(42), _patches("Tone_000/042_Cello"), _held("cello01", 72.71, 1.45), FontPreset(*OTHER_FONT, 42, named="^Cello-")),
            HELD,
            (36, 76),
            harmonic=True,
            shortest=0.55,
            fitted=f"{ELSEWHERE} Noise of the hair: {TOGETHER} Force of the bow: by MuseScore, the darkest of four.",
        ),
        Kind(
            "double_bass",
            (_font(43),),
            HELD,
            (28, 55),
            harmonic=True,
            shortest=0.55,
            yardstick="cello",
            fitted=f"Damping and level of the body: chosen by these recordings. Its slope and the noise of the hair: {TOGETHER}",
        ),
        Kind("marimba", (_font(12),), keys=(45, 96), yardstick="xylophone", why={"flatness": HISS}),
        Kind("xylophone", (_font(13), _patches("Tone_000/013_Xylophone")), keys=(60, 108)),
        Kind("piano_note", (_font(0), _patches("Tone_000/000_Acoustic_Grand_Piano")), keys=(33, 96), harmonic=True),
        Kind("sitar", (_font(104), _patches("Tone_000/104_Sitar")), keys=(54, 76), harmonic=True),
        Kind(
            "drum",
            (
                _font(0, "Studio", DRUMS),
                _patches("Drum_000/*_Tom_*"),
                _sonic("Sonic Pi", "drum_tom_*"),
                _kit("Black Pearl", "The Black Pearl 1.0/PearlTom*.wav"),
                _kit("Forzee", "ForzeeStereo/Tom*-2.wav"),
                _kit("Colombo", "ColomboAcousticDrumkit/tom-*.flac"),
                _kit("Millo", "Millo-Drums_v.1/tom*.flac"),
                FontPreset(*KIT_FONT, named="Tom", pitched=False),
            ),
            fitted="What lies above 1 kHz: chosen by all but Red Zeppelin; how it grows with force: by Black Pearl, soft and hard.",
            why={
                "louder when played hard": "presumably the takes of a kit are levelled; ours span what velocity asks.",
                "brighter when played hard": "by half a semitone, beside three drums of the only kit that is struck softly and hard.",
            },
        ),
        # By their primes. Those of Sonic Pi are none that hang in a tower: one has the partials of a free bar, one swells as a cymbal.
        Kind(
            "bell",
            (
                HeldNote("Tux Math", "tuxmath-data", "tuxmath/sounds/towerclock.wav", 325.0),
                HeldNote("Scratch", "scratch", f"{EFFECTS}/BellToll.wav", 283.9),
            ),
            why={"centroid of the blow": AFAR, "rise time": AFAR},
        ),
        Kind(
            "gong",
            (
                SoundFiles("Scratch", "scratch", "scratch/Media/Sounds/Percussion/Gong.wav"),
                SoundFiles("Crossfire", "crossfire-client", f"{CROSSFIRE}/gong.wav"),
            ),
            reach=OCTAVES,
            fitted="Mallet: of eight tries, heard beside both, the nearest.",
            why=dict.fromkeys(("centroid", "centroid of the blow", "rise time"), CLIMBS),
        ),
        Kind(
            "struck_glass",
            (
                _kit("Gimme A Hand, low", "Gimme A Hand 1.0/WaterglassLo-*.wav"),
                _kit("Gimme A Hand, high", "Gimme A Hand 1.0/WaterglassHi-*.wav"),
            ),
        ),
        Kind("wineglass", (_font(92, "Glass"), _sonic("Sonic Pi", "ambi_glass_rub")), RUBBED, reach=7.0, why=HISSING),
        Kind("glass_harmonica", (_font(92, "Glass"), _sonic("Sonic Pi", "ambi_glass_rub")), RUBBED, reach=7.0, why=HISSING),
        Kind("cuica", (_font(0, "Quica", DRUMS), _patches("Drum_000/*_Cuica_*")), BRIGHTNESS, notes=False, shortest=0.15, reach=7.0),
        Kind(
            "rattle",
            (_font(0, "Maracas", DRUMS), _patches("Drum_000/070_Maracas"), _kit("Gimme A Hand", "Gimme A Hand 1.0/Maraca-*.wav")),
            BRIGHTNESS,
            notes=False,
            shortest=0.08,
            reach=ANY,
        ),
        # That of Sonic Pi falls shut and does not creak.
        Kind(
            "door",
            (
                SoundFiles("Scratch", "scratch", f"{EFFECTS}/DoorCreak.wav"),
                SoundFiles("Crossfire", "crossfire-client", f"{CROSSFIRE}/Creaky-1.wav"),
                SoundFiles("Minetest", "minetest-data", f"{DOORS}/doors_door_open.ogg"),
            ),
            BRIGHTNESS,
            notes=False,
            reach=ANY,
            fitted="Begin and level of its dense modes: of ten tries, heard beside all three, the one nearest to Scratch.",
        ),
        Kind("brake", (), BRIGHTNESS, notes=False),
    )
}


def chosen(names: tuple[str, ...]) -> list[Kind]:
    """The kinds of these instruments, or all of them."""
    for name in names:
        if name not in KINDS:
            raise unknown("instrument to compare", name, KINDS)
    return [KINDS[name] for name in dict.fromkeys(names or KINDS)]
