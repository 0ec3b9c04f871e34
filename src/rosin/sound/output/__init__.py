"""What every sound passes before a file or a loudspeaker: no direct current, a volume, and a ceiling that no peak exceeds."""

from rosin.sound.output.chain import OutputChain as OutputChain
