// Whether a joint is at a limit: the one rule that all counts use.
#pragma once

#include <cmath>

#include "iklab/core/tree.hpp"
#include "iklab/math/types.hpp"

namespace iklab {

inline constexpr double kAnswerSlack = 1e-9;  // For external answers, radians or metres.

// A joint is at a limit if it is this close to it: 1e-6 of its range, radians or metres.
inline double limitSlack(const Joint& j) {
  const double between = j.upper - j.lower;
  return std::isfinite(between) ? 1e-6 * between : 0;
}

// True at or beyond one of its limits.
inline bool onLimit(const Joint& j, double value) {
  const double slack = limitSlack(j);
  return value <= j.lower + slack || value >= j.upper - slack;
}

// Beyond one of its limits by more than the slack.
inline auto outside(double slack) {
  return [slack](const Joint& j, double value) {
    return !(value >= j.lower - slack && value <= j.upper + slack);
  };
}

// True if any independent joint passes a test of the joint and its value.
template <class Test>
bool anyJoint(const Tree& tree, const Vector& theta, Test test) {
  for (int c = 0; c < theta.size(); ++c)
    if (test(tree.moving(c), theta[c])) return true;
  return false;
}

}  // namespace iklab
