/* Two seconds of @TITLE@ as raw samples of 32 bits, channel by channel in turn:  example > sound.f32 */
#include "rosin_@NAME@.h"
#include <stdio.h>

int main(void) {
  static float left[480], right[480], both[960];
  float *out[] = {left, right};
  rosin_@NAME@ *it = rosin_@NAME@_create(48000);
  if (!it) return 1;
@PLAYED@
  for (int block = 0; block < 200; block++) {
    rosin_@NAME@_process_float(it, out, 2, 480);
    for (int i = 0; i < 480; i++) both[2 * i] = left[i], both[2 * i + 1] = right[i];
    if (fwrite(both, sizeof(float), 960, stdout) != 960) return 1;
  }
  rosin_@NAME@_destroy(it);
  return 0;
}
