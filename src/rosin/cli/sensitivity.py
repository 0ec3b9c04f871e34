"""`rosin sensitivity`: which number matters for what one hears."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from rosin.cli.progress import progress_bar


def sensitivity(
    name: str,
    /,
    *,
    over: Annotated[list[str], Parameter(consume_multiple=True, negative="")],
    measure: str = "speaks",
    count: int = 512,
    changes: Annotated[list[str] | None, Parameter(name="--set", consume_multiple=True, negative="")] = None,
    duration: float = 1.0,
    sample_rate: int = 44_100,
    frequency: float | None = None,
    seed: int = 0,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    force: Annotated[bool, Parameter(name=["--force", "-f"], negative=())] = False,
) -> None:
    """Say how much of what is heard each number decides, by itself and together with others (Sobol's indices).

    Parameters
    ----------
    name
        An instrument (rosin list), or a file with an instrument, a contact or a scene. Of an instrument that is rubbed, that contact alone
        is played; any other one is played whole, note by note.
    over
        The numbers, each as NAME=LOW:HIGH, with :log or :linear behind where that is not clear.
    measure
        speaks (whether it ends in Helmholtz motion), transient, pitch, level, slips_per_period, stick_share, slip_speed, ...
    count
        Base points, a power of two; as many times the numbers plus two are the takes.
    changes
        What all takes share, such as velocity=0.2.
    duration
        Of each take, s.
    sample_rate
        Hz.
    frequency
        Hz, of the note that should sound, where the resonator does not know it.
    seed
        Of the points.
    output
        Also draw it, into a .png, .pdf or .svg.
    force
        Replace a picture that is there.
    """
    from rosin.cli.played import varied_source
    from rosin.maps.sensitivity import sensitivity as found_out
    from rosin.sound.picture import check_picture

    if output is not None:
        check_picture(output, force)
    source, ranges, logarithmic, options = varied_source(name, over, changes, frequency, duration=duration, sample_rate=sample_rate)
    with progress_bar(f"what matters for {measure} of {name}") as progress:
        found = found_out(source, ranges, measure=measure, count=count, seed=seed, logarithmic=logarithmic, progress=progress, **options)
    print(found)
    if output is not None:
        print(found.plot(output, overwrite=force))
