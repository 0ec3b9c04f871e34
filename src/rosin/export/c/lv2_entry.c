/* The library of LV2 plugins: one instrument, or many. */
#include "lv2_abi.h"
#include "entry.h"

#include <stddef.h>

#define EACH(name) extern const LV2_Descriptor name##_lv2;
ROSIN_PLUGINS
#undef EACH
#define EACH(name) &name##_lv2,
static const LV2_Descriptor *const kinds[] = {ROSIN_PLUGINS};
enum { KINDS = sizeof kinds / sizeof *kinds };

ENTRY const LV2_Descriptor *lv2_descriptor(uint32_t index) { return index < KINDS ? kinds[index] : NULL; }
