/* Notes: channels 1 to 16, keys 0 to 127 (69 is the A of 440 Hz), velocities 0 to 1; or MIDI messages: bend, pressure, controllers 1, 2, 7,
 * 11 and 64, MPE. They take effect at the next sample: to place one inside a block, ask for the block in two parts. */
ROSIN_EXPORT void rosin_@NAME@_note_on(rosin_@NAME@ *, int channel, int key, double velocity);
ROSIN_EXPORT void rosin_@NAME@_note_off(rosin_@NAME@ *, int channel, int key);
ROSIN_EXPORT void rosin_@NAME@_midi(rosin_@NAME@ *, int status, int one, int two);
