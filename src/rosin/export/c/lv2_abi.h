/* What a plugin needs of LV2, stated from its public specification (lv2plug.in/ns): core, urid, atom. */
#ifndef ROSIN_LV2_ABI_H
#define ROSIN_LV2_ABI_H
#include <stdint.h>

typedef void *LV2_Handle;
typedef struct { const char *URI; void *data; } LV2_Feature;
typedef struct LV2_Descriptor {
  const char *URI;
  LV2_Handle (*instantiate)(const struct LV2_Descriptor *, double rate, const char *bundle, const LV2_Feature *const *features);
  void (*connect_port)(LV2_Handle, uint32_t port, void *data);
  void (*activate)(LV2_Handle);
  void (*run)(LV2_Handle, uint32_t samples);
  void (*deactivate)(LV2_Handle);
  void (*cleanup)(LV2_Handle);
  const void *(*extension_data)(const char *uri);
} LV2_Descriptor;

typedef struct { void *handle; uint32_t (*map)(void *handle, const char *uri); } LV2_URID_Map;
typedef struct { uint32_t size, type; } LV2_Atom;
typedef struct { uint32_t unit, pad; } LV2_Atom_Sequence_Body; /* events follow, each on 8 bytes */
typedef struct { LV2_Atom atom; LV2_Atom_Sequence_Body body; } LV2_Atom_Sequence;
typedef struct { int64_t frames; LV2_Atom body; } LV2_Atom_Event; /* what it holds follows */
#endif
