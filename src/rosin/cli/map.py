"""`rosin map`: where it speaks, as a picture, data and a page."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from rosin.cli.progress import progress_bar
from rosin.cli.ranges import parse_numbers, parse_range, usual_range
from rosin.model.errors import FileError, ParameterError

if TYPE_CHECKING:
    import numpy as np

    from rosin.maps.known import KnownMap

MOST = 4096  # points of an axis


def map_(
    name: str,
    /,
    *,
    x: str | None = None,
    y: str | None = None,
    points: str = "100x100",
    measure: str | None = None,
    changes: Annotated[list[str] | None, Parameter(name="--set", consume_multiple=True, negative="")] = None,
    duration: float | None = None,
    sample_rate: int | None = None,
    frequency: float | None = None,
    precision: Literal["double", "single"] = "double",
    backend: Literal["auto", "cores", "cuda"] = "auto",
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    force: Annotated[bool, Parameter(name=["--force", "-f"], negative=())] = False,
) -> None:
    """Play something at every point of two axes, and draw what it does: NAME.png, with NAME.html to hear any point and NAME.zarr, the data.

    A map that is stopped goes on from there when it is asked for again.

    Parameters
    ----------
    name
        schelleng, guettler or wolf; or an instrument (rosin list), or a file with an instrument, a contact or a scene. Of an instrument
        that is rubbed, that contact alone is played; any other one is played whole, note by note.
    x
        What goes from left to right, as NAME=LOW:HIGH, with :log or :linear behind where that is not clear: a control (velocity,
        normal_force, position), a part of the attack (rise, acceleration, pressing), or a parameter (resonator.impedance, of a scene
        bodies.plate.masses). Of a whole instrument: key (whole numbers), strength (0 to 1), held (s), a macro (macro.hardness), or a
        parameter as in --set of rosin render.
    y
        What goes upwards, likewise.
    points
        How many of each, as 200x200.
    measure
        What is drawn: regime, transient, pitch, level, brightness, power, slips_per_period, stick_share, slip_speed, periodicity,
        swing, swings, iterations, centroid; of a whole instrument level, peak, centroid.
    changes
        What all points share, such as velocity=0.2 or interaction.static_friction=0.9.
    duration
        Of each take, s; its last 20 periods are judged, of wolf its last 350.
    sample_rate
        Hz; 44100, of wolf 24000.
    frequency
        Hz, of the note that should sound, where the resonator does not know it.
    precision
        single is faster.
    backend
        auto, cores or cuda.
    output
        Where to write, without the ending; by default NAME_map in the current folder.
    force
        Replace pictures and pages that are there.
    """
    from rosin.instruments.instrument import Instrument
    from rosin.maps.known import KNOWN
    from rosin.maps.measures import HEARD, METERED
    from rosin.maps.picture import draw
    from rosin.model.extras import need

    for package in ("xarray", "zarr", "matplotlib"):
        need(package)
    base = output or Path(f"{Path(name).stem}_map")
    picture, page = base.with_suffix(".png"), base.with_suffix(".html")
    for path in (picture, page):
        if path.exists() and not force:
            raise FileError(f"{path} exists already; choose another name (-o), or allow overwriting (--force).")
    counts = _counts(points)
    known = KNOWN.get(name) or _of_source(name, duration)
    axes = dict(_axis(text, usual, count) for text, usual, count in zip((x, y), (known.x, known.y), counts, strict=True))
    if len(axes) < 2:
        raise ParameterError("The two axes of a map must differ.")
    fixed = {k: v for k, v in {**known.fixed, **parse_numbers(changes)}.items() if k not in axes}
    shown = measure or known.measure
    options = dict(known.options)
    if any(isinstance(source, Instrument) for source in known.sources.values()):
        if frequency or precision != "double":
            raise ParameterError("frequency and precision are for what is rubbed; a whole instrument knows its notes.")
        measures = tuple(HEARD)
    else:
        options |= {"precision": precision} | ({"frequency": frequency} if frequency else {})
        measures = tuple(METERED) if shown in METERED else (*METERED, shown)

    from rosin.maps.sweep import sweep
    from rosin.sound.picture import save_picture
    from rosin.studio.map_page import write_map_page

    found = {}
    for number, (title, source) in enumerate(known.sources.items()):
        store = base.with_suffix(".zarr") if len(known.sources) == 1 else base.with_name(f"{base.name}_{number + 1}.zarr")
        with progress_bar(f"{title}: {counts[0]} x {counts[1]} points") as progress:
            found[title] = sweep(
                source,
                axes,
                fixed=fixed,
                duration=duration or known.duration,
                sample_rate=sample_rate or known.sample_rate,
                measure=measures,
                **options,
                backend=backend,
                store=store,
                progress=progress,
            )
        print(f"{store}: {found[title].computed_on}")
    usual_axes = next(iter(axes)) == known.x[0] and list(axes)[1] == known.y[0]
    lines = known.lines(next(iter(axes.values()))) if usual_axes else {}
    print(save_picture(lambda: draw(found, shown, lines), picture, force))
    print(write_map_page(found, known.sources, shown, page))


def _of_source(name: str, duration: float | None) -> "KnownMap":
    """The map of what is rubbed: force over place where it is bowed somewhere, else over speed; of any other instrument: its notes."""
    from rosin.cli.played import named_source
    from rosin.instruments.instrument import Instrument
    from rosin.maps.known import KnownMap

    source = named_source(name)
    if isinstance(source, Instrument):
        return KnownMap({name: source}, ("key", 60, 72), ("strength", 0.1, 1.0), {}, "level", duration or float(source.duration))
    subject, usual, lasts, nominal = source
    force, speed = usual.get("normal_force", 1.0), usual.get("velocity", 0.1)
    options = {"frequency": nominal} if nominal else {}
    along = ("position", 0.02, 0.25) if usual.get("position") else ("velocity", speed / 5, speed * 5)
    return KnownMap({name: subject}, along, ("normal_force", force / 20, force * 20), usual, "regime", duration or lasts, options=options)


def _counts(text: str) -> tuple[int, int]:
    try:
        across, up = (int(word) for word in text.lower().split("x"))
    except ValueError:
        raise ParameterError(f"points = {text} is not allowed; give two whole numbers, such as 200x200.") from None
    if not (2 <= across <= MOST and 2 <= up <= MOST):
        raise ParameterError(f"points = {text} is not allowed; give 2 to {MOST} for each axis.")
    return across, up


def _axis(text: str | None, usual: tuple[str, float, float], count: int) -> tuple[str, "np.ndarray"]:
    """An axis as it was asked for, or the usual one."""
    import numpy as np

    asked = parse_range(text) if text is not None else usual_range(*usual)
    return asked.name, (np.geomspace if asked.logarithmic else np.linspace)(asked.low, asked.high, count)
