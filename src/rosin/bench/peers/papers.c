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

/* Newton's iteration of 8.A.2 for the bristle rate, from the last value */
static double newton(double vt, double zt, double k1, double k2, double h, double s0, double fc, double fs, double vs, double zba, long *iterations)
{
    double err = 1;
    for (int count = 0; err > 1e-10 && count < 100; count++) {
        double by_v, by_z;
        double g = bristle_rate(vt + k1 * h, zt + k2 * h, s0, fc, fs, vs, zba, &by_v, &by_z) - h;
        double next = h - g / (by_v * k1 + by_z * k2 - 1);
        err = fabs(next - h);
        h = next;
        ++*iterations;
    }
    return h;
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
        zdot = newton(vt, zt, k1, k2, zdot, s0, fc, fs, vs, zba, &iterations);
        z = zt + k2 * zdot;
        double v = vt + k1 * zdot;
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

/* Willemsen et al. 2019: the stiff string by (12), bowed by (15) to (18), with the erratum of (11d) and I.J in the port; out is the
   velocity of the bowed point. Simply supported, rows of N + 5 points with two ghosts at either end. */
long bow(int samples, double rate, double length, double radius, double rho, double young, double f0, double sigma0, double sigma1,
         double xb, double vb, double fn, double s0, double s1, double s2, double mus, double mud, double vs, double c, double *out)
{
    double k = 1 / rate, wave = 2 * f0 * length, area = M_PI * radius * radius, kappa2 = young * radius * radius / (4 * rho);
    double q = wave * wave * k * k + 4 * sigma1 * k;
    int N = (int)(length / sqrt(0.5 * (q + sqrt(q * q + 16 * kappa2 * k * k))));
    double h = length / N, lambda = wave * wave * k * k / (h * h), mu = kappa2 * k * k / (h * h * h * h), loss = 2 * sigma1 * k / (h * h);
    double D = 1 / (1 + sigma0 * k);
    double c0 = (2 - 2 * lambda - 6 * mu - 2 * loss) * D, c1 = (lambda + 4 * mu + loss) * D, c2 = -mu * D;
    double d0 = (-1 + sigma0 * k + 2 * loss) * D, d1 = -loss * D;
    int cell = (int)(xb * N);
    double a = xb * N - cell, w[4] = {-a * (a - 1) * (a - 2) / 6, (a - 1) * (a + 1) * (a - 2) / 2, -a * (a + 1) * (a - 2) / 2, a * (a + 1) * (a - 1) / 6};
    double squares = w[0] * w[0] + w[1] * w[1] + w[2] * w[2] + w[3] * w[3];
    double y = squares / h / (rho * area * (2 / k + 2 * sigma0)), push = k * k * D / (rho * area * h);
    double *rows = calloc(3 * (N + 5), sizeof(double)), *before = rows, *now = rows + N + 5, *after = rows + 2 * (N + 5);
    double z = 0, zdot = 0, fs = mus * fn, fc = mud * fn, zba = c * fc / s0;
    double k1 = -y / (1 + s2 * y) * (s0 * k / 2 + s1), k2 = k / 2;
    long iterations = 0;
    for (int n = 0; n < samples; n++) {
        for (int l = 3; l < N + 2; l++)
            after[l] = c0 * now[l] + c1 * (now[l - 1] + now[l + 1]) + c2 * (now[l - 2] + now[l + 2]) + d0 * before[l] + d1 * (before[l - 1] + before[l + 1]);
        double free_v = 0;
        for (int j = 0; j < 4; j++)
            free_v += w[j] * (after[cell + 1 + j] - before[cell + 1 + j]) / (2 * k);
        double zt = z + k / 2 * zdot;
        double vt = (vb - free_v - y * s0 * zt) / (1 + s2 * y);
        zdot = newton(vt, zt, k1, k2, zdot, s0, fc, fs, vs, zba, &iterations);
        z = zt + k2 * zdot;
        double v = vt + k1 * zdot, f = s0 * z + s1 * zdot + s2 * v;
        for (int j = 0; j < 4; j++)
            after[cell + 1 + j] += push * w[j] * f;
        after[1] = -after[3];
        after[N + 3] = -after[N + 1];
        out[n] = vb - v;
        double *oldest = before;
        before = now;
        now = after;
        after = oldest;
    }
    free(rows);
    return iterations;
}
