/* The papers' rubbed modes, translated plainly: modes by (8.7), friction by (8.16) to (8.19) with the K method (8.36) to
   (8.40) and the Newton iteration of 8.A.2 from the last value, until a step is below 1e-10. Nothing is made clever. */

#include <math.h>
#include <stdlib.h>

typedef struct { double a11, a12, a21, a22, b1, b2, x, v, xt, vt; } mode;

/* (8.16) to (8.19) with the signs of Willemsen et al. 2019, and the derivatives (8.45) to (8.48) */
static double bristle_rate(double v, double z, double s0, double fc, double fs, double vs, double zba, double *by_v, double *by_z)
{
    double sgn = v >= 0 ? 1 : -1;
    double e = exp(-(v / vs) * (v / vs));
    double zss = sgn / s0 * (fc + (fs - fc) * e);
    double dzss = -sgn * 2 * v / (s0 * vs * vs) * (fs - fc) * e;
    double a = 0, a_v = 0, a_z = 0;
    if (sgn * z > 0 && fabs(z) > zba) {
        if (fabs(z) < fabs(zss)) {
            double zs = fabs(zss), za = fabs(z);
            double arg = M_PI * (za - 0.5 * (zs + zba)) / (zs - zba);
            a = 0.5 * (1 + sin(arg));
            a_v = 0.5 * M_PI * cos(arg) * sgn * dzss * (zba - za) / ((zs - zba) * (zs - zba));
            a_z = 0.5 * M_PI * cos(arg) * (z > 0 ? 1 : -1) / (zs - zba);
        } else {
            a = 1;
        }
    }
    *by_v = 1 - z * ((a + v * a_v) * zss - a * v * dzss) / (zss * zss);
    *by_z = -v / zss * (z * a_z + a);
    return v * (1 - a * z / zss);
}

/* Velocity of the resonator under a hand at vb pressed with fn; returns the Newton iterations. */
long rub(int samples, double rate, int modes, const double *frequency, double te, double mass, double vb, double fn,
         double s0, double s1, double s2, double mus, double mud, double vs, double c, double *out)
{
    mode *m = malloc(sizeof(mode) * modes);
    double T = 1 / rate, b = 0, z = 0, zdot = 0, y = 0;
    double fs = mus * fn, fc = mud * fn, zba = c * fc / s0;
    long iterations = 0;
    for (int l = 0; l < modes; l++) {
        double w = 2 * M_PI * frequency[l];
        double d = rate * rate + rate / te + w * w / 4;
        m[l] = (mode){(d - w * w / 2) / d, rate / d, -rate * w * w / d, (2 * rate * rate - d) / d, 1 / (mass * 4 * d), 2 * rate / (mass * 4 * d), 0, 0, 0, 0};
        b += m[l].b2;
    }
    double k1 = -b / (1 + s2 * b) * (s0 * T / 2 + s1), k2 = T / 2;
    for (int n = 0; n < samples; n++) {
        double free_v = 0;
        for (int l = 0; l < modes; l++) {
            m[l].xt = m[l].a11 * m[l].x + m[l].a12 * m[l].v + m[l].b1 * y;
            m[l].vt = m[l].a21 * m[l].x + m[l].a22 * m[l].v + m[l].b2 * y;
            free_v += m[l].vt;
        }
        double zt = z + T / 2 * zdot;
        double vt = (vb - free_v - b * s0 * zt) / (1 + s2 * b);
        double h = zdot, err = 1;
        int count = 0;
        while (err > 1e-10 && count < 100) {
            double by_v, by_z;
            double g = bristle_rate(vt + k1 * h, zt + k2 * h, s0, fc, fs, vs, zba, &by_v, &by_z) - h;
            double next = h - g / (by_v * k1 + by_z * k2 - 1);
            err = fabs(next - h);
            h = next;
            count++;
        }
        iterations += count;
        zdot = h;
        z = zt + k2 * h;
        double v = vt + k1 * h;
        y = s0 * z + s1 * zdot + s2 * v;
        double sum = 0;
        for (int l = 0; l < modes; l++) {
            m[l].x = m[l].xt + m[l].b1 * y;
            m[l].v = m[l].vt + m[l].b2 * y;
            sum += m[l].v;
        }
        out[n] = sum;
    }
    free(m);
    return iterations;
}
