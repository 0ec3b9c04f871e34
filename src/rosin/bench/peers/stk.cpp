// Instruments of the Synthesis ToolKit, each from its start, sample by sample.
#include <stk/BandedWG.h>
#include <stk/Bowed.h>

#include <memory>
#include <vector>

extern "C" void bowed(int samples, double rate, double frequency, double position, double *out)
{
    stk::Stk::setSampleRate(rate);
    stk::Bowed string(50.0);
    string.controlChange(4, 128.0 * position);
    string.noteOn(frequency, 0.5);
    for (int n = 0; n < samples; n++)
        out[n] = string.tick();
}

// Several strings at once, in blocks of 64, each string its block; out is their sum.
extern "C" void bowed_together(int samples, double rate, int strings, const double *frequency, double position, double *out)
{
    stk::Stk::setSampleRate(rate);
    std::vector<std::unique_ptr<stk::Bowed>> bowed;
    for (int i = 0; i < strings; i++) {
        bowed.emplace_back(new stk::Bowed(50.0));
        bowed[i]->controlChange(4, 128.0 * position);
        bowed[i]->noteOn(frequency[i], 0.5);
    }
    for (int n = 0; n < samples; n += 64) {
        int end = samples - n < 64 ? samples : n + 64;
        for (int m = n; m < end; m++)
            out[m] = 0.0;
        for (auto &string : bowed)
            for (int m = n; m < end; m++)
                out[m] += string->tick();
    }
}

// presets 1: tuned bar of 4 modes, 2: glass of 5, 3: bowl of 12
extern "C" void banded(int samples, double rate, double frequency, int preset, double *out)
{
    stk::Stk::setSampleRate(rate);
    stk::BandedWG body;
    body.setPreset(preset);
    body.setFrequency(frequency);
    body.controlChange(2, 64.0);
    body.startBowing(0.5, 0.005);
    for (int n = 0; n < samples; n++)
        out[n] = body.tick();
}
