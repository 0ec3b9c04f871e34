"""Stretches of a voice's memory on a graphics card, and arrays that are known by where they begin in them."""

from typing import NamedTuple


class Section(NamedTuple):
    """A stretch of the arena, and where it lies during a launch."""

    name: str
    offset: int
    length: int
    place: str = "global"


class ArraySpot(str):
    """An array: its address, unless it begins at a known place of the arena, or of the whole numbers."""

    section: int = 0
    offset: int | None = None
    torn: bool = False  # a record of which parts lie in several sections

    @property
    def where(self) -> tuple[int, int | None, bool]:
        """What is known of it."""
        return self.section, self.offset, self.torn


def spot(text: str, section: int, offset: int | None = None, torn: bool = False) -> ArraySpot:
    """An array in a section."""
    made = ArraySpot(text)
    made.section, made.offset, made.torn = section, offset, torn
    return made


def filled(sections: list[Section]) -> list[Section]:
    """Sections in order, with all that lies between them."""
    filled, at = list[Section](), 0
    for section in sorted(sections, key=lambda s: s.offset):
        if section.length:
            if section.offset > at or not filled:
                filled.append(Section("", at, section.offset - at))
            filled.append(section)
            at = section.offset + section.length
    return [*filled, Section("", at, 0)]
