/* What an instrument needs of CLAP 1.2, stated from its public documentation (cleveraudio.org). */
#ifndef ROSIN_CLAP_ABI_H
#define ROSIN_CLAP_ABI_H
#include <stdbool.h>
#include <stdint.h>

#if defined(_WIN32)
#define CLAP_ABI __cdecl
#else
#define CLAP_ABI
#endif

enum { CLAP_NAME_SIZE = 256, CLAP_PATH_SIZE = 1024 };
enum { NOTE_ON, NOTE_OFF, NOTE_CHOKE, NOTE_END, NOTE_EXPRESSION, PARAM_VALUE, PARAM_MOD, GESTURE_BEGIN, GESTURE_END, TRANSPORT, MIDI };
enum { EXPRESSION_VOLUME = 0, EXPRESSION_PRESSURE = 6 };
enum { PARAM_IS_STEPPED = 1 << 0, PARAM_IS_AUTOMATABLE = 1 << 5, PARAM_IS_ENUM = 1 << 16, RESCAN_VALUES = 1 << 0 };
enum { LOCATION_FILE, LOCATION_PLUGIN, IS_FACTORY_CONTENT = 1 << 0 };
enum { PORT_IS_MAIN = 1 << 0, PORT_SUPPORTS_64BITS = 1 << 1 };
enum { DIALECT_CLAP = 1 << 0, DIALECT_MIDI = 1 << 1, DIALECT_MIDI_MPE = 1 << 2 };
enum { PROCESS_ERROR, PROCESS_CONTINUE };

typedef struct { uint32_t major, minor, revision; } clap_version_t;
typedef struct clap_host {
  clap_version_t clap_version;
  void *host_data;
  const char *name, *vendor, *url, *version;
  const void *(CLAP_ABI *get_extension)(const struct clap_host *, const char *id);
  void(CLAP_ABI *request_restart)(const struct clap_host *);
  void(CLAP_ABI *request_process)(const struct clap_host *);
  void(CLAP_ABI *request_callback)(const struct clap_host *);
} clap_host_t;
typedef struct {
  clap_version_t clap_version;
  const char *id, *name, *vendor, *url, *manual_url, *support_url, *version, *description;
  const char *const *features;
} clap_plugin_descriptor_t;

typedef struct { uint32_t size, time; uint16_t space_id, type; uint32_t flags; } clap_event_header_t;
typedef struct { clap_event_header_t header; int32_t note_id; int16_t port_index, channel, key; double velocity; } clap_event_note_t;
typedef struct {
  clap_event_header_t header;
  int32_t expression_id, note_id;
  int16_t port_index, channel, key;
  double value;
} clap_event_note_expression_t;
typedef struct {
  clap_event_header_t header;
  uint32_t param_id;
  void *cookie;
  int32_t note_id;
  int16_t port_index, channel, key;
  double value;
} clap_event_param_value_t;
typedef struct { clap_event_header_t header; uint16_t port_index; uint8_t data[3]; } clap_event_midi_t;
typedef struct clap_input_events {
  void *ctx;
  uint32_t(CLAP_ABI *size)(const struct clap_input_events *);
  const clap_event_header_t *(CLAP_ABI *get)(const struct clap_input_events *, uint32_t index);
} clap_input_events_t;
typedef struct clap_output_events {
  void *ctx;
  bool(CLAP_ABI *try_push)(const struct clap_output_events *, const clap_event_header_t *);
} clap_output_events_t;

typedef struct { float **data32; double **data64; uint32_t channel_count, latency; uint64_t constant_mask; } clap_audio_buffer_t;
typedef struct {
  int64_t steady_time;
  uint32_t frames_count;
  const void *transport;
  const clap_audio_buffer_t *audio_inputs;
  clap_audio_buffer_t *audio_outputs;
  uint32_t audio_inputs_count, audio_outputs_count;
  const clap_input_events_t *in_events;
  const clap_output_events_t *out_events;
} clap_process_t;
typedef struct clap_plugin {
  const clap_plugin_descriptor_t *desc;
  void *plugin_data;
  bool(CLAP_ABI *init)(const struct clap_plugin *);
  void(CLAP_ABI *destroy)(const struct clap_plugin *);
  bool(CLAP_ABI *activate)(const struct clap_plugin *, double rate, uint32_t least, uint32_t most);
  void(CLAP_ABI *deactivate)(const struct clap_plugin *);
  bool(CLAP_ABI *start_processing)(const struct clap_plugin *);
  void(CLAP_ABI *stop_processing)(const struct clap_plugin *);
  void(CLAP_ABI *reset)(const struct clap_plugin *);
  int32_t(CLAP_ABI *process)(const struct clap_plugin *, const clap_process_t *);
  const void *(CLAP_ABI *get_extension)(const struct clap_plugin *, const char *id);
  void(CLAP_ABI *on_main_thread)(const struct clap_plugin *);
} clap_plugin_t;
typedef struct clap_plugin_factory {
  uint32_t(CLAP_ABI *get_plugin_count)(const struct clap_plugin_factory *);
  const clap_plugin_descriptor_t *(CLAP_ABI *get_plugin_descriptor)(const struct clap_plugin_factory *, uint32_t index);
  const clap_plugin_t *(CLAP_ABI *create_plugin)(const struct clap_plugin_factory *, const clap_host_t *, const char *id);
} clap_plugin_factory_t;
typedef struct {
  clap_version_t clap_version;
  bool(CLAP_ABI *init)(const char *path);
  void(CLAP_ABI *deinit)(void);
  const void *(CLAP_ABI *get_factory)(const char *id);
} clap_plugin_entry_t;

typedef struct {
  uint32_t id, flags;
  void *cookie;
  char name[CLAP_NAME_SIZE], module[CLAP_PATH_SIZE];
  double min_value, max_value, default_value;
} clap_param_info_t;
typedef struct {
  uint32_t(CLAP_ABI *count)(const clap_plugin_t *);
  bool(CLAP_ABI *get_info)(const clap_plugin_t *, uint32_t index, clap_param_info_t *);
  bool(CLAP_ABI *get_value)(const clap_plugin_t *, uint32_t id, double *);
  bool(CLAP_ABI *value_to_text)(const clap_plugin_t *, uint32_t id, double value, char *, uint32_t size);
  bool(CLAP_ABI *text_to_value)(const clap_plugin_t *, uint32_t id, const char *, double *);
  void(CLAP_ABI *flush)(const clap_plugin_t *, const clap_input_events_t *, const clap_output_events_t *);
} clap_plugin_params_t;
typedef struct {
  uint32_t id;
  char name[CLAP_NAME_SIZE];
  uint32_t flags, channel_count;
  const char *port_type;
  uint32_t in_place_pair;
} clap_audio_port_info_t;
typedef struct {
  uint32_t(CLAP_ABI *count)(const clap_plugin_t *, bool input);
  bool(CLAP_ABI *get)(const clap_plugin_t *, uint32_t index, bool input, clap_audio_port_info_t *);
} clap_plugin_audio_ports_t;
typedef struct { uint32_t id, supported_dialects, preferred_dialect; char name[CLAP_NAME_SIZE]; } clap_note_port_info_t;
typedef struct {
  uint32_t(CLAP_ABI *count)(const clap_plugin_t *, bool input);
  bool(CLAP_ABI *get)(const clap_plugin_t *, uint32_t index, bool input, clap_note_port_info_t *);
} clap_plugin_note_ports_t;
typedef struct { uint32_t(CLAP_ABI *get)(const clap_plugin_t *); } clap_plugin_latency_t;
typedef struct clap_istream { void *ctx; int64_t(CLAP_ABI *read)(const struct clap_istream *, void *, uint64_t size); } clap_istream_t;
typedef struct clap_ostream { void *ctx; int64_t(CLAP_ABI *write)(const struct clap_ostream *, const void *, uint64_t size); } clap_ostream_t;
typedef struct {
  bool(CLAP_ABI *save)(const clap_plugin_t *, const clap_ostream_t *);
  bool(CLAP_ABI *load)(const clap_plugin_t *, const clap_istream_t *);
} clap_plugin_state_t;

typedef struct {
  void(CLAP_ABI *rescan)(const clap_host_t *, uint32_t flags);
  void(CLAP_ABI *clear)(const clap_host_t *, uint32_t id, uint32_t flags);
  void(CLAP_ABI *request_flush)(const clap_host_t *);
} clap_host_params_t;
typedef struct {
  bool(CLAP_ABI *from_location)(const clap_plugin_t *, uint32_t kind, const char *location, const char *key);
} clap_plugin_preset_load_t;
typedef struct {
  void(CLAP_ABI *on_error)(const clap_host_t *, uint32_t kind, const char *location, const char *key, int32_t error, const char *message);
  void(CLAP_ABI *loaded)(const clap_host_t *, uint32_t kind, const char *location, const char *key);
} clap_host_preset_load_t;
typedef struct { const char *abi, *id; } clap_universal_plugin_id_t;
typedef struct clap_preset_discovery_metadata_receiver {
  void *receiver_data;
  void(CLAP_ABI *on_error)(const struct clap_preset_discovery_metadata_receiver *, int32_t error, const char *message);
  bool(CLAP_ABI *begin_preset)(const struct clap_preset_discovery_metadata_receiver *, const char *name, const char *key);
  void(CLAP_ABI *add_plugin_id)(const struct clap_preset_discovery_metadata_receiver *, const clap_universal_plugin_id_t *);
  void(CLAP_ABI *set_soundpack_id)(const struct clap_preset_discovery_metadata_receiver *, const char *);
  void(CLAP_ABI *set_flags)(const struct clap_preset_discovery_metadata_receiver *, uint32_t);
  void(CLAP_ABI *add_creator)(const struct clap_preset_discovery_metadata_receiver *, const char *);
  void(CLAP_ABI *set_description)(const struct clap_preset_discovery_metadata_receiver *, const char *);
  void(CLAP_ABI *set_timestamps)(const struct clap_preset_discovery_metadata_receiver *, uint64_t created, uint64_t modified);
  void(CLAP_ABI *add_feature)(const struct clap_preset_discovery_metadata_receiver *, const char *);
  void(CLAP_ABI *add_extra_info)(const struct clap_preset_discovery_metadata_receiver *, const char *key, const char *value);
} clap_preset_discovery_metadata_receiver_t;
typedef struct { uint32_t flags; const char *name; uint32_t kind; const char *location; } clap_preset_discovery_location_t;
typedef struct { clap_version_t clap_version; const char *id, *name, *vendor; } clap_preset_discovery_provider_descriptor_t;
typedef struct clap_preset_discovery_provider {
  const clap_preset_discovery_provider_descriptor_t *desc;
  void *provider_data;
  bool(CLAP_ABI *init)(const struct clap_preset_discovery_provider *);
  void(CLAP_ABI *destroy)(const struct clap_preset_discovery_provider *);
  bool(CLAP_ABI *get_metadata)(const struct clap_preset_discovery_provider *, uint32_t kind, const char *location, const clap_preset_discovery_metadata_receiver_t *);
  const void *(CLAP_ABI *get_extension)(const struct clap_preset_discovery_provider *, const char *id);
} clap_preset_discovery_provider_t;
typedef struct clap_preset_discovery_indexer {
  clap_version_t clap_version;
  const char *name, *vendor, *url, *version;
  void *indexer_data;
  bool(CLAP_ABI *declare_filetype)(const struct clap_preset_discovery_indexer *, const void *);
  bool(CLAP_ABI *declare_location)(const struct clap_preset_discovery_indexer *, const clap_preset_discovery_location_t *);
  bool(CLAP_ABI *declare_soundpack)(const struct clap_preset_discovery_indexer *, const void *);
  const void *(CLAP_ABI *get_extension)(const struct clap_preset_discovery_indexer *, const char *id);
} clap_preset_discovery_indexer_t;
typedef struct clap_preset_discovery_factory {
  uint32_t(CLAP_ABI *count)(const struct clap_preset_discovery_factory *);
  const clap_preset_discovery_provider_descriptor_t *(CLAP_ABI *get_descriptor)(const struct clap_preset_discovery_factory *, uint32_t index);
  const clap_preset_discovery_provider_t *(CLAP_ABI *create)(const struct clap_preset_discovery_factory *, const clap_preset_discovery_indexer_t *, const char *id);
} clap_preset_discovery_factory_t;

/* not of CLAP: what a library knows of each of its plugins */
typedef struct {
  const clap_plugin_descriptor_t *descriptor;
  const clap_plugin_t *(*make)(const clap_host_t *);
  const clap_preset_discovery_factory_t *presets; /* or NULL */
} Kind;
#endif
