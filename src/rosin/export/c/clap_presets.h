/* Presets of a CLAP plugin with many instruments: each instrument is one, within the plugin, and its name is the key. A host loads them by name,
 * and finds them before it has made a plugin. */

static bool CLAP_ABI load_preset(const clap_plugin_t *p, uint32_t kind, const char *location, const char *key) {
  const clap_host_t *host = of(p)->host;
  const clap_host_preset_load_t *told = host->get_extension(host, "clap.preset-load/2");
  const clap_host_params_t *values = host->get_extension(host, "clap.params");
  int choice = kind == LOCATION_PLUGIN && key ? chosen(key, 1) : -1;
  if (choice < 0) {
    if (told) told->on_error(host, kind, location, key, 0, "There is no such instrument.");
    return false;
  }
  atomic_store(&of(p)->value[0], choice), atomic_store(&of(p)->loaded, true);
  if (values) values->rescan(host, RESCAN_VALUES);
  if (told) told->loaded(host, kind, location, key);
  return true;
}
static const clap_plugin_preset_load_t preset_load = {load_preset};
static const void *preset_extension(const char *id) {
  return !strcmp(id, "clap.preset-load/2") || !strcmp(id, "clap.preset-load.draft/2") ? &preset_load : NULL;
}

/* how they are found */

static const clap_preset_discovery_provider_descriptor_t provider_descriptor = {{1, 2, 0}, ROSIN_ID ".presets", ROSIN_TITLE, "Rosin"};

static bool CLAP_ABI provider_init(const clap_preset_discovery_provider_t *p) {
  const clap_preset_discovery_indexer_t *indexer = p->provider_data;
  static const clap_preset_discovery_location_t within = {IS_FACTORY_CONTENT, ROSIN_TITLE, LOCATION_PLUGIN, NULL};
  return indexer->declare_location(indexer, &within);
}
static void CLAP_ABI provider_destroy(const clap_preset_discovery_provider_t *p) { free((void *)p); }
static bool CLAP_ABI provider_tell(const clap_preset_discovery_provider_t *p, uint32_t kind, const char *location, const clap_preset_discovery_metadata_receiver_t *to) {
  (void)p, (void)location;
  static const clap_universal_plugin_id_t its = {"clap", ROSIN_ID};
  for (int i = 0; kind == LOCATION_PLUGIN && i < ROSIN_CHOICES && to->begin_preset(to, IT(title)(i), IT(name)(i)); i++)
    to->add_plugin_id(to, &its), to->set_description(to, IT(summary)(i)), to->add_feature(to, "instrument");
  return kind == LOCATION_PLUGIN;
}
static const void *CLAP_ABI provider_extension(const clap_preset_discovery_provider_t *p, const char *id) { return (void)p, (void)id, NULL; }

static uint32_t CLAP_ABI provider_count(const clap_preset_discovery_factory_t *f) { return (void)f, 1; }
static const clap_preset_discovery_provider_descriptor_t *CLAP_ABI provider_described(const clap_preset_discovery_factory_t *f, uint32_t index) {
  return (void)f, index ? NULL : &provider_descriptor;
}
static const clap_preset_discovery_provider_t *CLAP_ABI provider_create(
  const clap_preset_discovery_factory_t *f, const clap_preset_discovery_indexer_t *indexer, const char *id) {
  (void)f;
  clap_preset_discovery_provider_t *p = strcmp(id, provider_descriptor.id) ? NULL : malloc(sizeof *p);
  if (p) *p = (clap_preset_discovery_provider_t){&provider_descriptor, (void *)indexer, provider_init, provider_destroy, provider_tell, provider_extension};
  return p;
}
static const clap_preset_discovery_factory_t discovery = {provider_count, provider_described, provider_create};
#define PRESETS &discovery
