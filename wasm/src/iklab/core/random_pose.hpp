// Random poses of a mechanism.
#pragma once

#include "iklab/core/tree.hpp"
#include "iklab/math/random.hpp"
#include "iklab/math/types.hpp"

namespace iklab {

// The range of random values of a joint: its limits, or within pi or 1 m of zero if there are none.
struct Span {
  double low, high;
};
Span spanOf(const Joint& joint);

// The same range, but at most one full rotation, the one nearest to zero, where full rotations of
// the column's joint change nothing else.
Span spanOfRotation(const Tree& tree, int column);

// Writes a random pose (n values), uniform within the ranges of `spanOf`.
void drawPose(const Tree& tree, Random& random, Vector& theta);

}  // namespace iklab
