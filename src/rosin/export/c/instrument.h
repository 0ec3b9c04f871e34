/* @TITLE@: @SUMMARY@
 * Made by Rosin. An instance belongs to one thread at a time; any number of them run side by side. */
#ifndef ROSIN_@UPPER@_H
#define ROSIN_@UPPER@_H
#include <stddef.h>
#include <stdint.h>

#if defined(ROSIN_EXPORT)
#elif defined(_WIN32)
#define ROSIN_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define ROSIN_EXPORT __attribute__((visibility("default")))
#else
#define ROSIN_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

#ifndef ROSIN_CONTROL
#define ROSIN_CONTROL
typedef struct {
  const char *symbol, *label, *group, *unit; /* group "hands": what hands do while it sounds; others: what it is made of */
  double low, high, value;                   /* value: at first */
  int logarithmic;                           /* whether its range is best seen by ratios */
} rosin_control;
#endif

typedef struct rosin_@NAME@ rosin_@NAME@;

/* Not while sound is waited for: an instance at a sample rate in Hz, or NULL where there is no memory, or it does not run at that rate.
 * It runs at @RATES@. */
ROSIN_EXPORT rosin_@NAME@ *rosin_@NAME@_create(double sample_rate);
ROSIN_EXPORT void rosin_@NAME@_destroy(rosin_@NAME@ *);

/* Controls and parameters by index, as listed below. A hand's control glides to its value within some 5 ms; a parameter is taken over
 * before the next sample, which takes a moment for strings. What is beyond the range is held at its end. */
ROSIN_EXPORT int rosin_@NAME@_controls(void);
ROSIN_EXPORT const rosin_control *rosin_@NAME@_control(int index);
ROSIN_EXPORT double rosin_@NAME@_get(const rosin_@NAME@ *, int index);
ROSIN_EXPORT void rosin_@NAME@_set(rosin_@NAME@ *, int index, double value);

/* Sound, in full scale: so many samples of each of so many channels; one channel sounds in all. No memory is taken, nothing waits. */
ROSIN_EXPORT int rosin_@NAME@_channels(void);
ROSIN_EXPORT int rosin_@NAME@_latency(const rosin_@NAME@ *); /* samples by which it is late: its limiter looks ahead */
ROSIN_EXPORT void rosin_@NAME@_process(rosin_@NAME@ *, double *const *out, int channels, int samples);
ROSIN_EXPORT void rosin_@NAME@_process_float(rosin_@NAME@ *, float *const *out, int channels, int samples);
ROSIN_EXPORT void rosin_@NAME@_restart(rosin_@NAME@ *); /* back to silence; controls stay */
@NOTES@
/* The values of all controls, by name, so that other versions read them too. `save` says how many bytes it needs, and writes them where
 * there is room; `load` says whether these bytes were such a state. */
ROSIN_EXPORT size_t rosin_@NAME@_save(const rosin_@NAME@ *, void *state, size_t size);
ROSIN_EXPORT int rosin_@NAME@_load(rosin_@NAME@ *, const void *state, size_t size);

enum {
@CONTROLS@
};

#ifdef __cplusplus
}
#endif
#endif
