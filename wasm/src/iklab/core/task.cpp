#include "iklab/core/task.hpp"

namespace iklab {

void Task::add(int effector, bool oriented, double orientationWeight,
               std::optional<AxisTolerance> tolerance, const Freedom& freedom) {
  const int target = static_cast<int>(targets_.size());
  Freedom left = freedom;
  if (left.turns[0] && left.turns[1] && left.turns[2]) oriented = false;
  if (!oriented) left.turns = {};
  targets_.push_back({effector, oriented, orientationWeight, rows(), tolerance, left});
  blocks_.push_back({rows(), target, false});
  if (oriented) blocks_.push_back({rows(), target, true});
  partial_ = partial_ || targets_.back().partial();
  cones_ += oriented && turnTask(left) == TurnTask::cone;
}

}  // namespace iklab
