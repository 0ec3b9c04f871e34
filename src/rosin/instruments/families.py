"""The families by which instruments are shown: the word in a file, and the heading of its shelf, in the order of the shelves."""

from typing import Literal, get_args

Family = Literal["bowed", "plucked", "rubbed", "struck", "rolled", "squeaks", "your own"]
OWN: Family = "your own"  # of a file that names none
HEADINGS: dict[str, str] = {
    "bowed": "Bowed strings",
    "plucked": "Plucked and hammered",
    "rubbed": "Rubbed until they sing",
    "struck": "Struck",
    "rolled": "Rolled, scraped, shaken",
    "squeaks": "Squeaks and creaks",
    OWN: "Your own",
}
assert tuple(HEADINGS) == get_args(Family)
