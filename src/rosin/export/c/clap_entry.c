/* The library of CLAP plugins: one instrument, or many. */
#include "clap_abi.h"
#include "entry.h"

#include <string.h>

#define EACH(name) extern const Kind name##_clap;
ROSIN_PLUGINS
#undef EACH
#define EACH(name) &name##_clap,
static const Kind *const kinds[] = {ROSIN_PLUGINS};
enum { KINDS = sizeof kinds / sizeof *kinds };

static uint32_t CLAP_ABI count(const clap_plugin_factory_t *f) { return (void)f, KINDS; }
static const clap_plugin_descriptor_t *CLAP_ABI described(const clap_plugin_factory_t *f, uint32_t index) {
  return (void)f, index < KINDS ? kinds[index]->descriptor : NULL;
}
static const clap_plugin_t *CLAP_ABI create(const clap_plugin_factory_t *f, const clap_host_t *host, const char *id) {
  (void)f;
  for (uint32_t k = 0; k < KINDS; k++)
    if (!strcmp(id, kinds[k]->descriptor->id)) return kinds[k]->make(host);
  return NULL;
}
static const clap_plugin_factory_t factory = {count, described, create};

static bool CLAP_ABI entry_init(const char *path) { return (void)path, true; }
static void CLAP_ABI entry_deinit(void) {}
static const void *CLAP_ABI entry_factory(const char *id) {
  if (!strcmp(id, "clap.preset-discovery-factory/2") || !strcmp(id, "clap.preset-discovery-factory/draft-2")) return kinds[0]->presets;
  return strcmp(id, "clap.plugin-factory") ? NULL : &factory;
}
ENTRY const clap_plugin_entry_t clap_entry = {{1, 2, 0}, entry_init, entry_deinit, entry_factory};
