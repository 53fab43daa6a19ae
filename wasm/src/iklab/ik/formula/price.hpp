// What the operations of a program cost: the unit is about a nanosecond of the module on a processor of
// 2020. Measured by `npm run bench -- formulas`, for the worst arguments that were found: a multiplication
// of lists is priced for subnormal numbers, a decomposition for a matrix of rank 1. Products and solutions of
// matrices are priced for others: a machine adds what subnormal ones take more when it meets them.
#pragma once

#include "iklab/ik/formula/program.hpp"

namespace iklab::formula {

// What an update may take in a scene: about 0.2 s, and where the built-in methods take long, too, because the
// scene is large, some twenty decompositions of its Jacobian.
inline double mostWork(const Sizes& sizes) {
  return 1.6e8 + 60.0 * sizes.rows * sizes.joints * sizes.directions;
}

// How many times as long products of numbers below this take: they are subnormal, or may be.
inline constexpr double kTiny = 1e-140, kTinyTimes = 20;

// Of an operation that has so many steps; flag: its map, reduction, or what is given.
double priceOf(Op op, int flag, double steps);

}  // namespace iklab::formula
