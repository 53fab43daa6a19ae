// Four lanes, compiled for processors with AVX2.
#if defined(__x86_64__) && !defined(__EMSCRIPTEN__)

#include "iklab/ik/before_wide_lanes.hpp"

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

#include "iklab/ik/lanes_of.hpp"
#include "iklab/ik/wide_lanes.hpp"

namespace iklab::detail {

template class LanesOf<Four>;

std::unique_ptr<Lanes> makeFourLanes(const Solver& solver, const StopRules& rules) {
  return std::make_unique<LanesOf<Four>>(solver, rules);
}

}  // namespace iklab::detail

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
