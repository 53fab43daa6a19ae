// The Jacobian that Na, Yang and Jia compute: hinges that share one point turn about the axes of the
// bone that carries them all, as if the other hinges of that point stood at zero. Not the derivative
// of the forward kinematics, unless every joint has a point of its own.
#pragma once

#include "iklab/ik/method_of.hpp"

namespace iklab {

class ParentFrameJacobian {
 public:
  explicit ParentFrameJacobian(const Model& model);

  // at problem.state, without the columns that are locked
  const Matrix& compute(const Problem& problem);

 private:
  void add(int column, int row, const Eigen::Vector3d& part);

  const Model& model_;
  std::vector<int> bone_;              // per joint: the one that carries the group, -1: the world
  std::vector<Eigen::Vector3d> axis_;  // per joint, in the frame of that one
  Matrix matrix_;
};

}  // namespace iklab
