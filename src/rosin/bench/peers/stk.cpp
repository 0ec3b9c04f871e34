// Instruments of the Synthesis ToolKit, each from its start, sample by sample.
#include <stk/BandedWG.h>
#include <stk/Bowed.h>

extern "C" void bowed(int samples, double rate, double frequency, double position, double *out)
{
    stk::Stk::setSampleRate(rate);
    stk::Bowed string(50.0);
    string.controlChange(4, 128.0 * position);
    string.noteOn(frequency, 0.5);
    for (int n = 0; n < samples; n++)
        out[n] = string.tick();
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
