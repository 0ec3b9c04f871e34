/* What an instrument needs of VST 3, stated from its public documentation (steinbergmedia.github.io/vst3_dev_portal): interfaces are objects
 * whose first member is a table of functions, and have 16 bytes for a name, in another order on Windows. */
#ifndef ROSIN_VST3_ABI_H
#define ROSIN_VST3_ABI_H
#include <stdint.h>

#if defined(_WIN32)
#define VST __stdcall
enum { NO_INTERFACE = (int32_t)0x80004002, OK = 0, FALSE_RESULT = 1, INVALID = (int32_t)0x80070057, NOT_DONE = (int32_t)0x80004001, FAILED = (int32_t)0x80004005 };
#define ID_BYTES(a, b) (char)(a), (char)((a) >> 8), (char)((a) >> 16), (char)((a) >> 24), (char)((b) >> 16), (char)((b) >> 24), (char)(b), (char)((b) >> 8)
#else
#define VST
enum { NO_INTERFACE = -1, OK = 0, FALSE_RESULT = 1, INVALID = 2, NOT_DONE = 3, FAILED = 4 };
#define ID_BYTES(a, b) HIGH_FIRST(a), HIGH_FIRST(b)
#endif
#define HIGH_FIRST(x) (char)((uint32_t)(x) >> 24), (char)((x) >> 16), (char)((x) >> 8), (char)(x)
#define ID(a, b, c, d) {ID_BYTES(a, b), HIGH_FIRST(c), HIGH_FIRST(d)}

typedef char Id[16];
typedef int16_t Words[128]; /* text of 16 bits a letter */
static const Id UNKNOWN_ID = ID(0x00000000, 0x00000000, 0xC0000000, 0x00000046);
static const Id BASE_ID = ID(0x22888DDB, 0x156E45AE, 0x8358B348, 0x08190625);
static const Id FACTORY_ID = ID(0x7A4D811C, 0x52114A1F, 0xAED9D2EE, 0x0B43BF9F);
static const Id FACTORY_2_ID = ID(0x0007B650, 0xF24B4C0B, 0xA464EDB9, 0xF00B2ABB);
static const Id COMPONENT_ID = ID(0xE831FF31, 0xF2D54301, 0x928EBBEE, 0x25697802);
static const Id PROCESSOR_ID = ID(0x42043F99, 0xB7DA453C, 0xA569E79D, 0x9AAEC33D);
static const Id CONTROLLER_ID = ID(0xDCD7BBE3, 0x7742448D, 0xA874AACC, 0x979C759E);
static const Id EXPRESSION_ID = ID(0xB7F8F859, 0x41234872, 0x91169581, 0x4F3721A3);
static const Id MAPPING_ID = ID(0xDF0FF9F7, 0x49B74669, 0xB63AB732, 0x7ADBF5E5);
static const Id UNIT_ID = ID(0x3D4BD6B5, 0x913A4FD2, 0xA886E768, 0xA5EB92C1);

enum { AUDIO, EVENT };                /* kinds of buses */
enum { INPUT, OUTPUT };               /* their directions */
enum { SINGLE, DOUBLE };              /* sizes of samples */
enum { NOTE_ON, NOTE_OFF, DATA, POLY_PRESSURE, EXPRESSED }; /* kinds of events */
enum { VOLUME = 0, TUNING = 2, VIBRATO = 3, EXPRESSION = 4 }; /* what is expressed */
enum { IS_BIPOLAR = 1 << 0, IS_ABSOLUTE = 1 << 2 };
enum { BUS_ACTIVE = 1, CAN_AUTOMATE = 1, IS_LIST = 1 << 3, IS_HIDDEN = 1 << 4, IS_PROGRAM_CHANGE = 1 << 15, UNICODE = 1 << 4, MANY = 0x7FFFFFFF };
enum { ROOT_UNIT = 0, NO_PARENT_UNIT = -1 };
enum { AFTERTOUCH = 128, PITCH_BEND = 129 }; /* beside the 128 controllers */
enum { STEREO = 3, MONO = 1 << 19 };  /* arrangements of loudspeakers */

typedef struct { char vendor[64], url[256], email[128]; int32_t flags; } FactoryInfo;
typedef struct { Id cid; int32_t cardinality; char category[32], name[64]; } ClassInfo;
typedef struct {
  Id cid;
  int32_t cardinality;
  char category[32], name[64];
  uint32_t classFlags;
  char subCategories[128], vendor[64], version[64], sdkVersion[64];
} ClassInfo2;
typedef struct { int32_t mediaType, direction, channelCount; Words name; int32_t busType; uint32_t flags; } BusInfo;
typedef struct { int32_t processMode, symbolicSampleSize, maxSamplesPerBlock; double sampleRate; } ProcessSetup;
typedef struct { int32_t numChannels; uint64_t silenceFlags; void **buffers; } BusBuffers;
typedef struct {
  uint32_t id;
  Words title, shortTitle, units;
  int32_t stepCount;
  double defaultNormalizedValue;
  int32_t unitId, flags;
} ParameterInfo;
typedef struct {
  uint32_t typeId;
  Words title, shortTitle, units;
  int32_t unitId;
  struct { double defaultValue, minimum, maximum; int32_t stepCount; } valueDesc;
  uint32_t associatedParameterId;
  int32_t flags;
} ExpressionInfo;
typedef struct { int32_t id, parentUnitId; Words name; int32_t programListId; } UnitInfo;
typedef struct { int32_t id; Words name; int32_t programCount; } ProgramListInfo;
typedef struct { int16_t channel, pitch; float tuning, velocity; int32_t length, noteId; } NoteOn;
typedef struct { int16_t channel, pitch; float velocity; int32_t noteId; float tuning; } NoteOff;
typedef struct { int16_t channel, pitch; float pressure; int32_t noteId; } PolyPressure;
typedef struct { uint32_t typeId; int32_t noteId; double value; } Expressed;
typedef struct {
  int32_t busIndex, sampleOffset;
  double ppqPosition;
  uint16_t flags, type;
  union { NoteOn on; NoteOff off; PolyPressure pressure; Expressed expressed; struct { uint64_t a; void *b, *c; } largest; } of;
} Event;

#define UNKNOWN_TABLE int32_t(VST *queryInterface)(void *, const Id, void **); uint32_t(VST *addRef)(void *); uint32_t(VST *release)(void *)
typedef struct StreamTable {
  UNKNOWN_TABLE;
  int32_t(VST *read)(void *, void *, int32_t size, int32_t *done);
  int32_t(VST *write)(void *, void *, int32_t size, int32_t *done);
  int32_t(VST *seek)(void *, int64_t, int32_t, int64_t *);
  int32_t(VST *tell)(void *, int64_t *);
} StreamTable;
typedef struct { const StreamTable *table; } Stream;
typedef struct {
  UNKNOWN_TABLE;
  int32_t(VST *getEventCount)(void *);
  int32_t(VST *getEvent)(void *, int32_t index, Event *);
  int32_t(VST *addEvent)(void *, Event *);
} EventsTable;
typedef struct { const EventsTable *table; } Events;
typedef struct {
  UNKNOWN_TABLE;
  uint32_t(VST *getParameterId)(void *);
  int32_t(VST *getPointCount)(void *);
  int32_t(VST *getPoint)(void *, int32_t index, int32_t *offset, double *value);
  int32_t(VST *addPoint)(void *, int32_t offset, double value, int32_t *index);
} QueueTable;
typedef struct { const QueueTable *table; } Queue;
typedef struct {
  UNKNOWN_TABLE;
  int32_t(VST *getParameterCount)(void *);
  Queue *(VST *getParameterData)(void *, int32_t index);
  Queue *(VST *addParameterData)(void *, const uint32_t *id, int32_t *index);
} ChangesTable;
typedef struct { const ChangesTable *table; } Changes;
typedef struct {
  int32_t processMode, symbolicSampleSize, numSamples, numInputs, numOutputs;
  BusBuffers *inputs, *outputs;
  Changes *inputParameterChanges, *outputParameterChanges;
  Events *inputEvents, *outputEvents;
  void *processContext;
} ProcessData;

typedef struct {
  UNKNOWN_TABLE;
  int32_t(VST *initialize)(void *, void *context);
  int32_t(VST *terminate)(void *);
  int32_t(VST *getControllerClassId)(void *, Id);
  int32_t(VST *setIoMode)(void *, int32_t);
  int32_t(VST *getBusCount)(void *, int32_t kind, int32_t direction);
  int32_t(VST *getBusInfo)(void *, int32_t kind, int32_t direction, int32_t index, BusInfo *);
  int32_t(VST *getRoutingInfo)(void *, void *, void *);
  int32_t(VST *activateBus)(void *, int32_t kind, int32_t direction, int32_t index, uint8_t on);
  int32_t(VST *setActive)(void *, uint8_t on);
  int32_t(VST *setState)(void *, Stream *);
  int32_t(VST *getState)(void *, Stream *);
} ComponentTable;
typedef struct {
  UNKNOWN_TABLE;
  int32_t(VST *setBusArrangements)(void *, uint64_t *in, int32_t ins, uint64_t *out, int32_t outs);
  int32_t(VST *getBusArrangement)(void *, int32_t direction, int32_t index, uint64_t *);
  int32_t(VST *canProcessSampleSize)(void *, int32_t);
  uint32_t(VST *getLatencySamples)(void *);
  int32_t(VST *setupProcessing)(void *, ProcessSetup *);
  int32_t(VST *setProcessing)(void *, uint8_t on);
  int32_t(VST *process)(void *, ProcessData *);
  uint32_t(VST *getTailSamples)(void *);
} ProcessorTable;
typedef struct {
  UNKNOWN_TABLE;
  int32_t(VST *initialize)(void *, void *context);
  int32_t(VST *terminate)(void *);
  int32_t(VST *setComponentState)(void *, Stream *);
  int32_t(VST *setState)(void *, Stream *);
  int32_t(VST *getState)(void *, Stream *);
  int32_t(VST *getParameterCount)(void *);
  int32_t(VST *getParameterInfo)(void *, int32_t index, ParameterInfo *);
  int32_t(VST *getParamStringByValue)(void *, uint32_t id, double value, Words);
  int32_t(VST *getParamValueByString)(void *, uint32_t id, int16_t *, double *value);
  double(VST *normalizedParamToPlain)(void *, uint32_t id, double);
  double(VST *plainParamToNormalized)(void *, uint32_t id, double);
  double(VST *getParamNormalized)(void *, uint32_t id);
  int32_t(VST *setParamNormalized)(void *, uint32_t id, double);
  int32_t(VST *setComponentHandler)(void *, void *);
  void *(VST *createView)(void *, const char *);
} ControllerTable;
typedef struct {
  UNKNOWN_TABLE;
  int32_t(VST *getMidiControllerAssignment)(void *, int32_t bus, int16_t channel, int16_t controller, uint32_t *id);
} MappingTable;
typedef struct {
  UNKNOWN_TABLE;
  int32_t(VST *getNoteExpressionCount)(void *, int32_t bus, int16_t channel);
  int32_t(VST *getNoteExpressionInfo)(void *, int32_t bus, int16_t channel, int32_t index, ExpressionInfo *);
  int32_t(VST *getNoteExpressionStringByValue)(void *, int32_t bus, int16_t channel, uint32_t id, double value, Words);
  int32_t(VST *getNoteExpressionValueByString)(void *, int32_t bus, int16_t channel, uint32_t id, const int16_t *, double *value);
} ExpressionTable;
typedef struct {
  UNKNOWN_TABLE;
  int32_t(VST *getUnitCount)(void *);
  int32_t(VST *getUnitInfo)(void *, int32_t index, UnitInfo *);
  int32_t(VST *getProgramListCount)(void *);
  int32_t(VST *getProgramListInfo)(void *, int32_t index, ProgramListInfo *);
  int32_t(VST *getProgramName)(void *, int32_t list, int32_t index, Words);
  int32_t(VST *getProgramInfo)(void *, int32_t list, int32_t index, const char *attribute, Words);
  int32_t(VST *hasProgramPitchNames)(void *, int32_t list, int32_t index);
  int32_t(VST *getProgramPitchName)(void *, int32_t list, int32_t index, int16_t pitch, Words);
  int32_t(VST *getSelectedUnit)(void *);
  int32_t(VST *selectUnit)(void *, int32_t unit);
  int32_t(VST *getUnitByBus)(void *, int32_t kind, int32_t direction, int32_t bus, int32_t channel, int32_t *unit);
  int32_t(VST *setUnitProgramData)(void *, int32_t list, int32_t index, Stream *);
} UnitTable;
typedef struct {
  UNKNOWN_TABLE;
  int32_t(VST *getFactoryInfo)(void *, FactoryInfo *);
  int32_t(VST *countClasses)(void *);
  int32_t(VST *getClassInfo)(void *, int32_t index, ClassInfo *);
  int32_t(VST *createInstance)(void *, const char *cid, const char *iid, void **);
  int32_t(VST *getClassInfo2)(void *, int32_t index, ClassInfo2 *);
} FactoryTable;

/* not of VST 3: what a library knows of each of its plugins */
typedef struct { Id id; const char *title; int32_t (*make)(const char *iid, void **); } Kind;
#endif
