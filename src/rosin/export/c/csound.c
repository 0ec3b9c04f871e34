/* An exported instrument as an opcode of Csound:  aleft, aright rosin_NAME Sname, kvalue, Sname, kvalue, ...
 *
 * Names are those of controls; or "key", whose every new value strikes that key of MIDI, and below 0 lets it go, with the "strength" (0 to 1)
 * that was named before it; "bend", where it plays notes and has no such control, in semitones up to 2. */
#include "plugin.h"

#include <csdl.h>
#include <string.h>

enum { MOST = 128, KEY = -1, STRENGTH = -2, BENDING = -3 };
typedef struct {
  OPDS h;
  MYFLT *out[ROSIN_CHANNELS], *given[2 * MOST];
  It *it;
  int pairs, held, what[MOST], begun[MOST];
  double seen[MOST], strength;
} Opcode;

static int end(CSOUND *cs, void *opcode) {
  Opcode *p = opcode;
  return (void)cs, IT(destroy)(p->it), p->it = NULL, OK;
}

static int named(const char *name, int *what) {
  for (int c = 0; c < ROSIN_CONTROLS; c++)
    if (!strcmp(IT(control)(c)->symbol, name)) return *what = c, 1;
  *what = !strcmp(name, "key") ? KEY : !strcmp(name, "strength") ? STRENGTH : BENDING;
  return ROSIN_NOTES && (*what != BENDING || !strcmp(name, "bend"));
}

static int begin(CSOUND *cs, Opcode *p) {
  p->it = IT(create)(cs->GetSr(cs));
  if (!p->it) return cs->InitError(cs, "%s: it does not run at this sample rate", ROSIN_ID);
  cs->RegisterDeinitCallback(cs, p, end);
  p->pairs = (int)p->h.optext->t.inArgCount / 2, p->held = -1, p->strength = 0.8;
  for (int k = 0; k < p->pairs; k++) {
    const char *name = ((STRINGDAT *)p->given[2 * k])->data;
    p->begun[k] = 0;
    if (!named(name, &p->what[k])) return cs->InitError(cs, "%s: there is no control %s", ROSIN_ID, name);
  }
  return OK;
}

static void send(Opcode *p, int status, int one, int two) {
  uint8_t message[3] = {(uint8_t)status, (uint8_t)one, (uint8_t)two};
  tell(p->it, message, 3);
}
static int seventh(double share) { return (int)(127 * (share < 0 ? 0 : share > 1 ? 1 : share) + 0.5); }

static int play(CSOUND *cs, Opcode *p) {
  for (int k = 0; k < p->pairs; k++) {
    double value = *p->given[2 * k + 1];
    if (p->begun[k] && value == p->seen[k]) continue;
    p->begun[k] = 1, p->seen[k] = value;
    if (p->what[k] >= 0) IT(set)(p->it, p->what[k], value);
    else if (p->what[k] == STRENGTH) p->strength = value;
    else if (p->what[k] == BENDING) {
      double share = value < -2 ? -1 : value > 2 ? 1 : value / 2;
      int wheel = 8192 + (int)(share < 0 ? 8192 * share - 0.5 : 8191 * share + 0.5);
      send(p, 0xE0, wheel & 127, wheel >> 7);
    } else {
      if (p->held >= 0) send(p, 0x80, p->held, 0);
      p->held = value < 0 || value > 127 ? -1 : (int)value;
      if (p->held >= 0) send(p, 0x90, p->held, seventh(p->strength) ? seventh(p->strength) : 1);
    }
  }
  int samples = (int)cs->GetKsmps(cs);
  if (sizeof(MYFLT) == sizeof(double)) IT(process)(p->it, (double *const *)p->out, ROSIN_CHANNELS, samples);
  else IT(process_float)(p->it, (float *const *)p->out, ROSIN_CHANNELS, samples);
  return OK;
}

static OENTRY localops[] = {{ROSIN_ID, sizeof(Opcode), 0, 3, ROSIN_CHANNELS == 2 ? "aa" : "a", "*", (SUBR)begin, (SUBR)play, NULL, NULL}};
LINKAGE
