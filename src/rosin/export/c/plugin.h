/* What every plugin has in common: the instrument under one name, whatever it is called. */
#ifndef ROSIN_PLUGIN_H
#define ROSIN_PLUGIN_H
#define ROSIN_EXPORT
#include ROSIN_HEADER
#include "entry.h"

#define ROSIN_JOINED(prefix, name) prefix##_##name
#define ROSIN_NAMED(prefix, name) ROSIN_JOINED(prefix, name)
#define IT(name) ROSIN_NAMED(ROSIN_PREFIX, name)
typedef ROSIN_PREFIX It;

/* values of all controls to bytes and back, without an instance */
size_t IT(pack)(const double *value, void *state, size_t size);
int IT(unpack)(double *value, const void *state, size_t size);
const double *IT(slid)(const It *it, int layer); /* what is rubbed: force, and relative velocity */
void IT(poke)(It *it, int layer, int record, int index, double value);
void IT(renew)(It *it, int layer);

static inline void tell(It *it, const uint8_t *message, uint32_t size) {
#if ROSIN_NOTES
  if (size && size <= 3) IT(midi)(it, message[0], size > 1 ? message[1] : 0, size > 2 ? message[2] : 0);
#else
  (void)it, (void)message, (void)size;
#endif
}
static inline void express(It *it, int channel, int key, int expression, double value) {
#if ROSIN_NOTES
  IT(note_express)(it, channel, key, expression, value);
#else
  (void)it, (void)channel, (void)key, (void)expression, (void)value;
#endif
}
#endif
