/* Walks the tables of an exported instrument. It knows memory, blocks and controls, and no physics: all that computes is a kernel.
 *
 * A program is three kernels over an arena of real and one of whole numbers; the tables say what is in them before the first sample,
 * and where a host reads and writes. Nothing is allocated but in `create`, nothing is locked, nothing is kept outside an instance. */
#ifndef ROSIN_RUNTIME_H
#define ROSIN_RUNTIME_H
#include "rosin_state.h"

#include <stdlib.h>
#include <string.h>

enum { RATE, IN, OUT, GOALS, PRESENT, TRACES, CHANGED, LIVE, PLACES }; /* where a host reads and writes; the last two among whole numbers */
enum { CHAIN = -1, NOWHERE = -2 };
#define BLOCK 128 /* samples that rows hold */
#define LINE 8    /* doubles in a cache line, on which arenas begin */

typedef struct { int32_t at, length, size, from; } Run; /* real numbers, which are double, float or int16_t by their size */
typedef struct {
  int32_t size, wholes, runs;
  const Run *run;
  const int32_t *whole, *given; /* whole numbers; where each record of parameters begins */
  int32_t place[PLACES];
} Memory;
typedef void Process(double *, int32_t *, int32_t);
typedef struct {
  void (*prepare)(double *, int32_t *), (*start)(double *, int32_t *);
  Process *process, *fast; /* fast: the same for processors with wide vectors, or NULL */
  const Memory *memory;    /* one for each rate */
} Program;
typedef struct { int32_t channels, box, watched; } Layer; /* channels that are heard; the soundbox that hears them, or CHAIN; has traces */
typedef struct { int32_t layer, row; } Move;
typedef struct { int32_t layer, record, index; } Slot;
typedef struct {
  int32_t name, moves, slots, louder; /* name: its length */
  int32_t knob, at_least, at_most;    /* of those with curves; controls that it must not go below and above; or -1 */
  int32_t macro;                      /* of those that turn others; or -1 */
  const Move *move;       /* rows of controls that follow it */
  const Slot *slot;       /* parameters that are it */
  const int32_t *loud;    /* layers that it makes louder, in dB */
} Action;
typedef struct {
  const Program *program;
  int32_t outputs, row; /* numbers that go to slots, and those after them, which are of a tuning */
  const Slot *output;
} Turning;
typedef struct { int32_t macro, control; } Turn;
typedef struct { const Program *program; int32_t turns; const Turn *turn; } Macros;
typedef struct { int32_t layer, record, changed; } Place; /* a body that notes are given to, and its parameters */
typedef struct { double factor, constant; } Rule; /* y factor; or, with a constant C, 1 / (C + (1 / y - C) factor); or C, without a factor */
typedef struct { uint16_t tuning, at, length, rule; } Patch; /* of a tuning: numbers by a rule, counted from 1, of the last one's, or others: 0 */
typedef struct { int32_t layer, row, follows; } Lead;      /* a row of a layer, and the one of the player that it follows */
typedef struct {
  const Program *player;
  int32_t controls, places, leads, patches, runs, offset; /* rows of a layer; of a tuning: where its numbers begin in a body's */
  const Place *place;
  const Lead *lead;
  const Patch *patch;   /* by which each tuning differs from the one before it */
  const Rule *rule;
  const Run *run;       /* the first tuning */
  const double *number; /* of all patches that have some */
  const int8_t *bit;    /* by which last bits others miss their numbers */
} Notes;
typedef struct { double *reals; int32_t *wholes; const Memory *memory; const Program *program; Process *process; } Arena;

typedef struct {
  int32_t rates, layers, boxes, controls, channels, heard;
  const double *rate;
  double lowest, highest;
  const Layer *layer;
  const int32_t *box_channels;
  const Program *voice, *box, *chain, *levels, *lengths;
  const Program *bridge; /* to rates for which it was not made, or NULL */
  const int32_t *length_place; /* where the chain keeps the lengths of its limiter, among its whole numbers */
  const Notes *notes;
  const Turning *turning;
  const Macros *macros;
  const Action *action;
  const double *doubles; /* what runs are made of */
  const float *floats;
  const int16_t *int16_ts;
} Instrument;

struct ROSIN_TYPE {
  double rate, host; /* at which it is made, and is heard */
  size_t size; /* bytes, all told */
  int32_t latency;
  Arena *layer, *box, chain, levels, player, turning, macros, bridge;
  int32_t *tuned; /* of each body that notes are given to, its tuning, or -1 */
  double *value, *loaded; /* of each control; and those of a state */
  unsigned char *stale;  /* layers, chain, levels, turning: to be prepared before the next block */
};
typedef struct ROSIN_TYPE Rosin;
static const Instrument instrument;
static const rosin_control described[];

/* arenas */

static size_t lines(size_t bytes) { return (bytes + 8 * LINE - 1) / (8 * LINE) * (8 * LINE); }
static size_t arena_bytes(const Memory *m) { return lines(sizeof(double) * m->size) + lines(sizeof(int32_t) * m->wholes); }
static double *at(const Arena *a, int place) { return a->reals + a->memory->place[place]; }

#if ROSIN_FAST
#include <cpuid.h>
static int wide(void) { /* whether this processor and its system have what x86-64-v4 has: 512 bits, fused multiply-add and all before */
  const unsigned basic = 1u << 12 | 1u << 22 | 1u << 27 | 1u << 28 | 1u << 29; /* fma, movbe, osxsave, avx, f16c */
  const unsigned more = 1u << 3 | 1u << 5 | 1u << 8;                            /* bmi, avx2, bmi2 */
  const unsigned vectors = 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30 | 1u << 31; /* avx512 f, dq, cd, bw, vl */
  unsigned a, b, c, d, low, high;
  if (!__get_cpuid(1, &a, &b, &c, &d) || (c & basic) != basic) return 0;
  __asm__ volatile(".byte 0x0f, 0x01, 0xd0" : "=a"(low), "=d"(high) : "c"(0)); /* xgetbv: what the system keeps of each thread */
  if ((low & 0xe6) != 0xe6) return 0;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (b & (more | vectors)) != (more | vectors)) return 0;
  return __get_cpuid(0x80000001u, &a, &b, &c, &d) && (c & 1u << 5);
}
#else
static int wide(void) { return 0; }
#endif

static char *lay(Arena *a, const Program *program, int plan, char *next) {
  a->program = program, a->memory = &program->memory[plan];
  a->process = program->fast && wide() ? program->fast : program->process;
  a->reals = (double *)next, next += lines(sizeof(double) * a->memory->size);
  a->wholes = (int32_t *)next;
  return next + lines(sizeof(int32_t) * a->memory->wholes);
}

static void lay_down(double *reals, const Run *run, int32_t runs) {
  for (const Run *end = run + runs; run < end; run++) {
    double *to = reals + run->at;
    if (run->size == sizeof(double)) memcpy(to, instrument.doubles + run->from, sizeof(double) * run->length);
    for (int32_t k = 0; k < run->length && run->size == sizeof(float); k++) to[k] = instrument.floats[run->from + k];
    for (int32_t k = 0; k < run->length && run->size == sizeof(int16_t); k++) to[k] = instrument.int16_ts[run->from + k];
  }
}

static void fill(Arena *a, double rate) {
  const Memory *m = a->memory;
  memset(a->reals, 0, sizeof(double) * m->size);
  lay_down(a->reals, m->run, m->runs);
  memcpy(a->wholes, m->whole, sizeof(int32_t) * m->wholes);
  *at(a, RATE) = rate;
}

static void prepare(Arena *a) { a->program->prepare(a->reals, a->wholes); }
static void start(Arena *a) { a->program->start(a->reals, a->wholes); }
static void process(const Arena *a, int32_t n) { a->process(a->reals, a->wholes, n); }

/* controls */

static int32_t *live(const Arena *a) { return &a->wholes[a->memory->place[LIVE]]; } /* whether hands lead it, not notes */

static void hold(Rosin *r, int32_t layer, int32_t row) { /* where notes lead, what they do not lead stays where hands put it */
  const Arena *of = &r->layer[layer];
  for (int32_t i = 0; instrument.notes && i < instrument.notes->places; i++)
    if (instrument.notes->place[i].layer == layer) {
      for (int32_t k = 0; k < BLOCK; k++) at(of, IN)[row * BLOCK + k] = at(of, GOALS)[row];
      return;
    }
}

static void take_over(Rosin *r, int32_t layer, int32_t row) { /* a hand moves what notes led: from now on, until a note comes, it leads */
  for (int32_t i = 0; instrument.notes && i < instrument.notes->leads; i++)
    if (instrument.notes->lead[i].layer == layer && instrument.notes->lead[i].row == row) *live(&r->layer[layer]) = 1;
}

static double within(int32_t control, double value) {
  const rosin_control *c = &described[control];
  return !(value == value) ? c->value : value < c->low ? c->low : value > c->high ? c->high : value;
}

static double held(const Rosin *r, int32_t control, double value) { /* by the control that it must not pass */
  const Action *a = &instrument.action[control];
  if (a->at_least >= 0 && value < r->value[a->at_least]) value = r->value[a->at_least];
  if (a->at_most >= 0 && value > r->value[a->at_most]) value = r->value[a->at_most];
  return value;
}

static double *slot_of(Rosin *r, const Slot *s) {
  const Arena *of = s->layer == CHAIN ? &r->chain : &r->layer[s->layer];
  return of->reals + of->memory->given[s->record] + s->index;
}

static void put(Rosin *r, const Slot *s, double value) {
  double *to = slot_of(r, s);
  if (*to == value) return;
  *to = value;
  r->stale[s->layer == CHAIN ? instrument.layers : s->layer] = 1;
}

static void apply(Rosin *r, int32_t control, int at_once) {
  const Action *a = &instrument.action[control];
  double value = r->value[control];
  for (int32_t i = 0; i < a->moves; i++) {
    const Arena *of = &r->layer[a->move[i].layer];
    at(of, GOALS)[a->move[i].row] = value;
    if (at_once) at(of, PRESENT)[a->move[i].row] = value;
    hold(r, a->move[i].layer, a->move[i].row);
    if (!at_once) take_over(r, a->move[i].layer, a->move[i].row);
  }
  for (int32_t i = 0; i < a->slots; i++) put(r, &a->slot[i], value);
  if (a->louder) r->stale[instrument.layers + 1] = 1;
  if (a->knob >= 0) at(&r->turning, IN)[a->knob] = value;
  if (a->knob >= 0 && !(at_once && value == described[control].value)) r->stale[instrument.layers + 2] = 1;
}

static void sum_levels(Rosin *r) {
  double *more = at(&r->levels, IN);
  for (int32_t l = 0; l < instrument.layers; l++) more[l] = 0;
  for (int32_t c = 0; c < instrument.controls; c++)
    for (int32_t i = 0; i < instrument.action[c].louder; i++)
      more[instrument.action[c].loud[i]] += r->value[c] - described[c].value;
}

static void tune(Rosin *r, int32_t place, int32_t tuning);

static void turn(Rosin *r) { /* what knobs with curves make of the numbers that programs read, and of the tunings that sound */
  const Turning *t = instrument.turning;
  prepare(&r->turning);
  for (int32_t i = 0; i < t->outputs; i++)
    if (t->output[i].layer != NOWHERE) put(r, &t->output[i], at(&r->turning, OUT)[i]);
  for (int32_t i = 0; t->row && instrument.notes && i < instrument.notes->places; i++)
    if (r->tuned[i] >= 0) r->stale[instrument.notes->place[i].layer] = 1, tune(r, i, r->tuned[i]);
}

static void prepare_again(Rosin *r) {
  unsigned char *stale = r->stale;
  if (stale[instrument.layers + 2]) stale[instrument.layers + 2] = 0, turn(r);
  for (int32_t l = 0; l < instrument.layers; l++)
    if (stale[l]) stale[l] = 0, prepare(&r->layer[l]);
  if (stale[instrument.layers]) stale[instrument.layers] = 0, prepare(&r->chain);
  if (stale[instrument.layers + 1]) stale[instrument.layers + 1] = 0, sum_levels(r), prepare(&r->levels);
}

/* an instance */

static int plan_of(double rate) {
  int found = -1, most = 0;
  if (!(rate >= instrument.lowest && rate <= instrument.highest)) return -1;
  for (int i = 0; i < instrument.rates; i++) {
    if (instrument.rate[i] > instrument.rate[most]) most = i;
    if (instrument.rate[i] >= rate && (found < 0 || instrument.rate[i] < instrument.rate[found])) found = i;
  }
  return found < 0 ? most : found;
}

static void measure(Rosin *r) { /* the limiter is as long as this rate has it */
  double lengths[1 + 4] = {r->rate};
  int32_t none[1] = {0};
  instrument.lengths->prepare(lengths, none);
  for (int i = 0; i < 4; i++) r->chain.wholes[instrument.length_place[i]] = (int32_t)lengths[1 + i];
  r->latency = (int32_t)lengths[1 + 2];
}

ROSIN_EXPORT Rosin *ROSIN(create)(double sample_rate) {
  int plan = plan_of(sample_rate);
  if (plan < 0) return NULL;
  int32_t n = instrument.layers, m = instrument.boxes;
  size_t heads = lines(sizeof(Rosin)), arenas = lines(sizeof(Arena) * (n + m)), values = lines(sizeof(double) * 2 * instrument.controls);
  size_t total = heads + arenas + values + lines(n + 3) + arena_bytes(&instrument.chain->memory[plan]) + arena_bytes(&instrument.levels->memory[plan]);
  if (instrument.macros) total += arena_bytes(&instrument.macros->program->memory[plan]);
  if (instrument.turning) total += arena_bytes(&instrument.turning->program->memory[plan]);
  if (instrument.notes) total += arena_bytes(&instrument.notes->player->memory[plan]) + lines(sizeof(int32_t) * instrument.notes->places);
  int bridged = instrument.bridge && instrument.rate[plan] != sample_rate;
  if (bridged) total += arena_bytes(&instrument.bridge->memory[plan]);
  for (int32_t l = 0; l < n; l++) total += arena_bytes(&instrument.voice[l].memory[plan]);
  for (int32_t b = 0; b < m; b++) total += arena_bytes(&instrument.box[b].memory[plan]);
  char *room = malloc(total + 8 * LINE + sizeof(void *));
  if (!room) return NULL;
  char *next = room + sizeof(void *);
  next += (8 * LINE - (uintptr_t)next % (8 * LINE)) % (8 * LINE);
  memset(next, 0, total);
  Rosin *r = (Rosin *)next;
  ((void **)next)[-1] = room; /* what `destroy` gives back */
  r->rate = bridged ? instrument.rate[plan] : sample_rate, r->host = sample_rate, r->size = total, next += heads;
  r->layer = (Arena *)next, r->box = r->layer + n, next += arenas;
  r->value = (double *)next, r->loaded = r->value + instrument.controls, next += values;
  r->stale = (unsigned char *)next, next += lines(n + 3);
  for (int32_t l = 0; l < n; l++) next = lay(&r->layer[l], &instrument.voice[l], plan, next);
  for (int32_t b = 0; b < m; b++) next = lay(&r->box[b], &instrument.box[b], plan, next);
  next = lay(&r->chain, instrument.chain, plan, next);
  next = lay(&r->levels, instrument.levels, plan, next);
  if (bridged) next = lay(&r->bridge, instrument.bridge, plan, next);
  if (instrument.macros) next = lay(&r->macros, instrument.macros->program, plan, next);
  if (instrument.turning) next = lay(&r->turning, instrument.turning->program, plan, next);
  if (instrument.notes) r->tuned = (int32_t *)lay(&r->player, instrument.notes->player, plan, next);
  for (int32_t c = 0; c < instrument.controls; c++) r->value[c] = described[c].value;
  ROSIN(restart)(r);
  return r;
}

ROSIN_EXPORT void ROSIN(destroy)(Rosin *r) {
  if (r) free(((void **)r)[-1]);
}

ROSIN_EXPORT void ROSIN(restart)(Rosin *r) {
  int32_t n = instrument.layers;
  for (int32_t l = 0; l < n; l++) fill(&r->layer[l], r->rate);
  for (int32_t b = 0; b < instrument.boxes; b++) fill(&r->box[b], r->rate), prepare(&r->box[b]), start(&r->box[b]);
  fill(&r->chain, r->rate), fill(&r->levels, r->rate);
  measure(r);
  if (instrument.macros) fill(&r->macros, r->rate);
  if (instrument.turning) fill(&r->turning, r->rate), prepare(&r->turning);
  if (instrument.notes) {
    for (int32_t i = 0; i < instrument.notes->places; i++) r->tuned[i] = -1;
    fill(&r->player, r->rate), start(&r->player);
    for (int32_t i = 0; i < instrument.notes->places; i++)
      for (int32_t row = 0; row < instrument.notes->controls; row++) hold(r, instrument.notes->place[i].layer, row);
  }
  for (int32_t c = 0; c < instrument.controls; c++) apply(r, c, 1);
  memset(r->stale, 1, n + 2);
  prepare_again(r);
  for (int32_t l = 0; l < n; l++) start(&r->layer[l]);
  start(&r->chain);
  if (!r->bridge.program) return;
  fill(&r->bridge, r->host), *at(&r->bridge, PRESENT) = r->latency;
  prepare(&r->bridge), start(&r->bridge);
  r->latency = (int32_t)at(&r->bridge, GOALS)[2];
}

ROSIN_EXPORT int ROSIN(controls)(void) { return instrument.controls; }
ROSIN_EXPORT const rosin_control *ROSIN(control)(int control) {
  return control >= 0 && control < instrument.controls ? &described[control] : NULL;
}
ROSIN_EXPORT int ROSIN(channels)(void) { return instrument.heard; }
ROSIN_EXPORT int ROSIN(latency)(const Rosin *r) { return r->latency; }
ROSIN_EXPORT double ROSIN(get)(const Rosin *r, int control) {
  return control >= 0 && control < instrument.controls ? r->value[control] : 0;
}

static void turn_macro(Rosin *r, int32_t macro, double value);

ROSIN_EXPORT void ROSIN(set)(Rosin *r, int control, double value) {
  if (control < 0 || control >= instrument.controls) return;
  value = held(r, control, within(control, value));
  if (value == r->value[control]) return;
  r->value[control] = value;
  if (instrument.action[control].macro >= 0) turn_macro(r, instrument.action[control].macro, value);
  else apply(r, control, 0);
}

static void turn_macro(Rosin *r, int32_t macro, double value) {
  const Macros *m = instrument.macros;
  at(&r->macros, IN)[macro] = value;
  prepare(&r->macros);
  for (int32_t i = 0; i < m->turns; i++)
    if (m->turn[i].macro == macro) ROSIN(set)(r, m->turn[i].control, at(&r->macros, OUT)[i]);
}

/* sound */

static void mix(double *into, int32_t channels, const double *from, int32_t own, double gain, int32_t n) {
  for (int32_t k = 0; k < channels; k++) {
    double *to = into + k * BLOCK;
    const double *row = from + (k < own ? k : own - 1) * BLOCK;
    for (int32_t i = 0; i < n; i++) to[i] += gain * row[i];
  }
}

static void silence(double *rows, int32_t channels, int32_t n) {
  for (int32_t k = 0; k < channels; k++) memset(rows + k * BLOCK, 0, sizeof(double) * n);
}

static void lead(Rosin *r, int32_t n) { /* the rows of all bodies that notes are given to, unless hands lead them */
  const Notes *notes = instrument.notes;
  int32_t led = 0;
  for (int32_t i = 0; i < notes->places; i++) led += !*live(&r->layer[notes->place[i].layer]);
  if (!led) return;
  process(&r->player, n);
  for (int32_t i = 0; i < notes->leads; i++) {
    const Arena *of = &r->layer[notes->lead[i].layer];
    if (!*live(of)) memcpy(at(of, IN) + notes->lead[i].row * BLOCK, at(&r->player, OUT) + notes->lead[i].follows * BLOCK, sizeof(double) * n);
  }
}

static const double *sound(Rosin *r, int32_t n) {
  prepare_again(r);
  if (instrument.notes) lead(r, n);
  const double *gain = at(&r->levels, OUT);
  silence(at(&r->chain, IN), instrument.channels, n);
  for (int32_t b = 0; b < instrument.boxes; b++) silence(at(&r->box[b], IN), 1, n);
  for (int32_t l = 0; l < instrument.layers; l++) {
    Arena *a = &r->layer[l];
    const Layer *layer = &instrument.layer[l];
    process(a, n);
    if (layer->box == CHAIN) mix(at(&r->chain, IN), instrument.channels, at(a, OUT), layer->channels, gain[l], n);
    else mix(at(&r->box[layer->box], IN), 1, at(a, OUT), 1, gain[l], n);
  }
  for (int32_t b = 0; b < instrument.boxes; b++) {
    Arena *a = &r->box[b];
    process(a, n);
    mix(at(&r->chain, IN), instrument.channels, at(a, OUT), instrument.box_channels[b], 1, n);
  }
  process(&r->chain, n);
  return at(&r->chain, OUT);
}

static const double *bridged(Rosin *r, int32_t n) { /* as many samples as these need, and what becomes of them */
  double *asked = at(&r->bridge, GOALS);
  asked[0] = n, process(&r->bridge, 0);
  for (int32_t left = (int32_t)asked[1], m; left > 0; left -= m) {
    m = left < BLOCK ? left : BLOCK;
    const double *made = sound(r, m);
    for (int32_t k = 0; k < instrument.heard; k++) memcpy(at(&r->bridge, IN) + k * BLOCK, made + k * BLOCK, sizeof(double) * m);
    process(&r->bridge, m);
  }
  process(&r->bridge, -n);
  return at(&r->bridge, OUT);
}

#define PROCESS(NAME, TYPE)                                                                                       \
  ROSIN_EXPORT void ROSIN(NAME)(Rosin *r, TYPE *const *out, int channels, int frames) {                            \
    for (int32_t begin = 0, n; begin < frames; begin += n) {                                                       \
      n = frames - begin < BLOCK ? frames - begin : BLOCK;                                                         \
      const double *made = r->bridge.program ? bridged(r, n) : sound(r, n);                                         \
      for (int k = 0; k < channels; k++) {                                                                         \
        const double *row = made + (k < instrument.heard ? k : instrument.heard - 1) * BLOCK;                      \
        for (int32_t i = 0; i < n; i++) out[k][begin + i] = (TYPE)row[i];                                          \
      }                                                                                                            \
    }                                                                                                              \
  }
PROCESS(process, double)
PROCESS(process_float, float)

/* Force (N) of what is rubbed in a layer, and BLOCK numbers further its relative velocity (m/s), over the last block of at most BLOCK samples;
 * NULL where the layer keeps no traces. For hosts that are built with it. */
const double *ROSIN(slid)(const Rosin *r, int layer) {
  return layer >= 0 && layer < instrument.layers && instrument.layer[layer].watched ? at(&r->layer[layer], TRACES) : NULL;
}

/* For them too: a number among the parameters of a layer or the CHAIN; all that were written are taken over together, by `renew`. */
void ROSIN(poke)(Rosin *r, int layer, int record, int index, double value) {
  const Arena *of = layer == CHAIN ? &r->chain : &r->layer[layer];
  of->reals[of->memory->given[record] + index] = value;
}
void ROSIN(renew)(Rosin *r, int layer) { r->stale[layer == CHAIN ? instrument.layers : layer] = 1; }

/* And: an instance is so many bytes from its address on. Put back there, they make it what it was. */
size_t ROSIN(size)(const Rosin *r) { return r->size; }

/* notes */

static void patch_up(const Notes *notes, int32_t tuning, double *to) { /* the numbers of a tuning, by way of those before it */
  const double *number = notes->number;
  const int8_t *bit = notes->bit;
  lay_down(to, notes->run, notes->runs);
  for (const Patch *p = notes->patch; p < notes->patch + notes->patches && p->tuning <= tuning; p++) {
    if (!p->rule) memcpy(to + p->at, number, sizeof(double) * p->length), number += p->length;
    for (int32_t i = p->at; p->rule && i < p->at + p->length; i++) {
      Rule rule = notes->rule[p->rule - 1];
      double made = rule.constant == 0 ? to[i] * rule.factor : 1 / (rule.constant + (1 / to[i] - rule.constant) * rule.factor);
      int64_t bits;
      if (rule.factor == 0) to[i] = rule.constant;
      else memcpy(&bits, &made, sizeof bits), bits += *bit++, memcpy(&to[i], &bits, sizeof bits);
    }
  }
}

static void tune(Rosin *r, int32_t place, int32_t tuning) {
  const Notes *notes = instrument.notes;
  const Place *p = &notes->place[place];
  Arena *of = &r->layer[p->layer];
  double *to = of->reals + of->memory->given[p->record];
  int32_t row = instrument.turning ? instrument.turning->row : 0;
  double *through = row ? at(&r->turning, GOALS) : to; /* what knobs turn goes through their program */
  if (row) memcpy(through, at(&r->turning, PRESENT) + instrument.turning->outputs, sizeof(double) * row);
  patch_up(notes, tuning, through + notes->offset);
  if (row) process(&r->turning, row), memcpy(to, through, sizeof(double) * row);
  r->tuned[place] = tuning;
  if (r->stale[p->layer]) return; /* all of it is prepared before the next block */
  of->wholes[of->memory->place[CHANGED]] = p->changed;
  prepare(of);
}

#if ROSIN_NOTES
static void listen(Rosin *r, int status, int one, double two) {
  double *message = at(&r->player, IN), *asked = at(&r->player, GOALS);
  message[0] = status, message[1] = one, message[2] = two;
  for (int32_t i = 0; i < instrument.notes->places; i++) *live(&r->layer[instrument.notes->place[i].layer]) = 0;
  process(&r->player, 0);
  if (asked[0] >= 0) tune(r, (int32_t)asked[0], (int32_t)asked[1]);
}

ROSIN_EXPORT void ROSIN(midi)(Rosin *r, int status, int one, int two) {
  if (status >= 0x80 && status <= 0xEF && one >= 0 && one <= 127 && two >= 0 && two <= 127) listen(r, status, one, two);
}

ROSIN_EXPORT void ROSIN(note_express)(Rosin *r, int channel, int key, int expression, double value) {
  if (channel < 1 || channel > 16 || key < -1 || key > 127 || expression < 0 || expression > 6 || value != value) return;
  listen(r, 0x100 + 16 * expression + channel - 1, key, value); /* beyond the statuses of MIDI */
}

ROSIN_EXPORT void ROSIN(note_on)(Rosin *r, int channel, int key, double velocity) {
  int struck = velocity > 1 ? 127 : velocity > 0 ? (int)(127 * velocity + 0.5) : 0;
  ROSIN(midi)(r, 0x90 + ((channel - 1) & 15), key, struck > 0 ? struck : 1);
}
ROSIN_EXPORT void ROSIN(note_off)(Rosin *r, int channel, int key) { ROSIN(midi)(r, 0x80 + ((channel - 1) & 15), key, 0); }
#endif

/* state */

size_t ROSIN(pack)(const double *value, void *state, size_t size) {
  size_t needed = sizeof MAGIC;
  for (int32_t c = 0; c < instrument.controls; c++) needed += entry_size((size_t)instrument.action[c].name);
  if (!state || size < needed) return needed;
  unsigned char *to = state;
  memcpy(to, MAGIC, sizeof MAGIC), to += sizeof MAGIC;
  for (int32_t c = 0; c < instrument.controls; c++) to = put_entry(to, described[c].symbol, (size_t)instrument.action[c].name, value[c]);
  return needed;
}

int ROSIN(unpack)(double *value, const void *state, size_t size) { /* what is not named is as at first */
  const unsigned char *from = first_entry(state, size), *end = (const unsigned char *)state + size;
  if (!from) return 0;
  for (int32_t c = 0; c < instrument.controls; c++) value[c] = described[c].value;
  while (from < end) {
    size_t name;
    double saved;
    const unsigned char *next = get_entry(from, end, &name, &saved);
    if (!next) return 0;
    for (int32_t c = 0; c < instrument.controls; c++)
      if ((size_t)instrument.action[c].name == name && !memcmp(described[c].symbol, from, name)) value[c] = within(c, saved);
    from = next;
  }
  return 1;
}

ROSIN_EXPORT size_t ROSIN(save)(const Rosin *r, void *state, size_t size) { return ROSIN(pack)(r->value, state, size); }
ROSIN_EXPORT int ROSIN(load)(Rosin *r, const void *state, size_t size) {
  if (!ROSIN(unpack)(r->loaded, state, size)) return 0;
  for (int32_t c = 0; c < 2 * instrument.controls; c++) ROSIN(set)(r, c % instrument.controls, r->loaded[c % instrument.controls]); /* twice: some hold others */
  return 1;
}
#endif
