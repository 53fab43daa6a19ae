// The Jacobian of Na, Yang and Jia: hinges that share one point rotate about the axes of the bone
// that carries them all, as if the other hinges of that point were at zero. Not the derivative of
// the forward kinematics, unless every joint has a point of its own.
#pragma once

#include "iklab/ik/method_of.hpp"

namespace iklab {

class ParentFrameJacobian {
 public:
  explicit ParentFrameJacobian(const Model& model);

  // Computes the Jacobian at problem.state; the columns of locked joints are zero.
  const Matrix& compute(const Problem& problem);

 private:
  void add(int column, int row, const Eigen::Vector3d& part);

  const Model& model_;
  // Per joint: the joint that carries its group; -1: the world.
  std::vector<int> bone_;
  std::vector<Eigen::Vector3d> axis_;  // Per joint, in the frame of that carrier.
  Matrix matrix_;
};

}  // namespace iklab
