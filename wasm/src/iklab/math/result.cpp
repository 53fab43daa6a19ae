#include "iklab/math/result.hpp"

#ifndef __EMSCRIPTEN__
#include <cstdio>
#endif
#include <cstdlib>

namespace iklab::detail {

// In the module, an abort is an exception with a stack trace; printing would add the standard
// streams to it.
void abortWithoutValue([[maybe_unused]] const std::string& reason) {
#ifndef __EMSCRIPTEN__
  std::fprintf(stderr, "iklab: the value of a result without one was read: %s\n", reason.c_str());
#endif
  std::abort();
}

}  // namespace iklab::detail
