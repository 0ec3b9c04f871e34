/* An exported instrument as a UGen of SuperCollider. Inputs: key, whose every new value strikes that key of MIDI, and below 0 lets it go;
 * strength (0 to 1), with which it is struck; bend, in semitones up to 2; then pairs of a control's index and its value. */
extern "C" {
#include "plugin.h"
}

#include <SC_PlugIn.h>

static InterfaceTable *ft;
enum { KEY, STRENGTH, BEND, PAIRS, MOST = 256 };
struct RosinUnit : public Unit {
  It *it;
  int held;
  float key, bend, seen[MOST];
};

static void send(RosinUnit *unit, int status, int one, int two) {
  uint8_t message[3] = {(uint8_t)status, (uint8_t)one, (uint8_t)two};
  tell(unit->it, message, 3);
}
static int within(float value, int most) { return value < 0 ? 0 : value > most ? most : (int)(value + 0.5f); }

static void strike(RosinUnit *unit) {
  int strength = within(127 * IN0(STRENGTH), 127);
  unit->key = IN0(KEY);
  if (unit->held >= 0) send(unit, 0x80, unit->held, 0);
  unit->held = unit->key < 0 || unit->key > 127 ? -1 : (int)unit->key;
  if (unit->held >= 0) send(unit, 0x90, unit->held, strength ? strength : 1);
}

static void play(RosinUnit *unit, int samples) {
  float *out[ROSIN_CHANNELS];
  for (int k = 0; k < ROSIN_CHANNELS; k++) out[k] = OUT(k);
  for (int i = PAIRS; i + 1 < (int)unit->mNumInputs && i - PAIRS < 2 * MOST; i += 2)
    if (float *seen = &unit->seen[(i - PAIRS) / 2]; !(*seen == IN0(i + 1))) IT(set)(unit->it, (int)IN0(i), *seen = IN0(i + 1));
  if (ROSIN_NOTES && unit->bend != IN0(BEND)) {
    unit->bend = IN0(BEND);
    int wheel = within(8192 + 4096 * unit->bend, 16383);
    send(unit, 0xE0, wheel & 127, wheel >> 7);
  }
  if (ROSIN_NOTES && unit->key != IN0(KEY)) strike(unit);
  IT(process_float)(unit->it, out, ROSIN_CHANNELS, samples);
}

static void begin(RosinUnit *unit) {
  unit->it = IT(create)(SAMPLERATE);
  unit->held = -1, unit->key = -1, unit->bend = 0;
  for (float &seen : unit->seen) seen = NAN; /* unequal to all */
  if (unit->it) SETCALC(play);
  else Print("%s: it does not run at this sample rate\n", ROSIN_ID), SETCALC(ft->fClearUnitOutputs);
  ClearUnitOutputs(unit, 1);
}

static void end(RosinUnit *unit) { IT(destroy)(unit->it); }

PluginLoad(Rosin) {
  ft = inTable;
  (*ft->fDefineUnit)(ROSIN_ID, sizeof(RosinUnit), (UnitCtorFunc)&begin, (UnitDtorFunc)&end, 0);
}
