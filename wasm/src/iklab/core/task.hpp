// The task: the targets of the effectors, and their rows of e and J.
//
// Rows of the task: in the order of the targets, 3 position rows (metres), then, for a target with
// an orientation, 3 rows w_o log(R_t R_s^T) (metres: w_o metres per radian), world axes. A target
// with free components has as many rows, defined in freedom.hpp.
#pragma once

#include <optional>
#include <vector>

#include "iklab/core/freedom.hpp"

namespace iklab {

// The tolerance of a target along and about each of the world's axes; if it has free components, in
// each of its rows.
struct AxisTolerance {
  double position;  // Metres.
  double rotation;  // Radians, of the rotation vector; ignored without orientation.
};

struct TaskTarget {
  int effector;
  bool oriented;
  double orientationWeight;                     // w_o, metres per radian.
  int row;                                      // First row in e.
  std::optional<AxisTolerance> tolerance = {};  // Replaces that of the stop rules.
  Freedom freedom = {};                         // Unconstrained components.
  bool partial() const { return freedom.anyPosition() || freedom.anyTurn(); }
};

// Three rows that belong together: a target's position or its orientation.
struct Block {
  int row;
  int target;
  bool rotation;
};

class Task {
 public:
  // An orientation with all rotations free counts as no orientation.
  void add(int effector, bool oriented, double orientationWeight,
           std::optional<AxisTolerance> tolerance = {}, const Freedom& freedom = {});
  const std::vector<TaskTarget>& targets() const { return targets_; }
  const std::vector<Block>& blocks() const { return blocks_; }
  int rows() const { return 3 * static_cast<int>(blocks_.size()); }
  // True if a target has free components; then J depends on the goals too.
  bool partial() const { return partial_; }
  int cones() const { return cones_; }

 private:
  std::vector<TaskTarget> targets_;
  std::vector<Block> blocks_;
  bool partial_ = false;
  int cones_ = 0;
};

}  // namespace iklab
