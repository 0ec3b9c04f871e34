/* What every plugin has in common: the instrument under one name, whatever it is called. */
#ifndef ROSIN_PLUGIN_H
#define ROSIN_PLUGIN_H
#define ROSIN_EXPORT
#include ROSIN_HEADER
#include "entry.h"

#include <string.h>

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
const char *IT(name)(int choice), *IT(title)(int choice), *IT(summary)(int choice); /* of instruments to choose from, where there are some */

/* The first control chooses, where there is a choice: its values are whole numbers, and have words. */
static inline int chooses(uint32_t control) { return ROSIN_CHOICES && !control; }
static inline double taken(uint32_t control, double value) {
  const rosin_control *c = IT(control)((int)control);
  value = !(value == value) ? c->value : value < c->low ? c->low : value > c->high ? c->high : value;
  return chooses(control) ? (int)(value + 0.5) : value;
}
static inline const char *title_at(double value) {
#if ROSIN_CHOICES
  return IT(title)((int)taken(0, value));
#else
  return (void)value, "";
#endif
}
static inline int chosen(const char *words, int by_name) { /* what they are the title or the name of, or -1 */
#if ROSIN_CHOICES
  for (int i = 0; i < ROSIN_CHOICES; i++)
    if (!strcmp(words, by_name ? IT(name)(i) : IT(title)(i))) return i;
#endif
  return (void)words, (void)by_name, -1;
}

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
