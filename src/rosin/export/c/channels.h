/* What sixteen channels have said besides notes, to be told again to an instrument that was not there: controllers, pressure, bend, and of the
 * registered parameters the zones of MPE (6) and the range of the bend (0). */
#ifndef ROSIN_CHANNELS_H
#define ROSIN_CHANNELS_H
#include <stdint.h>
#include <string.h>

enum { DATA = 6, FINE_DATA = 38, ALL_SOUND_OFF = 120, RESET = 121, PARAMETER_FINE = 100, PARAMETER = 101 };
enum { AFTER = 128, WHEEL, ZONE, RANGE, FINE_RANGE, SAID };
typedef struct { int16_t of[16][SAID]; } Channels; /* -1: nothing */

static void forget(Channels *said) { memset(said, -1, sizeof *said); }

static void remember(Channels *said, int status, int one, int two) {
  static const uint8_t at_rest[] = {1, 2, 11, 64, AFTER, WHEEL, PARAMETER, PARAMETER_FINE};
  int16_t *of = said->of[status & 15];
  int parameter = of[PARAMETER] == 0 ? of[PARAMETER_FINE] : -1, kind = status & 0xF0;
  if (kind == 0xD0) of[AFTER] = (int16_t)one;
  if (kind == 0xE0) of[WHEEL] = (int16_t)(one | two << 7);
  if (kind != 0xB0) return;
  if (one == DATA && parameter == 6) of[ZONE] = (int16_t)two;
  else if ((one == DATA || one == FINE_DATA) && parameter == 0) of[one == DATA ? RANGE : FINE_RANGE] = (int16_t)two;
  else if (one == RESET) /* of a zone, or of a channel */
    for (int c = 0; c < 16; c++)
      for (size_t i = 0; i < sizeof at_rest && (c == (status & 15) || of[ZONE] > 0); i++) said->of[c][at_rest[i]] = -1;
  else of[one] = (int16_t)two;
}

static void tell_again(const Channels *said, void *it, void (*midi)(void *, int, int, int)) {
  static const struct { uint8_t data, parameter, said; } given[] = {{DATA, 6, ZONE}, {DATA, 0, RANGE}, {FINE_DATA, 0, FINE_RANGE}};
  static const uint8_t moved[] = {1, 2, 7, 11, 64, 74, PARAMETER, PARAMETER_FINE};
  for (size_t i = 0; i < sizeof given / sizeof *given; i++) /* zones first: they set ranges */
    for (int c = 0; c < 16; c++) {
      int value = said->of[c][given[i].said];
      if (value >= 0) midi(it, 0xB0 | c, PARAMETER, 0), midi(it, 0xB0 | c, PARAMETER_FINE, given[i].parameter), midi(it, 0xB0 | c, given[i].data, value);
    }
  for (int c = 0; c < 16; c++) {
    const int16_t *of = said->of[c];
    for (size_t i = 0; i < sizeof moved; i++)
      if (of[moved[i]] >= 0) midi(it, 0xB0 | c, moved[i], of[moved[i]]);
    if (of[AFTER] >= 0) midi(it, 0xD0 | c, of[AFTER], 0);
    if (of[WHEEL] >= 0) midi(it, 0xE0 | c, of[WHEEL] & 127, of[WHEEL] >> 7);
  }
}
#endif
