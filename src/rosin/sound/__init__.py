"""What is heard: rendering, the output chain, and a sound with its files, pictures and notebook page."""

from rosin.sound.sound import Sound as Sound
