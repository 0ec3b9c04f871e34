// What Faust makes of violin.dsp, played in blocks; it needs no more of Faust's own headers than this.
#define FAUSTFLOAT float
struct Meta { void declare(const char *, const char *) {} };
struct UI { void openVerticalBox(const char *) {} void closeBox() {} };
struct dsp { virtual ~dsp() {} };
#include "violin.h"

extern "C" void violin(int samples, int rate, float *out)
{
    Violin *model = new Violin;
    model->init(rate);
    for (int n = 0; n < samples; n += 64) {
        float *block = out + n;
        model->compute(samples - n < 64 ? samples - n : 64, nullptr, &block);
    }
    delete model;
}
