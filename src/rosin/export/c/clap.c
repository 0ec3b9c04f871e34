/* An exported instrument as a CLAP plugin: notes, sample-accurate parameters, state, latency; sound in single or double precision.
 *
 * The values of parameters are kept apart from the instance, which is there only while the plugin is active. A state that is loaded while
 * it sounds is taken over by the audio thread before its next block. */
#include "clap_abi.h"
#include "plugin.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  clap_plugin_t plugin;
  const clap_host_t *host;
  It *it;
  _Atomic double value[ROSIN_CONTROLS];
  atomic_bool loaded;
} Made;
static Made *of(const clap_plugin_t *p) { return p->plugin_data; }

static void take_all(Made *m) {
  for (int c = 0; c < ROSIN_CONTROLS; c++) IT(set)(m->it, c, atomic_load(&m->value[c]));
}

/* events */

static void note(Made *m, const clap_event_note_t *e) {
  uint8_t message[3] = {(uint8_t)(0x80 | (e->channel & 15)), (uint8_t)e->key, 0};
  if (e->key >= 0 && e->key < 128 && e->channel >= 0) {
    if (e->header.type == NOTE_ON) {
      int struck = (int)(127 * e->velocity + 0.5);
      message[0] |= 0x10, message[2] = (uint8_t)(struck < 1 ? 1 : struck > 127 ? 127 : struck);
    }
    tell(m->it, message, 3);
  } else if (e->header.type != NOTE_ON) /* some of them, or all */
    for (int channel = 0; channel < 16; channel++)
      for (int key = 0; key < 128; key++)
        if ((e->channel < 0 || e->channel == channel) && (e->key < 0 || e->key == key))
          message[0] = (uint8_t)(0x80 | channel), message[1] = (uint8_t)key, tell(m->it, message, 3);
}

static void whisper(Made *m, const clap_event_note_expression_t *e) { /* the numbers of expressions are the instrument's own */
  if (e->expression_id < EXPRESSION_VOLUME || e->expression_id > EXPRESSION_PRESSURE) return;
  for (int channel = 0; channel < 16; channel++)
    if (e->channel < 0 || e->channel == channel) express(m->it, channel + 1, e->key < 0 ? -1 : e->key, e->expression_id, e->value);
}

static void hear(Made *m, const clap_event_header_t *e) {
  if (e->space_id != 0) return;
  if (e->type == PARAM_VALUE) {
    const clap_event_param_value_t *turned = (const void *)e;
    if (turned->param_id >= ROSIN_CONTROLS) return;
    double value = taken(turned->param_id, turned->value);
    atomic_store(&m->value[turned->param_id], value);
    if (m->it) IT(set)(m->it, (int)turned->param_id, value);
  } else if (m->it) {
    if (e->type == NOTE_ON || e->type == NOTE_OFF || e->type == NOTE_CHOKE) note(m, (const void *)e);
    if (e->type == NOTE_EXPRESSION) whisper(m, (const void *)e);
    if (e->type == MIDI) tell(m->it, ((const clap_event_midi_t *)e)->data, 3);
  }
}

/* the plugin */

static bool CLAP_ABI init(const clap_plugin_t *p) { return (void)p, true; }
static void CLAP_ABI nothing(const clap_plugin_t *p) { (void)p; }
static bool CLAP_ABI ready(const clap_plugin_t *p) { return of(p)->it != NULL; }
static void CLAP_ABI deactivate(const clap_plugin_t *p) { IT(destroy)(of(p)->it), of(p)->it = NULL; }
static void CLAP_ABI destroy(const clap_plugin_t *p) { deactivate(p), free(of(p)); }
static void CLAP_ABI reset(const clap_plugin_t *p) { IT(restart)(of(p)->it); }

static bool CLAP_ABI activate(const clap_plugin_t *p, double rate, uint32_t least, uint32_t most) {
  (void)least, (void)most;
  Made *m = of(p);
  if (!(m->it = IT(create)(rate))) return false;
  return take_all(m), IT(restart)(m->it), true;
}

static void sound(Made *m, const clap_audio_buffer_t *out, uint32_t begin, uint32_t end) {
  float *single[ROSIN_CHANNELS];
  double *wide[ROSIN_CHANNELS];
  int channels = out->channel_count < ROSIN_CHANNELS ? (int)out->channel_count : ROSIN_CHANNELS;
  for (int k = 0; k < channels; k++)
    if (out->data64) wide[k] = out->data64[k] + begin;
    else single[k] = out->data32[k] + begin;
  if (out->data64) IT(process)(m->it, wide, channels, (int)(end - begin));
  else IT(process_float)(m->it, single, channels, (int)(end - begin));
}

static int32_t CLAP_ABI process(const clap_plugin_t *p, const clap_process_t *block) {
  Made *m = of(p);
  uint32_t events = block->in_events ? block->in_events->size(block->in_events) : 0, now = 0;
  if (!m->it || block->audio_outputs_count < 1) return PROCESS_ERROR;
  if (atomic_exchange(&m->loaded, false)) take_all(m);
  for (uint32_t i = 0; i < events; i++) { /* the block is cut where events are */
    const clap_event_header_t *e = block->in_events->get(block->in_events, i);
    uint32_t when = e->time < block->frames_count ? e->time : block->frames_count;
    if (when > now) sound(m, block->audio_outputs, now, when), now = when;
    hear(m, e);
  }
  if (block->frames_count > now) sound(m, block->audio_outputs, now, block->frames_count);
  return PROCESS_CONTINUE;
}

/* extensions */

static void copy(char *to, const char *words, size_t size) { snprintf(to, size, "%s", words); }

static uint32_t CLAP_ABI params_count(const clap_plugin_t *p) { return (void)p, ROSIN_CONTROLS; }
static bool CLAP_ABI params_info(const clap_plugin_t *p, uint32_t index, clap_param_info_t *info) {
  (void)p;
  if (index >= ROSIN_CONTROLS) return false;
  const rosin_control *control = IT(control)((int)index);
  memset(info, 0, sizeof *info);
  info->id = index, info->flags = PARAM_IS_AUTOMATABLE | (chooses(index) ? PARAM_IS_STEPPED | PARAM_IS_ENUM : 0);
  info->min_value = control->low, info->max_value = control->high, info->default_value = control->value;
  return copy(info->name, control->label, sizeof info->name), copy(info->module, control->group, sizeof info->module), true;
}
static bool CLAP_ABI params_value(const clap_plugin_t *p, uint32_t id, double *value) {
  return id < ROSIN_CONTROLS && (*value = atomic_load(&of(p)->value[id]), true);
}
static bool CLAP_ABI params_to_text(const clap_plugin_t *p, uint32_t id, double value, char *text, uint32_t size) {
  (void)p;
  if (id >= ROSIN_CONTROLS) return false;
  if (chooses(id)) return snprintf(text, size, "%s", title_at(value)) > 0;
  const char *unit = IT(control)((int)id)->unit;
  return snprintf(text, size, "%.4g%s%s", value, *unit ? " " : "", unit) > 0;
}
static bool CLAP_ABI params_to_value(const clap_plugin_t *p, uint32_t id, const char *text, double *value) {
  (void)p;
  char *end;
  if (chooses(id) && chosen(text, 0) >= 0) return *value = chosen(text, 0), true;
  *value = strtod(text, &end);
  return id < ROSIN_CONTROLS && end != text;
}
static void CLAP_ABI params_flush(const clap_plugin_t *p, const clap_input_events_t *in, const clap_output_events_t *out) {
  (void)out;
  for (uint32_t i = 0, events = in ? in->size(in) : 0; i < events; i++) hear(of(p), in->get(in, i));
}
static const clap_plugin_params_t params = {params_count, params_info, params_value, params_to_text, params_to_value, params_flush};

static uint32_t CLAP_ABI audio_count(const clap_plugin_t *p, bool input) { return (void)p, !input; }
static bool CLAP_ABI audio_get(const clap_plugin_t *p, uint32_t index, bool input, clap_audio_port_info_t *info) {
  (void)p;
  if (input || index) return false;
  memset(info, 0, sizeof *info);
  info->flags = PORT_IS_MAIN | PORT_SUPPORTS_64BITS, info->channel_count = ROSIN_CHANNELS;
  info->port_type = ROSIN_CHANNELS == 2 ? "stereo" : "mono", info->in_place_pair = UINT32_MAX;
  return copy(info->name, "Sound", sizeof info->name), true;
}
static const clap_plugin_audio_ports_t audio_ports = {audio_count, audio_get};

static uint32_t CLAP_ABI note_count(const clap_plugin_t *p, bool input) { return (void)p, input ? ROSIN_NOTES : 0; }
static bool CLAP_ABI note_get(const clap_plugin_t *p, uint32_t index, bool input, clap_note_port_info_t *info) {
  (void)p;
  if (!input || !ROSIN_NOTES || index) return false;
  memset(info, 0, sizeof *info);
  info->supported_dialects = DIALECT_CLAP | DIALECT_MIDI | DIALECT_MIDI_MPE, info->preferred_dialect = DIALECT_CLAP;
  return copy(info->name, "Notes", sizeof info->name), true;
}
static const clap_plugin_note_ports_t note_ports = {note_count, note_get};

static uint32_t CLAP_ABI latency_get(const clap_plugin_t *p) { return of(p)->it ? (uint32_t)IT(latency)(of(p)->it) : 0; }
static const clap_plugin_latency_t latency = {latency_get};

static bool CLAP_ABI state_save(const clap_plugin_t *p, const clap_ostream_t *stream) {
  double value[ROSIN_CONTROLS];
  for (int c = 0; c < ROSIN_CONTROLS; c++) value[c] = atomic_load(&of(p)->value[c]);
  size_t size = IT(pack)(value, NULL, 0), done = 0;
  char *bytes = malloc(size);
  if (!bytes) return false;
  IT(pack)(value, bytes, size);
  for (int64_t wrote = 1; done < size && wrote > 0; done += wrote > 0 ? (size_t)wrote : 0) wrote = stream->write(stream, bytes + done, size - done);
  return free(bytes), done == size;
}
static bool CLAP_ABI state_load(const clap_plugin_t *p, const clap_istream_t *stream) {
  enum { MOST = 1 << 20 };
  double value[ROSIN_CONTROLS];
  char *bytes = malloc(MOST);
  size_t size = 0;
  if (!bytes) return false;
  for (int c = 0; c < ROSIN_CONTROLS; c++) value[c] = atomic_load(&of(p)->value[c]);
  for (int64_t got = 1; got > 0 && size < MOST; size += got > 0 ? (size_t)got : 0) got = stream->read(stream, bytes + size, MOST - size);
  bool good = IT(unpack)(value, bytes, size);
  for (int c = 0; good && c < ROSIN_CONTROLS; c++) atomic_store(&of(p)->value[c], value[c]);
  if (good) atomic_store(&of(p)->loaded, true);
  return free(bytes), good;
}
static const clap_plugin_state_t state = {state_save, state_load};

#if ROSIN_CHOICES
#include "clap_presets.h"
#else
static const void *preset_extension(const char *id) { return (void)id, NULL; }
#define PRESETS NULL
#endif

static const void *CLAP_ABI extension(const clap_plugin_t *p, const char *id) {
  (void)p;
  if (!strcmp(id, "clap.params")) return &params;
  if (!strcmp(id, "clap.audio-ports")) return &audio_ports;
  if (!strcmp(id, "clap.note-ports")) return &note_ports;
  if (!strcmp(id, "clap.latency")) return &latency;
  return strcmp(id, "clap.state") ? preset_extension(id) : &state;
}

/* for the library (clap_entry.c) */

static const char *const features[] = {"instrument", "synthesizer", ROSIN_CHANNELS == 2 ? "stereo" : "mono", NULL};
static const clap_plugin_descriptor_t descriptor = {
  {1, 2, 0}, ROSIN_ID, ROSIN_TITLE, "Rosin", "", "", "", ROSIN_VERSION, ROSIN_SUMMARY, features};

static const clap_plugin_t *make(const clap_host_t *host) {
  Made *m = calloc(1, sizeof *m);
  if (!m) return NULL;
  for (int c = 0; c < ROSIN_CONTROLS; c++) atomic_store(&m->value[c], IT(control)(c)->value);
  m->host = host;
  m->plugin = (clap_plugin_t){&descriptor, m, init, destroy, activate, deactivate, ready, nothing, reset, process, extension, nothing};
  return &m->plugin;
}
const Kind IT(clap) = {&descriptor, make, PRESETS};
