/* Programs of a VST 3 plugin with many instruments: one unit, and one list with a program for each instrument. */

enum { LIST = 1 };
static Made *by_unit(void *p) { return (Made *)((char *)p - offsetof(Made, unit)); }
UNKNOWN(unit, by_unit)

static int32_t VST units(void *p) { return (void)p, 1; }
static int32_t VST unit_info(void *p, int32_t index, UnitInfo *to) {
  (void)p;
  if (index) return INVALID;
  to->id = ROOT_UNIT, to->parentUnitId = NO_PARENT_UNIT, to->programListId = LIST;
  return letters(to->name, ROSIN_TITLE), OK;
}
static int32_t VST lists(void *p) { return (void)p, 1; }
static int32_t VST list_info(void *p, int32_t index, ProgramListInfo *to) {
  (void)p;
  if (index) return INVALID;
  to->id = LIST, to->programCount = ROSIN_CHOICES;
  return letters(to->name, IT(control)(0)->label), OK;
}
static int32_t VST program_name(void *p, int32_t list, int32_t index, Words to) {
  return (void)p, list != LIST || index < 0 || index >= ROSIN_CHOICES ? INVALID : (letters(to, IT(title)(index)), OK);
}
static int32_t VST program_info(void *p, int32_t list, int32_t index, const char *attribute, Words to) {
  return (void)p, (void)list, (void)index, (void)attribute, (void)to, NOT_DONE;
}
static int32_t VST pitch_names(void *p, int32_t list, int32_t index) { return (void)p, (void)list, (void)index, FALSE_RESULT; }
static int32_t VST pitch_name(void *p, int32_t list, int32_t index, int16_t pitch, Words to) {
  return (void)p, (void)list, (void)index, (void)pitch, (void)to, FALSE_RESULT;
}
static int32_t VST unit_now(void *p) { return (void)p, ROOT_UNIT; }
static int32_t VST unit_select(void *p, int32_t unit) { return (void)p, unit == ROOT_UNIT ? OK : FALSE_RESULT; }
static int32_t VST unit_by_bus(void *p, int32_t kind, int32_t direction, int32_t bus, int32_t channel, int32_t *unit) {
  return (void)channel, bus || !buses(p, kind, direction) ? INVALID : (*unit = ROOT_UNIT, OK);
}
static int32_t VST program_data(void *p, int32_t list, int32_t index, Stream *s) { return (void)p, (void)list, (void)index, (void)s, NOT_DONE; }
static const UnitTable unit_table = {unit_query, unit_add, unit_release, units, unit_info, lists, list_info, program_name, program_info,
  pitch_names, pitch_name, unit_now, unit_select, unit_by_bus, program_data};
