/* An instrument that is played on this machine: JACK or PortAudio call it in their own thread, rings that nobody locks lead in and out.
 *
 * Whoever tells it something puts an event into `told`; it is done at its frame, or at the next block if that has passed, and comes back in
 * `done` with the frame at which it was. Sound that is recorded goes through `heard`, force and relative velocity of what rubs through
 * `slid`. Each ring has one writer and one reader. Nothing here waits, asks for memory, or knows Python. */
#define _POSIX_C_SOURCE 199309L
#include "plugin.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if !defined(_WIN32)
#include <sys/mman.h>
#endif

/* a control by its index; three bytes of MIDI, the first lowest in `index`; a number among parameters, `index` its record and its place
 * there, 16 bits each; all such are there. Layers are counted in `kind` above its lowest byte, the chain before the first. */
enum { TURN, MESSAGE, POKE, RENEW };
enum { PIECE = 128, SLID = 2, HEARD = 2 }; /* samples at a time; force and velocity; channels, in which a single one sounds twice */
typedef struct { int64_t frame; int32_t kind, index; double value; } Event;
typedef struct { _Atomic uint32_t begin, end; uint32_t size, width; char *room; _Atomic uint64_t lost; } Ring; /* size: a power of two */
typedef struct { uint32_t time; size_t size; uint8_t *bytes; } JackMessage; /* jack_midi_event_t */
typedef struct {
  void *(*buffer)(void *, uint32_t);           /* jack_port_get_buffer */
  int (*get)(JackMessage *, void *, uint32_t); /* jack_midi_event_get */
  void *sound[HEARD], *notes;                  /* ports */
} Jack;
typedef struct { /* what it says of itself */
  int64_t frame, slid_at; /* frames so far; that of force and velocity */
  uint64_t blocks, late, xruns, nanoseconds, lost_told, lost_heard;
  double force, velocity; /* N and m/s, of what is rubbed */
  int32_t gone, recording, layer;
} State;
typedef struct {
  It *it;
  double rate;
  Ring told, done, heard, slid;
  Jack jack;
  _Atomic int64_t frame, slid_at;
  _Atomic uint64_t blocks, late, xruns, nanoseconds;
  _Atomic double peak[HEARD], longest, force, velocity;
  _Atomic int32_t gone, recording, layer;
  float made[HEARD][PIECE], mixed[PIECE * HEARD], rubbed[PIECE * SLID]; /* a piece: by channels, by frames; and how it was rubbed */
} Live;

/* rings */

/* Its pages are there from the start and stay, where the system allows that: a page that has to be fetched while a block is waited for,
 * as one that was not touched for seconds may have to be, takes longer than the block. */
static int ring_make(Ring *r, uint32_t size, uint32_t width) {
  r->size = size, r->width = width;
  if (!(r->room = malloc((size_t)size * width))) return 0;
  memset(r->room, 0, (size_t)size * width);
#if !defined(_WIN32)
  (void)!mlock(r->room, (size_t)size * width);
#endif
  return 1;
}
static void ring_free(Ring *r) {
#if !defined(_WIN32)
  if (r->room) munlock(r->room, (size_t)r->size * r->width);
#endif
  free(r->room);
}
static void ring_copy(const Ring *r, uint32_t at, char *to, const char *from, uint32_t n) { /* one of the two is the ring's */
  uint32_t place = at & (r->size - 1), first = r->size - place < n ? r->size - place : n;
  if (to) memcpy(to, r->room + (size_t)place * r->width, (size_t)first * r->width), memcpy(to + (size_t)first * r->width, r->room, (size_t)(n - first) * r->width);
  else memcpy(r->room + (size_t)place * r->width, from, (size_t)first * r->width), memcpy(r->room, from + (size_t)first * r->width, (size_t)(n - first) * r->width);
}
static int ring_put(Ring *r, const void *items, uint32_t n) { /* all of them, or none */
  uint32_t end = atomic_load_explicit(&r->end, memory_order_relaxed), begin = atomic_load_explicit(&r->begin, memory_order_acquire);
  if (r->size - (end - begin) < n) return atomic_fetch_add(&r->lost, n), 0;
  ring_copy(r, end, NULL, items, n);
  return atomic_store_explicit(&r->end, end + n, memory_order_release), 1;
}
static uint32_t ring_take(Ring *r, void *items, uint32_t most) {
  uint32_t begin = atomic_load_explicit(&r->begin, memory_order_relaxed), end = atomic_load_explicit(&r->end, memory_order_acquire);
  uint32_t n = end - begin < most ? end - begin : most;
  ring_copy(r, begin, items, NULL, n);
  return atomic_store_explicit(&r->begin, begin + n, memory_order_release), n;
}
static int ring_first(Ring *r, Event *event) {
  uint32_t begin = atomic_load_explicit(&r->begin, memory_order_relaxed), end = atomic_load_explicit(&r->end, memory_order_acquire);
  if (begin == end) return 0;
  return ring_copy(r, begin, (char *)event, NULL, 1), 1;
}

/* a block */

static void happen(Live *l, Event event, int64_t frame) {
  int kind = event.kind & 255, layer = (event.kind >> 8) - 1;
  uint8_t message[3] = {(uint8_t)event.index, (uint8_t)(event.index >> 8), (uint8_t)(event.index >> 16)};
  if (kind == TURN) IT(set)(l->it, event.index, event.value), event.value = IT(get)(l->it, event.index);
  else if (kind == MESSAGE) tell(l->it, message, 3);
  else if (kind == POKE) IT(poke)(l->it, layer, event.index >> 16, event.index & 0xFFFF, event.value);
  else if (kind == RENEW) IT(renew)(l->it, layer);
  event.frame = frame;
  ring_put(&l->done, &event, 1);
}

/* All that is due at a frame; the frame of what comes next, or `end`. */
static int64_t happen_until(Live *l, int64_t now, int64_t end, void *notes, uint32_t *next) {
  Event event;
  JackMessage message;
  while (ring_first(&l->told, &event) && event.frame <= now) ring_take(&l->told, &event, 1), happen(l, event, now);
  int64_t soon = ring_first(&l->told, &event) && event.frame < end ? event.frame : end;
  for (int64_t begin = atomic_load(&l->frame); notes && !l->jack.get(&message, notes, *next); ++*next) {
    int64_t when = begin + message.time;
    if (when > now) {
      if (when < soon) soon = when;
      break;
    }
    if (message.size < 1 || message.size > 3 || message.bytes[0] < 0x80 || message.bytes[0] > 0xEF) continue; /* clocks, long ones */
    uint32_t one = message.size > 1 ? message.bytes[1] & 127u : 0, two = message.size > 2 ? message.bytes[2] & 127u : 0;
    happen(l, (Event){now, MESSAGE, (int32_t)(message.bytes[0] | one << 8 | two << 16), 0}, now);
  }
  return soon;
}

static void raise(_Atomic double *most, double value) {
  if (value > atomic_load_explicit(most, memory_order_relaxed)) atomic_store_explicit(most, value, memory_order_relaxed);
}

static void piece(Live *l, int64_t now, int32_t n) {
  float *made[HEARD] = {l->made[0], l->made[1]};
  IT(process_float)(l->it, made, HEARD, n);
  for (int k = 0; k < HEARD; k++) {
    double most = 0;
    for (int32_t i = 0; i < n; i++) {
      double size = made[k][i] < 0 ? -made[k][i] : made[k][i];
      if (size > most) most = size;
      l->mixed[i * HEARD + k] = made[k][i];
    }
    raise(&l->peak[k], most);
  }
  if (atomic_load(&l->recording)) ring_put(&l->heard, l->mixed, (uint32_t)n);
  const double *rows = IT(slid)(l->it, atomic_load(&l->layer));
  if (!rows) return;
  for (int32_t i = 0; i < n; i++) l->rubbed[SLID * i] = (float)rows[i], l->rubbed[SLID * i + 1] = (float)rows[PIECE + i];
  atomic_store(&l->slid_at, -1), atomic_store(&l->force, rows[n - 1]), atomic_store(&l->velocity, rows[PIECE + n - 1]);
  atomic_store(&l->slid_at, now + n - 1);
  ring_put(&l->slid, l->rubbed, (uint32_t)n);
}

/* So many frames, channel by channel into `out`, or frame by frame into `mixed`. */
static void block(Live *l, float *const *out, float *mixed, int32_t frames, void *notes) {
  struct timespec from, to;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from); /* its own, however long others keep the processor */
  int64_t begin = atomic_load(&l->frame), now = begin, end = begin + frames;
  uint32_t next = 0;
  while (now < end) {
    int64_t until = happen_until(l, now, end, notes, &next);
    for (int64_t n; now < until; now += n) {
      n = until - now < PIECE ? until - now : PIECE;
      piece(l, now, (int32_t)n);
      for (int k = 0; out && k < HEARD; k++) memcpy(out[k] + (now - begin), l->made[k], sizeof(float) * (size_t)n);
      if (mixed) memcpy(mixed + HEARD * (now - begin), l->mixed, sizeof(float) * HEARD * (size_t)n);
    }
  }
  atomic_store(&l->frame, end);
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
  uint64_t took = (uint64_t)((to.tv_sec - from.tv_sec) * 1000000000LL + (to.tv_nsec - from.tv_nsec));
  double share = (double)took * 1e-9 * l->rate / frames;
  atomic_fetch_add(&l->blocks, 1), atomic_fetch_add(&l->nanoseconds, took);
  if (share > 1) atomic_fetch_add(&l->late, 1);
  raise(&l->longest, share);
}

/* what JACK and PortAudio call */

ENTRY int live_jack_process(uint32_t frames, void *live) {
  Live *l = live;
  float *out[HEARD];
  for (int k = 0; k < HEARD; k++) out[k] = l->jack.buffer(l->jack.sound[k], frames);
  block(l, out, NULL, (int32_t)frames, l->jack.notes ? l->jack.buffer(l->jack.notes, frames) : NULL);
  return 0;
}
ENTRY int live_jack_xrun(void *live) { return atomic_fetch_add(&((Live *)live)->xruns, 1), 0; }
ENTRY void live_jack_gone(int code, const char *reason, void *live) { (void)code, (void)reason, atomic_store(&((Live *)live)->gone, 1); }
ENTRY void live_jack(Live *l, void *buffer, void *get, void *const *sound, void *notes) {
  *(void **)&l->jack.buffer = buffer, *(void **)&l->jack.get = get, l->jack.notes = notes;
  for (int k = 0; k < HEARD; k++) l->jack.sound[k] = sound[k];
}

ENTRY int live_portaudio(const void *in, void *out, unsigned long frames, const void *when, unsigned long flags, void *live) {
  (void)in, (void)when;
  if (flags & 4) atomic_fetch_add(&((Live *)live)->xruns, 1); /* paOutputUnderflow */
  return block(live, NULL, out, (int32_t)frames, NULL), 0; /* paContinue */
}

/* what Python calls */

ENTRY void live_sound(Live *l, float *mixed, int32_t frames) { block(l, NULL, mixed, frames, NULL); } /* without a device */
ENTRY int live_tell(Live *l, int64_t frame, int32_t kind, int32_t index, double value) {
  return ring_put(&l->told, &(Event){frame, kind, index, value}, 1);
}
ENTRY uint32_t live_done(Live *l, void *events, uint32_t most) { return ring_take(&l->done, events, most); }
ENTRY uint32_t live_heard(Live *l, void *frames, uint32_t most) { return ring_take(&l->heard, frames, most); }
ENTRY uint32_t live_slid(Live *l, void *pairs, uint32_t most) { return ring_take(&l->slid, pairs, most); }
ENTRY void live_record(Live *l, int32_t on) { atomic_store(&l->recording, on); }
ENTRY void live_watch(Live *l, int32_t layer) { atomic_store(&l->layer, layer); }
ENTRY void live_state(Live *l, State *to) {
  double force, velocity;
  int64_t at;
  do at = atomic_load(&l->slid_at), force = atomic_load(&l->force), velocity = atomic_load(&l->velocity);
  while (at != atomic_load(&l->slid_at) || at == -1); /* until the three belong together */
  *to = (State){atomic_load(&l->frame), at, atomic_load(&l->blocks), atomic_load(&l->late), atomic_load(&l->xruns), atomic_load(&l->nanoseconds),
    atomic_load(&l->told.lost), atomic_load(&l->heard.lost), force, velocity, atomic_load(&l->gone), atomic_load(&l->recording),
    atomic_load(&l->layer)};
}
ENTRY void live_peaks(Live *l, double *to) { /* of the channels, and the longest block as a share of its time, since this was last asked */
  to[0] = atomic_exchange(&l->peak[0], 0), to[1] = atomic_exchange(&l->peak[1], 0), to[2] = atomic_exchange(&l->longest, 0);
}
ENTRY int live_latency(Live *l) { return IT(latency)(l->it); }

ENTRY void live_destroy(Live *l) {
  if (!l) return;
  if (l->it) IT(destroy)(l->it);
  ring_free(&l->told), ring_free(&l->done), ring_free(&l->heard), ring_free(&l->slid), free(l);
}
ENTRY Live *live_create(double rate, uint32_t events, uint32_t frames) {
  Live *l = calloc(1, sizeof *l);
  if (!l) return NULL;
  l->rate = rate, l->it = IT(create)(rate);
  int made = l->it && ring_make(&l->told, events, sizeof(Event)) && ring_make(&l->done, 2 * events, sizeof(Event))
    && ring_make(&l->heard, frames, sizeof(float) * HEARD) && ring_make(&l->slid, frames, sizeof(float) * SLID);
  return made ? l : (live_destroy(l), NULL);
}
