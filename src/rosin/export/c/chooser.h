/* Walks the list of instruments of which one plays: the one that the first control chooses. The other controls are shares of what it calls by
 * the same name: below their first value from the low end of its range to where it is at first, above it from there to the high end. What it
 * does not have is ignored.
 *
 * All instruments are made by `create`, since nothing may be while sound is waited for. The one that is chosen begins as it does alone, knowing
 * what channels said; the one that is left ends its notes, fades, and then is what it was when it was made, of which a copy is kept: to restart
 * some takes ten milliseconds. One that does not run at the sample rate is silent. All are as late
 * as each other where none is resampled; else the latest counts. */
#ifndef ROSIN_CHOOSER_H
#define ROSIN_CHOOSER_H
#include "channels.h"
#include "rosin_state.h"

#include <stdlib.h>

#define FADING 0.02 /* s */
#define BLOCK 128

typedef struct { /* an instance of any of them is known by its address alone */
  const char *name, *title, *summary;
  void *(*create)(double);
  void (*destroy)(void *), (*restart)(void *), (*set)(void *, int, double);
  const rosin_control *(*control)(int);
  int (*latency)(const void *);
  size_t (*size)(const void *);
  void (*process)(void *, double *const *, int, int);
  void (*midi)(void *, int, int, int); /* NULL where it plays no notes */
  void (*express)(void *, int, int, int, double);
} Kind;
#define EACH(prefix, name, title, summary, notes)                                                                                        \
  void *prefix##_create(double), prefix##_destroy(void *), prefix##_restart(void *), prefix##_set(void *, int, double);                  \
  const rosin_control *prefix##_control(int);                                                                                            \
  int prefix##_latency(const void *);                                                                                                    \
  size_t prefix##_size(const void *);                                                                                                    \
  void prefix##_process(void *, double *const *, int, int), prefix##_midi(void *, int, int, int), prefix##_note_express(void *, int, int, int, double);
ROSIN_KINDS
#undef EACH
#define WITH_NOTES(prefix) prefix##_midi, prefix##_note_express
#define WITHOUT_NOTES(prefix) NULL, NULL
#define EACH(prefix, name, title, summary, notes)                                                                                        \
  {name, title, summary, prefix##_create, prefix##_destroy, prefix##_restart, prefix##_set, prefix##_control, prefix##_latency, prefix##_size, prefix##_process, notes(prefix)},
static const Kind kinds[] = {ROSIN_KINDS};
enum { KINDS = sizeof kinds / sizeof *kinds };
static const int16_t own[KINDS][ROSIN_CONTROLS]; /* of each instrument what it calls by the names of these controls, or -1 */
static const rosin_control described[ROSIN_CONTROLS];

typedef struct {
  void *it, *copy;        /* an instance, and a copy of it from before it did anything */
  int32_t left, on, told; /* samples until it has faded; whether it is chosen, or fades; whether it has heard of notes */
} Player;
struct ROSIN_TYPE {
  int32_t now, fade; /* the one that plays; samples that fading takes */
  Player player[KINDS];
  double value[ROSIN_CONTROLS], loaded[ROSIN_CONTROLS];
  Channels said;
  double made[ROSIN_HEARD][BLOCK], mixed[ROSIN_HEARD][BLOCK];
};
typedef struct ROSIN_TYPE Rosin;

/* controls */

static double within(int control, double value) {
  const rosin_control *c = &described[control];
  value = !(value == value) ? c->value : value < c->low ? c->low : value > c->high ? c->high : value;
  return control ? value : (int)(value + 0.5);
}

static double reached(const rosin_control *c, double share, double first) { /* what a share is in its range; the first one stands for its value */
  if (share < first) return c->low + share / first * (c->value - c->low);
  return share > first ? c->value + (share - first) / (1 - first) * (c->high - c->value) : c->value;
}

static void turn(Rosin *r, int control) {
  const Kind *kind = &kinds[r->now];
  Player *now = &r->player[r->now];
  int its = own[r->now][control];
  if (its >= 0 && now->it) kind->set(now->it, its, reached(kind->control(its), r->value[control], described[control].value));
}

static void choose(Rosin *r, int kind) {
  Player *before = &r->player[r->now], *now = &r->player[kind];
  if (now == before) return;
  for (int c = 0; before->told && c < 16; c++) kinds[r->now].midi(before->it, 0xB0 | c, ALL_SOUND_OFF, 0);
  r->now = kind, now->on = 1;
  if (now->it && kinds[kind].midi) tell_again(&r->said, now->it, kinds[kind].midi);
  for (int c = 1; c < ROSIN_CONTROLS; c++) turn(r, c);
}

ROSIN_EXPORT int ROSIN(controls)(void) { return ROSIN_CONTROLS; }
ROSIN_EXPORT const rosin_control *ROSIN(control)(int control) { return control >= 0 && control < ROSIN_CONTROLS ? &described[control] : NULL; }
ROSIN_EXPORT double ROSIN(get)(const Rosin *r, int control) { return control >= 0 && control < ROSIN_CONTROLS ? r->value[control] : 0; }
ROSIN_EXPORT void ROSIN(set)(Rosin *r, int control, double value) {
  if (control < 0 || control >= ROSIN_CONTROLS) return;
  r->value[control] = within(control, value);
  if (control) turn(r, control);
  else choose(r, (int)r->value[0]);
}

/* an instance */

ROSIN_EXPORT void ROSIN(destroy)(Rosin *r) {
  for (int k = 0; r && k < KINDS; k++) kinds[k].destroy(r->player[k].it), free(r->player[k].copy);
  free(r);
}

ROSIN_EXPORT Rosin *ROSIN(create)(double sample_rate) {
  Rosin *r = calloc(1, sizeof *r);
  int made = 0;
  if (!r) return NULL;
  r->fade = (int32_t)(FADING * sample_rate);
  for (int k = 0; k < KINDS; k++) {
    Player *p = &r->player[k];
    p->left = r->fade;
    if (!(p->it = kinds[k].create(sample_rate))) continue;
    if (!(p->copy = malloc(kinds[k].size(p->it)))) return ROSIN(destroy)(r), NULL;
    memcpy(p->copy, p->it, kinds[k].size(p->it)), made++;
  }
  r->player[0].on = 1;
  for (int c = 0; c < ROSIN_CONTROLS; c++) r->value[c] = described[c].value;
  forget(&r->said);
  return made ? r : (ROSIN(destroy)(r), NULL);
}

static void rest(Rosin *r, int kind) {
  Player *p = &r->player[kind];
  if (p->it) memcpy(p->it, p->copy, kinds[kind].size(p->it));
  p->left = r->fade, p->on = p->told = 0;
}

ROSIN_EXPORT void ROSIN(restart)(Rosin *r) {
  Player *now = &r->player[r->now];
  for (int k = 0; k < KINDS; k++)
    if (k != r->now && r->player[k].on) rest(r, k);
  if (now->it) kinds[r->now].restart(now->it), now->left = r->fade, now->told = 0;
  forget(&r->said);
}

ROSIN_EXPORT int ROSIN(channels)(void) { return ROSIN_HEARD; }
ROSIN_EXPORT int ROSIN(latency)(const Rosin *r) {
  int most = 0;
  for (int k = 0; k < KINDS; k++) {
    int its = r->player[k].it ? kinds[k].latency(r->player[k].it) : 0;
    if (its > most) most = its;
  }
  return most;
}

/* sound */

static void add(Rosin *r, int kind, int32_t n) {
  Player *p = &r->player[kind];
  double *out[2] = {r->made[0], r->made[ROSIN_HEARD - 1]};
  kinds[kind].process(p->it, out, ROSIN_HEARD, n);
  for (int32_t i = 0; i < n; i++) {
    if (kind != r->now) p->left -= p->left > 0;
    else p->left += p->left < r->fade; /* chosen again before it had faded */
    for (int k = 0; k < ROSIN_HEARD; k++) r->mixed[k][i] += (double)p->left / r->fade * r->made[k][i];
  }
  if (!p->left) rest(r, kind);
}

static void sound(Rosin *r, int32_t n) {
  memset(r->mixed, 0, sizeof r->mixed);
  for (int k = 0; k < KINDS; k++)
    if (r->player[k].it && r->player[k].on) add(r, k, n);
}

#define PROCESS(NAME, TYPE)                                                                                       \
  ROSIN_EXPORT void ROSIN(NAME)(Rosin *r, TYPE *const *out, int channels, int frames) {                            \
    for (int32_t begin = 0, n; begin < frames; begin += n) {                                                       \
      n = frames - begin < BLOCK ? frames - begin : BLOCK;                                                         \
      sound(r, n);                                                                                                 \
      for (int k = 0; k < channels; k++)                                                                           \
        for (int32_t i = 0; i < n; i++) out[k][begin + i] = (TYPE)r->mixed[k < ROSIN_HEARD ? k : ROSIN_HEARD - 1][i]; \
    }                                                                                                              \
  }
PROCESS(process, double)
PROCESS(process_float, float)

/* notes */

#if ROSIN_NOTES
ROSIN_EXPORT void ROSIN(midi)(Rosin *r, int status, int one, int two) {
  Player *p = &r->player[r->now];
  if (status < 0x80 || status > 0xEF || one < 0 || one > 127 || two < 0 || two > 127) return;
  remember(&r->said, status, one, two);
  if (p->it && kinds[r->now].midi) kinds[r->now].midi(p->it, status, one, two), p->told = 1;
}
ROSIN_EXPORT void ROSIN(note_express)(Rosin *r, int channel, int key, int expression, double value) {
  Player *p = &r->player[r->now];
  if (p->it && kinds[r->now].express) kinds[r->now].express(p->it, channel, key, expression, value);
}
ROSIN_EXPORT void ROSIN(note_on)(Rosin *r, int channel, int key, double velocity) {
  int struck = velocity > 1 ? 127 : velocity > 0 ? (int)(127 * velocity + 0.5) : 0;
  ROSIN(midi)(r, 0x90 + ((channel - 1) & 15), key, struck > 0 ? struck : 1);
}
ROSIN_EXPORT void ROSIN(note_off)(Rosin *r, int channel, int key) { ROSIN(midi)(r, 0x80 + ((channel - 1) & 15), key, 0); }
#endif

/* what there is to choose from */

const char *ROSIN(name)(int kind) { return kinds[kind].name; }
const char *ROSIN(title)(int kind) { return kinds[kind].title; }
const char *ROSIN(summary)(int kind) { return kinds[kind].summary; }

/* state: the instrument by its name, in that of its entry */

static const char CHOSEN[] = "instrument ";

size_t ROSIN(pack)(const double *value, void *state, size_t size) {
  const char *name = kinds[(int)value[0]].name;
  size_t its = strlen(CHOSEN), needed = sizeof MAGIC + entry_size(its + strlen(name));
  for (int c = 1; c < ROSIN_CONTROLS; c++) needed += entry_size(strlen(described[c].symbol));
  if (!state || size < needed) return needed;
  unsigned char *to = state;
  memcpy(to, MAGIC, sizeof MAGIC), to += sizeof MAGIC;
  memcpy(to, CHOSEN, its), to = put_entry(to + its, name, strlen(name), value[0]);
  for (int c = 1; c < ROSIN_CONTROLS; c++) to = put_entry(to, described[c].symbol, strlen(described[c].symbol), value[c]);
  return needed;
}

static int same(const char *words, const void *name, size_t length) { return strlen(words) == length && !memcmp(words, name, length); }

int ROSIN(unpack)(double *value, const void *state, size_t size) { /* what is not named is as at first, but for the instrument: it stays */
  const unsigned char *from = first_entry(state, size), *end = (const unsigned char *)state + size;
  size_t its = strlen(CHOSEN);
  if (!from) return 0;
  for (int c = 1; c < ROSIN_CONTROLS; c++) value[c] = described[c].value;
  while (from < end) {
    size_t name;
    double saved;
    const unsigned char *next = get_entry(from, end, &name, &saved);
    if (!next) return 0;
    for (int c = 1; c < ROSIN_CONTROLS; c++)
      if (same(described[c].symbol, from, name)) value[c] = within(c, saved);
    for (int k = 0; name > its && !memcmp(from, CHOSEN, its) && k < KINDS; k++)
      if (same(kinds[k].name, from + its, name - its)) value[0] = k;
    from = next;
  }
  return 1;
}

ROSIN_EXPORT size_t ROSIN(save)(const Rosin *r, void *state, size_t size) { return ROSIN(pack)(r->value, state, size); }
ROSIN_EXPORT int ROSIN(load)(Rosin *r, const void *state, size_t size) {
  r->loaded[0] = r->value[0];
  if (!ROSIN(unpack)(r->loaded, state, size)) return 0;
  for (int c = 0; c < ROSIN_CONTROLS; c++) ROSIN(set)(r, c, r->loaded[c]);
  return 1;
}
#endif
