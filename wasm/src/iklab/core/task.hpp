// What is asked of which effector, and which rows of e are whose.
//
// Rows of the task: in the order of the targets, 3 position rows (metres), then, for a target
// with an orientation, 3 rows w_o log(R_t R_s^T) (metres: w_o metres per radian), world axes. What a
// target leaves free has rows of its own, as many: freedom.hpp.
#pragma once

#include <optional>
#include <vector>

#include "iklab/core/freedom.hpp"

namespace iklab {

// How far off a target may be along, and about, each of the world's axes; with a part of it free, in
// each of its rows.
struct AxisTolerance {
  double position;  // metres
  double rotation;  // radians, of its rotation vector; of no account without orientation
};

// What is asked of which effector.
struct TaskTarget {
  int effector;
  bool oriented;
  double orientationWeight;                     // w_o, metres per radian
  int row;                                      // its first row
  std::optional<AxisTolerance> tolerance = {};  // in place of the stop rules'
  Freedom freedom = {};                         // what is not asked
  bool partial() const { return freedom.anyPosition() || freedom.anyTurn(); }
};

// Three rows that belong together: a target's position or its orientation.
struct Block {
  int row;
  int target;
  bool rotation;
};

// All targets, and which rows of e are whose.
class Task {
 public:
  // An orientation about which everything is free counts as none.
  void add(int effector, bool oriented, double orientationWeight,
           std::optional<AxisTolerance> tolerance = {}, const Freedom& freedom = {});
  const std::vector<TaskTarget>& targets() const { return targets_; }
  const std::vector<Block>& blocks() const { return blocks_; }
  int rows() const { return 3 * static_cast<int>(blocks_.size()); }
  // a target leaves something free: then J depends on the goals too
  bool partial() const { return partial_; }
  int cones() const { return cones_; }

 private:
  std::vector<TaskTarget> targets_;
  std::vector<Block> blocks_;
  bool partial_ = false;
  int cones_ = 0;
};

}  // namespace iklab
