/* The library of VST 3 plugins: one instrument, or many. */
#include "vst3_abi.h"
#include "entry.h"

#include <stdio.h>
#include <string.h>

#define EACH(name) extern const Kind name##_vst3;
ROSIN_PLUGINS
#undef EACH
#define EACH(name) &name##_vst3,
static const Kind *const kinds[] = {ROSIN_PLUGINS};
enum { KINDS = sizeof kinds / sizeof *kinds };

static int32_t VST factory_query(void *p, const Id id, void **to) {
  int ours = !memcmp(id, UNKNOWN_ID, 16) || !memcmp(id, FACTORY_ID, 16) || !memcmp(id, FACTORY_2_ID, 16);
  return *to = ours ? p : NULL, ours ? OK : NO_INTERFACE;
}
static uint32_t VST factory_use(void *p) { return (void)p, 1; }
static int32_t VST factory_info(void *p, FactoryInfo *to) {
  (void)p;
  memset(to, 0, sizeof *to);
  return strcpy(to->vendor, "Rosin"), to->flags = UNICODE, OK;
}
static int32_t VST classes(void *p) { return (void)p, KINDS; }
static int32_t VST class_info(void *p, int32_t index, ClassInfo *to) {
  (void)p;
  if (index < 0 || index >= KINDS) return INVALID;
  memset(to, 0, sizeof *to);
  memcpy(to->cid, kinds[index]->id, 16), to->cardinality = MANY, strcpy(to->category, "Audio Module Class");
  return snprintf(to->name, sizeof to->name, "%s", kinds[index]->title), OK;
}
static int32_t VST class_info_2(void *p, int32_t index, ClassInfo2 *to) {
  (void)p;
  if (index < 0 || index >= KINDS) return INVALID;
  memset(to, 0, sizeof *to);
  memcpy(to->cid, kinds[index]->id, 16), to->cardinality = MANY, strcpy(to->category, "Audio Module Class");
  strcpy(to->subCategories, "Instrument|Synth"), strcpy(to->vendor, "Rosin"), strcpy(to->version, ROSIN_VERSION), strcpy(to->sdkVersion, "VST 3.7");
  return snprintf(to->name, sizeof to->name, "%s", kinds[index]->title), OK;
}
static int32_t VST create(void *p, const char *cid, const char *iid, void **to) {
  (void)p;
  for (int k = 0; k < KINDS; k++)
    if (!memcmp(cid, kinds[k]->id, 16)) return kinds[k]->make(iid, to);
  return *to = NULL, NO_INTERFACE;
}

static const FactoryTable factory_table = {factory_query, factory_use, factory_use, factory_info, classes, class_info, create, class_info_2};
static struct { const FactoryTable *table; } factory = {&factory_table};
ENTRY void *GetPluginFactory(void) { return &factory; }
#if defined(_WIN32)
ENTRY uint8_t InitDll(void) { return 1; }
ENTRY uint8_t ExitDll(void) { return 1; }
#elif defined(__APPLE__)
ENTRY uint8_t bundleEntry(void *bundle) { return (void)bundle, 1; }
ENTRY uint8_t bundleExit(void) { return 1; }
#else
ENTRY uint8_t ModuleEntry(void *handle) { return (void)handle, 1; }
ENTRY uint8_t ModuleExit(void) { return 1; }
#endif
