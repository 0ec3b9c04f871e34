/* An exported instrument as a VST 3 plugin: component, processor and controller in one object, which also says which parameters MIDI
 * controllers are, and what of a single note may be expressed. Parameters are shares of their ranges, of logarithmic ones by ratios. */
#include "vst3_abi.h"
#include "plugin.h"

#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What MIDI moves has to be parameters too: of each of 16 channels these, hidden, from this number on. */
static const struct { int number; const char *name; double first; } moved[] = {
  {1, "modulation", 0}, {2, "breath", 1}, {6, "data", 0}, {7, "volume", 100.0 / 127}, {11, "expression", 1}, {38, "fine data", 0}, {64, "pedal", 0},
  {74, "timbre", 64.0 / 127}, {100, "fine parameter", 1}, {101, "parameter", 1}, {AFTERTOUCH, "pressure", 0}, {PITCH_BEND, "bend", 8192.0 / 16383}};
enum { MOVED = sizeof moved / sizeof *moved, HIDDEN = ROSIN_NOTES * 16 * MOVED, FIRST_HIDDEN = 1 << 16 };

/* What of a note may be expressed; its value is low at a share of 0, high at 1. */
static const struct { uint32_t id; const char *name, *unit; double low, high, first; int32_t flags; } expressions[] = {
  {VOLUME, "Volume", "", 0, 4, 0.25, IS_ABSOLUTE}, {TUNING, "Tuning", "semitones", -120, 120, 0.5, IS_BIPOLAR},
  {VIBRATO, "Vibrato", "", 0, 1, 0, 0}, {EXPRESSION, "Expression", "", 0, 1, 1, IS_ABSOLUTE}};
enum { EXPRESSIONS = ROSIN_NOTES ? sizeof expressions / sizeof *expressions : 0, NAMED = 64 };

typedef struct { /* six interfaces: each is found from its place in the object */
  const ComponentTable *component;
  const ProcessorTable *processor;
  const ControllerTable *controller;
  const MappingTable *mapping;
  const ExpressionTable *expression;
  const UnitTable *unit;
  struct { int32_t id; int channel, key; } named[NAMED]; /* the last notes, by the numbers that the host gave them */
  uint32_t begun;
  atomic_int uses;
  It *it;
  double rate;
  _Atomic double value[ROSIN_CONTROLS];
  atomic_bool loaded;
} Made;
static Made *by_component(void *p) { return p; }
static Made *by_processor(void *p) { return (Made *)((char *)p - offsetof(Made, processor)); }
static Made *by_controller(void *p) { return (Made *)((char *)p - offsetof(Made, controller)); }
static Made *by_mapping(void *p) { return (Made *)((char *)p - offsetof(Made, mapping)); }
static Made *by_expression(void *p) { return (Made *)((char *)p - offsetof(Made, expression)); }

/* values */

static double share(uint32_t id, double plain) {
  const rosin_control *c = IT(control)((int)id);
  return c->logarithmic ? log(plain / c->low) / log(c->high / c->low) : (plain - c->low) / (c->high - c->low);
}
static double value_of(uint32_t id, double part) { /* what stands for the first value is it, to the last bit */
  const rosin_control *c = IT(control)((int)id);
  double first = share(id, c->value);
  if (chooses(id)) return part < 1 ? floor((part > 0 ? part : 0) * ROSIN_CHOICES) : c->high;
  if (part == first || (float)part == (float)first) return c->value;
  return c->logarithmic ? c->low * exp(part * log(c->high / c->low)) : c->low + part * (c->high - c->low);
}
static void letters(int16_t *to, const char *from) { /* of UTF-8, as far as two bytes go */
  int i = 0;
  for (; *from && i < 127; i++) {
    unsigned char one = (unsigned char)*from++;
    to[i] = (one & 0xE0) == 0xC0 && *from ? (int16_t)((one & 31) << 6 | (*from++ & 63)) : (int16_t)one;
  }
  to[i] = 0;
}
static void take_all(Made *m) {
  for (int c = 0; c < ROSIN_CONTROLS; c++) IT(set)(m->it, c, atomic_load(&m->value[c]));
}

/* what every interface has */

static int32_t query(Made *m, const Id id, void **to) {
  if (!memcmp(id, UNKNOWN_ID, 16) || !memcmp(id, BASE_ID, 16) || !memcmp(id, COMPONENT_ID, 16)) *to = &m->component;
  else if (!memcmp(id, PROCESSOR_ID, 16)) *to = &m->processor;
  else if (!memcmp(id, CONTROLLER_ID, 16)) *to = &m->controller;
  else if (!memcmp(id, MAPPING_ID, 16)) *to = &m->mapping;
  else if (!memcmp(id, EXPRESSION_ID, 16)) *to = &m->expression;
  else if (ROSIN_CHOICES && !memcmp(id, UNIT_ID, 16)) *to = &m->unit;
  else return *to = NULL, NO_INTERFACE;
  m->uses++;
  return OK;
}
static uint32_t released(Made *m) {
  int left = --m->uses;
  if (!left) IT(destroy)(m->it), free(m);
  return (uint32_t)left;
}
#define UNKNOWN(NAME, FIND)                                                                         \
  static int32_t VST NAME##_query(void *p, const Id id, void **to) { return query(FIND(p), id, to); } \
  static uint32_t VST NAME##_add(void *p) { return (uint32_t)++FIND(p)->uses; }                      \
  static uint32_t VST NAME##_release(void *p) { return released(FIND(p)); }
UNKNOWN(component, by_component)
UNKNOWN(processor, by_processor)
UNKNOWN(controller, by_controller)
UNKNOWN(mapping, by_mapping)
UNKNOWN(expression, by_expression)

static int32_t VST initialize(void *p, void *context) { return (void)p, (void)context, OK; }
static int32_t VST terminate(void *p) { return (void)p, OK; }

/* state */

static int32_t load(Made *m, Stream *s) {
  enum { MOST = 1 << 20 };
  double value[ROSIN_CONTROLS];
  char *bytes = malloc(MOST);
  int32_t size = 0, got = 1;
  if (!bytes) return FAILED;
  for (int c = 0; c < ROSIN_CONTROLS; c++) value[c] = atomic_load(&m->value[c]);
  for (; size < MOST && s->table->read(s, bytes + size, MOST - size, &got) == OK && got > 0; size += got) {}
  int good = IT(unpack)(value, bytes, (size_t)size);
  free(bytes);
  for (int c = 0; good && c < ROSIN_CONTROLS; c++) atomic_store(&m->value[c], value[c]);
  if (good) atomic_store(&m->loaded, true);
  return good ? OK : FALSE_RESULT;
}
static int32_t save(Made *m, Stream *s) {
  double value[ROSIN_CONTROLS];
  for (int c = 0; c < ROSIN_CONTROLS; c++) value[c] = atomic_load(&m->value[c]);
  size_t size = IT(pack)(value, NULL, 0);
  char *bytes = malloc(size);
  int32_t done = 0;
  if (!bytes) return FAILED;
  IT(pack)(value, bytes, size);
  int32_t said = s->table->write(s, bytes, (int32_t)size, &done);
  return free(bytes), said;
}
static int32_t VST component_load(void *p, Stream *s) { return load(by_component(p), s); }
static int32_t VST component_save(void *p, Stream *s) { return save(by_component(p), s); }
static int32_t VST controller_load(void *p, Stream *s) { return load(by_controller(p), s); }
static int32_t VST controller_state(void *p, Stream *s) { return (void)p, (void)s, OK; } /* it has nothing of its own */

/* component */

static int32_t VST controller_class(void *p, Id id) { return (void)p, (void)id, NOT_DONE; } /* it is this object */
static int32_t VST io_mode(void *p, int32_t mode) { return (void)p, (void)mode, OK; }
static int32_t VST buses(void *p, int32_t kind, int32_t direction) {
  return (void)p, kind == AUDIO ? direction == OUTPUT : direction == INPUT; /* without one for events no host takes it for an instrument */
}
static int32_t VST bus(void *p, int32_t kind, int32_t direction, int32_t index, BusInfo *info) {
  if (index || !buses(p, kind, direction)) return INVALID;
  memset(info, 0, sizeof *info);
  info->mediaType = kind, info->direction = direction, info->channelCount = kind == AUDIO ? ROSIN_CHANNELS : 16, info->flags = BUS_ACTIVE;
  return letters(info->name, kind == AUDIO ? "Sound" : "Notes"), OK;
}
static int32_t VST routing(void *p, void *in, void *out) { return (void)p, (void)in, (void)out, NOT_DONE; }
static int32_t VST activate_bus(void *p, int32_t kind, int32_t direction, int32_t index, uint8_t on) {
  return (void)on, index || !buses(p, kind, direction) ? INVALID : OK;
}
static int32_t VST activate(void *p, uint8_t on) {
  Made *m = by_component(p);
  IT(destroy)(m->it), m->it = NULL;
  if (!on) return OK;
  if (!(m->it = IT(create)(m->rate))) return FAILED;
  return take_all(m), IT(restart)(m->it), OK;
}

/* processor */

static const uint64_t arranged = ROSIN_CHANNELS == 2 ? STEREO : MONO;
static int32_t VST arrange(void *p, uint64_t *in, int32_t ins, uint64_t *out, int32_t outs) {
  return (void)p, (void)in, ins == 0 && outs == 1 && out[0] == arranged ? OK : FALSE_RESULT;
}
static int32_t VST arrangement(void *p, int32_t direction, int32_t index, uint64_t *found) {
  return (void)p, direction != OUTPUT || index ? INVALID : (*found = arranged, OK);
}
static int32_t VST sample_size(void *p, int32_t size) { return (void)p, size == SINGLE || size == DOUBLE ? OK : FALSE_RESULT; }
static uint32_t VST latency(void *p) { return by_processor(p)->it ? (uint32_t)IT(latency)(by_processor(p)->it) : 0; }
static int32_t VST set_up(void *p, ProcessSetup *s) { return by_processor(p)->rate = s->sampleRate, OK; }
static int32_t VST processing(void *p, uint8_t on) { return (void)p, (void)on, OK; }
static uint32_t VST tail(void *p) { return (void)p, UINT32_MAX; }

static uint8_t seventh(double part) { return (uint8_t)(127 * (part < 0 ? 0 : part > 1 ? 1 : part) + 0.5); }

static void turn(Made *m, uint32_t id, double part) {
  if (id < ROSIN_CONTROLS) {
    atomic_store(&m->value[id], value_of(id, part));
    if (m->it) IT(set)(m->it, (int)id, value_of(id, part));
  } else if (id >= FIRST_HIDDEN && id < FIRST_HIDDEN + HIDDEN && m->it) {
    uint32_t channel = (id - FIRST_HIDDEN) / MOVED, number = (uint32_t)moved[(id - FIRST_HIDDEN) % MOVED].number;
    uint32_t wheel = (uint32_t)(16383 * (part < 0 ? 0 : part > 1 ? 1 : part) + 0.5);
    uint8_t message[3] = {(uint8_t)(0xB0 | channel), (uint8_t)number, seventh(part)};
    if (number == AFTERTOUCH) message[0] = (uint8_t)(0xD0 | channel), message[1] = seventh(part), message[2] = 0;
    if (number == PITCH_BEND) message[0] = (uint8_t)(0xE0 | channel), message[1] = wheel & 127, message[2] = (uint8_t)(wheel >> 7);
    tell(m->it, message, 3);
  }
}

static void name(Made *m, const NoteOn *on) {
  if (on->noteId < 0) return;
  uint32_t place = m->begun++ % NAMED;
  m->named[place].id = on->noteId, m->named[place].channel = (on->channel & 15) + 1, m->named[place].key = on->pitch & 127;
}
static void whisper(Made *m, const Expressed *e) {
  for (uint32_t i = 0; i < EXPRESSIONS; i++) {
    if (expressions[i].id != e->typeId) continue;
    double value = expressions[i].low + (expressions[i].high - expressions[i].low) * e->value;
    for (uint32_t back = 1; back <= NAMED && back <= m->begun; back++) { /* the last of this name */
      uint32_t place = (m->begun - back) % NAMED;
      if (m->named[place].id != e->noteId) continue;
      express(m->it, m->named[place].channel, m->named[place].key, (int)e->typeId, value);
      return;
    }
  }
}

static void hear(Made *m, const Event *e) {
  if (e->type == NOTE_ON) name(m, &e->of.on);
  if (e->type == EXPRESSED) whisper(m, &e->of.expressed);
  if (e->type == NOTE_ON || e->type == NOTE_OFF || e->type == POLY_PRESSURE) { /* all three begin with channel and key */
    uint8_t message[3] = {(uint8_t)(0x80 | (e->of.on.channel & 15)), (uint8_t)(e->of.on.pitch & 127), 0};
    if (e->type == NOTE_ON) message[0] |= 0x10, message[2] = seventh(e->of.on.velocity) ? seventh(e->of.on.velocity) : 1;
    if (e->type == POLY_PRESSURE) message[0] |= 0x20, message[2] = seventh(e->of.pressure.pressure);
    tell(m->it, message, 3);
  }
}

/* All that happens before sample `until` and was not before `from`; when the next thing happens. */
static int32_t happen(Made *m, ProcessData *d, int32_t from, int32_t until) {
  Changes *changes = d->inputParameterChanges;
  Events *events = d->inputEvents;
  int32_t next = d->numSamples;
  for (int32_t k = 0, n = changes ? changes->table->getParameterCount(changes) : 0; k < n; k++) {
    Queue *q = changes->table->getParameterData(changes, k);
    for (int32_t i = 0, points = q ? q->table->getPointCount(q) : 0, when; i < points; i++) {
      double part;
      if (q->table->getPoint(q, i, &when, &part) != OK) continue;
      if (when >= from && when < until) turn(m, q->table->getParameterId(q), part);
      else if (when >= until && when < next) next = when;
    }
  }
  for (int32_t i = 0, n = events ? events->table->getEventCount(events) : 0; i < n && m->it; i++) {
    Event e;
    if (events->table->getEvent(events, i, &e) != OK) continue;
    if (e.sampleOffset >= from && e.sampleOffset < until) hear(m, &e);
    else if (e.sampleOffset >= until && e.sampleOffset < next) next = e.sampleOffset;
  }
  return next;
}

static int32_t VST process(void *p, ProcessData *d) {
  Made *m = by_processor(p);
  if (m->it && atomic_exchange(&m->loaded, false)) take_all(m);
  int32_t now = 0, next = happen(m, d, INT32_MIN, 1);
  if (!m->it || d->numOutputs < 1) return OK;
  BusBuffers *out = d->outputs;
  int channels = out->numChannels < ROSIN_CHANNELS ? out->numChannels : ROSIN_CHANNELS;
  while (now < d->numSamples) {
    float *single[ROSIN_CHANNELS];
    double *wide[ROSIN_CHANNELS];
    for (int k = 0; k < channels; k++) {
      if (d->symbolicSampleSize == DOUBLE) wide[k] = (double *)out->buffers[k] + now;
      else single[k] = (float *)out->buffers[k] + now;
    }
    if (d->symbolicSampleSize == DOUBLE) IT(process)(m->it, wide, channels, next - now);
    else IT(process_float)(m->it, single, channels, next - now);
    now = next;
    next = now < d->numSamples ? happen(m, d, now, now + 1) : now;
  }
  return out->silenceFlags = 0, OK;
}

/* controller */

static int32_t VST count(void *p) { return (void)p, ROSIN_CONTROLS + HIDDEN; }
static int32_t hidden_info(uint32_t place, ParameterInfo *to) {
  char title[128];
  snprintf(title, sizeof title, "MIDI %u %s", place / MOVED + 1, moved[place % MOVED].name);
  to->id = FIRST_HIDDEN + place, to->flags = IS_HIDDEN, to->defaultNormalizedValue = moved[place % MOVED].first;
  return letters(to->title, title), letters(to->shortTitle, title), OK;
}
static int32_t VST info(void *p, int32_t index, ParameterInfo *to) {
  if (index < 0 || index >= count(p)) return INVALID;
  memset(to, 0, sizeof *to);
  if (index >= ROSIN_CONTROLS) return hidden_info((uint32_t)index - ROSIN_CONTROLS, to);
  const rosin_control *c = IT(control)(index);
  char title[128];
  snprintf(title, sizeof title, strcmp(c->group, "hands") && !chooses((uint32_t)index) ? "%s: %s" : "%.0s%s", c->group, c->label);
  to->id = (uint32_t)index, to->flags = CAN_AUTOMATE, to->defaultNormalizedValue = share((uint32_t)index, c->value);
  if (chooses((uint32_t)index)) to->flags |= IS_LIST | IS_PROGRAM_CHANGE, to->stepCount = ROSIN_CHOICES - 1;
  return letters(to->title, title), letters(to->shortTitle, c->label), letters(to->units, c->unit), OK;
}
static int32_t VST as_text(void *p, uint32_t id, double part, Words to) {
  (void)p;
  char words[64];
  if (id >= ROSIN_CONTROLS) return INVALID;
  if (chooses(id)) return letters(to, title_at(value_of(id, part))), OK;
  snprintf(words, sizeof words, "%.6g", value_of(id, part));
  return letters(to, words), OK;
}
static void narrow(const int16_t *from, char words[128]) {
  int i = 0;
  for (; from[i] && i < 127; i++) words[i] = (char)from[i];
  words[i] = 0;
}
static int number_of(const int16_t *from, double *value) {
  char words[128], *end;
  narrow(from, words);
  return *value = strtod(words, &end), end != words;
}
static int32_t VST as_value(void *p, uint32_t id, int16_t *from, double *to) {
  double value;
  char words[128];
  narrow(from, words);
  if (chooses(id) && chosen(words, 0) >= 0) return *to = share(id, chosen(words, 0)), OK;
  return (void)p, id >= ROSIN_CONTROLS || !number_of(from, &value) ? INVALID : (*to = share(id, value), OK);
}
static double VST to_plain(void *p, uint32_t id, double part) { return (void)p, id < ROSIN_CONTROLS ? value_of(id, part) : part; }
static double VST to_share(void *p, uint32_t id, double plain) { return (void)p, id < ROSIN_CONTROLS ? share(id, plain) : plain; }
static double VST get(void *p, uint32_t id) {
  if (id < ROSIN_CONTROLS) return share(id, atomic_load(&by_controller(p)->value[id]));
  return id >= FIRST_HIDDEN && id < FIRST_HIDDEN + HIDDEN ? moved[(id - FIRST_HIDDEN) % MOVED].first : 0;
}
static int32_t VST put(void *p, uint32_t id, double part) {
  if (id < ROSIN_CONTROLS) atomic_store(&by_controller(p)->value[id], value_of(id, part));
  return OK;
}
static int32_t VST handler(void *p, void *h) { return (void)p, (void)h, OK; }
static void *VST view(void *p, const char *name) { return (void)p, (void)name, NULL; }

static int32_t VST assignment(void *p, int32_t bus, int16_t channel, int16_t controller, uint32_t *id) {
  (void)p;
  if (!ROSIN_NOTES || bus || channel < 0 || channel > 15) return FALSE_RESULT;
  for (uint32_t i = 0; i < MOVED; i++)
    if (moved[i].number == controller) return *id = FIRST_HIDDEN + (uint32_t)channel * MOVED + i, OK;
  return FALSE_RESULT;
}

static int32_t VST expressed_count(void *p, int32_t bus, int16_t channel) { return (void)p, bus || channel < 0 || channel > 15 ? 0 : EXPRESSIONS; }
static int32_t VST expressed_info(void *p, int32_t bus, int16_t channel, int32_t index, ExpressionInfo *to) {
  if (index < 0 || index >= expressed_count(p, bus, channel)) return INVALID;
  memset(to, 0, sizeof *to);
  to->typeId = expressions[index].id, to->unitId = -1, to->flags = expressions[index].flags;
  to->valueDesc.defaultValue = expressions[index].first, to->valueDesc.maximum = 1;
  letters(to->title, expressions[index].name), letters(to->shortTitle, expressions[index].name), letters(to->units, expressions[index].unit);
  return OK;
}
static int32_t VST expressed_text(void *p, int32_t bus, int16_t channel, uint32_t id, double value, Words to) {
  char words[64];
  for (int32_t i = 0, n = expressed_count(p, bus, channel); i < n; i++)
    if (expressions[i].id == id) {
      snprintf(words, sizeof words, "%.4g", expressions[i].low + (expressions[i].high - expressions[i].low) * value);
      return letters(to, words), OK;
    }
  return INVALID;
}
static int32_t VST expressed_value(void *p, int32_t bus, int16_t channel, uint32_t id, const int16_t *from, double *to) {
  double value;
  for (int32_t i = 0, n = expressed_count(p, bus, channel); i < n; i++)
    if (expressions[i].id == id && number_of(from, &value)) {
      value = (value - expressions[i].low) / (expressions[i].high - expressions[i].low);
      return *to = value < 0 ? 0 : value > 1 ? 1 : value, OK;
    }
  return INVALID;
}

#if ROSIN_CHOICES
#include "vst3_programs.h"
#define UNIT &unit_table
#else
#define UNIT NULL
#endif

/* for the library (vst3_entry.c) */

static const ComponentTable component_table = {component_query, component_add, component_release, initialize, terminate, controller_class, io_mode,
  buses, bus, routing, activate_bus, activate, component_load, component_save};
static const ProcessorTable processor_table = {processor_query, processor_add, processor_release, arrange, arrangement, sample_size, latency,
  set_up, processing, process, tail};
static const ControllerTable controller_table = {controller_query, controller_add, controller_release, initialize, terminate, controller_load,
  controller_state, controller_state, count, info, as_text, as_value, to_plain, to_share, get, put, handler, view};
static const MappingTable mapping_table = {mapping_query, mapping_add, mapping_release, assignment};
static const ExpressionTable expression_table = {expression_query, expression_add, expression_release, expressed_count, expressed_info,
  expressed_text, expressed_value};

static int32_t make(const char *iid, void **to) {
  Made *m = calloc(1, sizeof *m);
  *to = NULL;
  if (!m) return NO_INTERFACE;
  m->component = &component_table, m->processor = &processor_table, m->controller = &controller_table, m->mapping = &mapping_table, m->expression = &expression_table, m->unit = UNIT;
  m->rate = 48000;
  for (int c = 0; c < ROSIN_CONTROLS; c++) atomic_store(&m->value[c], IT(control)(c)->value);
  int32_t said = query(m, iid, to);
  if (said != OK) free(m);
  return said;
}
const Kind IT(vst3) = {ROSIN_UID, ROSIN_TITLE, make};
