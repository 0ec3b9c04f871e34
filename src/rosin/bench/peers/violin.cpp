// What Faust makes of violin.dsp, one violin or several, each in blocks of 64; it needs no more of Faust's own headers than this.
#define FAUSTFLOAT float
struct Meta { void declare(const char *, const char *) {} };
struct UI {
    float *frequency = nullptr;
    void openVerticalBox(const char *) {}
    void closeBox() {}
    void addNumEntry(const char *, float *value, float, float, float, float) { frequency = value; }
};
struct dsp { virtual ~dsp() {} };
#include "violin.h"

// out is the sum of the violins
extern "C" void violins(int samples, int rate, int strings, const double *frequency, float *out)
{
    Violin *model = new Violin[strings];
    for (int i = 0; i < strings; i++) {
        UI ui;
        model[i].init(rate);
        model[i].buildUserInterface(&ui);
        *ui.frequency = frequency[i];
    }
    for (int n = 0; n < samples; n += 64) {
        int count = samples - n < 64 ? samples - n : 64;
        float one[64], *block = one;
        for (int m = 0; m < count; m++)
            out[n + m] = 0;
        for (int i = 0; i < strings; i++) {
            model[i].compute(count, nullptr, &block);
            for (int m = 0; m < count; m++)
                out[n + m] += one[m];
        }
    }
    delete[] model;
}
