"""An instrument as a C library: header, object code or C99, static and shared library, CMake file, and an example."""

from importlib import resources
from pathlib import Path

from rosin.engine.in_c import c_source
from rosin.engine.program import Program
from rosin.export.code import FAST, PREFIX, fast_code, key_of, object_code, split_code
from rosin.export.controls import Control, symbol_of
from rosin.export.gathering import Exported
from rosin.export.platforms import Platform, here
from rosin.export.tables import InstrumentTables

RUNTIME = ("rosin_runtime.h", "rosin_state.h")  # what walks the tables


def template(name: str, **words: str) -> str:
    """A file of the folder c, with words in it."""
    found = (resources.files("rosin.export") / "c" / name).read_text(encoding="utf-8")
    for word, value in words.items():
        found = found.replace(f"@{word}@", value)
    return found


def prefix_of(instrument: str) -> str:
    """What all names of an instrument's library begin with."""
    return f"rosin_{symbol_of(instrument).lower()}"


class Library:
    """The files of an instrument's C library, by name."""

    def __init__(self, exported: Exported, platform: Platform | None = None) -> None:
        self.exported, self.platform = exported, platform or here()
        self.prefix = prefix_of(exported.instrument.name)
        self.name = self.prefix.removeprefix("rosin_")
        self.source = InstrumentTables(exported)

    @property
    def title(self) -> str:
        """The instrument's name for people; without what would end a string or a comment of C."""
        return _plain(self.exported.instrument.name.replace("_", " "))

    @property
    def summary(self) -> str:
        """What it is."""
        return _plain(self.exported.instrument.summary)

    @property
    def words(self) -> dict[str, str]:
        """What the templates are told."""
        return {
            "NAME": self.name,
            "UPPER": self.name.upper(),
            "TITLE": self.title,
            "SUMMARY": self.summary,
        }

    @property
    def programs(self) -> list[Program]:
        """The distinct programs."""
        return list(self.source.programs)

    def header(self) -> str:
        """What a user of the library reads."""
        it = self.exported
        rates = f"any rate from {it.lowest:g} to {it.highest:g} Hz"
        if it.exact:
            rates += f"; it is made for {', '.join(map(str, it.rates))}, and at others it is resampled"
        rows = [
            f"  {self.prefix.upper()}_{control.symbol.upper()} = {index}, /* {control_range(control)} */"
            for index, control in enumerate(it.controls)
        ]
        return template("instrument.h", RATES=rates, NOTES=self._notes(), CONTROLS="\n".join(rows), **self.words)

    def _notes(self) -> str:
        if self.exported.notes is None:
            return f"/* {self.exported.silent} */\n"
        return template("notes.h", **self.words)

    def tables(self, kernels: str, *, fast: bool) -> str:
        """The C file that names the kernels, whose names begin so, those for faster processors too or not."""
        defined = {
            "ROSIN_TYPE": self.prefix,
            "ROSIN(name)": f"{self.prefix}_##name",
            "ROSIN_NOTES": int(self.exported.notes is not None),
            "KERNEL(name)": f"{kernels}_##name",
            "ROSIN_FAST": int(fast),
            "FAST(kernel)": "kernel" if fast else 0,
        }
        defines = "".join(f"#define {name} {value}\n" for name, value in defined.items())
        head = f'#include "{self.prefix}.h"\n\n#include <math.h>\n\n{defines}#include "rosin_runtime.h"\n\n'
        return head + "\n".join([*self.source.declarations(), *self.source.tables.lines, self.source.body])

    def example(self) -> str:
        """A program that plays it."""
        if self.exported.notes is not None:
            return template("example.c", PLAYED=f"  {self.prefix}_note_on(it, 1, 69, 0.8);", **self.words)
        moved = [control for control in self.exported.controls if control.group == "hands"]
        lines = [
            f"  {self.prefix}_set(it, {self.prefix.upper()}_{control.symbol.upper()}, {0.4 * control.high:.6g});"
            for control in moved
            if control.symbol.endswith(("velocity", "normal_force"))
        ]
        return template("example.c", PLAYED="\n".join(lines), **self.words)

    def texts(self, kernels: str = "") -> dict[str, str]:
        """The files that are text, without the kernels, which are C whose names begin so, or else object code."""
        fast = not kernels and self.platform.fast is not None
        return {
            f"{self.prefix}.h": self.header(),
            f"{self.prefix}.c": self.tables(kernels or PREFIX, fast=fast),
            **{file: template(file) for file in RUNTIME},
            "example.c": self.example(),
        }


def write_source(library: Library, folder: Path) -> list[Path]:
    """The library as C99 that any compiler takes."""
    own = f"{library.prefix}_kernel"  # so that two instruments go into one program
    files = library.texts(own)
    for program in library.programs:
        name = f"{own}_{key_of(program)}"
        files[f"{name}.c"] = c_source(program, title=f"Kernels of {library.name}", prefix=f"{name}_")
    sources = " ".join(sorted(name for name in files if name.endswith(".c") and name != "example.c"))
    added = f"add_library({library.prefix} {sources})\ntarget_link_libraries({library.prefix} m)"
    files["CMakeLists.txt"] = template("CMakeLists.txt", LIBRARY=added, SCOPE="PUBLIC", **library.words)
    return _written(files, folder)


def write_library(library: Library, folder: Path) -> list[Path]:
    """The library as object code."""
    files = library.texts()
    added = (
        f"add_library({library.prefix} STATIC IMPORTED GLOBAL)\n"
        f"set_target_properties({library.prefix} PROPERTIES IMPORTED_LOCATION ${{CMAKE_CURRENT_SOURCE_DIR}}/lib{library.prefix}.a)"
    )
    files["CMakeLists.txt"] = template("CMakeLists.txt", LIBRARY=added, SCOPE="INTERFACE", **library.words)
    written = _written(files, folder)
    objects = build_objects(library, folder)
    archive, shared = folder / f"lib{library.prefix}.a", folder / library.platform.shared(library.prefix)
    library.platform.archive(objects, archive)
    library.platform.link(objects, shared)
    for used in (folder / f"{library.prefix}.c", *(folder / file for file in RUNTIME), *folder.glob("*.part.o")):
        used.unlink()
    return [path for path in [*written, *objects, archive, shared] if path.exists()]


def build_objects(library: Library, folder: Path) -> list[Path]:
    """All of it as object code, in one file where that can be; the tables lie in the folder."""
    tables = folder / "tables.part.o"
    library.platform.compile(folder / f"{library.prefix}.c", tables)
    return library.platform.join([tables, *write_kernels(library, folder)], folder / f"{library.prefix}.o")


def write_kernels(library: Library, folder: Path) -> list[Path]:
    """The object code of its programs, each in a file or two."""
    it, parts = library.platform, {}
    for program, hot in library.source.programs.items():
        usual, fast = folder / f"{key_of(program)}.part.o", folder / f"{key_of(program)}.{FAST}.part.o"
        if hot and it.sole is not None:
            parts[usual], parts[fast] = split_code(program, it.target, it.sole)
        else:
            parts[usual] = object_code(program, it.target)
            if hot and it.fast is not None:
                parts[fast] = fast_code(program, it.fast)
    for file, code in parts.items():
        file.write_bytes(code)
    return list(parts)


def _written(files: dict[str, str], folder: Path) -> list[Path]:
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    return [folder / name for name in files]


def _plain(words: str) -> str:
    return " ".join(words.replace("*/", "* /").replace("\\", "/").replace('"', "'").split())


def control_range(control: Control) -> str:
    """How far a control goes, and where it is at first."""
    unit = f" {control.unit}" if control.unit else ""
    return f"{control.low:g} to {control.high:g}{unit}, at first {control.value:g}"
