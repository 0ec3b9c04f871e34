/* Notes: channels 1 to 16, keys 0 to 127 (69 is the A of 440 Hz), velocities 0 to 1; or MIDI messages: bend, pressure, controllers 1, 2, 7,
 * 11 and 64, MPE. They take effect at the next sample: to place one inside a block, ask for the block in two parts. */
ROSIN_EXPORT void rosin_@NAME@_note_on(rosin_@NAME@ *, int channel, int key, double velocity);
ROSIN_EXPORT void rosin_@NAME@_note_off(rosin_@NAME@ *, int channel, int key);
/* Of a note that is held, or with key -1 of all on a channel: its volume (a factor, 0 to 2), its tuning (semitones, -60 to 60), its vibrato,
 * expression and pressure (0 to 1), which are gone with it. */
#ifndef ROSIN_EXPRESSIONS
#define ROSIN_EXPRESSIONS
enum { ROSIN_VOLUME = 0, ROSIN_TUNING = 2, ROSIN_VIBRATO = 3, ROSIN_EXPRESSION = 4, ROSIN_PRESSURE = 6 };
#endif
ROSIN_EXPORT void rosin_@NAME@_note_express(rosin_@NAME@ *, int channel, int key, int expression, double value);
ROSIN_EXPORT void rosin_@NAME@_midi(rosin_@NAME@ *, int status, int one, int two);
