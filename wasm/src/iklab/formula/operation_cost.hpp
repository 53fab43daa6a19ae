// The cost of the operations of a program, in units of about a nanosecond: times of the WebAssembly
// module on a processor of 2020, measured by `npm run bench -- formulas` for the slowest arguments
// found. Operations on lists include the time for subnormal numbers, which take twenty times as
// long to multiply. Products and solutions of matrices do not: the machine charges it when they
// occur.
#pragma once

#include "iklab/formula/program.hpp"

namespace iklab::formula {

// The largest cost of an update in a scene: about 0.2 s. Very large scenes have a higher limit, in
// proportion to a decomposition of their Jacobian, because the built-in methods are slow there,
// too.
inline double maxWork(const Sizes& sizes) {
  return 1.6e8 + 60.0 * sizes.rows * sizes.joints * sizes.directions;
}

// Products of numbers below kTiny may be subnormal: they take kTinyTimes as long.
inline constexpr double kTiny = 1e-140, kTinyTimes = 20;

// The cost of an operation with this many steps. flag: its map, its reduction, or the given value
// that it computes.
double costOfOperation(Op op, int flag, double steps);

}  // namespace iklab::formula
