// What the operations of a program cost, in units of about a nanosecond: times of the WebAssembly
// module on a processor of 2020, measured by `npm run bench -- formulas` for the slowest arguments
// found. Operations on lists include subnormal numbers, which take twenty times as long to
// multiply. Products and solutions of matrices do not: the machine charges them when it meets them.
#pragma once

#include "iklab/ik/formula/program.hpp"

namespace iklab::formula {

// The most that an update may cost in a scene: about 0.2 s. Very large scenes get more, in
// proportion to a decomposition of their Jacobian, because the built-in methods take long there,
// too.
inline double mostWork(const Sizes& sizes) {
  return 1.6e8 + 60.0 * sizes.rows * sizes.joints * sizes.directions;
}

// Products of numbers below kTiny may be subnormal: they take kTinyTimes as long.
inline constexpr double kTiny = 1e-140, kTinyTimes = 20;

// The cost of an operation of so many steps. `flag` is its map, its reduction, or which name is
// needed.
double priceOf(Op op, int flag, double steps);

}  // namespace iklab::formula
