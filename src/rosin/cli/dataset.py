"""`rosin dataset`: sounds with labels, for machine learning."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from rosin.cli.progress import progress_bar


def dataset(
    name: str,
    /,
    *,
    over: Annotated[list[str], Parameter(consume_multiple=True, negative="")],
    count: int = 1000,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    changes: Annotated[list[str] | None, Parameter(name="--set", consume_multiple=True, negative="")] = None,
    duration: float = 1.0,
    sample_rate: int = 44_100,
    frequency: float | None = None,
    seed: int = 0,
    shard: int = 256,
) -> None:
    """Make sounds at points spread evenly between the ends of some numbers: tar shards of FLAC and JSON, parquet tables and a card.

    A dataset that is stopped goes on from there when it is asked for again.

    Parameters
    ----------
    name
        An instrument (rosin list), or a file with an instrument, a contact or a scene. Of an instrument that is rubbed, that contact alone
        is played; any other one is played whole, note by note.
    over
        What differs, each as NAME=LOW:HIGH, with :log or :linear behind where that is not clear: controls (velocity, normal_force,
        position), parts of the attack (rise, acceleration, pressing), parameters (resonator.impedance); of a whole instrument key, strength
        and held of its notes, and parameters.
    count
        How many sounds.
    output
        Folder to write to; by default NAME_dataset.
    changes
        What all sounds share, such as velocity=0.2.
    duration
        Of each sound, s.
    sample_rate
        Hz.
    frequency
        Hz, of the note that should sound, where the resonator does not know it.
    seed
        The same seed makes the same dataset.
    shard
        Sounds in one file.
    """
    from rosin.cli.played import varied_source
    from rosin.maps.dataset import make_dataset

    source, ranges, logarithmic, options = varied_source(name, over, changes, frequency, duration=duration, sample_rate=sample_rate)
    folder = output or Path(f"{Path(name).stem}_dataset")
    with progress_bar(f"{count} sounds of {name}") as progress:
        print(make_dataset(source, ranges, count, folder, seed=seed, logarithmic=logarithmic, shard=shard, progress=progress, **options))
