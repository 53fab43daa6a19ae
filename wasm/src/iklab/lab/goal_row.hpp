// A goal as numbers in a buffer: position x y z (metres), quaternion x y z w. Also how far goals
// have moved.
#pragma once

#include <algorithm>
#include <vector>

#include "iklab/core/kinematics.hpp"

namespace iklab {

inline Goal readGoal(const double* row) {
  Goal g;
  g.position = Eigen::Map<const Eigen::Vector3d>(row);
  g.orientation.coeffs() = Eigen::Map<const Eigen::Vector4d>(row + 3);
  return g;
}

inline void writeGoal(const Goal& g, double* row) {
  std::copy_n(g.position.data(), 3, row);
  std::copy_n(g.orientation.coeffs().data(), 4, row + 3);
}

// The change from previous goals of the same targets.
struct GoalChange {
  bool any = false;
  double jump = 0;  // Largest distance, metres.
};
inline GoalChange compareGoals(const std::vector<Goal>& before, const std::vector<Goal>& now) {
  GoalChange moved;
  for (size_t i = 0; i < now.size(); ++i) {
    moved.any = moved.any || now[i].position != before[i].position ||
                now[i].orientation.coeffs() != before[i].orientation.coeffs();
    moved.jump = std::max(moved.jump, (now[i].position - before[i].position).norm());
  }
  return moved;
}

}  // namespace iklab
