/* An exported instrument as an LV2 plugin. Ports: messages (where it plays notes), sound, controls, latency. */
#include "lv2_abi.h"
#include "plugin.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  It *it;
  uint32_t midi;
  const LV2_Atom_Sequence *messages;
  float *out[ROSIN_CHANNELS], *latency;
  const float *port[ROSIN_CONTROLS];
  float seen[ROSIN_CONTROLS]; /* what a port said last: its first value, rounded, must not replace the exact one */
} Plugin;

static LV2_Handle instantiate(const LV2_Descriptor *d, double rate, const char *bundle, const LV2_Feature *const *features) {
  (void)d, (void)bundle;
  Plugin *p = calloc(1, sizeof *p);
  if (!p) return NULL;
  for (; features && *features; features++)
    if (!strcmp((*features)->URI, "http://lv2plug.in/ns/ext/urid#map")) {
      const LV2_URID_Map *urid = (*features)->data;
      p->midi = urid->map(urid->handle, "http://lv2plug.in/ns/ext/midi#MidiEvent");
    }
  p->it = IT(create)(rate);
  if (!p->it) return free(p), NULL;
  for (int c = 0; c < ROSIN_CONTROLS; c++) p->seen[c] = (float)IT(control)(c)->value;
  return p;
}

static void connect_port(LV2_Handle handle, uint32_t port, void *data) {
  Plugin *p = handle;
  if (ROSIN_NOTES && port == 0) p->messages = data;
  else if ((port -= ROSIN_NOTES) < ROSIN_CHANNELS) p->out[port] = data;
  else if ((port -= ROSIN_CHANNELS) < ROSIN_CONTROLS) p->port[port] = data;
  else if (port == ROSIN_CONTROLS) p->latency = data;
}

static void activate(LV2_Handle handle) { IT(restart)(((Plugin *)handle)->it); }
static void cleanup(LV2_Handle handle) { IT(destroy)(((Plugin *)handle)->it), free(handle); }
static const void *extension_data(const char *uri) { return (void)uri, NULL; }

static void sound(Plugin *p, uint32_t begin, uint32_t end) {
  float *out[ROSIN_CHANNELS];
  for (int k = 0; k < ROSIN_CHANNELS; k++) out[k] = p->out[k] + begin;
  if (end > begin) IT(process_float)(p->it, out, ROSIN_CHANNELS, (int)(end - begin));
}

static void run(LV2_Handle handle, uint32_t samples) {
  Plugin *p = handle;
  uint32_t now = 0;
  for (int c = 0; c < ROSIN_CONTROLS; c++)
    if (p->port[c] && *p->port[c] != p->seen[c]) IT(set)(p->it, c, p->seen[c] = *p->port[c]);
  if (p->latency) *p->latency = (float)IT(latency)(p->it);
  if (p->messages) {
    const char *at = (const char *)(&p->messages->body + 1), *end = (const char *)&p->messages->body + p->messages->atom.size;
    while (at + sizeof(LV2_Atom_Event) <= end) {
      const LV2_Atom_Event *event = (const LV2_Atom_Event *)at;
      uint32_t when = event->frames < 0 ? 0 : event->frames > (int64_t)samples ? samples : (uint32_t)event->frames;
      if (event->body.type == p->midi && p->midi) {
        if (when > now) sound(p, now, when), now = when;
        tell(p->it, (const uint8_t *)(event + 1), event->body.size);
      }
      at += (sizeof(LV2_Atom_Event) + event->body.size + 7) / 8 * 8;
    }
  }
  sound(p, now, samples);
}

const LV2_Descriptor IT(lv2) = {ROSIN_ID, instantiate, connect_port, activate, run, NULL, cleanup, extension_data};
