"""`rosin export`: an instrument for other programs, without Python."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from rosin.cli.progress import progress_bar
from rosin.model.errors import ParameterError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rosin.export.library import Library
    from rosin.export.platforms import Platform
    from rosin.instruments.instrument import Instrument

EVERYTHING = "all"


def export(
    *names: str,
    formats: Annotated[list[str] | None, Parameter(name="--format", consume_multiple=True, negative="")] = None,
    output: Annotated[Path, Parameter(name=["--output", "-o"])] = Path(),
    preset: str = "",
    macros: Annotated[list[str] | None, Parameter(name="--macro", consume_multiple=True, negative="")] = None,
    changes: Annotated[list[str] | None, Parameter(name="--set", consume_multiple=True, negative="")] = None,
    rates: Annotated[list[int] | None, Parameter(consume_multiple=True, negative="")] = None,
    target: str = "here",
    together: Annotated[bool, Parameter(negative="")] = False,
    force: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Write instruments for other programs, without Python.

    Parameters
    ----------
    names
        Instruments (rosin list), files with one, or "all".
    formats
        c (a library: header, object code, static and shared library, CMake file, example), source (the same as C99), lv2, clap,
        vst3 (plugins), pd (an object of Pure Data), csound (an opcode), supercollider (a UGen) or web (an element, as a package of npm);
        several may be given.
    output
        Folder to write to; each export has a folder of its own there.
    preset
        A further preset of the instrument (rosin list), or an instrument file.
    macros
        Macros from 0 to 1, such as wetness=0.7: where they stand at first.
    changes
        Parameters by path, such as interaction.static_friction=0.9; rosin show NAME has them all.
    rates
        Sample rates, Hz, for which strings are made: at others they are resampled. All else is made for any rate.
    target
        here (machines like this one), linux, aarch64 (Linux on ARM), windows, macos or macos-arm; all but "here" are built by zig
        (pip install "rosin[export]"), whatever this machine is, into a folder of that name.
    together
        lv2, clap and vst3: all of them in one file, "rosin", in which the plugin "Rosin" has every instrument to choose from, as a preset,
        and each is also a plugin of its own, called as it is alone.
    force
        Overwrite existing files.
    """
    from rosin.export.chooser import PREFIX
    from rosin.export.library import prefix_of
    from rosin.export.platforms import here, platform_of
    from rosin.export.writing import check_format, check_together, folder_of
    from rosin.model.paths import parse_changes

    platform = platform_of(target)
    output = output if platform == here() else output / platform.name
    asked = formats or ["clap" if together else "c"]
    for each in asked:
        check_format(each)
        if together:
            check_together(each)
    for rate in rates or ():
        if not 8000 <= rate <= 192_000:
            raise ParameterError(f"--rates {rate} is not allowed; rates are from 8000 to 192000 Hz.")
    if not names:
        raise ParameterError('Name an instrument (rosin list), a file with one, or "all".')
    if (preset or macros or changes) and (len(names) > 1 or names[0] == EVERYTHING):
        raise ParameterError("--preset, --macro and --set are for one instrument, not for several.")
    instruments = [each.with_macros(**parse_changes(macros)).with_changes(parse_changes(changes)) for each in _opened(names, preset)]
    prefixes = [prefix_of(each.name) for each in instruments]
    taken = [*prefixes, PREFIX] if together else prefixes
    if twice := next((each for each in taken if taken.count(each) > 1), None):
        raise ParameterError(f"Two of these instruments would be called {twice}; rename one of them.")
    if together:
        _export_together(instruments, asked, output, rates, platform, force)
        return
    for prefix in prefixes:
        for form in asked:
            folder_of(prefix, form, output, overwrite=force)
    for instrument in instruments:
        _export(instrument, asked, output, rates, platform, force)


def _opened(names: tuple[str, ...], preset: str) -> "Iterator[Instrument]":
    """Instruments by name; of all that there are those that can be exported, the others are named, with the reason."""
    from rosin.instruments.catalogue import instrument_names
    from rosin.instruments.opening import instrument as opened

    for name in dict.fromkeys(each for given in names for each in (instrument_names() if given == EVERYTHING else [given])):
        instrument = opened(name, preset)
        if instrument.setup.not_live:
            print(f"rosin: {name}: {instrument.setup.not_live}", file=sys.stderr)
        yield instrument


def _library(instrument: "Instrument", rates: list[int] | None, platform: "Platform") -> "Library":
    from rosin.export.gathering import gather
    from rosin.export.library import Library
    from rosin.export.memory import STANDARD

    return Library(gather(instrument, tuple(sorted(set(rates or STANDARD)))), platform)


def _export(instrument: "Instrument", formats: list[str], output: Path, rates: list[int] | None, platform: "Platform", force: bool) -> None:
    from rosin.export.writing import export as write

    with progress_bar(f"compiling {instrument.name}"):
        library = _library(instrument, rates, platform)
        written = {form: write(library, form, output, overwrite=force) for form in formats}
    for form, files in written.items():
        _say(form, files)
    if library.exported.silent:
        print(f"{instrument.name}: {library.exported.silent}")


def _export_together(
    instruments: "list[Instrument]", formats: list[str], output: Path, rates: list[int] | None, platform: "Platform", force: bool
) -> None:
    from rosin.export.chooser import COLLECTION, together
    from rosin.export.writing import export_plugins, folder_of

    for form in formats:
        folder_of(COLLECTION, form, output, overwrite=force)
    with progress_bar("compiling") as shown:
        libraries = []
        for done, instrument in enumerate(instruments):
            if shown is not None:
                shown(done / len(instruments), f"compiling {instrument.name}")
            libraries.append(_library(instrument, rates, platform))
        written = {form: export_plugins(together(libraries), form, output, overwrite=force) for form in formats}
    for form, files in written.items():
        _say(f"{form}, {len(libraries)} instruments", files)


def _say(form: str, files: list[Path]) -> None:
    size = sum(file.stat().st_size for file in files)
    print(f"{_folder(files)}: {form}, {len(files)} files, {size / 1e3:.0f} KB")


def _folder(files: list[Path]) -> Path:
    return min((file.parent for file in files), key=lambda folder: len(folder.parts))
