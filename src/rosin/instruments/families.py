"""The families by which instruments are shown: the word in a file, and the heading of its shelf, in the order of the shelves."""

from typing import Literal, get_args

Family = Literal["bowed", "rolled", "rubbed", "struck", "plucked", "squeaks", "your own"]
OWN: Family = "your own"  # of a file that names none
HEADINGS: dict[str, str] = {
    "bowed": "Bowed strings",
    "rolled": "Rolled, scraped, shaken",
    "rubbed": "Rubbed until they sing",
    "struck": "Struck",
    "plucked": "Plucked",
    "squeaks": "Squeaks and creaks",
    OWN: "Your own",
}
assert tuple(HEADINGS) == get_args(Family)
