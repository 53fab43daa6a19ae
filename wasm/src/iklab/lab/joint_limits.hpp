// Whether a joint stands on a limit: one rule for all that is counted of it.
#pragma once

#include <cmath>

#include "iklab/core/tree.hpp"
#include "iklab/math/types.hpp"

namespace iklab {

inline constexpr double kAnswerSlack = 1e-9;  // of an answer from elsewhere, radians or metres

// on one of its limits, to 1e-6 of what is between them, or beyond
inline bool onLimit(const Joint& j, double value) {
  const double between = j.upper - j.lower;
  const double slack = std::isfinite(between) ? 1e-6 * between : 0;
  return value <= j.lower + slack || value >= j.upper - slack;
}

// beyond one of its limits by more than that
inline auto outside(double slack) {
  return [slack](const Joint& j, double value) {
    return !(value >= j.lower - slack && value <= j.upper + slack);
  };
}

// whether a joint that moves by itself passes a test of it and its value
template <class Test>
bool anyJoint(const Tree& tree, const Vector& theta, Test test) {
  for (int c = 0; c < theta.size(); ++c)
    if (test(tree.moving(c), theta[c])) return true;
  return false;
}

}  // namespace iklab
