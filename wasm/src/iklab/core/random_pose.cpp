#include "iklab/core/random_pose.hpp"

#include <algorithm>
#include <cmath>

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab {

Span spanOf(const Joint& j) {
  const double reach = j.slides() ? 1 : EIGEN_PI;
  return {std::isfinite(j.lower) ? j.lower : std::min(-reach, j.upper),
          std::isfinite(j.upper) ? j.upper : std::max(reach, j.lower)};
}

Span spanOfRotation(const Tree& tree, int column) {
  constexpr double kFullTurn = 2 * EIGEN_PI;
  const Joint& j = tree.moving(column);
  const Span span = spanOf(j);
  if (j.kind != JointKind::revolute || tree.leads(column) || span.high - span.low <= kFullTurn)
    return span;
  const double low = std::clamp(-kFullTurn / 2, span.low, span.high - kFullTurn);
  return {low, low + kFullTurn};
}

void drawPose(const Tree& tree, Random& random, Vector& theta) {
  for (int c = 0; c < theta.size(); ++c) {
    const Span span = spanOf(tree.moving(c));
    theta[c] = random.uniform(span.low, span.high);
  }
}

}  // namespace iklab

#ifdef __clang__
#pragma clang attribute pop
#endif
