/* What a library shows to its host. A library of plugins names the instruments that it has, one or many, by ROSIN_PLUGINS: each of them as
 * EACH(rosin_violin). */
#ifndef ROSIN_ENTRY_H
#define ROSIN_ENTRY_H
#if defined(_WIN32)
#define ENTRY __declspec(dllexport)
#else
#define ENTRY __attribute__((visibility("default")))
#endif
#endif
