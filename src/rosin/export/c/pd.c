/* An exported instrument as an object of Pure Data, [rosin_NAME~]: "velocity 0.12" and the like turn a control, "note 69 100" plays a note
 * (velocity 0 ends it), "midi 224 0 96" is a message, "restart" silences it, "print" lists the controls. */
#include "plugin.h"

#include <m_pd.h>
#include <string.h>

static t_class *kind;
typedef struct { t_object object; It *it; double rate; } Object;

static void create(Object *x, double rate) {
  It *before = x->it;
  x->rate = rate, x->it = IT(create)(rate);
  if (!x->it) pd_error(x, ROSIN_ID ": it does not run at %g Hz", rate);
  if (before && x->it)
    for (int c = 0; c < ROSIN_CONTROLS; c++) IT(set)(x->it, c, IT(get)(before, c));
  IT(destroy)(before);
}

static void *object_new(void) {
  Object *x = (Object *)pd_new(kind);
  x->it = NULL, create(x, sys_getsr());
  for (int k = 0; k < ROSIN_CHANNELS; k++) outlet_new(&x->object, &s_signal);
  return x;
}
static void object_free(Object *x) { IT(destroy)(x->it); }

static void bytes(Object *x, int status, int one, int two) {
  uint8_t message[3] = {(uint8_t)status, (uint8_t)one, (uint8_t)two};
  if (x->it) tell(x->it, message, 3);
}
static void note(Object *x, t_floatarg key, t_floatarg velocity) {
  bytes(x, velocity > 0 ? 0x90 : 0x80, (int)key & 127, velocity > 127 ? 127 : (int)velocity);
}
static void midi(Object *x, t_floatarg status, t_floatarg one, t_floatarg two) { bytes(x, (int)status, (int)one & 127, (int)two & 127); }
static void restart(Object *x) {
  if (x->it) IT(restart)(x->it);
}
static void list(Object *x) {
  (void)x;
  for (int c = 0; c < ROSIN_CONTROLS; c++) {
    const rosin_control *control = IT(control)(c);
    post(ROSIN_ID ": %s %g to %g %s, at first %g", control->symbol, control->low, control->high, control->unit, control->value);
  }
}
static void turn(Object *x, t_symbol *name, int count, t_atom *given) {
  for (int c = 0; c < ROSIN_CONTROLS; c++)
    if (!strcmp(IT(control)(c)->symbol, name->s_name)) {
      if (x->it && count) IT(set)(x->it, c, atom_getfloat(given));
      return;
    }
  pd_error(x, ROSIN_ID ": there is no control %s; \"print\" lists them", name->s_name);
}

static t_int *perform(t_int *w) {
  Object *x = (Object *)w[1];
  int n = (int)w[2];
  t_sample *out[] = {(t_sample *)w[3], (t_sample *)w[4]};
  if (x->it && sizeof(t_sample) == sizeof(double)) IT(process)(x->it, (double *const *)out, ROSIN_CHANNELS, n);
  else if (x->it) IT(process_float)(x->it, (float *const *)out, ROSIN_CHANNELS, n);
  else
    for (int k = 0; k < ROSIN_CHANNELS; k++) memset(out[k], 0, sizeof(t_sample) * (size_t)n);
  return w + 5;
}
static void dsp(Object *x, t_signal **signal) {
  if (signal[0]->s_sr != x->rate) create(x, signal[0]->s_sr);
  dsp_add(perform, 4, x, (t_int)signal[0]->s_n, signal[0]->s_vec, signal[ROSIN_CHANNELS - 1]->s_vec);
}

ENTRY void ROSIN_SETUP(void) {
  kind = class_new(gensym(ROSIN_ID), (t_newmethod)object_new, (t_method)object_free, sizeof(Object), 0, 0);
  class_addmethod(kind, (t_method)note, gensym("note"), A_FLOAT, A_FLOAT, 0);
  class_addmethod(kind, (t_method)midi, gensym("midi"), A_FLOAT, A_FLOAT, A_FLOAT, 0);
  class_addmethod(kind, (t_method)restart, gensym("restart"), 0);
  class_addmethod(kind, (t_method)list, gensym("print"), 0);
  class_addmethod(kind, (t_method)dsp, gensym("dsp"), A_CANT, 0);
  class_addanything(kind, (t_method)turn);
}
