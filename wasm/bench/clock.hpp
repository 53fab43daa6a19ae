// Processor time of this program, which other programs do not change.
#pragma once

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#else
#include <ctime>
#endif

namespace iklab {

// Seconds.
inline double processorTime() {
#ifdef __EMSCRIPTEN__
  return EM_ASM_DOUBLE({
    const used = process.cpuUsage();
    return 1e-6 * (used.user + used.system);
  });
#else
  timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
#endif
}

}  // namespace iklab
