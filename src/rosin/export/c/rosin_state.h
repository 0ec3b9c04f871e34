/* Values by name, as bytes: "ROSIN 1\n", then for each its name, a zero byte and the value, low byte first. */
#ifndef ROSIN_STATE_H
#define ROSIN_STATE_H
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static const char MAGIC[8] = {'R', 'O', 'S', 'I', 'N', ' ', '1', '\n'};

static size_t entry_size(size_t name) { return name + 1 + sizeof(double); }
static unsigned char *put_entry(unsigned char *to, const char *name, size_t length, double value) { /* where the next goes */
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits), memcpy(to, name, length), to += length, *to++ = 0;
  for (int i = 0; i < 8; i++) *to++ = (unsigned char)(bits >> (8 * i));
  return to;
}

static const unsigned char *first_entry(const void *state, size_t size) { /* NULL where this is no state */
  return size < sizeof MAGIC || memcmp(state, MAGIC, sizeof MAGIC) ? NULL : (const unsigned char *)state + sizeof MAGIC;
}
static const unsigned char *get_entry(const unsigned char *from, const unsigned char *end, size_t *name, double *value) { /* the next, or NULL */
  const unsigned char *stop = memchr(from, 0, (size_t)(end - from));
  if (!stop || end - stop < 1 + 8) return NULL;
  uint64_t bits = 0;
  for (int i = 0; i < 8; i++) bits |= (uint64_t)stop[1 + i] << (8 * i);
  return memcpy(value, &bits, sizeof bits), *name = (size_t)(stop - from), stop + 1 + 8;
}
#endif
