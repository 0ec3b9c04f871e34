"""`rosin dataset`: sounds with labels, for machine learning."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from rosin.cli.progress import progress_bar
from rosin.cli.ranges import parse_numbers, parse_range


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
        An instrument that is rubbed (rosin list), or a file with an instrument or a contact.
    over
        What differs, each as NAME=LOW:HIGH, with :log or :linear behind where that is not clear: controls (velocity, normal_force,
        position), parts of the attack (rise, acceleration, pressing), parameters (resonator.impedance).
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
    from rosin.cli.rubbed import rubbed_source
    from rosin.maps.dataset import make_dataset

    ranges = [parse_range(text) for text in over]
    contact, usual, _, nominal = rubbed_source(name)
    varied = {each.name: (each.low, each.high) for each in ranges}
    fixed = {control: value for control, value in {**usual, **parse_numbers(changes)}.items() if control not in varied}
    with progress_bar(f"{count} sounds of {name}") as progress:
        made = make_dataset(
            contact,
            varied,
            count,
            output or Path(f"{Path(name).stem}_dataset"),
            seed=seed,
            logarithmic=[each.name for each in ranges if each.logarithmic],
            shard=shard,
            fixed=fixed,
            duration=duration,
            sample_rate=sample_rate,
            frequency=frequency or nominal,
            progress=progress,
        )
    print(made)
